package cli

import (
	"fmt"
	"io"
	"strings"
)

// CompleteCommand is the hidden command that completion scripts call with the
// words of the line up to the cursor. It answers one candidate a line, with a
// description behind a tab, and last :files or :nofiles.
const CompleteCommand = "__complete"

func (c *Command) complete(words []string) error {
	out := c.Root().Out
	last := ""
	if len(words) > 0 {
		last, words = words[len(words)-1], words[:len(words)-1]
	}
	run := c
	args := 0
	var pending *Flag // wants the next word as its value
	for _, w := range words {
		switch {
		case pending != nil:
			pending = nil
		case strings.HasPrefix(w, "-") && w != "-":
			if f, _, hasValue := run.flag(w); f != nil && f.Type != Bool && !hasValue {
				pending = f
			}
		default:
			if s := run.sub(w); s != nil && args == 0 {
				run = s
				continue
			}
			args++
		}
	}
	name, value, hasValue := strings.Cut(last, "=")
	switch {
	case pending != nil:
		return values(out, pending, "", last)
	case strings.HasPrefix(last, "--") && hasValue:
		if f, _, _ := run.flag(name); f != nil {
			return values(out, f, name+"=", value)
		}
		return candidates(out, nil, false)
	case strings.HasPrefix(last, "-") && last != "-":
		var list []string
		for _, f := range run.flags.flags {
			if _, usage := f.placeholder(); strings.HasPrefix("--"+f.Name, last) {
				list = append(list, "--"+f.Name+"\t"+usage)
			}
		}
		return candidates(out, list, false)
	}
	var list []string
	for _, w := range run.ValidArgs {
		if strings.HasPrefix(w, last) {
			list = append(list, w)
		}
	}
	if args == 0 {
		for _, s := range run.subs {
			if !s.Hidden && strings.HasPrefix(s.Name(), last) {
				list = append(list, s.Name()+"\t"+s.Short)
			}
		}
	}
	return candidates(out, list, run.ValidArgs == nil)
}

func values(w io.Writer, f *Flag, prefix, typed string) error {
	if f.Complete == nil {
		return candidates(w, nil, f.Type == String || f.Type == Strings)
	}
	var list []string
	for _, v := range f.Complete() {
		if strings.HasPrefix(v, typed) {
			list = append(list, prefix+v)
		}
	}
	return candidates(w, list, false)
}

func candidates(w io.Writer, list []string, files bool) error {
	for _, s := range list {
		if _, err := fmt.Fprintln(w, s); err != nil {
			return err
		}
	}
	end := ":nofiles"
	if files {
		end = ":files"
	}
	_, err := fmt.Fprintln(w, end)
	return err
}

// A Shell is one for which there is a completion script.
type Shell struct {
	Name   string
	File   string // usual name of the script
	script string
}

// Shells lists them.
func Shells() []Shell {
	return []Shell{
		{"bash", "fread.bash", bash}, {"zsh", "fread.zsh", zsh}, {"fish", "fread.fish", fish}, {"powershell", "fread.ps1", powershell},
	}
}

// Script returns the completion script for a program.
func (s Shell) Script(program string) string { return strings.ReplaceAll(s.script, "PROGRAM", program) }

const bash = `# Completion of PROGRAM for bash.
_PROGRAM() {
    local IFS=$'\n' line words=() cur
    # Words as typed: bash splits at = and :, which belong to words here.
    local typed=${COMP_LINE:0:COMP_POINT}
    IFS=' ' read -r -a words <<<"$typed"
    [[ $typed == *' ' ]] && words+=('')
    cur=${words[${#words[@]}-1]}
    COMPREPLY=()
    local files=
    while IFS= read -r line; do
        case $line in
        :files) files=1 ;;
        :nofiles) ;;
        *) COMPREPLY+=("${line%%$'\t'*}") ;;
        esac
    done < <("${words[0]/#\~/$HOME}" __complete "${words[@]:1}" 2>/dev/null)
    local IFS=$'\n'
    if [[ -n $files ]]; then
        compopt -o filenames 2>/dev/null
        COMPREPLY+=($(compgen -f -- "$cur"))
    fi
    # Take off what bash regards as earlier words.
    local i cut=${cur%"${COMP_WORDS[COMP_CWORD]}"}
    [[ ${COMP_WORDS[COMP_CWORD]} == '=' ]] && cut=$cur
    for i in "${!COMPREPLY[@]}"; do
        COMPREPLY[i]=${COMPREPLY[i]#"$cut"}
    done
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
    return 0
}
complete -F _PROGRAM PROGRAM
`

const zsh = `#compdef PROGRAM
# Completion of PROGRAM for zsh.
_PROGRAM() {
    local line value files=
    local -a plain described
    while IFS= read -r line; do
        case $line in
        :files) files=1 ;;
        :nofiles) ;;
        *) value=${line%%$'\t'*}
           if [[ $line == *$'\t'* ]]; then
               described+=("${value//:/\\:}:${line#*$'\t'}")
           else
               plain+=("$value")
           fi ;;
        esac
    done < <("${words[1]}" __complete "${(@)words[2,CURRENT]}" 2>/dev/null)
    (( ${#described} )) && _describe 'PROGRAM' described
    (( ${#plain} )) && compadd -- "${plain[@]}"
    [[ -n $files ]] && _files
    return 0
}
if [ "$funcstack[1]" = "_PROGRAM" ]; then
    _PROGRAM
else
    compdef _PROGRAM PROGRAM
fi
`

const fish = `# Completion of PROGRAM for fish.
function __PROGRAM_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in ($words[1] __complete $words[2..-1] 2>/dev/null)
        switch $line
            case ':files'
                __fish_complete_path (commandline -ct)
            case ':nofiles'
            case '*'
                echo $line
        end
    end
end
complete -c PROGRAM -f -a '(__PROGRAM_complete)'
`

const powershell = `# Completion of PROGRAM for PowerShell.
Register-ArgumentCompleter -Native -CommandName PROGRAM -ScriptBlock {
    param($word, $line, $at)
    $typed = $line.ToString().PadRight($at, ' ').Substring(0, $at)
    $words = @($line.CommandElements | Where-Object { $_.Extent.StartOffset -lt $at } | ForEach-Object { $_.ToString() })
    $rest = @($words | Select-Object -Skip 1)
    if ($typed.EndsWith(' ') -or $word -eq '') { $rest += '""' }
    $files = $false
    & $words[0] __complete @rest 2>$null | ForEach-Object {
        if ($_ -eq ':files') { $files = $true }
        elseif ($_ -ne ':nofiles') {
            $value, $text = $_ -split [char]9, 2
            if (-not $text) { $text = $value }
            [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $text)
        }
    }
    if ($files) {
        Get-ChildItem -Path "$word*" -ErrorAction SilentlyContinue | ForEach-Object {
            [System.Management.Automation.CompletionResult]::new($_.Name, $_.Name, 'ProviderItem', $_.FullName)
        }
    }
}
`
