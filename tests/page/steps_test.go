package page

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/browser"
	"github.com/nitoryu/nitoryu/tests/engine"
	"github.com/nitoryu/nitoryu/web/board"
)

// server is a nitoryu serve.
type server struct {
	*engine.Process
	page string // the address of the page, with its token
}

// serve starts a server that ends with the test.
func serve(t *testing.T) *server {
	t.Helper()
	p := engine.Start(t, engine.Path(t, "nitoryu"), "serve", "--address", "127.0.0.1:0", "--engines", "8")
	t.Cleanup(p.Kill)
	_, page := p.Until("http://")
	return &server{p, page}
}

// A dialogue waits for the engine and for the page in turn: all groups of them at once use
// two processors well.
func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", "3"); err != nil {
		panic(err)
	}
	engine.Main(m)
}

// tab is a page of a server in the browser.
type tab struct {
	*browser.Page
	t *testing.T
}

// open opens the page of a server at an address in it, such as "#chess/analyse". What is set
// in it is forgotten at the end of the test.
func open(t *testing.T, b *browser.Browser, s *server, at string) *tab {
	t.Helper()
	p := &tab{b.NewPage(), t}
	p.Origin, _, _ = strings.Cut(s.page, "?")
	t.Cleanup(func() {
		p.Call(nil, "Storage.clearDataForOrigin", map[string]any{"origin": p.Origin, "storageTypes": "local_storage,indexeddb"})
		p.Close()
	})
	p.Call(nil, "Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-reduced-motion", "value": "reduce"}}})
	p.Visit(s.page + strings.ReplaceAll(at, " ", "_"))
	p.ready()
	if !p.is("innerWidth === 1280 && innerHeight === 800") {
		p.size(1280, 800)
	}
	return p
}

// ready waits until the page has told what is on the board.
func (p *tab) ready() {
	p.t.Helper()
	p.Until(`document.body?.dataset.ready`)
}

// at returns the address of a position in the page.
func at(game, mode, position string, moves ...string) string {
	return fmt.Sprintf("#%s/%s/%s/%s", game, mode, strings.ReplaceAll(position, "/", "|"), strings.Join(moves, ","))
}

// visit goes to an address in the page without loading it again, and leaves what was there.
func (p *tab) visit(at string) {
	p.t.Helper()
	p.Call(nil, "Page.bringToFront", nil) // dialogs of other tabs wait
	p.Run(nil, `delete document.body.dataset.ready; history.replaceState(null, "", "#"); location.hash = %q`, strings.ReplaceAll(at, " ", "_"))
	p.Until(`document.body.dataset.ready || document.getElementById("confirm").open`)
	if p.is(`document.getElementById("confirm").open`) {
		p.Click("#confirm-yes")
	}
	p.ready()
}

// is returns whether a script says true.
func (p *tab) is(script string, args ...any) (yes bool) {
	p.t.Helper()
	p.Run(&yes, "Boolean(%s)", fmt.Sprintf(script, args...))
	return yes
}

// current is what the page keeps: the moves up to the position on the board.
const current = `(() => {
	const { mode, study, parts: { play } } = JSON.parse(sessionStorage.getItem("nitoryu session"));
	const { record, where } = mode === "play" ? play : study;
	const moves = [];
	let node = record.root;
	for (const i of where) { node = node.next[i]; moves.push(node.move); }
	return moves;
})()`

// moves returns the moves up to the position on the board.
func (p *tab) moves() (moves []string) {
	p.t.Helper()
	p.Run(&moves, "%s", current)
	return moves
}

// plies waits for so many moves, or more.
func (p *tab) plies(n int) {
	p.t.Helper()
	p.Until("%s.length >= %d", current, n)
}

// square returns the selector of a square, or of a slot of a hand: "P*" for First's, "p*".
func square(name string) string { return fmt.Sprintf(".cell[data-square=%q]", name) }

// click plays a move with two clicks. choice is the label of what is chosen then, if there
// is anything to choose.
func (p *tab) click(from, to, choice string) {
	p.t.Helper()
	p.Click(square(from))
	p.Click(square(to))
	if choice != "" {
		p.Until(`document.getElementById("chooser").open`)
		p.Click(fmt.Sprintf("#chooser button[aria-label=%q]", choice))
	}
}

// drag plays a move by dragging.
func (p *tab) drag(from, to string) {
	p.t.Helper()
	x1, y1 := p.Middle(square(from))
	x2, y2 := p.Middle(square(to))
	p.Mouse("mousePressed", x1, y1)
	p.Mouse("mouseMoved", (x1+x2)/2, (y1+y2)/2)
	p.Mouse("mouseMoved", x2, y2)
	p.Mouse("mouseReleased", x2, y2)
}

// typed plays a move by its name.
func (p *tab) typed(name string) {
	p.t.Helper()
	p.Run(nil, `document.getElementById("move").focus()`)
	p.Insert(name)
	p.Press("Enter")
}

// choose sets a field of a form, as soon as it has such a choice.
func (p *tab) choose(id, value string) {
	p.t.Helper()
	p.Until(`(() => {
		const e = document.getElementById(%q);
		if (e.options && ![...e.options].some(option => option.value === %q)) return false;
		e.value = %[2]q;
		for (const kind of ["input", "change"]) e.dispatchEvent(new Event(kind, { bubbles: true }));
		return e.value === %[2]q;
	})()`, id, value)
}

// begin starts a game from the form.
func (p *tab) begin(side string, choices map[string]string) {
	p.t.Helper()
	p.Run(nil, `document.getElementById("setup-more").open = true`)
	for id, value := range choices {
		p.choose("setup-"+id, value)
	}
	p.Click(fmt.Sprintf("#setup-side label:has([value=%q])", side))
	p.Until(`document.querySelector("#setup-side :checked").value === %q`, side)
	p.Click("#setup-form button[type=submit]")
	p.Until(`!document.getElementById("playing").hidden`)
}

// board returns what stands on the squares that the page shows, and what is in the hands.
func (p *tab) board(game string) (squares []string, hands map[string]string) {
	p.t.Helper()
	style, _ := board.For(game)
	n := style.Columns * style.Rows
	var seen []struct {
		Place               int
		Href, Count, Square string // the square being the one that can be clicked where the piece is drawn
	}
	p.Run(&seen, `(() => {
		const cells = [...document.querySelectorAll("#board .cell")].map(cell => [cell.dataset.square, cell.getBoundingClientRect()]);
		return [...document.querySelectorAll("#board .pieces g")].map(g => {
			const use = g.querySelector("use"), b = use.getBoundingClientRect(), x = b.x + b.width / 2, y = b.y + b.height / 2;
			const under = cells.find(([, c]) => x > c.left && x < c.right && y > c.top && y < c.bottom);
			return { Place: Number(g.dataset.place), Href: use.getAttribute("href").slice(3), Count: g.querySelector("text")?.textContent ?? "1", Square: under?.[0] ?? "" };
		});
	})()`)
	squares, hands = slices.Repeat([]string{"."}, n), map[string]string{}
	for _, s := range seen {
		if want := squareName(style, s.Place, s.Href); s.Square != want {
			p.t.Errorf("piece %s of %s is drawn on %s", s.Href, want, s.Square)
		}
		if s.Place < n {
			squares[s.Place] = s.Href
		} else {
			hands[s.Href] = s.Count
		}
	}
	return squares, hands
}

// squareName returns the name of a place with a piece.
func squareName(style *board.Style, place int, piece string) string {
	if place >= style.Columns*style.Rows {
		return piece + "*"
	}
	column, row := place%style.Columns, place/style.Columns
	if style.Turns {
		return fmt.Sprintf("%d%c", style.Columns-column, 'a'+row)
	}
	return fmt.Sprintf("%c%d", 'a'+column, style.Rows-row)
}

// shows compares the board with a position.
func (p *tab) shows(g games.Game, position core.Position) {
	p.t.Helper()
	style, _ := board.For(g.Name)
	want, err := style.Parse(position.String())
	if err != nil {
		p.t.Fatal(err)
	}
	squares, hands := p.board(g.Name)
	n := len(squares)
	if !slices.Equal(squares, want[:n]) {
		p.t.Fatalf("the board shows\n%q, want\n%q", squares, want[:n])
	}
	for i, count := range want[n:] {
		letter := style.Hand()[i%len(style.Hand()):][:1]
		if i >= len(style.Hand()) {
			letter = strings.ToLower(letter)
		}
		if count != "0" && hands[letter] == "" || count == "0" && hands[letter] != "" {
			p.t.Fatalf("the hands show %q, want %s of %s", hands, count, letter)
		}
	}
}

// after returns the position after moves.
func after(t *testing.T, g games.Game, start string, moves []string) core.Position {
	t.Helper()
	p := g.Start(core.Settings{})
	if start != "" {
		var err error
		if p, err = g.Parse(start, core.Settings{}); err != nil {
			t.Fatal(err)
		}
	}
	for _, text := range moves {
		m, err := p.ParseMove(text)
		if err != nil {
			t.Fatalf("%s after %q: %v", text, moves, err)
		}
		p.Do(m, nil)
	}
	return p
}
