package lines

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestEach(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"items", "e2e4 e7e5\nd2d4\n", "e2e4 e7e5|d2d4|3 <nil>"},
		{"no end of the last line", "a\nb", "a|b|3 <nil>"},
		{"lines without items", "\n# a note\n  # another\n \t\na # b\n", "a # b|6 <nil>"},
		{"of Windows", "a\r\n\r\nb\r\n", "a|b|4 <nil>"},
		{"a byte order mark", "\ufeffa\nb\n", "a|b|3 <nil>"},
		{"a byte order mark before a note", "\ufeff# a\nb\n", "b|3 <nil>"},
		{"a line that is too long", "a\n" + strings.Repeat("b", 64), "a|2 the line is longer than 64 bytes"},
		{"an item that ends it", "a\nstop\nb\n", "a|stop|2 EOF"},
		{"nothing", "", "1 <nil>"},
	} {
		var got []string
		n, err := Each(iotest.OneByteReader(strings.NewReader(c.text)), 64, func(item string) error {
			got = append(got, item)
			if item == "stop" {
				return io.EOF
			}
			return nil
		})
		got = append(got, fmt.Sprint(n, " ", err))
		if got := strings.Join(got, "|"); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
