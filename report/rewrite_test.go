package report

import (
	"fmt"
	"strings"
	"testing"
)

// parts knows two parts, one of them without new text.
func parts(name string) (lines string, known bool) {
	switch name {
	case "new":
		return "new words\n", true
	case "same":
		return "", true
	}
	return "", false
}

func ExampleRewrite() {
	page := "Before.\n<!-- measured new -->\nold words\n<!-- end -->\n<!-- measured same -->\nold words\n<!-- end -->\nAfter.\n"
	page, err := Rewrite(page, Measured, parts)
	fmt.Print(page, err)
	// Output:
	// Before.
	// <!-- measured new -->
	// new words
	// <!-- end -->
	// <!-- measured same -->
	// old words
	// <!-- end -->
	// After.
	// <nil>
}

func TestBadPages(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"nothing", "", "no measured part"},
		{"no marks", "# Title\n<!-- end -->\n", "no measured part"},
		{"an unknown part", "<!-- measured moon -->\n<!-- end -->\n", `line 1 begins the part "moon", which is unknown`},
		{"a part without an end", "a\n<!-- measured new -->\nb\n", `the part "new" has no end`},
		{"a part in a part", "<!-- measured new -->\n<!-- measured same -->\n<!-- end -->\n", "line 2 begins a part inside"},
		{"a part twice", "<!-- measured new -->\n<!-- end -->\n<!-- measured new -->\n<!-- end -->\n", `line 3 begins the part "new" a second time`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if page, err := Rewrite(test.text, Measured, parts); err == nil || !strings.Contains(err.Error(), test.want) || page != "" {
				t.Errorf("error %v, want one with %q; page %q", err, test.want, page)
			}
		})
	}
}

func ExamplePictures() {
	p := Pictures{Prefix: "page-", Files: map[string]string{}}
	fmt.Print(p.Add("speed", "How fast", "<svg/>"), p.Add("none", "Nothing", ""), p.Files)
	// Output:
	// ![How fast](page-speed.svg)
	// map[page-speed.svg:<svg/>]
}
