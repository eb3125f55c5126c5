//go:build !js

package app

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/internal/disk"
	"github.com/nitoryu/nitoryu/internal/schema"
	"github.com/nitoryu/nitoryu/internal/schema/schematest"
	"github.com/nitoryu/nitoryu/review"
	"github.com/nitoryu/nitoryu/tests/must"
)

// Games of all formats that are read.
const (
	scholarsMate = "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n"
	foolsMate    = "[White \"Bob\"]\n[Black \"Carol\"]\n\n1. f4 e6 2. g4 Qh4# 0-1\n"
	brokenPGN    = "[White \"Dan\"]\n\n1. e4 e5 2. Ke5 *\n\n"
	bishopDropKI = "先手：先生\n後手：生徒\n手合割：平手\n"
	kifMoves     = bishopDropKI + "   1 ７六歩(77)\n*定跡\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 同　金(31)\n   5 投了\n"
	legalKIF     = bishopDropKI + "   1 ７六歩(77)\n*定跡\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 同　銀(31)\n   5 投了\n"
	ki2Moves     = bishopDropKI + "\n▲７六歩    △３四歩    ▲２二角成  △同　銀\nまで4手で後手の勝ち\n"
	csaMoves     = "V2.2\nN+teacher\nN-pupil\nPI\n+\n+7776FU\n-3334FU\n+8822UM\n-3122GI\n%TORYO\n"
	usiMoves     = "position startpos moves 7g7f 3c3d 8h2b+ 3a2b\n"
	uciMoves     = "position startpos moves e2e4 e7e5 d1h5 e8e7 h5e5\n"
)

// quickly are flags for searches of no time.
var quickly = []string{"--nodes", "200", "--hash", "1"}

// analysed runs nitoryu analyse quickly with a standard input, and returns what it wrote
// and what it told.
func analysed(t *testing.T, input string, args ...string) (out, told string, err error) {
	t.Helper()
	var o, e strings.Builder
	err = run(slices.Concat([]string{"analyse"}, quickly, args), cli.Streams{In: strings.NewReader(input), Out: &o, Err: &e})
	if out = o.String(); err == nil && slices.Contains(args, "jsonl") && !slices.Contains(args, "--out") {
		for line := range strings.Lines(out) {
			schematest.Check(t, schema.JSONL, "a game", []byte(line))
		}
	}
	return out, e.String(), err
}

// folder returns a folder with files.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, name)
		must.OK(t, os.MkdirAll(filepath.Dir(path), 0o777))
		must.Write(t, path, []byte(text))
	}
	return root
}

// contents returns the files of a folder with their texts.
func contents(t *testing.T, root string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(root, path)
		all[filepath.ToSlash(name)] = string(text)
		return err
	})
	must.OK(t, err)
	return all
}

// Everything that the command writes about a small game, but for depths and times.
func TestAnalyseTranscript(t *testing.T) {
	const game = "[White \"Ann\"]\n[Black \"Bob\"]\n[FEN \"8/5K1k/8/6P1/8/8/8/6R1 b - - 0 1\"]\n\n1... Kh8 {the corner} 2. g6 1/2-1/2\n"
	var out, told strings.Builder
	err := run([]string{"analyse", "-", "--nodes", "500", "--threads", "1"}, cli.Streams{In: strings.NewReader(game), Out: &out, Err: &told})
	must.OK(t, err)
	const want = `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Ann"]
[Black "Bob"]
[Result "1/2-1/2"]
[FEN "8/5K1k/8/6P1/8/8/8/6R1 b - - 0 1"]

1... Kh8 {[%eval #1,N] the corner} 2. g6 $4 {Blunder. Lets Black escape by stalemate, and misses a mate in 1. Best was Rh1#.}
(2. Rh1#) 1/2-1/2

`
	depth := regexp.MustCompile(`,\d+\]`)
	if got := depth.ReplaceAllString(out.String(), ",N]"); got != want {
		t.Errorf("wrote\n%s\nwant\n%s", got, want)
	}
	if _, moves, _ := strings.Cut(strings.TrimSpace(want), "\n\n"); !strings.Contains(depth.ReplaceAllString(pageOfAnalyses(t), ",N]"), "```\n"+moves+"\n```") {
		t.Errorf("the example in docs/use/analysis.md is not\n%s", moves)
	}
	const wantTold = `1/2  T, ETA T  stdin, game 1
stdin, game 1: Ann 10 % accurate, 0 ?!, 0 ?, 1 ??; Bob 100 % accurate, 0 ?!, 0 ?, 0 ??
3/3  T  stdin, game 1
`
	if got := regexp.MustCompile(`\d+:\d\d`).ReplaceAllString(told.String(), "T"); got != wantTold {
		t.Errorf("told\n%s\nwant\n%s", got, wantTold)
	}
}

func TestAnalyseFormats(t *testing.T) {
	tests := []struct {
		name, input string
		args        []string
		want        []string // regular expressions of what is written
	}{
		{"PGN", foolsMate, nil, []string{`(?m)^\[White "Bob"\]$`, `2\.\sg4\s\$4 \{\[%eval #-1,\d+\] Blunder\. Lets Black mate in 1 by Qh4#\. Best was \S+\.\}\s+\(2\.\s`, `2\.\.\. Qh4# 0-1\n`}},
		{"PGN in Japanese", foolsMate, []string{"--lang", "ja"}, []string{`2\.\sg4\s\$4 \{\[%eval #-1,\d+\] 【大悪手】Qh4#以下、白のキングに1手詰。最善手は\S+。\}`}},
		{"UCI becomes PGN", uciMoves, nil, []string{`2\.\.\.\s+Ke7 \$4 \{\[%eval #1,\d+\] Blunder\. Lets White mate in 1 by Qxe5#\.`, `3\. Qxe5# \*`}},
		{"KIF", legalKIF, nil, []string{`^#KIF version=2\.0 encoding=UTF-8\n`, `   1 ７六歩\(77\).*\n\*定跡\n(\*【.*\n)?\*#評価値=-?\d+\n\*#読み筋=△.*\n\*#深さ=\d+\n\*#ノード数=\d+\n\*#エンジン=Nitoryu `, `   5 投了`}},
		{"KI2", ki2Moves, nil, []string{`▲７六歩`, `\*#評価値=`}},
		{"CSA", csaMoves, nil, []string{`\+7776FU\n(T\d+\n)?(.*\n)*?'\*\* -?\d+ -`, `%TORYO`}},
		{"CSA as KIF", csaMoves, []string{"--format", "kif"}, []string{`先手：teacher\n`, `\*#評価値=`}},
		{"USI becomes KIF", usiMoves, nil, []string{`^#KIF`, `   4 同　銀\(31\)`}},
		{"shogi in English", "position startpos moves 7g7f 3c3d 2g2f 2b8h+ 5i4h 8h9i\n", []string{"--lang", "en"}, []string{`   5 ４八玉\(59\)\+?\n\*(Blunder|Mistake)\. .*Best was \S+\.`}},
		{"JSON lines", foolsMate + "\n" + scholarsMate, []string{"--format", "jsonl"}, []string{`^{"schema":1,"file":"stdin","number":1,.*}\n{"schema":1,"file":"stdin","number":2,.*}\n$`}},
		{"several lines", foolsMate, []string{"--format", "jsonl", "--multipv", "3"}, []string{`"lines":\[{[^}]*},{[^}]*},{[^}]*}\]`}},
		{"no moves", "[White \"A\"]\n\n*\n", nil, []string{`\[White "A"\]`}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			out, told, err := analysed(t, test.input, append(test.args, "-")...)
			if err != nil {
				t.Fatalf("error %v, told\n%s", err, told)
			}
			for _, want := range test.want {
				if !regexp.MustCompile(want).MatchString(out) {
					t.Errorf("wrote no %s:\n%s", want, out)
				}
			}
		})
	}
}

// What is judged is the same with any number of engines, and after any interruption.
func TestAnalyseIsTheSameAgain(t *testing.T) {
	long := "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 *\n"
	root := folder(t, map[string]string{"a.pgn": long + "\n" + foolsMate, "b.pgn": scholarsMate})
	want, _, err := analysed(t, "", root, "--threads", "1")
	must.OK(t, err)
	for _, threads := range []string{"2", "5"} {
		if got, _, err := analysed(t, "", root, "--threads", threads); err != nil || got != want {
			t.Errorf("with %s engines: error %v, wrote\n%s\nwant\n%s", threads, err, got, want)
		}
	}

	path := filepath.Join(t.TempDir(), "journal")
	if got, _, err := analysed(t, "", root, "--journal", path, "--threads", "2"); err != nil || got != want {
		t.Fatalf("with a journal: error %v, wrote\n%s", err, got)
	}
	text := must.Read(t, path)
	lines := bytes.SplitAfter(text, []byte("\n"))
	at := 0
	for _, line := range lines {
		for _, cut := range []int{at, at + len(line)/2} {
			must.Write(t, path, text[:cut])
			if got, told, err := analysed(t, "", root, "--journal", path, "--threads", "1"); err != nil || got != want {
				t.Fatalf("cut at byte %d of %d: error %v, told\n%s\nwrote\n%s\nwant\n%s", cut, len(text), err, told, got, want)
			}
		}
		at += len(line)
	}
	_, _, err = analysed(t, "", root, "--journal", path, "--nodes", "201")
	must.Say(t, err, "nodes is 200, wanted is 201")
}

// Two analyses do not write into one journal. What a dead process left behind keeps nobody away.
func TestAnalyseLocksTheJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	must.Write(t, path+".lock", nil)
	if _, told, err := analysed(t, foolsMate, "-", "--journal", path); err != nil {
		t.Fatalf("beside an old lock: %v, told %s", err, told)
	}
	release, err := disk.Lock(path)
	must.OK(t, err)
	before, _ := os.ReadFile(path)
	out, _, err := analysed(t, foolsMate, "-", "--journal", path)
	must.Say(t, err, path+": another process is writing it; wait for it, or choose another --journal")
	if after, _ := os.ReadFile(path); out != "" || !bytes.Equal(before, after) {
		t.Errorf("wrote %q, and the journal %q", out, after)
	}
	must.OK(t, release())
	if _, told, err := analysed(t, foolsMate, "-", "--journal", path); err != nil {
		t.Errorf("afterwards: %v, told %s", err, told)
	}
}

// Names of files may be bytes in any encoding.
func TestAnalyseForeignNames(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		t.Skip("names are Unicode there")
	}
	const latin, sjis = "Andr\xe9.pgn", "\x8a\xfb\x95\x88.kif"
	root := folder(t, map[string]string{"in/" + latin: foolsMate, "in/" + sjis: legalKIF})
	in, out, pages := filepath.Join(root, "in"), filepath.Join(root, "out")+"/", filepath.Join(root, "pages")
	if _, told, err := analysed(t, "", in, "--out", out, "--html", pages); err != nil || !utf8.ValidString(told) {
		t.Fatalf("error %v, told %q", err, told)
	}
	written, shown := contents(t, out), contents(t, pages)
	if written[latin] == "" || written[sjis] == "" || shown["Andr\xe9.html"] == "" || shown["\x8a\xfb\x95\x88.html"] == "" {
		t.Errorf("%d files and %d pages are written", len(written), len(shown))
	}
	must.Has(t, shown["index.html"], `href="./Andr%E9.html"`, `href="./%8A%FB%95%88.html"`)
	puzzles := filepath.Join(root, "puzzles.epd")
	text, told, err := analysed(t, "", filepath.Join(in, latin), filepath.Join(in, "caf\xe9.pgn"), "--format", "jsonl", "--puzzles", puzzles)
	if err == nil || !strings.Contains(told, `caf\xe9.pgn`) || !strings.Contains(text, `/Andr\\xe9.pgn","number":1`) || !utf8.ValidString(text+told) {
		t.Errorf("error %v, told %q, wrote %q", err, told, text)
	}
}

// Pages may be of a part of the game, as records are.
func TestAnalysePartOfAPage(t *testing.T) {
	for _, test := range []struct{ name, flag, value, want string }{
		{"from a move on", "--from", "3", "from move 2 on"},
		{"one side", "--side", "white", "only the moves of White"},
	} {
		t.Run(test.name, func(t *testing.T) {
			pages := t.TempDir()
			if _, told, err := analysed(t, foolsMate, "-", test.flag, test.value, "--html", pages); err != nil {
				t.Fatalf("error %v, told %s", err, told)
			}
			if text := contents(t, pages)["stdin.html"]; !strings.Contains(text, test.want) {
				t.Errorf("the page does not say %q", test.want)
			}
		})
	}
}

func TestAnalyseFiles(t *testing.T) {
	root := folder(t, map[string]string{
		"in/a.pgn": foolsMate, "in/deep/b.kif": legalKIF, "in/c.usi": usiMoves + uciMoves, "in/readme.txt": "no game", "in/d.fen": "8/8/8/8/8/8/8/8 w - - 0 1",
	})
	in, out := filepath.Join(root, "in"), filepath.Join(root, "out")
	if _, told, err := analysed(t, "", in, "--out", out+"/"); err != nil {
		t.Fatalf("error %v, told %s", err, told)
	}
	var names []string
	for name, text := range contents(t, out) {
		names = append(names, name)
		if !strings.Contains(text, "eval") && !strings.Contains(text, "評価値") {
			t.Errorf("%s has no evaluation:\n%s", name, text)
		}
	}
	slices.Sort(names)
	if want := []string{"a.pgn", "c.kif", "c.pgn", "deep/b.kif"}; !slices.Equal(names, want) {
		t.Errorf("wrote %q, want %q", names, want)
	}

	one := filepath.Join(root, "one.pgn")
	stdout, _, err := analysed(t, "", filepath.Join(in, "a.pgn"), "--out", one)
	if text, _ := os.ReadFile(one); err != nil || stdout != "" || !strings.Contains(string(text), "Blunder") {
		t.Errorf("error %v, standard output %q, file\n%s", err, stdout, text)
	}
}

// A record is written as it was, in Shift-JIS with the line ends of Windows.
func TestAnalyseKeepsTheEncoding(t *testing.T) {
	const kif = "\x8e\xe8\x8d\x87\x8a\x84\x81F\x95\xbd\x8e\xe8\r\n   1 \x82V\x98Z\x95\xe0(77)\r\n   2 \x82R\x8el\x95\xe0(33)\r\n"
	root := folder(t, map[string]string{"a.kif": kif})
	out := filepath.Join(root, "b.kif")
	if _, told, err := analysed(t, "", filepath.Join(root, "a.kif"), "--out", out); err != nil {
		t.Fatalf("error %v, told %s", err, told)
	}
	text, _ := os.ReadFile(out)
	if !bytes.Contains(text, []byte("   1 \x82V\x98Z\x95\xe0(77)")) || bytes.Count(text, []byte("\n")) != bytes.Count(text, []byte("\r\n")) {
		t.Errorf("wrote\n%q", text)
	}
}

// A turn that is passed is on the page, and not judged, in both games and languages.
func TestAnalysePasses(t *testing.T) {
	for _, test := range []struct{ name, text, language, record, page string }{
		{"chess", "position startpos moves e2e4 0000 d2d4 e7e5 d4e5\n", "en", "1... -- ", `"t":"--"`},
		{"shogi", "position startpos moves 7g7f 0000 2g2f 3c3d 8h2b+\n", "en", "   2 パス", `"t":"--"`},
		{"shogi in Japanese", "position startpos moves 7g7f 0000 2g2f 3c3d 8h2b+\n", "ja", "   2 パス", `"t":"△パス"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			pages := t.TempDir()
			out, told, err := analysed(t, test.text, "-", "--lang", test.language, "--html", pages, "--out", filepath.Join(pages, "x"))
			if err != nil {
				t.Fatalf("%v; wrote %s, told %s", err, out, told)
			}
			if text := contents(t, pages); !strings.Contains(text["x"], test.record) || !strings.Contains(text["stdin.html"], test.page) {
				t.Errorf("record\n%s\npage\n%s", text["x"], text["stdin.html"])
			}
		})
	}
}

// What is broken is told with its file, line and reason, and the rest is analysed.
func TestAnalyseBrokenGames(t *testing.T) {
	root := folder(t, map[string]string{"a.pgn": brokenPGN + foolsMate, "b.kif": kifMoves, "c.pgn": "", "d.pgn": "1. e4 (1. d5) e5 *\n"})
	_, told, err := analysed(t, "", root, filepath.Join(root, "none.pgn"), "--out", filepath.Join(root, "out")+"/")
	must.Say(t, err, "5 faults; the rest is done")
	for _, want := range []string{`a\.pgn: game 1, line 3: .*Ke5.*; the game is analysed up to there`, `b\.kif: game 1, line 8: .*同　金.*up to there`, `c\.pgn: there are no games`, `d\.pgn: game 1, line 1: .*d5.*; the rest of the game is analysed`, `none\.pgn`} {
		if !regexp.MustCompile(want).MatchString(told) {
			t.Errorf("told nothing like %s:\n%s", want, told)
		}
	}
	out := fmt.Sprint(contents(t, filepath.Join(root, "out")))
	if strings.Count(out, "[Event ") != 3 || !strings.Contains(out, "Qh4#") || !strings.Contains(out, `[White "Dan"]`) || !strings.Contains(out, "２二角成(88)") {
		t.Errorf("wrote\n%s", out)
	}
}

// judged returns for each game which plies of which sides were judged, "white 1 3".
func judged(t *testing.T, out string) (all []string) {
	t.Helper()
	for text := range strings.Lines(out) {
		var g review.Report
		must.OK(t, json.Unmarshal([]byte(text), &g))
		line := ""
		for _, m := range g.Moves {
			if m.Loss != nil {
				line += fmt.Sprintf(" %s%d", m.Side[:1], m.Ply)
			}
		}
		all = append(all, strings.TrimSpace(line))
	}
	return all
}

func TestAnalyseParts(t *testing.T) {
	both := foolsMate + "\n" + scholarsMate
	tests := []struct {
		name, input string
		args        []string
		want        []string
	}{
		{"all", both, nil, []string{"w1 b2 w3 b4", "w1 b2 w3 b4 w5"}},
		{"white", both, []string{"--side", "white"}, []string{"w1 w3", "w1 w3 w5"}},
		{"black", both, []string{"--side", "black"}, []string{"b2 b4", "b2 b4"}},
		{"black in shogi", legalKIF, []string{"--side", "black"}, []string{"s1 s3"}},
		{"white in shogi", legalKIF, []string{"--side", "white"}, []string{"g2 g4"}},
		{"gote", legalKIF, []string{"--side", "gote"}, []string{"g2 g4"}},
		{"a player of both", both, []string{"--player", "bob"}, []string{"w1 w3", "b2 b4"}},
		{"a player of one", both, []string{"--player", "Carol"}, []string{"b2 b4"}},
		{"from a move", both, []string{"--from", "4"}, []string{"b4", "b4 w5"}},
		{"from a move of one side", both, []string{"--from", "2", "--side", "white"}, []string{"w3", "w3 w5"}},
		{"from the end", "1. e4 e5 *", []string{"--from", "9"}, []string{""}},
		{"from the end of a game that is over", foolsMate, []string{"--from", "9"}, []string{"b4"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			out, told, err := analysed(t, test.input, slices.Concat([]string{"-", "--format", "jsonl"}, test.args)...)
			if got := judged(t, out); err != nil || !slices.Equal(got, test.want) {
				t.Errorf("error %v, judged %q, want %q, told\n%s", err, got, test.want, told)
			}
		})
	}
}

func TestBadAnalyses(t *testing.T) {
	root := folder(t, map[string]string{"a.pgn": foolsMate, "b.kif": legalKIF, "x/a.pgn": foolsMate, "y/a.pgn": foolsMate})
	file := func(name string) string { return filepath.Join(root, name) }
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"a strange side", []string{file("a.pgn"), "--side", "whit"}, `--side: there is no choice "whit"; did you mean "white"?`},
		{"a strange format", []string{file("a.pgn"), "--format", "csv"}, `--format: there is no choice "csv"`},
		{"a strange language", []string{file("a.pgn"), "--lang", "fr"}, `--lang: there is no choice "fr"`},
		{"side and player", []string{file("a.pgn"), "--side", "white", "--player", "Bob"}, "give one of them"},
		{"no limit", []string{file("a.pgn"), "--nodes", "0"}, "a search needs a limit above 0"},
		{"before the beginning", []string{file("a.pgn"), "--from", "0"}, "--from counts half moves from 1, not 0"},
		{"no threads", []string{file("a.pgn"), "--threads", "0"}, "--threads must be 1 to"},
		{"a flag of positions", []string{file("a.pgn"), "--game", "chess"}, "there is no flag --game"},
		{"shogi as PGN", []string{file("b.kif"), "--format", "pgn"}, "is a game of shogi, which PGN cannot hold"},
		{"two games in one stream", []string{root}, "are of different games"},
		{"nobody", []string{file("a.pgn"), "--player", "Zoe"}, `none of 1 game has a player "Zoe"`},
		{"into its own folder", []string{file("a.pgn"), "--out", root}, "is read, so it cannot be written"},
		{"two into one", []string{file("x"), file("y"), "--out", file("out") + "/"}, "would both be written to"},
		{"no network", []string{file("a.pgn"), "--eval", file("none.net")}, "none.net"},
		{"a network for the other game", []string{file("a.pgn"), "--eval", "../../../games/nets/shogi.net"}, "for shogi, not for chess"},
		{"a journal that is none", []string{file("a.pgn"), "--journal", file("b.kif")}, "this is no journal"},
		{"a missing file", []string{file("none.pgn")}, "1 fault, and no game is left"},
		{"a table of all memory", []string{file("a.pgn"), "--hash", "900000000"}, "hash 900000000 MiB"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			before := contents(t, root)
			out, told, err := analysed(t, "", test.args...)
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "analyse: ") {
				t.Errorf("error %v, want %q; told %s", err, test.want, told)
			}
			if after := contents(t, root); out != "" || fmt.Sprint(after) != fmt.Sprint(before) {
				t.Errorf("wrote %q, and the files are now %q", out, after)
			}
		})
	}
}

// A FEN or nothing is still a position, even one whose fields are dashes.
func TestAnalysePositionsAsBefore(t *testing.T) {
	for _, args := range [][]string{
		{"--depth", "2"},
		{"--depth", "2", "7k/8/8/8/8/8/r7/1K5r w - - 0 1"},
		{"--depth", "2", "7k/8/8/8/8/8/r7/1K5r", "w", "-", "-", "0", "1"},
	} {
		out, err := call(t, append([]string{"analyse"}, args...)...)
		if err != nil || !strings.Contains(out, "best move: ") {
			t.Errorf("%q: error %v, printed\n%s", args, err, out)
		}
	}
}

// Files of other programs, as reports of their users have them.
func TestAnalyseWhatProgramsWrite(t *testing.T) {
	for _, test := range []struct {
		file, moves, result string
		players             string
		written             []string // in the annotated record
	}{
		{"01-kif-drop-from-00.kif", "7g7f 3c3d 8h2b+ 3a2b B*4e B*3c", "0-1", "甲 乙", []string{" 5 ４五角打 "}},
		{"02-kif-foul-left-in-check.kif", "7g7f 3c3d 8h2b+ 3a2b 6g6f B*7g", "0-1", "甲(970) 乙(646)", []string{" 7 反則負け ", " *２六歩(27) *王手放置の反則 "}},
		{"22-pgn-null-move-main.pgn", "e2e4 e7e5 g1f3 b8c6 d2d4 e5d4 f3d4 0000 b1c3 f8b4 d4c6 b7c6", "1/2-1/2", "A B", []string{"4... -- ", "5. Nc3 "}},
		{"23-pgn-null-move-variation.pgn", "e2e4 e7e5 g1f3 b8c6 f1b5", "*", "A B", []string{"(2. d4 -- {shows the threat} 3. dxe5 {wins a pawn} 3... Qh4 4. Nc3)"}},
		{"24-pgn-tag-ends-in-backslash.pgn", "e2e4 e7e5 g1f3", "1-0", `Engine 7 /Level 6\ B`, []string{`[White "Engine 7 /Level 6\\"]`, `[Source "D:\\bases\\"]`}},
		{"36-browser-latin1.pgn", "e2e4 e7e5 g1f3 b8c6", "*", "André Müller", []string{"un café}"}},
		{"61-csa-marks-inside.csa", "7g7f|2g2f", "1-0|1-0", "a1 |a2 ", nil},
	} {
		t.Run(test.file, func(t *testing.T) {
			path := filepath.Join("testdata", "cases", test.file)
			out, told, err := analysed(t, "", path, "--format", "jsonl", "--html", t.TempDir(), "--puzzles", filepath.Join(t.TempDir(), "x"))
			if err != nil {
				t.Fatalf("%v; told\n%s", err, told)
			}
			var moves, results, players []string
			for text := range strings.Lines(out) {
				var g review.Report
				must.OK(t, json.Unmarshal([]byte(text), &g))
				var line []string
				for _, m := range g.Moves {
					line = append(line, string(m.Move))
					if (m.Judgement == "") != (m.Move == "0000") {
						t.Errorf("%s is judged %q", m.Move, m.Judgement)
					}
				}
				moves, results = append(moves, strings.Join(line, " ")), append(results, g.Result)
				players = append(players, g.Players[0].Name+" "+g.Players[1].Name)
			}
			for _, pair := range [][2]string{{strings.Join(moves, "|"), test.moves}, {strings.Join(results, "|"), test.result}, {strings.Join(players, "|"), test.players}} {
				if pair[0] != pair[1] {
					t.Errorf("got %q, want %q", pair[0], pair[1])
				}
			}
			if out, _, err = analysed(t, "", path); err != nil {
				t.Fatal(err)
			}
			out = strings.Join(strings.Fields(out), " ")
			must.Has(t, out, test.written...)
		})
	}
}
