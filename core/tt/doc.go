// Package tt is the transposition table: the results of earlier searches of a
// position, by any thread. All threads share it without a lock. An entry is two 64-bit
// words, the key xor-ed with the data and the data, so that halves of different
// writes match no key (Hyatt and Mann,
// https://www.chessprogramming.org/Shared_Hash_Table#Xor).
//
// The table never allocates memory; the caller provides it. It knows no game: the
// caller checks whether a stored move is legal.
//
// It is not promised to other programs, and may change in any release.
package tt
