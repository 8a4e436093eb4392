package detect

import (
	"strings"
	"testing"
)

func TestTextFormat(t *testing.T) {
	const page = "<!DOCTYPE html>\n<html><body>x</body></html>\n"
	for _, c := range []struct{ name, text, format string }{
		// by name
		{"main.go", "package main\n", "go"},
		{"a.PY", "x = 1\n", "python"},
		{"Makefile", "all:\n", "makefile"},
		{"makefile.linux", "all:\n", "makefile"},
		{"Dockerfile", "FROM x\n", "dockerfile"},
		{"Dockerfile.dev", "FROM x\n", "dockerfile"},
		{"CMakeLists.txt", "project(x)\n", "cmake"},
		{"go.mod", "module x\n", "go-mod"},
		{".gitignore", "*.o\n", "gitignore"},
		{"LICENSE", "MIT\n", "text"},
		{"LICENSE.Apache", "x\n", "text"},
		{".env", "A=1\n", "env"},
		{".env.staging", "A=1\n", "env"},
		{"requirements.txt", "x==1\n", "requirements"},
		{"Cargo.lock", "[[package]]\n", "toml"},
		{"a.d.ts", "declare x\n", "typescript"},
		{"x.tsx", "", "tsx"},
		{"a.h", "", "c"},
		{"a.yml", "a: 1\n", "yaml"},
		{"a.tf", "", "hcl"},
		{"BUILD", "", "starlark"},
		{"main.go.orig", "package main\n", "go"},
		{"main.go~", "package main\n", "go"},
		{"config.h.in", "", "c"},
		{"app.log.1", "x\n", "log"},
		{"libx.so.1", "x\n", "text"},
		{"a.csv", "one\n", "csv"},
		{"a.tsv", "one\n", "tsv"},
		{"a.md", "text\n", "markdown"},
		{"README", "text\n", "text"},

		// the name stands between texts
		{"page.php", page, "php"},
		{"App.vue", "<template><div/></template>\n", "vue"},
		{"notes.md", "<h1 align=center>x</h1>\n", "markdown"},
		{"notes.md", page, "markdown"},
		{"x.go", "{}", "go"},
		{"run.log", `{"a":1}` + "\n", "log"},
		{"a.py", "#!/bin/sh\n", "python"},
		{"part.html", "{% block x %}\n", "html"},
		{"style.xml", "<style name='x'><entry/></style>\n", "xml"},
		{"a.html", "<?xml version='1.0'?>\n<link/>\n", "html"},

		// the content stands against a name that promises a syntax
		{"a.html", `{"error": "not found"}`, "json"},
		{"a.json", page, "html"},
		{"a.csv", page, "html"},
		{"a.xml", page, "html"},
		{"a.xml", "no markup\n", "text"},
		{"a.rtf", "plain\n", "text"},
		{"a.eml", page, "html"},
		{"a.json", "{\"a\":1}\n{\"a\":2}\n", "ndjson"},
		{"a.json", "{\"a\": [1,\n2]}\n", "json"},
		{"a.ipynb", "not a notebook\n", "text"},
		{"a.ipynb", `{"cells": []}`, "ipynb"},
		{"a.svg", "lorem ipsum\n", "text"},
		{"a.json", "// comment\n{}\n", "json"},
		{"a.xls", page, "html"},
		{"a.doc", "{\\rtf1 x}", "rtf"},
		{"a.png", "just text\n", "text"},
		{"a.pdf", `{"a":1}`, "json"},
		{"a.txt", page, "html"},
		{"a.txt", `{"a":1}`, "json"},

		// by content
		{"", "{\"a\": [1, 2.5e3, true, null, \"x\\\"y\"]}", "json"},
		{"", "[]", "json"},
		{"", "[1] a footnote\n", "text"},
		{"", "{not json}\n", "text"},
		{"", "42\n", "text"},
		{"", "{\"a\":1}\n{\"b\":2}\n", "ndjson"},
		{"", `{"cells": [], "nbformat": 4, "nbformat_minor": 5}`, "ipynb"},
		{"", `{"type": "FeatureCollection", "features": []}`, "geojson"},
		{"", "{\"open\": ", "text"},
		{"", `{"a":1,}`, "text"},
		{"", page, "html"},
		{"", "<HTML>x", "html"},
		{"", "<!-- c -->\n<html>", "html"},
		{"", "<p>One<p>Two", "html"},
		{"", "<div class=x>y</div>", "html"},
		{"", "<?xml version=\"1.0\"?><html xmlns=\"http://www.w3.org/1999/xhtml\"/>", "xhtml"},
		{"", "<?xml version=\"1.0\"?>\n<a/>", "xml"},
		{"", "<a:b xmlns:a='x'></a:b>", "xml"},
		{"", "<svg xmlns='http://www.w3.org/2000/svg'/>", "svg"},
		{"", "<?xml version='1.0'?><!DOCTYPE svg PUBLIC 'x' 'y' [<!ENTITY a 'b'>]><svg/>", "svg"},
		{"", "<rss version='2.0'><channel/></rss>", "rss"},
		{"", "<feed xmlns='http://www.w3.org/2005/Atom'/>", "atom"},
		{"", "<?xml version='1.0'?><!DOCTYPE plist><plist/>", "plist"},
		{"", "<kml xmlns='x'/>", "kml"},
		{"", "<?xml version='1.0'?><?mso-application progid='Excel.Sheet'?><Workbook xmlns='urn:schemas-microsoft-com:office:spreadsheet'/>", "spreadsheetml"},
		{"", "<office:document xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0' office:mimetype='application/vnd.oasis.opendocument.spreadsheet'>", "fods"},
		{"a.xml", "<?xml version='1.0'?><office:document xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0' office:mimetype='application/vnd.oasis.opendocument.text'>", "fodt"},
		{"", "<?php echo 1;", "php"},
		{"", "<3 is a heart\n", "text"},
		{"", "<name> is a placeholder\n", "text"},
		{"", "{\\rtf1\\ansi}", "rtf"},
		{"", "From: a@b.c\nTo: d@e.f\nSubject: x\n\nhello\n", "eml"},
		{"", "Received: from x\n\tby y\nDate: z\n\nhello\n", "eml"},
		{"", "Date: x\nContent-Type: text/plain\n\nx", "text"},
		{"", "From a@b.c Mon Jun 01 10:00:00 2009\nSubject: x\n\nhello\n", "mbox"},
		{"", "From here on: it is prose\n", "text"},
		{"", "To: do\nFrom here\n", "text"},
		{"", "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=x\nFrom: <Saved by>\n\n", "mhtml"},
		{"", "#!/usr/bin/env python3\n", "python"},
		{"", "#!/bin/sh -e\n", "shell"},
		{"", "#!/usr/bin/env -S node --x\n", "javascript"},
		{"", "#! /usr/bin/perl5.36 -w\n", "perl"},
		{"x.cgi", "#!/usr/bin/ruby\n", "ruby"},
		{"", "---\na: 1\nb: 2\n", "yaml"},
		{"", "---\ntitle: x\n---\n\n# Text\n", "markdown"},
		{"", "%YAML 1.2\n---\n", "yaml"},
		{"", "---\nsigned, me\n", "text"},
		{"", "[a]\nb=1\nc = 2\n", "ini"},
		{"", "; c\n[a]\nb = \"x\"\nc = [1, 2]\n", "toml"},
		{"", "[note]\nthis is prose\nand more\n", "text"},
		{"", "diff --git a/x b/x\n", "diff"},
		{"", "--- a/x\n+++ b/x\n@@ -1 +1 @@\n", "diff"},
		{"", "Index: x\n====\n--- x\n", "diff"},
		{"", "-----BEGIN CERTIFICATE-----\nMIIB\n", "pem"},
		{"", "-----BEGIN PGP MESSAGE-----\n", "pgp"},
		{"", "BEGIN:VCALENDAR\r\n", "ics"},
		{"", "BEGIN:VCARD\n", "vcf"},
		{"", "WEBVTT\n\n", "vtt"},
		{"", "1\n00:00:01,000 --> 00:00:02,000\nHi\n", "srt"},
		{"", "version https://git-lfs.github.com/spec/v1\noid x\n", "git-lfs"},
		{"", "\\documentclass{article}\n", "tex"},
		{"", "%!PS-Adobe-3.0\n", "ps"},
		{"", "ID;PWXL;N;E\n", "sylk"},
		{"", "TABLE\n0,1\n", "dif"},
		{"", "#EXTM3U\n", "m3u"},
		{"", ".TH LS 1\n", "roff"},
		{"", "@startuml\n", "plantuml"},
		{"", "msgid \"\"\n", "po"},
		{"", "2026-11-30 10:00:00 a\n2026-11-30 10:00:01 b\n2026-11-30 10:00:02 c\n", "log"},
		{"", "a,b,c\n1,2,3\n4,5,6\n7,8,9\n1,\"2,2\",3\n", "csv"},
		{"", "a\tb\n1\t2\n3\t4\n5\t6\n7\t8\n", "tsv"},
		{"", "a;b;c\n1;2;3\n1;2;3\n1;2;3\n1;2;3\n", "csv"},
		{"", strings.Repeat("well, yes, no\n", 6), "text"},
		{"", strings.Repeat("one line\n", 6), "text"},
		{"", "# Title\n\nSee [x](y) and **z** or **w**.\n\n```\ncode\n```\n", "markdown"},
		{"", "# a comment\nx\n", "text"},
		{"", "", "text"},
		{"", "   \n", "text"},
		{"\xff\xfe.go", "", "go"},
		{".", "", "text"},
		{"..", "", "text"},
		{"~", "", "text"},
		{"a.", "", "text"},
		{strings.Repeat("~", 1<<20), "", "text"},
		{strings.Repeat("x", 1<<20) + ".go", "", "go"},
	} {
		if got := TextFormat(c.name, []byte(c.text), true); got.Format != c.format {
			t.Errorf("%s %q: %s (%s), want %s", c.name, c.text[:min(len(c.text), 60)], got.Format, got.Evidence, c.format)
		} else if got.Kind == "" || got.MIME == "" || got.Name == "" || got.Evidence == "" {
			t.Errorf("incomplete type %+v", got)
		}
	}
}

func TestKindsOfTexts(t *testing.T) {
	for _, c := range []struct {
		name, text string
		kind       Kind
	}{
		{"", "<html>", HTML},
		{"", `{"nbformat": 4, "nbformat_minor": 2, "cells": []}`, Notebook},
		{"", "From: a@b\nSubject: x\n\n", Email},
		{"", "{\\rtf1}", Word},
		{"a.fods", "<?xml version='1.0'?><office:document xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0' office:mimetype='application/vnd.oasis.opendocument.spreadsheet'>", Spreadsheet},
		{"a.svg", "<svg/>", Text},
		{"a.png", "text", Text},
	} {
		if got := TextFormat(c.name, []byte(c.text), true); got.Kind != c.kind {
			t.Errorf("%s %q: %s, want %s", c.name, c.text, got.Kind, c.kind)
		}
	}
}

// A text that is cut off in the middle is judged as far as it goes.
func TestCutOff(t *testing.T) {
	long := `{"items": [` + strings.Repeat(`{"name": "x", "n": 12, "ok": true},`+"\n", 4000)
	for n := range 200 {
		if got := TextFormat("", []byte(long[:HeadSize-n]), false); got.Format != "json" {
			t.Fatalf("cut at %d: %s", HeadSize-n, got.Format)
		}
	}
	if got := TextFormat("", []byte(strings.Repeat("[", HeadSize)), false); got.Format != "json" {
		t.Errorf("deep: %s", got.Format)
	}
}

func TestContentFormat(t *testing.T) {
	for format, want := range map[string]string{
		"text": "text", "go": "text", "markdown": "markdown", "csv": "csv", "tsv": "csv", "json": "json", "ndjson": "json", "geojson": "json",
		"ipynb": "json", "xml": "xml", "svg": "xml", "xhtml": "xml", "rss": "xml", "fodt": "text", "plist": "xml", "yaml": "yaml", "html": "text",
		"toml": "text", "nonsense": "text", "mhtml": "text",
	} {
		if got := ContentFormat(format); got != want {
			t.Errorf("%s: %s, want %s", format, got, want)
		}
	}
}

func TestTable(t *testing.T) {
	formats, exts, files := map[string]bool{}, map[string]string{}, map[string]string{}
	for _, f := range Formats() {
		if f.Kind == "" || f.Format == "" || f.MIME == "" || f.Name == "" {
			t.Errorf("incomplete: %+v", f)
		}
		if formats[f.Format] {
			t.Errorf("format %s twice", f.Format)
		}
		formats[f.Format] = true
		for _, e := range f.Extensions {
			if other := exts[e]; other != "" {
				t.Errorf("extension %s of %s and %s", e, other, f.Format)
			}
			exts[e] = f.Format
		}
		for _, n := range f.FileNames {
			if other := files[n]; other != "" || n != strings.ToLower(n) {
				t.Errorf("file name %s of %s and %s", n, other, f.Format)
			}
			files[n] = f.Format
		}
		if !strings.Contains(f.MIME, "/") || strings.Contains(f.MIME, ";") {
			t.Errorf("%s: media type %q", f.Format, f.MIME)
		}
	}
	if len(formats) < 120 {
		t.Errorf("%d formats", len(formats))
	}
}

func BenchmarkTextFormat(b *testing.B) {
	for _, c := range []struct{ label, name, text string }{
		{"go", "main.go", strings.Repeat("func main() {}\n", 4000)},
		{"plain", "", strings.Repeat("Plain words, one after the other.\n", 2000)},
		{"json", "", "[" + strings.Repeat(`{"name": "x", "n": 12},`, 3000)},
	} {
		b.Run(c.label, func(b *testing.B) {
			text := []byte(c.text)
			for b.Loop() {
				TextFormat(c.name, text, false)
			}
		})
	}
}
