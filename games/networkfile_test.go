package games_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/options"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/games/nets"
	"github.com/nitoryu/nitoryu/smp"
	"github.com/nitoryu/nitoryu/tests/must"
)

// What becomes of a network file in the middle of a search is no matter to the search, nor
// to those that follow.
func TestChangedNetworkFiles(t *testing.T) {
	over := func(file string, with byte) error { // in place, as cp does
		size := len(must.Read(t, file))
		return os.WriteFile(file, bytes.Repeat([]byte{with}, size), 0o600)
	}
	changes := []struct {
		name   string
		change func(file string) error
	}{
		{"truncated", func(file string) error { return os.Truncate(file, 0) }},
		{"cut", func(file string) error { return os.Truncate(file, 5000) }},
		{"written over", func(file string) error { return over(file, 1) }},
		{"removed", os.Remove},
	}
	for _, network := range []struct {
		name string
		game games.Game
		file func(t *testing.T) string
	}{
		{"plain, chess", games.Chess(), func(t *testing.T) string { return kindOf(t, games.Chess(), "HalfKP 256x2-32-32") }},
		{"plain, shogi", games.Shogi(), func(t *testing.T) string { return kindOf(t, games.Shogi(), "halfkp_32x2-8-8") }},
		{"compressed", games.Shogi(), func(t *testing.T) string { return kindOf(t, games.Shogi(), "SFNN_halfkahm2_32_7_8_k3k3") }},
		{"ours", games.Chess(), func(t *testing.T) string {
			file := filepath.Join(t.TempDir(), "ours.net")
			must.Write(t, file, nets.File("chess"))
			return file
		}},
	} {
		for _, test := range changes {
			t.Run(network.name+", "+test.name, func(t *testing.T) {
				g, file := network.game, network.file(t)
				source, err := g.Evaluation(options.Evaluation{File: file})
				must.OK(t, err)
				g.Evaluators = source
				e := smp.New(g.Engine(g.Params()))
				defer e.Close()
				p := g.Start(core.Settings{})
				limits := core.Limits{Nodes: 3000}
				want := e.Search(p, limits)
				e.NewGame()
				changed := false
				e.Go(p.Clone(), limits, core.Callbacks{
					Info: func(core.Info) {
						if !changed {
							changed = true
							must.OK(t, test.change(file))
						}
					},
					Fault: func(err error) { t.Error(err) },
					Done: func(got core.Result) {
						if got.Best != want.Best || got.Score != want.Score || got.Nodes != want.Nodes {
							t.Errorf("%+v, and with an unchanged file %+v", got, want)
						}
					},
				})
				if e.Wait(); !changed {
					t.Error("the file was not changed")
				}
				e.NewGame()
				if got := e.Search(p, limits); got.Score != want.Score {
					t.Errorf("the next search says %d, not %d", got.Score, want.Score)
				}
			})
		}
	}
}

// kindOf writes a network of that architecture and returns its file.
func kindOf(t *testing.T, g games.Game, name string) string {
	t.Helper()
	for _, a := range g.Foreign {
		if a.Name != name {
			named, err := a.Named(name)
			if err != nil {
				continue
			}
			a = named
		}
		return filepath.Join(foreignFile(t, a), "nn.bin")
	}
	t.Fatalf("there is no architecture %s", name)
	return ""
}

// What is odd about a file is told, and what stands beside it is heeded.
func TestBesideNetworks(t *testing.T) {
	file := kindOf(t, games.Shogi(), "SFNN_kp_32_7_8_k9k9z")
	folder := filepath.Dir(file)
	data, err := os.ReadFile(file)
	must.OK(t, err)
	size := int(data[8]) // of the description, which says what the file is
	data = append(append(append([]byte{}, data[:8]...), 0, 0, 0, 0), data[12+size:]...)
	data[4] ^= 1 // a part of its hash
	must.Write(t, file, data)
	var warnings []string
	open := func() error {
		warnings = nil
		_, err := games.Shogi().Evaluation(options.Evaluation{Folder: folder, Warn: func(text string) { warnings = append(warnings, text) }})
		return err
	}
	must.Say(t, open(), "could be any of SFNN_kp_32_7_8_k9k9 ")
	for _, line := range []string{"LS_BUCKET_MODE=k9k9z", "NNUE_ARCHITECTURE SFNN_kp_32_7_8_k9k9z"} {
		must.Write(t, filepath.Join(folder, "eval_options.txt"), []byte(line+"\n"))
		if err := open(); err != nil || len(warnings) != 1 || !strings.Contains(warnings[0], "by its sizes") {
			t.Errorf("%s: %v, warnings %q", line, err, warnings)
		}
	}
}
