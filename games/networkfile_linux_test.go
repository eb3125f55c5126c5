package games_test

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"testing"
	"time"
	"unsafe"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue/foreign"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/must"
)

// mapped reports whether memory outside of the Go heap is at an address, and whether it is a
// file's.
func mapped(t *testing.T, at uintptr) (ours, file bool) {
	t.Helper()
	f, err := os.Open("/proc/self/maps")
	must.OK(t, err)
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var from, to uintptr
		var rights, offset, device string
		var inode uint64
		if n, _ := fmt.Sscanf(lines.Text(), "%x-%x %s %s %s %d", &from, &to, &rights, &offset, &device, &inode); n < 6 {
			t.Fatalf("a line of another kind: %s", lines.Text())
		}
		if from <= at && at < to {
			return true, inode != 0
		}
	}
	must.OK(t, lines.Err())
	return false, false
}

// The memory that a file was read into is kept for as long as an evaluator takes weights from
// there, and no longer.
func TestMemoryOfNetworkFiles(t *testing.T) {
	if runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" {
		t.Skip("numbers are not used as they are in a file here")
	}
	file := kindOf(t, games.Shogi(), "halfkp_32x2-8-8")
	n, err := games.ReadNetwork(file)
	must.OK(t, err)
	at := uintptr(unsafe.Pointer(&n.Foreign.Weights[0]))
	source, err := foreign.NewSource(n.Foreign, nil, 0)
	must.OK(t, err)
	n = games.AnyNetwork{}
	e := source.New()
	source = nil
	runtime.GC()
	if ours, file := mapped(t, at); !ours || file {
		t.Fatalf("an evaluator uses memory: %t, of the file: %t", ours, file)
	}
	e.Reset(games.Shogi().Start(core.Settings{}))
	e.Evaluate()
	runtime.KeepAlive(e)
	e = nil
	for deadline := time.Now().Add(must.Patience); ; time.Sleep(10 * time.Millisecond) {
		if ours, _ := mapped(t, at); !ours {
			return
		}
		if runtime.GC(); time.Now().After(deadline) {
			t.Fatal("it is still there when nobody uses it")
		}
	}
}
