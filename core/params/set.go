package params

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"sync"

	"github.com/nitoryu/nitoryu/spelling"
)

// Set is one value of every parameter. Each field is the one row of its
// parameter: the tags give the default in chess and in shogi, the smallest and
// largest sensible value, the step of tuning (0: not to be tuned), and what it
// does. Scores are in the units of core.Score, depths in plies.
//
// A row that governs a technique of the search names it, with the value, often
// beyond the range, that switches the technique off to learn what it is worth. A
// technique may be off in one of the games. One that is off in both is an
// experiment and says so, experiment:"true", until it is switched on or removed. A row
// that only games on the clock depend on says clock:"true".
type Set struct {
	// The root.
	AspirationDepth     int `chess:"4" shogi:"4" min:"2" max:"10" step:"1" technique:"aspiration windows" off:"1000" doc:"first iteration that searches a window around the last score"`
	AspirationDelta     int `chess:"14" shogi:"22" min:"5" max:"100" step:"3" doc:"half the first aspiration window"`
	AspirationGrowth    int `chess:"60" shogi:"60" min:"10" max:"200" step:"10" doc:"by how many percent a window grows when the search leaves it"`
	AspirationReduction int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"aspiration fail-high reduction" off:"0" doc:"a ply less deep each time the window is left at its upper end"`
	RootEffort          int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"root ordering by effort" off:"0" doc:"moves at the root that took more nodes last time come first"`
	UnfinishedBest      int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"best move of an unfinished iteration" off:"0" doc:"a search that is stopped answers with a move that has beaten the last iteration's since"`

	// Threads. One thread alone does not mind them.
	Stagger       int `chess:"3" shogi:"3" min:"0" max:"3" step:"0" doc:"how threads are kept apart; 0: not at all, 1: every other helper begins a ply deeper, 2: each helper leaves out depths of its own, 3: half of the threads are at a depth that none has finished, half of the rest a ply deeper, and so on"`
	StaggerWindow int `chess:"0" shogi:"0" min:"0" max:"50" step:"0" doc:"how much wider half the first aspiration window is for each number of the thread, counted by eight"`

	// Before the moves of a node.
	ReverseFutilityDepth     int `chess:"9" shogi:"11" min:"0" max:"14" step:"1" technique:"reverse futility pruning" off:"0" doc:"deepest node that trusts a static evaluation far above beta; 0: off"`
	ReverseFutilityMargin    int `chess:"75" shogi:"68" min:"20" max:"200" step:"6" doc:"how far above beta, for each ply of depth"`
	ReverseFutilityImproving int `chess:"75" shogi:"13" min:"0" max:"200" step:"8" doc:"how much less when improving"`
	ReverseFutilityWorsening int `chess:"0" shogi:"10" min:"0" max:"100" step:"4" technique:"opponent worsening" off:"0" doc:"how much less when the opponent's last move did not help him"`

	RazoringDepth  int `chess:"3" shogi:"6" min:"0" max:"8" step:"1" technique:"razoring" off:"0" doc:"deepest node that leaves a static evaluation far below alpha to quiescence; 0: off"`
	RazoringBase   int `chess:"200" shogi:"153" min:"50" max:"600" step:"25" doc:"how far below alpha"`
	RazoringMargin int `chess:"100" shogi:"104" min:"20" max:"300" step:"15" doc:"how much farther for each squared ply of depth"`

	NullMoveDepth   int `chess:"3" shogi:"3" min:"1" max:"20" step:"1" technique:"null move pruning" off:"1000" doc:"shallowest node that tries a null move"`
	NullMoveBase    int `chess:"4" shogi:"4" min:"1" max:"6" step:"1" doc:"plies a null move search is shallower by"`
	NullMoveDivisor int `chess:"4" shogi:"4" min:"2" max:"10" step:"1" doc:"one more ply for each so many plies of depth"`
	NullMoveMargin  int `chess:"180" shogi:"200" min:"50" max:"500" step:"20" doc:"one more ply, up to three, for each so much that the static evaluation is above beta"`
	NullMoveVerify  int `chess:"12" shogi:"1000" min:"8" max:"30" step:"1" technique:"null move verification" off:"1000" doc:"shallowest node where a null move cutoff is verified by a search without null moves"`

	IIRDepth int `chess:"5" shogi:"5" min:"2" max:"20" step:"1" technique:"internal iterative reduction" off:"1000" doc:"shallowest node without a table move that is searched a ply less deep"`

	ProbCutDepth     int `chess:"5" shogi:"5" min:"3" max:"20" step:"1" technique:"ProbCut" off:"1000" doc:"shallowest node that tries whether a capture well above beta ends it"`
	ProbCutMargin    int `chess:"160" shogi:"138" min:"50" max:"500" step:"15" doc:"how far above beta"`
	ProbCutImproving int `chess:"50" shogi:"80" min:"0" max:"150" step:"8" doc:"how much less when improving"`

	HindsightDepth  int `chess:"2" shogi:"2" min:"1" max:"6" step:"1" technique:"hindsight reductions" off:"1000" doc:"shallowest node that looks back at the reduction it was reached by"`
	HindsightMargin int `chess:"100" shogi:"100" min:"20" max:"400" step:"20" doc:"a reduced node is searched a ply less deep if both last evaluations together gained so much"`

	// Leaving out moves.
	LateMoveDepth int `chess:"8" shogi:"10" min:"0" max:"12" step:"1" technique:"late move pruning" off:"0" doc:"deepest node that leaves out late quiet moves; 0: off"`
	LateMoveBase  int `chess:"4" shogi:"7" min:"1" max:"20" step:"1" doc:"quiet moves to search before any is left out, plus"`
	LateMoveScale int `chess:"100" shogi:"113" min:"30" max:"300" step:"10" doc:"so many hundredths for each squared ply of depth"`
	LateMoveDrops int `chess:"0" shogi:"50" min:"0" max:"90" step:"5" technique:"drop-aware move counts" off:"0" doc:"by how many percent a drop counts less than another move"`

	FutilityDepth  int `chess:"8" shogi:"8" min:"0" max:"14" step:"1" technique:"futility pruning" off:"0" doc:"deepest node, after reductions, that leaves out quiet moves when the static evaluation is far below alpha; 0: off"`
	FutilityBase   int `chess:"90" shogi:"55" min:"0" max:"400" step:"15" doc:"how far below alpha"`
	FutilityMargin int `chess:"90" shogi:"114" min:"20" max:"200" step:"8" doc:"how much farther for each ply of depth"`

	FutilityCapture int `chess:"110" shogi:"117" min:"30" max:"400" step:"15" technique:"futility pruning of captures" off:"1000000" doc:"how much a capture may miss alpha by beside the piece it wins, for each ply of depth after reductions and one more"`

	HistoryPruningDepth  int `chess:"4" shogi:"3" min:"0" max:"10" step:"1" technique:"history pruning" off:"0" doc:"deepest node, after reductions, that leaves out quiet moves which did badly; 0: off"`
	HistoryPruningMargin int `chess:"4000" shogi:"4891" min:"500" max:"12000" step:"400" doc:"how badly, for each ply of depth"`

	SEEDepth   int `chess:"8" shogi:"8" min:"0" max:"14" step:"1" technique:"SEE pruning" off:"0" doc:"deepest node that leaves out moves which lose material; 0: off"`
	SEECapture int `chess:"90" shogi:"76" min:"0" max:"300" step:"10" doc:"what a capture may lose, for each ply of depth"`
	SEEQuiet   int `chess:"25" shogi:"19" min:"0" max:"150" step:"4" doc:"what a quiet move may lose, for each squared ply of depth after reductions"`

	// Extensions.
	SingularDepth     int `chess:"6" shogi:"4" min:"4" max:"20" step:"1" technique:"singular extensions" off:"1000" doc:"shallowest node that asks whether the table move is much better than all others"`
	SingularMargin    int `chess:"200" shogi:"203" min:"50" max:"600" step:"20" doc:"how much better, in hundredths for each ply of depth"`
	DoubleMargin      int `chess:"15" shogi:"15" min:"0" max:"100" step:"4" technique:"double extensions" off:"100000" doc:"how much better still for a second ply"`
	TripleMargin      int `chess:"80" shogi:"80" min:"20" max:"300" step:"10" technique:"triple extensions" off:"100000" doc:"how much better still for a third ply"`
	MultiCut          int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"multi-cut" off:"0" doc:"ends a node where even the other moves beat beta"`
	NegativeExtension int `chess:"2" shogi:"2" min:"0" max:"3" step:"1" technique:"negative extensions" off:"0" doc:"plies taken off a table move that is not singular where a cutoff is near"`

	// Late move reductions, in 1024ths of a ply.
	LMRDepth         int `chess:"2" shogi:"2" min:"1" max:"20" step:"1" technique:"late move reductions" off:"1000" doc:"shallowest node that reduces late moves"`
	LMRMoves         int `chess:"1" shogi:"4" min:"1" max:"10" step:"1" doc:"moves searched to full depth before any is reduced"`
	LMRBase          int `chess:"800" shogi:"743" min:"0" max:"2500" step:"100" doc:"reduction of every late move, plus"`
	LMRScale         int `chess:"460" shogi:"342" min:"200" max:"1200" step:"30" doc:"so much for each ln(depth)*ln(move)"`
	LMRTactical      int `chess:"1024" shogi:"386" min:"0" max:"4096" step:"128" doc:"less for captures"`
	LMRPV            int `chess:"1024" shogi:"930" min:"0" max:"3072" step:"128" doc:"less in PV nodes"`
	LMRTablePV       int `chess:"800" shogi:"746" min:"0" max:"3072" step:"128" technique:"reduce less in former PV nodes" off:"0" doc:"less where the node was on a PV once"`
	LMRCut           int `chess:"1400" shogi:"1146" min:"0" max:"4096" step:"128" technique:"cut-node reductions" off:"0" doc:"more in expected cut nodes"`
	LMRImproving     int `chess:"700" shogi:"978" min:"0" max:"2048" step:"100" doc:"more unless improving"`
	LMRTableTactical int `chess:"700" shogi:"660" min:"0" max:"2048" step:"100" technique:"reductions after a tactical hash move" off:"0" doc:"more if the table move is a capture"`
	LMRCutoffs       int `chess:"700" shogi:"589" min:"0" max:"2048" step:"100" technique:"reductions after child cutoffs" off:"0" doc:"more if other moves here were refuted quickly"`
	LMRCheck         int `chess:"900" shogi:"848" min:"0" max:"3072" step:"128" technique:"reduce checks less" off:"0" doc:"less for moves that give check"`
	LMRKiller        int `chess:"1024" shogi:"913" min:"0" max:"3072" step:"128" doc:"less for killers"`
	LMRHistory       int `chess:"12000" shogi:"10218" min:"3000" max:"60000" step:"1000" technique:"history in reductions" off:"100000000" doc:"quiet history that takes a ply off a reduction, or adds one"`
	LMRCapture       int `chess:"10000" shogi:"8993" min:"3000" max:"60000" step:"1000" doc:"capture history that does"`
	Deeper           int `chess:"40" shogi:"50" min:"10" max:"200" step:"8" technique:"deeper and shallower searches again" off:"0" doc:"how much above the best score a reduced move is searched again a ply deeper"`
	RaiseReduction   int `chess:"1" shogi:"1" min:"0" max:"2" step:"1" technique:"reduction after alpha is raised" off:"0" doc:"plies taken off the moves after one that raised alpha"`

	// Quiescence.
	DeltaMargin     int `chess:"180" shogi:"72" min:"0" max:"500" step:"15" technique:"delta pruning" off:"1000000" doc:"what a capture may gain beyond the piece before quiescence thinks it hopeless"`
	QuiescenceMoves int `chess:"3" shogi:"4" min:"1" max:"20" step:"1" technique:"late move pruning in quiescence" off:"1000" doc:"captures tried in quiescence before only those count that take back or give check"`

	// Histories.
	HistoryScale  int `chess:"220" shogi:"304" min:"50" max:"500" step:"20" technique:"histories" off:"0" doc:"history bonus of a refuting move for each ply of depth, less"`
	HistoryOffset int `chess:"150" shogi:"218" min:"0" max:"500" step:"25" doc:"so much"`
	HistoryMax    int `chess:"2200" shogi:"2154" min:"400" max:"8000" step:"150" doc:"largest history bonus"`
	MalusScale    int `chess:"260" shogi:"329" min:"0" max:"800" step:"20" doc:"history malus of each move tried before for each ply of depth"`
	MalusMax      int `chess:"1800" shogi:"2200" min:"200" max:"8000" step:"150" doc:"largest history malus"`
	EvalBonus     int `chess:"10" shogi:"11" min:"0" max:"30" step:"2" technique:"bonus by evaluation" off:"0" doc:"history bonus of a quiet move for each point that it bettered the static evaluation by, and malus"`
	PriorBonus    int `chess:"100" shogi:"100" min:"0" max:"200" step:"10" technique:"prior-move bonus" off:"0" doc:"percent of a bonus that a quiet move gets if all replies fail low"`
	TableBonus    int `chess:"100" shogi:"100" min:"0" max:"200" step:"10" technique:"history from hash cutoffs" off:"0" doc:"percent of a bonus that a quiet move of the table gets if it ends a node unsearched"`
	CaptureWeight int `chess:"48" shogi:"12" min:"0" max:"128" step:"4" technique:"capture history" off:"0" doc:"weight of the capture history beside the victim, in 64ths"`

	CorrectionPawn  int `chess:"550" shogi:"550" min:"0" max:"1500" step:"60" technique:"pawn correction history" off:"0" doc:"weight of the errors seen with the same pawns, in 16384ths"`
	CorrectionLight int `chess:"380" shogi:"380" min:"0" max:"1500" step:"60" technique:"light piece correction history" off:"0" doc:"the same light pieces and kings"`
	CorrectionSide  int `chess:"460" shogi:"460" min:"0" max:"1500" step:"60" technique:"side correction history" off:"0" doc:"the same pieces of either side"`
	CorrectionRest  int `chess:"300" shogi:"300" min:"0" max:"1500" step:"60" technique:"rest correction history" off:"0" doc:"the same heavy pieces; in shogi the same hands"`
	CorrectionMove  int `chess:"300" shogi:"300" min:"0" max:"1500" step:"60" technique:"move correction history" off:"0" doc:"the same two last moves"`

	// Switches: 1 is on. What they govern has no number of its own.
	ZeroWindow         int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"principal variation search" off:"0" doc:"zero windows for all but the first move; pruning rests on them"`
	MateDistance       int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"mate distance pruning" off:"0" doc:"no search for mates longer than one at hand"`
	MateInOne          int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"mate in one" off:"0" doc:"asks the game whether it sees a mate in one"`
	MateInQuiescence   int `chess:"0" shogi:"1" min:"0" max:"1" step:"0" technique:"mate in one in quiescence" off:"0" doc:"asks it in quiescence, too"`
	UpcomingRepetition int `chess:"1" shogi:"0" min:"0" max:"1" step:"0" technique:"upcoming repetition" off:"0" doc:"a draw by repetition that is one move away is as good as there"`
	DrawJitter         int `chess:"1" shogi:"0" min:"0" max:"1" step:"0" technique:"draw jitter" off:"0" doc:"draws differ by a hair, so that the search does not stop at the first"`
	DrawClock          int `chess:"1" shogi:"0" min:"0" max:"1" step:"0" technique:"fifty-move damping" off:"0" doc:"evaluations shrink as a draw by counted moves comes nearer, and the table is not trusted then"`
	TableCutoffs       int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"transposition table cutoffs" off:"0" doc:"scores of the table end nodes"`
	TableMove          int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"transposition table move" off:"0" doc:"the move of the table is tried first"`
	TableEval          int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"transposition table score as eval" off:"0" doc:"scores of the table sharpen the static evaluation"`
	Blend              int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"fail-soft blending" off:"0" doc:"scores beyond beta are taken part of the way back to it"`
	Killers            int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"killer moves" off:"0" doc:"quiet moves that refuted a sibling are tried before others"`
	Continuation       int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"continuation history" off:"0" doc:"history of moves after the one or two before them"`
	ContinuationFar    int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"far continuation history" off:"0" doc:"history of moves after the fourth and sixth before them"`
	PawnHistory        int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"pawn history" off:"0" doc:"history of moves by the pawns on the board"`
	LowPlyHistory      int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"low-ply history" off:"0" doc:"history of moves near the root"`
	VictimOrder        int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"MVV-LVA" off:"0" doc:"captures of large pieces by small ones are tried first"`
	ExchangeOrder      int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"SEE in move ordering" off:"0" doc:"captures that lose material come last, and never in quiescence"`
	Improving          int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"improving" off:"0" doc:"prunes less where the static evaluation rises"`
	Quiescence         int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"quiescence search" off:"0" doc:"plays exchanges out before a position is evaluated"`

	// Time, in percents unless noted. Only games on the clock depend on these rows.
	TimeMoves     int `chess:"28" shogi:"28" min:"15" max:"60" step:"2" clock:"true" doc:"moves that the clock is spread over, unless the next time control is nearer"`
	TimeReserve   int `chess:"150" shogi:"150" min:"40" max:"300" step:"10" clock:"true" doc:"moves for which the overhead, as far as no increment pays for it, is kept aside"`
	TimeLeast     int `chess:"8" shogi:"8" min:"4" max:"32" step:"1" clock:"true" doc:"at least this fraction, 1/n, of the clock is spread over the moves to come"`
	TimeIncrement int `chess:"75" shogi:"75" min:"30" max:"100" step:"5" clock:"true" doc:"percent of the increment, less the overhead, that a move may take"`
	TimeByoyomi   int `chess:"120" shogi:"120" min:"100" max:"200" step:"5" clock:"true" doc:"a clock below this percentage of the byoyomi is used up at once"`
	TimeHard      int `chess:"500" shogi:"500" min:"200" max:"1000" step:"40" clock:"true" doc:"hard limit, in percent of the soft one"`
	TimeHardClock int `chess:"60" shogi:"60" min:"20" max:"80" step:"4" clock:"true" doc:"maximum of the hard limit, in percent of the clock"`
	TimeHardLast  int `chess:"90" shogi:"90" min:"50" max:"95" step:"3" clock:"true" doc:"the same for the last move before a time control"`
	TimeSoftHard  int `chess:"75" shogi:"75" min:"40" max:"100" step:"5" clock:"true" doc:"maximum of the soft limit, in percent of the hard one"`

	TimeWorth      int `chess:"115" shogi:"115" min:"60" max:"200" step:"6" clock:"true" doc:"percent of the soft limit that may have passed when another iteration begins, times the factors below"`
	TimeStable0    int `chess:"150" shogi:"150" min:"80" max:"250" step:"8" clock:"true" doc:"factor in percent, when the best move has just changed"`
	TimeStable1    int `chess:"125" shogi:"125" min:"80" max:"200" step:"6" clock:"true" doc:"when it has stood for one iteration"`
	TimeStable2    int `chess:"105" shogi:"105" min:"60" max:"180" step:"5" clock:"true" doc:"for two"`
	TimeStable3    int `chess:"95" shogi:"95" min:"50" max:"160" step:"5" clock:"true" doc:"for three"`
	TimeStable4    int `chess:"88" shogi:"88" min:"40" max:"150" step:"5" clock:"true" doc:"for four"`
	TimeStable5    int `chess:"82" shogi:"82" min:"40" max:"140" step:"5" clock:"true" doc:"for five or more"`
	TimeFall       int `chess:"150" shogi:"150" min:"40" max:"500" step:"20" clock:"true" doc:"fall of the score that adds 100 percent"`
	TimeFallLeast  int `chess:"90" shogi:"90" min:"50" max:"100" step:"4" clock:"true" doc:"minimum in percent, for a rising score"`
	TimeFallMost   int `chess:"140" shogi:"140" min:"100" max:"300" step:"10" clock:"true" doc:"maximum in percent"`
	TimeShare      int `chess:"175" shogi:"175" min:"100" max:"300" step:"8" clock:"true" doc:"percent if the best move took no nodes"`
	TimeShareSlope int `chess:"120" shogi:"120" min:"0" max:"200" step:"8" clock:"true" doc:"less by this if it took all"`
	TimeOnlyDepth  int `chess:"8" shogi:"8" min:"1" max:"20" step:"1" clock:"true" doc:"depth at which a single legal move is played"`
}

// Row describes one parameter.
type Row struct {
	Name                         string
	Chess, Shogi, Min, Max, Step int
	Technique                    string // that the row governs, empty for none
	Off                          int    // the value that switches the technique off
	Experiment                   bool   // the technique is off in both games, while it is tried
	Clock                        bool   // only games on the clock depend on it
	Doc                          string
}

// Rows returns the table of parameters in the order of the fields of Set.
func Rows() []Row { return slices.Clone(table()) }

// table reads the tags once: that takes half a millisecond.
var table = sync.OnceValue(func() []Row {
	t := reflect.TypeFor[Set]()
	rows := make([]Row, t.NumField())
	for i := range rows {
		f := t.Field(i)
		rows[i] = Row{
			Name: f.Name, Chess: tag(f, "chess"), Shogi: tag(f, "shogi"),
			Min: tag(f, "min"), Max: tag(f, "max"), Step: tag(f, "step"),
			Technique: f.Tag.Get("technique"), Doc: f.Tag.Get("doc"), Experiment: f.Tag.Get("experiment") == "true",
			Clock: f.Tag.Get("clock") == "true",
		}
		if rows[i].Technique != "" {
			rows[i].Off = tag(f, "off")
		}
	}
	return rows
})

// tag reads a number from the tags of a field. The tags are part of the source
// and a test reads every one, so a bad one is a bug.
func tag(f reflect.StructField, key string) int {
	n, err := strconv.Atoi(f.Tag.Get(key))
	if err != nil {
		panic(fmt.Sprintf("params: field %s: tag %s: %v", f.Name, key, err))
	}
	return n
}

// Chess returns the defaults of chess.
func Chess() *Set { return defaults(func(r Row) int { return r.Chess }) }

// Shogi returns the defaults of shogi.
func Shogi() *Set { return defaults(func(r Row) int { return r.Shogi }) }

func defaults(value func(Row) int) *Set {
	s := new(Set)
	for _, r := range table() {
		if err := s.Assign(r.Name, value(r)); err != nil {
			panic(err) // a default outside its own range; the tests look at each
		}
	}
	return s
}

// Assign gives the parameter with that name a value. An unknown name or a value
// outside the range, other than the one that switches a technique off, is an
// error and changes nothing.
func (s *Set) Assign(name string, value int) error {
	for i, r := range table() {
		if r.Name != name {
			continue
		}
		if (value < r.Min || value > r.Max) && (r.Technique == "" || value != r.Off) {
			return fmt.Errorf("parameter %s: %d is not within %d to %d", name, value, r.Min, r.Max)
		}
		reflect.ValueOf(s).Elem().Field(i).SetInt(int64(value))
		return nil
	}
	return Unknown(name)
}

// Unknown returns the error that says that there is no parameter with that name, and
// which may have been meant.
func Unknown(name string) error {
	names := make([]string, 0, len(table()))
	for _, r := range table() {
		names = append(names, r.Name)
	}
	return fmt.Errorf("there is no parameter %q%s", name, spelling.Hint(name, names))
}

// AssignText gives the parameter with that name a value in words: a number, or
// "off" for the value that switches its technique off.
func (s *Set) AssignText(name, text string) error {
	i := slices.IndexFunc(table(), func(r Row) bool { return r.Name == name })
	if i < 0 {
		return Unknown(name)
	}
	if text == "off" {
		if table()[i].Technique == "" {
			return fmt.Errorf("parameter %s governs no technique that could be off", name)
		}
		return s.Assign(name, table()[i].Off)
	}
	value, err := strconv.Atoi(text)
	if err != nil {
		return fmt.Errorf("parameter %s: %q is neither a whole number nor off", name, text)
	}
	return s.Assign(name, value)
}
