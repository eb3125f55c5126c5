package cpu

import (
	"fmt"
	"strings"
)

// Level is a set of instructions. On amd64 each level has those of the levels before;
// NEON, on arm64, has those of Go only.
type Level int

// The levels.
const (
	Go     Level = iota // what the compiler emits
	BMI2                // PEXT, PDEP, POPCNT and the other bit manipulations
	AVX2                // vectors of 256 bits
	AVX512              // vectors of 512 bits: F, BW, DQ, VL, VBMI, VBMI2 and VNNI: Ice Lake, Zen 4
	NEON                // vectors of 128 bits, on every arm64
	levels
)

var names = [levels]string{"go", "bmi2", "avx2", "avx512", "neon"}

// String returns the name of a level.
func (l Level) String() string { return names[l] }

// Names returns the names of all levels.
func Names() []string { return names[:] }

// Parse returns the level with a name.
func Parse(name string) (Level, error) {
	for l, n := range names {
		if strings.EqualFold(n, name) {
			return Level(l), nil
		}
	}
	return 0, fmt.Errorf("%q is no level of instructions; there are %s", name, strings.Join(names[:], ", "))
}

// Machine is what a processor offers.
type Machine struct {
	Name string // what it calls itself; may be empty
	Best Level

	// SlowPEXT says that PEXT and PDEP are done by microcode, in tens to hundreds
	// of cycles: AMD before Zen 3 (https://uops.info).
	SlowPEXT bool
}

// Has reports whether the processor has what belongs to a level.
func (m Machine) Has(l Level) bool { return within(l, m.Best) }

// within reports whether a level is one of those up to best.
func within(l, best Level) bool {
	return l == Go || l <= best && (l == NEON) == (best == NEON)
}

// machine is the one that the program runs on.
var machine = detect()

// allowed is what kernels may use. It changes when the program starts, and in tests.
var allowed = machine.Best

// This returns what this processor offers.
func This() Machine { return machine }

// Use limits the kernels to a level. It is an error if the processor is below it.
// Nothing else may run meanwhile.
func Use(l Level) error {
	if !machine.Has(l) {
		return fmt.Errorf("this processor has no %s; its best level is %s", l, machine.Best)
	}
	allowed = l
	return nil
}

// Levels returns the levels that this processor has, the least first.
func Levels() (all []Level) {
	for l := range levels {
		if machine.Has(l) {
			all = append(all, l)
		}
	}
	return all
}

// Used returns the level that kernels may use.
func Used() Level { return allowed }

// Has reports whether kernels may use what belongs to a level, PEXT and PDEP left out.
func Has(l Level) bool { return within(l, allowed) }

// HasPEXT reports whether kernels may use PEXT and PDEP, and that they are fast.
func HasPEXT() bool { return Has(BMI2) && !machine.SlowPEXT }
