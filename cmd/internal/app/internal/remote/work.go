package remote

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/internal/excerpt"
)

// work is a position to analyse, as the broker asks for it.
type work struct {
	ID   string `json:"id"`
	Work struct {
		Session  string         `json:"sessionId"`
		Threads  int            `json:"threads"`
		Hash     int            `json:"hash"`
		Lines    int            `json:"multiPv"`
		Variant  string         `json:"variant"`
		FEN      string         `json:"initialFen"`
		Moves    []nitoryu.Move `json:"moves"`
		Time     int64          `json:"movetime"` // milliseconds; with Depth and Nodes, 0: no limit
		Depth    int            `json:"depth"`
		Nodes    int64          `json:"nodes"`
		Infinite bool           `json:"infinite"`
	} `json:"work"`
}

const (
	mostMoves = 2000
	mostLines = 5
)

// readWork reads work, of which the number is good. What else is wrong with it, commands tells.
func readWork(text []byte) (*work, error) {
	var w work
	if err := json.Unmarshal(text, &w); err != nil {
		return nil, errors.New("the work makes no sense")
	}
	if !goodID.MatchString(w.ID) {
		return nil, fmt.Errorf("the work has no number but %s", excerpt.Quote(w.ID))
	}
	return &w, nil
}

// variants are the names of the chess that we play.
var variants = []string{"", "chess", "standard", "chess960", "fromposition", "from position"}

// commands returns the commands that the engine is to search by, in words of our own. The last one
// starts the search.
func (w *work) commands(threads, hash int) ([]string, error) {
	of := &w.Work
	switch {
	case !slices.Contains(variants, strings.ToLower(of.Variant)):
		return nil, fmt.Errorf("the engine does not play %s", excerpt.Quote(of.Variant))
	case len(of.Moves) > mostMoves:
		return nil, fmt.Errorf("the game has more than %d moves", mostMoves)
	case of.Time < 0 || of.Depth < 0 || of.Nodes < 0:
		return nil, errors.New("a limit is negative")
	}
	p, err := nitoryu.Open(nitoryu.Setup{Variant: nitoryu.Chess, Position: of.FEN, Chess960: true})
	if err != nil {
		return nil, err
	}
	position := "position fen " + p.String()
	if err := p.Play(of.Moves...); err != nil {
		return nil, err
	}
	if moves := p.Moves(); len(moves) > 0 {
		position += " moves"
		for _, m := range moves {
			position += " " + string(m)
		}
	}
	search := "go infinite"
	switch {
	case of.Infinite:
	case of.Time > 0:
		search = fmt.Sprintf("go movetime %d", of.Time)
	case of.Nodes > 0:
		search = fmt.Sprintf("go nodes %d", of.Nodes)
	case of.Depth > 0:
		search = fmt.Sprintf("go depth %d", of.Depth)
	}
	return []string{
		fmt.Sprintf("setoption name Threads value %d", within(of.Threads, threads)),
		fmt.Sprintf("setoption name Hash value %d", within(of.Hash, hash)),
		fmt.Sprintf("setoption name MultiPV value %d", within(of.Lines, mostLines)),
		position, search,
	}, nil
}

// within returns a number from 1 to a bound.
func within(n, most int) int { return max(1, min(n, most)) }
