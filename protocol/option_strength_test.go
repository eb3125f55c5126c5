package protocol_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/core/strength"
)

// The fake engine logs what is set except defaults, which every session sets.

func (e *fakeEngine) SetSkill(level int) {
	if level != strength.FullSkill {
		e.idle(fmt.Sprint("skill ", level))
	}
}

func (e *fakeEngine) LimitElo(on bool) {
	if on {
		e.idle("limit Elo")
	}
}

func (e *fakeEngine) SetElo(elo int) {
	for _, game := range []string{"chess", "shogi"} {
		ladder, _ := strength.Of(game)
		if _, highest := ladder.Range(); elo == highest {
			return
		}
	}
	e.idle(fmt.Sprint("Elo ", elo))
}

func (e *fakeEngine) SetParameter(game, name string, value int) error {
	if value != usualValue(game, name) {
		e.idle(fmt.Sprintf("%s %s %d", game, name, value))
	}
	return nil
}

// usualValue returns the default of a parameter, which is set with every new game.
func usualValue(game, name string) int {
	rows := params.Rows()
	r := rows[slices.IndexFunc(rows, func(r params.Row) bool { return r.Name == name })]
	if game == "shogi" {
		return r.Shogi
	}
	return r.Chess
}

// withoutMeasured returns text without the options whose numbers come from matches or
// from the tune build, so that transcripts do not depend on them.
func withoutMeasured(text string) string {
	names := []string{"UCI_Elo", "USI_Elo"}
	for _, r := range params.Rows() {
		names = append(names, r.Name)
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(line, "option name "+n+" type ") }) {
			b.WriteString(line)
		}
	}
	return b.String()
}

// Each dialect lists the Elo of its game, the strongest as the default.
func TestEloRange(t *testing.T) {
	s, _, out := newSession(t)
	for _, c := range []struct{ handshake, name, game string }{
		{"uci", "UCI_Elo", "chess"},
		{"usi", "USI_Elo", "shogi"},
	} {
		out.reset()
		s.Line(c.handshake)
		ladder, _ := strength.Of(c.game)
		lowest, highest := ladder.Range()
		want := fmt.Sprintf("option name %s type spin default %d min %d max %d\n", c.name, highest, lowest, highest)
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s: no line %q in\n%s", c.handshake, want, out)
		}
	}
}

func TestStrengthOptions(t *testing.T) {
	chess, _ := strength.Of("chess")
	lowest, _ := chess.Range()
	for _, c := range []struct{ name, command, want string }{
		{"skill", "setoption name Skill Level value 5", "* skill 5"},
		{"skill as YaneuraOu calls it", "setoption name SkillLevel value 5", "* skill 5"},
		{"skill of fishnet, in silence", "setoption name Skill Level value -9", "* skill 0"},
		{"skill beyond the range", "setoption name Skill Level value 100", ""},
		{"skill in words", "setoption name Skill Level value low", "info string ERROR option Skill Level keeps its value: \"low\" is not a number from 0 to 20"},
		{"limit", "setoption name UCI_LimitStrength value true", "* limit Elo"},
		{"limit by its shogi name", "setoption name USI_LimitStrength value true", "* limit Elo"},
		{"Elo", "setoption name UCI_Elo value 1500", "* Elo 1500"},
		{"Elo by its shogi name", "setoption name USI_Elo value 1500", "* Elo 1500"},
		{"Elo below the range", "setoption name UCI_Elo value -1", fmt.Sprint("* Elo ", lowest)},
		{"Elo beyond the range", "setoption name UCI_Elo value 9999", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _, out := newSession(t)
			out.reset()
			s.Line(c.command)
			if got := strings.TrimSpace(out.String()); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
