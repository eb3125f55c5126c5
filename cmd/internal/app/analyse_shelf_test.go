//go:build !js

package app

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/nitoryu/nitoryu/review"
	"github.com/nitoryu/nitoryu/tests/must"
)

// packed returns files as an archive.
func packed(t testing.TB, files ...[2]string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range files {
		w, err := z.Create(f[0])
		if err == nil {
			_, err = w.Write([]byte(f[1]))
		}
		must.OK(t, err)
	}
	must.OK(t, z.Close())
	return b.String()
}

// compressed returns a text as gzip has it.
func compressed(t testing.TB, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	must.OK(t, z.Close())
	return b.String()
}

// zstandard returns a text as Zstandard has it, in two frames, as large archives do.
func zstandard(t testing.TB, text string) string {
	t.Helper()
	z, err := zstd.NewWriter(nil)
	must.OK(t, err)
	half := len(text) / 2
	return string(z.EncodeAll([]byte(text[half:]), z.EncodeAll([]byte(text[:half]), nil)))
}

// Archives are read as folders are, and what is compressed as what is in it. Nothing is
// written outside of --out.
func TestAnalyseArchives(t *testing.T) {
	root := folder(t, map[string]string{
		"in/some.zip": packed(t, [2]string{"a.pgn", foolsMate}, [2]string{"deep/b.kif", legalKIF}, [2]string{"c.pgn.gz", compressed(t, scholarsMate)},
			[2]string{"../../out.pgn", foolsMate}, [2]string{"read.txt", "1. e4"}, [2]string{"inner.zip", "no archive"}),
		"in/d.pgn.gz":  compressed(t, scholarsMate),
		"in/e.txt.gz":  compressed(t, scholarsMate),
		"in/f.pgn.zst": zstandard(t, scholarsMate),
	})
	out := filepath.Join(root, "out") + "/"
	if _, told, err := analysed(t, "", filepath.Join(root, "in"), "--out", out); err != nil {
		t.Fatalf("error %v, told %s", err, told)
	}
	var names []string
	for name := range contents(t, out) {
		names = append(names, name)
	}
	slices.Sort(names)
	if want := []string{"d.pgn", "f.pgn", "some/a.pgn", "some/c.pgn", "some/deep/b.kif", "some/out.pgn"}; !slices.Equal(names, want) {
		t.Errorf("wrote %q, want %q", names, want)
	}
	for _, test := range []struct{ name, text, want string }{
		{"x.zip", "no archive", "x.zip: zip: not a valid zip file"},
		{"x.zip", packed(t, [2]string{"a.txt", "x"}), "x.zip: the archive has no games: no .pgn"},
		{"x.pgn.gz", "not compressed", "x.pgn.gz: gzip: invalid header"},
		{"x.pgn.gz", compressed(t, foolsMate)[:40], "unexpected EOF"},
		{"x.pgn.zst", "not compressed", "x.pgn.zst: "},
		{"x.pgn.zst", zstandard(t, foolsMate)[:20], "unexpected EOF"},
		{"x.pgn.zst", "\x28\xb5\x2f\xfd\x00\xb0", "window size exceeded"},
	} {
		file := filepath.Join(folder(t, map[string]string{test.name: test.text}), test.name)
		if _, told, err := analysed(t, "", file); err == nil || !strings.Contains(told, test.want) {
			t.Errorf("%s: error %v, told %s", test.want, err, told)
		}
	}
}

// Whatever an archive has, its games are read or a fault is told, and no path leaves the
// folder that is written to.
func FuzzArchive(f *testing.F) {
	f.Add(byte(0), []byte(packed(f, [2]string{"a.pgn", "1. e4 *"}, [2]string{"../b.pgn", "1. d4 *"})))
	f.Add(byte(0), []byte("PK"))
	f.Add(byte(1), []byte(compressed(f, "1. e4 *")))
	f.Add(byte(2), []byte(zstandard(f, "1. e4 *")))
	f.Fuzz(func(t *testing.T, kind byte, text []byte) {
		path := filepath.Join(t.TempDir(), []string{"x.zip", "x.pgn.gz", "x.pgn.zst"}[kind%3])
		must.Write(t, path, text)
		in := input{faults: &faults{report: func(string) {}}, tell: func(int, string) {}}
		in.read(path)
		defer in.close()
		if in.games == 0 && in.faults.n == 0 {
			t.Error("neither a game nor a fault")
		}
		for g := range in.all() {
			if in.games--; !filepath.IsLocal(g.path) {
				t.Errorf("%q leaves the folder", g.path)
			}
		}
		if in.games != 0 {
			t.Errorf("the second time there are %d games less", in.games)
		}
	})
}

// An index of both games is in one language, and names each winner by the words of its game.
func TestAnalyseMixedGames(t *testing.T) {
	root := folder(t, map[string]string{"a.pgn": foolsMate, "b.kif": legalKIF})
	for _, test := range []struct{ lang, want string }{{"en", "Gote wins"}, {"ja", "後手の勝ち"}, {"", "Gote wins"}} {
		pages := filepath.Join(t.TempDir(), "pages")
		args := []string{root, "--html", pages}
		if test.lang != "" {
			args = append(args, "--lang", test.lang)
		}
		if _, told, err := analysed(t, "", args...); err != nil {
			t.Fatalf("error %v, told %s", err, told)
		}
		if index := contents(t, pages)["index.html"]; !strings.Contains(index, ">"+test.want+"<") || !strings.Contains(index, ">0–1<") {
			t.Errorf("the index in %q does not say %q", test.lang, test.want)
		}
	}
}

// Openings are named in records that do not name them, and in JSON.
func TestAnalyseOpenings(t *testing.T) {
	const dragon = "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 g6 6. h3 *\n"
	out, _, err := analysed(t, dragon, "-")
	if err != nil || !strings.Contains(out, "[ECO \"B70\"]\n[Opening \"Sicilian Defence: Dragon Variation\"]") {
		t.Errorf("error %v, wrote\n%s", err, out)
	}
	out, _, err = analysed(t, "[ECO \"X00\"]\n[Opening \"My own\"]\n\n"+dragon, "-")
	if err != nil || !strings.Contains(out, "[ECO \"X00\"]\n[Opening \"My own\"]") || strings.Contains(out, "B70") {
		t.Errorf("error %v, wrote\n%s", err, out)
	}
	out, _, err = analysed(t, "position startpos moves 7g7f 3c3d 6g6f 8c8d 2h6h 7a6b 5i4h 5a4b 4h3h 4b3b 3h2h 6a5b 3i3h\n", "-")
	if err != nil || !strings.Contains(out, "戦型：四間飛車\n") {
		t.Errorf("error %v, wrote\n%s", err, out)
	}
	out, _, err = analysed(t, dragon, "-", "--format", "jsonl")
	var j review.Report
	if err == nil {
		err = json.Unmarshal([]byte(out), &j)
	}
	if err != nil || j.Opening == nil || !reflect.DeepEqual(*j.Opening, review.OpeningReport{Code: "B70", Name: "Sicilian Defence: Dragon Variation", Known: 10}) {
		t.Errorf("error %v, the opening is %+v", err, j.Opening)
	}
}

// A page says which move left a book, and nothing of books where there is none.
func TestAnalyseBook(t *testing.T) {
	const game = "position startpos moves 7g7f 1c1d 1g1f 9c9d\n"
	books := folder(t, map[string]string{
		"joseki.db": "#YANEURAOU-DB2016 1.00\nsfen lnsgkgsnl/1r5b1/pppppppp1/8p/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3\n1g1f 9c9d 0 1 1\n",
		"none.bin":  "no book",
	})
	for _, test := range []struct {
		args []string
		left string
	}{{nil, ""}, {[]string{"--book", filepath.Join(books, "joseki.db")}, "4 <bdi>P-9d<"}} {
		page := filepath.Join(t.TempDir(), "pages")
		if _, told, err := analysed(t, game, append(test.args, "-", "--html", page, "--lang", "en")...); err != nil {
			t.Fatalf("error %v, told %s", err, told)
		}
		if text := contents(t, page)["stdin.html"]; !strings.Contains(text, test.left) || strings.Contains(text, "Left the book") != (test.left != "") {
			t.Errorf("with %q the page does not say that %q left the book", test.args, test.left)
		}
	}
	_, _, err := analysed(t, game, "-", "--book", filepath.Join(books, "none.bin"))
	must.Say(t, err, "none.bin")
}

// Exercises are the positions before mistakes and blunders of those who are judged.
func TestExercises(t *testing.T) {
	file := filepath.Join(t.TempDir(), "exercises.epd")
	out, told, err := analysed(t, foolsMate, "-", "--multipv", "3", "--exercises", file)
	if err != nil || out != "" || !strings.Contains(told, "exercises.epd: 1 exercise\n") {
		t.Fatalf("error %v, wrote %q, told %s", err, out, told)
	}
	text, err := os.ReadFile(file)
	line := regexp.MustCompile(`^rnbqkbnr/pppp1ppp/4p3/8/5P2/8/PPPPP1PP/RNBQKBNR w KQkq - fmvn 2; bm \S+( \S+)*; pv \S.*; ce -?[1-9]\d*; id "stdin, game 1, ply 3"; c0 "missed, played was g4"; c1 "[a-z ]+"; c2 "rating \d+";\n$`)
	if err != nil || !line.Match(text) {
		t.Errorf("error %v, wrote %s", err, text)
	}
	if _, told, err = analysed(t, foolsMate, "-", "--side", "black", "--exercises", file); err != nil || !strings.Contains(told, ": 0 exercises\n") {
		t.Errorf("error %v, told %s", err, told)
	}
}

// What Lichess said of a game is replaced and not contradicted, and a second analysis
// replaces the first.
func TestAnalyseAgain(t *testing.T) {
	const lichess = "1. f3 $6 { (0.00 → -0.70) Inaccuracy. e4 was best. } (1. e4 e5) 1... e5 2. g4 $4 { [%eval #-1] [%clk 0:00:59] } " +
		"{ (-0.70 → Mate in 1) Checkmate is now unavoidable. Nc3 was best. } (2. Nc3 {my idea} d5) 2... Qh4# {I won!} 0-1\n"
	first, _, err := analysed(t, lichess, "-")
	must.OK(t, err)
	for _, gone := range []string{"was best", "unavoidable", "→"} {
		if strings.Contains(first, gone) {
			t.Errorf("%q is left:\n%s", gone, first)
		}
	}
	must.Has(t, first, "[%clk 0:00:59]", "my idea", "I won!")
	if second, _, err := analysed(t, first, "-"); err != nil || second != first {
		t.Errorf("error %v, analysed again\n%s\nwas\n%s", err, second, first)
	}
	japanese, _, err := analysed(t, legalKIF, "-")
	must.OK(t, err)
	if again, _, err := analysed(t, japanese, "-"); err != nil || again != japanese {
		t.Errorf("error %v, analysed again\n%s\nwas\n%s", err, again, japanese)
	}
}

// However many games a small file unpacks to, none is held when they have been looked at, and
// all are there the second time.
func TestGamesAreNotHeld(t *testing.T) {
	const n = 1 << 14
	path := filepath.Join(folder(t, map[string]string{"x.pgn.gz": compressed(t, strings.Repeat("1. e4 *\n", n))}), "x.pgn.gz")
	in := input{faults: &faults{report: func(text string) { t.Error(text) }}, tell: func(int, string) {}}
	held := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := held()
	in.read(path)
	after := held()
	if after > before+64*n {
		t.Errorf("%d bytes are held for %d games", after-before, n)
	}
	again := 0
	for range in.all() {
		again++
	}
	if in.close(); in.games != n || again != n {
		t.Errorf("%d games, and %d the second time, want %d", in.games, again, n)
	}
}

// What can be read only once is analysed like a file.
func TestAnalysePipe(t *testing.T) {
	r, w, err := os.Pipe()
	must.OK(t, err)
	go func() {
		_, _ = w.WriteString(foolsMate)
		w.Close()
	}()
	in := input{faults: &faults{report: func(text string) { t.Error(text) }}, tell: func(int, string) {}}
	in.spool(r, "pipe", "pipe")
	defer in.close()
	for range 2 {
		n := 0
		for g := range in.all() {
			n += len(g.record.Moves())
		}
		if n != 4 {
			t.Errorf("%d moves, want 4", n)
		}
	}
}
