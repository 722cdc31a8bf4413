#!/bin/sh
# Rebuilds the PTX of the kernels next to it: it is committed, because tests run without a compiler. OUTPUT names another folder for it.
set -eu
cd "$(dirname "$0")"
output=${OUTPUT:-.}
for source in *.cu
do
  arch=compute_75
  [ "$source" != copies.cu ] || arch=compute_80
  "${NVCC:-nvcc}" -ptx -lineinfo -arch="$arch" "$source" -o "$output/${source%.cu}.ptx"
  sed -i -E 's#^([[:space:]]*\.file[[:space:]]+[0-9]+ ").*/#\1#' "$output/${source%.cu}.ptx"
done
