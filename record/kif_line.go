package record

import (
	"strings"
	"unicode"

	"github.com/nitoryu/nitoryu/core"
)

// kifKind is what a line of KIF or KI2 is.
type kifKind uint8

const (
	kifBlank     kifKind = iota
	kifRemark            // # at its beginning
	kifComment           // *
	kifBookmark          // &
	kifRank              // | of a diagram
	kifRow               // a move with its number
	kifMoves             // ▲ and the like: moves of KI2
	kifVariation         // 変化
	kifClosing           // まで
	kifField             // of the header, and everything else
)

// kindOfKIF returns what a line is.
func kindOfKIF(text string) kifKind {
	bare := strings.TrimSpace(text)
	if bare == "" {
		return kifBlank
	}
	switch bare[0] {
	case '#':
		return kifRemark
	case '*':
		return kifComment
	case '&':
		return kifBookmark
	}
	if number, move := cutNumber(bare); number != "" && move != "" {
		return kifRow
	}
	switch {
	case bare[0] == '|':
		return kifRank
	case strings.ContainsAny(firstRune(bare), "▲△▼▽☗☖"):
		return kifMoves
	case strings.HasPrefix(bare, "変化"):
		return kifVariation
	case strings.HasPrefix(bare, "まで"):
		return kifClosing
	}
	return kifField
}

// cutNumber splits a line that begins with digits and blanks; move is empty if the line does
// not begin so.
func cutNumber(text string) (number, move string) {
	rest := strings.TrimLeft(text, "0123456789")
	if move = strings.TrimLeftFunc(rest, unicode.IsSpace); len(move) == len(rest) {
		move = ""
	}
	return text[:len(text)-len(rest)], move
}

// firstRune returns the first character of text.
func firstRune(text string) string {
	for _, r := range text {
		return string(r)
	}
	return "?"
}

// startsKIF reports whether a line that follows moves begins the next game.
func startsKIF(text string) bool {
	if strings.HasPrefix(text, "#") {
		return strings.HasPrefix(text, "#KIF") || strings.HasPrefix(text, "# ---- ")
	}
	if strings.HasPrefix(text, "手数---") {
		return true
	}
	key, _, _ := cutKey(text)
	switch key {
	case "手合割", "先手", "後手", "下手", "上手", "開始日時", "終了日時", "対局日", "棋戦", "表題",
		"先手の持駒", "後手の持駒", "下手の持駒", "上手の持駒":
		return true
	}
	return false
}

// cutKey splits a field of the header.
func cutKey(text string) (key, value string, ok bool) {
	key, value, ok = strings.Cut(text, "：")
	if before, after, half := strings.Cut(text, ":"); half && len(before) < len(key) {
		key, value, ok = before, after, true
	}
	return strings.TrimSpace(key), value, ok
}

// handOfKIF returns the side whose hand a field describes.
func handOfKIF(key string) (core.Color, bool) {
	switch key {
	case "先手の持駒", "下手の持駒", "先手の持ち駒", "下手の持ち駒":
		return core.First, true
	case "後手の持駒", "上手の持駒", "後手の持ち駒", "上手の持ち駒":
		return core.Second, true
	}
	return core.First, false
}
