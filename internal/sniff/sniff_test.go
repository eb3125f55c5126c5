package sniff

import (
	"fmt"
	"testing"
)

func TestOf(t *testing.T) {
	for _, tt := range []struct {
		name, file string
		want       Kind
	}{
		{"an archive", "PK\x03\x04....", Kind{"ZIP", true}},
		{"a compressed file", "\x1f\x8b\x08", Kind{"gzip", true}},
		{"a picture", "\x89PNG\r\n", Kind{"PNG", false}},
		{"a page", "<!DOCTYPE html>", Kind{"HTML", false}},
		{"a page after a mark of its encoding", "\ufeff\n <HTML lang=en>", Kind{"HTML", false}},
		{"a page late in a file", "move text <html>", Kind{}},
		{"a cut beginning", "PK\x03", Kind{}},
		{"text", "1. e4 e5", Kind{}},
		{"nothing", "", Kind{}},
	} {
		if got := Of([]byte(tt.file)); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

func ExampleOf() {
	fmt.Println(Of([]byte("%PDF-1.7")).Name)
	// Output: PDF
}
