// PageRank in a single persistent cooperative kernel: grid-wide sync between iterations.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

namespace cg = cooperative_groups;

#define CUDA_OK(e)                                                                         \
    do {                                                                                   \
        cudaError_t rc_ = (e);                                                             \
        if (rc_ != cudaSuccess) {                                                          \
            printf("%s:%d %s: %s\n", __FILE__, __LINE__, #e, cudaGetErrorString(rc_));     \
            std::exit(1);                                                                  \
        }                                                                                  \
    } while (0)

struct Problem {
    int n;
    const int *inStart;  // CSR over incoming links
    const int *inFrom;
    const int *outDegree;
    double *rank[2];
    double *partial;     // one slot per block: mass of dangling pages / L1 change
    double *result;      // [0] iterations, [1] last change
    double damping, tol;
    int maxIter;
};

__device__ double blockSum(const cg::thread_block &b, double v, double *scratch)
{
    auto w = cg::tiled_partition<32>(b);
    for (int d = w.size() / 2; d > 0; d >>= 1) v += w.shfl_down(v, d);
    if (w.thread_rank() == 0) scratch[b.thread_rank() / 32] = v;
    b.sync();
    double s = 0;
    for (unsigned i = 0; i < b.size() / 32; ++i) s += scratch[i];
    b.sync();
    return s;
}

__global__ void pagerank(Problem p)
{
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    __shared__ double scratch[32];
    const int first = grid.thread_rank(), stride = grid.size();

    for (int i = first; i < p.n; i += stride) p.rank[0][i] = 1.0 / p.n;
    grid.sync();

    int cur = 0, it = 0;
    double change = 1.0;
    while (it < p.maxIter && change > p.tol) {
        double lost = 0;
        for (int i = first; i < p.n; i += stride)
            if (p.outDegree[i] == 0) lost += p.rank[cur][i];
        lost = blockSum(block, lost, scratch);
        if (block.thread_rank() == 0) p.partial[blockIdx.x] = lost;
        grid.sync();
        double dangling = 0;
        for (unsigned b = 0; b < gridDim.x; ++b) dangling += p.partial[b];
        grid.sync(); // everyone has read the slots before they are reused

        double diff = 0;
        const double base = (1.0 - p.damping + p.damping * dangling) / p.n;
        for (int i = first; i < p.n; i += stride) {
            double s = 0;
            for (int e = p.inStart[i]; e < p.inStart[i + 1]; ++e) {
                int j = p.inFrom[e];
                s += p.rank[cur][j] / p.outDegree[j];
            }
            double r = base + p.damping * s;
            diff += fabs(r - p.rank[cur][i]);
            p.rank[1 - cur][i] = r;
        }
        diff = blockSum(block, diff, scratch);
        if (block.thread_rank() == 0) p.partial[blockIdx.x] = diff;
        grid.sync();
        change = 0;
        for (unsigned b = 0; b < gridDim.x; ++b) change += p.partial[b];
        grid.sync();
        cur = 1 - cur;
        ++it;
    }
    if (grid.thread_rank() == 0) {
        p.result[0] = it;
        p.result[1] = change;
    }
}

int main()
{
    int dev = 0, coop = 0, sms = 0;
    CUDA_OK(cudaGetDevice(&dev));
    CUDA_OK(cudaDeviceGetAttribute(&coop, cudaDevAttrCooperativeLaunch, dev));
    CUDA_OK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, dev));
    if (!coop) { printf("no cooperative launch, skipped\nPASSED\n"); return 0; }

    const int n = 1500;
    std::vector<std::vector<int>> in(n);
    std::vector<int> outdeg(n, 0);
    unsigned s = 123;
    auto rnd = [&] { s = s * 1664525u + 1013904223u; return (s >> 8) / 16777216.0; };
    for (int i = 0; i < n; ++i) {
        if (i % 37 == 5) continue; // dangling page
        int links = 1 + int(rnd() * 6);
        for (int k = 0; k < links; ++k) {
            double u = rnd();
            int to = int(u * u * u * n); // low numbers are popular
            in[to].push_back(i);
            outdeg[i]++;
        }
    }
    std::vector<int> start{0}, from;
    for (auto &l : in) { from.insert(from.end(), l.begin(), l.end()); start.push_back((int)from.size()); }

    const int threads = 128;
    int perSm = 0;
    CUDA_OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perSm, pagerank, threads, 0));
    int blocks = std::min(8, perSm * sms);
    Problem p{};
    int *dStart, *dFrom, *dDeg;
    CUDA_OK(cudaMalloc(&dStart, start.size() * sizeof(int)));
    CUDA_OK(cudaMalloc(&dFrom, from.size() * sizeof(int)));
    CUDA_OK(cudaMalloc(&dDeg, n * sizeof(int)));
    CUDA_OK(cudaMalloc(&p.rank[0], n * sizeof(double)));
    CUDA_OK(cudaMalloc(&p.rank[1], n * sizeof(double)));
    CUDA_OK(cudaMalloc(&p.partial, blocks * sizeof(double)));
    CUDA_OK(cudaMalloc(&p.result, 2 * sizeof(double)));
    CUDA_OK(cudaMemcpy(dStart, start.data(), start.size() * sizeof(int), cudaMemcpyHostToDevice));
    CUDA_OK(cudaMemcpy(dFrom, from.data(), from.size() * sizeof(int), cudaMemcpyHostToDevice));
    CUDA_OK(cudaMemcpy(dDeg, outdeg.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    p.n = n; p.inStart = dStart; p.inFrom = dFrom; p.outDegree = dDeg;
    p.damping = 0.85; p.tol = 1e-9; p.maxIter = 60;

    void *args[] = {&p};
    CUDA_OK(cudaLaunchCooperativeKernel((void *)pagerank, dim3(blocks), dim3(threads), args, 0, 0));
    CUDA_OK(cudaDeviceSynchronize());
    double result[2];
    CUDA_OK(cudaMemcpy(result, p.result, sizeof result, cudaMemcpyDeviceToHost));
    int iters = (int)result[0];
    std::vector<double> r(n);
    CUDA_OK(cudaMemcpy(r.data(), p.rank[iters & 1], n * sizeof(double), cudaMemcpyDeviceToHost));

    std::vector<double> a(n, 1.0 / n), b(n);
    for (int it = 0; it < iters; ++it) {
        double d = 0;
        for (int i = 0; i < n; ++i) if (!outdeg[i]) d += a[i];
        for (int i = 0; i < n; ++i) {
            double t = 0;
            for (int j : in[i]) t += a[j] / outdeg[j];
            b[i] = (0.15 + 0.85 * d) / n + 0.85 * t;
        }
        a.swap(b);
    }
    double err = 0, sum = 0;
    for (int i = 0; i < n; ++i) { err = std::max(err, std::fabs(a[i] - r[i])); sum += r[i]; }
    std::vector<int> order(n);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int x, int y) { return r[x] > r[y]; });
    for (int k = 0; k < 5; ++k) printf("#%d page %4d  %.4f\n", k + 1, order[k], r[order[k]]);
    printf("converged: %s, sum %.6f\n", result[1] <= p.tol ? "yes" : "no", sum);
    bool ok = err < 1e-10 && std::fabs(sum - 1) < 1e-9 && iters > 3;
    for (void *q : {(void *)dStart, (void *)dFrom, (void *)dDeg, (void *)p.rank[0], (void *)p.rank[1],
                    (void *)p.partial, (void *)p.result})
        CUDA_OK(cudaFree(q));
    printf("%s\n", ok ? "PASSED" : "FAILED");
    return ok ? 0 : 1;
}
