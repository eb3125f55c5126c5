package linked

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/games/nets"
	"github.com/nitoryu/nitoryu/tests/must"
)

// A program has only the networks in it that it plays with.
func TestLinkedNetworks(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds three programs")
	}
	files := map[string][]byte{"chess": nets.Chess(), "chess-own": nets.ChessOwn(), "shogi": nets.Shogi()}
	for _, test := range []struct{ name, want string }{
		{"records", ""},
		{"chess", "chess chess-own"},
		{"shogi", "shogi"},
	} {
		t.Run(test.name, func(t *testing.T) {
			program := filepath.Join(t.TempDir(), test.name+".exe")
			if out, err := exec.Command("go", "build", "-pgo=off", "-o", program, "./testdata/"+test.name).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			built := must.Read(t, program)
			t.Logf("%d bytes", len(built))
			for name, file := range files {
				has, want := bytes.Contains(built, telling(file)), strings.Contains(" "+test.want+" ", " "+name+" ")
				if has != want {
					t.Errorf("the network %s is in it: %t", name, has)
				}
			}
		})
	}
}

// telling returns a part of a file that no other file is likely to have.
func telling(file []byte) []byte {
	const size, values = 256, 48
	for at := len(file) / 2; at+size <= len(file); at += size {
		seen := map[byte]bool{}
		for _, b := range file[at : at+size] {
			seen[b] = true
		}
		if len(seen) >= values {
			return file[at : at+size]
		}
	}
	return file
}
