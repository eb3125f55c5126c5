package main

import (
	"strings"

	"github.com/nitoryu/nitoryu/internal/disk"
)

// useEngines adds the files in the words of engines: programs, networks and what their options
// name. Words that cannot be read are refused elsewhere.
func useEngines(u *disk.Uses, texts ...string) {
	for _, text := range texts {
		words, _ := splitWords(text)
		for _, word := range words {
			switch key, value, _ := strings.Cut(word, "="); {
			case key == "eval", strings.HasPrefix(key, "option."):
				u.Read("the engines", value)
			case key == "cmd":
				u.Read("the engines", strings.Fields(value)...)
			}
		}
	}
}
