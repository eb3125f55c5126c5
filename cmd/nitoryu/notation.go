package main

import (
	"fmt"
	"slices"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/record"
)

// notation writes a legal move of a position. previous is the move before it or
// core.NoMove.
type notation func(p core.Position, m, previous core.Move) string

// coded is the notation of the protocols.
func coded(p core.Position, m, _ core.Move) string { return p.FormatMove(m) }

// written returns the notation for people: SAN in chess, Japanese in shogi, or Western notation
// if the terminal shows no Japanese.
func written(japanese bool) notation {
	return func(p core.Position, m, previous core.Move) string {
		switch {
		case p.GameInfo().Name != shogi.Rules.Name:
			return record.SAN(p, m)
		case japanese:
			return record.Japanese(p, m, previous, record.Triangles)
		}
		return record.Western(p, m)
	}
}

// notations are the names of --notation.
func notations() []string { return []string{"san", "japanese", "western", "uci", "usi"} }

// notationNamed returns the notation with a name. SAN is for chess only, Japanese and Western
// notation are for shogi only; moves of the other game are then written in the usual notation.
func notationNamed(name string, usual notation) (notation, error) {
	switch name {
	case "", "san":
		return usual, nil
	case "japanese", "western":
		return written(name == "japanese"), nil
	case "uci", "usi":
		return coded, nil
	}
	return nil, fmt.Errorf("there is no notation %q; choose %s", name, cli.Listed(notations(), "or"))
}

// sides returns the names of the sides of p. If japanese is set, the names in shogi are
// Japanese.
func sides(p core.Position, japanese bool) [2]string {
	return record.Sides(p, japanese && p.GameInfo().Name == shogi.Rules.Name)
}

// line writes the moves of a line from p, which are legal moves or null moves.
func (write notation) line(p core.Position, line []core.Move) (moves []string) {
	previous := core.NoMove
	for _, m := range line {
		moves = append(moves, write(p, m, previous))
		previous = record.Play(p, m)
	}
	for i := range slices.Backward(moves) {
		record.TakeBack(p, line[i])
	}
	return moves
}

// answer writes the result of a search of p: the best move, also in protocol notation if that
// differs, and the expected reply.
func (write notation) answer(p core.Position, r nitoryu.Result, japanese bool) string {
	best, declare, none, bracket, expecting := "best move: ", "declare the win", "no move", " (%s)", ", expecting "
	if japanese {
		best, declare, none, bracket, expecting = "最善手：", "入玉宣言", "指せる手がありません", "（%s）", "、予想される応手："
	}
	if r.Declare {
		return best + declare
	}
	moves := write.line(p, inside.ReadMoves(p, []nitoryu.Move{r.Best, r.Ponder}))
	if len(moves) == 0 {
		return none
	}
	text := best + moves[0]
	if string(r.Best) != moves[0] {
		text += fmt.Sprintf(bracket, r.Best)
	}
	if len(moves) == 2 {
		text += expecting + moves[1]
	}
	return text
}
