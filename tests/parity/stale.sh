#!/bin/bash
# Whether tests/parity/ptx is what the kernels compile to; as tests/kernels/stale.sh, and skipped (77) where that is.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
[ -x "$nvcc" ] || { echo "skipped: there is no nvcc"; exit 77; }
made_by=$(sed -n 's/^.*Cuda compilation tools, release \([0-9.]*\),.*$/\1/p' "$here/ptx/trips.ptx")
release=$("$nvcc" --version | sed -n 's/^.*release \([0-9.]*\),.*$/\1/p')
[ "$made_by" = "$release" ] || { echo "skipped: the PTX was made by CUDA $made_by, here is $release"; exit 77; }
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
NVCC=$nvcc OUTPUT=$work "$here/ptx.sh" || exit 1
# comments, and the strings of the debug section, which name the compiler's own process
ignored='^(//|\.b8)'
failed=0
for ptx in "$work"/*.ptx "$here"/ptx/*.ptx; do
  name=$(basename "$ptx")
  if ! diff -q <(grep -vE "$ignored" "$here/ptx/$name") <(grep -vE "$ignored" "$work/$name") > /dev/null; then
    echo "tests/parity/ptx/$name is stale: run tests/parity/ptx.sh"; failed=1
  fi
done
exit $failed
