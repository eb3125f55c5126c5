// Command nitoryu is the engine: chess over UCI and shogi over USI. Without arguments it
// speaks the protocols on standard input and output; a subcommand does one job and
// exits. See nitoryu help.
package main
