package board_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/tests/must"
	"github.com/nitoryu/nitoryu/web/board"
)

func TestScript(t *testing.T) {
	text, err := board.Script(map[string]string{"chess": "8/8", "shogi": "9/9"})
	must.OK(t, err)
	comment, value, found := strings.Cut(text, "export const boards = ")
	if !found || !strings.HasPrefix(comment, "// ") {
		t.Fatalf("the module begins with %.100q", text)
	}
	var sheets map[string]struct {
		board.Layout
		Start, Hand, Symbols, Picture string
	}
	must.OK(t, json.Unmarshal([]byte(value), &sheets))
	for _, game := range []string{"chess", "shogi"} {
		s, got := style(t, game), sheets[game]
		if got.Columns != s.Columns || got.Turns != s.Turns || len(got.Slots) != len(s.Slots) || got.Start == "" || got.Hand != s.Hand() || got.Symbols != s.Symbols() {
			t.Errorf("%s has other dimensions or symbols: %+v", game, got)
		}
		if !strings.HasPrefix(got.Picture, "<svg ") || !strings.Contains(got.Picture, `<g class="pieces"></g>`) {
			t.Errorf("%s: the picture is %.200s", game, got.Picture)
		}
	}
	if _, err := board.Script(map[string]string{"go": ""}); err == nil {
		t.Error("go has a board")
	}
}
