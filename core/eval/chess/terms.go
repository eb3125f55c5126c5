package chess

import (
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/eval/tapered"
)

// A term is a number of the lists below: where its group begins, and an index.
// Tables by kind begin with the pawn, or with the knight where only pieces count.
// Ranks are seen from the own side; files count from the edge, 0 to 3.
const (
	material   = 0              // by kind
	place      = material + 5   // piece-square values, by kind and square
	tempo      = place + 6*64   // the side to move
	bishopPair = tempo + 1      //
	mobility   = bishopPair + 1 // by kind, then by number of squares
	pieceTerms = mobility + 9 + 14 + 15 + 28
)

// Pieces and squares.
const (
	knightOutpost = pieceTerms + iota
	bishopOutpost
	minorBehindPawn // minor piece behind a pawn of either side
	bishopPawns     // own pawns on the squares of a bishop
	knightDistance  // from the own king, each step
	bishopDistance
	rookHalfOpen // rook on a half-open file
	rookOpen     // rook on an open file
	rookBehind   // rook behind a passed pawn of its own
	space        // safe squares behind the own pawns of the centre
	restricted   // squares that the enemy attacks but does not protect strongly
)

// Threats to pieces, and pawns.
const (
	byPawn            = restricted + 1        // attacked pieces, by kind
	byMinor           = byPawn + 4            // attacked pieces and pawns, by kind
	byRook            = byMinor + 5           // the same
	byKing            = byRook + 5            // weak pieces attacked by the king
	hanging           = byKing + 1            // attacked, not protected
	byPush            = hanging + 1           // pieces that a safe pawn push would attack
	passed            = byPush + 1            // passed pawns, by rank
	passedFree        = passed + 8            // ... that can advance safely, by rank
	passedBlocked     = passedFree + 8        // ... that an enemy piece blocks, by rank
	ownKingDistance   = passedBlocked + 8     // distance of the own king from the square before an advanced passed pawn
	enemyKingDistance = ownKingDistance + 8   // distance of the enemy king from there
	candidate         = enemyKingDistance + 8 // candidate passed pawns, by rank
	phalanx           = candidate + 8         // by rank
	defended          = phalanx + 8           // pawns defended by a pawn, by rank
	isolated          = defended + 8          // by file
	isolatedUnopposed = isolated + 4          // isolated pawns without an enemy pawn in front
	doubled           = isolatedUnopposed + 1 //
	backward          = doubled + 1           //
	backwardUnopposed = backward + 1          // backward pawns without an enemy pawn in front
	shelter           = backwardUnopposed + 1 // own pawn in front of the king, by file and rank, 0: none
	storm             = shelter + 4*8         // enemy pawn in front of the king, by file and rank, 0: none
	stormBlocked      = storm + 4*8           // the same with an own pawn right in front of it, by rank

	// Threats to a king; only their middlegame values count.
	danger            = stormBlocked + 8      // always
	kingAttacker      = danger + 1            // pieces that attack the king ring, by kind
	kingAttackers     = kingAttacker + 4      // by their number
	kingRingAttack    = kingAttackers + 6     // squares of the king ring that a piece attacks, by kind
	weakKingRing      = kingRingAttack + 4    // weak squares of the king ring
	safeCheck         = weakKingRing + 1      // by kind, then from one square or from more
	unsafeCheck       = safeCheck + 4*2       // kinds that can give check but not safely
	noQueen           = unsafeCheck + 1       // the enemy has no queen
	flankAttack       = noQueen + 1           // squares of the king's flank that the enemy attacks
	flankDoubleAttack = flankAttack + 1       // ... attacks twice
	flankDefence      = flankDoubleAttack + 1 // squares of the king's flank that the own side attacks
	missingShelter    = flankDefence + 1      // files next to the king without an own pawn, by their number
	terms             = missingShelter + 4
)

// mobilityOf is where the mobility of a kind begins.
var mobilityOf = [...]int{
	chess.Knight: mobility, chess.Bishop: mobility + 9, chess.Rook: mobility + 9 + 14, chess.Queen: mobility + 9 + 14 + 15,
	chess.King: 0,
}

// scores are the weights in the form in which they are added.
var scores = newScores()

func newScores() (s [terms]tapered.Score) {
	for i, w := range weights {
		s[i] = w.Score()
	}
	return s
}
