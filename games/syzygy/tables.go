package syzygy

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/nitoryu/nitoryu/internal/mapped"
)

// Tables are the endgame tables of some folders. All methods but Close may be called at
// the same time.
type Tables struct {
	men    int
	counts [2]int
	tables []*table
	slots  []slot // by hash of the material, a power of two of them
	shift  uint
}

// slot is an entry of a hash table with linear probing. Every table has an entry for
// each way round.
type slot struct {
	material material
	table    *table // nil if the slot is free
	flip     bool   // Black has the pieces that are White's in the table
}

// table is the files of one material.
type table struct {
	material material
	paths    [2]string // "" if there is no such file

	files   [2]atomic.Pointer[file] // as soon as mapped
	failed  [2]atomic.Bool
	mutex   sync.Mutex // held to map a file
	errs    [2]error
	mapping [2]*mapped.File
}

// Open finds the tables in the folders of path, separated as in PATH. If several
// folders have a table, the first one counts. Files are mapped when a probe first
// needs them. The errors say what was left out and why: folders that cannot be read,
// and files whose names or sizes do not fit a table. An empty path names no folder;
// Tables without any file are valid.
func Open(path string) (*Tables, []error) {
	found := map[material]*table{}
	var warnings []error
	for _, folder := range filepath.SplitList(path) {
		if folder == "" {
			continue
		}
		entries, err := os.ReadDir(folder)
		if err != nil {
			warnings = append(warnings, fmt.Errorf("endgame tables: %w", err))
		}
		for _, e := range entries {
			if err := add(found, folder, e.Name()); err != nil {
				warnings = append(warnings, fmt.Errorf("endgame table %s: %w", filepath.Join(folder, e.Name()), err))
			}
		}
	}
	return newTables(found), warnings
}

// add adds a file to the tables unless the table has that file already. It ignores
// files with other endings.
func add(found map[material]*table, folder, name string) error {
	base, kind := "", -1
	for i, suffix := range suffixes {
		if b, ok := strings.CutSuffix(name, suffix); ok {
			base, kind = b, i
		}
	}
	if kind < 0 {
		return nil
	}
	m, ok := parseMaterial(base)
	if !ok {
		return errors.New("the name is not the name of a table, such as KQvKR")
	}
	if t := found[m]; t != nil && t.paths[kind] != "" {
		return nil
	}
	path := filepath.Join(folder, name)
	info, err := os.Stat(path) // follows a link
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return errors.New("not a file")
	}
	if err := checkSize(info.Size()); err != nil {
		return err
	}
	if found[m] == nil {
		found[m] = &table{material: m}
	}
	found[m].paths[kind] = path
	return nil
}

// newTables arranges tables for probing. Distances without results are useless.
func newTables(found map[material]*table) *Tables {
	t := &Tables{shift: 63}
	for m, table := range found {
		if table.paths[dtzFile] != "" {
			t.counts[dtzFile]++
		}
		if table.paths[wdlFile] != "" {
			t.counts[wdlFile]++
			t.men = max(t.men, m.men())
			t.tables = append(t.tables, table)
		}
	}
	for 1<<(64-t.shift) < 4*len(t.tables) {
		t.shift--
	}
	t.slots = make([]slot, 1<<(64-t.shift))
	for _, table := range t.tables {
		t.insert(slot{table.material, table, false})
		if !table.symmetric() {
			t.insert(slot{table.material.flip(), table, true})
		}
	}
	return t
}

func (t *Tables) insert(s slot) {
	at := t.slotOf(s.material)
	for t.slots[at].table != nil {
		at = (at + 1) & (len(t.slots) - 1)
	}
	t.slots[at] = s
}

// slotOf returns where the search for a material begins (Fibonacci hashing).
func (t *Tables) slotOf(m material) int { return int(uint64(m) * 0x9e3779b97f4a7c15 >> t.shift) }

// find returns the table of a material, nil without one, and whether the colours have
// to be exchanged.
func (t *Tables) find(m material) (_ *table, flip bool) {
	for at := t.slotOf(m); ; at = (at + 1) & (len(t.slots) - 1) {
		s := &t.slots[at]
		if s.table == nil || s.material == m {
			return s.table, s.flip
		}
	}
}

// Men returns the largest number of pieces, kings included, for which there is a table
// of results; 0 without tables.
func (t *Tables) Men() int { return t.men }

// Count returns how many tables of results and of distances were found.
func (t *Tables) Count() (wdl, dtz int) { return t.counts[wdlFile], t.counts[dtzFile] }

// Damaged returns why tables that a probe needed cannot be used. It is empty as long as
// no probe has met a damaged table.
func (t *Tables) Damaged() (errs []error) {
	for _, table := range t.tables {
		table.mutex.Lock()
		for _, err := range table.errs {
			if err != nil {
				errs = append(errs, err)
			}
		}
		table.mutex.Unlock()
	}
	return errs
}

// Check maps every file and returns an error for each that cannot be used. It reads
// only the headers.
func (t *Tables) Check() []error {
	for _, table := range t.tables {
		for kind := range suffixes {
			table.get(kind)
		}
	}
	return t.Damaged()
}

// Close unmaps the files. No probe may be running; later ones find nothing.
func (t *Tables) Close() error {
	var errs []error
	for _, table := range t.tables {
		for kind := range suffixes {
			if m := table.mapping[kind]; m != nil {
				errs = append(errs, m.Close())
			}
		}
	}
	*t = *newTables(nil)
	return errors.Join(errs...)
}

// symmetric reports whether both sides have the same pieces. Such a table is about
// White to move only.
func (t *table) symmetric() bool { return t.material == t.material.flip() }

// get returns a file of the table, mapped; nil if it is missing or damaged.
func (t *table) get(kind int) *file {
	if f := t.files[kind].Load(); f != nil || t.failed[kind].Load() {
		return f
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if f := t.files[kind].Load(); f != nil || t.failed[kind].Load() {
		return f
	}
	f, err := t.load(kind)
	if err != nil || f == nil {
		t.errs[kind] = err
		t.failed[kind].Store(true)
		return nil
	}
	t.files[kind].Store(f)
	return f
}

// load maps a file and reads its header.
func (t *table) load(kind int) (*file, error) {
	path := t.paths[kind]
	if path == "" {
		return nil, nil
	}
	m, err := mapped.Open(path, mapped.Scattered, checkSize)
	if err != nil {
		return nil, fmt.Errorf("endgame table: %w", err)
	}
	f, err := parseMapped(m.Bytes, t.material, kind)
	if err != nil {
		_ = m.Close()
		return nil, fmt.Errorf("endgame table %s: %w", path, err)
	}
	t.mapping[kind] = m
	return f, nil
}

// parseMapped is parse for a mapped file, which may have shrunk since it was mapped.
func parseMapped(data []byte, m material, kind int) (f *file, err error) {
	defer func(fault bool) {
		debug.SetPanicOnFault(fault)
		if isFault(recover()) {
			f, err = nil, errUnreadable
		}
	}(debug.SetPanicOnFault(true))
	return parse(data, m, kind)
}
