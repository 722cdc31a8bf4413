// A tour of CUDA error handling: provoke errors on purpose, look at what comes back,
// recover, and go on working. Errors become exceptions through a small wrapper.
#include <cuda_runtime.h>
#include <cstring>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

class cuda_error : public std::runtime_error {
public:
    cuda_error(cudaError_t code, const char *expr, int line)
        : std::runtime_error(make(code, expr, line)), code_(code) {}
    cudaError_t code() const noexcept { return code_; }

private:
    static std::string make(cudaError_t code, const char *expr, int line)
    {
        std::ostringstream o;
        o << cudaGetErrorName(code) << " (" << cudaGetErrorString(code) << ") from " << expr;
        (void)line;
        return o.str();
    }
    cudaError_t code_;
};

#define THROW_IF(expr)                                              \
    do {                                                            \
        const cudaError_t c_ = (expr);                              \
        if (c_ != cudaSuccess) throw cuda_error(c_, #expr, __LINE__); \
    } while (0)

__global__ void fill(int *p, int n, int v)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = v;
}

__global__ void bigShared(int *out, int words)
{
    extern __shared__ int buf[];
    for (int i = threadIdx.x; i < words; i += blockDim.x) buf[i] = i;
    __syncthreads();
    if (threadIdx.x == 0) {
        long long s = 0;
        for (int i = 0; i < words; i += 97) s += buf[words - 1 - i];
        *out = (int)(s % 1000003);
    }
}

__constant__ int small[4];

static int failures = 0;

static void expect(const char *title, cudaError_t got, cudaError_t want)
{
    std::cout << title << ": " << cudaGetErrorName(got) << " - " << cudaGetErrorString(got) << '\n';
    if (got != want) {
        std::cout << "    expected " << cudaGetErrorName(want) << '\n';
        ++failures;
    }
    cudaGetLastError(); // clear, if it was not cleared yet
}

int main()
{
    int *d = nullptr;
    const int n = 1000;
    THROW_IF(cudaMalloc(&d, n * sizeof(int)));

    // 1. launch errors are reported by the next cudaGetLastError
    fill<<<1, 2048>>>(d, n, 1);
    expect("2048 threads per block", cudaGetLastError(), cudaErrorInvalidConfiguration);
    fill<<<0, 128>>>(d, n, 1);
    expect("empty grid", cudaGetLastError(), cudaErrorInvalidConfiguration);
    fill<<<1, dim3(8, 8, 128)>>>(d, n, 1);
    expect("block too deep", cudaGetLastError(), cudaErrorInvalidConfiguration);

    // 2. peek does not clear, get does
    fill<<<1, 4096>>>(d, n, 1);
    cudaError_t p1 = cudaPeekAtLastError(), p2 = cudaPeekAtLastError(), g1 = cudaGetLastError(), g2 = cudaGetLastError();
    bool sticky = p1 != cudaSuccess && p1 == p2 && p2 == g1 && g2 == cudaSuccess;
    std::cout << "peek, peek, get, get: " << (sticky ? "as documented" : "unexpected") << '\n';
    failures += !sticky;

    // 3. shared memory
    bigShared<<<1, 64, 1 << 20>>>(d, 10);
    expect("1 MiB of dynamic shared memory", cudaGetLastError(), cudaErrorInvalidValue);
    const int want = 60 * 1024;
    bigShared<<<1, 64, want>>>(d, want / 4);
    expect("60 KiB without opt-in", cudaGetLastError(), cudaErrorInvalidValue);
    expect("opt-in to 1 MiB", cudaFuncSetAttribute(bigShared, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20),
           cudaErrorInvalidValue);
    expect("opt-in to 60 KiB", cudaFuncSetAttribute(bigShared, cudaFuncAttributeMaxDynamicSharedMemorySize, want), cudaSuccess);
    bigShared<<<1, 64, want>>>(d, want / 4);
    expect("60 KiB with opt-in", cudaGetLastError(), cudaSuccess);
    int sum = 0;
    THROW_IF(cudaMemcpy(&sum, d, sizeof sum, cudaMemcpyDeviceToHost));
    long long check = 0;
    for (int i = 0; i < want / 4; i += 97) check += want / 4 - 1 - i;
    std::cout << "its result: " << sum << '\n';
    failures += sum != int(check % 1000003);

    // 4. API errors
    void *huge = nullptr;
    expect("allocating an exbibyte", cudaMalloc(&huge, size_t(1) << 60), cudaErrorMemoryAllocation);
    expect("device 1000", cudaSetDevice(1000), cudaErrorInvalidDevice);
    std::vector<int> h(n, 0);
    expect("nonsense direction", cudaMemcpy(d, h.data(), 4, (cudaMemcpyKind)77), cudaErrorInvalidMemcpyDirection);
    expect("copy past the end of a symbol", cudaMemcpyToSymbol(small, h.data(), 64), cudaErrorInvalidValue);
    expect("free(nullptr)", cudaFree(nullptr), cudaSuccess);
    cudaEvent_t a, b;
    THROW_IF(cudaEventCreate(&a));
    THROW_IF(cudaEventCreate(&b));
    float ms;
    expect("elapsed time of unrecorded events", cudaEventElapsedTime(&ms, a, b), cudaErrorInvalidResourceHandle);
    THROW_IF(cudaEventDestroy(a));
    THROW_IF(cudaEventDestroy(b));

    // 5. exceptions
    try {
        fill<<<dim3(1, 70000), 32>>>(d, n, 1);
        THROW_IF(cudaGetLastError());
        std::cout << "no exception?\n";
        ++failures;
    } catch (const cuda_error &e) {
        std::cout << "caught " << e.what() << '\n';
        failures += e.code() != cudaErrorInvalidConfiguration;
    }

    // 6. none of this harmed the context
    fill<<<(n + 127) / 128, 128>>>(d, n, 7);
    THROW_IF(cudaGetLastError());
    THROW_IF(cudaDeviceSynchronize());
    THROW_IF(cudaMemcpy(h.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost));
    int sevens = 0;
    for (int v : h) sevens += v == 7;
    std::cout << "still working: " << sevens << " sevens\n";
    failures += sevens != n;
    THROW_IF(cudaFree(d));
    std::cout << (failures ? "FAILED" : "PASSED") << std::endl;
    return failures ? 1 : 0;
}
