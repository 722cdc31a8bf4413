// Needleman-Wunsch global alignment: anti-diagonal wavefront over 16x16 tiles
// (Rodinia style), traceback on the host. Edit distance from the same kernel.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>
#include <algorithm>
#include <cuda_runtime.h>

#define TS 16

#define cudaSafe(x) do { cudaError_t _e = (x); if (_e) { \
    fprintf(stderr, "cuda error '%s' in %s, line %d\n", cudaGetErrorName(_e), __func__, __LINE__); exit(1); } } while (0)

struct Scoring { int match, mismatch, gap; };

__device__ __forceinline__ int max3(int a, int b, int c) { return max(a, max(b, c)); }

__global__ void nw_tile(int *F, int ld, const char *a, const char *b, int la, int lb, int diag, int tilesX, int firstTy, Scoring sc)
{
    __shared__ int f[TS + 1][TS + 1];
    __shared__ char sa[TS], sb[TS];
    int ty = firstTy + blockIdx.x, tx = diag - ty;
    if (tx >= tilesX) return;
    int t = threadIdx.x;
    int row0 = ty * TS, col0 = tx * TS; // border row/column of this tile in F
    f[t + 1][0] = (row0 + t + 1 <= la) ? F[(row0 + t + 1) * ld + col0] : 0;
    f[0][t + 1] = (col0 + t + 1 <= lb) ? F[row0 * ld + col0 + t + 1] : 0;
    if (t == 0) f[0][0] = F[row0 * ld + col0];
    sa[t] = row0 + t < la ? a[row0 + t] : 0;
    sb[t] = col0 + t < lb ? b[col0 + t] : 0;
    __syncthreads();
    for (int d = 0; d < 2 * TS - 1; ++d) {
        int i = t, j = d - t;
        if (j >= 0 && j < TS) {
            int s = sa[i] == sb[j] ? sc.match : sc.mismatch;
            f[i + 1][j + 1] = max3(f[i][j] + s, f[i][j + 1] + sc.gap, f[i + 1][j] + sc.gap);
        }
        __syncthreads();
    }
    for (int i = 0; i < TS; ++i)
        if (row0 + i + 1 <= la && col0 + t + 1 <= lb) F[(row0 + i + 1) * ld + col0 + t + 1] = f[i + 1][t + 1];
}

__global__ void init_border(int *F, int ld, int la, int lb, int gap)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= la) F[i * ld] = i * gap;
    if (i <= lb) F[i] = i * gap;
}

static std::vector<int> align(const std::string &a, const std::string &b, Scoring sc)
{
    int la = (int)a.size(), lb = (int)b.size(), ld = lb + 1;
    size_t cells = size_t(la + 1) * ld;
    int *F;
    char *da, *db;
    cudaSafe(cudaMalloc(&F, cells * sizeof(int)));
    cudaSafe(cudaMalloc(&da, la));
    cudaSafe(cudaMalloc(&db, lb));
    cudaSafe(cudaMemcpy(da, a.c_str(), la, cudaMemcpyHostToDevice));
    cudaSafe(cudaMemcpy(db, b.c_str(), lb, cudaMemcpyHostToDevice));
    init_border<<<(std::max(la, lb) + 64) / 64, 64>>>(F, ld, la, lb, sc.gap);
    int tilesY = (la + TS - 1) / TS, tilesX = (lb + TS - 1) / TS;
    for (int d = 0; d < tilesY + tilesX - 1; ++d) {
        int first = std::max(0, d - tilesX + 1), last = std::min(d, tilesY - 1);
        nw_tile<<<last - first + 1, TS>>>(F, ld, da, db, la, lb, d, tilesX, first, sc);
        cudaSafe(cudaGetLastError());
    }
    std::vector<int> h(cells);
    cudaSafe(cudaMemcpy(h.data(), F, cells * sizeof(int), cudaMemcpyDeviceToHost));
    cudaSafe(cudaFree(F));
    cudaSafe(cudaFree(da));
    cudaSafe(cudaFree(db));
    return h;
}

static std::vector<int> reference(const std::string &a, const std::string &b, Scoring sc)
{
    int la = a.size(), lb = b.size(), ld = lb + 1;
    std::vector<int> F((la + 1) * ld);
    for (int i = 0; i <= la; ++i) F[i * ld] = i * sc.gap;
    for (int j = 0; j <= lb; ++j) F[j] = j * sc.gap;
    for (int i = 1; i <= la; ++i)
        for (int j = 1; j <= lb; ++j)
            F[i * ld + j] = std::max({F[(i - 1) * ld + j - 1] + (a[i - 1] == b[j - 1] ? sc.match : sc.mismatch),
                                      F[(i - 1) * ld + j] + sc.gap, F[i * ld + j - 1] + sc.gap});
    return F;
}

int main()
{
    // related sequences: b is a mutated copy of a
    std::string a, b;
    unsigned s = 77;
    auto rnd = [&s](unsigned m) { s = s * 1664525u + 1013904223u; return (s >> 16) % m; };
    for (int i = 0; i < 300; ++i) a += "ACGT"[rnd(4)];
    for (char c : a) {
        unsigned r = rnd(20);
        if (r == 0) continue;              // deletion
        if (r == 1) b += "ACGT"[rnd(4)];   // insertion
        b += r == 2 ? "ACGT"[rnd(4)] : c;  // substitution
    }
    const Scoring nw{2, -1, -2}, edit{0, -1, -1};
    auto F = align(a, b, nw);
    bool ok = F == reference(a, b, nw);
    int la = a.size(), lb = b.size(), ld = lb + 1;
    printf("lengths %d and %d, score %d\n", la, lb, F.back());

    std::string x, y, m;
    for (int i = la, j = lb; i || j;) {
        if (i && j && F[i * ld + j] == F[(i - 1) * ld + j - 1] + (a[i - 1] == b[j - 1] ? nw.match : nw.mismatch)) {
            x += a[--i]; y += b[--j];
        } else if (i && F[i * ld + j] == F[(i - 1) * ld + j] + nw.gap) {
            x += a[--i]; y += '-';
        } else { x += '-'; y += b[--j]; }
        m += x.back() == y.back() ? '|' : ' ';
    }
    std::reverse(x.begin(), x.end()); std::reverse(y.begin(), y.end()); std::reverse(m.begin(), m.end());
    printf("%.60s\n%.60s\n%.60s\n", x.c_str(), m.c_str(), y.c_str());
    printf("identical columns: %d of %zu\n", (int)std::count(m.begin(), m.end(), '|'), m.size());

    struct { const char *p, *q; int d; } words[] = {{"kitten", "sitting", 3}, {"intention", "execution", 5},
        {"a", "b", 1}, {"saturday in the park with everyone", "sunday at the dark side without anyone", -1}};
    for (auto [p, q, d] : words) {
        int got = -align(p, q, edit).back();
        if (d < 0) d = -reference(p, q, edit).back();
        printf("edit(%s, %s) = %d\n", p, q, got);
        ok = ok && got == d;
    }
    puts(ok ? "PASSED" : "FAILED");
    return ok ? 0 : 1;
}
