package smp

import (
	"fmt"

	"github.com/nitoryu/nitoryu/internal/plural"
	"github.com/nitoryu/nitoryu/smp/host"
)

// Memory in bytes that an engine takes besides its table: a little more than searches of
// both games take. In a container memory may be short, and a byte too many ends the
// program.
const (
	programMemory = 24 << 20
	threadMemory  = 5 << 20
)

// memoryOf returns the memory that this process may use and what it takes now, 0 for what is unknown.
func memoryOf() (most, used uint64) { return host.Memory(), host.Used() }

// mostTable returns the largest table in MiB that fits into the memory beside that many
// threads and everything else in the program, such as networks and other engines. known is
// false if the memory is unknown.
func (e *Engine) mostTable(threads int) (mebibytes int, known bool) {
	most, used := e.memoryOf()
	if most == 0 {
		return 0, false
	}
	own := uint64(len(e.pool)) * threadMemory
	if e.memory != nil {
		own += uint64(len(e.memory.bytes))
	}
	taken := max(programMemory, used-min(used, own)) + uint64(threads)*threadMemory
	return int((most - min(most, taken)) >> 20), true
}

// tooLarge returns why a table does not fit into the memory, nil if it does. A table
// smaller than the present one is always allowed.
func (e *Engine) tooLarge(mebibytes int) error {
	total, _ := e.memoryOf()
	if total > 0 && uint64(mebibytes) > total>>20 {
		return fmt.Errorf("hash %d MiB is more than the %d MiB of this machine, keeping %d MiB", mebibytes, total>>20, e.hash)
	}
	if most, known := e.mostTable(e.threads); known && mebibytes > max(most, e.hash) {
		return fmt.Errorf("hash %d MiB is too much beside %s and the program: of the %d MiB of this machine they leave %d, keeping %d MiB",
			mebibytes, plural.Of(e.threads, "thread"), total>>20, most, e.hash)
	}
	return nil
}

// tooMany returns why that many threads do not fit into the memory beside the table, nil if
// they do. Fewer threads than at present are always allowed.
func (e *Engine) tooMany(threads int) error {
	if most, known := e.mostTable(threads); !known || threads <= e.threads || most >= e.hash {
		return nil
	}
	total, _ := e.memoryOf()
	return fmt.Errorf("threads %d are too many beside a hash of %d MiB and the program in the %d MiB of this machine, keeping %d", threads, e.hash, total>>20, e.threads)
}

// Fit returns how many engines can run side by side in this process, each with its threads and a table of hash
// MiB: the wanted number, or fewer if memory is short. If the user asked for that number, short memory is an
// error.
func Fit(engines int, asked bool, hash, threads int) (int, error) {
	most, used := memoryOf()
	return fit(most, used, engines, asked, hash, threads)
}

func fit(most, used uint64, engines int, asked bool, hash, threads int) (int, error) {
	if most == 0 || engines < 1 || hash < 1 || threads < 1 {
		return engines, nil // or for others to refuse
	}
	rest := most - min(most, max(programMemory, used))
	room := int(rest / (uint64(hash)<<20 + uint64(threads)*threadMemory))
	switch {
	case engines <= max(1, room): // a single engine gets a smaller table
		return engines, nil
	case asked:
		return engines, fmt.Errorf("%d engines with a hash of %d MiB each do not fit into the %d MiB of this machine, but %d do", engines, hash, most>>20, room)
	}
	return max(1, room), nil
}
