package scaling

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/journal"
)

// A journal that is accepted can be summed up, drawn and written.
func FuzzJournal(f *testing.F) {
	path := filepath.Join(f.TempDir(), "journal")
	w := new(world)
	c := w.config(2)
	var err error
	if c.Journal, _, err = OpenJournal(path, &c.Setup); err != nil {
		f.Fatal(err)
	}
	measured(f, w, c)
	if err := c.Journal.Close(); err != nil {
		f.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add(text[:len(text)/2])
	f.Fuzz(func(t *testing.T, text []byte) {
		setup, results, err := journal.Parse(text, journalFormat)
		if err != nil {
			return
		}
		r, err := parse(setup, results)
		if err != nil {
			return
		}
		_, _ = r.Text(), r.Faults()
		_, _ = r.Part(r.Setup.Game, "", map[string]string{})
		_, _ = r.Part(latencyPart, "", map[string]string{})
		if err := r.Write(io.Discard); err != nil {
			t.Error(err)
		}
	})
}
