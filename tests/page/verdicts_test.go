package page

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/tests/browser"
	"github.com/nitoryu/nitoryu/tests/engine"
)

// The page tells what is known of a position beyond what the engine thinks: praise, proofs of
// mates, endgame tables.
func TestVerdicts(t *testing.T) {
	run(t, nil, []deed{{"praise", praise}, {"missed wins", missedWins}, {"all replies to a mate", proof}, {"endgame tables", endgame}, {"words for chances", situations}}...)
}

// praise of a trap that someone falls into.
func praise(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, at("chess", "analyse", "r1b1kbnr/pp3ppp/1q2p3/3pP3/3N4/3B4/PP3PPP/RNBQK2R b KQkq - 0 8", "b6d4", "d3b5"))
	p.judged()
	p.Until(`document.querySelector("#moves .praise")?.textContent.includes("Bb5+!")`)
	p.Until(`document.querySelector("#board .sign-praise text")?.textContent === "!"`)
	if now := p.Text("#review-now"); !strings.HasSuffix(now, "· great") {
		t.Errorf("the review says %q", now)
	}
	if players := p.Text("#review .players"); !strings.Contains(players, "Great moves") || strings.Contains(players, "Missed wins") {
		t.Errorf("of the players it says %q", players)
	}
}

// situations: in Japanese chances have a word beside each score, and a review says how often moves were the best ones.
func situations(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, at("shogi", "analyse", "4k4/9/9/9/9/9/9/1B5R1/4K4 b 2G2S 1", "G*5b"))
	if p.is(`[...document.querySelectorAll(".situation")].some(s => s.textContent)`) {
		t.Error("there are words in English")
	}
	p.choose("set-language", "ja")
	p.judged()
	if players := p.Text("#review .players"); !strings.Contains(players, "一致率") {
		t.Errorf("of the players it says %q", players)
	}
	p.Click("#back")
	p.Click("#engine-switch")
	p.Until(`document.querySelector("#lines .situation")?.textContent === "先手勝勢"`)
}

// missedWins are told with the reasons.
func missedWins(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, at("chess", "analyse", "6k1/5ppp/8/8/8/8/q4PPP/3R2K1 w - - 0 1", "d1c1", "g7g6"))
	p.choose("set-language", "ja")
	p.judged()
	p.Click("#back")
	p.line("d1c1")
	p.Until(`document.getElementById("review-now").textContent.startsWith("Rc1?? · 勝ちを逃す。 · 【大悪手】")`)
	if players := p.Text("#review .players"); !strings.Contains(players, "勝ちを逃した手") {
		t.Errorf("of the players it says %q", players)
	}
}

// proof: the replies to a mate are added, folded, and taken back at once.
func proof(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, at("shogi", "analyse", "7k1/9/6G2/9/9/9/9/9/4K4 b R 1"))
	if p.is(`!document.getElementById("proof").hidden`) {
		t.Error("replies are offered before there is a mate")
	}
	p.Click("#mate")
	p.Until(`document.getElementById("notice-text").textContent.startsWith("Mate in 5 plies") && !document.getElementById("proof").hidden`)
	var before int
	p.Run(&before, `document.querySelectorAll("#moves button .move").length`)
	p.Click("#proof")
	p.Until(`document.querySelector("#moves .unfold") && !document.getElementById("proof").disabled`)
	p.Click("#moves .unfold")
	p.Until(`document.querySelectorAll("#moves .variation").length >= 2`)
	if moves := p.Text("#moves"); !strings.Contains(moves, "K-1a") || !strings.Contains(moves, "K-1b") || !strings.Contains(moves, "K-3a") {
		t.Errorf("the replies are %q", moves)
	}
	p.Click("#notice-action")
	p.Until(`document.querySelectorAll("#moves button .move").length === %d`, before)
	p.Click("#games [data-game=chess]")
	p.Until(`document.body.dataset.game === "chess"`)
	p.Click("#modes [data-mode=analyse]")
	p.Until(`document.getElementById("proof").hidden`)
}

// endgame: results and distances of the position and of each move, where there are tables.
func endgame(t *testing.T, b *browser.Browser, s *server) {
	const mate, late = "k7/8/1K6/8/8/8/8/6Q1 w - - 0 1", "8/8/8/3k4/8/8/8/Q3K3 w - - 95 90"
	p := open(t, b, s, at("chess", "analyse", mate))
	p.Until(`document.getElementById("endgame").hidden`) // this server has none
	folder, err := filepath.Abs("../../web/api/testdata/syzygy")
	if err != nil {
		t.Fatal(err)
	}
	process := engine.Start(t, engine.Path(t, "nitoryu"), "serve", "--address", "127.0.0.1:0", "--option", "SyzygyPath="+folder)
	t.Cleanup(process.Kill)
	_, page := process.Until("http://")
	p = open(t, b, &server{process, page}, at("chess", "analyse", mate))
	verdict := func(want string) {
		t.Helper()
		p.Until(`document.getElementById("endgame-verdict").textContent === %q`, want)
	}
	verdict("Tables, White to move: win, DTZ 1")
	p.Until(`document.querySelector("#endgame-moves li").textContent === "Qg8# win 1"`)
	p.Until(`[...document.querySelectorAll("#endgame-moves li")].at(-1).textContent.endsWith(" draw")`)
	p.typed("Qg4")
	verdict("Tables, Black to move: loss, DTZ 2")
	p.Click("#endgame-moves button")
	p.line("g1g4", "a8b8")
	p.visit(at("chess", "analyse", late))
	verdict("Tables, White to move: cursed win, drawn by the fifty-move rule, DTZ 15")
	p.choose("set-language", "ja")
	p.Until(`document.getElementById("endgame-verdict").textContent.startsWith("データベース：白番で遅い勝ち（50手ルールで引き分け）")`)
	p.visit(at("chess", "analyse", ""))
	p.Until(`document.getElementById("endgame").hidden`)
}
