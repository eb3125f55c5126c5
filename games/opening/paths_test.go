package opening_test

import (
	_ "embed"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/games/opening"
)

//go:embed chess.txt
var chessTable string

//go:embed shogi.txt
var shogiTable string

// Every line of the tables replays legally, and no two have the same position: reading them
// says so.
func TestTablesReplay(t *testing.T) {
	for _, test := range []struct {
		rules core.Rules
		text  string
		least int
	}{{chess.Rules, chessTable, 700}, {shogi.Rules, shogiTable, 50}} {
		if _, err := opening.Read(test.rules, test.text); err != nil {
			t.Errorf("%s: %v", test.rules.Name, err)
		}
		if n := strings.Count(test.text, "\n"); n < test.least {
			t.Errorf("%s has %d lines", test.rules.Name, n)
		}
		if opening.Of(test.rules.Name) == nil {
			t.Errorf("%s has no table", test.rules.Name)
		}
	}
	if opening.Of("nim") != nil {
		t.Error("nim has a table")
	}
}
