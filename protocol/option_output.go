package protocol

import (
	"fmt"
	"strings"
	"time"
)

// about is what UCI_EngineAbout says.
const about = "Nitoryu plays chess over UCI and shogi over USI, https://github.com/nitoryu/nitoryu"

// outputOptions are about what is printed, and to where. USI has the names and meanings
// of YaneuraOu.
func outputOptions() []Option {
	return []Option{{
		Kind:  Check,
		UCI:   Offer{Name: "UCI_ShowWDL", Default: "false"},
		Help:  "show how many of 1000 games with this score the side to move wins, draws and loses",
		apply: func(s *Session, v value) error { s.wishes.showWDL = v.number == 1; return nil },
	}, {
		Kind:  Check,
		UCI:   Offer{Name: "Show Sharpness", Default: "false"},
		USI:   Offer{Name: "ShowSharpness", Default: "false"},
		Help:  "say how easy it is to go wrong in a position, 0 to 100, as `info string sharpness`; a search outside a game then has at least four lines, but shows only MultiPV of them",
		apply: func(s *Session, v value) error { s.wishes.sharp = v.number == 1; return nil },
	}, {
		Kind:  Spin,
		USI:   Offer{Name: "MateTree", Default: "0", Max: 100000},
		Help:  "maximum replies in the proof that `go mate` reports, each line as `info string proof`; 0 for no proof",
		apply: func(s *Session, v value) error { s.wishes.proof = v.number; return nil },
	}, {
		// Not in UCI, where front ends keep up.
		Kind: Spin,
		UCI:  Offer{Default: "0", Max: 1000000},
		USI:  Offer{Name: "PvInterval", Default: "300", Max: 1000000},
		Help: "minimum time in ms between two reports of a search in a game; the last one is always shown",
		apply: func(s *Session, v value) error {
			s.wishes.interval = time.Duration(v.number) * time.Millisecond
			return nil
		},
	}, {
		Kind:  Check,
		USI:   Offer{Name: "ConsiderationMode", Default: "false"},
		Help:  "for analysis: show every report, whatever PvInterval says",
		apply: func(s *Session, v value) error { s.wishes.consider = v.number == 1; return nil },
	}, {
		Kind:  Check,
		USI:   Offer{Name: "OutputFailLHPV", Default: "true"},
		Help:  "also show lines whose score is only a bound",
		apply: func(s *Session, v value) error { s.wishes.hideBounds = v.number == 0; return nil },
	}, {
		Kind: Text,
		UCI:  Offer{Name: "Debug Log File"},
		USI:  Offer{Name: "DebugLogFile"},
		Help: "file that all lines in and out are appended to, with the time; empty for none", system: true,
		apply: func(s *Session, v value) error { return s.keepLog(v.text) },
	}, {
		Kind:  Text,
		UCI:   Offer{Name: "UCI_Opponent"},
		Help:  "the opponent: title or none, Elo or none, computer or human, the name; the engine repeats it and changes nothing",
		apply: func(s *Session, v value) error { return s.meet(v.text) },
	}, {
		Kind: Text,
		UCI:  Offer{Name: "UCI_EngineAbout", Default: about},
		Help: "what this engine is; setting it changes nothing",
	}}
}

// meet repeats who the opponent is.
func (s *Session) meet(text string) error {
	if text == "" {
		return nil
	}
	words := strings.Fields(text)
	if len(words) < 4 || words[2] != "computer" && words[2] != "human" {
		return fmt.Errorf("UCI_Opponent %q is not of the form: title, Elo, computer or human, name", printable(text, 80))
	}
	title, elo, kind, name := words[0], words[1], words[2], strings.Join(words[3:], " ")
	if title != "none" {
		name = title + " " + name
	}
	line := "opponent: " + name + ", " + kind
	if elo != "none" {
		line += ", Elo " + elo
	}
	s.out.print(note(line))
	return nil
}
