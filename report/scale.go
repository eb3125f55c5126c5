package report

import (
	"fmt"
	"math"
	"strings"
)

// Scale places values between 0 and 100 percent of a width.
type Scale struct {
	log      bool
	from, to float64 // after the transformation
}

// Tick is a mark of an axis.
type Tick struct {
	X      float64 // in percent
	Label  string
	Anchor string // of the label, so that it stays within the chart
}

// padding is the part of the width that stays free at either side, in percent.
const padding = 2

// NewScale returns a scale that holds the values. It is never empty.
func NewScale(log bool, values []float64) Scale {
	s := Scale{log: log, from: math.Inf(1), to: math.Inf(-1)}
	for _, v := range values {
		s.from, s.to = min(s.from, s.transform(v)), max(s.to, s.transform(v))
	}
	least := 1.0
	if log {
		least = math.Log(2)
	}
	if s.to-s.from < least {
		middle := (s.from + s.to) / 2
		s.from, s.to = middle-least/2, middle+least/2
	}
	return s
}

func (s Scale) transform(v float64) float64 {
	if s.log {
		return math.Log(v)
	}
	return v
}

// Place returns where v lies, in percent. A value outside of the scale is put at its edge.
func (s Scale) Place(v float64) float64 {
	part := (s.transform(v) - s.from) / (s.to - s.from)
	return max(0, min(100, padding+part*(100-2*padding)))
}

// mostTicks limits the marks of an axis, whose labels must not touch on a phone.
const mostTicks = 5

// Ticks returns marks at round numbers.
func (s Scale) Ticks(format string) (list []Tick) {
	values := s.linearTicks()
	if s.log {
		values = s.logTicks()
	}
	for _, v := range values {
		t := Tick{X: s.Place(v), Label: Typeset(fmt.Sprintf(format, v)), Anchor: "middle"}
		if v == 0 {
			t.Label = strings.TrimPrefix(t.Label, "+")
		}
		switch {
		case t.X < 6:
			t.Anchor = "start"
		case t.X > 94:
			t.Anchor = "end"
		}
		list = append(list, t)
	}
	return list
}

// linearTicks returns multiples of 1, 2 or 5 times a power of ten.
func (s Scale) linearTicks() []float64 {
	power := math.Floor(math.Log10((s.to - s.from) / mostTicks))
	for ; ; power++ {
		for _, digit := range []float64{1, 2, 5} {
			step := digit * math.Pow(10, power)
			first, last := math.Ceil(s.from/step), math.Floor(s.to/step)
			if last-first+1 > mostTicks {
				continue
			}
			var list []float64
			for n := first; n <= last; n++ {
				list = append(list, rounded(n*step))
			}
			return list
		}
	}
}

// logTicks returns 1, 2 and 5 times powers of ten. If these are too many, it returns
// powers of ten alone, and then every second, third and so on of them.
func (s Scale) logTicks() []float64 {
	digits := []float64{1, 2, 5}
	for stride := 1; ; {
		var list []float64
		for power := -9 * stride; power <= 9*stride; power += stride {
			for _, digit := range digits {
				v := rounded(digit * math.Pow(10, float64(power)))
				if x := math.Log(v); x >= s.from && x <= s.to {
					list = append(list, v)
				}
			}
		}
		if len(list) <= mostTicks {
			return list
		}
		if len(digits) == 1 {
			stride++
		}
		digits = digits[:1]
	}
}

// rounded removes rounding errors from a round number.
func rounded(x float64) float64 {
	const digits = 1e9
	if math.Abs(x) > digits {
		return x
	}
	return math.Round(x*digits)/digits + 0 // no negative zero
}
