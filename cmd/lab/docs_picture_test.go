package main

import (
	"fmt"
	"strings"
	"testing"
)

// A picture shows what a terminal would: the last report of each of the last iterations,
// cut to its width.
func TestTerminalLines(t *testing.T) {
	out := "  +---+\n8 | r |\n\nchess: fen/w/b\n\n  depth     score  line\n"
	for depth := 1; depth <= 15; depth++ {
		out += fmt.Sprintf("   %2d/9     +0.10  e2e4\n", depth)
	}
	long := "   15/9     +0.20  " + strings.Repeat("e2e4 ", 20)
	out += long + "\n\nbest move: e2e4\n"
	var got []string
	for _, l := range terminalLines("nitoryu analyse", out) {
		got = append(got, fmt.Sprintf("%s%t %t", l.Text+"|", l.Strong, l.Faint))
	}
	want := []string{
		"$ nitoryu analyse|true false", "  +---+|false false", "8 | r ||false false", "|false false", "chess: fen/w/b|false false",
		"|false false", "  depth     score  line|false true",
	}
	for depth := 4; depth < 15; depth++ {
		want = append(want, fmt.Sprintf("   %2d/9     +0.10  e2e4|false false", depth))
	}
	want = append(want, long[:93]+" ...|false false", "|false false", "best move: e2e4|true false",
		"line:"+strings.Repeat(" e2e4", 19)+"|false false", "  e2e4|false false")
	if a, b := strings.Join(got, "\n"), strings.Join(want, "\n"); a != b {
		t.Errorf("got\n%s\nwant\n%s", a, b)
	}
}

func TestFitTerminal(t *testing.T) {
	full := strings.TrimSpace(strings.Repeat("abcd ", 20)) + "e"
	for name, c := range map[string]struct{ line, want string }{
		"short":     {"a b", "a b"},
		"full":      {full, full},
		"too long":  {full + "f", full[:94] + " ..."},
		"no moves":  {strings.Repeat(" ", 99) + "ab", strings.Repeat(" ", 96) + " ..."},
		"last word": {full[:96] + "efghi", full[:94] + " ..."},
	} {
		if got := fitTerminal(c.line); got != c.want || len(got) > analysisColumns {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
