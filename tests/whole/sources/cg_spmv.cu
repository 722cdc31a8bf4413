// Conjugate gradient on a 2D Poisson matrix in CSR. Scalar and warp-per-row SpMV,
// fused vector kernels, RAII device buffers, scalars stay on the device.
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#define CUDA_TRY(expr)                                                             \
    do {                                                                           \
        cudaError_t status_ = (expr);                                              \
        if (status_ != cudaSuccess)                                                \
            throw std::runtime_error(std::string(#expr) + ": " + cudaGetErrorString(status_)); \
    } while (false)

namespace gpu {

template <class T>
class buffer {
    struct deleter { void operator()(T *p) const { cudaFree(p); } };
    std::unique_ptr<T[], deleter> p_;
    std::size_t n_ = 0;

public:
    explicit buffer(std::size_t n) : n_(n)
    {
        T *raw = nullptr;
        CUDA_TRY(cudaMalloc(&raw, n * sizeof(T)));
        p_.reset(raw);
        CUDA_TRY(cudaMemset(raw, 0, n * sizeof(T)));
    }
    explicit buffer(const std::vector<T> &v) : buffer(v.size())
    {
        CUDA_TRY(cudaMemcpy(p_.get(), v.data(), n_ * sizeof(T), cudaMemcpyHostToDevice));
    }
    operator T *() { return p_.get(); }
    T *get() { return p_.get(); }
    std::vector<T> download() const
    {
        std::vector<T> v(n_);
        CUDA_TRY(cudaMemcpy(v.data(), p_.get(), n_ * sizeof(T), cudaMemcpyDeviceToHost));
        return v;
    }
};

} // namespace gpu

struct Csr { const int *row, *col; const double *val; int n; };

__global__ void spmv_scalar(Csr A, const double *__restrict__ x, double *__restrict__ y)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= A.n) return;
    double s = 0;
    for (int k = A.row[r]; k < A.row[r + 1]; ++k) s += A.val[k] * __ldg(&x[A.col[k]]);
    y[r] = s;
}

template <int LANES>
__global__ void spmv_vector(Csr A, const double *__restrict__ x, double *__restrict__ y)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    double s = 0;
    if (r < A.n)
        for (int k = A.row[r] + lane; k < A.row[r + 1]; k += LANES) s += A.val[k] * x[A.col[k]];
    for (int d = LANES / 2; d; d /= 2) s += __shfl_down_sync(0xffffffffu, s, d, LANES);
    if (r < A.n && lane == 0) y[r] = s;
}

// deterministic single-block dot product
__global__ void dot(const double *a, const double *b, int n, double *out)
{
    __shared__ double sh[256];
    double s = 0;
    for (int i = threadIdx.x; i < n; i += 256) s += a[i] * b[i];
    sh[threadIdx.x] = s;
    __syncthreads();
    for (int k = 128; k; k >>= 1) {
        if (threadIdx.x < k) sh[threadIdx.x] += sh[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0) *out = sh[0];
}

// x += alpha p ; r -= alpha q   with alpha = rr / pq
__global__ void update_xr(double *x, double *r, const double *p, const double *q, const double *rr, const double *pq, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double alpha = *rr / *pq;
    if (i < n) { x[i] += alpha * p[i]; r[i] -= alpha * q[i]; }
}

// p = r + beta p
__global__ void update_p(double *p, const double *r, const double *rr_new, const double *rr_old, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = r[i] + (*rr_new / *rr_old) * p[i];
}

int main()
try {
    const int m = 30, n = m * m;
    std::vector<int> row{0}, col;
    std::vector<double> val;
    for (int y = 0; y < m; ++y)
        for (int x = 0; x < m; ++x) {
            auto add = [&](int xx, int yy, double v) {
                if (xx >= 0 && xx < m && yy >= 0 && yy < m) { col.push_back(yy * m + xx); val.push_back(v); }
            };
            add(x, y - 1, -1); add(x - 1, y, -1); add(x, y, 4); add(x + 1, y, -1); add(x, y + 1, -1);
            row.push_back((int)col.size());
        }
    std::vector<double> exact(n), rhs(n, 0.0);
    for (int i = 0; i < n; ++i) exact[i] = std::sin(0.1 * i) + 0.01 * (i % 7);
    for (int i = 0; i < n; ++i)
        for (int k = row[i]; k < row[i + 1]; ++k) rhs[i] += val[k] * exact[col[k]];
    std::printf("n = %d, nnz = %zu\n", n, val.size());

    gpu::buffer<int> d_row(row), d_col(col);
    gpu::buffer<double> d_val(val), b(rhs);
    Csr A{d_row, d_col, d_val, n};
    const int T = 128, G = (n + T - 1) / T;
    bool ok = true;

    auto solve = [&](const char *name, auto spmv) {
        gpu::buffer<double> x(n), r(rhs), p(rhs), q(n), s(3); // s: rr, rr_new, pq
        double *rr = s.get(), *rr_new = s.get() + 1, *pq = s.get() + 2;
        dot<<<1, 256>>>(r, r, n, rr);
        int it = 0;
        bool converged = false;
        for (; it < 300 && !converged; ++it) {
            spmv(p.get(), q.get());
            dot<<<1, 256>>>(p, q, n, pq);
            update_xr<<<G, T>>>(x, r, p, q, rr, pq, n);
            dot<<<1, 256>>>(r, r, n, rr_new);
            update_p<<<G, T>>>(p, r, rr_new, rr, n);
            std::swap(rr, rr_new);
            if (it % 5 == 4) {
                double h;
                CUDA_TRY(cudaMemcpy(&h, rr, sizeof h, cudaMemcpyDeviceToHost));
                converged = h < 1e-22;
            }
        }
        CUDA_TRY(cudaGetLastError());
        auto hx = x.download();
        double err = 0;
        for (int i = 0; i < n; ++i) err = std::fmax(err, std::fabs(hx[i] - exact[i]));
        std::printf("%-8s converged: %s, error < 1e-8: %s, x[100] = %.5f\n", name, converged ? "yes" : "no",
                    err < 1e-8 ? "yes" : "no", hx[100]);
        ok = ok && converged && err < 1e-8;
    };
    solve("scalar", [&](const double *in, double *out) { spmv_scalar<<<G, T>>>(A, in, out); });
    solve("vector4", [&](const double *in, double *out) { spmv_vector<4><<<(n * 4 + T - 1) / T, T>>>(A, in, out); });
    std::printf("%s\n", ok ? "PASSED" : "FAILED");
    return ok ? 0 : 1;
} catch (const std::exception &e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
}
