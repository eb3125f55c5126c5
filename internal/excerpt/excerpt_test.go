package excerpt

import (
	"strings"
	"testing"
)

func TestExcerpt(t *testing.T) {
	forty := strings.Repeat("a", 39) + "歩"
	for _, c := range []struct{ name, text, quoted, plain string }{
		{"nothing", "", `""`, ""},
		{"a move", "e2e4", `"e2e4"`, "e2e4"},
		{"letters of other languages", "▲７六歩　", `"▲７六歩　"`, "▲７六歩　"},
		{"signs that move the cursor", "\x1b[2J\"\n", `"\x1b[2J\"\n"`, "\x1b[2J\"\n"},
		{"bytes that are no letters", "\xff\xfe", `"\xff\xfe"`, "\xff\xfe"},
		{"as long as may be", forty, `"` + forty + `"`, forty},
		{"too long", forty + "bc", `"` + forty + `"...`, forty + "..."},
	} {
		if got := Quote(c.text); got != c.quoted {
			t.Errorf("%s: quoted %s, want %s", c.name, got, c.quoted)
		}
		if got := Of(c.text); got != c.plain {
			t.Errorf("%s: %s, want %s", c.name, got, c.plain)
		}
	}
	if got := QuoteTo(2, "abc"); got != `"ab"...` {
		t.Errorf("another limit: %s", got)
	}
}
