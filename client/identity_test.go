package client

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/tests/must"
)

// A program is known by its file, by what it calls itself and by its networks, wherever their
// names come from.
func TestIdentityOfPrograms(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"nn.bin": "usual", "a.bin": "one", "copy.bin": "one", "b.bin": "another"} {
		must.Write(t, filepath.Join(dir, name), []byte(text))
	}
	identity := func(behaviour string, options ...Option) Identity {
		c := fakeConfig(false, behaviour)
		c.Dir, c.Options = dir, options
		id, err := start(t, c).Identity(context.Background())
		must.OK(t, err)
		return id
	}
	file := func(name string) Option { return Option{"evalfile", name} }
	for _, test := range []struct {
		name         string
		earlier, now Identity
		want         string // part of the difference; "": none
	}{
		{"the same", identity("evaluates"), identity("evaluates"), ""},
		{"without a network", identity("normal"), identity("normal"), ""},
		{"another option", identity("evaluates"), identity("evaluates", Option{"Style", "Solid"}), ""},
		{"the default by name", identity("evaluates"), identity("evaluates", file("nn.bin")), ""},
		{"another name of the same network", identity("evaluates", file("a.bin")), identity("evaluates", file(filepath.Join(dir, "copy.bin"))), ""},
		{"another network", identity("evaluates", file("a.bin")), identity("evaluates", file("b.bin")), "the network of EvalFile is another one"},
		{"a folder", identity("evaluates"), identity("evaluates", Option{"EvalDir", dir}), "the network of EvalDir is another one"},
		{"another program", identity("evaluates"), Identity{Name: "Fake 1.0", Program: "1234"}, "its file is another one (1234, not "},
		{"another version", identity("normal"), Identity{Name: "Fake 1.1", Program: identity("normal").Program}, `it is "Fake 1.1", not "Fake 1.0"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := test.now.Difference(&test.earlier); (got == "") != (test.want == "") || !strings.Contains(got, test.want) {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
	before := identity("evaluates")
	must.Write(t, filepath.Join(dir, "nn.bin"), []byte("trained"))
	after := identity("evaluates")
	if after.Difference(&before) == "" {
		t.Error("a network that was replaced is the same")
	}
}
