//go:build !js && !wasip1

package app

import (
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
)

// Variables of the environment with secrets, which are never printed.
const (
	tokenVariable    = "NITORYU_TOKEN"     // of the pages of serve
	passwordVariable = "NITORYU_PASSWORD"  // of a player at a server of games
	lichessVariable  = "LICHESS_API_TOKEN" // of an account at Lichess, whose own examples call it so
)

const (
	leastToken    = 16      // characters of a token that nobody guesses
	longestSecret = 1 << 10 // characters
)

// goodToken are tokens that stand in an address as they are.
var goodToken = regexp.MustCompile(`^[0-9A-Za-z._~-]*$`)

// readSecret returns what is in a file, or else in a variable of the environment, without blanks around
// it, and where it was found: "" for nowhere. What is too long comes in part.
func readSecret(file, variable string) (secret, from string, err error) {
	if file == "" {
		text, set := os.LookupEnv(variable)
		if !set || text == "" {
			return "", "", nil
		}
		return strings.TrimSpace(text), variable, nil
	}
	f, err := os.Open(file)
	if err != nil {
		return "", "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, 2*longestSecret))
	return strings.TrimSpace(string(text)), file, err
}

// readToken returns the token that the user has chosen, in a file or else in the environment, "" for none.
func readToken(file string) (string, error) {
	token, from, err := readSecret(file, tokenVariable)
	switch {
	case err != nil || from == "":
		return "", err
	case len(token) < leastToken || len(token) > longestSecret:
		return "", fmt.Errorf("the token in %s must have %d to %d characters", from, leastToken, longestSecret)
	case !goodToken.MatchString(token):
		return "", fmt.Errorf("the token in %s may have letters, digits and -._~ only, as it is part of an address", from)
	}
	return token, nil
}
