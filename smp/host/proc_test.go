package host

import (
	"fmt"
	"testing"
)

func TestField(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"kilobytes", "Name:\tnitoryu\nVmRSS:\t   44244 kB\nRssAnon:\t   30720 kB\nRssFile:\t   13524 kB\n", "31457280"},
		{"a count", "HugePages_Total:       7\nRssAnon:       8\n", "8"},
		{"a line that is not there", "Name:\tnitoryu\nRss:\t   44244 kB\n", "unknown"},
		{"a value that looks like it", "Name:\tRssAnon: 5 kB\nRssAnon:\t7 kB\n", "7168"},
		{"no number", "RssAnon:\tmany kB\n", "unknown"},
		{"too large", "RssAnon: 99999999999999999999 kB", "unknown"},
		{"nothing", "", "unknown"},
	} {
		got := "unknown"
		if n := Field(c.text, "RssAnon"); n != nil {
			got = fmt.Sprint(*n)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestParseTicks(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a virtual machine", "cpu  100 0 50 800 10 0 0 40 9 9\ncpu0 1 2 3\n", "{1000 40} true"},
		{"an old kernel", "cpu 1 2 3 4\n", "{0 0} false"},
		{"no number", "cpu 1 2 3 4 x 6 7 8\n", "{0 0} false"},
		{"something else", "intr 1 2 3 4 5 6 7 8 9 10\n", "{0 0} false"},
		{"nothing", "", "{0 0} false"},
	} {
		if got := fmt.Sprint(ParseTicks(c.text)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
