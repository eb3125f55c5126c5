//go:build unix

package programs

import (
	"fmt"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/nitoryu/nitoryu/tests/must"
)

// A handshake is answered before anything is made that takes long: its memory is that of a process which is
// asked for nothing, far below that of the table.
func TestHandshakeMakesNothing(t *testing.T) {
	peak := func(lines ...string) uint64 {
		cmd := exec.Command(nitoryu(t))
		cmd.Stdin = strings.NewReader(strings.Join(lines, "\n") + "\n")
		must.OK(t, cmd.Run())
		return uint64(cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss)
	}
	nothing := peak()
	for _, protocol := range []string{"uci", "usi"} {
		hash := fmt.Sprintf("setoption name %s value 256", map[string]string{"uci": "Hash", "usi": "USI_Hash"}[protocol])
		greeted, options, ready := peak(protocol), peak(protocol, hash), peak(protocol, hash, "isready")
		if ready < 4*nothing {
			t.Fatalf("%s: a table of 256 MiB takes %d of memory, nothing %d", protocol, ready, nothing)
		}
		if greeted > nothing+nothing/2 || options > nothing+nothing/2 {
			t.Errorf("%s: the handshake takes %d of memory, options %d, nothing %d", protocol, greeted, options, nothing)
		}
	}
}
