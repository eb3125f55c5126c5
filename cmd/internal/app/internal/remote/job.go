package remote

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// job is work that is done.
type job struct {
	cancel context.CancelFunc
	done   chan struct{}
}

// begin lets the engine search and streams what it says.
func (p *provider) begin(ctx context.Context, w *work) *job {
	ctx, cancel := context.WithCancel(ctx)
	j := &job{cancel, make(chan struct{})}
	go func() {
		defer close(j.done)
		defer cancel()
		if err := p.stream(ctx, w); err != nil && ctx.Err() == nil {
			p.Say(fmt.Sprintf("an analysis ended early: %v", err))
		}
	}()
	return j
}

// end ends the job, if there is one, and waits for its end.
func (j *job) end() {
	if j != nil {
		j.cancel()
		<-j.done
	}
}

// nothing is what is streamed where there is nothing to search.
const nothing = "bestmove (none)"

// stream searches, and streams the lines, until the search ends or the broker closes the stream: whoever has
// asked has gone.
func (p *provider) stream(ctx context.Context, w *work) error {
	lines := make(<-chan string)
	commands, wrong := w.commands(p.Threads, p.Hash)
	if wrong == nil {
		lines = p.desk.search(w.Work.Session, commands)
		defer p.desk.stop()
	} else {
		answer := make(chan string, 1)
		answer <- nothing
		close(answer)
		lines = answer
	}
	body, out := io.Pipe()
	defer body.Close() // whoever writes is to notice
	go func() {
		for line := range lines {
			if _, err := io.WriteString(out, line+"\n"); err != nil {
				return
			}
		}
		out.Close()
	}()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimSuffix(p.Broker, "/")+path+"/work/"+w.ID, body)
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "text/plain")
	response, err := p.client.Do(request)
	if err != nil {
		return wrong // the broker may close the stream at any time
	}
	defer response.Body.Close()
	_, _ = io.CopyN(io.Discard, response.Body, longestReply) // so that the connection can be used again
	if gone := response.StatusCode == http.StatusNotFound; wrong == nil && response.StatusCode >= http.StatusBadRequest && !gone {
		wrong = &statusError{response.StatusCode, request.URL.Host}
	}
	return wrong
}
