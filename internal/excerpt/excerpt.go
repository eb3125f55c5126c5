package excerpt

import "strconv"

// usual is how many letters a message shows.
const usual = 40

// Quote returns the beginning of a text in quotes, safe to print.
func Quote(text string) string { return QuoteTo(usual, text) }

// QuoteTo is Quote with another limit, in letters.
func QuoteTo(limit int, text string) string {
	begin, more := cut(limit, text)
	return strconv.QuoteToGraphic(begin) + more
}

// Of returns the beginning of a text as it is.
func Of(text string) string {
	begin, more := cut(usual, text)
	return begin + more
}

func cut(limit int, text string) (begin, more string) {
	letters := 0
	for i := range text {
		if letters++; letters > limit {
			return text[:i], "..."
		}
	}
	return text, ""
}
