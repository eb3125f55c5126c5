// Package train trains networks from files of games and of values from within searches: it packs positions into memory,
// fits the scale of scores to results, runs AdamW over mini-batches on all cores, and
// writes a quantised network, curves and checkpoints from which a run resumes without a
// difference.
//
// [Run.Export] hands a run to twin.py, which trains it with PyTorch on a GPU.
//
// There are three kinds of networks: networks of package nnue with one output layer for each
// bucket (plain) or with small layers before the output (layered), and HalfKP of package
// foreign. All have a hidden layer in common, and the last two dense layers (stacks), in
// float32. The inner loops are in
// [github.com/nitoryu/nitoryu/cmd/lab/internal/train/kernel]. The package knows no
// game by name: a [games.Game] says how positions are replayed and shown to a network.
package train
