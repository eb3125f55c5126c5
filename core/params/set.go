package params

import (
	"fmt"
	"reflect"
	"strconv"
)

// Set is one value of every parameter. Each field is the one row of its
// parameter: the tags give the default in chess and in shogi, the smallest and
// largest sensible value, the step of tuning, and what it does. Scores are in
// the units of core.Score, depths in plies.
type Set struct {
	AspirationDepth int `chess:"4" shogi:"4" min:"2" max:"10" step:"1" doc:"first iteration that searches a window around the last score"`
	AspirationDelta int `chess:"20" shogi:"30" min:"5" max:"100" step:"5" doc:"half the first aspiration window"`

	ReverseFutilityDepth  int `chess:"8" shogi:"8" min:"0" max:"14" step:"1" doc:"deepest node that trusts a static evaluation far above beta; 0: off"`
	ReverseFutilityMargin int `chess:"80" shogi:"80" min:"20" max:"200" step:"10" doc:"how far above beta, for each ply of depth"`

	NullMoveDepth   int `chess:"3" shogi:"3" min:"1" max:"20" step:"1" doc:"shallowest node that tries a null move"`
	NullMoveBase    int `chess:"3" shogi:"3" min:"1" max:"6" step:"1" doc:"plies a null move search is shallower by"`
	NullMoveDivisor int `chess:"4" shogi:"4" min:"2" max:"10" step:"1" doc:"one more ply for each so many plies of depth"`
	NullMoveMargin  int `chess:"200" shogi:"200" min:"50" max:"500" step:"25" doc:"one more ply, up to three, for each so much that the static evaluation is above beta"`

	IIRDepth int `chess:"5" shogi:"5" min:"2" max:"20" step:"1" doc:"shallowest node without a table move that is searched a ply less deep"`

	LateMoveDepth int `chess:"6" shogi:"6" min:"0" max:"12" step:"1" doc:"deepest node that leaves out late quiet moves; 0: off"`
	LateMoveBase  int `chess:"4" shogi:"6" min:"1" max:"20" step:"1" doc:"quiet moves to search before any is left out, plus the square of the depth"`

	FutilityDepth  int `chess:"6" shogi:"6" min:"0" max:"12" step:"1" doc:"deepest node that leaves out quiet moves when the static evaluation is far below alpha; 0: off"`
	FutilityBase   int `chess:"100" shogi:"120" min:"0" max:"400" step:"20" doc:"how far below alpha"`
	FutilityMargin int `chess:"90" shogi:"90" min:"20" max:"200" step:"10" doc:"how much farther for each ply of depth"`

	SEEDepth   int `chess:"7" shogi:"7" min:"0" max:"14" step:"1" doc:"deepest node that leaves out moves which lose material; 0: off"`
	SEECapture int `chess:"90" shogi:"90" min:"0" max:"300" step:"10" doc:"what a capture may lose, for each ply of depth"`
	SEEQuiet   int `chess:"50" shogi:"50" min:"0" max:"300" step:"10" doc:"what a quiet move may lose, for each ply of depth"`

	DeltaMargin int `chess:"200" shogi:"200" min:"0" max:"500" step:"25" doc:"what a capture may gain beyond the piece before quiescence thinks it hopeless"`

	LMRDepth   int `chess:"3" shogi:"3" min:"1" max:"20" step:"1" doc:"shallowest node that reduces late moves"`
	LMRMoves   int `chess:"2" shogi:"2" min:"1" max:"10" step:"1" doc:"moves searched to full depth before any is reduced"`
	LMRBase    int `chess:"75" shogi:"75" min:"0" max:"200" step:"10" doc:"reduction in hundredths of a ply, plus"`
	LMRDivisor int `chess:"225" shogi:"225" min:"100" max:"500" step:"15" doc:"ln(depth)*ln(move) over so many hundredths, in plies"`
	LMRHistory int `chess:"8192" shogi:"8192" min:"1000" max:"30000" step:"500" doc:"history that takes a ply off a reduction, or adds one"`

	HistoryScale int `chess:"16" shogi:"16" min:"1" max:"64" step:"2" doc:"history bonus of a refuting move for each squared ply of depth"`
	HistoryMax   int `chess:"1800" shogi:"1800" min:"200" max:"8000" step:"200" doc:"largest history bonus"`
}

// Row describes one parameter.
type Row struct {
	Name                         string
	Chess, Shogi, Min, Max, Step int
	Doc                          string
}

// Rows returns the table of parameters in the order of the fields of Set.
func Rows() []Row {
	t := reflect.TypeFor[Set]()
	rows := make([]Row, t.NumField())
	for i := range rows {
		f := t.Field(i)
		rows[i] = Row{f.Name, tag(f, "chess"), tag(f, "shogi"), tag(f, "min"), tag(f, "max"), tag(f, "step"), f.Tag.Get("doc")}
	}
	return rows
}

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
	for _, r := range Rows() {
		if err := s.Assign(r.Name, value(r)); err != nil {
			panic(err) // a default outside its own range; the tests look at each
		}
	}
	return s
}

// Assign gives the parameter with that name a value. An unknown name or a value
// outside the range is an error and changes nothing.
func (s *Set) Assign(name string, value int) error {
	for i, r := range Rows() {
		if r.Name != name {
			continue
		}
		if value < r.Min || value > r.Max {
			return fmt.Errorf("parameter %s: %d is not within %d to %d", name, value, r.Min, r.Max)
		}
		reflect.ValueOf(s).Elem().Field(i).SetInt(int64(value))
		return nil
	}
	return fmt.Errorf("there is no parameter %q", name)
}
