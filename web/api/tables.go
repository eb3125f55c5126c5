package api

import (
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/games/syzygy"
	"github.com/nitoryu/nitoryu/internal/schema"
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
	var a schema.Endgame
	position, ok := p.(*chess.Position)
	if !ok || api.men(g.Name) == 0 || p.Verdict().Over() {
		return a, nil
	}
	ranked, byDistance, ok := api.tables.Root(position, syzygy.RootOptions{Repeated: position.Repeated()})
	if !ok {
		return a, nil
	}
	for _, m := range ranked {
		v := schema.TableResult{Result: m.WDL.String()}
		if byDistance && m.WDL != syzygy.Draw {
			v.DTZ = new(max(m.DTZ, -m.DTZ))
		}
		a.Moves = append(a.Moves, schema.TableMove{NamedMove: schema.NamedMove{Move: p.FormatMove(m.Move), Names: schema.NamesOf(p, m.Move, previous)}, TableResult: v})
	}
	a.TableResult = a.Moves[0].TableResult
	return a, nil
}
