package xmltext

import (
	"errors"
	"io"
	"strings"
	"testing"
)

func TestAlternatives(t *testing.T) {
	t.Parallel()
	known := Namespaces{"http://schemas.openxmlformats.org/markup-compatibility/2006": "mc", "urn:known": "k", "urn:other": "o"}
	const head = `<a xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:p="urn:known" xmlns:q="urn:other" xmlns:u="urn:unknown">`
	for in, want := range map[string]string{
		`<mc:AlternateContent><mc:Choice Requires="p">1</mc:Choice><mc:Fallback>2</mc:Fallback></mc:AlternateContent>3`:                                                                                                             "13",
		`<mc:AlternateContent><mc:Choice Requires="p q">1</mc:Choice><mc:Choice Requires="p">2</mc:Choice><mc:Fallback>2</mc:Fallback></mc:AlternateContent>`:                                                                       "1",
		`<mc:AlternateContent><mc:Choice Requires="p u">1</mc:Choice><mc:Fallback>2</mc:Fallback></mc:AlternateContent>3`:                                                                                                           "23",
		`<mc:AlternateContent><mc:Choice Requires="v">1</mc:Choice></mc:AlternateContent>3`:                                                                                                                                         "3",
		`<mc:AlternateContent><mc:Choice>1</mc:Choice></mc:AlternateContent>3`:                                                                                                                                                      "3",
		`<mc:AlternateContent><mc:Choice Requires="p"><mc:AlternateContent><mc:Choice Requires="u">1</mc:Choice><mc:Fallback>2</mc:Fallback></mc:AlternateContent>3</mc:Choice><mc:Fallback>4</mc:Fallback></mc:AlternateContent>5`: "235",
		`<mc:AlternateContent><mc:Odd>1</mc:Odd><mc:Fallback/></mc:AlternateContent><mc:Choice Requires="u">2</mc:Choice>`:                                                                                                          "2",
	} {
		a := NewAlternatives(New(strings.NewReader(head+in+"</a>"), known))
		var got strings.Builder
		for {
			kind, err := a.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if kind == Text {
				got.Write(a.Text())
			} else if a.Name() != "a" {
				t.Errorf("%s shows %s", in, a.Name())
			}
		}
		if got.String() != want {
			t.Errorf("%s gives %q, want %q", in, got.String(), want)
		}
	}
}
