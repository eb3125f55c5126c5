package perft

import (
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
)

func TestShogi(t *testing.T) {
	checkSuite(t, "testdata/shogi.sfen", shogi.Rules, core.Settings{}, 20_000_000)
}

func TestShogiShared(t *testing.T) {
	checkSuite(t, sharedSuite(t, "shogi", "perft.sfen"), shogi.Rules, core.Settings{}, 20_000_000)
}
