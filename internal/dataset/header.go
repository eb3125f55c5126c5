package dataset

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/nitoryu/nitoryu/core"
)

// Header says what the games of a file have in common and where they come from.
type Header struct {
	Game     string        // name of the rules: "chess" or "shogi"
	Settings core.Settings // under which the games were played
	Runs     []Run         // at least one; Game.Run is an index of this list
}

// Run is one run of a generator, or one import. Equal runs are the same run: within a
// run, an index means the same game.
type Run struct {
	Seed   uint64            `json:"seed"`
	Nodes  uint64            `json:"nodes"`          // per move, 0: not fixed
	Engine string            `json:"engine"`         // name and version
	Info   map[string]string `json:"info,omitempty"` // anything else that matters
}

// key identifies the run.
func (r Run) key() string {
	text, _ := json.Marshal(r) // strings and numbers always have a JSON form
	return string(text)
}

// headerText is the JSON text of a header. Its names belong to the file format and do
// not change with names in package core.
type headerText struct {
	Game         string `json:"game"`
	Chess960     bool   `json:"chess960"`
	MoveLimit    int    `json:"move_limit"`
	EnteringKing string `json:"entering_king"`
	Runs         []Run  `json:"runs"`
}

// encode returns the bytes that a file of a format begins with.
func (h Header) encode(f *format) ([]byte, error) {
	switch {
	case h.Game == "":
		return nil, errors.New("the header names no game")
	case len(h.Runs) == 0:
		return nil, errors.New("the header has no run")
	}
	text, err := json.Marshal(headerText{h.Game, h.Settings.Chess960, h.Settings.MoveLimit, h.Settings.EnteringKing, h.Runs})
	if err != nil {
		return nil, err
	}
	if len(text) > maxHeader {
		return nil, fmt.Errorf("the header has %d bytes, more than %d", len(text), maxHeader)
	}
	b := binary.LittleEndian.AppendUint32([]byte(f.magic), uint32(len(text)))
	b = binary.LittleEndian.AppendUint32(b, checksum(b[len(f.magic):], text))
	return append(b, text...), nil
}

// readHeader reads a header and returns it with its size in bytes.
func (f *format) readHeader(r io.Reader) (Header, int64, error) {
	fail := func(format string, args ...any) (Header, int64, error) {
		return Header{}, 0, fmt.Errorf(format, args...)
	}
	var head [len(Magic) + 8]byte
	n, err := io.ReadFull(r, head[:])
	magic, length := head[:len(f.magic)], head[len(f.magic):len(f.magic)+4]
	switch last := len(f.magic) - 1; {
	case err != nil && !isEnd(err):
		return fail("header: %w", err)
	case !strings.HasPrefix(f.magic, string(magic[:min(n, last)])) || n == 0:
		return fail("this is not a file of %s", f.content)
	case err != nil:
		return fail("the header is not complete")
	case magic[last] != f.magic[last]:
		return fail("version %q of the file format is not known, only %q", magic[last], f.magic[last])
	case binary.LittleEndian.Uint32(length) > maxHeader:
		return fail("the header is damaged")
	}
	text := make([]byte, binary.LittleEndian.Uint32(length))
	if _, err := io.ReadFull(r, text); isEnd(err) {
		return fail("the header is not complete")
	} else if err != nil {
		return fail("header: %w", err)
	}
	if binary.LittleEndian.Uint32(head[len(f.magic)+4:]) != checksum(length, text) {
		return fail("the header is damaged")
	}
	var t headerText
	if err := json.Unmarshal(text, &t); err != nil {
		return fail("header: %w", err)
	}
	if t.Game == "" || len(t.Runs) == 0 {
		return fail("the header names no game or no run")
	}
	settings := core.Settings{Chess960: t.Chess960, MoveLimit: t.MoveLimit, EnteringKing: t.EnteringKing}
	return Header{t.Game, settings, t.Runs}, int64(len(head) + len(text)), nil
}

// isEnd reports whether err says that the input ended too early.
func isEnd(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) }

// sameGame returns an error unless both headers are of the same game under the
// same settings.
func (h Header) sameGame(other Header) error {
	switch a, b := h.Settings, other.Settings; {
	case h.Game != other.Game:
		return fmt.Errorf("games of %s and of %s", h.Game, other.Game)
	case a.Chess960 != b.Chess960:
		return errors.New("games of chess and of Chess960")
	case a.MoveLimit != b.MoveLimit:
		return fmt.Errorf("games with a move limit of %d and of %d", a.MoveLimit, b.MoveLimit)
	case a.EnteringKing != b.EnteringKing:
		return fmt.Errorf("games with the entering-king rule %q and %q", a.EnteringKing, b.EnteringKing)
	}
	return nil
}

// same returns an error unless both headers are equal, runs included.
func (h Header) same(other Header) error {
	if err := h.sameGame(other); err != nil {
		return err
	}
	a, err := json.Marshal(h.Runs)
	if err != nil {
		return err
	}
	b, err := json.Marshal(other.Runs)
	if err != nil {
		return err
	}
	if !bytes.Equal(a, b) {
		return fmt.Errorf("games of the runs %s and %s", a, b)
	}
	return nil
}

// check returns an error unless the games belong to the rules.
func (h Header) check(rules core.Rules) error {
	if h.Game != rules.Name {
		return fmt.Errorf("games of %s cannot be replayed as %s", h.Game, rules.Name)
	}
	return nil
}
