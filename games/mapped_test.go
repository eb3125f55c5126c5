//go:build linux

package games_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/must"
)

// maps reports whether a file is mapped into this process.
func maps(t *testing.T, file string) bool {
	t.Helper()
	text, err := os.ReadFile("/proc/self/maps")
	must.OK(t, err)
	return strings.Contains(string(text), file)
}

// A file whose weights are not compressed is mapped for as long as an evaluation uses it, and no
// longer: engines that use the same file share its memory. Others are read and let go.
func TestMappedNetworks(t *testing.T) {
	if runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" {
		t.Skip("numbers are not used as they are in a file here")
	}
	for _, test := range []struct {
		name   string
		mapped bool
	}{{"halfkp_32x2-8-8", true}, {"SFNN_halfkahm2_32_7_8_k3k3", false}} {
		t.Run(test.name, func(t *testing.T) {
			var folder string
			for _, a := range games.Shogi.Foreign {
				if named, err := a.Named(test.name); err == nil {
					folder = foreignFile(t, named)
				}
			}
			file := filepath.Join(folder, "nn.bin")
			source, err := games.Shogi.Evaluation(core.EvalChoice{Folder: folder})
			must.OK(t, err)
			e := source.New()
			if maps(t, file) != test.mapped {
				t.Fatalf("mapped: %t, want %t", !test.mapped, test.mapped)
			}
			source = nil
			runtime.GC()
			if e.Reset(games.Shogi.Start(core.Settings{})); maps(t, file) != test.mapped {
				t.Fatal("it is gone while an evaluator uses it")
			}
			e.Evaluate()
			runtime.KeepAlive(e)
			e = nil
			for deadline := time.Now().Add(10 * time.Second); maps(t, file); time.Sleep(10 * time.Millisecond) {
				runtime.GC()
				if time.Now().After(deadline) {
					t.Fatal("it is still mapped when nobody uses it")
				}
			}
		})
	}
}

// What is odd about a file is told, and what stands beside it is heeded.
func TestBesideNetworks(t *testing.T) {
	var folder string
	for _, a := range games.Shogi.Foreign {
		if named, err := a.Named("SFNN_kp_32_7_8_k9k9z"); err == nil {
			folder = foreignFile(t, named)
		}
	}
	file := filepath.Join(folder, "nn.bin")
	data, err := os.ReadFile(file)
	must.OK(t, err)
	size := int(data[8]) // of the description, which says what the file is
	data = append(append(append([]byte{}, data[:8]...), 0, 0, 0, 0), data[12+size:]...)
	data[4] ^= 1 // a part of its hash
	must.Write(t, file, data)
	var warnings []string
	open := func() error {
		warnings = nil
		_, err := games.Shogi.Evaluation(core.EvalChoice{Folder: folder, Warn: func(text string) { warnings = append(warnings, text) }})
		return err
	}
	if err := open(); err == nil || !strings.Contains(err.Error(), "could be any of SFNN_kp_32_7_8_k9k9 ") {
		t.Errorf("a file that may be two things: %v", err)
	}
	for _, line := range []string{"LS_BUCKET_MODE=k9k9z", "NNUE_ARCHITECTURE SFNN_kp_32_7_8_k9k9z"} {
		must.Write(t, filepath.Join(folder, "eval_options.txt"), []byte(line+"\n"))
		if err := open(); err != nil || len(warnings) != 1 || !strings.Contains(warnings[0], "by its sizes") {
			t.Errorf("%s: %v, warnings %q", line, err, warnings)
		}
	}
}
