package report

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestSVG(t *testing.T) {
	scale := NewScale(false, []float64{0, 10})
	p := Picture{
		Title: "Title & more", Note: "A note.", Names: []string{"first", "second", "third"},
		Ticks: scale.Ticks("%g"), Origin: scale.Place(0),
		Panels: []Panel{
			{Title: "Left", Bars: map[string]Bar{
				"first":  {X: 2, Width: 50, End: 52, Value: "5.0", Difference: "+5", HasError: true, Low: 40, High: 60, Open: true},
				"second": {Missing: true, Value: "not measured"},
			}},
			{Title: "Right", Bars: map[string]Bar{"third": {Side: "better", X: 2, Width: 10, End: 12, Value: "1.0"}}},
		},
	}
	picture := p.SVG()
	var words strings.Builder
	for d := xml.NewDecoder(strings.NewReader(picture)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("this is not well-formed: %v\n%s", err, picture)
		}
		if data, ok := token.(xml.CharData); ok {
			words.Write(data)
		}
	}
	for _, want := range []string{"Title & more", "A note.", "Left", "Right", "first", "second", "third", "5.0 +5", "not measured", "1.0"} {
		if !strings.Contains(words.String(), want) {
			t.Errorf("the picture does not say %q", want)
		}
	}
	for what, want := range map[string]int{worseColor + `"/>`: 1, betterColor + `"/>`: 1, "<circle": 1} {
		if n := strings.Count(picture, what); n != want {
			t.Errorf("%d times %s, want %d", n, what, want)
		}
	}
}
