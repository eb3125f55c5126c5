package client

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestLineReader(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	tests := []struct {
		name, text string
		want       []string
	}{
		{"nothing", "", nil},
		{"lines", "a\nb\n", []string{"a", "b"}},
		{"carriage returns", "a\r\n\r\nb\r\n", []string{"a", "", "b"}},
		{"no newline at the end", "a\nb", []string{"a", "b"}},
		{"blanks around", "  a b\t\n", []string{"a b"}},
		{"a long line", "a\n" + long + "\nb\n", []string{"a", long, "b"}},
		{"a long line at the end", long, []string{long}},
		{"longer than is kept", strings.Repeat(long, 20) + "\nb\n", []string{strings.Repeat("x", maxLine), "b"}},
	}
	for _, test := range tests {
		for _, slow := range []bool{false, true} {
			var r io.Reader = strings.NewReader(test.text)
			if slow {
				r = iotest.HalfReader(r)
			}
			lines := newLineReader(r)
			var got []string
			line, err := lines.next()
			for ; err == nil; line, err = lines.next() {
				got = append(got, string(line))
			}
			if err != io.EOF || strings.Join(got, "\n") != strings.Join(test.want, "\n") || len(got) != len(test.want) {
				t.Errorf("%s: got %.100q, %v", test.name, got, err)
			}
		}
	}
}

// Lines that arrive together have the same time, whenever they are read.
func TestLineReaderTime(t *testing.T) {
	lines := newLineReader(strings.NewReader("a\nb\n"))
	if _, err := lines.next(); err != nil || lines.at.IsZero() {
		t.Fatal(lines.at, err)
	}
	first := lines.at
	if _, err := lines.next(); err != nil || lines.at != first {
		t.Errorf("first line at %v, second at %v, %v", first, lines.at, err)
	}
}

func TestTail(t *testing.T) {
	var logged int
	lines := &tail{log: func([]byte) { logged++ }}
	for _, part := range []string{"fir", "st\n\nsecond\r\n", strings.Repeat("y", 2*tailLength), "\nlast"} {
		if n, err := io.WriteString(lines, part); n != len(part) || err != nil {
			t.Fatal(n, err)
		}
	}
	if got, want := lines.words(), "first | second | "+strings.Repeat("y", tailLength)+" | last"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	_, _ = io.WriteString(lines, strings.Repeat("z\n", tailLines-1))
	if got := lines.words(); !strings.HasPrefix(got, "last | z |") || strings.Count(got, "z") != tailLines-1 {
		t.Errorf("got %q", got)
	}
	if logged != 4+tailLines-1 {
		t.Errorf("%d lines logged", logged)
	}
}
