package api

import (
	"context"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/games/opening"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
)

// reviewRequest asks for a review of a game.
type reviewRequest struct {
	lineRequest
	Quality  review.Quality  `json:"quality"`
	Limits   nitoryu.Limits  `json:"limits"`   // of the first search of a position, in place of the limits that the quality sets
	Language review.Language `json:"language"` // of the comments; each move has a text in all languages, too
	Known    []review.Found  `json:"known"`    // what an earlier review of the same game told, to go on after it
}

// reviewNews tell how far a review is.
type reviewNews struct {
	News struct {
		Done  int `json:"done"`
		Total int `json:"total"` // so far: doubts add to it
	} `json:"news"`
}

// foundNews tell what a review has found about a position, to be handed in again if it is cut off.
type foundNews struct {
	News struct {
		Found review.Found `json:"found"`
	} `json:"news"`
}

// memory is what was found before, and tells what is found now.
type memory struct {
	known map[[2]int]review.Found // by round and position
	tell  func(foundNews)
}

// Recall implements [review.Memory].
func (m memory) Recall(round, position int) (t review.Thought, known bool) {
	f, known := m.known[[2]int{round, position}]
	if !known {
		return t, false
	}
	return f.Thought()
}

// Keep implements [review.Memory].
func (m memory) Keep(round, position int, t review.Thought) error {
	var n foundNews
	n.News.Found = review.NewFound(round, position, t)
	m.tell(n)
	return nil
}

// game returns the game, and how it is reviewed.
func (r *reviewRequest) game() (*record.Game, review.Options, error) {
	o := review.Options{Quality: r.Quality, Limits: r.Limits}
	told := gameRecord{setup: r.setup}
	end := &told.Root
	for _, m := range r.Moves {
		n := &node{Move: m}
		end.Next, end = []*node{n}, n
	}
	g, of, err := told.read()
	if err != nil {
		return nil, o, err
	}
	o.Standard = review.OwnStandardOf(of.Name)
	p, err := g.Position()
	if err != nil {
		return nil, o, err
	}
	start, err := inside.FromCore(p)
	if err != nil {
		return nil, o, err
	}
	return g, o, known(r.Limits.Check(start))
}

// takeReview reads a request for a review.
func (s *Session) takeReview(q *question, request []byte) error {
	r, err := decode[reviewRequest](request)
	if err != nil {
		return err
	}
	g, o, err := r.game()
	m := memory{map[[2]int]review.Found{}, func(n foundNews) { s.say(q.id, n) }}
	for _, f := range r.Known {
		m.known[[2]int{f.Round, f.Position}] = f
	}
	o.Memory = m
	q.do = func(q *question) (any, error) {
		report, err := s.review(q, g, o, r.Language)
		if q.ctx.Err() != nil {
			return nil, faultf("stopped", nil, "the review was stopped")
		}
		return report, known(err)
	}
	return err
}

// review reviews a game, with an engine of its own, so that the engine of the page can answer other questions
// meanwhile. One thread and the usual table make the review equal to the one by "nitoryu analyse".
func (s *Session) review(q *question, g *record.Game, o review.Options, l review.Language) (*review.Report, error) {
	words, err := review.NewWords(g, l)
	if err != nil {
		return nil, err
	}
	start, err := g.Position()
	if err != nil {
		return nil, err
	}
	game, err := nitoryu.FromRecord(g)
	if err != nil {
		return nil, err
	}
	var own seat
	if err := s.ready(&own, game.Variant(), s.within(Engine{Threads: 1, Hash: review.Hash})); err != nil {
		return nil, lost(err)
	}
	defer own.close()
	var told time.Time
	o.Progress = func(now review.Progress) {
		if now.Done < now.Total && time.Since(told) < between {
			return
		}
		told = time.Now()
		var n reviewNews
		n.News.Done, n.News.Total = now.Done, now.Total
		s.say(q.id, n)
	}
	judged, err := review.Run(q.ctx, patient{own.searcher, s}, game, o)
	if err != nil {
		return nil, lost(err)
	}
	return judged.Report(review.Telling{
		Words: words, Texts: true, Engine: review.Engine + " " + s.version, Options: o, Opening: opening.NameOf(start, g.Moves()),
	})
}

// patient is the engine of a review, which searches when nothing else is asked.
type patient struct {
	nitoryu.Searcher
	session *Session
}

// Search implements [nitoryu.Searcher].
func (p patient) Search(ctx context.Context, at *nitoryu.Position, l nitoryu.Limits) (*nitoryu.Search, error) {
	p.session.idle(ctx)
	return p.Searcher.Search(ctx, at, l)
}
