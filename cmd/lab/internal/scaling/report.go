package scaling

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
)

// Format is the format of the journals.
const Format = "nitoryu-lab-smp-3"

// Kinds of results in a log.
const (
	calibrations = "calibration"
	searches     = "search"
	blocks       = "block"
)

// Report is everything that was measured, as measured.
type Report struct {
	Setup        Setup
	Began        time.Time
	Complete     bool
	Calibrations []Calibration
	Searches     []Search
	Blocks       []Block
}

// NewReport returns the report of a log with that setup. An error names the line of the
// journal that makes no sense.
func NewReport(s *Setup, l *measure.Log) (r *Report, err error) {
	r = &Report{Setup: *s, Began: l.Began, Complete: l.Complete}
	if l.Empty() {
		return r, nil
	}
	if err := s.Validate(); err != nil {
		return nil, err
	}
	if r.Calibrations, err = measure.All(l, calibrations, s.checkCalibration); err != nil {
		return nil, err
	}
	if r.Searches, err = measure.All(l, searches, s.checkSearch); err != nil {
		return nil, err
	}
	r.Blocks, err = measure.All(l, blocks, s.checkBlock)
	return r, err
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
	Told     time.Duration `json:"told_ns,omitempty"`    // when the line with the nodes came
	Elapsed  time.Duration `json:"elapsed_ns,omitempty"` // from the question to the answer
	Stopped  bool          `json:"stopped,omitempty"`    // it took too long: Elapsed is a lower bound
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
	MoveTime Question = "movetime" // go movetime of 5 to 40 ms; the delay is the time beyond that
	Stop     Question = "stop"     // go infinite and stop after 1 to 30 ms; the delay is the time since stop
)

// Block is BlockSize such searches, one after the other.
type Block struct {
	Question Question        `json:"question"`
	Threads  int             `json:"threads"`
	Number   int             `json:"number"`              // of the block, from 0 on
	Delays   []time.Duration `json:"delays_ns,omitempty"` // of the valid answers
	Faults   []string        `json:"faults,omitempty"`
}

func (s *Setup) checkCalibration(c Calibration) error {
	if !s.has(c.Engine, c.Position) || c.Depth < 0 || (c.Depth == 0) != (c.Out != "") {
		return fmt.Errorf("this is no calibration: %+v", c)
	}
	return nil
}

func (s *Setup) checkSearch(x Search) error {
	if !s.has(x.Engine, x.Position) || !slices.Contains(s.Threads, x.Threads) || x.Run < 0 || x.Told < 0 || x.Elapsed < 0 {
		return fmt.Errorf("this is no search: %+v", x)
	}
	return nil
}

func (s *Setup) checkBlock(b Block) error {
	if b.Question != MoveTime && b.Question != Stop || !slices.Contains(s.LatencyThreads, b.Threads) || b.Number < 0 {
		return fmt.Errorf("this is no block of searches: %+v", b)
	}
	return nil
}

func (s *Setup) has(engine, position int) bool {
	return engine >= 0 && engine < len(s.Engines) && position >= 0 && position < len(s.Positions)
}

// Faults lists what went wrong, by name.
func (r *Report) Faults() []string { return append(r.searchFaults(), r.blockFaults()...) }

func (r *Report) searchFaults() (list []string) {
	for i := range r.Searches {
		if s := &r.Searches[i]; s.Fault != "" {
			list = append(list, fmt.Sprintf("%s, %s, run %d, `%s`: %s",
				r.Setup.Engines[s.Engine].Name, threads(s.Threads), s.Run+1, r.Setup.Positions[s.Position], s.Fault))
		}
	}
	return list
}

func (r *Report) blockFaults() (list []string) {
	for i := range r.Blocks {
		b := &r.Blocks[i]
		for _, fault := range b.Faults {
			list = append(list, fmt.Sprintf("%s, %s, %s: %s", r.Setup.Engines[0].Name, threads(b.Threads), b.Question, fault))
		}
	}
	return list
}

// threads returns a number of threads in words.
func threads(n int) string { return cli.Plural(n, "thread") }
