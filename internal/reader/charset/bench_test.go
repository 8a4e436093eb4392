package charset

import (
	"bytes"
	"strings"
	"testing"
)

// sample64 repeats a text to 64 KiB.
func sample64(text string) []byte {
	return bytes.Repeat([]byte(text), 64<<10/len(text)+1)[:64<<10]
}

func BenchmarkDetect(b *testing.B) {
	encoded := func(name, text string) []byte {
		e, _ := Lookup(name)
		var out []byte
		for _, r := range text {
			for c, t := range e.byteTable() {
				if t == r {
					out = append(out, byte(c))
					break
				}
			}
		}
		return out
	}
	russian := "Съешь же ещё этих мягких французских булок, да выпей чаю.\n"
	log := "2026-11-30 12:00:00 INFO a line of a log with numbers 12345 and words\n"
	for _, c := range []struct {
		name string
		text []byte
	}{
		{"ascii", sample64(log)},
		{"utf8-mixed", sample64(strings.Repeat(log, 9) + "naïve café\n")},
		{"utf8-russian", sample64(russian)},
		{"windows-1251", sample64(string(encoded("windows-1251", russian)))},
		{"windows-1252", sample64(log + "caf\xe9 cr\xe8me br\xfbl\xe9e\n")},
		{"shift_jis", sample64("\x93\xfa\x96\x7b\x8c\xea\x83\x65\x83\x58\x83\x67\n")},
		{"binary", sample64("\x7fELF\x00\x01\x02\x03abc\xff")},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.text)))
			for b.Loop() {
				Detect(c.text, false)
			}
		})
	}
}

func BenchmarkControls(b *testing.B) {
	text := sample64("2026-11-30 12:00:00 INFO a line of a log with numbers 12345 and words\n")
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Controls(text)
	}
}

func BenchmarkDecode(b *testing.B) {
	text := sample64("\x93\xfa\x96\x7b\x8c\xea\x83\x65\x83\x58\x83\x67 abc\n")
	for _, name := range []string{"shift_jis", "windows-1252", "utf-16le", "utf-8"} {
		e, _ := Lookup(name)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			var dst []byte
			for b.Loop() {
				dst, _, _, _ = e.NewDecoder().Append(dst[:0], text, true)
			}
		})
	}
}
