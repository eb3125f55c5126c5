package page

import (
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/browser"
	"github.com/nitoryu/nitoryu/tests/engine"
	"github.com/nitoryu/nitoryu/tests/must"
)

// The link may go at any time: nothing is half done, and it is found again.
func TestLink(t *testing.T) {
	run(t, nil, deed{"a server that comes back", comesBack},
		deed{"a link that breaks at every step", breaks}, deed{"a review that is cut off", cutReview}, deed{"what cannot be copied", uncopied})
}

// breaks cuts the link at each of the next requests while moves are made: each move is there once or was refused.
func breaks(t *testing.T, b *browser.Browser, s *server) {
	for _, c := range []struct {
		name, at string
		first    []string // tried at once
		later    []string // of either side
		plies    int      // that there are at least then
	}{
		{"an analysis", "#chess/analyse", []string{"e4", "e5", "Nf3"}, []string{"a3", "a6"}, 2},
		{"a game", "#shogi/play", []string{"7g7f"}, []string{"9g9f"}, 4},
	} {
		for cut := range 4 {
			t.Logf("%s, cut at request %d", c.name, cut)
			p := open(t, b, s, c.at)
			p.Troubled = true
			if strings.HasSuffix(c.at, "play") {
				p.begin("first", map[string]string{"start": "standard", "level": "beginner", "clock": "none"})
			}
			p.Run(nil, `{
				const { send } = WebSocket.prototype;
				let left = %d;
				WebSocket.prototype.send = function (line) {
					if (left-- === 0) this.close();
					else send.call(this, line);
				};
			}`, cut)
			for _, move := range c.first {
				p.Run(nil, `document.getElementById("move").value = %q; document.getElementById("typed").requestSubmit()`, move)
			}
			p.Until(`document.getElementById("lost").hidden && document.getElementById("confirm").open === false`)
			p.typedUntil(c.later...)
			p.plies(c.plies)
			g := games.Chess()
			if strings.HasPrefix(c.at, "#shogi") {
				g = games.Shogi()
			}
			p.shows(g, after(t, g, "", p.moves()))
		}
	}
}

// typedUntil tries moves until one is made.
func (p *tab) typedUntil(moves ...string) {
	p.t.Helper()
	p.Run(nil, `window.tried = 0`)
	p.Until(`(() => {
		const made = [...document.querySelectorAll("#moves .move")].map(e => e.textContent), field = document.getElementById("move");
		if (made.some(name => ["a3", "a6", "P-9f"].includes(name))) return true;
		if (tried++ %% 10 || !document.getElementById("lost").hidden) return false;
		field.value = %q.split(" ")[tried / 10 %% %d | 0];
		document.getElementById("typed").requestSubmit();
		return false;
	})()`, strings.Join(moves, " "), len(moves))
}

// ours starts a server with a token of the user's, at an address, and returns it.
func ours(t *testing.T, address, token string) *server {
	t.Helper()
	process := engine.Start(t, engine.Path(t, "nitoryu"), "serve", "--address", address, "--token-file", token)
	t.Cleanup(process.Kill)
	_, page := process.Until("http://")
	page, _, _ = strings.Cut(strings.Fields(page)[0], "?")
	text := must.Read(t, token)
	return &server{process, page + "?token=" + string(text)}
}

// silence takes an address, waits until somebody comes, and lets everybody wait for an answer until end is called.
func silence(t *testing.T, address string) (end func()) {
	listener, err := net.Listen("tcp", address)
	must.OK(t, err)
	came, all := make(chan bool), make(chan []net.Conn, 1)
	go func() {
		var links []net.Conn
		for {
			link, err := listener.Accept()
			if err != nil {
				all <- links
				return
			}
			if links = append(links, link); len(links) == 1 {
				close(came)
			}
		}
	}()
	<-came
	return func() {
		must.OK(t, listener.Close())
		for _, link := range <-all {
			must.OK(t, link.Close())
		}
	}
}

// comesBack: without a server nothing is begun, and the page says so; it finds one that is started again.
func comesBack(t *testing.T, b *browser.Browser, _ *server) {
	token := filepath.Join(t.TempDir(), "token")
	must.OK(t, os.WriteFile(token, []byte("a-token-of-the-user-that-stays"), 0o600))
	s := ours(t, "127.0.0.1:0", token)
	address, err := url.Parse(s.page)
	must.OK(t, err)
	p := open(t, b, s, at("chess", "analyse", "", "e2e4"))
	p.Troubled = true
	p.Click("#back")
	p.line()
	s.Kill()
	p.Until(`!document.getElementById("lost").hidden`)
	end := silence(t, address.Host)
	for _, try := range []struct {
		name string
		do   func()
	}{
		{"a move by mouse", func() { p.click("d2", "d4", "") }},
		{"a typed move", func() { p.typed("d4") }},
		{"the other game", func() { p.Click("#games [data-game=shogi]") }},
		{"another mode", func() { p.Click("#modes [data-mode=play]") }},
		{"a review", func() { p.Click("#review-button") }},
	} {
		p.Run(nil, `document.getElementById("notice-close").click(); document.getElementById("move").value = ""; document.getElementById("move-fault").textContent = ""`)
		try.do()
		p.Until(`(document.getElementById("notice-text").textContent + document.getElementById("move-fault").textContent).includes("nothing was done")`)
		p.line()
		if !p.is(`document.body.dataset.game === "chess" && document.body.dataset.mode === "analyse"`) {
			t.Errorf("%s: it is half done", try.name)
		}
	}
	p.Press("ArrowRight") // a position that the page has seen
	p.line("e2e4")
	p.Click("#export-button")
	p.Until(`document.getElementById("export-text").value.includes("e2e4")`)
	var saved string
	p.Run(&saved, `document.getElementById("export-text").value`)
	p.Press("Escape")
	end()
	again := ours(t, address.Host, token)
	p.Until(`document.getElementById("lost").hidden`)
	p.typed("e5")
	p.line("e2e4", "e7e5")
	other := open(t, b, again, "#chess/analyse")
	other.Click("#open-button")
	other.Run(nil, `document.getElementById("open-text").value = %q`, saved)
	other.Click("#open-form button[type=submit]")
	other.Until(`!document.getElementById("open").open`)
	other.Press("End")
	other.line("e2e4")
}

// cutReview: a review goes on after a reload, after the link was lost, and after the other game was looked at.
func cutReview(t *testing.T, b *browser.Browser, s *server) {
	for _, c := range []struct {
		name string
		cut  func(*tab)
	}{
		{"a reload", func(p *tab) { p.Reload(); p.ready() }},
		{"a lost link", func(p *tab) {
			p.Run(nil, `{ const { send } = WebSocket.prototype; WebSocket.prototype.send = function () { WebSocket.prototype.send = send; this.close(); } }`)
			p.Press("Home")
			p.typed("h4")
		}},
		{"the other game", func(p *tab) {
			p.Click("#games [data-game=shogi]")
			p.Until(`document.body.dataset.game === "shogi"`)
			p.Click("#games [data-game=chess]")
		}},
	} {
		p := open(t, b, s, at("chess", "analyse", "", "f2f3", "e7e5"))
		p.Troubled = true
		p.Click("#review-button")
		p.Until(`!document.getElementById("review-progress").hidden`)
		c.cut(p)
		p.Until(`document.querySelector("#review-graph .graph") && !document.getElementById("review-graph").hidden`)
	}
}

// uncopied: what was not copied is not said to be.
func uncopied(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, "#chess/analyse")
	p.Run(nil, `navigator.clipboard.writeText = () => Promise.reject(new Error("no")); document.execCommand = () => false`)
	p.Click("#copy-link")
	p.Until(`document.getElementById("notice-text").textContent.startsWith("The browser lets nothing be copied")`)
	p.Click("#export-button")
	p.Until(`document.getElementById("export-text").value`)
	p.Click("#export-copy")
	p.Until(`document.getElementById("export-fault").textContent.startsWith("The browser lets nothing be copied")`)
}
