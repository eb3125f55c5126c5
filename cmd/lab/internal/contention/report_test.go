package contention

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/report"
)

// sample is a report of a game in which the speed-up is the square root of the number of
// threads, and a table of 4 KiB times its cubic root is just crowded.
func sample() *Report {
	g := Game{Name: "chess", Depth: 9, Positions: []string{"a", "b"}, Threads: []int{1, 8, 64}, Tables: []int{1, 4, 16, 64}}
	for position := range g.Positions {
		for _, kib := range g.Tables {
			for _, threads := range g.Threads {
				n := float64(threads)
				// Linear over the logarithm of the size.
				live := max(0, Crowded*(1-0.4*math.Log2(float64(kib)/(4*math.Cbrt(n)))))
				s := Search{
					Position: position, KiB: kib, Threads: threads, Time: uint64(1e6 * float64(1+position) / math.Sqrt(n)), Probes: 1000, Hits: 250,
					Full: 500, Watch: Watch{Probes: 100, Known: 20, Together: 3, Hits: 25, Foreign: 5, Stores: 100, Collision: 1},
				}
				s.Nodes = uint64(threads) * s.Time
				s.Stores[core.OverLive] = uint64(1e6 * live)
				s.Stores[core.IntoEmpty] = 1e6 - s.Stores[core.OverLive]
				g.Searches = append(g.Searches, s)
			}
		}
	}
	return &Report{
		Complete: true, Setup: Setup{Machine: measure.Machine{Processors: 2}, Slice: 32, Sample: 8}, Games: []Game{g},
		Tears: []Tear{{Threads: 4, KiB: 1, Probes: 2e6, Torn: 25, Hits: 1e6}, {Threads: 8, KiB: 1, Probes: 2e6, Torn: 50, Hits: 1e6}},
	}
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-3*math.Abs(b) }

func TestCell(t *testing.T) {
	g := &sample().Games[0]
	c, ok := g.Cell(16, 64)
	if !ok || c.Searches != 2 || !near(c.Speedup, 8) || !near(c.Margin, 1) || !near(c.Work, 8) || c.Probes != 2000 || !near(c.Full, 0.5) ||
		c.Watch.Known != 40 {
		t.Errorf("%+v (%v)", c, ok)
	}
	if c, ok := g.Cell(16, 3); ok || !math.IsNaN(c.Speedup) || !math.IsNaN(c.Outcome(core.OverLive)) {
		t.Errorf("of what was not measured: %+v (%v)", c, ok)
	}
	// The positions differ: factors of 2 and 8, with a mean of 4.
	for i := range g.Searches {
		if s := &g.Searches[i]; s.Threads == 8 {
			s.Time = []uint64{5e5, 2.5e5}[s.Position]
		}
	}
	if c, _ := g.Cell(16, 8); !near(c.Speedup, 4) || !near(c.Margin, 4) {
		t.Errorf("speed-up %v within a factor of %v, want 4 and 4", c.Speedup, c.Margin)
	}
}

func TestPrediction(t *testing.T) {
	r := sample()
	p := r.Games[0].Prediction()
	if len(p.Needs) != 3 || !near(p.Needs[0].KiB, 4) || !near(p.Needs[2].KiB, 16) || !near(p.Depth, 1.0/3) || !near(p.Speed, 0.5) || !near(p.Time(), 5.0/6) {
		t.Errorf("%+v", p)
	}
	if text := r.Games[0].predictionText(); !strings.Contains(text, "one thread needs 4.0 KiB and 64 threads need 16.0 KiB") ||
		!strings.Contains(text, "to the power 0.33 (fitted to 3 numbers of threads)") || !strings.Contains(text, "0.83") {
		t.Error(text)
	}
	tests := []struct {
		name   string
		tables []int
		needs  int
	}{
		{"one table", []int{16}, 0},
		{"all are crowded", []int{1}, 0},
		{"none is", []int{64, 256}, 0},
		{"only with few threads", []int{1, 4}, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := sample().Games[0]
			g.Tables = test.tables
			if p := g.Prediction(); len(p.Needs) > test.needs || !math.IsNaN(p.Depth) {
				t.Errorf("%+v", p)
			}
			if text := g.predictionText(); !strings.Contains(text, "too few") {
				t.Error(text)
			}
		})
	}
}

func TestText(t *testing.T) {
	text := sample().Text()
	for _, want := range []string{
		"### Chess, depth 9, 2 positions", "| 64 | 8.00 | 8.00 | 8.00 | 8.00 |", "| 8 | 2.83 ×÷ 1.00 | 35.4 % | 2.83 | 20.0 % | 3.0 % | 20.0 % | 1.0 % |",
		"| 16 KiB | 64 | 2.0k | 25.0 % | 2.00M | 90.0 % |", "to the power 0.33", "machine with 2 processors", "| 4 | 12.5 |", "none of these returned",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the text does not say %q:\n%s", want, text)
		}
	}
	if text := (&Report{Games: []Game{{Name: "chess"}}}).Text(); text != measure.Nothing {
		t.Errorf("of nothing: %s", text)
	}
}

func TestPictures(t *testing.T) {
	r := sample()
	r.Games[0].Searches[1].Time *= 16 // more threads can be slower
	for name, picture := range map[string]string{"speed": r.SpeedPicture(), "table": r.TablePicture()} {
		d := xml.NewDecoder(strings.NewReader(picture))
		lines, words := 0, ""
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v\n%s", name, err, picture)
			}
			switch token := token.(type) {
			case xml.StartElement:
				if token.Name.Local == "polyline" {
					lines++
				}
			case xml.CharData:
				words += string(token)
			}
		}
		if want := map[string]int{"speed": 5, "table": 4}[name]; lines != want || !strings.Contains(words, "64 KiB") || !strings.Contains(words, "Chess") || strings.Contains(picture, "NaN") {
			t.Errorf("%s: %d lines, words %q", name, lines, words)
		}
	}
	if (&Report{}).SpeedPicture() != "" || (&Report{Games: []Game{{Name: "chess"}}}).TablePicture() != "" {
		t.Error("nothing is drawn")
	}
}

// The page shows contention and keeps the parts of lab smp.
func TestParts(t *testing.T) {
	r := sample()
	for name, want := range map[string]bool{"chess": true, "latency": true, "contention": true, "moon": false} {
		pictures := report.Pictures{Prefix: "p-", Files: map[string]string{}}
		part, known := r.Part(name, &pictures)
		if known != want || (part != "") != (name == "contention") {
			t.Errorf("%s: known %v, part %q", name, known, part)
		}
		if name == "contention" && (len(pictures.Files) != 2 || !strings.HasSuffix(part, "|\n\n![Speed-up of many threads](p-speedup.svg)\n\n![Stores that overwrite a live entry](p-table.svg)\n")) {
			t.Errorf("%d pictures, the part is\n%s", len(pictures.Files), part)
		}
	}
	if part, known := new(Report).Part("contention", nil); part != "" || !known {
		t.Errorf("of nothing: known %v, %q", known, part)
	}
}
