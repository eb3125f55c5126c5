//go:build !js && !wasip1

package main

import (
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
)

// tokenVariable is the variable of the environment with the token of pages.
const tokenVariable = "NITORYU_TOKEN"

// leastToken is the length of a token that nobody guesses.
const leastToken = 16

// goodToken are tokens that stand in an address as they are.
var goodToken = regexp.MustCompile(`^[0-9A-Za-z._~-]*$`)

// readToken returns the token that the user has chosen, in a file or else in the environment, "" for none.
func readToken(file, variable string) (string, error) {
	const longest = 1 << 10
	from, text := tokenVariable, variable
	if file != "" {
		f, err := os.Open(file)
		if err != nil {
			return "", err
		}
		defer f.Close()
		data, err := io.ReadAll(io.LimitReader(f, longest+1))
		if err != nil {
			return "", err
		}
		from, text = file, string(data)
	}
	token := strings.TrimSpace(text)
	switch {
	case file == "" && variable == "":
		return "", nil
	case len(token) < leastToken || len(text) > longest:
		return "", fmt.Errorf("the token in %s must have %d to %d characters", from, leastToken, longest)
	case !goodToken.MatchString(token):
		return "", fmt.Errorf("the token in %s may have letters, digits and -._~ only, as it is part of an address", from)
	}
	return token, nil
}
