#!/bin/sh
# ptx.sh KERNEL TYPE OP OUTPUT: one kernel to PTX, as in ptx.sh reduce1 int sum out.ptx
# The .file lines keep base names alone, so that the text is the same on every machine.
set -eu
cd "$(dirname "$0")"
"${NVCC:-nvcc}" -ptx -lineinfo -arch=compute_75 -I . -DWS_TYPE="$2" -DWS_OP="$3" "$1.cu" -o "$4"
sed -i -E 's#^([[:space:]]*\.file[[:space:]]+[0-9]+ ").*/#\1#' "$4"
