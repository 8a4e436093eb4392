package ipynb

import (
	"encoding/base64"
	"encoding/binary"
	"strings"
)

// pictureHead is how much of a picture is decoded to find its size, in bytes of
// base64.
const pictureHead = 64 << 10

// pictureSize reads width and height in pixels from the beginning of a picture
// in base64; 0 where they are not found.
func pictureSize(encoded []byte) (width, height int) {
	text := strings.Map(func(r rune) rune {
		if r <= ' ' {
			return -1
		}
		return r
	}, string(encoded))
	b, _ := base64.RawStdEncoding.DecodeString(strings.TrimRight(text[:len(text)&^3], "="))
	be, le := binary.BigEndian, binary.LittleEndian
	switch {
	case len(b) >= 24 && string(b[:8]) == "\x89PNG\r\n\x1a\n": // IHDR is the first chunk
		return int(be.Uint32(b[16:])), int(be.Uint32(b[20:]))
	case len(b) >= 10 && string(b[:3]) == "GIF":
		return int(le.Uint16(b[6:])), int(le.Uint16(b[8:]))
	case len(b) > 4 && string(b[:2]) == "\xff\xd8":
		return jpegSize(b)
	}
	return 0, 0
}

// jpegSize reads the size of a frame (ITU-T T.81, B.2.2).
func jpegSize(b []byte) (width, height int) {
	be := binary.BigEndian
	for at := 2; at+9 <= len(b) && b[at] == 0xff; {
		marker := b[at+1]
		if marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc {
			return int(be.Uint16(b[at+7:])), int(be.Uint16(b[at+5:]))
		}
		at += 2 + int(be.Uint16(b[at+2:]))
	}
	return 0, 0
}
