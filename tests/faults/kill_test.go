//go:build linux

package faults

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/nitoryu/nitoryu/tests/engine"
	"github.com/nitoryu/nitoryu/tests/must"
)

// job is a command that takes long and that a kill may break off. All runs in a folder of
// its own, which prepare may fill.
type job struct {
	name    string
	command []string // lab or nitoryu and its arguments
	journal string   // results that must never be lost; "": none
	// result returns all that the finished job has made, in an order of its own. out is
	// what its last run printed.
	result func(t *testing.T, folder, out string) string
}

// run runs a program in a folder to its end.
func run(t *testing.T, folder string, command ...string) string {
	t.Helper()
	cmd := program(t, folder, command)
	var out, noise strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &noise
	if err := cmd.Run(); err != nil {
		t.Fatalf("%q: %v; %.2000s", command, err, &noise)
	}
	return out.String()
}

func program(t *testing.T, folder string, command []string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(engine.Path(t, command[0]), command[1:]...)
	cmd.Dir = folder
	return cmd
}

func file(name string) func(*testing.T, string, string) string {
	return func(t *testing.T, folder, _ string) string {
		t.Helper()
		return string(must.Read(t, filepath.Join(folder, name)))
	}
}

func sorted(text string) string {
	return strings.Join(slices.Sorted(strings.Lines(text)), "")
}

var comments = regexp.MustCompile(`(?s)\{.*?\}|\[(Date|UTCDate|UTCTime|Time|TimeControl|GameDuration|GameStartTime|GameEndTime) .*?\]\n`)

// pgnGames returns the games of a PGN file without times and in the order of their rounds.
func pgnGames(name string) func(*testing.T, string, string) string {
	return func(t *testing.T, folder, _ string) string {
		t.Helper()
		games := strings.Split(comments.ReplaceAllString(file(name)(t, folder, ""), ""), "[Event ")
		for i := range games {
			games[i] = strings.TrimSpace(games[i])
		}
		slices.Sort(games)
		return strings.Join(games, "\n")
	}
}

// The last matches in the journal of lab learn.
var matches = regexp.MustCompile(`"matches":\[\{"generation":3.*`)

// The games that other jobs work on.
const games = "games.data"

func jobs() []job {
	nodes := []string{"--nodes", "100", "--threads", "2"}
	return []job{
		{"arena", []string{"lab", "arena", "--engine", "self name=a", "--engine", "self name=b NullMoveDepth=off", "--each", "nodes=150",
			"--rounds", "12", "--concurrency", "2", "--journal", "journal", "--pgn", "games.pgn"}, "journal", pgnGames("games.pgn")},
		{"tune", []string{"lab", "tune", "--params", "LMRBase,NullMoveBase", "--iterations", "8", "--pairs", "3", "--nodes", "100", "--concurrency", "2",
			"--journal", "journal"}, "journal",
			func(t *testing.T, folder, _ string) string {
				return run(t, folder, "lab", "tune", "--journal", "journal", "--print") + sorted(file("journal")(t, folder, ""))
			}},
		{"datagen", slices.Concat([]string{"lab", "datagen", "--games", "30", "--seed", "3", "--eval", "<classic>"}, nodes, []string{"chess", "made.data"}), "",
			func(t *testing.T, folder, _ string) string {
				return sorted(run(t, folder, "lab", "data", "games", "made.data"))
			}},
		{"values", slices.Concat([]string{"lab", "datagen", "--games", "30", "--seed", "3", "--eval", "<classic>", "--values", "made.values", "--every", "3"}, nodes, []string{"chess", "made.data"}), "",
			func(t *testing.T, folder, _ string) string {
				return sorted(run(t, folder, "lab", "data", "games", "made.data")) + sorted(run(t, folder, "lab", "data", "values", "made.values"))
			}},
		{"rescore", []string{"lab", "data", "rescore", "--engine", "self eval=<classic> nodes=200", "--threads", "2", "made.data", games}, "",
			func(t *testing.T, folder, _ string) string {
				return sorted(run(t, folder, "lab", "data", "games", "made.data"))
			}},
		{"train", []string{"lab", "train", "--hidden", "32", "--passes", "40", "--batch", "128", "--min-ply", "2", "--held", "0.5", "--save", "30ms", "--threads", "2",
			"chess", "my.net", games}, "", file("my.net")},
		{"learn", []string{"lab", "learn", "--hidden", "32", "--positions", "600", "--nodes", "30", "--first-passes", "20", "--batch", "128", "--scale", "300", "--held", "0.2",
			"--threads", "1", "--match-every", "1", "--match-games", "2", "--match-nodes", "100", "--keep", "2", "--generations", "3", "chess", "run"}, "run/learn.jsonl",
			func(t *testing.T, folder, _ string) (all string) {
				for _, name := range []string{"g1.net", "g2.net", "g2.games", "g3.net", "g3.games", "newest.net"} {
					all += file("run/"+name)(t, folder, "")
				}
				return all + matches.FindString(file("run/learn.jsonl")(t, folder, ""))
			}},
		{"learn from a teacher", []string{"lab", "learn", "--teacher", "teacher.net", "--hidden", "32", "--positions", "6000", "--every", "40", "--nodes", "30", "--batch", "256", "--scale", "300",
			"--held", "0.4", "--threads", "1", "--match-every", "0", "--generations", "2", "chess", "run"}, "run/learn.jsonl",
			func(t *testing.T, folder, _ string) (all string) {
				for _, name := range []string{"g1.net", "g1.values", "g2.net", "g2.values", "g2.games", "newest.net"} {
					all += file("run/"+name)(t, folder, "")
				}
				return all
			}},
		{"book build", []string{"lab", "book", "build", "--min-count", "1", "my.bin", games}, "", file("my.bin")},
		{"book think", []string{"lab", "book", "think", "--nodes", "400", "--positions", "60", "--threads", "1", "my.bin"}, "my.bin.journal", file("my.bin")},
		{"analyse", []string{"nitoryu", "analyse", "--nodes", "400", "--threads", "2", "--journal", "journal", "some.pgn"}, "journal",
			func(t *testing.T, folder, out string) string {
				// Equal games share their lines.
				lines := slices.Sorted(strings.Lines(file("journal")(t, folder, "")))
				return out + strings.Join(slices.Compact(lines), "")
			}},
	}
}

// A disk that is full ends lab learn with a message. With more room the same command goes on,
// and ends as if there had always been enough.
func TestLearnOnAFullDisk(t *testing.T) {
	must.BeFull(t, "learns once for each size of a disk")
	jobs := jobs()
	j := jobs[slices.IndexFunc(jobs, func(j job) bool { return j.name == "learn" })]
	whole, folder := t.TempDir(), smallDisk(t)
	want := j.result(t, whole, run(t, whole, j.command...))
	full := 0
	for size := 64; ; size += 48 {
		if err := unix.Mount("tmpfs", folder, "tmpfs", unix.MS_REMOUNT, fmt.Sprintf("size=%dk", size)); err != nil {
			t.Skip(err)
		}
		cmd := program(t, folder, j.command)
		var noise strings.Builder
		cmd.Stderr = &noise
		err := cmd.Run()
		if err == nil {
			break
		}
		if full++; !strings.HasSuffix(noise.String(), "no space left on device\n") {
			t.Fatalf("%d kB: %v; %s", size, err, &noise)
		}
	}
	if got := j.result(t, folder, ""); got != want || full < 5 {
		t.Errorf("full %d times; %d bytes, want %d", full, len(got), len(want))
	}
}

// prepare returns a fresh folder with what the jobs work on.
func prepare(t *testing.T, inputs map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, content := range inputs {
		must.Write(t, filepath.Join(folder, name), []byte(content))
	}
	return folder
}

// Each job is killed at random moments, with half a result written or not, and run again
// until it ends. What it makes then is
// the same as without a kill: nothing is lost but work in progress, and nothing is there
// twice. What a journal has once, it keeps.
func TestKills(t *testing.T) {
	must.BeFull(t, "kills dozens of programs")
	kills := amount(t, "NITORYU_KILLS", 1, 3)
	folder := t.TempDir()
	run(t, folder, "lab", "datagen", "--games", "10", "--seed", "7", "--eval", "<classic>", "--nodes", "100", "chess", games)
	run(t, folder, "lab", "arena", "--engine", "self name=a", "--engine", "self name=b", "--each", "nodes=50", "--rounds", "2", "--pgn", "some.pgn")
	run(t, folder, "lab", "train", "--hidden", "32", "--passes", "2", "--batch", "128", "--min-ply", "2", "--held", "0.5", "chess", "teacher.net", games)
	inputs := map[string]string{}
	for _, name := range []string{games, "some.pgn", "teacher.net"} {
		inputs[name] = file(name)(t, folder, "")
	}
	for _, j := range jobs() {
		t.Run(j.name, func(t *testing.T) {
			whole := prepare(t, inputs)
			began := time.Now()
			want := j.result(t, whole, run(t, whole, j.command...))
			length := time.Since(began)
			random := rand.New(rand.NewPCG(uint64(len(j.name)), uint64(kills)))
			done, finished := 0, 0
			for done < kills {
				folder := prepare(t, inputs)
				var kept string
				began, before := time.Now(), done
				for done < kills && broken(t, j, folder, time.Duration(random.Int64N(int64(length)))) {
					done++
					kept = grown(t, j, folder, kept)
					if random.IntN(2) == 0 {
						tear(t, j, folder)
					}
				}
				if done == before {
					length = time.Since(began) // the machine has become faster: it ended without a kill
				}
				out := run(t, folder, j.command...)
				grown(t, j, folder, kept)
				if got := j.result(t, folder, out); got != want {
					t.Fatalf("after %d kills the result is another: %d bytes, want %d:\n%.3000q\nwant\n%.3000q", done, len(got), len(want), got, want)
				}
				finished++
			}
			t.Logf("%d kills, %d times finished, %v without a kill", done, finished, length.Round(time.Millisecond))
		})
	}
}

// broken starts a job, kills it after a while and reports whether it was still running.
func broken(t *testing.T, j job, folder string, after time.Duration) bool {
	t.Helper()
	cmd := program(t, folder, j.command)
	var noise strings.Builder
	cmd.Stderr = &noise
	must.OK(t, cmd.Start())
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			t.Fatalf("%v; %.2000s", err, &noise)
		}
		return false
	case <-time.After(after):
		_ = cmd.Process.Kill()
		return (<-ended) != nil
	}
}

// tear leaves half a line at the end of a journal, and a few bytes at that of a file of
// games, as a power failure or a full disk may.
func tear(t *testing.T, j job, folder string) {
	t.Helper()
	for name, half := range map[string]string{j.journal: `{"game":`, "made.data": "game\x00\x00", "made.values": "\xF7Vl\xE3\x20", "run/g1.part": "game\x00\x00", "run/g1.values.part": "\xF7Vl", "run/g2.part": "game\x00\x00"} {
		f, err := os.OpenFile(filepath.Join(folder, name), os.O_APPEND|os.O_WRONLY, 0)
		if info, bad := os.Stat(filepath.Join(folder, name)); name == "" || err != nil || bad != nil || info.Size() == 0 {
			continue
		}
		if _, err := f.WriteString(half); err != nil {
			t.Fatal(err)
		}
		must.OK(t, f.Close())
	}
}

// grown checks that the journal begins with the whole lines that it had, and returns those
// that it has.
func grown(t *testing.T, j job, folder, had string) string {
	t.Helper()
	if j.journal == "" {
		return ""
	}
	text, _ := os.ReadFile(filepath.Join(folder, j.journal)) // it may not have begun
	has := string(text[:strings.LastIndexByte(string(text), '\n')+1])
	if !strings.HasPrefix(has, had) {
		t.Fatalf("the journal has lost lines: it was\n%s\nand is\n%s", had, has)
	}
	return has
}
