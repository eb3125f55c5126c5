package chess

import "github.com/nitoryu/nitoryu/core/chess"

// group is a run of terms that differ by an index.
type group struct {
	name string
	size int
}

// Where the groups of terms begin. Tables by kind begin with the pawn, or with
// the knight where only pieces count; ranks are seen from the own side; wings are
// distances from the edge, 0 to 3.
const (
	material = 0            // by kind
	place    = material + 5 // by kind and square
	tempo    = place + 6*64 // the side to move
	pair     = tempo + 1    // of bishops
	mobility = pair + 1     // by kind, then by number of squares
	piece    = mobility + 9 + 14 + 15 + 28
)

// Pieces and squares.
const (
	knightOutpost = piece + iota
	bishopOutpost
	behindPawn     // minor piece behind a pawn of either side
	bishopPawns    // own pawns on the squares of a bishop
	knightDistance // from the own king, each step
	bishopDistance
	halfOpenRook
	openRook
	rookBehind // a passed pawn of its own
	space      // safe squares behind the own pawns of the centre
	restricted // squares that the enemy reaches but does not hold
)

// Threats to pieces, pawns and kings.
const (
	byPawn   = restricted + 1 // attacked pieces, by kind
	byMinor  = byPawn + 4     // attacked pieces and pawns, by kind
	byRook   = byMinor + 5    // the same
	byKing   = byRook + 5     // undefended pieces
	hanging  = byKing + 1     // attacked, not defended
	byPush   = hanging + 1    // pieces that a safe push of a pawn would attack
	passed   = byPush + 1     // by rank
	free     = passed + 8     // passed, and safe to advance, by rank
	blocked  = free + 8       // passed, and stopped by an enemy piece, by rank
	escort   = blocked + 8    // distance of the own king from an advanced passed pawn's next square
	pursuit  = escort + 8     // distance of the enemy's king from there
	hopeful  = pursuit + 8    // no enemy pawn in front, and helpers enough, by rank
	phalanx  = hopeful + 8    // by rank
	defended = phalanx + 8    // by a pawn, by rank
	isolated = defended + 8   // by wing
	exposed  = isolated + 4   // isolated, and no enemy pawn in front
	doubled  = exposed + 1    //
	backward = doubled + 1    // cannot be defended by a pawn, and its advance is guarded by one
	laggard  = backward + 1   // backward, and no enemy pawn in front
	shelter  = laggard + 1    // own pawn in front of the king, by wing and rank, 0: none
	storm    = shelter + 4*8  // enemy pawn in front of the king, by wing and rank, 0: none
	rammed   = storm + 4*8    // the same with an own pawn right in front of it, by rank

	// Threats to a king; only their middlegame values count.
	alarm        = rammed + 8       // always
	attacker     = alarm + 1        // pieces that attack next to the king, by kind
	attackers    = attacker + 4     // by their number
	ringAttack   = attackers + 6    // squares next to the king that a piece attacks, by kind
	weakRing     = ringAttack + 4   // squares next to the king that are hardly defended
	safeCheck    = weakRing + 1     // by kind, then whether from one square or more
	unsafeCheck  = safeCheck + 4*2  // kinds that can give check at a loss
	noQueen      = unsafeCheck + 1  // the enemy has none
	flankAttack  = noQueen + 1      // squares of the king's flank that the enemy attacks
	flankTwice   = flankAttack + 1  // those attacked twice
	flankDefence = flankTwice + 1   // those that are defended
	missingPawns = flankDefence + 1 // files next to the king without an own pawn, by their number
	terms        = missingPawns + 4
)

// mobilityOf is where the mobility of a kind begins.
var mobilityOf = [...]int{
	chess.Knight: mobility, chess.Bishop: mobility + 9, chess.Rook: mobility + 9 + 14, chess.Queen: mobility + 9 + 14 + 15,
	chess.King: 0,
}

// groups are the terms in their order.
var groups = [...]group{
	{"material", 5},
	{"place of pawns", 64}, {"place of knights", 64}, {"place of bishops", 64},
	{"place of rooks", 64}, {"place of queens", 64}, {"place of kings", 64},
	{"tempo", 1}, {"bishop pair", 1},
	{"mobility of knights", 9}, {"mobility of bishops", 14}, {"mobility of rooks", 15}, {"mobility of queens", 28},
	{"outpost of a knight", 1}, {"outpost of a bishop", 1}, {"minor piece behind a pawn", 1},
	{"pawns on the squares of a bishop", 1}, {"distance of a knight from its king", 1}, {"distance of a bishop from its king", 1},
	{"rook on a half-open file", 1}, {"rook on an open file", 1}, {"rook behind a passed pawn", 1},
	{"space", 1}, {"restricted squares", 1},
	{"threats by pawns", 4}, {"threats by minor pieces", 5}, {"threats by rooks", 5}, {"threats by the king", 1},
	{"hanging pieces", 1}, {"threats by pushing a pawn", 1},
	{"passed pawns", 8}, {"passed pawns free to advance", 8}, {"blocked passed pawns", 8},
	{"own king's distance from passed pawns", 8}, {"enemy king's distance from passed pawns", 8},
	{"candidates", 8}, {"phalanx", 8}, {"defended pawns", 8}, {"isolated pawns", 4}, {"isolated pawns, exposed", 1},
	{"doubled pawns", 1}, {"backward pawns", 1}, {"backward pawns, exposed", 1},
	{"shelter", 32}, {"storm", 32}, {"storm, rammed", 8},
	{"danger", 1}, {"danger by attackers of the king", 4}, {"danger by number of attackers", 6},
	{"danger by attacked squares", 4}, {"danger by weak squares", 1}, {"danger by safe checks", 8},
	{"danger by other checks", 1}, {"danger without a queen", 1}, {"danger by attacks on the flank", 1},
	{"danger by double attacks on the flank", 1}, {"danger averted by defence of the flank", 1},
	{"danger by missing pawns", 4},
}

// values are the weights in the form in which they are added.
var values = newValues()

func newValues() (v [terms]score) {
	for i, w := range weights {
		v[i] = pack(w)
	}
	return v
}
