package learn

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/internal/journal"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/stats"
	"github.com/nitoryu/nitoryu/internal/disk"
	"github.com/nitoryu/nitoryu/internal/report"
)

// Steps do the work of a run. Each continues the file that an interrupted call has left, and
// returns the error of a context that ends.
type Steps interface {
	// Play plays games until there are as many positions as s says, or as many values of a
	// teacher.
	Play(ctx context.Context, s *Settings, j PlayJob) error
	// Count returns the games of a file and their positions that training keeps, or the values of
	// a file of values.
	Count(ctx context.Context, file string) (games, positions int64, err error)
	// Train makes a network from the games of files, and returns its hash. It begins with another
	// network ("": random weights), and keeps network.checkpoint until it is called anew.
	Train(ctx context.Context, s *Settings, j TrainJob) (t Trained, hash string, err error)
	// Hash returns the hash of a network file, as Train did, or an error that says why it is no
	// network file.
	Hash(network string) (string, error)
	// Match plays a network against others ("": the hand-crafted evaluation), with a journal.
	Match(ctx context.Context, s *Settings, seed uint64, network string, others []string, journal string) ([]Match, error)
}

// PlayJob says who plays the games of a generation, and where they go.
type PlayJob struct {
	Network string // "": the hand-crafted evaluation; a teacher plays instead, if there is one
	Seed    uint64
	Games   string // file
	Values  string // file for values of the teacher; "" without one
}

// TrainJob says which network [Steps.Train] makes from which files.
type TrainJob struct {
	Name, From, Network string
	Files               []string
	Seed                uint64
}

// Config is a run.
type Config struct {
	Folder string
	Settings
	Begin       string // the file of the network that a new run begins with; "": none
	Generations int    // the run ends after this generation; 0: never
	Steps       Steps
	Print       func(string) // gets lines for the user
}

// run is a run in progress.
type run struct {
	*Config
	*state
	journal *journal.File
}

// Run begins a run in a folder, or continues the run that is there. It returns when the last
// generation is done, or with the error of a context that ends.
func Run(ctx context.Context, c *Config) (err error) {
	if err := c.Validate(); err != nil {
		return err
	}
	if err := os.MkdirAll(c.Folder, 0o777); err != nil {
		return err
	}
	path := filepath.Join(c.Folder, journalName)
	r := &run{Config: c, state: &state{changes: []change{{1, c.Settings}}}}
	if err := r.ours(); err != nil {
		return err
	}
	r.journal, err = journal.Open(path, journalFormat, c.Settings, func(settings []byte, lines [][]byte) (err error) {
		r.state, err = parse(settings, lines)
		return err
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.journal.Close()) }()
	if err := r.begin(); err != nil {
		return err
	}
	more := func() bool { return r.Generations == 0 || r.last() < r.Generations || r.owed() }
	if r.last() > 0 && more() {
		r.Print(fmt.Sprintf("%s: going on after generation %d", r.Folder, r.last()))
	}
	for more() {
		step := r.generation
		if r.owed() {
			step = r.match
		}
		if err := step(ctx); err != nil {
			return err
		}
		if err := r.page(); err != nil {
			return err
		}
	}
	return nil
}

// ours returns an error if the folder has files that are not ours.
func (r *run) ours() error {
	list, err := os.ReadDir(r.Folder)
	if err != nil {
		return err
	}
	foreign := ""
	for _, f := range list {
		switch {
		case f.Name() == journalName:
			return nil
		case f.Name() != journalName+".lock":
			foreign = f.Name()
		}
	}
	if foreign != "" {
		return fmt.Errorf("%s is not empty (%s) and holds no run of lab learn; choose another folder", r.Folder, foreign)
	}
	return nil
}

// begin takes new settings, and brings the folder into the state that the journal describes.
func (r *run) begin() error {
	if had := r.newest(); *had != r.Settings {
		next := r.last() + 1
		if r.begun(next) {
			next++
		}
		r.Print(fmt.Sprintf("new settings, for games and training from generation %d on: %s", next, journal.Difference(had, &r.Settings, nil)))
		if err := r.note(&entry{Settings: &change{next, r.Settings}}); err != nil {
			return err
		}
	}
	if first := r.network(0); first != "" && !exists(first) {
		if r.Begin == "" {
			return fmt.Errorf("%s is missing, with which the run began; give it once more by --from", first)
		}
		text, err := os.ReadFile(r.Begin)
		if err == nil {
			err = disk.ReplaceText(first, string(text))
		}
		if err != nil {
			return err
		}
	}
	if err := r.publish(); err != nil {
		return err
	}
	return errors.Join(r.tidy(), r.page())
}

// begun reports whether a generation has files.
func (r *run) begun(n int) bool {
	return exists(r.file(n, ".games")) || exists(r.file(n, ".part"))
}

// file returns the path of a file of a generation.
func (r *run) file(n int, extension string) string {
	return filepath.Join(r.Folder, fmt.Sprintf("g%d%s", n, extension))
}

// network returns the file of a generation's network; "": the hand-crafted evaluation.
func (r *run) network(n int) string {
	if n == 0 && r.From == "" {
		return ""
	}
	return r.file(n, ".net")
}

// seed returns the seed of a generation.
func (r *run) seed(n int) uint64 { return r.at(n).Seed*1_000_003 + uint64(n) }

// note adds a line to the journal.
func (r *run) note(e *entry) error {
	return errors.Join(r.add(e), r.journal.Add(e))
}

// work does a part of a generation, and notes the processor time that it took. It may continue
// a file from before, "" for none. If it cannot, it leaves the file in place: the games of days
// are in it.
func (r *run) work(file string, do func() error) error {
	there := file != "" && exists(file)
	began, used := time.Now(), processorTime()
	err := do()
	spent := processorTime() - used
	if spent == 0 { // this system does not say
		spent = time.Since(began) * time.Duration(max(1, r.Threads))
	}
	if there && err != nil && !isEnd(err) {
		err = fmt.Errorf("%w\n%s is left as it is; once it is moved away, this part of the generation begins anew", err, file)
	}
	return errors.Join(err, r.note(&entry{Spent: spent.Seconds()}))
}

func isEnd(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// generation makes the next network.
func (r *run) generation(ctx context.Context) error {
	n := r.last() + 1
	s, parent, network := r.at(n), r.network(n-1), r.network(n)
	s.Threads = r.Threads
	if err := r.play(ctx, &s, n, parent); err != nil {
		return err
	}
	lessons := s.lessons()
	g := Generation{Number: n}
	err := r.work("", func() error {
		for i, ending := range lessons {
			games, positions, err := r.Steps.Count(ctx, r.file(n, ending))
			if err != nil {
				return err
			}
			if i == 0 {
				g.Games = games
			}
			g.Positions += positions
		}
		return nil
	})
	if err != nil {
		return err
	}
	if parent == "" {
		s = s.First()
	}
	job := TrainJob{Name: fmt.Sprintf("%s generation %d", s.Game, n), From: parent, Network: network, Seed: r.seed(n)}
	for i := max(1, n-s.Window+1); i <= n; i++ {
		for _, ending := range lessons {
			if file := r.file(i, ending); exists(file) {
				job.Files = append(job.Files, file)
			}
		}
	}
	err = r.work(network+".checkpoint", func() (err error) {
		g.Trained, g.Hash, err = r.Steps.Train(ctx, &s, job)
		return err
	})
	if err != nil {
		return err
	}
	if err := r.note(&entry{Generation: &g}); err != nil {
		return err
	}
	r.Print(r.line())
	return errors.Join(r.publish(), r.tidy())
}

// play plays the games of a generation, unless they are there. Files get their names when all
// of them are complete, the games first: their file says that no more games are to be played.
func (r *run) play(ctx context.Context, s *Settings, n int, parent string) error {
	j := PlayJob{Network: parent, Seed: r.seed(n), Games: r.file(n, ".part")}
	if s.Teacher != "" {
		j.Values = r.file(n, ".values.part")
	}
	if games := r.file(n, ".games"); !exists(games) {
		err := r.work(j.Games, func() error { return r.Steps.Play(ctx, s, j) })
		if err == nil {
			err = os.Rename(j.Games, games)
		}
		if err != nil {
			return err
		}
	}
	if values := r.file(n, ".values"); j.Values != "" && !exists(values) {
		return os.Rename(j.Values, values)
	}
	return nil
}

// line describes the last generation.
func (r *run) line() string {
	g, all := r.generations[r.last()-1], int64(0)
	for _, g := range r.generations {
		all += g.Positions
	}
	return fmt.Sprintf("generation %d: %s, %s positions; loss %.6f, validation %.6f; in all %s positions and %.2f processor hours",
		g.Number, cli.Plural(g.Games, "game"), report.Count(float64(g.Positions)), g.Loss, g.Validation, report.Count(float64(all)), g.hours)
}

// owed reports whether the last generation has a match to play.
func (r *run) owed() bool {
	n, every := r.last(), r.MatchEvery
	if every == 0 || n == 0 || n%every != 0 {
		return false
	}
	return len(r.matches) == 0 || r.matches[len(r.matches)-1].Generation < n
}

// match plays the last generation against the first, and against the generation of the match
// before.
func (r *run) match(ctx context.Context) error {
	n, before := r.last(), 0
	s := r.at(n) // the settings that a match in progress began with
	s.Threads = r.Threads
	if k := len(r.matches); k > 0 {
		before = r.matches[k-1].Generation
	}
	opponents := []int{before}
	if before > 0 {
		opponents = []int{0, before}
	}
	var networks []string
	for _, o := range opponents {
		if err := r.whole(o); err != nil {
			return err
		}
		networks = append(networks, r.network(o))
	}
	path := r.file(n, ".match")
	var list []Match
	err := r.work(path, func() (err error) {
		list, err = r.Steps.Match(ctx, &s, r.seed(n), r.network(n), networks, path)
		return err
	})
	if err != nil {
		return err
	}
	for i := range list {
		list[i].Generation, list[i].Against = n, opponents[i]
	}
	if err := r.note(&entry{Matches: list}); err != nil {
		return err
	}
	for i := range list {
		m, e := &list[i], list[i].Estimate()
		r.Print(fmt.Sprintf("generation %d against %s: Elo %s (+%d =%d -%d)",
			n, r.opponent(m.Against), stats.FormatElo(e.Elo, e.Error), m.Games.Wins, m.Games.Draws, m.Games.Losses))
	}
	return r.tidy()
}

// opponent names a generation.
func (r *run) opponent(n int) string {
	switch {
	case n > 0:
		return fmt.Sprintf("generation %d", n)
	case r.From == "":
		return "the hand-crafted evaluation"
	}
	return "the first network"
}

// whole returns an error if the network of a generation is not the one that the journal names.
func (r *run) whole(n int) error {
	file, want := r.network(n), r.From
	if file == "" {
		return nil
	}
	if n > 0 {
		want = r.generations[n-1].Hash
	}
	hash, err := r.Steps.Hash(file)
	if err == nil && hash != want {
		err = fmt.Errorf("its hash is %s, not %s", hash, want)
	}
	if err == nil {
		return nil
	}
	err = fmt.Errorf("%s is not the network of generation %d that the journal knows: %w; bring it back from a copy", file, n, err)
	if newest := r.newestNetwork(); n == r.last() {
		if hash, _ := r.Steps.Hash(newest); hash == want {
			err = fmt.Errorf("%w, such as %s", err, newest)
		}
	}
	return err
}

// newestNetwork returns the file that the last network is copied to.
func (r *run) newestNetwork() string { return filepath.Join(r.Folder, NewestName) }

// publish makes the last network the newest one, once it is known to be whole.
func (r *run) publish() error {
	path := r.network(r.last())
	if path == "" {
		return nil
	}
	if err := r.whole(r.last()); err != nil {
		return err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if had, err := os.ReadFile(r.newestNetwork()); err == nil && bytes.Equal(had, text) {
		return nil
	}
	return disk.ReplaceText(r.newestNetwork(), string(text))
}

// Endings of the files that only a generation in progress needs, and of the files of its match.
// The steps keep locks beside them.
var (
	ofGeneration = []string{".part", ".part.lock", ".values.part", ".values.part.lock", ".net.checkpoint", ".net.checkpoint.lock"}
	ofMatch      = []string{".match", ".match.lock"}
)

// tidy removes what finished generations have left, and old games. Other files in the folder are
// not ours, whatever their names begin with.
func (r *run) tidy() error {
	gone := map[string]bool{}
	for n := 1; n <= r.last(); n++ {
		endings := slices.Clone(ofGeneration)
		if n < r.last() || !r.owed() {
			endings = append(endings, ofMatch...)
		}
		if n <= r.last()-r.Keep {
			endings = append(endings, ".games", ".values")
		}
		for _, ending := range endings {
			gone[filepath.Base(r.file(n, ending))] = true
		}
	}
	list, err := os.ReadDir(r.Folder)
	if err != nil {
		return err
	}
	for _, f := range list { // by the names in the folder: some systems ignore capitals
		if gone[f.Name()] && f.Type().IsRegular() {
			if err := os.Remove(filepath.Join(r.Folder, f.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
