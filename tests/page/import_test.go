package page

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/tests/browser"
	"github.com/nitoryu/nitoryu/tests/engine"
)

// Games come from other sites where the server may ask them, and only then.
func TestImport(t *testing.T) {
	run(t, nil, deed{"a link and a name", imported})
}

func imported(t *testing.T, b *browser.Browser, plain *server) {
	p := open(t, b, plain, "#chess/analyse")
	p.Click("#open-button")
	p.Until(`document.getElementById("open").open && document.getElementById("open-import").hidden`)
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, "/game/export/abcdefgh"):
			fmt.Fprint(w, "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 e5 2. Nf3 *\n")
		case r.URL.Path == "/api/games/user/ann":
			fmt.Fprint(w, "[White \"Ann\"]\n\n1. d4 d5 *\n\n[White \"Bob\"]\n[Black \"Ann\"]\n\n1. c4 *\n")
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(site.Close)
	process := engine.Start(t, engine.Path(t, "nitoryu"), "serve", "--address", "127.0.0.1:0", "--import", "--import-site", "lichess.org="+site.URL)
	t.Cleanup(process.Kill)
	_, page := process.Until("http://")
	p = open(t, b, &server{process, page}, "#chess/analyse")
	fetch := func(what string) {
		t.Helper()
		p.Click("#open-button")
		p.Until(`!document.getElementById("open-import").hidden`)
		p.Run(nil, `document.getElementById("open-link").value = %q`, what)
		p.Click("#open-fetch")
	}
	fetch("https://lichess.org/abcdefgh/white")
	p.Until(`!document.getElementById("open").open && document.getElementById("bar-bottom").textContent.includes("Ann")`)
	fetch("ann")
	p.Until(`document.querySelectorAll("#open-number option").length === 2`)
	p.Press("Escape")
	for what, fault := range map[string]string{"https://example.org/abcdefgh": "games come from lichess.org and lishogi.org only", "nobody": "no such game or user"} {
		fetch(what)
		p.Until(`document.getElementById("open-fault").textContent.includes(%q)`, fault)
		p.Press("Escape")
	}
}
