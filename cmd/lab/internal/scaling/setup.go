package scaling

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
)

// Setup is what has to be the same for measurements to be comparable.
type Setup struct {
	measure.Machine
	Game           string        `json:"game"`
	Engines        []Engine      `json:"engines"`
	Threads        []int         `json:"threads"`         // ascending, from 1 on
	LatencyThreads []int         `json:"latency_threads"` // ascending
	Hash           int           `json:"hash"`            // of each engine, MiB
	Budget         time.Duration `json:"budget_ns"`       // of the search that finds the depth for a position
	Cap            float64       `json:"cap"`             // a search is stopped after this multiple of the budget
	Positions      []string      `json:"positions"`       // FEN or SFEN
	Seed           uint64        `json:"seed"`            // of the times in latency searches
}

// Engine is an engine with the words that the command line describes it by.
type Engine struct {
	Name  string `json:"name"`
	Words string `json:"words"`
}

// mostThreads catches typing mistakes.
const mostThreads = 1 << 16

// Validate returns an error for a setup that cannot be measured.
func (s *Setup) Validate() error {
	for i, e := range s.Engines {
		if e.Name == "" || slices.ContainsFunc(s.Engines[:i], func(o Engine) bool { return o.Name == e.Name }) {
			return fmt.Errorf("engine %[2]d needs a name of its own, not %[1]q", e.Name, i+1)
		}
	}
	switch {
	case s.Game == "":
		return errors.New("no game is named")
	case len(s.Engines) == 0:
		return errors.New("no engine is given")
	case len(s.Positions) == 0:
		return errors.New("no positions are given")
	case len(s.Threads) == 0 || s.Threads[0] != 1:
		return fmt.Errorf("the numbers of threads %v do not begin with 1, to which the others are compared", s.Threads)
	case s.Hash < 1:
		return fmt.Errorf("the table has to have at least 1 MiB, not %d", s.Hash)
	case s.Budget < time.Millisecond:
		return fmt.Errorf("%v is too short to find a depth", s.Budget)
	case !(s.Cap >= 1 && s.Cap <= 1e6):
		return fmt.Errorf("the cap has to be 1 to 1000000 times the time for the depth, not %v", s.Cap)
	}
	for _, list := range [][]int{s.Threads, s.LatencyThreads} {
		for i, n := range list {
			if n < 1 || n > mostThreads || i > 0 && n <= list[i-1] {
				return fmt.Errorf("the numbers of threads have to ascend within 1 to %[2]d, not %[1]v", list, mostThreads)
			}
		}
	}
	return nil
}

// limit returns how long a search may take before it is stopped.
func (s *Setup) limit() time.Duration { return time.Duration(s.Cap * float64(s.Budget)) }
