package report

import (
	"math"
	"testing"
)

func TestFormats(t *testing.T) {
	tests := []struct{ got, want string }{
		{Count(0), "0"},
		{Count(999), "999"},
		{Count(999.9), "1.00k"},
		{Count(1000), "1.00k"},
		{Count(45_600), "45.6k"},
		{Count(7_891_000), "7.89M"},
		{Count(123_456_789), "123M"},
		{Count(5e12), "5000G"},
		{Count(math.NaN()), ""},
		{Figures(0), "0.00"},
		{Figures(0.0634), "0.063"},
		{Figures(0.634), "0.63"},
		{Figures(12.34), "12.3"},
		{Figures(123.4), "123"},
		{Figures(math.NaN()), ""},
		{Figures(math.Inf(1)), ""},
		{Number("%.1f", math.NaN()), ""},
		{Typeset("-1±inf"), "−1 ± ∞"},
		{Title("chess"), "Chess"},
		{Title(""), ""},
	}
	for _, test := range tests {
		if test.got != test.want {
			t.Errorf("%q, want %q", test.got, test.want)
		}
	}
}
