#!/bin/bash
# command.sh BIN: a program of two sources that warpstage-cli build has made runs by warpstage-cli run --, with its arguments and its own rights,
# and its launches are recorded. Skipped (77) where there is no nvcc.
set -eu
cli=$1/warpstage-cli
"$cli" compiler 2> /dev/null | grep -q 'nvcc' || { echo "skipped: there is no nvcc"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat > main.cu << 'CUDA'
#include <cstdio>
#include <cstdlib>
void twice (int *data, int n);
__global__ void fill (int *data, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] = i;
}
int main (int argc, char **argv)
{
  int n = atoi (argv[1]), last;
  int *data;
  cudaMalloc (&data, n * sizeof (int));
  fill<<<(n + 63) / 64, 64>>> (data, n);
  for (int i = 0; i < 3; i++)
    twice (data, n);
  cudaMemcpy (&last, data + n - 1, sizeof last, cudaMemcpyDeviceToHost);
  FILE *file = fopen ("written", "w");
  fprintf (file, "%d\n", last);
  printf ("last %d %s\n", last, cudaGetErrorString (cudaGetLastError ()));
  return fclose (file);
}
CUDA
cat > twice.cu << 'CUDA'
__global__ void fill (int *data, int n, int factor)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] *= factor;
}
void twice (int *data, int n)
{
  fill<<<(n + 127) / 128, 128>>> (data, n, 2);
}
CUDA
"$cli" build -o program main.cu twice.cu
"$cli" run --main-launch 3 --save run.wsrun -- ./program 1000 > out 2> err
expect () { grep -qF -- "$2" "$1" || { echo "“$2” is missing in:"; cat out err; exit 1; }; }
expect out 'last 7992 no error'
expect out 'launch 3 on Virtual'
expect out '<<<8, 128>>>'
expect err '3 × launches 2 to 4'
expect written 7992
# files that a main() in its sandbox has written, and kernels that may take no time
if "$1/warpstage-host" --check 2> err; then
  cat main.cu twice.cu | sed '/^void twice (int \*data, int n);$/d; s/^int main/void twice (int *, int);\n&/' > whole.cu
  "$cli" run --run-main --main-args 1000 --main-files kept --main-seconds 0 whole.cu > out 2> err
  expect err 'written, 5 bytes'
  expect kept/written 7992
  "$cli" run --run-main --main-args 1000 --main-files kept whole.cu > out 2> err
  expect err 'exist'
  expect kept/written 7992
fi
# a program that ends otherwise, and one that is none
"$cli" run -- /bin/true > out 2> err && { echo "a program without a launch was recorded"; exit 1; }
expect err 'launched no kernel'
"$cli" run -- ./nothing > out 2> err && { echo "what is not there has run"; exit 1; }
expect err './nothing'
