// Stream compaction several ways: plain atomics, warp-aggregated atomics with
// cooperative groups coalesced_threads(), ballot-based stable block compaction,
// and tiles of 8 doing a segmented count.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <algorithm>
#include <iterator>
#include <cuda_runtime.h>
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

#define CUDA_SAFE_CALL(call)                                              \
    do {                                                                  \
        cudaError_t err = call;                                           \
        if (cudaSuccess != err) {                                         \
            fprintf(stderr, "Cuda error in file '%s' in line %i : %s.\n", \
                    __FILE__, __LINE__, cudaGetErrorString(err));         \
            exit(EXIT_FAILURE);                                           \
        }                                                                 \
    } while (0)

struct IsInteresting {
    int mod;
    __host__ __device__ bool operator()(int x) const { return x % mod == 0 && (x & 8) == 0; }
};

__device__ int atomicAggInc(int *counter)
{
    cg::coalesced_group g = cg::coalesced_threads();
    int base = 0;
    if (g.thread_rank() == 0) base = atomicAdd(counter, g.size());
    return g.shfl(base, 0) + g.thread_rank();
}

template <typename Pred>
__global__ void compactPlain(const int *in, int *out, int *count, int n, Pred p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && p(in[i])) out[atomicAdd(count, 1)] = in[i];
}

template <typename Pred>
__global__ void compactAggregated(const int *in, int *out, int *count, int n, Pred p)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        if (p(in[i])) out[atomicAggInc(count)] = in[i];
}

// one block walks over everything and keeps the order
template <typename Pred, int BLOCK>
__global__ void compactStable(const int *in, int *out, int *count, int n, Pred p)
{
    __shared__ int warpBase[BLOCK / 32];
    __shared__ int written;
    cg::thread_block block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    if (block.thread_rank() == 0) written = 0;
    for (int start = 0; start < n; start += BLOCK) {
        int i = start + block.thread_rank();
        bool keep = i < n && p(in[i]);
        unsigned votes = warp.ballot(keep);
        int inWarp = __popc(votes & ((1u << warp.thread_rank()) - 1u));
        if (warp.thread_rank() == 0) warpBase[warp.meta_group_rank()] = __popc(votes);
        block.sync();
        int off = written, total = 0;
        for (int w = 0; w < BLOCK / 32; ++w) {
            if (w < (int)warp.meta_group_rank()) off += warpBase[w];
            total += warpBase[w];
        }
        if (keep) out[off + inWarp] = in[i];
        block.sync();
        if (block.thread_rank() == 0) written += total;
        block.sync();
    }
    if (block.thread_rank() == 0) *count = written;
}

// out[s] = number of matches in each segment of 8 consecutive inputs; any/all flags packed on top
template <typename Pred>
__global__ void segmentCounts(const int *in, int *out, int n, Pred p)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int hit = i < n ? p(in[i]) : 0;
    int sum = hit;
    for (int d = tile.size() / 2; d > 0; d /= 2) sum += tile.shfl_xor(sum, d);
    int flags = (tile.any(hit) ? 1 : 0) | (tile.all(hit) ? 2 : 0);
    if (tile.thread_rank() == 0 && i < n) out[i / 8] = sum | flags << 8;
}

int main()
{
    const int n = 30000;
    const IsInteresting pred{3};
    std::vector<int> h(n);
    unsigned s = 1;
    for (auto &x : h) { s = s * 1664525u + 1013904223u; x = int(s >> 12) % 10000; }
    std::vector<int> want;
    std::copy_if(h.begin(), h.end(), std::back_inserter(want), pred);
    std::vector<int> wantSorted = want;
    std::sort(wantSorted.begin(), wantSorted.end());

    int *d_in, *d_out, *d_count;
    CUDA_SAFE_CALL(cudaMalloc(&d_in, n * sizeof(int)));
    CUDA_SAFE_CALL(cudaMalloc(&d_out, n * sizeof(int)));
    CUDA_SAFE_CALL(cudaMalloc(&d_count, sizeof(int)));
    CUDA_SAFE_CALL(cudaMemcpy(d_in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice));

    bool allOk = true;
    for (int variant = 0; variant < 3; ++variant) {
        CUDA_SAFE_CALL(cudaMemset(d_count, 0, sizeof(int)));
        const char *name = "";
        switch (variant) {
        case 0: name = "plain"; compactPlain<<<(n + 255) / 256, 256>>>(d_in, d_out, d_count, n, pred); break;
        case 1: name = "aggregated"; compactAggregated<<<12, 192>>>(d_in, d_out, d_count, n, pred); break;
        case 2: name = "stable"; compactStable<IsInteresting, 256><<<1, 256>>>(d_in, d_out, d_count, n, pred); break;
        }
        CUDA_SAFE_CALL(cudaGetLastError());
        int count = 0;
        CUDA_SAFE_CALL(cudaMemcpy(&count, d_count, sizeof(int), cudaMemcpyDeviceToHost));
        std::vector<int> got(std::min(std::max(count, 0), n));
        CUDA_SAFE_CALL(cudaMemcpy(got.data(), d_out, got.size() * sizeof(int), cudaMemcpyDeviceToHost));
        bool ok;
        if (variant == 2) ok = got == want;
        else { std::sort(got.begin(), got.end()); ok = got == wantSorted; }
        printf("%-11s kept %d of %d: %s\n", name, count, n, ok ? "ok" : "WRONG");
        allOk &= ok;
    }
    segmentCounts<<<(n + 127) / 128, 128>>>(d_in, d_out, n, pred);
    CUDA_SAFE_CALL(cudaGetLastError());
    std::vector<int> seg(n / 8);
    CUDA_SAFE_CALL(cudaMemcpy(seg.data(), d_out, seg.size() * sizeof(int), cudaMemcpyDeviceToHost));
    int bad = 0, histo[9] = {0};
    for (int k = 0; k < n / 8; ++k) {
        int c = (int)std::count_if(h.begin() + 8 * k, h.begin() + 8 * k + 8, pred);
        int f = (c > 0 ? 1 : 0) | (c == 8 ? 2 : 0);
        bad += seg[k] != (c | f << 8);
        histo[c]++;
    }
    printf("segments by matches:");
    for (int c : histo) printf(" %d", c);
    printf("\n%s\n", allOk && !bad ? "PASSED" : "FAILED");
    cudaFree(d_in); cudaFree(d_out); cudaFree(d_count);
    return allOk && !bad ? 0 : 1;
}
