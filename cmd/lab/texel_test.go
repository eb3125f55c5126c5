package main

import (
	"testing"
)

func TestBadTexelCommandLines(t *testing.T) {
	text := textFile(t, "text", "hello\n")
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"no file", nil, "files of games are missing; lab datagen makes them"},
		{"a file that is not there", []string{text + "x"}, "no such file"},
		{"a file of something else", []string{text}, "no file of games"},
		{"a negative scale", []string{"-k", "-1", text}, "--k and --epochs cannot be negative"},
		{"more than the whole blend", []string{"-blend", "2", text}, "--blend has to be 0 to 1, not 2"},
		{"a blend of NaN", []string{"-blend", "NaN", text}, "--blend has to be 0 to 1, not NaN"},
		{"no positions for a step", []string{"-batch", "0", text}, "--batch and --threads have to be at least 1"},
		{"all games held out", []string{"-held", "1", text}, "left for training"},
	}
	for _, tt := range tests {
		refused(t, tt.want, append([]string{"texel"}, tt.args...)...)
	}
}
