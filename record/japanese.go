package record

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/internal/excerpt"
)

// Names of the pieces by kind, in moves and in diagrams, and names of files and ranks.
var (
	movePieces = [core.MaxPieceTypes]string{
		shogi.Pawn: "歩", shogi.Lance: "香", shogi.Knight: "桂", shogi.Silver: "銀", shogi.Gold: "金",
		shogi.Bishop: "角", shogi.Rook: "飛", shogi.King: "玉", shogi.ProPawn: "と", shogi.ProLance: "成香",
		shogi.ProKnight: "成桂", shogi.ProSilver: "成銀", shogi.Horse: "馬", shogi.Dragon: "龍",
	}
	boardPieces = [core.MaxPieceTypes]string{
		shogi.Pawn: "歩", shogi.Lance: "香", shogi.Knight: "桂", shogi.Silver: "銀", shogi.Gold: "金",
		shogi.Bishop: "角", shogi.Rook: "飛", shogi.King: "玉", shogi.ProPawn: "と", shogi.ProLance: "杏",
		shogi.ProKnight: "圭", shogi.ProSilver: "全", shogi.Horse: "馬", shogi.Dragon: "龍",
	}
	otherPieces = map[string]core.PieceType{
		"王": shogi.King, "竜": shogi.Dragon, "杏": shogi.ProLance, "圭": shogi.ProKnight, "全": shogi.ProSilver,
		"仝": shogi.ProSilver, "成歩": shogi.ProPawn, "成角": shogi.Horse, "成飛": shogi.Dragon,
	}
	fileNames = [9]string{"１", "２", "３", "４", "５", "６", "７", "８", "９"}
	rankNames = [9]string{"一", "二", "三", "四", "五", "六", "七", "八", "九"}
)

// BoardPiece returns the one character that stands for a kind of piece in diagrams of shogi.
func BoardPiece(k core.PieceType) string { return boardPieces[k] }

// FileAndRank returns the Japanese labels of the n-th file and the n-th rank of shogi, counted from 0.
func FileAndRank(n int) (file, rank string) { return fileNames[n], rankNames[n] }

// japanesePass is the word for a null move.
const japanesePass = "パス"

// Marks are the signs in front of Black's and White's moves.
type Marks [2]string

// The usual marks, and no marks. The second pair is not in Shift-JIS.
var (
	Triangles = Marks{"▲", "△"}
	Pieces    = Marks{"☗", "☖"}
	NoMarks   = Marks{}
)

// errNotShogi says that a notation of shogi was used in another game.
var errNotShogi = errors.New("the notation is for shogi only")

// Japanese returns a legal move as people in Japan write it, ▲７六歩 or ▲５八金右: with 右, 左, 直, 上, 寄,
// 引 and 打 where the move would be ambiguous, and with 成 and 不成 where the piece may promote; a
// null move is パス. previous is the move before, whose square becomes 同, or NoMove. p is
// unchanged when it returns. In a position of another game it returns protocol notation.
func Japanese(p core.Position, m, previous core.Move, marks Marks) string {
	board, ok := p.(*shogi.Position)
	if !ok {
		return p.FormatMove(m)
	}
	mark := marks[board.Side()&1]
	if m == core.NullMove {
		return mark + japanesePass
	}
	return mark + targetName(m, previous) + movePieces[m.PieceType()] + modifiers(board, m)
}

// targetName returns the target square, or 同 if it is the target of the move before.
func targetName(m, previous core.Move) string {
	if previous != core.NoMove && previous != core.NullMove && previous.To() == m.To() {
		return "同　"
	}
	return fileNames[m.To()/9] + rankNames[m.To()%9]
}

// modifiers returns the words that follow the piece of a move.
func modifiers(p *shogi.Position, m core.Move) string {
	side := p.Side()
	rivals := reaching(p, side, m.PieceType(), m.To())
	if m.IsDrop() {
		if rivals.Any() {
			return "打"
		}
		return ""
	}
	text := ""
	if rivals.Many() {
		text = distinction(side, m, rivals)
	}
	switch {
	case m.IsPromotion():
		return text + "成"
	case mayPromote(side, m):
		return text + "不成"
	}
	return text
}

// mayPromote reports whether m moves a piece that could promote with it.
func mayPromote(side core.Color, m core.Move) bool {
	return !m.IsDrop() && shogi.Promoted(m.PieceType()) != 0 && (inZone(side, m.From()) || inZone(side, m.To()))
}

func inZone(side core.Color, sq core.Square) bool {
	if side == core.First {
		return sq%9 < 3
	}
	return sq%9 > 5
}

// offset returns where from lies as the mover sees it from to: to the right if right is
// positive, behind if back is positive.
func offset(side core.Color, from, to core.Square) (right, back int) {
	right, back = int(to/9)-int(from/9), int(from%9)-int(to%9)
	if side == core.Second {
		return -right, -back
	}
	return right, back
}

// reaching returns the squares from which pieces of kind k of the side move to a square by the
// geometry of the board, whether the moves are legal or not.
func reaching(p *shogi.Position, side core.Color, k core.PieceType, to core.Square) shogi.Bitboard {
	return p.Pieces(side, k).And(shogi.Attacks(side.Other(), k, to, p.Occupied()))
}

// motion returns the word for the direction of a move.
func motion(back int) string {
	switch {
	case back > 0:
		return "上"
	case back < 0:
		return "引"
	}
	return "寄"
}

// isSlider reports whether pieces of kind k slide. Right and left of sliders are found by
// comparing them with each other, and of other pieces by comparing them with the target.
func isSlider(k core.PieceType) bool {
	return k == shogi.Bishop || k == shogi.Rook || k == shogi.Horse || k == shogi.Dragon
}

// distinction returns the words that tell a move from the moves of its rivals. rivals are the
// squares of all pieces of its kind that reach its target, including its own square. The order
// of preference follows the rules of the Japan Shogi Association
// (https://www.shogi.or.jp/faq/kihuhyouki.html).
func distinction(side core.Color, m core.Move, rivals shogi.Bitboard) string {
	right, back := offset(side, m.From(), m.To())
	own := motion(back)
	same, sameSide := 0, 0
	farRight, farLeft := true, true
	for rivals.Any() {
		sq := rivals.Pop()
		r, b := offset(side, sq, m.To())
		if motion(b) == own {
			same++
		}
		if r > 0 == (right > 0) && r < 0 == (right < 0) {
			sameSide++
		}
		if sq != m.From() {
			farRight = farRight && r < right
			farLeft = farLeft && r > right
		}
	}
	switch {
	case same == 1:
		return own
	case isSlider(m.PieceType()) && farRight:
		return "右"
	case isSlider(m.PieceType()) && farLeft:
		return "左"
	case right == 0 && back == 1:
		return "直"
	case right > 0 && sameSide == 1:
		return "右"
	case right < 0 && sameSide == 1:
		return "左"
	case right > 0:
		return "右" + own
	case right < 0:
		return "左" + own
	}
	return own
}

// ParseJapanese reads a legal move of shogi as people and programs in Japan write it, with or
// without a mark, as in KI2 or with an origin as in KIF: ▲７六歩, 同 銀不成, 5八金右, ７七角成(22). previous
// is the move before, for 同. If text fits several moves, the error lists them.
func ParseJapanese(p core.Position, text string, previous core.Move) (core.Move, error) {
	board, ok := p.(*shogi.Position)
	if !ok {
		return core.NoMove, errNotShogi
	}
	if len(text) > 128 {
		return core.NoMove, fmt.Errorf("%s is no move", excerpt.Quote(text))
	}
	j, err := readJapanese(text, previous)
	if err != nil {
		return core.NoMove, err
	}
	if j.from != noSquare || j.drop {
		return j.direct(board, text)
	}
	return j.choose(board, text)
}

// japaneseMove is a move in Japanese notation, split into its parts.
type japaneseMove struct {
	to, from  core.Square // from is noSquare if it is not given
	kind      core.PieceType
	drop      bool
	promotes  bool
	stays     bool // 不成
	direction string
	side      string
}

const noSquare core.Square = 127

// readJapanese splits text into its parts.
func readJapanese(text string, previous core.Move) (j japaneseMove, err error) {
	fail := func() (japaneseMove, error) {
		return j, fmt.Errorf("%s is no move", excerpt.Quote(text))
	}
	j.from = noSquare
	rest := strings.TrimLeft(text, "▲△▼▽☗☖ 　")
	if after, same := strings.CutPrefix(rest, "同"); same {
		if previous == core.NoMove || previous == core.NullMove {
			return j, fmt.Errorf("%s has no move before it", excerpt.Quote(text))
		}
		j.to, rest = previous.To(), after
	} else {
		var ok bool
		if j.to, rest, ok = readSquare(rest); !ok {
			return fail()
		}
	}
	rest = strings.TrimLeft(rest, " 　")
	if j.kind, rest = readPiece(rest); j.kind == 0 {
		return fail()
	}
	for rest = strings.Trim(rest, " 　"); rest != ""; { // some programs pad the piece: 同歩　(34)
		after, ok := j.readModifier(rest)
		if !ok {
			return fail()
		}
		rest = strings.TrimLeft(after, " 　")
	}
	if j.promotes && (j.stays || j.drop) || j.drop && j.from != noSquare {
		return fail()
	}
	return j, nil
}

// readModifier reads a word behind the piece.
func (j *japaneseMove) readModifier(text string) (rest string, ok bool) {
	for _, word := range [...]string{"不成", "生", "成", "打", "右", "左", "直", "上", "行", "入", "寄", "引"} {
		after, found := strings.CutPrefix(text, word)
		if !found {
			continue
		}
		switch word {
		case "不成", "生":
			j.stays = true
		case "成":
			j.promotes = true
		case "打":
			j.drop = true
		case "右", "左":
			j.side = word
		case "行", "入":
			j.direction = "上"
		default:
			j.direction = word
		}
		return after, true
	}
	for _, open := range [...]string{"(", "（"} {
		if after, found := strings.CutPrefix(text, open); found {
			if after, found := strings.CutPrefix(strings.Replace(after, "）", ")", 1), "00)"); found { // of ShogiGUI
				j.drop = true
				return after, true
			}
			sq, after, ok := readSquare(after)
			after, closed := strings.CutPrefix(strings.Replace(after, "）", ")", 1), ")")
			j.from = sq
			return after, ok && closed
		}
	}
	return "", false
}

// readSquare reads a square: digits of any width and Japanese ones.
func readSquare(text string) (core.Square, string, bool) {
	file, n := readDigit(text)
	rank, k := readDigit(text[n:])
	if file < 1 || rank < 1 {
		return noSquare, text, false
	}
	return core.Square(9*(file-1) + rank - 1), text[n+k:], true
}

// readDigit reads a digit from 1 to 9 and returns it with its length; digit is 0 if text does
// not begin with one.
func readDigit(text string) (digit, length int) {
	r, n := utf8.DecodeRuneInString(text)
	switch {
	case r >= '1' && r <= '9':
		return int(r - '0'), n
	case r >= '１' && r <= '９':
		return int(r-'１') + 1, n
	}
	return slices.Index(rankNames[:], text[:n]) + 1, n
}

// readPiece reads the name of a piece, and returns 0 if text does not begin with one.
func readPiece(text string) (core.PieceType, string) {
	for _, length := range [...]int{2, 1} { // 成銀 before 銀
		n := 0
		for range length {
			_, size := utf8.DecodeRuneInString(text[n:])
			n += size
		}
		name := text[:n]
		if k := slices.Index(movePieces[:], name); k > 0 {
			return core.PieceType(k), text[n:]
		}
		if k := otherPieces[name]; k != 0 {
			return k, text[n:]
		}
	}
	return 0, text
}

// beginsMove reports whether text begins like a move of KIF or KI2.
func beginsMove(text string) bool {
	text = strings.TrimLeft(text, "▲△▼▽☗☖")
	if strings.HasPrefix(text, "同") || text == japanesePass {
		return true
	}
	_, _, ok := readSquare(text)
	return ok
}

// direct returns the move if its origin is given, or if it is a drop.
func (j japaneseMove) direct(p *shogi.Position, text string) (core.Move, error) {
	name := ""
	if j.drop {
		if j.kind > shogi.Rook {
			return core.NoMove, fmt.Errorf("%s drops what is never in hand", excerpt.Quote(text))
		}
		name = shogi.PieceName(core.NewPiece(core.First, j.kind)) + "*" + shogi.SquareName(j.to)
	} else {
		if j.from > 80 {
			return core.NoMove, fmt.Errorf("%s is no move", excerpt.Quote(text))
		}
		if piece := p.PieceAt(j.from); piece.Type() != j.kind {
			return core.NoMove, fmt.Errorf("%s names another piece than stands there", excerpt.Quote(text))
		}
		name = shogi.SquareName(j.from) + shogi.SquareName(j.to)
		if j.promotes {
			name += "+"
		}
	}
	m, err := p.ParseMove(name)
	if err != nil {
		return core.NoMove, fmt.Errorf("%s: %w", excerpt.Quote(text), err)
	}
	return m, nil
}

// choose returns the only legal move that fits.
func (j japaneseMove) choose(p *shogi.Position, text string) (core.Move, error) {
	var list core.MoveList
	p.Generate(core.AllMoves, &list)
	var found, drops []core.Move
	for _, m := range list.Slice() {
		switch {
		case m.PieceType() != j.kind || m.To() != j.to || m.IsPromotion() != j.promotes:
		case m.IsDrop():
			drops = append(drops, m)
		default:
			found = append(found, m)
		}
	}
	// 打 is left out if, by geometry, no piece on the board could go to the target.
	plain := j.direction == "" && j.side == "" && !j.promotes && !j.stays
	if len(found) == 0 && plain {
		found = drops
	} else {
		found = j.narrow(p.Side(), found)
	}
	return only(text, found, func(m core.Move) string { return Japanese(p, m, core.NoMove, NoMarks) })
}

// narrow returns the moves that the words for direction and side fit.
func (j japaneseMove) narrow(side core.Color, moves []core.Move) []core.Move {
	keep := func(fits func(right, back int) bool) {
		moves = slices.DeleteFunc(moves, func(m core.Move) bool { return !fits(offset(side, m.From(), m.To())) })
	}
	switch j.direction {
	case "":
	case "直":
		keep(func(right, back int) bool { return right == 0 && back > 0 })
	default:
		keep(func(_, back int) bool { return motion(back) == j.direction })
	}
	if j.side == "" || len(moves) == 0 {
		return moves
	}
	sign := 1
	if j.side == "左" {
		sign = -1
	}
	strict := !isSlider(j.kind) && slices.ContainsFunc(moves, func(m core.Move) bool {
		right, _ := offset(side, m.From(), m.To())
		return sign*right > 0
	})
	if strict {
		keep(func(right, _ int) bool { return sign*right > 0 })
		return moves
	}
	best := -9
	for _, m := range moves {
		right, _ := offset(side, m.From(), m.To())
		best = max(best, sign*right)
	}
	keep(func(right, _ int) bool { return sign*right == best })
	return moves
}
