package perft

import (
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

func TestChess(t *testing.T) {
	checkSuite(t, "testdata/chess.epd", chess.Rules, core.Settings{}, 200_000_000)
}

func TestChess960(t *testing.T) {
	checkSuite(t, "testdata/chess960.epd", chess.Rules, core.Settings{Chess960: true}, 10_000_000)
}

// TestChessShared runs the larger suites, each position as deep as a limit on
// the leaves allows.
func TestChessShared(t *testing.T) {
	for _, suite := range []struct {
		name, file string
		settings   core.Settings
		limit      uint64
	}{
		{"standard", "perft.epd", core.Settings{}, 5_000_000},
		{"random", "perft_random.epd", core.Settings{}, 5_000_000},
		{"Chess960", "perft_frc.epd", core.Settings{Chess960: true}, 1_000_000},
		{"edge", "perft_edge.epd", core.Settings{}, 5_000_000},
	} {
		t.Run(suite.name, func(t *testing.T) {
			checkSuite(t, sharedSuite(t, "chess", suite.file), chess.Rules, suite.settings, suite.limit)
		})
	}
}

// TestChessExotic runs positions that no game reaches. They may be refused with an
// error; those that are accepted have the right counts.
func TestChessExotic(t *testing.T) {
	accepted := 0
	entries := readSuite(t, sharedSuite(t, "chess", "perft_exotic.epd"))
	for _, e := range entries {
		p, err := chess.Rules.Parse(e.fen, core.Settings{})
		if err != nil {
			t.Logf("line %d: refused: %v", e.line, err)
			continue
		}
		accepted++
		for depth, want := range e.counts {
			if want == 0 || want > 5_000_000 {
				continue
			}
			if got, _ := core.Divide(p, depth, nil, nil); got != want {
				t.Errorf("line %d: %s %s depth %d: %d leaves, want %d", e.line, e.fen, e.id, depth, got, want)
			}
		}
	}
	t.Logf("%d of %d accepted", accepted, len(entries))
}
