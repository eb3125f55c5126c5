package page

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/tests/browser"
)

// hand: what a hand does on the board besides moves.
func hand(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, at("chess", "analyse", "", "e2e4"))
	shapes := func() (classes []string) {
		p.Run(&classes, `[...document.querySelectorAll("#board .drawn")].map(e => e.localName + " " + e.getAttribute("class"))`)
		return classes
	}
	p.rightDrag("e7", "e5")
	p.rightDrag("d4", "d4")
	if got := shapes(); !slices.Equal(got, []string{"path drawn colour-G", "circle drawn colour-G round"}) {
		t.Errorf("drawn are %q", got)
	}
	p.rightDrag("d4", "d4") // takes it away again
	if got := shapes(); len(got) != 1 {
		t.Errorf("after a circle was drawn again there are %q", got)
	}
	p.Click(square("a3"))
	if got := shapes(); len(got) > 0 {
		t.Errorf("after a click there are %q", got)
	}
	if got := p.moves(); len(got) != 1 {
		t.Errorf("the right button plays moves: %q", got)
	}
	// Escape puts a piece back.
	x1, y1 := p.Middle(square("e7"))
	x2, y2 := p.Middle(square("e5"))
	p.Mouse("mousePressed", x1, y1)
	p.Mouse("mouseMoved", (x1+x2)/2, (y1+y2)/2)
	p.Until(`document.querySelector("#board .ghost")`)
	p.Press("Escape")
	p.Mouse("mouseReleased", x2, y2)
	if got := p.moves(); len(got) != 1 {
		t.Errorf("a drag that was given up plays moves: %q", got)
	}
	var left int
	if p.Run(&left, `document.querySelectorAll("#board .ghost, #board .lifted").length`); left > 0 {
		t.Errorf("%d pieces are left in the air", left)
	}
	p.drag("e7", "e5")
	p.plies(2)
}

// rightDrag drags with the right button.
func (p *tab) rightDrag(from, to string) {
	p.t.Helper()
	for i, name := range []string{from, to} {
		x, y := p.Middle(square(name))
		for _, kind := range [][]string{{"mousePressed"}, {"mouseMoved", "mouseReleased"}}[i] {
			buttons := 2
			if kind == "mouseReleased" {
				buttons = 0
			}
			p.Call(nil, "Input.dispatchMouseEvent", map[string]any{"type": kind, "x": x, "y": y, "button": "right", "buttons": buttons, "clickCount": 1})
		}
	}
}

// stands: the hands of shogi are beside the board where that makes it larger.
func stands(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, at("shogi", "analyse", "4k4/9/9/9/9/9/9/9/4K4 b G2Pr 1"))
	for _, test := range []struct {
		width, height int
		wide          bool
	}{{1280, 800, true}, {844, 390, true}, {390, 844, false}, {768, 1024, false}} {
		p.size(test.width, test.height)
		p.Until(`document.querySelector("#board svg").classList.contains("wide") === %t`, test.wide)
		_, hands := p.board("shogi")
		if hands["G"] != "1" || hands["P"] != "2" || hands["r"] != "1" {
			t.Errorf("at %d x %d the hands are %q", test.width, test.height, hands)
		}
		var gap float64 // between gold and pawns, which stand side by side, in squares
		p.Run(&gap, `(() => {
			const [a, b] = ["G*", "P*"].map(name => document.querySelector('.cell[data-square="' + name + '"]').getBoundingClientRect());
			return Math.max(Math.abs(a.x - b.x) / a.width, Math.abs(a.y - b.y) / a.height);
		})()`)
		if gap > 1.2 {
			t.Errorf("at %d x %d pieces in hand are %.1f squares apart", test.width, test.height, gap)
		}
	}
}

// noFont: boards and pieces need no font: nothing in the symbols is text, and each piece has ink.
func noFont(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, "#shogi/analyse")
	var texts, kanji int
	p.Run(&texts, `document.querySelectorAll(".symbols text").length`)
	p.Run(&kanji, `[...document.querySelectorAll("#board text")].filter(e => /[^ -~]/.test(e.textContent)).length`)
	if texts > 0 || kanji > 0 {
		t.Errorf("%d texts in the pieces and %d kanji beside the board need a font", texts, kanji)
	}
	rank := func() (shown string) {
		p.Run(&shown, `["kanji", "letter"].filter(name => getComputedStyle(document.querySelector("#board .rank-" + name)).display !== "none").join()`)
		return shown
	}
	if got := rank(); got != "letter" {
		t.Errorf("in English the ranks are %s", got)
	}
	p.Click("#language")
	if got := rank(); got != "kanji" {
		t.Errorf("in Japanese the ranks are %s", got)
	}
	p.Click("#language")
}

// room: nothing that matters leaves the screen, the board takes what the panel leaves, and
// the panel of the engine keeps its height.
func room(t *testing.T, b *browser.Browser, s *server) {
	all := []struct {
		state  int // of states; a game that has begun stays in sight
		needed []string
	}{
		{0, []string{"#board", "#intro", "#levels label:last-child", "#setup-form button[type=submit]"}},
		{2, []string{"#board", "#back", "#moves", "#engine-switch", "#lines li:last-child"}},
		{1, []string{"#board", "#status", "#hint", "#resign", "#back", "#moves", "#bar-top time", "#bar-bottom time"}},
	}
	var p *tab
	for _, game := range []string{"chess", "shogi"} {
		p = open(t, b, s, "#"+game+"/analyse")
		for _, c := range all {
			state := states[c.state]
			p.size(1280, 800)
			state.show(p, game)
			for _, size := range [][2]int{{390, 844}, {844, 390}, {1280, 800}, {1600, 900}} {
				p.size(size[0], size[1])
				p.still()
				var out []string
				p.Run(&out, `(scrollTo(0, 0), %s.filter(selector => {
					const e = document.querySelector(selector), b = e?.getBoundingClientRect();
					return !b?.width || b.left < -1 || b.top < -1 || b.right > innerWidth + 1 || b.bottom > innerHeight + 1;
				}))`, quoted(c.needed))
				if len(out) > 0 {
					t.Errorf("%s %s at %d x %d: %q are off the screen", game, state.name, size[0], size[1], out)
				}
				var over int
				if p.Run(&over, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
					t.Errorf("%s %s at %d x %d is %d pixels too wide", game, state.name, size[0], size[1], over)
				}
				var panel float64
				if p.Run(&panel, `document.querySelector(".panel").offsetWidth / 16`); size[0] >= 1280 && (panel < 24 || panel > 28) {
					t.Errorf("%s %s at %d pixels: the panel has %.1f rem", game, state.name, size[0], panel)
				}
			}
		}
	}
	p = open(t, b, s, at("chess", "analyse", "", line("chess")...))
	height := func() (h float64) {
		p.Run(&h, `document.getElementById("analysis").offsetHeight`)
		return h
	}
	off := height()
	p.Click("#engine-switch")
	for range 20 {
		if on := height(); on != off {
			t.Fatalf("the engine's panel is %v pixels high while it thinks, else %v", on, off)
		}
	}
	p.thinks()
	if on := height(); on != off {
		t.Errorf("the engine's panel is %v pixels high while it thinks, else %v", on, off)
	}
}

// quoted writes strings as a list of JavaScript.
func quoted(list []string) string { return strings.ReplaceAll(fmt.Sprintf("%q", list), `" "`, `", "`) }

// premove: a move that is made while the engine thinks is played after its move, if it is legal.
func premove(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, "#chess/play")
	p.begin("first", map[string]string{"start": "standard", "level": "full", "clock": "none"})
	p.drag("e2", "e4")
	p.plies(1)
	p.drag("a2", "a3")
	p.Until(`document.querySelectorAll("#board .planned rect").length === 2`)
	p.plies(3)
	if moves := p.moves(); moves[2] != "a2a3" {
		t.Errorf("the moves are %q", moves)
	}
	p.drag("a3", "a8") // never legal
	p.Until(`document.querySelectorAll("#board .planned rect").length === 2`)
	p.plies(4)
	p.Until(`!document.getElementById("hint").disabled`)
	if moves := p.moves(); len(moves) != 4 {
		t.Errorf("a move that is not legal is played: %q", moves)
	}
	if p.is(`document.querySelector("#board .planned rect")`) {
		t.Error("a move that is not legal is still planned")
	}
	p.drag("h2", "h3")
	p.plies(5)
	p.drag("g2", "g3")
	p.Until(`document.querySelectorAll("#board .planned rect").length === 2`)
	p.Click(square("d5")) // changes one's mind
	p.Until(`!document.querySelector("#board .planned rect")`)
	p.plies(6)
	p.Until(`!document.getElementById("hint").disabled`)
	if moves := p.moves(); len(moves) != 6 {
		t.Errorf("a move that was given up is played: %q", moves)
	}
}
