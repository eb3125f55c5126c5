package scaling

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
	"github.com/nitoryu/nitoryu/report"
)

// A journal that is accepted can be summed up and drawn.
func FuzzJournal(f *testing.F) {
	path := filepath.Join(f.TempDir(), "journal")
	w := new(world)
	c := w.config(2)
	l, err := measure.Open(path, Format, &c.Setup, func(*measure.Log) error { return nil })
	if err != nil {
		f.Fatal(err)
	}
	if err := Run(f.Context(), c, l); err != nil {
		f.Fatal(err)
	}
	if err := l.Close(); err != nil {
		f.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add(text[:len(text)/2])
	f.Fuzz(func(_ *testing.T, text []byte) {
		var s Setup
		l, err := measure.Parse(text, Format, &s)
		if err != nil {
			return
		}
		r, err := NewReport(&s, l)
		if err != nil {
			return
		}
		_, _ = r.Text(), r.Faults()
		pictures := &report.Pictures{Files: map[string]string{}}
		_, _ = r.Part(r.Setup.Game, pictures)
		_, _ = r.Part(latencyPart, pictures)
	})
}
