//go:build !js

package app

import (
	"encoding/binary"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/cmd/internal/app/internal/checkup"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/tests/must"
)

// A check is done in time, opens what it is given and says what scripts need.
func TestCheck(t *testing.T) {
	// One record: e2e4 in the initial position
	// (http://hgm.nubati.net/book_format.html).
	record := binary.BigEndian.AppendUint64(nil, 0x463b96181691fc9c)
	record = append(record, 0x03, 0x1c, 0, 1, 0, 0, 0, 0)
	file := filepath.Join(t.TempDir(), "one.bin")
	must.Write(t, file, record)
	began := time.Now()
	text, err := call(t, "check", "--json", "--book", file)
	if took := time.Since(began); err != nil || took > 10*time.Second { // twice as long as it may take on an idle machine
		t.Errorf("%v after %v", err, took)
	}
	var r checkup.Report
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if len(r.Speeds) != 2 || len(r.Networks) != 2 || r.Faults == nil || r.Advice == nil || r.Warnings == nil || r.Threads.Advised < 1 || r.Memory.Hash < 16 ||
		len(r.Books) != 1 || r.Books[0].Moves != 1 || !strings.Contains(r.Books[0].Text, "Polyglot") || r.Tables != nil {
		t.Errorf("the report is\n%s", text)
	}
}

// What is broken is the exit status; what should be changed is not.
func TestCheckReports(t *testing.T) {
	for _, c := range []struct {
		name   string
		r      checkup.Report
		script bool
		ends   string
		fault  string
	}{
		{"nothing to change", checkup.Report{}, false, "\nWhat to change\n  " + checkup.Nothing + "\n", ""},
		{"advice", checkup.Report{Advice: []string{"more memory"}}, false, "\nWhat to change\n  more memory\n", ""},
		{"a busy machine", checkup.Report{Warnings: []string{"other programs"}}, false, "\nWhat to change\n  other programs\n", ""},
		{"a fault", checkup.Report{Faults: []string{"a book"}}, false, "  Broken: a book\n", "check: 1 fault of this machine or its files"},
		{"faults for a script", checkup.Report{Faults: []string{"a", "b"}}, true, "\n}\n", "check: 2 faults of"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out strings.Builder
			err := report(&c.r, c.script, cli.Streams{Out: &out})
			if (err != nil) != (c.fault != "") || err != nil && !strings.HasPrefix(err.Error(), c.fault) {
				t.Errorf("error %v", err)
			}
			if !strings.HasSuffix(out.String(), c.ends) {
				t.Errorf("printed\n%s", out.String())
			}
		})
	}
}
