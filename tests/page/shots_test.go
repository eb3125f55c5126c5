package page

import (
	"encoding/base64"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/tests/browser"
	"github.com/nitoryu/nitoryu/tests/must"
)

var shotFolder = flag.String("shots", "", "folder for pictures of the page in all its states")

// state is something that the page can show.
type state struct {
	name string
	game string // the only one that has it, "" for both
	show func(p *tab, game string)
}

// line is a game of which the page shows the end.
func line(game string) []string {
	if game == "chess" {
		return strings.Fields("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f6e4 d2d4 b7b5 a4b3 d7d5 d4e5 c8e6")
	}
	return strings.Fields("7g7f 8c8d 2g2f 8d8e 8h7g 3c3d 7i8h 2b7g+ 8h7g 3a2b 3i3h 2b3c 4g4f 8e8f 8g8f 8b8f P*8g 8f8d")
}

// mistaken is a game in which someone goes wrong.
func mistaken(game string) []string {
	if game == "chess" {
		return strings.Fields("e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7")
	}
	return strings.Fields("7g7f 3c3d 8h3c+ 2a3c")
}

// sizes are those of phones, upright and on their sides, of tablets and of screens; 640 x 400 is
// 1280 x 800 at 200 %.
var sizes = [][2]int{
	{360, 640}, {390, 664}, {568, 320}, {740, 360}, {640, 400}, {768, 1024}, {1024, 768}, {1280, 800}, {1366, 633}, {1920, 1080},
}

var states = []state{
	{name: "setup", show: func(p *tab, game string) { p.visit("#" + game + "/play") }},
	{name: "game", show: func(p *tab, game string) {
		p.visit("#" + game + "/play")
		p.begin("first", map[string]string{"start": "standard", "level": "beginner", "clock": "increment"})
		p.typed(line(game)[0])
		p.plies(2)
		p.Until(`!document.getElementById("hint").disabled`)
	}},
	{name: "analysis", show: func(p *tab, game string) {
		p.visit(at(game, "analyse", "", line(game)...))
		p.choose("limit", "depth") // it is looked at for long
		p.choose("limit-value", "8")
		p.Click("#engine-switch")
		p.thinks()
		p.Until(`document.querySelectorAll("#lines .pv").length === 3`)
	}},
	{name: "review", show: func(p *tab, game string) {
		p.visit(at(game, "analyse", "", line(game)[:6]...))
		p.Click("#review-button")
		p.Until(`document.querySelector(".graph") && document.getElementById("review-progress").hidden`)
	}},
	{name: "variations", show: func(p *tab, game string) {
		p.visit(at(game, "analyse", "", line(game)[:4]...))
		p.varied(game)
	}},
	{name: "ongoing", show: func(p *tab, game string) {
		p.visit("#" + game + "/play")
		p.begin("first", map[string]string{"start": "standard", "level": "beginner", "clock": "increment"})
		p.typed(line(game)[0])
		p.plies(2)
		p.Click("#modes [data-mode=analyse]")
		p.Until(`!document.getElementById("ongoing").hidden`)
	}},
	{name: "exercise", show: func(p *tab, game string) {
		p.visit(at(game, "analyse", "", mistaken(game)...))
		p.judged()
		p.Click("#review-exercises")
		p.Until(`document.getElementById("training-hint").offsetParent && !document.getElementById("training-hint").disabled`)
		p.Click("#training-hint")
		p.Until(`document.querySelector("#board .pointer.round")`)
	}},
	{name: "over", show: func(p *tab, game string) {
		p.visit("#" + game + "/play")
		p.begin("first", map[string]string{"start": "standard", "level": "beginner", "clock": "sudden"})
		p.Click("#resign")
		p.Click("#confirm-yes")
		p.Until(`!document.getElementById("over-actions").hidden`)
	}},
	{name: "games", show: func(p *tab, game string) {
		p.visit(at(game, "analyse", "", line(game)...))
		p.Click("#remove")
		p.Click("#reset-button")
		p.Click("#confirm-yes")
		p.Until(`!document.getElementById("notice").hidden`)
		p.Click("#open-button")
		p.Run(nil, `document.getElementById("open-text").value = "[White \"Ann\"]\n[Date \"2024.01.02\"]\n\n1. e4 *\n\n[White \"Bob\"]\n\n1. d4 Ke5 *"`)
		p.Click("#open-form button[type=submit]")
		p.Until(`!document.getElementById("open-games").hidden`)
	}},
	{name: "editor", show: func(p *tab, game string) {
		p.visit(at(game, "analyse", "", line(game)...))
		p.Click("#edit-button")
	}},
	{name: "settings", show: func(p *tab, game string) {
		p.visit("#" + game + "/analyse")
		p.Click("#settings-button")
	}},
	{name: "a declaration that draws", game: "shogi", show: func(p *tab, _ string) { mayDraw(p) }},
	{name: "a declared draw", game: "shogi", show: func(p *tab, _ string) {
		mayDraw(p)
		p.Click("#declare")
		p.Until(`!document.getElementById("over-actions").hidden`)
	}},
}

// varied adds two variations, one of which has a comment, to a line of four moves.
func (p *tab) varied(game string) {
	p.t.Helper()
	moves := line(game)[:3]
	for _, other := range map[string][][]string{"chess": {{"d7d6", "d2d4"}, {"g8f6"}}, "shogi": {{"3c3d", "4g4f"}, {"4a3b"}}}[game] {
		for n := len(p.moves()) - 1; n >= len(moves); n-- {
			p.Click("#back")
			p.Until("%s.length === %d", current, n)
		}
		p.line(moves...)
		for i, move := range other {
			p.typed(move)
			p.line(append(slices.Clone(moves), other[:i+1]...)...)
		}
	}
	p.Run(nil, `{
		document.getElementById("comment-field").open = true;
		const comment = document.getElementById("comment");
		comment.value = "This was the move that everybody feared.";
		comment.dispatchEvent(new Event("input"));
		document.getElementById("comment-field").open = false;
	}`)
}

// mayDraw begins a game by the 24-point rule in which 27 points may be declared.
func mayDraw(p *tab) {
	p.t.Helper()
	p.visit(at("shogi", "play", "K+R+R+B5/GGGGSSSS1/9/9/9/9/9/9/4k4 b P 1"))
	p.begin("first", map[string]string{"level": "beginner", "start": "board", "clock": "none", "rule": "CSARule24"})
	p.Until(`!document.getElementById("declare").disabled`)
}

// shot returns a picture of what is to be seen.
func (p *tab) shot() []byte {
	p.t.Helper()
	var shot struct{ Data string }
	p.Call(&shot, "Page.captureScreenshot", map[string]any{"optimizeForSpeed": true})
	picture, err := base64.StdEncoding.DecodeString(shot.Data)
	if err != nil {
		p.t.Fatal(err)
	}
	return picture
}

// size gives the page another size.
func (p *tab) size(width, height int) {
	p.t.Helper()
	p.Call(nil, "Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false})
}

// still waits until all has its size.
func (p *tab) still() {
	p.t.Helper()
	steady := false
	p.Run(&steady, `new Promise(done => {
		let last = "", same = 0, left = 600;
		const look = () => {
			const now = JSON.stringify([...document.querySelectorAll("body, body > *, .panel > *, #board svg")].map(e => e.getBoundingClientRect()));
			if (now !== last) same = 0;
			last = now;
			if (same++ >= 4 || !left--) done(same > 4);
			else requestAnimationFrame(look);
		};
		look();
	})`)
	if !steady {
		p.t.Error("the page does not come to rest")
	}
}

// Pictures of the page in all its states, for people to look at.
func TestShots(t *testing.T) {
	if *shotFolder == "" {
		t.Skip("-shots names no folder for pictures")
	}
	b, s := browser.Start(t), serve(t)
	for _, game := range []string{"chess", "shogi"} {
		for i, state := range states {
			if state.game != "" && state.game != game {
				continue
			}
			t.Run(game+" "+state.name, func(t *testing.T) {
				b.In(t)
				p := open(t, b, s, "#"+game+"/analyse")
				p.choose("set-language", []string{"en", "ja"}[i%2])
				p.size(1280, 800)
				state.show(p, game)
				for j, size := range sizes {
					p.Run(nil, `(() => { const e = document.getElementById("set-theme"); e.value = %q; e.dispatchEvent(new Event("change")); })()`, []string{"light", "dark"}[(i+j)%2])
					p.size(size[0], size[1])
					p.still()
					file := filepath.Join(*shotFolder, fmt.Sprintf("%s-%s-%dx%d.png", game, strings.ReplaceAll(state.name, " ", "-"), size[0], size[1]))
					must.Write(t, file, p.shot())
				}
			})
		}
	}
}
