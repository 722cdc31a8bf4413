#!/bin/bash
# libraries.sh BIN: a program that calls cuBLAS and cuRAND, and cuFFT, which is not there: compiled as it stands, and linked with -l; its
# history says which of its steps are no kernels, and which call is refused. Skipped (77) where there is no nvcc.
set -eu
cli=$1/warpstage-cli
"$cli" compiler 2> /dev/null | grep -q 'nvcc' || { echo "skipped: there is no nvcc"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat > product.cu << 'CUDA'
#include <cmath>
#include <cstdio>
#include <cublas_v2.h>
#include <cufft.h>
#include <curand.h>
#include <vector>

__global__ void halve (float *data, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    data[i] *= 0.5f;
}

int main ()
{
  const int m = 20, n = 30, k = 40;
  const float alpha = 2, beta = 0;
  std::vector<float> a (m * k), b (k * n), c (m * n);
  float *da, *db, *dc;
  double worst = 0;
  curandGenerator_t generator;
  cublasHandle_t handle;
  cufftHandle plan;

  cudaMalloc (&da, a.size () * 4);
  cudaMalloc (&db, b.size () * 4);
  cudaMalloc (&dc, c.size () * 4);
  curandCreateGenerator (&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandSetPseudoRandomGeneratorSeed (generator, 1234);
  curandGenerateUniform (generator, da, a.size ());
  curandGenerateUniform (generator, db, b.size ());
  halve<<<(m * k + 127) / 128, 128>>> (da, m * k);
  cublasCreate (&handle);
  cublasSgemm (handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha, da, m, db, k, &beta, dc, m);
  cublasGetMatrix (m, k, 4, da, m, a.data (), m);
  cublasGetMatrix (k, n, 4, db, k, b.data (), k);
  cublasGetMatrix (m, n, 4, dc, m, c.data (), m);
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++)
      {
        double sum = 0;
        for (int p = 0; p < k; p++)
          sum += a[p * m + i] * b[j * k + p];
        worst = std::fmax (worst, std::fabs (2 * sum - c[j * m + i]));
      }
  printf ("first %.8f, %s, cuFFT says %d\n", 2 * a[0], worst < 1e-4 ? "right" : "wrong",
          cufftPlan1d (&plan, 64, CUFFT_C2C, 1));
  return worst < 1e-4 ? 0 : 1;
}
CUDA
expect () { grep -qF -- "$2" "$1" || { echo "“$2” is missing in:"; cat out err; exit 1; }; }
check () {
  expect "$1" 'first 0.14546764, right, cuFFT says 16'
  expect err 'curandGenerateUniform: library, no kernel'
  expect err 'cublasSgemm: library, no kernel'
  expect err 'launch 1: halve<<<7, 128>>>'
  expect err 'cufftPlan1d: of CUDA'
}
"$cli" run product.cu --run-main > out 2> err || { cat out err; exit 1; }
check err
"$cli" build -o product product.cu -lcublas -lcurand -lcufft
"$cli" run -- ./product > out 2> err || { cat out err; exit 1; }
check out
