package scaling

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"
)

// Report is everything that was measured, as measured.
type Report struct {
	Setup        Setup
	Began        time.Time
	Calibrations []Calibration
	Searches     []Search
	Blocks       []Block
}

// Calibration is the depth to which an engine searches a position with any number
// of threads.
type Calibration struct {
	Engine   int    `json:"engine"`
	Position int    `json:"position"`
	Depth    int    `json:"depth,omitempty"`
	Out      string `json:"out,omitempty"` // why the position is left out; empty: it is not
}

// Search is one search of a position to the depth of its calibration.
type Search struct {
	Engine   int           `json:"engine"`
	Position int           `json:"position"`
	Threads  int           `json:"threads"`
	Run      int           `json:"run"`
	Nodes    uint64        `json:"nodes,omitempty"`
	Told     time.Duration `json:"told_ns,omitempty"`    // when the line came that told the nodes
	Elapsed  time.Duration `json:"elapsed_ns,omitempty"` // from the question to the answer
	Stopped  bool          `json:"stopped,omitempty"`    // it took too long, so that Elapsed is a lower bound
	Fault    string        `json:"fault,omitempty"`      // why there is no measurement; empty: there is
}

// Speed returns the nodes per second, NaN if they are not known.
func (s *Search) Speed() float64 {
	if s.Fault != "" || s.Nodes == 0 || s.Told <= 0 {
		return math.NaN()
	}
	return float64(s.Nodes) / s.Told.Seconds()
}

// Time returns the seconds to the depth, NaN if they are not known.
func (s *Search) Time() float64 {
	if s.Fault != "" || s.Elapsed <= 0 {
		return math.NaN()
	}
	return s.Elapsed.Seconds()
}

// Question is a way to ask for a prompt answer.
type Question string

// The questions.
const (
	MoveTime Question = "movetime" // go movetime of 5 to 40 ms; the answer is late by what it takes longer
	Stop     Question = "stop"     // go infinite and stop after 1 to 30 ms; the answer is late by the time since stop
)

// Block is a number of such searches, one after the other.
type Block struct {
	Question Question        `json:"question"`
	Threads  int             `json:"threads"`
	Number   int             `json:"number"`              // of the block, from 0 on
	Delays   []time.Duration `json:"delays_ns,omitempty"` // of the answers that count
	Faults   []string        `json:"faults,omitempty"`
}

// line is one line of the journal: one of these.
type line struct {
	Began       *time.Time   `json:"began,omitempty"`
	Calibration *Calibration `json:"calibration,omitempty"`
	Search      *Search      `json:"search,omitempty"`
	Block       *Block       `json:"block,omitempty"`
}

// add takes in a line, unless it could not have been measured.
func (r *Report) add(l line) error {
	switch {
	case l.Began != nil:
		r.Began = *l.Began
	case l.Calibration != nil:
		c := *l.Calibration
		if !r.has(c.Engine, c.Position) || c.Depth < 0 || (c.Depth == 0) != (c.Out != "") {
			return fmt.Errorf("this is no calibration: %+v", c)
		}
		r.Calibrations = append(r.Calibrations, c)
	case l.Search != nil:
		s := *l.Search
		if !r.has(s.Engine, s.Position) || !slices.Contains(r.Setup.Threads, s.Threads) || s.Run < 0 || s.Told < 0 || s.Elapsed < 0 {
			return fmt.Errorf("this is no search: %+v", s)
		}
		r.Searches = append(r.Searches, s)
	case l.Block != nil:
		b := *l.Block
		if b.Question != MoveTime && b.Question != Stop || !slices.Contains(r.Setup.LatencyThreads, b.Threads) || b.Number < 0 {
			return fmt.Errorf("these are no answers: %+v", b)
		}
		r.Blocks = append(r.Blocks, b)
	default:
		return errors.New("this is nothing that was measured")
	}
	return nil
}

func (r *Report) has(engine, position int) bool {
	return engine >= 0 && engine < len(r.Setup.Engines) && position >= 0 && position < len(r.Setup.Positions)
}

// Faults lists what went wrong, by name.
func (r *Report) Faults() []string { return append(r.searchFaults(), r.blockFaults()...) }

func (r *Report) searchFaults() (list []string) {
	for i := range r.Searches {
		if s := &r.Searches[i]; s.Fault != "" {
			list = append(list, fmt.Sprintf("%s, %s, run %d, `%s`: %s",
				r.Setup.Engines[s.Engine].Name, numberOfThreads(s.Threads), s.Run+1, r.Setup.Positions[s.Position], s.Fault))
		}
	}
	return list
}

func (r *Report) blockFaults() (list []string) {
	for i := range r.Blocks {
		b := &r.Blocks[i]
		for _, fault := range b.Faults {
			list = append(list, fmt.Sprintf("%s, %s, %s: %s", r.Setup.Engines[0].Name, numberOfThreads(b.Threads), b.Question, fault))
		}
	}
	return list
}

// numberOfThreads returns a number of threads in words.
func numberOfThreads(n int) string {
	if n == 1 {
		return "1 thread"
	}
	return fmt.Sprintf("%d threads", n)
}
