package report_test

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/report"
)

func TestTerminal(t *testing.T) {
	window := report.Terminal{Title: "a & b", Columns: 20, Lines: []report.TerminalLine{
		{Text: "$ play <chess>", Strong: true}, {}, {Text: "  depth  line", Faint: true}, {Text: "    1/1  e2e4"},
	}}
	svg := window.SVG()
	decoder := xml.NewDecoder(strings.NewReader(svg))
	for {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("not XML: %v\n%s", err, svg)
		}
	}
	for _, want := range []string{
		"a &amp; b</text>", ` font-weight="600" xml:space="preserve">$ play &lt;chess&gt;</text>`,
		` fill="#5a6576" xml:space="preserve">  depth  line</text>`, ` y="102" xml:space="preserve">    1/1  e2e4</text>`,
	} {
		if !strings.Contains(svg, want) {
			t.Errorf("the picture lacks %s\n%s", want, svg)
		}
	}
	if n := strings.Count(svg, "<text "); n != 4 {
		t.Errorf("%d texts, want the title and three lines", n)
	}
}
