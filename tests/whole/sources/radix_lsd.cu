// LSD radix sort of key/value pairs, 4 bits per pass, own kernels.
// Ranks inside a warp come from __match_any_sync.
#include <cstdio>
#include <cstdint>
#include <cstdlib>
#include <vector>
#include <algorithm>
#include <numeric>
#include <cuda_runtime.h>

#define OK(call) if (cudaError_t e_ = (call); e_ != cudaSuccess) { \
    std::fprintf(stderr, "%s -> %s\n", #call, cudaGetErrorString(e_)); std::exit(1); }

constexpr int RADIX_BITS = 4;
constexpr int RADIX = 1 << RADIX_BITS;
constexpr int THREADS = 256;
constexpr int WARPS = THREADS / 32;

__device__ __forceinline__ unsigned lanemask_lt()
{
    return (1u << (threadIdx.x & 31)) - 1u;
}

__global__ void __launch_bounds__(THREADS) count_digits(const uint32_t *keys, int n, int shift, int *counts)
{
    __shared__ int hist[RADIX];
    if (threadIdx.x < RADIX) hist[threadIdx.x] = 0;
    __syncthreads();
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i < n) atomicAdd(&hist[(keys[i] >> shift) & (RADIX - 1)], 1);
    __syncthreads();
    // column-major: all blocks of digit 0, then all blocks of digit 1, ...
    if (threadIdx.x < RADIX) counts[threadIdx.x * gridDim.x + blockIdx.x] = hist[threadIdx.x];
}

// exclusive scan by one block, sequential over tiles
__global__ void scan_counts(int *data, int n)
{
    __shared__ int warp_tot[WARPS];
    __shared__ int carry;
    if (threadIdx.x == 0) carry = 0;
    __syncthreads();
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    for (int base = 0; base < n; base += THREADS) {
        int i = base + threadIdx.x;
        int v = i < n ? data[i] : 0, x = v;
        for (int d = 1; d < 32; d <<= 1) {
            int y = __shfl_up_sync(~0u, x, d);
            if (lane >= d) x += y;
        }
        if (lane == 31) warp_tot[warp] = x;
        __syncthreads();
        int before = carry;
        for (int w = 0; w < warp; ++w) before += warp_tot[w];
        if (i < n) data[i] = before + x - v;
        __syncthreads();
        if (threadIdx.x == THREADS - 1) carry = before + x;
        __syncthreads();
    }
}

__global__ void __launch_bounds__(THREADS) scatter(const uint32_t *kin, const int *vin, uint32_t *kout, int *vout,
                                                   int n, int shift, const int *offsets)
{
    __shared__ int warp_hist[WARPS][RADIX];
    for (int k = threadIdx.x; k < WARPS * RADIX; k += THREADS) (&warp_hist[0][0])[k] = 0;
    __syncthreads();
    const int i = blockIdx.x * THREADS + threadIdx.x;
    const int warp = threadIdx.x >> 5;
    const bool valid = i < n;
    const uint32_t key = valid ? kin[i] : 0xffffffffu;
    const int digit = valid ? int((key >> shift) & (RADIX - 1)) : RADIX; // RADIX = nobody
    const unsigned peers = __match_any_sync(0xffffffffu, digit);
    const int rank_in_warp = __popc(peers & lanemask_lt());
    if (valid && rank_in_warp == 0) warp_hist[warp][digit] = __popc(peers);
    __syncthreads();
    if (valid) {
        int rank = rank_in_warp;
        for (int w = 0; w < warp; ++w) rank += warp_hist[w][digit];
        const int dst = offsets[digit * gridDim.x + blockIdx.x] + rank;
        kout[dst] = key;
        vout[dst] = vin[i];
    }
}

int main()
{
    const int n = 20011;
    std::vector<uint32_t> keys(n);
    std::vector<int> vals(n);
    uint64_t s = 88172645463325252ull;
    for (auto &k : keys) {
        s ^= s << 13; s ^= s >> 7; s ^= s << 17;
        k = uint32_t(s >> 20);
        if (s % 5 == 0) k &= 0xff; // some duplicates, to see the stability
    }
    std::iota(vals.begin(), vals.end(), 0);

    uint32_t *k0, *k1;
    int *v0, *v1, *counts;
    const int blocks = (n + THREADS - 1) / THREADS;
    OK(cudaMalloc(&k0, n * sizeof(uint32_t)));
    OK(cudaMalloc(&k1, n * sizeof(uint32_t)));
    OK(cudaMalloc(&v0, n * sizeof(int)));
    OK(cudaMalloc(&v1, n * sizeof(int)));
    OK(cudaMalloc(&counts, blocks * RADIX * sizeof(int)));
    OK(cudaMemcpy(k0, keys.data(), n * sizeof(uint32_t), cudaMemcpyHostToDevice));
    OK(cudaMemcpy(v0, vals.data(), n * sizeof(int), cudaMemcpyHostToDevice));

    for (int shift = 0; shift < 32; shift += RADIX_BITS) {
        count_digits<<<blocks, THREADS>>>(k0, n, shift, counts);
        scan_counts<<<1, THREADS>>>(counts, blocks * RADIX);
        scatter<<<blocks, THREADS>>>(k0, v0, k1, v1, n, shift, counts);
        OK(cudaGetLastError());
        std::swap(k0, k1);
        std::swap(v0, v1);
    }
    OK(cudaDeviceSynchronize());
    std::vector<uint32_t> ks(n);
    std::vector<int> vs(n);
    OK(cudaMemcpy(ks.data(), k0, n * sizeof(uint32_t), cudaMemcpyDeviceToHost));
    OK(cudaMemcpy(vs.data(), v0, n * sizeof(int), cudaMemcpyDeviceToHost));

    std::vector<int> idx = vals;
    std::stable_sort(idx.begin(), idx.end(), [&](int a, int b) { return keys[a] < keys[b]; });
    int wrong = 0;
    for (int i = 0; i < n; ++i) wrong += ks[i] != keys[idx[i]] || vs[i] != idx[i];
    std::printf("smallest %u largest %u median %u\n", ks.front(), ks.back(), ks[n / 2]);
    std::printf("%d pairs, %d wrong\n%s\n", n, wrong, wrong ? "FAILED" : "PASSED");
    for (void *p : {(void *)k0, (void *)k1, (void *)v0, (void *)v1, (void *)counts}) cudaFree(p);
    return wrong ? 1 : 0;
}
