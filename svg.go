package nitoryu

import "github.com/nitoryu/nitoryu/web/board"

// Drawing says how [Position.SVG] draws. The zero value is usual.
type Drawing struct {
	Width   int      // in pixels; 0: 800 in chess, 950 in shogi
	Flipped bool     // seen from the side of Second
	Letters bool     // shogi: letters and arrows instead of kanji; chess: plain pieces
	Dark    bool     // colours for dark pages
	Marks   []Square // that are highlighted
	Arrows  []Move
	Label   string // for those who do not see it; "": the FEN or SFEN
}

// SVG draws the position as a picture of SVG that needs nothing else, with the last move marked.
func (p *Position) SVG(d Drawing) string {
	at := p.at()
	text := at.String()
	style, _ := board.For(at.GameInfo().Name)
	placed, err := style.Parse(text)
	if err != nil {
		placed = style.Empty() // does not happen: rules and pictures know the same pieces
	}
	picture := board.Picture{Style: style, Position: placed, Flipped: d.Flipped, Label: d.Label}
	if picture.Label == "" {
		picture.Label = text
	}
	second := p.Side() == Second
	if from, to, ok := style.Move(string(p.Last()), !second); ok {
		picture.Marks = append(picture.Marks, from, to)
	}
	for _, s := range d.Marks {
		if _, at, ok := style.Move(string(s+s), second); ok {
			picture.Marks = append(picture.Marks, at)
		}
	}
	for _, m := range d.Arrows {
		if from, to, ok := style.Move(string(m), second); ok {
			picture.Arrows = append(picture.Arrows, []int{from, to})
		}
	}
	return picture.File(board.Look{Width: d.Width, Other: d.Letters, Shaded: d.Dark})
}
