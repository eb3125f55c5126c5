//go:build !js

package nnue

import "encoding/json"

// read reads the header of a file.
func (h *Header) read(text []byte) error { return json.Unmarshal(text, h) }
