package page

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/tests/browser"
)

// What is learned from a game that was played: mistakes one by one, phases, verdicts and times.
func TestGuidedReview(t *testing.T) {
	run(t, nil, deed{"one by one", oneByOne}, deed{"times", times})
}

// opened opens a text.
func (p *tab) opened(text string) {
	p.t.Helper()
	p.Click("#open-button")
	p.Run(nil, `document.getElementById("open-text").value = %q`, text)
	p.Click("#open-form button[type=submit]")
	p.Until(`!document.getElementById("open").open`)
}

// oneByOne: a guided review stops before each mistake, judges what is tried, tells why, and goes on after a reload.
func oneByOne(t *testing.T, b *browser.Browser, s *server) {
	now := func(p *tab, begins string) {
		p.t.Helper()
		p.Until(`document.getElementById("review-now").textContent.replaceAll("\u2060", "").startsWith(%q)`, begins)
	}
	p := open(t, b, s, at("chess", "analyse", "", strings.Fields("e2e4 e7e5 f1c4 b8c6 d1f3 f8c5 f3f7")...)) // 3... Bc5 is mate
	p.judged()
	p.Click("#mistake-guide")
	p.Until(`document.getElementById("mistake-guide").getAttribute("aria-pressed") === "true"`)
	var all int
	p.Run(&all, `Number(document.getElementById("review-now").textContent.match(/^1 of (\d+) /)[1])`)
	for range all {
		if p.is(`document.getElementById("review-now").textContent.includes("Bc5??")`) {
			break
		}
		p.Click("#mistake-next")
	}
	p.line("e2e4", "e7e5", "f1c4", "b8c6", "d1f3")
	p.Until(`/^\d of \d · Find a better move than Bc5/.test(document.getElementById("review-now").textContent)`)
	p.typed("Bc5")
	p.Until(`document.getElementById("review-now").textContent.includes("is the move of the game")`)
	p.Click("#mistake-retry")
	p.line("e2e4", "e7e5", "f1c4", "b8c6", "d1f3")
	p.Reload()
	p.ready()
	p.Until(`document.getElementById("review-now").textContent.includes("Find a better move than Bc5")`)
	p.typed("Nf6")
	p.Until(`/Nf6 is (good|the best move)\. Bc5\?\?: .*mate/.test(document.getElementById("review-now").textContent.replaceAll("\u2060", ""))`)
	p.Until(`document.querySelector("#review-better button")`)
	for range all {
		if p.is(`document.getElementById("mistake-guide").getAttribute("aria-pressed") === "false"`) {
			break
		}
		p.Click("#mistake-next")
	}
	p.Until(`document.getElementById("notice-text").textContent.includes("You found a better move in 1 of %d.")`, all)
	now(p, "")
	// The better move is shown where it is asked for, and does not count as found.
	p.Click("#mistake-guide")
	p.Until(`document.getElementById("review-now").textContent.startsWith("1 of")`)
	p.Click("#mistake-show")
	p.Until(`/^1 of \d · .+: /.test(document.getElementById("review-now").textContent)`)
	// All verdicts and the phases are counted for both sides.
	p.Run(nil, `document.querySelectorAll("#review-result details").forEach(e => e.open = true)`)
	for _, row := range []string{"Accuracy, opening", "Best moves", "Good moves", "Moves of the book", "Forced moves"} {
		p.Until(`[...document.querySelectorAll("#review-result th")].some(th => th.textContent === %q && th.parentElement.querySelectorAll("td").length === 2)`, row)
	}
	var sums []int
	p.Run(&sums, `(() => {
		const rows = [...document.querySelectorAll("#review-result tbody tr")].filter(tr => /^(\?|Best|Good|Moves of|Forced)/.test(tr.textContent));
		return [0, 1].map(i => rows.reduce((sum, tr) => sum + Number(tr.querySelectorAll("td")[i].textContent), 0));
	})()`)
	if sums[0] != 4 || sums[1] != 3 {
		t.Errorf("the verdicts are those of %v moves, want 4 and 3", sums)
	}
	p.choose("set-language", "ja")
	now(p, "")
	p.Until(`document.getElementById("mistake-guide").textContent === "一手ずつ復習"`)
}

// times of a record, as it has them: clocks that are left, or seconds that moves took.
func times(t *testing.T, b *browser.Browser, s *server) {
	for _, c := range []struct{ name, mode, text, sums, bars string }{
		{"clocks of PGN", "chess", "[TimeControl \"60+2\"]\n\n1. e4 {[%clk 0:01:00]} e5 {[%clk 0:00:58]} 2. Nf3 {[%clk 0:00:52]} Nc6 {[%clk 0:00:55]} *\n", "White: 10s, longest 10s · Black: 5s, longest 5s", "first second"},
		{"seconds of KIF", "shogi", "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77) ( 0:12/00:00:12)\n   2 ３四歩(33) ( 1:05/00:01:05)\n", "Sente: 12s, longest 12s · Gote: 1:05, longest 1:05", "first second"},
		{"none", "chess", "1. e4 e5 *\n", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b.In(t)
			p := open(t, b, s, "#"+c.mode+"/analyse")
			p.opened(c.text)
			if c.sums == "" {
				p.Until(`document.getElementById("times").hidden`)
				return
			}
			p.Until(`!document.getElementById("times").hidden`)
			p.Run(nil, `document.getElementById("times").open = true`)
			p.Until(`document.getElementById("times-sums").textContent === %q`, c.sums)
			p.Until(`[...document.querySelectorAll("#times-graph .bar")].map(bar => bar.classList[1]).join(" ") === %q`, c.bars)
			p.Run(nil, `{ const e = document.querySelector("#times-graph svg"), b = e.getBoundingClientRect(); e.dispatchEvent(new MouseEvent("click", { clientX: b.left + 2, bubbles: true })); }`)
			p.plies(1)
		})
	}
}
