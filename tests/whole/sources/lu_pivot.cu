/* LU factorisation with partial pivoting, column by column, all on the GPU;
 * then forward/backward substitution on the host. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <cuda_runtime.h>

#define IDX(i, j, n) ((j) * (n) + (i)) /* column major */

static void die(const char *where, cudaError_t e)
{
    fprintf(stderr, "%s: %s\n", where, cudaGetErrorString(e));
    exit(1);
}
#define TRY(c) do { cudaError_t e_ = (c); if (e_ != cudaSuccess) die(#c, e_); } while (0)

__global__ void find_pivot(const double *A, int n, int k, int *piv)
{
    __shared__ double best[64];
    __shared__ int where[64];
    double b = -1.0;
    int w = k;
    for (int i = k + threadIdx.x; i < n; i += blockDim.x) {
        double v = fabs(A[IDX(i, k, n)]);
        if (v > b) { b = v; w = i; }
    }
    best[threadIdx.x] = b;
    where[threadIdx.x] = w;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s) {
            double o = best[threadIdx.x + s];
            int ow = where[threadIdx.x + s];
            if (o > best[threadIdx.x] || (o == best[threadIdx.x] && ow < where[threadIdx.x])) {
                best[threadIdx.x] = o;
                where[threadIdx.x] = ow;
            }
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) piv[k] = where[0];
}

__global__ void swap_rows(double *A, int n, int k, const int *piv)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int p = piv[k];
    if (j < n && p != k) {
        double t = A[IDX(k, j, n)];
        A[IDX(k, j, n)] = A[IDX(p, j, n)];
        A[IDX(p, j, n)] = t;
    }
}

__global__ void scale_column(double *A, int n, int k)
{
    int i = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) A[IDX(i, k, n)] /= A[IDX(k, k, n)];
}

__global__ void rank1_update(double *A, int n, int k)
{
    int i = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    int j = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n) A[IDX(i, j, n)] -= A[IDX(i, k, n)] * A[IDX(k, j, n)];
}

int main(int argc, char **argv)
{
    int n = 80;
    if (argc > 1) n = atoi(argv[1]);
    double *A = (double *)malloc(sizeof(double) * n * n);
    double *LU = (double *)malloc(sizeof(double) * n * n);
    double *x = (double *)malloc(sizeof(double) * n), *b = (double *)calloc(n, sizeof(double));
    int *piv = (int *)malloc(sizeof(int) * n);
    unsigned s = 31337;
    for (int k = 0; k < n * n; k++) {
        s = s * 69069u + 1u;
        A[k] = (double)(s >> 16) / 32768.0 - 1.0;
    }
    A[0] = 0.0; /* forces a swap in the very first step */
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) b[i] += A[IDX(i, j, n)] * (1.0 + j % 5);

    double *dA;
    int *dp;
    TRY(cudaMalloc((void **)&dA, sizeof(double) * n * n));
    TRY(cudaMalloc((void **)&dp, sizeof(int) * n));
    TRY(cudaMemcpy(dA, A, sizeof(double) * n * n, cudaMemcpyHostToDevice));
    for (int k = 0; k < n; k++) {
        find_pivot<<<1, 64>>>(dA, n, k, dp);
        swap_rows<<<(n + 63) / 64, 64>>>(dA, n, k, dp);
        int rest = n - k - 1;
        if (rest > 0) {
            scale_column<<<(rest + 63) / 64, 64>>>(dA, n, k);
            dim3 blk(16, 8), grd((rest + 15) / 16, (rest + 7) / 8);
            rank1_update<<<grd, blk>>>(dA, n, k);
        }
        TRY(cudaGetLastError());
    }
    TRY(cudaDeviceSynchronize());
    TRY(cudaMemcpy(LU, dA, sizeof(double) * n * n, cudaMemcpyDeviceToHost));
    TRY(cudaMemcpy(piv, dp, sizeof(int) * n, cudaMemcpyDeviceToHost));

    /* apply the row swaps to b, then solve */
    int swaps = 0;
    for (int i = 0; i < n; i++) x[i] = b[i];
    for (int k = 0; k < n; k++)
        if (piv[k] != k) { double t = x[k]; x[k] = x[piv[k]]; x[piv[k]] = t; swaps++; }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) x[i] -= LU[IDX(i, j, n)] * x[j];
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++) x[i] -= LU[IDX(i, j, n)] * x[j];
        x[i] /= LU[IDX(i, i, n)];
    }
    double err = 0, growth = 0;
    for (int i = 0; i < n; i++) err = fmax(err, fabs(x[i] - (1.0 + i % 5)));
    for (int j = 0; j < n; j++)
        for (int i = j + 1; i < n; i++) growth = fmax(growth, fabs(LU[IDX(i, j, n)]));
    /* ||P A - L U|| */
    for (int k = 0; k < n; k++)
        if (piv[k] != k)
            for (int j = 0; j < n; j++) {
                double t = A[IDX(k, j, n)];
                A[IDX(k, j, n)] = A[IDX(piv[k], j, n)];
                A[IDX(piv[k], j, n)] = t;
            }
    double res = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double v = 0;
            for (int k = 0; k <= i && k <= j; k++) v += (k == i ? 1.0 : LU[IDX(i, k, n)]) * LU[IDX(k, j, n)];
            res = fmax(res, fabs(v - A[IDX(i, j, n)]));
        }
    printf("n = %d, row swaps: %d, first pivot row: %d\n", n, swaps, piv[0]);
    printf("multipliers bounded by 1: %s\n", growth <= 1.0 ? "yes" : "no");
    printf("x = %.4f %.4f %.4f %.4f %.4f ...\n", x[0], x[1], x[2], x[3], x[4]);
    int ok = err < 1e-8 && res < 1e-11 && growth <= 1.0 && piv[0] != 0;
    printf("%s\n", ok ? "PASSED" : "FAILED");
    cudaFree(dA);
    cudaFree(dp);
    free(A); free(LU); free(x); free(b); free(piv);
    return !ok;
}
