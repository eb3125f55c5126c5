package page

import (
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/tests/browser"
	"github.com/nitoryu/nitoryu/tests/must"
)

// modes clicks on "play" or "analyse".
func (p *tab) mode(mode string) {
	p.t.Helper()
	p.Click(`#modes [data-mode=` + mode + `]`)
	p.Until(`document.body.dataset.mode === %q`, mode)
}

// lines waits until the moves that the page keeps are these.
func (p *tab) line(moves ...string) {
	p.t.Helper()
	p.Until(`%s.join(" ") === %q`, current, strings.Join(moves, " "))
}

// casual begins a game of chess against the weakest level.
func casual(t *testing.T, b *browser.Browser, s *server, choices map[string]string) *tab {
	t.Helper()
	p := open(t, b, s, "#chess/play")
	all := map[string]string{"start": "standard", "level": "beginner", "clock": "none"}
	for name, value := range choices {
		all[name] = value
	}
	p.begin("first", all)
	return p
}

// twoTrees: what one tries in an analysis of the game does not touch the game.
func twoTrees(t *testing.T, b *browser.Browser, s *server) {
	p := casual(t, b, s, nil)
	p.typed("e4")
	p.plies(2)
	game := p.moves()
	p.mode("analyse")
	p.line(game...)
	p.typed("d3")
	p.plies(3)
	p.Click("#back")
	p.line(game...)
	p.Click("#remove")
	p.line(game[:1]...)
	p.Click("#reset-button")
	p.Click("#confirm-yes")
	p.line()
	p.mode("play")
	p.line(game...)
	p.typed("d3")
	p.plies(4)
	if got := p.moves(); !slices.Equal(got[:3], append(slices.Clone(game), "d2d3")) {
		t.Errorf("the game went on with %q after %q", got, game)
	}
}

// clockGoesOn: a clock does not stop while its owner analyses.
func clockGoesOn(t *testing.T, b *browser.Browser, s *server) {
	p := casual(t, b, s, map[string]string{"clock": "sudden", "minutes": "0.1"})
	p.typed("e4")
	p.plies(2)
	p.mode("analyse")
	p.Until(`document.getElementById("ongoing-clock").textContent.startsWith("0:0")`)
	p.Until(`document.getElementById("notice-text").textContent.includes("time forfeit")`)
	p.mode("play")
	if status := p.Text("#status"); !strings.HasPrefix(status, "You lose.") {
		t.Errorf("the game says %q", status)
	}
}

// clockLeft: a clock that runs does not keep the page from the other game and its analysis.
func clockLeft(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, at("chess", "analyse", "", "e2e4"))
	p.visit("#shogi/play")
	p.begin("first", map[string]string{"start": "standard", "level": "beginner", "clock": "increment"})
	p.typed("7g7f")
	p.plies(2)
	p.Click("#games [data-game=chess]")
	p.line("e2e4")
	p.Click("#games [data-game=shogi]")
	p.plies(2)
	p.typed("2g2f")
	p.plies(4)
}

// takeBack takes back the last moves of the game, wherever one looks.
func takeBack(t *testing.T, b *browser.Browser, s *server) {
	p := casual(t, b, s, nil)
	p.typed("e4")
	p.plies(2)
	p.typed("d3")
	p.plies(4)
	p.Click("#first")
	p.line()
	p.Click("#takeback")
	p.Until(`document.querySelectorAll("#moves .row button").length === 2`)
	if status := p.Text("#status"); !strings.HasPrefix(status, "Your move") && !strings.HasPrefix(status, "You are in check") {
		t.Errorf("the game says %q", status)
	}
}

// asks: whoever replaces work is asked, and can have it back.
func asks(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, "#chess/analyse")
	p.typed("e4")
	p.plies(1)
	p.Click("#reset-button")
	p.Click(`#confirm button[value=""]`)
	p.line("e2e4")
	for _, replace := range []func(){
		func() { p.Click("#reset-button") },
		func() { p.Run(nil, `location.hash = "#chess/analyse//d2d4"`) },
		func() {
			p.Click("#edit-button")
			p.Click("#edit-done")
		},
	} {
		replace()
		p.Until(`document.getElementById("confirm").open`)
		p.Click("#confirm-yes")
		p.Until(`!document.getElementById("notice").hidden`)
		p.Click("#notice-action")
		p.line("e2e4")
	}
	p.Click("#remove")
	p.line()
	p.Click("#undo")
	p.line("e2e4")
	// A game that is left can be had back, too.
	p = casual(t, b, s, nil)
	p.typed("e4")
	p.plies(2)
	game := p.moves()
	p.Until(`location.hash.endsWith(%q)`, strings.Join(game, ","))
	p.Run(nil, `location.hash = "#chess/play"`)
	p.Until(`document.getElementById("confirm").open`)
	p.Click(`#confirm button[value=""]`)
	p.line(game...)
	// The other game is another table.
	p.Click("#games [data-game=shogi]")
	p.Until(`document.body.dataset.game === "shogi"`)
	p.line()
	p.Click("#games [data-game=chess]")
	p.line(game...)
	p.typed("d3")
	p.plies(4)
}

// hands: what hand and wheel do beside moving pieces.
func hands(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, "#chess/analyse")
	p.click("e2", "e4", "")
	p.line("e2e4")
	p.Press("ArrowLeft")
	p.line()
	x, y := p.Middle(square("e4"))
	for _, wheel := range []struct{ by, plies int }{{100, 1}, {-100, 0}} {
		p.Call(nil, "Input.dispatchMouseEvent", map[string]any{"type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": wheel.by})
		p.Until(`%s.length === %d`, current, wheel.plies)
	}
	fx, fy := p.Middle(square("d2"))
	p.Mouse("mousePressed", fx, fy)
	p.Mouse("mouseMoved", x, y)
	p.Press("Escape")
	p.Mouse("mouseReleased", x, y)
	for _, name := range []string{"e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5"} { // faster than the page answers
		p.Run(nil, `document.getElementById("move").value = %q; document.getElementById("typed").requestSubmit()`, name)
	}
	p.plies(6)
	p.click("e1", "h1", "") // the king onto its rook castles
	p.plies(7)
	if got := strings.Join(p.moves(), " "); got != "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1" {
		t.Errorf("the moves are %s", got)
	}
}

// twoSettings: what one tab sets is not undone by another one.
func twoSettings(t *testing.T, b *browser.Browser, s *server) {
	first, second := open(t, b, s, "#chess/analyse"), open(t, b, s, "#chess/analyse")
	first.Run(nil, `document.getElementById("settings-button").click()`)
	first.choose("set-chess", "figurine")
	second.Until(`JSON.parse(localStorage.getItem("nitoryu preferences")).chess === "figurine"`)
	second.Run(nil, `document.getElementById("theme").click()`)
	first.Until(`document.documentElement.dataset.theme`)
	var kept string
	if second.Run(&kept, `JSON.parse(localStorage.getItem("nitoryu preferences")).chess`); kept != "figurine" {
		t.Errorf("the notation is %q", kept)
	}
	second.Run(nil, `document.getElementById("move").value = "Nf3"; document.getElementById("typed").requestSubmit()`)
	second.plies(1)
	if got := second.Text("#moves"); !strings.Contains(got, "♘f3") {
		t.Errorf("the other tab writes %q", got)
	}
}

// wrongLink: an address with an illegal move says so, in the language of the page.
func wrongLink(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, "#chess/analyse//e2e4,e2e5,g1f3")
	p.line("e2e4")
	if said := p.Text("#notice-text"); !strings.Contains(said, "Move 2") || !strings.Contains(said, "e2e5") {
		t.Errorf("the page says %q", said)
	}
	p.Click("#language")
	p.visit("#chess/analyse/nonsense")
	p.Until(`document.getElementById("notice-text").textContent.startsWith("アドレスの局面")`)
	p.Click("#open-button")
	p.Run(nil, `document.getElementById("open-text").value = "hello"`)
	p.Click("#open-form button[type=submit]")
	p.Until(`document.getElementById("open-fault").textContent === "棋譜の形式を判別できません。"`)
}

// movingInReview: a review is stopped by its button alone; moves that are tried do not end it. A reload keeps it.
func movingInReview(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, at("chess", "analyse", "", "f2f3", "e7e5", "g2g4", "d8h4"))
	p.Click("#review-button")
	p.Until(`!document.getElementById("review-progress").hidden`)
	p.Run(nil, `const { send } = WebSocket.prototype; window.said = []; WebSocket.prototype.send = function (line) { said.push(line); send.call(this, line); }`)
	p.Click("#review-stop")
	p.Until(`said.some(line => JSON.parse(line).do === "stop")`)
	p.Until(`document.getElementById("review-progress").hidden && document.getElementById("review").hidden`)
	p.Click("#review-button")
	p.Until(`!document.getElementById("review-progress").hidden`)
	p.Press("Home")
	p.line()
	p.typed("e4")
	p.line("e2e4")
	p.Until(`document.querySelector("#review-graph .graph") && !document.getElementById("review-graph").hidden`)
	got := p.Text("#review .players")
	must.Has(t, got, "%")
	p.Reload()
	p.ready()
	p.Until(`document.querySelector("#review-graph .graph") && document.querySelector("#moves .blunder")`)
	if again := p.Text("#review .players"); again != got {
		t.Errorf("after a reload the review says %q, before %q", again, got)
	}
}

// gameTags: a game that is saved says when it was played, how, and by whom; another game of
// Chess960 begins elsewhere.
func gameTags(t *testing.T, b *browser.Browser, s *server) {
	p := casual(t, b, s, map[string]string{"start": "chess960", "number": "", "clock": "increment", "minutes": "10", "seconds": "5"})
	var start string
	p.Run(&start, `document.querySelector("#board .pieces").outerHTML`)
	p.typed("a3")
	p.plies(2)
	p.Click("#resign")
	p.Click("#confirm-yes")
	p.Until(`document.getElementById("status").textContent.includes("White resigns")`)
	p.Click("#save-game")
	for _, want := range []string{`[Event "A game on this page"]`, `[Date "20`, `[White "You"]`, `[Black "Nitoryu, Beginner"]`, `[BlackElo "`, `[TimeControl "600+5"]`, `[Termination "normal"]`, `[Variant "Chess960"]`, `[Result "0-1"]`, "%clk"} {
		p.Until(`document.getElementById("export-text").value.includes(%q)`, want)
	}
	p.Press("Escape")
	for range 4 { // by chance it is the same once in 960 times
		p.Click("#rematch")
		p.line()
		p.Until(`!document.getElementById("playing-actions").hidden`)
		if p.is(`document.querySelector("#board .pieces").outerHTML !== %q`, start) {
			return
		}
		p.Click("#resign")
		p.Click("#confirm-yes")
		p.Until(`!document.getElementById("over-actions").hidden`)
	}
	t.Error("all rematches begin with the same position")
}

// tables of two people, and of two engines.
func tables(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, "#chess/play")
	p.begin("both", map[string]string{"start": "standard", "clock": "none"})
	p.typed("e4")
	p.line("e2e4")
	p.typed("e5")
	p.line("e2e4", "e7e5")
	p.Click("#takeback")
	p.line("e2e4")
	p.Click("#resign")
	p.Click("#confirm-yes")
	p.Until(`document.getElementById("status").textContent.includes("Black resigns")`)
	p = open(t, b, s, "#shogi/play")
	p.begin("none", map[string]string{"start": "standard", "level": "beginner", "level2": "casual", "clock": "none"})
	p.plies(4)
	p.Click("#resign")
	p.Until(`document.getElementById("status").textContent.includes("broken off")`)
	// The first move on the board begins a game.
	p = open(t, b, s, "#chess/play")
	p.Run(nil, `document.querySelector("#setup-side [value=first]").click()`)
	p.click("e2", "e4", "")
	p.plies(2)
}

// asked: what the engine is asked besides its best lines: mates, threats, and until when.
func asked(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, at("shogi", "analyse", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"))
	p.Click("#mate")
	p.Until(`document.getElementById("notice-text").textContent === "Mate in 1 ply, beginning with G*5b."`)
	p.Click("#notice-action")
	p.line("G*5b")
	p.visit(at("shogi", "analyse", "4k4/9/9/9/9/9/9/9/4K4 b P 1"))
	p.Click("#mate")
	p.Until(`document.getElementById("notice-text").textContent === "There is no mate by checks alone."`)
	p.visit(at("chess", "analyse", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1"))
	p.Run(nil, `document.activeElement.blur()`)
	p.Press("x")
	p.Until(`document.querySelector("#lines:not(.old) strong")?.textContent === "+M1" && document.querySelector("#board .pointer.threat")`)
	p.Press("x")
	p.Run(nil, `document.getElementById("engine-options").open = true`)
	p.choose("limit", "depth")
	p.choose("limit-value", "3")
	p.Until(`document.getElementById("figures").textContent.startsWith("depth 3 ")`)
}

// notes: glyphs, tags and folds.
func notes(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, at("chess", "analyse", "", "e2e4", "e7e5"))
	p.Run(nil, `document.getElementById("comment-field").open = true`)
	p.Click(`#glyphs [data-glyph="!?"]`)
	p.Click(`#glyphs [data-glyph="$14"]`)
	p.Click(`#glyphs [data-glyph="!"]`)
	p.Until(`document.getElementById("moves").textContent.includes("e5!\u2009+=")`)
	p.Click("#tags-button")
	p.Run(nil, `document.querySelector("[data-tag=White]").value = "Ann"`)
	p.Click("#tags-form .main")
	p.Until(`document.getElementById("bar-bottom").textContent.includes("Ann")`)
	p.Click("#back")
	p.line("e2e4")
	p.typed("c5")
	p.plies(2)
	p.Click("#first")
	p.line()
	p.Click("#fold")
	p.Until(`document.querySelector("#moves .unfold") && !document.querySelector("#moves .variation")`)
	p.Click("#moves .unfold")
	p.Until(`document.querySelector("#moves .variation")`)
	p.Click("#export-button")
	for _, want := range []string{`[White "Ann"]`, "e5 $1 $14", "1... c5"} {
		p.Until(`document.getElementById("export-text").value.includes(%q)`, want)
	}
	p.Press("Escape")
	for range 3 { // the move, the tags, the glyph
		p.Click("#undo")
	}
	p.Until(`document.getElementById("moves").textContent.includes("e5!?\u2009+=")`)
}
