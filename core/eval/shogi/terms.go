package shogi

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// weight is what a term is worth for the side that has it, in the opening and
// in the endgame, in parts of a score: see unit. The weights were fitted to
// 480,000 quiet positions of games that the evaluation before this one played
// against itself (lab datagen -nodes 400), by logistic regression with k 420 and
// 0.6 for the share of results, as lab texel does it; a slight pull held them to
// values chosen by hand, so that what is rarely seen keeps those.
type weight struct{ middle, end int16 }

// unit is how many parts of a weight make one of core.Score, so that the same
// score means the same chance to win as in chess.
const unit = 8

// fullPhase is the end of the blend: at phase 0 the weights of the opening
// count, at fullPhase those of the endgame.
const fullPhase = 16

// Sizes of the parts of terms.
const (
	kinds      = int(shogi.Dragon) // piece kinds
	handKinds  = int(shogi.Rook)   // those that can be in hand
	handSlots  = 18                // as many pieces of a kind at most
	halfBoard  = 45                // squares, left and right being alike
	offsets    = 9 * 17            // from a king: 0 to 8 files to a side, 8 ranks back to 8 ahead
	window     = 15                // squares around a king: 0 to 2 files to a side, 5 ranks
	conditions = 27                // of a square: see condition
	arms       = 3                 // how much the enemy of a king has in hand
	ring       = 9                 // 0 to 8 squares next to a king
	risks      = 4                 // ways to be attacked
	zones      = 3                 // ranks in threes: enemy's camp, middle, own camp
	mostChecks = 4                 // safe squares for a drop with check, at most
	mostMoves  = 20                // of a slider
)

// A term is a number of the list below. Terms are seen by the side that owns
// them: ranks count from its last one, files from the edge.
const (
	boardTerms     = 0                                     // [kind][half board]: a piece on the board
	ownKingTerms   = boardTerms + kinds*halfBoard          // [kind][offset]: a piece by its place from its king
	enemyKingTerms = ownKingTerms + kinds*offsets          // [kind][offset]: ... from the enemy king
	handTerms      = enemyKingTerms + kinds*offsets        // [kind][n]: the n-th piece of a kind in hand
	handOwnTerms   = handTerms + handKinds*handSlots       // [kind][half board]: a piece in hand by where its king stands
	handEnemyTerms = handOwnTerms + handKinds*halfBoard    // [kind][half board]: ... where the enemy king stands
	windowTerms    = handEnemyTerms + handKinds*halfBoard  // [arms][window][condition]: a square near the king
	dangerTerms    = windowTerms + arms*window*conditions  // [arms][n][m]: next to the king n squares are attacked, m of them alone
	escapeTerms    = dangerTerms + arms*ring*ring          // [arms][n]: n squares for the king to go to
	checkTerms     = escapeTerms + arms*ring               // [kind][n]: the enemy can drop a piece with check on n squares
	riskTerms      = checkTerms + handKinds*(mostChecks+1) // [turn][risk][kind]: a piece that is attacked
	moveTerms      = riskTerms + 2*risks*kinds             // [kind][n]: a slider attacks n squares without an own piece
	controlTerms   = moveTerms + kinds*mostMoves           // [zone][control]: attacked squares
	pawnTerms      = controlTerms + zones*controls         // [0, 1, 2 or more in hand][pawns on the board]
	tempoTerm      = pawnTerms + 3*10                      // to have the move
	terms          = tempoTerm + 1
)

// How squares are controlled: attacked while the enemy does not attack them, twice
// while he attacks them at most once, and by both sides.
const (
	soleControl = iota
	doubleControl
	sharedControl
	controls
)

// Ways to be attacked.
const (
	hanging    = iota // and not protected
	byPawn            // by a pawn, and protected
	outweighed        // twice, and protected once
	protected         // and protected as well
)

// group names the terms from one on.
type group struct {
	from int
	name string
}

var groups = []group{
	{boardTerms, "piece on a square"},
	{ownKingTerms, "piece by its place from its king"},
	{enemyKingTerms, "piece by its place from the enemy king"},
	{handTerms, "piece in hand"},
	{handOwnTerms, "piece in hand by its king's square"},
	{handEnemyTerms, "piece in hand by the enemy king's square"},
	{windowTerms, "square near the king"},
	{dangerTerms, "attacked squares next to the king"},
	{escapeTerms, "squares for the king to go to"},
	{checkTerms, "safe drops with check"},
	{riskTerms, "attacked piece"},
	{moveTerms, "moves of a slider"},
	{controlTerms, "control"},
	{pawnTerms, "pawns to drop"},
	{tempoTerm, "the move"},
}

// halfSquare returns the index of a square on the half board, seen by First.
func halfSquare(sq int) int { return min(sq/9, 8-sq/9)*9 + sq%9 }

// offset returns the index of where sq is from a king, both seen by First.
func offset(king, sq int) int {
	files, ranks := sq/9-king/9, sq%9-king%9
	return max(files, -files)*17 + ranks + 8
}

// armed returns how much is in a hand, 0 to arms-1, by what it weighs.
func armed(weight int) int {
	switch {
	case weight < 3:
		return 0
	case weight < 6:
		return 1
	}
	return 2
}

// phaseWeight is what a kind adds to the phase: in hand, or promoted on the
// board.
var phaseWeight = [core.MaxKinds]int{
	shogi.Lance: 1, shogi.Knight: 1, shogi.Silver: 2, shogi.Gold: 2, shogi.Bishop: 2, shogi.Rook: 2,
	shogi.ProPawn: 1, shogi.ProLance: 1, shogi.ProKnight: 1, shogi.ProSilver: 1, shogi.Horse: 2, shogi.Dragon: 2,
}
