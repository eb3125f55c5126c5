package main

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/train"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/internal/dataset"
	"github.com/nitoryu/nitoryu/tests/must"
)

// trainingGames plays a few games for training and returns their file.
func trainingGames(t *testing.T, game string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), game+".games")
	done(t, "datagen", "--nodes", "40", "--hash", "1", "--games", "12", "--move-limit", "80", "--eval", "<classic>", game, path)
	return path
}

// Games become a network, which plays a match; the same command does not train it
// twice.
func TestTrain(t *testing.T) {
	for _, g := range tried() {
		game := g.Name
		t.Run(game, func(t *testing.T) {
			games, dir := trainingGames(t, game), t.TempDir()
			net, html := filepath.Join(dir, "a.net"), filepath.Join(dir, "a.html")
			args := []string{"train", "--hidden", "32", "--buckets", "2", "--passes", "5", "--batch", "64", "--held", "0.2", "--scale", "200",
				"--html", html, "--name", "first", game, net, games}
			out, _ := done(t, args...)
			for _, want := range []string{`12 games, \d+ positions for training, \d+ for validation`, `scale K is 200`, `the side ahead by more than 300`, `integers differ from floats by 0\.\d+ on average`, `SHA-256 [0-9a-f]{64}`} {
				if !regexp.MustCompile(want).MatchString(out) {
					t.Errorf("no %q in\n%s", want, out)
				}
			}
			file, err := os.ReadFile(net)
			must.OK(t, err)
			n, err := nnue.Parse(file)
			must.OK(t, err)
			if n.Game != game || n.Name != "first" || n.Hidden != 32 || n.Buckets != 2 || n.Scale != 200 || n.Command != "lab train --hidden 32 --buckets 2 --passes 5 --batch 64 --held 0.2 --scale 200 --html a.html --name first "+game+" a.net "+game+".games" ||
				!strings.Contains(n.Data, "of 12 games in "+game+".games, played by Nitoryu ") {
				t.Errorf("header %+v", n.Header)
			}
			if page, err := os.ReadFile(html); err != nil || !strings.Contains(string(page), "validation") || strings.Contains(string(page), "Incomplete") {
				t.Errorf("error %v, page %.200s", err, page)
			}
			if _, log, err := call(t, args...); err != nil || !regexp.MustCompile(`resuming after (\d+) of (\d+) steps`).MatchString(log) {
				t.Errorf("error %v, printed %s", err, log)
			}
			if again, err := os.ReadFile(net); err != nil || string(again) != string(file) {
				t.Errorf("error %v, or the network is another one", err)
			}
			// The same run, but for the step of its weights.
			coarse := func(s ...string) []string {
				return slices.Concat([]string{"train"}, s, args[1:len(args)-2], []string{net, games})
			}
			refused(t, "--step is 1 to 16, not 17", coarse("--step", "17")...)
			if _, log, err := call(t, coarse("--step", "4")...); err != nil {
				t.Error(err, log)
			}
			if small, err := os.ReadFile(net); err != nil {
				t.Error(err)
			} else if m, err := nnue.Parse(small); err != nil || m.Step != 4 || slices.ContainsFunc(m.Weights, func(w int16) bool { return w%4 != 0 }) {
				t.Errorf("error %v, header %+v", err, m.Header)
			}
			// An exported run is the same one, and goes on from its checkpoint.
			exported, handed := filepath.Join(dir, "exported"), filepath.Join(dir, "handed.net")
			run := slices.Concat(args[:len(args)-2], []string{handed, games})
			if out, log, err := call(t, append([]string{"train", "--export", exported}, run[1:]...)...); err != nil || !strings.Contains(out, "holds the run after 0 of ") {
				t.Errorf("error %v, printed %s%s", err, out, log)
			}
			if _, err := os.Stat(handed); err == nil {
				t.Error("a network was written")
			}
			refused(t, "holds a run already", append([]string{"train", "--export", exported}, run[1:]...)...)
			if _, log, err := call(t, append([]string{"train", "--checkpoint", filepath.Join(exported, "checkpoint")}, run[1:]...)...); err != nil {
				t.Error(err, log)
			}
			if file, err := os.ReadFile(handed); err != nil {
				t.Error(err)
			} else if m, err := nnue.Parse(file); err != nil || !slices.Equal(m.Weights, n.Weights) || !slices.Equal(m.Output, n.Output) {
				t.Errorf("error %v, or the network is another one", err)
			}
			match := []string{"arena", "--game", game, "--engine", "self eval=" + net, "--engine", "self eval=<classic> name=classic", "--each", "nodes=20 hash=1",
				"--rounds", "1", "--move-limit", "40"}
			if game == "chess" {
				match = append(match[:len(match)-2], "--max-moves", "20")
			}
			if out, log, err := call(t, match...); err != nil || !strings.Contains(out, "Nitoryu a (nodes=20) against classic (nodes=20)") {
				t.Errorf("a match: error %v, printed %s%s", err, out, log)
			}
			refused(t, "seed is 1, wanted is 2", append(args, "--seed", "2")...)
			// Further runs begin with the network, the second one with more neurons.
			if out, log, err := call(t, "train", "--positions", "1e3", "--held", "0.2", "--scale", "250", "--from", net, game, filepath.Join(dir, "b.net"), games); err != nil || !strings.Contains(out, "the network of --from has 200; --scale 200 begins") {
				t.Error(err, log, out)
			}
			if file, err := os.ReadFile(filepath.Join(dir, "b.net")); err != nil {
				t.Error(err)
			} else if same, err := nnue.Parse(file); err != nil || same.Hidden != 32 || same.Buckets != 2 {
				t.Errorf("error %v, or the network has another shape than that of --from", err)
			}
			if out, log, err := call(t, "train", "--hidden", "64", "--positions", "1e3", "--held", "0.2", "--scale", "200", "--average", "0.5", "--from", net, game, filepath.Join(dir, "c.net"), games); err != nil || strings.Contains(out, "the network of --from") {
				t.Error(err, log, out)
			}
			refused(t, "64 neurons, more than the 32 wanted", "train", "--hidden", "32", "--buckets", "2", "--from", filepath.Join(dir, "c.net"), game, filepath.Join(dir, "d.net"), games)
			// Small layers are added to one, and stay.
			layered := func(net string, more ...string) {
				t.Helper()
				done(t, append(append([]string{"train", "--positions", "1e3", "--held", "0.2", "--scale", "200"}, more...), game, filepath.Join(dir, net), games)...)
				file := must.Read(t, filepath.Join(dir, net))
				if n, err := nnue.Parse(file); err != nil || n.Hidden != 64 || n.Buckets != 2 || !slices.Equal(n.Layers, []int{16, 32}) {
					t.Errorf("error %v, or %s has another shape", err, net)
				}
			}
			layered("e.net", "--layers", "16,32", "--from", filepath.Join(dir, "c.net"))
			layered("f.net", "--from", filepath.Join(dir, "e.net"))
			refused(t, "small layers of [16 32] neurons, not []", "train", "--layers", "", "--from", filepath.Join(dir, "e.net"), game, filepath.Join(dir, "d.net"), games)
			refused(t, "without small layers only", "train", "--scale", "200", "--held", "0.2", "--export", filepath.Join(dir, "layers"), "--from", filepath.Join(dir, "e.net"), game, filepath.Join(dir, "d.net"), games)
		})
	}
}

// The header of a network says where its positions come from, without the folders of
// this machine, and which networks played or scored them.
func TestDescription(t *testing.T) {
	for _, test := range []struct {
		name    string
		info    map[string]string
		want    string
		parents []string
	}{
		{"games", map[string]string{netInfo: "b"}, "0 positions of 0 games in a.games, played by Nitoryu 1 at 500 nodes, seed 7", []string{"b"}},
		{"values of a teacher", map[string]string{netInfo: "b", valuesInfo: "big: one of 8", teacherInfo: "a"}, "0 positions of 0 games in a.games, played by Nitoryu 1 at 500 nodes, seed 7, static values of big: one of 8", []string{"a", "b"}},
		{"scored again", map[string]string{netInfo: "b", scoresInfo: "self nodes=2500 eval=" + filepath.Join("some", "folder", "c.net"), scoresNetInfo: "c"}, "0 positions of 0 games in a.games, played by Nitoryu 1 at 500 nodes, seed 7, scored again by self nodes=2500 eval=c.net", []string{"b", "c"}},
		{"scored again by a program in a folder with a blank", map[string]string{netInfo: "b", scoresInfo: `"cmd=` + filepath.Join("my own", "x") + `" depth=9`}, "0 positions of 0 games in a.games, played by Nitoryu 1 at 500 nodes, seed 7, scored again by cmd=x depth=9", []string{"b"}},
		{"scored again by half a word", map[string]string{netInfo: "b", scoresInfo: `cmd=" depth=9`}, "0 positions of 0 games in a.games, played by Nitoryu 1 at 500 nodes, seed 7, scored again by cmd=\" depth=9", []string{"b"}},
		{"scored again by the network that played", map[string]string{netInfo: "b", scoresInfo: "self nodes=2500", scoresNetInfo: "b"}, "0 positions of 0 games in a.games, played by Nitoryu 1 at 500 nodes, seed 7, scored again by self nodes=2500", []string{"b"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := &train.Data{Training: new(train.Set), Runs: []dataset.Run{{Seed: 7, Nodes: 500, Engine: "Nitoryu 1", Info: test.info}}}
			if got := description(d, []string{filepath.Join("some", "a.games")}); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			if got := parents(d); !slices.Equal(got, test.parents) {
				t.Errorf("parents %q, want %q", got, test.parents)
			}
		})
	}
}

// The damage of every file is told, with how much of it was used.
func TestTrainTellsDamage(t *testing.T) {
	dir := t.TempDir()
	whole := trainingGames(t, "chess")
	text := must.Read(t, whole)
	torn, holed := filepath.Join(dir, "torn.games"), filepath.Join(dir, "holed.games")
	hole := slices.Clone(text)
	hole[len(hole)/2] ^= 1
	must.OK(t, errors.Join(os.WriteFile(torn, text[:len(text)-9], 0o666), os.WriteFile(holed, hole, 0o666)))
	out, _ := done(t, "train", "--hidden", "32", "--passes", "1", "--held", "0.2", "--scale", "200", "chess", filepath.Join(dir, "a.net"), torn, holed, whole)
	for _, want := range []string{
		`torn\.games: 0 damaged places with 0 bytes skipped, \d\d+ bytes of a torn game at the end; 11 games with \d+ positions are used`,
		`holed\.games: 1 damaged places with \d+ bytes skipped, 0 bytes of a torn game at the end; 11 games with \d+ positions are used`,
		`(?m)^34 games, `,
	} {
		if !regexp.MustCompile(want).MatchString(out) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if strings.Count(out, "damaged places") != 2 {
		t.Errorf("printed\n%s", out)
	}
}

func TestBadTrainCommandLines(t *testing.T) {
	dir := t.TempDir()
	games := trainingGames(t, "chess")
	net := filepath.Join(dir, "net")
	other := filepath.Join(dir, "other")
	write(t, other, "hello\n")
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"nothing", nil, "are needed"},
		{"no files", []string{"chess", net}, "are needed"},
		{"an unknown game", []string{"go", net, games}, "no game"},
		{"games of another game", []string{"shogi", net, games}, "games of chess"},
		{"a file that is not there", []string{"chess", net, games + "x"}, "no such file"},
		{"a file of something else", []string{"chess", net, other}, "not a file of games"},
		{"odd neurons", []string{"-hidden", "100", "chess", net, games}, "hidden neurons"},
		{"no neurons", []string{"-hidden", "0", "chess", net, games}, "hidden neurons"},
		{"one layer", []string{"-layers", "16", "chess", net, games}, "two small layers before its output or none, not 1"},
		{"a layer of odd size", []string{"-layers", "16,33", "chess", net, games}, "a multiple of 16, not 33"},
		{"layers that are no numbers", []string{"-layers", "16,many", "chess", net, games}, "numbers of neurons, such as 16,32"},
		{"layers and neurons without partners", []string{"-layers", "16,32", "-hidden", "96", "chess", net, games}, "pairs of hidden neurons: their number is a multiple of 64, not 96"},
		{"no buckets", []string{"-buckets", "0", "chess", net, games}, "output buckets"},
		{"no batch", []string{"-batch", "0", "chess", net, games}, "batch"},
		{"no passes", []string{"-passes", "0", "chess", net, games}, "--passes"},
		{"passes that are no number", []string{"-passes", "NaN", "chess", net, games}, "--passes"},
		{"no positions", []string{"-positions", "0", "chess", net, games}, "out of range"},
		{"positions that are no number", []string{"-positions", "many", "chess", net, games}, "invalid"},
		{"two lengths", []string{"-positions", "100", "-passes", "3", "chess", net, games}, "either"},
		{"a negative learning rate", []string{"-lr", "-1", "chess", net, games}, "learning rate"},
		{"a rising learning rate", []string{"-final-lr", "0.1", "chess", net, games}, "learning rate"},
		{"more than the whole share", []string{"-wdl", "1.5", "chess", net, games}, "share"},
		{"a negative scale", []string{"-scale", "-3", "chess", net, games}, "--scale"},
		{"a large scale", []string{"-scale", "30000", "chess", net, games}, "scale"},
		{"nothing held out", []string{"-held", "0", "chess", net, games}, "--held"},
		{"all held out", []string{"-held", "1", "chess", net, games}, "--held"},
		{"little memory", []string{"-memory", "100", "chess", net, games}, "--memory 100 is not at least 512"},
		{"a folder that is not there", []string{"-temp", filepath.Join(dir, "no"), "chess", net, games}, "no such file"},
		{"a folder that is a file", []string{"-temp", other, "chess", net, games}, "other is not a folder"},
		{"negative threads", []string{"-threads", "-1", "chess", net, games}, "--threads"},
		{"inputs that nobody knows", []string{"-inputs", "halfkp", "chess", net, games}, `--inputs: there are no inputs called "halfkp", only chess768hm`},
		{"a start that is not there", []string{"-from", net, "chess", net, games}, "no such file"},
		{"a start that is no network", []string{"-from", other, "chess", net, games}, "other: "},
		{"a checkpoint of another kind", []string{"-checkpoint", other, "-held", "0.2", "-scale", "99", "chess", net, games}, "not a checkpoint"},
		{"a place that cannot be written to", []string{"-held", "0.2", "-scale", "99", "chess", filepath.Join(dir, "no", "net"), games}, "no such file"},
		{"an export to a file", []string{"-export", other, "-held", "0.2", "-scale", "99", "chess", net, games}, "not a directory"},
		{"a filter that leaves nothing", []string{"-min-ply", "10000", "chess", net, games}, "too few"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			refused(t, tt.want, append([]string{"train"}, tt.args...)...)
			if _, err := os.Stat(net); err == nil {
				t.Error("a network was written")
			}
		})
	}
	if text, err := os.ReadFile(other); err != nil || string(text) != "hello\n" {
		t.Errorf("error %v, a file that was there is now %q", err, text)
	}
}
