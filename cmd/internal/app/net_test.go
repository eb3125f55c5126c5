//go:build !js

package app

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/core/nnue/foreign"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/must"
)

func TestNet(t *testing.T) {
	n, err := nnue.New(nnue.Header{
		Game: "chess", Inputs: "chess768hm", Count: 768, Hidden: 64, Buckets: 2, Scale: 380, Name: "g1\x1b[2J\n",
		Command: "lab train x", Data: "a million positions", Parents: []string{"aaaa", "bbbb"},
	})
	must.OK(t, err)
	file, err := n.File()
	must.OK(t, err)
	folder := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(folder, name)
		must.Write(t, path, data)
		return path
	}
	whole := write("whole", file)
	got, err := call(t, "net", whole)
	must.OK(t, err)
	want := "name      g1\\x1b[2J\\x0a\ngame      chess\ninputs    chess768hm: 768 for each side\nneurons   2 x 64\noutputs   2, scale 380\n" +
		"size      48.5 KiB\nSHA-256   " + n.Hash + "\ntrained   lab train x\ndata      a million positions\nparents   aaaa\n          bbbb\n"
	if got != want {
		t.Errorf("printed\n%s, want\n%s", got, want)
	}
	n, err = nnue.New(nnue.Header{Game: "chess", Inputs: "chess768hm", Count: 768, Hidden: 64, Buckets: 2, Layers: []int{16, 32}, Scale: 380})
	must.OK(t, err)
	file, err = n.File()
	must.OK(t, err)
	got, err = call(t, "net", write("layers", file))
	if want := "\nneurons   2 x 64\noutputs   2, each behind layers of 16 and 32 neurons, scale 380\n"; err != nil || !strings.Contains(got, want) {
		t.Errorf("error %v, printed\n%s, want\n%s", err, got, want)
	}
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"two files", []string{whole, whole}, "give the file"},
		{"a missing file", []string{filepath.Join(folder, "none")}, "none"},
		{"an archive", []string{write("foreign", []byte("PK\x03\x04"))}, "unpack it"},
		{"another file", []string{write("other", []byte("text"))}, "no network of Nitoryu's"},
		{"a cut file", []string{write("cut", file[:1000])}, "after its header"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := call(t, append([]string{"net"}, test.args...)...)
			must.Say(t, err, test.want)
		})
	}
}

// Without a file, the networks of the program are described, with the values that choose them.
func TestNetsOfTheProgram(t *testing.T) {
	got, err := call(t, "net")
	must.OK(t, err)
	for _, g := range games.All() {
		for _, n := range []*nnue.Network{g.Network(), g.OwnNetwork()} {
			if strings.Count(got, "SHA-256   "+n.Hash+"\n") != 1 {
				t.Errorf("%s is not told once:\n%s", n.Name, got)
			}
		}
	}
	if strings.Count(got, "<embedded>") != 2 || strings.Count(got, "<own>") != 2 {
		t.Errorf("printed\n%s", got)
	}
}

// A network of another engine is described, too.
func TestNetOfAnotherEngine(t *testing.T) {
	n, err := foreign.New(games.Chess().Foreign[0])
	must.OK(t, err)
	n.Description = "noise\x1b[2J"
	file, err := n.File()
	must.OK(t, err)
	path := filepath.Join(t.TempDir(), "nn.nnue")
	must.Write(t, path, file)
	got, err := call(t, "net", path)
	want := "kind      HalfKP 256x2-32-32 of Stockfish 12\ngame      chess\ninputs    HalfKP: 41024 for each side\nneurons   2 x 256\n" +
		"layers    32, 32 and 1 outputs\nweights   plain\nSHA-256   " + n.Hash + "\nsays      noise\\x1b[2J\n"
	if err != nil || got != want {
		t.Errorf("printed\n%s, error %v, want\n%s", got, err, want)
	}
}
