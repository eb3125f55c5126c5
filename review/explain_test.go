package review_test

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
)

// line reads moves in the notation of the protocol; p is left as it was.
func line(t *testing.T, p core.Position, moves string) []core.Move {
	t.Helper()
	p = p.Clone()
	var all []core.Move
	for word := range strings.FieldsSeq(moves) {
		m, err := p.ParseMove(word)
		if err != nil {
			t.Fatal(err)
		}
		p.Do(m, nil)
		all = append(all, m)
	}
	return all
}

func TestExplain(t *testing.T) {
	tests := []struct {
		name   string
		game   games.Game
		start  string
		best   string // the line that was best, and its score
		score  core.Score
		move   string // the bad move
		reply  string // the line that answers it, and its score for who answers
		answer core.Score
		want   string // in English
	}{
		{
			"pieces for others", games.Chess(), "r3kb1r/p2nqppp/5n2/1B2p1B1/4P3/1Q6/PPP2PPP/2KR3R b kq - 1 12",
			"e7c5 g5f6 g7f6 b5d7 e8e7 c1b1", -553, "a8d8", "d1d7 f6d7 g5e7 f8e7 h1d1 e8g8 b5d7 d8b8", 832, "loses a queen and a knight for a rook after Rxd7",
		},
		{
			"a mate", games.Chess(), "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3",
			"d8e7 b1c3", 10, "g8f6", "h5f7", core.WinIn(1), "lets White mate in 1 by Qxf7#",
		},
		{
			"a missed mate", games.Chess(), "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
			"d1d8", core.WinIn(1), "d1d2", "g7g6 h2h3", -500, "misses a mate in 1 on the back rank",
		},
		{
			"a piece left where it is attacked", games.Chess(), "rnbqkb1r/pppppppp/5n2/8/8/3B4/PPPPPPPP/RNBQK1NR b KQkq - 0 1",
			"e7e6 g1f3", -20, "f6e4", "d3e4 d7d5 e4d3", 280, "puts a knight where Bxe4 takes it",
		},
		{
			"a fork of king and rook", games.Chess(), "r3k2r/pppp1ppp/8/3N4/8/8/PPPP1PPP/R3K2R b KQkq - 0 1",
			"e8d8 a2a3", -300, "h7h6", "d5c7 e8d8 c7a8 d8c8", 800, "allows Nxc7+, a fork of the king and a rook",
		},
		{
			"a fork without a check", games.Chess(), "k7/8/1r3r2/4N3/8/8/8/K7 b - - 0 1",
			"f6f4 e5c4", 600, "a8b7", "e5d7 b6b5 d7f6 b7b6", -200, "allows Nd7, a fork of two rooks",
		},
		{
			"a check by the rook behind is no fork", games.Chess(), "3r3k/1p2rp2/p1n3p1/2Q5/2P1P3/2K2P1B/PP6/7R b - - 0 33",
			"h8g8 c5g1 b7b5 g1b6 g8g7 b6c6 b5c4", -514, "a6a5", "h3d7 h8g7 d7c6 g7f6 c6d5 d8d5", 655, "loses a knight after Bd7+",
		},
		{
			"a pinned piece is not trapped", games.Chess(), "r2q4/ppp1kppQ/3bpnp1/6B1/3nN3/3B4/PPPK1PP1/R7 b - - 1 14",
			"d6f4 g5f4 f6h7 a1d1 d4f5 d2c1 f5d6 f2f3 d8c8 d3e2 d6e4 f3e4 e7f8 e4e5 f8g8 d1h1 c7c6", 641, "d8e8",
			"h7g7 d6f4 g5f4 f6e4 d3e4 e8b5 g7e5 b5e5 f4e5 a8d8 d2e1 f7f6 e5c7 d8c8 a1d1", 639,
			"does not meet the threat of Qxg7, which wins a knight and a pawn; misses a chance to win a queen for a bishop by Bf4+",
		},
		{
			"what could be taken before a check is no double attack", games.Shogi(), "l4ks+R1/1r7/P2gLGs1l/2pppP3/b2n2p1p/nPPSP4/N2S5/1KGB5/8L b N2Pg6p 143",
			"8h8g 6c5c N*4e 3c4d 4e5c+ 4d5c 8g9f G*4b N*3c 4b3c 4c5c 9e5a P*4c", 1061, "8h7i",
			"P*8g 7h8g 6c5c 4c5c G*4b 4d4c+ 4b5c 4c5c", -720, "misses K-8g, which attacks a knight",
		},
		{
			"who takes a rook in the camp does not enter it", games.Shogi(), "ln1g2bnl/1ks4r1/ppp2g1P1/3pPp1pp/6P2/2PSS1G1P/PP1P2N2/2KG1s3/LN4+pRL w B2p 74",
			"3i2i 2c2b+ R*5i B*3b 5i5f+ 3b4c+ S*5g 6h5g 4h5g 6f5g 5f5g G*7i 5g5h S*6h G*5g 5d5c+ S*5i", 77, "2b3b",
			"2i2h 4h3g 3f3g 3b3e B*4f 3e3b S*2b 3a4b 2b2a 3b3d N*2f 3d3c 2c2b+ 4c5d 2b3b 3c3g+ 4f3g 4b5c 3b4b G*3f", 128, "allows R-2h, which attacks a silver",
		},
		{
			"a pawn forks two pieces", games.Chess(), "k7/8/8/3n1n2/8/4P3/8/K7 b - - 0 1",
			"d5e7 a1b2", 300, "a8b8", "e3e4 d5b6 e4f5 b6d5", -100, "allows e4, a fork of two knights",
		},
		{
			"most is taken at once, so that it is no fork", games.Chess(), "k6r/P4q2/3r4/4N3/8/8/8/K7 b - - 0 1",
			"f7f6 a1b1", 300, "a8a7", "e5f7 a7b7 f7h8 b7c7", 900, "does not meet the threat of Nxf7, which wins a queen and a rook for a pawn",
		},
		{
			"a missed gain", games.Chess(), "k7/8/8/3q4/8/2N5/8/K7 w - - 0 1",
			"c3d5 a8b7", 400, "a1b1", "a8b8 b1a1", 600, "does not take a queen that hangs",
		},
		{
			"as much either way", games.Chess(), "k7/8/8/3q4/8/2N5/8/K7 b - - 0 1",
			"a8b8 c3d5 b8b7", -400, "a8b7", "c3d5 b7c6 d5e3", 400, "makes the advantage of White greater after Nxd5",
		},
		{
			"a gain that is lost again", games.Chess(), "k7/8/8/7b/8/8/8/KQ5R w - - 0 1",
			"h1h5 a8a7 a1a2 a7a8 a2a1 a8a7 a1a2 a7a8 b1b7 a8b7 a2b3", 0, "h1g1", "a8a7 g1g2", 300, "gives Black the better chances after Ka7",
		},
		{
			"a draw instead of a win", games.Chess(), "7k/8/6K1/8/8/8/8/1Q6 w - - 0 1",
			"b1b8", 900, "b1f5", "h8g8 f5f7 g8h8 f7f8", -800, "gives back a part of the advantage, which Qb8# keeps",
		},
		{
			"stalemate", games.Chess(), "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1",
			"f1a1 h8g8", 900, "f1f7", "", 0, "lets Black escape by stalemate",
		},
		{
			"a rook in shogi", games.Shogi(), "4k4/9/7l1/9/9/7R1/9/9/4K4 b - 1",
			"2f3f 5a4a", 0, "5i6i", "2c2f 6i6h", 400, "does not meet the threat of Lx2f, which wins a rook",
		},
		{
			"a fork of king and rook by a drop", games.Shogi(), "4k4/9/9/9/9/9/1R2K4/9/9 b b 1",
			"8g7g 5a4a", 0, "8g9g", "B*7e 5g5h 7e9g+ 5h4h", 400, "allows B*7e, a fork of the king and a rook",
		},
		{
			"a tsume", games.Shogi(), "4k4/9/4P4/9/9/9/9/9/4K4 b G 1",
			"G*5b", core.WinIn(1), "5i5h", "5a6b 5h5g", 100, "misses a mate in 1 ply",
		},
		{
			"a pawn that could be taken back is given", games.Chess(), "rnbqkbnr/pppp1ppp/8/4p3/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2",
			"d4e5 b8c6 g1f3 d8e7 e2e4 c6e5 b1c3 g8f6 f1e2 e5f3 e2f3 c7c6 e1g1 d7d6 c1f4 f6d7", 89, "c2c4",
			"e5d4 g1f3 c7c5 e2e3 d4e3 c1e3 f8e7 b1c3 g8f6 a2a3 e8g8 d1c2 b8c6 c3d5 d7d6 f1d3", 11, "gives up the better chances, which dxe5 keeps",
		},
		{
			"a promoted piece that is taken was a pawn", games.Chess(), "r4r1k/1Q4p1/p6p/6q1/4p1n1/3p2PB/PP3PK1/R4R2 w - - 3 33",
			"b7e4 g4f2 f1f2 f8f2 g2f2 a8d8 h3g4 g5f6 f2g1 f6b6 g1h1 b6b2 a1f1 b2a2 e4e7 a2d5", 29, "h3g4",
			"g5g4 a1e1 d3d2 e1e3 d2d1q f1d1 g4d1 b7e4 a8d8 e3e2 d1d5 e4d5 d8d5 b2b4 f8d8 a2a4", 594, "loses a rook for two pawns after Qxg4",
		},
		{
			"a pawn promotes, and nothing is taken", games.Chess(), "8/8/pp2kppp/8/P3KPPP/1P6/8/8 b - - 0 46",
			"f6f5 g4f5 g6f5 e4d4 e6d6 h4h5 a6a5 d4c4 d6c6 b3b4 a5b4 c4b4 c6d6 b4c4 d6c6 c4b4", -1, "g6g5",
			"h4g5 h6g5 f4g5 f6g5 b3b4 e6d6 e4f5 b6b5 a4a5 d6d5 f5g5 d5c4 g5f4 c4b4 g4g5 b4a5 g5g6 a5b4 g6g7 b4c3 g7g8q b5b4", 643, "lets a pawn promote after hxg5",
		},
		{
			"checks in the course of a line are no attack", games.Chess(), "6k1/ppB5/3P2pp/2P2b2/8/2R5/3K2PP/7r w - - 0 31",
			"c3e3 h1h2 e3e8 g8f7 e8e2 h2h5 e2e7 f7f8 c7b8 h5g5 e7b7 g5g2 d2e3 g2c2 b8a7 h6h5", 209, "c3b3",
			"h1h2 c7b8 h2g2 d2e1 g2g1 e1f2 g1c1 b8a7 f5e4 d6d7 c1d1 b3e3 d1d7 e3e4 g8f7 f2g3", -88, "gives back a part of the advantage, which Re3 keeps",
		},
		{
			"nor are those of pawns in chess", games.Chess(), "8/7p/pp2kpp1/8/4KPP1/1P5P/P7/8 w - - 0 45",
			"g4g5 a6a5 h3h4 f6f5 e4d4 e6d6 d4c4 d6c6 a2a3 b6b5 c4d4 c6d6 a3a4 b5b4 d4c4 d6c6", 87, "a2a4",
			"h7h6 b3b4 f6f5 g4f5 g6f5 e4d4 e6d6 h3h4 h6h5 d4c4 d6c6 a4a5 b6b5 c4d4 c6d6 d4e3", -1, "gives up the better chances, which g5 keeps",
		},
		{
			"who takes loses no time", games.Chess(), "r2q1rk1/ppp2ppp/2n5/2bpp1Bb/8/1BPP1N1P/P1P2PP1/R2QR1K1 b - - 6 11",
			"h5f3 g5d8 f3d1 d8c7 d1h5 b3d5 a8c8 c7e5 f8d8 d5b3 h5g6 e5f4 h7h6 f4d2 c5f8 g1h1", 232, "f7f6",
			"g5c1 c5b6 d3d4 h5f7 d4e5 c6e5 c1f4 e5f3 d1f3 c7c6 a2a4 a7a5 h3h4 f8e8 h4h5 e8e1", -147, "misses Bxf3, a double attack on a queen and a bishop",
		},
		{
			"the queen attacks one pawn, and helps a bishop to attack another", games.Chess(), "rn1qkbnr/ppp2ppp/8/4p3/2B1P3/5Q2/PPP2PPP/RNB1K2R b KQkq - 1 6",
			"d8f6 f3h3 b8d7 e1g1 f8c5 b1c3 c7c6 c3a4 c5e7 f1d1 a8d8 a4c3 f6g6 c1e3", -152, "g8f6",
			"f3b3 d8e7 b3b7 e7b4 b7b4 f8b4 e1e2 a7a5 a2a3 b4c5 a3a4 e8e7 b1d2 b8c6", 260, "allows Qb3, a double attack on two pawns",
		},
		{
			"nobody hurries for a pawn", games.Chess(), "5rk1/1bpq3p/5pp1/8/pp2P1P1/3PQ3/PP6/1KR4R b - - 1 32",
			"f8d8 h1e1 b4b3 c1c5 b7a6 c5d5 d7e7 d5d8 e7d8 d3d4 a6c4 a2b3 a4b3 e4e5 d8e7 e5f6", -96, "f8f7",
			"c1c4 b4b3 h1c1 b7a6 c4c3 b3a2 b1a2 a6b5 g4g5 f6g5 e3g5 c7c6 g5e3 h7h5 d3d4 g8h7", 124, "allows Rc4, which attacks a pawn",
		},
		{
			"no pair of bishops for a side with one", games.Chess(), "3r1rk1/pp2bp1p/1q2p1p1/2pn4/3P4/2PBBQ1P/PP3PP1/1R3RK1 w - - 4 22",
			"d4c5 e7c5 e3h6 f8e8 d3c2 c5f8 h6g5 f8e7 g5d2 b6c6 c2b3 d8d7 b1a1 d5b6 f3c6 b7c6", 59, "d3e4",
			"d5e3 f2e3 c5d4 c3d4 d8d7 e4c2 d7d5 c2b3 d5g5 b1c1 a7a5 f3e2 g5b5 c1c4 f8a8 f1b1", 48, "lets Black exchange a knight for a bishop by Nxe3",
		},
		{
			"development is a matter of the opening", games.Chess(), "rnbq1rk1/pp4b1/3p1p1p/2pP2p1/2B4P/3Q1NP1/PPP3P1/RN2R1K1 b - - 1 14",
			"g5g4 f3d2 f6f5 c2c3 b8d7 a2a4 d7e5 d3e3 c8d7 b1a3 d7a4 c4f1 f8e8 e3f4 a4d7 d2c4", 83, "b8d7",
			"d3g6 f8f7 h4g5 d7f8 g6d3 f6g5 b1c3 d8b6 c3d1 c8f5 d3d2 g7b2 d1b2 b6b2 g1h2 b2c2", -36, "misses g4, which gains time by attacking a knight",
		},
		{
			"a pawn that is won late", games.Chess(), "3q4/r5kp/pn3bp1/2p5/2B5/1P3N2/P3QPPP/4R1K1 w - - 5 24",
			"c4a6 d8a8 a6b5 a7a2 e2e6 a8d8 g2g3 f6c3 e1e3 d8f6 e6f6 c3f6 e3e6 b6d5 b5c4 d5b4", 188, "e2e6",
			"a7e7 e6g4 e7e1 f3e1 d8d2 e1f3 d2a2 g2g3 a2c2 c4a6 c2b3 a6f1 b3d5 g4f4 d5c6 f3d2", -15, "loses a pawn in the long run after Re7",
		},
		{
			"an even exchange is not a wrong one", games.Chess(), "r3r1k1/5pnp/2p3p1/p3PP2/Pp2P3/1PnN1Q2/6PP/2N4K b - - 0 30",
			"a8d8 e5e6 g6f5 e6f7 g8f7 e4f5 d8d5 g2g4 h7h5 h2h3 e8e4 h1g2 c6c5 d3f2 h5g4 h3g4", -131, "g6f5",
			"e4f5 a8d8 h2h3 g8h8 f5f6 g7e6 f3c6 e8f8 h1h2 c3e2 c6e4 e2c1 d3c1 d8d2 c1e2 f8g8", 273, "loses a pawn in the long run after exf5",
		},
		{
			"a smaller gain that is missed", games.Chess(), "r1b2rk1/pppp1ppp/5q2/3Qp3/1nB1P3/5N2/PPP3PP/RN3RK1 w - - 8 11",
			"d5d2 f6e7 f3e5 e7e5 d2b4 d7d6 b1d2 a7a5 b4b3 g8h8 a1e1 c8d7 g1h1 d7c6 c4f7 a8d8", 264, "d5e5",
			"b4c2 b1c3 c7c6 a1d1 c2e3 c4b3 e3f1 d1f1 d7d6 e5h5 f6h6 h5h6 g7h6 f3d4 g8g7 f1f3", -73, "does not meet the threat of Nxc2, which wins a rook for a knight",
		},
		{
			"a passed pawn has to be far up", games.Chess(), "1r3rk1/2p2pp1/p1bp3p/4q3/4PN2/2p1QPP1/P1P4P/3RK2R w K - 0 22",
			"e1g1 e5a5 f1f2 b8b5 e3d4 f8b8 g1g2 b5b2 d4c4 c6a4 d1c1 a4b5 c4d4 b5c6 d4c4 c6b7", -138, "f4e2",
			"b8b2 d1c1 f7f5 e1g1 f5e4 f3f4 e5a5 e2c3 d6d5 e3d4 b2b4 d4e5 b4c4 e5e6 g8h8 c3d1", 226, "allows Rb2, which attacks two pawns",
		},
		{
			"a structure changes at once", games.Chess(), "r2q4/3n2kp/p4bp1/2pB4/8/1P3N2/P1Q2PPP/4R1K1 w - - 1 22",
			"d5a8 d8a8 c2e4 a8e4 e1e4 g7f7 h2h4 a6a5 f3g5 f7g7 e4e6 h7h6 g5f3 g7f7 e6a6 g6g5", 554, "d5c4",
			"d7b6 c4f1 d8d6 h2h4 c5c4 b3c4 b6d7 e1d1 d6e7 f3g5 a8b8 c2e4 f6g5 e4e7 g5e7 d1d7", -254, "gives back a part of the advantage, which Bxa8 keeps",
		},
		{
			"a difference of shelter that is not kept", games.Chess(), "r3q1k1/3n2bp/p4np1/2pp4/2B5/1P3N2/PBQ2PPP/4R1K1 b - - 1 19",
			"e8f8 c4f1 f8d6 e1d1 a8b8 c2d3 b8b6 b2c3 b6c6 g2g3 c5c4 d3d4 c4b3 a2b3 d7c5 f1c4", -71, "e8d8",
			"f3g5 d8f8 c4f1 a8e8 e1e8 f8e8 c2d3 h7h6 g5f3 e8e4 d3e4 f6e4 b2g7 g8g7 f1a6 g7f6", 162, "makes the advantage of White greater after Ng5",
		},
		{
			"an attack on the king says more than what the line leads to", games.Shogi(), "ln5nl/2r2kgb1/p6p1/3pSppsp/2G1B4/2p3P2/PP2RP2P/2S6/LN1K4L b SN5P2gp 81",
			"S*4c 4b4a 4c3b+ 7b3b 5e6d G*4b G*4c G*5a 4c3b 4a3b 5d4c 4b4c 5g5a+ S*4b R*7b", 639, "7e6d",
			"2d2e S*6c 7b7e 6d6e 7e8e 6c7d 2b1c N*4f 8e8d 6e7e 4b3c 7e8d 3c2d R*6a", -276, "misses S*4c and the checks that follow",
		},
		{
			"nobody reads a long list", games.Shogi(), "ln5nl/r3+S1+Sk1/p5bp1/3B1ppsp/9/2p3P2/PP2RP2P/2SK5/LN6L w 2GN7P2g 98",
			"2b1b G*2b 1b1c 6d3a+ 1d1e 5g5c+ 1c1d 3a2a 3c2b 2a2b G*8h G*5h G*3h B*5d", -927, "2b3b",
			"G*4c 3b2b 6d3a+ 2b1b 4c3c G*7g 8i7g 7f7g+ 7h7g S*6g 6h6g 9b6b 5b6b N*7e 6g7f G*6e", 2138, "loses material in the long run after G*4c",
		},
		{
			"a smaller gain is not told beside a greater one", games.Chess(), "r3kbnr/ppp1pppp/q7/8/1n1PB3/2N1B3/PPP2PPP/R2QK1NR w KQkq - 5 10",
			"a2a3 b4c2 d1c2 e7e6 e4d3 a6a5 g1f3 c7c6 e3f4 g8f6 e1g1 f8e7 c3e4 a5b6 e4d6 e8f8", 815, "c3b5",
			"a6b5 a2a4 b5a6 c2c3 g8f6 e4b1 b4d5 e3d2 e7e6 g1f3 f8d6 a4a5 e8g8 d1e2 a6e2 e1e2", -94, "puts a knight where Qxb5 takes it",
		},
		{
			"a pawn that is won late is not missed", games.Chess(), "1b6/2pk1ppp/prNp2b1/3B4/4P3/1P5P/P4PP1/2R3K1 w - - 7 34",
			"f2f4 f7f5 g2g4 g6e8 e4f5 d7c8 d5e6 c8b7 c6b8 b7b8 c1e1 a6a5 e6g8 e8c6 e1e7 b6b4", 369, "c6b8",
			"b6b8 f2f4 f7f5 e4e5 b8b6 a2a4 d7d8 g1h2 g6e8 c1e1 d6e5 e1e5 e8d7 d5c4 b6d6 e5a5", -102, "exchanges a knight for a bishop, as Rxb8 takes back",
		},
		{
			"a small difference of activity", games.Chess(), "r1bq1rk1/3n1pbp/2p1pnp1/p7/Pp1PP3/1P1BBP2/N2QN1PP/R4R1K b - - 1 15",
			"c8b7 a1d1 d8e7 a2c1 f8c8 d2e1 c6c5 d3b5 c5d4 e3d4 e6e5 d4g1 d7c5 e2g3 g7f8 e1f2", -11, "c8a6",
			"d3a6 a8a6 a2c1 a6a8 c1d3 d8e7 a1c1 f8c8 c1c4 d7b6 c4c2 f6e8 f1c1 e7b7 d2e1 g7f8", 72, "lets White exchange bishops by Bxa6",
		},
		{
			"one of shelter", games.Chess(), "5nk1/p3p1b1/3q1r2/1p1n3P/3N1pQ1/P1P5/1P2RPP1/4R1K1 b - - 0 34",
			"d6d7 g4d7 f8d7 d4b5 f4f3 g2f3 f6f5 c3c4 d5f4 e2e7 d7e5 b5d4 f5g5 g1h2 g5h5 h2g3", -244, "a7a6",
			"d4f5 f6f5 g4f5 f4f3 f5f3 e7e6 e2e4 d6d7 e1d1 g7h6 c3c4 b5c4 e4c4 d7b7 c4g4 g8h7", 499, "makes the advantage of White greater after Nf5",
		},
		{
			"an exchange with a check is no attack", games.Chess(), "2kr3r/1bqnbpp1/p3pn1p/1p2p3/3N1P1B/P1N3P1/1PP1Q1BP/2KR3R w - - 0 15",
			"g2b7 c8b7 e2f3 b7b6 d4b3 d7c5 c1b1 e5f4 g3f4 c7c6 f3g3 c5b3 c2b3 h8g8 d1d8 e7d8", -16, "f4e5",
			"d7e5 g2b7 c8b7 h4f6 e7f6 c3e4 c7c4 e2g2 b7b8 d4b3 f6e7 e4d2 c4c7 c1b1 e5c4 d2c4", 77, "misses Bxb7+, which exchanges bishops",
		},
		{
			"no passed pawn at home", games.Chess(), "r4rk1/1p4p1/p1nN1n1p/3p2q1/4p3/2P1N2b/PP2BPP1/R2Q1RK1 w - - 0 22",
			"d6b7 a8b8 b7c5 b8b2 g1h1 h3c8 c5a4 b2b8 a1b1 b8b1 d1b1 c6e5 b1b6 c8g4 e2a6 e5f3", -130, "g1h2",
			"h3g2 f1g1 g5e5 h2g2 e5d6 g2h1 f8f7 d1f1 d6e6 g1g3 c6e5 f1h3 e6h3 g3h3 a8d8 a1d1", 287, "makes the advantage of Black greater after Bxg2",
		},
		{
			"one weak pawn is no structure", games.Chess(), "r5k1/1p3qp1/1np1p1Qp/p2n4/3PN1PP/P3Pr2/1P3P2/2KR3R w - - 1 20",
			"g6f7 f3f7 h4h5 d5f6 e4f6 g7f6 d1d3 a5a4 f2f3 b6c4 c1c2 b7b5 c2c3 e6e5 h1c1 f6f5", -293, "g6h5",
			"f7h5 g4h5 a8f8 h1h2 b6c4 d1g1 a5a4 g1g6 e6e5 h2g2 f8f7 d4e5 c4e5 g6h6 e5d3 c1d2", 414, "makes the advantage of Black greater after Qxh5",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p, err := test.game.Parse(test.start, core.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			before := p.String()
			m := review.Move{
				Side: p.Side(), Move: line(t, p, test.move)[0], Judgement: review.Blunder,
				Before: answer(test.score, test.best),
			}
			after := nitoryu.Result{}
			if test.reply != "" {
				after = answer(test.answer, test.reply)
			}
			w := words(test.game)
			var got []string
			for _, r := range review.Explain(p, &m, &after, review.StandardOf(test.game.Name)) {
				got = append(got, w.Reason(p, &m, &r))
			}
			if text := strings.Join(got, "; "); text != test.want {
				t.Errorf("it %q, want %q", text, test.want)
			}
			if p.String() != before {
				t.Errorf("the position is now %s", p)
			}
			m.Judgement = review.Good
			if r := review.Explain(p, &m, &after, review.StandardOf(test.game.Name)); r != nil {
				t.Errorf("a good move is explained: %v", r)
			}
		})
	}
}

// answer returns an answer of an engine with one line.
func answer(score core.Score, moves string) nitoryu.Result {
	l := nitoryu.Line{Score: nitoryu.Score(score), Depth: 1}
	for word := range strings.FieldsSeq(moves) {
		l.Moves = append(l.Moves, nitoryu.Move(word))
	}
	return nitoryu.Result{Lines: []nitoryu.Line{l}}
}

// words returns English words for a game.
func words(g games.Game) *review.Words {
	w := &review.Words{Pieces: review.StandardOf(g.Name).Pieces[review.English], Sides: [2]string{"White", "Black"}, Plies: g.Tsume}
	w.Write = record.People(false)
	return w
}
