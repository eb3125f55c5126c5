package web

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
	"github.com/nitoryu/nitoryu/tests/engine"
	"github.com/nitoryu/nitoryu/tests/must"
)

// reviewedGames are games of both kinds, as files of records have them.
var reviewedGames = []struct{ name, text string }{
	{"chess", "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 " +
		"13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0\n"},
	{"shogi", "position startpos moves 7g7f 3c3d 2g2f 2b8h+ 7i8h 8c8d 2f2e 3a2b B*6e B*5d 6e5d 5c5d B*6e 8b5b 6e7d\n"},
	{"a win by declaration", "position sfen 4K4/RRG1GGGSS/PPPP5/9/9/9/9/9/4k4 b 10P 1 moves P*5h 5i4h P*4g 4h3g\n"},
	{"a mate", "[FEN \"r5k1/5ppp/8/8/8/8/3Q1PPP/3R2K1 w - - 0 1\"]\n\n1. h3 h6 2. Qd8+ Rxd8 3. Rxd8+ Kh7 4. g4 *\n"},
	{"Chess960", "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"bqnrkbrn/pppppppp/8/8/8/8/PPPPPPPP/BQNRKBRN w GDgd - 0 1\"]\n\n" +
		"1. e4 e5 2. Nb3 d6 3. g3 g6 4. Bg2 Bg7 5. O-O Ne7 6. f4 exf4 7. gxf4 O-O 8. Ng3 d5 9. exd5 Nxd5 *\n"},
	{"a handicap", "手合割：二枚落ち\n下手：生徒\n上手：先生\n   1 ６二銀(71)\n   2 ７六歩(77)\n   3 ５四歩(53)\n   4 ４六歩(47)\n   5 ５三銀(62)\n   6 ４五歩(46)\n" +
		"   7 ３二金(41)\n   8 ３六歩(37)\n   9 ５五歩(54)\n  10 ５五角(88)\n"},
}

// reviewNodes are those of the first search of each position.
const reviewNodes = "300"

// verdict returns a report as it is of the same game everywhere: without names, and texts that only
// pages need.
func verdict(t *testing.T, line string) string {
	t.Helper()
	var r review.Report
	must.OK(t, json.Unmarshal([]byte(line), &r))
	if len(r.Moves) == 0 {
		t.Fatalf("nothing is judged: %.500s", line)
	}
	r.File, r.Number, r.Result = "", 0, ""
	for i := range r.Players {
		r.Players[i].Name = ""
	}
	plain := func(t *review.ThoughtReport) {
		for i := range t.Lines {
			t.Lines[i].Worth = nil
		}
	}
	for i := range r.Moves {
		r.Moves[i].Text = nil
		plain(&r.Moves[i].Before)
	}
	if r.Last != nil {
		plain(r.Last)
	}
	text, err := json.MarshalIndent(r, "", " ")
	must.OK(t, err)
	return aNumber.ReplaceAllStringFunc(string(text), func(number string) string {
		const digits = 9 // in which exponential functions are equal on all processors
		value, err := strconv.ParseFloat(number, 64)
		must.OK(t, err)
		return strconv.FormatFloat(value, 'g', digits, 64)
	})
}

var aNumber = regexp.MustCompile(`\d+(\.\d+)?`)

// differ tells the first line in which two verdicts differ.
func differ(t *testing.T, name, got, want string) {
	t.Helper()
	lines := strings.Split(want, "\n")
	for i, line := range strings.Split(got, "\n") {
		if i >= len(lines) || line != lines[i] {
			t.Errorf("%s: line %d is %s, the command has %s", name, i+1, line, append(lines, "")[min(i, len(lines))])
			return
		}
	}
}

// requestOf returns the request for the review of a game.
func requestOf(t *testing.T, text string) string {
	t.Helper()
	g, err := record.NewReader(strings.NewReader(text), record.Hint{}).Next()
	must.OK(t, err)
	p, err := g.Position()
	must.OK(t, err)
	start := p.String()
	var moves []string
	for _, m := range g.Moves() {
		moves = append(moves, p.FormatMove(m))
		p.Do(p.ValidateMove(m.ID()), nil)
	}
	request := struct {
		ID       int             `json:"id"`
		Do       string          `json:"do"`
		Game     string          `json:"game"`
		Position string          `json:"position"`
		Chess960 bool            `json:"chess960"`
		Moves    []string        `json:"moves"`
		Limits   json.RawMessage `json:"limits"`
	}{1, "review", g.Rules.Name, start, g.Settings.Chess960, moves, json.RawMessage(`{"nodes":` + reviewNodes + `}`)}
	line, err := json.Marshal(request)
	must.OK(t, err)
	return string(line)
}

// reviewAnswer is how the answer to a request of requestOf begins.
const reviewAnswer = `{"id":1,"schema":`

// equalReviews compares reviews with those of the command, which reviews chess by a network, "" for its own.
func equalReviews(t *testing.T, network string, answer func(request string) string) {
	t.Helper()
	for _, g := range reviewedGames {
		file := filepath.Join(t.TempDir(), "game")
		must.Write(t, file, []byte(g.text))
		args, request := []string{"analyse", file, "--nodes", reviewNodes, "--format", "jsonl"}, requestOf(t, g.text)
		if network != "" && strings.Contains(request, `"game":"chess"`) {
			args = append(args, "--eval", network)
		}
		out, err := exec.Command(nitoryu(t), args...).Output()
		must.OK(t, err)
		differ(t, g.name, verdict(t, answer(request)), verdict(t, string(out)))
	}
}

// The web API and the engine as WebAssembly review games as the command does.
func TestReviewsAreEqual(t *testing.T) {
	ask := func(p *engine.Process) func(string) string {
		return func(request string) string {
			p.Send(request)
			_, line := p.Until(reviewAnswer)
			return line
		}
	}
	t.Run("the web API", func(t *testing.T) { equalReviews(t, "", ask(start(t, nitoryu(t), "webapi"))) })
	t.Run("WebAssembly", func(t *testing.T) {
		folder, node := site(t)
		p := start(t, node, "driver.js", folder)
		p.Until(`{"engine":"ready"}`)
		equalReviews(t, smallNetwork, ask(p))
	})
}
