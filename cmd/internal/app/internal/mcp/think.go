package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games/opening"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/internal/schema"
	"github.com/nitoryu/nitoryu/review"
)

// analyseCall asks what the engine thinks.
type analyseCall struct {
	source
	tongue
	Seconds float64  `json:"seconds,omitempty" jsonschema:"how long to search; by default one second"`
	Nodes   int64    `json:"nodes,omitempty" jsonschema:"most positions to search, for answers that are the same each time"`
	Depth   int      `json:"depth,omitempty" jsonschema:"most half moves to search"`
	Lines   int      `json:"lines,omitempty" jsonschema:"how many best lines, 1 to 16; by default 3"`
	Only    moveList `json:"only,omitempty" jsonschema:"search only these first moves, in any notation"`
}

// limits returns the limits for a search of p.
func (s *server) limits(a *analyseCall, p *nitoryu.Position) (nitoryu.Limits, error) {
	most := s.Time.Seconds()
	switch {
	case !(a.Seconds >= 0 && a.Seconds <= most):
		return nitoryu.Limits{}, fmt.Errorf("seconds: a search takes 0 to %g s, not %g", most, a.Seconds)
	case a.Lines < 0 || a.Lines > maxLines:
		return nitoryu.Limits{}, fmt.Errorf("lines: 1 to %d, not %d", maxLines, a.Lines)
	case a.Nodes < 0 || a.Nodes > mostNodes:
		return nitoryu.Limits{}, fmt.Errorf("nodes: there are no %d nodes to search", a.Nodes)
	case len(a.Only) > maxTried:
		return nitoryu.Limits{}, fmt.Errorf("only: %d moves, %d are the most", len(a.Only), maxTried)
	}
	l := nitoryu.Limits{Nodes: uint64(a.Nodes), Depth: a.Depth, Lines: cmp.Or(a.Lines, 3), Analysis: true}
	usual := 1.0
	if a.Nodes > 0 || a.Depth > 0 {
		usual = most // these end it
	}
	l.Time = time.Duration(min(most, cmp.Or(a.Seconds, usual)) * float64(time.Second))
	for _, text := range a.Only {
		m, err := p.Parse(text)
		if err != nil {
			return l, fmt.Errorf("only: %w. %s", err, legalHint(p))
		}
		l.Moves = append(l.Moves, m)
	}
	return l, l.Check(p)
}

func (s *server) analyse(ctx context.Context, _ *mcp.CallToolRequest, a analyseCall) (schema.Thought, error) {
	_, p, err := s.open(&a.source)
	if err != nil {
		return schema.Thought{}, err
	}
	limits, err := s.limits(&a, p)
	if err != nil {
		return schema.Thought{}, err
	}
	l := s.language(a.tongue)
	start, moves, err := played(p)
	if err != nil {
		return schema.Thought{}, err
	}
	sides := schema.SidesOf(start)
	answer := schema.Thought{Schema: schema.Version, Game: string(p.Variant()), Position: p.String(), Side: p.Side().String(), Lines: []schema.WordedLine{}}
	board := inside.Core(p)
	if over := schema.OutcomeOf(board, board.Verdict(), sides); over != nil {
		answer.Text = told(l, over.Text)
		return answer, nil
	}
	ctx, free, err := s.use(ctx)
	if err != nil {
		return answer, err
	}
	defer free()
	if err := s.Engine.NewGame(ctx); err != nil {
		return answer, err
	}
	found, err := nitoryu.Ask(ctx, s.Engine, p, limits)
	if err != nil {
		return answer, err
	}
	for _, m := range inside.ReadMoves(board, found.Best) {
		best := named(board, m, last(moves))
		answer.Best = &best
	}
	answer.Score, answer.Depth, answer.Nodes, answer.Declare = found.Score, found.Depth, found.Nodes, found.Declare
	side := told(l, sides[p.Side()])
	for _, line := range found.Lines {
		names := namesOf(p, l, line.Moves...)
		answer.Lines = append(answer.Lines, schema.WordedLine{
			Score: line.Score, Bound: line.Bound, Chances: line.Chances, Depth: line.Depth, Moves: line.Moves, Names: names,
			Text: strings.Join(names, " ") + in(l, ": ", "：") + worth(l, side, line.Score, line.Chances),
		})
	}
	switch {
	case found.Declare:
		answer.Text = say(l, "%s declares (entering king)", "%sは入玉宣言", side)
	case answer.Best == nil:
		answer.Text = in(l, "no move", "指せる手がありません")
	default:
		answer.Text = say(l, "best is %s: %s", "最善手は%s：%s", nameOf(p, found.Best, l), worth(l, side, found.Score, found.Chances))
	}
	return answer, nil
}

// worth says what a score means for the side to move.
func worth(l review.Language, side string, s nitoryu.Score, c nitoryu.Chances) string {
	if plies, mate := s.Mate(); mate && plies > 0 {
		return say(l, "%s mates in %s", "%sの%s勝ち", side, halfMoves(l, plies))
	} else if mate {
		return say(l, "%s is mated in %s", "%sの%s負け", side, halfMoves(l, -plies))
	}
	return say(l, "%s for %s, who scores %.0f %% of the points", "評価値%s、%sの期待勝率%.0f%%", s, side, math.Round(100*c.Points()))
}

// reviewCall asks for verdicts.
type reviewCall struct {
	source
	tongue
	Quality review.Quality `json:"quality,omitempty" jsonschema:"how long positions are searched: fast, normal (three times as long) or deep; by default fast"`
	From    int            `json:"from,omitempty" jsonschema:"judge only from this half move on, counted from 1"`
	Side    string         `json:"side,omitempty" jsonschema:"judge only the moves of this side: first (White, sente) or second (Black, gote)"`
	Tell    string         `json:"tell,omitempty" jsonschema:"which moves the answer has: notable (the bad and the praised ones, by default) or all"`
}

// options returns how the game is reviewed.
func (a *reviewCall) options() (review.Options, error) {
	o := review.Options{Quality: a.Quality}
	switch {
	case a.From < 0:
		return o, fmt.Errorf("from: half moves are counted from 1, not %d", a.From)
	case a.Tell != "" && a.Tell != "notable" && a.Tell != "all":
		return o, fmt.Errorf("tell: choose notable or all")
	}
	o.From = max(0, a.From-1)
	switch a.Side {
	case "":
	case "first":
		o.Unjudged[nitoryu.Second] = true
	case "second":
		o.Unjudged[nitoryu.First] = true
	default:
		return o, errors.New("side: choose first (White, sente) or second (Black, gote)")
	}
	return o, nil
}

func (s *server) review(ctx context.Context, r *mcp.CallToolRequest, a reviewCall) (*review.Report, error) {
	o, err := a.options()
	if err != nil {
		return nil, err
	}
	g, p, err := s.open(&a.source)
	if err != nil {
		return nil, err
	}
	if len(a.Moves) > 0 || a.Ply != nil {
		if g, err = gameOf(p); err != nil {
			return nil, err
		}
	}
	n := len(g.Moves())
	if n == 0 || o.From >= n {
		return nil, fmt.Errorf("there is nothing to judge: the game has %s", halfMoves(review.English, n))
	}
	words, err := review.NewWords(g.Record(), s.language(a.tongue))
	if err != nil {
		return nil, err
	}
	o.Progress = progress(ctx, r)
	limited, free, err := s.use(ctx)
	if err != nil {
		return nil, err
	}
	defer free()
	// One thread and the usual table make the review equal to the one by "nitoryu analyse".
	engine, err := nitoryu.New(nitoryu.Options{Threads: 1, Hash: review.Hash})
	if err != nil {
		return nil, err
	}
	defer engine.Close()
	judged, err := review.Run(limited, engine, g, o)
	if err != nil {
		if ctx.Err() == nil && limited.Err() != nil {
			err = fmt.Errorf("the review of %s takes longer than %v: choose quality fast, a later from or one side", halfMoves(review.English, n), s.Patience)
		}
		return nil, err
	}
	report, err := judged.Report(review.Telling{
		Words: words, Engine: review.Engine + " " + s.Version, Options: o, Opening: opening.NameOf(inside.Core(g.Start()), g.Record().Moves()),
	})
	if err == nil && a.Tell != "all" {
		report.Moves = notable(report.Moves)
	}
	return report, err
}

// notable returns the moves that were bad or praised.
func notable(moves []review.MoveReport) []review.MoveReport {
	kept := []review.MoveReport{}
	for _, m := range moves {
		if m.Comment != "" || m.Praise != "" {
			kept = append(kept, m)
		}
	}
	return kept
}

// progress returns what tells the client how far a review is, if it wants to know.
func progress(ctx context.Context, r *mcp.CallToolRequest) func(review.Progress) {
	const between = time.Second
	token := r.Params.GetProgressToken()
	if token == nil {
		return nil
	}
	var told time.Time
	return func(now review.Progress) {
		if time.Since(told) < between {
			return
		}
		told = time.Now()
		// A client that does not hear it still gets the answer.
		_ = r.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
			ProgressToken: token, Progress: float64(now.Done), Total: float64(now.Total), Message: "positions",
		})
	}
}

// mateCall asks for a mate.
type mateCall struct {
	source
	tongue
	Plies int   `json:"plies,omitempty" jsonschema:"look for a mate by any moves within this number of half moves; by default 7 in chess, and in shogi any length by checks alone"`
	Nodes int64 `json:"nodes,omitempty" jsonschema:"how long each search may take, 1 to 5000000; by default 200000"`
}

func (s *server) mate(ctx context.Context, _ *mcp.CallToolRequest, a mateCall) (schema.Mate, error) {
	_, p, err := s.open(&a.source)
	if err != nil {
		return schema.Mate{}, err
	}
	if a.Nodes < 0 || a.Nodes > mateNodes {
		return schema.Mate{}, fmt.Errorf("nodes: 1 to %d, not %d", mateNodes, a.Nodes)
	}
	_, moves, err := played(p)
	if err != nil {
		return schema.Mate{}, err
	}
	limited, free, err := s.use(ctx)
	if err != nil {
		return schema.Mate{}, err
	}
	defer free()
	found, err := nitoryu.SolveMate(limited, p, nitoryu.MateLimits{Plies: a.Plies, Nodes: uint64(a.Nodes)})
	if err != nil && (ctx.Err() != nil || limited.Err() == nil) {
		return schema.Mate{}, err // else it is what was found in the time
	}
	l := s.language(a.tongue)
	answer := schema.Mate{
		Schema: schema.Version, Game: string(p.Variant()), Position: p.String(), Known: found.Known, Mates: len(found.Line) > 0,
		Line: append([]nitoryu.Move{}, found.Line...), Names: namesOf(p, l, found.Line...), Shortest: found.Shortest, First: []schema.MateMove{}, Sure: found.Sure,
	}
	if len(found.Ways) > 0 {
		board := inside.Core(p)
		for _, w := range found.Ways[0] {
			for _, m := range inside.ReadMoves(board, w.Move) {
				answer.First = append(answer.First, schema.MateMove{NamedMove: named(board, m, last(moves)), Plies: w.Plies})
			}
		}
	}
	switch {
	case answer.Mates && answer.Shortest:
		answer.Text = say(l, "mate in %s, the shortest: %s", "%s詰（最短）：%s", halfMoves(l, len(found.Line)), strings.Join(answer.Names, " "))
	case answer.Mates:
		answer.Text = say(l, "mate in %s; a shorter one may exist: %s", "%s詰（より短い詰みがあるかもしれません）：%s", halfMoves(l, len(found.Line)), strings.Join(answer.Names, " "))
	case answer.Known:
		answer.Text = in(l, "no mate", "不詰")
	default:
		answer.Text = in(l, "not proved within the nodes", "ノード数の範囲では証明できません")
	}
	return answer, nil
}

// endgameCall asks endgame tables.
type endgameCall struct {
	source
	tongue
}

func (s *server) endgame(_ context.Context, _ *mcp.CallToolRequest, a endgameCall) (schema.Endgame, error) {
	_, p, err := s.open(&a.source)
	if err != nil {
		return schema.Endgame{}, err
	}
	switch {
	case p.Variant() != nitoryu.Chess:
		return schema.Endgame{}, errors.New("there are endgame tables for chess alone")
	case s.Tables == nil || s.Tables.Men() == 0:
		return schema.Endgame{}, errors.New("this server has no endgame tables: nitoryu mcp --tables FOLDER opens them")
	}
	l := s.language(a.tongue)
	answer := schema.Endgame{Schema: schema.Version, Text: say(l, "no table knows the position; they know up to %d pieces", "この局面のデータベースはありません（%d駒まで）", s.Tables.Men())}
	if o := p.Outcome(); o.Over {
		answer.Text = say(l, "the game is over: %s", "終局しています：%s", o)
		return answer, nil
	}
	ranked, err := s.Tables.Moves(p)
	if errors.Is(err, nitoryu.ErrNoTable) {
		return answer, nil
	}
	if err != nil {
		return answer, err
	}
	start, moves, err := played(p)
	if err != nil {
		return answer, err
	}
	board := inside.Core(p)
	for _, t := range ranked {
		for _, m := range inside.ReadMoves(board, t.Move) {
			r := schema.TableResult{Result: t.WDL.String()}
			if t.DTZ != 0 {
				r.DTZ = new(max(t.DTZ, -t.DTZ))
			}
			answer.Moves = append(answer.Moves, schema.TableMove{NamedMove: named(board, m, last(moves)), TableResult: r})
		}
	}
	if len(answer.Moves) > 0 {
		answer.TableResult = answer.Moves[0].TableResult
		side := told(l, schema.SidesOf(start)[core.Color(p.Side())&1])
		answer.Text = say(l, "%s for %s; %s keeps it", "%[2]sの%[1]s。%[3]sで保てます", in(l, answer.Result, wdlJapanese[answer.Result]), side, nameOf(p, ranked[0].Move, l))
	}
	return answer, nil
}

// wdlJapanese are the results of tables in Japanese.
var wdlJapanese = map[string]string{
	"win": "勝ち", "cursed win": "50手ルールによる引き分け（勝ち形）", "draw": "引き分け", "blessed loss": "50手ルールによる引き分け（負け形）", "loss": "負け",
}
