// Package cli is what the commands share to meet the shell: the table of
// subcommands, their flags and help, the standard streams and what is known of
// the terminal behind them. It knows neither games nor engines.
package cli
