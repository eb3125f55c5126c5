package checkup

import (
	"fmt"
	"strings"
)

const (
	leastHash = 16      // MiB
	mostHash  = 1 << 25 // MiB, the largest that the options take
	usiHash   = 256     // MiB, the default of USI_Hash
	longThink = 180     // seconds of a long think: a table can use no more than an entry for each of its nodes
	swift     = 1e6     // nodes a second of a thread on a fast processor
	entry     = 16      // bytes
)

// advisedHash returns a size of the table in MiB, a power of two: as much as a long search with
// this number of threads fills, and at most half of the memory.
func advisedHash(m Memory, threads int) int {
	if m.Total == nil {
		return usiHash
	}
	useful := float64(threads) * swift * longThink * entry / (1 << 20)
	hash := leastHash
	for hash < mostHash && float64(hash) < useful && uint64(4*hash) <= *m.Total>>20 {
		hash *= 2
	}
	return hash
}

// Advise returns what the operator of a machine should change. It depends on how the machine is
// set up, and not on measurements, which depend on what else runs: the same machine gets the
// same advice.
func Advise(r Report) (advice []string) {
	say := func(format string, values ...any) { advice = append(advice, fmt.Sprintf(format, values...)) }
	adviseProcessor(r.Processor, say)
	adviseThreads(r, say)
	advisePages(r, say)
	if total := r.Memory.Total; total != nil && *total>>20 < 2*usiHash {
		say("There are only %d MiB of memory: set USI_Hash, which is %d by default, to %d.", *total>>20, usiHash, r.Memory.Hash)
	}
	if t := r.Tables; t != nil && t.Results > 0 && t.Lengths == 0 {
		say("The endgame tables have results but no distances: add the .rtbz files, or won endgames may not be won.")
	}
	return advice
}

// Bounds beyond which a figure is bad on an idle machine.
const (
	leastShare = 90   // percent of the processors' time that a search gets
	leastHuge  = 90   // percent of the table in huge pages, if there are any
	mostSteal  = 2    // percent of the processors' time
	mostLate   = 5000 // microseconds that a sleep ends late
)

// Warn returns what the measured figures show to be wrong with the machine now: other programs
// or its host are in the way. On another day it may return nothing.
func Warn(r Report) (warnings []string) {
	say := func(format string, values ...any) { warnings = append(warnings, fmt.Sprintf(format, values...)) }
	share := 100
	for _, s := range r.Speeds {
		if s.Share != nil {
			share = min(share, *s.Share)
		}
	}
	if share < leastShare {
		say("Other programs compete for the processors: a search got %d %% of their time. End them, or do not play for rating beside them.", share)
	}
	p := r.Pages
	if offered := p.Transparent != nil && (*p.Transparent == "always" || *p.Transparent == "madvise"); offered && p.Huge != nil && *p.Huge < leastHuge {
		say("Only %d %% of the test table are in huge pages: the memory is in pieces. Compact it: sudo sysctl vm.compact_memory=1", *p.Huge)
	}
	if r.Steal != nil && *r.Steal >= mostSteal {
		say("The host took away %.1f %% of the processors' time: the clock goes on while this machine stands still.", *r.Steal)
	}
	if r.Timer.Worst >= mostLate {
		say("Sleeps of 1 ms ended up to %.1f ms late, and so may moves: set Move Overhead to %d at least.", float64(r.Timer.Worst)/1000, 2*r.Timer.Worst/1000)
	}
	if free := r.Memory.Available; free != nil && *free>>20 < uint64(r.Memory.Hash) {
		say("Other programs have the memory: %d MiB are available, less than the advised Hash. Take less, or end them.", *free>>20)
	}
	return warnings
}

type sayer func(format string, values ...any)

func adviseProcessor(p Processor, say sayer) {
	switch {
	case p.Used != p.Best:
		say("The instruction set is limited to %s, though the processor has %s: leave out --cpu, and unset NITORYU_CPU.", p.Used, p.Best)
	case strings.Contains(p.System, "/amd64") && p.Name == "":
		say("This build has no assembly: build without -tags purego.")
	case strings.Contains(p.System, "/amd64") && (p.Best == "go" || p.Best == "bmi2"):
		say("The processor offers no AVX2, so networks are slow: in a virtual machine, give it the processor of the host (host-passthrough).")
	case strings.Contains(p.System, "/386"), strings.HasSuffix(p.System, "/arm"), strings.Contains(p.System, "/arm "):
		say("This is a 32-bit build: on a 64-bit system, build for amd64 or arm64.")
	}
}

func adviseThreads(r Report, say sayer) {
	t := r.Threads
	if t.Quota != nil && *t.Quota > 0 && *t.Quota < float64(t.Processors) {
		say("Control groups allow %.3g of %d processors: set Threads to %d, or raise the limit. Beyond it the system stops the engine for up to 0.1 s at a time.",
			*t.Quota, t.Processors, t.Advised)
	}
}

func advisePages(r Report, say sayer) {
	p := r.Pages
	switch {
	case strings.HasPrefix(r.Processor.System, "windows/") && p.Table == "plain pages":
		say("The table lies in small pages, which costs speed: give the user the right \"Lock pages in memory\" (secpol.msc), and log in again.")
	case p.Transparent == nil || p.Reserved != nil && *p.Reserved > 0:
	case *p.Transparent == "":
		say("The table lies in small pages, which costs speed, and the kernel has no transparent huge pages: reserve some: sudo sysctl vm.nr_hugepages=%d", r.Memory.Hash/2)
	case *p.Transparent == "never":
		say("The table lies in small pages, which costs speed: echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled (in a container: on the host)")
	}
}
