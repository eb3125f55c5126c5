package shogi

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/internal/plural"
)

// StartSFEN is the initial position of an even game.
const StartSFEN = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"

// maxLength is more than the longest SFEN takes; maxNumber the largest move
// number that is read.
const (
	maxLength = 256
	maxNumber = 1_000_000
)

func parse(text string) (*Position, error) {
	if len(text) > maxLength {
		return nil, fmt.Errorf("%d bytes are too long", len(text))
	}
	fields := strings.Fields(text)
	if len(fields) < 3 || len(fields) > 4 {
		return nil, fmt.Errorf("%s, want board, side, hands and perhaps a move number", plural.Of(len(fields), "field"))
	}
	usual, _ := ruleNamed("")
	p := &Position{states: make([]state, 1), declaration: usual, kings: [2]core.Square{noSquare, noSquare}}
	if err := p.parseBoard(fields[0]); err != nil {
		return nil, err
	}
	switch fields[1] {
	case "b":
		p.side = core.First
	case "w":
		p.side = core.Second
	default:
		return nil, fmt.Errorf("side %q, want b or w", fields[1])
	}
	if err := p.parseHands(fields[2]); err != nil {
		return nil, err
	}
	if len(fields) == 4 {
		number, err := strconv.Atoi(fields[3])
		if err != nil || number < 0 || number > maxNumber {
			return nil, fmt.Errorf("move number %q, want 1 to %d", fields[3], maxNumber)
		}
		p.offset = max(0, number-1) // some programs write 0
	}
	if err := p.validate(); err != nil {
		return nil, err
	}
	s := &p.states[0]
	s.boardKey, s.handKey = p.scratchKeys()
	s.parts = p.scratchParts()
	s.firstHand = p.hands[core.First]
	checkers, blockers := p.checkInfo(p.side)
	s.checkers, s.pinned = checkers, blockers.And(p.colors[p.side])
	return p, nil
}

func (p *Position) parseBoard(text string) error {
	rows := strings.Split(text, "/")
	if len(rows) != 9 {
		return fmt.Errorf("%s, want 9", plural.Of(len(rows), "rank"))
	}
	for rank, row := range rows {
		file, plus := 8, false
		for _, letter := range []byte(row) {
			if letter == '+' {
				if plus {
					return fmt.Errorf("rank %c: two signs of promotion in a row", 'a'+rank)
				}
				plus = true
				continue
			}
			if letter >= '1' && letter <= '9' && !plus {
				file -= int(letter - '0')
				continue
			}
			piece := parsePiece(letter)
			if piece == 0 || plus && promoted[piece.Type()] == 0 {
				return fmt.Errorf("rank %c: strange letter %q", 'a'+rank, letter)
			}
			if file < 0 {
				return fmt.Errorf("rank %c has more than 9 squares", 'a'+rank)
			}
			if plus {
				piece, plus = core.NewPiece(piece.Color(), promoted[piece.Type()]), false
			}
			if piece.Type() == King && p.Pieces(piece.Color(), King).Any() {
				return fmt.Errorf("%s has two kings", colorNames[piece.Color()])
			}
			p.put(piece, core.Square(9*file+rank))
			file--
		}
		if file != -1 || plus {
			return fmt.Errorf("rank %c has not 9 squares", 'a'+rank)
		}
	}
	return nil
}

func (p *Position) parseHands(text string) error {
	if text == "-" {
		return nil
	}
	digits := ""
	for _, letter := range []byte(text) {
		if letter >= '0' && letter <= '9' {
			if digits += string(letter); len(digits) > 2 || digits == "0" {
				return errors.New("hands: a count of pieces is not from 1 to 18")
			}
			continue
		}
		piece := parsePiece(letter)
		if piece == 0 || piece.Type() == King {
			return fmt.Errorf("hands: strange letter %q", letter)
		}
		count := 1
		if digits != "" {
			count, _ = strconv.Atoi(digits) // one or two digits
			digits = ""
		}
		k := piece.Type()
		if p.Hand(piece.Color(), k)+count > owned[k] {
			return fmt.Errorf("hands: too many %ss", kindNames[k])
		}
		p.hands[piece.Color()] += hand(count) * one(k)
	}
	if digits != "" {
		return errors.New("hands: a count without a piece at the end")
	}
	return nil
}

// handOrder is the order of the pieces in the hands of an SFEN.
var handOrder = [...]core.PieceType{Rook, Bishop, Gold, Silver, Knight, Lance, Pawn}

// String returns the position as SFEN.
func (p *Position) String() string {
	return FormatSFEN(p.PieceAt, p.Hand, p.side, p.Plies())
}

// FormatSFEN returns the SFEN of a position, legal or not, by the pieces on its squares and in
// its hands, the side to move and the plies played before.
func FormatSFEN(pieceAt func(core.Square) core.Piece, hand func(core.Color, core.PieceType) int, side core.Color, plies int) string {
	board := core.FormatBoard(9, 9, func(rank, file int) string {
		if piece := pieceAt(core.Square(9*(8-file) + rank)); piece != 0 {
			return PieceName(piece)
		}
		return ""
	})
	hands := ""
	for c := range core.Color(2) {
		for _, k := range handOrder {
			n := hand(c, k)
			if n > 1 {
				hands += strconv.Itoa(n)
			}
			if n > 0 {
				hands += PieceName(core.NewPiece(c, k))
			}
		}
	}
	if hands == "" {
		hands = "-"
	}
	return fmt.Sprintf("%s %c %s %d", board, "bw"[side&1], hands, plies+1)
}
