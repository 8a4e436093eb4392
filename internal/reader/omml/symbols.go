package omml

import "strings"

// symbols writes characters as LaTeX does.
func symbols(s string) string {
	var b strings.Builder
	for _, r := range s {
		r = plainLetter(r)
		command := symbol(r)
		switch {
		case command == "" && strings.ContainsRune(`%&#_{}$`, r):
			b.WriteByte('\\')
			b.WriteRune(r)
		case command == "":
			join(&b, string(r))
		default:
			b.WriteString(command)
		}
	}
	return b.String()
}

// escapeText writes text for \text{}.
func escapeText(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch r {
		case '\\':
			b.WriteString(`\textbackslash{}`)
			continue
		case '%', '&', '#', '_', '{', '}', '$':
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// plainLetter is the letter that an italic one of the mathematical alphanumeric
// symbols (Unicode block U+1D400) stands for: LaTeX sets letters like that
// anyway.
func plainLetter(r rune) rune {
	switch {
	case r >= 0x1D434 && r <= 0x1D44D:
		return 'A' + (r - 0x1D434)
	case r >= 0x1D44E && r <= 0x1D467:
		return 'a' + (r - 0x1D44E)
	case r == 'ℎ':
		return 'h'
	case r >= 0x1D6E2 && r <= 0x1D6FA:
		return 'Α' + (r - 0x1D6E2)
	case r >= 0x1D6FC && r <= 0x1D714:
		return 'α' + (r - 0x1D6FC)
	}
	return r
}

func accent(c string) string {
	switch c {
	case "\u0303":
		return `\tilde`
	case "\u0304", "\u0305", "¯":
		return `\overline`
	case "\u0307", "˙":
		return `\dot`
	case "\u0308", "¨":
		return `\ddot`
	case "\u20db":
		return `\dddot`
	case "\u20d7", "→":
		return `\vec`
	case "\u20d6":
		return `\overleftarrow`
	case "\u20e1":
		return `\overleftrightarrow`
	case "\u030c", "ˇ":
		return `\check`
	case "\u0306", "˘":
		return `\breve`
	case "\u0301", "´":
		return `\acute`
	case "\u0300", "`":
		return `\grave`
	case "~":
		return `\tilde`
	}
	return `\hat`
}

// symbol is the command for a character, or nothing.
func symbol(r rune) string { //nolint:funlen,cyclop // a table
	switch r {
	case 'α':
		return `\alpha`
	case 'β':
		return `\beta`
	case 'γ':
		return `\gamma`
	case 'δ':
		return `\delta`
	case 'ε':
		return `\varepsilon`
	case 'ϵ':
		return `\epsilon`
	case 'ζ':
		return `\zeta`
	case 'η':
		return `\eta`
	case 'θ':
		return `\theta`
	case 'ϑ':
		return `\vartheta`
	case 'ι':
		return `\iota`
	case 'κ':
		return `\kappa`
	case 'λ':
		return `\lambda`
	case 'μ':
		return `\mu`
	case 'ν':
		return `\nu`
	case 'ξ':
		return `\xi`
	case 'π':
		return `\pi`
	case 'ϖ':
		return `\varpi`
	case 'ρ':
		return `\rho`
	case 'ϱ':
		return `\varrho`
	case 'σ':
		return `\sigma`
	case 'ς':
		return `\varsigma`
	case 'τ':
		return `\tau`
	case 'υ':
		return `\upsilon`
	case 'φ':
		return `\varphi`
	case 'ϕ':
		return `\phi`
	case 'χ':
		return `\chi`
	case 'ψ':
		return `\psi`
	case 'ω':
		return `\omega`
	case 'Γ':
		return `\Gamma`
	case 'Δ':
		return `\Delta`
	case 'Θ':
		return `\Theta`
	case 'Λ':
		return `\Lambda`
	case 'Ξ':
		return `\Xi`
	case 'Π':
		return `\Pi`
	case 'Σ':
		return `\Sigma`
	case 'Υ':
		return `\Upsilon`
	case 'Φ':
		return `\Phi`
	case 'Ψ':
		return `\Psi`
	case 'Ω':
		return `\Omega`
	case '∞':
		return `\infty`
	case '±':
		return `\pm`
	case '∓':
		return `\mp`
	case '×':
		return `\times`
	case '÷':
		return `\div`
	case '⋅':
		return `\cdot`
	case '·':
		return `\cdot`
	case '∗':
		return `\ast`
	case '⋆':
		return `\star`
	case '≤':
		return `\leq`
	case '≥':
		return `\geq`
	case '≠':
		return `\neq`
	case '≈':
		return `\approx`
	case '≅':
		return `\cong`
	case '≡':
		return `\equiv`
	case '≃':
		return `\simeq`
	case '∼':
		return `\sim`
	case '∝':
		return `\propto`
	case '≪':
		return `\ll`
	case '≫':
		return `\gg`
	case '≺':
		return `\prec`
	case '≻':
		return `\succ`
	case '∈':
		return `\in`
	case '∉':
		return `\notin`
	case '∋':
		return `\ni`
	case '⊂':
		return `\subset`
	case '⊃':
		return `\supset`
	case '⊆':
		return `\subseteq`
	case '⊇':
		return `\supseteq`
	case '∪':
		return `\cup`
	case '∩':
		return `\cap`
	case '∖':
		return `\setminus`
	case '∅':
		return `\varnothing`
	case '∀':
		return `\forall`
	case '∃':
		return `\exists`
	case '∄':
		return `\nexists`
	case '¬':
		return `\neg`
	case '∧':
		return `\land`
	case '∨':
		return `\lor`
	case '⊢':
		return `\vdash`
	case '⊨':
		return `\models`
	case '⊥':
		return `\perp`
	case '∥':
		return `\parallel`
	case '∣':
		return `\mid`
	case '∠':
		return `\angle`
	case '→':
		return `\rightarrow`
	case '←':
		return `\leftarrow`
	case '↔':
		return `\leftrightarrow`
	case '⇒':
		return `\Rightarrow`
	case '⇐':
		return `\Leftarrow`
	case '⇔':
		return `\Leftrightarrow`
	case '↦':
		return `\mapsto`
	case '↑':
		return `\uparrow`
	case '↓':
		return `\downarrow`
	case '⟶':
		return `\longrightarrow`
	case '⟹':
		return `\Longrightarrow`
	case '⇌':
		return `\rightleftharpoons`
	case '∂':
		return `\partial`
	case '∇':
		return `\nabla`
	case '∑':
		return `\sum`
	case '∏':
		return `\prod`
	case '∐':
		return `\coprod`
	case '∫':
		return `\int`
	case '∬':
		return `\iint`
	case '∭':
		return `\iiint`
	case '∮':
		return `\oint`
	case '⋃':
		return `\bigcup`
	case '⋂':
		return `\bigcap`
	case '⋁':
		return `\bigvee`
	case '⋀':
		return `\bigwedge`
	case '…':
		return `\ldots`
	case '⋯':
		return `\cdots`
	case '⋮':
		return `\vdots`
	case '⋱':
		return `\ddots`
	case '√':
		return `\surd`
	case '∘':
		return `\circ`
	case '⊕':
		return `\oplus`
	case '⊖':
		return `\ominus`
	case '⊗':
		return `\otimes`
	case '⊙':
		return `\odot`
	case '⟨':
		return `\langle`
	case '⟩':
		return `\rangle`
	case '⌊':
		return `\lfloor`
	case '⌋':
		return `\rfloor`
	case '⌈':
		return `\lceil`
	case '⌉':
		return `\rceil`
	case '‖':
		return `\|`
	case 'ℏ':
		return `\hbar`
	case 'ℓ':
		return `\ell`
	case 'ℜ':
		return `\Re`
	case 'ℑ':
		return `\Im`
	case 'ℵ':
		return `\aleph`
	case '†':
		return `\dagger`
	case '‡':
		return `\ddagger`
	case '∴':
		return `\therefore`
	case '∵':
		return `\because`
	case '°':
		return `\degree`
	case '\\':
		return `\backslash`
	case 'ℝ':
		return `\mathbb{R}`
	case 'ℕ':
		return `\mathbb{N}`
	case 'ℤ':
		return `\mathbb{Z}`
	case 'ℚ':
		return `\mathbb{Q}`
	case 'ℂ':
		return `\mathbb{C}`
	case '−':
		return "-"
	case '′':
		return "'"
	case '″':
		return "''"
	case '\u2061', '\u2062', '\u200b':
		return " "
	case '\u00a0':
		return "~"
	}
	return ""
}
