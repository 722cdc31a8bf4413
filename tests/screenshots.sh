#!/bin/bash
# Makes screenshots/: the real window, on a display of its own, at 1920x1080: three kernels, each light, dark and projector.
#
#   tests/screenshots.sh [NAME…]      as in  tests/screenshots.sh reduce1-dark  for some of them
set -euo pipefail
# shellcheck source=app/prepare.sh
. "$(dirname "${BASH_SOURCE[0]}")/../app/prepare.sh"
# shellcheck source=tests/display.sh
. "$root/tests/display.sh"

# A window manager, because only one can maximise a window.
screenshot_needs=(
  'command|openbox|openbox'
  'command|convert|imagemagick'
  'command|optipng|optipng'
)
max_bytes=300000
# Where each kernel shows what it is about.
kernels=(reduce1 reduce2 reduce7)
declare -A stage=([reduce1]=2 [reduce2]=2 [reduce7]=4)

# grab FILE: the whole screen, as it is now.
grab () {
  xwd -root -silent -out "$1"
}

# wait_until_idle FOLDER: until the window is there and the screen has not changed over five grabs in a row.
wait_until_idle () {
  local same=0 tries=0
  until xdotool search --onlyvisible --class warpstage > /dev/null 2>&1; do
    kill -0 "$window" 2> /dev/null || { cat "$1/log" >&2; die "The window ended; it says why above."; }
    [ $((tries += 1)) -lt 300 ] || die "There was no window within 30 seconds."
    sleep 0.1
  done
  tries=0
  grab "$1/now"
  while [ "$same" -lt 4 ]; do
    [ $((tries += 1)) -lt 100 ] || die "The window did not come to rest."
    sleep 0.5
    mv "$1/now" "$1/before"
    grab "$1/now"
    if cmp -s "$1/now" "$1/before"; then same=$((same + 1)); else same=0; fi
  done
}

# take KERNEL THEME: screenshots/KERNEL-THEME.png
take () {
  local out=$root/screenshots/$1-$2.png
  "$root/build/bin/warpstage" --kernel "$1" --theme "$2" --stage "${stage[$1]}" --paused --size 1920x1080 --maximized \
    > "$display_folder/log" 2>&1 &
  window=$!
  wait_until_idle "$display_folder"
  kill "$window"
  wait "$window" 2> /dev/null || true
  convert "xwd:$display_folder/now" -strip -define png:exclude-chunks=date,time "png24:$out"
  optipng -quiet -o2 "$out"
  # An interface has few colours: a palette of 256 is hardly told from the original, but smaller.
  if [ "$(stat -c %s "$out")" -gt "$max_bytes" ]; then
    convert "$out" +dither -colors 256 "png8:$out"
    optipng -quiet -o2 "$out"
  fi
  [ "$(identify -format %wx%h "$out")" = 1920x1080 ] || die "$out is not 1920x1080."
  # A window that shows no run compresses to a fraction of this.
  [ "$(stat -c %s "$out")" -gt 40000 ] || die "$out shows an empty window."
  say "screenshots/$1-$2.png: $(stat -c %s "$out") bytes"
}

prepare_needs "${build_needs[@]}" "${display_needs[@]}" "${screenshot_needs[@]}"
prepare_build build -DCMAKE_BUILD_TYPE=Release -DSANITIZE=OFF
display_start 1920x1080x24
export GSETTINGS_BACKEND=memory GTK_A11Y=none
openbox > "$display_folder/openbox.log" 2>&1 &
# Without a compositor GTK frames even a maximised window, as no desktop of today does.
printf 'window.solid-csd { padding: 0; box-shadow: none; border-radius: 0; }\n' > "$XDG_CONFIG_HOME/gtk-4.0/gtk.css"
# Away from everything that a pointer would light up.
xdotool mousemove 1919 1079
mkdir -p "$root/screenshots"
for kernel in "${kernels[@]}"; do
  for theme in light dark projector; do
    if [ $# -eq 0 ] || [[ " $* " == *" $kernel-$theme "* ]]; then
      take "$kernel" "$theme"
    fi
  done
done
