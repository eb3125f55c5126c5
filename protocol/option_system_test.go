package protocol_test

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/protocol"
)

// Within a page there are no files and no second processor: options about them are neither listed nor set.
func TestOptionsWithoutSystem(t *testing.T) {
	for _, test := range []struct {
		protocol, option string
		within           bool
	}{
		{"uci", "Hash", true},
		{"uci", "MultiPV", true},
		{"uci", "UCI_Elo", true},
		{"uci", "UCI_Chess960", true},
		{"uci", "OwnBook", false},
		{"uci", "BookFile", false},
		{"uci", "SyzygyPath", false},
		{"uci", "SyzygyProbeLimit", false},
		{"uci", "EvalFile", false},
		{"uci", "Debug Log File", false},
		{"uci", "NumaPolicy", false},
		{"usi", "USI_Hash", true},
		{"usi", "USI_Elo", true},
		{"usi", "EnteringKingRule", true},
		{"usi", "USI_OwnBook", false},
		{"usi", "BookMoves", false},
		{"usi", "EvalDir", false},
		{"usi", "FV_SCALE", false},
		{"usi", "DebugLogFile", false},
	} {
		t.Run(test.protocol+" "+test.option, func(t *testing.T) {
			for _, within := range []bool{false, true} {
				s, _, out := configuredSession(t, func(c *protocol.Config) { c.NoSystem = within })
				s.Line(test.protocol)
				want := !within || test.within
				if listed := strings.Contains(out.String(), "option name "+test.option+" type "); listed != want {
					t.Errorf("within a page %t: it is listed %t", within, listed)
				}
				s.Line("setoption name " + test.option + " value x")
				if ignored := strings.Contains(out.String(), "ignored: there is no option"); ignored == want {
					t.Errorf("within a page %t: it is ignored %t", within, ignored)
				}
			}
		})
	}
}
