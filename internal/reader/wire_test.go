package reader

import (
	"bytes"
	"reflect"
	"testing"

	"fread/internal/reader/cells"
	"fread/internal/reader/cursor"
)

func wireUnits() []*Unit {
	at, size := int64(12), int64(-3)
	return []*Unit{
		{},
		{No: 1, Start: cursor.Position{Unit: 1}, Next: cursor.Position{Unit: 2}, Text: []byte("a line é"), EOL: true, At: Place{Byte: &at}},
		{No: -2, Start: cursor.Position{Unit: -2, Byte: 7, Col: 3, Skip: 1}, Text: []byte("x"), More: true, Ahead: Extent{Lines: 3, Bytes: 900}},
		{No: 3, Cells: []cells.Cell{{Type: cells.Number, Text: "12"}, {}}, Text: []byte("12"), At: Place{Page: 2, Slide: 3, Paragraph: 4, Cell: "B2", Member: "a/b"}},
		{No: 4, Cells: []cells.Cell{}},
		{No: 5, Entry: &Entry{Name: "a", Type: "file", SizeBytes: &size}},
	}
}

func TestUnitsCrossUnchanged(t *testing.T) {
	t.Parallel()
	var frame []byte
	var err error
	for _, u := range wireUnits() {
		if frame, err = appendUnit(frame, u); err != nil {
			t.Fatal(err)
		}
	}
	r := unitReader{b: frame}
	for i, want := range wireUnits() {
		var got Unit
		r.unit(&got)
		if len(got.Text) == 0 {
			got.Text = want.Text // nil or empty is the same
		}
		if r.bad || !reflect.DeepEqual(&got, want) {
			t.Errorf("unit %d came as %+v, want %+v (bad %v)", i, &got, want, r.bad)
		}
	}
	if len(r.b) != 0 {
		t.Errorf("%d bytes are left", len(r.b))
	}
}

// FuzzUnits reads what a worker that was taken over might send: whatever it is,
// it is refused or has the same meaning when it is sent again.
func FuzzUnits(f *testing.F) {
	for _, u := range wireUnits() {
		b, err := appendUnit(nil, u)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, frame []byte) {
		r := unitReader{b: frame}
		var again []byte
		for len(r.b) > 0 && !r.bad {
			var u Unit
			if r.unit(&u); !r.bad {
				again = appendPiece(again, &u)
			}
		}
		second := unitReader{b: again}
		var third []byte
		for len(second.b) > 0 {
			var u Unit
			if second.unit(&u); second.bad {
				t.Fatalf("what was read of %q cannot be read again", frame)
			}
			third = appendPiece(third, &u)
		}
		if !bytes.Equal(again, third) {
			t.Fatalf("%q changes in a second passage", frame)
		}
	})
}
