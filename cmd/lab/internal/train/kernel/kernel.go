package kernel

import "math"

// Width is the length of the rows that [Sum] and [Add] sum. Wider matrices are
// stored in blocks of this many columns, one block after the other, so that the data of a loop
// stays in the caches.
const Width = 64

// Half is how many pairs of neurons that are multiplied a row has.
const Half = Width / 2

// Pair is the length of a block for the output layer: a row of the side to move and one of
// the other.
const Pair = 2 * Width

// Row says which rows to sum: the rows named by the indices from the End of the previous Row up
// to End.
type Row struct {
	To  uint32 // the row that the sum goes to
	End uint32
}

// Step is one step of AdamW (https://arxiv.org/abs/1711.05101), as [Step.Run] takes it.
type Step struct {
	Keep1, New1 float32 // of the mean of gradients: the share that stays, and 1 minus that
	Keep2, New2 float32 // of the mean of their squares
	Rate        float32 // learning rate, divided by what makes up for the mean's start at zero
	Root        float32 // factor of the square root of the mean of squares, for the same reason
	Epsilon     float32 // keeps the quotient finite
	Decay       float32 // factor of the weights: 1 minus rate times weight decay
	Limit       float32 // largest magnitude of a weight
	Unit, Grain float32 // of rounded weights: how many grains are 1, and a grain
}

// Epsilon is the usual one of Adam: it keeps a quotient finite.
const Epsilon = 1e-8

// NewStep returns step number n, counted from 1, with a learning rate. Weights stay
// within the limit either way and are rounded to multiples of 1/unit.
func NewStep(n int64, rate, beta1, beta2, decay, limit, unit float64) Step {
	return Step{
		Keep1: float32(beta1), New1: float32(1 - beta1), Keep2: float32(beta2), New2: float32(1 - beta2),
		Rate:    float32(rate / (1 - math.Pow(beta1, float64(n)))),
		Root:    float32(1 / math.Sqrt(1-math.Pow(beta2, float64(n)))),
		Epsilon: Epsilon,
		Decay:   float32(1 - rate*decay),
		Limit:   float32(limit),
		Unit:    float32(unit),
		Grain:   float32(1 / unit),
	}
}

// Sum sets each row of to that rows name to the sum of rows of from, in the order of
// the index.
func Sum(to, from []float32, index []uint32, rows []Row) {
	if !sumVector(to, from, index, rows, false) {
		sum(to, from, index, rows, false)
	}
}

// Add adds [Sum] to the rows of to.
func Add(to, from []float32, index []uint32, rows []Row) {
	if !sumVector(to, from, index, rows, true) {
		sum(to, from, index, rows, true)
	}
}

// Dot returns the output of one position: the sum over blocks of weights times the
// squares of neurons clamped to 0 to 1. A block takes [Pair] of w, and of x, where
// blocks lie stride apart.
func Dot(x, w []float32, stride int) float32 {
	if y, ok := dotVector(x, w, stride); ok {
		return y
	}
	return dot(x, w, stride)
}

// Back is the backward pass of [Dot]: x becomes the gradient of a loss by x, and that by w
// is added to gradient; d is the derivative of the loss by the output.
func Back(x, w, gradient []float32, stride int, d float32) {
	if !backVector(x, w, gradient, stride, d) {
		back(x, w, gradient, stride, d)
	}
}

// Product is the sizes of a product of matrices. Distances are counted in floats.
type Product struct {
	Rows, Columns int // of the result: multiples of [ProductRows] and [ProductColumns]
	Inner         int // columns of the first matrix, rows of the second
	To            int // distance of rows of the result
	Row, Column   int // distances of rows and of columns of the first matrix
	From          int // distance of rows of the second
}

// The size of a tile that a [Product] has in registers.
const (
	ProductRows    = 4
	ProductColumns = 16
)

// Add adds factor times the product of a and b to c.
func (p *Product) Add(c, a, b []float32, factor float32) {
	if p.Rows > 0 && p.Columns > 0 && p.Inner > 0 && !productVector(p, c, a, b, factor) {
		p.add(c, a, b, factor)
	}
}

// Clip replaces x by what a network of integers makes of sums: times scale, rounded down and
// clamped to 0 to top. The length is a multiple of [ProductColumns].
func Clip(x []float32, scale, top float32) {
	if !clipVector(x, scale, top) {
		clip(x, scale, top)
	}
}

// Pass is the backward pass of [Clip]: x, clipped, becomes the gradient d by it, or 0 at
// either end of the range.
func Pass(x, d []float32, top float32) {
	if !passVector(x, d, top) {
		pass(x, d, top)
	}
}

// Multiply sets to, a row, to what a network of integers makes of a [Pair] of rows: products of
// the neurons in the first half of each and those in its second half, clamped to 0 to top, times
// scale and rounded down.
func Multiply(to, x []float32, scale, top float32) {
	if !multiplyVector(to, x, scale, top) {
		multiply(to, x, scale, top)
	}
}

// MultiplyBack is the backward pass of [Multiply]: x becomes the gradient, given that by the
// products, where the derivative of a product by a neuron is the other one, clamped, times scale.
func MultiplyBack(x, d []float32, scale, top float32) {
	if !multiplyBackVector(x, d, scale, top) {
		multiplyBack(x, d, scale, top)
	}
}

// Merge adds from, which it clears, to to. Their length is a multiple of [Width].
func Merge(to, from []float32) {
	if !mergeVector(to, from) {
		merge(to, from)
	}
}

// Run moves weights against their gradient, which it clears, updates the means of
// gradients and of their squares, and sets rounded to the weights as rounded. All have
// one length, a multiple of [Width].
func (s *Step) Run(weights, rounded, mean, square, gradient []float32) {
	if !stepVector(s, weights, rounded, mean, square, gradient) {
		s.step(weights, rounded, mean, square, gradient)
	}
}

// sum sets rows of to, or adds to them if keep is set, to sums of rows of from.
func sum(to, from []float32, index []uint32, rows []Row, keep bool) {
	k := uint32(0)
	for _, r := range rows {
		y := (*[Width]float32)(to[r.To*Width:])
		if !keep {
			*y = [Width]float32{}
		}
		for ; k < r.End; k++ {
			x := (*[Width]float32)(from[index[k]*Width:])
			for i := range y {
				y[i] += x[i]
			}
		}
	}
}

// dot returns the output of pairs that lie stride floats apart in x: weights times
// the square of what is clamped to 0 to 1.
func dot(x, w []float32, stride int) (y float32) {
	for ; len(w) > 0; w = w[Pair:] {
		for i, v := range x[:Pair] {
			c := min(max(v, 0), 1)
			y += c * c * w[i]
		}
		x = x[min(stride, len(x)):]
	}
	return y
}

// back replaces x of dot by the gradient of a loss, and adds to the gradient of w; d is the
// loss's derivative by the output.
func back(x, w, gradient []float32, stride int, d float32) {
	for ; len(w) > 0; w, gradient = w[Pair:], gradient[Pair:] {
		for i, v := range x[:Pair] {
			c := min(max(v, 0), 1)
			gradient[i] += c * c * d
			if v >= 1 {
				c = 0
			}
			x[i] = 2 * d * w[i] * c
		}
		x = x[min(stride, len(x)):]
	}
}

// add is Add.
func (p *Product) add(c, a, b []float32, factor float32) {
	for i := range p.Rows {
		to := c[i*p.To:][:p.Columns]
		for k := range p.Inner {
			f := factor * a[i*p.Row+k*p.Column]
			for j, x := range b[k*p.From:][:p.Columns] {
				to[j] += f * x
			}
		}
	}
}

// clip is Clip.
func clip(x []float32, scale, top float32) {
	for i, v := range x {
		x[i] = min(max(float32(math.Floor(float64(v*scale))), 0), top)
	}
}

// pass is Pass.
func pass(x, d []float32, top float32) {
	for i, v := range x {
		if x[i] = 0; v > 0 && v < top {
			x[i] = d[i]
		}
	}
}

// multiply is Multiply.
func multiply(to, x []float32, scale, top float32) {
	for side := range 2 {
		low, high := x[side*Width:][:Half], x[side*Width+Half:][:Half]
		for i, v := range low {
			product := min(max(v, 0), top) * min(max(high[i], 0), top)
			to[side*Half+i] = float32(math.Floor(float64(product * scale)))
		}
	}
}

// multiplyBack is MultiplyBack.
func multiplyBack(x, d []float32, scale, top float32) {
	slope := func(v, other, d float32) float32 {
		if v <= 0 || v >= top {
			return 0
		}
		return d * scale * min(max(other, 0), top)
	}
	for side := range 2 {
		low, high := x[side*Width:][:Half], x[side*Width+Half:][:Half]
		for i, v := range low {
			d := d[side*Half+i]
			low[i], high[i] = slope(v, high[i], d), slope(high[i], v, d)
		}
	}
}

// merge adds from to to and clears it.
func merge(to, from []float32) {
	for i, v := range from {
		to[i] += v
		from[i] = 0
	}
}

// Round returns x rounded to a multiple of a grain, of which units are 1.
func Round(x, unit, grain float32) float32 {
	return float32(math.RoundToEven(float64(x*unit))) * grain
}

// step is Run.
func (s *Step) step(weights, rounded, mean, square, gradient []float32) {
	for i, g := range gradient {
		m := s.Keep1*mean[i] + s.New1*g
		v := s.Keep2*square[i] + s.New2*(g*g)
		w := s.Decay*weights[i] - s.Rate*m/(s.Root*float32(math.Sqrt(float64(v)))+s.Epsilon)
		w = min(max(w, -s.Limit), s.Limit)
		weights[i], rounded[i] = w, Round(w, s.Unit, s.Grain)
		mean[i], square[i], gradient[i] = m, v, 0
	}
}
