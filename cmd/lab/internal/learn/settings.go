package learn

import (
	"errors"
	"fmt"
)

// Settings define a run. Their names are the names of the flags of lab learn.
type Settings struct {
	Game string `json:"game"`
	From string `json:"from"` // hash of the network that it began with; "": the hand-crafted evaluation
	Seed uint64 `json:"seed"`

	Hidden  int    `json:"hidden"` // the network, as in lab train
	Inputs  string `json:"inputs"`
	Buckets int    `json:"buckets"`
	Layers  string `json:"layers,omitempty"`

	Positions int64  `json:"positions"` // of a generation, as training keeps them
	Nodes     uint64 `json:"nodes"`     // for each move

	Openings string  `json:"openings"`       // a file; "": random ones
	Share    float64 `json:"openings-share"` // of the games that begin with an opening of the file

	Teacher string `json:"teacher,omitempty"`       // a file: this network plays, and its values are learned; "": none
	Student bool   `json:"student-plays,omitempty"` // the newest network plays instead of the teacher
	Every   int    `json:"every,omitempty"`         // one value in this many of the teacher's searches is kept
	Most    int    `json:"most-value,omitempty"`    // larger values are left out
	Near    int    `json:"near,omitempty"`          // values of positions farther than this many moves from the game are left out; 0: none
	Played  bool   `json:"with-games,omitempty"`    // the positions of the teacher's games are learned, too

	Window    int     `json:"window"` // generations whose games are trained on
	Passes    float64 `json:"passes"`
	Rate      float64 `json:"lr"`
	Batch     int     `json:"batch"`
	Blend     float64 `json:"wdl"`
	Scale     int     `json:"scale"`
	Stretch   int     `json:"stretch,omitempty"` // as in lab train, like LossScale
	LossScale int     `json:"loss-scale,omitempty"`
	Held      float64 `json:"held"`

	FirstPasses float64 `json:"first-passes"` // from random weights
	FirstRate   float64 `json:"first-lr"`

	MatchEvery int    `json:"match-every"` // generations; 0: never
	MatchGames int    `json:"match-games"` // against each opponent
	MatchNodes uint64 `json:"match-nodes"`

	Keep    int `json:"keep"` // generations whose games stay on the disk
	Threads int `json:"threads"`
}

// Defaults returns the settings of a game for a run that says nothing else.
func Defaults(game string) Settings {
	s := Settings{
		Game: game, Seed: 1, Positions: 5_000_000, Nodes: 100, Share: 0.5,
		Window: 2, Passes: 4, Rate: 0.0003, Batch: 16384, Blend: 0.1, Held: 0.01, FirstPasses: 30, FirstRate: 0.001,
		MatchEvery: 5, MatchGames: 200, MatchNodes: 4000, Keep: 40,
	}
	if game == "shogi" {
		s.Positions = 3_000_000
	}
	return s
}

// Taught returns the settings of a run with a teacher that says nothing else. The values of a
// teacher are many, right, and always from the same network, so that all are learned at a high
// rate.
func (s Settings) Taught() Settings {
	s.Positions, s.Nodes, s.Every, s.Most = 50_000_000, 100, 8, 5000
	s.Window, s.Keep, s.Passes, s.Rate, s.FirstPasses = 8, 8, 1.5, 0.0008, 3
	return s
}

// lessons returns the endings of the files of a generation that networks learn from.
func (s *Settings) lessons() []string {
	switch {
	case s.Teacher == "":
		return []string{".games"}
	case s.Played:
		return []string{".values", ".games"}
	default:
		return []string{".values"}
	}
}

// Validate returns an error for settings that no run can have. What only training can
// judge is left to it.
func (s *Settings) Validate() error {
	switch {
	case s.Positions < 1:
		return fmt.Errorf("--positions has to be at least 1, not %d", s.Positions)
	case s.Nodes < 1 || s.MatchNodes < 1:
		return errors.New("--nodes and --match-nodes have to be at least 1")
	case s.Teacher != "" && s.Every < 1:
		return fmt.Errorf("--every has to be at least 1, not %d", s.Every)
	case s.Near < 0:
		return fmt.Errorf("--near has to be at least 0, not %d", s.Near)
	case s.Played && s.Teacher == "":
		return errors.New("--with-games: without --teacher, games are all that is learned")
	case s.Student && s.Teacher == "":
		return errors.New("--student-plays: without --teacher, the newest network always plays")
	case s.Window < 1:
		return fmt.Errorf("--window has to be at least 1 generation, not %d", s.Window)
	case s.Keep < s.Window:
		return fmt.Errorf("--keep %d is less than --window %d: training needs those games", s.Keep, s.Window)
	case s.MatchEvery < 0:
		return fmt.Errorf("--match-every has to be at least 0, not %d", s.MatchEvery)
	case s.MatchGames < 2 || s.MatchGames%2 != 0:
		return fmt.Errorf("--match-games has to be an even number of at least 2, not %d", s.MatchGames)
	case s.Threads < 0 || s.Threads > 1024:
		return fmt.Errorf("--threads %d is not within 0 to 1024", s.Threads)
	}
	return nil
}

// First returns the settings of a generation that begins with random weights. The few games of
// the hand-crafted evaluation need many passes, which would learn their results by heart, so
// this generation learns from scores alone.
func (s Settings) First() Settings {
	s.Passes, s.Rate, s.Blend = s.FirstPasses, s.FirstRate, 0
	return s
}
