package speed

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/player"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/games"
)

// The parts of a measurement.
const (
	PerftPart    = "perft"
	SearchPart   = "search"
	VariantsPart = "variants"
	ProfilePart  = "profile"
)

// Parts lists the parts, in the order in which they are measured.
func Parts() []string { return []string{PerftPart, SearchPart, VariantsPart, ProfilePart} }

// Engine is an engine to be measured.
type Engine struct {
	player.Config
	Words   string         // that describe it on the command line
	Counter *player.Config // the program that counts moves for it; nil: the engine itself
	NoPerft bool           // nothing counts moves for it
}

// counter returns what counts moves for the engine.
func (e *Engine) counter() player.Config {
	if e.Counter != nil {
		return *e.Counter
	}
	return e.Config
}

// Setup is what has to be the same for measurements to be comparable.
type Setup struct {
	measure.Machine
	Game     string        `json:"game"`
	Engines  []Named       `json:"engines"`  // the others are compared with the first
	Variants []Named       `json:"variants"` // of the first
	Refused  []string      `json:"refused"`  // variants that the first does not know, or the machine does not have
	MoveTime time.Duration `json:"move_time_ns"`
	Hash     int           `json:"hash"` // of each engine, MiB
	Core     int           `json:"core"` // on which all run; -1: the system chooses
}

// Named is an engine with the words that describe it.
type Named struct {
	Name    string `json:"name"`
	Words   string `json:"words"`
	NoPerft bool   `json:"no_perft,omitempty"`
}

// Config says what is measured.
type Config struct {
	Game     games.Game
	Parts    []string
	Engines  []Engine
	Variants []Engine
	Refused  []string
	Counts   []Count
	Runs     int
	MoveTime time.Duration // of a search
	Hash     int
	Core     int
}

// Setup returns the setup of the measurement.
func (c *Config) Setup() *Setup {
	s := &Setup{Machine: measure.ThisMachine(), Game: c.Game.Name, Refused: c.Refused, MoveTime: c.MoveTime, Hash: c.Hash, Core: c.Core}
	for _, e := range c.Engines {
		s.Engines = append(s.Engines, Named{e.Name, e.Words, e.NoPerft})
	}
	for _, e := range c.Variants {
		s.Variants = append(s.Variants, Named{e.Name, e.Words, false})
	}
	return s
}

// Validate returns an error for what cannot be measured.
func (c *Config) Validate() error {
	switch {
	case len(c.Engines) == 0:
		return errors.New("no engine is given")
	case c.Runs < 1:
		return fmt.Errorf("there has to be at least 1 run, not %d", c.Runs)
	case c.MoveTime < time.Millisecond:
		return fmt.Errorf("%v is too short for a search", c.MoveTime)
	case c.Hash < 1:
		return fmt.Errorf("the table has to have at least 1 MiB, not %d", c.Hash)
	}
	for _, list := range [][]Engine{c.Engines, append(c.Variants, c.Engines[0])} {
		for i, e := range list {
			if slices.ContainsFunc(list[:i], func(o Engine) bool { return o.Name == e.Name }) {
				return fmt.Errorf("there are two engines called %q: give them names with name=NAME", e.Name)
			}
		}
	}
	return nil
}

// Count is a tree of legal moves whose size is known.
type Count struct {
	Name     string
	Position string // FEN or SFEN; empty: the initial one
	Depth    int
	Leaves   uint64
}

// Counts returns the trees that are counted in a game: that of the initial position, and
// one with many moves of rare kinds.
func Counts(game string) []Count {
	if game == chess.Rules.Name {
		return []Count{
			{"Initial position, 6 plies", "", 6, 119_060_324},
			{"Kiwipete, 5 plies", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193_690_690},
		}
	}
	return []Count{
		{"Initial position, 5 plies", "", 5, 19_861_490},
		{"Full hands, 3 plies", "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1", 3, 4_809_015},
	}
}

// oneThread returns the options for one thread and a table of hash MiB, as far as the
// engine declares them.
func oneThread(declared []player.OptionSpec, hash int) (list []player.Option) {
	for _, o := range declared {
		switch strings.ToLower(o.Name) {
		case "threads":
			list = append(list, player.Option{Name: o.Name, Value: "1"})
		case "hash", "usi_hash":
			list = append(list, player.Option{Name: o.Name, Value: strconv.Itoa(hash)})
		}
	}
	return list
}
