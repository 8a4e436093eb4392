package numfmt_test

import (
	"math"
	"strings"
	"testing"

	"fread/internal/reader/numfmt"
)

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		code  string
		value float64
		want  string
	}{
		// General: 11 characters in a wide column.
		{"General", 0, "0"},
		{"General", math.Copysign(0, -1), "0"},
		{"general", -12.5, "-12.5"},
		{"General", 99999999999, "99999999999"},
		{"General", 100000000000, "1E+11"},
		{"General", 12345678901.6, "12345678902"},
		{"General", 1.0 / 3, "0.333333333"},
		{"General", -2.0 / 3, "-0.666666667"},
		{"General", 0.1 + 0.2, "0.3"},
		{"General", 0.00012345678, "0.000123457"},
		{"General", 0.0000123456789, "1.23457E-05"},
		{"General", 1e-300, "1E-300"},
		{"General", 123456.789012, "123456.789"},
		{"General", 1234567890.55, "1234567891"},
		{"", 1.5, "1.5"},
		{"[Red]", -1.5, "-1.5"},
		// Digits.
		{"0", 0.5, "1"},
		{"0", -0.4, "0"},
		{"0.00", 1.005, "1.01"},
		{"0.00", 2.675, "2.68"},
		{"0.00", 9.999, "10.00"},
		{"0.0#", 1.5, "1.5"},
		{"0.0#", 1.25, "1.25"},
		{"0.#0", 1.2, "1.20"},
		{"#.##", 0.5, ".5"},
		{"0.??", 1.5, "1.5 "},
		{"???0", 12, "  12"},
		{"#,##0", 1234567, "1,234,567"},
		{"#,##0", 999.5, "1,000"},
		{"000,000", 1234, "001,234"},
		{"#,###.00", 0, ".00"},
		{"0.0,", 12345, "12.3"},
		{"#,##0,,", 1234567890, "1,235"},
		{"0.000,", 1234, "1.234"},
		{"0%", 0.285, "29%"},
		{"0.0%%", 0.285, "2850.0%%"},
		{"(0) 00-00", -12345, "-(1) 23-45"},
		{"0 \"x\" 0", 123, "12 x 3"},
		{"0.000000000000000000000000000000", 0.1, "0.100000000000000000000000000000"},
		{"0", 1e308, "1" + strings.Repeat("0", 308)},
		// Scientific.
		{"0.00E+00", 12345, "1.23E+04"},
		{"0.00E-00", 12345, "1.23E04"},
		{"0.00E-00", 0.00012345, "1.23E-04"},
		{"##0.0E+0", 12345, "12.3E+3"},
		{"##0.0E+0", 999.96, "1.0E+3"},
		{"##0.0E+0", 0.0123, "12.3E-3"},
		{"0.0E+0", 0, "0.0E+0"},
		{"##0.0E+0", 0, "000.0E+0"},
		{"0 E+ 0", 5000, "5 E +3"},
		{"0%E+0", 5000, "5%E+3"},
		{"?,??0", 1, "    1"},
		{"0.0E+0", -9.96, "-1.0E+1"},
		{"0E+000", 5, "5E+000"},
		// Fractions.
		{"# ?/?", 0.25, " 1/4"},
		{"# ?/?", 2.999, "3    "},
		{"?/?", 1.5, "3/2"},
		{"# ??/??", math.Pi, "3  1/7 "},
		{"# ???/???", math.Pi, "3  16/113"},
		{"# ?/4", 1.5, "1 2/4"},
		{"# ??/16", 0.3, "  5/16"},
		{"# ?/100", 1.25, "1 25/100"},
		{"# 0/0", 2, "2 0/1"},
		{"0 ?/?", 0.5, "0 1/2"},
		// Sections and conditions.
		{"0;-0;\"zero\"", 0, "zero"},
		{"0.0;(0.0)", -1.25, "(1.3)"},
		{"0;;", -1, ""},
		{";;;", 12, ""},
		{"[>=1000]#,##0,\"k\";0", 1500, "2k"},
		{"[>=1000]#,##0,\"k\";0", -1500, "-1500"},
		{"[<0]\"below\";[=0]\"none\";\"above\"", 0, "none"},
		{"[<0]\"below\";[=0]\"none\";\"above\"", 3, "above"},
		{"[<=-1]0;0.0", -3, "-3"},
		{"[>0]0;0.0", -3, "3.0"},
		{"[<>5]0;\"five\"", 5, "five"},
		{"[>100]\"big\";[<0]\"neg\"", 50, "50"},
		{"0;[=0]\"zero\"", 0, "zero"},
		{"0.00;@", -2, "-2.00"},
		{"0;-0;0;\"text \"@", 2, "2"},
		// Literals.
		{"\"a;b\"0", 1, "a;b1"},
		{"\\\"0", 1, "\"1"},
		{"_(0_)", 1, " 1 "},
		{"* 0", 1, "1"},
		{"0\\ \\m", 3, "3 m"},
		{"[$€-407] 0.00", 3, "€ 3.00"},
		{"[$USD] 0", -3, "-USD 3"},
		{"[$-409]0.0", 3, "3.0"},
		{"[Red][Color 5]0", 3, "3"},
		{"0 days", 5, "5 days"},
		{"0.00 EUR", 5, "5.00 EUR"},
		{"0 €", 5, "5 €"},
		{"\"open", 5, "open"},
		{"[0", 5, "[5"},
		{"@", 123456789012, "123456789012"},
		{"\"n: \"@", 1.5, "1.5"},
		{"General \"kg\"", -1.5, "-1.5 kg"},
		{"0", math.NaN(), "#NUM!"},
		{strings.Repeat("0", 2000), 7, "7"},
	} {
		if got := numfmt.Parse(c.code).Number(c.value, false); got != c.want {
			t.Errorf("%v as %.40s is %q, not %q", c.value, c.code, got, c.want)
		}
	}
}

func TestDate(t *testing.T) {
	for _, c := range []struct {
		code  string
		value float64
		want  string
	}{
		{"yyyy-mm-dd", 45000, "2023-03-15"},
		{"yyyy-mm-dd", 36585, "2000-02-29"},
		{"yyyy-mm-dd", 59, "1900-02-28"},
		{"yyyy-mm-dd", 60, "1900-02-29"},
		{"yyyy-mm-dd", 61, "1900-03-01"},
		{"yyyy-mm-dd", 0, "1900-01-00"},
		{"yyyy-mm-dd", -1, "#####"},
		{"yyyy-mm-dd", 2958465, "9999-12-31"},
		{"yyyy-mm-dd", 2958466, ""},
		{"yyyy-mm-dd", 45000.99999, "2023-03-15"},
		{"yyyy-mm-dd hh:mm:ss", 45000.999999, "2023-03-16 00:00:00"},
		{"d.m.yy", 45000, "15.3.23"},
		{"d mmm yyy", 45000, "15 Mar 2023"},
		{"dddd, mmmm dd", 45000, "Wednesday, March 15"},
		{"ddd mmmmm y", 45000, "Wed M 23"},
		{"h:mm", 45000.5 + 1.0/48, "12:30"},
		{"h:mm", 0.9999999, "0:00"},
		{"hh AM/PM", 0.5, "12 PM"},
		{"h:mm a/p", 0.75, "6:00 p"},
		{"h:mm:ss.0", 0.5 + 0.25/86400, "12:00:00.3"},
		{"ss.000", 1.5 / 86400, "01.500"},
		{"ss.00000000", 1.25 / 86400, "01.25000000"},
		{"mm:ss", 0.51, "14:24"},
		{"m/d h:m:s", 45000.25, "3/15 6:0:0"},
		{"h:mm m", 45000.25, "6:00 3"},
		{"yyyymmddhhmmss", 45000.25, "20230315060000"},
		{"yyyy-mm-ddThh:mm:ssZ", 45000.25, "2023-03-15T06:00:00Z"},
		{"[h]:mm", 1.5, "36:00"},
		{"[hh]:mm:ss", 0.05, "01:12:00"},
		{"[m]", 1, "1440"},
		{"[s].00", 1.5 / 86400, "1.50"},
		{"[h]:mm", -0.5, "-12:00"},
		{"[h]", 1e9, "#####"},
		{"[h] h", 1.5, "36 36"},
		{"s:m [h]", 1.5 + 3.0/86400, "3:0 36"},
		{"d \"d\" h \"h\"", 2.5, "2 d 12 h"},
		{"[<1]h:mm;d/m/yyyy", 0.25, "6:00"},
		{"[<1]h:mm;d/m/yyyy", 45000, "15/3/2023"},
		{"yyyy;@", 45000, "2023"},
		{"[$-407]d. mmmm yyyy", 45000, "15. März 2023"},
		{"[$-de-AT,1]mmm", 45000, "Mrz"},
		{"[$-419]d mmmm yyyy", 45000, "15 марта 2023"},
		{"[$-419]mmmm yyyy", 45000, "Март 2023"},
		{"[$-415]d mmmm", 45000, "15 marca"},
		{"[$-40C]dddd", 45000, "mercredi"},
		{"[$-411]aaaa", 45000, "水曜日"},
		{"[$-804]aaa", 45000, "周三"},
		{"[$-412]AM/PM h:mm", 0.75, "오후 6:00"},
		{"上午/下午h\"时\"mm\"分\"", 0.25, "上午6时00分"},
		{"[$-411]ggge\"年\"", 45000, "令和5年"},
		{"[$-411]gee.mm.dd", 32515, "S64.01.07"},
		{"[$-411]gee.mm.dd", 32516, "H01.01.08"},
		{"[$-404]e/m/d", 45000, "112/3/15"},
		{"e/m/d", 45000, "2023/3/15"},
		{"bbbb", 45000, "2566"},
		{"[$-D07041E]d/m/yyyy", 45000, "15/3/2566"},
		{"b1yyyy", 45000, "2023"},
		{"mmmmm", 45000, "M"},
		{"0d", 45000, "45000d"},
	} {
		if got := numfmt.Parse(c.code).Number(c.value, false); got != c.want {
			t.Errorf("%v as %s is %q, not %q", c.value, c.code, got, c.want)
		}
	}
	if got := numfmt.Parse("yyyy-mm-dd").Number(0, true); got != "1904-01-01" {
		t.Errorf("day 0 from 1904 is %q", got)
	}
	if got := numfmt.Parse("[h]:mm").Number(1, true); got != "24:00" {
		t.Errorf("a day from 1904 on is %q", got)
	}
}

func TestText(t *testing.T) {
	for _, c := range [][2]string{
		{"General", "a"},
		{"@", "a"},
		{"0.00", "a"},
		{"\"<\"@\">\"", "<a>"},
		{"0;0;0;", ""},
		{"0;0;0;\"hidden\"", "hidden"},
		{"0;@@", "aa"},
		{"_(@_)", " a "},
		{";;;", ""},
		{"yyyy;@", "a"},
		{"[Red]@", "a"},
		{"\"hidden\"", "hidden"},
		{"[Red]", "a"},
	} {
		if got := numfmt.Parse(c[0]).Text("a"); got != c[1] {
			t.Errorf("text as %s is %q, not %q", c[0], got, c[1])
		}
	}
}

func TestClass(t *testing.T) {
	for code, want := range map[string]numfmt.Class{
		"General": numfmt.Plain, "": numfmt.Plain, "0.00": numfmt.Plain, "\"d\"0": numfmt.Plain, "[Red]0": numfmt.Plain, "#,##0 \"m\"": numfmt.Plain,
		"[$-409]General": numfmt.Plain, "[Magenta]#,##0": numfmt.Plain, "\\d0": numfmt.Plain, "0_d": numfmt.Plain, "0.0E+0": numfmt.Plain, "[Yellow]": numfmt.Plain, "0 days": numfmt.Plain,
		"[$DM-407] 0": numfmt.Plain, "_-* #,##0.00\\ \"kr.\"_-": numfmt.Plain, ";;;": numfmt.Plain, "# ?/?": numfmt.Plain, "[DBNum1]General": numfmt.Plain, "[>0]0;\"d\"": numfmt.Plain,
		"@": numfmt.Verbatim, "[Red]@": numfmt.Verbatim, "\"x\"@": numfmt.Verbatim,
		"yyyy": numfmt.Date, "m": numfmt.Date, "mmm-yy": numfmt.Date, "d/m;@": numfmt.Date, "[$-F800]dddd": numfmt.Date, "[$-411]ge.m.d": numfmt.Date, "YYYY-MM-DD HH:MM": numfmt.Date,
		"[Red]d": numfmt.Date, "\"on \"d": numfmt.Date, "[=0]\"-\";yyyy-mm-dd": numfmt.Date, "aaaa": numfmt.Date, "[$-404]e/m/d": numfmt.Date, "d\" d \"[h]": numfmt.Date,
		"h:mm": numfmt.Time, "mm:ss": numfmt.Time, "mm:ss.0": numfmt.Time, "[$-F400]h:mm:ss AM/PM": numfmt.Time, "[=0]?;h:mm": numfmt.Time, "AM/PM": numfmt.Time, "s": numfmt.Time,
		"[h]:mm": numfmt.Elapsed, "[mm]:ss": numfmt.Elapsed, "[SS].00": numfmt.Elapsed,
	} {
		if got := numfmt.Parse(code).Class(); got != want {
			t.Errorf("%q is of class %d, not %d", code, got, want)
		}
	}
}

func TestBuiltin(t *testing.T) {
	class := func(id int) numfmt.Class { return numfmt.Builtin(id).Class() }
	for id := range 82 {
		want := numfmt.Plain
		switch {
		case id == 49:
			want = numfmt.Verbatim
		case id == 46 || id == 79:
			want = numfmt.Elapsed
		case id >= 18 && id <= 21, id == 32, id == 33, id == 45, id == 47, id == 75, id == 76, id == 78, id == 80:
			want = numfmt.Time
		case id >= 14 && id <= 17, id == 22, id >= 27 && id <= 36, id >= 50 && id <= 58, id >= 71 && id <= 74, id == 77, id == 81:
			want = numfmt.Date
		case id == 63 || id == 64 || id == 65 || id == 66:
			if numfmt.Builtin(id) != nil {
				t.Errorf("there is a format %d", id)
			}
			continue
		}
		if got := class(id); got != want {
			t.Errorf("format %d is of class %d, not %d", id, got, want)
		}
	}
	if numfmt.Builtin(-1) != nil || numfmt.Builtin(164) != nil {
		t.Error("there is a format that is none")
	}
	if got := numfmt.Builtin(44).Number(-1234.5, false); got != " $(1,234.50)" {
		t.Errorf("accounting is %q", got)
	}
}

// FuzzNumber: no code and no number breaks anything, and the length of what is
// shown is bounded by both.
func FuzzNumber(f *testing.F) {
	for _, code := range []string{"General", "#,##0.00_);[Red](#,##0.00)", "# ??/??", "##0.0E+0", "[h]:mm:ss.000", "[$-411]ggge\"年\"m/d;@", "[>1]0;[<0]h;@", "0.0%,", "\\", "_", "[", "\"", "b", "aaa", "A/P", "?/0001"} {
		f.Add(code, 1234.567)
		f.Add(code, -1e300)
	}
	f.Fuzz(func(t *testing.T, code string, v float64) {
		format := numfmt.Parse(code)
		for _, date1904 := range []bool{false, true} {
			if n := len(format.Number(v, date1904)); n > 2000+40*len(code) {
				t.Errorf("%d bytes for %q", n, code)
			}
		}
		format.Text(code)
		if format.Code() != code {
			t.Error("the code is another one")
		}
	})
}

func TestAllocations(t *testing.T) {
	var room [256]byte
	for _, code := range []string{"General", "#,##0.00", "yyyy-mm-dd hh:mm", "[$-407]d. mmmm yyyy", "# ?/?", "0.00E+00", "0.0%"} {
		f := numfmt.Parse(code)
		if n := testing.AllocsPerRun(100, func() { f.AppendNumber(room[:0], 45000.123, false) }); n > 0 {
			t.Errorf("%s allocates %v times", code, n)
		}
	}
}

func BenchmarkNumber(b *testing.B) {
	for _, code := range []string{"General", "0", "#,##0.00", "yyyy-mm-dd", "d-mmm-yy h:mm", "# ?/?"} {
		b.Run(code, func(b *testing.B) {
			f := numfmt.Parse(code)
			var room [256]byte
			for b.Loop() {
				f.AppendNumber(room[:0], 45000.123, false)
			}
		})
	}
}
