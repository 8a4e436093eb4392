//go:build unix

package lines

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"syscall"
	"testing"
)

// samples are texts of about 8 MiB.
func samples() map[string][]byte {
	rnd := rand.New(rand.NewPCG(11, 12))
	fillWith := func(line func() string) []byte {
		var b bytes.Buffer
		for b.Len() < 8<<20 {
			b.WriteString(line())
		}
		return b.Bytes()
	}
	prose := func(alphabet []rune, word int, ends []string) func() string {
		return func() string {
			var b strings.Builder
			for range 5 + rnd.IntN(60) {
				for range 1 + rnd.IntN(word) {
					b.WriteRune(alphabet[rnd.IntN(len(alphabet))])
				}
				b.WriteString(ends[rnd.IntN(len(ends))])
			}
			b.WriteByte('\n')
			return b.String()
		}
	}
	han := make([]rune, 3000)
	for i := range han {
		han[i] = rune(0x4E00 + rnd.IntN(0x5000))
	}
	code := []string{
		"func f() {\n", "\tif a == nil {\n", "\t\treturn\n", "\t}\n", "\n", "}\n", "    for i := range n {\n", "        x := y\n", "    }\n",
	}
	return map[string][]byte{
		"log": fillWith(func() string {
			return fmt.Sprintf("2024-05-%02dT%02d:00:01.%03dZ INFO  svc-%d request %d handled in %d ms\n", rnd.IntN(30), rnd.IntN(24),
				rnd.IntN(1000), rnd.IntN(20), rnd.IntN(1<<30), rnd.IntN(5000))
		}),
		"code":    fillWith(func() string { return code[rnd.IntN(len(code))] }),
		"crlf":    fillWith(func() string { return strings.Repeat("word ", rnd.IntN(20)) + "\r\n" }),
		"tsv":     fillWith(func() string { return strings.Repeat("12\t345\t", 10) + "\n" }),
		"russian": fillWith(prose([]rune("абвгдежзийклмнопрстуфхцчшщъыьэюя"), 10, []string{" ", " ", " ", " ", ", ", ". ", " — "})),
		"chinese": fillWith(prose(han, 20, []string{"，", "。", "、", "“"})),
		"arabic":  fillWith(prose([]rune("ابتثجحخدذرزسشصضطظعغفقكلمنهوي"), 8, []string{" ", " ", "، "})),
		"german":  fillWith(prose([]rune("abcdefghijklmnopqrstuvwxyzenenenenäöüß"), 10, []string{" ", ", ", ". "})),
		"latin1":  bytes.ReplaceAll(fillWith(prose([]rune("abcdefghijklmnopqrstuvwxyzenenenené"), 10, []string{" "})), []byte("é"), []byte{0xE9}),
		"binary": func() []byte {
			p := make([]byte, 8<<20)
			for i := range p {
				p[i] = byte(rnd.Uint32())
			}
			return p
		}(),
		"empty lines": bytes.Repeat([]byte{'\n'}, 8<<20),
	}
}

// cpu runs f as the loop of a benchmark that handles size bytes a time and
// reports the processor time too, which other programs disturb less.
func cpu(b *testing.B, size int64, f func()) {
	b.Helper()
	b.SetBytes(size)
	used := func() int64 {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			b.Fatal(err)
		}
		return u.Utime.Nano() + u.Stime.Nano()
	}
	before := used()
	for b.Loop() {
		f()
	}
	spent := used() - before
	b.ReportMetric(float64(spent)/float64(b.N)/1e6, "cpu-ms/op")
	if size > 0 {
		b.ReportMetric(float64(size)*float64(b.N)/float64(spent), "GB/cpu-s")
	}
}

func BenchmarkScanner(b *testing.B) {
	for name, text := range samples() {
		b.Run(name, func(b *testing.B) {
			cpu(b, int64(len(text)), func() {
				if _, err := Scan(b.Context(), bytes.NewReader(text), 0, int64(len(text)), 1); err != nil {
					b.Fatal(err)
				}
			})
		})
	}
	b.Run("read only", func(b *testing.B) {
		text := make([]byte, 8<<20)
		buf := make([]byte, blockSize)
		cpu(b, int64(len(text)), func() {
			for off := int64(0); off < int64(len(text)); off += blockSize {
				if _, err := fill(bytes.NewReader(text), buf, off); err != nil {
					b.Fatal(err)
				}
			}
		})
	})
}

// bigFile is a file of 2 GB or so with lines of about 80 bytes, named by the
// environment; benchmarks of the targets need it.
func bigFile(b *testing.B) (*os.File, int64) {
	b.Helper()
	name := os.Getenv("FREAD_BENCH_LOG")
	if name == "" {
		b.Skip("FREAD_BENCH_LOG names no file")
	}
	f, err := os.Open(name)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = f.Close() })
	info, err := f.Stat()
	if err != nil {
		b.Fatal(err)
	}
	return f, info.Size()
}

// BenchmarkBigRead is what all others are measured against: reading alone, in
// blocks of the size cat uses.
func BenchmarkBigRead(b *testing.B) {
	f, size := bigFile(b)
	buf := make([]byte, 128<<10)
	cpu(b, size, func() {
		if _, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, io.NewSectionReader(f, 0, size), buf); err != nil {
			b.Fatal(err)
		}
	})
}

func BenchmarkBigSkip(b *testing.B) {
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprint(workers), func(b *testing.B) {
			f, size := bigFile(b)
			cpu(b, size, func() {
				if _, n, err := SkipParallel(b.Context(), f, size, 0, 20_000_000, Code{}, workers); err != nil || n != 20_000_000 {
					b.Fatal(n, err)
				}
			})
		})
	}
}

func BenchmarkBigTail(b *testing.B) {
	f, size := bigFile(b)
	cpu(b, 0, func() {
		if _, n, err := Tail(b.Context(), f, 0, size, 1000, Code{}); err != nil || n != 1000 {
			b.Fatal(n, err)
		}
	})
}

func BenchmarkBigScan(b *testing.B) {
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprint(workers), func(b *testing.B) {
			f, size := bigFile(b)
			cpu(b, size, func() {
				if _, err := Scan(b.Context(), f, 0, size, workers); err != nil {
					b.Fatal(err)
				}
			})
		})
	}
}

func BenchmarkBigCount(b *testing.B) {
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprint(workers), func(b *testing.B) {
			f, size := bigFile(b)
			cpu(b, size, func() {
				if _, err := Count(b.Context(), f, 0, size, workers); err != nil {
					b.Fatal(err)
				}
			})
		})
	}
}
