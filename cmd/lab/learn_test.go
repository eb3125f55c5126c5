package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/dataset"
	"github.com/nitoryu/nitoryu/tests/must"
)

// ignorant writes a network that finds all positions equal and returns its file.
func ignorant(t *testing.T, g games.Game) string {
	t.Helper()
	in := g.FeatureSets[0]
	n, err := nnue.New(nnue.Header{Game: g.Name, Inputs: in.Name, Count: in.Count, Hidden: 32, Buckets: 1, Scale: 300})
	must.OK(t, err)
	file, err := n.File()
	must.OK(t, err)
	path := textFile(t, "ignorant.net", string(file))
	return path
}

// toyRun returns the arguments for a short run.
func toyRun(game, folder string, more ...string) []string {
	return append([]string{"learn", "--hidden", "32", "--positions", "1e3", "--nodes", "20", "--first-passes", "20", "--batch", "256", "--lr", "0.001", "--scale", "300",
		"--held", "0.1", "--threads", "1", "--match-every", "2", "--match-games", "2", "--match-nodes", "20", game, folder}, more...)
}

// factor returns how much longer than usual a test of learning is.
func factor(t *testing.T) int {
	t.Helper()
	n, err := strconv.Atoi(os.Getenv("NITORYU_LEARN"))
	if err != nil {
		return 1
	}
	return n
}

// The networks of a short run play far better than one that knows nothing. NITORYU_LEARN=5 stands
// for five times the games and ten generations. That later generations are better than the first
// takes millions of positions, and is for matches to show.
func TestLearn(t *testing.T) {
	n := factor(t)
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) {
			if testing.Short() || g.Name != "chess" && !must.Full() {
				t.Skip("this takes seconds; of other games with NITORYU_FULL")
			}
			positions := 10_000
			if must.Full() {
				positions = 16_000
			}
			folder := filepath.Join(t.TempDir(), "run")
			out, _ := done(t, toyRun(g.Name, folder, "--positions", fmt.Sprint(positions*n), "--nodes", "30", "--generations", strconv.Itoa(2*n))...)
			t.Log(out)
			out, _ = done(t, "arena", "--game", g.Name, "--engine", "self eval="+filepath.Join(folder, "newest.net")+" name=a",
				"--engine", "self eval="+ignorant(t, g)+" name=b", "--each", "nodes=100 hash=1", "--rounds", strconv.Itoa(10*n))
			var points, of float64
			if _, err := fmt.Sscanf(out[strings.Index(out, "score "):], "score %f of %f", &points, &of); err != nil || points < 0.65*of {
				t.Errorf("error %v, or it is not better:\n%s", err, out)
			}
			page := read(t, filepath.Join(folder, "progress.html"))
			must.Has(t, page, "how the networks learn", "<polyline", "over the one before")
		})
	}
}

// Small layers are a setting like the others: later generations have them as well.
func TestLearnLayers(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "run")
	for i, more := range [][]string{{"--hidden", "64", "--layers", "16,32"}, nil} {
		args := append([]string{"learn", "--generations", strconv.Itoa(i + 1), "chess", folder}, more...)
		if i == 0 {
			args = toyRun("chess", folder, append(more, "--generations", "1")...)
		}
		done(t, args...)
		n, err := nnue.Parse([]byte(read(t, filepath.Join(folder, "newest.net"))))
		if err != nil || !slices.Equal(n.Layers, []int{16, 32}) || n.Name == "" {
			t.Errorf("generation %d: error %v, or other layers", i+1, err)
		}
	}
}

// What is wrong is said at once, before any game, and the folder stays as it was.
func TestBadLearnCommandLines(t *testing.T) {
	dir := t.TempDir()
	run, other := filepath.Join(dir, "run"), filepath.Join(dir, "other")
	net := ignorant(t, games.Chess())
	done(t, toyRun("chess", run, "--hidden", "64", "--generations", "1", "--match-every", "0")...)
	must.OK(t, os.MkdirAll(other, 0o777))
	write(t, filepath.Join(other, "precious"), "")
	file, begun := filepath.Join(other, "precious"), read(t, filepath.Join(run, "learn.jsonl"))
	fresh := filepath.Join(dir, "fresh")
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"nothing", nil, "a game and a folder are needed"},
		{"no folder", []string{"chess"}, "a game and a folder are needed"},
		{"an unknown game", []string{"go", fresh}, "no game"},
		{"two folders", []string{"chess", fresh, fresh}, "a game and a folder are needed"},
		{"the folder of another game", []string{"shogi", run}, "learns chess; choose another folder for shogi"},
		{"a folder of something else", []string{"chess", other}, "is not empty (precious)"},
		{"a file", []string{"chess", file}, "not a directory"},
		{"a network that is not there", []string{"--from", fresh, "chess", fresh}, "no such file"},
		{"a start that is no network", []string{"--from", filepath.Join(run, "learn.jsonl"), "chess", fresh}, "--from: "},
		{"a network of another game", []string{"--from", net, "shogi", fresh}, "is a network of chess"},
		{"another start", []string{"--from", net, "chess", run}, "did not begin with this network"},
		{"odd neurons", []string{"--hidden", "100", "chess", fresh}, "hidden neurons"},
		{"layers that are no numbers", []string{"--layers", "deep", "chess", fresh}, "--layers"},
		{"layers of odd sizes", []string{"--layers", "8,32", "chess", fresh}, "a multiple of 16, not 8"},
		{"fewer neurons", []string{"--hidden", "32", "chess", run}, "the initial network "},
		{"inputs that nobody knows", []string{"--inputs", "halfkp", "chess", fresh}, "no inputs called"},
		{"no positions", []string{"--positions", "0", "chess", fresh}, "out of range"},
		{"positions that are no number", []string{"--positions", "many", "chess", fresh}, "--positions"},
		{"no nodes", []string{"--nodes", "0", "chess", fresh}, "--nodes"},
		{"openings that are not there", []string{"--openings", fresh, "chess", fresh}, "--openings: "},
		{"more than all games", []string{"--openings", file, "--openings-share", "1.5", "chess", fresh}, "--openings-share 1.5"},
		{"no window", []string{"--window", "0", "chess", fresh}, "--window"},
		{"a window of games that are gone", []string{"--window", "5", "--keep", "4", "chess", fresh}, "--keep 4 is less than --window 5"},
		{"no passes", []string{"--passes", "0", "chess", fresh}, "--passes"},
		{"no passes at first", []string{"--first-passes", "NaN", "chess", fresh}, "passes"},
		{"a negative learning rate", []string{"--lr", "-1", "chess", fresh}, "learning rate"},
		{"no learning rate at first", []string{"--first-lr", "0", "chess", fresh}, "learning rate"},
		{"no batch", []string{"--batch", "0", "chess", fresh}, "batch"},
		{"more than the whole share", []string{"--wdl", "1.5", "chess", fresh}, "share"},
		{"a share that is no number", []string{"--wdl", "half", "chess", fresh}, "--wdl"},
		{"nothing held out", []string{"--held", "0", "chess", fresh}, "--held"},
		{"a negative scale", []string{"--scale", "-1", "chess", fresh}, "--scale"},
		{"negative threads", []string{"--threads", "-1", "chess", fresh}, "--threads"},
		{"a negative generation", []string{"--generations", "-1", "chess", fresh}, "--generations"},
		{"negative hours", []string{"--hours", "-1", "chess", fresh}, "--hours"},
		{"hours that are no number", []string{"--hours", "NaN", "chess", fresh}, "--hours"},
		{"an odd number of games", []string{"--match-games", "3", "chess", fresh}, "--match-games"},
		{"matches in the past", []string{"--match-every", "-2", "chess", fresh}, "--match-every"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := call(t, append([]string{"learn"}, tt.args...)...)
			if err == nil || !strings.HasPrefix(err.Error(), "learn: ") || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v does not say %q", err, tt.want)
			}
			if _, err := os.Stat(fresh); err == nil {
				t.Error("a folder was made")
			}
		})
	}
	if read(t, filepath.Join(run, "learn.jsonl")) != begun {
		t.Error("the journal has changed")
	}
	if list, err := os.ReadDir(other); err != nil || len(list) != 1 {
		t.Errorf("error %v, files %v", err, list)
	}
}

// A run that began with a network takes over its shape, remembers its settings, and
// goes on with changed ones.
func TestLearnFromANetwork(t *testing.T) {
	folder, net := t.TempDir(), ignorant(t, games.Chess())
	args := toyRun("chess", folder, "--hidden", "0", "--from", net, "--generations")
	out, log, err := call(t, append(args, "1")...)
	if err != nil || !strings.Contains(out, "generation 1: ") || strings.Contains(out, "new settings") {
		t.Fatalf("error %v, printed %s%s", err, out, log)
	}
	first := filepath.Join(folder, "g1.net")
	n, err := games.Network(first)
	if err != nil || n.Hidden != 32 || !strings.Contains(n.Command, "lab train") || n.Name != "chess generation 1" {
		t.Errorf("error %v, header %+v", err, n)
	}
	if read(t, filepath.Join(folder, "g0.net")) != read(t, net) || read(t, filepath.Join(folder, "newest.net")) != read(t, first) {
		t.Error("not the networks that they should be")
	}
	out, log, err = call(t, "learn", "--lr", "0.0005", "--generations", "2", "chess", folder)
	for _, want := range []string{"from generation 2 on: lr is 0.001, wanted is 0.0005\n", "generation 2: ", "generation 2 against the first network: Elo "} {
		if err != nil || !strings.Contains(out, want) {
			t.Errorf("no %q: error %v, printed %s%s", want, err, out, log)
		}
	}
	if n, err = games.Network(filepath.Join(folder, "newest.net")); err != nil || n.Name != "chess generation 2" || !strings.Contains(n.Command, "--lr 0.0005") {
		t.Errorf("error %v, header %+v", err, n)
	}
	if out, _, err := call(t, append(args, "2", "--lr", "0.0005")...); err != nil || out != "" {
		t.Errorf("nothing is left to do: error %v, printed %s", err, out)
	}
}

// With a teacher, the values of its searches are learned; its network is what plays, and the header
// says so. Stopped and started again, the networks are the same.
func TestLearnFromATeacher(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) {
			if g.Name != "chess" {
				must.BeFull(t, "one game will do")
			}
			teacher, folder := ignorant(t, g), t.TempDir()
			args := []string{"--teacher", teacher, "--hidden", "32", "--positions", "2000", "--every", "20", "--nodes", "20", "--batch", "256", "--scale", "300",
				"--held", "0.4", "--threads", "1", "--match-every", "0", "--generations"}
			learn := func(folder, generations string) {
				done(t, slices.Concat([]string{"learn"}, args, []string{generations, g.Name, folder})...)
			}
			learn(folder, "1")
			done(t, "learn", "--generations", "2", g.Name, folder) // it remembers the teacher
			n, err := games.Network(filepath.Join(folder, "newest.net"))
			must.OK(t, err)
			had, err := games.Network(teacher)
			must.OK(t, err)
			if n.Inputs != g.FeatureSets[len(g.FeatureSets)-1].Name || !strings.Contains(n.Data, "static values of "+had.Label()) || !slices.Equal(n.Parents, []string{had.Hash}) {
				t.Errorf("header %+v", n.Header)
			}
			if _, values, err := dataset.CountValues(t.Context(), filepath.Join(folder, "g2.values")); err != nil || values < 2000 {
				t.Errorf("%d values, error %v", values, err)
			}
			whole := t.TempDir()
			learn(whole, "2")
			if read(t, filepath.Join(whole, "newest.net")) != read(t, filepath.Join(folder, "newest.net")) {
				t.Error("another network than without a stop")
			}
			loop := t.TempDir()
			done(t, slices.Concat([]string{"learn", "--student-plays", "--near", "3", "--stretch", "400", "--loss-scale", "200"}, args, []string{"2", g.Name, loop})...)
			n, err = games.Network(filepath.Join(loop, "newest.net"))
			must.OK(t, err)
			first, err := games.Network(filepath.Join(loop, "g1.net"))
			must.OK(t, err)
			if parents := []string{first.Hash, had.Hash}; len(n.Parents) != 2 || !slices.Contains(parents, n.Parents[0]) || !slices.Contains(parents, n.Parents[1]) ||
				!strings.Contains(n.Data, "static values of "+had.Label()+": one of 20 up to 5000, 3 moves from the game") || !strings.Contains(n.Command, "--stretch 400 --loss-scale 200") {
				t.Errorf("where the student plays: header %+v", n.Header)
			}
		})
	}
	refused(t, "--student-plays", "learn", "--student-plays", "chess", t.TempDir())
	refused(t, "--near", "learn", "--near", "-1", "--teacher", ignorant(t, games.Chess()), "chess", t.TempDir())
	refused(t, "--teacher", "learn", "--teacher", "nowhere.nnue", "chess", t.TempDir())
	refused(t, "--every", "learn", "--teacher", ignorant(t, games.Chess()), "--every", "0", "chess", t.TempDir())
	refused(t, "--with-games", "learn", "--with-games", "chess", t.TempDir())
}

// Games begin with the openings of a file, whose path the folder remembers.
func TestLearnFromOpenings(t *testing.T) {
	folder, file := t.TempDir(), filepath.Join(t.TempDir(), "openings")
	write(t, file, "startpos moves d2d4 d7d5 c2c4\n")
	args := toyRun("chess", folder, "--match-every", "0", "--openings-share", "1", "--openings", file, "--generations", "1")
	done(t, args...)
	if out, log, err := call(t, "learn", "--generations", "2", "chess", folder); err != nil || strings.Contains(out, "new settings") {
		t.Fatal(err, log, out)
	}
	for _, name := range []string{"g1.games", "g2.games"} {
		out, _, err := call(t, "data", "games", filepath.Join(folder, name))
		if n := strings.Count(out, "d2d4 d7d5 c2c4 "); err != nil || n < 5 || n != strings.Count(out, "\n") {
			t.Errorf("error %v, %d of the games in %s begin so: %.300s", err, n, name, out)
		}
	}
}

// A damaged network, and games that were begun with other openings, stay as they are.
func TestLearnKeepsWhatItCannotUse(t *testing.T) {
	folder, file := t.TempDir(), filepath.Join(t.TempDir(), "openings")
	write(t, file, "startpos moves d2d4 d7d5 c2c4\n")
	done(t, toyRun("chess", folder, "--match-every", "0", "--openings-share", "1", "--openings", file, "--generations", "1")...)
	net, newest, part := filepath.Join(folder, "g1.net"), filepath.Join(folder, "newest.net"), filepath.Join(folder, "g2.part")
	games, whole := read(t, filepath.Join(folder, "g1.games")), read(t, net)
	for _, c := range []struct {
		name, net, openings string
		want                string
	}{
		{"half a network", whole[:len(whole)/2], "", "g1.net is not the network of generation 1"},
		{"a network with a wrong byte", whole[:len(whole)/2] + "x" + whole[len(whole)/2+1:], "", "g1.net is not the network of generation 1"},
		{"other openings", whole, "startpos moves e2e4\n", "g2.part is left as it is"},
	} {
		write(t, net, c.net)
		write(t, part, games) // of another seed, as if by another version
		if c.openings != "" {
			write(t, file, c.openings)
		}
		refused(t, c.want, "learn", "--generations", "2", "chess", folder)
		for name, want := range map[string]string{net: c.net, newest: whole, part: games} {
			if read(t, name) != want {
				t.Errorf("%s: %s has changed", c.name, name)
			}
		}
	}
}

// Ctrl-C ends a run and says how to go on; the end of its hours as well.
func TestLearnStops(t *testing.T) {
	folder := t.TempDir()
	part, stopped := filepath.Join(folder, "g1.part"), "stopped; go on with lab learn chess "+folder
	if runtime.GOOS != "windows" { // which has no signals
		lab := exec.Command(os.Args[0], toyRun("chess", folder, "--positions", "1e9")...)
		lab.Env = append(os.Environ(), asLab+"=1")
		var said strings.Builder
		lab.Stdout, lab.Stderr = &said, &said
		must.OK(t, lab.Start())
		ended := make(chan error, 1)
		go func() { ended <- lab.Wait() }()
		for games := ""; games == ""; games, _, _ = call(t, "data", "games", part) {
			select {
			case err := <-ended:
				t.Fatalf("it ended before its first game: error %v, said %s", err, &said)
			case <-time.After(20 * time.Millisecond):
			}
		}
		refused(t, "another process is writing it", "learn", "chess", folder)
		must.OK(t, lab.Process.Signal(os.Interrupt))
		if err := <-ended; err != nil || !strings.Contains(said.String(), stopped) {
			t.Errorf("error %v, said %s", err, &said)
		}
		if games, _, err := call(t, "data", "games", part); err != nil || games == "" {
			t.Errorf("error %v, games %s", err, games)
		}
	}
	out, log, err := call(t, toyRun("chess", folder, "--positions", "1e9", "--hours", "0.0001")...)
	if err != nil || !strings.Contains(out, stopped) {
		t.Errorf("no %q: error %v, printed %s%s", stopped, err, out, log)
	}
}
