#!/bin/bash
# projects.sh BIN: the Makefiles of projects/, as people have them, build with warpstage-nvcc, or with the folder that stands for a CUDA
# Toolkit; what they build runs by warpstage-cli run --. What device code lacks is said by its name. Skipped (77) where there is no nvcc.
set -eu
cli=$1/warpstage-cli
nvcc=$1/warpstage-nvcc
here=$(cd "$(dirname "$0")" && pwd)
"$cli" compiler 2> /dev/null | grep -q 'nvcc' || { echo "skipped: there is no nvcc"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache
cp -r "$here/projects/." "$work"
expect () { grep -qF -- "$2" "$1" || { echo "“$2” is missing in:"; cat "$work/log" "$work/out" "$work/err"; exit 1; }; }
build () { make -C "$@" > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }; }
run () { "$cli" run -- "$@" > "$work/out" 2> "$work/err" || { cat "$work/out" "$work/err"; exit 1; }; }

build "$work/single" NVCC="$nvcc"
expect "$work/log" 'has no sm_60: sm_75 is taken instead'
expect "$work/log" 'taken for -std=c++14'
run "$work/single/saxpy"
expect "$work/out" 'worst 0, clock known'

home=$("$cli" build --cuda-home)
[ "$(readlink -f "$home/bin/nvcc")" = "$(readlink -f "$nvcc")" ]
build "$work/home" CUDA_HOME="$home"
run "$work/home/program"
expect "$work/out" 'sum 4950'

build "$work/apart" NVCC="$nvcc" CUDA_LIBRARY="$home/lib64"
run "$work/apart/program"
expect "$work/out" '0 wrong, 64 calls'
expect "$work/err" 'launch 1: run<<<1, 64>>>'
grep -q 'include/rules.h' "$work"/apart/*.d
# kernels that launch kernels, in two steps
cd "$work"
cat > parent.cu << 'CUDA'
#include <cstdio>
__global__ void child (int of) { printf ("child of %d\n", of); }
__global__ void parent () { child<<<1, 1>>> (threadIdx.x); }
int main () { parent<<<1, 2>>> (); return cudaDeviceSynchronize (); }
CUDA
"$nvcc" -dc -o parent.o parent.cu
"$nvcc" -o parent parent.o -lcudadevrt
run ./parent
expect "$work/out" 'child of 1'
# in one command; and without the source that has what two others use
cd "$work/apart"
"$nvcc" -rdc=true -Iinclude -o whole main.cpp tables.cu rules.cu solve.cu
run ./whole
expect "$work/out" '0 wrong, 64 calls'
"$nvcc" -rdc=true -Iinclude -o poor main.cpp rules.cu solve.cu > "$work/log" 2>&1 && { echo "what is nowhere was linked"; exit 1; }
expect "$work/log" "Undefined reference to 'table'"
