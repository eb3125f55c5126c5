package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/arena"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/internal/disk"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/tests/must"
)

// shortMatch returns a command line for quick games of our engine against itself.
func shortMatch(game string, more ...string) []string {
	return append([]string{"arena", "--game", game, "--engine", "self name=A", "--engine", "self name=B", "--each", "nodes=10 hash=1",
		"--max-moves", "8", "--concurrency", "1"}, more...)
}

// A resumed match completes records that are a prefix of its own. Anything else is left
// alone, and the match is refused before its next game.
func TestRecordsOfAResumedMatch(t *testing.T) {
	const foreign = "[Event \"lab arena\"]\n[Site \"of another match\"]\n\n1. e4 *\n\n"
	games := []struct {
		game string
		args []string // in the folder of the match
		file string   // that is tampered with: of the first game, or of all
		next string   // of a game which is not played yet
	}{
		{"chess", []string{"--pgn", "games.pgn"}, "games.pgn", ""},
		{"shogi", []string{"--kif", "kif"}, "kif/000001.kifu", "kif/000007.kifu"},
		{"shogi", []string{"--csa", "csa"}, "csa/000001.csa", "csa/000007.csa"},
	}
	tests := []struct {
		name    string
		tamper  func(t *testing.T, path, text string)
		next    bool // tampers with the file of a later game
		refused bool
	}{
		{"nothing happened", func(*testing.T, string, string) {}, false, false},
		{"the records are gone", func(t *testing.T, path, _ string) {
			must.OK(t, os.Remove(path))
		}, false, false},
		{"an empty file", func(t *testing.T, path, _ string) { write(t, path, "") }, false, false},
		{"torn in the header", func(t *testing.T, path, text string) { write(t, path, text[:17]) }, false, false},
		{"torn at its end", func(t *testing.T, path, text string) { write(t, path, text[:len(text)-9]) }, false, false},
		{"games of another match before", func(t *testing.T, path, text string) { write(t, path, foreign+text) }, false, true},
		{"games of another match after", func(t *testing.T, path, text string) { write(t, path, text+foreign) }, false, true},
		{"games of another match instead", func(t *testing.T, path, _ string) { write(t, path, foreign) }, false, true},
		{"a later game of another match", func(t *testing.T, path, _ string) { write(t, path, foreign) }, true, true},
	}
	for _, g := range games {
		dir := t.TempDir()
		journal := filepath.Join(dir, "match.jsonl")
		args := shortMatch(g.game, "--journal", journal, g.args[0], filepath.Join(dir, g.args[1]))
		done(t, append(args, "--rounds", "2")...)
		path := filepath.Join(dir, g.file)
		good, results := read(t, path), read(t, journal)
		for _, test := range tests {
			target := path
			if test.next {
				if target = filepath.Join(dir, g.next); g.next == "" {
					continue
				}
			}
			t.Run(g.args[0][2:]+"/"+test.name, func(t *testing.T) {
				test.tamper(t, target, good)
				if !test.refused {
					done(t, append(args, "--rounds", "2")...)
					if now := read(t, path); now != good {
						t.Errorf("it is now\n%s\nand was\n%s", now, good)
					}
					return
				}
				tampered := read(t, target)
				_, _, err := call(t, append(args, "--rounds", "4")...)
				must.Say(t, err, target, "choose another")
				if now := read(t, target); now != tampered {
					t.Errorf("it is now\n%s", now)
				}
				if read(t, journal) != results {
					t.Error("games were played")
				}
				if test.next {
					must.OK(t, os.Remove(target))
				}
				write(t, path, good)
			})
		}
	}
}

// A match with a journal begins no records in a file with games of other matches: it could not
// go on with them. Without a journal they are added, on a line of their own.
func TestRecordsOfANewMatch(t *testing.T) {
	dir := t.TempDir()
	pgn := filepath.Join(dir, "games.pgn")
	const torn = "[Event \"lab arena\"]\n\n1. e4 e"
	write(t, pgn, torn)
	refused(t, pgn, shortMatch("chess", "--rounds", "1", "--pgn", pgn, "--journal", filepath.Join(dir, "j"))...)
	if now := read(t, pgn); now != torn {
		t.Errorf("the PGN is now %.80q", now)
	}
	done(t, shortMatch("chess", "--rounds", "1", "--pgn", pgn)...)
	if now := read(t, pgn); !strings.HasPrefix(now, torn+"\n\n[Event ") || strings.Count(now, "[Event ") != 3 {
		t.Errorf("the PGN is now %.80q", now)
	}
}

// Two matches at once cannot share a journal, a PGN or a folder.
func TestRecordsOfTwoMatchesAtOnce(t *testing.T) {
	dir := t.TempDir()
	for _, test := range []struct{ game, flag, path, locked string }{
		{"chess", "--journal", "match.jsonl", "match.jsonl"},
		{"chess", "--pgn", "games.pgn", "games.pgn"},
		{"shogi", "--kif", "kif", "kif/games.kifu"},
		{"shogi", "--csa", "csa", "csa/games.csa"},
	} {
		t.Run(test.flag, func(t *testing.T) {
			must.OK(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, test.locked)), 0o777))
			release, err := disk.Lock(filepath.Join(dir, test.locked))
			must.OK(t, err)
			args := shortMatch(test.game, "--rounds", "1", test.flag, filepath.Join(dir, test.path))
			if _, _, err := call(t, args...); !errors.Is(err, disk.ErrHeld) {
				t.Errorf("error %v", err)
			}
			if err := release(); err != nil {
				t.Error(err)
			}
			if _, log, err := call(t, args...); err != nil {
				t.Error(err, log)
			}
		})
	}
}

// Records that cannot be written are an error before the first game.
func TestRecordsThatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	file, frozen := filepath.Join(dir, "file"), filepath.Join(dir, "frozen")
	write(t, file, "")
	must.OK(t, os.Mkdir(frozen, 0o555))
	places := map[string]string{"no folder": filepath.Join(file, "x"), "a read-only folder": filepath.Join(frozen, "x")}
	if f, err := os.Create(filepath.Join(frozen, "probe")); err == nil { // root may write anywhere
		_ = f.Close()
		delete(places, "a read-only folder")
	}
	for name, path := range places {
		for flag, game := range map[string]string{"--journal": "chess", "--pgn": "chess", "--log": "chess", "--kif": "shogi", "--csa": "shogi"} {
			t.Run(name+" for "+flag, func(t *testing.T) {
				path := path
				if game == "shogi" {
					path = filepath.Dir(path) // the folder itself
				}
				refused(t, path, shortMatch(game, "--rounds", "1", flag, path)...)
			})
		}
	}
}

// When the disk is full, the match ends and reports its results. Resumed with another
// file, it misses no game there.
func TestRecordsOnAFullDisk(t *testing.T) {
	const full = "/dev/full"
	if _, err := os.Stat(full); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	journal, pgn := filepath.Join(dir, "journal"), filepath.Join(dir, "games.pgn")
	args := shortMatch("chess", "--rounds", "2", "--journal", journal)
	out, _, err := call(t, append(args, "--pgn", full)...)
	if err == nil || !strings.Contains(err.Error(), full) || !strings.Contains(out, "1 of them in") {
		t.Errorf("error %v, printed\n%s", err, out)
	}
	done(t, append(args, "--pgn", pgn)...)
	if n := strings.Count(read(t, pgn), "[Result "); n != 4 {
		t.Errorf("%d games, want 4", n)
	}
	refused(t, full, append(args, "--log", full)...)
}

// The log keeps earlier runs, and each run begins with a heading.
func TestLogIsAddedTo(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	const earlier = "12:00:00 A > isready\n12:00:00 A < rea"
	write(t, log, earlier)
	for range 2 {
		if _, text, err := call(t, shortMatch("chess", "--rounds", "1", "--log", log)...); err != nil {
			t.Fatal(err, text)
		}
	}
	if now := read(t, log); !strings.HasPrefix(now, earlier+"\n") || strings.Count(now, "\n# lab arena, ") != 2 || !strings.Contains(now, "self name=A | self name=B") {
		t.Errorf("the log is now %q", now)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	must.Write(t, path, []byte(text))
}

func read(t *testing.T, path string) string {
	t.Helper()
	return string(must.Read(t, path))
}

// An adjudicated game is no foul of the loser, and is read with its result.
func TestAdjudicatedRecords(t *testing.T) {
	dir := t.TempDir()
	out, _ := done(t, "arena", "--game", "shogi", "--engine", "self name=A", "--engine", "self name=B eval=<classic>", "--each", "nodes=100 hash=1",
		"--rounds", "2", "--concurrency", "1", "--resign", "moves=2 score=300", "--kif", filepath.Join(dir, "kif"), "--csa", filepath.Join(dir, "csa"))
	settled := 0
	paths, _ := filepath.Glob(filepath.Join(dir, "*", "0*"))
	for _, path := range paths {
		text := read(t, path)
		g, err := record.NewReader(strings.NewReader(text), record.Hint{}).Next()
		if err != nil || g.Result == record.Unfinished {
			t.Errorf("%s: error %v, result %v", path, err, g)
			continue
		}
		if g.Ending == core.Adjudication {
			settled++
		}
		if strings.Contains(text, "反則") || strings.Contains(text, "ILLEGAL") {
			t.Errorf("%s has a foul:\n%s", path, text)
		}
	}
	if len(paths) != 8 || settled == 0 || settled%2 != 0 {
		t.Errorf("%d records, %d of them adjudicated\n%s", len(paths), settled, out)
	}
}

// What the records of a match hold, in all formats.
func TestRecordOfAGame(t *testing.T) {
	began := time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC)
	controls := [2]arena.Control{{Base: time.Minute, Increment: 600 * time.Millisecond}}
	for _, test := range []struct {
		name     string
		rules    core.Rules
		settings core.Settings
		format   record.Format
		result   arena.Result
		want     string
	}{
		{"PGN", chess.Rules, core.Settings{}, record.PGN, arena.Result{
			Start: chess.StartFEN, Moves: "f2f3 e7e5 g2g4 d8h4", Book: 1, Mover: core.Second, Result: "0-1", Ending: core.Checkmate,
			Thoughts: []arena.Thought{{35, 9, 100, 51000}, {0, -1, 0, 1500}, {int64(core.WinIn(1)), 12, 0, 0}},
		}, `[Event "lab arena"]
[Site "?"]
[Date "2024.05.01"]
[Round "4.2"]
[White "Ada"]
[Black "Ben"]
[Result "0-1"]
[Time "12:00:00"]
[TimeControl "60+0.6"]
[Termination "normal"]
[PlyCount "4"]

1. f3 e5 {+0.35/9 0.051s, n=100} 2. g4 {0.002s} 2... Qh4# {+M1/12 0.000s, checkmate}
0-1

`},
		{"PGN of Chess960", chess.Rules, core.Settings{Chess960: true}, record.PGN, arena.Result{
			Start: "1k6/8/8/8/8/8/8/KR6 b - - 0 9", Mover: core.Second, Result: "1-0", Ending: core.Hang,
		}, `[Event "lab arena"]
[Site "?"]
[Date "2024.05.01"]
[Round "4.2"]
[White "Ada"]
[Black "Ben"]
[Result "1-0"]
[Time "12:00:00"]
[TimeControl "60+0.6"]
[Termination "abandoned"]
[PlyCount "0"]
[Variant "fischerandom"]
[SetUp "1"]
[FEN "1k6/8/8/8/8/8/8/KR6 b - - 0 9"]

{hang} 1-0

`},
		{"KIF", shogi.Rules, core.Settings{}, record.KIF, arena.Result{
			Start: shogi.StartSFEN, Moves: "7g7f 3c3d", Book: 1, Mover: core.Second, Result: "1-0", Ending: core.Adjudication,
			Thoughts: []arena.Thought{{31, 12, 4567, 61500000}},
		}, `#KIF version=2.0 encoding=UTF-8
手合割：平手
先手：Ada
後手：Ben
開始日時：2024/05/01 12:00:00
棋戦：lab arena
持ち時間：60+0.6
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:00/00:00:00)
   2 ３四歩(33)   ( 1:01/00:01:01)
*#評価値=-31
*#深さ=12
*#ノード数=4567
   3 中断
*先手の勝ち（判定）
まで2手で中断
`},
		{"CSA", shogi.Rules, core.Settings{}, record.CSA, arena.Result{
			Start: shogi.StartSFEN, Moves: "7g7f 3c3d", Book: 1, Mover: core.Second, Result: "0-1", Ending: core.Resignation,
			Thoughts: []arena.Thought{{31, 12, 4567, 61500000}},
		}, `'CSA encoding=UTF-8
V2.2
N+Ada
N-Ben
$START_TIME:2024/05/01 12:00:00
$EVENT:lab arena
$持ち時間:60+0.6
PI
+
+7776FU
T0
-3334FU
T61
'** -31
%TORYO
`},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := test.result
			r.Game, r.Names, r.Began = 7, [2]string{"Ada", "Ben"}, began
			g, err := r.Record(test.rules, test.settings, recordEvent, controls)
			must.OK(t, err)
			var text strings.Builder
			if err := record.Write(&text, g, test.format, record.Options{Reports: true}); err != nil || text.String() != test.want {
				t.Errorf("error %v, got\n%s\nwant\n%s", err, &text, test.want)
			}
		})
	}
}
