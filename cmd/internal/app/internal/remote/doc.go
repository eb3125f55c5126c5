// Package remote offers an engine of UCI to the analysis board of a Lichess account, by Lichess'
// external engine API (https://lichess.org/api#tag/External-engine): it registers the engine, waits for
// positions by long polls, and streams what the engine says of them until the board goes elsewhere.
//
// All that comes over the network is checked before the engine hears of it, and the engine is told
// of it in words of our own. The token goes to the site alone, and both secrets only over encrypted
// connections or within this machine. The package opens no connections but to the site and its broker.
package remote
