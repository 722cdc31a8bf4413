// 2D heat equation, explicit Jacobi relaxation, double buffering.
// usage: ./heat2d [n] [iters]
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cstring>
#include <vector>
#include <utility>
#include <cuda_runtime.h>

#define CUDA_CHECK(call)                                                     \
    do {                                                                     \
        cudaError_t err__ = (call);                                          \
        if (err__ != cudaSuccess) {                                          \
            fprintf(stderr, "%s:%d: %s failed: %s\n", __FILE__, __LINE__,    \
                    #call, cudaGetErrorString(err__));                       \
            exit(EXIT_FAILURE);                                              \
        }                                                                    \
    } while (0)

constexpr int BX = 16;
constexpr int BY = 16;

__global__ void jacobi_step(const float *__restrict__ in, float *__restrict__ out, int n)
{
    __shared__ float tile[BY + 2][BX + 2];
    const int gx = blockIdx.x * BX + threadIdx.x;
    const int gy = blockIdx.y * BY + threadIdx.y;
    const int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
    const bool inside = gx < n && gy < n;

    if (inside) {
        tile[ly][lx] = in[gy * n + gx];
        if (threadIdx.x == 0 && gx > 0) tile[ly][0] = in[gy * n + gx - 1];
        if (threadIdx.x == BX - 1 && gx < n - 1) tile[ly][BX + 1] = in[gy * n + gx + 1];
        if (threadIdx.y == 0 && gy > 0) tile[0][lx] = in[(gy - 1) * n + gx];
        if (threadIdx.y == BY - 1 && gy < n - 1) tile[BY + 1][lx] = in[(gy + 1) * n + gx];
    }
    __syncthreads();

    if (!inside) return;
    if (gx == 0 || gy == 0 || gx == n - 1 || gy == n - 1) {
        out[gy * n + gx] = tile[ly][lx];
        return;
    }
    out[gy * n + gx] = 0.25f * (tile[ly][lx - 1] + tile[ly][lx + 1] +
                                tile[ly - 1][lx] + tile[ly + 1][lx]);
}

// non-negative floats compare like ints, so an integer atomicMax is exact
__global__ void max_diff(const float *a, const float *b, int count, int *result)
{
    float m = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        m = fmaxf(m, fabsf(a[i] - b[i]));
    atomicMax(result, __float_as_int(m));
}

static void cpu_step(const std::vector<float> &in, std::vector<float> &out, int n)
{
    for (int y = 0; y < n; ++y)
        for (int x = 0; x < n; ++x) {
            if (x == 0 || y == 0 || x == n - 1 || y == n - 1) out[y * n + x] = in[y * n + x];
            else
                out[y * n + x] = 0.25f * (in[y * n + x - 1] + in[y * n + x + 1] +
                                          in[(y - 1) * n + x] + in[(y + 1) * n + x]);
        }
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 90;
    const int iters = argc > 2 ? atoi(argv[2]) : 120;
    if (n < 3 || iters < 1) { fprintf(stderr, "bad arguments\n"); return 1; }

    std::vector<float> h(n * n, 0.0f);
    for (int x = 0; x < n; ++x) { h[x] = 100.0f; h[(n - 1) * n + x] = 25.0f; }

    float *d_a, *d_b;
    int *d_res;
    const size_t bytes = sizeof(float) * n * n;
    CUDA_CHECK(cudaMalloc(&d_a, bytes));
    CUDA_CHECK(cudaMalloc(&d_b, bytes));
    CUDA_CHECK(cudaMalloc(&d_res, sizeof(int)));
    CUDA_CHECK(cudaMemcpy(d_a, h.data(), bytes, cudaMemcpyHostToDevice));

    dim3 block(BX, BY), grid((n + BX - 1) / BX, (n + BY - 1) / BY);
    printf("grid %ux%u, %d iterations on %dx%d\n", grid.x, grid.y, iters, n, n);

    float prev = 1e30f;
    bool monotone = true;
    for (int it = 1; it <= iters; ++it) {
        jacobi_step<<<grid, block>>>(d_a, d_b, n);
        CUDA_CHECK(cudaGetLastError());
        if (it % 30 == 0) {
            CUDA_CHECK(cudaMemset(d_res, 0, sizeof(int)));
            max_diff<<<8, 128>>>(d_a, d_b, n * n, d_res);
            int bits;
            CUDA_CHECK(cudaMemcpy(&bits, d_res, sizeof(int), cudaMemcpyDeviceToHost));
            float r;
            memcpy(&r, &bits, sizeof r);
            printf("iter %4d  residual %.3f\n", it, r);
            if (r > prev) monotone = false;
            prev = r;
        }
        std::swap(d_a, d_b);
    }
    std::vector<float> got(n * n), ref = h, tmp(n * n);
    CUDA_CHECK(cudaMemcpy(got.data(), d_a, bytes, cudaMemcpyDeviceToHost));
    for (int it = 0; it < iters; ++it) { cpu_step(ref, tmp, n); ref.swap(tmp); }

    float worst = 0.0f;
    for (int i = 0; i < n * n; ++i) worst = std::fmax(worst, std::fabs(ref[i] - got[i]));
    CUDA_CHECK(cudaFree(d_a));
    CUDA_CHECK(cudaFree(d_b));
    CUDA_CHECK(cudaFree(d_res));

    bool ok = worst < 1e-3f && monotone;
    printf("T(1,n/2) = %.2f\n", got[n + n / 2]);
    printf("%s\n", ok ? "PASSED" : "FAILED");
    return ok ? 0 : 1;
}
