package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/internal/progress"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
)

// resumeHelp is the part about journals in the help of measurements.
const resumeHelp = `Ctrl-C ends the run and shows what was measured. With --journal, the same command
continues it later, also after a crash, and --print shows it again.
`

// outputs are the flags that all measurements share: ablate, smp, speed and contention.
type outputs struct {
	journal, json, html, docs string
	fresh, print              bool
}

// flags defines the flags. parts lists the parts of a page in words.
func (o *outputs) flags(f *flag.FlagSet, parts string) {
	f.StringVar(&o.journal, "journal", "", "`file` of results, JSON lines; a run continues an existing one")
	f.BoolVar(&o.fresh, "fresh", false, "discard the results in the journal")
	f.BoolVar(&o.print, "print", false, "measure nothing: show what the journal holds, also while another lab measures")
	f.StringVar(&o.json, "json", "", "write the report to this `file`")
	f.StringVar(&o.docs, "docs", "", "write tables into this Markdown `file`, and pictures beside it: the parts between\n"+
		"<!-- measured NAME --> and <!-- end --> are replaced. Names are\n"+parts+".")
}

// job is a measurement with a setup of type S and reports of type R.
type job[S any, R measure.Report] struct {
	format string // of journals
	report func(*S, *measure.Log) (R, error)
	// prepare returns the setup, and a function that measures. Remarks go to the line.
	prepare func(context.Context, *progress.Line) (*S, func(context.Context, *measure.Log) error, error)
}

// measured does a job and shows its report, also if it is interrupted or fails halfway.
func measured[S any, R measure.Report](ctx context.Context, o *outputs, s cli.Streams, j job[S, R]) error {
	if o.print && (o.journal == "" || o.fresh) {
		return errors.New("--print shows a journal: it needs --journal FILE, and no --fresh")
	}
	if o.docs != "" {
		// A page without a place for the results is an error now, not after hours.
		nothing, err := j.report(new(S), measure.New())
		if err == nil {
			_, err = measure.Rewrite(o.docs, nothing)
		}
		if err != nil {
			return err
		}
	}
	if o.print {
		r, err := j.stored(o.journal)
		if err != nil {
			return err
		}
		return o.show(s, r)
	}
	line := progress.New(s.Err, cli.Terminal(s.Err))
	setup, run, err := j.prepare(ctx, line)
	if err != nil {
		return err
	}
	l, err := j.open(o, setup)
	if err != nil {
		return err
	}
	l.Progress = func(done, skipped, total int, next string) {
		line.Resume(int64(skipped))
		line.Show(int64(done), int64(total), next)
	}
	failed := j.hint(run(ctx, l))
	line.Finish()
	if failed == nil || !l.Empty() && !errors.Is(failed, measure.ErrOther) {
		r, err := j.report(setup, l)
		if err == nil {
			err = o.show(s, r)
		}
		failed = errors.Join(failed, err)
	}
	return errors.Join(failed, l.Close())
}

// open returns the log to measure into.
func (j *job[S, R]) open(o *outputs, setup *S) (*measure.Log, error) {
	if o.journal == "" {
		return measure.New(), nil
	}
	if o.fresh {
		if err := measure.Discard(o.journal, j.format); err != nil {
			return nil, err
		}
	}
	l, err := measure.Open(o.journal, j.format, setup, func(l *measure.Log) error {
		_, err := j.report(setup, l)
		return err
	})
	return l, j.hint(err)
}

// hint says what to do about a journal of another run.
func (j *job[S, R]) hint(err error) error {
	if errors.Is(err, measure.ErrOther) {
		err = fmt.Errorf("%w; --fresh discards its results", err)
	}
	return err
}

// stored returns the report of the journal at path.
func (j *job[S, R]) stored(path string) (r R, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return r, err
	}
	setup := new(S)
	l, err := measure.Parse(text, j.format, setup)
	if err == nil {
		r, err = j.report(setup, l)
	}
	if err != nil {
		return r, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

// show writes a report wherever it is wanted.
func (o *outputs) show(s cli.Streams, r measure.Report) error {
	_, failed := io.WriteString(s.Out, r.Text())
	if o.json != "" {
		failed = errors.Join(failed, replace(o.json, func(to io.Writer) error {
			e := json.NewEncoder(to)
			e.SetIndent("", "\t")
			return e.Encode(r)
		}))
	}
	if page, ok := r.(interface{ HTML(io.Writer) error }); ok && o.html != "" {
		failed = errors.Join(failed, replace(o.html, page.HTML))
	}
	if o.docs != "" {
		files, err := measure.Rewrite(o.docs, r)
		for path, content := range files {
			err = errors.Join(err, replace(path, text(content)))
		}
		failed = errors.Join(failed, err)
	}
	return failed
}
