//go:build !purego

package kernel

import "github.com/nitoryu/nitoryu/core/cpu"

// floatBytes is the size of a float32.
const floatBytes = 4

func sumVector(to, from []float32, index []uint32, rows []Row, keep bool) bool {
	switch {
	case len(rows) == 0 || len(index) == 0:
		return false
	case cpu.Has(cpu.AVX512):
		sumAVX512(&to[0], &from[0], &index[0], &rows[0], len(rows), keep)
	case cpu.Has(cpu.AVX2):
		sumAVX2(&to[0], &from[0], &index[0], &rows[0], len(rows), keep)
	default:
		return false
	}
	return true
}

// blocks returns the number of blocks of an output layer, whose neurons must all be
// in x.
func blocks(x, w []float32, stride int) int {
	n := len(w) / Pair
	_ = x[(n-1)*stride+Pair-1]
	return n
}

func dotVector(x, w []float32, stride int) (float32, bool) {
	switch n := blocks(x, w, stride); {
	case cpu.Has(cpu.AVX512):
		return dotAVX512(&x[0], &w[0], stride*floatBytes, n), true
	case cpu.Has(cpu.AVX2):
		return dotAVX2(&x[0], &w[0], stride*floatBytes, n), true
	}
	return 0, false
}

func backVector(x, w, gradient []float32, stride int, d float32) bool {
	_ = gradient[len(w)-1]
	switch n := blocks(x, w, stride); {
	case cpu.Has(cpu.AVX512):
		backAVX512(&x[0], &w[0], &gradient[0], stride*floatBytes, n, d)
	case cpu.Has(cpu.AVX2):
		backAVX2(&x[0], &w[0], &gradient[0], stride*floatBytes, n, d)
	default:
		return false
	}
	return true
}

func productVector(p *Product, c, a, b []float32, factor float32) bool {
	if !cpu.Has(cpu.AVX2) || p.Rows%ProductRows != 0 || p.Columns%ProductColumns != 0 {
		return false
	}
	_ = c[(p.Rows-1)*p.To+p.Columns-1]
	_ = a[(p.Rows-1)*p.Row+(p.Inner-1)*p.Column]
	_ = b[(p.Inner-1)*p.From+p.Columns-1]
	productAVX2(p, &c[0], &a[0], &b[0], factor)
	return true
}

func clipVector(x []float32, scale, top float32) bool {
	if len(x) == 0 || len(x)%ProductColumns != 0 || !cpu.Has(cpu.AVX2) {
		return false
	}
	clipAVX2(&x[0], len(x), scale, top)
	return true
}

func passVector(x, d []float32, top float32) bool {
	if len(x) == 0 || len(x)%ProductColumns != 0 || !cpu.Has(cpu.AVX2) {
		return false
	}
	_ = d[len(x)-1]
	passAVX2(&x[0], &d[0], len(x), top)
	return true
}

func multiplyVector(to, x []float32, scale, top float32) bool {
	if !cpu.Has(cpu.AVX2) {
		return false
	}
	_, _ = to[Width-1], x[Pair-1]
	multiplyAVX2(&to[0], &x[0], scale, top)
	return true
}

func multiplyBackVector(x, d []float32, scale, top float32) bool {
	if !cpu.Has(cpu.AVX2) {
		return false
	}
	_, _ = x[Pair-1], d[Width-1]
	multiplyBackAVX2(&x[0], &d[0], scale, top)
	return true
}

func mergeVector(to, from []float32) bool {
	if len(from) == 0 || len(from)%Width != 0 || !cpu.Has(cpu.AVX2) {
		return false
	}
	_ = to[len(from)-1]
	mergeAVX2(&to[0], &from[0], len(from))
	return true
}

func stepVector(s *Step, weights, rounded, mean, square, gradient []float32) bool {
	n := len(gradient)
	if n == 0 || n%Width != 0 || !cpu.Has(cpu.AVX2) {
		return false
	}
	_, _, _, _ = weights[n-1], rounded[n-1], mean[n-1], square[n-1]
	stepAVX2(s, &weights[0], &rounded[0], &mean[0], &square[0], &gradient[0], n)
	return true
}

//go:noescape
func sumAVX2(to, from *float32, index *uint32, rows *Row, n int, keep bool)

//go:noescape
func sumAVX512(to, from *float32, index *uint32, rows *Row, n int, keep bool)

//go:noescape
func dotAVX2(x, w *float32, stride, blocks int) float32

//go:noescape
func dotAVX512(x, w *float32, stride, blocks int) float32

//go:noescape
func backAVX2(x, w, gradient *float32, stride, blocks int, d float32)

//go:noescape
func backAVX512(x, w, gradient *float32, stride, blocks int, d float32)

//go:noescape
func productAVX2(p *Product, c, a, b *float32, factor float32)

//go:noescape
func clipAVX2(x *float32, n int, scale, top float32)

//go:noescape
func passAVX2(x, d *float32, n int, top float32)

//go:noescape
func multiplyAVX2(to, x *float32, scale, top float32)

//go:noescape
func multiplyBackAVX2(x, d *float32, scale, top float32)

//go:noescape
func mergeAVX2(to, from *float32, n int)

//go:noescape
func stepAVX2(s *Step, weights, rounded, mean, square, gradient *float32, n int)
