// Package fetch gets games from the public addresses of Lichess (https://lichess.org/api) and Lishogi, when a
// person asks for one by its link, or for all games of a user. It asks no other host, follows no
// redirection and sends nothing but what was asked for.
package fetch
