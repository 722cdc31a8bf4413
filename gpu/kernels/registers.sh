#!/bin/sh
# What ptxas gives a thread: for every kernel of a folder of PTX, and every architecture of those below.
#
#   registers.sh FOLDER [ARCH…]    prints registers.ini
#
# A section per file, a key per kernel: architecture:registers, where they differ from those of the architecture before it. PTX that asks
# for more than an architecture has is not there for it.
set -eu
folder=$1
shift
export PTXAS="${PTXAS:-ptxas}" WORK
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT

archs=${*:-75 80 86 87 89 90 100 103 110 120 121}
for file in "$folder"/*.ptx; do
  [ -f "$file" ] || continue
  for arch in $archs; do echo "$file $arch"; done
done | xargs -r -P "$(nproc)" -L 1 sh -c '
  name=$(basename "$0")
  # what launches kernels is to be linked: the functions by which it does are not in the PTX
  linked=$(! grep -q __cudaCDP2 "$0" || echo -c)
  "$PTXAS" -v $linked -arch="sm_$1" "$0" -o "$WORK/$name.$1.cubin" > "$WORK/$name $1" 2>&1 || : > "$WORK/$name $1"
  rm -f "$WORK/$name.$1.cubin"'

echo '# Registers per thread, as ptxas gives them: made by gpu/kernels/registers.sh, never by hand.'
printf '\n[architectures]\nknown=%s;\n' "$(echo $archs | tr ' ' ';')"
for file in "$folder"/*.ptx; do
  [ -f "$file" ] || continue
  name=$(basename "$file")
  printf '\n[%s]\n' "$name"
  for log in "$WORK/$name "*; do
    awk -v arch="${log##* }" '/Compiling entry function/ { split ($0, part, "\047"); entry = part[2] }
      /Used [0-9]+ registers/ { for (i = 1; i < NF; i++) if ($i == "Used") print entry, arch, $(i + 1) }' "$log"
  done | sort -k 1,1 -k 2,2n | awk '
    $1 != entry { if (entry != "") print entry "=" list; entry = $1; list = ""; before = "" }
    $3 != before { list = list $2 ":" $3 ";"; before = $3 }
    END { if (entry != "") print entry "=" list }'
done
