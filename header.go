package nitoryu

import (
	"errors"
	"io"
	"iter"

	"github.com/nitoryu/nitoryu/record"
)

// Header is what a record says of a game in front of its moves, and its result. See [ReadHeaders].
type Header struct{ header *record.Header }

// ReadHeaders is [ReadGames] for those who look for some games among many: it yields what stands in
// front of the moves. The moves of PGN are not read before [Header.Game] asks for them, which saves
// nearly all of the time. With an error, the header is what could be read, or nil.
func ReadHeaders(r io.Reader, name string) iter.Seq2[*Header, error] {
	return func(yield func(*Header, error) bool) {
		for read, err := range record.NewReader(r, record.Hint{Name: name}).Headers() {
			var h *Header
			if read != nil {
				h = &Header{read}
			}
			if !yield(h, err) {
				return
			}
		}
	}
}

// told returns what the record says.
func (h *Header) told() *record.Header {
	if h.header == nil {
		return &record.Header{} // of the zero value
	}
	return h.header
}

// Variant returns what is played.
func (h *Header) Variant() Variant { return Variant(h.told().Rules.Name) }

// Tag returns what the record says under a name, see [Game.Tag].
func (h *Header) Tag(name string) string { return h.told().Tags.Get(name) }

// Tags yields the names and values of all tags, in the order of the record.
func (h *Header) Tags() iter.Seq2[string, string] { return all(h.told().Tags) }

// Result returns 1-0, 0-1, 1/2-1/2 or *.
func (h *Header) Result() string { return h.told().Result.String() }

// Number returns which game of its stream it is, from 1.
func (h *Header) Number() int { return h.told().Source.Number }

// Line returns the line on which the game begins, from 1.
func (h *Header) Line() int { return h.told().Source.Line }

// Game reads the game with its moves. With an error, it is what could be read of it, or nil.
func (h *Header) Game() (*Game, error) {
	if h.header == nil {
		return nil, errors.New("the header is of no game")
	}
	read, err := h.header.Game()
	if read == nil {
		return nil, err
	}
	return &Game{record: read}, err
}
