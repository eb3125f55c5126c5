package page

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/tests/browser"
)

// openingNames: the page names the opening of what it shows, and offers the moves of the book in an
// analysis, not in a game.
func openingNames(t *testing.T, b *browser.Browser, s *server) {
	const boat = "7g7f 3c3d 2g2f 4c4d 3i4h 8b4b 5i6h 5a6b 6h7h 6b7b 4i5h 7b8b 5g5f 7a7b"
	t.Run("chess", func(t *testing.T) {
		b.In(t)
		p := open(t, b, s, at("chess", "analyse", "", "e2e4", "c7c5"))
		p.choose("set-language", "en")
		p.Until(`document.getElementById("opening").textContent === "B20 Sicilian Defence"`)
		p.Until(`document.querySelector("#book button")?.textContent === "Nf3"`)
		p.choose("set-language", "ja")
		p.Until(`document.getElementById("opening").textContent === "B20 シシリアン・ディフェンス"`)
		p.Click("#book button")
		p.plies(3)
		p.Until(`document.querySelector("#book button")?.textContent !== "Nf3"`)
		p.Click(`#modes button[data-mode="play"]`)
		p.Until(`document.getElementById("book").hidden`)
	})
	t.Run("shogi", func(t *testing.T) {
		b.In(t)
		p := open(t, b, s, at("shogi", "analyse", "", strings.Fields(boat)...))
		p.choose("set-language", "en")
		p.Until(`document.getElementById("opening").textContent.startsWith("Fourth-file Rook · Sente: ")`)
		p.Until(`document.getElementById("book").hidden`)
		p.choose("set-language", "ja")
		p.Until(`/^四間飛車　☗.+　☖.+/.test(document.getElementById("opening").textContent)`)
		p.Click("#first")
		p.Until(`document.querySelector("#book button")?.textContent === "▲７六歩"`)
	})
}
