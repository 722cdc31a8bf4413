#!/bin/sh
# ptx.sh [KERNEL…]: makes ptx/KERNEL.ptx of kernels/KERNEL.cu, of all of them if none is named.
# The .file lines keep base names alone, so that the text is the same on every machine. OUTPUT names another folder than ptx.
set -eu
cd "$(dirname "$0")/kernels"
[ $# -gt 0 ] || set -- *.cu
for kernel in "$@"; do
  kernel=${kernel%.cu}
  case $kernel in
    lanes) arch=compute_80 ;; # redux
    *) arch=compute_75 ;;
  esac
  "${NVCC:-nvcc}" -ptx -lineinfo -arch=$arch "$kernel.cu" -o "${OUTPUT:-../ptx}/$kernel.ptx"
  sed -i -E 's#^([[:space:]]*\.file[[:space:]]+[0-9]+ ").*/#\1#' "${OUTPUT:-../ptx}/$kernel.ptx"
done
