//go:build !js && !wasip1

package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
)

// Who reads Japanese is told in Japanese why a command failed.
func TestLastWordsInJapanese(t *testing.T) {
	for _, c := range []struct{ name, args, want string }{
		{"a wrong flag", "play --leval 3", "play：--leval というフラグはありません。--level のことですか"},
		{"no such flag", "play --qqqqqqq", "play：--qqqqqqq というフラグはありません。nitoryu play --help をご覧ください"},
		{"no value", "play --level", "play：--level には値（string）が必要です"},
		{"no unit", "play --time 5", "play：--time の値「5」には単位が必要です。例：5s"},
		{"no number", "analyse --depth x", "analyse：--depth の値「x」は整数ではありません"},
		{"too small", "analyse --multipv 0", "analyse：--multipv は1以上でなければなりません（指定は 0）"},
		{"too much", "serve here", "serve：「here」は余分です。nitoryu serve --help をご覧ください"},
		{"a wrong word", "anlyse", "「anlyse」というコマンドはありません。analyse のことですか"},
		{"a level", "play shogi --level 神", "play：「神」という強さはありません。入門、初級、中級、上級、最強、0から20までのスキルレベル、レーティングのどれかを指定してください"},
		{"a handicap", "play shogi --handicap 九枚落ち", "play：「九枚落ち」という手合割はありません。香落ち、"},
		{"a side", "play shogi --side 王", "play：「王」という手番はありません。先手か後手を指定してください"},
		{"a handicap of chess", "play chess --handicap rook", "play：チェスに手合割はありません"},
		{"two clocks", "play --clock 5m --increment 3s --byoyomi 3s", "play：--increment と --byoyomi は同時に指定できません"},
		{"a rule", "play shogi --entering-king Mine", "play：--entering-king：「Mine」は使えません。CSARule27, CSARule27H, CSARule24, CSARule24H, TryRule、NoEnteringKing のどれかを指定してください"},
		{"no file", "analyse nowhere", "analyse：「nowhere」というファイルもフォルダーもゲームも局面もありません"},
		{"no depth", "perft", "perft：深さを指定してください（例：nitoryu perft 5）。nitoryu perft --help をご覧ください"},
		{"a subcommand of help", "help plai", "help：「plai」というサブコマンドはありません。play のことですか"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := run(strings.Fields(c.args), cli.Streams{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard, Language: &japanese})
			if err == nil {
				t.Fatal("it succeeds")
			}
			if got := japanese.Failure("nitoryu", err); !strings.HasPrefix(got, "nitoryu: "+c.want) {
				t.Errorf("%s\nis %s\nnot nitoryu: %s", err, got, c.want)
			}
		})
	}
}

// What was interrupted says so, in the words of people.
func TestInterruptedLastWords(t *testing.T) {
	cancelled := fmt.Errorf("analyse: %w", context.Canceled)
	for _, c := range []struct {
		name              string
		err               error
		english, japanese string
	}{
		{"by itself", context.Canceled, "nitoryu: interrupted", "nitoryu: 中断しました"},
		{"of a command", cancelled, "nitoryu: analyse: interrupted", "nitoryu: analyse：中断しました"},
		{"twice", errors.Join(cancelled, cancelled), "nitoryu: analyse: interrupted", "nitoryu: analyse：中断しました"},
		{"too late", fmt.Errorf("Engine: %w", context.DeadlineExceeded), "nitoryu: Engine: out of time", "nitoryu: Engine：時間切れです"},
		{"without a journal", errors.New("analyse: interrupted; with --journal FILE the same command could go on now"),
			"nitoryu: analyse: interrupted; with --journal FILE the same command could go on now", "nitoryu: analyse：中断しました。--journal FILE を付けておけば、同じコマンドで続きから再開できます"},
	} {
		if got := (*cli.Language)(nil).Failure("nitoryu", c.err); got != c.english {
			t.Errorf("%s: %s", c.name, got)
		}
		if got := japanese.Failure("nitoryu", c.err); got != c.japanese {
			t.Errorf("%s: %s", c.name, got)
		}
	}
}

// An analysis tells its progress in Japanese as well.
func TestProgressInJapanese(t *testing.T) {
	const game = "position startpos moves 7g7f 3c3d 2g2f 8c8d\n"
	var told strings.Builder
	err := run([]string{"analyse", "-", "--nodes", "300", "--threads", "1"}, cli.Streams{In: strings.NewReader(game), Out: io.Discard, Err: &told, Language: &japanese})
	if err != nil || !strings.Contains(told.String(), "、第1局") || strings.Contains(told.String(), "game") || strings.Contains(told.String(), "accurate") || strings.Contains(told.String(), "ETA") {
		t.Errorf("%v, told %s", err, told.String())
	}
}

// Each help text in Japanese is of a command and its flags, which have these names.
func TestJapaneseHelp(t *testing.T) {
	for command, help := range japaneseHelp {
		name, _, detailed := strings.Cut(strings.TrimPrefix(command, "nitoryu "), " ")
		var english, text strings.Builder
		for language, out := range map[*cli.Language]io.Writer{nil: &english, &japanese: &text} {
			args := []string{"help"}
			if detailed {
				args = []string{name, "--help"}
			}
			if err := run(args, cli.Streams{Out: out, Language: language}); err != nil {
				t.Fatal(err)
			}
		}
		first, _, _ := strings.Cut(help.Summary+help.Details, "\n")
		if strings.Contains(english.String(), first) || !strings.Contains(text.String(), first) || detailed && !strings.Contains(english.String(), command+"\n") {
			t.Errorf("%s is not explained by %q", command, first)
		}
		for flag := range help.Flags {
			if !strings.Contains(english.String(), "\n  --"+flag+"\n") && !strings.Contains(english.String(), "\n  --"+flag+" ") {
				t.Errorf("%s has no flag --%s", command, flag)
			}
		}
		for line := range strings.Lines(text.String()) {
			if n := cli.Columns(strings.TrimSpace(line)); n > 90 {
				t.Errorf("%s: %d columns: %s", command, n, line)
			}
		}
	}
}
