package page

import (
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/browser"
)

// strongEnough is what our own moves are searched with against the weakest level.
const strongEnough = 4000

// whole plays a game with clicks, from the form to the end of a won game.
func whole(t *testing.T, b *browser.Browser, s *server, g games.Game) {
	p := open(t, b, s, "#"+g.Name+"/play")
	side, n := "first", 0
	if g.Name == games.Shogi().Name { // from the other side of the board
		side, n = "second", 1
	}
	p.begin(side, map[string]string{"start": "standard", "level": "beginner", "clock": "increment", "minutes": "5", "seconds": "2"})
	engine := games.NewEngine()
	defer engine.Close()
	for ; ; n += 2 {
		p.Until(`%s.length >= %d || document.getElementById("status").classList.contains("result")`, current, n)
		moves := p.moves()
		position := after(t, g, "", moves)
		p.shows(g, position)
		if position.Verdict().Over() || len(moves) < n {
			break
		}
		if n > 200 {
			t.Fatal("the game does not end")
		}
		p.play(position, engine.Search(position, core.Limits{Nodes: strongEnough}).Best)
		p.plies(n + 1)
	}
	p.Until(`document.getElementById("status").classList.contains("result")`)
	if status := p.Text("#status"); !strings.HasPrefix(status, "You win!") {
		t.Errorf("the game ends with %q", status)
	}
}

// reviewed reviews the game that is over.
func (p *tab) reviewed() {
	p.t.Helper()
	p.Click("#review-game")
	p.Until(`document.querySelector("#review-graph .graph")`)
	moves := len(p.moves())
	var points int
	p.Run(&points, `document.querySelector("#review-graph .line").getAttribute("points").split(" ").length / 2`)
	if points != moves+1 {
		p.t.Errorf("the graph has %d points after %d moves", points, moves)
	}
	if text := p.Text("#review .players"); !strings.Contains(text, "%") {
		p.t.Errorf("the table of the players is %q", text)
	}
}

// play clicks a move.
func (p *tab) play(position core.Position, m core.Move) {
	p.t.Helper()
	text := position.FormatMove(m)
	from, to, choice := text[:2], text[2:4], ""
	if m.IsDrop() && position.Side() == core.Second {
		from = strings.ToLower(from)
	}
	var list core.MoveList
	position.Generate(core.AllMoves, &list)
	for _, other := range list.Slice() {
		if other == m || other.IsDrop() || !strings.HasPrefix(position.FormatMove(other), text[:4]) {
			continue
		}
		switch {
		case strings.HasSuffix(text, "+"):
			choice = "Promote"
		case position.GameInfo().Name == games.Shogi().Name:
			choice = "Do not promote"
		default:
			choice = map[string]string{"q": "queen", "r": "rook", "b": "bishop", "n": "knight"}[text[4:]]
		}
	}
	p.click(from, to, choice)
}

// Moves of every kind, on a board for both sides.
func kinds(t *testing.T, b *browser.Browser, s *server) {
	tests := []struct {
		name, game, start string
		moves             []string // that are played before
		do                func(*tab)
		want              string // the last move
		says              string // the outcome has it
	}{
		{"a promotion is chosen", "chess", "8/P6k/8/8/8/8/6P1/K7 w - - 0 1", nil, func(p *tab) { p.click("a7", "a8", "knight") }, "a7a8n", ""},
		{"a promotion by touch", "chess", "8/P6k/8/8/8/8/6P1/K7 w - - 0 1", nil, func(p *tab) {
			p.Tap(square("a7"))
			p.Tap(square("a8"))
			p.Until(`document.getElementById("chooser").open`)
			time.Sleep(100 * time.Millisecond) // the click that follows a touch chooses nothing
			p.Tap(`#chooser button[aria-label="rook"]`)
		}, "a7a8r", ""},
		{"castling", "chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", nil, func(p *tab) { p.drag("e1", "g1") }, "e1g1", ""},
		{"en passant", "chess", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", []string{"e2e4"}, func(p *tab) { p.click("d4", "e3", "") }, "d4e3", ""},
		{"mate", "chess", "", []string{"f2f3", "e7e5", "g2g4"}, func(p *tab) { p.drag("d8", "h4") }, "d8h4", "Black wins: checkmate"},
		{"stalemate", "chess", "7k/8/8/6Q1/8/8/8/K7 w - - 0 1", nil, func(p *tab) { p.click("g5", "g6", "") }, "g5g6", "Draw: stalemate"},
		{"repetition", "chess", "", []string{"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"}, func(p *tab) { p.click("f6", "g8", "") }, "f6g8", "repetition"},
		{"a name is typed", "chess", "", nil, func(p *tab) { p.typed("Nf3") }, "g1f3", ""},
		{"a name in small letters", "chess", "", nil, func(p *tab) { p.typed("nc3") }, "b1c3", ""},
		{"keys", "chess", "", nil, func(p *tab) {
			p.Run(nil, `document.querySelector("%s").focus()`, `.cell[data-square=d1]`)
			for _, key := range []string{"ArrowUp", "Enter", "ArrowUp", "ArrowUp", "Enter"} {
				p.Press(key)
			}
		}, "d2d4", ""},
		{"a drop", "shogi", "4k4/9/9/9/9/9/9/9/4K4 b G 1", nil, func(p *tab) { p.click("G*", "5b", "") }, "G*5b", ""},
		{"a drop of gote by dragging", "shogi", "4k4/9/9/9/9/9/9/9/4K4 w p 1", nil, func(p *tab) { p.drag("p*", "5e") }, "P*5e", ""},
		{"a drop on a flipped board", "shogi", "4k4/9/9/9/9/9/9/9/4K4 w p 1", nil, func(p *tab) {
			p.Click("#flip")
			x, y := p.Middle(square("p*"))
			if right, below := p.Middle(square("5e")); x < right && y < below {
				p.t.Error("the own hand is neither below the board nor at its right")
			}
			p.click("p*", "5e", "")
			p.plies(1)
			p.Click("#flip")
		}, "P*5e", ""},
		{"a promotion", "shogi", "4k4/9/9/2P6/9/9/9/9/4K4 b - 1", nil, func(p *tab) { p.click("7d", "7c", "Promote") }, "7d7c+", ""},
		{"no promotion", "shogi", "4k4/9/9/2S6/9/9/9/9/4K4 b - 1", nil, func(p *tab) { p.click("7d", "7c", "Do not promote") }, "7d7c", ""},
		{"mate by a drop", "shogi", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", nil, func(p *tab) { p.click("G*", "5b", "") }, "G*5b", "Sente wins: checkmate"},
		{"a Japanese name", "shogi", "", nil, func(p *tab) { p.typed("７六歩") }, "7g7f", ""},
		{"a Western name", "shogi", "", nil, func(p *tab) { p.typed("P-2f") }, "2g2f", ""},
		{"a move of the protocol", "shogi", "", nil, func(p *tab) { p.typed("2h7h") }, "2h7h", ""},
	}
	p := open(t, b, s, "#chess/analyse")
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b.In(t)
			p := &tab{p.Page, t}
			p.visit(at(test.game, "analyse", test.start, test.moves...))
			test.do(p)
			p.plies(len(test.moves) + 1)
			moves := p.moves()
			if last := moves[len(moves)-1]; last != test.want {
				t.Errorf("the move was %s, want %s", last, test.want)
			}
			g, _ := games.ByName(test.game)
			p.shows(g, after(t, g, test.start, moves))
			if says := p.Text("#outcome"); !strings.Contains(says, test.says) || (test.says == "") != (says == "") {
				t.Errorf("the outcome is %q, want %q", says, test.says)
			}
			if said := p.Text("#live"); said == "" {
				t.Error("nothing is announced")
			}
		})
	}
}

// An illegal move is refused, and a click elsewhere does nothing.
func refused(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, "#chess/analyse")
	p.click("e2", "e5", "")
	p.drag("e1", "e2")
	p.typed("Ke2")
	p.Until(`document.getElementById("move-fault").textContent.includes("Ke2")`)
	if moves := p.moves(); len(moves) > 0 {
		t.Errorf("moves %q were played", moves)
	}
}

// Games against the engine that begin or end in their own way.
func ways(t *testing.T, b *browser.Browser, s *server) {
	page := open(t, b, s, "#chess/play").Page
	again := func(t *testing.T, at string) *tab {
		b.In(t)
		p := &tab{page, t}
		p.visit(at)
		return p
	}
	t.Run("declaration", func(t *testing.T) {
		p := again(t, at("shogi", "play", "1+RK+R5/GGGG+P+P+P+P+P/9/9/9/9/9/9/4k4 b 2B4S4N4L13P 1"))
		p.begin("first", map[string]string{"level": "beginner", "start": "board", "clock": "none"})
		p.Click("#declare")
		p.Until(`document.getElementById("status").textContent.startsWith("You win!")`)
		if status := p.Text("#status"); !strings.Contains(status, "declaration") {
			t.Errorf("the game ends with %q", status)
		}
	})
	t.Run("a declaration that draws", func(t *testing.T) {
		p := again(t, "#shogi/analyse")
		mayDraw(p)
		p.Until(`document.getElementById("declare").textContent === "Declare a draw"`)
		p.Click("#declare")
		p.Until(`document.getElementById("status").textContent.includes("declaration")`)
		if status := p.Text("#status"); !strings.Contains(status, "Draw") {
			t.Errorf("the game ends with %q", status)
		}
		p.Click("#analyse-game")
		p.Until(`location.hash.startsWith("#shogi/analyse")`)
		p.still()
		if squares, _ := p.board("shogi"); squares[0] != "K" {
			t.Errorf("the analysis begins with %q", squares[:9])
		}
	})
	t.Run("a review", func(t *testing.T) {
		p := again(t, at("chess", "play", "7k/8/6K1/8/8/8/8/1Q6 w - - 0 1"))
		p.begin("first", map[string]string{"level": "beginner", "start": "board", "clock": "none"})
		p.typed("Qb8")
		p.Until(`document.getElementById("status").textContent.startsWith("You win!")`)
		p.reviewed()
	})
	for _, offer := range []struct{ name, position, says string }{
		{"a draw that the engine accepts", "8/8/4k3/3p4/3P4/3K4/8/8 w - - 0 1", "draw by agreement"},
		{"a draw that it declines, since it wins", "3qk3/8/8/8/8/8/8/4K3 w - - 0 1", "The engine declines the draw."},
		{"a draw in the opening", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", "The engine declines the draw."},
	} {
		t.Run(offer.name, func(t *testing.T) {
			p := again(t, at("chess", "play", offer.position))
			p.begin("first", map[string]string{"level": "beginner", "start": "board", "clock": "none"})
			p.Click("#draw")
			p.Until(`document.getElementById("status").textContent.includes(%q)`, offer.says)
		})
	}
	t.Run("handicap", func(t *testing.T) {
		p := again(t, "#shogi/play")
		p.begin("first", map[string]string{"level": "beginner", "start": "rook", "clock": "none"})
		p.plies(1) // uwate moves first
		p.typed("7g7f")
		p.plies(3)
		if squares, _ := p.board("shogi"); strings.Contains(strings.Join(squares, ""), "r") {
			t.Error("the engine has a rook")
		}
	})
	t.Run("Chess960", func(t *testing.T) {
		p := again(t, "#chess/play")
		p.begin("second", map[string]string{"level": "beginner", "start": "chess960", "number": "0", "clock": "none"})
		p.plies(1)
		p.Until(`location.hash.startsWith("#chess/play/960:bbqnnrkr|pppppppp|")`)
		p.Reload()
		p.ready()
		if squares, _ := p.board("chess"); squares[0] != "b" {
			t.Errorf("after a reload the board begins with %q", squares[:8])
		}
	})
	t.Run("a side that is pressed while the board changes", func(t *testing.T) {
		p := again(t, "#chess/play")
		p.Run(nil, `document.getElementById("setup-more").open = true`)
		number := func(n, piece string) {
			p.choose("setup-number", n)
			p.Until(`document.querySelector('#board [data-place="1"] use')?.getAttribute("href") === %q`, piece)
		}
		p.choose("setup-start", "chess960")
		number("0", "#p-b")
		x, y := p.Middle("#setup-side label:has([value=second])")
		p.Mouse("mousePressed", x, y)
		number("959", "#p-k")
		p.Mouse("mouseReleased", x, y)
		p.Until(`document.querySelector("#setup-side :checked").value === "second"`)
	})
	t.Run("a position that comes while the form is open", func(t *testing.T) {
		p := again(t, "#chess/play")
		p.visit(at("chess", "play", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"))
		p.click("e1", "d2", "")
		p.plies(1)
	})
	t.Run("castling in Chess960", func(t *testing.T) {
		p := again(t, "#chess/analyse/960:4k3|8|8|8|8|8|8|1R3K1R_w_HB_-_0_1")
		p.click("f1", "h1", "")
		p.plies(1)
		if squares, _ := p.board("chess"); squares[62] != "K" || squares[61] != "R" {
			t.Errorf("the last row is %q", squares[56:])
		}
	})
	t.Run("hint, taking back and resigning", func(t *testing.T) {
		p := again(t, "#chess/play")
		p.begin("first", map[string]string{"start": "standard", "level": "beginner", "clock": "none"})
		p.typed("e4")
		p.plies(2)
		p.Click("#hint")
		p.Until(`document.getElementById("status").textContent.includes("Hint:") && document.querySelector("#board .pointer")`)
		p.Click("#takeback")
		p.Until(`%s.length === 0`, current)
		p.typed("d4")
		p.plies(2)
		p.Click("#resign")
		p.Click("#confirm-yes")
		p.Until(`document.getElementById("status").textContent.includes("White resigns")`)
	})
	t.Run("the clock", func(t *testing.T) {
		p := again(t, "#shogi/play")
		p.begin("first", map[string]string{"start": "standard", "level": "beginner", "clock": "byoyomi", "minutes": "0", "seconds": "3"})
		p.typed("7g7f")
		p.plies(2)
		p.Until(`document.getElementById("status").textContent.includes("Gote wins: time forfeit")`)
	})
}
