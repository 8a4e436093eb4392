package charset

import "strconv"

// CodePage finds the encoding of a code page of Windows by its number, such as
// 1252, 932 or 65001.
func CodePage(page int) (*Encoding, bool) {
	switch page {
	case 65001:
		return Lookup("utf-8")
	case 1200:
		return Lookup("utf-16le")
	case 1201:
		return Lookup("utf-16be")
	case 932, 10001:
		return Lookup("shift_jis")
	case 936, 10008:
		return Lookup("gbk")
	case 949, 10003:
		return Lookup("euc-kr")
	case 950, 10002:
		return Lookup("big5")
	case 1361:
		return Lookup("johab")
	case 10000:
		return Lookup("macintosh")
	case 10006:
		return Lookup("x-mac-greek")
	case 10029:
		return Lookup("x-mac-ce")
	case 10081:
		return Lookup("x-mac-turkish")
	case 10007:
		return Lookup("x-mac-cyrillic")
	case 20127:
		return Lookup("ascii")
	case 20866:
		return Lookup("koi8-r")
	case 20932, 51932:
		return Lookup("euc-jp")
	case 21866:
		return Lookup("koi8-u")
	case 50220, 50221, 50222:
		return Lookup("iso-2022-jp")
	case 51936:
		return Lookup("gb2312")
	case 51949:
		return Lookup("euc-kr")
	case 54936:
		return Lookup("gb18030")
	}
	if page >= 28591 && page <= 28606 {
		return Lookup("iso-8859-" + strconv.Itoa(page-28590))
	}
	for _, prefix := range []string{"windows-", "cp", "ibm"} {
		if e, ok := Lookup(prefix + strconv.Itoa(page)); ok {
			return e, ok
		}
	}
	return nil, false
}

// SymbolPage stands for the code page of a font of symbols, which has none.
const SymbolPage = -1

// FontPage returns the code page of a character set of fonts, as the LOGFONT of
// Windows and \fcharset of RTF number them: 0 where that is the one of the
// system or the document, SymbolPage of symbols.
func FontPage(set int) int {
	switch set {
	case 2:
		return SymbolPage
	case 77:
		return 10000
	case 78, 128:
		return 932
	case 79, 129:
		return 949
	case 130:
		return 1361
	case 80, 134:
		return 936
	case 81, 136:
		return 950
	case 161:
		return 1253
	case 162:
		return 1254
	case 163:
		return 1258
	case 177, 181:
		return 1255
	case 178, 179, 180:
		return 1256
	case 186:
		return 1257
	case 89:
		return 10007
	case 204:
		return 1251
	case 87, 222:
		return 874
	case 238:
		return 1250
	case 254:
		return 437
	case 255:
		return 850
	}
	return 0
}
