package cmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"fread/internal/cli"

	"fread/internal/reader"
	"fread/internal/reader/fault"
	"fread/internal/session"
)

// registerWait is how long registering waits for others: it has nothing else
// to do, and nothing to show without.
const registerWait = 5 * time.Second

// sessionID is the session to use: that of the flag, which may be empty for
// none, or else that of the environment.
func (a *app) sessionID(c *cli.Command, flag string) string {
	if c.Flags().Changed("session") {
		return flag
	}
	return a.io.Getenv("FREAD_SESSION")
}

// sessions returns what opens a session of this user.
func (a *app) sessions(wait time.Duration) func(id string) (reader.Session, error) {
	return func(id string) (reader.Session, error) {
		dir, err := session.UserDir(a.io.Getenv)
		if err != nil {
			return nil, err
		}
		dir.Wait = wait
		s, err := dir.Open(id)
		if err != nil {
			return nil, err
		}
		return s, nil
	}
}

// perPath makes a command that does something with each path in a session.
func (a *app) perPath(c *cli.Command, wait time.Duration, do func(c *cli.Command, e *reader.Engine, req *reader.Request) error) *cli.Command {
	var id string
	var engine *reader.Engine
	c.Flags().StringVar(&id, "session", "", "`id` of the session (default $FREAD_SESSION)")
	c.RunE = func(c *cli.Command, paths []string) (err error) {
		if len(paths) == 0 {
			return fault.Invalid("No path was given.", "Try fread "+c.Name()+" --session ID FILE.")
		}
		name := a.sessionID(c, id)
		if name == "" {
			return fault.Invalid("No session was named.", "Give its id with --session, or set FREAD_SESSION.")
		}
		if engine, err = a.engine(&readFlags{}); err != nil {
			return err
		}
		engine.Sessions = a.sessions(wait)
		for _, path := range paths {
			if err := do(c, engine, &reader.Request{Path: path, Session: name}); err != nil {
				return err
			}
		}
		return nil
	}
	return c
}

func newCheck(a *app) *cli.Command {
	var format string
	c := a.perPath(&cli.Command{
		Use:   "check --session ID PATH...",
		Short: "Say whether files were read in a session and are unchanged since",
		Long:  "Say whether files were read in a session, all of them or which part, and are unchanged since.\nThe exit status is 0 if all were read and are unchanged, 1 if not.",
	}, 0, func(c *cli.Command, e *reader.Engine, req *reader.Request) error {
		if err := oneFormat(format); err != nil {
			return err
		}
		found, err := e.Check(c.Context(), req)
		if err != nil {
			return err
		}
		if !found.OK() {
			a.status = worse(a.status, exitFailed)
		}
		if format == "json" {
			return a.printJSON(found)
		}
		_, err = fmt.Fprintf(a.io.Out, "%s: %s\n", printable(req.Path), printable(found.Message))
		return err
	})
	c.Flags().StringVar(&format, "format", "text", "text or json")
	return c
}

func newRegister(a *app) *cli.Command {
	return a.perPath(&cli.Command{
		Use:   "register --session ID PATH...",
		Short: "Put files into a session, and print the objects that name them",
		Long:  "Put files into a session, and print for each a line of JSON with the objects that name it to\nother tools: file and runtimeFile. The last one is the latest of the session.",
	}, registerWait, func(c *cli.Command, e *reader.Engine, req *reader.Request) error {
		put, err := e.Register(c.Context(), req)
		if err != nil {
			return err
		}
		if put.Error != nil {
			a.complain(req.Path, errors.New(put.Error.Message))
			a.status = worse(a.status, exitFailed)
		}
		return a.printJSON(put)
	})
}

func newSessions(a *app) *cli.Command {
	c := &cli.Command{
		Use:   "sessions",
		Short: "List the sessions that remember what was read, or clear them",
		Args:  noArgs,
		RunE: func(*cli.Command, []string) error {
			return fault.Invalid("What to do with the sessions was not said.", "Use fread sessions list, or fread sessions clear ID.")
		},
	}
	c.AddCommand(newSessionsList(a), newSessionsClear(a))
	return c
}

func newSessionsList(a *app) *cli.Command {
	var format string
	c := &cli.Command{
		Use:   "list",
		Short: "List the sessions, those last used first",
		Args:  noArgs,
		RunE: func(*cli.Command, []string) error {
			if err := oneFormat(format); err != nil {
				return err
			}
			dir, err := session.UserDir(a.io.Getenv)
			if err != nil {
				return err
			}
			found, failed := dir.List()
			if format == "json" {
				for _, s := range found {
					if err := a.printJSON(s); err != nil {
						return err
					}
				}
				return failed
			}
			w := tabwriter.NewWriter(a.io.Out, 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "SESSION\tFILES\tBYTES\tLAST USED")
			for _, s := range found {
				fmt.Fprintf(w, "%s\t%d\t%d\t%s\n", s.ID, s.Files, s.SizeBytes, s.LastUsed.Format(time.RFC3339))
			}
			if err := w.Flush(); err != nil {
				return err
			}
			return failed
		},
	}
	c.Flags().StringVar(&format, "format", "text", "text or json")
	return c
}

func newSessionsClear(a *app) *cli.Command {
	var all bool
	var older string
	c := &cli.Command{
		Use:   "clear [ID...]",
		Short: "Forget sessions: those named, all, or those not used for some time",
		RunE: func(c *cli.Command, ids []string) error {
			ways := 0
			for _, given := range []bool{len(ids) > 0, all, c.Flags().Changed("older-than")} {
				if given {
					ways++
				}
			}
			if ways != 1 {
				return fault.Invalid("Which sessions to forget must be said in one way.", "Name them, or use --all or --older-than 7d.")
			}
			dir, err := session.UserDir(a.io.Getenv)
			if err != nil {
				return err
			}
			dir.Wait = registerWait
			if len(ids) > 0 {
				return a.clear(dir, ids)
			}
			age := time.Duration(0)
			if !all {
				if age, err = parseAge(older); err != nil {
					return err
				}
			}
			n, err := dir.Expire(age)
			fmt.Fprintf(a.io.Err, "fread: %d sessions forgotten.\n", n)
			return err
		},
	}
	c.Flags().BoolVar(&all, "all", false, "all of them")
	c.Flags().StringVar(&older, "older-than", "", "those not used for this `time`, such as 7d or 12h")
	return c
}

// clear forgets the sessions that are named; one that does not exist fails
// without stopping the others.
func (a *app) clear(dir session.Dir, ids []string) error {
	for _, id := range ids {
		s, err := dir.Open(id)
		if err != nil {
			return usage(fmt.Errorf("%s: %w", fault.Quote(id), err))
		}
		existed, err := s.Clear()
		if err == nil && !existed {
			err = fmt.Errorf("there is no such session: %w", fs.ErrNotExist)
		}
		if err != nil {
			a.complain(id, err)
			a.status = worse(a.status, exitFailed)
		}
	}
	return nil
}

// parseAge reads 7d, or a time as Go writes it.
func parseAge(s string) (time.Duration, error) {
	const day = 24 * time.Hour
	if days, ok := strings.CutSuffix(s, "d"); ok {
		if n, err := strconv.ParseUint(days, 10, 16); err == nil && n > 0 {
			return time.Duration(n) * day, nil
		}
	}
	if d, err := time.ParseDuration(s); err == nil && d > 0 {
		return d, nil
	}
	return 0, fault.Invalid("--older-than does not take "+fault.Quote(s)+".", "Write a time, such as 7d or 12h.")
}

func oneFormat(format string) error {
	if format == "text" || format == "json" {
		return nil
	}
	return fault.Invalid("--format can be text or json here, not "+fault.Quote(format)+".", "")
}

func (a *app) printJSON(v any) error {
	e := json.NewEncoder(a.io.Out)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
