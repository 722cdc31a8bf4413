#!/bin/bash
# Makes a manual page of a template: a line "@OPTIONS PROGRAM [COMMAND]" becomes the options that the program's own help names, so that
# no page goes stale; @VERSION@ and @DATE@ are filled in.
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

template=$1
bin=$2
while IFS= read -r line; do
  if [[ $line == @OPTIONS\ * ]]; then
    read -ra words <<< "${line#@OPTIONS }"
    ask "$bin/${words[0]}" "${words[@]:1}" | make_options
  else
    line=${line//@VERSION@/$3}
    printf '%s\n' "${line//@DATE@/$4}"
  fi
done < "$template"
