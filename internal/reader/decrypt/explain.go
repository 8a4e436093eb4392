package decrypt

import (
	"errors"

	"fread/internal/reader/fault"
)

// Explain says of a file what an error of this package means, as a *fault.Error.
// What is it, such as a Word document, and given says whether the caller gave a
// password. Other errors stay as they are.
func Explain(err error, what string, given bool) error {
	e := &fault.Error{Code: fault.Encrypted, Phase: fault.PhaseConvert, Hint: "Give the password with --password-file or in FREAD_PASSWORD."}
	switch {
	case errors.Is(err, ErrPassword) && given:
		e.Message = "Recognised as " + what + ", which is encrypted; the password given does not open it."
		e.Hint = "Give another one with --password-file or in FREAD_PASSWORD."
	case errors.Is(err, ErrPassword):
		e.Message = "Recognised as " + what + ", which is encrypted with a password."
	case errors.Is(err, ErrUnsupported):
		e.Message = "Recognised as " + what + ", which is encrypted in a way that is not known here."
		e.Hint = "Decrypt it with the program that made it."
	case errors.Is(err, ErrExpensive):
		e.Code = fault.TooComplex
		e.Message = "Recognised as " + what + ", which is encrypted so that the key takes more than 10,000,000 rounds to compute."
		e.Hint = "Decrypt it with the program that made it."
	case errors.Is(err, ErrNone):
		e.Message = "Recognised as " + what + ", which is encrypted; what says how is damaged."
		e.Hint = "Use a copy that is whole."
	default:
		return err
	}
	return e
}
