package page

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/tests/browser"
	"github.com/nitoryu/nitoryu/tests/must"
	"github.com/nitoryu/nitoryu/web"
)

// There are exercises from the first day, which suit how one does.
func TestStarter(t *testing.T) {
	run(t, nil, deed{"exercises of the page", starter})
}

// The exercises that come with the page are small, legal, and sorted by their ratings.
func TestStarterFiles(t *testing.T) {
	const most = 200 << 10 // of both games
	sum := 0
	for _, game := range []nitoryu.Variant{nitoryu.Chess, nitoryu.Shogi} {
		text, err := fs.ReadFile(web.Files, "exercises/"+string(game)+".txt")
		must.OK(t, err)
		sum += len(text)
		lowest, highest := nitoryu.EloRange(game)
		seen, before := map[string]bool{}, 0
		for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
			fields, rating := strings.Split(line, "\t"), 0
			if len(fields) != 3 || seen[fields[0]] {
				t.Fatalf("%s:%d: %q", game, i+1, line)
			}
			seen[fields[0]] = true
			if _, err := fmt.Sscan(fields[2], &rating); err != nil || rating < before || rating < lowest || rating > highest {
				t.Errorf("%s:%d: rating %s, after %d", game, i+1, fields[2], before)
			}
			before = rating
			p, err := nitoryu.Open(nitoryu.Setup{Variant: game, Position: fields[0]})
			if err != nil {
				t.Fatalf("%s:%d: %v", game, i+1, err)
			}
			for _, m := range strings.Fields(fields[1]) {
				if err := p.Play(nitoryu.Move(m)); err != nil {
					t.Errorf("%s:%d: %v", game, i+1, err)
				}
			}
		}
	}
	if sum > most {
		t.Errorf("the exercises have %d bytes, more than %d", sum, most)
	}
}

func starter(t *testing.T, b *browser.Browser, s *server) {
	for _, game := range []string{"chess", "shogi"} {
		p := open(t, b, s, "#"+game+"/train")
		p.Click("#training-starter")
		p.task("to move: find the best move.")
		solution := func() string {
			t.Helper()
			var key string
			p.Run(&key, `JSON.parse(sessionStorage.getItem("nitoryu session")).parts.training.key`)
			text, err := fs.ReadFile(web.Files, "exercises/"+game+".txt")
			must.OK(t, err)
			_, rest, found := strings.Cut(string(text), strings.TrimPrefix(key, game+" ")+"\t")
			if !found {
				t.Fatalf("there is no exercise %q", key)
			}
			move, _, _ := strings.Cut(strings.Fields(rest)[0], "\t")
			return move
		}
		p.Until(`JSON.parse(sessionStorage.getItem("nitoryu session")).parts.training.starter && JSON.parse(sessionStorage.getItem("nitoryu session")).parts.training.key`)
		p.typed(solution())
		p.Until(`document.getElementById("training-said").className === "right" && document.getElementById("training-count").textContent.includes("1 solved")`)
		p.Until(`/you: (9[0-9][1-9]|9[1-9]0)/.test(document.getElementById("training-count").textContent)`) // it began with 900
		p.Click("#training-next")
		p.Until(`document.getElementById("training-count").textContent.startsWith("2 of")`)
		var task string
		p.Run(&task, `document.getElementById("training-task").textContent`)
		p.Reload()
		p.ready()
		p.task(task)
		p.typed(solution())
		p.Until(`document.getElementById("training-said").className === "right"`)
		p.Click("#training-starter")
		p.task("no exercises")
	}
}
