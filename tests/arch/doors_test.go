package arch

import (
	"go/ast"
	"slices"
	"strings"
	"testing"
)

// doors are functions of the standard library behind which a rule of ours stands: only a few places may
// call them.
var doors = []struct {
	name   string // as it is called
	why    string
	places []string // folders or files
}{
	{"runtime.NumCPU", "smp/host heeds quotas", []string{"smp/host", "cmd/lab/bench.go", "cmd/internal/app/internal/checkup"}}, // that describe the machine
	{"os.Create", "internal/disk replaces files", nil},
	{"os.WriteFile", "internal/disk replaces files", []string{"cmd/release", "cmd/lab/internal/learn/host_linux.go", "core/attack/board64/search.go", "core/attack/board81/search.go"}},
	{"os.CreateTemp", "internal/disk replaces files", []string{"internal/dataset/shuffle.go", "cmd/lab/internal/train/set.go", "cmd/internal/app/analyse_input.go"}}, // files without a name to come
}

// What our own rooms are for is done there.
func TestDoors(t *testing.T) {
	called := map[string]bool{}
	for _, s := range sources(t) {
		if strings.HasPrefix(s.path, "tests/") {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			selector, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			of, ok := selector.X.(*ast.Ident)
			if !ok {
				return true
			}
			for _, d := range doors {
				if d.name != of.Name+"."+selector.Sel.Name {
					continue
				}
				place := func(p string) bool { return p == s.path || strings.HasPrefix(s.path, p+"/") }
				if i := slices.IndexFunc(d.places, place); i >= 0 {
					called[d.name+d.places[i]] = true
				} else {
					t.Errorf("%s calls %s: %s", s.path, d.name, d.why)
				}
			}
			return true
		})
	}
	for _, d := range doors {
		for _, place := range d.places {
			if !called[d.name+place] {
				t.Errorf("%s may call %s, which it does not", place, d.name)
			}
		}
	}
}
