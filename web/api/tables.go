package api

import (
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/games/syzygy"
)

// With returns the web API with endgame tables, which it leaves open.
func (api *API) With(tables *syzygy.Tables) *API {
	with := *api
	with.tables = tables
	return &with
}

// men returns the most pieces for which there are tables in a game.
func (api *API) men(game string) int {
	if api.tables == nil || game != chess.Rules.Name {
		return 0
	}
	return api.tables.Men()
}

// tablesAnswer is what they say, of the side to move.
type tablesAnswer struct {
	verdict
	Moves []tableMove `json:"moves"` // the best first; null where no table knows the position
}

// tableMove is a legal move with its verdict, for the side that makes it.
type tableMove struct {
	namedMove
	verdict
}

// verdict is a result under the fifty-move rule, the clock of the position included.
type verdict struct {
	Result string `json:"result,omitempty"` // win, cursed win, draw, blessed loss or loss
	DTZ    *int   `json:"dtz,omitempty"`    // plies to the next capture, pawn move or mate, if known
}

// endgame answers a request for what endgame tables say.
func (api *API) endgame(request []byte) (any, error) {
	r, err := decode[lineRequest](request)
	if err != nil {
		return nil, err
	}
	g, p, previous, err := r.play()
	if err != nil {
		return nil, err
	}
	var a tablesAnswer
	position, ok := p.(*chess.Position)
	if !ok || api.men(g.Name) == 0 || p.Verdict().Over() {
		return a, nil
	}
	ranked, byDistance, ok := api.tables.Root(position, syzygy.RootOptions{Repeated: position.Repeated()})
	if !ok {
		return a, nil
	}
	for _, m := range ranked {
		v := verdict{Result: m.WDL.String()}
		if byDistance && m.WDL != syzygy.Draw {
			v.DTZ = new(max(m.DTZ, -m.DTZ))
		}
		a.Moves = append(a.Moves, tableMove{namedMove{p.FormatMove(m.Move), namesOf(p, m.Move, previous)}, v})
	}
	a.verdict = a.Moves[0].verdict
	return a, nil
}
