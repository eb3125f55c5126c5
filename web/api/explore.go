package api

import (
	"cmp"
	"errors"
	"io"
	"slices"
	"strconv"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games/book"
	"github.com/nitoryu/nitoryu/internal/schema"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
)

// Bounds of what is told about many games.
const (
	explorePlies     = 60     // of each game
	explorePositions = 60_000 // those that one game alone came to are left out first
)

// exploreRequest asks what was played in the positions of many games of one kind. The games come from a
// text or a file, as for reading, and from the page's own list.
type exploreRequest struct {
	readRequest
	Games []playedGame `json:"games"`
}

// playedGame is a game that the page keeps.
type playedGame struct {
	setup
	Moves  []string `json:"moves"`
	Result string   `json:"result"` // as in PGN
}

// exploreAnswer is what was played in the positions of games.
type exploreAnswer struct {
	Games     int                       `json:"games"`          // that were counted
	Left      int                       `json:"left,omitempty"` // games that were not: of another kind, or damaged
	Positions map[string][]exploredMove `json:"positions"`      // by their keys, see the answer to "position"
}

// exploredMove is a move of a position, with the results of the games in which it was played. The rest of
// them have none.
type exploredMove struct {
	Move   string `json:"move"`
	Games  int    `json:"games"`
	First  int    `json:"first,omitempty"` // that First won
	Drawn  int    `json:"drawn,omitempty"`
	Second int    `json:"second,omitempty"`
}

// keyOf names a position, however games came to it.
func keyOf(p core.Position) string { return strconv.FormatUint(p.Key(), 36) }

// explorer counts moves.
type explorer struct {
	game      string
	positions map[uint64]map[string]*exploredMove
	answer    exploreAnswer
}

// explore answers a request for what was played in many games.
func (*API) explore(request []byte) (any, error) {
	r, err := decode[exploreRequest](request)
	if err != nil {
		return nil, err
	}
	of, _, err := (&setup{Game: r.Game}).open()
	if err != nil {
		return nil, err
	}
	e := explorer{game: of.Name, positions: map[uint64]map[string]*exploredMove{}}
	for i := range r.Games {
		e.keep(&r.Games[i])
	}
	if r.Text != "" || r.Bytes != nil {
		reader, err := r.reader()
		if err != nil {
			return nil, err
		}
		if err := e.read(reader); err != nil {
			return nil, err
		}
	}
	return e.told(), nil
}

// keep counts a game that the page keeps.
func (e *explorer) keep(g *playedGame) {
	of, p, err := g.open()
	if err != nil || of.Name != e.game {
		e.answer.Left++
		return
	}
	moves, err := readMoves(p, g.Moves[:min(len(g.Moves), explorePlies)])
	result, known := record.ParseResult(g.Result)
	if err != nil || g.Result != "" && !known {
		e.answer.Left++
		return
	}
	e.count(p, moves, result)
}

// read counts all games of a reader.
func (e *explorer) read(reader *record.Reader) error {
	for {
		g, err := reader.Next()
		var wrong *record.Error
		switch {
		case err == io.EOF:
			return nil
		case err != nil && !errors.As(err, &wrong):
			return err
		case g == nil || g.Root == nil || g.Rules.Name != e.game:
			e.answer.Left++
			continue
		}
		p, err := g.Position()
		if err != nil {
			e.answer.Left++
			continue
		}
		e.count(p, g.Moves(), g.Result)
	}
}

// count counts the moves of a game, each once in a position.
func (e *explorer) count(p core.Position, moves []core.Move, result record.Result) {
	e.answer.Games++
	type step struct {
		key  uint64
		move core.Move
	}
	seen := map[step]bool{}
	for _, m := range moves[:min(len(moves), explorePlies)] {
		if m = p.ValidateMove(m.ID()); m == core.NoMove {
			return // a turn that is passed, or damage
		}
		if s := (step{p.Key(), m}); !seen[s] {
			seen[s] = true
			e.note(s.key, p.FormatMove(m), result)
		}
		p.Do(m, nil)
	}
}

// note counts a move of a position.
func (e *explorer) note(key uint64, move string, result record.Result) {
	moves := e.positions[key]
	if moves == nil {
		moves = map[string]*exploredMove{}
		e.positions[key] = moves
	}
	m := moves[move]
	if m == nil {
		m = &exploredMove{Move: move}
		moves[move] = m
	}
	m.Games++
	switch result {
	case record.FirstWins:
		m.First++
	case record.Draw:
		m.Drawn++
	case record.SecondWins:
		m.Second++
	}
}

// told returns what was counted, the moves of most games first.
func (e *explorer) told() exploreAnswer {
	e.answer.Positions = map[string][]exploredMove{}
	for least := 1; ; least++ {
		left := 0
		for key, moves := range e.positions {
			games := 0
			for _, m := range moves {
				games += m.Games
			}
			if games < least {
				delete(e.positions, key)
			} else {
				left++
			}
		}
		if left <= explorePositions {
			break
		}
	}
	for key, moves := range e.positions {
		var all []exploredMove
		for _, m := range moves {
			all = append(all, *m)
		}
		slices.SortFunc(all, func(a, b exploredMove) int { return cmp.Or(b.Games-a.Games, cmp.Compare(a.Move, b.Move)) })
		e.answer.Positions[strconv.FormatUint(key, 36)] = all
	}
	return e.answer
}

// bookAnswer is what the book of the server has for a position.
type bookAnswer struct {
	Moves []bookMove `json:"moves"` // the one that it recommends most first
}

// bookMove is a move of a book.
type bookMove struct {
	schema.NamedMove
	Share float64      `json:"share"` // of the times it is to be played, in percent
	Games int          `json:"games,omitempty"`
	Score *int         `json:"score,omitempty"` // for the side to move, in hundredths of a pawn
	Shown *schema.Text `json:"shown,omitempty"` // the score as boards show it, as the side that moves first sees it
	Depth int          `json:"depth,omitempty"`
}

// WithBooks returns the web API with books, at most one of each game, which it leaves open.
func (api *API) WithBooks(books []book.Book) *API {
	with := *api
	with.books = books
	return &with
}

// bookOf returns the book of a game, nil if there is none.
func (api *API) bookOf(game string) book.Book {
	for _, b := range api.books {
		if b.Info().Game == game {
			return b
		}
	}
	return nil
}

// book answers a request for what the book has. Its moves that are not legal are left out.
func (api *API) book(request []byte) (any, error) {
	r, err := decode[lineRequest](request)
	if err != nil {
		return nil, err
	}
	g, p, previous, err := r.play()
	if err != nil {
		return nil, err
	}
	a := bookAnswer{Moves: []bookMove{}}
	b := api.bookOf(g.Name)
	if b == nil || p.Verdict().Over() {
		return a, nil
	}
	moves, err := b.Moves(p, nil)
	var illegal *book.IllegalMovesError
	if err != nil && !errors.As(err, &illegal) {
		return nil, err
	}
	words, err := review.NewTongues(p)
	if err != nil {
		return nil, err
	}
	weights := 0
	for _, m := range moves {
		weights += m.Weight
	}
	for _, m := range moves {
		told := bookMove{NamedMove: schema.NamedMove{Move: p.FormatMove(m.Move), Names: schema.NamesOf(p, m.Move, previous)}, Games: m.Count, Depth: m.Depth}
		if weights > 0 {
			told.Share = 100 * float64(m.Weight) / float64(weights)
		}
		if m.HasScore() {
			told.Score, told.Shown = new(int(m.Score)), new(words.Score(m.Score, p.Side()))
		}
		a.Moves = append(a.Moves, told)
	}
	return a, nil
}
