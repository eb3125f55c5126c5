package page

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/tests/browser"
)

// judged reviews what is in the analysis.
func (p *tab) judged() {
	p.t.Helper()
	p.Click("#review-button")
	p.Until(`document.querySelector("#review-graph .graph") && document.getElementById("review-progress").hidden`)
}

// task waits for an exercise with this in its text.
func (p *tab) task(text string) {
	p.t.Helper()
	p.Until(`document.getElementById("training-task").textContent.includes(%q)`, text)
}

// A review leaves exercises, which can be solved in all ways, and are there later, too.
func TestExercises(t *testing.T) {
	run(t, nil, []deed{
		{"chess", func(t *testing.T, b *browser.Browser, s *server) {
			p := open(t, b, s, "#chess/train")
			looked := func(move string) {
				p.Until(`document.querySelector("#moves [aria-current] .move")?.textContent === %q`, move)
			}
			p.task("no exercises")
			p.visit(at("chess", "analyse", "", strings.Fields("e2e4 e7e5 f1c4 b8c6 d1f3 f8c5 f3f7")...)) // 3... Bc5 is mate
			p.judged()
			p.Until(`!document.getElementById("review-exercises").hidden`)
			p.Click("#review-exercises")
			p.task("Bc5??")
			p.task("Black to move")
			looked("Qf3")
			p.Until(`document.querySelector("#board svg").classList.contains("flipped")`)
			p.Click("#training-hint")
			p.Until(`document.querySelector("#board .pointer.round") && document.getElementById("training-hint").disabled`)
			p.typed("Bc5")
			p.Until(`document.getElementById("training-said").textContent === "Bc5 is the move of the game."`)
			looked("Qf3") // and back
			p.typed("a6")
			p.Until(`/^a6 loses \d+ %%/.test(document.getElementById("training-said").textContent)`)
			looked("Qf3")
			p.typed("a5") // and away, before it is judged
			p.Run(nil, `document.querySelector("#modes [data-mode=play]").click()`)
			p.Until(`document.body.dataset.mode === "play"`)
			p.Click("#modes [data-mode=train]")
			looked("Qf3")
			p.typed("Nf6")
			p.Until(`document.getElementById("training-said").className === "right" && document.querySelector("#training-line button")`)
			if said := p.Text("#training-said"); !strings.Contains(said, "Qxf7#") {
				t.Errorf("the solution is told as %q", said)
			}
			p.Until(`document.getElementById("training-count").textContent.includes("0 solved")`) // it took more than one try
			// It is there later, without the review.
			p.Reload()
			p.ready()
			p.task("Bc5??")
			p.Click("#modes [data-mode=play]")
			p.Until(`document.body.dataset.mode === "play"`)
			p.visit("#chess/train")
			p.task("Bc5??")
			p.Click("#training-show")
			p.Until(`document.getElementById("training-show").disabled && document.querySelector("#training-line button")`)
			p.Click("#training-analyse")
			p.Until(`document.body.dataset.mode === "analyse"`)
			p.Until(`%s.length === 2`, current)
			p.Click("#modes [data-mode=train]")
			p.task("Bc5??")
			p.Click("#training-forget")
			p.Until(`JSON.parse(localStorage.getItem("nitoryu exercises")).every(e => e.played.move !== "f8c5")`)
		}},
		{"shogi, in Japanese", func(t *testing.T, b *browser.Browser, s *server) {
			p := open(t, b, s, at("shogi", "analyse", "", mistaken("shogi")...))
			p.choose("set-language", "ja")
			p.judged()
			p.Click("#review-exercises")
			p.task("先手番です。実戦は▲３三角")
			p.Until(`/^1問中1問目/.test(document.getElementById("training-count").textContent)`)
			p.Click("#training-show")
			p.Until(`document.querySelector("#training-line button") && document.getElementById("training-said").textContent.includes("：【")`)
			p.Press("ArrowRight")
			p.Until(`document.querySelectorAll("#moves button").length > 2 && document.querySelector("#moves [aria-current]").textContent.startsWith("4")`)
			p.Click("#training-next") // the last one: another round
			p.Until(`document.querySelectorAll("#moves button").length === 1 && !document.getElementById("training-show").disabled`)
		}},
		{"shogi, of one's own game", func(t *testing.T, b *browser.Browser, s *server) {
			p := open(t, b, s, "#shogi/play")
			p.choose("set-language", "ja")
			p.begin("first", map[string]string{"start": "standard", "level": "beginner", "clock": "none"})
			p.typed("７六歩")
			p.plies(2)
			p.typed("9i9h")
			p.plies(3)
			p.Click("#resign")
			p.Click("#confirm-yes")
			p.Until(`!document.getElementById("over-actions").hidden`)
			p.Click("#review-game")
			p.Until(`document.getElementById("review-progress").hidden && document.querySelector("#review-graph .graph")`)
			var sides []string
			p.Run(&sides, `JSON.parse(localStorage.getItem("nitoryu exercises") ?? "[]").map(e => e.side)`)
			for _, side := range sides {
				if side != "first" {
					t.Error("there is an exercise of the engine's mistakes")
				}
			}
		}},
	}...)
}
