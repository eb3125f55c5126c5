package report

import (
	"fmt"
	"math"
	"strings"
)

// Number formats x, or returns "" if x is NaN, which stands for an unknown number.
func Number(format string, x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return fmt.Sprintf(format, x)
}

// Figures formats a positive number with three significant figures or more, or returns
// "" if it is unknown.
func Figures(x float64) string {
	switch {
	case math.IsInf(x, 0):
		return ""
	case x >= 100:
		return fmt.Sprintf("%.0f", x)
	case x >= 10:
		return fmt.Sprintf("%.1f", x)
	case x > 0 && x < 0.1:
		return fmt.Sprintf("%.3f", x)
	}
	return Number("%.2f", x)
}

// Count formats a number of nodes in thousands, millions or billions.
func Count(x float64) string {
	if x < 999.5 {
		return fmt.Sprintf("%.0f", x)
	}
	unit := ""
	for _, next := range []string{"k", "M", "G"} {
		if !(x >= 999.5) {
			break
		}
		x, unit = x/1000, next
	}
	return Figures(x) + unit
}

// Typeset replaces ASCII stand-ins by the characters that they stand for.
func Typeset(text string) string {
	return strings.NewReplacer("-", "−", "inf", "∞", ">=", "≥ ", "±", " ± ").Replace(text)
}

// Title returns an ASCII text with a capital at its beginning.
func Title(text string) string {
	first := min(1, len(text))
	return strings.ToUpper(text[:first]) + text[first:]
}
