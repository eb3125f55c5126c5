package shogi

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

// slowKind returns the kind of a piece of the slow board.
func slowKind(piece string) core.PieceType {
	k := parsePiece(piece[len(piece)-1]).Type()
	if piece[0] == '+' {
		k = Promoted(k)
	}
	return k
}

// slowExchange returns what the side to move gains at most by capturing on a
// square, or 0 if it leaves it: with the cheapest piece, king last.
func slowExchange(b *slowBoard, rank, file int) core.Score {
	var from [2]int
	best := core.Score(-1)
	for r := range 9 {
		for f := range 9 {
			piece := b.grid[r][f]
			if piece == "" || slowOwner(piece) != b.side {
				continue
			}
			value := 2 * info.Value[slowKind(piece)]
			switch strings.ToUpper(piece) {
			case "K":
				value = core.Infinite
			case "L":
				value-- // before the promoted pawn, which is worth as much
			}
			b.reach(r, f, func(toRank, toFile int) {
				// Among pieces of one kind the first in our order of squares.
				if toRank == rank && toFile == file && (best < 0 || value < best || value == best && earlier(r, f, from)) {
					best, from = value, [2]int{r, f}
				}
			})
		}
	}
	if best < 0 {
		return 0
	}
	captured := b.grid[rank][file]
	if strings.ToUpper(captured) == "K" {
		return core.Infinite // the king must not have taken
	}
	after := b.play(slowSquare(from[0], from[1]) + slowSquare(rank, file))
	return max(0, info.Value[slowKind(captured)]-slowExchange(after, rank, file))
}

// slowSEE returns what the exchange that m starts is worth.
func slowSEE(p *Position, b *slowBoard, m core.Move) core.Score {
	file, rank := 8-int(fileOf(m.To())), int(rankOf(m.To()))
	value := info.Value[m.Captured()] - slowExchange(b.play(p.FormatMove(m)), rank, file)
	if m.IsPromotion() {
		value += info.Gain[m.PieceType()]
	}
	return value
}

func earlier(rank, file int, than [2]int) bool {
	return file > than[1] || file == than[1] && rank < than[0]
}

func TestSEE(t *testing.T) {
	value := &info.Value
	for _, c := range []struct {
		name, sfen, move string
		want             core.Score
	}{
		{"free pawn", "4k4/9/9/9/4p4/4R4/9/9/4K4 b - 1", "5f5e", value[Pawn]},
		{"protected pawn", "4k4/9/9/4l4/4p4/4R4/9/9/4K4 b - 1", "5f5e", value[Pawn] - value[Rook]},
		{"lance behind the rook", "4k4/9/9/4l4/4p4/4R4/4L4/9/4K4 b - 1", "5f5e", value[Pawn] - value[Rook] + value[Lance]},
		{"promotion counts", "4k4/9/4p4/4P4/9/9/9/9/4K4 b - 1", "5d5c+", value[Pawn] + info.Gain[Pawn]},
		{"drop en prise", "4k4/9/9/9/4p4/9/9/9/4K4 b G 1", "G*5f", -value[Gold]},
		{"king takes what is left alone", "9/4k4/4p4/4R4/9/9/9/9/4K4 b - 1", "5d5c", value[Pawn] - value[Rook]},
		{"king may not take", "9/4k4/4p4/4R4/4L4/9/9/9/4K4 b - 1", "5d5c", value[Pawn]},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := open(t, c.sfen)
			m, err := p.ParseMove(c.move)
			if err != nil {
				t.Fatal(err)
			}
			if !p.SEE(m, c.want) || p.SEE(m, c.want+1) {
				t.Errorf("SEE of %s is not %d", c.move, c.want)
			}
		})
	}
}
