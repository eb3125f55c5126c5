// Package cli has what all commands need for their command lines: subcommands, flags, help, the
// standard streams with their language, and the terminal. It knows neither games nor engines.
package cli
