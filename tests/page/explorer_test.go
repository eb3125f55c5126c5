package page

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/nitoryu/nitoryu/tests/browser"
	"github.com/nitoryu/nitoryu/tests/engine"
	"github.com/nitoryu/nitoryu/tests/must"
)

// The explorer counts what was played in a position: in the opened file, and in the book of the server.
func TestExplorer(t *testing.T) {
	run(t, nil, deed{"a file", exploredFile}, deed{"own games", exploredOwn}, deed{"a book", exploredBook})
}

// explored waits for the moves that the explorer shows, a row a move.
func (p *tab) explored(rows ...string) {
	p.t.Helper()
	want, err := json.Marshal(rows)
	if err != nil {
		p.t.Fatal(err)
	}
	p.Until(`JSON.stringify([...document.querySelectorAll("#explorer-moves tr")].map(tr => [...tr.children].map(cell => cell.textContent || cell.querySelector("[role=img]")?.getAttribute("aria-label") || "").join(" ").replaceAll("\u00a0", " ").trim())) === JSON.stringify(%s)`, want)
}

func exploredFile(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, "#chess/analyse")
	p.Click("#explorer summary")
	p.Until(`document.getElementById("explorer-said").textContent.startsWith("Open a file")`)
	p.Click("#open-button")
	p.Run(nil, `document.getElementById("open-text").value = %q`, "1. e4 e5 2. Nf3 1-0\n\n1. Nf3 e5 2. e4 0-1\n\n1. e4 c5 1/2-1/2\n\n1. e4 e5 *\n")
	p.Click("#open-form button[type=submit]")
	p.Until(`document.querySelectorAll("#open-number option").length === 4`)
	p.Click("#open-form button[type=submit]")
	p.Until(`!document.getElementById("open").open`)
	p.Press("Home")
	p.explored("e4 3 75 % White won 50 %, drawn 50 %, Black won 0 %", "Nf3 1 25 % White won 0 %, drawn 0 %, Black won 100 %")
	p.Click("#explorer-moves button")
	p.line("e2e4")
	p.explored("e5 2 67 % White won 100 %, drawn 0 %, Black won 0 %", "c5 1 33 % White won 0 %, drawn 100 %, Black won 0 %")
	p.choose("set-language", "ja")
	p.Until(`document.getElementById("explorer-said").textContent === "4局。"`)
	p.typed("a6")
	p.line("e2e4", "a7a6")
	p.Until(`document.getElementById("explorer-said").textContent === "4局。 この局面の棋譜はありません。"`)
	p.Click("#games [data-game=shogi]")
	p.Until(`document.body.dataset.game === "shogi"`)
	p.Click("#modes [data-mode=analyse]")
	p.Until(`document.getElementById("explorer-source").disabled`) // the file has no game of shogi
}

// exploredOwn: games that were played count, too.
func exploredOwn(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, "#chess/play")
	p.begin("both", map[string]string{"start": "standard", "clock": "none"})
	p.typed("Nf3")
	p.plies(1)
	p.typed("d5")
	p.plies(2)
	p.Click("#resign") // by White
	p.Click("#confirm-yes")
	p.Until(`!document.getElementById("over-actions").hidden`)
	p.Click("#analyse-game")
	p.Until(`document.body.dataset.mode === "analyse"`)
	p.Click("#explorer summary")
	p.Press("Home")
	p.explored("Nf3 1 100 % White won 0 %, drawn 0 %, Black won 100 %")
}

func exploredBook(t *testing.T, b *browser.Browser, _ *server) {
	file := filepath.Join(t.TempDir(), "book.db")
	const text = "#YANEURAOU-DB2016 1.00\nsfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n7g7f 3c3d 50 20 3\n2g2f none 40 20 1\n"
	must.Write(t, file, []byte(text))
	process := engine.Start(t, engine.Path(t, "nitoryu"), "serve", "--address", "127.0.0.1:0", "--option", "BookFile="+file)
	t.Cleanup(process.Kill)
	_, page := process.Until("http://")
	p := open(t, b, &server{process, page}, "#shogi/analyse")
	p.Click("#explorer summary")
	p.Until(`document.querySelector("#explorer-source [value=book]")`)
	p.choose("explorer-source", "book")
	p.explored("P-7f 3 75 % +50", "P-2f 1 25 % +40")
}
