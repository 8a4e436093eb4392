package numfmt

import (
	"strconv"
	"strings"
)

// buddhistYears is how far the years of the Buddhist calendar are ahead.
const buddhistYears = 543

// language is the language of a section: the low ten bits of its Windows
// identifier ([MS-LCID]), and which calendar.
type language struct {
	primary  uint16
	calendar uint8
	taiwan   bool
}

// The languages whose names of months and days are known. Those that are not known
// are shown in English.
const (
	langChinese    = 0x04
	langCzech      = 0x05
	langDanish     = 0x06
	langGerman     = 0x07
	langSpanish    = 0x0a
	langFinnish    = 0x0b
	langFrench     = 0x0c
	langHungarian  = 0x0e
	langItalian    = 0x10
	langJapanese   = 0x11
	langKorean     = 0x12
	langDutch      = 0x13
	langNorwegian  = 0x14
	langPolish     = 0x15
	langPortuguese = 0x16
	langRussian    = 0x19
	langSwedish    = 0x1d
	langThai       = 0x1e
	langTurkish    = 0x1f
	langUkrainian  = 0x22
)

// The calendars that change what is shown ([MS-OI29500] 2.1.739).
const (
	calendarJapanese = 3
	calendarTaiwan   = 4
	calendarKorean   = 5
	calendarThai     = 7
)

// parseLanguage reads what follows the hyphen in [$-407], [$-de-DE,1] or
// [$-D07041E], where it is digits that stand for the numerals, the calendar and
// the language.
func parseLanguage(tag string) language {
	tag, _, _ = strings.Cut(tag, ",")
	if n, err := strconv.ParseUint(tag, 16, 32); err == nil && len(tag) > 2 {
		return language{primary: uint16(n & 0x3ff), calendar: uint8(n >> 16), taiwan: n&0xffff == 0x404}
	}
	name := tag
	if i := strings.IndexAny(tag, "-_"); i >= 0 {
		name = tag[:i]
	}
	return language{primary: languageOf(strings.ToLower(name)), taiwan: strings.EqualFold(tag, "zh-TW")}
}

func languageOf(name string) uint16 {
	switch name {
	case "zh":
		return langChinese
	case "cs":
		return langCzech
	case "da":
		return langDanish
	case "de":
		return langGerman
	case "es":
		return langSpanish
	case "fi":
		return langFinnish
	case "fr":
		return langFrench
	case "hu":
		return langHungarian
	case "it":
		return langItalian
	case "ja":
		return langJapanese
	case "ko":
		return langKorean
	case "nl":
		return langDutch
	case "no", "nb", "nn":
		return langNorwegian
	case "pl":
		return langPolish
	case "pt":
		return langPortuguese
	case "ru":
		return langRussian
	case "sv":
		return langSwedish
	case "th":
		return langThai
	case "tr":
		return langTurkish
	case "uk":
		return langUkrainian
	}
	return 0
}

// names are those of the months and the days of a language, divided by spaces: in
// full and short. A language in which a month is declined beside a day has a third
// list of them.
type names struct{ months, beside, short, days, shortDays string }

func (l language) names() names {
	switch l.primary {
	case langChinese:
		return names{
			months: "一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月", short: "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月",
			days: "星期日 星期一 星期二 星期三 星期四 星期五 星期六", shortDays: "周日 周一 周二 周三 周四 周五 周六",
		}
	case langCzech:
		return names{
			months: "leden únor březen duben květen červen červenec srpen září říjen listopad prosinec",
			beside: "ledna února března dubna května června července srpna září října listopadu prosince",
			short:  "I II III IV V VI VII VIII IX X XI XII",
			days:   "neděle pondělí úterý středa čtvrtek pátek sobota", shortDays: "ne po út st čt pá so",
		}
	case langDanish:
		return names{
			months: "januar februar marts april maj juni juli august september oktober november december", short: "jan feb mar apr maj jun jul aug sep okt nov dec",
			days: "søndag mandag tirsdag onsdag torsdag fredag lørdag", shortDays: "sø ma ti on to fr lø",
		}
	case langGerman:
		return names{
			months: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember", short: "Jan Feb Mrz Apr Mai Jun Jul Aug Sep Okt Nov Dez",
			days: "Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag", shortDays: "So Mo Di Mi Do Fr Sa",
		}
	case langSpanish:
		return names{
			months: "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre", short: "ene feb mar abr may jun jul ago sep oct nov dic",
			days: "domingo lunes martes miércoles jueves viernes sábado", shortDays: "do. lu. ma. mi. ju. vi. sá.",
		}
	case langFinnish:
		return names{
			months: "tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu syyskuu lokakuu marraskuu joulukuu",
			beside: "tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta",
			short:  "tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu",
			days:   "sunnuntai maanantai tiistai keskiviikko torstai perjantai lauantai", shortDays: "su ma ti ke to pe la",
		}
	case langFrench:
		return names{
			months: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre", short: "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.",
			days: "dimanche lundi mardi mercredi jeudi vendredi samedi", shortDays: "dim. lun. mar. mer. jeu. ven. sam.",
		}
	case langHungarian:
		return names{
			months: "január február március április május június július augusztus szeptember október november december",
			short:  "jan. febr. márc. ápr. máj. jún. júl. aug. szept. okt. nov. dec.",
			days:   "vasárnap hétfő kedd szerda csütörtök péntek szombat", shortDays: "V H K Sze Cs P Szo",
		}
	case langItalian:
		return names{
			months: "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre", short: "gen feb mar apr mag giu lug ago set ott nov dic",
			days: "domenica lunedì martedì mercoledì giovedì venerdì sabato", shortDays: "dom lun mar mer gio ven sab",
		}
	case langJapanese:
		return names{
			months: "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月", short: "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月",
			days: "日曜日 月曜日 火曜日 水曜日 木曜日 金曜日 土曜日", shortDays: "日 月 火 水 木 金 土",
		}
	case langKorean:
		return names{
			months: "1월 2월 3월 4월 5월 6월 7월 8월 9월 10월 11월 12월", short: "1 2 3 4 5 6 7 8 9 10 11 12",
			days: "일요일 월요일 화요일 수요일 목요일 금요일 토요일", shortDays: "일 월 화 수 목 금 토",
		}
	case langDutch:
		return names{
			months: "januari februari maart april mei juni juli augustus september oktober november december", short: "jan feb mrt apr mei jun jul aug sep okt nov dec",
			days: "zondag maandag dinsdag woensdag donderdag vrijdag zaterdag", shortDays: "zo ma di wo do vr za",
		}
	case langNorwegian:
		return names{
			months: "januar februar mars april mai juni juli august september oktober november desember", short: "jan feb mar apr mai jun jul aug sep okt nov des",
			days: "søndag mandag tirsdag onsdag torsdag fredag lørdag", shortDays: "sø. ma. ti. on. to. fr. lø.",
		}
	case langPolish:
		return names{
			months: "styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień",
			beside: "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
			short:  "sty lut mar kwi maj cze lip sie wrz paź lis gru",
			days:   "niedziela poniedziałek wtorek środa czwartek piątek sobota", shortDays: "N Pn Wt Śr Cz Pt So",
		}
	case langPortuguese:
		return names{
			months: "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro", short: "jan fev mar abr mai jun jul ago set out nov dez",
			days: "domingo segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado", shortDays: "dom seg ter qua qui sex sáb",
		}
	case langRussian:
		return names{
			months: "Январь Февраль Март Апрель Май Июнь Июль Август Сентябрь Октябрь Ноябрь Декабрь",
			beside: "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
			short:  "янв фев мар апр май июн июл авг сен окт ноя дек",
			days:   "воскресенье понедельник вторник среда четверг пятница суббота", shortDays: "Вс Пн Вт Ср Чт Пт Сб",
		}
	case langSwedish:
		return names{
			months: "januari februari mars april maj juni juli augusti september oktober november december", short: "jan feb mar apr maj jun jul aug sep okt nov dec",
			days: "söndag måndag tisdag onsdag torsdag fredag lördag", shortDays: "sö må ti on to fr lö",
		}
	case langThai:
		return names{
			months: "มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม",
			short:  "ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.",
			days:   "อาทิตย์ จันทร์ อังคาร พุธ พฤหัสบดี ศุกร์ เสาร์", shortDays: "อา. จ. อ. พ. พฤ. ศ. ส.",
		}
	case langTurkish:
		return names{
			months: "Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık", short: "Oca Şub Mar Nis May Haz Tem Ağu Eyl Eki Kas Ara",
			days: "Pazar Pazartesi Salı Çarşamba Perşembe Cuma Cumartesi", shortDays: "Paz Pzt Sal Çar Per Cum Cmt",
		}
	case langUkrainian:
		return names{
			months: "січень лютий березень квітень травень червень липень серпень вересень жовтень листопад грудень",
			beside: "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня",
			short:  "Січ Лют Бер Кві Тра Чер Лип Сер Вер Жов Лис Гру",
			days:   "неділя понеділок вівторок середа четвер пʼятниця субота", shortDays: "Нд Пн Вт Ср Чт Пт Сб",
		}
	}
	return names{
		months: "January February March April May June July August September October November December", short: "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
		days: "Sunday Monday Tuesday Wednesday Thursday Friday Saturday", shortDays: "Sun Mon Tue Wed Thu Fri Sat",
	}
}

// word returns the word of an index.
func word(list string, i int) string {
	for ; i > 0; i-- {
		n := strings.IndexByte(list, ' ')
		if n < 0 {
			return ""
		}
		list = list[n+1:]
	}
	if n := strings.IndexByte(list, ' '); n >= 0 {
		list = list[:n]
	}
	return list
}

// month is the name of a month, from 1; beside says that a day is shown with it.
func (l language) month(month int, short, beside bool) string {
	n := l.names()
	switch {
	case short:
		return word(n.short, month-1)
	case beside && n.beside != "":
		return word(n.beside, month-1)
	}
	return word(n.months, month-1)
}

// appendWeekday shows the name of a day; 0 is Sunday.
func (l language) appendWeekday(dst []byte, day int, full bool) []byte {
	n := l.names()
	if full {
		return append(dst, word(n.days, day)...)
	}
	return append(dst, word(n.shortDays, day)...)
}

// appendHalf shows which half of the day it is, for AM/PM and such.
func (l language) appendHalf(dst []byte, second bool, code string) []byte {
	halves := "AM PM"
	switch first, after, _ := strings.Cut(code, "/"); {
	case len(code) == len("A/P"):
		halves = first + " " + after
	case first[0] >= 0x80:
		halves = first + " " + after
	case l.primary == langChinese:
		halves = "上午 下午"
	case l.primary == langJapanese:
		halves = "午前 午後"
	case l.primary == langKorean:
		halves = "오전 오후"
	}
	if second {
		return append(dst, word(halves, 1)...)
	}
	return append(dst, word(halves, 0)...)
}

// years is how far the years of the calendar are ahead of the Gregorian ones.
func (l language) years() int {
	switch l.calendar {
	case calendarThai:
		return buddhistYears
	case calendarKorean:
		return 2333
	}
	return 0
}

// eras of Japan: their first days and their names.
func japaneseEra(m *moment) (first int, full, short, letter string) {
	day := m.year*10000 + m.month*100 + m.day
	switch {
	case day >= 20190501:
		return 2019, "令和", "令", "R"
	case day >= 19890108:
		return 1989, "平成", "平", "H"
	case day >= 19261225:
		return 1926, "昭和", "昭", "S"
	case day >= 19120730:
		return 1912, "大正", "大", "T"
	}
	return 1868, "明治", "明", "M"
}

func (l language) japanese() bool {
	return l.primary == langJapanese || l.calendar == calendarJapanese
}

func (l language) inTaiwan() bool { return l.taiwan || l.calendar == calendarTaiwan }

// appendEraYear shows the year of an era, which outside of Japan and Taiwan is the
// ordinary one.
func (l language) appendEraYear(dst []byte, m *moment, count int) []byte {
	switch {
	case l.japanese():
		first, _, _, _ := japaneseEra(m)
		return appendPadded(dst, int64(m.year-first+1), min(count, 2))
	case l.inTaiwan() && m.year > 1911:
		return appendPadded(dst, int64(m.year-1911), min(count, 2))
	}
	return appendYear(dst, m.year+l.years(), 4)
}

// appendEra shows the name of an era.
func (l language) appendEra(dst []byte, m *moment, count int) []byte {
	switch {
	case l.japanese():
		_, full, short, letter := japaneseEra(m)
		switch count {
		case 1:
			return append(dst, letter...)
		case 2:
			return append(dst, short...)
		}
		return append(dst, full...)
	case l.inTaiwan():
		if count > 2 {
			return append(dst, "中華民國"...)
		}
		return append(dst, "民國"...)
	}
	return dst
}
