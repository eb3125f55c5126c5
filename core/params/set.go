package params

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"sync"

	"github.com/nitoryu/nitoryu/internal/spelling"
)

// Set is one value of every parameter. Each field is the one row of its
// parameter: the tags give the default in chess and in shogi, the smallest and
// largest sensible value, the step of tuning (0: not to be tuned), and what it
// does. Scores are in the units of core.Score, depths in plies.
//
// A row that governs a technique of the search names it, with the value, often
// beyond the range, that switches the technique off; lab bench --without measures what it
// is worth. The rows after it refine the technique, up to the next row that names one. A
// technique may be off in one of the games. A technique that is off in both is an
// experiment and marked experiment:"true" until it is switched on or removed. A row that
// matters only on the clock is marked clock:"true".
type Set struct {
	// The root.
	AspirationDepth     int `chess:"3" shogi:"3" min:"2" max:"10" step:"1" technique:"aspiration windows" off:"1000" doc:"first iteration that searches a window around the score of the last one"`
	AspirationDelta     int `chess:"15" shogi:"22" min:"5" max:"100" step:"3" doc:"half the width of the first window"`
	AspirationGrowth    int `chess:"82" shogi:"75" min:"10" max:"200" step:"10" doc:"percent by which the window grows when the score falls outside"`
	AspirationLimit     int `chess:"547" shogi:"428" min:"100" max:"2000" step:"50" doc:"half width beyond which the window is opened fully"`
	AspirationReduction int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"aspiration fail-high reduction" off:"0" doc:"searches a ply less deep each time the window fails high"`

	RootEffort      int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"root ordering by effort" off:"0" doc:"orders root moves by the nodes spent on them"`
	RootEffortDepth int `chess:"2" shogi:"5" min:"2" max:"10" step:"1" doc:"first iteration that orders root moves by effort"`
	RootEffortDecay int `chess:"51" shogi:"61" min:"0" max:"90" step:"10" doc:"percent of the effort that the next iteration still counts"`
	UnfinishedBest  int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"best move of an unfinished iteration" off:"0" doc:"a stopped search answers with a move that beat the previous best in the unfinished iteration"`

	// Pruning of nodes.
	ReverseFutilityDepth     int `chess:"8" shogi:"7" min:"0" max:"14" step:"1" technique:"reverse futility pruning" off:"0" doc:"deepest node that fails high on a static evaluation far above beta; 0: off"`
	ReverseFutilityMargin    int `chess:"66" shogi:"24" min:"20" max:"200" step:"6" doc:"margin above beta for each ply of depth"`
	ReverseFutilityImproving int `chess:"52" shogi:"10" min:"0" max:"200" step:"8" doc:"margin taken off when improving"`
	ReverseFutilityBlend     int `chess:"5" shogi:"2" min:"0" max:"8" step:"1" doc:"weight of the evaluation in the score returned, where beta has weight 1"`
	ReverseFutilityWorsening int `chess:"2" shogi:"4" min:"0" max:"100" step:"4" technique:"opponent worsening" off:"0" doc:"margin taken off when the opponent's position got worse with the last move"`

	RazoringDepth  int `chess:"0" shogi:"7" min:"0" max:"8" step:"1" technique:"razoring" off:"0" doc:"deepest node that drops into quiescence on a static evaluation far below alpha; 0: off"`
	RazoringBase   int `chess:"215" shogi:"165" min:"50" max:"600" step:"25" doc:"margin below alpha"`
	RazoringMargin int `chess:"99" shogi:"129" min:"20" max:"300" step:"15" doc:"margin added for each squared ply of depth"`

	NullMoveDepth       int `chess:"5" shogi:"5" min:"1" max:"20" step:"1" technique:"null move pruning" off:"1000" doc:"shallowest node that tries a null move"`
	NullMoveBase        int `chess:"5" shogi:"6" min:"1" max:"6" step:"1" doc:"reduction of the null move search in plies"`
	NullMoveDivisor     int `chess:"3" shogi:"2" min:"2" max:"10" step:"1" doc:"plies of depth for each further ply of reduction"`
	NullMoveMargin      int `chess:"138" shogi:"163" min:"50" max:"500" step:"20" doc:"evaluation above beta for each further ply of reduction; also how far below beta the static evaluation may be"`
	NullMoveMax         int `chess:"1" shogi:"3" min:"0" max:"6" step:"1" doc:"most plies of reduction that the evaluation adds"`
	NullMoveVerify      int `chess:"13" shogi:"1000" min:"8" max:"30" step:"1" technique:"null move verification" off:"1000" doc:"shallowest node that verifies a null move cutoff by a search without null moves"`
	NullMoveVerifyPlies int `chess:"67" shogi:"76" min:"10" max:"100" step:"5" doc:"part of the verification search, in percent of its depth, without null moves"`

	IIRDepth int `chess:"5" shogi:"5" min:"2" max:"20" step:"1" technique:"internal iterative reduction" off:"1000" doc:"shallowest node that loses a ply without a table move"`

	ProbCutDepth     int `chess:"8" shogi:"3" min:"3" max:"20" step:"1" technique:"ProbCut" off:"1000" doc:"shallowest node that tries captures against a raised beta"`
	ProbCutMargin    int `chess:"145" shogi:"134" min:"50" max:"500" step:"15" doc:"margin above beta"`
	ProbCutImproving int `chess:"47" shogi:"37" min:"0" max:"150" step:"8" doc:"margin taken off when improving"`
	ProbCutReduction int `chess:"2" shogi:"4" min:"2" max:"6" step:"1" doc:"plies by which the search of a capture is shallower than the node"`

	HindsightDepth     int `chess:"4" shogi:"3" min:"1" max:"6" step:"1" technique:"hindsight reductions" off:"1000" doc:"shallowest node that reconsiders the reduction of the move that led to it"`
	HindsightRestore   int `chess:"5" shogi:"1" min:"1" max:"6" step:"1" doc:"smallest reduction that gives a ply back unless the opponent's position got worse"`
	HindsightReduction int `chess:"3" shogi:"2" min:"1" max:"6" step:"1" doc:"smallest reduction that costs another ply if both sides evaluate the position as good"`
	HindsightMargin    int `chess:"81" shogi:"104" min:"20" max:"400" step:"20" doc:"sum of both evaluations above which the node loses that ply"`

	// Pruning of moves.
	LateMoveDepth     int `chess:"7" shogi:"11" min:"0" max:"12" step:"1" technique:"late move pruning" off:"0" doc:"deepest node that skips late quiet moves; 0: off"`
	LateMoveBase      int `chess:"7" shogi:"4" min:"1" max:"20" step:"1" doc:"quiet moves searched before any is skipped"`
	LateMoveScale     int `chess:"93" shogi:"148" min:"30" max:"300" step:"10" doc:"hundredths of a move added for each squared ply of depth"`
	LateMoveImproving int `chess:"56" shogi:"57" min:"20" max:"100" step:"5" doc:"percent of the move count unless improving"`
	LateMoveDrops     int `chess:"0" shogi:"47" min:"0" max:"90" step:"5" technique:"drop-aware move counts" off:"0" doc:"percent by which a drop counts less than another move"`

	FutilityDepth  int `chess:"8" shogi:"8" min:"0" max:"14" step:"1" technique:"futility pruning" off:"0" doc:"deepest node, after reductions, that skips quiet moves on a static evaluation far below alpha; 0: off"`
	FutilityBase   int `chess:"32" shogi:"28" min:"0" max:"400" step:"15" doc:"margin below alpha"`
	FutilityMargin int `chess:"100" shogi:"50" min:"20" max:"200" step:"8" doc:"margin added for each ply of depth"`

	FutilityCapture int `chess:"78" shogi:"60" min:"30" max:"400" step:"15" technique:"futility pruning of captures" off:"1000000" doc:"margin of a capture beside the piece it wins, for each ply of depth after reductions plus one"`
	FutilityHistory int `chess:"121" shogi:"86" min:"32" max:"1024" step:"16" doc:"capture history for each point of margin"`

	HistoryPruningDepth  int `chess:"4" shogi:"2" min:"0" max:"10" step:"1" technique:"history pruning" off:"0" doc:"deepest node, after reductions, that skips quiet moves with a bad history; 0: off"`
	HistoryPruningMargin int `chess:"9826" shogi:"7134" min:"500" max:"40000" step:"800" doc:"how negative the history is for each ply of depth"`

	SEEDepth   int `chess:"10" shogi:"10" min:"0" max:"14" step:"1" technique:"SEE pruning" off:"0" doc:"deepest node that skips moves which lose material; 0: off"`
	SEECapture int `chess:"77" shogi:"87" min:"0" max:"300" step:"10" doc:"what a capture may lose for each ply of depth"`
	SEEQuiet   int `chess:"23" shogi:"18" min:"0" max:"150" step:"4" doc:"what a quiet move may lose for each squared ply of depth after reductions"`

	PrunePV int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"pruning of moves in PV nodes" off:"0" doc:"prunes moves in PV nodes below the root, too"`

	// Extensions.
	SingularDepth       int `chess:"4" shogi:"4" min:"4" max:"20" step:"1" technique:"singular extensions" off:"1000" doc:"shallowest node that tests whether the table move is singular"`
	SingularTableDepth  int `chess:"3" shogi:"4" min:"1" max:"6" step:"1" doc:"plies by which the table entry may be shallower than the node"`
	SingularSearchDepth int `chess:"48" shogi:"49" min:"30" max:"70" step:"5" doc:"depth of the singular search, in percent of the depth after a move"`
	SingularMargin      int `chess:"206" shogi:"238" min:"50" max:"600" step:"20" doc:"how far below the table score the other moves stay, in hundredths for each ply of depth"`
	DoubleMargin        int `chess:"22" shogi:"25" min:"0" max:"100" step:"4" technique:"double extensions" off:"100000" doc:"further margin for a second ply of extension"`
	DoublePV            int `chess:"60" shogi:"100000" min:"0" max:"300" step:"10" technique:"double extensions in PV nodes" off:"100000" doc:"margin added to DoubleMargin in PV nodes"`
	TripleMargin        int `chess:"72" shogi:"59" min:"20" max:"300" step:"10" technique:"triple extensions" off:"100000" doc:"further margin for a third ply of extension"`
	MultiCut            int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"multi-cut" off:"0" doc:"prunes a node where another move beats beta, too"`
	NegativeExtension   int `chess:"2" shogi:"1" min:"0" max:"3" step:"1" technique:"negative extensions" off:"0" doc:"plies taken off a table move that is not singular where a cutoff is expected"`

	// Late move reductions, in 1024ths of a ply.
	LMRDepth         int `chess:"1" shogi:"2" min:"1" max:"20" step:"1" technique:"late move reductions" off:"1000" doc:"shallowest node that reduces late moves"`
	LMRMoves         int `chess:"2" shogi:"5" min:"1" max:"10" step:"1" doc:"moves searched to full depth before any is reduced; one more at the root"`
	LMRBase          int `chess:"747" shogi:"590" min:"0" max:"2500" step:"100" doc:"reduction of every late move"`
	LMRScale         int `chess:"397" shogi:"325" min:"200" max:"1200" step:"30" doc:"reduction for each ln(depth)*ln(move number)"`
	LMRTactical      int `chess:"1079" shogi:"1000" min:"0" max:"4096" step:"128" doc:"less for tactical moves"`
	LMRPV            int `chess:"871" shogi:"1086" min:"0" max:"3072" step:"128" doc:"less in PV nodes"`
	LMRKiller        int `chess:"1190" shogi:"817" min:"0" max:"3072" step:"128" doc:"less for killers"`
	LMRImproving     int `chess:"684" shogi:"1168" min:"0" max:"2048" step:"100" doc:"more unless improving"`
	LMRTablePV       int `chess:"705" shogi:"1500" min:"0" max:"3072" step:"128" technique:"reduce less in former PV nodes" off:"0" doc:"less in nodes that were on a PV before"`
	TablePVDepth     int `chess:"4" shogi:"2" min:"1" max:"12" step:"1" doc:"shallowest node that becomes a former PV node with its parent when all its moves fail low"`
	LMRCut           int `chess:"1255" shogi:"835" min:"0" max:"4096" step:"128" technique:"cut-node reductions" off:"0" doc:"more in expected cut nodes"`
	LMRTableTactical int `chess:"697" shogi:"632" min:"0" max:"2048" step:"100" technique:"reductions after a tactical hash move" off:"0" doc:"more if the table move is tactical"`
	LMRCutoffs       int `chess:"638" shogi:"880" min:"0" max:"2048" step:"100" technique:"reductions after child cutoffs" off:"0" doc:"more if many nodes of the next ply were cut off"`
	LMRCutoffCount   int `chess:"3" shogi:"3" min:"0" max:"8" step:"1" doc:"cutoffs at the next ply beyond which there are many"`
	LMRCheck         int `chess:"1422" shogi:"953" min:"0" max:"3072" step:"128" technique:"reduce checks less" off:"0" doc:"less for moves that give check"`
	LMRHistory       int `chess:"26813" shogi:"19498" min:"3000" max:"200000" step:"3000" technique:"history in reductions" off:"100000000" doc:"quiet history that takes a ply off; a history as far below zero adds a ply"`
	LMRCapture       int `chess:"10782" shogi:"8371" min:"3000" max:"60000" step:"1000" doc:"capture history that takes a ply off; a history as far below zero adds a ply"`

	Deeper      int `chess:"28" shogi:"75" min:"10" max:"200" step:"8" technique:"deeper and shallower searches again" off:"0" doc:"margin above the best score at which a reduced move is searched again a ply deeper"`
	DeeperDepth int `chess:"2" shogi:"2" min:"0" max:"10" step:"1" doc:"margin added for each ply of depth"`
	Shallower   int `chess:"6" shogi:"2" min:"0" max:"60" step:"2" doc:"margin above the best score below which a reduced move is searched again a ply less deep"`

	// Quiescence.
	Quiescence      int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"quiescence search" off:"0" doc:"plays exchanges out before a position is evaluated"`
	QuiescenceBlend int `chess:"3" shogi:"4" min:"0" max:"4" step:"1" doc:"weight of a score that fails high, where beta has weight 1"`
	DeltaMargin     int `chess:"221" shogi:"240" min:"0" max:"500" step:"15" technique:"delta pruning" off:"1000000" doc:"what a capture may gain beyond the piece it wins"`
	QuiescenceMoves int `chess:"1" shogi:"2" min:"1" max:"20" step:"1" technique:"late move pruning in quiescence" off:"1000" doc:"captures tried before all are skipped except recaptures, promotions and checks"`

	// Histories.
	HistoryScale  int `chess:"305" shogi:"364" min:"50" max:"500" step:"20" technique:"histories" off:"0" doc:"history bonus of a best move for each ply of depth"`
	HistoryOffset int `chess:"145" shogi:"43" min:"0" max:"500" step:"25" doc:"subtracted from the bonus"`
	HistoryMax    int `chess:"2018" shogi:"2358" min:"400" max:"8000" step:"150" doc:"largest bonus"`
	MalusScale    int `chess:"293" shogi:"328" min:"0" max:"800" step:"20" doc:"history malus of each move tried before the best one, for each ply of depth"`
	MalusMax      int `chess:"1955" shogi:"2348" min:"200" max:"8000" step:"150" doc:"largest malus"`
	EvalBonus     int `chess:"15" shogi:"10" min:"0" max:"30" step:"2" technique:"bonus by evaluation" off:"0" doc:"history bonus of a quiet move for each point that the static evaluation gained; malus for each point lost"`
	EvalBonusMax  int `chess:"76" shogi:"107" min:"20" max:"400" step:"10" doc:"largest gain or loss that counts"`
	PriorBonus    int `chess:"125" shogi:"131" min:"0" max:"200" step:"10" technique:"prior-move bonus" off:"0" doc:"percent of a bonus for the quiet move before a node where all moves fail low"`
	PriorCapture  int `chess:"100" shogi:"0" min:"0" max:"300" step:"10" technique:"prior-capture bonus" off:"0" doc:"percent of a bonus for the tactical move before such a node"`
	TableBonus    int `chess:"90" shogi:"75" min:"0" max:"200" step:"10" technique:"history from hash cutoffs" off:"0" doc:"percent of a bonus for the quiet move of a table cutoff"`
	CaptureWeight int `chess:"44" shogi:"11" min:"0" max:"128" step:"4" technique:"capture history" off:"0" doc:"weight of the capture history in move ordering, in 64ths"`

	CorrectionScale   int `chess:"67" shogi:"63" min:"10" max:"200" step:"5" technique:"correction histories" off:"0" doc:"percent of the error that is learnt for each ply of depth"`
	CorrectionPawn    int `chess:"553" shogi:"530" min:"0" max:"1500" step:"60" technique:"pawn correction history" off:"0" doc:"weight of errors with the same pawns, in 16384ths"`
	CorrectionMinor   int `chess:"433" shogi:"232" min:"0" max:"1500" step:"60" technique:"minor piece correction history" off:"0" doc:"weight of errors with the same minor pieces and kings"`
	CorrectionNonPawn int `chess:"492" shogi:"614" min:"0" max:"1500" step:"60" technique:"non-pawn correction history" off:"0" doc:"weight of errors with the same pieces of one side"`
	CorrectionMajor   int `chess:"335" shogi:"265" min:"0" max:"1500" step:"60" technique:"major piece correction history" off:"0" doc:"weight of errors with the same major pieces, in shogi the same hands"`
	CorrectionMove    int `chess:"166" shogi:"625" min:"0" max:"1500" step:"60" technique:"move correction history" off:"0" doc:"weight of errors after the same two moves"`
	CorrectionFar     int `chess:"0" shogi:"400" min:"0" max:"1500" step:"60" technique:"far move correction history" off:"0" doc:"weight of errors after the same last move and the same move three plies before it"`

	// Draws.
	UpcomingRepetition int `chess:"1" shogi:"0" min:"0" max:"1" step:"0" technique:"upcoming repetition" off:"0" doc:"scores a repetition that is one move away as a draw"`
	DrawJitter         int `chess:"1" shogi:"0" min:"0" max:"1" step:"0" technique:"draw jitter" off:"0" doc:"varies draw scores by a point, so that the search does not settle for the first draw"`
	DrawClock          int `chess:"1" shogi:"0" min:"0" max:"1" step:"0" technique:"fifty-move damping" off:"0" doc:"shrinks evaluations as a draw by counted moves comes nearer, and then ignores table scores"`
	DrawClockDamping   int `chess:"47" shogi:"40" min:"0" max:"100" step:"5" doc:"percent that an evaluation has lost when the draw is reached"`
	DrawClockTrust     int `chess:"88" shogi:"97" min:"50" max:"100" step:"5" doc:"percent of the counted moves from which table scores are ignored"`

	// Switches without a number of their own; 1 is on.
	ZeroWindow       int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"principal variation search" off:"0" doc:"searches all but the first move of a node with a zero window; most pruning depends on it"`
	MateDistance     int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"mate distance pruning" off:"0" doc:"stops searching for mates longer than one already found"`
	MateInOne        int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"mate in one" off:"0" doc:"asks the game for a mate in one"`
	MateInQuiescence int `chess:"0" shogi:"1" min:"0" max:"1" step:"0" technique:"mate in one in quiescence" off:"0" doc:"asks the game for a mate in one in quiescence, too"`
	TableCutoffs     int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"transposition table cutoffs" off:"0" doc:"prunes nodes by table scores"`
	TableAgree       int `chess:"5" shogi:"0" min:"0" max:"20" step:"1" technique:"table cutoffs as expected" off:"0" doc:"deepest node that a table score ends only if the score is above beta in cut nodes and below alpha in others"`
	TableMove        int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"transposition table move" off:"0" doc:"tries the table move first"`
	TableEval        int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"transposition table score as eval" off:"0" doc:"replaces the static evaluation by a table score that bounds it"`
	Blend            int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"fail-soft blending" off:"0" doc:"moves scores above beta part of the way back to beta"`
	Killers          int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"killer moves" off:"0" doc:"tries quiet moves that refuted a sibling before other quiet moves"`
	Continuation     int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"continuation history" off:"0" doc:"orders quiet moves by the history after the last two moves"`
	ContinuationFar  int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"far continuation history" off:"0" doc:"orders quiet moves by the history after the moves four and six plies before"`
	PawnHistory      int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"pawn history" off:"0" doc:"orders quiet moves by the history with the same pawns"`
	LowPlyHistory    int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"low-ply history" off:"0" doc:"orders quiet moves near the root by a history of their own"`
	AttackedHistory  int `chess:"0" shogi:"1" min:"0" max:"1" step:"0" technique:"history by attacks" off:"0" doc:"the history of a quiet move depends on whether the opponent attacks where it comes from and goes to"`
	DangerOrder      int `chess:"58" shogi:"98" min:"0" max:"300" step:"15" technique:"dangers in move ordering" off:"0" doc:"rank that a quiet move gains by taking a piece out of danger from cheaper pieces, or loses by moving or dropping it into danger, for each point of the piece's value"`
	DropThreat       int `chess:"0" shogi:"8000" min:"0" max:"30000" step:"1000" technique:"threats by drops in move ordering" off:"0" doc:"rank that a drop gains by attacking the king or a more valuable piece"`
	VictimOrder      int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"MVV-LVA" off:"0" doc:"tries captures of valuable pieces by cheap ones first"`
	ExchangeOrder    int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"SEE in move ordering" off:"0" doc:"tries captures that lose material last, and not at all in quiescence"`
	ExchangeSlack    int `chess:"0" shogi:"39" min:"0" max:"100" step:"6" technique:"exchanges that lose little" off:"0" doc:"percent of the captured piece that a capture may lose without coming last"`
	Improving        int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"improving" off:"0" doc:"prunes by whether the static evaluation rises"`
	ImprovingBeta    int `chess:"0" shogi:"1" min:"0" max:"1" step:"0" technique:"improving above beta" off:"0" doc:"prunes and reduces moves as if the static evaluation rose wherever it is above beta"`

	// Time, in percents unless noted. Only games on the clock depend on these rows.
	TimeMoves     int `chess:"28" shogi:"50" min:"15" max:"160" step:"4" clock:"true" doc:"moves that the clock is spread over, unless the next time control is nearer"`
	TimeReserve   int `chess:"150" shogi:"150" min:"40" max:"300" step:"10" clock:"true" doc:"moves for which the overhead, as far as no increment pays for it, is kept aside"`
	TimeLeast     int `chess:"8" shogi:"8" min:"4" max:"32" step:"1" clock:"true" doc:"at least this fraction, 1/n, of the clock is spread over the moves to come"`
	TimeIncrement int `chess:"75" shogi:"75" min:"30" max:"100" step:"5" clock:"true" doc:"percent of the increment, less the overhead, that a move may take"`
	TimeByoyomi   int `chess:"120" shogi:"120" min:"100" max:"200" step:"5" clock:"true" doc:"a clock below this percentage of the byoyomi is used up at once"`
	TimeHard      int `chess:"500" shogi:"500" min:"200" max:"1000" step:"40" clock:"true" doc:"hard limit, in percent of the soft one"`
	TimeHardClock int `chess:"60" shogi:"60" min:"20" max:"80" step:"4" clock:"true" doc:"maximum of the hard limit, in percent of the clock"`
	TimeHardLast  int `chess:"90" shogi:"90" min:"50" max:"95" step:"3" clock:"true" doc:"the same for the last move before a time control"`
	TimeSoftHard  int `chess:"75" shogi:"75" min:"40" max:"100" step:"5" clock:"true" doc:"maximum of the soft limit, in percent of the hard one"`
	TimePonderHit int `chess:"140" shogi:"100" min:"60" max:"250" step:"10" clock:"true" doc:"percent of the soft limit after a ponder hit"`

	TimeWorth      int `chess:"100" shogi:"95" min:"60" max:"200" step:"6" clock:"true" doc:"percent of the soft limit that may have passed when another iteration begins, times the factors below"`
	TimeStable0    int `chess:"150" shogi:"150" min:"80" max:"250" step:"8" clock:"true" doc:"factor in percent, when the best move has just changed"`
	TimeStable1    int `chess:"125" shogi:"125" min:"80" max:"200" step:"6" clock:"true" doc:"when the best move has stood for one iteration"`
	TimeStable2    int `chess:"105" shogi:"105" min:"60" max:"180" step:"5" clock:"true" doc:"for two iterations"`
	TimeStable3    int `chess:"95" shogi:"95" min:"50" max:"160" step:"5" clock:"true" doc:"for three iterations"`
	TimeStable4    int `chess:"88" shogi:"88" min:"40" max:"150" step:"5" clock:"true" doc:"for four iterations"`
	TimeStable5    int `chess:"82" shogi:"82" min:"40" max:"140" step:"5" clock:"true" doc:"for five iterations or more"`
	TimeFall       int `chess:"150" shogi:"150" min:"40" max:"500" step:"20" clock:"true" doc:"fall of the score that adds 100 percent"`
	TimeFallLeast  int `chess:"90" shogi:"90" min:"50" max:"100" step:"4" clock:"true" doc:"minimum in percent, for a rising score"`
	TimeFallMost   int `chess:"140" shogi:"140" min:"100" max:"300" step:"10" clock:"true" doc:"maximum in percent"`
	TimeShare      int `chess:"175" shogi:"175" min:"100" max:"300" step:"8" clock:"true" doc:"factor in percent if the best move took no nodes"`
	TimeShareSlope int `chess:"120" shogi:"120" min:"0" max:"200" step:"8" clock:"true" doc:"taken off that factor if the best move took all nodes"`
	TimeOnlyDepth  int `chess:"8" shogi:"8" min:"1" max:"20" step:"1" clock:"true" doc:"depth at which a single legal move is played"`

	TimeRunOn     int `chess:"180" shogi:"180" min:"100" max:"400" step:"15" clock:"true" doc:"percent of the soft limit after which an iteration is broken off; more if the best move has changed lately, in proportion to TimeStable, or the score has fallen"`
	TimeUnsettled int `chess:"200" shogi:"200" min:"100" max:"400" step:"15" clock:"true" doc:"times this percentage while the score is failing low, or another move than the best of the last iteration leads"`
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

// table reads the tags only once, since that takes half a millisecond.
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

// tag reads a number from the tags of a field. A bad tag is a bug that the tests
// find, since they read every one.
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
			panic(err) // a default outside its range, which the tests find
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

// Unknown returns the error for a name that no parameter has, with a suggestion.
func Unknown(name string) error {
	names := make([]string, 0, len(table()))
	for _, r := range table() {
		names = append(names, r.Name)
	}
	return fmt.Errorf("there is no parameter %q%s", name, spelling.Hint(name, names))
}

// AssignText is Assign for a value as text: a number, or "off" for the value that
// switches the technique of the parameter off.
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
