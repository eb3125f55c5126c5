package train

import (
	"errors"
	"fmt"
	"math"

	"github.com/nitoryu/nitoryu/core/nnue"
)

// Setup determines the network of a run, except for rounding, which depends on the number of
// threads. Runs with equal setups are the same run.
type Setup struct {
	Game      string  `json:"game"`
	Inputs    string  `json:"inputs"`
	Arch      string  `json:"arch,omitempty"` // name of the architecture of another engine's network; "": it is one of ours
	Hidden    int     `json:"hidden"`
	Buckets   int     `json:"buckets"`
	Layers    []int   `json:"layers,omitempty"` // neurons of the small layers before the output; may be empty
	Positions int64   `json:"positions"`        // to train on
	Data      string  `json:"data"`             // fingerprint of the positions
	Visits    int64   `json:"visits"`           // total number of positions to train on, with repetitions
	Batch     int     `json:"batch"`            // positions for a step
	Rate      float64 `json:"rate"`             // learning rate of the first step
	FinalRate float64 `json:"final_rate"`
	Decay     float64 `json:"decay"` // weight decay
	Blend     float64 `json:"blend"` // share of the result in the target; the rest is the score
	Scale     int     `json:"scale"` // score that stands for odds of e to 1
	// Values and scores v of a teacher count as Stretch sinh(v/Stretch), which leaves small ones alone; 0: as they are.
	Stretch   int `json:"stretch,omitempty"`
	LossScale int `json:"loss_scale,omitempty"` // score that is odds of e to 1 where the loss compares chances; 0: Scale

	Average float64 `json:"average"` // share of the steps, at the end, whose weights are averaged
	Flip    bool    `json:"flip"`    // exchange left and right in a random half of the positions
	From    string  `json:"from"`    // hash of the initial network, "": random weights
	Seed    uint64  `json:"seed"`
}

// Limits that catch mistakes.
const (
	maxBatch  = 1 << 24
	maxVisits = 1 << 50
	maxScale  = 10000

	minStretch = 50
)

// Validate returns an error if the setup is invalid. [nnue.New] checks the sizes of the
// network.
func (s *Setup) Validate() error {
	switch {
	case s.Batch < 1 || s.Batch > maxBatch:
		return fmt.Errorf("the batch has to be 1 to %[2]d positions, not %[1]d", s.Batch, maxBatch)
	case s.Visits < 1 || s.Visits > maxVisits:
		return fmt.Errorf("the total has to be 1 to %[2]d positions, not %[1]d", s.Visits, int64(maxVisits))
	case !(s.Rate > 0 && s.Rate <= 1):
		return fmt.Errorf("the learning rate has to be above 0 and at most 1, not %g", s.Rate)
	case !(s.FinalRate >= 0 && s.FinalRate <= s.Rate):
		return fmt.Errorf("the last learning rate has to be 0 to the first one, %[2]g, not %[1]g", s.FinalRate, s.Rate)
	case !(s.Decay >= 0 && s.Decay < 1):
		return fmt.Errorf("the weight decay has to be at least 0 and below 1, not %g", s.Decay)
	case !(s.Blend >= 0 && s.Blend <= 1):
		return fmt.Errorf("the share of the results has to be 0 to 1, not %g", s.Blend)
	case s.Stretch != 0 && (s.Stretch < minStretch || s.Stretch > maxScale):
		return fmt.Errorf("values can be stretched by the hyperbolic sine of %d to %d, not of %d", minStretch, maxScale, s.Stretch)
	case s.LossScale < 0 || s.LossScale > maxScale:
		return fmt.Errorf("the scale of the loss has to be 0 to %d, not %d", maxScale, s.LossScale)
	case !(s.Average >= 0 && s.Average <= 1):
		return fmt.Errorf("the share of the run to average has to be 0 to 1, not %g", s.Average)
	case s.Positions < 1:
		return errors.New("there are no positions for training")
	}
	return nil
}

// Steps returns the number of steps of a run.
func (s *Setup) Steps() int64 { return (s.Visits + int64(s.Batch) - 1) / int64(s.Batch) }

// averaged returns of how many steps the average of weights is after a step, at most 0 if it has
// not begun.
func (s *Setup) averaged(step int64) int64 {
	return step - s.Steps() + int64(math.Ceil(s.Average*float64(s.Steps())))
}

// header returns the header of the network.
func (s *Setup) header(in *nnue.FeatureSet) nnue.Header {
	return nnue.Header{Game: s.Game, Inputs: s.Inputs, Count: in.Count, Hidden: s.Hidden, Buckets: s.Buckets, Layers: s.Layers, Scale: s.Scale}
}
