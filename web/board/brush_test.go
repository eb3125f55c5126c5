package board

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Every character that the boards need is drawn, inside its square, with all its strokes.
func TestGlyphs(t *testing.T) {
	numbers := regexp.MustCompile(`-?[0-9.]+`)
	need := "王一二三四五六七八九"
	for _, kind := range shogi {
		need += strings.Join(kind.kanji[:], "")
	}
	for _, name := range strings.Split(need, "") {
		strokes := glyphs[name]
		if strokes == "" {
			t.Errorf("no strokes of %s", name)
			continue
		}
		path := brush(strokes, 1, point{50, 50})
		want := strings.Count(strokes, ";") + 1 + strings.Count("; "+strokes, "; k ") // a hook is an outline of its own
		if got := strings.Count(path, "M"); got != want || strings.Count(path, "z") != want {
			t.Errorf("%s has %d outlines, want %d", name, got, want)
		}
		for _, number := range numbers.FindAllString(path, -1) {
			if v, err := strconv.ParseFloat(number, 64); err != nil || v < -6 || v > 107 {
				t.Errorf("%s is drawn at %s: %v", name, number, err)
			}
		}
		if strings.Contains(path, "NaN") {
			t.Errorf("%s has a stroke without a length", name)
		}
	}
}

// Outlines run the same way round, else strokes that cross leave holes.
func TestStrokesLeaveNoHoles(t *testing.T) {
	for name, strokes := range glyphs {
		for outline := range strings.SplitSeq(strings.TrimSuffix(brush(strokes, 1, point{50, 50}), "z"), "z") {
			var at []float64
			for _, number := range strings.FieldsFunc(outline, func(r rune) bool { return strings.ContainsRune("MLQ ", r) }) {
				v, _ := strconv.ParseFloat(number, 64)
				at = append(at, v)
			}
			area := 0.0
			for i := 0; i < len(at); i += 2 {
				j := (i + 2) % len(at)
				area += at[i]*at[j+1] - at[j]*at[i+1]
			}
			if area <= 0 {
				t.Errorf("%s: the outline %s runs the other way round", name, outline)
			}
		}
	}
}
