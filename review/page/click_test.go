package page_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
	"github.com/nitoryu/nitoryu/tests/browser"
	"github.com/nitoryu/nitoryu/tests/must"
	"github.com/nitoryu/nitoryu/web/board"
)

// opera is the game Morphy against the Duke of Brunswick and Count Isouard, Paris 1858.
const opera = "[White \"Morphy\"]\n\n1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 " +
	"9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0\n"

// seen is what a board shows: the pieces with their places in units of the picture.
type seen struct {
	Pieces []struct {
		Href string
		X, Y int
		Turn bool
	}
	Numbers []string
	Flipped bool
	Label   string
	Said    string
	Marks   int
	Arrows  int
}

const look = `(() => {
	const svg = document.querySelector("#board svg");
	const of = name => [...svg.querySelector("." + name).children];
	return {
		Pieces: of("pieces").filter(e => e.localName === "use").map(e => ({
			Href: e.getAttribute("href"), X: Number(e.getAttribute("x")), Y: Number(e.getAttribute("y")), Turn: e.hasAttribute("transform"),
		})),
		Numbers: of("pieces").filter(e => e.localName === "text").map(e => e.textContent),
		Flipped: svg.classList.contains("flipped"), Label: svg.getAttribute("aria-label"),
		Said: document.getElementById("live").textContent, Marks: of("marks").length, Arrows: of("arrows").length,
	};
})()`

// position returns the pieces on the squares that a board shows, "." for none. Pieces in
// hand are counted by their letters.
func (s *seen) position(t *testing.T, style *board.Style) (squares board.Position, hands string) {
	t.Helper()
	n := style.Columns * style.Rows
	squares = slices.Repeat(board.Position{"."}, n)
	var inHand []string
	for _, p := range s.Pieces {
		piece := strings.TrimPrefix(p.Href, "#p-")
		up := (piece == strings.ToLower(piece)) != s.Flipped // it belongs to the side at the top
		if style.Turns && p.Turn != up {
			t.Errorf("piece %s looks the wrong way", piece)
		}
		column, row := (p.X-style.Origin[0])/style.Size[0], (p.Y-style.Origin[1])/style.Size[1]
		if p.Y < style.Origin[1] || row >= style.Rows {
			if (p.Y < style.Origin[1]) != up {
				t.Errorf("piece %s is in the hand of the opponent", piece)
			}
			inHand = append(inHand, piece)
			continue
		}
		place := row*style.Columns + column
		if s.Flipped {
			place = n - 1 - place
		}
		squares[place] = piece
	}
	return squares, strings.Join(inHand, "")
}

// clicker clicks through the page of a game, with the rules as the referee.
type clicker struct {
	*browser.Page
	t     *testing.T
	style *board.Style
}

// sees compares the board with a position.
func (c *clicker) sees(what string, p core.Position) seen {
	c.t.Helper()
	var s seen
	c.Run(&s, look)
	want, err := c.style.Parse(p.String())
	if err != nil {
		c.t.Fatal(err)
	}
	squares, hands := s.position(c.t, c.style)
	n := len(squares)
	if !slices.Equal(squares, want[:n]) {
		c.t.Fatalf("%s: the board shows\n%q, want\n%q", what, squares, want[:n])
	}
	held := ""
	var numbers []string
	for i, number := range want[n:] {
		if count, _ := strconv.ParseInt(number, 36, 0); count > 1 {
			numbers = append(numbers, strconv.FormatInt(count, 10))
		}
		if letter := c.style.Hand()[i%len(c.style.Hand()):][:1]; number != "0" && i < len(c.style.Hand()) {
			held += letter
		} else if number != "0" {
			held += strings.ToLower(letter)
		}
	}
	if hands != held || !slices.Equal(s.Numbers, numbers) {
		c.t.Fatalf("%s: the hands show %q with numbers %q, want %q with %q", what, hands, s.Numbers, held, numbers)
	}
	return s
}

func TestClickingThroughGames(t *testing.T) {
	b := browser.Start(t).NewPage()
	chess, err := record.NewReader(strings.NewReader(opera), record.Hint{}).Next()
	if err != nil {
		t.Fatal(err)
	}
	plies := 25
	if must.Full() {
		plies = 70
	}
	tests := []struct {
		game     games.Game
		record   *record.Game
		language review.Language
	}{
		{games.Chess(), chess, review.English},
		{games.Shogi(), randomGame(t, games.Shogi(), 11, plies), review.Japanese},
	}
	for _, test := range tests {
		t.Run(test.game.Name, func(t *testing.T) {
			b.In(t)
			style, _ := board.For(test.game.Name)
			c := &clicker{b, t, style}
			r := judge(t, test.game, test.record, 2, 4)
			for i := range r.Moves {
				if m := &r.Moves[i]; !m.Judgement.Bad() {
					m.Praise = review.Great // steps to mistakes pass over it
				}
			}
			text := write(t, r, words(test.game, test.language))
			file := filepath.Join(t.TempDir(), "page.html")
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			b.Visit("file://" + file)
			c.through(r)
			c.keys(r)
			c.lines(r)
			c.pointer(r)
			c.buttons(r)
			c.exercises(r)
		})
	}
}

// at returns the position after so many moves.
func (c *clicker) at(r *review.Game, plies int) core.Position {
	c.t.Helper()
	p, err := r.Record.Position()
	if err != nil {
		c.t.Fatal(err)
	}
	for _, m := range r.Moves[:plies] {
		p.Do(m.Move, nil)
	}
	return p
}

// through clicks on every move of the list, in both directions.
func (c *clicker) through(r *review.Game) {
	c.t.Helper()
	c.sees("start", c.at(r, 0))
	for i, m := range r.Moves {
		c.Run(nil, `document.querySelector('#moves [data-ply="%d"]').click()`, i+1)
		s := c.sees("a click on a move", c.at(r, i+1))
		arrows := 0
		if m.Judgement.Bad() {
			arrows = 1
			if slices.ContainsFunc(m.Reasons, func(r review.Reason) bool { return !r.Missed && len(r.Line) > 0 }) {
				arrows = 2 // how it is answered
			}
		}
		if s.Arrows != arrows || s.Marks != 2 || s.Said == "" || s.Label == "" {
			c.t.Errorf("move %d, which was %s: %+v", i+1, m.Judgement, s)
		}
	}
	for i := len(r.Moves) - 1; i >= 0; i-- {
		c.Run(nil, `document.getElementById("back").click()`)
		c.sees("back", c.at(r, i))
	}
}

// keys presses the keys that step, jump and flip.
func (c *clicker) keys(r *review.Game) {
	c.t.Helper()
	c.Press("End")
	c.sees("End", c.at(r, len(r.Moves)))
	c.Press("ArrowLeft")
	c.sees("left", c.at(r, len(r.Moves)-1))
	c.Press("Home")
	c.Press("ArrowRight")
	c.sees("right", c.at(r, 1))
	c.Press("f")
	if s := c.sees("f without the focus", c.at(r, 1)); s.Flipped {
		c.t.Error("f flips a board without the focus")
	}
	c.Run(nil, `document.getElementById("board").focus()`)
	c.Press("f")
	if s := c.sees("f", c.at(r, 1)); !s.Flipped {
		c.t.Error("f does not flip the board")
	}
	for i := range r.Moves {
		c.sees("flipped", c.at(r, i+1))
		c.Press("ArrowRight")
	}
	c.Press("f")
}

// lines clicks on every move of the best lines of some positions, and leaves them.
func (c *clicker) lines(r *review.Game) {
	c.t.Helper()
	for _, i := range []int{0, len(r.Moves) / 2, len(r.Moves) - 1} {
		c.Press("Home")
		for range i {
			c.Press("ArrowRight")
		}
		for j, line := range r.Moves[i].Before.Lines {
			p := c.at(r, i)
			for k, m := range inside.ReadMoves(p, line.Moves...) {
				p.Do(m, nil)
				c.Run(nil, `document.querySelectorAll("#lines p")[%d].querySelectorAll("button")[%d].click()`, j, k)
				if s := c.sees("a line", p); s.Arrows != 0 {
					c.t.Error("a line has an arrow")
				}
			}
		}
		c.Press("ArrowLeft")
		c.Press("Escape")
		c.sees("back from a line", c.at(r, i))
	}
}

// drag presses the pointer on the board, moves it, and lets go. Places are parts of the
// width and height of the element.
func (c *clicker) drag(element string, from, to float64) {
	c.t.Helper()
	var box [4]float64
	c.Run(&box, `(() => { const e = document.querySelector("%s"); e.scrollIntoView(); const b = e.getBoundingClientRect(); return [b.x, b.y, b.width, b.height]; })()`, element)
	for _, event := range []struct {
		kind string
		at   float64
	}{{"mousePressed", from}, {"mouseMoved", to}, {"mouseReleased", to}} {
		c.Call(nil, "Input.dispatchMouseEvent", map[string]any{
			"type": event.kind, "x": box[0] + event.at*box[2], "y": box[1] + box[3]*.4, "button": "left", "clickCount": 1,
		})
	}
}

// pointer taps on the board and swipes over it, and clicks on the graph.
func (c *clicker) pointer(r *review.Game) {
	c.t.Helper()
	c.Press("Home")
	tests := []struct {
		name, element string
		from, to      float64
		want          int
	}{
		{"a tap on the right", "#board", .9, .9, 1},
		{"a swipe to the left", "#board", .9, .2, 2},
		{"a swipe to the right", "#board", .2, .9, 1},
		{"a tap on the left", "#board", .1, .1, 0},
		{"a click on the end of the graph", "#graph", .999, .999, len(r.Moves)},
		{"a click on the graph", "#graph", .6, .6, (6*len(r.Moves) + 5) / 10},
	}
	for _, test := range tests {
		c.drag(test.element, test.from, test.to)
		c.sees(test.name, c.at(r, test.want))
	}
}

// buttons presses those that do not step.
func (c *clicker) buttons(r *review.Game) {
	c.t.Helper()
	c.Press("Home")
	for i := range r.Moves {
		if r.Moves[i].Judgement.Bad() {
			c.Run(nil, `document.getElementById("mistake").click()`)
			c.sees("the next mistake", c.at(r, i+1))
		}
	}
	for _, turn := range r.Turns {
		c.Run(nil, `document.querySelector('.turns [data-ply="%d"]').click()`, turn+1)
		c.sees("a turning point", c.at(r, turn+1))
	}
	var before, after string
	c.Run(&before, `getComputedStyle(document.body).backgroundColor`)
	c.Run(nil, `document.getElementById("theme").click()`)
	c.Run(&after, `getComputedStyle(document.body).backgroundColor`)
	if before == after {
		c.t.Error("dark and light look the same")
	}
	if !c.style.Turns {
		return
	}
	c.Run(nil, `document.getElementById("letters").click()`)
	var display [2]string
	c.Run(&display, `[".piece-ink.kanji", ".letter"].map(e => getComputedStyle(document.querySelector(e)).display)`)
	if display[0] != "none" || display[1] == "none" {
		c.t.Errorf("with letters on the pieces, kanji and letters are shown as %q", display)
	}
}

// better finds words that name the better move.
var better = regexp.MustCompile(`Best was|最善手は`)

// exercises solves those of the game by clicks on the board, after a wrong one.
func (c *clicker) exercises(r *review.Game) {
	c.t.Helper()
	c.Press("Home")
	solved := 0
	for i, m := range r.Moves {
		if m.Judgement < review.Mistake {
			continue
		}
		// Without an event of its own, which would come later, and at once, before the page puts its own address there.
		c.Run(nil, `history.replaceState(null, "", "#find%d"), dispatchEvent(new Event("hashchange"))`, i)
		c.sees("an exercise", c.at(r, i))
		from, to, _ := c.style.Move(string(m.Before.Lines[0].First()), m.Side == 1)
		played, other, _ := c.style.Move(c.at(r, i).FormatMove(m.Move), m.Side == 1)
		for _, try := range []struct {
			from, to int
			right    bool
		}{{played, other, false}, {from, to, true}} {
			c.click(try.from)
			c.click(try.to)
			var said string
			c.Run(&said, `document.getElementById("task-said").textContent`)
			if right := strings.HasPrefix(said, "Right!") || strings.HasPrefix(said, "正解です。"); right != try.right || said == "" {
				c.t.Fatalf("the exercise before move %d says %q to %d %d", i+1, said, try.from, try.to)
			}
			if try.right {
				var arrows int
				c.Run(&arrows, `document.querySelectorAll("#board .arrows path").length`)
				if arrows != 1 || !better.MatchString(said) {
					c.t.Errorf("%d arrows, and %q", arrows, said)
				}
			}
		}
		if solved++; solved == 3 {
			break
		}
	}
	if solved == 0 {
		c.t.Fatal("there are no exercises")
	}
	c.Run(nil, `document.getElementById("task-leave").click()`)
	var hidden bool
	c.Run(&hidden, `document.getElementById("task").hidden && !document.body.classList.contains("exercise")`)
	if !hidden {
		c.t.Error("an exercise cannot be left")
	}
}

// click clicks on a place of the board.
func (c *clicker) click(place int) {
	c.t.Helper()
	var at [2]float64
	c.Run(&at, `(() => {
		const svg = document.querySelector("#board svg"), layout = JSON.parse(document.getElementById("data").textContent).layout, n = layout.columns * layout.rows;
		svg.scrollIntoView({ block: "center" });
		const flipped = svg.classList.contains("flipped"), place = %d, seen = flipped ? n - 1 - place : place, slots = layout.slots || [];
		const corner = place < n ? [layout.origin[0] + seen %% layout.columns * layout.size[0], layout.origin[1] + Math.floor(seen / layout.columns) * layout.size[1]]
			: slots[(place - n + (flipped ? slots.length / 2 : 0)) %% slots.length];
		const point = new DOMPoint(corner[0] + layout.size[0] / 2, corner[1] + layout.size[1] / 2).matrixTransform(svg.getScreenCTM());
		return [point.x, point.y];
	})()`, place)
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		c.Call(nil, "Input.dispatchMouseEvent", map[string]any{"type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1})
	}
}

// A page shows hostile names as they are, and runs nothing.
func TestHostileNames(t *testing.T) {
	b := browser.Start(t).NewPage()
	hostile := `</script></title><script>document.title="broken"</script><img src=x onerror=alert(1)>`
	game, index := pages(t, hostile, hostile, hostile, hostile, `javascript:document.title="broken"`)
	for _, text := range []string{game, index} {
		file := filepath.Join(t.TempDir(), "page.html")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		b.Visit("file://" + file)
		var title, name string
		var images int
		b.Run(&title, "document.title")
		b.Run(&name, "document.querySelector('bdi').textContent")
		b.Run(&images, "document.images.length")
		if title == "broken" || images > 0 || name != hostile+"1" {
			t.Errorf("title %q, name %q, %d images", title, name, images)
		}
	}
}
