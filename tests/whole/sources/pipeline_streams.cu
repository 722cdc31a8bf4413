// Chunked copy/compute/copy pipeline over several streams with pinned memory, events
// between streams, host callbacks, stream-ordered allocation, mapped (zero-copy) memory.
#include <cuda_runtime.h>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#define CUDACHECK(cmd) do {                                          \
    cudaError_t e = cmd;                                             \
    if (e != cudaSuccess) {                                          \
        printf("Failed: Cuda error %s:%d '%s'\n", __FILE__, __LINE__, cudaGetErrorString(e)); \
        exit(EXIT_FAILURE);                                          \
    }                                                                \
} while (0)

// A RAII stream and event
struct Stream {
    cudaStream_t s;
    explicit Stream(unsigned flags = cudaStreamNonBlocking) { CUDACHECK(cudaStreamCreateWithFlags(&s, flags)); }
    ~Stream() { cudaStreamDestroy(s); }
    Stream(const Stream &) = delete;
    operator cudaStream_t() const { return s; }
};
struct Event {
    cudaEvent_t e;
    explicit Event(unsigned flags = cudaEventDefault) { CUDACHECK(cudaEventCreateWithFlags(&e, flags)); }
    ~Event() { cudaEventDestroy(e); }
    Event(const Event &) = delete;
    operator cudaEvent_t() const { return e; }
};

__global__ void smooth(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float l = in[i > 0 ? i - 1 : 0], c = in[i], r = in[i < n - 1 ? i + 1 : n - 1];
    out[i] = 0.25f * l + 0.5f * c + 0.25f * r;
}

__global__ void square(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= x[i];
}

__global__ void sumInto(const float *x, int n, unsigned long long *acc, int *perChunk)
{
    // exact: the values are small multiples of 1/16
    int v = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) v += (int)(x[i] * 16.0f);
    __shared__ int total;
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    atomicAdd_block(&total, v);
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(acc, (unsigned long long)total);
        *perChunk = total;
        __threadfence_system();
    }
}

static std::atomic<int> callbacks{0};
static void CUDART_CB onChunkDone(void *user)
{
    callbacks.fetch_add(*static_cast<int *>(user));
}

int main()
{
    constexpr int nStreams = 4, nChunks = 12, chunk = 3000, n = nChunks * chunk;
    float *h_in, *h_out;
    int *h_chunkSum, *d_chunkSum;
    CUDACHECK(cudaMallocHost(&h_in, n * sizeof(float)));
    CUDACHECK(cudaMallocHost(&h_out, n * sizeof(float)));
    CUDACHECK(cudaHostAlloc(&h_chunkSum, nChunks * sizeof(int), cudaHostAllocMapped));
    CUDACHECK(cudaHostGetDevicePointer(&d_chunkSum, h_chunkSum, 0));
    for (int i = 0; i < n; ++i) { h_in[i] = float(i * 31 % 64); h_out[i] = -1.0f; }
    for (int c = 0; c < nChunks; ++c) h_chunkSum[c] = -1;

    unsigned long long *d_acc;
    CUDACHECK(cudaMalloc(&d_acc, sizeof *d_acc));
    CUDACHECK(cudaMemset(d_acc, 0, sizeof *d_acc));
    CUDACHECK(cudaDeviceSynchronize());

    bool ok = true;
    {
        std::vector<std::unique_ptr<Stream>> streams;
        for (int s = 0; s < nStreams; ++s) streams.push_back(std::make_unique<Stream>());
        Stream reducer;
        Event begin, end;
        std::vector<std::unique_ptr<Event>> computed;
        std::vector<int> ids(nChunks);
        std::vector<float *> results(nChunks);

        CUDACHECK(cudaEventRecord(begin, *streams[0]));
        for (int c = 0; c < nChunks; ++c) {
            cudaStream_t s = *streams[c % nStreams];
            float *a, *b;
            const size_t bytes = chunk * sizeof(float);
            CUDACHECK(cudaMallocAsync(&a, bytes, s));
            CUDACHECK(cudaMallocAsync(&b, bytes, s));
            CUDACHECK(cudaMemcpyAsync(a, h_in + c * chunk, bytes, cudaMemcpyHostToDevice, s));
            smooth<<<(chunk + 255) / 256, 256, 0, s>>>(a, b, chunk);
            CUDACHECK(cudaGetLastError());
            computed.push_back(std::make_unique<Event>(cudaEventDisableTiming));
            CUDACHECK(cudaEventRecord(*computed.back(), s));
            square<<<(chunk + 255) / 256, 256, 0, s>>>(a, chunk);
            CUDACHECK(cudaMemcpyAsync(h_out + c * chunk, a, bytes, cudaMemcpyDeviceToHost, s));
            ids[c] = c + 1;
            CUDACHECK(cudaLaunchHostFunc(s, onChunkDone, &ids[c]));
            CUDACHECK(cudaFreeAsync(a, s));
            // the reduction happens elsewhere, as soon as the smoothing is complete
            CUDACHECK(cudaStreamWaitEvent(reducer, *computed.back(), 0));
            sumInto<<<1, 128, 0, reducer>>>(b, chunk, d_acc, d_chunkSum + c);
            CUDACHECK(cudaGetLastError());
            results[c] = b;
        }
        CUDACHECK(cudaEventRecord(end, reducer));
        CUDACHECK(cudaEventSynchronize(end));
        CUDACHECK(cudaStreamSynchronize(reducer));
        for (auto &s : streams) CUDACHECK(cudaStreamSynchronize(*s));
        ok = ok && cudaStreamQuery(reducer) == cudaSuccess && cudaEventQuery(end) == cudaSuccess;
        float ms = -1.0f;
        CUDACHECK(cudaEventElapsedTime(&ms, begin, end));
        ok = ok && ms >= 0.0f;
        for (float *b : results) CUDACHECK(cudaFreeAsync(b, reducer));
        CUDACHECK(cudaStreamSynchronize(reducer));
    }
    unsigned long long acc = 0;
    CUDACHECK(cudaMemcpy(&acc, d_acc, sizeof acc, cudaMemcpyDeviceToHost));

    unsigned long long want = 0;
    int badSq = 0, badChunk = 0;
    for (int c = 0; c < nChunks; ++c) {
        const float *x = h_in + c * chunk;
        int total = 0;
        for (int i = 0; i < chunk; ++i) {
            float l = x[i ? i - 1 : 0], r = x[i < chunk - 1 ? i + 1 : chunk - 1];
            total += (int)((0.25f * l + 0.5f * x[i] + 0.25f * r) * 16.0f);
            badSq += h_out[c * chunk + i] != x[i] * x[i];
        }
        want += total;
        badChunk += h_chunkSum[c] != total;
    }
    printf("callbacks added up to %d\n", callbacks.load());
    printf("total %llu (expected %llu), squares wrong %d, chunk sums wrong %d\n", acc, want, badSq, badChunk);
    ok = ok && acc == want && !badSq && !badChunk && callbacks == nChunks * (nChunks + 1) / 2;
    CUDACHECK(cudaFreeHost(h_in));
    CUDACHECK(cudaFreeHost(h_out));
    CUDACHECK(cudaFreeHost(h_chunkSum));
    CUDACHECK(cudaFree(d_acc));
    printf("%s\n", ok ? "PASSED" : "FAILED");
    return ok ? 0 : 1;
}
