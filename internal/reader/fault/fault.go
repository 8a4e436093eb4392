// Package fault is the one vocabulary of what can go wrong: stable codes, the
// phase a read had reached, and an error that says in one sentence what
// happened and what the caller can do. It is a leaf: everything may import it.
package fault

import (
	"errors"
	"strconv"
)

// A Code is a stable name for an error or for a reason why a file is not
// readable. Scripts branch on it, so codes are added and never renamed.
type Code string

// Errors: the read could not be carried out.
const (
	InvalidInput     Code = "INVALID_INPUT"
	NotFound         Code = "NOT_FOUND"
	NotAFile         Code = "NOT_A_FILE"
	DangerousPath    Code = "DANGEROUS_PATH"
	OutsideRoots     Code = "OUTSIDE_ROOTS"
	PermissionDenied Code = "PERMISSION_DENIED"
	Denied           Code = "DENIED"
	TooLarge         Code = "TOO_LARGE"
	Changed          Code = "CHANGED"
	Aborted          Code = "ABORTED"
	Timeout          Code = "TIMEOUT"
	Limit            Code = "LIMIT"
	IO               Code = "IO_ERROR"
	Internal         Code = "INTERNAL"
)

// Reasons: the file was opened, but holds nothing readable in the form asked.
const (
	Image             Code = "image"
	NoTextLayer       Code = "no-text-layer"
	Encrypted         Code = "encrypted"
	LegacyFormat      Code = "legacy-format"
	Archive           Code = "archive"
	Binary            Code = "binary"
	Corrupt           Code = "corrupt"
	UnsupportedFormat Code = "unsupported-format"
	TooComplex        Code = "too-complex"
	EmptyDocument     Code = "empty-document"
)

// IsReason reports whether c says why an opened file is not readable, rather
// than that the read failed.
func (c Code) IsReason() bool {
	switch c {
	case Image, NoTextLayer, Encrypted, LegacyFormat, Archive, Binary, Corrupt, UnsupportedFormat, TooComplex, EmptyDocument:
		return true
	case InvalidInput, NotFound, NotAFile, DangerousPath, OutsideRoots, PermissionDenied, Denied, TooLarge, Changed,
		Aborted, Timeout, Limit, IO, Internal:
		return false
	}
	return false
}

// A Phase says how far a read had come when it failed.
type Phase string

// The phases of a read, in order.
const (
	PhaseInput     Phase = "input"
	PhaseResolve   Phase = "resolve"
	PhaseOpen      Phase = "open"
	PhaseAuthorize Phase = "authorize"
	PhaseDetect    Phase = "detect"
	PhaseConvert   Phase = "convert"
	PhaseScan      Phase = "scan"
	PhaseVerify    Phase = "verify"
)

// An Error is a refusal or a failure. Message is one plain sentence without
// the path in front of it; Hint, if any, is what the caller can do instead and
// never repeats the call that just failed.
type Error struct {
	Code    Code
	Phase   Phase
	Path    string // as asked; empty when no file is concerned
	Message string
	Hint    string
	Data    map[string]any // machine form of what Message and Hint say
	Err     error          // the cause, for errors.Is
}

// Error returns the sentence with its hint; it does not repeat the path.
func (e *Error) Error() string {
	if e.Hint == "" {
		return e.Message
	}
	return e.Message + " " + e.Hint
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// New returns an Error of the given code and phase.
func New(code Code, phase Phase, path, message, hint string) *Error {
	return &Error{Code: code, Phase: phase, Path: path, Message: message, Hint: hint}
}

// Invalid is wrong input: message says what is wrong, hint gives the right form.
func Invalid(message, hint string) *Error {
	return New(InvalidInput, PhaseInput, "", message, hint)
}

// CodeOf returns the code of err: its own if it is an Error, Internal if not.
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return Internal
}

// Quote writes a path or another foreign string so that it cannot be taken for
// anything else: in quotes, with control, invisible and undecodable characters
// escaped.
func Quote(s string) string { return strconv.Quote(s) }
