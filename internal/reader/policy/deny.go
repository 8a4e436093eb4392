package policy

import (
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"unicode"

	"github.com/bmatcuk/doublestar/v4"
	"golang.org/x/text/unicode/norm"

	"fread/internal/reader/fault"
)

// Deny is a list of rules about paths; the last rule that matches decides.
type Deny struct{ rules []rule }

// A rule is one glob. A glob without a slash is held against every element of
// a path; one with a slash against the whole path or its end.
type rule struct {
	name  string // as given, for messages
	glob  string
	allow bool // a rule that began with !
	folds bool // spellings that some file system takes for the same name count as equal
}

// SecretsRule is the name of the built-in set of rules.
const SecretsRule = "secrets"

// ParseDeny reads the globs of --deny: ** crosses folders, {a,b} chooses, a
// leading ! makes an exception, and the word secrets stands for the built-in
// set of files that hold credentials.
func ParseDeny(globs []string) (*Deny, error) {
	d := &Deny{}
	for _, g := range globs {
		if g == SecretsRule {
			d.rules = append(d.rules, secrets()...)
			continue
		}
		r := rule{name: g, glob: filepath.ToSlash(g), folds: runtime.GOOS == "darwin" || runtime.GOOS == "windows"}
		r.glob, r.allow = strings.CutPrefix(r.glob, "!")
		if len(r.glob) > 1 {
			r.glob = strings.TrimSuffix(r.glob, "/")
		}
		if strings.HasPrefix(r.glob, "./") || strings.HasPrefix(r.glob, "../") || r.glob == ".." || r.glob == "." {
			r.glob = filepath.ToSlash(absolute(r.glob)) // seen from here
		}
		if r.folds {
			r.glob = folded(r.glob)
		}
		if r.glob == "" || !doublestar.ValidatePattern(r.glob) {
			return nil, fault.Invalid("The pattern "+fault.Quote(g)+" of --deny is malformed.", "Write a glob such as *.pem, **/private/** or secrets.")
		}
		d.rules = append(d.rules, r)
	}
	return d, nil
}

// Match returns the rule that denies an absolute path, or "".
func (d *Deny) Match(abs string) string {
	if d == nil {
		return ""
	}
	plain := strings.TrimPrefix(filepath.ToSlash(abs), filepath.ToSlash(filepath.VolumeName(abs)))
	loose := ""
	denied := ""
	for _, r := range d.rules {
		p := plain
		if r.folds {
			if loose == "" {
				loose = folded(plain)
			}
			p = loose
		}
		if !r.matches(p) {
			continue
		}
		denied = r.name
		if r.allow {
			denied = ""
		}
	}
	return denied
}

func (r *rule) matches(p string) bool {
	if strings.Contains(r.glob, "/") {
		glob := r.glob
		if !strings.HasPrefix(glob, "/") {
			glob = "**/" + glob
		}
		// A rule about a folder is one about all in it; an exception is about the
		// file itself.
		return doublestar.MatchUnvalidated(glob, p) || (!r.allow && doublestar.MatchUnvalidated(glob+"/**", p))
	}
	if r.allow {
		return doublestar.MatchUnvalidated(r.glob, path.Base(p))
	}
	for element := range strings.SplitSeq(p, "/") {
		if element != "" && doublestar.MatchUnvalidated(r.glob, element) {
			return true
		}
	}
	return false
}

// folded maps the spellings that one file system or another takes for the same
// name to one: letter case and compatible characters (HFS+, APFS), code points
// that are ignored (HFS+), dots and spaces at the end, and named streams (NTFS).
func folded(p string) string {
	elements := strings.Split(p, "/")
	for i, e := range elements {
		e = strings.Map(func(r rune) rune {
			if unicode.Is(unicode.Cf, r) || r == 0x34f || (r >= 0xfe00 && r <= 0xfe0f) {
				return -1
			}
			return unicode.ToLower(unicode.ToUpper(r))
		}, norm.NFKC.String(e))
		if name, _, ok := strings.Cut(e, ":"); ok && name != "" {
			e = name
		}
		if trimmed := strings.TrimRight(e, ". "); trimmed != "" {
			e = trimmed
		}
		e = original(e)
		elements[i] = e
	}
	return strings.Join(elements, "/")
}

// original returns the name of what a file is a copy of by its name, as editors
// and people make them: server.pem~, .env.bak, id_rsa.old.
func original(name string) string {
	for {
		cut := strings.TrimSuffix(name, "~")
		for _, end := range []string{".bak", ".old", ".orig", ".save", ".copy", ".tmp", ".swp"} {
			cut = strings.TrimSuffix(cut, end)
		}
		if cut == name || cut == "" {
			return name
		}
		name = cut
	}
}

// secrets returns the built-in rules: where programs of everyday use keep
// passwords, tokens and private keys. Templates and public keys are let through.
func secrets() []rule {
	globs := []string{
		".env", ".env.*", ".env[-_]*", "*.env", ".envrc", "/proc/**/environ",
		"*.pem", "*.key", "*.p12", "*.pfx", "*.p8", "*.pkcs12", "*.jks", "*.keystore", "*.ppk", "*.kdbx", "*.kdb", "*.agekey",
		"id_rsa", "id_dsa", "id_ecdsa", "id_ecdsa_sk", "id_ed25519", "id_ed25519_sk", "ssh_host_*_key",
		".netrc", "_netrc", ".pgpass", "pgpass.conf", ".my.cnf", ".mylogin.cnf", ".npmrc", ".yarnrc.yml", ".pypirc", ".git-credentials", ".gitcookies",
		".htpasswd", ".s3cfg", ".boto", ".vault-token", ".terraformrc", "credentials.tfrc.json", "*.tfstate", "*.tfstate.backup", "*.tfvars",
		"credentials.json", "client_secret*.json", "service-account*.json", "service_account*.json", "application_default_credentials.json",
		"secrets.{json,yml,yaml,toml,env,ini,properties}", "secret.{json,yml,yaml,toml,env}", "credentials.{yml,yaml,toml,ini,csv,xml}", "master.key", "*.kubeconfig", "kubeconfig", "kube.config",
		".aws/{credentials,config}", ".azure/**", ".config/gcloud/**", ".config/gh/hosts.yml", ".config/rclone/rclone.conf", ".config/hub", ".kube/config", ".docker/config.json", ".dockercfg",
		".gnupg/**", ".ssh/**", ".password-store/**", ".cargo/credentials*", ".gem/credentials", ".m2/settings.xml", ".gradle/gradle.properties", ".composer/auth.json",
		"*.keychain", "*.keychain-db", "login.keyring", "*_history", ".lesshst", "wallet.dat",
		"/etc/shadow", "/etc/shadow-", "/etc/gshadow", "/etc/gshadow-", "/etc/sudoers", "/etc/ssl/private/**", "/etc/krb5.keytab", "*.keytab",
	}
	exempt := []string{
		"*.{example,sample,template,tmpl,dist,defaults,default}", ".env.{example,sample,template,tmpl,dist,defaults,default}*", "*.{example,sample,template}.env",
		"*.pub", "*.pub.pem", "*public*.pem", "known_hosts*", "authorized_keys*",
	}
	rules := make([]rule, 0, len(globs)+len(exempt))
	for _, g := range globs {
		rules = append(rules, rule{name: SecretsRule + " (" + g + ")", glob: g, folds: true})
	}
	for _, g := range exempt {
		rules = append(rules, rule{name: SecretsRule, glob: g, folds: true, allow: true})
	}
	return rules
}

// deniedLink returns the rule that denies another name of the same file in its
// folder. Names in other folders cannot be found from the file.
func (p *Policy) deniedLink(o *Opened) string {
	if p.Deny == nil || !o.Info.Mode().IsRegular() || linkCount(o.Info) < 2 {
		return ""
	}
	dir := filepath.Dir(o.Path)
	for _, name := range p.names(dir) {
		other := filepath.Join(dir, name)
		rule := p.Deny.Match(other)
		if rule == "" {
			continue
		}
		if info, err := p.stat(other); err == nil && os.SameFile(info, o.Info) {
			return rule
		}
	}
	return ""
}

func refuseDenied(p, rule string) error {
	return fault.New(fault.Denied, fault.PhaseAuthorize, p, "Reading it is denied by the rule "+fault.Quote(rule)+".", "Ask the person who set the rule, or read another file.")
}
