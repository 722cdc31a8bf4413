/*
 * All-pairs shortest paths.
 *   1. naive: one launch per intermediate vertex k, with "next hop" matrix
 *   2. blocked: three kernels per tile round, shared memory
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cuda_runtime.h>

#define N 80 /* multiple of B */
#define B 16
#define INF 100000000

#define CUDA(x) if ((x) != cudaSuccess) { printf("CUDA ERROR %s line %d\n", cudaGetErrorString(cudaPeekAtLastError()), __LINE__); return 1; }

__global__ void fw_naive(int *d, int *next, int k)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y;
    __shared__ int dik;
    if (threadIdx.x == 0) dik = d[i * N + k];
    __syncthreads();
    if (j >= N || dik >= INF) return;
    int alt = dik + d[k * N + j];
    if (alt < d[i * N + j]) {
        d[i * N + j] = alt;
        next[i * N + j] = next[i * N + k];
    }
}

__device__ void relax(int (*c)[B], int (*a)[B], int (*b)[B])
{
    for (int k = 0; k < B; k++) {
        int alt = a[threadIdx.y][k] + b[k][threadIdx.x];
        __syncthreads();
        if (alt < c[threadIdx.y][threadIdx.x]) c[threadIdx.y][threadIdx.x] = alt;
        __syncthreads();
    }
}

__global__ void fw_phase1(int *d, int r)
{
    __shared__ int c[B][B];
    int idx = (r * B + threadIdx.y) * N + r * B + threadIdx.x;
    c[threadIdx.y][threadIdx.x] = d[idx];
    __syncthreads();
    relax(c, c, c);
    d[idx] = c[threadIdx.y][threadIdx.x];
}

__global__ void fw_phase2(int *d, int r)
{
    if (blockIdx.x == r) return;
    __shared__ int p[B][B], c[B][B];
    int bi = blockIdx.y == 0 ? r : blockIdx.x; /* row strip, then column strip */
    int bj = blockIdx.y == 0 ? blockIdx.x : r;
    int idx = (bi * B + threadIdx.y) * N + bj * B + threadIdx.x;
    p[threadIdx.y][threadIdx.x] = d[(r * B + threadIdx.y) * N + r * B + threadIdx.x];
    c[threadIdx.y][threadIdx.x] = d[idx];
    __syncthreads();
    if (blockIdx.y == 0) relax(c, p, c);
    else relax(c, c, p);
    d[idx] = c[threadIdx.y][threadIdx.x];
}

__global__ void fw_phase3(int *d, int r)
{
    if (blockIdx.x == r || blockIdx.y == r) return;
    __shared__ int a[B][B], b[B][B];
    int i = blockIdx.y * B + threadIdx.y, j = blockIdx.x * B + threadIdx.x;
    a[threadIdx.y][threadIdx.x] = d[i * N + r * B + threadIdx.x];
    b[threadIdx.y][threadIdx.x] = d[(r * B + threadIdx.y) * N + j];
    __syncthreads();
    int best = d[i * N + j];
#pragma unroll
    for (int k = 0; k < B; k++) best = min(best, a[threadIdx.y][k] + b[k][threadIdx.x]);
    d[i * N + j] = best;
}

static int w[N * N], ref[N * N], d1[N * N], d2[N * N], hop[N * N];

int main(void)
{
    unsigned s = 4242;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            s = s * 214013u + 2531011u;
            int v = (s >> 16) & 0x7fff;
            w[i * N + j] = i == j ? 0 : (v % 100 < 6 ? 1 + v % 97 : INF);
            hop[i * N + j] = w[i * N + j] < INF ? j : -1;
        }
    /* nobody can leave the last vertex */
    for (int j = 0; j < N - 1; j++) { w[(N - 1) * N + j] = INF; hop[(N - 1) * N + j] = -1; }

    int *dd, *dn;
    CUDA(cudaMalloc((void **)&dd, sizeof w));
    CUDA(cudaMalloc((void **)&dn, sizeof w));
    CUDA(cudaMemcpy(dd, w, sizeof w, cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(dn, hop, sizeof w, cudaMemcpyHostToDevice));
    for (int k = 0; k < N; k++) fw_naive<<<dim3((N + 63) / 64, N), 64>>>(dd, dn, k);
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpy(d1, dd, sizeof w, cudaMemcpyDeviceToHost));
    CUDA(cudaMemcpy(hop, dn, sizeof w, cudaMemcpyDeviceToHost));

    CUDA(cudaMemcpy(dd, w, sizeof w, cudaMemcpyHostToDevice));
    dim3 blk(B, B);
    for (int r = 0; r < N / B; r++) {
        fw_phase1<<<1, blk>>>(dd, r);
        fw_phase2<<<dim3(N / B, 2), blk>>>(dd, r);
        fw_phase3<<<dim3(N / B, N / B), blk>>>(dd, r);
    }
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpy(d2, dd, sizeof w, cudaMemcpyDeviceToHost));

    memcpy(ref, w, sizeof w);
    for (int k = 0; k < N; k++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                if (ref[i * N + k] + ref[k * N + j] < ref[i * N + j]) ref[i * N + j] = ref[i * N + k] + ref[k * N + j];

    int bad1 = 0, bad2 = 0, badpath = 0, reach = 0, diameter = 0;
    long long sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            int v = ref[i * N + j];
            bad1 += d1[i * N + j] != v;
            bad2 += d2[i * N + j] != v;
            if (v >= INF || i == j) continue;
            reach++;
            sum += v;
            if (v > diameter) diameter = v;
            int len = 0, at = i, guard = 0;
            while (at != j && guard++ < N) {
                int nx = hop[at * N + j];
                if (nx < 0) break;
                len += w[at * N + nx];
                at = nx;
            }
            badpath += at != j || len != v;
        }
    printf("reachable pairs %d, diameter %d, sum of distances %lld\n", reach, diameter, sum);
    printf("path 0 -> 42 (%d):", d1[42]);
    for (int at = 0, g = 0; at >= 0 && g < N; g++) {
        printf(" %d", at);
        if (at == 42) break;
        at = hop[at * N + 42];
    }
    printf("\nnaive wrong: %d, blocked wrong: %d, bad paths: %d\n", bad1, bad2, badpath);
    cudaFree(dd);
    cudaFree(dn);
    int ok = !(bad1 || bad2 || badpath);
    printf(ok ? "PASSED\n" : "FAILED\n");
    return !ok;
}
