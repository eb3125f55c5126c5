package core

import "strings"

// FormatBoard writes a board as FEN and SFEN do: the ranks from the top, slashes between
// them, and numbers of empty squares in a row. text returns the letter of the piece on a
// square, "" for none; ranks count from the top and files from the left.
func FormatBoard(ranks, files int, text func(rank, file int) string) string {
	var b strings.Builder
	for rank := range ranks {
		if rank > 0 {
			b.WriteByte('/')
		}
		empty := 0
		count := func() {
			if empty > 0 {
				b.WriteByte('0' + byte(empty))
				empty = 0
			}
		}
		for file := range files {
			if piece := text(rank, file); piece == "" {
				empty++
			} else {
				count()
				b.WriteString(piece)
			}
		}
		count()
	}
	return b.String()
}

// Keys returns a source of random numbers for the keys of positions: SplitMix64, by Steele,
// Lea and Flood. Equal seeds give the same numbers in every run and on every machine.
func Keys(seed uint64) func() uint64 {
	return func() uint64 {
		seed += 0x9e3779b97f4a7c15
		z := seed
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
}
