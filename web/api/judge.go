package api

import (
	"fmt"
	"strings"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
)

// judgeRequest asks for a judgement of the main line of a record.
type judgeRequest struct {
	Record   gameRecord        `json:"record"`
	Thoughts []*nitoryu.Result `json:"thoughts"` // about each position, their lines; the last one only if the game goes on there
	// Compared has, by position, how the move that was played did beside a better one.
	Compared []comparison `json:"compared"`
}

// comparison is what searches find after two moves of a position.
type comparison struct {
	Best   nitoryu.Move     `json:"best"`
	Played nitoryu.Move     `json:"played"`
	Scores [2]nitoryu.Score `json:"scores"` // after both, for the side to move then
	Times  int              `json:"times"`  // that they were compared
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
	Side    string      `json:"side"`
	Loss    float64     `json:"loss"`
	Kind    string      `json:"kind"`             // inaccuracy, mistake, blunder or ""
	Praise  string      `json:"praise,omitempty"` // only move, great or brilliant
	Missed  bool        `json:"missedWin,omitempty"`
	Word    Text        `json:"word"` // what it was, also of good ones
	Best    *namedMove  `json:"best,omitempty"`
	Reasons *Text       `json:"reasons,omitempty"`
	Line    []namedMove `json:"line,omitempty"` // that was better
	// Exercise is the position before a move that teaches something, to find a better one.
	Exercise *exercise `json:"exercise,omitempty"`
}

// exercise is a position in which a better move than that of the game is to be found.
type exercise struct {
	Position  string   `json:"position"` // before the move that led to it, if there was one
	Moves     []string `json:"moves"`    // that move
	Solutions []string `json:"solutions"`
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
	OnlyMoves    int     `json:"onlyMoves"`
	Great        int     `json:"great"`
	Brilliant    int     `json:"brilliant"`
	MissedWins   int     `json:"missedWins"`
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
	g, of, thoughts, err := r.open()
	if err != nil {
		return nil, err
	}
	judged, err := review.Judge(g, thoughts, review.OwnStandardOf(of.Name))
	if err != nil {
		return nil, err
	}
	return tellJudged(judged, of)
}

// doubtsRequest asks what is to be searched again before a game is judged.
type doubtsRequest struct {
	judgeRequest
	Times []int `json:"times"` // that each position was searched
}

// doubtsAnswer has the positions to search again, in the order of the game.
type doubtsAnswer struct {
	Doubts []doubt `json:"doubts"`
}

// doubt is a position to search again, longer.
type doubt struct {
	Position int  `json:"position"`
	Others   bool `json:"others"` // the second best move matters, too
	// Against and Played are moves to be compared by a search after each, half as long as that of a
	// position, and twice as long if they were compared before; "": the position is to be searched.
	Against nitoryu.Move `json:"against,omitempty"`
	Played  nitoryu.Move `json:"played,omitempty"`
	Times   int          `json:"times,omitempty"` // that they were compared before
}

// doubts answers a request for what is to be searched again.
func (*API) doubts(request []byte) (any, error) {
	r, err := decode[doubtsRequest](request)
	if err != nil {
		return nil, err
	}
	g, of, thoughts, err := r.open()
	if err != nil {
		return nil, err
	}
	if len(r.Times) != len(thoughts.Answers) {
		return nil, fmt.Errorf("there are %d times for %d thoughts", len(r.Times), len(thoughts.Answers))
	}
	thoughts.Times = r.Times
	found, err := review.OwnStandardOf(of.Name).Doubts(g, thoughts)
	if err != nil {
		return nil, err
	}
	a := doubtsAnswer{Doubts: []doubt{}}
	for _, d := range found {
		a.Doubts = append(a.Doubts, doubt(d))
	}
	return a, nil
}

// open returns the game, and the thoughts as answers of an engine.
func (r *judgeRequest) open() (g *record.Game, of games.Game, t review.Thoughts, err error) {
	if g, of, err = r.Record.read(); err != nil {
		return g, of, t, err
	}
	t.Answers, err = r.read(g)
	for i, c := range r.Compared {
		if c.Best != nitoryu.NoMove && c.Times < 1 && err == nil {
			err = fmt.Errorf("comparison %d: times is %d", i, c.Times)
		}
		t.Compared = append(t.Compared, review.Comparison(c))
	}
	return g, of, t, err
}

// read returns the thoughts as answers of an engine.
func (r *judgeRequest) read(g *record.Game) ([]nitoryu.Result, error) {
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
		if told != nil {
			if answers[i], err = legalPart(p, told); err != nil {
				return nil, fmt.Errorf("thought %d: %w", i, err)
			}
		}
		if i < len(moves) {
			p.Do(p.ValidateMove(moves[i].ID()), nil)
		}
	}
	return answers, nil
}

// legalPart returns what is thought about p, each line up to its first move that is not
// legal. Praise takes two lines.
func legalPart(p core.Position, told *nitoryu.Result) (r nitoryu.Result, err error) {
	r.Nodes = told.Nodes
	for i, l := range told.Lines[:min(core.MaxMoves, len(told.Lines))] {
		if len(l.Moves) == 0 {
			return r, fmt.Errorf("the line has no move")
		}
		if _, err := p.ParseMove(string(l.Moves[0])); err != nil {
			return r, err
		}
		read := nitoryu.ReadMoves(p, l.Moves[:min(core.MaxPly, len(l.Moves))])
		r.Lines = append(r.Lines, nitoryu.Line{
			Rank: i + 1, Score: l.Score, Depth: max(0, min(core.MaxPly, l.Depth)), Moves: nitoryu.WriteMoves(p, read...),
		})
	}
	return r, nil
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
			OnlyMoves: p.Praised[review.OnlyMove], Great: p.Praised[review.Great], Brilliant: p.Praised[review.Brilliant], MissedWins: p.MissedWins,
		}
	}
	comments := map[int]Text{}
	last := exercise{Moves: []string{}}
	err = g.Each(func(p core.Position, m *review.Move) {
		told := judgedMove{
			Ply: m.Ply + 1, Side: sideNames[m.Side&1], Loss: m.Loss / 100, Praise: m.Praise.String(), Missed: m.MissedWin,
			Word: Text{words[review.English].Verdict(m), words[review.Japanese].Verdict(m)},
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
		here := p.String()
		if m.Teaches() {
			if last.Position == "" {
				last.Position = here
			}
			last.Solutions = writeMoves(p, g.Solutions(p, m))
			told.Exercise = new(last)
		}
		if last = (exercise{Moves: []string{}}); !m.Passes() {
			last = exercise{Position: here, Moves: writeMoves(p, []core.Move{m.Move})}
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

// writeMoves writes moves of p in the words of the protocol.
func writeMoves(p core.Position, moves []core.Move) (texts []string) {
	for _, m := range moves {
		texts = append(texts, p.FormatMove(m))
	}
	return texts
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
