package protocol

import (
	"strconv"

	"github.com/nitoryu/nitoryu/core/strength"
)

// strengthOptions limit the strength of play. Front ends have their own ranges (fishnet's
// skill begins at -9), so any number means the nearest valid one.
func strengthOptions() []Option {
	full := strconv.Itoa(strength.FullSkill)
	return []Option{{
		Kind: Spin,
		UCI:  Offer{Name: "Skill Level", Default: full, Max: strength.FullSkill},
		USI:  Offer{Name: "SkillLevel", Default: full, Max: strength.FullSkill},
		Help: "strength of play, from beginner to " + full + " for no limit", clamp: true, engine: true,
		apply: func(s *Session, v value) error { s.engine.SetSkill(v.number); return nil },
	}, {
		Kind: Check,
		UCI:  Offer{Name: "UCI_LimitStrength", Default: "false"},
		USI:  Offer{Name: "USI_LimitStrength", Default: "false"},
		Help: "play at the Elo below, whatever the skill level", engine: true,
		apply: func(s *Session, v value) error { s.engine.LimitElo(v.number == 1); return nil },
	}, {
		Kind: Spin,
		UCI:  eloOffer("UCI_Elo", "chess"),
		USI:  eloOffer("USI_Elo", "shogi"),
		Help: "strength of play when it is limited", clamp: true, engine: true,
		apply: func(s *Session, v value) error { s.engine.SetElo(v.number); return nil },
	}}
}

// eloOffer offers the range of a game; the default is the strongest.
func eloOffer(name, game string) Offer {
	ladder, _ := strength.Of(game)
	lowest, highest := ladder.Range()
	return Offer{Name: name, Default: strconv.Itoa(highest), Min: lowest, Max: highest}
}
