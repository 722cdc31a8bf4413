#!/bin/bash
# Installs what is missing, builds, and opens the window; with no display it writes the views as pictures.
#
#   app/run.sh [OPTIONS OF warpstage] [RUN.wsrun]      app/run.sh --help lists them
set -euo pipefail
# shellcheck source=app/prepare.sh
. "$(dirname "${BASH_SOURCE[0]}")/prepare.sh"

pictures=$root/build/pictures

# write_pictures OPTIONS…: what the window would show, by the same options. Those that say how a window behaves have no meaning
# here; --theme and --pane choose among the pictures.
write_pictures () {
  local themes=(light dark projector) views=(tree lanes code) kernel=reduce1 file='' name theme view
  local what=() launch=() stage=() written=() options=()
  # options in one form: NAME VALUE, also where they came as NAME=VALUE
  while [ $# -gt 0 ]; do
    case $1 in
      --*=*) options+=("${1%%=*}" "${1#*=}") ;;
      *) options+=("$1") ;;
    esac
    shift
  done
  set -- "${options[@]}"
  while [ $# -gt 0 ]; do
    case $1 in
      --paused | --maximized | --present) shift; continue ;;
      -*) [ $# -gt 1 ] || die "The option $1 is unknown, or wants a value." ;;
      *) file=$1; shift; continue ;;
    esac
    case $1 in
      -t | --theme) [ "$2" = system ] || themes=("$2") ;;
      --pane) views=("$2") ;;
      -k | --kernel) kernel=$2 ;;
      -l | --launch) launch=("$1" "$2") ;;
      -s | --stage) stage=("$1" "$2") ;;
      *) what+=("$1" "$2") ;;
    esac
    shift 2
  done

  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  name=$kernel
  if [ -n "$file" ]; then
    name=$(basename "$file" .wsrun)
  else
    say "Running and recording $kernel."
    file=$scratch/run.wsrun
    "$root/build/bin/warpstage-cli" run "$kernel" "${what[@]}" --save "$file"
  fi
  # Amid the stages there is most to see; the smallest blocks have no third one.
  if [ ${#stage[@]} = 0 ] && "$root/build/bin/warpstage-cli" export tree --run "$file" "${launch[@]}" --stage 2 \
                                 -o "$scratch/probe.png" 2> /dev/null; then
    stage=(--stage 2)
  fi
  mkdir -p "$pictures"
  for theme in "${themes[@]}"; do
    for view in "${views[@]}"; do
      "$root/build/bin/warpstage-cli" export "$view" --run "$file" "${launch[@]}" "${stage[@]}" --theme "$theme" \
        -o "$pictures/$name-$view-$theme.png"
      written+=("$name-$view-$theme.png")
    done
  done
  say "The pictures are in $pictures:"
  printf '  %s\n' "${written[@]}"
}

prepare_needs "${build_needs[@]}"
[ -x "$root/build/bin/warpstage" ] || say "Building Warpstage into $root/build (about a minute)."
prepare_folder build -DCMAKE_BUILD_TYPE=Release -DSANITIZE=OFF -DBUILD_TESTING=OFF
prepare_targets build

case " $* " in
  *' --help'* | *' -h '* | *' --version '*) exec "$root/build/bin/warpstage" "$@" ;;
esac
if [ -n "${DISPLAY:-}" ] || [ -n "${WAYLAND_DISPLAY:-}" ]; then
  exec "$root/build/bin/warpstage" "$@"
fi
say "There is no display (neither DISPLAY nor WAYLAND_DISPLAY is set), so the views are written as pictures."
write_pictures "$@"
