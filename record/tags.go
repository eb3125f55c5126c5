package record

import (
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/core"
)

// Tag is a statement about a game. In every format, a tag with the meaning of a PGN tag has its
// PGN name; unknown names are kept as they are.
type Tag struct{ Name, Value string }

// Names of tags. Other names of PGN, and of fields of KIF and CSA without a name here,
// are used as the record has them. For EPD the names are the opcodes, and the values
// the operands with their quotes.
const (
	TagEvent       = "Event"       // 棋戦, $EVENT
	TagSite        = "Site"        // 場所, $SITE
	TagDate        = "Date"        // PGN
	TagRound       = "Round"       // PGN
	TagWhite       = "White"       // chess; see Game.Player
	TagBlack       = "Black"       // chess
	TagResult      = "Result"      // PGN; written from Game.Result
	TagSente       = "Sente"       // shogi: 先手 or 下手, N+
	TagGote        = "Gote"        // shogi: 後手 or 上手, N-
	TagStartTime   = "StartTime"   // 開始日時, $START_TIME
	TagEndTime     = "EndTime"     // 終了日時, $END_TIME
	TagOpening     = "Opening"     // 戦型, $OPENING
	TagTimeControl = "TimeControl" // 持ち時間, $TIME or $TIME_LIMIT
	TagTermination = "Termination" // PGN
	TagNote        = "Note"        // 備考, $NOTE
	TagMaxMoves    = "MaxMoves"    // 最大手数, $MAX_MOVES
	TagTitle       = "Title"       // 表題
	TagHandicap    = "Handicap"    // 手合割; written from Game.Start if that says something else
	TagFEN         = "FEN"         // PGN; written from Game.Start
	TagSetUp       = "SetUp"       // PGN; written from Game.Start
	TagVariant     = "Variant"     // PGN
)

// tagNames has the names of tags in KIF and CSA.
var tagNames = []struct{ tag, kif, csa string }{
	{TagEvent, "棋戦", "EVENT"},
	{TagSite, "場所", "SITE"},
	{TagSente, "先手", "N+"},
	{TagGote, "後手", "N-"},
	{TagSente, "下手", ""},
	{TagGote, "上手", ""},
	{TagStartTime, "開始日時", "START_TIME"},
	{TagEndTime, "終了日時", "END_TIME"},
	{TagOpening, "戦型", "OPENING"},
	{TagTimeControl, "持ち時間", "TIME"},
	{TagTimeControl, "持時間", "TIME_LIMIT"},
	{TagNote, "備考", "NOTE"},
	{TagMaxMoves, "最大手数", "MAX_MOVES"},
	{TagTitle, "表題", ""},
	{TagHandicap, "手合割", ""},
}

// tagOfKIF returns the tag of a field of KIF.
func tagOfKIF(name string) string {
	for _, t := range tagNames {
		if t.kif == name {
			return t.tag
		}
	}
	return name
}

// kifOfTag returns the field of KIF for a tag.
func kifOfTag(name string) string {
	for _, t := range tagNames {
		if t.tag == name {
			return t.kif
		}
	}
	return name
}

// tagOfCSA returns the tag of a keyword of CSA.
func tagOfCSA(name string) string {
	for _, t := range tagNames {
		if t.csa != "" && t.csa == name {
			return t.tag
		}
	}
	return tagOfKIF(name)
}

// csaOfTag returns the keyword of CSA for a tag.
func csaOfTag(name string) string {
	for _, t := range tagNames {
		if t.tag == name && t.csa != "" {
			return t.csa
		}
	}
	return kifOfTag(name)
}

// Tags are the tags of a game in the order of the record.
type Tags []Tag

// Get returns the value of the first tag with the name, empty if there is no such tag.
func (t Tags) Get(name string) string {
	if i := t.index(name); i >= 0 {
		return t[i].Value
	}
	return ""
}

// Has reports whether there is a tag with the name.
func (t Tags) Has(name string) bool { return t.index(name) >= 0 }

func (t Tags) index(name string) int {
	return slices.IndexFunc(t, func(t Tag) bool { return t.Name == name })
}

// Set gives a tag a value. A new tag comes last.
func (t *Tags) Set(name, value string) {
	if i := t.index(name); i >= 0 {
		(*t)[i].Value = value
		return
	}
	*t = append(*t, Tag{name, value})
}

// Delete removes the tags with the name.
func (t *Tags) Delete(name string) {
	*t = slices.DeleteFunc(*t, func(t Tag) bool { return t.Name == name })
}

// playerTag returns the tag of the player of a side.
func (g *Game) playerTag(c core.Color) string {
	if g.isShogi() {
		return [2]string{TagSente, TagGote}[c&1]
	}
	return [2]string{TagWhite, TagBlack}[c&1]
}

// Player returns the name of the player of a side, empty if unknown.
func (g *Game) Player(c core.Color) string {
	if name := g.Tags.Get(g.playerTag(c)); name != "?" {
		return name
	}
	return ""
}

// SetPlayer names the player of a side.
func (g *Game) SetPlayer(c core.Color, name string) { g.Tags.Set(g.playerTag(c), name) }

// oneLine returns text with every run of white space replaced by one blank.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
