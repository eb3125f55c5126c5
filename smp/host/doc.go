// Package host tells how much of the machine this process may use: the processors within its
// affinity and the quota of its control groups, and the memory within the limits of these
// groups. All defaults for threads, games at once and tables come from here.
//
// It is not promised to other programs, and may change in any release.
package host
