package hypertext

// A tag is the name of an element. It is no type of its own, since few switches
// over it name every element.
type tag = uint8

// The elements that matter.
const (
	unknown tag = iota
	tagA
	tagAbbr
	tagAddress
	tagAnnotation
	tagApplet
	tagArea
	tagArticle
	tagAside
	tagAudio
	tagB
	tagBase
	tagBasefont
	tagBgsound
	tagBig
	tagBlockquote
	tagBody
	tagBr
	tagButton
	tagCanvas
	tagCaption
	tagCenter
	tagCite
	tagClippath
	tagCode
	tagCol
	tagColgroup
	tagDatalist
	tagDd
	tagDefs
	tagDel
	tagDesc
	tagDetails
	tagDfn
	tagDialog
	tagDir
	tagDiv
	tagDl
	tagDt
	tagEm
	tagEmbed
	tagFieldset
	tagFigcaption
	tagFigure
	tagFont
	tagFooter
	tagForeignobject
	tagForm
	tagFrame
	tagFrameset
	tagH1
	tagH2
	tagH3
	tagH4
	tagH5
	tagH6
	tagHead
	tagHeader
	tagHgroup
	tagHr
	tagHTML
	tagI
	tagIframe
	tagImg
	tagInput
	tagIns
	tagKbd
	tagKeygen
	tagLabel
	tagLegend
	tagLi
	tagLink
	tagListing
	tagMain
	tagMark
	tagMarker
	tagMarquee
	tagMask
	tagMath
	tagMenu
	tagMeta
	tagMetadata
	tagMeter
	tagNav
	tagNobr
	tagNoembed
	tagNoframes
	tagNoscript
	tagObject
	tagOl
	tagOptgroup
	tagOption
	tagP
	tagParam
	tagPattern
	tagPlaintext
	tagPre
	tagProgress
	tagQ
	tagRb
	tagRp
	tagRt
	tagRuby
	tagS
	tagSamp
	tagScript
	tagSearch
	tagSection
	tagSelect
	tagSmall
	tagSource
	tagSpan
	tagStrike
	tagStrong
	tagStyle
	tagSub
	tagSummary
	tagSup
	tagSvg
	tagSymbol
	tagTable
	tagTbody
	tagTd
	tagTemplate
	tagText
	tagTextarea
	tagTfoot
	tagTh
	tagThead
	tagTitle
	tagTr
	tagTrack
	tagTspan
	tagTt
	tagU
	tagUl
	tagVar
	tagVideo
	tagWbr
	tagXmp
	numTags
)

// lookup returns the tag of a name in lower case.
func lookup(name []byte) tag {
	switch string(name) {
	case "a":
		return tagA
	case "abbr":
		return tagAbbr
	case "address":
		return tagAddress
	case "annotation":
		return tagAnnotation
	case "applet":
		return tagApplet
	case "area":
		return tagArea
	case "article":
		return tagArticle
	case "aside":
		return tagAside
	case "audio":
		return tagAudio
	case "b":
		return tagB
	case "base":
		return tagBase
	case "basefont":
		return tagBasefont
	case "bgsound":
		return tagBgsound
	case "big":
		return tagBig
	case "blockquote":
		return tagBlockquote
	case "body":
		return tagBody
	case "br":
		return tagBr
	case "button":
		return tagButton
	case "canvas":
		return tagCanvas
	case "caption":
		return tagCaption
	case "center":
		return tagCenter
	case "cite":
		return tagCite
	case "clippath":
		return tagClippath
	case "code":
		return tagCode
	case "col":
		return tagCol
	case "colgroup":
		return tagColgroup
	case "datalist":
		return tagDatalist
	case "dd":
		return tagDd
	case "defs":
		return tagDefs
	case "del":
		return tagDel
	case "desc":
		return tagDesc
	case "details":
		return tagDetails
	case "dfn":
		return tagDfn
	case "dialog":
		return tagDialog
	case "dir":
		return tagDir
	case "div":
		return tagDiv
	case "dl":
		return tagDl
	case "dt":
		return tagDt
	case "em":
		return tagEm
	case "embed":
		return tagEmbed
	case "fieldset":
		return tagFieldset
	case "figcaption":
		return tagFigcaption
	case "figure":
		return tagFigure
	case "font":
		return tagFont
	case "footer":
		return tagFooter
	case "foreignobject":
		return tagForeignobject
	case "form":
		return tagForm
	case "frame":
		return tagFrame
	case "frameset":
		return tagFrameset
	case "h1":
		return tagH1
	case "h2":
		return tagH2
	case "h3":
		return tagH3
	case "h4":
		return tagH4
	case "h5":
		return tagH5
	case "h6":
		return tagH6
	case "head":
		return tagHead
	case "header":
		return tagHeader
	case "hgroup":
		return tagHgroup
	case "hr":
		return tagHr
	case "html":
		return tagHTML
	case "i":
		return tagI
	case "iframe":
		return tagIframe
	case "img":
		return tagImg
	case "input":
		return tagInput
	case "ins":
		return tagIns
	case "kbd":
		return tagKbd
	case "keygen":
		return tagKeygen
	case "label":
		return tagLabel
	case "legend":
		return tagLegend
	case "li":
		return tagLi
	case "link":
		return tagLink
	case "listing":
		return tagListing
	case "main":
		return tagMain
	case "mark":
		return tagMark
	case "marker":
		return tagMarker
	case "marquee":
		return tagMarquee
	case "mask":
		return tagMask
	case "math":
		return tagMath
	case "menu":
		return tagMenu
	case "meta":
		return tagMeta
	case "metadata":
		return tagMetadata
	case "meter":
		return tagMeter
	case "nav":
		return tagNav
	case "nobr":
		return tagNobr
	case "noembed":
		return tagNoembed
	case "noframes":
		return tagNoframes
	case "noscript":
		return tagNoscript
	case "object":
		return tagObject
	case "ol":
		return tagOl
	case "optgroup":
		return tagOptgroup
	case "option":
		return tagOption
	case "p":
		return tagP
	case "param":
		return tagParam
	case "pattern":
		return tagPattern
	case "plaintext":
		return tagPlaintext
	case "pre":
		return tagPre
	case "progress":
		return tagProgress
	case "q":
		return tagQ
	case "rb":
		return tagRb
	case "rp":
		return tagRp
	case "rt":
		return tagRt
	case "ruby":
		return tagRuby
	case "s":
		return tagS
	case "samp":
		return tagSamp
	case "script":
		return tagScript
	case "search":
		return tagSearch
	case "section":
		return tagSection
	case "select":
		return tagSelect
	case "small":
		return tagSmall
	case "source":
		return tagSource
	case "span":
		return tagSpan
	case "strike":
		return tagStrike
	case "strong":
		return tagStrong
	case "style":
		return tagStyle
	case "sub":
		return tagSub
	case "summary":
		return tagSummary
	case "sup":
		return tagSup
	case "svg":
		return tagSvg
	case "symbol":
		return tagSymbol
	case "table":
		return tagTable
	case "tbody":
		return tagTbody
	case "td":
		return tagTd
	case "template":
		return tagTemplate
	case "text":
		return tagText
	case "textarea":
		return tagTextarea
	case "tfoot":
		return tagTfoot
	case "th":
		return tagTh
	case "thead":
		return tagThead
	case "title":
		return tagTitle
	case "tr":
		return tagTr
	case "track":
		return tagTrack
	case "tspan":
		return tagTspan
	case "tt":
		return tagTt
	case "u":
		return tagU
	case "ul":
		return tagUl
	case "var":
		return tagVar
	case "video":
		return tagVideo
	case "wbr":
		return tagWbr
	case "xmp":
		return tagXmp
	case "image": // so the standard says
		return tagImg
	}
	return unknown
}

// traits is what an element is to the structure of a page.
type traits uint8

const (
	block      traits = 1 << iota // display: block, in a browser's own style
	special                       // WHATWG HTML, 13.2.4.2
	void                          // has no content and no end tag
	unseen                        // display: none, or without text that is shown
	closesP                       // ends a paragraph that is open
	formatting                    // may overlap with others
	marker                        // what is open outside does not count inside
)

// traitsOf returns the traits of an element.
func traitsOf(t tag) traits {
	switch t {
	case tagA, tagB, tagBig, tagCode, tagEm, tagFont, tagI, tagNobr, tagS, tagSmall, tagStrike, tagStrong, tagTt, tagU:
		return formatting
	case tagAddress, tagArticle, tagAside, tagBlockquote, tagCenter, tagDd, tagDetails, tagDir, tagDiv, tagDl, tagDt, tagFieldset,
		tagFigcaption, tagFigure, tagFooter, tagForm, tagH1, tagH2, tagH3, tagH4, tagH5, tagH6, tagHeader, tagHgroup, tagLi,
		tagListing, tagMain, tagMenu, tagNav, tagOl, tagP, tagPlaintext, tagPre, tagSearch, tagSection, tagSummary, tagUl, tagXmp:
		return block | special | closesP
	case tagAnnotation, tagAudio, tagCanvas, tagClippath, tagDatalist, tagDefs, tagDesc, tagMarker, tagMask, tagMetadata,
		tagMeter, tagPattern, tagProgress, tagRp, tagSymbol, tagVideo:
		return unseen
	case tagApplet, tagButton, tagCaption, tagMarquee, tagTd, tagTh:
		return special | marker
	case tagArea, tagBase, tagBasefont, tagBgsound, tagCol, tagEmbed, tagFrame, tagLink, tagMeta, tagParam, tagSource, tagTrack:
		return special | void | unseen
	case tagBody, tagFrameset:
		return block | special
	case tagBr, tagImg, tagInput, tagKeygen, tagWbr:
		return special | void
	case tagColgroup, tagHead, tagIframe, tagNoembed, tagNoframes, tagNoscript, tagScript, tagStyle, tagTitle:
		return special | unseen
	case tagDialog:
		return block | closesP
	case tagForeignobject:
		return marker
	case tagHr:
		return block | special | void | closesP
	case tagHTML:
		return block | special | marker
	case tagLegend, tagOptgroup, tagOption:
		return block
	case tagObject, tagTemplate:
		return special | unseen | marker
	case tagSelect, tagTbody, tagTextarea, tagTfoot, tagThead, tagTr:
		return special
	case tagTable:
		return special | closesP | marker
	}
	return 0
}

// nameOf returns the name of a tag.
func nameOf(t tag) string {
	switch t {
	case tagA:
		return "a"
	case tagAbbr:
		return "abbr"
	case tagAddress:
		return "address"
	case tagAnnotation:
		return "annotation"
	case tagApplet:
		return "applet"
	case tagArea:
		return "area"
	case tagArticle:
		return "article"
	case tagAside:
		return "aside"
	case tagAudio:
		return "audio"
	case tagB:
		return "b"
	case tagBase:
		return "base"
	case tagBasefont:
		return "basefont"
	case tagBgsound:
		return "bgsound"
	case tagBig:
		return "big"
	case tagBlockquote:
		return "blockquote"
	case tagBody:
		return "body"
	case tagBr:
		return "br"
	case tagButton:
		return "button"
	case tagCanvas:
		return "canvas"
	case tagCaption:
		return "caption"
	case tagCenter:
		return "center"
	case tagCite:
		return "cite"
	case tagClippath:
		return "clippath"
	case tagCode:
		return "code"
	case tagCol:
		return "col"
	case tagColgroup:
		return "colgroup"
	case tagDatalist:
		return "datalist"
	case tagDd:
		return "dd"
	case tagDefs:
		return "defs"
	case tagDel:
		return "del"
	case tagDesc:
		return "desc"
	case tagDetails:
		return "details"
	case tagDfn:
		return "dfn"
	case tagDialog:
		return "dialog"
	case tagDir:
		return "dir"
	case tagDiv:
		return "div"
	case tagDl:
		return "dl"
	case tagDt:
		return "dt"
	case tagEm:
		return "em"
	case tagEmbed:
		return "embed"
	case tagFieldset:
		return "fieldset"
	case tagFigcaption:
		return "figcaption"
	case tagFigure:
		return "figure"
	case tagFont:
		return "font"
	case tagFooter:
		return "footer"
	case tagForeignobject:
		return "foreignobject"
	case tagForm:
		return "form"
	case tagFrame:
		return "frame"
	case tagFrameset:
		return "frameset"
	case tagH1:
		return "h1"
	case tagH2:
		return "h2"
	case tagH3:
		return "h3"
	case tagH4:
		return "h4"
	case tagH5:
		return "h5"
	case tagH6:
		return "h6"
	case tagHead:
		return "head"
	case tagHeader:
		return "header"
	case tagHgroup:
		return "hgroup"
	case tagHr:
		return "hr"
	case tagHTML:
		return "html"
	case tagI:
		return "i"
	case tagIframe:
		return "iframe"
	case tagImg:
		return "img"
	case tagInput:
		return "input"
	case tagIns:
		return "ins"
	case tagKbd:
		return "kbd"
	case tagKeygen:
		return "keygen"
	case tagLabel:
		return "label"
	case tagLegend:
		return "legend"
	case tagLi:
		return "li"
	case tagLink:
		return "link"
	case tagListing:
		return "listing"
	case tagMain:
		return "main"
	case tagMark:
		return "mark"
	case tagMarker:
		return "marker"
	case tagMarquee:
		return "marquee"
	case tagMask:
		return "mask"
	case tagMath:
		return "math"
	case tagMenu:
		return "menu"
	case tagMeta:
		return "meta"
	case tagMetadata:
		return "metadata"
	case tagMeter:
		return "meter"
	case tagNav:
		return "nav"
	case tagNobr:
		return "nobr"
	case tagNoembed:
		return "noembed"
	case tagNoframes:
		return "noframes"
	case tagNoscript:
		return "noscript"
	case tagObject:
		return "object"
	case tagOl:
		return "ol"
	case tagOptgroup:
		return "optgroup"
	case tagOption:
		return "option"
	case tagP:
		return "p"
	case tagParam:
		return "param"
	case tagPattern:
		return "pattern"
	case tagPlaintext:
		return "plaintext"
	case tagPre:
		return "pre"
	case tagProgress:
		return "progress"
	case tagQ:
		return "q"
	case tagRb:
		return "rb"
	case tagRp:
		return "rp"
	case tagRt:
		return "rt"
	case tagRuby:
		return "ruby"
	case tagS:
		return "s"
	case tagSamp:
		return "samp"
	case tagScript:
		return "script"
	case tagSearch:
		return "search"
	case tagSection:
		return "section"
	case tagSelect:
		return "select"
	case tagSmall:
		return "small"
	case tagSource:
		return "source"
	case tagSpan:
		return "span"
	case tagStrike:
		return "strike"
	case tagStrong:
		return "strong"
	case tagStyle:
		return "style"
	case tagSub:
		return "sub"
	case tagSummary:
		return "summary"
	case tagSup:
		return "sup"
	case tagSvg:
		return "svg"
	case tagSymbol:
		return "symbol"
	case tagTable:
		return "table"
	case tagTbody:
		return "tbody"
	case tagTd:
		return "td"
	case tagTemplate:
		return "template"
	case tagText:
		return "text"
	case tagTextarea:
		return "textarea"
	case tagTfoot:
		return "tfoot"
	case tagTh:
		return "th"
	case tagThead:
		return "thead"
	case tagTitle:
		return "title"
	case tagTr:
		return "tr"
	case tagTrack:
		return "track"
	case tagTspan:
		return "tspan"
	case tagTt:
		return "tt"
	case tagU:
		return "u"
	case tagUl:
		return "ul"
	case tagVar:
		return "var"
	case tagVideo:
		return "video"
	case tagWbr:
		return "wbr"
	case tagXmp:
		return "xmp"
	}
	return ""
}
