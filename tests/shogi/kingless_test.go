package shogi

import (
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
)

// The board of a tsume problem lacks the attacker's king. Ordinary searches of such a
// position answer with a legal move, before and after the first move of the attacker,
// and never report a mate of the missing king.
func TestSearchesWithoutTheAttackersKing(t *testing.T) {
	engine := games.NewEngine()
	defer engine.Close()
	for _, c := range []struct{ name, sfen, first string }{
		{"a gold in hand", "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", "G*5b"},
		{"a lone rook", "4k4/9/9/9/9/9/9/9/3R5 b - 1", "6i5i"},
		{"a check given away", "4k4/4r4/9/9/9/9/9/9/9 b 2P 1", "P*1e"},
		{"a side that moves second", "9/9/9/9/9/9/4p4/9/4K4 w 2R2B3G4S4N4L17Pg 1", "G*5h"},
		{"all pieces against a king", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSG1GSNL b - 1", "7g7f"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := open(t, c.sfen, core.Settings{})
			attacker := p.Side()
			for range 2 {
				var result core.Result
				engine.Go(p.Clone(), core.Limits{Nodes: 3000}, core.Callbacks{
					Fault: func(err error) { t.Errorf("%s: %v", p, err) },
					Done:  func(r core.Result) { result = r },
				})
				engine.Wait()
				if over := p.Verdict().Over(); !over && p.ValidateMove(result.Best.ID()) == core.NoMove {
					t.Errorf("%s: the answer %#x is not legal", p, result.Best)
				}
				if mated := result.Score.IsLoss() && p.Side() == attacker || result.Score.IsWin() && p.Side() != attacker; mated {
					t.Errorf("%s: a king that is not there is mated, score %d", p, result.Score)
				}
				m, err := p.ParseMove(c.first)
				if err != nil {
					return
				}
				p.Do(m, nil)
			}
		})
	}
}
