package scaling

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/player"
	"github.com/nitoryu/nitoryu/report"
)

// sample is a report with everything in it.
func sample(t testing.TB) *Report {
	t.Helper()
	w := new(world)
	r := measured(t, w, w.config(3))
	for number := range 2 {
		for _, question := range []Question{MoveTime, Stop} {
			b := Block{Question: question, Threads: 1, Number: number}
			for i := range BlockSize {
				b.Delays = append(b.Delays, time.Duration(i-1)*100*time.Microsecond)
			}
			r.Blocks = append(r.Blocks, b)
		}
	}
	r.Blocks = append(r.Blocks, Block{Question: Stop, Threads: 2, Faults: []string{"search 1: a | b"}})
	return r
}

func ExampleReport_Part() {
	r := &Report{
		Setup: Setup{
			Game: "chess", Machine: measure.Machine{System: "linux/amd64", Compiler: "go1.26", Processors: 4}, Engines: []Engine{{"One", "cmd=one"}},
			LatencyThreads: []int{1}, Hash: 64, Positions: []string{"a position"},
		},
		Began: time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC), Complete: true,
		Blocks: []Block{{Question: Stop, Threads: 1, Delays: []time.Duration{1e6, 2e6, 6e6}}},
	}
	pictures := report.Pictures{Prefix: "smp-", Files: map[string]string{}}
	part, known := r.Part("latency", &pictures)
	fmt.Print(known, len(pictures.Files), "\n", part)
	// Output:
	// true 1
	// Measured on 2 January 2026, linux/amd64, go1.26, 4 processors: One in chess, table of 64 MiB.
	//
	// ![Delay of answers](smp-latency.svg)
	//
	// | Milliseconds late | Threads | Searches | Median | 99 % | 99.9 % | Maximum | Faults |
	// |---|--:|--:|--:|--:|--:|--:|--:|
	// | after stop | 1 | 3 | 2.00 | 5.92 | 5.99 | 6.00 | 0 |
}

const emptyPage = `# Title
<!-- measured chess -->
old words
<!-- end -->
<!-- measured shogi -->
words of shogi
<!-- end -->
<!-- measured latency -->
old words
<!-- end -->
The end.
`

// write writes a page and returns its pictures.
func write(t *testing.T, r *Report, text string) (page string, pictures map[string]string) {
	t.Helper()
	to := report.Pictures{Prefix: "p-", Files: map[string]string{}}
	page, err := report.Rewrite(text, report.Measured, func(name string) (string, bool) { return r.Part(name, &to) })
	if err != nil {
		t.Fatal(err)
	}
	return page, to.Files
}

func TestParts(t *testing.T) {
	page, pictures := write(t, sample(t), emptyPage)
	for _, want := range []string{
		"<!-- measured chess -->\nMeasured on 2 January 2026, here, go1, 4 processors: 3 positions of chess, tables of 64 MiB, depths that one thread reaches within 1s, 3 runs.\n\n![",
		"| One | 1 | 1.00M |  |  |  |  | 2 |\n| One | 2 | 1.00M | 1.00 | 1.00–1.00 | 1.00–1.00 | 1.00–1.00 | 2 |\n",
		"| Two | 4 | 0.71 | 2.00 | 2.00–2.00 | 2.00–2.00 | 2.00–2.00 | 2 |\n",
		"- Two: 1 position left out, since there is one legal move: `k7/8/8/8/8/8/r7/7K w - - 0 1`.\n<!-- end -->\n",
		"<!-- measured shogi -->\nwords of shogi\n<!-- end -->\n", "![Delay of answers](p-latency.svg)",
		"| after go movetime | 1 | 40 | 0.85 | 1.80 | 1.80 | 1.80 | 0 |\n", "| after stop | 2 | 0 |  |  |  |  | 1 |\n",
		"- One, 2 threads, stop: search 1: a | b\n", "\n<!-- end -->\nThe end.\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, bad := range []string{"old words", "NaN", "Inf", "%!"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page holds %q", bad)
		}
	}
	if t.Failed() {
		t.Log(page)
	}
	if again, _ := write(t, sample(t), page); again != page {
		t.Errorf("written a second time, the page becomes\n%s", again)
	}
	if names := slices.Sorted(maps.Keys(pictures)); !slices.Equal(names, []string{"p-chess.svg", "p-latency.svg"}) {
		t.Errorf("pictures %q", names)
	}
}

func TestPictures(t *testing.T) {
	_, pictures := write(t, sample(t), emptyPage)
	for name, want := range map[string][]string{
		"p-chess.svg":   {"Chess: several threads compared", "One, 2 threads", "Two, 4 threads", "2.00×", "Speed to the depth"},
		"p-latency.svg": {"1 thread, median", "2 threads, maximum", "0.85", "not measured", "After go movetime", "After stop"},
	} {
		picture := pictures[name]
		var words strings.Builder
		for d := xml.NewDecoder(strings.NewReader(picture)); ; {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s is not well-formed: %v", name, err)
			}
			if data, ok := token.(xml.CharData); ok {
				words.Write(data)
			}
		}
		for _, text := range want {
			if !strings.Contains(words.String(), text) {
				t.Errorf("%s does not say %q", name, text)
			}
		}
		for _, bad := range []string{"NaN", "Inf", "%!"} {
			if strings.Contains(picture, bad) {
				t.Errorf("%s holds %q", name, bad)
			}
		}
	}
}

// What was not measured stays as it was.
func TestNothingMeasured(t *testing.T) {
	nothing := &Report{Setup: fewSetup()}
	if page, pictures := write(t, nothing, emptyPage); page != emptyPage || len(pictures) != 0 {
		t.Errorf("%d pictures and the page\n%s", len(pictures), page)
	}
	if text := nothing.Text(); text != "nothing was measured\n" {
		t.Errorf("the text is %q", text)
	}
	if _, known := nothing.Part("moon", nil); known {
		t.Error("the moon is known")
	}
	w := new(world)
	w.deviate = func(call string, reply *player.Reply) error {
		reply.Infos = 0
		return nil
	}
	if text := measured(t, w, w.config(1)).Text(); !strings.Contains(text, "Two: 2 positions left out, since the engine reports nothing about its search: `") {
		t.Errorf("the text is %q", text)
	}
}

func TestManyFaultsAreNotListed(t *testing.T) {
	r := sample(t)
	for range 30 {
		r.Blocks[0].Faults = append(r.Blocks[0].Faults, "again")
	}
	if text := r.Text(); strings.Count(text, "again") != 10 || !strings.Contains(text, "- and 21 faults more\n") {
		t.Errorf("the text is\n%s", text)
	}
}

func TestJSON(t *testing.T) {
	text, err := json.Marshal(sample(t))
	if err != nil {
		t.Fatal(err)
	}
	var read struct {
		Scaling []Row    `json:"scaling"`
		Latency []Delay  `json:"latency"`
		Faults  []string `json:"faults"`
	}
	if err := json.Unmarshal(text, &read); err != nil || len(read.Scaling) != 6 || !near(read.Scaling[5].Nodes.Value, 4) ||
		len(read.Latency) != 3 || len(read.Faults) != 1 {
		t.Errorf("error %v in\n%s", err, text)
	}
}
