package core

import "time"

// Limits say how long a search may take. The zero value is no limit: the search runs
// until it is stopped.
type Limits struct {
	Start     time.Time        // when the clock started; zero: when Go is called
	HasClock  bool             // Time, Increment, Byoyomi and MovesToGo are in force
	Time      [2]time.Duration // time left of each side; may be negative
	Increment [2]time.Duration // added after each move
	Byoyomi   time.Duration    // free time for every move once Time is used up
	MovesToGo int              // moves to the next time control; 0: the whole game
	MoveTime  time.Duration    // time for this move; 0: not given
	Depth     int              // plies of iterative deepening; 0: not given
	Nodes     uint64           // nodes over all threads; 0: not given
	SoftNodes uint64           // no iteration begins after this many nodes over all threads; 0: not given
	Mate      int              // stop once a win in that many plies is proved; 0: not given
	Proof     int              // maximum replies in the reported mate proof; 0: report none
	Infinite  bool             // no answer before Stop
	Ponder    bool             // no answer before Stop or PonderHit; the clock is not running
	MultiPV   int              // number of best lines; 0 and 1: one
	RootMoves []Move           // search only these; empty: all legal moves
	Sensible  bool             // leave out pointless moves, see [Quiet], that RootMoves does not name
	Analysis  bool             // at full strength, whatever level is set
	Elo       int              // strength of this search, in place of the level that is set; 0: none
	Draw      Score            // what a draw is worth to the side to move at the root; Draw is fair
}

// Info reports a principal variation. Lines of a finished iteration come together and
// are exact. A long iteration may report its lines before it is finished; these may be
// bounds. The last lines of a search are exact.
type Info struct {
	Depth    int           // iteration
	SelDepth int           // deepest ply reached
	Rank     int           // 1 for the best line, 2 for the second with MultiPV, ...
	Lines    int           // how many lines the search reports: MultiPV, or as many as there are moves
	Score    Score         // for the side to move at the root
	Bound    Bound         // Exact unless an aspiration window failed
	PV       []Move        // the line, legal from the root; valid during the call only
	Nodes    uint64        // over all threads
	Elapsed  time.Duration // since the search began
	HashFull int           // permille of the table in use by this search
	Endgames uint64        // positions found in endgame tables, over all threads
}

// CurrentMove reports the root move that a long iteration is searching, and what the search
// has cost so far.
type CurrentMove struct {
	Depth    int
	Move     Move
	Number   int           // counted from 1
	Nodes    uint64        // over all threads
	Elapsed  time.Duration // since the search began
	HashFull int           // permille of the table in use by this search
}

// Result is the answer of a search.
type Result struct {
	Best    Move // NoMove: there is no legal move
	Ponder  Move // the expected reply, or NoMove
	Declare bool // claim a win, or a draw, by declaration instead of moving
	Score   Score
	Depth   int    // last finished iteration of the thread that gives the answer
	Nodes   uint64 // over all threads
	Counts  Counts // over all threads
	Elapsed time.Duration
}

// Callbacks receives what a search reports. Calls come from the search's own
// goroutines, one at a time; Done is the last and comes exactly once a search.
// Any function may be nil.
type Callbacks struct {
	Info    func(Info)
	Current func(CurrentMove)
	Proof   func(*Proof) // of a mate that was reported
	Fault   func(error)  // what is used instead, or a bug that was contained, in one line
	Done    func(Result)
}
