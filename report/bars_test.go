package report

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
)

func TestBars(t *testing.T) {
	p := Bars{
		Title: "Title & more", Note: "A note.", Names: []string{"first", "second", "third"}, Tick: "%g", Hold: []float64{10},
		Panels: []Panel{
			{Title: "Left", Bars: map[string]Bar{
				"first":  {Value: 5, Label: "5.0", Detail: "+5", Error: true, Low: 4, High: 6, Open: true},
				"second": {Value: math.NaN(), Label: "not measured"},
			}},
			{Title: "Right", Bars: map[string]Bar{"third": {Value: -1, Label: "-1.0"}}},
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
	for _, want := range []string{"Title & more", "A note.", "Left", "Right", "first", "second", "third", "5.0 +5", "not measured", "-1.0"} {
		if !strings.Contains(words.String(), want) {
			t.Errorf("the picture does not say %q", want)
		}
	}
	for what, want := range map[string]int{blue + `"/>`: 1, orange + `"/>`: 1, "<circle": 1} {
		if n := strings.Count(picture, what); n != want {
			t.Errorf("%d times %s, want %d", n, what, want)
		}
	}
}

// The longest bars to the right come first, names without bars last.
func TestSortBars(t *testing.T) {
	p := Bars{Names: []string{"none", "left", "far", "both"}, Panels: []Panel{
		{Bars: map[string]Bar{"left": {Value: -2}, "far": {Value: math.Inf(1)}, "both": {Value: 9}, "none": {Value: math.NaN()}}},
		{Bars: map[string]Bar{"both": {Value: 1}}},
	}}
	if p.Sort(); fmt.Sprint(p.Names) != "[far both left none]" {
		t.Errorf("sorted %q", p.Names)
	}
}

// Where bars lie, in percent, and which colours they have.
func TestPlacedBars(t *testing.T) {
	tests := []struct {
		name string
		bar  Bar
		want placedBar
	}{
		{"to the right", Bar{Value: 10}, placedBar{Color: "blue", X: 50, Width: 24, End: 74}},
		{"to the left", Bar{Value: -10, Error: true, Low: -15, High: -5}, placedBar{Color: "orange", X: 26, Width: 24, End: 26, From: 14, To: 38}},
		{"at the origin", Bar{}, placedBar{Color: "ink", X: 50, End: 50}},
		{"beyond the limit", Bar{Value: 30}, placedBar{Bar: Bar{Open: true}, Color: "blue", X: 50, Width: 50, End: 100}},
		{"without a bound", Bar{Value: math.Inf(-1), Open: true}, placedBar{Bar: Bar{Open: true}, Color: "orange", Width: 50}},
		{"not known", Bar{Value: math.NaN()}, placedBar{Missing: true}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := Bars{Limit: 20, Hold: []float64{-20, 20}, Names: []string{"a"}, Panels: []Panel{{Bars: map[string]Bar{"a": test.bar}}}}
			got, want := c.Rows()[0], test.want
			if got.Missing != want.Missing || !got.Missing && (got.Color != want.Color || got.X != want.X || got.Width != want.Width || got.End != want.End ||
				got.Open != want.Open || test.bar.Error && (got.From != want.From || got.To != want.To)) {
				t.Errorf("%+v, want %+v", got, want)
			}
			if axis := c.Axis(); axis.Origin != 50 || len(axis.Ticks) != 5 {
				t.Errorf("axis %+v", axis)
			}
		})
	}
}
