package ablate

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/report"
)

func pageOf(t *testing.T, r *Report) string {
	t.Helper()
	var b strings.Builder
	if err := r.HTML(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// allTechniques is a report with every technique in one row.
func allTechniques() (*Report, []string) {
	r := sampleReport()
	g := &r.Games[0]
	kinds := g.Rows[1:4]
	plain := g.Rows[4]
	g.Rows = g.Rows[:1:1]
	names := []string{Plain}
	for i, row := range params.Rows() {
		if row.Technique != "" {
			kind := kinds[i%3]
			kind.Technique = row.Technique
			g.Rows = append(g.Rows, kind)
			names = append(names, row.Technique)
		}
	}
	g.Rows = append(g.Rows, plain)
	slices.Sort(names)
	return r, names
}

// text returns the character data of XML.
func text(t *testing.T, source string) string {
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
			t.Fatalf("this is not well-formed: %v\n%s", err, source)
		}
		if data, ok := token.(xml.CharData); ok {
			b.Write(data)
		}
	}
}

var (
	figure  = regexp.MustCompile(`(?s)<figure.*?</figure>`)
	barName = regexp.MustCompile(`<span class="name">([^<]*)</span>`)
	place   = regexp.MustCompile(`(?:x|x1|x2|cx|width)="([^"]*)%"`)
)

func TestPage(t *testing.T) {
	r, techniques := allTechniques()
	page := pageOf(t, r)
	words := text(t, page)
	for _, want := range []string{"2 January 2026", "Chess", "Incomplete", "no effect", "not measured", "≥ 11.0 ×", "+∞", "NullMoveDepth"} {
		if !strings.Contains(words, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	for _, bad := range []string{"NaN", "Inf", "http://", "src=", "<link", "<script", "url(", "@import", "ZgotmplZ", "<no value>", "%!", ">+0<"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page holds %q", bad)
		}
	}
	charts := figure.FindAllString(page, -1)
	if len(charts) != 4 {
		t.Fatalf("%d charts", len(charts))
	}
	for i, chart := range charts {
		var names []string
		for _, m := range barName.FindAllStringSubmatch(chart, -1) {
			if m[1] != Full {
				names = append(names, m[1])
			}
		}
		slices.Sort(names)
		if !slices.Equal(names, techniques) {
			t.Errorf("chart %d names %q, want every technique once", i, names)
		}
		for _, m := range place.FindAllStringSubmatch(chart, -1) {
			if x, err := strconv.ParseFloat(m[1], 64); err != nil || !(x >= 0 && x <= 100) {
				t.Errorf("chart %d draws at %q percent", i, m[1])
			}
		}
	}
}

func TestPageOfACompleteRun(t *testing.T) {
	r := sampleReport()
	r.Complete = true
	if strings.Contains(pageOf(t, r), "Incomplete") {
		t.Error("a complete run is called incomplete")
	}
}

// Charts of what was not measured are left out.
func TestPageWithoutMeasurements(t *testing.T) {
	tests := []struct {
		name   string
		change func(*Row)
		charts int
	}{
		{"all", func(*Row) {}, 4},
		{"no matches", func(r *Row) { r.Match = nil }, 3},
		{"no times", func(r *Row) { r.Timed = nil }, 3},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := sampleReport()
			for i := range r.Games[0].Rows {
				test.change(&r.Games[0].Rows[i])
			}
			if n := len(figure.FindAllString(pageOf(t, r), -1)); n != test.charts {
				t.Errorf("%d charts, want %d", n, test.charts)
			}
		})
	}
}

func TestBars(t *testing.T) {
	r := sampleReport()
	charts := map[string]*report.Bars{}
	for i, c := range r.Games[0].charts() {
		charts[[]string{"nodes", "first", "depth", "elo"}[i]] = c
	}
	tests := []struct {
		chart, row, color, label, detail string
		open                             bool
	}{
		{"nodes", Full, "ink", "1.00 ×", "", false},
		{"nodes", "null move pruning", "blue", "≥ 11.0 ×", "", true},
		{"first", Full, "ink", "80.0 %", "", false},
		{"first", "killer moves", "blue", "55.0 %", "−25.0", false},
		{"depth", "killer moves", "blue", "1.0", "−1.0", false},
		{"depth", "mate in one", "", "no effect", "", false},
		{"depth", "null move pruning", "", "not measured", "", false},
		{"elo", "null move pruning", "blue", "+∞", "± ∞", true},
		{"elo", "killer moves", "blue", "+43.7", "± 153.0", false},
	}
	for _, test := range tests {
		found := false
		for _, b := range charts[test.chart].Rows() {
			if b.Name != test.row {
				continue
			}
			if found = true; !b.Missing && b.Color != test.color || b.Missing != (test.color == "") || b.Label != test.label || b.Detail != test.detail || b.Open != test.open {
				t.Errorf("%s of %s: %+v, want %+v", test.chart, test.row, b, test)
			}
		}
		if !found {
			t.Errorf("%s has no bar of %s", test.chart, test.row)
		}
	}
	if _, ok := charts["elo"].Panels[0].Bars[Full]; ok {
		t.Error("the full search plays against itself")
	}
}
