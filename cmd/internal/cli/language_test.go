package cli

import (
	"errors"
	"strings"
	"testing"
)

// A text is translated by the first sentence that fits, with what stands in it, or behind
// what it is about.
func TestSay(t *testing.T) {
	l := &Language{Colon: "：", Sentences: []Sentence{
		{"it is gone", "ない"}, {"%s and %s", "%[2]sと%[1]s"}, {"no %s", "%sなし"}, {"a.b", "点"}, {"%s, game %d", "%s第%s局"},
	}}
	for _, c := range []struct{ english, want string }{
		{"it is gone", "ない"},
		{"it is gone now", "it is gone now"},
		{"x and y", "yとx"},
		{"x and it is gone", "ないとx"},
		{"no file", "fileなし"},
		{"play: no file", "play：fileなし"},
		{"play: a.txt: it is gone", "play：a.txt：ない"},
		{"play: something else", "play：something else"},
		{"axb", "axb"}, // a dot is no pattern
		{"a.b", "点"},
		{"x.kif, game 12", "x.kif第12局"},
		{"x.kif, game over", "x.kif, game over"},
		{"%s", "%s"},
		{"", ""},
	} {
		if got := l.Say(c.english); got != c.want {
			t.Errorf("%q is %q, want %q", c.english, got, c.want)
		}
		if got := (*Language)(nil).Say(c.english); got != c.english {
			t.Errorf("%q is %q in English", c.english, got)
		}
	}
	if got := l.Failure("p", errors.Join(errors.New("no a"), errors.New("it is gone"))); got != "p: aなし\nない" {
		t.Errorf("%q", got)
	}
}

// Lines of Japanese are broken without blanks, and no sign that closes something begins one.
func TestWideLines(t *testing.T) {
	text := strings.Repeat("あ", 35) + "、" + strings.Repeat("い", 40) + "。 end"
	lines := fill(text, 8)
	if joined := strings.ReplaceAll(strings.Join(lines, ""), " ", ""); joined != strings.ReplaceAll(text, " ", "") || len(lines) != 3 {
		t.Errorf("%q", lines)
	}
	for _, line := range lines {
		if Columns(line) > lineWidth+2 || strings.ContainsRune(closing, []rune(strings.TrimSpace(line))[0]) {
			t.Errorf("%d columns: %q", Columns(line), line)
		}
	}
	if got := layOut("p", "あいうえお\nかきくけこ\n\nplain\ntext\n"); got != "あいうえお\nかきくけこ\n\nplain text\n" {
		t.Errorf("%q", got)
	}
}
