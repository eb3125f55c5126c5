// Package cli is the command line of all commands: subcommands, flags, help, the
// standard streams with their language, and the terminal. It knows neither games nor engines.
package cli
