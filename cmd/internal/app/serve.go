//go:build !js && !wasip1

package app

import (
	"context"
	"errors"
	"fmt"
	stdnet "net" // net is a subcommand
	"net/url"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/client"
	"github.com/nitoryu/nitoryu/cmd/internal/app/internal/fetch"
	"github.com/nitoryu/nitoryu/cmd/internal/app/internal/serve"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/options"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/games/book"
	"github.com/nitoryu/nitoryu/games/syzygy"
	"github.com/nitoryu/nitoryu/protocol"
	"github.com/nitoryu/nitoryu/smp/host"
	"github.com/nitoryu/nitoryu/web"
	"github.com/nitoryu/nitoryu/web/api"
)

// usualAddress is where the page is served unless another address is asked for. If it is
// taken, any free port will do.
const usualAddress = "127.0.0.1:8080"

// serverJobs are the subcommands that need a network, processes, or libraries that a page has no use for.
func serverJobs() []cli.Command {
	return []cli.Command{
		{Name: "serve", Summary: "serve a board to play and analyse on in the browser", Run: servePage},
		{Name: "csa", Summary: "play games of shogi on a server such as floodgate", Run: playCSA},
		{Name: "mcp", Summary: "answer language models by the Model Context Protocol", Run: answerModel},
		{Name: "remote", Summary: "offer this machine's engine to your analysis board at Lichess", Run: offerEngine},
	}
}

// serveFlags are the choices of the user.
type serveFlags struct {
	address, public        string
	tokenFile              string
	open                   bool
	engines, threads, hash int
	options                []protocol.Setting
	own                    map[nitoryu.Variant][]protocol.Setting // those that a game takes; nil: not tried yet
	others                 []otherEngine
	imports                bool
	sites                  []fetch.Site
}

const (
	pageStop = 5 * time.Second // for an engine to stop, and
	pageQuit = time.Second     // to end when its page is closed
)

// openEngine starts this program as the engine of a page: whatever happens to it, the server
// goes on.
func (c *serveFlags) openEngine(ctx context.Context, program string, game nitoryu.Variant, e api.Engine) (nitoryu.Searcher, error) {
	if e.Name != "" {
		return c.openOther(ctx, game, e)
	}
	config := client.Config{
		Name: "Nitoryu", Command: program, Variant: game, Threads: e.Threads, Hash: e.Hash, StopTimeout: pageStop, QuitTimeout: pageQuit,
	}
	if game == nitoryu.Shogi { // reviews are to be equal to "nitoryu analyse"
		config.Options = append(config.Options, client.Option{Name: "GenerateAllLegalMoves", Value: "true"})
	}
	options := c.options
	if c.own != nil {
		options = c.own[game]
	}
	for _, o := range options {
		if name := inGame(o, game); name != "" {
			config.Options = append(config.Options, client.Option{Name: name, Value: o.Value})
		}
	}
	return client.Start(ctx, config)
}

// servePage serves the page until it is interrupted.
func servePage(args []string, s cli.Streams) error {
	f := cli.NewFlags("nitoryu serve", "[flags]",
		"Serves a board to play and analyse on: open the address that it prints in a browser. Only this "+
			"machine can reach it unless --address says otherwise, and only those who know the address with "+
			"its token, which is a new one each time unless "+tokenVariable+" or --token-file has one. Each page has "+
			"an engine of its own. Ctrl-C ends it. See docs/use/web.md.\n\n"+
			"  nitoryu serve --open\n"+
			"  nitoryu serve --threads 4 --hash 512 --option SyzygyPath=/tables\n"+
			"  nitoryu serve --public https://chess.example/ --token-file token\n", s)
	var c serveFlags
	f.StringVar(&c.address, "address", "", "`host:port` to listen at; port 0 for any free one; by default "+usualAddress+", or any free port if that is taken")
	f.StringVar(&c.public, "public", "", "`URL` of the page for browsers, where a proxy with TLS passes them on to --address")
	f.StringVar(&c.tokenFile, "token-file", "", "`file` with the token that a page has to know, in place of a new one or of "+tokenVariable)
	f.BoolVar(&c.open, "open", false, "open the page in the browser")
	f.IntVar(&c.engines, "engines", 4, "maximum number of pages with an engine at once")
	f.IntVar(&c.threads, "threads", host.Processors(), "search threads of all engines together; each may have one at least")
	f.IntVar(&c.hash, "hash", 1024, "MiB of the transposition tables of all engines together; each may have 16 at least")
	f.Func("option", "`NAME=VALUE` of every engine, such as files to open", func(text string) error {
		o, err := protocol.ParseSetting(text)
		c.options = append(c.options, o)
		return err
	})
	f.Func("engine", "`NAME=COMMAND` of another engine for pages to compare ours with, or to let it play; it speaks UCI, USI or both", func(text string) error {
		e, err := parseOther(text, c.others)
		c.others = append(c.others, e)
		return err
	})
	c.sites = fetch.Sites()
	f.BoolVar(&c.imports, "import", false, "let pages fetch games from lichess.org and lishogi.org, when a person asks for one")
	f.Func("import-site", "`NAME=URL` of a copy of one of these sites, to ask in its place", func(text string) error {
		return c.replaceSite(text)
	})
	if err := cli.ParseFlags(f, args); err != nil {
		return cli.UnlessHelp(err)
	}
	if err := c.run(s); err != nil {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}

// replaceSite reads NAME=URL, where a site has another address.
func (c *serveFlags) replaceSite(text string) error {
	name, base, _ := strings.Cut(text, "=")
	i := slices.IndexFunc(c.sites, func(s fetch.Site) bool { return s.Name == name })
	u, err := url.Parse(base)
	switch {
	case i < 0:
		return fmt.Errorf("there is no site %q; write lichess.org=URL or lishogi.org=URL", name)
	case err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "":
		return fmt.Errorf("%q is no address of a site, such as https://chess.example", base)
	}
	c.sites[i].Base = u.Scheme + "://" + u.Host
	return nil
}

// run serves the page.
func (c *serveFlags) run(s cli.Streams) error {
	switch {
	case c.engines < 1:
		return fmt.Errorf("--engines must be at least 1, not %d", c.engines)
	case c.threads < 1 || c.threads > core.MaxThreads:
		return fmt.Errorf("--threads must be 1 to %d, not %d", core.MaxThreads, c.threads)
	case c.hash < 1:
		return fmt.Errorf("--hash must be at least 1, not %d", c.hash)
	}
	program, err := ownProgram(os.Executable, os.Args[0])
	if err != nil {
		return err
	}
	token, err := readToken(c.tokenFile)
	if err != nil {
		return err
	}
	var public *url.URL
	if c.public != "" {
		if public, err = serve.ParsePublic(c.public); err != nil {
			return fmt.Errorf("--public: %w", err)
		}
	}
	if len(c.options) > 0 {
		if err := c.tryOptions(context.Background(), program, func(text string) { fmt.Fprintln(s.Err, text) }); err != nil {
			return err
		}
	}
	names, err := c.tryOthers(context.Background())
	if err != nil {
		return err
	}
	listener, err := c.listen()
	if err != nil {
		return err
	}
	tables := c.tables()
	defer tables.Close()
	books := c.books()
	defer func() {
		for _, b := range books {
			_ = b.Close() // it was only read
		}
	}()
	host, _, _ := stdnet.SplitHostPort(c.address)
	answers := api.New(cli.Version, api.Engine{Threads: c.threads, Hash: c.hash}).With(tables).WithBooks(books).WithEngines(names)
	if c.imports {
		fetcher := fetch.New(c.sites)
		answers = answers.WithImports(fetcher.Names(), fetcher.Fetch)
	}
	server, err := serve.New(serve.Config{
		Files: web.Files, API: answers, Host: host,
		Public: public, Token: token,
		Engines: c.engines, Threads: c.threads, Hash: c.hash,
		Open: func(ctx context.Context, game nitoryu.Variant, e api.Engine) (nitoryu.Searcher, error) {
			return c.openEngine(ctx, program, game, e)
		},
	})
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	page := pageAddress(listener.Addr(), host)
	if public != nil {
		page = public.String()
	}
	page += "?token="
	told := page + server.Token()
	if token != "" {
		told = page + "..." // the output may be kept where others read it
	}
	fmt.Fprintln(s.Out, told)
	if c.open {
		if err := openBrowser(page + server.Token()); err != nil {
			fmt.Fprintln(s.Err, "the browser does not open, go to the address above:", err)
		}
	}
	return server.Serve(ctx, listener)
}

// ownProgram returns the path of this program. Where the system does not tell, as without /proc, it is
// looked for under the name by which it was started.
func ownProgram(executable func() (string, error), name string) (string, error) {
	program, err := executable()
	if err == nil {
		return program, nil
	}
	if program, err = exec.LookPath(name); err != nil {
		return "", fmt.Errorf("this program, from which engines are started, is not found: %w", err)
	}
	return filepath.Abs(program)
}

// tables opens the endgame tables that the engines are told of. What is wrong with them, the
// engines say.
func (c *serveFlags) tables() *syzygy.Tables {
	path := ""
	for _, o := range c.options {
		if o.UCI.Name == "SyzygyPath" {
			path = o.Value
		}
	}
	tables, _ := games.OpenTables(path)
	return tables
}

// books opens the books that the engines are told of. What is wrong with them, the engines say.
func (c *serveFlags) books() (all []book.Book) {
	var chosen options.Book
	for _, o := range c.options {
		if o.USI.Name == "BookDir" {
			chosen.Folder = o.Value
		}
	}
	for _, o := range c.options {
		if chosen.File = o.Value; o.UCI.Name != "BookFile" || o.Value == options.NoBook {
			continue
		}
		if b, err := games.OpenBook(chosen); err == nil {
			all = append(all, b)
		}
	}
	return all
}

// listen listens at the address that is asked for, or at the usual one or any free port.
func (c *serveFlags) listen() (stdnet.Listener, error) {
	if c.address != "" {
		return stdnet.Listen("tcp", c.address)
	}
	listener, err := stdnet.Listen("tcp", usualAddress)
	if errors.Is(err, syscall.EADDRINUSE) || err != nil && runtime.GOOS == "windows" {
		return stdnet.Listen("tcp", "127.0.0.1:0")
	}
	return listener, err
}

// pageAddress returns the address of the page of a server, by its name if it has one.
func pageAddress(at stdnet.Addr, host string) string {
	tcp, ok := at.(*stdnet.TCPAddr)
	if !ok {
		return "http://" + at.String() + "/"
	}
	if ip := tcp.IP; host == "" || stdnet.ParseIP(host) != nil {
		host = ip.String()
		if ip.IsUnspecified() { // reached by any address of this machine
			host = "127.0.0.1"
		}
	}
	return "http://" + stdnet.JoinHostPort(host, strconv.Itoa(tcp.Port)) + "/"
}

// openBrowser opens an address in the browser of the system, without a shell.
func openBrowser(page string) error {
	opener := []string{"xdg-open"}
	switch runtime.GOOS {
	case "windows":
		opener = []string{"rundll32", "url.dll,FileProtocolHandler"}
	case "darwin":
		opener = []string{"open"}
	}
	c := exec.Command(opener[0], append(opener[1:], page)...)
	if err := c.Start(); err != nil {
		return err
	}
	go func() { _ = c.Wait() }()
	return nil
}
