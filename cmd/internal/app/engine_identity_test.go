//go:build !js

package app

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/tests/must"
)

// A journal of an analysis does not go on with another program of the same name.
func TestJournalsKnowEngines(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no scripts")
	}
	t.Setenv(engineVariable, immortal)
	dir := t.TempDir()
	engine, journal := filepath.Join(dir, "engine"), filepath.Join(dir, "journal")
	build := func(version string) {
		must.Write(t, engine, []byte("#!/bin/sh\n# "+version+"\nexec '"+os.Args[0]+"'\n"))
		must.OK(t, os.Chmod(engine, 0o755))
	}
	build("first")
	args := []string{"-", "--format", "jsonl", "--nodes", "100", "--journal", journal, "--engine", engine}
	first, _, err := analysed(t, foolsMate, args...)
	must.OK(t, err)
	if again, _, err := analysed(t, foolsMate, args...); err != nil || again != first {
		t.Errorf("the same engine: %v", err)
	}
	build("second")
	_, _, err = analysed(t, foolsMate, args...)
	must.Say(t, err, "this journal is of another analysis: programs is")
}

// An engine does not analyse or play with other options than those that it was given.
func TestRefusedOptionsOfEngines(t *testing.T) {
	for _, command := range []string{"analyse", "play"} {
		for _, option := range []string{"EvalFile=/no/such/file", "SyzygyPath=/no/such/folder", "Hash=33554432"} {
			t.Run(command+" "+option, func(t *testing.T) {
				err := run([]string{command, "--engine", self(t, immortal), "--option", option}, cli.Streams{In: strings.NewReader("quit\n"), Out: io.Discard, Err: io.Discard})
				must.Say(t, err, "it does not start as it was asked to: info string ERROR ")
			})
		}
	}
}

// Engines of UCI play with byoyomi, which they are told of in other words.
func TestEnginesPlayWithByoyomi(t *testing.T) {
	for _, clock := range [][]string{{"--byoyomi", "1m"}, {"--clock", "1m", "--byoyomi", "1m"}} {
		for _, game := range []string{"chess", "shogi"} {
			t.Run(game+" "+strings.Join(clock, " "), func(t *testing.T) {
				first := map[string]string{"chess": "e4", "shogi": "7g7f"}[game]
				var out strings.Builder
				err := run(append([]string{"play", game, "--engine", self(t, immortal), "--threads", "1", "--nodes", "200"}, clock...),
					cli.Streams{In: strings.NewReader(first + "\nquit\n"), Out: &out, Err: io.Discard})
				if err != nil || !regexp.MustCompile(`(Black|Gote) plays `).MatchString(out.String()) {
					t.Errorf("%v\n%s", err, out.String())
				}
			})
		}
	}
}
