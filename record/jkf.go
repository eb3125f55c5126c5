package record

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// The objects of JKF, the JSON of web players of shogi
// (https://github.com/na2hiro/Kifu-for-JS/tree/master/packages/json-kifu-format).

// jkfFile is a game.
type jkfFile struct {
	Header  jkfHeader   `json:"header"`
	Initial *jkfInitial `json:"initial,omitempty"`
	Moves   []*jkfEntry `json:"moves"`
}

// jkfHeader are the fields of the header, in their order.
type jkfHeader []Tag

// MarshalJSON implements json.Marshaler.
func (h jkfHeader) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, tag := range h {
		if i > 0 {
			out.WriteByte(',')
		}
		for k, text := range [...]string{tag.Name, tag.Value} {
			quoted, err := json.Marshal(text)
			if err != nil {
				return nil, err
			}
			out.Write(quoted)
			if k == 0 {
				out.WriteByte(':')
			}
		}
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// UnmarshalJSON implements json.Unmarshaler. Values that are not text are skipped.
func (h *jkfHeader) UnmarshalJSON(text []byte) error {
	return eachField(json.NewDecoder(bytes.NewReader(text)), func(d *json.Decoder, name string) error {
		var value any
		if err := d.Decode(&value); err != nil {
			return err
		}
		if value, isText := value.(string); isText {
			*h = append(*h, Tag{withoutControls(name), withoutControls(value)})
		}
		return nil
	})
}

// eachField calls visit for each field of an object; visit has to read the value. null counts
// as an object without fields.
func eachField(d *json.Decoder, visit func(d *json.Decoder, name string) error) error {
	if begin, err := d.Token(); err != nil || begin != json.Delim('{') {
		return err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		if err := visit(d, name.(string)); err != nil { //nolint:forcetypeassert // a key is a string
			return err
		}
	}
	_, err := d.Token()
	return err
}

// jkfInitial is a start position: a handicap, or OTHER with data.
type jkfInitial struct {
	Preset string       `json:"preset"`
	Data   *jkfPosition `json:"data,omitempty"`
}

const jkfOther = "OTHER"

// jkfPosition is a position. The board is by file and rank.
type jkfPosition struct {
	Color int               `json:"color"`
	Board [][]jkfPiece      `json:"board"`
	Hands [2]map[string]int `json:"hands"`
}

type jkfPiece struct {
	Color *int   `json:"color,omitempty"`
	Kind  string `json:"kind,omitempty"`
}

// jkfEntry is an element of a line: a move, the end, or the comments in front of all moves.
type jkfEntry struct {
	Comments []string      `json:"comments,omitempty"`
	Move     *jkfMove      `json:"move,omitempty"`
	Time     *jkfTimes     `json:"time,omitempty"`
	Special  string        `json:"special,omitempty"`
	Forks    [][]*jkfEntry `json:"forks,omitempty"`
}

// jkfMove is a move. Promote is missing where the piece cannot promote.
type jkfMove struct {
	Color    *int      `json:"color"`
	From     *jkfPlace `json:"from,omitempty"` // nil: a drop
	To       *jkfPlace `json:"to"`
	Piece    string    `json:"piece"` // before the move, in the letters of CSA
	Same     bool      `json:"same,omitempty"`
	Promote  *bool     `json:"promote,omitempty"`
	Capture  string    `json:"capture,omitempty"`
	Relative string    `json:"relative,omitempty"`
}

type jkfPlace struct {
	X int `json:"x"`
	Y int `json:"y"`
}

func placeOf(sq core.Square) *jkfPlace { return &jkfPlace{int(sq/9) + 1, int(sq%9) + 1} }

// square returns the square of a place, noSquare if the place is off the board.
func (p *jkfPlace) square() core.Square {
	if p.X < 1 || p.X > 9 || p.Y < 1 || p.Y > 9 {
		return noSquare
	}
	return core.Square(9*(p.X-1) + p.Y - 1)
}

type jkfTimes struct {
	Now   *jkfTime `json:"now,omitempty"`
	Total *jkfTime `json:"total,omitempty"`
}

type jkfTime struct {
	H float64 `json:"h"`
	M float64 `json:"m"`
	S float64 `json:"s"`
}

func timeOf(d time.Duration) *jkfTime {
	s := int(max(0, d).Seconds())
	return &jkfTime{float64(s / 3600), float64(s / 60 % 60), float64(s % 60)}
}

// known returns the time in whole seconds, unknown if it makes no sense.
func (t *jkfTime) known() Time {
	if t == nil {
		return Time{}
	}
	seconds := t.H*3600 + t.M*60 + t.S
	if !(seconds >= 0 && seconds < 3_600_000) {
		return Time{}
	}
	return Known(time.Duration(seconds) * time.Second)
}

// jkfRelatives are the letters for the words that make a move unambiguous.
var jkfRelatives = [...]struct{ letter, word string }{
	{"L", "左"}, {"C", "直"}, {"R", "右"}, {"U", "上"}, {"M", "寄"}, {"D", "引"}, {"H", "打"},
}

// jkfPass is our word for a null move; JKF has none.
const jkfPass = "PASS"

// terminalOfJKF reads the word that ends a line of JKF with side to move: a word of CSA, or
// else a word of KIF.
func terminalOfJKF(word string, side core.Color) Terminal {
	if word == "ILLEGAL_ACTION" { // names no side
		return WinsByFoul
	}
	if t := terminalOfCSA("%"+word, side); t != OtherTerminal {
		return t
	}
	return terminalOfKIF(word)
}

// jkfWord returns the word for a terminal node with side to move in JKF.
func (n *Node) jkfWord(side core.Color) string {
	words := []string{strings.TrimPrefix(n.Text, "%"), "ILLEGAL_ACTION", strings.TrimPrefix(n.csaWord(side), "%"), terminalWords[n.Terminal].kif}
	if n.Terminal == WinsByFoul {
		words[0] = "" // only CSA has +ILLEGAL_ACTION
	}
	for _, word := range words {
		if word != "" && word != jkfPass && terminalOfJKF(word, side) == n.Terminal {
			return word
		}
	}
	return "CHUDAN"
}

// jkfPreset returns the start position of a preset as SFEN, empty for an even game.
func jkfPreset(name string) (sfen string, known bool) {
	if name == "HIRATE" {
		return "", true
	}
	i := slices.IndexFunc(handicaps[:], func(h namedStart) bool { return h.jkf == name })
	if i < 0 {
		return "", false
	}
	return handicaps[i].ranks + handicapRest, true
}

// jkfInitialOf returns p as a start position of JKF. named is the handicap that the game was
// read with.
func jkfInitialOf(p *shogi.Position, named string) *jkfInitial {
	name := handicapName(p, named)
	if i := slices.IndexFunc(handicaps[:], func(h namedStart) bool { return h.name == name }); i >= 0 && p.Plies() == 0 {
		return &jkfInitial{Preset: handicaps[i].jkf}
	}
	if name == evenGame && p.Plies() == 0 {
		return &jkfInitial{Preset: "HIRATE"}
	}
	data := &jkfPosition{Color: int(p.Side() & 1)}
	for file := range 9 {
		column := make([]jkfPiece, 9)
		for rank := range column {
			if piece := p.PieceAt(core.Square(9*file + rank)); piece != 0 {
				color := int(piece.Color())
				column[rank] = jkfPiece{&color, csaPieces[piece.Type()]}
			}
		}
		data.Board = append(data.Board, column)
	}
	for c := range data.Hands {
		data.Hands[c] = map[string]int{}
		for k := shogi.Pawn; k <= shogi.Rook; k++ {
			data.Hands[c][csaPieces[k]] = p.Hand(core.Color(c), k)
		}
	}
	return &jkfInitial{Preset: jkfOther, Data: data}
}
