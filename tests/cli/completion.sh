#!/bin/bash
# Completion knows every command, every option, kernels, lessons, themes; and zsh reads its own.
#
#   completion.sh BUILD SOURCES
set -euo pipefail

export LC_ALL=C.UTF-8 ASAN_OPTIONS=detect_leaks=0
PATH=$1/bin:$PATH
# shellcheck source=resources/data/warpstage.bash-completion
. "$2/resources/data/warpstage.bash-completion"
broken=0

# complete_line WORD…: what completes the last of them
complete_line () {
  COMP_WORDS=("$@")
  COMP_CWORD=$(($# - 1))
  COMPREPLY=()
  _warpstage
}

# expect 'WORDS' WORD…: completing WORD… offers exactly WORDS, in any order
expect () {
  local wanted found
  wanted=$(tr ' ' '\n' <<< "$1" | sed '/^$/d' | sort -u)
  shift
  complete_line "$@"
  found=$(printf '%s\n' "${COMPREPLY[@]}" | sort -u)
  [ "$found" = "$wanted" ] || { printf '%s: %s, not %s\n' "$*" "$(tr '\n' ' ' <<< "$found")" "$(tr '\n' ' ' <<< "$wanted")"; broken=1; }
}

commands=$(warpstage-cli --help | sed -n 's/^  warpstage-cli \([a-z]*\).*/\1/p' | sort -u | tr '\n' ' ')
expect "$commands" warpstage-cli ''
expect 'calculator calibrate chart check compiler counters' warpstage-cli c
for command in $commands; do
  # each option of a command, as its help has them: one more than completion, and the test fails
  options=$(warpstage-cli "$command" --help-all | grep -oE '^  (-[a-zA-Z], )?--[a-z-]+=?' | grep -oE -- '--[a-z-]+=?' | tr '\n' ' ')
  expect "$options" warpstage-cli "$command" --
done
expect '--kernel=' warpstage --k
expect 'light dark projector' warpstage --theme ''
expect 'projector' warpstage --theme = p
expect 'reduce1 reduce10 reduce11 reduce12' warpstage-cli export tree --kernel reduce1
complete_line warpstage-cli run reduce1
[[ " ${COMPREPLY[*]} " == *' reduce12 '* ]] || { echo "run: ${COMPREPLY[*]}"; broken=1; }
expect 'seven-reductions' warpstage --lesson sev
expect 'list' warpstage-cli lesson li
expect 'sum-without-bank-conflicts' warpstage-cli grade sum
complete_line warpstage-cli export ''
[[ " ${COMPREPLY[*]} " == *' calculator '* ]] || { echo "export: ${COMPREPLY[*]}"; broken=1; }
if command -v zsh > /dev/null; then
  zsh -n "$2/resources/data/warpstage.zsh-completion" || broken=1
fi
[ "$broken" = 0 ] || exit 1
echo "Completion knows all commands and options."
