package games

// Bench is the fixed set of positions of a game and the depth to which they are
// searched: the node count is the signature of what the search does.
type Bench struct {
	Depth     int
	Positions []string // FEN or SFEN
}

// The positions are public test positions and lines of our own, from openings to
// endings, quiet and sharp, in check and with full hands. Changing a position or
// a depth changes the signature.
var (
	chessBench = Bench{14, []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
		"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
		"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
		"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
		"r1bqkbnr/pp1ppppp/2n5/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
		"rnbqkb1r/pp3ppp/4pn2/2pp4/2PP4/2N2N2/PP2PPPP/R1BQKB1R w KQkq - 0 5",
		"r1bqk2r/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w kq - 0 9",
		"2rq1rk1/pb1nbppp/1p2pn2/3p4/3P1B2/1PNBPN2/P4PPP/2RQ1RK1 b - - 2 12",
		"r2q1rk1/1b2bppp/p1n1pn2/1p6/3P4/P1N2N2/BP3PPP/R1BQR1K1 w - - 0 14",
		"6k1/5ppp/8/8/3r4/5P2/5KPP/1R6 w - - 0 1",
		"8/8/4k3/3p4/3P1K2/8/8/8 w - - 0 1",
		"8/pp3kp1/2p2p1p/8/2P5/1P3PP1/P4K1P/8 w - - 0 1",
		"8/5k2/3b1p2/1p1P1Pp1/1P2K1P1/4B3/8/8 w - - 0 1",
		"3q1rk1/p4pp1/2p1p2p/8/3PQ3/2P3P1/P4P1P/1R4K1 b - - 0 24",
		"r1b2rk1/2q1bppp/p1n1pn2/1p6/4PP2/1NN1B3/PPP1B1PP/R2Q1RK1 w - - 0 12",
		"4rrk1/1p1nq3/p7/2p1P1pp/3P2bp/3Q1Bn1/PPPB4/1K2R1NR w - - 40 21",
		"1r3rk1/3bppbp/3p2p1/q1pP4/2P1P3/2N1B3/P2Q1PPP/1R3RK1 b - - 0 17",
		"4k3/8/8/8/8/8/4P3/4K2R w K - 0 1",
	}}
	shogiBench = Bench{12, []string{
		"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
		"l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
		"lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3",
		"lnsgk1snl/1r4gb1/p1pppp2p/6pR1/1p7/2P6/PP1PPPP1P/1BG6/LNS1KGSNL w Pp 10",
		"ln1g1gsnl/1r1s1k1b1/p1ppppppp/1p7/9/2PP5/PPBSPPPPP/2R4K1/LNSG1G1NL w - 14",
		"ln1gk2nl/1rs2sgb1/p1pppp1pp/1p4p2/9/2P4P1/PPBPPPP1P/2G1S2R1/LNS1KG1NL b - 15",
		"ln1g3nl/1ks2gr2/1ppp1s1pp/p3pp3/5Pp2/P1PPP1P2/1PBS1S2P/1KG1GR3/LN5NL b Bp 41",
		"l4g1nl/3s1k3/p1n1p1gpp/2pp1sp2/1p3p3/2PPSPP2/PPS1P3P/2GK1G3/LN5NL b RBrbp 47",
		"ln5nl/2r1k1g2/p2ppgsp1/2ps1pp1p/1p7/2P1PPP1P/PPSP1S3/2G1K1GR1/LN5NL w Bbp 38",
		"lr5nl/3g1kg2/2n1psspp/p1pp1pp2/1p5N1/P1P1SPP1P/1P1PPS3/1KG3GR1/LN6L b Bbp 45",
		"4k4/9/4P4/9/9/9/9/9/4K4 b 2G2S2N2L5Prb2g2s2n2l12p 1",
		"8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124",
		"6n1l/2+S1k4/2lp4p/1np1B2b1/3PP4/1N1S3rP/1P2+pPP+p1/1p1G5/3KG2r1 b GSN2L4Pgs2p 1",
		"l3k1p1l/3+R5/p1n1p3p/2p2pB2/4s2P1/2P2P3/PPNPP1P1P/1SG1K4/L1S1G3L w RGNbsn3p 66",
	}}
)
