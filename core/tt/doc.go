// Package tt is the transposition table: what earlier searches, of any thread,
// found out about a position. It is shared by all threads without a lock. An
// entry is two 64-bit words, the key xor-ed with the data and the data, so that
// two halves of different writes never match a key and are never believed
// (Hyatt and Mann, https://www.chessprogramming.org/Shared_Hash_Table#Xor).
//
// The table never allocates: its memory is handed in. It knows no game; whether
// a stored move fits the position is for the reader to check.
package tt
