package charset

// labels holds one encoding a line: the canonical name, then its labels. They
// are those of the WHATWG Encoding Standard, section 4.2, then aliases in common
// use (IANA, Python, iconv, Windows). The standard's "replacement" labels stand
// for the real encodings here, or are left out.
const labels = `armscii-8 armscii8
big5 big5-hkscs cn-big5 csbig5 x-x-big5 cp950 950 ms950 windows-950 big-5 bigfive big5hkscs big5_hkscs
cp1125 1125 ibm1125 ruscii
cp437 437 ibm437 ibm-437 cspc8codepage437 oem-us
cp737 737 ibm737 ibm-737
cp775 775 ibm775 ibm-775
cp850 850 ibm850 ibm-850 oem-850
cp852 852 ibm852 ibm-852
cp855 855 ibm855 ibm-855
cp857 857 ibm857 ibm-857
cp858 858 ibm858 ibm-858 ibm00858
cp860 860 ibm860 ibm-860
cp861 861 ibm861 ibm-861 cp-is
cp862 862 ibm862 ibm-862
cp863 863 ibm863 ibm-863
cp864 864 ibm864 ibm-864
cp865 865 ibm865 ibm-865
cp869 869 ibm869 ibm-869 cp-gr
euc-jp cseucpkdfmtjapanese x-euc-jp eucjp ujis euc_jp
euc-kr cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949 euckr euc_kr cp949 949 uhc ms949 windows949
euc-tw euctw euc_tw x-euc-tw cns11643
gb18030 gb18030-2000 gb18030-2005
gbk chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 iso-ir-58 x-gbk cp936 936 ms936 windows-936 euc-cn euccn euc_cn eucgb2312-cn
georgian-ps
hz-gb-2312 hz hz-gb hzgb hz-gb2312
ibm866 866 cp866 csibm866 cp-866 ibm-866
iso-2022-jp csiso2022jp iso2022jp iso2022_jp jis
iso-2022-kr csiso2022kr iso2022kr iso2022_kr
iso-8859-10 csisolatin6 iso-ir-157 iso8859-10 iso885910 l6 latin6 latin-6 iso_8859-10 iso_8859_10
iso-8859-13 iso8859-13 iso885913 latin7 latin-7 l7 iso_8859-13 iso_8859_13
iso-8859-14 iso8859-14 iso885914 latin8 latin-8 l8 iso_8859-14 iso_8859_14
iso-8859-15 csisolatin9 iso8859-15 iso885915 iso_8859-15 l9 latin9 latin-9 iso_8859_15
iso-8859-16 latin10 latin-10 l10 iso_8859-16 iso_8859_16
iso-8859-2 csisolatin2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2 latin-2 iso_8859_2 8859-2
iso-8859-3 csisolatin3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3 latin-3 iso_8859_3
iso-8859-4 csisolatin4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4 latin-4 iso_8859_4
iso-8859-5 csisolatincyrillic cyrillic iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988 iso_8859_5
iso-8859-6 arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6-e iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987 iso_8859_6
iso-8859-7 csisolatingreek ecma-118 elot_928 greek greek8 iso-ir-126 iso8859-7 iso88597 iso_8859-7 iso_8859-7:1987 sun_eu_greek iso_8859_7
iso-8859-8 csiso88598e csisolatinhebrew hebrew iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 iso_8859-8:1988 visual csiso88598i iso-8859-8-i logical iso_8859_8
johab cp1361 ms1361
koi8-r cskoi8r koi koi8 koi8_r koi8r
koi8-t koi8t
koi8-u koi8-ru koi8u
kz-1048 kz1048 rk1048 strk1048-2002
macintosh csmacintosh mac x-mac-roman macroman mac-roman mac_roman x-macroman apple-roman
shift_jis csshiftjis ms932 ms_kanji shift-jis sjis windows-31j x-sjis cp932 932 shiftjis ibm932 windows-932 s-jis mskanji
utf-16be unicodefffe utf16be utf-16-be ucs-2be
utf-16le csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf16le utf-16-le utf16 ucs2 ucs-2le
utf-32be utf32be utf-32-be ucs-4be
utf-32le utf-32 utf32 utf32le utf-32-le ucs-4 ucs4 ucs-4le
utf-8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf8 x-unicode20utf8 utf-8-sig utf8-bom utf-8-bom
viscii csviscii viscii1.1-1
windows-1250 cp1250 x-cp1250 1250 win-1250 win1250 windows1250 ms-ee
windows-1251 cp1251 x-cp1251 1251 win-1251 win1251 windows1251 ms-cyrl
windows-1252 ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii x-cp1252 latin-1 latin_1 iso_8859_1 1252 win-1252 win1252 windows1252 iso-latin-1 ansi 8859-1 ibm1252 ms-ansi
windows-1253 cp1253 x-cp1253 1253 win-1253 windows1253 ms-greek
windows-1254 cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 x-cp1254 1254 win-1254 windows1254 iso_8859_9 latin-5 ms-turk
windows-1255 cp1255 x-cp1255 1255 win-1255 windows1255 ms-hebr
windows-1256 cp1256 x-cp1256 1256 win-1256 windows1256 ms-arab
windows-1257 cp1257 x-cp1257 1257 win-1257 windows1257 winbaltrim
windows-1258 cp1258 x-cp1258 1258 win-1258 windows1258
windows-874 dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 cp874 tis620 tis-620-0 iso_8859-11 x-windows-874 thai ibm874
x-mac-ce maccentraleurope mac-centraleurope mac-central-europe mac-ce mac-latin2 mac_latin2 maclatin2 x-mac-central-europe x-mac-centraleurroman
x-mac-croatian maccroatian mac-croatian mac_croatian
x-mac-cyrillic x-mac-ukrainian maccyrillic mac-cyrillic mac_cyrillic x-maccyrillic
x-mac-greek macgreek mac-greek mac_greek
x-mac-icelandic maciceland mac-iceland mac_iceland x-mac-iceland
x-mac-romanian macromania mac-romania mac_romanian x-mac-romania
x-mac-turkish macturkish mac-turkish mac_turkish
x-user-defined`
