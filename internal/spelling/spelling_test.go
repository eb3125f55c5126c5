package spelling

import "testing"

func TestHint(t *testing.T) {
	known := []string{"analyse", "bench", "go", "d", "NullMoveDepth", "NullMoveBase", "LMRBase", "読み"}
	tests := []struct{ name, word, want string }{
		{"a wrong letter", "analyze", "analyse"},
		{"a letter too few", "bnch", "bench"},
		{"a letter too many", "benchh", "bench"},
		{"two letters swapped", "bnech", "bench"},
		{"another case", "nullmovedepth", "NullMoveDepth"},
		{"several mistakes in a long word", "NulMoveDeptth", "NullMoveDepth"},
		{"the nearest of two", "NullMoveBass", "NullMoveBase"},
		{"a prefix", "NullMove", "NullMoveDepth"},
		{"a part", "MoveDepth", "NullMoveDepth"},
		{"two letters", "og", "go"},
		{"other letters than Latin ones", "読む", "読み"},
		{"nothing alike", "Contempt", ""},
		{"too many mistakes in a short word", "boo", ""},
		{"a single letter is near nothing", "x", ""},
		{"no word", "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			want := ""
			if test.want != "" {
				want = `; did you mean "` + test.want + `"?`
			}
			if got := Hint(test.word, known); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

func TestDistance(t *testing.T) {
	tests := []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a", "", 1}, {"", "abc", 3}, {"abc", "abc", 0}, {"abc", "axc", 1}, {"abc", "acb", 1},
		{"kitten", "sitting", 3}, {"ca", "abc", 3},
	}
	for _, test := range tests {
		if n := distance([]rune(test.a), []rune(test.b)); n != test.want {
			t.Errorf("%q to %q: %d, want %d", test.a, test.b, n, test.want)
		}
		if n := distance([]rune(test.b), []rune(test.a)); n != test.want {
			t.Errorf("%q to %q: %d, want %d", test.b, test.a, n, test.want)
		}
	}
}
