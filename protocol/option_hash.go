//go:build !wasm

package protocol

// usualHash is the table in MiB that front ends for shogi are used to.
const usualHash = "256"
