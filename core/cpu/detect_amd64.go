//go:build !purego

package cpu

import "github.com/klauspost/cpuid/v2"

// detect asks the processor, and the system, which has to save wide registers.
func detect() Machine { return machineOf(&cpuid.CPU) }

// machineOf describes a processor.
func machineOf(c *cpuid.CPUInfo) Machine {
	m := Machine{Name: c.BrandName}
	// Family 17h is Zen 1 and 2, 18h is Hygon's Zen; 19h begins with Zen 3.
	m.SlowPEXT = (c.VendorID == cpuid.AMD || c.VendorID == cpuid.Hygon) && c.Family < 0x19
	if !c.Supports(cpuid.POPCNT, cpuid.BMI1, cpuid.BMI2, cpuid.LZCNT) {
		return m
	}
	m.Best = BMI2
	if !c.Supports(cpuid.AVX, cpuid.AVX2, cpuid.FMA3) {
		return m
	}
	m.Best = AVX2
	if !m.SlowPEXT && c.Supports(cpuid.AVX512F, cpuid.AVX512BW, cpuid.AVX512DQ, cpuid.AVX512VL,
		cpuid.AVX512VNNI, cpuid.AVX512VBMI, cpuid.AVX512VBMI2) {
		m.Best = AVX512
	}
	return m
}
