package nitoryu_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"slices"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/tests/must"
)

func TestSolveMate(t *testing.T) {
	const (
		corner  = "7k/8/5K2/8/8/8/8/R7 w - - 0 1"
		tsume   = "lns+R4l/1p1p5/p1pkppB1p/6p2/1R7/6P1P/P1PPnPS2/2+b1G1g2/L3K1sNL b 2GS3Pnp 51"
		bare    = "4k4/9/9/9/9/9/9/9/4K4 b G 1"
		unknown = "8k/9/9/9/9/9/9/9/9 b R2GSr2b2g3s4n4l18p 1"
	)
	for _, test := range []struct {
		name, position string
		limits         nitoryu.MateLimits
		line           int // plies
		known          bool
		first          []nitoryu.MateWay // the shortest two
	}{
		{"chess, within seven plies", corner, nitoryu.MateLimits{}, 3, true, []nitoryu.MateWay{{Move: "f6g6", Plies: 3}, {Move: "f6f7", Plies: 3}}},
		{"not within one", corner, nitoryu.MateLimits{Plies: 1}, 0, true, nil},
		{"shogi, by checks alone", tsume, nitoryu.MateLimits{Nodes: 3000}, 3, true, []nitoryu.MateWay{{Move: "S*5b", Plies: 3}, {Move: "S*6d", Plies: 5}}},
		{"there is none", bare, nitoryu.MateLimits{}, 0, true, nil},
		{"nobody knows", unknown, nitoryu.MateLimits{Nodes: 1}, 0, false, nil},
	} {
		p, err := nitoryu.Open(nitoryu.Setup{Position: test.position})
		must.OK(t, err)
		m, err := nitoryu.SolveMate(t.Context(), p, test.limits)
		if err != nil || len(m.Line) != test.line || m.Known != test.known || m.Shortest != (test.line > 0) || p.String() != test.position {
			t.Errorf("%s: %+v, error %v", test.name, m, err)
		}
		if first := append(m.Ways, nil)[0]; !slices.Equal(first[:min(2, len(first))], test.first) {
			t.Errorf("%s: first moves %v, want %v", test.name, first, test.first)
		}
		if err := p.Play(m.Line...); err != nil || p.Outcome().Over != (test.line > 0) {
			t.Errorf("%s: after %v the outcome is %v, error %v", test.name, m.Line, p.Outcome(), err)
		}
	}
}

func TestSolveMateEnds(t *testing.T) {
	p, err := nitoryu.Open(nitoryu.Setup{})
	must.OK(t, err)
	for _, plies := range []int{-1, 1000} {
		var limit *nitoryu.LimitError
		if _, err := nitoryu.SolveMate(t.Context(), p, nitoryu.MateLimits{Plies: plies}); !errors.As(err, &limit) {
			t.Errorf("%d plies: error %v", plies, err)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if m, err := nitoryu.SolveMate(ctx, p, nitoryu.MateLimits{}); !errors.Is(err, context.Canceled) || m.Known {
		t.Errorf("%+v, error %v", m, err)
	}
}

// A problem of shogi is solved with all that mates on the way.
func ExampleSolveMate() {
	p, err := nitoryu.Open(nitoryu.Setup{Position: "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"})
	if err != nil {
		log.Fatal(err)
	}
	mate, err := nitoryu.SolveMate(context.Background(), p, nitoryu.MateLimits{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(mate.Line, "the shortest:", mate.Shortest, "the only one:", len(mate.Ways[0]) == 1)
	// Output: [G*5b] the shortest: true the only one: true
}
