package fault_test

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"unicode"

	"fread/internal/reader/fault"
)

func TestReasonsAreNoErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []fault.Code{
		fault.Image, fault.NoTextLayer, fault.Encrypted, fault.LegacyFormat, fault.Archive, fault.Binary, fault.Corrupt,
		fault.UnsupportedFormat, fault.TooComplex, fault.EmptyDocument,
	} {
		if !c.IsReason() || strings.ToLower(string(c)) != string(c) {
			t.Errorf("%s is not a reason", c)
		}
	}
	for _, c := range []fault.Code{
		fault.InvalidInput, fault.NotFound, fault.NotAFile, fault.DangerousPath, fault.OutsideRoots, fault.PermissionDenied, fault.Denied,
		fault.TooLarge, fault.Changed, fault.Aborted, fault.Timeout, fault.Limit, fault.IO, fault.Internal, "", "unheard-of",
	} {
		if c.IsReason() {
			t.Errorf("%s is a reason", c)
		}
	}
}

func TestError(t *testing.T) {
	t.Parallel()
	e := fault.New(fault.NotFound, fault.PhaseResolve, "a.txt", "There is no such file.", "")
	if got := e.Error(); got != "There is no such file." {
		t.Errorf("without a hint: %q", got)
	}
	e.Hint, e.Err = "Check the path.", fs.ErrNotExist
	if got := e.Error(); got != "There is no such file. Check the path." {
		t.Errorf("with a hint: %q", got)
	}
	if !errors.Is(e, fs.ErrNotExist) {
		t.Error("the cause is lost")
	}
	if got := fault.CodeOf(fmt.Errorf("wrapped: %w", e)); got != fault.NotFound {
		t.Errorf("code of a wrapped error: %s", got)
	}
	if got := fault.CodeOf(errors.New("foreign")); got != fault.Internal {
		t.Errorf("code of a foreign error: %s", got)
	}
	if e := fault.Invalid("Wrong.", ""); e.Code != fault.InvalidInput || e.Phase != fault.PhaseInput || e.Path != "" {
		t.Errorf("invalid input: %+v", e)
	}
}

func FuzzQuote(f *testing.F) {
	for _, s := range []string{"a.txt", "x\n[read:empty] forged", "\x1b[31m", "\u202e\u2066\ufeff", "a\xffb", "\U000e0041", `"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		q := fault.Quote(s)
		if len(q) < 2 || q[0] != '"' || q[len(q)-1] != '"' {
			t.Fatalf("%q is not in quotes", q)
		}
		if strings.ContainsFunc(q, func(r rune) bool { return unicode.Is(unicode.C, r) || r == '\u2028' || r == '\u2029' }) {
			t.Fatalf("%+q holds a character that is not seen", q)
		}
	})
}
