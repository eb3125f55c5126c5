package dataset

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"maps"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/tests/must"
)

// fewGames is a file of three games: the fool's mate twice, and a draw of two plies.
func fewGames(t *testing.T) string {
	draw := &Game{Moves: moves(t, chess.Rules.Start(core.Settings{}), "e2e4", "e7e5"),
		Scores: []core.Score{40, -300}, Ending: core.Adjudication}
	return write(t, header(chess.Rules, 1), foolsMate(t), draw, foolsMate(t))
}

func TestMeasure(t *testing.T) {
	path := fewGames(t)
	s, err := Measure(background(), chess.Rules, []string{path}, Filter{MinPly: 1, MaxScore: 10000}, nil)
	must.OK(t, err)
	size := int64(len(contents(t, path)))
	if s.Game != "chess" || s.Files != 1 || s.Runs != 1 || s.Bytes != size || s.Damage.Any() {
		t.Errorf("files: %+v", s)
	}
	if s.Games != 3 || s.Positions != 10 || s.Scored != 8 || s.MeanLength != 10.0/3 || s.BytesPerPosition != float64(size)/10 {
		t.Errorf("sizes: %+v", s)
	}
	if want := (Results{First: 0, Draw: 1, Second: 2}); s.Results != want {
		t.Errorf("results %+v", s.Results)
	}
	if want := map[string]int64{"checkmate": 2, "adjudicated draw": 1}; !maps.Equal(s.Endings, want) {
		t.Errorf("endings %v", s.Endings)
	}
	want := map[string]int64{"kept": 5, "random or without a score": 2, "early ply": 1, "large score": 2, "tactical move": 0, "in check": 0}
	if !maps.Equal(s.Filter, want) || s.Kept != 0.5 {
		t.Errorf("filter %v, kept %v", s.Filter, s.Kept)
	}
	// Different positions: the start, three further of the mate, one of the draw.
	if s.RepeatedGames != 1.0/3 || s.RepeatedPositions != 0.5 {
		t.Errorf("repeated: games %v, positions %v", s.RepeatedGames, s.RepeatedPositions)
	}
	histograms := []struct {
		name string
		h    Histogram
		want map[int]int64 // counts by a value in the bar
	}{
		{"lengths", s.Lengths, map[int]int64{2: 3}},
		{"plies", s.Plies, map[int]int64{0: 10}},
		{"pieces", s.Pieces, map[int]int64{32: 10}},
		{"scores", s.Scores, map[int]int64{80: 2, 40: 1, -300: 3, 2500: 2}},
	}
	for _, tt := range histograms {
		total, found := int64(0), int64(0)
		for value, n := range tt.want {
			if got := tt.h.Counts[tt.h.bar(value)]; got != n {
				t.Errorf("%s: %d at %d, want %d", tt.name, got, value, n)
			}
			total += n
		}
		for _, n := range tt.h.Counts {
			found += n
		}
		if found != total {
			t.Errorf("%s: %d counted, want %d", tt.name, found, total)
		}
	}
	// Of the side to move: 80 won twice, 40 drew, -300 lost twice and drew, the mates won.
	for score, mean := range map[int]float64{80: 1, 40: 0.5, -300: 0.5 / 3, 2500: 1, 0: 0.5, 700: -1} {
		bar := s.Scores.bar(score)
		if got := s.Calibration.Means[bar]; got != mean {
			t.Errorf("calibration: %v at %d, want %v", got, score, mean)
		}
		if at := s.Calibration.center(bar); score < 2000 && (at-score > 50 || score-at > 50) {
			t.Errorf("calibration: score %d stands at %d", score, at)
		}
	}
}

func TestMeasureCountsPieces(t *testing.T) {
	tests := []struct {
		name  string
		rules core.Rules
		start string
		moves []string
		want  []int // by ply
	}{
		{"captures", chess.Rules, "", []string{"e2e4", "d7d5", "e4d5", "d8d5", "g1f3"}, []int{32, 32, 32, 31, 30}},
		{"en passant", chess.Rules, "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 1", []string{"e5d6", "e8d8"}, []int{5, 4}},
		{"drops", shogi.Rules, "", []string{"7g7f", "3c3d", "8h2b+", "3a2b", "B*5e", "B*4d"}, []int{40, 40, 40, 39, 38, 39}},
		{"a position with hands", shogi.Rules, "4k4/9/4P4/9/9/9/9/9/4K4 b 2G2S2N2L5Prb2g2s2n2l12p 1", []string{"G*5b"}, []int{3}},
	}
	for _, tt := range tests {
		p := tt.rules.Start(core.Settings{})
		if tt.start != "" {
			var err error
			if p, err = tt.rules.Parse(tt.start, core.Settings{}); err != nil {
				t.Fatal(err)
			}
		}
		ids := moves(t, p, tt.moves...)
		g := &Game{Start: tt.start, Random: len(ids), Moves: ids}
		s, err := Measure(background(), tt.rules, []string{write(t, header(tt.rules, 1), g)}, Filter{}, nil)
		must.OK(t, err)
		want := make([]int64, len(s.Pieces.Counts))
		for _, n := range tt.want {
			want[n]++
		}
		if !reflect.DeepEqual(s.Pieces.Counts, want) {
			t.Errorf("%s: %v, want %v", tt.name, s.Pieces.Counts, want)
		}
	}
}

func TestMeasureOverFiles(t *testing.T) {
	for _, rules := range bothGames() {
		games := randomGames(rules, 1, 20)
		one := []string{write(t, header(rules, 1), games...)}
		two := []string{write(t, header(rules, 1), games[:5]...), write(t, header(rules, 1), games[5:]...)}
		a, err := Measure(background(), rules, one, DefaultFilter(), nil)
		must.OK(t, err)
		b, err := Measure(background(), rules, two, DefaultFilter(), nil)
		must.OK(t, err)
		if b.Files != 2 || b.Runs != 1 {
			t.Errorf("%d files, %d runs", b.Files, b.Runs)
		}
		b.Files, b.Bytes, b.BytesPerPosition = a.Files, a.Bytes, a.BytesPerPosition
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%s: the same games in two files give\n%+v, not\n%+v", rules.Name, b, a)
		}
		if a.BytesPerPosition > 5 {
			t.Errorf("%s: %.2f bytes a position", rules.Name, a.BytesPerPosition)
		}
	}
}

func TestHistogram(t *testing.T) {
	h := newHistogram(-20, 20, 10)
	for _, v := range []int{-1000, -21, -20, -11, -10, -1, 0, 9, 10, 19, 20, 1000} {
		h.add(v)
	}
	if want := []int64{4, 2, 2, 4}; !reflect.DeepEqual(h.Counts, want) {
		t.Errorf("counts %v, want %v", h.Counts, want)
	}
	for bar, want := range []string{"...-11", "-10..-1", "0..9", "10..."} {
		if got := h.label(bar); got != want {
			t.Errorf("bar %d is named %q, want %q", bar, got, want)
		}
	}
	single := newHistogram(0, 3, 1)
	if got := single.label(0) + " " + single.label(1); got != "0 1" {
		t.Errorf("single values are named %q", got)
	}
	if from, to := single.used(); from != to {
		t.Errorf("an empty histogram uses %d to %d", from, to)
	}
}

func TestWriteText(t *testing.T) {
	s, err := Measure(background(), chess.Rules, []string{fewGames(t)}, DefaultFilter(), nil)
	must.OK(t, err)
	var b strings.Builder
	must.OK(t, s.WriteText(&b))
	must.Has(t, b.String(),
		"chess: 3 games, 10 positions, 8 with a score",
		"repeated: 33.33% of the games, 50.00% of the positions",
		"the first side won 0 (0.00%), drawn 1 (33.33%), the second side won 2 (66.67%)",
		"\nEndings\n  checkmate                             2   66.67%\n  adjudicated draw                      1   33.33%\n",
		"\n  early ply                             8   80.00%\n",
		"\n            32           10 "+strings.Repeat("#", 50)+"\n",
		"\n    -350..-251            3 "+strings.Repeat("#", 50)+"\n",
		"\n          -300        0.167 "+strings.Repeat(" ", 8)+"*\n",
	)
}

func TestWriteJSON(t *testing.T) {
	s, err := Measure(background(), chess.Rules, []string{fewGames(t)}, DefaultFilter(), nil)
	must.OK(t, err)
	text, err := json.Marshal(s)
	must.OK(t, err)
	var back Stats
	if err := json.Unmarshal(text, &back); err != nil || !reflect.DeepEqual(&back, s) {
		t.Errorf("%s, error %v", text, err)
	}
	if !bytes.Contains(text, []byte(`"results":{"first":0,"draw":1,"second":2}`)) {
		t.Errorf("%s", text)
	}
}

func TestWriteSVG(t *testing.T) {
	for name, path := range map[string]string{"few games": fewGames(t), "no game": write(t, header(chess.Rules, 1))} {
		s, err := Measure(background(), chess.Rules, []string{path}, DefaultFilter(), nil)
		must.OK(t, err)
		var b bytes.Buffer
		must.OK(t, errors.Join(s.WriteSVG(&b), s.WriteText(io.Discard)))
		text := b.String()
		bars := strings.Count(text, "</title></rect>")
		if name == "few games" && (!strings.Contains(text, "<title>-350..-251: 3</title>") || !strings.Contains(text, `<polyline points="228.3,955.0 `)) {
			t.Errorf("%s: a bar or the curve is missing in\n%s", name, text)
		}
		full := regexp.MustCompile(` width="[0-9.]+" height="258.0" fill="#0068ad"><title>-350..-251: 3<`)
		if name == "few games" && !full.MatchString(text) {
			t.Errorf("%s: the largest bar does not fill the height in\n%s", name, text)
		}
		if name == "no game" && bars != 0 || strings.Contains(text, "NaN") {
			t.Errorf("%s: %d bars in\n%s", name, bars, text)
		}
		for d := xml.NewDecoder(&b); ; {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
}

func TestWritersPassErrorsOn(t *testing.T) {
	full := errors.New("full")
	s, err := Measure(background(), chess.Rules, []string{fewGames(t)}, Filter{}, nil)
	must.OK(t, err)
	if err := s.WriteText(failing{full}); !errors.Is(err, full) {
		t.Errorf("text: %v", err)
	}
	if err := s.WriteSVG(failing{full}); !errors.Is(err, full) {
		t.Errorf("drawing: %v", err)
	}
}
