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
	page := "Before.\n<!-- generated new -->\nold words\n<!-- end -->\n<!-- generated same -->\nold words\n<!-- end -->\nAfter.\n"
	page, err := Rewrite(page, parts)
	fmt.Print(page, err)
	// Output:
	// Before.
	// <!-- generated new -->
	// new words
	// <!-- end -->
	// <!-- generated same -->
	// old words
	// <!-- end -->
	// After.
	// <nil>
}

func TestBadPages(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"nothing", "", "no generated part"},
		{"no marks", "# Title\n<!-- end -->\n", "no generated part"},
		{"an unknown part", "<!-- generated moon -->\n<!-- end -->\n", `line 1 begins the part "moon", which is unknown`},
		{"a part without an end", "a\n<!-- generated new -->\nb\n", `the part "new" has no end`},
		{"a part in a part", "<!-- generated new -->\n<!-- generated same -->\n<!-- end -->\n", "line 2 begins a part inside"},
		{"a part twice", "<!-- generated new -->\n<!-- end -->\n<!-- generated new -->\n<!-- end -->\n", `line 3 begins the part "new" a second time`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if page, err := Rewrite(test.text, parts); err == nil || !strings.Contains(err.Error(), test.want) || page != "" {
				t.Errorf("error %v, want one with %q; page %q", err, test.want, page)
			}
		})
	}
}
