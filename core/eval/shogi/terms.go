package shogi

import "github.com/nitoryu/nitoryu/core/shogi"

// The weights were fitted to 480,000 quiet positions of games that the evaluation
// before this one played against itself (lab datagen -nodes 400), by logistic
// regression with k 420 and 0.6 for the share of results (Texel tuning). A slight
// pull towards values chosen by hand keeps rare terms near these values.

// unit is how many parts of a weight make one of core.Score, so that the same
// score means the same chance to win as in chess.
const unit = 8

// Sizes of the parts of terms.
const (
	kinds        = int(shogi.Dragon) // piece kinds
	handKinds    = int(shogi.Rook)   // kinds that can be in hand
	handSlots    = 18                // most pieces of a kind
	halfBoard    = 45                // squares, left and right being alike
	offsets      = 9 * 17            // from a king: 0 to 8 files to a side, 8 ranks back to 8 ahead
	zoneSquares  = 15                // squares around a king: 0 to 2 files to a side, 5 ranks
	squareStates = 27                // see kingZone in king.go
	armsLevels   = 3                 // how much the enemy of a king has in hand
	ringSizes    = 9                 // 0 to 8 squares next to a king
	zones        = 3                 // ranks in threes: enemy camp, middle, own camp
	maxChecks    = 4                 // safe squares for a drop with check, at most
	maxMobility  = 20                // of a slider
)

// A term is a number of the list below: where its group begins, and an index. Terms
// are seen by the side that owns them: ranks count from its last one, files from the
// edge.
const (
	place         = 0                                              // [kind][half board]: piece-square values
	ownKing       = place + kinds*halfBoard                        // [kind][offset]: a piece by its offset from its king
	enemyKing     = ownKing + kinds*offsets                        // [kind][offset]: ... from the enemy king
	hand          = enemyKing + kinds*offsets                      // [kind][n]: the n-th piece of a kind in hand
	handOwnKing   = hand + handKinds*handSlots                     // [kind][half board]: a piece in hand by the square of its king
	handEnemyKing = handOwnKing + handKinds*halfBoard              // [kind][half board]: ... of the enemy king
	kingZone      = handEnemyKing + handKinds*halfBoard            // [arms][square][state]: the squares around the king
	kingRing      = kingZone + armsLevels*zoneSquares*squareStates // [arms][n][m]: n squares next to the king are attacked, m of them undefended
	kingEscapes   = kingRing + armsLevels*ringSizes*ringSizes      // [arms][n]: n squares that the king can go to
	safeCheck     = kingEscapes + armsLevels*ringSizes             // [kind][n]: n squares for a safe drop with check by the enemy
	attacked      = safeCheck + handKinds*(maxChecks+1)            // [turn][threat][kind]: attacked pieces
	mobility      = attacked + 2*threats*kinds                     // [kind][n]: a slider attacks n squares without an own piece
	control       = mobility + kinds*maxMobility                   // [zone][control]: attacked squares
	handPawns     = control + zones*controls                       // [0, 1, 2 or more in hand][pawns on the board]
	tempo         = handPawns + 3*10                               // the side to move
	terms         = tempo + 1
)

// How a side controls a square: it attacks the square and the enemy does not, it
// attacks the square twice and the enemy at most once, or both sides attack it.
const (
	soleControl = iota
	doubleControl
	sharedControl
	controls
)

// How a piece is attacked.
const (
	hanging     = iota // not protected
	byPawn             // by a pawn, and protected
	outnumbered        // twice, and protected once
	protected          // otherwise
	threats
)

// halfSquare returns the index of a square on the half board, seen by First.
func halfSquare(sq int) int { return min(sq/9, 8-sq/9)*9 + sq%9 }

// offset returns the index of the step from a king to sq, both seen by First.
func offset(king, sq int) int {
	files, ranks := sq/9-king/9, sq%9-king%9
	return max(files, -files)*17 + ranks + 8
}

// armsOf returns how much is in a hand, 0 to armsLevels-1, by how much the hand takes
// off the phase.
func armsOf(phase int32) int {
	switch {
	case phase < 3:
		return 0
	case phase < 6:
		return 1
	}
	return 2
}
