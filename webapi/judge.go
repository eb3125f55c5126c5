package webapi

import (
	"fmt"
	"strings"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/protocol"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
)

// judgeRequest asks for a judgement of the main line of a record.
type judgeRequest struct {
	Record   gameRecord `json:"record"`
	Thoughts []*thought `json:"thoughts"` // about each position; the last one only if the game goes on there
}

// thought is what an engine thinks of a position, from the view of the side to move.
type thought struct {
	Score
	Depth int              `json:"depth"`
	Lines [][]nitoryu.Move `json:"lines"` // the best first, at least one, of at least a move
}

// judgeAnswer is a judged game.
type judgeAnswer struct {
	Moves   []judgedMove `json:"moves"`
	Chances []float64    `json:"chances"` // of the side that moves first to win, 0 to 1, in each position
	Players [2]player    `json:"players"`
	Turning []turn       `json:"turning"`
}

// judgedMove is a move that was judged.
type judgedMove struct {
	Ply     int         `json:"ply"` // of the position after it, from 1
	Loss    float64     `json:"loss"`
	Kind    string      `json:"kind"` // inaccuracy, mistake, blunder or ""
	Word    Text        `json:"word"` // what it was, also of good ones
	Best    *namedMove  `json:"best,omitempty"`
	Reasons *Text       `json:"reasons,omitempty"`
	Line    []namedMove `json:"line,omitempty"` // that was better
}

// namedMove is a move with its names.
type namedMove struct {
	Move  string `json:"move"`
	Names names  `json:"names"`
}

// player is what one side made of the game.
type player struct {
	Moves        int     `json:"moves"`
	Accuracy     float64 `json:"accuracy"` // 0 to 100
	Inaccuracies int     `json:"inaccuracies"`
	Mistakes     int     `json:"mistakes"`
	Blunders     int     `json:"blunders"`
}

// turn is a move that changed the chances most.
type turn struct {
	Ply  int  `json:"ply"`
	Text Text `json:"text"`
}

// judge answers a request for a judgement.
func (*API) judge(request []byte) (any, error) {
	r, err := decode[judgeRequest](request)
	if err != nil {
		return nil, err
	}
	g, of, err := r.Record.read()
	if err != nil {
		return nil, err
	}
	thoughts, err := r.read(g, dialectOf(of))
	if err != nil {
		return nil, err
	}
	judged, err := review.Judge(g, review.Thoughts{Answers: thoughts}, review.OwnStandardOf(of.Name))
	if err != nil {
		return nil, err
	}
	return tellJudged(judged, of)
}

// read returns the thoughts as answers of an engine.
func (r *judgeRequest) read(g *record.Game, d protocol.Dialect) ([]nitoryu.Result, error) {
	p, err := g.Position()
	if err != nil {
		return nil, err
	}
	moves := g.Moves()
	if len(r.Thoughts) > len(moves)+1 {
		return nil, fmt.Errorf("there are %d thoughts about %d positions", len(r.Thoughts), len(moves)+1)
	}
	answers := make([]nitoryu.Result, len(r.Thoughts))
	for i, told := range r.Thoughts {
		if told != nil && len(told.Lines) > 0 {
			line, err := told.read(p, d)
			if err != nil {
				return nil, fmt.Errorf("thought %d: %w", i, err)
			}
			answers[i].Lines = []nitoryu.Line{line}
		}
		if i < len(moves) {
			p.Do(p.ValidateMove(moves[i].ID()), nil)
		}
	}
	return answers, nil
}

// read returns the best line of a thought about p, up to its first move that is not legal.
func (t *thought) read(p core.Position, d protocol.Dialect) (nitoryu.Line, error) {
	score, err := t.score(d)
	if err != nil {
		return nitoryu.Line{}, err
	}
	told := t.Lines[0]
	if len(told) == 0 {
		return nitoryu.Line{}, fmt.Errorf("the line has no move")
	}
	if _, err := p.ParseMove(string(told[0])); err != nil {
		return nitoryu.Line{}, err
	}
	read := nitoryu.ReadMoves(p, told[:min(core.MaxPly, len(told))])
	return nitoryu.Line{
		Rank: 1, Score: nitoryu.Score(score), Depth: max(0, min(core.MaxPly, t.Depth)), Moves: nitoryu.WriteMoves(p, read...),
	}, nil
}

// tellJudged tells a judged game.
func tellJudged(g *review.Game, of games.Game) (*judgeAnswer, error) {
	words, err := wordsOf(g.Record, of)
	if err != nil {
		return nil, err
	}
	a := &judgeAnswer{Moves: []judgedMove{}, Turning: []turn{}}
	for _, chance := range g.Chances {
		a.Chances = append(a.Chances, chance/100)
	}
	for i, p := range g.Players {
		a.Players[i] = player{
			Moves: p.Moves, Accuracy: p.Accuracy, Inaccuracies: p.Count[review.Inaccuracy] + p.Count[review.Dubious],
			Mistakes: p.Count[review.Mistake], Blunders: p.Count[review.Blunder],
		}
	}
	comments := map[int]Text{}
	err = g.Each(func(p core.Position, m *review.Move) {
		told := judgedMove{
			Ply: m.Ply + 1, Loss: m.Loss / 100,
			Word: Text{words[review.English].Judgement(m.Judgement), words[review.Japanese].Judgement(m.Judgement)},
		}
		if m.Judgement.Bad() {
			told.Kind = m.Judgement.Coarse().String()
			comment := Text{words[review.English].Comment(p, m), words[review.Japanese].Comment(p, m)}
			comments[m.Ply], told.Reasons = comment, &comment
			told.Line = nameLine(p, m.Better(p))
			if len(told.Line) > 0 {
				told.Best = &told.Line[0]
			}
		}
		a.Moves = append(a.Moves, told)
	})
	for _, i := range g.Turns {
		ply := g.Moves[i].Ply
		a.Turning = append(a.Turning, turn{ply + 1, comments[ply]})
	}
	return a, err
}

// wordsOf returns the words in which a game is told, in each language.
func wordsOf(g *record.Game, of games.Game) (words [review.Languages]*review.Words, err error) {
	p, err := g.Position()
	if err != nil {
		return words, err
	}
	for l := range words {
		japanese := review.Language(l) == review.Japanese
		words[l] = &review.Words{
			Language: review.Language(l), Pieces: review.StandardOf(of.Name).Pieces[l], Sides: record.Sides(p, japanese), Plies: of.Tsume,
			Line: func(p core.Position, moves []core.Move) string { return writeLine(p, moves, japanese) },
		}
	}
	return words, nil
}

// writeLine writes a line of play for people.
func writeLine(p core.Position, moves []core.Move, japanese bool) string {
	var text []string
	for _, m := range nameLine(p, moves) {
		switch {
		case m.Names.SAN != "":
			text = append(text, m.Names.SAN)
		case japanese:
			text = append(text, m.Names.Kanji)
		default:
			text = append(text, m.Names.Western)
		}
	}
	return strings.Join(text, " ")
}

// nameLine names the moves of a line from p, up to the first that is not legal.
func nameLine(p core.Position, moves []core.Move) (named []namedMove) {
	previous := core.NoMove
	for _, m := range moves {
		if m = p.ValidateMove(m.ID()); m == core.NoMove {
			break
		}
		named = append(named, namedMove{p.FormatMove(m), namesOf(p, m, previous)})
		p.Do(m, nil)
		previous = m
	}
	for range named {
		p.Undo()
	}
	return named
}
