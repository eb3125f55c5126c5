package main

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/tests/must"
)

// Work that Ctrl-C ends before its goal is no success, and says so at the end; without a goal that is how
// it ends.
func TestInterruptedWork(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signals")
	}
	t.Chdir(t.TempDir())
	done(t, "datagen", "--games", "60", "--nodes", "10", "chess", "a.games")
	match := shortMatch("chess", "--rounds", "900000")
	for _, c := range []struct {
		name string
		args []string
		want string // of the last line; "": a success
	}{
		{"games to a number", []string{"datagen", "--games", "900000", "--nodes", "10", "chess", "x.games"}, "interrupted before all games were played; the same command resumes"},
		{"positions to a number", []string{"datagen", "--positions", "900000000", "--nodes", "10", "chess", "y.games"}, "interrupted before all games"},
		{"games without end", []string{"datagen", "--nodes", "10", "chess", "z.games"}, ""},
		{"scores", []string{"data", "rescore", "--engine", "self nodes=3000", "scored.games", "a.games"}, "interrupted"},
		{"a match", match, "the match is not complete"},
		{"a match with a journal", append(match, "--journal", "j"), "the match is not complete"},
		{"a test", append(match, "--sprt", "-1 1"), "the match is not complete"},
		{"tuning", []string{"tune", "--params", "LMRScale", "--nodes", "10", "--iterations", "900000"}, "iterations; with --journal FILE"},
		{"tuning with a journal", []string{"tune", "--params", "LMRScale", "--nodes", "10", "--iterations", "900000", "--journal", "t"}, "iterations; the same command resumes the run from t"},
		{"a book to a number", []string{"book", "think", "--nodes", "100", "--positions", "900000", "x.bin"}, "interrupted before all positions"},
		{"a book without end", []string{"book", "think", "--nodes", "100", "y.bin"}, ""},
		{"training", []string{"train", "--hidden", "32", "--batch", "256", "--passes", "900000", "--scale", "300", "--held", "0.2", "chess", "x.net", "a.games"}, "stopped after|interrupted"},
	} {
		t.Run(c.name, func(t *testing.T) {
			lab := exec.Command(os.Args[0], c.args...)
			lab.Env = append(os.Environ(), asLab+"=1")
			log, err := lab.StderrPipe()
			must.OK(t, err)
			must.OK(t, lab.Start())
			said := bufio.NewReader(log)
			first, err := said.ReadString('\n') // it has begun
			must.OK(t, err)
			must.OK(t, lab.Process.Signal(os.Interrupt))
			rest, err := io.ReadAll(said)
			must.OK(t, err)
			lines := strings.Split(strings.TrimSpace(first+string(rest)), "\n")
			last, exit := lines[len(lines)-1], (*exec.ExitError)(nil)
			switch err := lab.Wait(); {
			case c.want == "" && err != nil:
				t.Errorf("error %v, said %s", err, last)
			case c.want != "" && (!errors.As(err, &exit) || exit.ExitCode() != 1 || !regexp.MustCompile(c.want).MatchString(last)):
				t.Errorf("error %v, said %s", err, last)
			}
		})
	}
}

// A test that all games have not decided is no success, and neither is half a match.
func TestUndecided(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		name string
		args []string
		want string // "": a success
	}{
		{"no test", shortMatch("chess", "--rounds", "2"), ""},
		{"an undecided test", shortMatch("chess", "--rounds", "2", "--sprt", "0 5"), "the test is undecided after 4 games"},
		{"the same once more", shortMatch("chess", "--rounds", "2", "--sprt", "0 5", "--journal", "j"), "the test is undecided after 4 games"},
		{"resumed", shortMatch("chess", "--rounds", "2", "--sprt", "0 5", "--journal", "j"), "the test is undecided after 4 games"},
		{"one shard", shortMatch("chess", "--rounds", "2", "--shard", "1/2", "--journal", "s1"), ""},
		{"half a match", []string{"arena", "--merge", "s1"}, "the match is not complete"},
		{"the other shard", shortMatch("chess", "--rounds", "2", "--shard", "2/2", "--journal", "s2"), ""},
		{"the whole match", []string{"arena", "--merge", "s1", "s2"}, ""},
		{"the whole match, undecided", []string{"arena", "--sprt", "0 5", "--merge", "s1", "s2"}, "the test is undecided after 4 games"},
	} {
		out, _, err := call(t, c.args...)
		if (err == nil) != (c.want == "") || err != nil && err.Error() != "arena: "+c.want {
			t.Errorf("%s: error %v, want %q\n%s", c.name, err, c.want, out)
		}
	}
}
