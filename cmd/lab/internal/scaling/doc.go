// Package scaling measures what engines gain from threads and how promptly they answer:
// nodes per second and time to a depth with several threads, and the delay of answers.
// It asks engines through their pipes, one search at a time; it plays no games and judges
// no moves.
package scaling
