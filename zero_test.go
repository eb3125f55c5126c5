package nitoryu_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/tests/must"
)

// The zero value of a position is the beginning of chess, whatever it is asked.
func TestZeroPosition(t *testing.T) {
	usual := open(t, nitoryu.Setup{})
	for name, ask := range map[string]func(p *nitoryu.Position) any{
		"String": func(p *nitoryu.Position) any { return p.String() }, "Variant": func(p *nitoryu.Position) any { return p.Variant() },
		"Legal": func(p *nitoryu.Position) any { return strings.Join(texts(p.Legal()), " ") }, "Side": func(p *nitoryu.Position) any { return p.Side() },
		"Moves": func(p *nitoryu.Position) any { return len(p.Moves()) }, "Last": func(p *nitoryu.Position) any { return p.Last() },
		"Key": func(p *nitoryu.Position) any { return p.Key() }, "Plies": func(p *nitoryu.Position) any { return p.Plies() },
		"Setup": func(p *nitoryu.Position) any { return p.Setup() }, "Start": func(p *nitoryu.Position) any { return p.Start() },
		"InCheck": func(p *nitoryu.Position) any { return p.InCheck() }, "At": func(p *nitoryu.Position) any { return p.At("e1") },
		"Hand": func(p *nitoryu.Position) any { return len(p.Hand(nitoryu.First)) }, "Checkers": func(p *nitoryu.Position) any { return len(p.Checkers()) },
		"Outcome": func(p *nitoryu.Position) any { return p.Outcome() }, "Claim": func(p *nitoryu.Position) any { return p.Claim() },
		"Chances": func(p *nitoryu.Position) any { return p.Chances(50) }, "Undo": func(p *nitoryu.Position) any { return p.Undo() },
		"Opening": func(p *nitoryu.Position) any { return p.Opening() }, "SVG": func(p *nitoryu.Position) any { return p.SVG(nitoryu.Drawing{}) },
		"Diagram": func(p *nitoryu.Position) any { return p.Diagram() }, "Clone": func(p *nitoryu.Position) any { return p.Clone().String() },
		"CloneTo": func(p *nitoryu.Position) any { return p.CloneTo(new(nitoryu.Position)).String() },
		"Parse":   func(p *nitoryu.Position) any { m, _ := p.Parse("Nf3"); return m },
		"Write":   func(p *nitoryu.Position) any { m, _ := p.Write(nitoryu.SAN, "g1f3"); return m[0] },
		"Play":    func(p *nitoryu.Position) any { return errors.Join(p.Play("g1f3"), p.Play("g8f6")) == nil && p.Undo() },
		"Pieces": func(p *nitoryu.Position) any {
			n := 0
			for range p.Pieces() {
				n++
			}
			return n
		},
	} {
		if got, want := ask(new(nitoryu.Position)), ask(usual.Clone()); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

func texts(moves []nitoryu.Move) (texts []string) {
	for _, m := range moves {
		texts = append(texts, string(m))
	}
	return texts
}

// The zero value of a game is one of chess without moves.
func TestZeroGame(t *testing.T) {
	var g nitoryu.Game
	if g.Variant() != nitoryu.Chess || g.Tag("White") != "" || g.Result() != "*" || len(g.Moves()) != 0 || g.Outcome().Over || g.Opening().Name != "" {
		t.Errorf("%s", &g)
	}
	for range new(nitoryu.Game).Plies() {
		t.Error("a move")
	}
	n := 0
	for range new(nitoryu.Game).Positions() {
		n++
	}
	if n != 1 {
		t.Errorf("%d positions", n)
	}
	for name, use := range map[string]func(*nitoryu.Game) error{
		"Play": func(g *nitoryu.Game) error { return g.Play("e2e4") }, "SetTag": func(g *nitoryu.Game) error { g.SetTag("White", "a"); return nil },
		"Resign": func(g *nitoryu.Game) error { return g.Resign(nitoryu.First) }, "SetResult": func(g *nitoryu.Game) error { return g.SetResult("1-0") },
		"text": func(g *nitoryu.Game) error { return new(nitoryu.Game).UnmarshalText([]byte(g.String())) },
	} {
		if err := use(new(nitoryu.Game)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := new(nitoryu.Game).Claim(); !errors.Is(err, nitoryu.ErrNoClaim) {
		t.Error(err)
	}
}

// Whatever else was never made answers that it has nothing.
func TestZeroValues(t *testing.T) {
	ctx, p := context.Background(), open(t, nitoryu.Setup{})
	for name, s := range map[string]nitoryu.Searcher{"engine": new(nitoryu.Engine), "pool": new(nitoryu.Pool), "empty pool": nitoryu.NewPool()} {
		_, asked := nitoryu.Ask(ctx, s, p, nitoryu.Limits{Nodes: 1})
		_, searched := s.Search(ctx, p, nitoryu.Limits{Nodes: 1})
		for i, err := range []error{asked, searched, s.NewGame(ctx)} {
			if !errors.Is(err, nitoryu.ErrClosed) {
				t.Errorf("%s, call %d: %v", name, i, err)
			}
		}
		if err := errors.Join(s.Close(), s.Close()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := new(nitoryu.Engine).Evaluate(ctx, p); !errors.Is(err, nitoryu.ErrClosed) {
		t.Error(err)
	}

	var s nitoryu.Search
	s.Stop()
	for range s.Lines() {
		t.Error("a line")
	}
	if _, err := s.Result(); !errors.Is(err, nitoryu.ErrClosed) || s.PonderHit(nil) != nil || s.Progress() != (nitoryu.Progress{}) {
		t.Error(err)
	}
	var r nitoryu.Reporter
	r.Line(nitoryu.Line{Rank: 1})
	r.Progress(nitoryu.Progress{})
	r.Finish(nitoryu.Result{}, nil)

	var y nitoryu.Ply
	y.Comment("a")
	y.Glyph(1)
	y.SetScore(10, 1)
	if _, ok := y.Score(); !ok || len(y.Comments()) != 1 || len(y.Glyphs()) != 1 || y.Variation("e2e4") == nil {
		t.Error("a move of no game")
	}
	for range y.Variations() {
		t.Error("a variation")
	}

	var h nitoryu.Header
	if _, err := h.Game(); err == nil || h.Tag("White") != "" || h.Result() != "*" || h.Number() != 0 {
		t.Error(err)
	}
	var b nitoryu.Book
	moves, err := b.Moves(p)
	must.OK(t, err)
	if m, err := b.Choose(p, nil); err != nil || m != nitoryu.NoMove || len(moves) != 0 || b.Variant() != "" || b.Close() != nil {
		t.Error(m, err)
	}
	var tables nitoryu.Tables
	_, probed := tables.Probe(p)
	_, listed := tables.Moves(p)
	if !errors.Is(probed, nitoryu.ErrNoTable) || !errors.Is(listed, nitoryu.ErrNoTable) || tables.Men() != 0 || tables.Close() != nil {
		t.Error(probed, listed)
	}
}
