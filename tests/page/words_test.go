package page

import (
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/tests/browser"
)

// What the page says is true, and all of it can be done by keys.
func TestWordsAndKeys(t *testing.T) {
	run(t, []deed{{"words", words}}, deed{"keys", keys}, deed{"what is copied", copied})
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
	p.give("large.pgn", make([]byte, 9<<20))
	p.Until(`document.getElementById("open-fault").textContent.includes("large.pgn has 9.0 MiB. Files must have less than 9 MiB")`)
	p.Press("Escape")
	p = open(t, b, s, "#shogi/play")
	p.Run(nil, `document.getElementById("setup-more").open = true`)
	var handicap string
	p.Run(&handicap, `document.getElementById("setup-start").options[1].value`)
	p.choose("setup-start", handicap)
	p.Until(`document.querySelector("#setup-side [value=first] + span").textContent === document.querySelector("#bar-bottom bdi").textContent
		&& document.querySelector("#bar-bottom bdi").textContent !== "Sente"`)
}

// copied: what the page writes and shows is read when it is pasted.
func copied(t *testing.T, b *browser.Browser, s *server) {
	for _, game := range []string{"chess", "shogi"} {
		moves := line(game)[:6]
		for _, language := range []string{"en", "ja"} {
			p := open(t, b, s, at(game, "analyse", "", moves...))
			p.choose("set-language", language)
			p.Press("End")
			p.line(moves...)
			texts := map[string]string{}
			for _, notation := range map[string][]string{"chess": {"san", "figurine"}, "shogi": {"kanji", "western"}}[game] {
				p.choose("set-"+game, notation)
				var shown string
				p.Run(&shown, `document.getElementById("moves").innerText`)
				texts["the moves as they are shown, "+notation] = shown
			}
			p.Click("#export-button")
			var formats []string
			p.Run(&formats, `[...document.getElementById("export-format").options].map(o => o.value)`)
			for _, format := range formats {
				if format == "position" {
					continue
				}
				p.Run(nil, `document.getElementById("export-text").value = ""`)
				p.choose("export-format", format)
				p.Until(`document.getElementById("export-text").value`)
				var text string
				p.Run(&text, `document.getElementById("export-text").value`)
				texts[format] = text
			}
			p.Press("Escape")
			for name, text := range texts {
				p.Run(nil, `document.activeElement.blur()`)
				p.visit("#" + game + "/analyse")
				p.paste(text)
				p.Until(`!document.getElementById("open").open && document.querySelector("#moves button")`)
				p.Until("(document.getElementById(\"last\").click(), %s.join(\" \") === %q)", current, strings.Join(moves, " "))
				if got := p.moves(); !slices.Equal(got, moves) {
					t.Errorf("%s in %s, %s: %q is read as %q: %s", game, language, name, text, got, p.Text("#open-fault"))
				}
			}
		}
	}
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
	// Space starts the engine and plays its best move, also after a move by mouse; e stops it.
	p = open(t, b, s, at("chess", "analyse", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"))
	p.choose("limit", "depth")
	p.choose("limit-value", "4")
	p.Run(nil, `document.activeElement.blur()`)
	p.Press(" ")
	p.Until(`document.querySelector("#lines:not(.old) strong")?.textContent === "+M1"`)
	p.Press(" ")
	p.line("a1a8")
	p.Press("ArrowLeft")
	p.line()
	p.drag("g1", "h1")
	p.line("g1h1")
	p.Until(`document.querySelector("#lines:not(.old) strong")`)
	p.Press(" ")
	p.plies(2)
	p.Press("e")
	p.Until(`document.getElementById("engine-switch").getAttribute("aria-pressed") === "false"`)
	p.Press("?")
	p.Until(`document.getElementById("settings").open && document.getElementById("keys").textContent.includes("?")`)
}
