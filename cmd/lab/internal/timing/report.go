package timing

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/report"
)

// Part implements [measure.Report]: the parts are the games and the models.
func (r *Report) Part(name string, pictures *report.Pictures) (part string, known bool) {
	if name == "models" {
		return ModelTable(), true
	}
	g, err := games.ByName(name)
	if err != nil {
		return "", false
	}
	list := r.of(g.Name)
	if len(list) == 0 {
		return "", true
	}
	return r.head() + r.table(list) + "\n" +
		pictures.Add("use-"+g.Name, "Time of a move over the move number, "+g.Name, usePicture(g.Name, list)) + "\n" +
		pictures.Add("left-"+g.Name, "Time left over the move number, "+g.Name, leftPicture(g.Name, list)), true
}

// Text implements [measure.Report].
func (r *Report) Text() string {
	if len(r.Results) == 0 {
		return measure.Nothing
	}
	text := r.head()
	for _, g := range games.All() {
		if list := r.of(g.Name); len(list) > 0 {
			text += fmt.Sprintf("### %s\n\n%s\n", report.Title(g.Name), r.table(list))
		}
	}
	return text
}

// of returns the results of a game.
func (r *Report) of(game string) (list []*Result) {
	for i := range r.Results {
		if x := &r.Results[i]; x.Control.Game == game && x.Moves > 0 {
			list = append(list, x)
		}
	}
	return list
}

func (r *Report) head() string {
	text := fmt.Sprintf("Simulated: %s with each control, seed %d.", cli.Plural(r.Games, "game"), r.Seed)
	for i, name := range sortedNames(r.Params) {
		text += map[bool]string{true: " Parameters: ", false: ", "}[i == 0] + fmt.Sprintf("`%s=%d`", name, r.Params[name])
	}
	return text + "\n\n"
}

func sortedNames(values map[string]int) (names []string) {
	for name := range values {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// numbersShown are the move numbers whose clocks the table shows.
var numbersShown = [...]int{20, 40, 60}

func (r *Report) table(list []*Result) string {
	t := report.Table{Align: "lrrrrrrrr" + strings.Repeat("r", len(numbersShown))}
	t.Row("Control", "Moves", "Lost", "Late", "Broken off", "Mean", "Longest", "Stable", "Used")
	for _, n := range numbersShown {
		t.Add(fmt.Sprintf("Left, move %d", n))
	}
	for _, x := range list {
		steadiest := "–"
		if x.Stable > 0 {
			steadiest = fmt.Sprintf("%.2f", x.Steadiest)
		}
		t.Row(x.Control.Name, fmt.Sprint(x.Moves), fmt.Sprint(x.Lost), fmt.Sprint(x.Late),
			percent(float64(x.BrokenOff)/float64(x.Moves)), fmt.Sprintf("%.2f", x.Shares/float64(x.Moves)), fmt.Sprintf("%.2f", x.Longest), steadiest,
			percent(measure.Quotient(x.Used, float64(x.Games))))
		for _, n := range numbersShown {
			left, _, _, _ := x.Mean(n)
			t.Add(percent(measure.Quotient(left, x.Control.Main.Seconds())))
		}
	}
	return t.Markdown()
}

// percent returns a part in percent, and a dash where there is none.
func percent(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return "–"
	}
	return fmt.Sprintf("%.0f %%", 100*x)
}

// ModelTable shows the models of the games.
func ModelTable() string {
	t := report.Table{Align: "l"}
	t.Row("")
	for _, g := range games.All() {
		t.Align += "r"
		t.Add(report.Title(g.Name))
	}
	row := func(name string, value func(*Model) string) {
		t.Row(name)
		for _, g := range games.All() {
			m := models()[g.Name]
			t.Add(value(&m))
		}
	}
	list := func(values []float64) string {
		words := make([]string, len(values))
		for i, v := range values {
			words[i] = fmt.Sprintf("%.2f", v)
		}
		return strings.Join(words, ", ")
	}
	row("an iteration multiplies the nodes by", func(m *Model) string {
		return fmt.Sprintf("%.2f ×÷ %.2f", math.Exp(m.Growth), math.Exp(m.GrowthSpread))
	})
	row("the best move changes after it has stood for 0, 1, ... iterations, with probability", func(m *Model) string { return list(m.Change[:]) })
	row("the score changes by (5 %, 25 %, 50 %, 75 %, 95 %)", func(m *Model) string {
		return fmt.Sprint(m.Rise[1], ", ", m.Rise[5], ", ", m.Rise[10], ", ", m.Rise[15], ", ", m.Rise[19])
	})
	row("falls that fail low are above", func(m *Model) string { return fmt.Sprint(m.Low) })
	row("part of the nodes below a best move that has stood for 0, 1, ... iterations", func(m *Model) string {
		return list(m.Share[:]) + fmt.Sprintf(" ± %.2f", m.ShareSpread)
	})
	row("moves of a game", func(m *Model) string { return fmt.Sprintf("%.0f ± %.0f", m.Moves, m.MovesSpread) })
	return t.Markdown()
}
