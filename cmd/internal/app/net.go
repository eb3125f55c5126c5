package app

import (
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/core/nnue/foreign"
	"github.com/nitoryu/nitoryu/core/options"
	"github.com/nitoryu/nitoryu/games"
)

// net describes a network file of ours or of another engine.
func net(args []string, s cli.Streams) error {
	f := cli.NewFlags("nitoryu net", "[FILE]", "Describes the network in a file: one of ours, with its origin, or one of\n"+
		"Stockfish or YaneuraOu. Without a file, describes the networks in this program.\n", s)
	rest, err := cli.Parse(f, args)
	if err != nil {
		return cli.UnlessHelp(err)
	}
	switch len(rest) {
	case 0:
		return describeAll(s.Out)
	case 1:
	default:
		return errors.New("net: give the file of one network; see nitoryu net --help")
	}
	n, err := games.ReadNetwork(rest[0])
	if err != nil {
		return fmt.Errorf("net: %w", err)
	}
	text := ""
	if n.Ours != nil {
		text, err = describeOurs(n.Ours)
	} else {
		text = describeForeign(n.Foreign)
	}
	if err != nil {
		return fmt.Errorf("net: %w", err)
	}
	_, err = io.WriteString(s.Out, text)
	return err
}

// describeAll describes the networks in this program, with the values of EvalFile that choose them.
func describeAll(w io.Writer) error {
	first := true
	describe := func(value string, n *nnue.Network) error {
		text, err := describeOurs(n)
		if err != nil {
			return err
		}
		if !first {
			value = "\n" + value
		}
		first = false
		_, err = fmt.Fprintf(w, "%s\n%s", value, text)
		return err
	}
	for _, g := range games.All() {
		usual, own := g.Network(), g.OwnNetwork()
		if usual == nil {
			continue
		}
		value := options.Embedded
		if own.Hash == usual.Hash {
			value += ", " + options.Own
		}
		if err := describe(value, usual); err != nil {
			return err
		}
		if own.Hash != usual.Hash {
			if err := describe(options.Own, own); err != nil {
				return err
			}
		}
	}
	return nil
}

// describeOurs describes a network of Nitoryu.
func describeOurs(n *nnue.Network) (string, error) {
	file, err := n.File()
	if err != nil {
		return "", err
	}
	parents := "none"
	for i, hash := range n.Parents {
		if i == 0 {
			parents = cli.Name(hash)
		} else {
			parents += "\n          " + cli.Name(hash)
		}
	}
	note := ""
	if n.Note != "" {
		note = "note      " + cli.Name(n.Note) + "\n"
	}
	outputs := strconv.Itoa(n.Buckets)
	if len(n.Layers) > 0 {
		outputs += fmt.Sprintf(", each behind layers of %d and %d neurons", n.Layers[0], n.Layers[1])
	}
	return fmt.Sprintf("name      %s\ngame      %s\ninputs    %s: %d for each side\nneurons   2 x %d\noutputs   %s, scale %d\n"+
		"size      %.1f KiB\nSHA-256   %s\ntrained   %s\ndata      %s\nparents   %s\n",
		cli.Name(n.Name), cli.Name(n.Game), cli.Name(n.Inputs), n.Count, n.Hidden, outputs, n.Scale,
		float64(len(file))/1024, n.Hash, cli.Name(n.Command), cli.Name(n.Data), parents) + note, nil
}

// describeForeign describes a network of another engine.
func describeForeign(n *foreign.Network) string {
	a := n.Architecture
	inputs := fmt.Sprintf("%s: %d for each side", a.Inputs.Name, a.Inputs.Count)
	if a.Pairs != nil {
		for _, count := range a.Pairs.Parts {
			inputs += fmt.Sprintf(", and %d of pairs of pieces", count)
		}
	}
	layers := fmt.Sprintf("%d, %d and 1 outputs", a.First, a.Second)
	if a.Choice.Stacks > 1 {
		layers += fmt.Sprintf(", in %d stacks", a.Choice.Stacks)
	}
	if a.Choice.Name != "" {
		layers += " chosen by " + a.Choice.Name
	}
	packed := "plain"
	if n.Compressed {
		packed = "compressed (LEB128)"
	}
	text := fmt.Sprintf("kind      %s of %s\ngame      %s\ninputs    %s\nneurons   2 x %d\nlayers    %s\n"+
		"weights   %s\nSHA-256   %s\nsays      %s\n",
		a.Name, a.Origin, a.Game, inputs, a.Hidden, layers, packed, n.Hash, cli.Name(n.Description))
	if a.Small != nil {
		text += "in some positions a small network may take its place (EvalFileSmall)\n"
	}
	if a.SmallFor != "" {
		text += "it is the small one of the two networks of " + a.SmallFor + ": set it as EvalFileSmall\n"
	}
	for _, w := range n.Warnings {
		text += "warning   " + cli.Name(w) + "\n"
	}
	return text
}
