package cpu

import (
	"fmt"
	"strings"
)

// Level is an instruction set. On amd64 each level includes the levels before it;
// arm64 has Go and NEON only.
type Level int

// The levels.
const (
	Go     Level = iota // what the compiler uses
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
	return 0, fmt.Errorf("%q is not an instruction set; there are %s", name, strings.Join(names[:], ", "))
}

// Machine describes a processor.
type Machine struct {
	Name string // brand name; may be empty
	Best Level

	// SlowPEXT says that PEXT and PDEP are microcoded and take tens to hundreds of
	// cycles: AMD before Zen 3 (https://uops.info).
	SlowPEXT bool
}

// Has reports whether the processor has a level.
func (m Machine) Has(l Level) bool { return within(l, m.Best) }

// within reports whether best includes a level.
func within(l, best Level) bool {
	return l == Go || l <= best && (l == NEON) == (best == NEON)
}

// machine is the processor that the program runs on.
var machine = detect()

// allowed is what kernels may use. It is set when the program starts, and in tests.
var allowed = machine.Best

// This returns the processor that the program runs on.
func This() Machine { return machine }

// Use limits the kernels to a level. It returns an error if the processor lacks the
// level. No kernel may run at the same time.
func Use(l Level) error {
	if !machine.Has(l) {
		return fmt.Errorf("this processor has no %s, only %v", l, Levels())
	}
	allowed = l
	return nil
}

// Levels returns the levels that this processor has, lowest first.
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

// Has reports whether kernels may use a level. For PEXT and PDEP see HasPEXT.
func Has(l Level) bool { return within(l, allowed) }

// HasPEXT reports whether kernels may use PEXT and PDEP and these are fast.
func HasPEXT() bool { return Has(BMI2) && !machine.SlowPEXT }
