package web

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/tests/must"
)

// The engines of one game alone answer as WebAssembly, in their own protocol only.
func TestEnginesAlone(t *testing.T) {
	must.BeFull(t, slow)
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("there is no node")
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	must.OK(t, err)
	runner := filepath.Join(strings.TrimSpace(string(goroot)), "lib/wasm/go_js_wasm_exec")
	for _, test := range []struct{ game, protocol, other, position, move string }{
		{"chess", "uci", "usi", "fen 7k/R7/6K1/8/8/8/8/8 w - - 0 1", "a7a8"},
		{"shogi", "usi", "uci", "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b"},
	} {
		t.Run(test.game, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), test.game+".wasm")
			cmd := exec.Command("go", "build", profile(), "-ldflags", "-s -w", "-o", file, "./cmd/engine/"+test.game)
			cmd.Dir, cmd.Env = root, append(os.Environ(), "GOOS=js", "GOARCH=wasm")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			p := start(t, runner, file)
			said := p.Greet(test.protocol)
			if !strings.HasPrefix(said[0], "id name Nitoryu ") {
				t.Errorf("it has no version: %q", said[0])
			}
			if slices.ContainsFunc(said, func(line string) bool { return strings.Contains(line, "Book") }) {
				t.Error("it lists options of books, without any")
			}
			if said := p.Answer(test.other); slices.Contains(said, test.other+"ok") {
				t.Errorf("it speaks %s, too", test.other)
			}
			p.Send("position "+test.position, "go depth 5")
			if _, answer := p.Until("bestmove"); !strings.HasPrefix(answer, "bestmove "+test.move) {
				t.Errorf("the mate is not played: %q", answer)
			}
			p.Quit()
		})
	}
}
