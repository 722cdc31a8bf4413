#!/bin/sh
# Compiles the kernels of cases.ini to ptx/, as gpu/kernels/ptx.sh does the catalogue's.
set -eu
cd "$(dirname "$0")"
mkdir -p ptx
for file in kernels/*.cu; do
  name=$(basename "$file" .cu)
  arch=$(awk -v id="[$name]" '/^\[/ { in_it = $0 == id } in_it && /^arch=/ { print substr ($0, 6) }' cases.ini)
  "${NVCC:-nvcc}" -ptx -lineinfo -arch="${arch:-compute_75}" "$file" -o "ptx/$name.ptx"
  sed -i -E 's#^([[:space:]]*\.file[[:space:]]+[0-9]+ ").*/#\1#' "ptx/$name.ptx"
done
