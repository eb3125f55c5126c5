package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/must"
)

// call runs the command line and returns what it printed on both streams.
func call(t *testing.T, args ...string) (out, log string, err error) {
	t.Helper()
	var o, l strings.Builder
	err = run(args, cli.Streams{In: strings.NewReader(""), Out: &o, Err: &l})
	return o.String(), l.String(), err
}

// done is call for what has to succeed.
func done(t *testing.T, args ...string) (out, log string) {
	t.Helper()
	out, log, err := call(t, args...)
	if err != nil {
		t.Fatalf("lab %s: %v\n%s", strings.Join(args, " "), err, log)
	}
	return out, log
}

// refused is call for what has to fail with an error that says something.
func refused(t *testing.T, want string, args ...string) {
	t.Helper()
	if out, _, err := call(t, args...); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("lab %s: error %v, want one with %q; printed\n%s", strings.Join(args, " "), err, want, out)
	}
}

// Every subcommand is in docs/build/lab.md and explains itself.
func TestSubcommandsAreExplained(t *testing.T) {
	page, err := os.ReadFile("../../docs/build/lab.md")
	must.OK(t, err)
	for _, c := range program().Commands() {
		if c.Name == "help" || c.Name == "version" {
			continue
		}
		if !strings.Contains(string(page), "`lab "+c.Name+"`") {
			t.Errorf("docs/build/lab.md does not mention %s", c.Name)
		}
		out, _, err := call(t, c.Name, "--help")
		if err != nil || !strings.HasPrefix(out, "lab "+c.Name) {
			t.Errorf("%s --help: error %v, says %q", c.Name, err, out)
		}
	}
	if out, _, err := call(t); err != nil || !strings.Contains(out, "arena") {
		t.Errorf("without arguments: error %v, says %q", err, out)
	}
}

// Help fits terminals of 80 columns and is the same for help NAME and NAME --help.
func TestHelpFitsATerminal(t *testing.T) {
	for _, name := range append(program().Names(), "") {
		help, _, err := call(t, strings.Fields("help "+name)...)
		if err != nil {
			t.Errorf("help %s: %v", name, err)
		}
		for line := range strings.Lines(help) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 || strings.Contains(line, "\t") {
				t.Errorf("help %s: %d characters, or a tab: %s", name, n, line)
			}
		}
		if other, _, err := call(t, strings.Fields(name+" --help")...); err != nil || other != help {
			t.Errorf("%s --help: error %v, says\n%s\nnot\n%s", name, err, other, help)
		}
	}
	if text, _, err := call(t, "--version"); err != nil || !strings.HasPrefix(text, "The lab of Nitoryu "+cli.Version) {
		t.Errorf("--version: error %v, says %q", err, text)
	}
}

func TestBadCommandLines(t *testing.T) {
	dir := t.TempDir()
	book := filepath.Join(dir, "book")
	write(t, book, "startpos moves e2e5\n")
	two := []string{"arena", "--engine", "self", "--engine", "self", "--each", "nodes=10"}
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"no such subcommand", []string{"tournament"}, `there is no subcommand "tournament"; choose arena, check, suite, `},
		{"a misspelt subcommand", []string{"arenna"}, `there is no subcommand "arenna"; did you mean "arena"?`},
		{"a flag without a subcommand", []string{"--game", "shogi"}, "the flag --game has to follow a subcommand"},
		{"help of a misspelt subcommand", []string{"help", "sutie"}, `did you mean "suite"?`},
		{"a misspelt flag", []string{"tune", "--gmae", "shogi"}, "tune: there is no flag --gmae; did you mean --game?"},
		{"a time without a unit", []string{"suite", "--time", "5", "x.epd"}, `suite: --time "5" needs a unit, e.g. 5s`},
		{"another time without a unit", []string{"bench", "--time", "0.5"}, `bench: --time "0.5" needs a unit, e.g. 0.5s`},
		{"a number in words", []string{"datagen", "--games", "many", "chess", "x"}, `datagen: --games "many" is not a whole number of 0 or more`},
		{"a stray word", append(two[:len(two):len(two)], "x"), `"x" is one word too many`},
		{"one engine", []string{"arena", "--engine", "self", "--each", "nodes=10"}, "two contestants"},
		{"no limit", []string{"arena", "--engine", "self", "--engine", "self"}, "no time control"},
		{"no limit, but a level of the other", []string{"arena", "--engine", "self", "--engine", "self elo=900"}, "no time control"},
		{"an Elo out of range", []string{"arena", "--engine", "self elo=9000", "--engine", "self elo=900", "--rounds", "1"}, "go from"},
		{"an unknown game", append(two[:len(two):len(two)], "--game", "go"), "no game"},
		{"an unknown engine word", []string{"arena", "--engine", "self fast", "--engine", "self"}, `unknown word "fast"; a program is cmd=fast`},
		{"a misspelt engine word", []string{"arena", "--engine", "slef", "--engine", "self"}, `unknown word "slef"; did you mean "self"?`},
		{"a misspelt key of an engine", []string{"arena", "--engine", "self hahs=16", "--engine", "self"}, `unknown word "hahs=16"; did you mean "hash"?`},
		{"a number of an engine in words", []string{"arena", "--engine", "self threads=two", "--engine", "self"}, `threads: "two" is not a whole number of 0 or more`},
		{"a misspelt protocol", []string{"arena", "--engine", "cmd=x proto=uic", "--engine", "self"}, `there is no protocol "uic"; did you mean "uci"?`},
		{"two engines in one", []string{"arena", "--engine", "self cmd=x", "--engine", "self"}, "either self or cmd=PATH"},
		{"a misspelt parameter", []string{"arena", "--engine", "self NullMoveDept=3", "--engine", "self", "--each", "nodes=10"}, `no parameter "NullMoveDept"; did you mean "NullMoveDepth"?`},
		{"a parameter that does not exist", []string{"arena", "--engine", "self Contempt=3", "--engine", "self", "--each", "nodes=10"}, "no parameter"},
		{"a program that does not exist", []string{"arena", "--engine", "cmd=" + dir + "/none", "--engine", "self", "--each", "nodes=10", "--rounds", "1"}, "cannot start"},
		{"bad SPRT words", append(two[:len(two):len(two)], "--sprt", "0 five"), "not a number"},
		{"bad SPRT bounds", append(two[:len(two):len(two)], "--sprt", "5 0"), "--sprt: elo0 has to be less than elo1, but they are 5 and 0"},
		{"no difference in an SPRT", append(two[:len(two):len(two)], "--sprt", "0 0"), "elo0 has to be less than elo1, but they are 0 and 0"},
		{"byoyomi in UCI", append(two[:len(two):len(two)], "--each", "tc=5 byoyomi=1"), "UCI has no byoyomi; st=1 gives 1 s to each move, tc=BASE+1 adds 1 s to a clock"},
		{"byoyomi of one engine in UCI", []string{"arena", "--engine", "cmd=x byoyomi=0.5", "--engine", "self", "--each", "tc=5"}, `engine "x": UCI has no byoyomi; st=0.5`},
		{"byoyomi of a UCI engine in shogi", []string{"arena", "--game", "shogi", "--engine", "cmd=x proto=uci", "--engine", "self", "--each", "byoyomi=1"}, `engine "x": UCI has no byoyomi`},
		{"rules that do not exist", append(two[:len(two):len(two)], "--rules", "uscf"), `there is no set of rules "uscf"; choose fide`},
		{"a bad SPRT model", append(two[:len(two):len(two)], "--sprt", "0 5 model=x"), "unknown model"},
		{"an SPRT of three", append(two[:len(two):len(two)], "--engine", "self", "--sprt", "0 5"), "between two"},
		{"a bad adjudication", append(two[:len(two):len(two)], "--draw", "moves=x"), "--draw"},
		{"half an adjudication", append(two[:len(two):len(two)], "--resign", "moves=3"), "score"},
		{"a book that is not there", append(two[:len(two):len(two)], "--openings", dir+"/none"), "no such file"},
		{"a book with an illegal move", append(two[:len(two):len(two)], "--openings", book), "book:1"},
		{"a bad order", append(two[:len(two):len(two)], "--order", "backwards"), "random or sequential"},
		{"a log in the journal", append(two[:len(two):len(two)], "--journal", dir+"/x", "--log", dir+"/./x"), "--journal and --log are the same file"},
		{"games in the book", append(two[:len(two):len(two)], "--openings", book, "--pgn", book), "is read, so it cannot be written; choose another file for --pgn than for --openings"},
		{"records of another game", append(two[:len(two):len(two)], "--kif", dir), "--pgn"},
		{"datagen without a file", []string{"datagen", "chess"}, "a game and a file are needed, as in lab datagen chess chess.games; see lab datagen --help"},
		{"datagen of an unknown game", []string{"datagen", "go", dir + "/x"}, "no game"},
		{"data without an action", []string{"data"}, "an action is missing, such as stats; see lab data --help"},
		{"an unknown action", []string{"data", "burn", "x"}, `there is no action "burn"; choose stats, merge, `},
		{"a misspelt action", []string{"data", "shufle", "x"}, `there is no action "shufle"; did you mean "shuffle"?`},
		{"statistics of nothing", []string{"data", "stats"}, "data stats: too few files; usage: lab data stats FILE..."},
		{"an action with too many files", []string{"data", "shuffle", "x", "y", "z"}, "data shuffle: too many files; usage: lab data shuffle NEW FILE"},
		{"a negative score", []string{"data", "stats", "--max-score", "-1", "x"}, `data: --max-score "-1" cannot be used: it is a whole number of 0 to 32767`},
		{"an action without files", []string{"data", "merge", "x"}, "too few files; usage: lab data merge NEW FILE..."},
		{"data of another file", []string{"data", "stats", book}, "not a file of games"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			refused(t, test.want, test.args...)
		})
	}
}

func TestParams(t *testing.T) {
	out, _, err := call(t, "params")
	if err != nil || !regexp.MustCompile(`(?m)^NullMoveDepth +\d+ +\d+ +\d+ to \d+ +1000 +null move pruning: \S`).MatchString(out) ||
		!regexp.MustCompile(`(?m)^LMRMoves +\d+ +\d+ +\d+ to \d+  +[a-z]`).MatchString(out) {
		t.Errorf("error %v, printed\n%s", err, out)
	}
	if _, _, err := call(t, "params", "x"); err == nil {
		t.Error("a stray word is taken")
	}
}

// A match of our engine against itself without a technique, in both games, is
// played, recorded and resumed.
func TestArena(t *testing.T) {
	tests := []struct {
		game    string
		records []string
		files   map[string]string // pattern of a path: what the files hold together
	}{
		{"chess", []string{"--pgn", "games.pgn"}, map[string]string{"games.pgn": `\[Result "`}},
		{"shogi", []string{"--kif", "kif", "--csa", "csa"}, map[string]string{"kif/*.kifu": `手数----指手`, "csa/*.csa": `(?m)^V[23]\.`}},
	}
	for _, test := range tests {
		t.Run(test.game, func(t *testing.T) {
			dir := t.TempDir()
			args := []string{"arena", "--game", test.game, "--engine", "self name=full", "--engine", "self name=plain NullMoveDepth=off LMRDepth=off",
				"--each", "nodes=60 hash=1", "--move-limit", "60", "--max-moves", "40", "--journal", filepath.Join(dir, "match.jsonl"), "--seed", "3"}
			for i, r := range test.records {
				if i%2 == 1 {
					r = filepath.Join(dir, r)
				}
				args = append(args, r)
			}
			first, log, err := call(t, append(args, "--rounds", "2")...)
			if err != nil {
				t.Fatal(err, log)
			}
			second, log, err := call(t, append(args, "--rounds", "3")...)
			if err != nil {
				t.Fatal(err, log)
			}
			for _, check := range []struct{ text, want string }{
				{first, `score \d+\.\d of 4: `}, {first, `full +\d+ `}, {first, `none`},
				{second, `of 6 games, 2 of them in `}, {log, `resuming after 4 games`},
			} {
				if !regexp.MustCompile(check.want).MatchString(check.text) {
					t.Errorf("no %q in\n%s", check.want, check.text)
				}
			}
			for pattern, want := range test.files {
				paths, _ := filepath.Glob(filepath.Join(dir, pattern))
				all := ""
				for _, p := range paths {
					text, _ := os.ReadFile(p)
					all += string(text)
				}
				if n := len(regexp.MustCompile(want).FindAllString(all, -1)); n != 6 {
					t.Errorf("%s: %d games recorded, want 6", pattern, n)
				}
			}
			refused(t, "another match", append(args, "--rounds", "3", "--margin", "1s")...)
		})
	}
}

// Files that were there before are not lost to a typing mistake.
func TestNothingIsOverwritten(t *testing.T) {
	dir := t.TempDir()
	precious := filepath.Join(dir, "precious.csa")
	const text = "[Event \"my best games\"]" // without a newline at the end
	write(t, precious, text)
	match := []string{"arena", "--engine", "self", "--engine", "self", "--each", "nodes=10 hash=1", "--rounds", "1", "--max-moves", "5"}
	journal := filepath.Join(dir, "journal")
	done(t, append(match, "--journal", journal)...)
	for _, args := range [][]string{
		append(match[:len(match):len(match)], "--journal", precious),
		append(match[:len(match):len(match)], "--journal", journal, "--pgn", precious),
		append(match[:len(match):len(match)], "--game", "shogi", "--csa", dir),
		{"datagen", "--games", "1", "chess", precious},
		{"data", "import", precious, precious},
		{"train", "chess", precious, precious},
		{"ablate", "-depth", "2", "-only", "killer", "-sample", "0", "-journal", precious, "chess"},
	} {
		if _, _, err := call(t, args...); err == nil {
			t.Errorf("lab %s: no error", strings.Join(args, " "))
		}
		if now, err := os.ReadFile(precious); err != nil || string(now) != text {
			t.Fatalf("lab %s: error %v, the file is now %.60q", strings.Join(args, " "), err, now)
		}
	}
	// Without a journal games are added to a PGN.
	done(t, append(match, "--pgn", precious)...)
	if now, _ := os.ReadFile(precious); !strings.HasPrefix(string(now), text) || len(now) < 2*len(text) {
		t.Errorf("the PGN is now %.60q", now)
	}
}

// What a kill left of a file that was just made does not stand in the way.
func TestEmptyDataFile(t *testing.T) {
	path := textFile(t, "games", "")
	if out, _, err := call(t, "datagen", "--nodes", "20", "--hash", "1", "--games", "1", "chess", path); err != nil || !strings.Contains(out, "1 game in this run, 1 in all") {
		t.Errorf("error %v, printed %s", err, out)
	}
}

// A decided test stays decided: the same command plays no more and says the same.
func TestSPRTEndsTheMatch(t *testing.T) {
	journal := filepath.Join(t.TempDir(), "journal")
	args := []string{"arena", "--engine", "self", "--engine", "self name=blind Quiescence=off ExchangeOrder=off", "--each", "nodes=100 hash=1",
		"--max-moves", "60", "--resign", "moves=2 score=300 one-sided", "--sprt", "0 50", "--journal", journal, "--concurrency", "3"}
	verdict := regexp.MustCompile(`SPRT .* H1 accepted after \d+ games`)
	out, _, err := call(t, args...)
	if err != nil || !verdict.MatchString(out) {
		t.Fatalf("error %v, printed\n%s", err, out)
	}
	results := read(t, journal)
	again, log, err := call(t, args...)
	if err != nil || verdict.FindString(again) != verdict.FindString(out) || !strings.Contains(log, "no game is added") {
		t.Errorf("on a second run: error %v, printed\n%s%s", err, again, log)
	}
	if read(t, journal) != results {
		t.Error("a decided match is played on")
	}
}

// tried are the games of tests; one is enough for the race detector.
func tried() []games.Game {
	if testing.Short() {
		return games.All()[:1]
	}
	return games.All()
}

func TestGauntlet(t *testing.T) {
	out, _, err := call(t, "arena", "--gauntlet", "--engine", "self name=A", "--engine", "self name=B", "--engine", "self name=C",
		"--each", "nodes=30 hash=1", "--rounds", "1", "--max-moves", "20")
	if err != nil || !strings.Contains(out, "of 4 games") || !regexp.MustCompile(`(?m)^.*\bC\b`).MatchString(out) {
		t.Errorf("error %v, printed\n%s", err, out)
	}
}

// Games are generated, the run is resumed, and every action of lab data works on them.
func TestData(t *testing.T) {
	for _, g := range tried() {
		game := g.Name
		t.Run(game, func(t *testing.T) {
			dir := t.TempDir()
			path := func(name string) string { return filepath.Join(dir, name) }
			must := func(want string, args ...string) {
				t.Helper()
				out, log, err := call(t, args...)
				if err != nil || !regexp.MustCompile(want).MatchString(out+log) {
					t.Fatalf("lab %s: error %v, no %q in\n%s%s", strings.Join(args, " "), err, want, out, log)
				}
			}
			generate := []string{"datagen", "--nodes", "40", "--hash", "1", "--move-limit", "80", game}
			must(`4 games in this run, 4 in all`, append(generate, path("a"), "--games", "4")...)
			must(`2 games in this run, 6 in all`, append(generate, path("a"), "--games", "6")...)
			must(`2 games in this run, 2 in all`, append(generate, path("b"), "--games", "2", "--seed", "2")...)
			refused(t, "lab data merge", append(generate, path("a"), "--games", "9", "--seed", "2")...)
			must(`8 games`, "data", "merge", path("c"), path("a"), path("b"))
			must(`8 games`, "data", "shuffle", path("d"), path("c"))
			must(`14 games`, "data", "merge", path("e"), path("d"), path("a"))
			must(`8 games, 6 dropped`, "data", "dedup", path("f"), path("e"))
			must(game+`: 8 games`, "data", "stats", "--svg", path("s.svg"), path("f"))
			must(`"games": 8`, "data", "stats", "--json", path("f"))
			must(`8 games`, "data", "games", "-o", path("games.txt"), path("f"))
			must(`positions`, "data", "positions", "--min-ply", "0", "--unique", "--shuffle", "-o", path("positions.txt"), path("f"))
			for name, want := range map[string]string{
				"games.txt": `(?m)^startpos moves \S+ .*\| scores - `, "positions.txt": `(?m)^\S+ [bw] .* \| -?\d+ \| (0|1|0\.5|0\.0|1\.0)$`, "s.svg": `</svg>`,
			} {
				if text, err := os.ReadFile(path(name)); err != nil || !regexp.MustCompile(want).Match(text) {
					t.Errorf("%s: error %v, no %q in\n%.300s", name, err, want, text)
				}
			}
		})
	}
}

// Games that a match manager wrote become training data.
func TestImport(t *testing.T) {
	dir := t.TempDir()
	pgn := filepath.Join(dir, "games.pgn")
	_, log, err := call(t, "arena", "--engine", "self name=A", "--engine", "self name=B", "--each", "nodes=50 hash=1", "--rounds", "2", "--pgn", pgn, "--max-moves", "60")
	if err != nil {
		t.Fatal(err, log)
	}
	text := must.Read(t, pgn)
	// A game that was lost on time teaches nothing.
	forfeit := "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[Termination \"time forfeit\"]\n\n1. e4 {+0.20/5 0.1s} e5 {+0.10/5 0.1s} 1-0\n\n"
	write(t, pgn, string(append([]byte(forfeit), text...)))
	data := filepath.Join(dir, "data")
	if _, log, err := call(t, "data", "import", data, pgn); err != nil || !strings.Contains(log, "4 games") {
		t.Fatalf("error %v, printed %s", err, log)
	}
	out, _, err := call(t, "data", "stats", data)
	if err != nil || !strings.Contains(out, "4 games") || strings.Contains(out, " 0 with a score") {
		t.Errorf("error %v, printed\n%.300s", err, out)
	}
	if out, _, err = call(t, "data", "games", data); err != nil || !strings.Contains(out, "| scores - - - - - - - - ") {
		t.Errorf("the opening has scores, or error %v:\n%.200s", err, out)
	}
}
