#!/bin/bash
# Makes the screenshots: the real window, on a display of its own, at 1920x1080, light, dark and in the projector's theme; charts, a slide
# of each lesson and a handout as the command line makes them.
#
#   tests/screenshots.sh              all of them
#   tests/screenshots.sh shown        those that README.md and the manual show
#   tests/screenshots.sh [NAME…]      some of them, as in  tests/screenshots.sh reduce1-dark stage
#
# Those that README.md and the manual show are committed, in screenshots/; the others go into build/screenshots.
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
  'package|python3-pil|python3-pil'
)
max_bytes=120000
film_ms=10000
shown=(playing-light slide-light memory-light stalls-light lesson-light beside-light scenarios-light sass-light edit-light
  program-light present-projector chart-coalescing-vm)
# What is shown, and the place that shows its subject.
names=(course lecture lesson present slide reduce1 reduce2 reduce7 memory atomics caches scan convolution tiles launches stalls sms-wave sms-tail calculator scenarios beside playing ladder inspector sass own edit program)
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
  [stalls]='--kernel transpose_shared --n 1024 --device vm:h200 --pane stalls'
  [sms-wave]='--kernel reduce3 --device vm:h200 --pane sms --time 0.45'
  [sms-tail]='--kernel unbalanced_blocks --device vm:k40c --pane sms --time 0.86'
  [calculator]='--kernel work8 --device vm:h200 --pane calculator'
  [scenarios]='--scenario occupancy-k40c --device vm:k40c'
  [beside]='--kernel reduce2 --device vm:h200 --stage 2 --pane beside'
  [playing]='--kernel reduce3 --device vm:h200 --stage 3 --timing ladder'
  [ladder]='--kernel reduce7 --device vm:h200 --timing ladder --pane timing'
  [own]="$root/tests/user/sources/reduce_template.cu --device vm:h200 --stage 3 --paused"
  [edit]="$root/resources/templates/reduction.cu --device vm:h200"
  [program]="$root/tests/edit/heat.cu --device vm:h200"
  [sass]='--kernel reduce3 --device vm:h200 --stage 2 --pane code'
  [inspector]='--kernel reduce2 --device vm:h200 --stage 2 --pane code'
)
# Keys pressed, and places clicked at, when the window has come to rest: a cell of the second scenario, a question and its answer, the first stop, memory line by line, Run Program.
declare -A keys=(
  [scenarios]='Down Down Down Right Return'
  [lesson]='Page_Down Page_Down Page_Down'
  [atomics]='Page_Down'
  [caches]='m'
  [launches]='t t'
  [edit]='5 F2 ctrl+End Up Up Up Up Up Up shift+End Delete'
  [course]='ctrl+k c o u r s e Return'
  [program]='click:1768:205 wait:8 space Home Page_Down Page_Down'
  [sass]='click:1790:159 click:1836:159'
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

# find_disassembler: what SASS is shown by. Where no CUDA Toolkit has it, the program itself fetches it, into a cache outside the tree.
find_disassembler () {
  local cache=${WARPSTAGE_TEST_CACHE:-$HOME/.cache/warpstage-tests}/sass
  ! command -v nvdisasm > /dev/null && [ ! -x /usr/local/cuda/bin/nvdisasm ] || return 0
  [ -d "$cache/warpstage/compiler" ] || XDG_DATA_HOME=$cache XDG_CACHE_HOME=$cache "$cli" compiler --get --accept-licence --with-sass
  mkdir -p "$XDG_DATA_HOME/warpstage"
  ln -s "$cache/warpstage/compiler" "$XDG_DATA_HOME/warpstage/compiler"
}

# find_program_compiler: nvcc, where there is none, of the cache that the tests have.
find_program_compiler () {
  # shellcheck source=tests/builds.sh
  . "$root/tests/builds.sh"
  find_compiler
}

# wait_until_idle FOLDER: until the window is there and the screen has not changed over five grabs in a row.
wait_until_idle () {
  local same=0 tries=0
  until xdotool search --onlyvisible --class warpstage > /dev/null 2>&1; do
    kill -0 "$window" 2> /dev/null || { cat "$1/log" >&2; die "The window ended; it says why above."; }
    [ $((tries += 1)) -lt 300 ] || die "There was no window within 30 seconds."
    sleep 0.1
  done
  # a window that appears under the pointer may have seen it before it left
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

# is_wanted NAME: whether NAME is to be made.
is_wanted () {
  [ ${#wanted[@]} -eq 0 ] || [[ " ${wanted[*]} " == *" $1 "* ]]
}

# place_of NAME: where the screenshot NAME belongs.
place_of () {
  if [[ " ${shown[*]} " == *" $1 "* ]]; then
    echo "$root/screenshots/$1.png"
  else
    echo "$root/build/screenshots/$1.png"
  fi
}

# finish FILE NAME: FILE becomes the screenshot NAME, with a palette: an interface has few colours. One that is committed has fewer, if it
# is too large otherwise.
finish () {
  local out colors
  out=$(place_of "$2")
  for colors in 256 128 96 64 48; do
    convert "$1" -strip -define png:exclude-chunks=date,time +dither -colors "$colors" "png8:$out"
    optipng -quiet -o2 "$out"
    [[ $out == "$root/screenshots"/* && $(stat -c %s "$out") -gt $max_bytes ]] || break
  done
  say "${out#"$root/"}: $(stat -c %s "$out") bytes, $colors colours"
}

# take NAME THEME: the screenshot NAME-THEME
take () {
  local out key
  out=$(place_of "$1-$2")
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
        wait:*) sleep "${key#wait:}" ;;
        *) xdotool key "$key" ;;
      esac
      sleep 0.3
    done
    wait_until_idle "$display_folder"
  fi
  kill "$window"
  wait "$window" 2> /dev/null || true
  finish "xwd:$display_folder/now" "$1-$2"
  [ "$(identify -format %wx%h "$out")" = 1920x1080 ] || die "$out is not 1920x1080."
  # A window that shows no run compresses to a fraction of this.
  [ "$(stat -c %s "$out")" -gt 40000 ] || die "$out shows an empty window."
}

# film: the animation that README.md begins with: one instant of kernel 2 as tree, warps and banks, by the keys of the views.
film () {
  local folder=$display_folder/film key frame=0 began now
  mkdir -p "$folder"
  "$root/build/bin/warpstage" --kernel reduce2 --device vm:h200 --block 128 --stage 3 --theme light --paused --size 1280x800 > "$display_folder/log" 2>&1 &
  window=$!
  wait_until_idle "$display_folder"
  xdotool search --onlyvisible --class warpstage windowmove 0 0 > /dev/null
  wait_until_idle "$display_folder"
  for key in 1 2 8 1; do
    [ "$frame" -eq 0 ] || xdotool key "$key"
    began=$(date +%s%N)
    while now=$(date +%s%N); [ $(((now - began) / 1000000)) -lt $((film_ms / 4)) ]; do
      grab "$folder/$(printf %04d.%06d "$frame" $((now / 1000000 % 1000000)))"
      frame=$((frame + 1))
      sleep 0.05
    done
  done
  kill "$window"
  wait "$window" 2> /dev/null || true
  python3 "$root/tests/film.py" "$folder" "$film_ms" 1280x800 "$root/screenshots/stage.gif"
  [ "$(stat -c %s "$root/screenshots/stage.gif")" -lt 2000000 ] || die "The animation has 2 MB or more."
  say "screenshots/stage.gif: $(stat -c %s "$root/screenshots/stage.gif") bytes, $frame frames"
}

prepare_needs "${build_needs[@]}" "${display_needs[@]}" "${screenshot_needs[@]}"
prepare_folder build -DCMAKE_BUILD_TYPE=Release -DSANITIZE=OFF -DBUILD_TESTING=OFF
prepare_targets build
display_start 1920x1080x24
export GSETTINGS_BACKEND=memory GTK_A11Y=none
openbox > "$display_folder/openbox.log" 2>&1 &
# Without a compositor GTK frames even a maximised window, as no desktop of today does.
printf 'window.solid-csd { padding: 0; box-shadow: none; border-radius: 0; }\n' > "$XDG_CONFIG_HOME/gtk-4.0/gtk.css"
mkdir -p "$root/build/screenshots"
export XDG_DATA_HOME=$display_folder/data
cli=$root/build/bin/warpstage-cli
wanted=("$@")
[ "$*" != shown ] || wanted=("${shown[@]}")
if is_wanted sass-light || is_wanted sass-dark || is_wanted sass-projector; then
  find_disassembler
fi
if is_wanted program-light || is_wanted program-dark || is_wanted program-projector; then
  find_program_compiler
fi
if is_wanted lecture-light || is_wanted lecture-dark || is_wanted lecture-projector; then
  "$cli" bundle bank-conflicts --device vm:h200 -o "$display_folder/bank-conflicts.lecture"
fi
for name in "${names[@]}"; do
  for theme in light dark projector; do
    # who presents sees the projector's theme
    [ "$name" != present ] || [ "$theme" = projector ] || continue
    if is_wanted "$name-$theme"; then
      take "$name" "$theme"
    fi
  done
done
if is_wanted stage; then
  film
fi
picture=$display_folder/picture.png
for chart in "${charts[@]}"; do
  if is_wanted "chart-$chart-vm"; then
    "$cli" chart "$chart" --device vm:h200 --compare published --seconds 2 --size 1600x900 -o "$picture"
    finish "$picture" "chart-$chart-vm"
  fi
done
# NAME: further options of warpstage-cli chart
declare -A sweeps=(
  [option]='--kernel bank_stride --over stride --device vm:k40c'
  [latency]='--kernel loads --device vm:k40c'
)
for chart in "${!sweeps[@]}"; do
  if is_wanted "chart-$chart-vm"; then
    # shellcheck disable=SC2086
    "$cli" chart "$chart" ${sweeps[$chart]} --size 1600x900 -o "$picture"
    finish "$picture" "chart-$chart-vm"
  fi
done
for scenario in "${scenarios[@]}"; do
  name=chart-${scenario%-k40c}-vm
  if is_wanted "$name"; then
    "$cli" export scenario --scenario "$scenario" --device vm:k40c --chart time --size 1600x900 -o "$picture"
    finish "$picture" "$name"
  fi
done
for name in "${!slides[@]}"; do
  if is_wanted "$name"; then
    read -r lesson slide <<< "${slides[$name]}"
    "$cli" figures "$display_folder/$lesson" --lesson "$lesson" --device vm:h200 --theme projector --size 1920x1080 > /dev/null
    finish "$display_folder/$lesson/$slide.png" "$name"
  fi
done
if is_wanted handout; then
  "$cli" handout bank-conflicts --device vm:h200 --paper a4 -o "$display_folder/handout.pdf"
  pdftoppm -r 120 -f 1 -l 1 -singlefile -png "$display_folder/handout.pdf" "${picture%.png}"
  finish "$picture" handout
fi
