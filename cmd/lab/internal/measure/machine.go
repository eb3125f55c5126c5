package measure

import (
	"fmt"
	"runtime"
	"time"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core/cpu"
)

// Machine is where something was measured, and by which version of the lab.
type Machine struct {
	Version    string `json:"version"`
	System     string `json:"system"`
	Compiler   string `json:"compiler"`
	Processor  string `json:"processor,omitempty"`
	Processors int    `json:"processors"` // as the system counts them
}

// ThisMachine describes the current machine.
func ThisMachine() Machine {
	return Machine{cli.Version, runtime.GOOS + "/" + runtime.GOARCH, runtime.Version(), cpu.This().Name, runtime.NumCPU()}
}

// String returns the machine in words.
func (m Machine) String() string {
	text := m.System + ", " + m.Compiler
	if m.Processor != "" {
		text += ", " + m.Processor
	}
	return text + ", " + cli.Plural(m.Processors, "processor")
}

// On says when and where something was measured, as the beginning of a sentence.
func (m Machine) On(began time.Time) string {
	return fmt.Sprintf("Measured on %s, %s", began.Format("2 January 2006"), m)
}

// Sentences of reports.
const (
	Nothing     = "nothing was measured\n"
	Interrupted = "\nThe run was interrupted: what is missing was not measured.\n"
)
