package mcp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/internal/excerpt"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/internal/schema"
	"github.com/nitoryu/nitoryu/review"
)

// positionCall asks how a game stands.
type positionCall struct {
	source
	tongue
}

// stand tells how the game stands, without moves.
func (s *server) stand(a source, l review.Language) (told schema.Position, p *nitoryu.Position, moves []core.Move, err error) {
	_, p, err = s.open(&a)
	if err != nil {
		return told, nil, nil, err
	}
	start, moves, err := played(p)
	if err != nil {
		return told, nil, nil, err
	}
	told = schema.PositionOf(start, moves)
	told.Schema, told.Board, told.Outcome = schema.Version, nil, schema.OutcomeOf(start, start.Verdict(), told.Sides)
	for i := range told.Names {
		told.Names[i].Figurine = ""
	}
	if told.Last != nil {
		told.Last.Names.Figurine = ""
	}
	if p.Variant() == nitoryu.Chess {
		told.Hands = nil
	}
	told.Moves = len(p.Legal())
	told.Text = standing(p, &told, l)
	return told, p, moves, nil
}

// standing says how a game stands.
func standing(p *nitoryu.Position, at *schema.Position, l review.Language) string {
	if at.Outcome != nil {
		return told(l, at.Outcome.Text)
	}
	text := say(l, "%s to move", "%sの手番", told(l, at.Sides[p.Side()]))
	if len(at.Check) > 0 {
		text += say(l, ", in check from %s", "、%sから王手", strings.Join(at.Check, in(l, " and ", "と")))
	}
	text += say(l, "; %d legal moves", "。指せる手は%d通り", at.Moves)
	if at.Claim.Declaration {
		text += in(l, "; it may declare (entering king)", "。入玉宣言ができます")
	}
	return text
}

func (s *server) position(_ context.Context, _ *mcp.CallToolRequest, a positionCall) (schema.Position, error) {
	told, p, _, err := s.stand(a.source, s.language(a.tongue))
	if err == nil {
		told.Diagram = p.Diagram()
	}
	return told, err
}

// legalCall asks for the legal moves.
type legalCall struct {
	source
	tongue
	From     string `json:"from,omitempty" jsonschema:"only moves of the piece on this square"`
	To       string `json:"to,omitempty" jsonschema:"only moves to this square"`
	Piece    string `json:"piece,omitempty" jsonschema:"only moves of pieces with this letter, as in FEN or SFEN, such as N or +P"`
	Captures bool   `json:"captures,omitempty" jsonschema:"only moves that take something"`
	Checks   bool   `json:"checks,omitempty" jsonschema:"only moves that give check"`
}

// wants reports whether a move is asked for.
func (a *legalCall) wants(m *schema.Move) bool {
	return (a.From == "" || strings.EqualFold(a.From, m.From)) && (a.To == "" || strings.EqualFold(a.To, m.To)) &&
		(a.Piece == "" || strings.EqualFold(a.Piece, m.Piece)) && (!a.Captures || m.Capture) && (!a.Checks || m.Check)
}

func (s *server) legal(_ context.Context, _ *mcp.CallToolRequest, a legalCall) (schema.Position, error) {
	told, p, moves, err := s.stand(a.source, s.language(a.tongue))
	if err != nil {
		return told, err
	}
	for _, m := range schema.LegalOf(inside.Core(p), last(moves)) {
		if a.wants(&m) {
			m.Names.Figurine, m.From, m.To, m.Piece, m.Promotes, m.Drop, m.Rook = "", "", "", "", nil, "", ""
			told.Legal = append(told.Legal, m)
		}
	}
	told.Legal = append([]schema.Move{}, told.Legal...)
	told.Names = []schema.Names{} // the question was about what may follow
	return told, nil
}

// tryCall asks what moves do.
type tryCall struct {
	source
	tongue
	Try moveList `json:"try" jsonschema:"the moves that might be played next, in any notation"`
}

func (s *server) try(_ context.Context, _ *mcp.CallToolRequest, a tryCall) (schema.Effects, error) {
	_, p, err := s.open(&a.source)
	if err != nil {
		return schema.Effects{}, err
	}
	if n := len(a.Try); n == 0 || n > maxTried {
		return schema.Effects{}, fmt.Errorf("try: give 1 to %d moves, not %d", maxTried, n)
	}
	start, moves, err := played(p)
	if err != nil {
		return schema.Effects{}, err
	}
	answer := schema.Effects{Schema: schema.Version, Game: string(p.Variant()), Position: p.String(), Side: p.Side().String()}
	t := trier{p: p, language: s.language(a.tongue), previous: last(moves), sides: schema.SidesOf(start), kinds: schema.KindsOf(start)}
	for _, text := range a.Try {
		answer.Moves = append(answer.Moves, t.try(text))
	}
	return answer, nil
}

// trier tells what moves do in a position.
type trier struct {
	p        *nitoryu.Position
	language review.Language
	previous core.Move
	sides    [2]schema.Text
	kinds    []schema.Kind
}

// kind returns the name of a piece.
func (t *trier) kind(letter string) string {
	for _, k := range t.kinds {
		if k.Piece == letter {
			return told(t.language, k.Name)
		}
	}
	return letter
}

// ranks are those of shogi, as players write them in Japanese.
var ranks = []rune("一二三四五六七八九")

// square returns the name of a square, in shogi as players of the language write it.
func (t *trier) square(name string) string {
	if t.language != review.Japanese || t.p.Variant() != nitoryu.Shogi {
		return name
	}
	return string([]rune{'１' + rune(name[0]-'1'), ranks[name[1]-'a']})
}

// try tells what a move does.
func (t *trier) try(text string) schema.Effect {
	e := schema.Effect{Asked: excerpt.Of(text)}
	if o := t.p.Outcome(); o.Over {
		e.Why = say(t.language, "the game is over: %s", "終局しています：%s", o)
		e.Text = e.Why
		return e
	}
	m, err := t.p.Parse(text)
	if err != nil {
		e.Why = fmt.Sprintf("%v; %s", err, nearHint(t.p, t.sides[t.p.Side()].English, text))
		e.Text = say(t.language, "%s is not legal: %s", "%sは指せません：%s", e.Asked, e.Why)
		return e
	}
	board := inside.Core(t.p)
	move := inside.ReadMoves(board, m)[0]
	parts := schema.MoveOf(board, move, t.previous)
	parts.Names.Figurine = ""
	e.Legal, e.Move = true, &parts
	if parts.Capture {
		if e.Taken = string(t.p.At(nitoryu.Square(parts.To)).Kind()); e.Taken == "" {
			e.Taken = "P" // en passant
		}
	}
	after := t.p.Clone()
	if err := after.Play(m); err != nil {
		e.Why = err.Error() // does not happen: it was legal
		return e
	}
	e.Position, e.Replies = after.String(), len(after.Legal())
	e.Outcome = schema.OutcomeOf(board, inside.Core(after).Verdict(), t.sides)
	if !parts.Castles {
		here := nitoryu.Square(parts.To)
		e.Attacked = squares(after.Attackers(after.Side(), here))
		e.Defended = squares(after.Attackers(t.p.Side(), here))
		for s, piece := range after.Pieces() {
			if piece.Side() == after.Side() && slices.Contains(after.Attackers(t.p.Side(), s), here) {
				e.Threatens = append(e.Threatens, string(s))
			}
		}
	}
	e.Text = t.words(&e, after)
	return e
}

// words says what a legal move does.
func (t *trier) words(e *schema.Effect, after *nitoryu.Position) string {
	l := t.language
	name := nameOf(t.p, nitoryu.Move(e.Move.Move), l)
	facts := []string{}
	add := func(english, japanese string, values ...any) {
		facts = append(facts, say(l, english, japanese, values...))
	}
	switch {
	case e.Move.Castles:
		add("castles", "キャスリング")
	case e.Move.Drop != "":
		add("drops a %s on %s", "%sを%sに打つ", t.kind(e.Move.Drop), t.square(e.Move.To))
	default:
		add("the %s goes from %s to %s", "%sが%sから%sへ", t.kind(e.Move.Piece), t.square(e.Move.From), t.square(e.Move.To))
	}
	if e.Taken != "" {
		add("takes a %s", "%sを取る", t.kind(e.Taken))
	}
	if e.Move.Promotes != nil {
		if piece, chess := e.Move.Promotes.(string); chess {
			add("becomes a %s", "%sに成る", t.kind(piece))
		} else {
			add("promotes", "成る")
		}
	}
	if e.Outcome != nil {
		add("ends the game: %s", "終局：%s", told(l, e.Outcome.Text))
	} else {
		if e.Move.Check {
			add("gives check", "王手")
		}
		add("%[2]s has %[1]d legal replies", "%[2]sの応手は%[1]d通り", e.Replies, told(l, t.sides[after.Side()]))
	}
	for _, f := range []struct {
		squares           []string
		english, japanese string
	}{
		{e.Attacked, "the piece is attacked from %s", "駒は%sから当たり"},
		{e.Defended, "defended from %s", "%sのひもつき"},
		{e.Threatens, "it attacks %s", "%sに当てる"},
	} {
		if len(f.squares) > 0 {
			var names []string
			for _, s := range f.squares {
				names = append(names, t.square(s))
			}
			add(f.english, f.japanese, strings.Join(names, in(l, ", ", "、")))
		}
	}
	return name + in(l, ": ", "：") + strings.Join(facts, in(l, "; ", "、"))
}

// gameCall asks for a game.
type gameCall struct {
	source
	tongue
	Format string `json:"format,omitempty" jsonschema:"also write the game in this format: pgn, kif, ki2, csa or jkf"`
}

func (s *server) game(_ context.Context, _ *mcp.CallToolRequest, a gameCall) (told schema.RecordedGame, err error) {
	if len(a.Moves) > 0 || a.Ply != nil {
		if a.Record != "" {
			return told, errors.New("a record has its own moves: leave moves and ply out")
		}
	}
	g, p, err := s.open(&a.source)
	if err != nil {
		return told, err
	}
	games := 1
	if a.Record != "" {
		if _, games, err = pick(&a.source); err != nil {
			return told, err
		}
	} else if g, err = gameOf(p); err != nil {
		return told, err
	}
	o := g.Outcome()
	told = schema.RecordedGame{
		Schema: schema.Version, Game: string(g.Variant()), Games: games, Number: max(1, a.Number), Tags: map[string]string{}, Start: g.Start().String(),
		Moves: []schema.NamedMove{}, Result: o.Result(), Ending: string(o.Ending),
	}
	for name, value := range g.Tags() {
		told.Tags[name] = value
	}
	previous := core.NoMove
	for at, ply := range g.Plies() {
		if len(told.Moves) == maxMoves {
			return told, fmt.Errorf("the game has more than %d half moves", maxMoves)
		}
		board := inside.Core(at)
		moves := inside.ReadMoves(board, ply.Move)
		if len(moves) == 0 { // a turn that is passed
			told.Moves = append(told.Moves, schema.NamedMove{Move: string(ply.Move)})
			previous = core.NoMove
			continue
		}
		told.Moves = append(told.Moves, named(board, moves[0], previous))
		previous = moves[0]
	}
	if a.Format != "" {
		var text strings.Builder
		if err := g.Write(&text, "game."+strings.ToLower(a.Format)); err != nil {
			return told, fmt.Errorf("format: %w", err)
		}
		told.Record = text.String()
	}
	l := s.language(a.tongue)
	told.Text = say(l, "%s, %s, result %s", "%s、%s、結果%s", told.Game, halfMoves(l, len(told.Moves)), o)
	return told, nil
}

// gameOf returns the game that led to p.
func gameOf(p *nitoryu.Position) (*nitoryu.Game, error) {
	g, err := nitoryu.NewGame(p.Setup())
	if err == nil {
		err = g.Play(p.Moves()...)
	}
	return g, err
}

// openingCall asks for the opening.
type openingCall struct {
	source
	tongue
}

func (s *server) opening(_ context.Context, _ *mcp.CallToolRequest, a openingCall) (schema.Opening, error) {
	_, p, err := s.open(&a.source)
	if err != nil {
		return schema.Opening{}, err
	}
	start, moves, err := played(p)
	if err != nil {
		return schema.Opening{}, err
	}
	l := s.language(a.tongue)
	answer := schema.OpeningOf(start, moves, len(moves))
	answer.Schema = schema.Version
	board := inside.Core(p)
	for _, text := range answer.Book {
		for _, m := range inside.ReadMoves(board, nitoryu.Move(text)) {
			answer.Next = append(answer.Next, named(board, m, last(moves)))
		}
	}
	answer.Text = in(l, "no opening with a name", "名前のある戦型ではありません")
	if answer.Name != nil {
		answer.Text = strings.TrimSpace(answer.Code + " " + told(l, *answer.Name))
	}
	return answer, nil
}
