package ablate

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/report"
)

const everyPart = `# Title

<!-- measured setup -->
old words
<!-- end -->
Prose.
<!-- measured whole -->
<!-- end -->
<!-- measured elo -->
<!-- end -->
<!-- measured nodes -->
<!-- end -->
<!-- measured chess -->
<!-- end -->
  <!-- measured shogi -->
<!-- end -->
<!-- measured rates -->
<!-- end -->
The end, and <!-- end --> of it.
`

func document(t *testing.T, r *Report, text string) (string, map[string]string) {
	t.Helper()
	page, pictures, err := documentOf(r, text, "p-")
	if err != nil {
		t.Fatal(err)
	}
	return page, pictures
}

func ExampleReport_Part() {
	r := twoGames()
	r.Games[0].Rows = r.Games[0].Rows[:3]
	page, _, _ := documentOf(r, "Before.\n\n<!-- measured chess -->\n\n<!-- end -->\n\nAfter.\n", "search-")
	fmt.Print(page)
	// Output:
	// Before.
	//
	// <!-- measured chess -->
	// | Without | Parameter | nodes | nodes/full | time | n/s | EBF | 1st move | depth | in 1s | Elo | games |
	// |---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
	// | full search |  | 130 | 1.00 | 3.00s | 43 | 2.83 | 80.0% | 2.0 | 2.0 |  |  |
	// | killer moves | `Killers` | 110 | 1.00 | 2.00s | 55 | 1.73 | 55.0% | 2.0 | 1.0 | +43.7 ± 153.0 | 8 |
	// | mate in one | `MateInOne` | no effect |  |  |  |  |  |  |  |  |  |
	// <!-- end -->
	//
	// After.
}

func TestDocument(t *testing.T) {
	page, pictures := document(t, twoGames(), everyPart)
	for _, want := range []string{
		"# Title\n\n<!-- measured setup -->\nMeasured on 2 January 2026, linux/amd64, go1, 2 processors, Nitoryu 0, one thread.\n", "\n<!-- end -->\nProse.\n",
		"- Shogi: 2 positions to depth 2", "| Nodes | 130 | 1.80k | 130 | 1.80k |",
		"\n<!-- measured elo -->\n![What each technique is worth in games, in Elo](p-elo.svg)\n<!-- end -->\n",
		"| killer moves | `Killers` |", "| mate in one |  | not used |", "| table hits | 25.0 % | 100 | 25.0 % | 100 |",
		"| null moves that cut | – |  | 50.0 % | 2 |", "\nThe end, and <!-- end --> of it.\n", "The run was interrupted",
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
	if names := slices.Sorted(maps.Keys(pictures)); !slices.Equal(names, []string{"p-elo.svg", "p-nodes.svg"}) {
		t.Errorf("pictures %q", names)
	}
	again, _ := document(t, twoGames(), page)
	if again != page {
		t.Errorf("written a second time, the page becomes\n%s", again)
	}
	// Each row of a table has as many cells as its head.
	cells := 0
	for line := range strings.Lines(page) {
		switch n := strings.Count(line, "|"); {
		case n == 0:
			cells = 0
		case cells == 0:
			cells = n
		case n != cells:
			t.Errorf("%d cells under a head of %d: %s", n-1, cells-1, line)
		}
	}
}

// What was not measured stays as it was.
func TestDocumentKeeps(t *testing.T) {
	page, _ := document(t, twoGames(), everyPart)
	tests := []struct {
		name   string
		change func(*Report)
		kept   []string
	}{
		{"no game", func(r *Report) { r.Games = nil }, []string{"setup", "whole", "elo", "nodes", "chess", "shogi", "rates"}},
		{"no chess", func(r *Report) { r.Games = r.Games[1:] }, []string{"chess", "shogi"}},
		{"nothing measured", func(r *Report) { r.Games[0].Rows, r.Games[1].Rows = nil, nil }, []string{"setup", "chess", "nodes"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := twoGames()
			test.change(r)
			got, _ := document(t, r, page)
			for _, name := range test.kept {
				part := func(text string) string {
					_, after, _ := strings.Cut(text, "<!-- measured "+name+" -->")
					inside, _, _ := strings.Cut(after, "\n<!-- end -->")
					return inside
				}
				if part(got) != part(page) {
					t.Errorf("%s became\n%s", name, part(got))
				}
			}
		})
	}
	r := twoGames()
	for i := range r.Games {
		for k := range r.Games[i].Rows {
			r.Games[i].Rows[k].Match, r.Games[i].Rows[k].Counts = nil, nil
		}
	}
	got, pictures := document(t, r, page)
	if strings.Count(got, "Not measured yet.") != 2 || pictures["p-elo.svg"] != "" || pictures["p-nodes.svg"] == "" {
		t.Errorf("without matches and counts, pictures %d and the page\n%s", len(pictures), got)
	}
}

func TestBadDocuments(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"nothing", "", "no measured part"},
		{"no marks", "# Title\n<!-- end -->\n", "no measured part"},
		{"an unknown part", "<!-- measured moon -->\n<!-- end -->\n", `line 1 begins the part "moon", which is unknown`},
		{"a part without an end", "a\n<!-- measured elo -->\nb\n", `the part "elo" has no end`},
		{"a part in a part", "<!-- measured elo -->\n<!-- measured nodes -->\n<!-- end -->\n", "line 2 begins a part inside"},
		{"a part twice", "<!-- measured elo -->\n<!-- end -->\n<!-- measured elo -->\n<!-- end -->\n", "line 3 begins the part \"elo\" a second time"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if page, _, err := documentOf(twoGames(), test.text, ""); err == nil || !strings.Contains(err.Error(), test.want) || page != "" {
				t.Errorf("error %v, want one with %q; page %q", err, test.want, page)
			}
		})
	}
}

// Any accepted page keeps its text, and does not change when it is written again.
func FuzzDocument(f *testing.F) {
	f.Add(everyPart)
	f.Add("<!-- measured elo -->\r\n<!-- end -->\r\n")
	f.Add("<!-- measured elo --><!-- end -->")
	r := twoGames()
	f.Fuzz(func(t *testing.T, text string) {
		page, _, err := documentOf(r, text, "p-")
		if err != nil {
			return
		}
		if again, _, err := documentOf(r, page, "p-"); err != nil || again != page {
			t.Errorf("error %v, %q becomes %q", err, page, again)
		}
		first, _, _ := strings.Cut(text, "<!-- measured ")
		if !strings.HasPrefix(page, first) {
			t.Errorf("the page begins differently: %q", page)
		}
	})
}

var coordinate = regexp.MustCompile(`(x|x1|x2|cx|y|y1|y2|cy|width|height)="(-?[0-9.]+)"`)

func TestPictures(t *testing.T) {
	all, techniques := allTechniques()
	all.Games = append(all.Games, twoGames().Games[1])
	reports := map[string]*Report{"two games": twoGames(), "every technique": all, "one game": sampleReport()}
	for name, r := range reports {
		t.Run(name, func(t *testing.T) {
			_, pictures := document(t, r, everyPart)
			for _, picture := range pictures {
				if words := text(t, picture); !strings.Contains(words, "Chess") {
					t.Errorf("the picture says %q", words)
				}
				if name == "every technique" {
					for _, technique := range techniques {
						if strings.Count(picture, ">"+technique+"</text>") != 1 {
							t.Errorf("%s occurs %d times", technique, strings.Count(picture, ">"+technique+"</text>"))
						}
					}
				}
				for _, bad := range []string{"NaN", "Inf", "%!", "http://www.w3.org/1999"} {
					if strings.Contains(picture, bad) {
						t.Errorf("the picture holds %q", bad)
					}
				}
				if strings.Contains(picture, ">"+Full+"<") {
					t.Error("the full search has a bar")
				}
				width, height := 0.0, 0.0
				for i, m := range coordinate.FindAllStringSubmatch(picture, -1) {
					v, err := strconv.ParseFloat(m[2], 64)
					switch i { // those of the picture come first
					case 0:
						width = v
					case 1:
						height = v
					}
					limit := width
					if strings.Contains(m[1], "y") || m[1] == "height" {
						limit = height
					}
					if err != nil || v < 0 || i > 1 && v > limit {
						t.Errorf("%s is outside of the picture", m[0])
					}
				}
			}
		})
	}
}

// What is not known is shown in words, and the best comes first.
func TestPictureLines(t *testing.T) {
	r := twoGames()
	_, pictures := document(t, r, everyPart)
	elo := pictures["p-elo.svg"]
	for _, want := range []string{"not used", "not measured", "+43.7 ± 153.0", "+∞ ± ∞", "Chess", "Shogi"} {
		if !strings.Contains(elo, want) {
			t.Errorf("the picture does not say %q", want)
		}
	}
	null, killers := strings.Index(elo, ">null move pruning<"), strings.Index(elo, ">killer moves<")
	if null < 0 || killers < null {
		t.Errorf("null move pruning is at %d, killer moves at %d", null, killers)
	}
}

// documentOf returns a page with the parts of a report, and its pictures.
func documentOf(r *Report, text, prefix string) (page string, pictures map[string]string, err error) {
	p := report.Pictures{Prefix: prefix, Files: map[string]string{}}
	page, err = report.Rewrite(text, report.Measured, func(name string) (string, bool) { return r.Part(name, &p) })
	return page, p.Files, err
}
