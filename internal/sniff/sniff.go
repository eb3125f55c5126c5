package sniff

import "bytes"

// Kind is a kind of file.
type Kind struct {
	Name   string // such as PDF, as people call it
	Packed bool   // the file that was meant may be inside
}

// kinds are the kinds, by how their files begin. Text files begin with "<", in letters of
// any case, perhaps after white space.
var kinds = []struct {
	begin string
	kind  Kind
}{
	{"PK\x03\x04", Kind{"ZIP", true}}, {"\x1f\x8b", Kind{"gzip", true}}, {"7z\xbc\xaf", Kind{"7z", true}}, {"BZh", Kind{"bzip2", true}},
	{"\x28\xb5\x2f\xfd", Kind{"Zstandard", true}}, {"Rar!", Kind{"RAR", true}},
	{"%PDF-", Kind{"PDF", false}}, {"\x89PNG", Kind{"PNG", false}}, {"GIF8", Kind{"GIF", false}}, {"\xff\xd8\xff", Kind{"JPEG", false}},
	{"SQLite format 3", Kind{"SQLite", false}},
	{"<!doctype", Kind{"HTML", false}}, {"<html", Kind{"HTML", false}}, {"<?xml", Kind{"XML", false}},
}

// Of returns the kind of a file, given 64 bytes of its beginning or more; the zero value if
// the kind is unknown.
func Of(head []byte) Kind {
	text := bytes.ToLower(bytes.TrimLeft(head[:min(len(head), 64)], "\ufeff \t\r\n"))
	for _, k := range kinds {
		if bytes.HasPrefix(head, []byte(k.begin)) || k.begin[0] == '<' && bytes.HasPrefix(text, []byte(k.begin)) {
			return k.kind
		}
	}
	return Kind{}
}

// NoText returns what a file is that surely is no text, "" if it may be one, given its beginning: a few
// thousand bytes tell most.
func NoText(data []byte) string {
	if kind := Of(data); kind.Name != "" {
		return kind.Name
	}
	// Text in UTF-16 has a NUL in every other byte at most, and hardly another control character.
	text := data[:min(len(data), 1<<12)]
	nul, odd := 0, 0
	for _, b := range text {
		switch {
		case b == 0:
			nul++
		case b < ' ' && b != '\t' && b != '\n' && b != '\r' && b != '\f' && b != 0x1a && b != 0x1b:
			odd++
		}
	}
	if odd > len(text)/50+1 && nul > 0 || nul > len(text)/2+1 {
		return "binary data"
	}
	return ""
}
