// Package suite asks an engine to solve test positions, of chess and shogi, and
// tells how many it solved, how soon, and by which answers. What is right stands
// in the file of the suite alone; nothing is judged by another engine. It talks
// to engines through package player only and prints nothing.
package suite
