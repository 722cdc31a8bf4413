#!/bin/bash
# textures.sh: makes the file that test-texture holds the virtual GPU against, on a machine with a CUDA device and nvcc: what its texture
# units give for each format, mode and number of dimensions.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
nvcc -o "$work/textures" "$here/textures.cu"
{
  nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -1 | sed "s/^/# /; s/, /, driver /; s/\$/, $(date -u +%Y-%m-%d)/"
  "$work/textures"
} > "$here/golden/textures.txt.new"
mv "$here/golden/textures.txt.new" "$here/golden/textures.txt"
