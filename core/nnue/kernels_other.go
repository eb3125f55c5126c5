//go:build (!amd64 && !arm64) || purego

package nnue

// kernels are those of Go.
type kernels struct{}

func bestKernels() kernels { return kernels{} }

func (kernels) String() string { return inGo }

func (kernels) addSub(dst, src, a, s []int16)       { addSubGo(dst, src, a, s) }
func (kernels) addSubSub(dst, src, a, s, t []int16) { addSubSubGo(dst, src, a, s, t) }
func (kernels) addAddSubSub(dst, src, a, b, s, t []int16) {
	addAddSubSubGo(dst, src, a, b, s, t)
}
func (kernels) sum(dst, src []int16, adds, subs []*int16) { sumGo(dst, src, adds, subs) }
func (kernels) output(own, enemy, weights []int16) int64  { return outputGo(own, enemy, weights) }
