#!/bin/bash
# golden.sh [FOLDER]: makes the file that test-isa holds the virtual GPU against, on a machine with a CUDA device: what that gives for each
# form of each instruction. It needs the driver, and the built programs in FOLDER (build/bin); a minute is enough.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
bin=${1:-$here/../../build/bin}
mkdir -p "$here/golden"
{
  nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -1 | sed "s/^/# /; s/, /, driver /; s/\$/, $(date -u +%Y-%m-%d)/"
  "$bin/isa-golden" cuda
} > "$here/golden/gpu.txt.new"
mv "$here/golden/gpu.txt.new" "$here/golden/gpu.txt"
grep -c '^[^#]' "$here/golden/gpu.txt" | sed 's/$/ forms/'
grep '^#.*differ' "$here/golden/gpu.txt" || echo "all as the model says"
