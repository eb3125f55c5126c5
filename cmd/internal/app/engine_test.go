//go:build !js

package app

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/tests/must"
)

// engineVariable makes the test binary an engine: "" for none, else how many searches it
// answers before it ends, or a way to misbehave.
const engineVariable = "NITORYU_TEST_ENGINE"

func TestMain(m *testing.M) {
	behaviour := os.Getenv(engineVariable)
	if behaviour == "" {
		os.Exit(m.Run())
	}
	if n, err := strconv.Atoi(behaviour); err == nil {
		in, out := io.Pipe()
		go mortal(n, out)
		err = run(os.Args[1:], cli.Streams{In: in, Out: os.Stdout, Err: os.Stderr})
		if err == nil {
			os.Exit(0)
		}
	}
	misbehave(behaviour)
}

// mortal passes commands on until it was asked n times.
func mortal(n int, to *io.PipeWriter) {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "go ") {
			if n--; n < 0 {
				die()
			}
		}
		fmt.Fprintln(to, lines.Text())
	}
	to.Close()
}

// recorded is what the behaviour of that name answers in foolsMate and scholarsMate, by the moves before:
// neither a network nor a search of ours has a say in it.
var recorded = map[string]string{
	"":                    "cp 20 pv e2e4 e7e5",
	"e2e4":                "cp -20 pv e7e5 g1f3",
	"e2e4 e7e5":           "cp 25 pv g1f3 b8c6",
	"e2e4 e7e5 g1f3":      "cp -25 pv b8c6",
	"e2e4 e7e5 d1h5":      "cp 15 pv b8c6 f1c4",
	"e2e4 e7e5 d1h5 b8c6": "cp -15 pv f1c4",
	"e2e4 e7e5 d1h5 e8e7": "mate 1 pv h5e5",
	"f2f4":                "cp 30 pv e7e6 g1f3",
	"f2f4 e7e6":           "cp -40 pv g1f3 d7d5",
	"f2f4 e7e6 g1f3":      "cp 40 pv d7d5",
	"f2f4 e7e6 g2g4":      "mate 1 pv d8h4",
}

// misbehave is an engine of UCI with an option and without levels. A number after the behaviour says
// how many searches it answers before it ends.
func misbehave(behaviour string) {
	behaviour, life, _ := strings.Cut(behaviour, " ")
	left, err := strconv.Atoi(life)
	lines, moves := bufio.NewScanner(os.Stdin), ""
	for lines.Scan() {
		switch word, rest, _ := strings.Cut(lines.Text(), " "); word {
		case "uci":
			fmt.Printf("id name Bad %s\noption name Style type string default none\nuciok\n", strings.Join(os.Args[1:], " "))
		case "isready":
			fmt.Println("readyok")
		case "position":
			_, moves, _ = strings.Cut(rest, " moves ")
		case "go":
			if left--; err == nil && left < 0 {
				die()
			}
			switch behaviour {
			case "illegal":
				fmt.Println("bestmove e2e5")
			case "lineless":
				fmt.Println("info depth 3 score cp 25\nbestmove f2f3")
			case "recorded":
				score, line, _ := strings.Cut(recorded[moves], " pv ")
				best, _, _ := strings.Cut(line, " ")
				fmt.Printf("info depth 9 nodes 200 score %s pv %s\nbestmove %s\n", score, line, best)
			}
		case "quit":
			os.Exit(0)
		}
	}
}

// die ends the process as a crash does.
func die() {
	fmt.Fprintln(os.Stderr, "out of life")
	os.Exit(3)
}

// self returns a command line that runs this binary as an engine of some behaviour, with
// arguments.
func self(t *testing.T, behaviour string, args ...string) string {
	t.Helper()
	t.Setenv(engineVariable, behaviour)
	return strings.Join(append([]string{`"` + os.Args[0] + `"`}, args...), " ")
}

// immortal is the behaviour of our own engine.
const immortal = "1000000"

// Our engine behind a protocol thinks what it thinks without.
func TestEnginesAnalyseAsOurs(t *testing.T) {
	lines := "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 *\n"
	root := folder(t, map[string]string{"a.pgn": foolsMate + "\n" + scholarsMate + "\n" + lines, "b.kif": legalKIF})
	for _, test := range []struct {
		args   []string
		option []string
	}{
		{[]string{"a.pgn", "--multipv", "2"}, nil},
		{[]string{"a.pgn", "--together"}, nil},
		{[]string{"a.pgn", "--depth", "5", "--nodes", "0"}, nil},
		{[]string{"b.kif", "--lang", "en"}, []string{"--option", "GenerateAllLegalMoves=true"}}, // as analyses have it
	} {
		t.Run(strings.Join(test.args, " "), func(t *testing.T) {
			args := test.args
			args = slices.Concat([]string{filepath.Join(root, args[0]), "--format", "jsonl", "--threads", "2", "--hash", "2"}, args[1:])
			if slices.Contains(args, "--together") {
				args[4] = "1" // more threads do not think the same again
			}
			want, _, err := analysed(t, "", args...)
			must.OK(t, err)
			got, told, err := analysed(t, "", slices.Concat(args, []string{"--engine", self(t, immortal)}, test.option)...)
			if err != nil || got != want {
				t.Errorf("error %v, told %s, wrote\n%s\nwant\n%s", err, told, got, want)
			}
		})
	}
}

// All that is made of an analysis is made with any engine, and has its name.
func TestEnginesMakeEverything(t *testing.T) {
	for _, test := range []struct{ name, input, record string }{
		{"chess", foolsMate, `2\.\sg4\s\$4 \{\[%eval #-1,\d+\] Blunder\. Lets Black mate in 1 by Qh4#\. Best was`},
		{"shogi", legalKIF, `\*#エンジン=Nitoryu `},
	} {
		t.Run(test.name, func(t *testing.T) {
			root := t.TempDir()
			out, told, err := analysed(t, test.input, "-", "--engine", self(t, immortal), "--option", "Hash=3",
				"--html", filepath.Join(root, "pages"), "--puzzles", filepath.Join(root, "puzzles"), "--out", filepath.Join(root, "out"))
			if err != nil {
				t.Fatalf("%v, wrote %s, told %s", err, out, told)
			}
			written := contents(t, root)
			if !regexp.MustCompile(test.record).MatchString(written["out"]) {
				t.Errorf("the record is\n%s", written["out"])
			}
			if !regexp.MustCompile("Nitoryu "+regexp.QuoteMeta(cli.Version)+"(, |、)").MatchString(written["pages/stdin.html"]) || !strings.Contains(told, "0 tactics and 0 mates") {
				t.Errorf("told %s; pages %d", told, len(written))
			}
		})
	}
}

// A folder may have games of both kinds: each has a process of its own.
func TestEnginesOfBothGames(t *testing.T) {
	root := folder(t, map[string]string{"a.pgn": foolsMate, "b.kif": legalKIF})
	out, told, err := analysed(t, "", root, "--format", "jsonl", "--engine", self(t, immortal))
	if err != nil || strings.Count(out, `"game":"chess"`) != 1 || strings.Count(out, `"game":"shogi"`) != 1 {
		t.Errorf("%v, told %s, wrote %s", err, told, out)
	}
}

// Whoever answers with a move alone, and its score, is judged by that.
func TestEnginesWithoutLines(t *testing.T) {
	out, _, err := analysed(t, "1. e4 *", "-", "--from", "1", "--format", "jsonl", "--engine", self(t, "lineless", "'of many words'", "x"))
	if err == nil || !strings.Contains(err.Error(), "f2f3") {
		t.Fatalf("the second position allows f2f3: %v, %s", err, out)
	}
	out, _, err = analysed(t, "[White \"A\"]\n\n*", "-", "--format", "jsonl", "--engine", self(t, "lineless", "'of many words'", "x"))
	if err != nil || !strings.Contains(out, `"engine":"Bad of many words x"`) || !strings.Contains(out, `{"score":25,"depth":3,"moves":["f2f3"]}`) {
		t.Errorf("%v, %s", err, out)
	}
}

// An engine that dies ends the analysis with a clear message, and another run goes on where
// it ended.
func TestEnginesThatDie(t *testing.T) {
	root := folder(t, map[string]string{"a.pgn": foolsMate + "\n" + scholarsMate})
	journals := t.TempDir()
	args := func(journal string) []string {
		return []string{filepath.Join(root, "a.pgn"), "--threads", "1", "--format", "jsonl", "--journal", filepath.Join(journals, journal), "--engine", self(t, "recorded")}
	}
	want, told, err := analysed(t, "", args("whole")...)
	if err != nil {
		t.Fatalf("%v, told %s", err, told)
	}
	whole := contents(t, journals)["whole"]
	again := args("broken")
	self(t, "recorded 14") // in the second game, within positions that are searched again
	got, _, err := analysed(t, "", again...)
	if err == nil || got == "" || !strings.HasPrefix(want, got) || got == want {
		t.Fatalf("error %v, wrote %s", err, got)
	}
	must.Has(t, err.Error(), "analyse: Bad", ": crash: it ended (exit status 3)", "out of life", "the same command goes on with what is in "+filepath.Join(journals, "broken"))
	broken := contents(t, journals)["broken"]
	if !strings.HasPrefix(whole, broken) || strings.Count(broken, "\n") != 1+4+3+5 {
		t.Errorf("the journal is\n%s", broken)
	}
	self(t, "recorded")
	if got, told, err := analysed(t, "", again...); err != nil || got != want || contents(t, journals)["broken"] != whole {
		t.Errorf("afterwards: %v, told %s, wrote\n%s\nwant\n%s", err, told, got, want)
	}
}

func TestBadEngines(t *testing.T) {
	illegal := self(t, "illegal")
	for _, test := range []struct {
		name string
		args []string
		want string
	}{
		{"no such program", []string{"analyse", "-", "--engine", "nowhere/none -x"}, "none: cannot start: "},
		{"a quote is open", []string{"analyse", "-", "--engine", `"engine`}, `--engine: a quote is not closed: "engine`},
		{"an empty command", []string{"analyse", "-", "--engine", " "}, "--engine: the command is empty"},
		{"an option that ours lacks", []string{"analyse", "-", "--option", "Stile=1"}, `there is no option "Stile"`},
		{"one of front ends", []string{"analyse", "-", "--option", "MultiPV=2"}, "MultiPV says what front ends want, and changes nothing here"},
		{"one of the other game", []string{"analyse", "-", "--option", "EvalDir=x"}, "EvalDir=x is not for chess"},
		{"a value that it does not take", []string{"analyse", "-", "--option", "SyzygyProbeLimit=x"}, `SyzygyProbeLimit=x: "x" is not a number from 0 to 7`},
		{"no value", []string{"play", "--option", "SyzygyProbeLimit"}, `"SyzygyProbeLimit" has no value; write NAME=VALUE`},
		{"a network as an option", []string{"analyse", "-", "--option", "EvalFile=x"}, "give the network of our own engine as --eval"},
		{"no tables", []string{"analyse", "-", "--syzygy", "testdata"}, "there is no table in testdata"},
		{"no folder of tables", []string{"analyse", "chess", "--syzygy", "testdata/none"}, "testdata/none: no such file"},
		{"tables in shogi", []string{"play", "shogi", "--option", "SyzygyPath=testdata"}, "SyzygyPath=testdata is not for shogi"},
		{"a network of ours", []string{"analyse", "-", "--eval", "x", "--engine", illegal}, "--eval is for our own engine"},
		{"an unknown option", []string{"analyse", "-", "--engine", illegal, "--option", "Stile=x"}, `there is no option "Stile"; did you mean "Style"?`},
		{"an illegal move", []string{"analyse", "-", "--engine", illegal}, "e2e5"},
		{"an illegal move in a position", []string{"analyse", "--engine", illegal}, "e2e5"},
		{"an option that ours lacks, for a position", []string{"analyse", "chess", "--option", "Stile=1"}, `there is no option "Stile"`},
		{"lines that it does not tell", []string{"analyse", "--engine", illegal, "--multipv", "2"}, "has no option MultiPV"},
		{"no levels", []string{"play", "--engine", illegal, "--level", "club"}, "has no levels: it lacks the options UCI_LimitStrength and UCI_Elo"},
		{"an opponent that is not there", []string{"play", "--engine", "nowhere/none"}, "none: cannot start: "},
		{"a seed of ours", []string{"play", "--engine", illegal, "--seed", "1"}, "--seed is for the levels of our own engine"},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := run(test.args, cli.Streams{In: strings.NewReader("1. e4 e5 *\n"), Out: io.Discard, Err: io.Discard})
			must.Say(t, err, test.want)
		})
	}
}

// Endgame tables that are asked for decide the verdicts of our own engine, too.
func TestTablesInAnalyses(t *testing.T) {
	const (
		tables = "../../../web/api/testdata/syzygy" // KQvK alone
		won    = `[FEN "8/8/8/8/3k4/8/8/K6Q w - - 0 1"]` + "\n\n1. Qh2 Kc3 2. Qh4 *\n"
	)
	for _, test := range []struct {
		name, input string
		args        []string
		want        string
	}{
		{"a folder", won, []string{"-", "--syzygy", tables}, "[%eval 200.00,"},
		{"the option", won, []string{"-", "--option", "SyzygyPath = " + tables}, "[%eval 200.00,"},
		{"never looked up", won, []string{"-", "--syzygy", tables, "--option", "SyzygyProbeLimit=0"}, ""},
		{"games of both kinds", "", []string{folder(t, map[string]string{"a.pgn": won, "b.usi": "startpos moves 7g7f\n"}), "--syzygy", tables, "--format", "jsonl"}, `"score":20000`},
	} {
		t.Run(test.name, func(t *testing.T) {
			out, told, err := analysed(t, test.input, test.args...)
			if err != nil || test.want != "" && !strings.Contains(out, test.want) || test.want == "" && strings.Contains(out, "200.00") || strings.Contains(out, "$") {
				t.Errorf("error %v, told %s, wrote\n%s", err, told, out)
			}
		})
	}
	p := run([]string{"analyse", "--syzygy", tables, "--depth", "2", "8/8/8/8/3k4/8/8/K6Q w - - 0 1"}, cli.Streams{Out: io.Discard, Err: io.Discard})
	must.OK(t, p)
}

// The live table is the table of our engine.
func TestEnginesOfPositions(t *testing.T) {
	for _, position := range []string{"", "shogi"} {
		args := []string{"analyse", "--depth", "6", "--threads", "1", position}
		own, other := new(strings.Builder), new(strings.Builder)
		must.OK(t, run(args, cli.Streams{Out: own, Err: io.Discard}))
		must.OK(t, run(append(args, "--engine", self(t, immortal)), cli.Streams{Out: other, Err: io.Discard}))
		times := regexp.MustCompile(` +\d+\.\d\d s +[\d.]+( [kM])? +[\d.]+( [kM])?`)
		a, b := times.ReplaceAllString(own.String(), ""), times.ReplaceAllString(other.String(), "")
		if a != b || !strings.Contains(a, "best move: ") {
			t.Errorf("our engine\n%s\nthe other\n%s", a, b)
		}
	}
}

// A person plays against another engine, at its levels.
func TestEnginesPlay(t *testing.T) {
	for _, test := range []struct{ name, game, typed, want string }{
		{"chess", "chess", "e4\nlevel\nlevel 1500\nlevel club\nhint\nundo\nd4\nclock\nquit\n",
			`(?s)against Nitoryu \S+\. .*Black plays 1\.\.\. .*Levels: full or an Elo from \d+ to \d+\.\n.*against Nitoryu \S+, Elo 1500 from now on.*` +
				`The level stays: there is no level "club": choose full or.*2\. .*You play 1\. d4\n.*\[Black "Nitoryu \S+, Elo 1500"\].*1\. d4 `},
		{"shogi", "shogi", "level 900\n7g7f\neval\nquit\n", `(?s)Elo 900 from now on.*Gote plays 2\. .* for Sente, who wins .*後手：Nitoryu \S+, Elo 900`},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out strings.Builder
			err := run([]string{"play", test.game, "--engine", self(t, immortal), "--nodes", "200", "--threads", "1"},
				cli.Streams{In: strings.NewReader(test.typed), Out: &out, Err: io.Discard})
			if err != nil || !regexp.MustCompile(test.want).MatchString(out.String()) {
				t.Errorf("%v\n%s", err, out.String())
			}
		})
	}
}

// An opponent that breaks down costs nothing of the game.
func TestOpponentsThatDie(t *testing.T) {
	var out strings.Builder
	err := run([]string{"play", "--engine", self(t, "1"), "--nodes", "200", "--threads", "1"},
		cli.Streams{In: strings.NewReader("e4\nd4\nc4\n"), Out: &out, Err: io.Discard})
	must.Say(t, err, "out of life")
	if !regexp.MustCompile(`(?s)The engine cannot go on: .*1\. e4 .*2\. `).MatchString(out.String()) {
		t.Errorf("told\n%s", out.String())
	}
}

// Words of a command line.
func TestCommandWords(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{"stockfish", "stockfish"}, {" a  b\tc ", "a|b|c"}, {`"C:\a b\x.exe" -n`, `C:\a b\x.exe|-n`}, {`a 'b "c" d'`, `a|b "c" d`}, {`a"b c"d`, "ab cd"}, {`a "" b`, "a||b"}, {"", ""},
	} {
		if got, err := commandWords(test.line); err != nil || strings.Join(got, "|") != test.want {
			t.Errorf("%q: %q, %v, want %q", test.line, got, err, test.want)
		}
	}
}

func FuzzCommandWords(f *testing.F) {
	f.Add(`a "b c" 'd'`)
	f.Fuzz(func(t *testing.T, line string) {
		words, err := commandWords(line)
		if err == nil && len(strings.Join(words, "")) > len(line) && strings.ToValidUTF8(line, "") == line {
			t.Errorf("%q of %q", words, line)
		}
	})
}

// Stockfish, where it is installed, analyses games and positions and plays.
func TestStockfish(t *testing.T) {
	path, err := exec.LookPath("stockfish")
	if err != nil {
		if path, err = exec.LookPath("/usr/games/stockfish"); err != nil {
			t.Skip("Stockfish is not installed")
		}
	}
	out, told, err := analysed(t, foolsMate, "-", "--format", "jsonl", "--engine", path, "--nodes", "2000", "--option", "UCI_AnalyseMode=true")
	if err != nil && strings.Contains(err.Error(), "UCI_AnalyseMode") { // newer versions lack it
		out, told, err = analysed(t, foolsMate, "-", "--format", "jsonl", "--engine", path, "--nodes", "2000")
	}
	if err != nil || !strings.Contains(out, `"engine":"Stockfish`) || !strings.Contains(out, `"judgement":"blunder"`) || !strings.Contains(out, "Lets Black mate in 1 by Qh4#.") {
		t.Errorf("%v, told %s, wrote %s", err, told, out)
	}
	var b strings.Builder
	if err := run([]string{"play", "--engine", path, "--nodes", "1000", "--level", "1500"},
		cli.Streams{In: strings.NewReader("e4\nhint\nquit\n"), Out: &b, Err: io.Discard}); err != nil || !regexp.MustCompile(`(?s)Black plays 1\.\.\. .*\[Black "Stockfish.*, Elo 1500"\]`).MatchString(b.String()) {
		t.Errorf("%v, %s", err, b.String())
	}
}
