package protocol

import (
	"strconv"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/options"
)

// tableOptions are about endgame tables. Shogi has none.
func tableOptions() []Option {
	// use returns how to change the use of tables.
	use := func(set func(u *options.Tables, v value)) func(*Session, value) error {
		return func(s *Session, v value) error {
			set(&s.tables, v)
			s.engine.UseTables(s.tables)
			return nil
		}
	}
	most := strconv.Itoa(core.MaxMen)
	return []Option{{
		Kind: Text,
		UCI:  Offer{Name: "SyzygyPath"},
		Help: "folders of Syzygy endgame tables, separated by `;` on Windows and `:` elsewhere; empty for none", engine: true, system: true,
		apply: func(s *Session, v value) error {
			found, err := s.engine.SetTables(s.mode.Rules.Name, v.text)
			if found != "" {
				s.out.print(note(found))
			}
			return err
		},
	}, {
		Kind: Spin,
		UCI:  Offer{Name: "SyzygyProbeDepth", Default: "1", Min: 1, Max: 100},
		Help: "lowest depth at which positions with SyzygyProbeLimit pieces are looked up; positions with fewer pieces are looked up at any depth", engine: true, system: true,
		apply: use(func(u *options.Tables, v value) { u.Depth = v.number }),
	}, {
		Kind: Check,
		UCI:  Offer{Name: "Syzygy50MoveRule", Default: "true"},
		Help: "wins and losses that take too long for the fifty-move rule are draws", engine: true, system: true,
		apply: use(func(u *options.Tables, v value) { u.NoDraws = v.number == 0 }),
	}, {
		Kind: Spin,
		UCI:  Offer{Name: "SyzygyProbeLimit", Default: most, Max: core.MaxMen},
		Help: "largest number of pieces, kings included, with which positions are looked up; 0 for no look-ups", engine: true, system: true,
		apply: use(func(u *options.Tables, v value) { u.Limit = v.number }),
	}}
}
