package checkup

// Report is what is known about a machine. Numbers that are nil are unknown.
type Report struct {
	Version   string    `json:"version"`
	Processor Processor `json:"processor"`
	Threads   Threads   `json:"threads"`
	Memory    Memory    `json:"memory"`
	Pages     Pages     `json:"pages"`
	Nodes     []Node    `json:"memory_nodes"` // none: unknown
	Networks  []Network `json:"networks"`
	Books     []Book    `json:"books"`
	Tables    *Tables   `json:"tables"` // nil: not asked for
	Speeds    []Speed   `json:"speeds"`
	Timer     Timer     `json:"timer"`
	Steal     *float64  `json:"steal_percent"` // of the processors' time, taken by the host of a virtual machine
	Faults    []string  `json:"faults"`        // what is broken
	Advice    []string  `json:"advice"`        // what to change in the set-up; none: nothing
	Warnings  []string  `json:"warnings"`      // what disturbs the engine now
}

// Processor is the processor, and what the engine uses of it.
type Processor struct {
	System   string `json:"system"` // that the program was built for, such as "linux/amd64 v1"
	Name     string `json:"name"`   // empty: unknown
	Best     string `json:"best_level"`
	Used     string `json:"used_level"`
	POPCNT   string `json:"popcnt"`
	PEXT     string `json:"pext"`
	Chess    string `json:"chess_moves"`
	Shogi    string `json:"shogi_moves"`
	Networks string `json:"networks"`
}

// Threads are the processors that may be used.
type Threads struct {
	Processors int      `json:"processors"`
	Quota      *float64 `json:"quota"`   // processors that control groups allow; 0: no limit
	Advised    int      `json:"advised"` // for the option Threads
}

// Memory is the memory that may be used.
type Memory struct {
	Total     *uint64 `json:"total_bytes"`
	Available *uint64 `json:"available_bytes"`
	Hash      int     `json:"advised_hash_mib"` // for the options Hash and USI_Hash
}

// Pages are the pages of a table, which was allocated as a test.
type Pages struct {
	Transparent *string `json:"transparent"` // mode of transparent huge pages; empty: the system has none
	Reserved    *uint64 `json:"reserved"`    // huge pages of the system
	Free        *uint64 `json:"free"`        // of the reserved ones
	Table       string  `json:"table"`       // kind that was asked for
	TableMiB    int     `json:"table_mib"`
	Huge        *int    `json:"huge_percent"` // share of the table in huge pages
}

// Node is a memory node with its processors.
type Node struct {
	ID         int   `json:"id"`
	Processors []int `json:"processors"`
}

// Network is the network of a game in this binary.
type Network struct {
	Game  string `json:"game"`
	Name  string `json:"name"`
	Bytes int    `json:"bytes"`  // 0: there is no network
	Hash  string `json:"sha256"` // of the file
}

// Book is an opening book.
type Book struct {
	File  string `json:"file"`
	Text  string `json:"description"`   // empty: it could not be read
	Moves int    `json:"initial_moves"` // moves of the book for the initial position
	Late  bool   `json:"unfinished"`    // checking it took too long
}

// Tables are endgame tables.
type Tables struct {
	Path    string `json:"path"`
	Results int    `json:"wdl_files"`
	Lengths int    `json:"dtz_files"`
	Men     int    `json:"pieces"`     // of the largest
	Late    bool   `json:"unfinished"` // checking them took too long
}

// Speed is the speed of a search with the advised number of threads.
type Speed struct {
	Game    string  `json:"game"`
	Threads int     `json:"threads"`
	Nodes   float64 `json:"nodes_per_second"`
	Share   *int    `json:"processor_percent"` // the search's share of the time of as many processors
}

// Timer says how late sleeps of a millisecond end, in microseconds.
type Timer struct {
	Sleeps int `json:"sleeps"`
	Median int `json:"median_us"`
	Worst  int `json:"worst_us"`
}
