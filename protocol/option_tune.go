//go:build tune

package protocol

import (
	"strconv"

	"github.com/nitoryu/nitoryu/core/params"
)

// tunable is what tuning needs of an engine.
type tunable interface {
	// SetParameter sets a parameter of the search in the game with that name.
	SetParameter(game, name string, value int) error
}

// tuningOptions are the parameters of the search, including switches. Each dialect offers
// and sets the parameters of its game. A technique that is off in a game, by a default
// outside of the range, is not offered there.
func tuningOptions() []Option {
	var options []Option
	for _, r := range params.Rows() {
		offer := func(usual int) Offer {
			if usual < r.Min || usual > r.Max {
				return Offer{}
			}
			return Offer{Name: r.Name, Default: strconv.Itoa(usual), Min: r.Min, Max: r.Max}
		}
		options = append(options, Option{
			Kind: Spin, UCI: offer(r.Chess), USI: offer(r.Shogi), Help: r.Doc, engine: true,
			apply: func(s *Session, v value) error {
				return s.engine.SetParameter(s.mode.Rules.Name, r.Name, v.number)
			},
		})
	}
	return options
}
