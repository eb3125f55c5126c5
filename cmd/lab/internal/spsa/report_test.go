package spsa

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/stats"
)

// finished is a report with a path of our own making.
func finished() *Report {
	_, c := climb(4, 2)
	r := &Report{Setup: c.Setup}
	for i, theta := range [][]float64{{75, 4, 5000}, {76.2, 4, 4300}, {77.6, 4, 100}, {78.4, 4, 100}} {
		r.Path = append(r.Path, Iteration{i + 1, stats.Pairs{0, 1, 0, 1, 0}, theta})
	}
	return r
}

func TestText(t *testing.T) {
	want := `chess: 4 of 4 iterations, 16 games (a fake)

parameter  default  now  change   exact  range
Margin          75   78      +3   78.40  0 to 300
Depth            4    4            4.00  1 to 12
Divisor       5000  100   -4900  100.00  100 to 9000

self Margin=78 Divisor=100
`
	if got := finished().Text(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Changes are relative to the defaults of the engine, not to the start of the run.
func TestWordsFromAnotherStart(t *testing.T) {
	r := finished()
	r.Parameters[1].Default = 3
	if got := r.Words(); got != "self Margin=78 Depth=4 Divisor=100" {
		t.Errorf("words %q", got)
	}
}

func TestMoved(t *testing.T) {
	r := finished()
	for n, want := range map[int]string{0: "", 1: "Divisor 5000→100.0", 3: "Divisor 5000→100.0, Margin 75→78.4"} {
		if got := r.Moved(n); got != want {
			t.Errorf("the %d that moved most: %q, want %q", n, got, want)
		}
	}
}

// ExampleRun tunes two numbers with a known optimum.
func ExampleRun() {
	h := &hill{optimum: []float64{30, 5}, scale: []float64{10, 2}}
	c := Config{
		Setup: Setup{
			Game: "chess", Iterations: 3000, Pairs: 8, Seed: 1, Rate: 0.02, Alpha: 0.602, Gamma: 0.101, Stability: 0.1,
			Parameters: []Parameter{
				{Name: "Margin", Default: 10, Start: 10, Min: 0, Max: 100, End: 4},
				{Name: "Depth", Default: 8, Start: 8, Min: 1, Max: 10, End: 1},
			},
		},
		NewMatch: func() (Match, error) { return h, nil },
	}
	r, err := Run(context.Background(), &c)
	fmt.Println(r.Words(), err)
	// Output: self Margin=30 Depth=5 <nil>
}

var (
	figure = regexp.MustCompile(`(?s)<figure.*?</figure>`)
	points = regexp.MustCompile(`points="([^"]*)"`)
)

func TestPage(t *testing.T) {
	long := finished()
	long.Iterations = 5000
	for k := len(long.Path); k < 5000; k++ {
		long.Path = append(long.Path, Iteration{k + 1, stats.Pairs{0, 0, 2, 0, 0}, []float64{float64(k % 300), 12, 9000}})
	}
	started := finished()
	started.Path = nil
	once := finished()
	once.Path = once.Path[:1]
	tests := []struct {
		name       string
		report     *Report
		incomplete bool
		says       string
	}{
		{"complete", finished(), false, "self Margin=78 Divisor=100"},
		{"not begun", started, true, "of 4, with 2 pairs"},
		{"one iteration", once, true, "iteration 1"},
		{"long", long, false, "iteration 5000"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var b strings.Builder
			if err := test.report.HTML(&b); err != nil {
				t.Fatal(err)
			}
			page := b.String()
			if words := content(t, page); !strings.Contains(words, test.says) || strings.Contains(words, "Incomplete") != test.incomplete {
				t.Errorf("no %q, or incomplete is not %v, in\n%s", test.says, test.incomplete, words)
			}
			for _, bad := range []string{"NaN", "Inf", "http", "src=", "<link", "<script", "url(", "@import", "ZgotmplZ", "%!"} {
				if strings.Contains(page, bad) {
					t.Errorf("the page holds %q", bad)
				}
			}
			charts := figure.FindAllString(page, -1)
			if len(charts) != 3 || len(page) > 200_000 {
				t.Fatalf("%d charts, %d bytes", len(charts), len(page))
			}
			for i, c := range charts {
				for _, m := range points.FindAllStringSubmatch(c, -1) {
					inside(t, i, m[1])
				}
			}
		})
	}
}

// content returns the character data of XML.
func content(t *testing.T, source string) string {
	t.Helper()
	var b strings.Builder
	d := xml.NewDecoder(strings.NewReader(source))
	d.Entity = xml.HTMLEntity
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return b.String()
		}
		if err != nil {
			t.Fatalf("this is not well-formed: %v", err)
		}
		if data, ok := token.(xml.CharData); ok {
			b.Write(data)
		}
	}
}

// inside checks that a list of points has two at least, all within the chart.
func inside(t *testing.T, number int, list string) {
	t.Helper()
	fields := strings.Fields(list)
	if len(fields) < 2 {
		t.Errorf("chart %d: points %q", number, list)
	}
	for _, f := range fields {
		text, after, _ := strings.Cut(f, ",")
		x, err1 := strconv.ParseFloat(text, 64)
		y, err2 := strconv.ParseFloat(after, 64)
		if errors.Join(err1, err2) != nil || !(x >= 0 && x <= 1000 && y >= 0 && y <= 300) {
			t.Errorf("chart %d: point %q", number, f)
		}
	}
}

func TestChart(t *testing.T) {
	r := finished()
	tests := []struct {
		parameter    int
		side, change string
		start, now   int
		first, last  string // points
		onOrigin     bool   // the path begins on the line of the start
	}{
		{0, "up", "+3", 75, 78, "0.0,", "1000.0,", true},
		{1, "same", "", 4, 4, "0.0,", "1000.0,", true},
		{2, "down", "-4900", 5000, 100, "0.0,", "1000.0,288.0", true},
	}
	for _, test := range tests {
		c := r.chart(test.parameter)
		lines := c.Plot.Lines()
		line, start := strings.Fields(lines[0].Points), strings.Fields(lines[1].Points)
		if c.Side != test.side || c.Start != test.start || c.Now != test.now || c.Change() != test.change || len(line) != 5 ||
			!strings.HasPrefix(line[0], test.first) || !strings.HasPrefix(line[4], test.last) ||
			(line[0] == start[0]) != test.onOrigin {
			t.Errorf("%+v, want %+v", c, test)
		}
	}
}
