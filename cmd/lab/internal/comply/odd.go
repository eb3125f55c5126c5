package comply

import (
	"strings"
)

// odd is a position that engines have stumbled on.
type odd struct {
	name, position string
	level          Level
}

// shuffle are many moves that lead nowhere, but not to a repetition of pawn moves.
func shuffle(times int, moves string) string {
	return strings.TrimSpace(strings.Repeat(moves+" ", times))
}

// oddChess and oddShogi are positions for the protocols.
var oddChess = []odd{
	{"moves from the start", "startpos moves e2e4 e7e5 g1f3 b8c6", Must},
	{"a repetition", "startpos moves " + shuffle(2, "g1f3 g8f6 f3g1 f6g8"), Must},
	{"a long game", "startpos moves " + shuffle(100, "g1f3 g8f6 f3g1 f6g8"), Must},
	{"castling in the moves", "startpos moves e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 e8g8", Must},
	{"castling to the queen's side", "startpos moves d2d4 d7d5 b1c3 b8c6 c1f4 c8f5 d1d2 d8d7 e1c1 e8c8", Must},
	{"en passant in the moves", "startpos moves e2e4 a7a6 e4e5 d7d5 e5d6", Must},
	{"a capture en passant is legal", "fen 8/8/8/8/k1Pp4/8/1K6/8 b - c3 0 1", Must},
	{"an en passant square without a capture", "fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", Must},
	{"a promotion to a knight in the moves", "fen 8/4P1k1/8/8/8/8/6K1/8 w - - 0 1 moves e7e8n g7f7", Must},
	{"a promotion that captures", "fen 3r2k1/4P3/8/8/8/8/6K1/8 w - - 0 1", Must},
	{"Black begins", "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", Must},
	{"double check", "fen 4k3/8/8/8/8/5n2/4r3/R3K2R w KQ - 0 1", Must},
	{"one legal move", "fen 7k/8/8/8/8/8/6r1/7K w - - 0 1", Must},
	{"checkmate", "fen rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", Must},
	{"stalemate", "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Must},
	{"bare kings", "fen 8/8/4k3/8/8/3K4/8/8 w - - 0 1", Must},
	{"the fifty-move rule comes next", "fen 8/8/4k3/8/8/3K1R2/8/8 w - - 99 120", Must},
	{"the fifty-move rule is reached", "fen 8/8/4k3/8/8/3K1R2/8/8 w - - 100 120", Must},
	{"many moves are legal", "fen R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", Must},
	{"nine queens", "fen QQQQQQQQ/8/8/8/8/8/k7/4K2Q b - - 0 1", Should},
	{"a FEN without counters", "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", Should},
	{"a late move number", "fen 8/8/4k3/8/8/3K1R2/8/8 w - - 0 5000", Must},
	{"no right to castle", "fen r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", Must},
	{"moves without any", "startpos moves", Should},
}

var oddShogi = []odd{
	{"moves from the start", "startpos moves 7g7f 3c3d", Must},
	{"a repetition", "startpos moves " + shuffle(2, "5i5h 5a5b 5h5i 5b5a"), Must},
	{"a long game", "startpos moves " + shuffle(100, "5i5h 5a5b 5h5i 5b5a"), Must},
	{"a promotion in the moves", "startpos moves 7g7f 3c3d 8h2b+ 3a2b", Must},
	{"a drop in the moves", "startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e", Must},
	{"a handicap, White begins", "sfen lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", Must},
	{"pieces in both hands", "sfen 4k4/9/9/9/9/9/9/9/4K4 b RB2G2S2N2L9Prb2g2s2n2l9p 1", Must},
	{"many moves are legal", "sfen R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", Must},
	{"in check", "sfen 4k4/9/9/9/9/9/4r4/9/4K4 b P 1", Must},
	{"double check", "sfen 4k4/9/9/9/4r4/9/2b6/9/4K4 b G 1", Must},
	{"checkmate", "sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 2", Must},
	{"no move is legal, without check", "sfen k8/2G6/1G7/9/9/9/9/9/4K4 w - 2", Should},
	{"a pawn may not mate", "sfen 7lk/9/8S/9/9/9/9/9/K7R b P 1", Must},
	{"a pawn on every file", "sfen 4k4/9/9/9/9/9/PPPPPPPPP/9/4K4 b 9P 1", Must},
	{"the king has entered", "sfen K8/GGGG5/9/9/9/9/9/9/8k b RB2S2N2L9Prb2s2n2l9p 1", Should},
	{"promoted pieces of all kinds", "sfen 4k4/9/+P+L+N+S+B+R3/9/9/9/3+r+b+s+n+l+p/9/4K4 b - 1", Must},
	{"an SFEN without a move number", "sfen 4k4/9/9/9/9/9/9/9/4K4 b P", Should},
	{"a late move number", "sfen 4k4/9/9/9/9/9/9/9/4K4 b P 3000", Must},
	{"hands in another order", "sfen 4k4/9/9/9/9/9/9/9/4K4 b p2PgG 1", Should},
	{"the initial position as SFEN", "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves 2g2f", Must},
	{"one king", "sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", Should},
	{"moves without any", "startpos moves", Should},
}

// positions asks for searches of odd positions.
func positions(protocol Protocol) (all []question) {
	odds := oddChess
	if protocol == USI {
		odds = oddShogi
	}
	for _, o := range odds {
		all = append(all, question{group: "positions", name: o.name, level: o.level, ask: func(d *dialogue) { d.search(o.position, "go depth 3") }})
	}
	if protocol == UCI {
		all = append(all, question{group: "positions", name: "Chess960", level: Must, ask: func(d *dialogue) {
			d.offers("UCI_Chess960")
			d.send("setoption name UCI_Chess960 value true")
			defer d.send("setoption name UCI_Chess960 value false")
			d.send("position fen nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w KQkq - 0 1", "go depth 2")
			d.best()
			d.once()
		}})
	}
	return all
}

// badPositions asks for what is no position; the engine has to survive that.
func badPositions(protocol Protocol) (all []question) {
	good := "startpos"
	bad := []struct {
		name, position string
		level          Level
	}{
		{"an illegal move", "startpos moves e2e5", Must},
		{"a word that is no move", "startpos moves hello", Must},
		{"no position", "", Should},
		{"an unknown word", "joho", Should},
		{"half a board", "fen 8/8 w - - 0 1", Should},
		{"no kings", "fen 8/8/8/8/8/8/8/8 w - - 0 1", Should},
		{"unknown pieces", "fen xxxxxxxx/8/8/8/8/8/8/8 w - - 0 1", Should},
		{"an empty FEN", "fen", Should},
	}
	if protocol == USI {
		bad[0].position, bad[4].position, bad[5].position = "startpos moves 5i5e", "sfen 9/9 b - 1", "sfen 9/9/9/9/9/9/9/9/9 b - 1"
		bad[6].position, bad[7].position, bad[7].name = "sfen xxxxxxxxx/9/9/9/9/9/9/9/9 b - 1", "sfen", "an empty SFEN"
	}
	for _, b := range bad {
		all = append(all, question{group: "no positions", name: b.name, level: b.level, ask: func(d *dialogue) {
			d.send("position " + b.position)
			d.ready()
			d.search(good, "go depth 1")
		}})
	}
	return all
}
