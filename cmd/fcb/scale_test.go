// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/predictions"
	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// blocks are the fenced blocks of a page in one language, in order.
func blocks(t *testing.T, page, language string) []string {
	t.Helper()
	b, err := os.ReadFile(page)
	require.NoError(t, err)
	var out []string
	for _, m := range regexp.MustCompile("(?ms)^```"+language+"\n(.*?)^```$").FindAllStringSubmatch(string(b), -1) {
		out = append(out, m[1])
	}
	require.NotEmpty(t, out, "%s blocks in %s", language, page)
	return out
}

// shell runs a script of a documented page with fcb on the path.
func (p *program) shell(shell []string, script string, env ...string) (int, string) {
	p.t.Helper()
	path, err := exec.LookPath(shell[0])
	if err != nil {
		p.t.Skipf("%s is not installed", shell[0])
	}
	cmd := exec.Command(path, append(shell[1:], script)...)
	cmd.Dir = p.dir
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(p.path)+string(os.PathListSeparator)+os.Getenv("PATH"), "NO_PROXY=127.0.0.1")
	cmd.Env = append(cmd.Env, env...)
	out, _ := cmd.CombinedOutput()
	return cmd.ProcessState.ExitCode(), string(out)
}

const scalePage = "../../docs/scale.md"

func TestScalePageCommandsWork(t *testing.T) {
	p := newProgram(t)
	for _, block := range blocks(t, scalePage, "sh") {
		code, out := p.shell([]string{"sh", "-euc"}, block)
		require.Equal(t, 0, code, "%s\n%s", block, out)
	}
	assert.FileExists(t, filepath.Join(p.dir, "runs/all/report.html"))
}

// The script in the Kubernetes manifest, run as each of its pods would.
func TestKubernetesScript(t *testing.T) {
	var job struct {
		Spec struct {
			CompletionMode           string `yaml:"completionMode"`
			Completions, Parallelism int
			Template                 struct {
				Spec struct {
					RestartPolicy string `yaml:"restartPolicy"`
					Containers    []struct {
						Command, Args []string
						Env           []struct{ Name, Value string }
					}
				}
			}
		}
	}
	require.NoError(t, yaml.Unmarshal([]byte(blocks(t, scalePage, "yaml")[0]), &job))
	require.Equal(t, "Indexed", job.Spec.CompletionMode)
	require.Equal(t, "Never", job.Spec.Template.Spec.RestartPolicy, "a pod failure policy wants it")
	c := job.Spec.Template.Spec.Containers[0]
	require.Len(t, c.Args, 1)
	var env []string
	for _, e := range c.Env {
		if e.Name == "SHARDS" {
			require.Equal(t, fmt.Sprint(job.Spec.Completions), e.Value)
		}
		env = append(env, e.Name+"="+e.Value)
	}
	runShards(t, job.Spec.Completions, c.Command, c.Args[0], "JOB_COMPLETION_INDEX", env)
}

func TestSlurmScript(t *testing.T) {
	page := blocks(t, scalePage, "bash")
	require.Len(t, page, 2)
	require.Contains(t, page[0], "#SBATCH --array=0-7\n")
	p := runShards(t, 8, []string{"bash", "-c"}, page[0], "SLURM_ARRAY_TASK_ID", nil)
	code, out := p.shell([]string{"bash", "-euc"}, page[1], "RUNS="+filepath.Join(p.dir, "runs"))
	require.Equal(t, 0, code, out)
}

// runShards runs a script once an index, with the reference engine in place of a
// paid service, and checks that shares add up and the whole is a whole.
func runShards(t *testing.T, shards int, shell []string, script, index string, env []string) *program {
	p := newProgram(t)
	runs := filepath.Join(p.dir, "runs")
	env = append(env, "RUNS="+runs, "ENDPOINT=reference", "FCB_BOOTSTRAP=100")
	totals := map[string]string{"CALLS": "301", "PER_DAY": "302", "MICRO_USD": "1500003", "MILLI_RATE": "4000005"}
	for name, value := range totals {
		require.Contains(t, script, "$(share \"$"+name+"\")")
		env = append(env, name+"="+value)
	}
	// What a pod leaves behind that was killed before its first call.
	require.NoError(t, os.MkdirAll(filepath.Join(runs, "shard-2"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(runs, "shard-2", predictions.CasesFile), nil, 0o644))
	merge := []string{"merge", "-o", "merged"}
	least, most := 1000, 0
	calls, daily, rate, cost := 0, 0, 0.0, bench.Money{}
	for i := range shards {
		for range 2 { // the second time is a resume with nothing left to do
			code, out := p.shell(shell, script, append(env, fmt.Sprintf("%s=%d", index, i))...)
			require.Equal(t, 0, code, out)
		}
		dir := filepath.Join(runs, fmt.Sprint("shard-", i))
		m, err := predictions.ReadManifest(dir)
		require.NoError(t, err)
		require.Equal(t, fmt.Sprintf("%d/%d", i, shards), m.Selection.Shard)
		least, most = min(least, m.Selection.Selected), max(most, m.Selection.Selected)
		calls, daily = calls+*m.Money.MaxCalls, daily+*m.Money.DailyLimit
		rate, cost = rate+*m.Pace.RatePerS, cost.Add(price(t, *m.Money.MaxCost))
		merge = append(merge, dir)
	}
	page, err := os.ReadFile(scalePage)
	require.NoError(t, err)
	assert.Contains(t, string(page), fmt.Sprintf("of our 144 over 8 shards, %d to %d.", least, most))
	assert.Equal(t, totals["CALLS"], fmt.Sprint(calls))
	assert.Equal(t, totals["PER_DAY"], fmt.Sprint(daily))
	assert.Equal(t, totals["MICRO_USD"], cost.Times(1_000_000).String())
	assert.Equal(t, totals["MILLI_RATE"], fmt.Sprintf("%.0f", rate*1000))

	code, out := p.run(merge...)
	require.Equal(t, 0, code, out)
	code, out = p.run("score", "--endpoint", "reference", "--bootstrap", "100", "--out", "whole")
	require.Equal(t, 0, code, out)
	var metrics []string
	for _, dir := range []string{"whole", "merged"} {
		b, err := os.ReadFile(filepath.Join(p.dir, dir, predictions.MetricsFile))
		require.NoError(t, err)
		metrics = append(metrics, string(b))
	}
	assert.Equal(t, metrics[0], metrics[1])
	return p
}

// The shares of docs/scale.md add up, for totals that do not divide evenly.
func TestSharesAddUp(t *testing.T) {
	p := newProgram(t)
	code, out := p.shell([]string{"sh", "-euc"}, `
		share() { echo $((($1 + SHARDS - 1 - i) / SHARDS)); }
		for SHARDS in 1 3 7 8; do for total in 0 1 2 7 8 100 1000001; do
			sum=0; i=0
			while [ $i -lt $SHARDS ]; do sum=$((sum + $(share $total))); i=$((i + 1)); done
			echo "$total $sum"
		done; done`)
	require.Equal(t, 0, code, out)
	for _, line := range strings.Split(strings.TrimSpace(out), "\n") {
		pair := strings.Fields(line)
		assert.Equal(t, pair[0], pair[1])
	}
	for _, page := range append(blocks(t, scalePage, "bash")[:1], blocks(t, scalePage, "yaml")...) {
		assert.Contains(t, page, "share() { echo $((($1 + SHARDS - 1 - i) / SHARDS)); }", "the function tested here is the one on the page")
	}
}
