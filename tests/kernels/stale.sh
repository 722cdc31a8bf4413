#!/bin/bash
# Whether resources/ptx is what the kernels compile to: compares it, but for comments and debug strings, with what nvcc makes of them now.
# Skipped (77) where there is no nvcc, or one of another release than made it: that one's PTX may well differ.
set -u
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
[ -x "$nvcc" ] || { echo "skipped: there is no nvcc"; exit 77; }
made_by=$(sed -n 's/^.*Cuda compilation tools, release \([0-9.]*\),.*$/\1/p' "$root/resources/ptx/reduce1.int.sum.ptx")
release=$("$nvcc" --version | sed -n 's/^.*release \([0-9.]*\),.*$/\1/p')
[ "$made_by" = "$release" ] || { echo "skipped: the PTX was made by CUDA $made_by, here is $release"; exit 77; }
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
# comments, and the strings of the debug section, which name the compiler's own process
ignored='^(//|\.b8)'
failed=0
NVCC=$nvcc "$root/gpu/kernels/ptx.sh" all "$work" || { echo "not all kernels compile"; exit 1; }
for name in $( (cd "$work" && ls; cd "$root/resources/ptx" && ls) | sort -u); do
  if [ ! -f "$work/$name" ]; then
    echo "resources/ptx/$name is of no kernel in catalog.ini: remove it"; failed=1
  elif ! diff -q <(grep -vE "$ignored" "$root/resources/ptx/$name") <(grep -vE "$ignored" "$work/$name") > /dev/null; then
    echo "resources/ptx/$name is stale: build the target kernels-ptx"; failed=1
  fi
done

# registers.ini, for one architecture, which is soon done
ptxas=$(command -v ptxas || echo "$(dirname "$nvcc")/ptxas")
only () { grep -E '^\[|=75:' "$1" | grep -v '^\[architectures' | sed -E 's/=(75:[0-9]+;).*/=\1/'; }
PTXAS=$ptxas "$root/gpu/kernels/registers.sh" "$root/resources/ptx" 75 > "$work/registers" || failed=1
diff <(only "$root/resources/registers.ini") <(only "$work/registers") || { echo "resources/registers.ini is stale: build the target kernels-ptx"; failed=1; }
exit $failed
