#!/bin/bash
# stale.sh MAKER FOLDER: whether the PTX of FOLDER is what MAKER, which writes it to the folder named by OUTPUT, makes of its kernels now.
# Comments and the strings of the debug section, which name the compiler's own process, do not count. Skipped (77) where there is no nvcc,
# or one of another release than made it: that one's PTX may well differ. Both are from the folder of this script.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/compared.sh
. "$here/compared.sh"
maker=$1 folder=$2
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
[ -x "$nvcc" ] || { echo "skipped: there is no nvcc"; exit 77; }
made_by=$(sed -n 's/^.*Cuda compilation tools, release \([0-9.]*\),.*$/\1/p' "$here/$folder"/*.ptx | sort -u)
release=$("$nvcc" --version | sed -n 's/^.*release \([0-9.]*\),.*$/\1/p')
[ "$made_by" = "$release" ] || { echo "skipped: the PTX was made by CUDA $made_by, here is $release"; exit 77; }
known=$(compared_find files)
sum=$( (echo "$release $maker"; cd "$here" && cat stale.sh "$maker" && find "$(dirname "$maker")" "$folder" -type f | sort | xargs sha256sum) | sha256sum)
! grep -qxF "$sum" "$known" || { echo "The same as when it was compared."; exit 0; }
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
NVCC=$nvcc OUTPUT=$work "$here/$maker" || exit 1
ignored='^(//|\.b8)'
failed=0
for ptx in "$work"/*.ptx "$here/$folder"/*.ptx; do
  name=$(basename "$ptx")
  if ! diff -q <(grep -vE "$ignored" "$here/$folder/$name") <(grep -vE "$ignored" "$work/$name") > /dev/null; then
    echo "tests/$folder/$name is stale: run tests/$maker"; failed=1
  fi
done
[ "$failed" = 1 ] || echo "$sum" >> "$known"
exit $failed
