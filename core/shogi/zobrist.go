package shogi

import "github.com/nitoryu/nitoryu/core"

// Random numbers of the position key
// (https://www.chessprogramming.org/Zobrist_Hashing). They are fixed, so that
// keys are the same in every run and on every machine. The key of a hand is a
// sum with the number of a kind added for each of its pieces, so that captures and
// drops need no count.
var (
	pieceKeys [core.MaxPieces][128]uint64
	handKeys  [2][8]uint64
	sideKey   uint64 // the second side is to move
)

func init() {
	next := core.Keys(0x6e69746f72797532)
	for c := range core.Color(2) {
		for k := Pawn; k <= Dragon; k++ {
			for sq := range 81 {
				pieceKeys[core.NewPiece(c, k)][sq] = next()
			}
		}
		for k := Pawn; k <= Rook; k++ {
			handKeys[c][k] = next()
		}
	}
	sideKey = next()
}

// scratchKeys returns the keys of board and hands, computed from scratch.
func (p *Position) scratchKeys() (board, hands uint64) {
	for sq := range core.Square(81) {
		if piece := p.PieceAt(sq); piece != 0 {
			board ^= pieceKeys[piece][sq]
		}
	}
	if p.side == core.Second {
		board ^= sideKey
	}
	for c := range core.Color(2) {
		for k := Pawn; k <= Rook; k++ {
			hands += handKeys[c][k] * uint64(p.Hand(c, k))
		}
	}
	return board, hands
}

// none is not a part of a position.
const none = uint8(len(core.PartKeys{}))

// partOf is the part of a position that a kind belongs to, besides the part of its side.
var partOf = [core.MaxPieceTypes]uint8{
	Pawn: core.PawnKey, Lance: core.MinorKey, Knight: core.MinorKey, Silver: core.MinorKey,
	Gold: core.MinorKey, King: core.MinorKey, Bishop: none, Rook: none,
	ProPawn: core.MinorKey, ProLance: core.MinorKey, ProKnight: core.MinorKey, ProSilver: core.MinorKey,
	Horse: none, Dragon: none,
}

// togglePart adds a piece with that key to its parts of the position, or removes it.
func togglePart(parts *core.PartKeys, c core.Color, k core.PieceType, key uint64) {
	if part := partOf[k&15]; part < none {
		parts[part] ^= key
	}
	if k != Pawn {
		parts[core.NonPawnKey+c&1] ^= key
	}
}

// scratchParts returns the keys of the parts of the position, computed from scratch.
func (p *Position) scratchParts() (parts core.PartKeys) {
	for sq := range core.Square(81) {
		if piece := p.PieceAt(sq); piece != 0 {
			togglePart(&parts, piece.Color(), piece.Type(), pieceKeys[piece][sq])
		}
	}
	_, parts[core.MajorKey] = p.scratchKeys()
	return parts
}
