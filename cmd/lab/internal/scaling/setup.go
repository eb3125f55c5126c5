package scaling

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// Setup is what has to be equal for measurements to be comparable.
type Setup struct {
	Game           string        `json:"game"`
	Version        string        `json:"version"`    // of the lab
	Platform       string        `json:"platform"`   // system, architecture and release of Go
	Processors     int           `json:"processors"` // as the system counts them
	Engines        []Engine      `json:"engines"`
	Threads        []int         `json:"threads"`         // ascending, from 1 on
	LatencyThreads []int         `json:"latency_threads"` // ascending
	Hash           int           `json:"hash"`            // of each engine, MiB
	Budget         time.Duration `json:"budget_ns"`       // of the search that finds the depth for a position
	Cap            float64       `json:"cap"`             // a search is stopped after so many times the budget
	Positions      []string      `json:"positions"`       // FEN or SFEN
	Seed           uint64        `json:"seed"`            // of the times in the searches for latency
}

// Engine names an engine. Its words are what it was described by.
type Engine struct {
	Name  string `json:"name"`
	Words string `json:"words"`
}

// mostThreads bounds the number of threads, which is a matter of typing mistakes.
const mostThreads = 1 << 16

// Validate says what makes no sense.
func (s *Setup) Validate() error {
	for i, e := range s.Engines {
		if e.Name == "" || slices.ContainsFunc(s.Engines[:i], func(o Engine) bool { return o.Name == e.Name }) {
			return fmt.Errorf("the name %q of engine %d does not tell it from others", e.Name, i+1)
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
		return fmt.Errorf("the numbers of threads %v do not begin with 1, which the others are compared with", s.Threads)
	case s.Hash < 1:
		return fmt.Errorf("the table has to have at least 1 MiB, not %d", s.Hash)
	case s.Budget < time.Millisecond:
		return fmt.Errorf("%v is too short a time to find a depth in", s.Budget)
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
