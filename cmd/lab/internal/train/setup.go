package train

import (
	"errors"
	"fmt"

	"github.com/nitoryu/nitoryu/core/nnue"
)

// Setup is what decides on the network that a run makes, besides the number of
// threads, which only decides on rounding. Runs with equal setups are the same run.
type Setup struct {
	Game      string  `json:"game"`
	Inputs    string  `json:"inputs"`
	Hidden    int     `json:"hidden"`
	Buckets   int     `json:"buckets"`
	Positions int64   `json:"positions"` // to train on
	Data      string  `json:"data"`      // fingerprint of the positions
	Visits    int64   `json:"visits"`    // positions shown to the network in all, each as often as it takes
	Batch     int     `json:"batch"`     // positions for a step
	Rate      float64 `json:"rate"`      // learning rate of the first step
	FinalRate float64 `json:"final_rate"`
	Decay     float64 `json:"decay"` // weight decay
	Blend     float64 `json:"blend"` // share of the result in the target, the rest is the score's
	Scale     int     `json:"scale"` // score that stands for odds of e to 1
	Flip      bool    `json:"flip"`  // half of the positions at random, where the game allows it
	From      string  `json:"from"`  // hash of the network to begin with, "": random weights
	Seed      uint64  `json:"seed"`
}

// The largest sizes that make sense.
const (
	maxBatch  = 1 << 24
	maxVisits = 1 << 50
)

// Validate says what is wrong with a setup. Sizes of the network are left to
// [nnue.New].
func (s *Setup) Validate() error {
	switch {
	case s.Batch < 1 || s.Batch > maxBatch:
		return fmt.Errorf("a batch of %d positions: 1 to %d can be", s.Batch, maxBatch)
	case s.Visits < 1 || s.Visits > maxVisits:
		return fmt.Errorf("%d positions in all: 1 to %d can be", s.Visits, int64(maxVisits))
	case !(s.Rate > 0 && s.Rate <= 1):
		return fmt.Errorf("a learning rate of %g: it is above 0 and at most 1", s.Rate)
	case !(s.FinalRate >= 0 && s.FinalRate <= s.Rate):
		return fmt.Errorf("a last learning rate of %g: it is from 0 to the first, %g", s.FinalRate, s.Rate)
	case !(s.Decay >= 0 && s.Decay < 1):
		return fmt.Errorf("a weight decay of %g: it is from 0 to below 1", s.Decay)
	case !(s.Blend >= 0 && s.Blend <= 1):
		return fmt.Errorf("a share of %g for the results: it is from 0 to 1", s.Blend)
	case s.Positions < 1:
		return errors.New("there is no position to train on")
	}
	return nil
}

// Steps returns the number of steps of a run.
func (s *Setup) Steps() int64 { return (s.Visits + int64(s.Batch) - 1) / int64(s.Batch) }

// header returns that of the network.
func (s *Setup) header(in *nnue.Inputs) nnue.Header {
	return nnue.Header{Game: s.Game, Inputs: s.Inputs, Count: in.Count, Hidden: s.Hidden, Buckets: s.Buckets, Scale: s.Scale}
}

// checkInputs reports tables that would lead out of the network.
func checkInputs(in *nnue.Inputs) error {
	for _, side := range in.View {
		for _, view := range side {
			if int(view) >= len(in.Tables) {
				return fmt.Errorf("inputs %s: there is no table %d", in.Name, view)
			}
		}
	}
	for i := range in.Tables {
		for _, places := range in.Tables[i] {
			for _, f := range places {
				if f != nnue.None && int(f) >= in.Count {
					return fmt.Errorf("inputs %s: there is no input %d", in.Name, f)
				}
			}
		}
	}
	return nil
}
