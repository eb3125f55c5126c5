//go:build linux

package faults

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	ossignal "os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/nitoryu/nitoryu/tests/must"
)

// Without memory the table stays as it is.
func TestNoMemoryForTheTable(t *testing.T) {
	e := start(t, "uci")
	e.Answer()
	// As much memory as the process has, and a quarter of what it will ask for.
	limit := e.memory("VmSize") + 256<<20
	if err := unix.Prlimit(e.Cmd.Process.Pid, unix.RLIMIT_AS, &unix.Rlimit{Cur: limit, Max: limit}, nil); err != nil {
		t.Skip(err)
	}
	e.Send("setoption name Hash value 1024", "isready")
	want := []string{"hash 1024 MiB failed, keeping 16 MiB: mapping 1024 MiB: cannot allocate memory"}
	if got := faults(e.Until("readyok")); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	e.alive()
	e.Quit()
}

// memory returns a line of the status of the process in bytes.
func (e process) memory(line string) uint64 {
	e.T.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", e.Cmd.Process.Pid))
	if err != nil {
		e.T.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), line+":")
	kilobytes, err := strconv.ParseUint(strings.Fields(rest + " 0")[0], 10, 64)
	if err != nil {
		e.T.Fatal(err)
	}
	return kilobytes << 10
}

// controlGroup moves the engine into a new control group with a limit, which has another name
// in the first version of control groups.
func (e process) controlGroup(controller, file, oldFile, limit string) {
	group := filepath.Join("/sys/fs/cgroup", controller, "nitoryu-test")
	if _, err := os.Stat("/sys/fs/cgroup/cgroup.controllers"); err == nil {
		group = "/sys/fs/cgroup/nitoryu-test"
	} else {
		file = oldFile
	}
	if err := os.Mkdir(group, 0o755); err != nil {
		e.T.Skip(err)
	}
	e.T.Cleanup(func() {
		for range 100 { // until the group is empty
			if os.Remove(group) == nil {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
	})
	for _, c := range [][2]string{{file, limit}, {"cgroup.procs", strconv.Itoa(e.Cmd.Process.Pid)}} {
		if err := os.WriteFile(filepath.Join(group, c[0]), []byte(c[1]), 0o644); err != nil {
			e.T.Skip(err)
		}
	}
}

// A control group that allows less memory than the machine has is heeded.
func TestMemoryOfAControlGroup(t *testing.T) {
	e := start(t, "uci")
	e.controlGroup("memory", "memory.max", "memory.limit_in_bytes", "314572800")
	e.Send("setoption name Hash value 1024", "isready")
	want := []string{"hash 1024 MiB is more than the 300 MiB of this machine, keeping 16 MiB"}
	if got := faults(e.Until("readyok")); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	e.alive()
	e.Quit()
}

// A table that a control group has room for, but not beside the program, does not get the engine
// killed; nor do threads, each of which takes memory.
func TestLittleMemoryOfAControlGroup(t *testing.T) {
	for _, c := range []struct{ name, limit, option, want string }{
		{"a table", "104857600", "Hash value 96", `^hash 96 MiB is too much beside 1 thread and the program: of the 100 MiB of this machine they leave \d+, keeping 16 MiB$`},
		{"threads", "104857600", "Threads value 128", `^threads 128 are too many beside a hash of 16 MiB and the program in the 100 MiB of this machine, keeping 1$`},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := start(t, "uci")
			e.controlGroup("memory", "memory.max", "memory.limit_in_bytes", c.limit)
			e.Send("setoption name "+c.option, "isready")
			if got := faults(e.Until("readyok")); len(got) != 1 || !regexp.MustCompile(c.want).MatchString(got[0]) {
				t.Errorf("%q", got)
			}
			// What is left is there to be used.
			e.Send("setoption name Hash value 60", "position startpos", "go nodes 300000")
			if got := faults(e.Until("bestmove")); len(got) > 0 {
				t.Errorf("%q", got)
			}
			e.alive()
			e.Quit()
		})
	}
}

// A control group that allows few threads is heeded: one too many would end the process.
func TestThreadsOfAControlGroup(t *testing.T) {
	e := start(t, "uci")
	e.controlGroup("pids", "pids.max", "pids.max", "100")
	e.Send("setoption name Threads value 1024", "isready")
	got := faults(e.Until("readyok"))
	if len(got) != 1 || !regexp.MustCompile(`^threads 1024 are more than the (7\d|8\d) that the control groups of this process allow, keeping 1$`).MatchString(got[0]) {
		t.Errorf("%q", got)
	}
	e.Send("setoption name Threads value 60")
	e.alive()
	e.Quit()
}

// A thread for which there is no room would end the process: as many as are allowed think.
func TestThreadsInLittleAddressSpace(t *testing.T) {
	for _, protocol := range []string{"uci", "usi"} {
		t.Run(protocol, func(t *testing.T) {
			e := start(t, protocol)
			e.Answer()
			limit := e.memory("VmSize") + 2<<30
			if err := unix.Prlimit(e.Cmd.Process.Pid, unix.RLIMIT_AS, &unix.Rlimit{Cur: limit, Max: limit}, nil); err != nil {
				t.Skip(err)
			}
			// The runtime may reserve another arena between two commands, so the number that is allowed
			// may be a few lower when it is asked for: the engine then names the new one.
			want := regexp.MustCompile(`^threads (\d+) are more than the (4\d|3[5-9]) that have room in the address space of this process \(ulimit -v\), keeping 1$`)
			for asked, tries := "1024", 0; ; tries++ {
				e.Send("setoption name Threads value "+asked, "isready")
				got := faults(e.Until("readyok"))
				if len(got) == 0 && tries > 0 {
					t.Logf("%s threads", asked)
					break
				}
				if len(got) != 1 || tries == 4 {
					t.Fatalf("%s threads, try %d: %q", asked, tries, got)
				}
				said := want.FindStringSubmatch(got[0])
				if said == nil || said[1] != asked {
					t.Fatalf("%s threads: %q", asked, got)
				}
				asked = said[2]
			}
			e.Send("position startpos", "go nodes 300000")
			if got := faults(e.Until("bestmove")); len(got) > 0 {
				t.Errorf("%q", got)
			}
			t.Logf("%d MiB of %d", e.memory("VmSize")>>20, limit>>20)
			e.alive()
			e.Quit()
		})
	}
}

// A user who may have no more processes keeps the threads there are.
func TestThreadsOfAUser(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only the administrator can start a program as another user")
	}
	var usual unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NPROC, &usual); err != nil {
		t.Skip(err)
	}
	// The engine inherits it.
	if err := unix.Setrlimit(unix.RLIMIT_NPROC, &unix.Rlimit{Cur: 100, Max: usual.Max}); err != nil {
		t.Skip(err)
	}
	e := startAs(t, 54321, "uci")
	must.OK(t, unix.Setrlimit(unix.RLIMIT_NPROC, &usual))
	e.Send("setoption name Threads value 1024", "isready")
	got := faults(e.Until("readyok"))
	if len(got) != 1 || !regexp.MustCompile(`^threads 1024 are more than the (7\d|8\d) that the limit of processes of this user allows \(ulimit -u\), keeping 1$`).MatchString(got[0]) {
		t.Errorf("%q", got)
	}
	e.Send("setoption name Threads value 60", "position startpos", "go nodes 1000000")
	e.Until("bestmove")
	e.alive()
	e.Quit()
}

// Many threads think, stop and end: 256, at full size as many as the option allows.
func TestAllThreads(t *testing.T) {
	protocols, threads := []string{"uci"}, "256"
	if must.Full() {
		protocols, threads = []string{"uci", "usi"}, "1024"
	}
	for _, protocol := range protocols {
		t.Run(protocol, func(t *testing.T) {
			e := start(t, protocol)
			e.Send("setoption name Threads value "+threads, "isready")
			if got := faults(e.Until("readyok")); len(got) > 0 {
				t.Skip(got)
			}
			e.Send("position startpos", "go nodes 200000")
			e.Until("bestmove")
			e.Send("go infinite")
			time.Sleep(200 * time.Millisecond)
			began := time.Now()
			e.Send("stop")
			e.Until("bestmove")
			t.Logf("%d MiB, answers after %v", e.memory("VmRSS")>>20, time.Since(began).Round(time.Millisecond))
			e.Quit()
		})
	}
}

// What options name may be anything but the file that they want: each has its message, the
// engine keeps what it had, and no file stops it.
func TestFilesThatAreNone(t *testing.T) {
	folder := t.TempDir()
	in := func(name string) string { return filepath.Join(folder, name) }
	write := func(name string, content []byte) {
		must.Write(t, in(name), content)
	}
	net := must.Read(t, root+"/games/nets/chess.net")
	write("empty", nil)
	write("half.net", net[:len(net)/2])
	write("damaged.net", slices.Concat(net[:len(net)/2], []byte{net[len(net)/2] ^ 1}, net[len(net)/2+1:]))
	write("half.bin", []byte("\x46\x3b\x96\x18\x16\x91\xfc\x9c\x03\x1c\x00\x01"))
	write("text", []byte("This is a letter to my aunt.\n"))
	write("zeros", make([]byte, 1000))
	must.OK(t, syscall.Mkfifo(in("pipe"), 0o666))
	keeping := "; keeping classic"
	for _, c := range []struct {
		name, protocol string
		lines          []string // FOLDER is replaced
		want           string   // the only fault; FOLDER is replaced
	}{
		{"no network", "uci", []string{"EvalFile value FOLDER/none"}, "stat FOLDER/none: no such file or directory" + keeping},
		{"a folder", "uci", []string{"EvalFile value FOLDER"}, "FOLDER is a folder, not a file" + keeping},
		{"a pipe", "uci", []string{"EvalFile value FOLDER/pipe"}, "FOLDER/pipe is a device or a pipe, not a file" + keeping},
		{"an endless device", "uci", []string{"EvalFile value /dev/zero"}, "/dev/zero is a device or a pipe, not a file" + keeping},
		{"an empty network", "uci", []string{"EvalFile value FOLDER/empty"}, "FOLDER/empty: empty is empty" + keeping},
		{"half a network", "uci", []string{"EvalFile value FOLDER/half.net"}, "FOLDER/half.net: the network file has..."},
		{"a damaged network", "uci", []string{"EvalFile value FOLDER/damaged.net"}, "FOLDER/damaged.net: the network file is damaged: its checksum is wrong" + keeping},
		{"zeros as a network", "uci", []string{"EvalFile value FOLDER/zeros"}, "FOLDER/zeros: this is no network of Nitoryu's" + keeping},
		{"a folder without a network", "usi", []string{"EvalDir value FOLDER"}, "stat FOLDER/nn.bin: no such file or directory; keeping shogi..."},
		{"no book", "uci", []string{"BookFile value FOLDER/none", "OwnBook value true"}, "playing without a book: open FOLDER/none: no such file or directory"},
		{"a folder as a book", "uci", []string{"BookFile value FOLDER", "OwnBook value true"}, "playing without a book: FOLDER: is a folder, not a book"},
		{"a pipe as a book", "uci", []string{"BookFile value FOLDER/pipe", "OwnBook value true"}, "playing without a book: FOLDER/pipe: is a device or a pipe, not a book"},
		{"a device as a book", "usi", []string{"BookDir value /dev", "BookFile value zero", "USI_OwnBook value true"}, "playing without a book: /dev/zero: is a device or a pipe, not a book"},
		{"an empty book", "uci", []string{"BookFile value FOLDER/empty", "OwnBook value true"}, "playing without a book: FOLDER/empty: is empty"},
		{"half an entry", "uci", []string{"BookFile value FOLDER/half.bin", "OwnBook value true"},
			"playing without a book: FOLDER/half.bin: is cut or corrupt: 12 bytes are no multiple of 16, the size of a record of a Polyglot book"},
		{"no tables", "uci", []string{"SyzygyPath value FOLDER/none"}, "endgame tables: open FOLDER/none: no such file or directory"},
		{"a file as a folder of tables", "uci", []string{"SyzygyPath value FOLDER/text"}, "endgame tables: open FOLDER/text: not a directory"},
		{"a log in a pipe", "uci", []string{"Debug Log File value FOLDER/pipe"}, "no debug log: FOLDER/pipe is not a file"},
		{"a log in no folder", "uci", []string{"Debug Log File value FOLDER/none/log"}, "no debug log: open FOLDER/none/log: no such file or directory"},
		{"a log in a folder", "uci", []string{"Debug Log File value FOLDER"}, "no debug log: FOLDER is not a file"},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := start(t, c.protocol)
			if strings.HasPrefix(c.lines[0], "EvalFile") {
				e.Send("setoption name EvalFile value <classic>")
			}
			for _, line := range c.lines {
				e.Send("setoption name " + strings.ReplaceAll(line, "FOLDER", folder))
			}
			e.Send("isready")
			got := faults(e.Until("readyok"))
			want, more := strings.CutSuffix(strings.ReplaceAll(c.want, "FOLDER", folder), "...")
			if len(got) != 1 || got[0] != want && !(more && strings.HasPrefix(got[0], want)) {
				t.Errorf("%q, want %q", got, want)
			}
			e.alive()
			e.Quit()
		})
	}
}

// A log on a full disk ends with a message, and the engine goes on.
func TestLogOnAFullDisk(t *testing.T) {
	folder := smallDisk(t)
	e := start(t, "uci")
	e.Send("setoption name Debug Log File value " + folder + "/log")
	var said []string
	for range 200 {
		e.Send("# " + strings.Repeat("x", 1000))
		said = append(said, e.Answer()...)
	}
	want := []string{"the debug log has ended: write " + folder + "/log: no space left on device"}
	if got := faults(said, ""); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	e.alive()
	e.Quit()
}

// smallDisk mounts a disk of 64 kB.
func smallDisk(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	if err := unix.Mount("tmpfs", folder, "tmpfs", 0, "size=64k"); err != nil {
		t.Skip("a disk can be mounted by root only: ", err)
	}
	t.Cleanup(func() { _ = unix.Unmount(folder, unix.MNT_DETACH) })
	return folder
}

// On a disk that cannot be written to, each command that makes a file says so at once and
// exits with 1; the engine plays on.
func TestReadOnlyDisk(t *testing.T) {
	must.BeFull(t, "starts a dozen programs")
	folder := smallDisk(t)
	run(t, folder, "lab", "datagen", "--games", "4", "--seed", "7", "--eval", "<classic>", "--nodes", "30", "chess", games)
	run(t, folder, "lab", "book", "build", "--min-count", "1", "my.bin", games)
	if err := unix.Mount("", folder, "", unix.MS_REMOUNT|unix.MS_RDONLY, ""); err != nil {
		t.Skip(err)
	}
	const arena = "lab arena --engine self --engine self --each nodes=10 --rounds 1 "
	for _, command := range []string{
		arena + "--journal new", arena + "--pgn new", arena + "--log new",
		"lab tune --params LMRBase --iterations 1 --pairs 1 --nodes 10 --journal new",
		"lab datagen --games 1 chess new",
		"lab data rescore --engine self_nodes=10 new " + games,
		"lab train --hidden 32 --passes 1 chess new " + games,
		"lab book build new.bin " + games,
		"lab book think --nodes 10 my.bin",
		"nitoryu analyse --nodes 10 --journal new -",
		"nitoryu analyse --nodes 10 --out new -", "nitoryu analyse --nodes 10 --out new/ -",
		"nitoryu analyse --nodes 10 --html new -", "nitoryu analyse --nodes 10 --puzzles new -",
	} {
		t.Run(command, func(t *testing.T) {
			words := strings.Fields(command)
			for i := range words {
				words[i] = strings.ReplaceAll(words[i], "_", " ")
			}
			cmd := program(t, folder, words)
			cmd.Stdin = strings.NewReader("1. e4 e5 *\n")
			var noise strings.Builder
			cmd.Stderr = &noise
			err := cmd.Run()
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() != 1 || !strings.Contains(noise.String(), "read-only file system\n") || strings.Count(noise.String(), "\n") != 1 {
				t.Errorf("%v, %q", err, &noise)
			}
		})
	}
	t.Run("debug log", func(t *testing.T) {
		e := start(t, "uci")
		e.Send("setoption name Debug Log File value "+folder+"/log", "isready")
		want := []string{"no debug log: open " + folder + "/log: read-only file system"}
		if got := faults(e.Until("readyok")); !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
		e.alive()
		e.Quit()
	})
}

// Without a reader of its output the engine plays on to the end of its input, or the
// system ends it, quietly.
func TestClosedOutput(t *testing.T) {
	const talk = "uci\nisready\nposition startpos\ngo nodes 1000\nisready\nquit\n"
	for _, c := range []struct {
		name, redirection string
		signal            bool // SIGPIPE may end it
	}{
		{"a closed descriptor", ">&-", false},
		{"a full disk", ">/dev/full", false},
		{"a pipe without a reader", "| true", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			cmd := exec.Command("bash", "-c", "set -o pipefail; sleep 0.1; "+nitoryu(t)+" "+c.redirection)
			cmd.Stdin = strings.NewReader(talk)
			var noise strings.Builder
			cmd.Stderr = &noise
			err := cmd.Run()
			var exit *exec.ExitError
			if c.signal && errors.As(err, &exit) && exit.ExitCode() == 128+int(syscall.SIGPIPE) {
				err = nil
			}
			if err != nil || noise.Len() > 0 {
				t.Errorf("%v, %q", err, &noise)
			}
		})
	}
}

// What a command prints on a full disk is an error with a reason.
func TestResultsOnAFullDisk(t *testing.T) {
	for _, args := range []string{"bench --depth 2", "perft 3", "options", "version", "help", "cpu", "net " + root + "/games/nets/chess.net", "go depth 3", "analyse --time 50ms"} {
		t.Run(args, func(t *testing.T) {
			full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
			if err != nil {
				t.Skip(err)
			}
			defer full.Close()
			cmd := exec.Command(nitoryu(t), strings.Fields(args)...)
			var noise strings.Builder
			cmd.Stdout, cmd.Stderr = full, &noise
			err = cmd.Run()
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() != 1 || !strings.HasSuffix(noise.String(), "no space left on device\n") {
				t.Errorf("%v, %q", err, &noise)
			}
		})
	}
}

// The signals that end programs end the engine at once and without a word, whatever it
// does.
func TestSignals(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP} {
		if ossignal.Ignored(signal) {
			t.Logf("%v is ignored here, by nohup or the like, and so it is by the engine", signal)
			continue
		}
		for _, doing := range []string{"nothing", "go infinite", "go ponder wtime 1000 btime 1000", "position startpos\ngo perft 9"} {
			t.Run(fmt.Sprintf("%v, %s", signal, strings.ReplaceAll(doing, "\n", ", ")), func(t *testing.T) {
				e := start(t, "uci")
				e.Answer("setoption name Threads value 4")
				if doing != "nothing" {
					e.Send(doing)
				}
				time.Sleep(20 * time.Millisecond)
				must.OK(t, e.Cmd.Process.Signal(signal))
				began := time.Now()
				noise, err := e.End()
				var exit *exec.ExitError
				if !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != signal || noise != "" {
					t.Errorf("ends with %v and %.300q", err, noise)
				}
				t.Logf("after %v", time.Since(began).Round(time.Millisecond))
			})
		}
	}
}

// A process that was suspended goes on where it was: the clock of a search has run on,
// and an infinite search waits for stop.
func TestSuspendAndResume(t *testing.T) {
	e := start(t, "uci")
	pause := func() {
		t.Helper()
		time.Sleep(20 * time.Millisecond)
		for _, signal := range []syscall.Signal{syscall.SIGSTOP, syscall.SIGCONT} {
			must.OK(t, e.Cmd.Process.Signal(signal))
			time.Sleep(250 * time.Millisecond)
		}
	}
	for _, search := range []string{"go movetime 200", "go wtime 1000 btime 1000", "go infinite", "go ponder wtime 500 btime 500"} {
		e.Send("position startpos", search)
		pause()
		said := e.Answer()
		answered := slices.ContainsFunc(said, func(line string) bool { return strings.HasPrefix(line, "bestmove") })
		if waits := strings.Contains(search, "infinite") || strings.Contains(search, "ponder"); waits && answered {
			t.Errorf("%s is answered without stop", search)
		}
		if !answered {
			e.Send("stop")
			e.Until("bestmove")
		}
	}
	e.alive()
	e.Quit()
}

// Nonsense of any kind and size is answered or ignored, and the engine goes on.
func TestStrangeInput(t *testing.T) {
	const many = 10 << 20
	for _, c := range []struct {
		name, line, want string // want: among the lines before readyok
	}{
		{"a line of 10 MB", strings.Repeat("x", many), "info string ERROR command line too long, ignored"},
		{"10 MB of moves", "position startpos moves " + strings.Repeat("e2e4 ", many/5), "info string ERROR command line too long, ignored"},
		{"10 MB of NUL bytes", strings.Repeat("\x00", many), "info string ERROR command line too long, ignored"},
		{"a million empty lines", strings.Repeat("\n", 1<<20), ""},
		{"NUL bytes in a command", "is\x00ready\x00", "readyok"},
		{"invalid UTF-8", "\xff\xfe\xc0\x80\xed\xa0\x80 position", "info string ERROR position rejected: nothing follows"},
		{"invalid UTF-8 in a position", "position fen \xff\xfe w - - 0 1", `info string ERROR position rejected: board "\xff\xfe" has 1 rank instead of 8`},
		{"control characters", "setoption name \x1b[2J\x07 value \x08", `info string ignored: there is no option "[2J"`},
		{"numbers without an end", "go depth " + strings.Repeat("9", 100_000), ""},
		{"a long FEN", "position fen " + strings.Repeat("8/", 100_000), "info string ERROR position rejected: FEN of 200000 bytes is too long"},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := start(t, "uci")
			e.Send(c.line, "stop", "isready")
			said, last := e.Until("readyok")
			said = append(said, last)
			if c.want != "" && !slices.ContainsFunc(said, func(line string) bool { return strings.HasPrefix(line, c.want) }) {
				t.Errorf("no %q, but %.500q", c.want, said)
			}
			if c.want == "readyok" {
				e.Until("readyok")
			}
			for _, line := range said {
				if strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r == 0x7f || r == 0xfffd }) {
					t.Errorf("%q is not safe to print", line)
				}
			}
			e.alive()
			e.Quit()
		})
	}
}

// Floods of commands are answered one by one.
func TestFloods(t *testing.T) {
	n := amount(t, "NITORYU_FLOOD", 100, 2000)
	for _, c := range []struct {
		name, protocol string
		command        func(i int) string
	}{
		{"options", "uci", func(i int) string { return fmt.Sprintf("setoption name MultiPV value %d", 1+i%200) }},
		{"tables", "usi", func(i int) string { return fmt.Sprintf("setoption name USI_Hash value %d", 1+i%64) }},
		{"options in a search", "uci", func(int) string { return "setoption name Clear Hash" }},
		{"infinite searches", "uci", func(int) string { return "go infinite" }},
		{"searches of a node", "usi", func(int) string { return "go nodes 1" }},
		{"ponder searches with hits", "uci", func(i int) string { return [2]string{"go ponder wtime 10 btime 10", "ponderhit"}[i%2] }},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := start(t, c.protocol)
			if c.name == "options in a search" {
				e.Send("go infinite")
			}
			e.Answer()
			before := e.memory("VmRSS")
			sent := make(chan int, 1)
			go func() {
				gos := 0
				for i := range n {
					command := c.command(i)
					if strings.HasPrefix(command, "go") {
						gos++
					}
					_, _ = io.WriteString(e.In, command+"\n")
				}
				_, _ = io.WriteString(e.In, "stop\nisready\n")
				sent <- gos
			}()
			answers := 0
			deadline := time.Now().Add(patience + time.Duration(n)*5*time.Millisecond)
			for done := false; !done; {
				select {
				case line := <-e.Lines:
					done = line == "readyok"
					if strings.HasPrefix(line, "bestmove") {
						answers++
					}
				case <-time.After(time.Until(deadline)):
					t.Fatalf("no end after %d answers", answers)
				}
			}
			want := <-sent
			if c.name == "options in a search" {
				want = 1
			}
			if answers != want {
				t.Errorf("%d answers to %d searches", answers, want)
			}
			if after := e.memory("VmRSS"); after > before+128<<20 {
				t.Errorf("%d MiB before, %d after", before>>20, after>>20)
			}
			e.alive()
			e.Quit()
		})
	}
}

// The engine keeps no file open that no option names, and no socket ever.
func TestOpenFiles(t *testing.T) {
	e := start(t, "usi")
	e.Answer()
	e.alive()
	e.Send("go infinite")
	folder := fmt.Sprintf("/proc/%d/fd", e.Cmd.Process.Pid)
	list, err := os.ReadDir(folder)
	must.OK(t, err)
	for _, fd := range list {
		target, err := os.Readlink(filepath.Join(folder, fd.Name()))
		if strings.HasPrefix(target, "/sys/fs/cgroup/") { // of the Go runtime, for the number of processors
			continue
		}
		if ours, err := os.Readlink("/proc/self/fd/" + fd.Name()); err == nil && ours == target {
			continue // it was left open by who started the test
		}
		if err == nil && !strings.HasPrefix(target, "pipe:") && !strings.HasPrefix(target, "anon_inode:") && target != os.DevNull {
			t.Errorf("descriptor %s is %s", fd.Name(), target)
		}
	}
	if len(list) < 3 {
		t.Errorf("%d descriptors", len(list))
	}
	e.Send("stop")
	e.Until("bestmove")
	e.Quit()
}
