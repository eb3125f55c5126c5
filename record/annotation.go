package record

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/core"
)

// Eval is an engine's evaluation of the position after a move.
type Eval struct {
	// Score is from the view of First, White or sente, as in PGN's %eval and shogi programs. A
	// decisive score counts plies from the position after the move; a mate of unknown length is
	// scored as core.MaxPly plies.
	Score  core.Score
	Depth  int    // plies; 0: unknown
	Nodes  uint64 // 0: unknown
	Engine string // empty: unknown; not read
	// PV is the line that the engine expects after the move. The writer adds it to KIF and CSA.
	// The reader leaves it empty: the line is in the comment.
	PV []core.Move
}

// The conventions for facts in comments.
type factStyle uint8

const (
	chessFacts  factStyle = iota // [%eval], [%clk], [%emt] and +0.31/12 0.051s
	reportFacts                  // the same; written as match managers do
	kifFacts                     // ShogiHome, ShogiGUI and floodgate; written as ShogiHome does
	csaFacts                     // the same; written as floodgate does
)

// facts are what comments say to programs.
type facts struct {
	eval         *Eval
	clock, spent Time
}

// readFacts sets the fields of all nodes from their comments.
func readFacts(g *Game, style factStyle) {
	p, err := g.Position()
	if err != nil {
		return
	}
	readNodeFacts(g.Root, p.Side(), style)
}

// readNodeFacts sets the fields of n and of all nodes below. side is to move after n.
func readNodeFacts(n *Node, side core.Color, style factStyle) {
	for n != nil {
		f := parseFacts(n.Comments, side, style)
		if f.eval != nil {
			n.Eval = f.eval
		}
		if f.clock.Known {
			n.Clock = f.clock
		}
		if f.spent.Known {
			n.Spent = f.spent
		}
		for _, variation := range n.Children[min(1, len(n.Children)):] {
			readNodeFacts(variation, side.Other(), style)
		}
		n, side = n.Main(), side.Other()
	}
}

// parseFacts returns what the comments of a node say; side is to move after it.
func parseFacts(comments []string, side core.Color, style factStyle) facts {
	var f facts
	for _, comment := range comments {
		if style < kifFacts {
			f.chess(comment, side)
		} else {
			f.shogi(comment)
		}
	}
	return f
}

// command is a command within a comment of PGN, [%name operand].
type command struct {
	name, operand string
	begin, end    int
}

// commands returns the commands of a comment.
func commands(text string) []command {
	const longest = 64
	var found []command
	for at := 0; ; {
		i := strings.Index(text[at:], "[%")
		if i < 0 {
			return found
		}
		begin := at + i
		at = begin + 2
		end := strings.IndexByte(text[at:min(len(text), at+longest)], ']')
		if end < 0 {
			continue
		}
		name, operand, _ := strings.Cut(text[at:at+end], " ")
		at += end + 1
		found = append(found, command{name, strings.TrimSpace(operand), begin, at})
	}
}

// chess reads a comment of PGN.
func (f *facts) chess(comment string, side core.Color) {
	for _, c := range commands(comment) {
		switch c.name {
		case "eval":
			if e, ok := parseEval(c.operand, side); ok {
				f.eval = &e
			}
		case "clk":
			if d, ok := parseClock(c.operand); ok {
				f.clock = Known(d)
			}
		case "emt":
			if d, ok := parseClock(c.operand); ok {
				f.spent = Known(d)
			}
		}
	}
	if told, _, ok := parseReport(comment, side); ok {
		if told.eval != nil && f.eval == nil {
			f.eval = told.eval
		}
		if told.spent.Known && !f.spent.Known {
			f.spent = told.spent
		}
	}
}

// parseEval reads 0.25, 0.25,12 or #-3: pawns or moves to mate from White's view.
func parseEval(operand string, side core.Color) (Eval, bool) {
	score, depth, _ := strings.Cut(operand, ",")
	e := Eval{Depth: parseDepth(depth)}
	if moves, mate := strings.CutPrefix(score, "#"); mate {
		digits := strings.TrimLeft(moves, "+-")
		n, err := strconv.ParseUint(digits, 10, 8)
		winner := core.First
		if strings.HasPrefix(moves, "-") {
			winner = core.Second
		}
		plies := int(2 * n)
		if winner == side {
			plies = max(0, plies-1)
		}
		e.Score = winsIn(winner, plies)
		return e, err == nil && len(moves)-len(digits) <= 1 && plies < core.MaxPly
	}
	var ok bool
	e.Score, ok = parsePawns(score)
	return e, ok
}

// winsIn returns the score of a win of c in plies.
func winsIn(c core.Color, plies int) core.Score {
	if c == core.First {
		return core.WinIn(plies)
	}
	return core.LossIn(plies)
}

// parsePawns reads a score in pawns; without a decimal point it is in hundredths, as
// ChessBase writes it.
func parsePawns(text string) (core.Score, bool) {
	digits := strings.TrimLeft(text, "+-")
	if len(text)-len(digits) > 1 || digits == "" || len(digits) > 10 || strings.Trim(digits, "0123456789.") != "" {
		return 0, false
	}
	value, err := strconv.ParseFloat(text, 64)
	if strings.Contains(digits, ".") {
		value *= 100
	}
	bound := float64(core.EvalBound)
	return core.Score(math.Round(max(-bound, min(bound, value)))), err == nil
}

// parseClock reads h:mm:ss with or without a fraction; hours and minutes may be missing. 1000
// hours or more are not a time.
func parseClock(text string) (time.Duration, bool) {
	parts := strings.Split(text, ":")
	if len(parts) > 3 {
		return 0, false
	}
	var whole time.Duration
	for _, part := range parts[:len(parts)-1] {
		n, err := strconv.ParseUint(part, 10, 16)
		if err != nil {
			return 0, false
		}
		whole = whole*60 + time.Duration(n)
	}
	seconds := parts[len(parts)-1]
	if seconds == "" || strings.Trim(seconds, "0123456789.") != "" || len(seconds) > 16 {
		return 0, false
	}
	d, err := time.ParseDuration(seconds + "s")
	d += whole * time.Minute
	return d, err == nil && d < 1000*time.Hour
}

// formatClock writes h:mm:ss with a fraction if there is one.
func formatClock(d time.Duration) string {
	d = max(0, d)
	text := fmt.Sprintf("%d:%02d:%02d", d/time.Hour, d/time.Minute%60, d/time.Second%60)
	if rest := d % time.Second; rest > 0 {
		text += strings.TrimRight(fmt.Sprintf(".%09d", rest), "0")
	}
	return text
}

// parseReport reads a comment as match managers for engines write it: "+0.31/12 0.051s", "-M4/9
// 1.2s" or "51ms", alone or with more behind commas. The score is from the view of the side
// that moved. length is the length of the part that was read.
func parseReport(comment string, side core.Color) (told facts, length int, ok bool) {
	part, rest, _ := strings.Cut(comment, ",")
	if len(part) > 64 {
		return told, 0, false
	}
	length = len(part)
	first, clock, _ := strings.Cut(oneLine(part), " ")
	score, depth, searched := strings.Cut(first, "/")
	if !searched {
		clock = first
	} else {
		s, ok := parseMoverScore(score)
		if !ok || !isDigits(depth) {
			return told, 0, false
		}
		if side == core.First { // Second has moved
			s = -s
		}
		told.eval = &Eval{Score: s, Depth: parseDepth(depth)}
		for field := range strings.SplitSeq(rest, ",") {
			if n, has := strings.CutPrefix(strings.TrimSpace(field), "n="); has {
				told.eval.Nodes, _ = strconv.ParseUint(n, 10, 64)
			}
		}
	}
	clock, _, _ = strings.Cut(clock, " ")
	if searched && isDigits(strings.ReplaceAll(clock, ".", "")) {
		clock += "s"
	}
	if d, err := time.ParseDuration(clock); err == nil && d >= 0 {
		told.spent = Known(d)
	}
	return told, length, told.eval != nil || told.spent.Known
}

// parseMoverScore reads a score in pawns, which has a decimal point, or the plies to a
// mate as M5.
func parseMoverScore(text string) (core.Score, bool) {
	digits := strings.TrimLeft(text, "+-")
	if plies, mate := strings.CutPrefix(digits, "M"); mate {
		n, err := strconv.ParseUint(plies, 10, 16)
		winner := core.First
		if strings.HasPrefix(text, "-") {
			winner = core.Second
		}
		return winsIn(winner, min(int(n), core.MaxPly)), err == nil
	}
	if !strings.Contains(digits, ".") {
		return 0, false
	}
	return parsePawns(text)
}

// parseDepth parses a number of plies, or returns 0.
func parseDepth(text string) int {
	n, _ := strconv.ParseUint(text, 10, 16)
	return int(n)
}

// shogi reads a comment of KIF or CSA, line by line.
func (f *facts) shogi(comment string) {
	for text := range strings.SplitSeq(comment, "\n") {
		key, value, ok := parseShogiFact(text)
		if !ok {
			continue
		}
		if f.eval == nil {
			f.eval = &Eval{Score: core.NoScore}
		}
		switch key {
		case "評価値":
			f.eval.Score = core.Score(value)
		case "深さ":
			f.eval.Depth = int(min(value, math.MaxInt32))
		case "ノード数":
			f.eval.Nodes = uint64(value)
		}
		if report := strings.HasPrefix(text, "*対局") || strings.HasPrefix(text, "*解析"); report {
			f.eval.Depth = int(numberAfter(text, " 深さ "))
			f.eval.Nodes = uint64(numberAfter(text, " ノード数 "))
		}
	}
	if f.eval != nil && f.eval.Score == core.NoScore {
		f.eval = nil
	}
}

// parseShogiFact reads a line of a comment in the forms of ShogiHome (*評価値=12,
// #詰み=先手勝ち:7手), ShogiGUI (*解析 ... 評価値 12 ...) and floodgate (* 12 +7776FU).
func parseShogiFact(text string) (key string, value int64, ok bool) {
	if text == "" || text[0] != '*' && text[0] != '#' {
		return "", 0, false
	}
	name, operand, assigned := strings.Cut(text[1:], "=")
	switch {
	case assigned && name == "詰み":
		plies := core.MaxPly
		winner, length, long := strings.Cut(operand, ":")
		if n, err := strconv.ParseUint(strings.TrimSuffix(length, "手"), 10, 16); long && err == nil {
			plies = min(int(n), core.MaxPly)
		}
		switch winner {
		case "先手勝ち":
			return "評価値", int64(core.WinIn(plies)), true
		case "後手勝ち":
			return "評価値", int64(core.LossIn(plies)), true
		}
		return "", 0, false
	case assigned && name == "評価値":
		value, ok = parseShogiScore(operand)
		return name, value, ok
	case assigned && (name == "深さ" || name == "ノード数"):
		n, err := strconv.ParseInt(operand, 10, 64)
		return name, max(0, n), err == nil
	case text[0] == '*' && (strings.HasPrefix(name, "対局 ") || strings.HasPrefix(name, "解析 ")):
		_, rest, found := strings.Cut(text, " 評価値 ")
		value, ok = parseShogiScore(firstWord(rest))
		return "評価値", value, ok && found
	case text[0] == '*' && strings.HasPrefix(text, "* "):
		value, ok = parseShogiScore(firstWord(strings.TrimLeft(text[1:], " ")))
		return "評価値", value, ok
	}
	return "", 0, false
}

// shogiMate is the score that stands for a mate in notations without mate scores.
const shogiMate = 30000

// parseShogiScore reads a score; 30000 or more is a mate.
func parseShogiScore(text string) (int64, bool) {
	value, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil || math.IsNaN(value):
		return 0, false
	case value >= shogiMate:
		return int64(core.MateBound), true
	case value <= -shogiMate:
		return -int64(core.MateBound), true
	}
	return int64(value), true
}

// numberAfter returns the number behind a word, 0 if no number follows it.
func numberAfter(text, word string) int64 {
	_, rest, _ := strings.Cut(text, word)
	n, _ := strconv.ParseInt(firstWord(rest), 10, 32)
	return max(0, n)
}

// sameEval reports whether a comment that states old already states all of e.
func sameEval(old, e *Eval) bool {
	if old == nil || e == nil {
		return old == e
	}
	return old.Score == e.Score && old.Depth == e.Depth && old.Nodes == e.Nodes && e.PV == nil && e.Engine == ""
}

// comments returns the comments of n for writing, corrected where they contradict the fields. p
// is the position after the move.
func (n *Node) comments(p core.Position, style factStyle) []string {
	told := parseFacts(n.Comments, p.Side(), style)
	evaluated := sameEval(told.eval, n.Eval)
	timed := style >= kifFacts || told.clock == n.Clock && told.spent == n.Spent
	if evaluated && timed {
		return n.Comments
	}
	comments := slices.Clone(n.Comments)
	if style >= kifFacts {
		for i, comment := range comments {
			comments[i] = stripShogiFacts(comment)
		}
		return joinComment(comments, formatShogiFacts(n.Eval, p, style), "\n", true)
	}
	report := style == reportFacts && (!evaluated || told.spent != n.Spent) // a report states both
	for i, comment := range comments {
		comments[i] = stripChessFacts(comment, p.Side(), report || !evaluated, told.clock != n.Clock, report || told.spent != n.Spent)
	}
	if report {
		comments = joinComment(comments, formatReport(n.Eval, n.Spent, p.Side()), ", ", false)
		n = &Node{Clock: n.Clock}
	}
	left := parseFacts(comments, p.Side(), style)
	var words []string
	if !evaluated && n.Eval != nil {
		words = append(words, formatEval(*n.Eval))
	}
	if left.clock != n.Clock && n.Clock.Known {
		words = append(words, "[%clk "+formatClock(n.Clock.Duration)+"]")
	}
	if left.spent != n.Spent && n.Spent.Known {
		words = append(words, "[%emt "+formatClock(n.Spent.Duration)+"]")
	}
	return joinComment(comments, strings.Join(words, " "), " ", false)
}

// joinComment adds text in front of the comments or behind them, and drops empty comments.
func joinComment(comments []string, text, gap string, behind bool) []string {
	comments = slices.DeleteFunc(comments, func(c string) bool { return c == "" })
	switch {
	case text == "":
	case len(comments) == 0:
		comments = []string{text}
	case behind:
		comments[len(comments)-1] += gap + text
	default:
		comments[0] = text + gap + comments[0]
	}
	return comments
}

// stripChessFacts removes the facts that are no longer true from a comment of PGN.
func stripChessFacts(text string, side core.Color, eval, clock, spent bool) string {
	told, length, reported := parseReport(text, side)
	if reported && (eval && told.eval != nil || spent && told.spent.Known) {
		text = strings.TrimSpace(strings.TrimPrefix(text[length:], ","))
		if nodes, rest, _ := strings.Cut(text, ","); eval && strings.HasPrefix(nodes, "n=") {
			text = strings.TrimSpace(rest)
		}
	}
	var kept []string
	at := 0
	for _, c := range commands(text) {
		if c.name == "eval" && eval || c.name == "clk" && clock || c.name == "emt" && spent {
			kept = append(kept, strings.TrimSpace(text[at:c.begin]))
			at = c.end
		}
	}
	kept = append(kept, strings.TrimSpace(text[at:]))
	kept = slices.DeleteFunc(kept, func(part string) bool { return part == "" })
	return strings.Join(kept, " ")
}

// stripShogiFacts removes the lines of an evaluation from a comment.
func stripShogiFacts(text string) string {
	var kept []string
	for part := range strings.SplitSeq(text, "\n") {
		_, _, fact := parseShogiFact(part)
		if fact || strings.HasPrefix(part, "*読み筋=") || strings.HasPrefix(part, "#読み筋=") ||
			strings.HasPrefix(part, "*エンジン=") || strings.HasPrefix(part, "#エンジン=") {
			continue
		}
		kept = append(kept, part)
	}
	return strings.Join(kept, "\n")
}

// withoutCommands puts a blank in the place of each command, of any length.
func withoutCommands(comment string) string {
	var kept strings.Builder
	for {
		before, command, found := strings.Cut(comment, "[%")
		_, after, ended := strings.Cut(command, "]")
		if !found || !ended {
			kept.WriteString(comment)
			return kept.String()
		}
		kept.WriteString(before + " ")
		comment = after
	}
}

// Prose returns what comments of a game say to people, on one line: without evaluations,
// times and commands to programs.
func (g *Game) Prose(comments []string) string {
	var said []string
	for _, comment := range comments {
		if g.isShogi() {
			comment = stripShogiFacts(comment)
		} else {
			comment = stripChessFacts(comment, core.First, true, true, true)
		}
		said = append(said, withoutCommands(comment))
	}
	return oneLine(strings.Join(said, " "))
}

// formatReport formats a report that parseReport can read. side is to move after the move.
func formatReport(e *Eval, spent Time, side core.Color) string {
	var parts []string
	if e != nil {
		score := e.Score
		if side == core.First { // Second has moved
			score = -score
		}
		parts = append(parts, fmt.Sprintf("%s/%d", formatMoverScore(score), e.Depth))
	}
	if spent.Known {
		parts = append(parts, fmt.Sprintf("%.3fs", max(0, spent.Duration).Seconds()))
	}
	text := strings.Join(parts, " ")
	if e != nil && e.Nodes > 0 {
		text += fmt.Sprintf(", n=%d", e.Nodes)
	}
	return text
}

// formatMoverScore returns a score in pawns, or the plies to a mate as +M5 or -M4.
func formatMoverScore(s core.Score) string {
	switch {
	case s >= core.MateBound:
		return fmt.Sprintf("+M%d", s.PliesToMate())
	case s <= -core.MateBound:
		return fmt.Sprintf("-M%d", -s.PliesToMate())
	case s == 0:
		return "0.00"
	}
	return fmt.Sprintf("%+.2f", float64(s.Points())/100)
}

// formatEval writes an evaluation as a command of PGN.
func formatEval(e Eval) string {
	text := fmt.Sprintf("%.2f", float64(e.Score.Points())/100)
	switch {
	case e.Score >= core.MateBound:
		text = fmt.Sprintf("#%d", (e.Score.PliesToMate()+1)/2)
	case e.Score <= -core.MateBound:
		text = fmt.Sprintf("#-%d", (1-e.Score.PliesToMate())/2)
	}
	if e.Depth > 0 {
		text += "," + strconv.Itoa(e.Depth)
	}
	return "[%eval " + text + "]"
}

// FloodgateComment returns an evaluation as floodgate expects it behind a move, "* 30 -3334FU": p is the
// position after the move. It is empty without an evaluation.
func FloodgateComment(e *Eval, p core.Position) string { return formatShogiFacts(e, p, csaFacts) }

// formatShogiFacts writes an evaluation as lines of a comment.
func formatShogiFacts(e *Eval, p core.Position, style factStyle) string {
	if e == nil {
		return ""
	}
	if style == csaFacts {
		score := e.Score.Points()
		switch {
		case e.Score >= core.MateBound:
			score = shogiMate
		case e.Score <= -core.MateBound:
			score = -shogiMate
		}
		csa := Notation(func(p core.Position, m, _ core.Move) string { return " " + CSAMove(p, m) })
		return fmt.Sprintf("* %d%s", score, strings.Join(csa.Line(p, e.PV), ""))
	}
	var lines []string
	plies := e.Score.PliesToMate()
	length := ""
	if max(plies, -plies) < core.MaxPly {
		length = fmt.Sprintf(":%d手", max(plies, -plies))
	}
	switch {
	case e.Score >= core.MateBound:
		lines = append(lines, "#詰み=先手勝ち"+length)
	case e.Score <= -core.MateBound:
		lines = append(lines, "#詰み=後手勝ち"+length)
	default:
		lines = append(lines, fmt.Sprintf("#評価値=%d", e.Score.Points()))
	}
	if line := strings.Join(People(true).Line(p, e.PV), ""); line != "" {
		lines = append(lines, "#読み筋="+line)
	}
	if e.Depth > 0 {
		lines = append(lines, fmt.Sprintf("#深さ=%d", e.Depth))
	}
	if e.Nodes > 0 {
		lines = append(lines, fmt.Sprintf("#ノード数=%d", e.Nodes))
	}
	if e.Engine != "" {
		lines = append(lines, "#エンジン="+oneLine(e.Engine))
	}
	return strings.Join(lines, "\n")
}
