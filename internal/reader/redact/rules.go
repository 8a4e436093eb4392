package redact

import (
	"bytes"
	"encoding/base64"
	"strconv"
)

// A finder looks at an anchor, which is text[at:end], and returns what is
// secret there. It never looks beyond a line feed, nor farther than MaxSecret.
type finder func(l line, at, end int) (span, bool)

// A rule has a name for the marks, anchors of at least keyLen bytes, and a
// check. One that opens finds the first line of a key block.
type rule struct {
	name    string
	anchors []string
	find    finder
	opens   bool
}

// curated returns the rules of "secrets". Where two find the same, the first
// names it.
func curated() []rule {
	return []rule{
		{"aws-access-key", []string{"AKIA", "ASIA", "ABIA", "ACCA"}, tokenOf(isUpper, 16, 16), false},
		{"aws-secret-key", []string{
			"ecret_access_key", "ECRET_ACCESS_KEY", "ecretAccessKey", "ecret-access-key", "aws_secret_key", "AWS_SECRET_KEY", "awsSecretKey", "aws_session_token", "AWS_SESSION_TOKEN",
		}, namedValue(isBase64, 40, 2048), false},
		{"github-token", []string{"ghp_", "gho_", "ghu_", "ghs_", "ghr_"}, tokenOf(isAlnum, 36, 255), false},
		{"github-token", []string{"github_pat_"}, tokenOf(isWord, 36, 255), false},
		{"gitlab-token", []string{
			"glpat-", "gldt-", "glrt-", "glptt-", "glcbt-", "glsoat-", "glft-", "gloas-", "glagent-", "glimt-",
		}, tokenOf(isDotted, 20, 320), false},
		{"slack-token", []string{
			"xoxa-", "xoxb-", "xoxc-", "xoxd-", "xoxe-", "xoxo-", "xoxp-", "xoxr-", "xoxs-", "xapp-",
		}, tokenOf(func(c byte) bool { return isDashed(c) || c == '%' }, 20, 400), false},
		{"slack-webhook", []string{
			"hooks.slack.com/services/", "hooks.slack.com/workflows/", "hooks.slack.com/triggers/",
		}, behind(isBase64, 32, 120), false},
		{"stripe-key", []string{"sk_live_", "rk_live_", "sk_test_", "rk_test_", "whsec_"}, tokenOf(isAlnum, 16, 255), false},
		{"google-api-key", []string{"AIza"}, tokenOf(isURLSafe, 35, 35), false},
		{"google-oauth", []string{"ya29."}, tokenOf(isDotted, 30, 2048), false},
		{"google-oauth", []string{"GOCSPX-"}, tokenOf(isURLSafe, 28, 28), false},
		{"azure-storage-key", []string{"AccountKey=", "SharedAccessKey=", "accountKey=", "accountkey="}, behind(isBase64, 43, 128), false},
		{"azure-sas", []string{"?sig=", "&sig=", ";sig="}, behind(isEscaped64, 43, 160), false},
		{"azure-client-secret", []string{"7Q~", "8Q~"}, around(isDotted, 3, 3, func(c byte) bool { return isDotted(c) || c == '~' }, 31, 34), false},
		{"twilio-key", following("SK", "0123456789abcdef"), twilio, false},
		{"sendgrid-key", []string{"SG."}, sendgrid, false},
		{"mailgun-key", []string{"key-"}, tokenOf(isHex, 32, 32), false},
		{"npm-token", []string{"npm_"}, tokenOf(isAlnum, 36, 36), false},
		{"pypi-token", []string{"pypi-AgEI"}, tokenOf(isURLSafe, 50, 1024), false},
		{"docker-token", []string{"dckr_pat_", "dckr_oat_"}, tokenOf(isURLSafe, 20, 64), false},
		{"huggingface-token", []string{"hf_"}, tokenOf(isAlnum, 30, 40), false},
		{"huggingface-token", []string{"api_org_"}, tokenOf(isAlnum, 34, 34), false},
		{"anthropic-key", []string{"sk-ant-"}, tokenOf(isURLSafe, 32, 255), false},
		{"openai-key", []string{"sk-"}, skToken, false},
		{"api-key", []string{"gsk_", "xai-", "pplx-", "nvapi-"}, tokenOf(isURLSafe, 40, 128), false},
		{"digitalocean-token", []string{"dop_v1_", "doo_v1_", "dor_v1_"}, tokenOf(isHex, 64, 64), false},
		{"shopify-token", []string{"shpat_", "shpca_", "shppa_", "shpss_"}, tokenOf(isHex, 32, 32), false},
		{"telegram-token", []string{":AA"}, around(isDigit, 8, 10, isURLSafe, 33, 33), false},
		{"discord-token", snowflakes(), discord, false},
		{"discord-webhook", []string{"/api/webhooks/"}, webhook, false},
		{"age-key", []string{"AGE-SECRET-KEY-1", "AGE-SECRET-KEY-PQ-1"}, tokenOf(isUpper, 50, 4096), false},
		{"heroku-key", []string{"HRKU-"}, tokenOf(isURLSafe, 36, 128), false},
		{"heroku-key", []string{"HEROKU_API_KEY", "eroku_api_key", "erokuApiKey", "HEROKU_KEY"}, namedValue(isDashed, 36, 36), false},
		{"cloudflare-key", []string{
			"CLOUDFLARE_API_KEY", "CLOUDFLARE_API_TOKEN", "loudflare_api_key", "loudflare_api_token", "loudflareApiToken", "loudflareApiKey", "CF_API_KEY", "CF_API_TOKEN",
		}, namedValue(isURLSafe, 37, 64), false},
		{"databricks-token", []string{"dapi"}, tokenOf(isHex, 32, 32), false},
		{"vault-token", []string{"hvs.", "hvb.", "hvr."}, tokenOf(isURLSafe, 24, 512), false},
		{"terraform-token", []string{".atlasv1."}, around(isAlnum, 14, 14, isURLSafe, 60, 80), false},
		{"linear-key", []string{"lin_api_", "lin_oauth_"}, tokenOf(isAlnum, 32, 64), false},
		{"notion-token", []string{"ntn_"}, tokenOf(isAlnum, 40, 64), false},
		{"notion-token", []string{"secret_"}, tokenOf(isAlnum, 43, 43), false},
		{"sentry-token", []string{"sntrys_", "sntryu_"}, tokenOf(func(c byte) bool { return isBase64(c) || c == '_' }, 40, 1024), false},
		{"grafana-token", []string{"glsa_", "glc_"}, tokenOf(func(c byte) bool { return isBase64(c) || c == '_' }, 32, 512), false},
		{"atlassian-token", []string{"ATATT3", "ATCTT3"}, tokenOf(func(c byte) bool { return isURLSafe(c) || c == '=' }, 60, 512), false},
		{"wireguard-key", []string{"PrivateKey", "PresharedKey"}, namedValue(isBase64, 44, 44), false},
		{"jwt", []string{".eyJ"}, jwt, false},
		{"private-key", []string{"PRIVATE KEY"}, beginKey, true},
		{"private-key", []string{"Private-Lines:"}, puttyKey, true},
		{"private-key", []string{"LS0tLS1CRUdJTi"}, encodedKey, false},
		{"http-authorization", []string{"uthorization", "UTHORIZATION"}, authorization, false},
		{"url-password", []string{"://"}, urlPassword, false},
	}
}

// following returns an anchor for each byte that can follow prefix.
func following(prefix, bytes string) (anchors []string) {
	for i := range len(bytes) {
		anchors = append(anchors, prefix+bytes[i:i+1])
	}
	return anchors
}

// snowflakes returns how the numbers of Discord accounts begin in base64: two
// digits give three bytes whatever digit follows.
func snowflakes() (anchors []string) {
	for n := 10; n < 100; n++ {
		anchors = append(anchors, base64.RawStdEncoding.EncodeToString([]byte(strconv.Itoa(n))))
	}
	return anchors
}

// holdsKey reports whether the beginning of a text in base64 is that of a
// private key block.
func holdsKey(encoded []byte) bool {
	var head [72]byte
	n, _ := base64.StdEncoding.Decode(head[:], encoded[:min(len(encoded), 96)])
	return bytes.Contains(head[:n], []byte("PRIVATE KEY"))
}
