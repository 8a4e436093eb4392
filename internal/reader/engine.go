package reader

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"path/filepath"
	"runtime"
	"strings"

	"fread/internal/limits"
	"fread/internal/reader/charset"
	"fread/internal/reader/cursor"
	"fread/internal/reader/decrypt"
	"fread/internal/reader/detect"
	"fread/internal/reader/fault"
	"fread/internal/reader/policy"
	"fread/internal/reader/redact"
	"fread/internal/reader/sandbox"
	"fread/internal/reader/source"
)

// Engine is the one core behind every door. It is safe for concurrent use.
type Engine struct {
	Registry *Registry
	Policy   policy.Policy
	Ceiling  limits.Limits // what an operator allows at most
	// MaxUnranged is the size in bytes above which a file is read only in parts
	// that are asked for; 0: any file may be read from its start unasked.
	MaxUnranged int64
	// Redact hides secrets in what is shown; nil: nothing is hidden. RedactAs says
	// in words what it is made of, to tell views apart.
	Redact   *redact.Set
	RedactAs string
	// Ask is called before a file is read and must agree; nil: nobody is asked.
	Ask func(ctx context.Context, path string, sizeBytes int64) bool
	// Sessions opens the session of an id that session.ValidID accepts; nil: a
	// request cannot name one.
	Sessions func(id string) (Session, error)
	// Workers parse the contained kinds; nil: they are parsed in this process.
	Workers *Workers
	// Uncontained says that this was asked for, and is to be told with every result.
	Uncontained bool
	Stdin       io.Reader
	Log         func(format string, args ...any) // of faults of fread itself; may be nil
}

// Read answers one request with the whole result. A file that cannot be read
// is a Result; the error is for a request that could not be run at all, and is
// then a *fault.Error with code INVALID_INPUT.
func (e *Engine) Read(ctx context.Context, req *Request) (*Result, error) {
	c := &Collector{Lines: req.Lines}
	res, err := e.Stream(ctx, req, c)
	if err != nil {
		return nil, err
	}
	c.Finish(res)
	return res, nil
}

// Stream answers one request by passing what is shown to sink, in memory that
// does not grow with it. The Result says all the rest. Its error is that of
// Read, or that of the sink.
func (e *Engine) Stream(ctx context.Context, req *Request, sink Sink) (*Result, error) {
	res := newResult(req)
	if err := req.validate(); err != nil {
		return nil, err
	}
	var c *recall
	if req.Session != "" {
		s, err := e.session(req)
		c = &recall{session: s, res: res, sink: sink}
		switch _, invalid := errors.AsType[*fault.Error](err); {
		case invalid:
			return nil, err
		case err != nil:
			c.failed(err)
			c = nil
		default:
			sink = c
		}
	}
	err := e.read(ctx, req, sink, res, c)
	if err != nil { // what came before the failure is shown
		if broken := c.release(); broken != nil {
			err = sinkError{broken}
		}
	}
	bad, isFault := errors.AsType[*fault.Error](err)
	broken, isSink := errors.AsType[sinkError](err)
	switch {
	case err == nil:
	case isSink:
		return nil, broken.error
	case isFault:
		if bad.Code == fault.InvalidInput && bad.Path == "" {
			return nil, bad
		}
		e.failed(req, res, bad)
	default:
		e.failed(req, res, e.explain(req.Path, res, err))
	}
	if e.Uncontained {
		res.note(Note{Code: NoteSandbox, Severity: SeverityWarning, Message: "Files are parsed without a sandbox, as was asked for."})
	}
	c.finish()
	hideNames(e.Redact, res)
	return res, nil
}

// failed writes a failure into res; a missing file may be an answer.
func (e *Engine) failed(req *Request, res *Result, err *fault.Error) {
	res.fail(err)
	if err.Code == fault.NotFound && req.Missing {
		res.Status, res.Error, res.Missing = StatusOK, nil, true
		return
	}
	res.note(Note{Code: NoteCode(strings.ReplaceAll(strings.ToLower(string(err.Code)), "_", "-")), Severity: SeverityError, Message: err.Error(), Data: err.Data})
}

// explain turns an error that no package of ours made into one.
func (e *Engine) explain(path string, res *Result, err error) *fault.Error {
	f := &fault.Error{Path: path, Phase: fault.PhaseScan, Err: err}
	pe, isPath := errors.AsType[*fs.PathError](err)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		f.Code, f.Message, f.Hint = fault.Timeout, "Nothing could be shown within the time given.", "Give more with --timeout, or ask for a part that lies nearer to the start or the end."
	case errors.Is(err, context.Canceled):
		f.Code, f.Message = fault.Aborted, "The read was interrupted."
	case isPath:
		f.Code, f.Message, f.Hint = fault.IO, "Reading failed: "+pe.Err.Error()+".", "Try again, or read a copy."
	default:
		f.Code, f.Phase, f.Message, f.Hint = fault.Corrupt, fault.PhaseConvert, fmt.Sprintf("This %s file could not be read: %v.", res.Format, err), "Use --as hex to look at its bytes."
	}
	return f
}

func (e *Engine) read(ctx context.Context, req *Request, sink Sink, res *Result, c *recall) (err error) {
	part := "detector"
	defer func() { // parsers panic: that costs one answer
		if p := recover(); p != nil {
			if e.Log != nil {
				e.Log("panic in the %s: %v", part, p)
			}
			err = fault.New(fault.Corrupt, fault.PhaseConvert, req.Path, fmt.Sprintf("The %s broke down on this file.", part), "Use --as hex to look at its bytes.")
		}
	}()
	var resume *cursor.Token
	if req.Cursor != "" {
		t, err := cursor.Decode(req.Cursor)
		if err != nil {
			return badCursor()
		}
		resume = &t
	}
	timeout := req.Timeout
	if c := e.Ceiling.Timeout; c > 0 && (timeout == 0 || timeout > c) {
		timeout = c
	}
	if timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = withTimeout(ctx, timeout)
		defer cancel()
	}
	f, addr, err := e.open(ctx, req, res)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	if err := e.admit(req, res, f); err != nil {
		return err
	}
	if err := e.authorize(ctx, req, addr, f); err != nil {
		return err
	}
	c.meet(f)
	if req.IfChanged != "" && cursor.Unchanged(req.IfChanged, f.State, func() (uint64, bool) { return contentSum(f) }) {
		res.Readable, res.Unchanged, res.Version = true, true, req.IfChanged
		res.Kind, res.Format, res.ContentType = detect.Text, "", ""
		if t, _, err := recognise(f, req); err == nil {
			res.Kind, res.Format, res.ContentType = t.Kind, t.Format, t.MIME
		}
		res.omit(Omission{What: "content"})
		res.note(Note{Code: NoteUnchanged, Message: "The file is still the version that you hold, so its content is not repeated."})
		return nil
	}
	t, guess, err := recognise(f, req)
	if err != nil {
		return err
	}
	var key *decrypt.Key
	if t.Reason == fault.Encrypted && req.As != FormHex && req.As != FormBytes {
		res.Kind, res.Format, res.ContentType = t.Kind, t.Format, t.MIME
		if f, key, err = unlock(ctx, f, t, req.Password); err != nil {
			return err
		}
		if key != nil {
			if t, guess, err = recognise(f, req); err != nil {
				return err
			}
		}
	}
	res.Kind, res.Format, res.ContentType = t.Kind, t.Format, t.MIME
	form := req.As
	if form == FormInfo {
		form = FormDefault
	}
	whole, within := f, addr.part
	if addr.part != "" {
		inner, err := e.inside(ctx, f, Options{Request: req, Type: t, Guess: guess, Part: addr.part, key: key}, res)
		if err != nil {
			return err
		}
		if inner != nil {
			f, within, key = inner, "", nil
			if t, guess, err = recognise(f, req); err != nil {
				return err
			}
			res.Kind, res.Format, res.ContentType = t.Kind, t.Format, t.MIME
		}
	}
	if ext, is := detect.Misnamed(f.Name, t); is {
		res.note(Note{Code: NoteMisnamed, Message: "The name ends in ." + ext + ", but the content is another: " + t.Name + " (" + t.Evidence + ").", Data: map[string]any{"extension": ext, "format": t.Format}})
	}
	r, err := e.Registry.pick(t, form, within)
	if err != nil {
		return err
	}
	part = r.Info().Name + " reader"
	if resume != nil && f.Stream() {
		return fault.Invalid("A cursor cannot resume a stream.", "Save the stream to a file and read that.")
	}
	if resume != nil {
		if err := e.checkCursor(res, *resume, f, r.Info().converted()); err != nil {
			return err
		}
	}
	unit := r.Info().Unit
	lim, lowered := req.limits(unit, e.Ceiling)
	for _, name := range lowered {
		if asked(req, name) {
			res.note(Note{Code: NoteClamped, Severity: SeverityWarning, Message: "The limit " + name + " was lowered to what the operator of this reader allows.", Data: map[string]any{"limit": name}})
		}
	}
	o := Options{Request: req, Limits: lim, Form: form, Type: t, Guess: guess, Resume: resume, Part: within, key: key}
	o.Sub = e.sub(o)
	doc, err := e.openDocument(ctx, r, f, o, res)
	if err != nil {
		return err
	}
	defer func() { _ = doc.Close() }()
	if l, ok := doc.(Locator); ok && addr.part != "" {
		first, last, err := l.Locate(ctx, addr.part)
		if err != nil {
			return err
		}
		addr.spans = []limits.Span{{First: first, Last: last}}
	}
	if forms := r.Info().Forms; form == FormDefault && len(forms) > 0 {
		form = forms[0]
	}
	c.start(req, whole, view(req, res.Kind, form, addr.part, e.RedactAs), unit)
	w := newWindow(doc, sink, res, lim, unit)
	w.counted = r.Info().converted()
	w.stream = f.Stream() && !w.counted
	w.soft = req.Limit == 0 && addr.spans == nil
	if e.Redact != nil {
		if unit == UnitByte || (w.stream && req.Offset < 0) {
			return fault.New(fault.Denied, fault.PhaseAuthorize, req.Path, "Secrets have to be hidden here, and in this form they cannot be told.", "Read it as text from the start.")
		}
		w.veil = &veil{set: e.Redact, f: f, part: within != ""}
	}
	return e.view(ctx, req, addr, resume, f, w, c)
}

// openDocument opens f with r, in a worker if r is to be contained.
func (e *Engine) openDocument(ctx context.Context, r Reader, f *source.File, o Options, res *Result) (Document, error) {
	if !r.Info().Contained || e.Workers == nil || f.IsDir() {
		return r.Open(ctx, f, o)
	}
	d, err := e.Workers.open(ctx, r, f, o)
	if errors.Is(err, sandbox.ErrUnsupported) {
		res.note(Note{Code: NoteSandbox, Message: "This system has no way to parse a file in a process of its own, so it was parsed in this one."})
		return r.Open(ctx, f, o)
	}
	if err != nil {
		return nil, err
	}
	if p := d.worker.hello; !p.All() && runtime.GOOS == "linux" {
		res.note(Note{Code: NoteSandbox, Message: "The process that parsed this file was not as closed as it should be: " + p.Problem + ".", Data: map[string]any{"protections": p}})
	}
	return d, nil
}

// sub opens what lies inside a file that was opened with o.
func (e *Engine) sub(o Options) func(context.Context, *source.File, detect.Type, string) (Document, error) {
	return func(ctx context.Context, f *source.File, t detect.Type, kept string) (Document, error) {
		r, err := e.Registry.pick(t, FormText, "")
		if err != nil {
			return nil, err
		}
		inner := Options{Request: o.Request, Limits: o.Limits, Form: FormText, Type: t, Guess: o.Guess}
		inner.Guess.BOM = 0
		if o.Resume != nil {
			resume := *o.Resume
			resume.Kept = kept
			inner.Resume = &resume
		}
		return r.Open(ctx, f, inner)
	}
}

// view shows the window of the request and seals the result.
func (e *Engine) view(ctx context.Context, req *Request, addr address, resume *cursor.Token, f *source.File, w *window, c *recall) error {
	res := w.res
	res.Readable = true
	s := seal{req: req, addr: addr, f: f, w: w, res: res}
	if req.As == FormInfo {
		if err := w.begin(); err != nil {
			return err
		}
		res.omit(Omission{What: "content"})
		s.finish()
		return nil
	}
	from := cursor.Position{Unit: max(req.Offset, -math.MaxInt64)}
	if resume != nil {
		w.rest, w.until, w.restChars = resume.Rest, resume.Until, resume.LineChars
		from = resume.Pos
	}
	var err error
	if addr.spans == nil {
		_, err = w.show(ctx, from, 0)
	}
	for i, span := range addr.spans {
		if i > 0 || resume == nil {
			from = cursor.Position{Unit: span.First}
		}
		var closed bool
		s.span = i
		closed, err = w.show(ctx, from, span.Last)
		if err != nil || w.ended || (closed && !s.spanDone(span)) {
			break
		}
		s.gap(span, i)
	}
	if err != nil {
		f, isFault := errors.AsType[*fault.Error](err)
		if !isFault {
			f = e.explain(req.Path, res, err)
		}
		_, isSink := errors.AsType[sinkError](err)
		switch {
		case w.shown == 0 || isSink:
			return err
		case errors.Is(err, context.DeadlineExceeded):
			s.timeout()
		case f.Code.IsReason():
			s.damage(f)
		default:
			return err
		}
	}
	if err := w.begin(); err != nil {
		return err
	}
	if s.repeat = c.settle(w); s.repeat == nil {
		if err := c.release(); err != nil {
			return sinkError{err}
		}
	}
	s.finish()
	c.remember(&s)
	return nil
}

func asked(req *Request, limit string) bool {
	switch limit {
	case "limit":
		return req.Limit > 0 || req.All
	case "maxBytes":
		return req.MaxBytes > 0 || req.All
	case "maxChars":
		return req.MaxChars > 0
	case "maxLineChars":
		return req.MaxLineChars > 0 || req.All
	case "budget":
		return req.Budget > 0
	case "maxSize":
		return req.MaxSize > 0
	case "timeout":
		return req.Timeout > 0
	}
	return false
}

// admit checks the size and writes down what the file is.
func (e *Engine) admit(req *Request, res *Result, f *source.File) error {
	ceiling := e.Ceiling.FileSize
	if req.MaxSize > 0 && (ceiling == 0 || req.MaxSize < ceiling) {
		ceiling = req.MaxSize
	}
	size := f.Size()
	if f.Path != "" {
		res.FilePath = strings.ToValidUTF8(f.Path, "\uFFFD")
		res.FileID = cursor.FileID(f.State.ID, f.Path)
		res.Version = cursor.Version(f.State, 0, false)
	}
	res.FileName = strings.ToValidUTF8(f.Name, "\uFFFD")
	if size >= 0 {
		res.SizeBytes = &size
	}
	if m := f.State.ModTime; !m.IsZero() {
		m = m.UTC()
		res.LastModified = &m
	}
	if ceiling > 0 && size > ceiling && !f.IsDir() {
		has, allowed := limits.FormatSize(size), limits.FormatSize(ceiling)
		if has == allowed { // rounded to the same
			has, allowed = limits.FormatCount(size)+" bytes", limits.FormatCount(ceiling)
		}
		return &fault.Error{
			Code: fault.TooLarge, Phase: fault.PhaseAuthorize, Path: req.Path,
			Message: fmt.Sprintf("The file has %s, more than the %s allowed by --max-size.", has, allowed),
			Hint:    "Raise --max-size, or leave it out: what is shown is limited anyway.", Data: map[string]any{"sizeBytes": size, "maxSize": ceiling},
		}
	}
	if ceiling > 0 && f.Stream() {
		f.Cap(ceiling, func() error {
			return &fault.Error{
				Code: fault.TooLarge, Phase: fault.PhaseScan, Path: req.Path,
				Message: fmt.Sprintf("The stream has more than the %s allowed by --max-size.", limits.FormatSize(ceiling)), Hint: "Raise --max-size, or leave it out: what is shown is limited anyway.",
			}
		})
	}
	return nil
}

// authorize asks what has to be asked before the content is looked at.
func (e *Engine) authorize(ctx context.Context, req *Request, addr address, f *source.File) error {
	ranged := req.Offset != 0 || req.Limit != 0 || req.Cursor != "" || addr.isPart() || req.As == FormInfo
	if size := f.Size(); e.MaxUnranged > 0 && size > e.MaxUnranged && !ranged && !f.IsDir() {
		return &fault.Error{
			Code: fault.Denied, Phase: fault.PhaseAuthorize, Path: req.Path,
			Message: fmt.Sprintf("The file has %s, and one of more than %s is read only in parts.", limits.FormatSize(size), limits.FormatSize(e.MaxUnranged)),
			Hint:    "Say which part with --offset and --limit.", Data: map[string]any{"sizeBytes": size, "maxUnranged": e.MaxUnranged},
		}
	}
	if e.Ask != nil {
		path := f.Path
		if path == "" {
			path = f.Name
		}
		if !e.Ask(ctx, path, f.Size()) {
			return fault.New(fault.Denied, fault.PhaseAuthorize, req.Path, "Nobody agreed to this read.", "Ask again where a person can answer.")
		}
	}
	return nil
}

// checkCursor compares the file with the one that a cursor was made of. A
// document that is converted may be another one from its beginning when its file
// has grown.
func (e *Engine) checkCursor(res *Result, t cursor.Token, f *source.File, converted bool) error {
	state := cursor.Compare(t, f)
	if converted && state == cursor.Grown {
		state = cursor.Changed
	}
	switch state {
	case cursor.Changed:
		return fault.New(fault.Changed, fault.PhaseVerify, res.Path, "The file has changed since this cursor was made, so its place is no longer certain.", "Read it again without a cursor.")
	case cursor.Grown:
		grown := f.Size() - t.State.Size
		res.note(Note{Code: NoteGrown, Message: fmt.Sprintf("The file has grown by %s since the cursor was made; what was shown before is as it was.", limits.FormatSize(grown)), Data: map[string]any{"bytes": grown}})
	case cursor.Same:
	}
	return nil
}

// open finds the file that the request means: the literal path first, then
// the path as an address, then each repaired spelling of either.
func (e *Engine) open(ctx context.Context, req *Request, res *Result) (*source.File, address, error) {
	if req.Path == "-" {
		if e.Stdin == nil {
			return nil, address{}, fault.Invalid("There is no standard input here.", "Name a file.")
		}
		in := struct{ io.Reader }{e.Stdin} // not ours to close
		return source.FromStream(ctx, "-", in, limits.StreamMemory), address{}, nil
	}
	p := e.Policy
	p.Special = p.Special || req.Special
	p.NoFollow = p.NoFollow || req.NoFollow
	literal := address{path: req.Path}
	o, err := p.Open(req.Path)
	if !missing(err) {
		f, err := e.opened(ctx, res, literal, o, err)
		return f, literal, err
	}
	addr, isAddr := parseAddress(req.Path)
	tries := []address{}
	if isAddr {
		tries = append(tries, addr)
	}
	for _, r := range p.Repairs(req.Path) {
		tries = append(tries, address{path: r})
		if a, ok := parseAddress(r); ok {
			tries = append(tries, a)
		}
	}
	if isAddr {
		for _, r := range p.Repairs(addr.path) {
			tries = append(tries, address{path: r, spans: addr.spans, part: addr.part})
		}
	}
	for _, a := range tries {
		o, again := p.Open(a.path)
		if missing(again) {
			continue
		}
		if !isAddr || a.path != addr.path {
			res.ResolvedFrom = strings.ToValidUTF8(req.Path, "\uFFFD")
		}
		f, err := e.opened(ctx, res, a, o, again)
		return f, a, err
	}
	if path, wrong := badLines(req.Path); wrong != nil {
		if o, err := p.Open(path); err == nil {
			_ = o.Close()
			return nil, address{}, fault.Invalid("This address names no lines: "+wrong.Error()+".", "")
		}
	}
	if nf, ok := errors.AsType[*fault.Error](err); ok && nf.Code == fault.NotFound {
		path := req.Path
		if isAddr {
			path = addr.path
		}
		if near := p.Suggest(path); len(near) > 0 {
			nf.Hint = "Did you mean " + quoteList(near) + "?"
			nf.Data = map[string]any{"near": near}
		} else {
			nf.Hint = "Check the path" + whereAmI(req.Path)
		}
	}
	return nil, address{}, err
}

func whereAmI(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil || filepath.IsAbs(path) {
		return "."
	}
	return "; it was looked for at " + fault.Quote(abs) + "."
}

func quoteList(names []string) string {
	var b strings.Builder
	for i, n := range names {
		switch {
		case i > 0 && i == len(names)-1:
			b.WriteString(" or ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(fault.Quote(n))
	}
	return b.String()
}

func missing(err error) bool { return err != nil && fault.CodeOf(err) == fault.NotFound }

// opened wraps what the policy opened and notes how the path was understood.
func (e *Engine) opened(ctx context.Context, res *Result, a address, o *policy.Opened, err error) (*source.File, error) {
	if err != nil {
		return nil, err
	}
	if res.ResolvedFrom != "" {
		res.note(Note{Code: NotePathRepaired, Message: "No file has the name " + fault.Quote(res.ResolvedFrom) + "; read was " + fault.Quote(a.path) + ".", Data: map[string]any{"path": a.path}})
	}
	if a.isPart() {
		what := "part " + fault.Quote(a.part)
		if a.spans != nil {
			what = "lines " + formatSpans(a.spans)
			if len(a.spans) == 1 && a.spans[0].First == a.spans[0].Last {
				what = "line " + formatSpans(a.spans)
			}
		}
		res.note(Note{Code: NoteAddress, Message: "Read as an address: " + what + " of " + fault.Quote(a.path) + ".", Data: map[string]any{"path": a.path}})
	}
	name := filepath.Base(a.path)
	switch o.Shape {
	case policy.Directory:
		return source.FromDirectory(name, o.Path, o.Root, o.Info), nil
	case policy.Null:
		f := source.FromBytes(name, nil)
		return f, o.File.Close()
	case policy.Stream:
		f := source.FromStream(ctx, name, o.File, limits.StreamMemory)
		f.State.ModTime = o.Info.ModTime()
		return f, nil
	case policy.Regular:
	}
	return source.New(name, o.Path, o.File, o.Info), nil
}

// recognise decides what a file is: a known signature, else text by its bytes,
// else unknown. An encoding that was asked for is taken at its word.
func recognise(f *source.File, req *Request) (detect.Type, charset.Guess, error) {
	if f.IsDir() {
		return detect.Type{Kind: detect.Directory, Format: "directory", MIME: "inode/directory", Name: "directory", Evidence: "the file system says so"}, charset.Guess{}, nil
	}
	head, complete, err := f.Head()
	if err != nil {
		return detect.Type{}, charset.Guess{}, err
	}
	in := detect.Input{Name: f.Name, Head: head, At: f, Size: f.Size()}
	if t, ok := detect.Binary(in); ok && (req.Encoding == "" || isDocument(t.Kind)) {
		if in.Size < 0 && (t.Format == "ole" || t.Format == "zip") { // what is in a container may be told at its end
			if err := f.ReadToEnd(); err != nil {
				return detect.Type{}, charset.Guess{}, err
			}
			in.Size = f.Size()
			t, _ = detect.Binary(in)
		}
		return t, charset.Detect(head, complete), nil
	}
	guess := charset.Detect(head, complete)
	if req.Encoding != "" {
		enc, ok := charset.Lookup(req.Encoding)
		if !ok {
			return detect.Type{}, guess, unknownEncoding(req.Encoding)
		}
		if guess.Encoding != enc {
			guess = charset.Guess{Encoding: enc, BOM: 0}
		}
		guess.Binary, guess.ASCII, guess.Confidence, guess.Evidence = false, false, 1, "as asked"
	}
	if guess.Binary {
		return detect.Type{Kind: detect.Unsupported, Format: "binary", MIME: "application/octet-stream", Name: "binary file", Evidence: guess.Evidence}, guess, nil
	}
	body := head[guess.BOM:]
	if !guess.Encoding.IsUTF8() {
		body, _, _, _ = guess.Encoding.NewDecoder().Append(nil, body, complete)
	}
	return detect.TextFormat(f.Name, body, complete), guess, nil
}

// isDocument reports whether a kind decides itself how its text is encoded.
func isDocument(k detect.Kind) bool {
	switch k {
	case detect.Word, detect.Presentation, detect.Spreadsheet, detect.LegacySpreadsheet, detect.Ebook, detect.PDF:
		return true
	case detect.Text, detect.HTML, detect.Notebook, detect.Email, detect.Image, detect.Archive, detect.Database, detect.Directory, detect.Unsupported:
	}
	return false
}

// contentSum hashes all of a file that is small enough to be read whole.
func contentSum(f *source.File) (uint64, bool) {
	if f.Stream() || f.IsDir() || f.Size() > limits.TotalsUnasked {
		return 0, false
	}
	sum, err := cursor.ContentSum(f, f.Size())
	return sum, err == nil
}

func unknownEncoding(label string) error {
	hint := "Use a WHATWG label such as utf-8, windows-1252, shift_jis or utf-16le."
	if near := charset.Near(label); len(near) > 0 {
		hint = "Did you mean " + strings.Join(near, ", ") + "?"
	}
	return fault.Invalid("There is no encoding "+fault.Quote(label)+".", hint)
}
