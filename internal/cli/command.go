package cli

import (
	"context"
	"io"
	"strings"
)

// A Command is a command of the program, or a subcommand of one.
type Command struct {
	Use     string // name and what follows it: "fread [flags] PATH..."
	Short   string // one line
	Long    string // a paragraph; empty: Short
	Example string
	Hidden  bool
	// Args checks what is left of the line without flags; nil takes anything.
	Args func(c *Command, args []string) error
	// ValidArgs are the words that completion offers instead of files.
	ValidArgs []string
	RunE      func(c *Command, args []string) error
	// FlagError explains an error of the flags; nil leaves it as it is.
	FlagError func(c *Command, err error) error
	Out       io.Writer

	flags  FlagSet
	subs   []*Command
	parent *Command
	ctx    context.Context //nolint:containedctx // it lives as long as the run of the command
}

// Flags returns the flags of the command.
func (c *Command) Flags() *FlagSet { return &c.flags }

// AddCommand adds subcommands.
func (c *Command) AddCommand(subs ...*Command) {
	for _, s := range subs {
		s.parent = c
		c.subs = append(c.subs, s)
	}
}

// Name returns the first word of Use.
func (c *Command) Name() string {
	name, _, _ := strings.Cut(c.Use, " ")
	return name
}

// Root returns the command of the program.
func (c *Command) Root() *Command {
	for c.parent != nil {
		c = c.parent
	}
	return c
}

// Context returns the context of the run.
func (c *Command) Context() context.Context { return c.ctx }

// path is the name with those of the commands above.
func (c *Command) path() string {
	if c.parent == nil {
		return c.Name()
	}
	return c.parent.path() + " " + c.Name()
}

// Execute runs the line args. The first word that is no flag chooses a
// subcommand if one has that name and no -- comes before it.
func (c *Command) Execute(ctx context.Context, args []string) error {
	if len(args) > 0 && args[0] == CompleteCommand {
		return c.complete(args[1:])
	}
	run := c
	rest, sub, err := c.parse(args)
	for sub != nil && err == nil {
		run = sub
		rest, sub, err = run.parse(rest)
	}
	run.ctx = ctx
	if err == errHelp { //nolint:errorlint // a sentinel of this package that is never wrapped
		_, err := io.WriteString(c.Root().Out, run.Help())
		return err
	}
	if err != nil {
		if explain := run.Root().FlagError; explain != nil {
			return explain(run, err)
		}
		return err
	}
	if run.Args != nil {
		if err := run.Args(run, rest); err != nil {
			return err
		}
	}
	return run.RunE(run, rest)
}

// parse reads the flags of args and returns the words that are none; or, where
// the first of them names a subcommand, that and what follows it.
func (c *Command) parse(args []string) (words []string, sub *Command, err error) {
	for i := 0; i < len(args); i++ {
		arg := args[i]
		switch {
		case arg == "--":
			return append(words, args[i+1:]...), nil, nil
		case arg == "-" || !strings.HasPrefix(arg, "-"):
			if len(words) == 0 {
				if s := c.sub(arg); s != nil {
					return args[i+1:], s, nil
				}
			}
			words = append(words, arg)
			continue
		case arg == "--help" || arg == "-h":
			return nil, nil, errHelp
		}
		f, value, hasValue := c.flag(arg)
		switch {
		case f == nil:
			name, _, _ := strings.Cut(arg, "=")
			return nil, nil, &UnknownFlagError{name}
		case hasValue:
		case f.Type == Bool:
			value = "true"
		case i+1 == len(args):
			return nil, nil, &MissingValueError{f}
		default:
			i++
			value = args[i]
		}
		f.Changed = true
		if err := f.set(value); err != nil {
			return nil, nil, &ValueError{f, value, err}
		}
	}
	return words, nil, nil
}

func (c *Command) sub(name string) *Command {
	for _, s := range c.subs {
		if s.Name() == name {
			return s
		}
	}
	return nil
}

// flag finds the flag that a word names: --name, --name=value, -x, -x=value.
func (c *Command) flag(arg string) (f *Flag, value string, hasValue bool) {
	long := strings.HasPrefix(arg, "--")
	name := strings.TrimLeft(arg, "-")
	name, value, hasValue = strings.Cut(name, "=")
	for _, f := range c.flags.flags {
		if (long && f.Name == name) || (!long && f.Short == name && name != "") {
			return f, value, hasValue
		}
	}
	return nil, "", false
}

// Help writes the help of the command: examples first, then the flags by group.
func (c *Command) Help() string {
	var b strings.Builder
	long := c.Long
	if long == "" {
		long = c.Short
	}
	b.WriteString(long + "\n\nUsage:\n  ")
	use := c.Use
	if c.parent != nil {
		use = c.parent.path() + " " + use
	}
	b.WriteString(use + "\n")
	if c.Example != "" {
		b.WriteString("\nExamples:\n" + c.Example + "\n")
	}
	c.helpCommands(&b)
	c.helpFlags(&b)
	return b.String()
}

func (c *Command) helpCommands(b *strings.Builder) {
	width := 0
	for _, s := range c.subs {
		if !s.Hidden {
			width = max(width, len(s.Name()))
		}
	}
	if width == 0 {
		return
	}
	b.WriteString("\nCommands:\n")
	for _, s := range c.subs {
		if !s.Hidden {
			b.WriteString("  " + s.Name() + strings.Repeat(" ", width-len(s.Name())+2) + s.Short + "\n")
		}
	}
	b.WriteString("  A file of one of these names is read as ./name or after --.\n")
}

func (c *Command) helpFlags(b *strings.Builder) {
	width := 0
	for _, f := range c.flags.flags {
		width = max(width, len(f.left()))
	}
	group := "\x00"
	for _, f := range c.flags.flags {
		if f.Group != group {
			group = f.Group
			heading := group
			if heading == "" {
				heading = "Flags"
			}
			b.WriteString("\n" + heading + ":\n")
		}
		left := f.left()
		_, usage := f.placeholder()
		b.WriteString("  " + left + strings.Repeat(" ", width-len(left)+2) + usage)
		if f.Default != "" {
			b.WriteString(" (default " + f.Default + ")")
		}
		b.WriteString("\n")
	}
}

// Doc returns how the flag is written, with the name of its value, and what it
// does.
func (f *Flag) Doc() (written, usage string) {
	_, usage = f.placeholder()
	return f.left(), usage
}

// left is how the help writes the flag itself.
func (f *Flag) left() string {
	s := "--" + f.Name
	if f.Short != "" {
		s = "-" + f.Short + ", " + s
	}
	if name, _ := f.placeholder(); name != "" {
		s += " " + name
	}
	return s
}

// placeholder returns the name of the value, which the usage has in back
// quotes, and the usage without them.
func (f *Flag) placeholder() (name, usage string) {
	before, rest, ok := strings.Cut(f.Usage, "`")
	if !ok {
		if f.Type == Bool {
			return "", f.Usage
		}
		return strings.TrimSuffix(string(f.Type), "s"), f.Usage
	}
	name, after, _ := strings.Cut(rest, "`")
	return name, before + name + after
}

// Commands lists the subcommands.
func (c *Command) Commands() []*Command { return c.subs }
