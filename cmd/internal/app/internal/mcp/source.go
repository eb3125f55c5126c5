package mcp

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/internal/excerpt"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/internal/schema"
	"github.com/nitoryu/nitoryu/review"
)

// source says which game is meant, and which position of it.
type source struct {
	Game     string   `json:"game,omitempty" jsonschema:"chess or shogi; by default the one that the position, the record or the first move fits"`
	Position string   `json:"position,omitempty" jsonschema:"where the game begins: a FEN, an SFEN, what follows position in UCI or USI, or a handicap of shogi such as rook or 2-piece; by default the initial position"`
	Record   string   `json:"record,omitempty" jsonschema:"a whole game in place of position: PGN, KIF, KI2, CSA, JKF, or a line of UCI or USI"`
	Number   int      `json:"number,omitempty" jsonschema:"which game of the record, from 1; by default the first"`
	Ply      *int     `json:"ply,omitempty" jsonschema:"how many half moves of the record or the position are played; by default all"`
	Moves    moveList `json:"moves,omitempty" jsonschema:"all moves that are played from there, in any notation: e2e4, Nf3, 7g7f, P-7f, ▲７六歩"`
	Chess960 bool     `json:"chess960,omitempty" jsonschema:"the game is Chess960: castling is written as king takes rook"`
}

// moveList are moves, which models write as a list or as one text.
type moveList []string

// numbering is what stands between moves in a text: numbers, and comments of a dialogue.
var numbering = regexp.MustCompile(`^\d+\.*$`)

// UnmarshalJSON implements [json.Unmarshaler].
func (l *moveList) UnmarshalJSON(text []byte) error {
	var list []string
	var line string
	if json.Unmarshal(text, &line) == nil {
		list = strings.Fields(line)
	} else if err := json.Unmarshal(text, &list); err != nil {
		return err
	}
	*l = nil
	for _, word := range list {
		word = strings.TrimSpace(word)
		if i := strings.LastIndexByte(word, '.'); i >= 0 && numbering.MatchString(word[:i+1]) {
			word = word[i+1:] // 12.Nf3
		}
		if word != "" && !numbering.MatchString(word) {
			*l = append(*l, word)
		}
	}
	return nil
}

// open returns the position that is meant, with the moves that led to it, and its game.
func (s *server) open(a *source) (*nitoryu.Game, *nitoryu.Position, error) {
	g, err := s.read(a)
	if err != nil {
		return nil, nil, err
	}
	p, played := g.Start(), 0
	for at := range g.Positions() {
		if p = at; a.Ply != nil && played == *a.Ply {
			break
		}
		if played++; played > maxMoves {
			return nil, nil, fmt.Errorf("the game has more than %d half moves", maxMoves)
		}
	}
	if a.Ply != nil && (*a.Ply < 0 || *a.Ply > len(g.Moves())) {
		return nil, nil, fmt.Errorf("ply: the game has %d half moves, so there is no position after %d", len(g.Moves()), *a.Ply)
	}
	p = p.Clone()
	for i, text := range a.Moves {
		if len(p.Moves()) >= maxMoves {
			return nil, nil, fmt.Errorf("the game has more than %d half moves", maxMoves)
		}
		m, err := p.Parse(text)
		if err != nil {
			return nil, nil, fmt.Errorf("moves: number %d, %q, cannot be played: %w. %s", i+1, excerpt.Of(text), err, legalHint(p))
		}
		if o := p.Outcome(); o.Over {
			return nil, nil, fmt.Errorf("moves: number %d, %q, comes after the end of the game: %s", i+1, excerpt.Of(text), o)
		}
		if err := p.Play(m); err != nil {
			return nil, nil, err
		}
	}
	return g, p, nil
}

// legalHint lists what is legal in p.
func legalHint(p *nitoryu.Position) string {
	const most = 80
	legal := p.Legal()
	if len(legal) == 0 {
		return "No move is legal in " + p.String()
	}
	slices.Sort(legal)
	var names []string
	for _, m := range legal[:min(len(legal), most)] {
		names = append(names, nameOf(p, m, review.English))
	}
	more := ""
	if len(legal) > most {
		more = fmt.Sprintf(" and %d more", len(legal)-most)
	}
	return fmt.Sprintf("Legal in %s: %s%s", p, strings.Join(names, " "), more)
}

// targets are the names of squares in a move.
var targets = map[nitoryu.Variant]*regexp.Regexp{
	nitoryu.Chess: regexp.MustCompile(`[a-h][1-8]`), nitoryu.Shogi: regexp.MustCompile(`[1-9][a-i]`),
}

// nearHint lists the legal moves of p that come closest to one that is not legal: moves to the same
// square, and in chess moves of the same piece. side is the name of the one to move.
func nearHint(p *nitoryu.Position, side, text string) string {
	board := inside.Core(p)
	if other := schema.Passed(board, core.Settings{Chess960: p.Chess960()}); other != nil {
		if turned, err := inside.FromCore(other); err == nil {
			if _, err := turned.Parse(text); err == nil {
				return fmt.Sprintf("it would be a move of the other side: %s is to move", side)
			}
		}
	}
	squares := targets[p.Variant()].FindAllString(text, -1)
	if len(squares) == 0 {
		return "see legal_moves"
	}
	target := squares[len(squares)-1]
	var there, same []string
	for _, m := range p.Legal() {
		name := nameOf(p, m, review.English)
		if string(m.To()) == target {
			there = append(there, name)
		} else if text[0] >= 'A' && text[0] <= 'Z' && name[0] == text[0] {
			same = append(same, name)
		}
	}
	slices.Sort(there)
	slices.Sort(same)
	hint := fmt.Sprintf("legal to %s: %s", target, cmp.Or(strings.Join(there, " "), "nothing"))
	if len(same) > 0 {
		hint += fmt.Sprintf("; legal with %c elsewhere: %s", text[0], strings.Join(same, " "))
	}
	return hint
}

// read returns the game that is meant, without the moves behind it.
func (s *server) read(a *source) (*nitoryu.Game, error) {
	switch {
	case a.Record != "" && a.Position != "":
		return nil, errors.New("a record has a position of its own: give one of both")
	case len(a.Record) > maxRecord:
		return nil, fmt.Errorf("the record has %d bytes, %d is the most", len(a.Record), maxRecord)
	case len(a.Position) > maxPosition:
		return nil, fmt.Errorf("the position has %d bytes, %d is the most", len(a.Position), maxPosition)
	case len(a.Moves) > maxMoves:
		return nil, fmt.Errorf("the game has %d moves, %d are the most", len(a.Moves), maxMoves)
	case a.Number < 0 || a.Number > 0 && a.Record == "":
		return nil, fmt.Errorf("number: there is no game %d without a record", a.Number)
	case a.Game != "" && a.Game != string(nitoryu.Chess) && a.Game != string(nitoryu.Shogi):
		return nil, fmt.Errorf("there is no game %q; choose chess or shogi", excerpt.Of(a.Game))
	}
	if a.Record != "" {
		g, _, err := pick(a)
		return g, err
	}
	if slices.Contains(nitoryu.Handicaps(), a.Position) {
		return nitoryu.NewGame(nitoryu.Setup{Variant: nitoryu.Variant(a.Game), Handicap: a.Position})
	}
	if strings.TrimSpace(a.Position) != "" && !a.Chess960 {
		return s.Open(a.Game, a.Position)
	}
	setup := nitoryu.Setup{Variant: nitoryu.Variant(a.Game), Position: a.Position, Chess960: a.Chess960}
	if a.Game == "" && a.Position == "" && len(a.Moves) > 0 {
		setup.Variant = fits(a.Moves[0])
	}
	return nitoryu.NewGame(setup)
}

// fits returns the game that a first move is of.
func fits(move string) nitoryu.Variant {
	p, err := nitoryu.Open(nitoryu.Setup{Variant: nitoryu.Shogi})
	if err == nil {
		if _, err = new(nitoryu.Position).Parse(move); err != nil {
			if _, err = p.Parse(move); err == nil {
				return nitoryu.Shogi
			}
		}
	}
	return nitoryu.Chess
}

// pick returns the game of a record that is meant, and how many there are.
func pick(a *source) (picked *nitoryu.Game, games int, err error) {
	wanted := max(1, a.Number)
	for g, wrong := range nitoryu.ReadGames(strings.NewReader(a.Record), "") {
		games++
		if games != wanted {
			continue
		}
		if wrong != nil {
			return nil, games, fmt.Errorf("the record: %w", wrong)
		}
		picked = g
	}
	switch {
	case games == 0:
		return nil, 0, errors.New("the record has no game that can be read: PGN, KIF, KI2, CSA, JKF and lines of UCI and USI are known")
	case picked == nil:
		return nil, games, fmt.Errorf("the record has no game %d: it has %d", wanted, games)
	case a.Game != "" && a.Game != string(picked.Variant()):
		return nil, games, fmt.Errorf("the record is of %s, not of %s", picked.Variant(), a.Game)
	}
	return picked, games, nil
}

// played returns the start of the game that led to p, and its moves.
func played(p *nitoryu.Position) (start core.Position, moves []core.Move, err error) {
	opened, err := nitoryu.Open(p.Setup())
	if err != nil {
		return nil, nil, err
	}
	start = inside.Core(opened)
	return start, inside.ReadMoves(start, p.Moves()...), nil
}

// last returns the move that led to p, core.NoMove if there is none.
func last(moves []core.Move) core.Move {
	if len(moves) == 0 {
		return core.NoMove
	}
	return moves[len(moves)-1]
}

// notation returns how players write moves.
func notation(v nitoryu.Variant, l review.Language) nitoryu.Notation {
	switch {
	case v == nitoryu.Chess:
		return nitoryu.SAN
	case l == review.Japanese:
		return nitoryu.Japanese
	}
	return nitoryu.Western
}

// namesOf writes moves that go on from p.
func namesOf(p *nitoryu.Position, l review.Language, moves ...nitoryu.Move) []string {
	names, err := p.Write(notation(p.Variant(), l), moves...)
	if err != nil {
		return []string{}
	}
	return names
}

// nameOf writes a legal move of p.
func nameOf(p *nitoryu.Position, m nitoryu.Move, l review.Language) string {
	return strings.Join(namesOf(p, l, m), "")
}

// named returns a legal move of p with its names, without those that only pages need.
func named(p core.Position, m, previous core.Move) schema.NamedMove {
	names := schema.NamesOf(p, m, previous)
	names.Figurine = ""
	return schema.NamedMove{Move: p.FormatMove(m), Names: names}
}

// squares writes squares.
func squares(all []nitoryu.Square) (names []string) {
	for _, s := range all {
		names = append(names, string(s))
	}
	return names
}
