//go:build !amd64 || purego

package kernel

// There is no assembly for other processors.

func sumVector(_, _ []float32, _ []uint32, _ []Row, _ bool) bool { return false }

func dotVector(_, _ []float32, _ int) (float32, bool) { return 0, false }

func backVector(_, _, _ []float32, _ int, _ float32) bool { return false }

func productVector(_ *Product, _, _, _ []float32, _ float32) bool { return false }

func clipVector(_ []float32, _, _ float32) bool { return false }

func passVector(_, _ []float32, _ float32) bool { return false }

func multiplyVector(_, _ []float32, _, _ float32) bool { return false }

func multiplyBackVector(_, _ []float32, _, _ float32) bool { return false }

func mergeVector(_, _ []float32) bool { return false }

func stepVector(_ *Step, _, _, _, _, _ []float32) bool { return false }
