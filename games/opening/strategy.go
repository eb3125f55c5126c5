package opening

import (
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// strategist watches the opening of a game of shogi. All squares are as their side sees
// them: its own camp is on the ranks g to i, its rook begins on 2h.
type strategist struct {
	p       *shogi.Position
	plies   int
	stood   [2][10]int // plies that each rook stood in its camp on each file except 2
	ishida  [2]bool    // the pawn in front of the rook on 7 stood on 7e
	open    [2]bool    // the bishop's diagonal was open when the rook moved to the centre
	traded  int        // ply of the exchange of bishops; 0: none
	tempo   bool       // Second took first in that exchange, and on the spot
	side    bool       // a rook took the side pawn
	rooks   bool       // a rook took on its file
	yagura  bool
	roof    bool // a snow roof
	silver  core.Square
	castles [2]Term
	rank    [2]int // of the castle in castles, from 1
}

func newStrategist(p *shogi.Position) *strategist { return &strategist{p: p} }

// own returns a square as a side sees it.
func own(c core.Color, sq core.Square) core.Square {
	if c == core.Second {
		return 80 - sq
	}
	return sq
}

// square returns the number of a square with a name like 7g.
func square(name string) core.Square { return core.Square(name[0]-'1')*9 + core.Square(name[1]-'a') }

// has reports whether a side has a piece on a square as it sees it.
func (s *strategist) has(c core.Color, k core.PieceType, name string) bool {
	return s.p.PieceAt(own(c, square(name))) == core.NewPiece(c, k)
}

// stands reports whether a side has the pieces of a pattern: letters and squares.
func (s *strategist) stands(c core.Color, pattern string) bool {
	for word := range strings.FieldsSeq(pattern) {
		if !s.has(c, core.PieceType(1+strings.IndexByte("PLNSGBRK", word[0])), word[1:]) {
			return false
		}
	}
	return true
}

// before looks at move number i before it is played.
func (s *strategist) before(i int, m core.Move) {
	if i >= openingPly {
		return
	}
	c := s.p.Side()
	to := own(c, m.To())
	switch m.Captured() {
	case shogi.Bishop:
		if s.traded == 0 {
			s.traded, s.tempo = i+1, c == core.Second && to == square("2b") && i < settledPly
		}
	case shogi.Pawn:
		if m.PieceType() == shogi.Rook && !m.IsDrop() {
			s.side = s.side || to == square("3d") && own(c, m.From()) == square("2d")
			s.rooks = s.rooks || to == square("2d")
		}
	}
}

// after looks at the position after move number i.
func (s *strategist) after(i int) {
	s.plies = i + 1
	for c := range core.Color(2) {
		if i < openingPly {
			s.rook(c)
			s.yagura = s.yagura || s.traded == 0 && s.stands(c, "S7g G7h P7f P6f")
			s.roof = s.roof || s.traded == 0 && s.stands(c, "S6g G7h P6f")
		}
		if i < firstCastle {
			continue
		}
		for n, castle := range castles {
			if n+1 >= s.rank[c] && s.stands(c, castle.pieces) {
				s.rank[c], s.castles[c] = n+1, castle.Term
			}
		}
	}
	for _, name := range []string{"5f", "2f", "4f"} {
		for c := range core.Color(2) {
			if s.silver == 0 && s.traded > 0 && s.has(c, shogi.Silver, name) {
				s.silver = square(name)
			}
		}
	}
}

// rook notes where the rook of a side stands.
func (s *strategist) rook(c core.Color) {
	for file := range 9 {
		name := string([]byte{'1' + byte(file), 'h'})
		if file == 1 || !s.has(c, shogi.Rook, name) {
			continue
		}
		s.stood[c][file+1]++
		s.ishida[c] = s.ishida[c] || file == 6 && s.has(c, shogi.Pawn, "7e")
		s.open[c] = s.open[c] || file == 4 && s.stands(c, "P7f P6g")
	}
	s.ishida[c] = s.ishida[c] || s.stands(c, "R7f P7e")
}

// settled is the number of plies after which a rook on a file is at home there.
const settled = 4

// file returns the file on which a rook is at home, 2 if it stayed.
func (s *strategist) file(c core.Color) int {
	home, most := 2, settled-1
	for file, n := range s.stood[c] {
		if n > most {
			home, most = file, n
		}
	}
	return home
}

var (
	rangingRooks = [10]Term{
		5: {"Central Rook", "中飛車"}, 6: {"Fourth-file Rook", "四間飛車"}, 7: {"Third-file Rook", "三間飛車"},
		8: {"Opposing Rook", "向かい飛車"}, 9: {"Edge Rook", "端飛車"},
	}
	ishida       = Term{"Ishida", "石田流"}
	cheerful     = Term{"Cheerful Central Rook", "ゴキゲン中飛車"}
	double       = Term{"Double Ranging Rook", "相振り飛車"}
	bothCentral  = Term{"Central Rook: Both", "相中飛車"}
	sidePawn     = Term{"Side Pawn", "横歩取り"}
	exchange     = Term{"Bishop Exchange", "角換わり"}
	exchangeLost = Term{"Bishop Exchange: One Move Lost", "一手損角換わり"}
	yagura       = Term{"Yagura", "矢倉"}
	snowRoof     = Term{"Snow Roof", "雁木"}
	wings        = Term{"Double Wing Attack", "相掛かり"}
	rightFourth  = Term{"Right Fourth-file Rook", "右四間飛車"}
	sleeve       = Term{"Sleeve Rook", "袖飛車"}
	static       = Term{"Static Rooks", "相居飛車"}
)

// silvers are the ways to go on after the bishops were exchanged, by the square of the
// attacking silver.
var silvers = map[string]Term{
	"5f": {"Reclining Silver", "腰掛け銀"}, "2f": {"Climbing Silver", "棒銀"}, "4f": {"Rapid Silver", "早繰り銀"},
}

// name returns what the opening is called, and the family it belongs to.
func (s *strategist) name() (name, family Term) {
	if s.plies < firstCastle {
		return Term{}, Term{}
	}
	for c := range s.castles {
		if s.plies >= tablePlies && s.rank[c] == 0 && s.has(core.Color(c), shogi.King, "5i") {
			s.castles[c] = Term{"Sitting King", "居玉"}
		}
	}
	files := [2]int{s.file(core.First), s.file(core.Second)}
	ranging := [2]bool{files[0] >= 5, files[1] >= 5}
	switch {
	case ranging[0] && ranging[1] && files[0] == 5 && files[1] == 5:
		return bothCentral, bothCentral
	case ranging[0] && ranging[1]:
		return double, double
	case ranging[0]:
		return s.rangingName(core.First, files[0])
	case ranging[1]:
		return s.rangingName(core.Second, files[1])
	case s.side:
		return sidePawn, sidePawn
	case s.traded > 0:
		name = exchange
		if s.tempo {
			name = exchangeLost
		}
		for square0, silver := range silvers {
			if s.silver == square(square0) {
				name = joinTerms(name, silver)
			}
		}
		return name, exchange
	case files[0] == 4 || files[1] == 4:
		return rightFourth, rightFourth
	case s.yagura:
		return yagura, yagura
	case s.roof:
		return snowRoof, snowRoof
	case s.rooks:
		return wings, wings
	case files[0] == 3 || files[1] == 3:
		return sleeve, sleeve
	}
	return static, static
}

// joinTerms returns a term with a variation.
func joinTerms(a, b Term) Term {
	separator := ": "
	if strings.Contains(a.English, ":") {
		separator = ", "
	}
	return Term{a.English + separator + b.English, a.Japanese + b.Japanese}
}

// rangingName names the opening of a side whose rook left its file, against one whose rook
// did not.
func (s *strategist) rangingName(c core.Color, file int) (name, family Term) {
	name = rangingRooks[file]
	family = name
	switch {
	case s.ishida[c]:
		name, family = ishida, ishida
	case c == core.Second && file == 5 && s.open[c]:
		name = cheerful
	}
	if s.traded > 0 && name == family && name != ishida {
		name = Term{"Exchanged Bishops and " + name.English, "角交換" + name.Japanese}
	}
	for _, castle := range castles {
		if castle.against && castle.Term == s.castles[c.Other()] {
			name = Term{name.English + " against " + castle.English, name.Japanese + "対" + castle.Japanese}
			break
		}
	}
	return name, family
}

// castles are the ways to guard a king; entries further down need more moves to
// build.
var castles = []struct {
	Term
	pieces  string
	against bool // it names the opening, too
}{
	{Term{"Crab Castle", "カニ囲い"}, "K6i G7h G5h", false},
	{Term{"Central King", "中住まい"}, "K5h G7h G3h", false},
	{Term{"Central King", "中住まい"}, "K5h G7h S3h", false},
	{Term{"Nakahara Castle", "中原囲い"}, "K6i G7h G5i", false},
	{Term{"Boat Castle", "舟囲い"}, "K7h S7i G6i B8h", false},
	{Term{"Snow Roof", "雁木囲い"}, "S6g G7h G5h", false},
	{Term{"Snow Roof", "雁木囲い"}, "S6g S5g G7h", false},
	{Term{"Yagura", "矢倉囲い"}, "G7h G6g S7g", false},
	{Term{"Half Yagura", "片矢倉"}, "K7h G6h S7g", false},
	{Term{"Gold Yagura", "金矢倉"}, "K8h G7h G6g S7g", false},
	{Term{"Silver Yagura", "銀矢倉"}, "K8h G7h S6g S7g", false},
	{Term{"Full Yagura", "総矢倉"}, "K8h G7h G6g S7g S5g", false},
	{Term{"Elmo Castle", "エルモ囲い"}, "K7h S6h G7i", true},
	{Term{"Right King", "右玉"}, "K4h R2i", false},
	{Term{"Right King", "右玉"}, "K3h R2i", false},
	{Term{"Two Golds", "金無双"}, "K3h G4h G5h", false},
	{Term{"Left Mino", "左美濃"}, "K8h S7h G6i", true},
	{Term{"Left Mino", "左美濃"}, "K8h S7h G5h", true},
	{Term{"Castle Tower Mino", "天守閣美濃"}, "K8g S7h", true},
	{Term{"Half Mino", "片美濃囲い"}, "K2h S3h G4i", false},
	{Term{"Mino", "美濃囲い"}, "K2h S3h G4i G5h", false},
	{Term{"High Mino", "高美濃囲い"}, "K2h S3h G4i G4g", false},
	{Term{"Silver Crown", "銀冠"}, "K2h S2g G3h", false},
	{Term{"Left Silver Crown", "左銀冠"}, "K8h S8g G7h", true},
	{Term{"Chrysanthemum Castle", "菊水矢倉"}, "K8i S8h N7g G7h", false},
	{Term{"Millennium Castle", "ミレニアム囲い"}, "K8i N7g G7i", true},
	{Term{"Ranging Rook Anaguma", "振り飛車穴熊"}, "K1i L1h", false},
	{Term{"Static Rook Anaguma", "居飛車穴熊"}, "K9i L9h", true},
	{Term{"Yagura Anaguma", "矢倉穴熊"}, "K9i L9h S7g G7h", false},
}
