package numfmt_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"fread/internal/reader/numfmt"
)

// TestReference compares with three programs, as far as two of them agree.
func TestReference(t *testing.T) {
	const name = "../../../../shared/expected/sheet/number-formats.tsv"
	b, err := os.ReadFile(name)
	if err != nil {
		t.Skip("there are no references here")
	}
	decided, agree := 0, 0
	for _, line := range strings.Split(strings.TrimSpace(string(b)), "\n")[1:] {
		f := strings.Split(line, "\t")
		code, value, want := field(f[0]), field(f[1]), field(f[5])
		if want == "?" {
			continue
		}
		decided++
		format := numfmt.Parse(code)
		if id, err := strconv.Atoi(f[0]); err == nil {
			format = numfmt.Builtin(id)
		}
		v, err := strconv.ParseFloat(value, 64)
		if err != nil {
			t.Fatal(err)
		}
		if got := format.Number(v, false); strings.TrimSpace(got) == strings.TrimSpace(want) {
			agree++
		} else {
			t.Logf("%s of %s is %q here, %q there", f[0], value, got, want)
		}
	}
	t.Logf("%d of %d agree", agree, decided)
	if agree*100 < decided*98 {
		t.Errorf("only %d of %d agree", agree, decided)
	}
}

func field(s string) string {
	if u, err := strconv.Unquote(s); err == nil {
		return u
	}
	return s
}
