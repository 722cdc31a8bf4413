#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void lookup(const int *sorted, int n, const int *queries, int *where, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= m) return;
    int q = queries[i], lo = 0, hi = n;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (sorted[mid] < q) lo = mid + 1;
        else hi = mid;
    }
    where[i] = lo;
}

int main()
{
    const int n = 1 << 20, m = 1 << 18;
    std::vector<int> a(n), q(m), r(m);
    for (int i = 0; i < n; i++) a[i] = 3 * i;
    unsigned s = 5;
    for (auto &v : q) { s = s * 1664525u + 1013904223u; v = (s >> 4) % (3 * n); }
    int *d_a, *d_q, *d_r;
    cudaMalloc(&d_a, n * 4); cudaMalloc(&d_q, m * 4); cudaMalloc(&d_r, m * 4);
    cudaMemcpy(d_a, a.data(), n * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(d_q, q.data(), m * 4, cudaMemcpyHostToDevice);
    lookup<<<m / 256, 256>>>(d_a, n, d_q, d_r, m);
    cudaMemcpy(r.data(), d_r, m * 4, cudaMemcpyDeviceToHost);
    printf("%d\n", r[0]);
}
