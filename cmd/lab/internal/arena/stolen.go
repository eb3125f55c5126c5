package arena

import (
	"os"
	"time"

	"github.com/nitoryu/nitoryu/smp/host"
)

// stolen returns the steal time of this virtual machine since boot, summed over processors, in
// steps of 10 ms; 0 if unknown. It hints at why a move was late, and proves nothing: another
// processor may have been affected.
func stolen() time.Duration {
	text, _ := os.ReadFile("/proc/stat")
	ticks, _ := host.ParseTicks(string(text))
	return time.Duration(ticks.Stolen) * 10 * time.Millisecond
}
