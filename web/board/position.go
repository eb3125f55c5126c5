package board

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Position is what stands on the squares, numbered as in [Layout]: letters of FEN or SFEN,
// "." for nothing. Then come the numbers of pieces in the slots of the hands, in base 36.
type Position []string

// Empty returns a board without pieces.
func (s *Style) Empty() Position {
	p := slices.Repeat(Position{"."}, s.squares()+2*len(s.hand))
	for i := range 2 * len(s.hand) {
		p[s.squares()+i] = "0"
	}
	return p
}

// Parse reads the placement and, in shogi, the hands of a FEN or SFEN. The error says
// what is wrong with them.
func (s *Style) Parse(text string) (Position, error) {
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return nil, fmt.Errorf("%q is no position", text)
	}
	rows := strings.Split(fields[0], "/")
	if len(rows) != s.Rows {
		return nil, fmt.Errorf("the position %q has %d rows, want %d", text, len(rows), s.Rows)
	}
	p := s.Empty()
	for r, row := range rows {
		column, plus := 0, ""
		for _, letter := range row {
			switch {
			case letter == '+' && plus == "" && s.Turns:
				plus = "+"
				continue
			case letter >= '1' && letter <= '9' && plus == "":
				column += int(letter - '0')
				continue
			case !strings.ContainsRune(s.kinds+strings.ToUpper(s.kinds), letter) || column >= s.Columns:
				return nil, fmt.Errorf("row %d of the position %q is wrong", r+1, text)
			}
			p[r*s.Columns+column] = plus + string(letter)
			column, plus = column+1, ""
		}
		if column != s.Columns || plus != "" {
			return nil, fmt.Errorf("row %d of the position %q is wrong", r+1, text)
		}
	}
	if s.hand != "" && len(fields) > 2 && fields[2] != "-" {
		if err := s.parseHands(p[s.squares():], fields[2]); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// parseHands reads the hands of an SFEN into the slots.
func (s *Style) parseHands(slots Position, hands string) error {
	number := 0
	for _, letter := range hands {
		if letter >= '0' && letter <= '9' {
			if number = 10*number + int(letter-'0'); number > 18 {
				break
			}
			continue
		}
		slot := strings.IndexRune(s.hand, letter)
		if slot < 0 {
			if slot = strings.IndexRune(strings.ToLower(s.hand), letter); slot < 0 {
				return fmt.Errorf("%q are no hands", hands)
			}
			slot += len(s.hand)
		}
		slots[slot] = strconv.FormatInt(int64(max(1, number)), 36)
		number = 0
	}
	if number > 0 {
		return fmt.Errorf("%q are no hands", hands)
	}
	return nil
}

// Delta returns what differs in position p from before: for each change two digits for
// the square or slot, and what is there now, "52.36P". The places in first come first if
// they changed, the others in their order.
func (p Position) Delta(before Position, first ...int) string {
	var text strings.Builder
	add := func(i int) {
		if i < len(p) && p[i] != before[i] {
			fmt.Fprintf(&text, "%02d%s", i, p[i])
		}
	}
	for _, i := range first {
		add(i)
	}
	for i := range p {
		if !slices.Contains(first, i) {
			add(i)
		}
	}
	return text.String()
}
