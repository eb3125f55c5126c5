//go:build tune

package protocol_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core/params"
)

// In this build the handshake lists every parameter with the value of
// its game, unless that is off, and no other.
func TestTuningOptions(t *testing.T) {
	s, _, out := newSession(t)
	for _, c := range []struct {
		handshake string
		usual     func(params.Row) int
	}{
		{"uci", func(r params.Row) int { return r.Chess }},
		{"usi", func(r params.Row) int { return r.Shogi }},
	} {
		out.reset()
		s.Line(c.handshake)
		for _, r := range params.Rows() {
			usual := c.usual(r)
			offered := usual >= r.Min && usual <= r.Max
			line := fmt.Sprintf("option name %s type spin default %d min %d max %d\n", r.Name, usual, r.Min, r.Max)
			if got := strings.Contains(out.String(), line); got != offered {
				t.Errorf("%s: %q is listed: %v, want %v", c.handshake, r.Name, got, offered)
			}
		}
		if strings.Contains(out.String(), "ERROR") {
			t.Errorf("%s: not all defaults could be set:\n%s", c.handshake, out)
		}
	}
}

// Values that are not the defaults reach the engine, whatever the defaults are.
func TestSetParameter(t *testing.T) {
	chess, shogi := 7-usualValue("chess", "NullMoveBase"), 7-usualValue("shogi", "NullMoveBase") // from 1 to 6
	for _, c := range []struct{ name, handshake, command, want string }{
		{"chess", "uci", fmt.Sprint("setoption name NullMoveBase value ", chess), fmt.Sprint("* chess NullMoveBase ", chess)},
		{"shogi", "usi", fmt.Sprint("setoption name NullMoveBase value ", shogi), fmt.Sprint("* shogi NullMoveBase ", shogi)},
		{"too large", "uci", "setoption name NullMoveBase value 7", "info string ERROR option NullMoveBase keeps its value: \"7\" is not a number from 1 to 6"},
		{"no number", "usi", "setoption name NullMoveBase value off", "info string ERROR option NullMoveBase keeps its value: \"off\" is not a number from 1 to 6"},
		{"a switch", "uci", "setoption name Killers value 0", "* chess Killers 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _, out := newSession(t)
			s.Line(c.handshake)
			out.reset()
			s.Line(c.command)
			if got := strings.TrimSpace(out.String()); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
