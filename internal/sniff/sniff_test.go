package sniff

import (
	"fmt"
	"strings"
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

func TestNoText(t *testing.T) {
	program := "\x7fELF\x02\x01\x01" + strings.Repeat("\x00\x03\x01abcdef", 400)
	for _, tt := range []struct{ name, file, want string }{
		{"moves", "1. e4 e5", ""}, {"nothing", "", ""}, {"a picture", "\x89PNG\r\n", "PNG"}, {"a page", "<html>", "HTML"}, {"a program", program, "binary data"},
		{"zeros", strings.Repeat("\x00", 100), "binary data"}, {"UTF-16", "1\x00.\x00 \x00e\x004\x00", ""}, {"Shift-JIS", "\x8e\xe8\x8d\x87\x8a\x84", ""},
	} {
		if got := NoText([]byte(tt.file)); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func ExampleOf() {
	fmt.Println(Of([]byte("%PDF-1.7")).Name)
	// Output: PDF
}
