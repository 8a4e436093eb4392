// Package schema holds the JSON Schemas of the documents that fread writes.
// They are generated from the Go types by the tests of cmd and embedded, so
// that printing one needs no reflection.
package schema

import _ "embed"

//go:embed result.json
var result []byte

// Names lists the documents that have a schema.
func Names() []string { return []string{"result"} }

// Document returns the schema of a document (JSON Schema draft 2020-12), or nil.
func Document(name string) []byte {
	if name == "result" {
		return result
	}
	return nil
}
