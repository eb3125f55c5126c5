package cli

import (
	"strings"
	"testing"
)

func TestStyle(t *testing.T) {
	for _, c := range []struct{ name, got, want string }{
		{"strong", Style(true).Strong("a"), "\x1b[1ma\x1b[0m"},
		{"faint", Style(true).Faint("a"), "\x1b[2ma\x1b[0m"},
		{"a warning", Style(true).Warning("a"), "\x1b[33ma\x1b[0m"},
		{"good news", Style(true).Good("a"), "\x1b[32ma\x1b[0m"},
		{"bad news", Style(true).Bad("a"), "\x1b[31ma\x1b[0m"},
		{"nothing", Style(true).Warning(""), ""},
		{"plain", Style(false).Strong("a"), "a"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", c.name, c.got, c.want)
		}
	}
	if StyleOf(new(strings.Builder)) {
		t.Error("a builder has colours")
	}
}

func TestCut(t *testing.T) {
	for _, c := range []struct {
		name, line string
		columns    int
		want       string
	}{
		{"it fits", "abc", 3, "abc"},
		{"too long", "abcd", 3, "abc"},
		{"no room", "abc", 0, ""},
		{"negative room", "abc", -1, ""},
		{"wide letters", "７六歩", 5, "７六"},
		{"a mark that some fonts make wide", "▲７六", 3, "▲"},
		{"a figure that is asked to be text", "♟\ufe0e♟\ufe0e♞", 2, "♟\ufe0e♟\ufe0e"},
		{"letters of one column", "čšž", 3, "čšž"},
	} {
		if got := Cut(c.line, c.columns); got != c.want || Columns(got) > max(0, c.columns) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestShowsUTF8(t *testing.T) {
	for _, c := range []struct {
		name, system, variables string
		want                    bool
	}{
		{"nothing is set", "linux", "", false},
		{"a language", "linux", "LANG=ja_JP.UTF-8", true},
		{"written otherwise", "darwin", "LANG=C.utf8", true},
		{"an old encoding", "linux", "LANG=ja_JP.eucJP", false},
		{"the first that is set counts", "linux", "LC_ALL=C LANG=ja_JP.UTF-8", false},
		{"the class of letters before the language", "linux", "LC_CTYPE=en_US.UTF-8 LANG=C", true},
		{"Windows", "windows", "LANG=C", true},
	} {
		env := map[string]string{}
		for _, v := range strings.Fields(c.variables) {
			name, value, _ := strings.Cut(v, "=")
			env[name] = value
		}
		if got := showsUTF8(c.system, func(name string) string { return env[name] }); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// The first variable that is set says the language, then the system.
func TestReadsJapanese(t *testing.T) {
	for _, c := range []struct {
		name, all, messages, lang, system string
		want                              bool
	}{
		{"nothing", "", "", "", "", false},
		{"a Japanese locale", "", "", "ja_JP.UTF-8", "", true},
		{"the language alone", "", "", "ja", "", true},
		{"all in Japanese", "ja_JP.UTF-8", "C", "C", "", true},
		{"messages in English", "", "en_GB.UTF-8", "ja_JP.UTF-8", "", false},
		{"Javanese", "", "", "jv_ID.UTF-8", "", false},
		{"a Japanese system", "", "", "", "ja-JP", true},
		{"a Japanese system told otherwise", "", "", "C.UTF-8", "ja-JP", false},
	} {
		env := map[string]string{"LC_ALL": c.all, "LC_MESSAGES": c.messages, "LANG": c.lang}
		if got := readsJapanese(func(name string) string { return env[name] }, c.system); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
