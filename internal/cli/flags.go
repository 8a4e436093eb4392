// Package cli parses command lines and writes their help and completions. It
// is small on purpose: the libraries for this bring in networking, templates
// and regular expressions, which together cost a third of the time that it
// takes to show a small file.
package cli

import (
	"errors"
	"fmt"
	"strconv"
	"time"
)

// A Flag is one flag of a command.
type Flag struct {
	Name     string
	Short    string // one letter, or empty
	Usage    string // the word in back quotes names the value
	Group    string // heading under which the help lists it
	Type     Type
	Default  string // as shown; empty: not shown
	Changed  bool   // given on this command line
	Complete func() []string

	set func(string) error
}

// A Type is what a flag takes.
type Type string

// The types of flags.
const (
	Bool     Type = "bool"
	Int      Type = "int"
	String   Type = "string"
	Strings  Type = "strings" // may be given several times
	Duration Type = "duration"
)

// A FlagSet is the flags of one command, in the order in which help lists them.
type FlagSet struct {
	flags []*Flag
	group string
}

// Group starts a group: the flags defined from here on stand under its heading.
func (s *FlagSet) Group(heading string) { s.group = heading }

// All lists the flags in order.
func (s *FlagSet) All() []*Flag { return s.flags }

// Lookup returns the flag of that name, or nil.
func (s *FlagSet) Lookup(name string) *Flag {
	for _, f := range s.flags {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Changed reports whether the flag was given.
func (s *FlagSet) Changed(name string) bool {
	f := s.Lookup(name)
	return f != nil && f.Changed
}

func (s *FlagSet) add(name, usage string, t Type, def string, set func(string) error) *Flag {
	f := &Flag{Name: name, Usage: usage, Group: s.group, Type: t, Default: def, set: set}
	s.flags = append(s.flags, f)
	return f
}

// BoolVar defines a flag that is on or off; --name=false turns it off.
func (s *FlagSet) BoolVar(p *bool, name string, value bool, usage string) *Flag {
	*p = value
	def := ""
	if value {
		def = "true"
	}
	return s.add(name, usage, Bool, def, func(v string) (err error) {
		*p, err = strconv.ParseBool(v)
		return err
	})
}

// Int64Var defines a flag that takes a whole number.
func (s *FlagSet) Int64Var(p *int64, name string, value int64, usage string) *Flag {
	*p = value
	return s.add(name, usage, Int, "", func(v string) (err error) {
		*p, err = strconv.ParseInt(v, 10, 64)
		return err
	})
}

// IntVar defines a flag that takes a whole number.
func (s *FlagSet) IntVar(p *int, name string, value int, usage string) *Flag {
	*p = value
	return s.add(name, usage, Int, "", func(v string) (err error) {
		*p, err = strconv.Atoi(v)
		return err
	})
}

// StringVar defines a flag that takes any text.
func (s *FlagSet) StringVar(p *string, name, value, usage string) *Flag {
	*p = value
	return s.add(name, usage, String, value, func(v string) error {
		*p = v
		return nil
	})
}

// StringArrayVar defines a flag that may be given several times.
func (s *FlagSet) StringArrayVar(p *[]string, name string, usage string) *Flag {
	return s.add(name, usage, Strings, "", func(v string) error {
		*p = append(*p, v)
		return nil
	})
}

// DurationVar defines a flag that takes a time such as 10s.
func (s *FlagSet) DurationVar(p *time.Duration, name string, value time.Duration, usage string) *Flag {
	*p = value
	return s.add(name, usage, Duration, "", func(v string) (err error) {
		*p, err = time.ParseDuration(v)
		return err
	})
}

// An UnknownFlagError names a flag that the command does not have.
type UnknownFlagError struct{ Flag string } // with its dashes

func (e *UnknownFlagError) Error() string { return "there is no flag " + e.Flag }

// A ValueError is a value that a flag does not take.
type ValueError struct {
	Flag  *Flag
	Value string
	Err   error
}

func (e *ValueError) Error() string {
	return fmt.Sprintf("--%s does not take %q", e.Flag.Name, e.Value)
}

// Unwrap returns the cause.
func (e *ValueError) Unwrap() error { return e.Err }

// A MissingValueError is a flag at the end of the line that wants a value.
type MissingValueError struct{ Flag *Flag }

func (e *MissingValueError) Error() string { return "--" + e.Flag.Name + " wants a value" }

// errHelp is returned by parse where help was asked for.
var errHelp = errors.New("help")
