//go:build !windows

package session

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestModes(t *testing.T) {
	t.Parallel()
	s, d := open(t, "a")
	put(t, s, sample("x"))
	for path, want := range map[string]os.FileMode{d.Path: 0o700, s.base + logExt: 0o600, s.base + lockExt: 0o600} {
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v %v", path, info.Mode(), err)
		}
	}
}

// TestUnsafeStores puts what a stranger might in the place of the store.
func TestUnsafeStores(t *testing.T) {
	t.Parallel()
	victim := filepath.Join(t.TempDir(), "victim")
	if err := os.WriteFile(victim, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, plant := range map[string]func(s *Store) error{
		"link":          func(s *Store) error { return os.Symlink(victim, s.base+logExt) },
		"dangling link": func(s *Store) error { return os.Symlink(victim+"2", s.base+logExt) },
		"link as lock":  func(s *Store) error { return os.Symlink(victim, s.base+lockExt) },
		"fifo":          func(s *Store) error { return syscall.Mkfifo(s.base+logExt, 0o600) },
		"folder":        func(s *Store) error { return os.Mkdir(s.base+logExt, 0o700) },
		"open to all": func(s *Store) error {
			if err := os.WriteFile(s.base+logExt, nil, 0o600); err != nil {
				return err
			}
			return os.Chmod(s.base+logExt, 0o666)
		},
		"folder open to all": func(s *Store) error { return os.Chmod(s.dir.Path, 0o777) },
		"link as folder": func(s *Store) error {
			if err := os.Remove(s.dir.Path); err != nil {
				return err
			}
			return os.Symlink(filepath.Dir(victim), s.dir.Path)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, d := open(t, "a")
			if err := d.make(); err != nil {
				t.Fatal(err)
			}
			if err := plant(s); err != nil {
				t.Fatal(err)
			}
			if err := s.Put(sample("x")); !errors.Is(err, ErrUnsafe) {
				t.Errorf("put: %v", err)
			}
			if got, _ := s.Get("fx", ""); len(got) != 0 {
				t.Errorf("get: %v", got)
			}
			_, _ = s.Clear()
			if b, err := os.ReadFile(victim); err != nil || string(b) != "mine" {
				t.Errorf("the victim was touched: %q %v", b, err)
			}
		})
	}
	if _, err := os.Stat(victim + "2"); err == nil {
		t.Error("a dangling link was followed")
	}
}
