package app

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/tests/must"
)

func TestNotations(t *testing.T) {
	const (
		gambit = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
		bishop = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3"
	)
	for _, c := range []struct {
		name, position, moves string
		moved                 record.Notation
		want                  string
		answer                string
	}{
		{"the protocol in chess", gambit, "g1f3 b8c6", record.Notation(record.Protocol), "g1f3 b8c6", "best move: g1f3, expecting b8c6"},
		{"SAN", gambit, "g1f3 b8c6 f1b5", record.People(true), "Nf3 Nc6 Bb5", "best move: Nf3 (g1f3), expecting Nc6"},
		{"SAN without Japanese", gambit, "g1f3", record.People(false), "Nf3", "best move: Nf3 (g1f3)"},
		{"the protocol in shogi", bishop, "8h2b+ 3a2b", record.Notation(record.Protocol), "8h2b+ 3a2b", "best move: 8h2b+, expecting 3a2b"},
		{"Japanese", bishop, "8h2b+ 3a2b", record.People(true), "▲２二角成 △同　銀", "best move: ▲２二角成 (8h2b+), expecting △同　銀"},
		{"Western", bishop, "8h2b+ 3a2b", record.People(false), "Bx2b+ Sx2b", "best move: Bx2b+ (8h2b+), expecting Sx2b"},
		{"no move", gambit, "", record.People(true), "", "no move"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := games.Guess(c.position).Parse(c.position, core.Settings{})
			must.OK(t, err)
			var line []core.Move
			for text := range strings.FieldsSeq(c.moves) {
				m, err := p.ParseMove(text)
				must.OK(t, err)
				line = append(line, m)
				p.Do(m, nil)
			}
			for range line {
				p.Undo()
			}
			before := p.String()
			if got := strings.Join(c.moved.Line(p, line), " "); got != c.want {
				t.Errorf("the line is %q, want %q", got, c.want)
			}
			r := inside.ResultFromCore(p, core.Result{Best: append(line, core.NoMove)[0], Ponder: append(line, core.NoMove, core.NoMove)[1]})
			if got := answer(c.moved, p, r, false); got != c.answer {
				t.Errorf("the answer is %q, want %q", got, c.answer)
			}
			if p.String() != before {
				t.Errorf("the position was %s and is %s", before, p)
			}
		})
	}
	if got := answer(record.Notation(record.Protocol), games.Shogi().Start(core.Settings{}), nitoryu.Result{Declare: true}, true); got != "最善手：入玉宣言" {
		t.Errorf("a declaration in Japanese: %q", got)
	}
	if got := answer(record.Notation(record.Protocol), games.Shogi().Start(core.Settings{}), nitoryu.Result{Declare: true}, false); got != "best move: declare the win" {
		t.Errorf("a declaration is %q", got)
	}
}
