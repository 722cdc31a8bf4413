// The classic "optimizing parallel reduction" ladder, plus shuffle version,
// single-pass "last block" version, and a reduction taking a device function pointer.
#include <cstdio>
#include <cstdlib>
#include <climits>
#include <vector>
#include <algorithm>
#include <numeric>
#include <cuda_runtime.h>

#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true)
{
    if (code != cudaSuccess) {
        fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
        if (abort) exit(code);
    }
}

typedef int (*binop_t)(int, int);
typedef void (*reduce_kernel_t)(const int *, int *, unsigned);

__device__ int op_add(int a, int b) { return a + b; }
__device__ int op_max(int a, int b) { return a > b ? a : b; }
__device__ int op_xor(int a, int b) { return a ^ b; }
__device__ binop_t p_add = op_add;
__device__ binop_t p_max = op_max;
__device__ binop_t p_xor = op_xor;

__global__ void reduce0(const int *in, int *out, unsigned n) // interleaved, divergent
{
    extern __shared__ int sdata[];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
    sdata[tid] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0) sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = sdata[0];
}

__global__ void reduce1(const int *in, int *out, unsigned n) // sequential addressing
{
    extern __shared__ int sdata[];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
    sdata[tid] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = sdata[0];
}

template <unsigned BS>
__global__ void reduce2(const int *in, int *out, unsigned n) // grid stride + unrolled + shuffle
{
    extern __shared__ int sdata[];
    unsigned tid = threadIdx.x;
    int sum = 0;
    for (unsigned i = blockIdx.x * BS + tid; i < n; i += BS * gridDim.x) sum += in[i];
    sdata[tid] = sum;
    __syncthreads();
    if (BS >= 512) { if (tid < 256) sdata[tid] += sdata[tid + 256]; __syncthreads(); }
    if (BS >= 256) { if (tid < 128) sdata[tid] += sdata[tid + 128]; __syncthreads(); }
    if (BS >= 128) { if (tid < 64) sdata[tid] += sdata[tid + 64]; __syncthreads(); }
    if (tid < 32) {
        int v = sdata[tid] + sdata[tid + 32];
        for (int off = 16; off > 0; off /= 2) v += __shfl_down_sync(0xffffffffu, v, off);
        if (tid == 0) out[blockIdx.x] = v;
    }
}

__device__ unsigned retirement = 0;

__global__ void reduceLastBlock(const int *in, volatile int *partial, int *out, unsigned n)
{
    __shared__ int warp_sum[32];
    __shared__ bool last;
    int v = 0;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) v += in[i];
    for (int pass = 0; pass < 2; ++pass) {
        for (int m = 16; m; m >>= 1) v += __shfl_xor_sync(0xffffffffu, v, m);
        if ((threadIdx.x & 31) == 0) warp_sum[threadIdx.x >> 5] = v;
        __syncthreads();
        if (threadIdx.x == 0) {
            int s = 0;
            for (unsigned w = 0; w < blockDim.x / 32; ++w) s += warp_sum[w];
            if (pass == 0) {
                partial[blockIdx.x] = s;
                __threadfence();
                last = atomicInc(&retirement, gridDim.x - 1) == gridDim.x - 1;
            } else {
                *out = s;
            }
        }
        __syncthreads();
        if (pass == 0) {
            if (!last) return;
            v = 0;
            for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x) v += partial[i];
        }
    }
}

__global__ void reduceByPointer(const int *in, int *out, unsigned n, int identity, binop_t op)
{
    __shared__ int s[128];
    int v = identity;
    for (unsigned i = threadIdx.x; i < n; i += blockDim.x) v = (*op)(v, in[i]);
    s[threadIdx.x] = v;
    for (unsigned k = blockDim.x / 2; k; k >>= 1) {
        __syncthreads();
        if (threadIdx.x < k) s[threadIdx.x] = op(s[threadIdx.x], s[threadIdx.x + k]);
    }
    if (threadIdx.x == 0) *out = s[0];
}

int main()
{
    const unsigned n = 50021, threads = 256;
    std::vector<int> h(n);
    unsigned lcg = 12345;
    for (auto &x : h) { lcg = lcg * 1664525u + 1013904223u; x = int(lcg >> 16) % 2001 - 1000; }
    const int want = std::accumulate(h.begin(), h.end(), 0);

    int *d_in, *d_part, *d_out;
    gpuErrchk(cudaMalloc((void **)&d_in, n * sizeof(int)));
    gpuErrchk(cudaMalloc((void **)&d_part, 1024 * sizeof(int)));
    gpuErrchk(cudaMalloc((void **)&d_out, sizeof(int)));
    gpuErrchk(cudaMemcpy(d_in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice));

    struct { const char *name; reduce_kernel_t k; unsigned blocks; } table[] = {
        {"reduce0", reduce0, (n + threads - 1) / threads},
        {"reduce1", reduce1, (n + threads - 1) / threads},
        {"reduce2<256>", reduce2<threads>, 24},
    };
    int failures = 0;
    for (const auto &[name, kernel, blocks] : table) {
        kernel<<<blocks, threads, threads * sizeof(int)>>>(d_in, d_part, n);
        gpuErrchk(cudaPeekAtLastError());
        std::vector<int> part(blocks);
        gpuErrchk(cudaMemcpy(part.data(), d_part, blocks * sizeof(int), cudaMemcpyDeviceToHost));
        int got = std::accumulate(part.begin(), part.end(), 0);
        printf("%-16s %d %s\n", name, got, got == want ? "ok" : "WRONG");
        failures += got != want;
    }
    for (int rep = 0; rep < 3; ++rep) { // counter must wrap by itself
        int got = -1;
        reduceLastBlock<<<13, 128>>>(d_in, d_part, d_out, n);
        gpuErrchk(cudaMemcpy(&got, d_out, sizeof(int), cudaMemcpyDeviceToHost));
        printf("%-16s %d %s\n", "last block", got, got == want ? "ok" : "WRONG");
        failures += got != want;
    }
    binop_t f[3];
    gpuErrchk(cudaMemcpyFromSymbol(&f[0], p_add, sizeof(binop_t)));
    gpuErrchk(cudaMemcpyFromSymbol(&f[1], p_max, sizeof(binop_t)));
    gpuErrchk(cudaMemcpyFromSymbol(&f[2], p_xor, sizeof(binop_t)));
    int x = 0;
    for (int v : h) x ^= v;
    int expect[3] = {want, *std::max_element(h.begin(), h.end()), x}, ident[3] = {0, INT_MIN, 0};
    for (int k = 0; k < 3; ++k) {
        int got;
        reduceByPointer<<<1, 128>>>(d_in, d_out, n, ident[k], f[k]);
        gpuErrchk(cudaMemcpy(&got, d_out, sizeof(int), cudaMemcpyDeviceToHost));
        printf("function ptr %d   %d %s\n", k, got, got == expect[k] ? "ok" : "WRONG");
        failures += got != expect[k];
    }
    cudaFree(d_in); cudaFree(d_part); cudaFree(d_out);
    printf(failures ? "FAILED\n" : "PASSED\n");
    return failures ? 1 : 0;
}
