// Monte Carlo with the cuRAND device API: pi by darts (Philox and XORWOW),
// mean/variance of normals, dice histogram.
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <cuda_runtime.h>
#include <curand_kernel.h>

#define CUDA_CALL(x) do { if ((x) != cudaSuccess) { \
    printf("Error at %s:%d\n", __FILE__, __LINE__); return EXIT_FAILURE; } } while (0)

typedef unsigned long long ull;

__global__ void setup_kernel(curandStatePhilox4_32_10_t *state, ull seed)
{
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    curand_init(seed, id, 0, &state[id]);
}

__global__ void setup_xorwow(curandState *state)
{
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    /* same seed, different sequence number */
    curand_init(1234, id, 0, &state[id]);
}

template <typename State>
__global__ void darts(State *state, int n, ull *inside)
{
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    State local = state[id];
    unsigned hits = 0;
    for (int i = 0; i < n; i++) {
        float x = curand_uniform(&local);
        float y = curand_uniform(&local);
        if (x * x + y * y <= 1.0f) hits++;
    }
    state[id] = local;
    for (int o = 16; o > 0; o >>= 1) hits += __shfl_down_sync(0xffffffff, hits, o);
    if ((threadIdx.x & 31) == 0) atomicAdd(inside, (ull)hits);
}

__global__ void normals(curandStatePhilox4_32_10_t *state, int n, float *sum, float *sumsq)
{
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    curandStatePhilox4_32_10_t local = state[id];
    float s = 0, q = 0;
    for (int i = 0; i < n; i++) {
        float4 z = curand_normal4(&local);
        s += z.x + z.y + z.z + z.w;
        q += z.x * z.x + z.y * z.y + z.z * z.z + z.w * z.w;
    }
    state[id] = local;
    sum[id] = s;
    sumsq[id] = q;
}

__global__ void dice(curandState *state, int n, unsigned *histo)
{
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    for (int i = 0; i < n; i++) atomicAdd(&histo[curand(&state[id]) % 6], 1u);
}

int main(void)
{
    const int threads = 64, blocks = 32, total = threads * blocks;
    const int xthreads = 32, xblocks = 2, xtotal = xthreads * xblocks;
    curandStatePhilox4_32_10_t *philox;
    curandState *xorwow;
    ull *d_in, h_in;
    float *d_sum, *d_sq;
    unsigned *d_dice, h_dice[6];
    CUDA_CALL(cudaMalloc((void **)&philox, total * sizeof(*philox)));
    CUDA_CALL(cudaMalloc((void **)&xorwow, xtotal * sizeof(*xorwow)));
    CUDA_CALL(cudaMalloc((void **)&d_in, sizeof(ull)));
    CUDA_CALL(cudaMalloc((void **)&d_sum, total * sizeof(float)));
    CUDA_CALL(cudaMalloc((void **)&d_sq, total * sizeof(float)));
    CUDA_CALL(cudaMalloc((void **)&d_dice, sizeof h_dice));
    CUDA_CALL(cudaMemset(d_dice, 0, sizeof h_dice));
    int ok = 1;

    setup_kernel<<<blocks, threads>>>(philox, 4711ULL);
    CUDA_CALL(cudaMemset(d_in, 0, sizeof(ull)));
    darts<<<blocks, threads>>>(philox, 100, d_in);
    CUDA_CALL(cudaMemcpy(&h_in, d_in, sizeof(ull), cudaMemcpyDeviceToHost));
    double pi = 4.0 * h_in / (100.0 * total);
    printf("philox: %llu of %d inside, pi ~ %.3f\n", h_in, 100 * total, pi);
    ok &= fabs(pi - M_PI) < 0.02;

    setup_xorwow<<<xblocks, xthreads>>>(xorwow);
    CUDA_CALL(cudaGetLastError());
    CUDA_CALL(cudaMemset(d_in, 0, sizeof(ull)));
    darts<<<xblocks, xthreads>>>(xorwow, 1000, d_in);
    CUDA_CALL(cudaMemcpy(&h_in, d_in, sizeof(ull), cudaMemcpyDeviceToHost));
    pi = 4.0 * h_in / (1000.0 * xtotal);
    printf("xorwow: %llu of %d inside, pi ~ %.3f\n", h_in, 1000 * xtotal, pi);
    ok &= fabs(pi - M_PI) < 0.04;

    normals<<<blocks, threads>>>(philox, 10, d_sum, d_sq);
    float *h_sum = (float *)malloc(total * sizeof(float)), *h_sq = (float *)malloc(total * sizeof(float));
    CUDA_CALL(cudaMemcpy(h_sum, d_sum, total * sizeof(float), cudaMemcpyDeviceToHost));
    CUDA_CALL(cudaMemcpy(h_sq, d_sq, total * sizeof(float), cudaMemcpyDeviceToHost));
    double s = 0, q = 0, cnt = 40.0 * total;
    for (int i = 0; i < total; i++) { s += h_sum[i]; q += h_sq[i]; }
    double mean = s / cnt, var = q / cnt - mean * mean;
    printf("normal: |mean| < 0.02: %s, |var-1| < 0.03: %s\n", fabs(mean) < 0.02 ? "yes" : "no",
           fabs(var - 1) < 0.03 ? "yes" : "no");
    ok &= fabs(mean) < 0.02 && fabs(var - 1) < 0.03;

    dice<<<xblocks, xthreads>>>(xorwow, 300, d_dice);
    CUDA_CALL(cudaMemcpy(h_dice, d_dice, sizeof h_dice, cudaMemcpyDeviceToHost));
    unsigned sum = 0;
    double chi2 = 0, expect = 300.0 * xtotal / 6;
    printf("dice:");
    for (int k = 0; k < 6; k++) {
        printf(" %u", h_dice[k]);
        sum += h_dice[k];
        chi2 += (h_dice[k] - expect) * (h_dice[k] - expect) / expect;
    }
    printf("\n");
    ok &= sum == 300u * xtotal && chi2 < 25;
    free(h_sum);
    free(h_sq);
    cudaFree(philox); cudaFree(xorwow); cudaFree(d_in); cudaFree(d_sum); cudaFree(d_sq); cudaFree(d_dice);
    printf("%s\n", ok ? "PASSED" : "FAILED");
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
