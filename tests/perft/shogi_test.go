package perft

import (
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
)

func TestShogiShared(t *testing.T) {
	checkSuite(t, sharedSuite(t, "shogi", "perft.sfen"), shogi.Rules, core.Settings{}, 20_000_000)
}
