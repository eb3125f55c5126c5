package arena

import (
	"bytes"
	"os"
	"strconv"
	"time"
)

// stolen returns the steal time of this virtual machine since boot: the time that its host
// ran something else, summed over processors, in steps of 10 ms; 0 if unknown. It hints at
// why a move was late, and proves nothing: another processor may have been affected.
func stolen() time.Duration {
	f, err := os.Open("/proc/stat")
	if err != nil {
		return 0
	}
	defer f.Close()
	var start [256]byte
	n, _ := f.Read(start[:])
	return stolenOf(start[:n])
}

// stolenOf reads the first line of Linux's /proc/stat: "cpu", then user, nice,
// system, idle, iowait, irq, softirq and steal in hundredths of a second (proc(5)).
func stolenOf(stat []byte) time.Duration {
	line, _, _ := bytes.Cut(stat, []byte("\n"))
	fields := bytes.Fields(line)
	if len(fields) < 9 || string(fields[0]) != "cpu" {
		return 0
	}
	ticks, err := strconv.ParseInt(string(fields[8]), 10, 64)
	if err != nil {
		return 0
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}
