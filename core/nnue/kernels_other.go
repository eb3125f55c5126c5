//go:build (!amd64 && !arm64 && !(wasm && goexperiment.simd && go1.27)) || purego

package nnue

// kernels are those in Go.
type kernels struct{}

func bestKernels() kernels { return kernels{} }

func (kernels) String() string { return inGo }

func (kernels) addSub(dst, src, a, s *int16, n int)       { addSubGo(dst, src, a, s, n) }
func (kernels) addSubSub(dst, src, a, s, t *int16, n int) { addSubSubGo(dst, src, a, s, t, n) }
func (kernels) addAddSubSub(dst, src, a, b, s, t *int16, n int) {
	addAddSubSubGo(dst, src, a, b, s, t, n)
}
func (kernels) sum(dst, src, weights *int16, adds, subs []int32, n int) {
	sumGo(dst, src, weights, adds, subs, n)
}
func (kernels) sumBytes(dst, src *int16, weights *int8, adds, subs []int32, n int) {
	sumBytesGo(dst, src, weights, adds, subs, n)
}
func (kernels) sumMaterial(dst, src, material *Material, adds, subs []int32) {
	sumMaterialGo(dst, src, material, adds, subs)
}

// prefetch is for the caches of other processors.
func (kernels) prefetch(*int8, *Material, []int32, int) {}

func (kernels) output(own, enemy, weights *int16, n int) int64 {
	return outputGo(own, enemy, weights, n)
}
func (kernels) addSubOutput(s *step) int64       { return addSubOutputGo(s) }
func (kernels) addSubSubOutput(s *step) int64    { return addSubSubOutputGo(s) }
func (kernels) addAddSubSubOutput(s *step) int64 { return addAddSubSubOutputGo(s) }
