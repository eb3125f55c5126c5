package checkup

import (
	"fmt"
	"math"
	"strings"
)

// advisedThreads returns as many threads as processors may be used at any time.
func advisedThreads(t Threads) int {
	n := t.Processors
	if t.Quota != nil && *t.Quota > 0 {
		n = min(n, int(*t.Quota))
	}
	return max(1, n)
}

const (
	leastHash = 16      // MiB
	mostHash  = 1 << 25 // MiB, the largest that the options take
	longThink = 180     // seconds: an entry for each node of a long think is all that a table can use
	entry     = 16      // bytes
)

// advisedHash returns a size of the table in MiB, a power of two: what a long search
// fills, and at most half of the memory that is available.
func advisedHash(m Memory, speeds []Speed) int {
	useful := 0.0
	for _, s := range speeds {
		useful = max(useful, s.Nodes*longThink*entry/(1<<20))
	}
	room := math.Inf(1)
	for _, bytes := range []*uint64{m.Total, m.Available} {
		if bytes != nil {
			room = min(room, float64(*bytes>>20)/2)
		}
	}
	hash := leastHash
	for hash < mostHash && float64(hash) < useful && float64(2*hash) <= room {
		hash *= 2
	}
	return hash
}

// Bounds above which something is worth changing.
const (
	fewHuge   = 90   // percent of the table in huge pages
	littleCPU = 90   // percent of the processors' time that a search gets
	muchSteal = 2.0  // percent
	lateSleep = 5000 // microseconds: half of the default of Move Overhead in UCI
	usiHash   = 256  // MiB, the default of USI_Hash
)

// Advise returns what the operator of a machine should change.
func Advise(r Report) (advice []string) {
	say := func(format string, values ...any) { advice = append(advice, fmt.Sprintf(format, values...)) }
	adviseProcessor(r.Processor, say)
	adviseThreads(r, say)
	advisePages(r, say)
	if a := r.Memory.Available; a != nil && *a>>20 < 2*usiHash {
		say("Only %d MiB of memory are available: set USI_Hash, which is %d by default, to %d, or end other programs.",
			*a>>20, usiHash, r.Memory.Hash)
	}
	if r.Steal != nil && *r.Steal >= muchSteal {
		say("The host of this virtual machine took %.1f %% of the processors' time: run fewer machines on it, or reserve processors for this one.", *r.Steal)
	}
	if t := r.Timer; t.Worst >= lateSleep {
		overhead := (2*t.Worst + 9999) / 10000 * 10
		say("A sleep ended %.1f ms late: set Move Overhead (Move_Overhead in USI) to %d or more, so that no game is lost on time.",
			float64(t.Worst)/1000, overhead)
	}
	if t := r.Tables; t != nil && t.Results > 0 && t.Lengths == 0 {
		say("The endgame tables have results but no distances: add the .rtbz files, or won endgames may not be won.")
	}
	return advice
}

type sayer func(format string, values ...any)

func adviseProcessor(p Processor, say sayer) {
	switch {
	case p.Used != p.Best:
		say("The instruction set is limited to %s, though the processor has %s: leave out --cpu, and unset NITORYU_CPU.", p.Used, p.Best)
	case strings.Contains(p.System, "/amd64") && p.Name == "":
		say("This build has no assembly: build without -tags purego.")
	case strings.Contains(p.System, "/amd64") && (p.Best == "go" || p.Best == "bmi2"):
		say("The processor offers no AVX2, so that networks are slow: in a virtual machine, give it the processor of the host (host-passthrough).")
	case strings.Contains(p.System, "/386"), strings.HasSuffix(p.System, "/arm"), strings.Contains(p.System, "/arm "):
		say("This is a 32-bit build: on a 64-bit system, build for amd64 or arm64.")
	}
}

func adviseThreads(r Report, say sayer) {
	t := r.Threads
	if t.Quota != nil && *t.Quota > 0 && *t.Quota < float64(t.Processors) {
		say("Control groups allow %.3g of %d processors: set Threads to %d, or raise the limit. Beyond it the system stops the engine for up to 0.1 s at a time.",
			*t.Quota, t.Processors, t.Advised)
		return // searches cannot get more
	}
	least, seen := 100, false
	for _, s := range r.Speeds {
		if s.Share != nil {
			least, seen = min(least, *s.Share), true
		}
	}
	if seen && least < littleCPU {
		say("A search got only %d %% of the time of %d processors: end other programs, or set fewer Threads.", least, t.Advised)
	}
}

func advisePages(r Report, say sayer) {
	p := r.Pages
	reserve := fmt.Sprintf("sudo sysctl vm.nr_hugepages=%d", r.Memory.Hash/2)
	switch {
	case strings.HasPrefix(r.Processor.System, "windows/") && p.Table == "plain pages":
		say("The table lies in small pages, which costs speed: give the user the right \"Lock pages in memory\" (secpol.msc), and log in again.")
	case p.Huge == nil || *p.Huge >= fewHuge || p.Transparent == nil:
	case *p.Transparent == "":
		say("The table lies in small pages, which costs speed, and the kernel has no transparent huge pages: reserve some: %s", reserve)
	case *p.Transparent == "never":
		say("The table lies in small pages, which costs speed: echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled (in a container: on the host)")
	default:
		say("Only %d %% of the table lie in huge pages, as memory is scattered: sudo sysctl vm.compact_memory=1, or reserve some: %s", *p.Huge, reserve)
	}
}
