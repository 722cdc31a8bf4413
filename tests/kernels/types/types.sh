#!/bin/sh
# types.sh: makes the .ptx of each .cu here; names of files in them without their folders, so that they are the same on every machine.
# OUTPUT names another folder for them.
set -eu
cd "$(dirname "$0")"
output=${OUTPUT:-.}
make_ptx ()
{
  "${NVCC:-nvcc}" -std=c++17 -ptx -lineinfo -arch="$2" -diag-suppress 20054 -o "$output/$1.new" "$1.cu"
  sed -E 's|(\.file[^"]*")[^"]*/|\1|; s|, [0-9]+, [0-9]+$||; /^\/\/ (Compiler Build|Based on)/d' "$output/$1.new" > "$output/$1.ptx"
  rm "$output/$1.new"
}
make_ptx half compute_75
make_ptx bytes compute_75
make_ptx bf16 compute_90
make_ptx copies compute_80
make_ptx matrices compute_80
make_ptx eighths compute_90
