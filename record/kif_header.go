package record

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/width"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/internal/excerpt"
)

// errorf returns an error that quotes a text.
func errorf(format, text string) error { return fmt.Errorf(format, excerpt.Quote(text)) }

// handicapRest is the SFEN of a handicap game behind White's two last ranks.
const handicapRest = "/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"

// namedStart is a start position in which White lacks pieces: its names in Japanese, in English and
// as a preset of JKF, and White's two last ranks.
type namedStart struct{ name, ranks, english, jkf string }

// handicaps are White's two last ranks in games with a handicap. The first entries are written
// by name. Programs know only some of the others, or disagree about what they mean, so those
// are written as a diagram, unless the game was read with the name. The usual handicaps have an
// English name, too.
var handicaps = [...]namedStart{
	{"香落ち", "lnsgkgsn1/1r5b1", "lance", "KY"},
	{"右香落ち", "1nsgkgsnl/1r5b1", "right-lance", "KY_R"},
	{"角落ち", "lnsgkgsnl/1r7", "bishop", "KA"},
	{"飛車落ち", "lnsgkgsnl/7b1", "rook", "HI"},
	{"飛香落ち", "lnsgkgsn1/7b1", "rook-lance", "HIKY"},
	{"二枚落ち", "lnsgkgsnl/9", "2-piece", "2"},
	{"四枚落ち", "1nsgkgsn1/9", "4-piece", "4"},
	{"六枚落ち", "2sgkgs2/9", "6-piece", "6"},
	{"八枚落ち", "3gkg3/9", "8-piece", "8"},
	{"十枚落ち", "4k4/9", "10-piece", "10"},
	{"三枚落ち", "lnsgkgsn1/9", "", "3"},
	{"五枚落ち", "2sgkgsn1/9", "", "5"},
	{"左五枚落ち", "1nsgkgs2/9", "", "5_L"},
	{"左七枚落ち", "2sgkg3/9", "", "7_L"},
	{"右七枚落ち", "3gkgs2/9", "", "7_R"},
}

const commonHandicaps = 10

// evenGame is the name of a game without a handicap.
const evenGame = "平手"

// Handicaps returns the English names of the usual handicaps of shogi, the smallest first.
func Handicaps() (names []string) {
	for _, h := range handicaps[:commonHandicaps] {
		names = append(names, h.english)
	}
	return names
}

// Handicap returns the SFEN of a handicap game of shogi by its English or Japanese name,
// empty for an even game.
func Handicap(name string) (sfen string, known bool) {
	for _, h := range handicaps[:commonHandicaps] {
		if h.english == strings.ToLower(width.Fold.String(strings.TrimSpace(name))) {
			name = h.name
		}
	}
	return handicapStart(name)
}

// JapaneseHandicap returns the Japanese name of a usual handicap by its English name, empty for
// any other name.
func JapaneseHandicap(english string) string {
	for _, h := range handicaps[:commonHandicaps] {
		if h.english == english {
			return h.name
		}
	}
	return ""
}

// HandicapOf returns the names of the handicap of a game of shogi that starts at p, empty without one.
// Unusual handicaps have no English name.
func HandicapOf(p core.Position) (english, japanese string) {
	sfen := unnumbered(p.String())
	for _, h := range handicaps {
		if sfen == unnumbered(h.ranks+handicapRest) {
			return h.english, h.name
		}
	}
	return "", ""
}

// handicapNumbers are the numbers of pieces in names of handicaps, which people also write
// with digits.
var handicapNumbers = strings.NewReplacer("10枚", "十枚", "2枚", "二枚", "3枚", "三枚", "4枚", "四枚", "5枚", "五枚", "6枚", "六枚", "7枚", "七枚", "8枚", "八枚")

// handicapStart returns the SFEN of a handicap, empty for an even game. The name may have
// digits, letters of full width and 落 for 落ち.
func handicapStart(name string) (sfen string, known bool) {
	name = handicapNumbers.Replace(width.Fold.String(strings.TrimSpace(name)))
	if strings.HasSuffix(name, "落") {
		name += "ち"
	}
	if name == evenGame {
		return "", true
	}
	for _, h := range handicaps {
		if h.name == name {
			return h.ranks + handicapRest, true
		}
	}
	return "", false
}

// handicapName returns the name of a start position, empty if it has no name. named is the name
// that the game was read with.
func handicapName(p core.Position, named string) string {
	sfen := unnumbered(p.String())
	if sfen == unnumbered(shogi.StartSFEN) {
		return evenGame
	}
	for i, h := range handicaps {
		if sfen == unnumbered(h.ranks+handicapRest) && (i < commonHandicaps || h.name == named) {
			return h.name
		}
	}
	return ""
}

// unnumbered returns an SFEN without the number of the move.
func unnumbered(sfen string) string { return sfen[:strings.LastIndexByte(sfen, ' ')] }

// diagram is a position that is put together from the lines of a record.
type diagram struct {
	board [81]core.Piece
	hands [2][core.MaxPieceTypes]int
	side  core.Color
	plies int // played before the position
	rows  int // read so far, KIF
	err   error
}

// fail notes an error in a line; the first one counts.
func (d *diagram) fail(line int, err error) {
	if d.err == nil {
		d.err = at(line, err)
	}
}

// sfen returns the position as SFEN.
func (d *diagram) sfen() string {
	return shogi.FormatSFEN(
		func(sq core.Square) core.Piece { return d.board[sq] },
		func(c core.Color, k core.PieceType) int { return d.hands[c][k] },
		d.side, d.plies)
}

// row reads a rank of a diagram of KIF, |v香v桂 ・ ... 香|一, from top to bottom.
func (d *diagram) row(line int, text string) {
	rank := d.rows
	if d.rows++; rank >= 9 {
		d.fail(line, errors.New("the diagram has more than 9 ranks"))
		return
	}
	rest := strings.TrimPrefix(text, "|")
	for file := 8; file >= 0; file-- {
		color := core.First
		r, n := utf8.DecodeRuneInString(rest)
		if r == 'v' || r == 'V' || r == '^' || r == ' ' {
			if r == 'v' || r == 'V' {
				color = core.Second
			}
			rest = rest[n:]
		}
		kind, after := readPiece(rest)
		if kind != 0 {
			d.board[9*file+rank], rest = core.NewPiece(color, kind), after
			continue
		}
		r, n = utf8.DecodeRuneInString(rest)
		if !slices.Contains([]rune("・.．*＊　 "), r) {
			d.fail(line, fmt.Errorf("rank %d of the diagram has a strange piece in %s", rank+1, excerpt.Quote(text)))
			return
		}
		rest = rest[n:]
	}
}

// hand reads the pieces in hand, 飛 角二 歩十八 or なし, with or without blanks between them.
func (d *diagram) hand(line int, c core.Color, text string) {
	d.hands[c] = [core.MaxPieceTypes]int{}
	for word := range strings.FieldsSeq(text) {
		if word == "なし" {
			continue
		}
		for rest := word; rest != ""; {
			kind, after := readPiece(rest)
			digits := strings.TrimLeft(after, numerals)
			n, ok := readNumber(after[:len(after)-len(digits)])
			if kind == 0 || kind > shogi.Rook || !ok {
				d.fail(line, errorf("pieces in hand: %s is strange", rest))
				return
			}
			d.hands[c][kind] += n
			rest = digits
		}
	}
}

// numerals are the characters of numbers.
const numerals = "0123456789０１２３４５６７８９一二三四五六七八九十"

// readNumber reads a number up to 99 in Japanese or other digits; an empty text is 1.
func readNumber(text string) (int, bool) {
	if text == "" {
		return 1, true
	}
	n, tens := 0, false
	for text != "" && n < 100 {
		if after, ten := strings.CutPrefix(text, "十"); ten && !tens {
			n, tens, text = 10*max(1, n), true, after
			continue
		}
		digit, size := readDigit(text)
		if r, k := utf8.DecodeRuneInString(text); r == '0' || r == '０' {
			digit, size = 0, k
		} else if digit == 0 {
			return 0, false
		}
		if tens {
			n += digit
		} else {
			n = 10*n + digit
		}
		text = text[size:]
	}
	return n, n > 0 && n < 100
}
