package soak

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/report"
	"github.com/nitoryu/nitoryu/tests/engine"
)

// meet starts an engine in this process and a session with it.
func meet(t *testing.T, protocolName string, options ...string) *engine.Talk {
	t.Helper()
	p := engine.Serve(t, converseWith)
	p.Greet(protocolName)
	p.Send(options...)
	return p
}

// sample is the state of the process at a time.
type sample struct {
	at         float64 // games, or seconds
	heap       float64 // live memory of the Go heap in MiB
	resident   float64 // memory of the process in MiB, 0 where it is unknown
	goroutines int
	speed      float64 // nodes a second of processor time since the sample before
}

// curve are samples of a run.
type curve struct {
	name, unit string
	samples    []sample
}

// add takes a sample, after a collection of garbage, so that only what is kept counts.
func (c *curve) add(at, speed float64) {
	debug.FreeOSMemory()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	s := sample{at: at, heap: float64(m.HeapAlloc) / (1 << 20), resident: resident(os.Getpid()), goroutines: runtime.NumGoroutine(), speed: speed}
	c.samples = append(c.samples, s)
}

// resident returns the memory of a process in MiB, 0 where it is unknown.
func resident(pid int) float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	pages, _ := strconv.Atoi(strings.Fields(string(text))[1])
	return float64(pages*os.Getpagesize()) / (1 << 20)
}

// spent returns the seconds of processor time of a process, of all its threads, so that
// the speed depends less on other work of the machine. Where it is unknown, all seconds
// count.
func spent(pid int) float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return float64(time.Now().UnixNano()) / 1e9
	}
	// The name before the last bracket may have blanks. After it the 12th and 13th field are
	// user and system time in hundredths of a second (proc_pid_stat(5)).
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	user, _ := strconv.ParseFloat(fields[11], 64)
	system, _ := strconv.ParseFloat(fields[12], 64)
	return (user + system) / 100
}

// check reports what grows.
func (c *curve) check(t *testing.T) {
	t.Helper()
	for _, problem := range c.growth() {
		t.Errorf("%s, %s", c.name, problem)
	}
	first, last := c.samples[len(c.samples)/5], c.samples[len(c.samples)-1]
	t.Logf("%s: %.0f %s, heap %.2f to %.2f MiB, resident %.1f to %.1f MiB, goroutines %d to %d", c.name, last.at, c.unit,
		first.heap, last.heap, first.resident, last.resident, first.goroutines, last.goroutines)
	late := c.samples[len(c.samples)/5:]
	if before, after := median(late[:len(late)/2]), median(late[len(late)/2:]); before > 0 { // unknown of another process
		t.Logf("%s: thousand nodes a second in the first and in the second half: %.0f and %.0f", c.name, before/1000, after/1000)
	}
}

// median returns that of the speeds.
func median(samples []sample) float64 {
	var speeds []float64
	for _, s := range samples {
		speeds = append(speeds, s.speed)
	}
	slices.Sort(speeds)
	return speeds[len(speeds)/2]
}

// longRun is how many samples a run needs for its resident memory to be judged.
const longRun = 40

// growth returns what grows from the first to the second half of the run: memory by more
// than a hundredth and what a runtime needs anyway, or goroutines that are there to stay.
func (c *curve) growth() (problems []string) {
	late := c.samples[len(c.samples)/5:] // what is before warms up
	half := len(late) / 2
	most := func(list []sample, value func(sample) float64) float64 {
		top := 0.0
		for _, s := range list {
			top = max(top, value(s))
		}
		return top
	}
	for _, kind := range []struct {
		name  string
		slack float64
		value func(sample) float64
	}{
		{"heap", 0.25, func(s sample) float64 { return s.heap }},
		{"resident memory", 2, func(s sample) float64 { return s.resident }},
	} {
		// How many pages a process has is up to its collector: a run of few games says
		// nothing about it, and even less under the race detector. Its heap does.
		if kind.name == "resident memory" && len(late) < longRun {
			continue
		}
		before, after := most(late[:half], kind.value), most(late[half:], kind.value)
		if after > before*1.01+kind.slack {
			problems = append(problems, fmt.Sprintf("%s: at most %.2f in the first half and %.2f in the second", kind.name, before, after))
		}
	}
	// A timer runs in a goroutine of its own for a moment, which a sample may meet: what
	// leaks is there in all of the last samples.
	before, after := 0, late[len(late)-1].goroutines
	for i, s := range late {
		if i < half {
			before = max(before, s.goroutines)
		} else if i >= len(late)-max(3, len(late)/10) {
			after = min(after, s.goroutines)
		}
	}
	if after > before {
		problems = append(problems, fmt.Sprintf("goroutines: at most %d in the first half and at least %d at the end", before, after))
	}
	return problems
}

func TestGrowth(t *testing.T) {
	for _, c := range []struct {
		name string
		at   func(i float64) sample
		want int
	}{
		{"flat", func(float64) sample { return sample{heap: 20, resident: 100, goroutines: 6} }, 0},
		{"up and down", func(i float64) sample {
			return sample{heap: 20 + float64(int(i)%7), resident: 100 - float64(int(i)%5), goroutines: 6}
		}, 0},
		{"warming up", func(i float64) sample {
			return sample{heap: 20 * min(1, i/15), resident: 100 * min(1, i/15), goroutines: 6}
		}, 0},
		{"a leak of 2 % in a run", func(i float64) sample { return sample{heap: 100 + 4*i/100, resident: 300 + 20*i/100, goroutines: 6} }, 2},
		{"a goroutine that stays", func(i float64) sample { return sample{heap: 20, resident: 100, goroutines: 6 + int(i/90)} }, 1},
		{"a goroutine for a moment", func(i float64) sample { return sample{heap: 20, resident: 100, goroutines: 6 + int(i)%30/29} }, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			var run curve
			for i := range 100 {
				run.samples = append(run.samples, c.at(float64(i)))
			}
			if got := run.growth(); len(got) != c.want {
				t.Errorf("%q", got)
			}
		})
	}
}

// save writes the curve as CSV and as a picture into the folder that NITORYU_CURVES names.
func (c *curve) save(t *testing.T) {
	t.Helper()
	folder := os.Getenv("NITORYU_CURVES")
	if folder == "" {
		return
	}
	base := filepath.Join(folder, "soak-"+strings.ReplaceAll(c.name, " ", "-"))
	var text strings.Builder
	w := csv.NewWriter(&text)
	_ = w.Write([]string{c.unit, "heap MiB", "resident MiB", "goroutines", "nodes/s"})
	for _, s := range c.samples {
		_ = w.Write([]string{fmt.Sprintf("%.0f", s.at), fmt.Sprintf("%.3f", s.heap), fmt.Sprintf("%.2f", s.resident), strconv.Itoa(s.goroutines), fmt.Sprintf("%.0f", s.speed)})
	}
	w.Flush()
	for name, content := range map[string]string{base + ".csv": text.String(), base + ".svg": c.picture()} {
		if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// picture draws memory, goroutines and speed side by side.
func (c *curve) picture() string {
	p := &report.Plots{Title: "Soak: " + c.name, XName: c.unit}
	end := c.samples[len(c.samples)-1].at
	x := report.Axis{High: end, Marks: []report.Mark{{Value: 0, Label: "0"}, {Value: end / 2, Label: fmt.Sprintf("%.0f", end/2)}, {Value: end, Label: fmt.Sprintf("%.0f", end)}}}
	for _, kind := range []struct {
		title string
		names []string
		value []func(sample) float64
	}{
		{"Memory in MiB", []string{"resident", "heap"}, []func(sample) float64{func(s sample) float64 { return s.resident }, func(s sample) float64 { return s.heap }}},
		{"Goroutines", []string{"goroutines"}, []func(sample) float64{func(s sample) float64 { return float64(s.goroutines) }}},
		{"Thousand nodes a second", []string{"speed"}, []func(sample) float64{func(s sample) float64 { return s.speed / 1000 }}},
	} {
		plot, top := report.Plot{Title: kind.title, X: x}, 1.0
		for i, name := range kind.names {
			line := report.Curve{Name: name}
			for _, s := range c.samples {
				if v := kind.value[i](s); v > 0 {
					line.Points = append(line.Points, [2]float64{s.at, v})
					top = max(top, v)
				}
			}
			if len(line.Points) > 0 {
				plot.Curves = append(plot.Curves, line)
			}
		}
		if len(plot.Curves) == 0 {
			continue // not known of another process
		}
		plot.Y = report.Axis{High: 1.1 * top, Marks: []report.Mark{{Value: 0, Label: "0"}, {Value: top, Label: fmt.Sprintf("%.0f", top)}}}
		p.Plots = append(p.Plots, plot)
	}
	return p.SVG()
}

// One process plays many fast games and keeps nothing of them. NITORYU_GAMES is how many in
// each protocol.
func TestManyGames(t *testing.T) {
	number := 20
	if text := os.Getenv("NITORYU_GAMES"); text != "" {
		var err error
		if number, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	} else if testing.Short() {
		number = 5
	}
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) {
			options := []string{"setoption name Threads value 2", "setoption name " + map[string]string{"uci": "Hash", "usi": "USI_Hash"}[g.Protocol] + " value 8"}
			p := meet(t, g.Protocol, options...)
			c := &curve{name: "games of " + g.Name, unit: "games"}
			nodes, began := 0, spent(os.Getpid())
			for n := range number {
				nodes += play(t, p, g, n)
				if every := max(1, number/100); n%every == every-1 {
					p.Answer()
					c.add(float64(n+1), float64(nodes)/max(0.01, spent(os.Getpid())-began)) // the least step
					nodes, began = 0, spent(os.Getpid())
				}
			}
			c.check(t)
			c.save(t)
			age(t, p, g, number >= 1000, options...)
		})
	}
}

// play plays a game against itself and returns how many nodes were searched. Random first
// moves make games differ.
func play(t *testing.T, p *engine.Talk, g games.Game, number int) (nodes int) {
	t.Helper()
	root := g.Start(g.MatchSettings())
	var moves []string
	list := new(core.MoveList)
	for i := range 4 {
		list.Clear()
		root.Generate(core.AllMoves, list)
		m := list.Moves[(number*31+i*17)%list.N]
		moves = append(moves, root.FormatMove(m))
		root.Do(m, nil)
	}
	p.Send(g.Protocol + "newgame")
	for len(moves) < 300 && !root.Verdict().Over() {
		p.Send("position startpos moves "+strings.Join(moves, " "), "go nodes 300")
		lines, best := p.Until("bestmove")
		answer := strings.Fields(best)[1]
		if answer == "win" || answer == "resign" {
			break
		}
		m, err := root.ParseMove(answer)
		if err != nil {
			t.Fatalf("%s: %v", root, err)
		}
		for _, line := range lines {
			if strings.HasPrefix(line, "info string ERROR") {
				t.Error(line)
			}
		}
		moves = append(moves, answer)
		root.Do(m, nil)
		nodes += 300
	}
	return nodes
}

// A search without an end keeps to its memory. NITORYU_INFINITE is how long it goes on,
// such as 30m.
func TestEndlessSearch(t *testing.T) {
	length, number := time.Second, 25 // too few samples for its resident memory: the table is still filling
	if text := os.Getenv("NITORYU_INFINITE"); text != "" {
		var err error
		if length, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
		number = 100
	} else if testing.Short() {
		t.Skip("too short to tell")
	}
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) {
			option := "setoption name Threads value 2"
			p := meet(t, g.Protocol, option)
			p.Send("isready", "position startpos", "go infinite")
			c := &curve{name: "an endless search of " + g.Name, unit: "seconds"}
			// What the last line said, and what the last sample knew.
			var nodes, sampled, when, speed float64
			began, then := time.Now(), spent(os.Getpid())
			for i := range number {
				for wait := time.After(time.Until(began.Add(length * time.Duration(i+1) / time.Duration(number)))); ; {
					select {
					case line := <-p.Lines:
						if _, rest, ok := strings.Cut(line, " nodes "); ok {
							nodes, _ = strconv.ParseFloat(strings.Fields(rest)[0], 64)
							when = spent(os.Getpid())
						}
						if strings.HasPrefix(line, "bestmove") {
							t.Fatal("the search has ended by itself")
						}
						continue
					case <-wait:
					}
					break
				}
				if when > then { // deep searches may say nothing for a while
					speed = (nodes - sampled) / (when - then)
					sampled, then = nodes, when
				}
				c.add(time.Since(began).Seconds(), speed)
			}
			p.Send("stop")
			p.Until("bestmove")
			c.check(t)
			c.save(t)
			age(t, p, g, length >= time.Minute, option)
		})
	}
}
