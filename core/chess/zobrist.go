package chess

import "github.com/nitoryu/nitoryu/core"

// Random numbers of the position key
// (https://www.chessprogramming.org/Zobrist_Hashing). They are fixed, so that
// keys are the same in every run and on every machine.
var (
	pieceKeys    [core.MaxPieces][64]uint64
	castlingKeys [16]uint64  // by the rights that are left
	passantKeys  [128]uint64 // by square; noSquare and beyond are 0
	sideKey      uint64      // the second side is to move
)

func init() {
	next := core.Keys(0x6e69746f72797531)
	for _, c := range [2]core.Color{core.First, core.Second} {
		for k := Pawn; k <= King; k++ {
			for sq := range 64 {
				pieceKeys[core.NewPiece(c, k)][sq] = next()
			}
		}
	}
	for i := range castlingKeys {
		castlingKeys[i] = next()
	}
	for sq := range 64 {
		passantKeys[sq] = next()
	}
	sideKey = next()
	cuckoo.fill()
}

// scratchKey returns the key of the position, computed from scratch.
func (p *Position) scratchKey() uint64 {
	s := &p.states[p.top]
	key := castlingKeys[s.rights] ^ passantKeys[s.passant]
	for sq := range core.Square(64) {
		if piece := p.PieceAt(sq); piece != 0 {
			key ^= pieceKeys[piece][sq]
		}
	}
	if p.side == core.Second {
		key ^= sideKey
	}
	return key
}

// partOf is the part of a position that a kind belongs to, besides the part of its side.
var partOf = [8]uint8{Pawn: core.PawnKey, Knight: core.MinorKey, Bishop: core.MinorKey,
	Rook: core.MajorKey, Queen: core.MajorKey, King: core.MinorKey}

// togglePart adds a piece with that key to its parts of the position, or removes it.
func togglePart(parts *core.PartKeys, c core.Color, k core.PieceType, key uint64) {
	parts[partOf[k&7]] ^= key
	if k != Pawn {
		parts[core.NonPawnKey+c&1] ^= key
	}
}

// scratchParts returns the keys of the parts of the position, computed from scratch.
func (p *Position) scratchParts() (parts core.PartKeys) {
	for sq := range core.Square(64) {
		if piece := p.PieceAt(sq); piece != 0 {
			togglePart(&parts, piece.Color(), piece.Type(), pieceKeys[piece][sq])
		}
	}
	return parts
}
