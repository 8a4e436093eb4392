package charset

// legacy decides among the encodings that are neither Unicode nor seven bits.
func legacy(b []byte, complete bool) Guess {
	for _, name := range [...]string{"euc-jp", "euc-kr", "shift_jis", "gb18030", "big5"} {
		e := byName(name)
		if _, consumed, bad, _ := e.NewDecoder().Append(nil, b, complete); bad == 0 && consumed >= len(b)-3 {
			return Guess{Encoding: e, Confidence: 0.5, Evidence: "multi-byte structure"}
		}
	}
	return Guess{Encoding: byName("windows-1252"), Confidence: 0.3, Evidence: "no other encoding fits"}
}
