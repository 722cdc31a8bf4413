#!/bin/bash
# Makes a manual page of a template and of the manual's Markdown (docs/manual):
#
#   @MANUAL F.md     what stands in F.md between <!-- man PROGRAM --> and <!-- end -->, PROGRAM being the template's
#   @OPTIONS …       in Markdown <!-- options PROGRAM [COMMAND] -->: the options that the program's own help names, so that no page goes stale
#   @VERSION@, @DATE@
#
#   page.sh TEMPLATE BIN VERSION DATE > PAGE
set -euo pipefail

# Help is asked for in English, without the user's settings, and without a display.
ask () {
  env -u DISPLAY -u WAYLAND_DISPLAY LC_ALL=C.UTF-8 LANGUAGE='' ASAN_OPTIONS=detect_leaks=0 "$@" --help-all
}

# Options are two blanks, the names, two blanks or more, what they do; what help itself and GTK take is left out.
make_options () {
  awk '
    function escape (text) { gsub (/\\/, "\\e", text); gsub (/-/, "\\-", text); gsub (/^[.\x27]/, "\\\\\\&&", text); return text }
    /^[^ ].*:?$/ { skip = /^(Help Options|GApplication|GTK)/; next }
    skip || !/^  -/ { next }
    {
      line = substr ($0, 3)
      at = match (line, /  +/)
      names = at ? substr (line, 1, at - 1) : line
      said = at ? substr (line, at + RLENGTH) : ""
      value = ""
      if ((equal = index (names, "=")) > 0) {
        value = substr (names, equal + 1)
        names = substr (names, 1, equal - 1)
      }
      n = split (names, each, ", ")
      out = ""
      for (i = 1; i <= n; i++)
        out = out (i > 1 ? ", " : "") "\\fB" escape (each[i]) "\\fR"
      if (value != "")
        out = out "=\\fI" escape (value) "\\fR"
      print ".TP\n" out "\n" escape (said)
    }'
}

# make_manual F.md: in roff. Headings are one level higher than in the manual, and links are their words. A list whose items begin in bold, as
# in "- **Space**: plays or pauses", is one of terms.
make_manual () {
  awk -v program="$program" '
    /^<!-- man / { shown = $3 == program; level = ""; next }
    /^<!-- end -->/ { shown = 0; next }
    /^## / { title = $0 }
    !shown { next }
    level == "" { level = "set"; if (title != "" && title != last) { last = title; print substr (title, 2) "\n" } }
    /^!\[/ { next }
    /^<!-- options / { print "OPTIONS:" $3 (NF > 4 ? ":" $4 : ""); next }
    /^##/ { last = title; print substr ($0, 2); next }
    { print }' "$1" | sed -E 's/\[([^]]*)\]\([^)]*\)/\1/g' | cmark -t man | awk '
      /^\.S[SH]$/ { head = $0; getline title; print head " " (head == ".SH" ? toupper (title) : title); next }
      /^\.IP \\\[bu\]/ {
        getline item
        if (match (item, /^\\f\[B\].*\\f\[\]: /)) { print ".TP\n" substr (item, 1, RLENGTH - 2) "\n" substr (item, RLENGTH + 1) }
        else print $0 "\n" item
        next
      }
      { print }' | sed -E 's/\\f\[C\]/\\fB/g; s/\\f\[([BI])\]/\\f\1/g; s/\\f\[\]/\\fR/g' | {
        while IFS= read -r line; do
          if [[ $line == OPTIONS:* ]]; then
            IFS=: read -r _ command subcommand <<< "${line//\\/}"
            # shellcheck disable=SC2086 # none, or one
            ask "$bin/$command" $subcommand | make_options
          else
            printf '%s\n' "$line"
          fi
        done
      }
}

template=$1
bin=$2
program=$(basename "$template" .1.in)
manual=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../docs/manual" && pwd)
while IFS= read -r line; do
  if [[ $line == @OPTIONS\ * ]]; then
    read -ra words <<< "${line#@OPTIONS }"
    ask "$bin/${words[0]}" "${words[@]:1}" | make_options
  elif [[ $line == @MANUAL\ * ]]; then
    make_manual "$manual/${line#@MANUAL }"
  else
    line=${line//@VERSION@/$3}
    printf '%s\n' "${line//@DATE@/$4}"
  fi
done < "$template"
