package app

import (
	"fmt"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/record"
)

// notations are the names of --notation.
func notations() []string { return []string{"san", "japanese", "western", "uci", "usi"} }

// notationNamed returns the notation with a name. SAN is for chess only, Japanese and Western
// notation are for shogi only; moves of the other game are then written in the usual notation.
func notationNamed(name string, usual record.Notation) (record.Notation, error) {
	switch name {
	case "", "san":
		return usual, nil
	case "japanese", "western":
		return record.People(name == "japanese"), nil
	case "uci", "usi":
		return record.Protocol, nil
	}
	return nil, fmt.Errorf("there is no notation %q; choose %s", name, cli.Listed(notations(), "or"))
}

// sides returns the names of the sides of p. If japanese is set, the names in shogi are
// Japanese.
func sides(p core.Position, japanese bool) [2]string {
	return record.Sides(p, japanese && p.GameInfo().Name == shogi.Rules.Name)
}

// answer writes the result of a search of p: the best move, also in protocol notation if that
// differs, and the expected reply.
func answer(write record.Notation, p core.Position, r nitoryu.Result, japanese bool) string {
	best, declare, none, bracket, expecting := "best move: ", "declare the win", "no move", " (%s)", ", expecting "
	if japanese {
		best, declare, none, bracket, expecting = "最善手：", "入玉宣言", "指せる手がありません", "（%s）", "、予想される応手："
	}
	if r.Declare {
		return best + declare
	}
	moves := write.Line(p, inside.ReadMoves(p, r.Best, r.Ponder))
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
