#!/bin/bash
# Whether resources/ptx.tar.xz is what the kernels compile to. Everywhere: its list names each kernel of catalog.ini once, with the hash of
# what the kernel is made of now and the hash of the PTX in the archive, and packing the PTX again gives the same archive.
#
# Where there is the nvcc that made it, one kernel of each architecture and kind of linking is compiled and compared too, all of them with
# THOROUGH=1; comments and debug strings do not count. Another release's PTX may well differ, and is not compared.
set -u
export LC_ALL=C
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=tests/compared.sh
. "$root/tests/compared.sh"
make=$root/gpu/kernels/ptx.sh
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
failed=0
# complain WORDS
complain () { printf '%s: build the target kernels-ptx\n' "$*"; failed=1; }

mkdir "$work"/{packed,again,made}
# as the build does
(cd "$work/packed" && cmake -E tar xf "$root/resources/ptx.tar.xz") || exit 1
"$make" pack "$work/packed" "$work/again" || exit 1
while read -r name inputs ptx; do
  read -r _ inputs_now ptx_now <<< "$(grep "^$name " "$work/again/ptx.sums")"
  [ "$inputs" = "${inputs_now:-}" ] || complain "$name is of another source than there is"
  [ "$ptx" = "${ptx_now:-}" ] || complain "$name is not the PTX that ptx.sums names"
done < <(grep -v '^#' "$root/resources/ptx.sums")
diff <(sed 's/ .*//' "$root/resources/ptx.sums" | grep -v '^#') <("$make" inputs | sed 's/ .*//' | sort) > "$work/names" \
  || complain "ptx.sums does not name the kernels of catalog.ini ($(grep '^[<>]' "$work/names" | tr '\n' ' '))"
# the tar in it, for another release of xz may pack it otherwise
cmp -s <(xz -dc "$root/resources/ptx.tar.xz") <(xz -dc "$work/again/ptx.tar.xz") || complain "ptx.tar.xz is packed by something else than ptx.sh"
! grep -nE '^[[:space:]]*\.file[[:space:]]+[0-9]+ ".*/' "$work"/packed/*.ptx || complain "the path of who compiled it stands in PTX"
[ "$failed" = 0 ] || exit 1

nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
[ -x "$nvcc" ] || { echo "The hashes are right; there is no nvcc to compile with."; exit 0; }
made_by=$(sed -n 's/^.*Cuda compilation tools, release \([0-9.]*\),.*$/\1/p' "$work/packed/reduce1.int.sum.ptx")
release=$("$nvcc" --version | sed -n 's/^.*release \([0-9.]*\),.*$/\1/p')
[ "$made_by" = "$release" ] || { echo "The hashes are right; the PTX was made by CUDA $made_by, and here is $release."; exit 0; }
if [ "${THOROUGH:-0}" = 0 ]; then
  mapfile -t variants < <("$make" variants | awk '!seen[$4, $6, $2]++ { print $1, $2, $3 }')
else
  mapfile -t variants < <("$make" list)
fi
# Each kernel is compared once for its inputs, including the script that compiles.
known=$(compared_find kernels)
with=$( (echo "$release"; cat "$0" "$root/gpu/kernels/registers.sh" "$root/resources/registers.ini") | sha256sum)
# describe NAME: what its comparison depends on
describe () { printf '%s %s\n' "${with%% *}" "$(grep "^$1 " "$root/resources/ptx.sums")"; }
left=()
for variant in "${variants[@]}"; do
  read -r kernel type op <<< "$variant"
  grep -qxF "$(describe "$kernel.$type.$op.ptx")" "$known" || left+=("$variant")
done
[ ${#left[@]} -gt 0 ] || { echo "${#variants[@]} kernels compiled to the PTX in the archive before."; exit 0; }
printf '%s\n' "${left[@]}" | awk -v folder="$work/made" '{ print $0, folder "/" $1 "." $2 "." $3 ".ptx" }' \
  | NVCC=$nvcc xargs -P "$(nproc)" -L 1 "$make" || { echo "not all kernels compile"; exit 1; }
ignored='^(//|\.b8)'
for file in "$work"/made/*.ptx; do
  name=$(basename "$file")
  cmp -s <(grep -vE "$ignored" "$work/packed/$name") <(grep -vE "$ignored" "$file") || complain "$name is stale"
done

# registers.ini, for one architecture, which is soon done
ptxas=$(command -v ptxas || echo "$(dirname "$nvcc")/ptxas")
PTXAS=$ptxas "$root/gpu/kernels/registers.sh" "$work/made" 75 > "$work/registers" || failed=1
# only FILE: "SECTION KEY=75:N;" of the kernels that were compiled
only () {
  awk -F '[][]' -v folder="$work/made" '
    /^\[/ { name = $2; next }
    /=75:/ && (getline line < (folder "/" name)) >= 0 { sub (/;.*/, ";"); print name, $0 }' "$1"
}
diff <(only "$root/resources/registers.ini") <(only "$work/registers") || complain "registers.ini is stale"
if [ "$failed" = 0 ]; then
  for variant in "${left[@]}"; do
    read -r kernel type op <<< "$variant"
    describe "$kernel.$type.$op.ptx"
  done >> "$known"
  echo "${#left[@]} kernels compile to the PTX in the archive; $((${#variants[@]} - ${#left[@]})) did before."
fi
exit $failed
