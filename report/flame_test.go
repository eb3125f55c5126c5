package report

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

func TestFlame(t *testing.T) {
	f := Flame{Title: "Where time goes", Note: "A note."}
	for i := range 12 {
		f.Kinds = append(f.Kinds, fmt.Sprint("kind ", i))
	}
	f.Boxes = []Box{
		{Row: 0, Width: 100, Text: "all", Hint: "all of it", Kind: -1},
		{Row: 1, Width: 60, Text: "search<int>", Hint: "search: 60 %", Kind: 0},
		{Row: 2, X: 20, Width: 5, Text: "evaluate", Hint: "evaluate: 5 %", Kind: 11},
		{Row: 2, X: 25, Width: 1, Text: "narrow", Hint: "narrow: 1 %", Kind: 1},
	}
	picture := f.SVG()
	for d := xml.NewDecoder(strings.NewReader(picture)); ; {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("this is not well-formed: %v\n%s", err, picture)
		}
	}
	for _, want := range []string{"<title>evaluate: 5 %</title>", ">search&lt;int&gt;<", ">evalu…<", ">kind 8<", ">others<"} {
		if !strings.Contains(picture, want) {
			t.Errorf("the picture lacks %q:\n%s", want, picture)
		}
	}
	for _, not := range []string{">narrow<", ">kind 9<"} {
		if strings.Contains(picture, not) {
			t.Errorf("the picture has %q", not)
		}
	}
}
