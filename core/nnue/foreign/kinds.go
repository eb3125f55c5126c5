package foreign

import (
	"fmt"
	"github.com/nitoryu/nitoryu/internal/excerpt"
	"github.com/nitoryu/nitoryu/internal/sniff"
	"slices"
	"strings"
)

// Version numbers of files. Stockfish had 7AF32F16 until version 13, and YaneuraOu
// still has it.
const (
	versionHalfKP    = 0x7AF32F16
	versionStockfish = 0x7AF32F20 // Stockfish 14 to 18, Fairy-Stockfish
	versionNew       = 0x6A448AFA // Stockfish after 18
	versionStacks    = 0x7AF32F21 // rshogi
	versionRagged    = 0x7AF33301 // rshogi, stacks of different sizes
)

var versions = [...]uint32{versionHalfKP, versionStockfish, versionNew, versionStacks, versionRagged}

// kinds are the files that are known by name, though no game reads them. Hashes follow
// from the sizes by the rule of src/nnue/nnue_architecture.h in Stockfish and of
// source/eval/nnue/architectures in YaneuraOu. An entry with a size is for a file that
// has just this number of bytes behind its header; no hash means any.
var kinds = []struct {
	version, hash uint32
	size          int
	name          string
}{
	{versionHalfKP, 0x3E5AA6EE, 577806124, "HalfKPE9 256x2-32-32 (YaneuraOu)"},
	{versionHalfKP, 0x3C203B32, 0, "SFNN of another shape (YaneuraOu)"},
	{versionHalfKP, 0x5370697D, 0, "SFNN of another shape with progress (YaneuraOu)"},
	{versionStockfish, 0x3C103E72, 47721284, "HalfKAv2 512x2-16-32 (Stockfish 14)"},
	{versionStockfish, 0x3C103E72, 0, "HalfKAv2 512x2-16-32 (Fairy-Stockfish)"},
	{versionStockfish, 0x1C102EEC, 0, "HalfKAv2_hm 1024x2-8-32 (Stockfish 14.1)"},
	{versionNew, 0, 0, "one of a Stockfish after version 18 that is no release"},
	{versionStacks, 0, 0, "one with the number of its stacks in the header (rshogi)"},
	{versionRagged, 0, 0, "one with stacks of different sizes (rshogi)"},
}

// refuse returns why a file is of no known architecture.
func (s *scan) refuse(known []*Architecture) error {
	size := len(s.Bytes) - s.end
	for _, k := range kinds {
		if k.size == size && k.version == s.version && k.hash == s.hash {
			return s.unreadable(k.name, known)
		}
	}
	if err := s.almost(known); err != nil {
		return err
	}
	for _, k := range kinds {
		switch {
		case k.size != 0 || k.version != s.version:
		case k.hash == s.hash:
			return s.unreadable(k.name, known)
		case k.hash == 0:
			return s.unreadable(fmt.Sprintf("%s (hash %08X)", k.name, s.hash), known)
		}
	}
	if s.claim != nil {
		return s.unreadable(s.claim.String(), known)
	}
	return s.unreadable(fmt.Sprintf("of an unknown kind (version %08X, hash %08X, %d bytes)", s.version, s.hash, len(s.Bytes)), known)
}

// almost returns what is wrong with a file that has the header of known architectures,
// nil if it has another header.
func (s *scan) almost(known []*Architecture) error {
	var near []string
	for _, a := range known {
		if a.Version != s.version {
			continue
		}
		if a = s.likely(a); a == nil || !s.claim.fits(a, s.choice) || a.hash() != s.hash && (a.Strict || s.claim == nil) {
			continue
		}
		if _, err := s.locate(a); err != nil {
			near = append(near, fmt.Sprintf("%s, but %v", a, err))
		}
	}
	if near == nil {
		return nil
	}
	return fmt.Errorf("the network file has the header of %s%s", strings.Join(near, "; or of "), s.described())
}

// likely returns an architecture with the sizes that the header of a file says, nil if it
// says none.
func (s *scan) likely(a *Architecture) *Architecture {
	if !a.open() {
		return a
	}
	if c := s.claim; c != nil {
		if !c.of(a) || c.first == 0 {
			return nil
		}
		return c.sized(a, s.choice)
	}
	if a.Fixed != [2]uint32{} { // its hash does not tell sizes
		return nil
	}
	b := *a
	for b.Hidden = 64; b.Hidden <= 2048; b.Hidden += 64 {
		for b.First = 8; b.First <= 96; b.First += 8 {
			for b.Second = 16; b.Second <= 96; b.Second += 16 {
				if b.hash() == s.hash {
					return a.Sized(b.Hidden, b.First, b.Second, a.Choices[0])
				}
			}
		}
	}
	return nil
}

// unreadable returns the error for a file of a kind that is known by name.
func (s *scan) unreadable(name string, known []*Architecture) error {
	can := "no network of another engine can be read"
	if len(known) > 0 {
		var names []string
		for _, a := range known {
			names = append(names, a.String())
		}
		can = "networks that can be read are " + strings.Join(names, ", ")
	}
	return fmt.Errorf("the network is %s, which cannot be read%s; %s", name, s.described(), can)
}

// described quotes the description for an error, if there is one.
func (s *scan) described() string {
	if s.description == "" {
		return ""
	}
	return "; its description is " + excerpt.QuoteTo(described, s.description)
}

// Kind returns what a file is that is no network of the kinds that [Is] recognises, and
// what to do, by its name and its first bytes; "" if that is not known.
func Kind(file []byte, name string) string {
	has := func(prefix string) bool { return strings.HasPrefix(string(file[:min(len(file), len(prefix))]), prefix) }
	lower, kind := strings.ToLower(name), sniff.Of(file)
	is := func(names ...string) bool { return slices.Contains(names, lower) }
	switch {
	case is("kk_synthesized.bin", "kkp_synthesized.bin", "kpp_synthesized.bin"):
		return name + " is a part of a KPPT evaluation (Apery, YaneuraOu before 2018), which is no neural network and cannot be read"
	case strings.HasSuffix(lower, ".onnx") || len(file) > 2 && file[0] == 8 && file[1] < 16 && file[2] == 0x12:
		return name + " is a network in ONNX, as dlshogi and FukauraOu use them: it needs a graphics card and another search, and cannot be read"
	case kind.Name == "gzip":
		return name + " is packed with gzip: a network of Leela Chess Zero (lc0), which needs another search and cannot be read, or any other file that must be unpacked first"
	case kind.Packed:
		return name + " is an archive: unpack it, and name the network file in it"
	case strings.HasSuffix(lower, ".pb") || len(file) > 5 && file[0] == 0x0d && string(file[1:5]) == "\xc0\x01\x00\x00":
		return name + " is a network of Leela Chess Zero (lc0), which needs another search and cannot be read"
	case strings.HasSuffix(lower, ".pt") || strings.HasSuffix(lower, ".pth") || strings.HasSuffix(lower, ".ckpt") || has("\x80\x02") || has("\x80\x03") || has("\x80\x04"):
		return name + " is a checkpoint of PyTorch: the trainer it comes from writes the network file out of it"
	case kind.Name == "HTML":
		return name + " is a web page, as comes from a download that needs a login or a click"
	case has("version https://git-lfs"):
		return name + " only names a file in Git LFS: the network itself has to be downloaded"
	case len(file) == 0:
		return name + " is empty"
	}
	return ""
}
