#!/bin/bash
# Makes screenshots/: the real window, on a display of its own, at 1920x1080: the course, a lecture opened, a lesson, a slide, three kernels, memory, dataflows of other shapes, four views of occupancy, the
# inspector and timings, each light, dark and projector; charts, a slide of each lesson and a hand-out as the command line makes them.
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
  'command|pdftoppm|poppler-utils'
)
max_bytes=300000
# What is shown, and where it shows what it is about.
names=(course lecture lesson present slide reduce1 reduce2 reduce7 memory atomics caches scan convolution tiles launches sms-wave sms-tail calculator scenarios beside playing ladder inspector sass own edit)
scenarios=(coalescing-k40c divergence-k40c block-shape-k40c global-reductions)
charts=(ladder scaling heatmap block-size roofline live)
declare -A arguments=(
  [course]='--lesson scan --device vm:h200'
  [lecture]='--lesson LECTURE'
  [lesson]='--lesson why-kernel-1-diverges --device vm:h200'
  [present]='--kernel reduce1 --device vm:h200 --block 128 --stage 2 --present'
  [slide]='--kernel reduce1 --device vm:h200 --block 16 --stage 2 --pane tree'
  [reduce1]='--kernel reduce1 --stage 2'
  [reduce2]='--kernel reduce2 --stage 2'
  [reduce7]='--kernel reduce7 --stage 4'
  [memory]='--kernel reduce2 --device vm:h200 --block 512 --stage 3 --pane memory'
  [atomics]='--kernel histogram_global --device vm:h200 --pane memory'
  [caches]='--kernel reduceNeighbored --device vm:h200 --stage 2 --pane memory'
  [scan]='--kernel scan_hillis_steele --device vm:h200 --stage 3 --pane tree'
  [convolution]='--kernel convolution_2d --device vm:h200 --stage 0 --pane tree'
  [tiles]='--kernel matrix_product_tiled --device vm:h200 --stage 2 --pane tree'
  [launches]='--kernel reduce3 --device vm:h200 --launch 2 --stage 8 --pane tree'
  [sms-wave]='--kernel reduce3 --device vm:h200 --pane sms --time 0.45'
  [sms-tail]='--kernel unbalanced_blocks --device vm:k40c --pane sms --time 0.86'
  [calculator]='--kernel work8 --device vm:h200 --pane calculator'
  [scenarios]='--scenario occupancy-k40c --device vm:k40c'
  [beside]='--kernel reduce2 --device vm:h200 --stage 2 --pane beside'
  [playing]='--kernel reduce3 --device vm:h200 --stage 3 --timing ladder'
  [ladder]='--kernel reduce7 --device vm:h200 --timing ladder --pane timing'
  [own]="$root/tests/own/sources/reduce_template.cu --device vm:h200 --stage 3 --paused"
  [edit]="$root/resources/templates/reduction.cu --device vm:h200"
  [sass]='--kernel reduce3 --device vm:h200 --stage 2 --pane code'
  [inspector]='--kernel reduce2 --device vm:h200 --stage 2 --pane code'
)
# Keys pressed, and places clicked at, when the window has come to rest: a cell of the second scenario, a question and its answer, the first stop, memory line by line.
declare -A keys=(
  [scenarios]='Down Down Down Right Return'
  [lesson]='Page_Down Page_Down Page_Down'
  [atomics]='Page_Down'
  [caches]='m'
  [launches]='t t'
  [edit]='5 F2 ctrl+End Up Up Up Up Up Up shift+End Delete'
  [course]='ctrl+k c o u r s e Return'
  [sass]='click:1790:163 click:1836:163'
  [lecture]='Page_Down Page_Down Page_Down'
)
# A telling slide of a lesson, by its number: as the class sees it.
declare -A slides=(
  [lesson-banks]='bank-conflicts 10-revealed'
  [lesson-coalescing]='coalescing 14'
  [lesson-block-shape]='block-shape 07-revealed'
  [lesson-divergence]='divergence-and-predication 05'
  [lesson-global]='global-memory-reductions 14-revealed'
  [lesson-profiler]='reading-a-profiler 07-revealed'
  [lesson-errors]='when-cuda-says-no 09-revealed'
  [lesson-convolution]='convolution 13'
  [lesson-tiling]='tiling 06'
  [lesson-latency]='latency-hiding 12-revealed'
  [lesson-stride]='bank-conflicts-by-stride 09-revealed'
  [lesson-scan]='scan 07-revealed'
  [lesson-transpose]='transpose 12-revealed'
  [lesson-histogram]='histogram 03-revealed'
)

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
  # a window that comes under the pointer may have seen it before it went
  xdotool mousemove 1918 1078
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

# shrink FILE: an interface has few colours: a palette of 256 is hardly told from the original, but smaller.
shrink () {
  optipng -quiet -o2 "$1"
  if [ "$(stat -c %s "$1")" -gt "$max_bytes" ]; then
    convert "$1" +dither -colors 256 "png8:$1"
    optipng -quiet -o2 "$1"
  fi
}

# take NAME THEME: screenshots/NAME-THEME.png
take () {
  local out=$root/screenshots/$1-$2.png key
  # shellcheck disable=SC2086
  "$root/build/bin/warpstage" ${arguments[$1]/LECTURE/$display_folder/bank-conflicts.lecture} --theme "$2" --paused --size 1920x1080 --maximized > "$display_folder/log" 2>&1 &
  window=$!
  # away from everything that a pointer would light up
  xdotool mousemove 1919 1079
  wait_until_idle "$display_folder"
  if [ -n "${keys[$1]:-}" ]; then
    for key in ${keys[$1]}; do
      case $key in
        click:*) IFS=: read -r _ x y <<< "$key"; xdotool mousemove "$x" "$y" click 1 mousemove 1919 1079 ;;
        *) xdotool key "$key" ;;
      esac
      sleep 0.3
    done
    wait_until_idle "$display_folder"
  fi
  kill "$window"
  wait "$window" 2> /dev/null || true
  convert "xwd:$display_folder/now" -strip -define png:exclude-chunks=date,time "png24:$out"
  shrink "$out"
  [ "$(identify -format %wx%h "$out")" = 1920x1080 ] || die "$out is not 1920x1080."
  # A window that shows no run compresses to a fraction of this.
  [ "$(stat -c %s "$out")" -gt 40000 ] || die "$out shows an empty window."
  say "screenshots/$1-$2.png: $(stat -c %s "$out") bytes"
}

prepare_needs "${build_needs[@]}" "${display_needs[@]}" "${screenshot_needs[@]}"
prepare_folder build -DCMAKE_BUILD_TYPE=Release -DSANITIZE=OFF
prepare_targets build
display_start 1920x1080x24
export GSETTINGS_BACKEND=memory GTK_A11Y=none
openbox > "$display_folder/openbox.log" 2>&1 &
# Without a compositor GTK frames even a maximised window, as no desktop of today does.
printf 'window.solid-csd { padding: 0; box-shadow: none; border-radius: 0; }\n' > "$XDG_CONFIG_HOME/gtk-4.0/gtk.css"
mkdir -p "$root/screenshots"
export XDG_DATA_HOME=$display_folder/data
cli=$root/build/bin/warpstage-cli
if [ $# -eq 0 ] || [[ " $* " == *" lecture-"* ]]; then
  "$cli" bundle bank-conflicts --device vm:h200 -o "$display_folder/bank-conflicts.lecture"
fi
for name in "${names[@]}"; do
  for theme in light dark projector; do
    # who presents sees the projector's theme
    [ "$name" != present ] || [ "$theme" = projector ] || continue
    if [ $# -eq 0 ] || [[ " $* " == *" $name-$theme "* ]]; then
      take "$name" "$theme"
    fi
  done
done
for chart in "${charts[@]}"; do
  if [ $# -eq 0 ] || [[ " $* " == *" chart-$chart "* ]]; then
    out=$root/screenshots/chart-$chart-vm.png
    "$root/build/bin/warpstage-cli" chart "$chart" --device vm:h200 --compare published --seconds 2 --size 1600x900 -o "$out"
    optipng -quiet -o2 "$out"
    say "screenshots/chart-$chart-vm.png: $(stat -c %s "$out") bytes"
  fi
done
# NAME: what warpstage-cli chart is told besides
declare -A sweeps=(
  [option]='--kernel bank_stride --over stride --device vm:k40c'
  [latency]='--kernel loads --device vm:k40c'
)
for chart in "${!sweeps[@]}"; do
  if [ $# -eq 0 ] || [[ " $* " == *" chart-$chart "* ]]; then
    out=$root/screenshots/chart-$chart-vm.png
    # shellcheck disable=SC2086
    "$root/build/bin/warpstage-cli" chart "$chart" ${sweeps[$chart]} --size 1600x900 -o "$out"
    optipng -quiet -o2 "$out"
    say "screenshots/chart-$chart-vm.png: $(stat -c %s "$out") bytes"
  fi
done
for scenario in "${scenarios[@]}"; do
  name=chart-${scenario%-k40c}
  if [ $# -eq 0 ] || [[ " $* " == *" $name "* ]]; then
    out=$root/screenshots/$name-vm.png
    "$root/build/bin/warpstage-cli" export scenario --scenario "$scenario" --device vm:k40c --chart time --size 1600x900 -o "$out"
    optipng -quiet -o2 "$out"
    say "screenshots/$name-vm.png: $(stat -c %s "$out") bytes"
  fi
done
for name in "${!slides[@]}"; do
  if [ $# -eq 0 ] || [[ " $* " == *" $name "* ]]; then
    read -r lesson slide <<< "${slides[$name]}"
    "$cli" figures "$display_folder/$lesson" --lesson "$lesson" --device vm:h200 --theme projector --size 1920x1080 > /dev/null
    out=$root/screenshots/$name.png
    cp "$display_folder/$lesson/$slide.png" "$out"
    shrink "$out"
    say "screenshots/$name.png: $(stat -c %s "$out") bytes"
  fi
done
if [ $# -eq 0 ] || [[ " $* " == *" handout "* ]]; then
  "$cli" handout bank-conflicts --device vm:h200 --paper a4 -o "$display_folder/handout.pdf"
  pdftoppm -r 120 -f 1 -l 1 -singlefile -png "$display_folder/handout.pdf" "$root/screenshots/handout"
  shrink "$root/screenshots/handout.png"
  say "screenshots/handout.png: $(stat -c %s "$root/screenshots/handout.png") bytes"
fi
