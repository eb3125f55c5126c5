package programs

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/tests/engine"
	"github.com/nitoryu/nitoryu/tests/must"
)

// engineFile is a file of OpenBench's folder Engines (its OpenBench/config.py checks it).
type engineFile struct {
	Private bool
	NPS     int
	Source  string
	Build   struct {
		Path                         string
		Compilers, CPUFlags, Systems []string
	}
	Tests   map[string]map[string]any `json:"test_presets"`
	Tunes   map[string]map[string]any `json:"tune_presets"`
	Datagen map[string]map[string]any `json:"datagen_presets"`
}

// The words that OpenBench accepts in every kind of preset, and more in each.
var (
	anyPreset     = strings.Fields("both_options both_time_control dev_options dev_time_control book_name priority throughput win_adj draw_adj syzygy_adj")
	testPreset    = strings.Fields("base_branch base_options base_time_control test_bounds test_confidence test_max_games workload_size")
	tunePreset    = strings.Fields("spsa_alpha spsa_gamma spsa_A_ratio spsa_iterations spsa_pairs_per")
	datagenPreset = strings.Fields("base_branch base_options base_time_control workload_size datagen_custom_genfens datagen_play_reverses datagen_max_games")
)

func read(t *testing.T, path string) string {
	t.Helper()
	return string(must.Read(t, filepath.Join(root, path)))
}

func TestOpenBenchEngineFile(t *testing.T) {
	var f engineFile
	d := json.NewDecoder(strings.NewReader(read(t, "docs/use/openbench/Nitoryu.json")))
	d.DisallowUnknownFields()
	must.OK(t, d.Decode(&f))
	mod := read(t, "go.mod")
	if module := regexp.MustCompile(`(?m)^module (.*)$`).FindStringSubmatch(mod)[1]; f.Private || f.Source != "https://"+module {
		t.Errorf("source %s of module %s", f.Source, module)
	}
	if _, err := os.Stat(filepath.Join(root, f.Build.Path, "Makefile")); err != nil {
		t.Error(err)
	}
	version := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(mod)[1]
	if want := []string{"go>=" + version}; !slices.Equal(f.Build.Compilers, want) || len(f.Build.CPUFlags) > 0 {
		t.Errorf("compilers %q, want %q; flags of processors %q, which the engine finds out by itself", f.Build.Compilers, want, f.Build.CPUFlags)
	}
	if f.NPS < 1 {
		t.Error("no nps")
	}
	values := map[string]*regexp.Regexp{
		"options":      regexp.MustCompile(`^Threads=\d+ Hash=\d+$`), // both are mandatory
		"time_control": regexp.MustCompile(`^(\d+\.\d\+\d+(\.\d+)?|N=\d+)$`),
		"book_name":    regexp.MustCompile(`^([A-Za-z0-9_]+\.epd|NONE)$`),
		"win_adj":      regexp.MustCompile(`^(movecount=\d+ score=\d+|None)$`),
		"draw_adj":     regexp.MustCompile(`^(movenumber=\d+ movecount=\d+ score=\d+|None)$`),
		"test_bounds":  regexp.MustCompile(`^\[-?\d+\.\d\d, -?\d+\.\d\d\]$`),
	}
	var settings []setting
	for _, kind := range []struct {
		presets map[string]map[string]any
		words   []string
	}{{f.Tests, testPreset}, {f.Tunes, tunePreset}, {f.Datagen, datagenPreset}} {
		if kind.presets["default"] == nil {
			t.Error("a kind of presets has no default")
		}
		for name, preset := range kind.presets {
			for word, value := range preset {
				if !slices.Contains(anyPreset, word) && !slices.Contains(kind.words, word) {
					t.Errorf("%s: OpenBench knows no %s", name, word)
				}
				text, _ := value.(string)
				for end, shape := range values {
					if strings.HasSuffix(word, end) && !shape.MatchString(text) {
						t.Errorf("%s: %s is %q", name, word, text)
					}
				}
				if strings.HasSuffix(word, "options") {
					for _, o := range strings.Fields(text) {
						name, value, _ := strings.Cut(o, "=")
						settings = append(settings, setting{"uci", name, value})
					}
				}
			}
		}
	}
	for _, p := range problems(t, settings) {
		t.Error(p)
	}
}

// benchOf finds nodes and speed in what bench prints, as OpenBench does (its
// Client/bench.py): from the last line up, with blanks for punctuation.
func benchOf(out string) (nodes, nps int) {
	number := func(line, pattern string) int {
		found := regexp.MustCompile(`(?i)` + pattern).FindString(line)
		n, _ := strconv.Atoi(regexp.MustCompile(`\d+`).FindString(found))
		return n
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	for _, line := range slices.Backward(lines) {
		line = regexp.MustCompile(`[^a-zA-Z0-9 ]+`).ReplaceAllString(line, " ")
		if nps == 0 {
			nps = number(line, `(\d+\s+nps)|(nps\s+\d+)|(nodes second\s+\d+)`)
		}
		if nodes == 0 {
			nodes = number(line, `(\d+\s+nodes)|(nodes\s+\d+)|(nodes searched\s+\d+)`)
		}
	}
	return nodes, nps
}

// Copies of bench that run at once print the same number, which is that of both games. With
// NITORYU_FULL it is the whole bench.
func TestOpenBenchBench(t *testing.T) {
	var outs [2]bytes.Buffer
	var runs [2]*exec.Cmd
	for i := range runs {
		runs[i] = exec.Command(nitoryu(t), "bench")
		if !must.Full() {
			runs[i].Args = append(runs[i].Args, "-depth", "6")
		}
		runs[i].Stdout, runs[i].Stderr = &outs[i], &outs[i]
		must.OK(t, runs[i].Start())
	}
	for i := range runs {
		must.OK(t, runs[i].Wait())
		sum := 0
		for _, game := range regexp.MustCompile(`(?m)^(?:chess|shogi) (\d+) nodes$`).FindAllStringSubmatch(outs[i].String(), -1) {
			n, _ := strconv.Atoi(game[1])
			sum += n
		}
		first, _ := benchOf(outs[0].String())
		if nodes, nps := benchOf(outs[i].String()); nodes != sum || nodes != first || nodes == 0 || nps == 0 {
			t.Errorf("OpenBench reads %d nodes, %d nps, the games have %d, the other copy %d:\n%s", nodes, nps, sum, first, &outs[i])
		}
	}
}

// makeEngine calls make as OpenBench does.
func makeEngine(t *testing.T, exe string, variables ...string) (string, error) {
	t.Helper()
	if _, err := exec.LookPath("make"); err != nil || runtime.GOOS == "windows" {
		t.Skip("no make")
	}
	cmd := exec.Command("make", append([]string{"-j", "EXE=" + exe, "CC=go", engine.MakeFlags}, variables...)...)
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// What lab params prints for an SPSA test are options of the build for tuning, with the
// same default and range; they leave the bench as it is.
func TestOpenBenchTuning(t *testing.T) {
	must.BeFull(t, "compiles packages again, with a tag")
	exe := filepath.Join(t.TempDir(), "tune")
	if out, err := makeEngine(t, exe, "TAGS=tune"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	offered, err := exec.Command(exe, "uci").Output()
	must.OK(t, err)
	input, err := exec.Command(engine.Path(t, "lab"), "params", "--openbench", "chess").Output()
	must.OK(t, err)
	lines := strings.Split(strings.TrimSpace(string(input)), "\n")
	for _, line := range lines {
		f := strings.Split(line, ", ")
		if len(f) != 7 || f[1] != "int" {
			t.Errorf("%q has not the seven fields of OpenBench", line)
			continue
		}
		want := "option name " + f[0] + " type spin default " + f[2] + " min " + f[3] + " max " + f[4] + "\n"
		must.Has(t, string(offered), want)
	}
	if len(lines) < 10 {
		t.Errorf("only %d parameters", len(lines))
	}
	var nodes [2]int
	for i, program := range []string{nitoryu(t), exe} {
		out, err := exec.Command(program, "bench", "chess", "-depth", "6").Output()
		must.OK(t, err)
		nodes[i], _ = benchOf(string(out))
	}
	if nodes[0] != nodes[1] || nodes[0] == 0 {
		t.Errorf("bench of chess: %d nodes, for tuning %d", nodes[0], nodes[1])
	}
}

// make, called as OpenBench does, builds the engine, with another network in it if one is
// named; a network that does not fit is an error.
func TestMakefile(t *testing.T) {
	must.BeFull(t, "compiles packages again, with other networks")
	folder := filepath.Join(t.TempDir(), "somebody's networks")
	must.OK(t, os.Mkdir(folder, 0o700))
	ours := filepath.Join(root, "games", "nets", "chess.net")
	data, err := os.ReadFile(ours)
	must.OK(t, err)
	net, err := nnue.Parse(data)
	must.OK(t, err)
	net.Name = "a network to embed"
	if data, err = net.File(); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(folder, "other.net")
	must.Write(t, other, data)
	plain, embedding := filepath.Join(folder, "plain"), filepath.Join(folder, "embedding")
	for exe, variables := range map[string][]string{plain: nil, embedding: {"EVALFILE=" + other}} {
		if out, err := makeEngine(t, exe, variables...); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		out, err := exec.Command(exe, "eval").Output()
		if has := strings.Contains(string(out), net.Name); err != nil || has != (exe == embedding) {
			t.Errorf("%s evaluates by\n%s, error %v", filepath.Base(exe), out, err)
		}
	}
	unfit, err := filepath.Abs(filepath.Join(root, "games", "nets", "shogi.net"))
	must.OK(t, err)
	if out, err := makeEngine(t, filepath.Join(folder, "unfit"), "EVALFILE="+unfit); err == nil || !strings.Contains(out, "the network is made for shogi") {
		t.Errorf("a network of shogi: error %v\n%s", err, out)
	}
}

// Whatever the path of a network or of the engine, make passes it on as it is.
func TestMakefilePaths(t *testing.T) {
	maker, err := exec.LookPath("make")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("there is no make")
	}
	for _, c := range []struct{ name, path string }{
		{"a whole path", "/nets/new.net"},
		{"a file in the folder", "new.net"},
		{"a folder above", "../nets/new.net"},
		{"a blank", "/my nets/new one.net"},
		{"a blank in a folder below", "my nets/new one.net"},
		{"two blanks", "/my  nets/new.net"},
		{"a quote", "/somebody's nets/new.net"},
		{"two quotes", `/the "best" nets/new.net`},
		{"a backslash", `/nets\new.net`},
		{"other letters", "/ネット/新しい.net"},
		{"signs of shells", "/a;b&c(d)*[e]?/new.net"},
		{"a comma", "/a, b/new.net"},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), "a clone")
			must.OK(t, os.Mkdir(folder, 0o700))
			must.Write(t, filepath.Join(folder, "Makefile"), must.Read(t, filepath.Join(root, "Makefile")))
			cmd := exec.Command(maker, "--dry-run", "EXE="+c.path, "EVALFILE="+c.path)
			cmd.Dir = folder
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			whole := c.path
			if !strings.HasPrefix(whole, "/") {
				whole = folder + "/" + whole
			}
			var overlay struct{ Replace map[string]string }
			if text := must.Read(t, filepath.Join(folder, ".overlay.json")); json.Unmarshal(text, &overlay) != nil || overlay.Replace["games/nets/chess.net"] != whole {
				t.Errorf("the overlay is %s", text)
			}
			// The shell understands the commands as they are meant.
			shown, err := exec.Command("sh", "-c", "go() { printf '%s\n' \"$@\"; }\n"+
				strings.Replace(string(out), quotedWord(whole)+" net", "go net", 1)).CombinedOutput()
			if said := string(shown); err != nil || !strings.Contains(said, "\n-o\n"+whole+"\n") || !strings.HasSuffix(said, "\nnet\n") {
				t.Errorf("the shell understands\n%s\nof\n%s%v", said, out, err)
			}
		})
	}
}

// quotedWord returns a word as a shell reads it.
func quotedWord(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }

// genfens fills its quota with lines that OpenBench can cut, from books of its own, too.
func TestOpenBenchGenfens(t *testing.T) {
	books := t.TempDir()
	for name, text := range map[string]string{
		"noob.epd": "rnbqkb1r/pp3ppp/4pn2/2pp4/2PP4/2N2N2/PP2PPPP/R1BQKB1R w KQkq - hmvc 0; fmvn 5;\n",
		"frc.epd":  "bnrqkrnb/pppppppp/8/8/8/8/PPPPPPPP/BNRQKRNB w FCfc - 0 1\n",
	} {
		must.Write(t, filepath.Join(books, name), []byte(text))
	}
	for _, book := range []string{"None", filepath.Join(books, "noob.epd"), filepath.Join(books, "frc.epd")} {
		out, err := exec.Command(nitoryu(t), "genfens 3 seed 18446744073709551615 book "+book+" ", "quit").CombinedOutput()
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		if err != nil || len(lines) != 3 {
			t.Errorf("book %s: error %v, says\n%s", book, err, out)
		}
		for _, line := range lines {
			fen, ok := strings.CutPrefix(line, "info string genfens ")
			if !ok || len(strings.Fields(fen)) != 6 {
				t.Errorf("book %s: %q", book, line)
			}
		}
	}
}

// OpenBench waits for 15 seconds for an opening, in each of many copies at once, and its
// books have up to millions of lines.
func TestOpenBenchGenfensLargeBook(t *testing.T) {
	if testing.Short() {
		t.Skip("writes a book of 70 MB")
	}
	book := filepath.Join(t.TempDir(), "large.epd")
	line := "rnbqkb1r/pp3ppp/4pn2/2pp4/2PP4/2N2N2/PP2PPPP/R1BQKB1R w KQkq - 0 5\n"
	must.Write(t, book, bytes.Repeat([]byte(line), 1_000_000))
	ctx, cancel := context.WithTimeout(t.Context(), 15*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, nitoryu(t), "genfens 2 seed 1 book "+book+" ", "quit").CombinedOutput()
	if err != nil || strings.Count(string(out), "info string genfens ") != 2 {
		t.Errorf("error %v, says\n%s", err, out)
	}
}

// The games that OpenBench archives (its Client/pgn_util.py writes them anew, without
// numbers of moves) become training data with every score, compact or verbose.
func TestOpenBenchData(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	const head = `[Event "Fastchess Tournament"]
[Site "?"]
[Date "2026.11.23"]
[Round "1"]
[White "Nitoryu-base"]
[Black "Nitoryu-dev"]
[Result "1-0"]
[FEN "4k2r/5ppp/8/8/8/8/8/K2R4 b k - 1 5"]
[TimeControl "-"]
[ScaleFactor "1.25"]
[SetUp "1"]

`
	pgn := filepath.Join(t.TempDir(), "games.pgn")
	text := head + "h6 {-0.37/5} Re1+ {+1.05/6} Kf8 {-M4/9} Re8+ {+M1/3} 1-0\n\n" +
		head + "O-O {-0.37/5 0.004s, n=1000, sd=8} Rd8 {+M3/6 0.002s, n=1000, sd=7} h5 {-M2/4 0.000s, n=12, sd=3} Rxf8+ {+12.00/5 0.001s, n=1000, sd=6} 1-0\n\n"
	must.Write(t, pgn, []byte(text))
	lab := func(args ...string) string {
		out, err := exec.Command(engine.Path(t, "lab"), append([]string{"data"}, args...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("%q: %v\n%s", args, err, out)
		}
		return string(out)
	}
	data := filepath.Join(t.TempDir(), "data")
	lab("import", data, pgn)
	if out := lab("stats", data); !strings.Contains(out, "2 games, 8 positions, 8 with a score") {
		t.Errorf("stats:\n%s", out)
	}
}
