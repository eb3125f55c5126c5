package page

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/tests/browser"
)

// reload keeps everything: game, variations, the node, the analysis and what was chosen.
func reload(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, at("shogi", "analyse", "", "7g7f", "3c3d"))
	p.Click("#back")
	p.Until("%s.length === 1", current)
	p.typed("8c8d")
	p.plies(2)
	p.Click("#flip")
	p.Click("#engine-switch")
	p.thinks()
	p.Reload()
	p.ready()
	p.thinks()
	if got := p.moves(); !slices.Equal(got, []string{"7g7f", "8c8d"}) {
		t.Errorf("after a reload the moves are %q", got)
	}
	var flipped bool
	if p.Run(&flipped, `document.querySelector("#board svg").classList.contains("flipped")`); !flipped {
		t.Error("the board is not flipped any more")
	}
	if got := p.Text("#moves .variation"); got == "" {
		t.Error("the variation is lost")
	}
	// A game goes on where it was.
	p = open(t, b, s, "#chess/play")
	p.begin("first", map[string]string{"start": "standard", "level": "beginner", "clock": "increment", "minutes": "5", "seconds": "3"})
	p.typed("e4")
	p.plies(2)
	p.Reload()
	p.ready()
	p.typed("a3")
	p.plies(4)
	if clock := p.Text("#bar-bottom time"); !strings.HasPrefix(clock, "5:") && !strings.HasPrefix(clock, "4:") {
		t.Errorf("after a reload the clock shows %q", clock)
	}
}

// tabs do not know of each other.
func tabs(t *testing.T, b *browser.Browser, s *server) {
	first, second := open(t, b, s, "#chess/analyse"), open(t, b, s, "#shogi/analyse")
	first.Click("#engine-switch")
	second.Click("#engine-switch")
	first.thinks()
	second.thinks()
	second.Run(nil, `document.getElementById("move").value = "7g7f"; document.getElementById("typed").requestSubmit()`)
	second.plies(1)
	if got := first.moves(); len(got) > 0 {
		t.Errorf("the first tab has moves %q of the second", got)
	}
	first.Run(nil, `document.getElementById("move").value = "e4"; document.getElementById("typed").requestSubmit()`)
	first.plies(1)
	second.thinks()
}

// address follows the moves, can be sent on, and is not trusted.
func address(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, at("chess", "analyse", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4"))
	p.typed("Kd7")
	p.Until(`location.hash === "#chess/analyse/4k3|8|8|8|8|8|4P3|4K3_w_-_-_0_1/e2e4,e8d7"`)
	p.Click("#back")
	p.Until(`location.hash.endsWith("/e2e4,e8d7/1")`)
	var hash string
	p.Run(&hash, "location.hash")
	other := open(t, b, s, hash)
	if got := other.moves(); !slices.Equal(got, []string{"e2e4"}) {
		t.Errorf("the moves at the address are %q", got)
	}
	for _, wrong := range []string{"#chess/analyse/nonsense", "#go/analyse", "#chess/analyse//e2e5,e7e5", "#%ff/%/<b>/" + strings.Repeat("x", 5000), "#chess/play/4k3|8|8/e2e4/-5"} {
		p.visit(wrong)
		if squares, _ := p.board("chess"); squares[60] != "K" {
			t.Errorf("%.40s: the board begins with %q", wrong, squares[:8])
		}
	}
	// The page writes the address of what it shows at the moment when another one is opened.
	p.Run(nil, `{ const old = location.hash; location.hash = "#shogi/analyse//7g7f"; history.replaceState(null, "", old); }`)
	p.Until(`document.body.dataset.game === "shogi"`)
	p.line("7g7f")
}

// looks: themes, languages, pieces and coordinates.
func looks(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, "#shogi/analyse")
	text := func(script string) (text string) {
		p.Run(&text, "%s", script)
		return text
	}
	before := text(`getComputedStyle(document.body).backgroundColor`)
	p.Click("#theme")
	if after := text(`getComputedStyle(document.body).backgroundColor`); after == before {
		t.Error("dark and light look the same")
	}
	p.Click("#theme")
	p.Click("#language")
	if lang, title := text(`document.documentElement.lang`), p.Text("#moves-title"); lang != "ja" || title != "棋譜" {
		t.Errorf("in Japanese the language is %q and the moves are %q", lang, title)
	}
	p.typed("P-7f")
	p.plies(1)
	if got := p.Text("#moves"); !strings.Contains(got, "７六歩") {
		t.Errorf("in Japanese the moves are %q", got)
	}
	p.Click("#language")
	p.Until(`document.getElementById("moves").textContent.includes("P-7f")`)
	p.Click("#settings-button")
	p.choose("set-pieces", "letters")
	p.Run(nil, `document.getElementById("set-coordinates").click()`)
	p.Press("Escape")
	if got := text(`getComputedStyle(document.querySelector(".symbols .letter")).display`); got == "none" {
		t.Error("the pieces have no letters")
	}
	if got := text(`getComputedStyle(document.querySelector("#board .coordinates")).display`); got != "none" {
		t.Error("the coordinates are still there")
	}
	for _, width := range []int{360, 390, 768, 1024, 1600} {
		p.size(width, 800)
		p.Run(nil, `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))`) // until all have their sizes
		var over int
		p.Run(&over, `document.documentElement.scrollWidth - innerWidth`)
		if over > 0 {
			t.Errorf("at %d pixels the page is %d too wide", width, over)
		}
	}
}

// engines returns the processes whose parent is a server.
func engines(t *testing.T, s *server) (ids []int) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("looks for processes in /proc")
	}
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range stats {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		_, rest, _ := strings.Cut(string(text), ") ")
		if fields := strings.Fields(rest); len(fields) > 1 && fields[1] == strconv.Itoa(s.Cmd.Process.Pid) {
			id, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
			ids = append(ids, id)
		}
	}
	return ids
}

// engineKilled kills the engine of a tab: it says so, and a new one goes on.
func engineKilled(t *testing.T, b *browser.Browser, s *server) {
	before := engines(t, s)
	p := open(t, b, s, at("chess", "analyse", "", "e2e4"))
	p.Troubled = true
	p.Click("#engine-switch")
	p.thinks()
	for _, id := range engines(t, s) {
		if slices.Contains(before, id) {
			continue
		}
		if process, err := os.FindProcess(id); err == nil {
			_ = process.Kill()
		}
	}
	p.Until(`!document.getElementById("lost").hidden`)
	if text := p.Text("#lost-text"); !strings.HasPrefix(text, "The engine has ended") {
		t.Errorf("the page says %q", text)
	}
	p.Click("#restart")
	p.Until(`document.getElementById("lost").hidden`)
	p.thinks()
	if got := p.moves(); !slices.Equal(got, []string{"e2e4"}) {
		t.Errorf("the moves are %q", got)
	}
	// In a game the engine has to move after it is back.
	p = open(t, b, s, "#chess/play")
	p.Troubled = true
	p.begin("first", map[string]string{"start": "standard", "level": "full", "clock": "none"})
	p.typed("e4")
	p.plies(1)
	for _, id := range engines(t, s) {
		if process, err := os.FindProcess(id); err == nil && !slices.Contains(before, id) {
			_ = process.Kill()
		}
	}
	p.Until(`!document.getElementById("lost").hidden`)
	p.Click("#restart")
	p.plies(2)
}

// serverKilled kills the server.
func serverKilled(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, at("shogi", "analyse", "", "7g7f"))
	p.Troubled = true
	s.Kill()
	p.Until(`!document.getElementById("lost").hidden`)
	p.Click("#restart")
	time.Sleep(100 * time.Millisecond)
	p.Until(`!document.getElementById("lost").hidden`)
	if text := p.Text("#lost-text"); !strings.HasPrefix(text, "The link to nitoryu serve is lost") {
		t.Errorf("the page says %q", text)
	}
	if squares, _ := p.board("shogi"); squares[47] != "P" {
		t.Error("the position is lost")
	}
}
