package redact

import (
	"bytes"
	"encoding/base64"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"fread/internal/reader/fault"
)

const (
	digits  = "0123456789"
	hexLow  = digits + "abcdef"
	upper   = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	lower   = "abcdefghijklmnopqrstuvwxyz"
	alnum   = digits + upper + lower
	urlSafe = alnum + "_-"
	base64s = alnum + "+/"
)

// A plant is a way a secret is met in a text.
type plant struct {
	rule   string
	before string // context that stays
	secret func(r *rand.Rand) string
	after  string
}

func chars(r *rand.Rand, n int, of string) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = of[r.IntN(len(of))]
	}
	return string(b)
}

// tok returns a maker of prefix and n random bytes. Prefixes are given in parts
// where the whole would look like a leak to a scanner.
func tok(prefix string, n int, of string) func(*rand.Rand) string {
	return func(r *rand.Rand) string { return prefix + chars(r, n, of) }
}

func plants() []plant {
	return []plant{
		{"aws-access-key", "aws=", tok("AK"+"IA", 16, upper+"234567"), " x"},
		{"aws-access-key", `"key":"\n`, tok("AS"+"IA", 16, upper+"234567"), `"`},
		{"aws-secret-key", "aws_secret_access_key = ", tok("", 40, base64s), ""},
		{"aws-secret-key", `"SecretAccessKey": "`, tok("", 40, base64s), `",`},
		{"aws-secret-key", `AWS_SECRET_ACCESS_KEY='`, tok("", 40, base64s), `'`},
		{"github-token", "gh=", tok("gh"+"p_", 36, alnum), "\""},
		{"github-token", "q%3D", tok("gh"+"s_", 36, alnum), "&a=b"},
		{"github-token", `\u003d`, tok("gh"+"o_", 36, alnum), "."},
		{"github-token", "", tok("github"+"_pat_", 82, alnum+"_"), ""},
		{"gitlab-token", "CI_TOKEN: ", tok("gl"+"pat-", 20, urlSafe), ""},
		{"slack-token", "", tok("xo"+"xb-123456789012-1234567890-", 24, alnum), ""},
		{"slack-webhook", "https://hooks.slack.com/services/", tok("T0ABC1234/B0ABC1234/", 24, alnum), ""},
		{"stripe-key", "key: ", tok("sk"+"_live_", 24, alnum), ","},
		{"google-api-key", "?key=", tok("AI"+"za", 35, alnum), "&b"},
		{"google-oauth", "", tok("ya"+"29.", 60, alnum), ""},
		{"google-oauth", "", tok("GOC"+"SPX-", 28, alnum), ""},
		{"azure-storage-key", "AccountName=a;AccountKey=", func(r *rand.Rand) string { return chars(r, 86, base64s) + "==" }, ";Endpoint"},
		{"azure-sas", "https://a.blob/c?sv=2020&sig=", func(r *rand.Rand) string { return chars(r, 43, alnum) + "%3D" }, "&se=1"},
		{"azure-client-secret", "", func(r *rand.Rand) string { return chars(r, 3, alnum) + "8" + "Q~" + chars(r, 34, alnum) }, " x"},
		{"twilio-key", "sid ", tok("S"+"K", 32, hexLow), " "},
		{"sendgrid-key", "", func(r *rand.Rand) string { return "SG" + "." + chars(r, 22, urlSafe) + "." + chars(r, 43, urlSafe) }, " "},
		{"mailgun-key", "", tok("ke"+"y-", 32, hexLow), ""},
		{"npm-token", "//registry/:_authToken=", tok("np"+"m_", 36, alnum), ""},
		{"pypi-token", "", tok("py"+"pi-AgEI", 100, urlSafe), "\n"},
		{"docker-token", "", tok("dckr"+"_pat_", 27, urlSafe), " "},
		{"huggingface-token", "HF=", tok("h"+"f_", 34, upper+lower), ""},
		{"anthropic-key", "", tok("sk"+"-ant-api03-", 95, urlSafe), ""},
		{"openai-key", "", func(r *rand.Rand) string { return "sk" + "-proj-" + chars(r, 60, alnum) + "1" }, ""},
		{"openai-key", "", func(r *rand.Rand) string { return "s" + "k-" + chars(r, 47, alnum) + "1" }, ""},
		{"api-key", "", tok("gs"+"k_", 52, alnum), ""},
		{"digitalocean-token", "", tok("dop"+"_v1_", 64, hexLow), ""},
		{"shopify-token", "", tok("shp"+"at_", 32, hexLow), ""},
		{"telegram-token", "bot", func(r *rand.Rand) string { return "1" + chars(r, 8, digits) + ":" + "AA" + chars(r, 33, urlSafe) }, "/getMe"},
		{"discord-token", "", func(r *rand.Rand) string {
			return base64.RawStdEncoding.EncodeToString([]byte("9"+chars(r, 17, digits))) + "." + chars(r, 6, alnum) + "." + chars(r, 38, urlSafe)
		}, " "},
		{"discord-webhook", "https://discord.com/api/webhooks/", func(r *rand.Rand) string { return chars(r, 18, digits) + "/" + chars(r, 68, urlSafe) }, " "},
		{"age-key", "", tok("AGE-SECRET"+"-KEY-1", 58, upper+"234567"), "\n"},
		{"heroku-key", "HEROKU_API_KEY=", func(r *rand.Rand) string {
			return chars(r, 8, hexLow) + "-" + chars(r, 4, hexLow) + "-" + chars(r, 4, hexLow) + "-" + chars(r, 4, hexLow) + "-" + chars(r, 12, hexLow)
		}, ""},
		{"cloudflare-key", "CLOUDFLARE_API_TOKEN=", tok("", 40, alnum), ""},
		{"databricks-token", "", tok("da"+"pi", 32, hexLow), "-2"},
		{"vault-token", "", tok("hv"+"s.", 90, urlSafe), ""},
		{"terraform-token", "token = \"", func(r *rand.Rand) string { return chars(r, 14, alnum) + ".atlas" + "v1." + chars(r, 67, alnum) }, "\""},
		{"linear-key", "", tok("lin"+"_api_", 40, alnum), ""},
		{"notion-token", "", tok("nt"+"n_", 46, alnum), ""},
		{"notion-token", "", tok("sec"+"ret_", 43, alnum), ""},
		{"sentry-token", "", tok("sntr"+"ys_", 80, alnum), ""},
		{"grafana-token", "", func(r *rand.Rand) string { return "gl" + "sa_" + chars(r, 32, alnum) + "_" + chars(r, 8, hexLow) }, " "},
		{"atlassian-token", "", tok("ATA"+"TT3", 186, urlSafe), ""},
		{"wireguard-key", "PrivateKey = ", func(r *rand.Rand) string { return chars(r, 43, base64s) + "=" }, "\n"},
		{"jwt", "t=", func(r *rand.Rand) string {
			return "ey" + "JhbGciOiJIUzI1NiJ9." + "ey" + "J" + chars(r, 30+r.IntN(2000), urlSafe) + "." + chars(r, 43, urlSafe)
		}, " x"},
		{"http-authorization", "Authorization: Basic ", func(r *rand.Rand) string {
			return base64.StdEncoding.EncodeToString([]byte("user:" + chars(r, 12, alnum)))
		}, "\r\n"},
		{"http-authorization", `-H "authorization: Bearer `, func(r *rand.Rand) string { return chars(r, 30, alnum) + "1" }, `"`},
		{"url-password", "postgres://admin:", func(r *rand.Rand) string { return chars(r, 12, alnum) }, "@db.internal:5432/x"},
		{"url-password", "redis://:", func(r *rand.Rand) string { return chars(r, 8, alnum) + "@" + chars(r, 8, alnum) + "é" }, "@cache"},
		{"url-password", "amqp://u:", func(r *rand.Rand) string { return "%21(" + chars(r, 6, alnum) + "," + chars(r, 6, alnum) + "{}|" }, "@h/"},
		{"url-password", "amqp://u:", func(r *rand.Rand) string { return "$ecret*" + chars(r, 6, alnum) + "/" + chars(r, 6, alnum) }, "@h/"},
		{"http-authorization", "Authorization: ", func(r *rand.Rand) string { return chars(r, 39, alnum) + "1" }, ""},
		{"private-key", `"-----BEGIN ` + `PRIVATE KEY-----\n`, func(r *rand.Rand) string {
			return chars(r, 64, base64s) + `\n` + chars(r, 64, base64s) + `\n` + chars(r, 11, base64s) + "="
		}, `\n-----END PRIVATE KEY-----\n"`},
		{"private-key", `-----BEGIN RSA ` + `PRIVATE KEY----- `, func(r *rand.Rand) string {
			return chars(r, 64, base64s) + ` ` + chars(r, 20, base64s) + "=="
		}, ` -----END RSA PRIVATE KEY-----`},
		{"private-key", "client-key-data: ", func(r *rand.Rand) string {
			return base64.StdEncoding.EncodeToString([]byte("-----BEGIN RSA " + "PRIVATE KEY-----\n" + chars(r, 700, base64s) + "\n-----END"))
		}, ""},
	}
}

func setOf(tb testing.TB, values ...string) *Set {
	tb.Helper()
	s, err := Parse(values)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func TestRules(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	set := setOf(t, "secrets")
	seen := map[string]bool{}
	for _, p := range plants() {
		seen[p.rule] = true
		for range 300 {
			secret := p.secret(r)
			text := p.before + secret + p.after
			out, marks := set.NewStream().Redact([]byte(text))
			if want := p.before + markOpen + p.rule + markClose + p.after; string(out) != want {
				t.Errorf("%s: %q gives %q", p.rule, text, out)
				break
			}
			if len(marks) != 1 || text[marks[0].Start:marks[0].End] != secret {
				t.Fatalf("%s: %+v", p.rule, marks)
			}
			only := setOf(t, p.rule)
			if alone, _ := only.NewStream().Redact([]byte(text)); string(alone) != string(out) {
				t.Fatalf("%s alone gives %q", p.rule, alone)
			}
		}
	}
	for _, name := range Names()[2:] {
		if !seen[name] {
			t.Errorf("no test of %s", name)
		}
	}
}

func TestNoSecrets(t *testing.T) {
	t.Parallel()
	s := setOf(t, "secrets").NewStream()
	h := strings.Repeat
	for _, text := range []string{
		"", "a", "ab", "abc", "://", "x://:@", "SG.", ":AA", "sk-", ".eyJ", "PRIVATE KEY", "AKIA", "-----BEGIN PRIVATE KEY-----",
		"AK" + "IAIOSFODNN7EXAMPLE", "AKIAEXAMPLE", "AKIA" + h("X", 16), "BAKIA" + "Z7QWERTYUIOPASDF", "AKIA" + "Z7QWERTYUIOPASDFG", "AKIA" + "Z7QWERTyUIOPASDF",
		"aws_secret_access_key = ", "aws_secret_access_key wJalrXUtnFEMIK7MDENGbPxRfiCYzzzzzzzzKEYx", "aws_secret_access_key=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
		"aws_secret_access_key=" + h("x", 40), "aws_secret_access_key=${AWS_SECRET_ACCESS_KEY}",
		"ghp_" + h("x", 36), "ghp_short", "ghp_" + h("X", 36), "ghp_your_token_here", "<ghp_token>", "ghp_" + h("aB3dE6gH9", 3), "github_pat_" + h("x", 60),
		"glpat-" + h("x", 20), "glpat-your-token-goes-here-now", "xoxb-", "xoxb-your-bot-token-goes-here-1", "xoxb-123", "https://hooks.slack.com/services/T00000000/B00000000/" + h("X", 24),
		"sk_live_" + h("x", 24), "sk_live_", "task_live_a1b2c3d4e5f6g7h8i9j0", "AIza" + h("0", 35), "AIzaShort", "ya29.short", "GOCSPX-" + h("x", 28),
		"AccountKey=<key>", "AccountKey=${KEY}", "?sig=abc", "design=0123", "SK" + h("a", 32), "SK" + h("A", 32), "ASK0123456789abcdef0123456789abcde1", "SG.abc.def",
		"key-" + h("0", 32), "monkey-0f1e2d3c4b5a69788796a5b4c3d2e1f0", "npm_config_user_agent", "npm_lifecycle_event", "hf_hub_download", "hf_" + h("x", 34), "pypi-AgEIxyz", "dckr_pat_",
		"sk-ant-api03-" + h("x", 90), "sk-circle-fade-dot-number-twelve-of-the-spinner", "sk-learn", "task-0123456789abcdefABCDEF0123456789", "sk-...", "sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx1",
		"dop_v1_" + h("0", 64), "dop_v1_abc", "shpat_" + h("f", 32), "12345:AA", "NTA is a name", "Mjg4.abc.def", "AGE-SECRET-KEY-1QQQQ", "HEROKU_API_KEY=your-key", "dapi_server_version", "hvs.short",
		"a.atlasv1.b", "lin_api_", "secret_name", "secret_" + h("x", 43), "sntrys_x", "glsa_x", "ATATT3x", "PrivateKey = <your key>", "eyJhbGciOiJIUzI1NiJ9", "eyJhbGci.eyJzdWIi.short",
		"Authorization: Bearer <token>", "Authorization: Bearer ${TOKEN}", "Authorization: Bearer your-token-goes-here-1", "Authorization: Bearer $TOKEN", "Authorization: token", "the authorization: basic idea is this",
		"http://user:password@host/", "http://user:pass@host/", "https://user:hunter22@example.com/x", "postgres://u:${PASSWORD}@db/x", "postgres://u:<password>@db/x", "postgres://u:{{.Pw}}@db", "http://host:8080/a@b.c",
		"http://host:8080?x=user@b.c", "http://host/a:bcdefgh@x", "https://user@host/x", "ftp://a:b", "mysql://root:%s@localhost/x", "git://x:****@host", "postgres://user:your-password@host/db",
		"-----BEGIN CERTIFICATE-----", "-----BEGIN PUBLIC KEY-----", `"-----BEGIN PRIVATE KEY-----...-----END PRIVATE KEY-----"`, "a PRIVATE KEY-----", "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t" + h("QUFB", 40),
		"sha256:" + h("0123456789abcdef", 4),
	} {
		out, marks := s.Redact([]byte(text))
		if string(out) != text || marks != nil {
			t.Errorf("%q gives %q", text, out)
		}
		s.key = block{}
	}
}

func TestAssignments(t *testing.T) {
	t.Parallel()
	s := setOf(t, "assignments").NewStream()
	const m = markOpen + assignmentsName + markClose
	for text, want := range map[string]string{
		"PASSWORD=hunter":                             "PASSWORD=" + m,
		"export DB_PASSWORD=hunter2 # x":              "export DB_PASSWORD=" + m + " # x",
		"password: hunter2":                           "password: " + m,
		`  "password" : "correct horse battery", `:    `  "password" : "` + m + `", `,
		`{\"apiKey\":\"a1b2c3d4e5\"}`:                 `{\"apiKey\":\"` + m + `\"}`,
		`client_secret = 'a1b2c3d4'`:                  `client_secret = '` + m + `'`,
		`config["token"] = "abcdef123";`:              `config["token"] = "` + m + `";`,
		`X-Api-Key: a1b2c3d4e5`:                       `X-Api-Key: ` + m,
		`mysql --password hunter2 -u root`:            `mysql --password ` + m + ` -u root`,
		`machine h login me password hunter2`:         `machine h login me password ` + m,
		`db.internal:5432:app:me:hunter22`:            `db.internal:5432:app:me:` + m,
		`DB_PASS=hunter2`:                             `DB_PASS=` + m,
		`Server=x;Pwd=1;password=Hunter2;Encrypt=yes`: `Server=x;Pwd=1;password=` + m + `;Encrypt=yes`,
		`token := lexer.Next()`:                       "",
		`password = getPassword(1)`:                   "",
		`password := other`:                           "",
		`Token: token,`:                               "",
		`if password == "abcdef1" {`:                  "",
		`password: ${PASSWORD}`:                       "",
		`password: "your-password-here"`:              "",
		`password: <password>`:                        "",
		`token = tokens[i+1]`:                         "",
		`Secret: string`:                              "",
		`the password is not here`:                    "",
		`password: ` + m:                              "",
		`secret: null`:                                "",
		`env = append(env, "PWD="+directory)`:         "",
		`tokens := make([]string, 10)`:                "",
	} {
		if want == "" {
			want = text
		}
		if out, _ := s.Redact([]byte(text)); string(out) != want {
			t.Errorf("%q gives %q, not %q", text, out, want)
		}
	}
}

// pem returns a key block whose body has n whole lines.
func pem(r *rand.Rand, n int, kind, prefix, end string) (lines, secrets []string) {
	lines = append(lines, prefix+"-----BEGIN "+kind+"-----"+end)
	for range n {
		secrets = append(secrets, chars(r, 64, base64s))
		lines = append(lines, prefix+secrets[len(secrets)-1]+end)
	}
	secrets = append(secrets, chars(r, 10, base64s))
	return append(lines, prefix+secrets[len(secrets)-1]+"=="+end, prefix+"-----END "+kind+"-----"+end), secrets
}

func TestKeyBlocks(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	set := setOf(t, "secrets")
	for _, kind := range []string{"PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "DSA PRIVATE KEY", "OPENSSH PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "PGP PRIVATE KEY BLOCK"} {
		for _, d := range [][2]string{{"", ""}, {"", "\r"}, {"    ", ""}, {`    "`, `\n" +`}, {"+", ""}, {"> ", ""}, {"2024-01-02 10:11:12 INFO ", ""}, {"\t// ", ""}, {"  12\t", ""}, {"'", "',"}} {
			lines, secrets := pem(r, 12, kind, d[0], d[1])
			s := set.NewStream()
			for i, line := range lines {
				out, marks := s.Redact([]byte(line))
				ends := i == 0 || i == len(lines)-1
				if ends && (string(out) != line || len(marks) > 0) {
					t.Errorf("%s %q: %q gives %q", kind, d, line, out)
				}
				if !ends && (len(marks) != 1 || strings.Contains(string(out), secrets[i-1])) {
					t.Errorf("%s %q: %q gives %q", kind, d, line, out)
				}
				if !ends && d[0] == "" && strings.TrimSuffix(string(out), d[1]) != markOpen+"private-key"+markClose {
					t.Errorf("%s: %q gives %q", kind, line, out)
				}
				if inside := i < len(lines)-1; s.Inside() != inside {
					t.Errorf("%s: after line %d inside is %v", kind, i, s.Inside())
				}
			}
		}
	}
}

func TestKeyBlockHeadersAndEnd(t *testing.T) {
	t.Parallel()
	s := setOf(t, "private-key").NewStream()
	body := strings.Repeat("MIIEpQIBAAKCAQEA7s1kV9q2mXbZcT4R", 2)
	for _, c := range []struct {
		line   string
		marked bool
	}{
		{"-----BEGIN RSA PRIVATE" + " KEY-----", false},
		{"Proc-Type: 4,ENCRYPTED", false},
		{"DEK-Info: AES-128-CBC,0123456789ABCDEF0123456789ABCDEF", false},
		{"", false},
		{body, true},
		{"", false},
		{body, true},
		{"abc=", true},
		{"-----END RSA PRIVATE KEY-----", false},
		{body, false},
		{"PuTTY-User-Key-File-2: ssh-rsa", false},
		{"Private-Lines: 2", false},
		{body, true},
		{"abc", true},
		{"Private-MAC: 0123", false},
		{body, false},
		{`const begin = "-----BEGIN PRIVATE` + ` KEY-----"`, false},
		{"", false},
		{"func main() {", false},
		{"return", false},
		{"}", false},
		{"a.b()", false},
		{"a.c()", false},
		{"a.d()", false},
		{"a.e()", false},
		{"a.f()", false},
		{"a.g()", false},
		{"a.h()", false},
		{body, false},
	} {
		if _, marks := s.Redact([]byte(c.line)); (len(marks) > 0) != c.marked {
			t.Errorf("%q: %+v", c.line, marks)
		}
	}
}

// Tokens that look made up are secrets all the same.
func TestOrderlyTokens(t *testing.T) {
	t.Parallel()
	set := setOf(t, "secrets")
	for _, secret := range []string{
		"AK" + "IAZ7QWERTYUIOPASDF", "gh" + "p_Zx9Kq2Wm7Rt4Yv1Bn8Lc5Hd3Gf6Js0Pa2Qe4",
		"xo" + "xb-123456789012-1234567890123-AbCdEfGhIjKlMnOpQrStUvWx", "postgres://admin:" + "S3cr3tPassw0rdX" + "@db.internal:5432/x",
	} {
		out, marks := set.NewStream().Redact([]byte("a=" + secret + "\n"))
		if len(marks) != 1 || strings.Contains(string(out), secret) {
			t.Errorf("%q", out)
		}
	}
	near := "sha256:" + strings.Repeat("0123456789abcdef", 4) + " AKIAEXAMPLE ghp_short xoxb-\n"
	if _, marks := set.NewStream().Redact([]byte(strings.Repeat(near, 20000))); marks != nil {
		t.Errorf("%+v", marks[0])
	}
}

// filler is text around secrets, with what nearly is one.
func filler(r *rand.Rand, n int) string {
	words := []string{"a", "the", "func", "x :=", "http://host/a", "AKIA", "ghp_", "sk-learn", "{", "}", "é", "世界", "//", "=", "0123456789", "password", "eyJ", ".eyJ", "key", "\\n", "\"", "\t"}
	var b strings.Builder
	for b.Len() < n {
		b.WriteString(words[r.IntN(len(words))])
		b.WriteByte(' ')
	}
	return b.String()
}

// document returns a text with secrets in it, on lines of their own length.
func document(r *rand.Rand, size int, sep string) (text string, secrets []string) {
	var b strings.Builder
	ps := plants()
	for b.Len() < size {
		b.WriteString(filler(r, r.IntN(400)))
		if r.IntN(12) == 0 && sep == "\n" {
			lines, body := pem(r, 1+r.IntN(30), "RSA PRIVATE KEY", "", "")
			b.WriteString("\n" + strings.Join(lines, "\n") + "\n")
			secrets = append(secrets, body[:len(body)-1]...)
		}
		p := ps[r.IntN(len(ps))]
		secret := p.secret(r)
		secrets = append(secrets, secret)
		b.WriteString(" " + p.before + secret + strings.TrimRight(p.after, "\r\n") + sep)
	}
	return b.String(), secrets
}

func mustHide(t *testing.T, out string, secrets []string) {
	t.Helper()
	for _, s := range secrets {
		if strings.Contains(out, s) {
			t.Fatalf("shown: %q", s)
		}
	}
}

func TestLineByLineEqualsAtOnce(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	set := setOf(t, "secrets", "assignments", `\bCUST-\d{8}\b`)
	for range 60 {
		text, secrets := document(r, 20000, "\n")
		whole, _ := set.NewStream().Redact([]byte(text))
		mustHide(t, string(whole), secrets)
		for _, trim := range []bool{false, true} {
			var byLine []byte
			s := set.NewStream()
			for line := range bytes.Lines([]byte(text)) {
				if trim {
					line = bytes.TrimSuffix(line, []byte("\n"))
				}
				out, _ := s.Redact(line)
				byLine = append(byLine, out...)
				if trim {
					byLine = append(byLine, '\n')
				}
			}
			if !bytes.Equal(bytes.TrimSuffix(byLine, []byte("\n")), bytes.TrimSuffix(whole, []byte("\n"))) {
				t.Fatalf("differs, trimmed %v", trim)
			}
		}
	}
}

func TestWindowEqualsWhole(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 8))
	set := setOf(t, "secrets")
	for range 10 {
		text, _ := document(r, 3*Reach, "\n")
		all := bytes.SplitAfter([]byte(text), []byte("\n"))
		var want []string
		var at []int
		s, pos := set.NewStream(), 0
		for _, line := range all {
			out, _ := s.Redact(line)
			want, at = append(want, string(out)), append(at, pos)
			pos += len(line)
		}
		for range 20 {
			first := r.IntN(len(all))
			from := first
			for from > 0 && at[first]-at[from] < Reach {
				from--
			}
			s := set.NewStream()
			for i := from; i < len(all); i++ {
				if out, _ := s.Redact(all[i]); i >= first && string(out) != want[i] {
					t.Fatalf("line %d from %d: %q, not %q", i, from, out, want[i])
				}
			}
		}
	}
}

// parts redacts a line in pieces as a caller does.
func parts(tb testing.TB, s *Stream, text []byte, size func() int) (out []byte) {
	tb.Helper()
	var held []byte
	for len(text) > 0 {
		n := min(size(), len(text))
		for n < len(text) && !utf8.RuneStart(text[n]) {
			n++
		}
		held = append(held, text[:n]...)
		text = text[n:]
		o, marks, taken := s.Part(held, len(text) > 0)
		checkMarks(tb, held[:taken], o, marks)
		if !utf8.Valid(o) {
			tb.Fatal("a piece ends inside a code point")
		}
		out = append(out, o...)
		held = append([]byte(nil), held[taken:]...)
	}
	return out
}

func TestPiecesEqualWhole(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(9, 10))
	set := setOf(t, "secrets")
	for range 30 {
		text, secrets := document(r, 3*Reach, " ")
		whole, _ := set.NewStream().Redact([]byte(text))
		want := string(whole)
		got := string(parts(t, set.NewStream(), []byte(text), func() int { return 1 + r.IntN(Reach) }))
		mustHide(t, want, secrets)
		mustHide(t, got, secrets)
		if got != want {
			i := 0
			for i < min(len(got), len(want)) && got[i] == want[i] {
				i++
			}
			t.Errorf("differs at %d: %.300q, not %.300q", i, got[max(0, i-100):], want[max(0, i-100):])
		}
	}
}

// A token at every place around the end of a piece is hidden.
func TestCutAtEveryByte(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(11, 12))
	set := setOf(t, "secrets")
	for _, p := range plants() {
		secret := p.secret(r)
		unit := " " + p.before + secret + strings.TrimRight(p.after, "\r\n") + " "
		for cut := 0; cut <= len(unit); cut += 1 + len(unit)/60 {
			line := strings.Repeat("x ", MaxSecret) + unit + strings.Repeat("y ", MaxSecret)
			first := true
			got := string(parts(t, set.NewStream(), []byte(line), func() int {
				if first {
					first = false
					return 3*MaxSecret + cut // the piece is taken up to cut bytes into the unit
				}
				return Reach
			}))
			if strings.Contains(got, secret) {
				t.Fatalf("%s is shown, cut at %d: %.200q", p.rule, cut, strings.Trim(got, "xy "))
			}
		}
	}
}

func TestLongSingleLineKey(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(13, 14))
	body := chars(r, 4*Reach, base64s)
	line := strings.Repeat("x ", 100) + "-----BEGIN PRIVATE" + " KEY-----" + body + "-----END PRIVATE KEY----- after"
	got := string(parts(t, setOf(t, "secrets").NewStream(), []byte(line), func() int { return 1 + r.IntN(Reach) }))
	for i := 0; i+12 < len(body); i += 12 {
		if strings.Contains(got, body[i:i+12]) {
			t.Fatalf("byte %d of the key is shown", i)
		}
	}
	if !strings.HasSuffix(got, " after") {
		t.Errorf("hidden behind the key: %q", got)
	}
}

// A line that is one chain of overlapping secrets is hidden and not held for
// ever.
func TestEndlessChain(t *testing.T) {
	t.Parallel()
	set := setOf(t, `x.*`)
	line := []byte(strings.Repeat("x", 10*MaxSecret))
	s := set.NewStream()
	if _, _, taken := s.Part(line[:MaxSecret+10], true); taken != 0 {
		t.Errorf("%d taken", taken)
	}
	out, marks, taken := s.Part(line[:8*MaxSecret], true)
	if taken != 8*MaxSecret || string(out) != "⟨redacted:pattern-1⟩" || len(marks) != 1 {
		t.Errorf("%q %d", out, taken)
	}
}

// checkMarks checks that marks say what was done.
func checkMarks(tb testing.TB, text, out []byte, marks []Mark) {
	tb.Helper()
	at, outAt := 0, 0
	for _, m := range marks {
		if m.Start < at || m.End <= m.Start || m.End > len(text) || m.OutStart-outAt != m.Start-at || string(out[m.OutStart:m.OutEnd]) != markOpen+m.Rule+markClose {
			tb.Fatalf("%+v in %q", m, text)
		}
		if !bytes.Equal(text[at:m.Start], out[outAt:m.OutStart]) {
			tb.Fatalf("%+v: text before it changed", m)
		}
		if Original(marks, m.OutStart) != m.Start || Original(marks, m.OutEnd-1) != m.Start || Original(marks, m.OutEnd) != m.End ||
			Redacted(marks, m.Start) != m.OutStart || Redacted(marks, m.End-1) != m.OutStart || Redacted(marks, m.End) != m.OutEnd {
			tb.Fatalf("offsets of %+v", m)
		}
		at, outAt = m.End, m.OutEnd
	}
	if !bytes.Equal(text[at:], out[outAt:]) {
		tb.Fatalf("the end of %q changed: %q", text, out)
	}
	next := 0
	for i := range text {
		for next < len(marks) && i >= marks[next].End {
			next++
		}
		if (next == len(marks) || i <= marks[next].Start) && Original(marks, Redacted(marks, i)) != i {
			tb.Fatalf("offset %d comes back as %d", i, Original(marks, Redacted(marks, i)))
		}
	}
}

func checkText(t *testing.T, set *Set, text []byte) {
	t.Helper()
	out, marks := set.NewStream().Redact(text)
	out = bytes.Clone(out)
	checkMarks(t, text, out, marks)
	if utf8.Valid(text) && !utf8.Valid(out) {
		t.Fatalf("%q gives %q", text, out)
	}
	if again, m := set.NewStream().Redact(out); !bytes.Equal(out, again) {
		t.Fatalf("%q gives %q, and that %q %+v", text, out, again, m)
	}
	var byLine []byte
	s := set.NewStream()
	for line := range bytes.Lines(text) {
		o, _ := s.Redact(line)
		byLine = append(byLine, o...)
	}
	if !bytes.Equal(out, byLine) {
		t.Fatalf("%q gives %q, by lines %q", text, out, byLine)
	}
}

func TestDocumentsAreConsistent(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(15, 16))
	set := setOf(t, "secrets", "assignments")
	for range 100 {
		text, _ := document(r, 3000, "\n")
		checkText(t, set, []byte(text))
	}
}

func FuzzRedact(f *testing.F) {
	r := rand.New(rand.NewPCG(17, 18))
	for _, p := range plants() {
		f.Add([]byte(p.before + p.secret(r) + p.after))
	}
	lines, _ := pem(r, 3, "RSA PRIVATE KEY", " ", "")
	f.Add([]byte(strings.Join(lines, "\r\n") + "\nx"))
	f.Add([]byte("password: hunter2\nTOKEN='a'\n⟨redacted:jwt⟩"))
	set := setOf(f, "secrets", "assignments", `CUST-\d{4}`)
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) < 10000 {
			checkText(t, set, text)
		}
	})
}

func TestNothingFoundAllocatesNothing(t *testing.T) {
	s := setOf(t, "secrets").NewStream()
	text := []byte(`	x := "https://host:80/a@b" // AKIA ghp_ is nothing, nor is sk-learn or password` + "\n")
	out, marks := s.Redact(text)
	if &out[0] != &text[0] || marks != nil {
		t.Errorf("%q", out)
	}
	if n := testing.AllocsPerRun(100, func() { s.Redact(text) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestPatterns(t *testing.T) {
	t.Parallel()
	s := setOf(t, `CUST-\d{4}`, `^x+`, "secrets").NewStream()
	out, marks := s.Redact([]byte("CUST-1234 a CUST-12345\r\nxx ⟨redacted:pattern-1⟩"))
	if want := "⟨redacted:pattern-1⟩ a ⟨redacted:pattern-1⟩5\r\n⟨redacted:pattern-2⟩ ⟨redacted:pattern-1⟩"; string(out) != want || len(marks) != 3 {
		t.Errorf("%q", out)
	}
	s = setOf(t, `[a-z]+`).NewStream()
	if out, _ := s.Redact([]byte("⟨redacted:pattern-1⟩ abc")); string(out) != "⟨redacted:pattern-1⟩ ⟨redacted:pattern-1⟩" {
		t.Errorf("a mark is redacted: %q", out)
	}
	if out, _ := s.Redact([]byte("⟨redacted: abc")); string(out) != "⟨⟨redacted:pattern-1⟩: ⟨redacted:pattern-1⟩" {
		t.Errorf("half a mark protects: %q", out)
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ value, in string }{
		{"", "empty"},
		{"secret", "secrets"},
		{"secrts", "secrets"},
		{"Github_Token", "github-token"},
		{"aws-acess-key", "aws-access-key"},
		{"assignment", "assignments"},
		{"a(b", "missing closing )"},
		{"a**", "invalid nested repetition"},
		{`\8`, "invalid escape"},
	} {
		_, err := Parse([]string{c.value})
		if fault.CodeOf(err) != fault.InvalidInput || !strings.Contains(err.Error(), c.in) {
			t.Errorf("%q: %v", c.value, err)
		}
	}
	for _, v := range []string{"hunter2", "foo.*", "(?:secret)", "пароль"} {
		if _, err := Parse([]string{v}); err != nil {
			t.Errorf("%q: %v", v, err)
		}
	}
	if s := setOf(t); s.NewStream().Inside() {
		t.Error("inside nothing")
	}
	if out, _ := setOf(t, "jwt").NewStream().Redact([]byte("gh" + "p_Zx9Kq2Wm7Rt4Yv1Bn8Lc5Hd3Gf6Js0Pa2Qe4")); strings.Contains(string(out), "redacted") {
		t.Error("a rule that was not asked for")
	}
}

// Text of almost nothing but anchors costs little more than its length.
func TestHostileTextIsLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("takes time")
	}
	s := setOf(t, "secrets", "assignments").NewStream()
	for _, unit := range []string{"-----BEGIN PRIVATE KEY-----", ".eyJ", "a://u:p", "a://", "ghp_", "sk-", "Authorization: Bearer ", "password=", "eyJaaaaaaaaaaaaaa.eyJ", "⟨redacted:", "LS0tLS1CRUdJTi", "-----END ", "PRIVATE KEY", "SK1", "xoxb-1"} {
		text := []byte(strings.Repeat(unit, (1<<20)/len(unit)))
		begin := time.Now()
		s.Redact(text)
		s.key = block{}
		n := time.Since(begin)
		t.Logf("%q: %.1f ns a byte", unit, float64(n)/float64(len(text)))
		if n > 5*time.Second { // under the race detector, too
			t.Errorf("%q takes %v a MiB", unit, n)
		}
	}
}
