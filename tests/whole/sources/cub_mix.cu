// A bit of CUB: device-wide reduce / scan / radix sort / run-length encode / select,
// and block- and warp-level primitives inside own kernels.
#include <cub/cub.cuh>
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <numeric>
#include <vector>

#define CubOrDie(e) do { cudaError_t c = (e); if (c != cudaSuccess) { \
    fprintf(stderr, "[%s:%d] %s\n", __FILE__, __LINE__, cudaGetErrorString(c)); exit(1); } } while (0)

struct Gcd {
    __host__ __device__ int operator()(int a, int b) const
    {
        while (b) { int t = a % b; a = b; b = t; }
        return a;
    }
};
struct IsOdd {
    __host__ __device__ bool operator()(int x) const { return x & 1; }
};

// runs an algorithm twice: size query, then for real
template <typename F>
void withTemp(F f)
{
    void *temp = nullptr;
    size_t bytes = 0;
    CubOrDie(f(temp, bytes));
    CubOrDie(cudaMalloc(&temp, bytes ? bytes : 1));
    CubOrDie(f(temp, bytes));
    CubOrDie(cudaFree(temp));
}

template <int THREADS, int ITEMS>
__global__ void sortAndScanTiles(const int *in, int *sorted, int *scanned, int *tileMax)
{
    using Load = cub::BlockLoad<int, THREADS, ITEMS, cub::BLOCK_LOAD_TRANSPOSE>;
    using Store = cub::BlockStore<int, THREADS, ITEMS, cub::BLOCK_STORE_TRANSPOSE>;
    using Sort = cub::BlockRadixSort<int, THREADS, ITEMS>;
    using Scan = cub::BlockScan<int, THREADS>;
    __shared__ union {
        typename Load::TempStorage load;
        typename Store::TempStorage store;
        typename Sort::TempStorage sort;
        typename Scan::TempStorage scan;
    } smem;
    const int base = blockIdx.x * THREADS * ITEMS;
    int items[ITEMS];
    Load(smem.load).Load(in + base, items);
    __syncthreads();
    Sort(smem.sort).Sort(items);
    __syncthreads();
    Store(smem.store).Store(sorted + base, items);
    __syncthreads();
    if (threadIdx.x == THREADS - 1) tileMax[blockIdx.x] = items[ITEMS - 1];
    int prefix[ITEMS];
    Scan(smem.scan).InclusiveSum(items, prefix);
    __syncthreads();
    Store(smem.store).Store(scanned + base, prefix);
}

__global__ void rowSums(const int *in, int *out, int cols)
{
    using Reduce = cub::BlockReduce<int, 96>;
    using WReduce = cub::WarpReduce<int>;
    __shared__ typename Reduce::TempStorage temp;
    __shared__ typename WReduce::TempStorage wtemp[3];
    int v = 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) v += in[blockIdx.x * cols + c];
    int block = Reduce(temp).Sum(v);
    int warp = WReduce(wtemp[threadIdx.x / 32]).Sum(v);
    __shared__ int check;
    if (threadIdx.x == 0) check = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) atomicAdd(&check, warp);
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = block == check ? block : -1;
}

int main()
{
    constexpr int THREADS = 64, ITEMS = 4, TILES = 30, n = THREADS * ITEMS * TILES;
    std::vector<int> h(n);
    unsigned s = 17;
    for (int &x : h) { s = s * 1103515245u + 12345u; x = 6 * int((s >> 16) % 40) + ((s >> 24) % 4 == 0); }
    int *in, *out, *aux, *one;
    CubOrDie(cudaMalloc(&in, n * sizeof(int)));
    CubOrDie(cudaMalloc(&out, n * sizeof(int)));
    CubOrDie(cudaMalloc(&aux, n * sizeof(int)));
    CubOrDie(cudaMalloc(&one, sizeof(int)));
    CubOrDie(cudaMemcpy(in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    auto fetch = [](const int *p, int count) {
        std::vector<int> v(count);
        CubOrDie(cudaMemcpy(v.data(), p, count * sizeof(int), cudaMemcpyDeviceToHost));
        return v;
    };
    int fails = 0;
    auto report = [&](const char *what, int value, bool good) {
        printf("%-22s %8d  %s\n", what, value, good ? "ok" : "WRONG");
        fails += !good;
    };
    const int sum = std::accumulate(h.begin(), h.end(), 0);

    withTemp([&](void *t, size_t &b) { return cub::DeviceReduce::Sum(t, b, in, one, n); });
    int v = fetch(one, 1)[0];
    report("DeviceReduce::Sum", v, v == sum);
    withTemp([&](void *t, size_t &b) { return cub::DeviceReduce::Max(t, b, in, one, n); });
    v = fetch(one, 1)[0];
    report("DeviceReduce::Max", v, v == *std::max_element(h.begin(), h.end()));
    withTemp([&](void *t, size_t &b) { return cub::DeviceReduce::Reduce(t, b, in, one, n, Gcd(), 0); });
    v = fetch(one, 1)[0];
    report("custom op (gcd)", v, v == std::accumulate(h.begin(), h.end(), 0, Gcd()));

    withTemp([&](void *t, size_t &b) { return cub::DeviceScan::ExclusiveSum(t, b, in, out, n); });
    auto got = fetch(out, n);
    std::vector<int> ref(n);
    std::exclusive_scan(h.begin(), h.end(), ref.begin(), 0);
    report("DeviceScan", got.back(), got == ref);

    withTemp([&](void *t, size_t &b) { return cub::DeviceSelect::If(t, b, in, out, one, n, IsOdd()); });
    v = fetch(one, 1)[0];
    ref.clear();
    std::copy_if(h.begin(), h.end(), std::back_inserter(ref), IsOdd());
    report("DeviceSelect::If", v, v == (int)ref.size() && fetch(out, v) == ref);

    withTemp([&](void *t, size_t &b) { return cub::DeviceRadixSort::SortKeysDescending(t, b, in, out, n); });
    ref = h;
    std::sort(ref.rbegin(), ref.rend());
    report("DeviceRadixSort desc", fetch(out, 1)[0], fetch(out, n) == ref);

    int *runs;
    CubOrDie(cudaMalloc(&runs, n * sizeof(int)));
    withTemp([&](void *t, size_t &b) { return cub::DeviceRunLengthEncode::Encode(t, b, out, aux, runs, one, n); });
    v = fetch(one, 1)[0];
    auto lens = fetch(runs, v);
    int distinct = (int)(std::unique(ref.begin(), ref.end()) - ref.begin());
    report("RunLengthEncode", v, v == distinct && std::accumulate(lens.begin(), lens.end(), 0) == n);

    sortAndScanTiles<THREADS, ITEMS><<<TILES, THREADS>>>(in, out, aux, runs);
    CubOrDie(cudaGetLastError());
    auto sorted = fetch(out, n), scanned = fetch(aux, n), tops = fetch(runs, TILES);
    bool good = true;
    for (int t = 0; t < TILES; ++t) {
        const int L = THREADS * ITEMS;
        std::vector<int> tile(h.begin() + t * L, h.begin() + (t + 1) * L), acc(L);
        std::sort(tile.begin(), tile.end());
        std::partial_sum(tile.begin(), tile.end(), acc.begin());
        good = good && std::equal(tile.begin(), tile.end(), sorted.begin() + t * L) &&
               std::equal(acc.begin(), acc.end(), scanned.begin() + t * L) && tops[t] == tile.back();
    }
    report("block sort + scan", tops[0], good);
    rowSums<<<32, 96>>>(in, out, n / 32);
    CubOrDie(cudaGetLastError());
    auto rows = fetch(out, 32);
    report("block + warp reduce", rows[3], std::accumulate(rows.begin(), rows.end(), 0) == sum);
    for (int *p : {in, out, aux, one, runs}) CubOrDie(cudaFree(p));
    printf("%s\n", fails ? "FAILED" : "PASSED");
    return fails ? 1 : 0;
}
