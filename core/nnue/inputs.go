package nnue

import "github.com/nitoryu/nitoryu/core"

// None says that there is no input.
const None = ^uint16(0)

// MaxActive bounds the inputs that are active in one position, from one side.
const MaxActive = 40

// FeatureSet is how a game encodes a position for a network: there is an input for each
// piece at each place, as seen by the side that the accumulator belongs to. How that
// side sees the board (turned, mirrored or by king buckets) is a [KingBucket], which depends
// only on the square of its own king.
type FeatureSet struct {
	Name  string // of the encoding, as in network files; a new encoding has a new name
	Count int    // number of inputs

	// KingBucket is the index of the view of a side, by the square of its king. Different
	// sides have different views.
	KingBucket  [2][core.MaxSquares]uint8
	KingBuckets []KingBucket
	// Tables give the input of a piece at a place, within the block of a view; None
	// where it has no input, such as nowhere.
	Tables []Table
	// King is the kind whose square chooses the view.
	King core.PieceType

	// Pieces appends all pieces of a position, those in hand too, to list.
	Pieces func(p core.Position, list []core.Placed) []core.Placed
	// Set is the pieces of a full set: for each that a position lacks, as in handicap games,
	// the first input of a view counts once. 0: none does.
	Set int
	// Phase returns how far a position is in the game, 0 to Phases-1. It chooses among output
	// layers, see Bucket.
	Phase  func(p core.Position) int
	Phases int // at most MaxPhases

	// Ranks are the squares as a board is drawn, from the top left; PieceName returns
	// the name of a piece there.
	Ranks     [][]core.Square
	PieceName func(core.Piece) string
}

// MaxPhases bounds FeatureSet.Phases.
const MaxPhases = 64

// Bucket returns which of n output layers is for a phase, 0 to n-1: each is for an equal share of
// the phases.
func (in *FeatureSet) Bucket(phase, n int) int { return phase * n / in.Phases }

// KingBucket is how a side sees the board: inputs of its own, which may be shared with other
// views.
type KingBucket struct {
	Table int // index of FeatureSet.Tables
	First int // what is added to the numbers in the table
}

// Numbered returns a view for each table, with all inputs shared.
func Numbered(tables []Table) []KingBucket {
	views := make([]KingBucket, len(tables))
	for i := range views {
		views[i].Table = i
	}
	return views
}

// Missing returns how often the first input of a view counts beyond what the number of pieces says.
func (in *FeatureSet) Missing(pieces int) int { return max(0, in.Set-pieces) }

// Block returns how many inputs a view has at most.
func (in *FeatureSet) Block() int {
	most := 0
	for i := range in.Tables {
		for p := range in.Tables[i] {
			for _, input := range in.Tables[i][p] {
				if input != None {
					most = max(most, int(input)+1)
				}
			}
		}
	}
	return most
}

// Shared returns how many inputs the views have in common but for where they stand, so
// that training can learn a part of the weights for all views together (factoriser); 0
// if views share their inputs.
func (in *FeatureSet) Shared() int {
	for _, v := range in.KingBuckets {
		if v.First != in.KingBuckets[0].First {
			return in.Block()
		}
	}
	return 0
}

// uniform reports whether the same pieces at the same places are inputs in all views, so
// that both sides add and subtract as many rows after a move.
func (in *FeatureSet) uniform() bool {
	for i := range in.Tables {
		for p := range in.Tables[i] {
			for at, input := range in.Tables[i][p] {
				if (input == None) != (in.Tables[0][p][at] == None) {
					return false
				}
			}
		}
	}
	return true
}

// Active visits the inputs of both sides in a position, with how often each counts.
func (in *FeatureSet) Active(p core.Position, visit func(input, times int)) {
	var room [MaxActive]core.Placed
	pieces := in.Pieces(p, room[:0])
	missing := in.Missing(len(pieces))
	for c := range core.Color(2) {
		view := &in.KingBuckets[in.view(c, pieces)]
		table := &in.Tables[view.Table]
		for _, piece := range pieces {
			if input := table.of(piece); input != None {
				visit(view.First+int(input), 1)
			}
		}
		if missing > 0 {
			visit(view.First, missing)
		}
	}
}

// view returns the index of the view of a side, by the pieces of a position. For a side
// without a king, the king counts as on square 0.
func (in *FeatureSet) view(c core.Color, pieces []core.Placed) uint8 {
	king := core.NewPiece(c, in.King)
	for _, p := range pieces {
		if p.Piece == king {
			return in.KingBucket[c&1][p.At]
		}
	}
	return in.KingBucket[c&1][0]
}

// Table gives the input of a piece at a place.
type Table [core.MaxPieces][256]uint16

// Clear removes all inputs from a table.
func (t *Table) Clear() {
	for p := range t {
		for at := range t[p] {
			t[p][at] = None
		}
	}
}

// of returns the input of a piece.
func (t *Table) of(p core.Placed) uint16 { return t[p.Piece&(core.MaxPieces-1)][p.At] }
