package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/tests/must"
)

// engineScript writes a program that runs this binary as an engine.
func engineScript(t *testing.T, path, remark string) {
	t.Helper()
	must.Write(t, path, []byte("#!/bin/sh\n# "+remark+"\nexec '"+os.Args[0]+"'\n"))
	must.OK(t, os.Chmod(path, 0o755))
}

// A program that was built again, or that evaluates by another network, is another program: a
// journal with games of the first does not take games of the second.
func TestJournalsKnowPrograms(t *testing.T) {
	must.BeFull(t, "starts programs for every row")
	if runtime.GOOS == "windows" {
		t.Skip("no scripts")
	}
	t.Setenv(fakeVariable, "yes")
	for _, test := range []struct {
		name   string
		change func(t *testing.T, dir string)
		want   string // "": it goes on
	}{
		{"the same program", func(*testing.T, string) {}, ""},
		{"copied to another place and back", func(t *testing.T, dir string) {
			text := read(t, filepath.Join(dir, "new"))
			must.OK(t, os.Remove(filepath.Join(dir, "new")))
			must.Write(t, filepath.Join(dir, "new"), []byte(text))
			must.OK(t, os.Chmod(filepath.Join(dir, "new"), 0o755))
		}, ""},
		{"built again", func(t *testing.T, dir string) { engineScript(t, filepath.Join(dir, "new"), "second") }, "its file is another one"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			in := func(name string) string { return filepath.Join(dir, name) }
			engineScript(t, in("new"), "first")
			match := func(more ...string) []string {
				return append([]string{"arena", "--engine", "cmd=" + in("new") + " name=new", "--engine", "self name=old", "--each", "nodes=10 hash=1",
					"--concurrency", "1", "--max-moves", "4"}, more...)
			}
			done(t, match("--rounds", "1", "--journal", in("journal"))...)
			done(t, match("--rounds", "2", "--shard", "1/2", "--journal", in("shard1"))...)
			test.change(t, dir)
			done(t, match("--rounds", "2", "--shard", "2/2", "--journal", in("shard2"))...)
			before := read(t, in("journal"))
			resumed, merged := match("--rounds", "2", "--journal", in("journal")), []string{"arena", "--merge", in("shard1"), in("shard2")}
			if test.want == "" {
				done(t, resumed...)
				done(t, merged...)
				return
			}
			refused(t, test.want, resumed...)
			refused(t, test.want, merged...)
			if read(t, in("journal")) != before {
				t.Error("the journal has changed")
			}
		})
	}
}

// Our own engine in this process is known by what it searches: its words are part of that.
func TestIdentityOfSelf(t *testing.T) {
	identities := map[string]string{}
	for _, words := range []string{"self", "self name=B threads=2 hash=8 skill=3", "self LMRScale=1200", "self eval=<classic>"} {
		e, err := parseEngine(words, "nodes=10")
		must.OK(t, err)
		id, err := identityOfSelf(t.Context(), e, tried()[0])
		must.OK(t, err)
		identities[words] = id.Name
	}
	if identities["self"] != identities["self name=B threads=2 hash=8 skill=3"] {
		t.Errorf("a name makes another program: %q", identities)
	}
	for _, words := range []string{"self LMRScale=1200", "self eval=<classic>"} {
		if identities[words] == identities["self"] {
			t.Errorf("%s is taken for self", words)
		}
	}
}

// A journal of an earlier version does not say which programs played. It is resumed with a
// warning.
func TestJournalOfAnEarlierVersion(t *testing.T) {
	journal := filepath.Join(t.TempDir(), "journal")
	done(t, shortMatch("chess", "--rounds", "1", "--journal", journal)...)
	before, header, found := strings.Cut(read(t, journal), `,"Programs":[`)
	if !found {
		t.Fatal("the journal does not know the programs")
	}
	_, rest, _ := strings.Cut(header, "]")
	write(t, journal, before+rest)
	out, log := done(t, shortMatch("chess", "--rounds", "2", "--journal", journal)...)
	if !strings.Contains(log, "did not note which programs played") || !strings.Contains(out, "of 4 games") {
		t.Errorf("%s\n%s", log, out)
	}
}

// An engine that is replaced during a match ends it.
func TestProgramReplacedDuringAMatch(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no scripts")
	}
	t.Setenv(fakeVariable, "yes")
	path := filepath.Join(t.TempDir(), "new")
	engineScript(t, path, "first")
	a := &entrant{}
	for try, want := range []string{"", "", "is no longer the program that it was"} {
		e, err := parseEngine("cmd="+path, "nodes=10")
		must.OK(t, err)
		if try == 2 {
			engineScript(t, path, "another one")
		}
		s, err := e.start(t.Context(), tried()[0], core.Settings{})
		must.OK(t, err)
		if err := a.check(context.Background(), s); fmt.Sprint(err) != fmt.Sprint(nil) && want == "" || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("start %d: %v", try+1, err)
		}
		must.OK(t, s.Close())
	}
}

// An option that the engine refuses ends the match before its first game, and writes nothing.
func TestRefusedOptions(t *testing.T) {
	t.Setenv(ownVariable, "yes")
	for _, option := range []string{"option.EvalFile=/no/such.nnue", "option.SyzygyPath=/no/such/folder", "option.Hash=33554432"} {
		t.Run(option, func(t *testing.T) {
			journal := filepath.Join(t.TempDir(), "journal")
			for _, more := range [][]string{nil, {"--journal", journal}} {
				refused(t, "does not start as it was asked to", append([]string{"arena", "--engine", "cmd=" + os.Args[0] + " name=A " + option,
					"--engine", "self name=B", "--each", "nodes=10", "--rounds", "1"}, more...)...)
			}
			if _, err := os.Stat(journal); err == nil {
				t.Error("a journal was begun")
			}
		})
	}
}

// Programs are told the rules of the match before its first game; that they cannot be told is
// said once.
func TestRulesOfAMatchAreTold(t *testing.T) {
	for _, test := range []struct {
		name, engine, game string
		flags              []string
		told               []string
		said               string // once
	}{
		{"shogi", ownVariable, "shogi", []string{"--entering-king", "TryRule", "--move-limit", "20"},
			[]string{"setoption name EnteringKingRule value TryRule", "setoption name MaxMovesToDraw value 20"}, ""},
		{"shogi by an engine without the options", fakeVariable, "shogi", []string{"--entering-king", "TryRule", "--move-limit", "20"}, nil, "cannot be told that the game is drawn after 20 plies"},
		{"Chess960", ownVariable, "chess", []string{"--chess960", "--openings", textFile(t, "960.epd", "nrbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBNR w KQkq - 0 1\n")},
			[]string{"setoption name UCI_Chess960 value true"}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Setenv(test.engine, "yes")
			log := filepath.Join(t.TempDir(), "log")
			args := append([]string{"arena", "--game", test.game, "--engine", "cmd=" + os.Args[0] + " name=A", "--engine", "self name=B",
				"--each", "nodes=10", "--rounds", "3", "--concurrency", "2", "--max-moves", "4", "--log", log}, test.flags...)
			_, said := done(t, args...)
			start, _, _ := strings.Cut(read(t, log), " > isready")
			for _, line := range test.told {
				if !strings.Contains(start, " > "+line+"\n") {
					t.Errorf("%q was not sent before isready:\n%s", line, start)
				}
			}
			if test.said != "" && strings.Count(said, test.said) != 1 {
				t.Errorf("said\n%s", said)
			}
		})
	}
}

// Endgame tables are for chess, and have to be there.
func TestTablesOfAMatch(t *testing.T) {
	const tables = "../../web/api/testdata/syzygy"
	openings := textFile(t, "capture.epd", "7k/8/8/8/3p4/8/8/K2Q4 w - - 5 40\n")
	out, _ := done(t, shortMatch("chess", "--syzygy", tables, "--openings", openings, "--rounds", "1")...)
	must.Has(t, out, "endings: adjudication 2")
	refused(t, "there are no endgame tables of shogi", shortMatch("shogi", "--syzygy", tables)...)
	refused(t, "there are no endgame tables in", shortMatch("chess", "--syzygy", t.TempDir())...)
	refused(t, "no such", shortMatch("chess", "--syzygy", "/no/such/folder")...)
}
