package learn

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/stats"
	"github.com/nitoryu/nitoryu/internal/disk"
	"github.com/nitoryu/nitoryu/tests/must"
)

// script stands for the work: its files hold the words of what made them. The step
// with the number stop leaves half a file and an error.
type script struct {
	t     *testing.T
	calls []string
	stop  int
	why   error
}

var errStop = fmt.Errorf("stopped: %w", context.Canceled)

// step writes a file in two halves, as the steps with a half-made file do.
func (s *script) step(file, half, text string) error {
	s.calls = append(s.calls, text)
	if len(s.calls) == s.stop {
		if err := os.WriteFile(half, []byte("half"), 0o666); err != nil {
			s.t.Fatal(err)
		}
		return s.why
	}
	return os.WriteFile(file, []byte(text), 0o666)
}

func (s *script) base(path string) string {
	if path == "" {
		return "nothing"
	}
	text, err := os.ReadFile(path)
	if err != nil {
		s.t.Error(err)
	}
	name := filepath.Base(path)
	if !strings.HasSuffix(name, ".games") && len(text) == 0 {
		s.t.Errorf("%s is empty", name)
	}
	return name
}

func (s *script) Play(_ context.Context, c *Settings, j PlayJob) error {
	text := fmt.Sprintf("%d positions of %s, seed %d", c.Positions, s.base(j.Network), j.Seed)
	if j.Values != "" {
		text = fmt.Sprintf("%d values of %s, seed %d", c.Positions, c.Teacher, j.Seed)
		if err := os.WriteFile(j.Values, []byte(text), 0o666); err != nil {
			return err
		}
	}
	return s.step(j.Games, j.Games, text)
}

func (s *script) Count(context.Context, string) (int64, int64, error) { return 10, 100, nil }

func (s *script) Train(_ context.Context, c *Settings, j TrainJob) (Trained, string, error) {
	var files []string
	for _, f := range j.Files {
		files = append(files, s.base(f))
	}
	text := fmt.Sprintf("%s from %s and %v, %g passes, lr %g, wdl %g", j.Name, s.base(j.From), files, c.Passes, c.Rate, c.Blend)
	err := s.step(j.Network, j.Network+".checkpoint", text)
	return Trained{100, 0.5, 0.5}, text, err
}

// Hash gives whole networks, which Train has made of its words, their text as a hash.
func (s *script) Hash(network string) (string, error) {
	text, err := os.ReadFile(network)
	if err == nil && strings.HasPrefix(string(text), "damaged") {
		err = errors.New("damaged")
	}
	return string(text), err
}

func (s *script) Match(_ context.Context, _ *Settings, _ uint64, network string, others []string, file string) ([]Match, error) {
	var names []string
	for _, o := range others {
		names = append(names, s.base(o))
	}
	err := s.step(file, file, fmt.Sprintf("%s against %v", s.base(network), names))
	return make([]Match, len(others)), err
}

// config returns a run in a new folder and the lines that it prints.
func config(t *testing.T, s *script) (*Config, *[]string) {
	t.Helper()
	c := &Config{Folder: filepath.Join(t.TempDir(), "run"), Settings: Defaults("chess"), Generations: 4, Steps: s}
	c.MatchEvery, c.Keep = 2, 3
	var said []string
	c.Print = func(text string) { said = append(said, text) }
	return c, &said
}

// files returns the contents of those in a folder that do not depend on time.
func files(t *testing.T, folder string) map[string]string {
	t.Helper()
	list, err := os.ReadDir(folder)
	must.OK(t, err)
	all := map[string]string{}
	for _, f := range list {
		text := must.Read(t, filepath.Join(folder, f.Name()))
		if f.Name() == journalName || f.Name() == pageName {
			text = nil
		}
		all[f.Name()] = string(text)
	}
	return all
}

var wholeRun = []string{
	"5000000 positions of nothing, seed 1000004",
	"chess generation 1 from nothing and [g1.games], 30 passes, lr 0.001, wdl 0",
	"5000000 positions of g1.net, seed 1000005",
	"chess generation 2 from g1.net and [g1.games g2.games], 4 passes, lr 0.0003, wdl 0.1",
	"g2.net against [nothing]",
	"5000000 positions of g2.net, seed 1000006",
	"chess generation 3 from g2.net and [g2.games g3.games], 4 passes, lr 0.0003, wdl 0.1",
	"5000000 positions of g3.net, seed 1000007",
	"chess generation 4 from g3.net and [g3.games g4.games], 4 passes, lr 0.0003, wdl 0.1",
	"g4.net against [nothing g2.net]",
}

func TestOrderOfSteps(t *testing.T) {
	s := &script{t: t}
	c, said := config(t, s)
	must.OK(t, Run(t.Context(), c))
	if !slices.Equal(s.calls, wholeRun) {
		t.Errorf("steps %q", s.calls)
	}
	want := []string{"g1.net", "g2.games", "g2.net", "g3.games", "g3.net", "g4.games", "g4.net", journalName, NewestName, pageName}
	all := files(t, c.Folder)
	for _, name := range want {
		if _, there := all[name]; !there || len(all) != len(want) {
			t.Errorf("no %s, or too many files: %v", name, all)
		}
	}
	if all[NewestName] != wholeRun[8] {
		t.Errorf("the newest network is %q", all[NewestName])
	}
	if text := strings.Join(*said, "\n"); strings.Count(text, "generation") < 6 || !strings.Contains(text, "in all 400 positions") || !strings.Contains(text, "generation 2 against the hand-crafted evaluation: Elo 0.00 ± inf") {
		t.Errorf("said %s", text)
	}
}

// Wherever a run ends, and whatever half-made files it leaves, the next start goes on, and ends with the
// same files.
func TestGoingOn(t *testing.T) {
	whole, _ := config(t, &script{t: t})
	must.OK(t, Run(t.Context(), whole))
	want := files(t, whole.Folder)
	for stop := range len(wholeRun) {
		t.Run(wholeRun[stop], func(t *testing.T) {
			s := &script{t: t, stop: stop + 1, why: errStop}
			c, said := config(t, s)
			if err := Run(t.Context(), c); !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
			f, err := os.OpenFile(filepath.Join(c.Folder, journalName), os.O_APPEND|os.O_WRONLY, 0)
			must.OK(t, err)
			if _, err := f.WriteString(`{"spent":`); err != nil {
				t.Fatal(err)
			}
			must.OK(t, f.Close())
			s.calls, s.stop = nil, 0
			done := strings.Count(strings.Join(wholeRun[:stop], " "), "chess generation")
			must.OK(t, Run(t.Context(), c))
			if text := fmt.Sprintf("run: going on after generation %d", done); strings.Contains(strings.Join(*said, "\n"), text) != (done > 0) {
				t.Errorf("said %q", *said)
			}
			if !slices.Equal(s.calls, wholeRun[stop:]) {
				t.Errorf("steps %q", s.calls)
			}
			if got := files(t, c.Folder); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("files %v, want %v", got, want)
			}
		})
	}
}

// With a teacher, networks learn from its values, and from its games if that is asked for. A run
// goes on wherever it ends, also between the two names that a generation's files get.
func TestTeacher(t *testing.T) {
	want := []string{
		"50000000 values of /large.nnue, seed 1000004",
		"chess generation 1 from nothing and [g1.values], 3 passes, lr 0.001, wdl 0",
		"50000000 values of /large.nnue, seed 1000005",
		"chess generation 2 from g1.net and [g1.values g2.values], 1.5 passes, lr 0.0008, wdl 0.1",
	}
	taught := func(s *script) *Config {
		c, _ := config(t, s)
		c.Settings = c.Taught()
		c.Teacher, c.MatchEvery, c.Generations = "/large.nnue", 0, 2
		return c
	}
	whole := &script{t: t}
	c := taught(whole)
	must.OK(t, Run(t.Context(), c))
	if !slices.Equal(whole.calls, want) {
		t.Fatalf("steps %q", whole.calls)
	}
	end := files(t, c.Folder)
	for stop := range want {
		s := &script{t: t, stop: stop + 1, why: errStop}
		c := taught(s)
		if err := Run(t.Context(), c); !errors.Is(err, errStop) {
			t.Fatal(err)
		}
		s.calls, s.stop = nil, 0
		must.OK(t, Run(t.Context(), c))
		if got := files(t, c.Folder); !slices.Equal(s.calls, want[stop:]) || fmt.Sprint(got) != fmt.Sprint(end) {
			t.Errorf("stopped at %d: steps %q, files %v", stop, s.calls, got)
		}
	}
	t.Run("killed between two names", func(t *testing.T) {
		s := &script{t: t, stop: 2, why: errStop}
		c := taught(s)
		if err := Run(t.Context(), c); !errors.Is(err, errStop) {
			t.Fatal(err)
		}
		must.OK(t, os.Rename(filepath.Join(c.Folder, "g1.values"), filepath.Join(c.Folder, "g1.values.part")))
		s.calls, s.stop = nil, 0
		must.OK(t, Run(t.Context(), c))
		if got := files(t, c.Folder); !slices.Equal(s.calls, want[1:]) || fmt.Sprint(got) != fmt.Sprint(end) {
			t.Errorf("steps %q, files %v", s.calls, got)
		}
	})
	t.Run("with games", func(t *testing.T) {
		s := &script{t: t}
		c := taught(s)
		c.Played, c.Generations = true, 1
		must.OK(t, Run(t.Context(), c))
		if !strings.Contains(s.calls[1], "[g1.values g1.games]") {
			t.Errorf("steps %q", s.calls)
		}
	})
}

// What a step cannot go on with stays as it is.
func TestHalfMadeFilesStay(t *testing.T) {
	for _, file := range []struct {
		name string
		stop int // the step that leaves it
	}{{"g1.part", 1}, {"g1.net.checkpoint", 2}, {"g2.match", 5}} {
		for _, c := range []struct {
			name string
			why  error
			hint bool
		}{
			{"a file of another run", errors.New("another run"), true},
			{"a full disk", &fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}, true},
			{"Ctrl-C", errStop, false},
		} {
			t.Run(file.name+", "+c.name, func(t *testing.T) {
				s := &script{t: t, stop: file.stop, why: errStop}
				run, _ := config(t, s)
				if err := Run(t.Context(), run); !errors.Is(err, errStop) {
					t.Fatal(err)
				}
				before := files(t, run.Folder)
				s.calls, s.stop, s.why = nil, 1, c.why
				err := Run(t.Context(), run)
				if !errors.Is(err, c.why) || len(s.calls) != 1 || strings.Contains(err.Error(), file.name+" is left as it is") != c.hint {
					t.Errorf("error %v after %q", err, s.calls)
				}
				if after := files(t, run.Folder); fmt.Sprint(after) != fmt.Sprint(before) || after[file.name] != "half" {
					t.Errorf("the files were %v and are %v", before, after)
				}
			})
		}
	}
}

// A network that is not the one of the journal goes nowhere, and no game that was played with the whole one is
// lost.
func TestDamagedNetwork(t *testing.T) {
	for _, c := range []struct {
		name    string
		damage  func(t *testing.T, c *Config)
		want    string
		restore bool // the newest network is the last one
	}{
		{"a damaged file", func(t *testing.T, c *Config) {
			must.Write(t, filepath.Join(c.Folder, "g2.net"), []byte("damaged"))
		}, "g2.net is not the network of generation 2", true},
		{"an empty file", func(t *testing.T, c *Config) {
			must.Write(t, filepath.Join(c.Folder, "g2.net"), nil)
		}, "g2.net is not the network of generation 2", true},
		{"another network", func(t *testing.T, c *Config) {
			must.Write(t, filepath.Join(c.Folder, "g2.net"), []byte("another"))
		}, "its hash is another, not ", true},
		{"no network", func(t *testing.T, c *Config) {
			must.OK(t, os.Remove(filepath.Join(c.Folder, "g2.net")))
		}, "g2.net is not the network of generation 2", true},
		{"both copies damaged", func(t *testing.T, c *Config) {
			must.Write(t, filepath.Join(c.Folder, "g2.net"), []byte("damaged"))
			must.Write(t, filepath.Join(c.Folder, NewestName), []byte("damaged, too"))
		}, "g2.net is not the network of generation 2", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := &script{t: t, stop: 6, why: errStop}
			run, _ := config(t, s)
			if err := Run(t.Context(), run); !errors.Is(err, errStop) {
				t.Fatal(err)
			}
			c.damage(t, run)
			before := files(t, run.Folder)
			s.calls, s.stop = nil, 0
			err := Run(t.Context(), run)
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "such as "+filepath.Join(run.Folder, NewestName)) != c.restore {
				t.Errorf("error %v", err)
			}
			if after := files(t, run.Folder); fmt.Sprint(after) != fmt.Sprint(before) || after["g3.part"] != "half" || len(s.calls) > 0 {
				t.Errorf("after %q the files were %v and are %v", s.calls, before, after)
			}
			if c.restore {
				must.Write(t, filepath.Join(run.Folder, "g2.net"), []byte(before[NewestName]))
				must.OK(t, Run(t.Context(), run))
			}
		})
	}
	// A match, too, is of the networks that the journal knows.
	s := &script{t: t, stop: 10, why: errStop}
	run, _ := config(t, s)
	if err := Run(t.Context(), run); !errors.Is(err, errStop) {
		t.Fatal(err)
	}
	must.Write(t, filepath.Join(run.Folder, "g2.net"), []byte("damaged"))
	s.calls, s.stop = nil, 0
	if err := Run(t.Context(), run); err == nil || len(s.calls) > 0 || !strings.Contains(err.Error(), "g2.net is not") {
		t.Errorf("error %v after %q", err, s.calls)
	}
}

// Files that a run did not make stay, whatever they are called; its own go.
func TestTidy(t *testing.T) {
	s := &script{t: t, stop: 3, why: errStop}
	c, _ := config(t, s)
	if err := Run(t.Context(), c); !errors.Is(err, errStop) {
		t.Fatal(err)
	}
	precious := []string{
		"g1.net.bak", "g1.match-notes.txt", "g1.parts.txt", "g1.partial", "g1.part.old", "g1.net.checkpoint.old", "g1.matches", "g1.match.txt",
		"g1.games.bak", "g01.part", "g1.PART.txt", "g.part", "g9.part", "g1", "g0.part", "g-1.part", "G1.parts", "newest.net.bak", "learn.jsonl.bak", ".nitoryu-x",
	}
	for _, name := range precious {
		must.Write(t, filepath.Join(c.Folder, name), []byte("precious"))
	}
	for _, name := range []string{"g1.part", "g1.part.lock", "g1.net.checkpoint", "g1.net.checkpoint.lock", "g1.match", "g1.match.lock"} {
		must.Write(t, filepath.Join(c.Folder, name), nil)
	}
	s.calls, s.stop = nil, 0
	must.OK(t, Run(t.Context(), c))
	after := files(t, c.Folder)
	for _, name := range precious {
		if after[name] != "precious" {
			t.Errorf("%s is %q", name, after[name])
		}
		delete(after, name)
	}
	if len(after) != 10 { // as after any run of four generations
		t.Errorf("the files are %v", after)
	}
}

// New settings wait for the next generation if one has games already; what does not concern its files counts at
// once.
func TestNewSettings(t *testing.T) {
	s := &script{t: t, stop: 4, why: errStop}
	c, said := config(t, s)
	if err := Run(t.Context(), c); !errors.Is(err, errStop) {
		t.Fatal(err)
	}
	s.calls, s.stop = nil, 0
	c.Rate, c.Window, c.Positions, c.MatchEvery, c.Keep = 0.1, 3, 7, 3, 40
	must.OK(t, Run(t.Context(), c))
	want := []string{
		wholeRun[3],
		"7 positions of g2.net, seed 1000006",
		"chess generation 3 from g2.net and [g1.games g2.games g3.games], 4 passes, lr 0.1, wdl 0.1",
		"g3.net against [nothing]",
		"7 positions of g3.net, seed 1000007",
		"chess generation 4 from g3.net and [g2.games g3.games g4.games], 4 passes, lr 0.1, wdl 0.1",
	}
	if !slices.Equal(s.calls, want) {
		t.Errorf("steps %q", s.calls)
	}
	if text := strings.Join(*said, "\n"); !strings.Contains(text, "from generation 3 on: keep is 3, wanted is 40; lr is 0.0003, wanted is 0.1; ") {
		t.Errorf("said %s", text)
	}
	if had, last, err := Stored(c.Folder); err != nil || had == nil || *had != c.Settings || last != filepath.Join(c.Folder, NewestName) {
		t.Errorf("error %v, settings %+v newest %q", err, had, last)
	}
	for name, change := range map[string]func(*Settings){
		"another game":  func(s *Settings) { s.Game = "shogi" },
		"another start": func(s *Settings) { s.From = "beef" },
	} {
		other := *c
		change(&other.Settings)
		if err := Run(t.Context(), &other); err == nil || !strings.Contains(err.Error(), "another run") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestBeginWithANetwork(t *testing.T) {
	s := &script{t: t, stop: 3, why: errStop}
	c, _ := config(t, s)
	c.From, c.Begin = "a network", filepath.Join(t.TempDir(), "a.net")
	must.Write(t, c.Begin, []byte("a network"))
	if err := Run(t.Context(), c); !errors.Is(err, errStop) {
		t.Fatal(err)
	}
	want := []string{"5000000 positions of g0.net, seed 1000004", "chess generation 1 from g0.net and [g1.games], 4 passes, lr 0.0003, wdl 0.1"}
	if !slices.Equal(s.calls[:2], want) {
		t.Errorf("steps %q", s.calls)
	}
	first := filepath.Join(c.Folder, "g0.net")
	must.OK(t, os.Remove(first))
	c.Begin = ""
	must.Say(t, Run(t.Context(), c), "give it once more by --from")
}

func TestRefused(t *testing.T) {
	s := &script{t: t}
	c, _ := config(t, s)
	c.Generations = 1
	must.OK(t, Run(t.Context(), c))
	path := filepath.Join(c.Folder, journalName)
	good, err := os.ReadFile(path)
	must.OK(t, err)
	header, _, _ := strings.Cut(string(good), "\n")
	for _, tt := range []struct{ name, text, want string }{
		{"another file", "precious\n", "no journal"},
		{"impossible settings", strings.Replace(header, `"window":2`, `"window":0`, 1) + "\n", "line 1: --window"},
		{"a generation that is missing", header + "\n{\"generation\":{\"number\":2}}\n", "line 2: generation 2 follows 0"},
		{"a match of nobody", header + "\n{\"matches\":[{\"generation\":1}]}\n", "line 2: a match of generation 1 against 0"},
		{"settings of another game", header + "\n{\"settings\":{\"first\":1,\"game\":\"go\"}}\n", "line 2: the settings belong to another run"},
		{"no JSON", header + "\n{\n", "line 2: "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			must.Write(t, path, []byte(tt.text))
			err := Run(t.Context(), c)
			if _, _, stored := Stored(c.Folder); err == nil || stored == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(stored.Error(), tt.want) {
				t.Errorf("errors %v and %v", err, stored)
			}
			if now, _ := os.ReadFile(path); string(now) != tt.text {
				t.Errorf("the journal is now %q", now)
			}
		})
	}
	must.Write(t, path, good)
	release, err := disk.Lock(path)
	must.OK(t, err)
	if err := Run(t.Context(), c); !errors.Is(err, disk.ErrHeld) {
		t.Errorf("a second process: error %v", err)
	}
	if err := release(); err != nil {
		t.Error(err)
	}
}

// The page sums the gains over the generations before, and leaves out what is infinite.
func TestPage(t *testing.T) {
	c, _ := config(t, &script{t: t})
	c.Settings.From = "hash"
	r := &run{Config: c, state: &state{changes: []change{{1, c.Settings}}, spent: 7200}}
	if text := r.content(""); text.Elo != nil || text.Loss != nil {
		t.Error("a chart of nothing")
	}
	for n := 1; n <= 6; n++ {
		r.generations = append(r.generations, Generation{Number: n, Games: 5, Positions: 1_500_000, Trained: Trained{9, 0.5, 0.25}, hours: float64(n)})
	}
	win, even := stats.Pairs{0, 0, 10, 10, 0}, stats.Pairs{0, 5, 10, 5, 0}
	r.matches = []Match{
		{Generation: 1, Pairs: stats.Pairs{9}}, {Generation: 2, Pairs: win},
		{Generation: 4, Pairs: stats.Pairs{0, 0, 0, 0, 9}}, {Generation: 4, Against: 2, Pairs: win},
		{Generation: 6, Pairs: win}, {Generation: 6, Against: 4, Pairs: even},
	}
	e, f := win.Estimate(), even.Estimate()
	p := r.content("").Elo
	first, sum := p.Curves[0], p.Curves[1]
	if want := [][2]float64{{0, 0}, {2, e.Elo}, {6, e.Elo}}; !slices.Equal(first.Points, want) {
		t.Errorf("against the first %v", first.Points)
	}
	if want := [][2]float64{{0, 0}, {2, e.Elo}, {4, 2 * e.Elo}, {6, 2 * e.Elo}}; !slices.Equal(sum.Points, want) {
		t.Errorf("sum %v", sum.Points)
	}
	if got, want := sum.Band[3][1]-sum.Points[3][1], math.Sqrt(2*e.Error*e.Error+f.Error*f.Error); math.Abs(got-want) > 1e-9 {
		t.Errorf("margin %v, want %v", got, want)
	}
	must.OK(t, errors.Join(os.MkdirAll(c.Folder, 0o777), r.page()))
	text, err := os.ReadFile(filepath.Join(c.Folder, pageName))
	for _, want := range []string{"<h1>Chess:", "9.00M", "2.00", "gained over the first network", "∞ ± ∞", "<polygon", `<th scope="row">6</th>`} {
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("error %v, no %q in %.3000s", err, want, text)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(`{"game":"chess","positions":1,"nodes":1,"window":1,"keep":1,"match-games":2,"match-nodes":1}`, `{"generation":{"number":1}}`)
	f.Add(`{}`, `{"matches":[{"generation":-1}]}`)
	f.Fuzz(func(t *testing.T, settings, line string) {
		st, err := parse([]byte(settings), [][]byte{[]byte(line), []byte(line)})
		if err != nil {
			return
		}
		for i, g := range st.generations {
			if g.Number != i+1 {
				t.Errorf("generation %d is the %dth", g.Number, i+1)
			}
		}
		for _, m := range st.matches {
			if m.Generation > st.last() || m.Against < 0 {
				t.Errorf("match %+v", m)
			}
		}
		if err := st.newest().Validate(); err != nil {
			t.Error(err)
		}
	})
}
