package speed

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

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

// Config says what to measure.
type Config struct {
	Game     games.Game
	Platform string // words on the machine
	Began    time.Time
	Parts    []string
	Engines  []Engine // the first is what the others are compared with
	Variants []Engine // of the first
	Refused  []string // variants that the first does not know, or the machine does not have
	Counts   []Count
	Runs     int
	MoveTime time.Duration // of a search
	Hash     int           // table of each engine in MiB
	Core     int           // on which all run; -1: wherever the system likes

	// Progress tells how much is done, if it is not nil.
	Progress func(done, total int, next string)
}

// validate says what makes no sense.
func (c *Config) validate() error {
	switch {
	case len(c.Engines) == 0:
		return errors.New("no engine is given")
	case c.Runs < 1:
		return fmt.Errorf("there has to be at least 1 run, not %d", c.Runs)
	case c.MoveTime < time.Millisecond:
		return fmt.Errorf("%v is too short a time for a search", c.MoveTime)
	case c.Hash < 1:
		return fmt.Errorf("the table has to have at least 1 MiB, not %d", c.Hash)
	}
	for _, list := range [][]Engine{c.Engines, append(c.Variants, c.Engines[0])} {
		for i, e := range list {
			if slices.ContainsFunc(list[:i], func(o Engine) bool { return o.Name == e.Name }) {
				return fmt.Errorf("there are two engines called %q: name=NAME tells them apart", e.Name)
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

// Counts returns the trees that are counted in a game: an opening, and a position in
// which most moves are of the kinds that are rare there.
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

// oneThread returns the options that set one thread and a table of hash MiB, of
// those that an engine declares. One that has no option for threads has no more
// than one.
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
