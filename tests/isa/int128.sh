#!/bin/sh
# int128.sh: makes int128.ptx of int128.cu.
set -eu
cd "$(dirname "$0")"
"${NVCC:-nvcc}" -ptx -arch=compute_75 -o int128.ptx int128.cu
