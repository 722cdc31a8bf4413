// Hand-written radix-2 FFT. Global-memory stages (float, batched) checked against a DFT,
// shared-memory version (double) used to multiply two long decimal numbers.
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>
#include <cuda_runtime.h>

#define cuCheck(stmt) do { cudaError_t err = stmt; if (err != cudaSuccess) { \
    std::printf("Failed to run stmt %s: %s\n", #stmt, cudaGetErrorString(err)); std::exit(1); } } while (0)

template <typename T> struct Vec2;
template <> struct Vec2<float> { using type = float2; };
template <> struct Vec2<double> { using type = double2; };

__device__ inline float2 twiddle(int k, int n, float sign)
{
    float2 w;
    sincospif(sign * 2.0f * (float)k / (float)n, &w.y, &w.x);
    return w;
}
__device__ inline double2 twiddle(int k, int n, double sign)
{
    double2 w;
    sincospi(sign * 2.0 * (double)k / (double)n, &w.y, &w.x);
    return w;
}
template <typename V>
__device__ inline V cmul(V a, V b)
{
    V r;
    r.x = a.x * b.x - a.y * b.y;
    r.y = a.x * b.y + a.y * b.x;
    return r;
}

__global__ void bitReverse(float2 *data, int logn)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned n = 1u << logn;
    if (i >= n) return;
    unsigned j = __brev(i) >> (32 - logn);
    float2 *x = data + (size_t)blockIdx.y * n;
    if (i < j) {
        float2 t = x[i];
        x[i] = x[j];
        x[j] = t;
    }
}

__global__ void stage(float2 *data, int n, int half, float sign)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x; // butterfly number
    if (t >= n / 2) return;
    float2 *x = data + (size_t)blockIdx.y * n;
    int k = t % half, i = t / half * 2 * half + k, j = i + half;
    float2 w = cmul(twiddle(k, 2 * half, sign), x[j]), u = x[i];
    x[i] = make_float2(u.x + w.x, u.y + w.y);
    x[j] = make_float2(u.x - w.x, u.y - w.y);
}

// whole transform in one block, in shared memory
template <typename T>
__device__ void fftShared(typename Vec2<T>::type *s, int logn, T sign)
{
    using V = typename Vec2<T>::type;
    const int n = 1 << logn;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        int j = __brev((unsigned)i) >> (32 - logn);
        if (i < j) { V t = s[i]; s[i] = s[j]; s[j] = t; }
    }
    for (int half = 1; half < n; half *= 2) {
        __syncthreads();
        for (int t = threadIdx.x; t < n / 2; t += blockDim.x) {
            int k = t % half, i = t / half * 2 * half + k, j = i + half;
            V w = cmul(twiddle(k, 2 * half, sign), s[j]), u = s[i];
            s[i].x = u.x + w.x; s[i].y = u.y + w.y;
            s[j].x = u.x - w.x; s[j].y = u.y - w.y;
        }
    }
    __syncthreads();
}

__global__ void multiplyDigits(const int *a, const int *b, long long *c, int logn)
{
    extern __shared__ double2 s[];
    const int n = 1 << logn;
    // both real sequences in one complex transform
    for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] = make_double2(a[i], b[i]);
    __syncthreads();
    fftShared<double>(s, logn, -1.0);
    // (z_k^2 - conj(z_{n-k})^2) / 4i ; pairs are handled together
    for (int k = threadIdx.x; k <= n / 2; k += blockDim.x) {
        int m = (n - k) % n;
        double2 z = s[k], y = s[m];
        double2 z2 = cmul(z, z), y2 = cmul(y, y);
        double2 p = make_double2((z2.y + y2.y) / 4, -(z2.x - y2.x) / 4);
        s[k] = p;
        if (m != k) s[m] = make_double2(p.x, -p.y);
    }
    __syncthreads();
    fftShared<double>(s, logn, 1.0);
    for (int i = threadIdx.x; i < n; i += blockDim.x) c[i] = llrint(s[i].x / n);
}

int main()
{
    bool ok = true;
    { // batched complex transform
        const int logn = 9, n = 1 << logn, batch = 3;
        std::vector<float2> h(n * batch), f(n * batch), back(n * batch);
        for (int b = 0; b < batch; ++b)
            for (int i = 0; i < n; ++i)
                h[b * n + i] = make_float2(std::cos(0.3f * (b + 1) * i), (i * (b + 3) % 17) / 17.0f);
        float2 *d;
        cuCheck(cudaMalloc((void **)&d, h.size() * sizeof(float2)));
        cuCheck(cudaMemcpy(d, h.data(), h.size() * sizeof(float2), cudaMemcpyHostToDevice));
        auto transform = [&](float sign) {
            bitReverse<<<dim3((n + 127) / 128, batch), 128>>>(d, logn);
            for (int half = 1; half < n; half *= 2) stage<<<dim3((n / 2 + 127) / 128, batch), 128>>>(d, n, half, sign);
            cuCheck(cudaGetLastError());
        };
        transform(-1.0f);
        cuCheck(cudaMemcpy(f.data(), d, f.size() * sizeof(float2), cudaMemcpyDeviceToHost));
        transform(1.0f);
        cuCheck(cudaMemcpy(back.data(), d, f.size() * sizeof(float2), cudaMemcpyDeviceToHost));
        double e1 = 0, e2 = 0;
        for (int b = 0; b < batch; ++b)
            for (int k = 0; k < n; ++k) {
                std::complex<double> s = 0;
                for (int i = 0; i < n; ++i)
                    s += std::complex<double>(h[b * n + i].x, h[b * n + i].y) * std::polar(1.0, -2 * M_PI * (k * i % n) / n);
                e1 = std::fmax(e1, std::abs(s - std::complex<double>(f[b * n + k].x, f[b * n + k].y)));
                e2 = std::fmax(e2, std::hypot(back[b * n + k].x / n - h[b * n + k].x, back[b * n + k].y / n - h[b * n + k].y));
            }
        std::printf("forward vs DFT: %s, round trip: %s\n", e1 < 5e-3 ? "ok" : "bad", e2 < 1e-5 ? "ok" : "bad");
        ok = ok && e1 < 5e-3 && e2 < 1e-5;
        cuCheck(cudaFree(d));
    }
    { // 2^400 * 3^250
        auto power = [](int base, int e) {
            std::vector<int> v{1};
            for (; e; --e) {
                int carry = 0;
                for (int &x : v) { x = x * base + carry; carry = x / 10; x %= 10; }
                while (carry) { v.push_back(carry % 10); carry /= 10; }
            }
            return v;
        };
        std::vector<int> a = power(2, 400), b = power(3, 250);
        const int logn = 9, n = 1 << logn;
        std::vector<long long> school(n, 0);
        for (size_t i = 0; i < a.size(); ++i)
            for (size_t j = 0; j < b.size(); ++j) school[i + j] += a[i] * b[j];
        std::printf("%zu x %zu digits\n", a.size(), b.size());
        a.resize(n, 0);
        b.resize(n, 0);
        int *da, *db;
        long long *dc;
        cuCheck(cudaMalloc((void **)&da, n * sizeof(int)));
        cuCheck(cudaMalloc((void **)&db, n * sizeof(int)));
        cuCheck(cudaMalloc((void **)&dc, n * sizeof(long long)));
        cuCheck(cudaMemcpy(da, a.data(), n * sizeof(int), cudaMemcpyHostToDevice));
        cuCheck(cudaMemcpy(db, b.data(), n * sizeof(int), cudaMemcpyHostToDevice));
        multiplyDigits<<<1, 128, n * sizeof(double2)>>>(da, db, dc, logn);
        cuCheck(cudaGetLastError());
        std::vector<long long> c(n);
        cuCheck(cudaMemcpy(c.data(), dc, n * sizeof(long long), cudaMemcpyDeviceToHost));
        ok = ok && c == school;
        std::string digits;
        long long carry = 0;
        for (int i = 0; i < n; ++i) { carry += c[i]; digits.insert(digits.begin(), char('0' + carry % 10)); carry /= 10; }
        digits.erase(0, digits.find_first_not_of('0'));
        std::printf("2^400*3^250 = %s... (%zu digits)\n", digits.substr(0, 40).c_str(), digits.size());
        cudaFree(da); cudaFree(db); cudaFree(dc);
    }
    std::printf("%s\n", ok ? "PASSED" : "FAILED");
    return ok ? 0 : 1;
}
