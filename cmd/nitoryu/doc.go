// Command nitoryu is the engine: chess over UCI and shogi over USI. Without an
// argument it speaks the protocols on standard input and output; with a
// subcommand it does one job and ends. See nitoryu help.
package main
