#!/bin/sh
# ptx.sh [FILE…]: makes ptx/FILE.ptx of kernels/FILE.cu, of all of them if none is named.
# The .file lines keep base names alone, so that the text is the same on every machine. OUTPUT names another folder than ptx.
set -eu
cd "$(dirname "$0")/kernels"
[ $# -gt 0 ] || set -- *.cu
for file in "$@"; do
  file=${file%.cu}
  case $file in
    groups) arch=compute_80 ;; # redux
    *) arch=compute_75 ;;
  esac
  "${NVCC:-nvcc}" -ptx -lineinfo -arch=$arch "$file.cu" -o "${OUTPUT:-../ptx}/$file.ptx"
  # tables of cuRAND for unused generators are left out
  sed -i -E -e '/^\.(global|const) .* (precalc_xorwow|mrg32k3a|__cr_lgamma|curand_)/d' -e 's#^([[:space:]]*\.file[[:space:]]+[0-9]+ ").*/#\1#' "${OUTPUT:-../ptx}/$file.ptx"
done
