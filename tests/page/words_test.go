package page

import (
	"testing"

	"github.com/nitoryu/nitoryu/tests/browser"
)

// What the page says is true, and all of it can be done by keys.
func TestWordsAndKeys(t *testing.T) {
	run(t, []deed{{"words", words}, {"keys", keys}})
}

// words: what is wrong with a record is told in English, too, and sides are called as on the board.
func words(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, "#chess/analyse")
	p.give("two.pgn", []byte("[White \"Ann\"]\n\n1. e4 e5 *\n\n[White \"Bob\"]\n\n1. e5 *\n"))
	p.Until(`!document.getElementById("open-games").hidden`)
	p.Until(`/understood: ./.test(document.getElementById("open-fault").textContent) && !document.getElementById("open-fault").textContent.includes("undefined")`)
	p.Run(nil, `{
		const search = document.getElementById("open-search");
		search.value = "nobody";
		search.dispatchEvent(new Event("input"));
	}`)
	p.Click("#open-form button[type=submit]")
	p.Until(`document.getElementById("open-fault").textContent === "No game has these words."`)
	p.Press("Escape")
	if got := p.Text(".skip"); got != "To the board" {
		t.Errorf("the link to the board is called %q", got)
	}
	p = open(t, b, s, "#shogi/play")
	p.Run(nil, `document.getElementById("setup-more").open = true`)
	var handicap string
	p.Run(&handicap, `document.getElementById("setup-start").options[1].value`)
	p.choose("setup-start", handicap)
	p.Until(`document.querySelector("#setup-side [value=first] + span").textContent === document.querySelector("#bar-bottom bdi").textContent
		&& document.querySelector("#bar-bottom bdi").textContent !== "Sente"`)
}

// keys: a promotion begins with the best piece, arrows move in the choice and through variations, and ? tells of keys.
func keys(t *testing.T, b *browser.Browser, s *server) {
	for _, c := range []struct {
		name, position, from, to string
		press                    []string
		want                     string
	}{
		{"the best piece above", "8/P6k/8/8/8/8/6P1/K7 w - - 0 1", "a7", "a8", nil, "a7a8q"},
		{"the next one above", "8/P6k/8/8/8/8/6P1/K7 w - - 0 1", "a7", "a8", []string{"ArrowDown"}, "a7a8r"},
		{"the best piece below", "k7/6p1/8/8/8/8/p6K/8 b - - 0 1", "a2", "a1", nil, "a2a1q"},
		{"the next one below", "k7/6p1/8/8/8/8/p6K/8 b - - 0 1", "a2", "a1", []string{"ArrowUp"}, "a2a1r"},
	} {
		p := open(t, b, s, at("chess", "analyse", c.position))
		p.Run(nil, `document.querySelector("%s").focus()`, ".cell[data-square="+c.from+"]")
		p.Press("Enter")
		p.Run(nil, `document.querySelector("%s").focus()`, ".cell[data-square="+c.to+"]")
		p.Press("Enter")
		p.Until(`document.getElementById("chooser").open`)
		for _, key := range append(c.press, "Enter") {
			p.Press(key)
		}
		p.line(c.want)
	}
	p := open(t, b, s, at("chess", "analyse", "", "e2e4"))
	p.Press("ArrowLeft")
	p.line()
	p.typed("d4")
	p.line("d2d4")
	p.Run(nil, `document.activeElement.blur()`)
	for _, step := range []struct{ key, want string }{{"ArrowUp", "e2e4"}, {"ArrowUp", "e2e4"}, {"ArrowDown", "d2d4"}} {
		p.Press(step.key)
		p.line(step.want)
	}
	p.Press("?")
	p.Until(`document.getElementById("settings").open && document.getElementById("keys").textContent.includes("?")`)
}
