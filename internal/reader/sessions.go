package reader

import (
	"context"
	"errors"
	"time"

	"fread/internal/reader/detect"
	"fread/internal/reader/fault"
	"fread/internal/reader/source"
	"fread/internal/session"
)

// A Session remembers what was shown of which file; *session.Store is one.
type Session interface {
	// Get returns what is known of a file, by its id or else by its real path;
	// the newest entry comes last.
	Get(fileID, path string) ([]session.Entry, error)
	// Put adds to what is known.
	Put(entries ...session.Entry) error
}

// session opens the session of a request.
func (e *Engine) session(req *Request) (Session, error) {
	switch {
	case !session.ValidID(req.Session):
		return nil, fault.Invalid(fault.Quote(req.Session)+" cannot name a session.", upperFirst(session.ErrID.Error())+".")
	case e.Sessions == nil:
		return nil, fault.Invalid("There are no sessions here.", "Leave the session out.")
	}
	return e.Sessions(req.Session)
}

// A FileRef describes a file that a session knows.
type FileRef struct {
	ID           string     `json:"id"`
	FileName     string     `json:"fileName"`
	ContentType  string     `json:"contentType,omitempty"`
	SizeBytes    *int64     `json:"sizeBytes,omitempty"`
	LastModified *time.Time `json:"lastModified,omitempty"`
	Version      string     `json:"version,omitempty"`
}

// A RuntimeFile stands for a file in the arguments of a tool.
type RuntimeFile struct {
	ID          string `json:"$runtimeFile"` // the name that runtimes give it
	FileName    string `json:"fileName"`
	ContentType string `json:"contentType,omitempty"`
	SizeBytes   *int64 `json:"sizeBytes,omitempty"`
}

// Registered is the answer to one path that was put into a session.
type Registered struct {
	Path        string       `json:"path"`
	File        *FileRef     `json:"file,omitempty"`
	RuntimeFile *RuntimeFile `json:"runtimeFile,omitempty"`
	Error       *Error       `json:"error,omitempty"`
}

// Checked says what a session knows of a file, and whether that still holds.
type Checked struct {
	Path       string          `json:"path"`
	FilePath   string          `json:"filePath,omitempty"`
	FileID     string          `json:"fileId,omitempty"`
	Read       bool            `json:"read"`      // something of it was shown
	Whole      bool            `json:"whole"`     // all of it was
	Unchanged  bool            `json:"unchanged"` // it is as it was then
	Registered bool            `json:"registered"`
	Unit       string          `json:"unit,omitempty"` // of ranges
	Form       string          `json:"form,omitempty"`
	Ranges     []session.Range `json:"ranges"`
	Version    string          `json:"version,omitempty"` // of the file as it is now
	Message    string          `json:"message"`
}

// OK reports whether the file was read and is unchanged.
func (c *Checked) OK() bool { return c.Read && c.Unchanged }

// known opens the file of a request and what its session knows of it.
func (e *Engine) known(ctx context.Context, req *Request) (Session, *source.File, *Result, error) {
	if err := req.validate(); err != nil {
		return nil, nil, nil, err
	}
	s, err := e.session(req)
	if err != nil {
		return nil, nil, nil, err
	}
	res := newResult(req)
	f, _, err := e.open(ctx, req, res)
	if err != nil {
		return s, nil, res, err
	}
	if f.Path == "" || f.IsDir() {
		_ = f.Close()
		return s, nil, res, fault.New(fault.NotAFile, fault.PhaseOpen, req.Path, "A session knows files only, and this is none.", "Name a file.")
	}
	if err := e.admit(req, res, f); err != nil {
		_ = f.Close()
		return s, nil, res, err
	}
	return s, f, res, nil
}

// Register puts a file into the session of the request, so that others can name
// it by its id. The error is for a request that could not be run at all.
func (e *Engine) Register(ctx context.Context, req *Request) (*Registered, error) {
	s, f, res, err := e.known(ctx, req)
	if res == nil {
		return nil, err
	}
	if err == nil {
		defer func() { _ = f.Close() }()
		var t detect.Type
		if t, _, err = recognise(f, req); err == nil {
			res.ContentType = t.MIME
			entry := entryOf(res, f)
			entry.Registered = true
			err = s.Put(entry)
		}
	}
	if err != nil {
		res.fail(asFault(req.Path, err))
		return &Registered{Path: res.Path, Error: res.Error}, nil
	}
	res.identify()
	return &Registered{Path: res.Path, File: res.File, RuntimeFile: res.RuntimeFile}, nil
}

// Check says whether the file of a request was read in its session, and is
// unchanged since.
func (e *Engine) Check(ctx context.Context, req *Request) (*Checked, error) {
	s, f, res, err := e.known(ctx, req)
	if res == nil {
		return nil, err
	}
	c := &Checked{Path: res.Path, FilePath: res.FilePath, FileID: res.FileID, Version: res.Version, Ranges: []session.Range{}}
	if err != nil {
		c.Message = asFault(req.Path, err).Error()
		return c, nil
	}
	defer func() { _ = f.Close() }()
	entries, err := s.Get(res.FileID, f.Path)
	if err != nil {
		c.Message = asFault(req.Path, err).Error()
		return c, nil
	}
	c.judge(entries, f)
	return c, nil
}

// judge weighs all that a session knows of the file. Lines tell more than
// other units, what still holds more than what does not, and the newest more
// than what came before.
func (c *Checked) judge(entries []session.Entry, f *source.File) {
	rank := -1
	for _, e := range entries {
		c.Registered = c.Registered || e.Registered
		if len(e.Ranges) == 0 && !e.Whole() {
			continue
		}
		r := 0
		same := unchanged(e.Version, f)
		if same {
			r += 2
		}
		if e.Unit == string(UnitLine) {
			r++
		}
		if same && e.Whole() {
			r += 4
		}
		if r < rank {
			continue
		}
		rank = r
		c.Read, c.Unchanged, c.Whole = true, same, e.Whole()
		c.Unit, c.Form, c.Ranges = e.Unit, e.Form, session.Merge(e.Ranges)
	}
	what := c.Unit + "s " + session.Format(c.Ranges)
	if c.Unit == string(UnitEntry) {
		what = "entries " + session.Format(c.Ranges)
	}
	if c.Whole {
		what = "all of it"
	}
	switch {
	case !c.Read && c.Registered:
		c.Message = "It is registered in this session, but nothing of it was shown. Read it first."
	case !c.Read:
		c.Message = "Nothing of it was shown in this session. Read it first."
	case !c.Unchanged:
		c.Message = "It has changed since it was shown (" + what + "). Read it again."
	default:
		c.Message = "Shown (" + what + ") and unchanged since."
	}
}

// asFault makes any error one with a code.
func asFault(path string, err error) *fault.Error {
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return f
	}
	hint := "Try again."
	if errors.Is(err, session.ErrUnsafe) {
		hint = "Remove it, or set XDG_STATE_HOME to another folder."
	}
	return &fault.Error{Code: fault.IO, Phase: fault.PhaseVerify, Path: path, Message: "The session could not be used: " + err.Error() + ".", Hint: hint, Err: err}
}

// identify fills in the forms in which the file is passed on.
func (r *Result) identify() {
	r.File = &FileRef{ID: r.FileID, FileName: r.FileName, ContentType: r.ContentType, SizeBytes: r.SizeBytes, LastModified: r.LastModified, Version: r.Version}
	r.RuntimeFile = &RuntimeFile{ID: r.FileID, FileName: r.FileName, ContentType: r.ContentType, SizeBytes: r.SizeBytes}
}
