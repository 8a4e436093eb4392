package markup

import (
	"fmt"
	"slices"
	"strings"

	"fread/internal/reader"
)

// withheld is what a document has and does not show of itself, for one note.
type withheld struct {
	what  string
	count int64
	see   string
}

// withhold counts things of one kind.
func (r *remarks) withhold(what string, count int64, see string) {
	if count <= 0 {
		return
	}
	r.omit(what, count)
	for i := range r.withheld {
		if r.withheld[i].what == what {
			r.withheld[i].count += count
			return
		}
	}
	r.withheld = append(r.withheld, withheld{what, count, see})
}

// all returns the notes, with one of all that is withheld.
func (r *remarks) all() []reader.Note {
	if len(r.withheld) == 0 {
		return r.notes
	}
	var parts, hints []string
	data := map[string]any{}
	for _, k := range r.withheld {
		data[k.what] = k.count
		name := k.what
		if k.count == 1 {
			name = strings.TrimSuffix(name, "s")
		}
		parts = append(parts, fmt.Sprintf("%d %s", k.count, name))
		if k.see != "" && !slices.Contains(hints, k.see) {
			hints = append(hints, k.see)
		}
	}
	message := "Not shown: " + strings.Join(parts, ", ") + "."
	if len(hints) > 0 {
		message += " Use " + strings.Join(hints, ", and ") + "."
	}
	return append(slices.Clip(r.notes), reader.Note{Code: reader.NoteHiddenContent, Severity: reader.SeverityInfo, Message: message, Data: data})
}
