package page

import (
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/tests/browser"
)

// A review goes on after what it has found, wherever it was cut off, to the same end.
func TestReviewGoesOn(t *testing.T) {
	run(t, []deed{{"reloads at every step", func(t *testing.T, b *browser.Browser, s *server) { reviewGoesOn(t, b, s.page) }}},
		deed{"an engine that is killed", killedReview})
}

// The same goes for WebAssembly.
func TestReviewGoesOnInside(t *testing.T) {
	s := newSite(t)
	b := browser.Start(t)
	reviewGoesOn(t, b, s.address)
}

// heldReview lets reviews search little, and holds back what is told of one after some findings.
const heldReview = `{
	const review = window.review = { asked: 0, hold: 0, known: 0, again: 0, found: new Set(), lose: () => {} };
	const place = ({ round = 0, position }) => round + " " + position, told = name => Number(sessionStorage.getItem("test " + name));
	const hear = line => {
		if (typeof line !== "string" || !line.startsWith('{"id":' + review.asked + ",")) return true;
		if (review.found.size >= review.hold) return false;
		const found = JSON.parse(line).news?.found;
		if (found && review.found.has(place(found))) review.again++;
		if (found) review.found.add(place(found));
		return true;
	};
	for (const [{ prototype }, name] of [[WebSocket, "send"], [Worker, "postMessage"]]) {
		const send = prototype[name], handler = Object.getOwnPropertyDescriptor(prototype, "onmessage");
		prototype[name] = function (line, ...more) {
			if (typeof line === "string" && line.includes('"do":"review"')) {
				const request = JSON.parse(line);
				Object.assign(review, { asked: request.id, hold: told("hold"), known: request.known.length, again: 0, found: new Set(request.known.map(place)) });
				line = JSON.stringify({ ...request, limits: { nodes: told("nodes") } });
				review.lose = () => this.onmessage({ data: '{"engine":"lost","why":"it was killed"}' });
			}
			send.call(this, line, ...more);
		};
		Object.defineProperty(prototype, "onmessage", { ...handler, set(take) { handler.set.call(this, event => { if (hear(event.data)) take(event); }); } });
	}
}`

const (
	fewNodes = 300     // that searches of reviews have here
	allHeard = 1 << 20 // findings: nothing is held back
)

// held opens a page whose reviews are held.
func held(t *testing.T, b *browser.Browser, page, at string) *tab {
	t.Helper()
	p := &tab{b.NewPage(), t}
	p.Origin, _, _ = strings.Cut(page, "?")
	p.Troubled = true
	p.Call(nil, "Page.addScriptToEvaluateOnNewDocument", map[string]any{"source": heldReview})
	p.Visit(page + at)
	p.ready()
	p.hold(allHeard, fewNodes)
	return p
}

// hold says after how many findings nothing of the next review is heard any more, and how much is searched.
func (p *tab) hold(findings, nodes int) {
	p.t.Helper()
	p.Run(nil, `sessionStorage.setItem("test hold", %d); sessionStorage.setItem("test nodes", %d)`, findings, nodes)
}

// leave closes a tab, of which nothing stays.
func (p *tab) leave() {
	p.t.Helper()
	p.Call(nil, "Storage.clearDataForOrigin", map[string]any{"origin": p.Origin, "storageTypes": "local_storage,indexeddb"})
	p.Close()
}

// kept is what a tab has on its desk.
const kept = `JSON.parse(sessionStorage.getItem("nitoryu session")).parts`

// verdict waits for the end of a review, and returns it and its findings.
func (p *tab) verdict() (verdict string, findings int) {
	p.t.Helper()
	p.Until(`%s.review && !document.getElementById("review-graph").hidden &&
		[...document.querySelectorAll("#review-result .turns .card")].every(card => card.querySelector("svg"))`, kept)
	p.Run(&verdict, `JSON.stringify(%s.review) + document.getElementById("review-result").textContent`, kept)
	p.Run(&findings, `review.found.size`)
	return verdict, findings
}

// begun waits until a review has all that it is to hear.
func (p *tab) begun(findings int) {
	p.t.Helper()
	p.Until(`review.asked && %s.reviewing?.found.length === %d`, kept, findings)
}

// wentOn looks at a review that went on after some findings: it is the same as in one go, and no more than a block,
// of which not all was heard, was searched again.
func (p *tab) wentOn(name, want string, after, all int) {
	p.t.Helper()
	const block = 8
	got, findings := p.verdict()
	if got != want || findings != all {
		p.t.Errorf("%s: %d findings, want %d; the review is\n%s\nwant\n%s", name, findings, all, got, want)
	}
	p.handed(name, after)
	if p.is(`review.again >= %d`, block) {
		p.t.Errorf("%s: a whole block was searched again", name)
	}
}

// handed looks whether a review went on after all that was found.
func (p *tab) handed(name string, findings int) {
	p.t.Helper()
	var known int
	if p.Run(&known, `review.known`); known != findings {
		p.t.Errorf("%s: it goes on after %d findings, want %d", name, known, findings)
	}
}

var reviewedHere = at("chess", "analyse", "", "f2f3", "e7e5", "a2a3", "b8c6", "h2h3", "g8f6", "e2e4", "f6e4", "f3e4", "d8h4")

func reviewGoesOn(t *testing.T, b *browser.Browser, page string) {
	p := held(t, b, page, reviewedHere)
	p.Click("#review-button")
	want, all := p.verdict()
	if all <= 11 {
		t.Fatalf("only %d findings", all)
	}
	p.leave()

	p = held(t, b, page, reviewedHere)
	p.hold(0, fewNodes)
	p.Click("#review-button")
	for _, step := range []int{0, 5, 8, all - 1, all} {
		p.hold(step, fewNodes)
		if step > 0 {
			p.Reload()
			p.ready()
		}
		p.begun(step)
	}
	p.hold(allHeard, fewNodes)
	p.Reload()
	p.ready()
	p.wentOn("a reload", want, all, all)
	p.leave()

	for _, c := range []struct {
		name string
		cut  func()
	}{
		{"the other game", func() {
			p.Click("#games [data-game=shogi]")
			p.Until(`document.body.dataset.game === "shogi"`)
			p.hold(allHeard, fewNodes)
			p.Click("#games [data-game=chess]")
		}},
		{"a lost engine", func() {
			p.Run(nil, `review.lose()`)
			p.Until(`!document.getElementById("lost").hidden`)
			p.hold(allHeard, fewNodes)
			p.Click("#restart")
		}},
		{"another study", func() {
			p.hold(allHeard, fewNodes)
			p.visit("#chess/analyse//d2d4")
			p.Click("#library-button")
			p.Until(`document.querySelectorAll("#library-list option").length === 1 && document.getElementById("library-list").selectedIndex === 0`)
			p.Click("#library-open")
			p.Until(`!document.getElementById("library").open`)
		}},
	} {
		p = held(t, b, page, reviewedHere)
		p.hold(9, fewNodes)
		p.Click("#review-button")
		p.begun(9)
		c.cut()
		p.wentOn(c.name, want, 9, all)
		p.leave()
	}
}

// killedReview kills the engine of a review.
func killedReview(t *testing.T, b *browser.Browser, s *server) {
	p := held(t, b, s.page, reviewedHere)
	p.Click("#review-button")
	want, all := p.verdict()
	p.leave()
	before := engines(t, s)
	p = held(t, b, s.page, reviewedHere)
	p.hold(9, fewNodes)
	p.Click("#review-button")
	p.begun(9)
	p.hold(allHeard, math.MaxInt32) // the next search does not end
	p.Reload()
	p.ready()
	p.Until(`review.asked`)
	p.handed("a reload", 9)
	killed := 0
	for killed == 0 {
		for _, id := range engines(t, s) {
			if process, err := os.FindProcess(id); err == nil && !slices.Contains(before, id) {
				_ = process.Kill()
				killed++
			}
		}
	}
	p.hold(allHeard, fewNodes)
	p.Until(`!document.getElementById("lost").hidden`)
	p.Click("#restart")
	p.wentOn("an engine that was killed", want, 9, all)
	p.leave()
}
