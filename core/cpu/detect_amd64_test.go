//go:build !purego

package cpu

import (
	"testing"

	"github.com/klauspost/cpuid/v2"
)

func TestJudge(t *testing.T) {
	old := []cpuid.FeatureID{cpuid.POPCNT, cpuid.SSE42}
	haswell := append(old, cpuid.BMI1, cpuid.BMI2, cpuid.LZCNT, cpuid.AVX, cpuid.AVX2, cpuid.FMA3)
	skylake := append(haswell, cpuid.AVX512F, cpuid.AVX512BW, cpuid.AVX512DQ, cpuid.AVX512VL)
	cascade := append(skylake, cpuid.AVX512VNNI)
	ice := append(cascade, cpuid.AVX512VBMI, cpuid.AVX512VBMI2)
	for _, test := range []struct {
		name     string
		vendor   cpuid.Vendor
		family   int
		features []cpuid.FeatureID
		want     Level
		slow     bool
	}{
		{"Core 2", cpuid.Intel, 6, nil, Go, false},
		{"Nehalem", cpuid.Intel, 6, old, Go, false},
		{"Haswell", cpuid.Intel, 6, haswell, AVX2, false},
		{"Haswell, vectors not saved by the system", cpuid.Intel, 6, append(old, cpuid.BMI1, cpuid.BMI2, cpuid.LZCNT), BMI2, false},
		{"Skylake server, without VNNI", cpuid.Intel, 6, skylake, AVX2, false},
		{"Cascade Lake, without VBMI2", cpuid.Intel, 6, cascade, AVX2, false},
		{"Ice Lake server", cpuid.Intel, 6, ice, AVX512, false},
		{"Excavator", cpuid.AMD, 0x15, haswell, AVX2, true},
		{"Zen 2", cpuid.AMD, 0x17, haswell, AVX2, true},
		{"Dhyana", cpuid.Hygon, 0x18, haswell, AVX2, true},
		{"Zen 3", cpuid.AMD, 0x19, haswell, AVX2, false},
		{"Zen 4", cpuid.AMD, 0x19, ice, AVX512, false},
	} {
		var c cpuid.CPUInfo
		c.VendorID, c.Family = test.vendor, test.family
		c.Enable(test.features...)
		if m := machineOf(&c); m.Best != test.want || m.SlowPEXT != test.slow {
			t.Errorf("%s: %s, slow PEXT %v; want %s, %v", test.name, m.Best, m.SlowPEXT, test.want, test.slow)
		}
	}
}
