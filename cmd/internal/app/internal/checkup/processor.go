package checkup

import (
	"runtime"
	"runtime/debug"
	"strings"

	syscpu "golang.org/x/sys/cpu"

	"github.com/nitoryu/nitoryu/core/attack/board64"
	"github.com/nitoryu/nitoryu/core/attack/board81"
	"github.com/nitoryu/nitoryu/core/cpu"
	"github.com/nitoryu/nitoryu/core/nnue"
)

// ThisProcessor describes the processor, and what the engine uses of it.
func ThisProcessor() Processor {
	m := cpu.This()
	p := Processor{
		System: built(), Name: m.Name, Best: m.Best.String(), Used: cpu.Used().String(),
		POPCNT: "unknown", PEXT: "not available",
		Chess: board64.Kernel(), Shogi: board81.Kernel(), Networks: nnue.Kernels(),
	}
	switch {
	case m.SlowPEXT:
		p.PEXT = "slow microcode, not used"
	case m.Has(cpu.BMI2) && !cpu.HasPEXT():
		p.PEXT = "in hardware, not used"
	case m.Has(cpu.BMI2):
		p.PEXT = "in hardware"
	}
	// The compiler's code detects POPCNT itself.
	switch {
	case runtime.GOARCH == "arm64" || syscpu.X86.HasPOPCNT:
		p.POPCNT = "in hardware"
	case runtime.GOARCH == "amd64" || runtime.GOARCH == "386":
		p.POPCNT = "not available"
	}
	return p
}

// built returns the target of the compiler, such as "linux/amd64 v1".
func built() string {
	target := runtime.GOOS + "/" + runtime.GOARCH
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, setting := range info.Settings {
			if setting.Key == "GO"+strings.ToUpper(runtime.GOARCH) {
				target += " " + setting.Value
			}
		}
	}
	return target
}
