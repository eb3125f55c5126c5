//go:build !wasm

package protocol

// usualHash is the size in MiB of the table that front ends for shogi are used to.
const usualHash = "256"
