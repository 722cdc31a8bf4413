#!/bin/bash
# What the command line says in the pseudo-locale (po/pseudo.py): no line is in English. pseudo.sh FOLDER-OF-PROGRAMS
#
# A line may have names: kernels and devices of the catalogue, options, formats, figures. It is in English where three words follow each
# other without an accent.
set -u
cli=$1/warpstage-cli
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
failed=0

# Lines of what was said in which words follow each other untranslated. What others say is taken out first: names in quotes and
# of devices, options, the synopsis, GLib's own help, the C library's reasons.
find_english () {
  LC_ALL=C sed -E -e 's/“[^”]*”//g' -e 's/<<<.*>>>//' -e 's/(^| )--?[a-z][a-z-]*(=[^ ]*)?//g' -e '/^ *warpstage-cli |^ +(\[|-o |F\.png|$)/d' \
      -e '/Show (all )?help options/d' -e 's/No such file or directory//' \
      -e 's/(Virtual )?NVIDIA ((Tesla|GeForce|RTX) )*[A-Za-z0-9]+( Ti)?//g' "$work/out" \
    | LC_ALL=C grep -aE '(^|[ (])[A-Za-z]{2,}[,:;]? [A-Za-z]{2,}[,:;]? [A-Za-z]{2,}($|[ .,:;)])'
}

# expect STATUS COMMAND...: the command ends with STATUS and says something, none of it in English
expect () {
  local status=$1 got; shift
  "$cli" "$@" > "$work/out" 2>&1; got=$?
  if [ $got -ne "$status" ] || [ ! -s "$work/out" ]; then
    echo "not ok: $* gave $got, expected $status:"; cat "$work/out"; failed=1
  elif find_english > "$work/english"; then
    echo "not ok: $* says in English:"; cat "$work/english"; failed=1
  elif ! LC_ALL=C grep -qaE $'[\xc3-\xc9][\x80-\xbf]' "$work/out"; then
    echo "not ok: $* says nothing that is translated:"; cat "$work/out"; failed=1
  else echo "ok: $*"; fi
}

# keeps WORDS COMMAND...: what the command writes has WORDS as they were given: what is written down is for everybody
keeps () {
  local words=$1; shift
  if "$cli" "$@" > "$work/out" 2>&1 && cat "$work"/kept.* "$work/out" 2>&1 | grep -aqF "$words"; then echo "ok: $*, as it was given"
  else echo "not ok: $* does not keep “$words”:"; cat "$work/out"; failed=1; fi
  rm -f "$work"/kept.*
}

# aligned PATTERN COMMAND...: in the table that the command prints, the column that PATTERN ends with is straight
aligned () {
  local pattern=$1; shift
  if "$cli" "$@" 2>&1 | PYTHONUTF8=1 python3 "$here/aligned.py" "$pattern"; then echo "ok: $* is aligned"
  else echo "not ok: $* is not aligned"; failed=1; fi
}

expect 0 --help
expect 0 devices
expect 0 latency
expect 0 kernels
expect 0 scenario
expect 0 lesson list
expect 0 lesson --help
expect 0 lesson check why-kernel-1-diverges
expect 1 lesson check nonsuch
expect 0 exercise list
expect 0 exercise --help
expect 0 exercise show the-missing-barrier --hints
expect 1 exercise check nonsuch
expect 0 grade --help
expect 2 grade one-launch-fewer
expect 0 run --help
expect 0 time --help
expect 0 export --help
expect 0 chart --help
expect 0 calculator --help
expect 0 run reduce1 -n 1000
expect 0 time reduce1 --device vm:h200 -n 1000 --repeat 2
expect 0 calculator --cc 8.6 --block 256 --regs 43
expect 2 frobnicate
expect 2 time
expect 1 devices reduce1
expect 2 latency reduce1
expect 2 calculator --cc 8.6
expect 2 calculator --cc 4.0 --block 256
expect 1 run reduce1 -n many
expect 1 run reduce1 --block 100
expect 1 run reduce99
expect 1 run "$work/none.wsrun"
expect 1 run reduce1 --n 2^40 --device vm:g80
expect 1 export tree --kernel reduce1 --stage 99 -o "$work/tree.svg"
expect 2 export nothing -o "$work/tree.svg"
expect 1 export tree --kernel reduce1 -o "$work/tree.xyz"
keeps 'Kernel 1: interleaved addressing' run reduce1 -n 1000 --save "$work/kept.wsrun"
keeps 'Kernel 1: interleaved addressing' export tree --kernel reduce1 -n 1000 -o "$work/kept.json"
keeps 'Kernel 1: interleaved addressing' chart ladder --device vm:h200 -n 4096 -o "$work/kept.csv"
aligned '^  (?!.*<<<).*?[^ ] +([0-9.]+) (?=[^ ]|  )' run reduce1 -n 1000
aligned '(GB/s(?= +%)|[0-9.]+(?= +[0-9.]+%))' time reduce1,reduce2 --device vm:h200 -n 1000 --repeat 2
aligned '^[^|]*[|][^|]*([|])' scenario occupancy-k40c --device vm:k40c
aligned '(ťĥŕŕ × ƀĺķķ|[0-9]+ × [0-9]+)' scenario block-sizes --device vm:k40c
exit $failed
