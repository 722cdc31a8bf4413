// Byte histogram (shared-memory privatised) + naive substring search over a text,
// the text is streamed in chunks through pinned memory on several streams.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>
#include <algorithm>
#include <cuda_runtime.h>

static void HandleError(cudaError_t err, const char *file, int line)
{
    if (err != cudaSuccess) {
        printf("%s in %s at line %d\n", cudaGetErrorString(err), file, line);
        exit(EXIT_FAILURE);
    }
}
#define HANDLE_ERROR(err) (HandleError(err, __FILE__, __LINE__))

#define MAX_PATTERN 32
__constant__ char c_pattern[MAX_PATTERN];
__constant__ int c_patternLen;

__global__ void histo_kernel(const unsigned char *buffer, int size, unsigned int *histo)
{
    __shared__ unsigned int temp[256];
    temp[threadIdx.x] = 0;
    __syncthreads();
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int stride = blockDim.x * gridDim.x;
    while (i < size) {
        atomicAdd(&temp[buffer[i]], 1);
        i += stride;
    }
    __syncthreads();
    if (temp[threadIdx.x]) atomicAdd(&histo[threadIdx.x], temp[threadIdx.x]);
}

// "avail" is how many bytes may be read, "size" how many start positions belong to this chunk
__global__ void search_kernel(const unsigned char *text, int size, int avail, int base,
                              unsigned int *count, int *first)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    bool hit = i < size && i + c_patternLen <= avail;
    for (int k = 0; hit && k < c_patternLen; k++) hit = text[i + k] == (unsigned char)c_pattern[k];
    int n = __syncthreads_count(hit);
    if (threadIdx.x == 0 && n) atomicAdd(count, (unsigned)n);
    if (hit) atomicMin(first, base + i);
}

int main(int argc, char **argv)
{
    const char *pattern = argc > 1 ? argv[1] : "the cat";
    const int plen = (int)strlen(pattern);
    if (plen == 0 || plen > MAX_PATTERN) return 1;

    static const char *words[] = {"the", "cat", "sat", "on", "mat", "and", "saw", "dog",
                                  "hat", "under", "quick", "brown", "fox", "a"};
    std::string text;
    unsigned seed = 2024;
    while (text.size() < 100000) {
        seed = seed * 1103515245u + 12345u;
        text += words[(seed >> 16) % 14];
        text += (seed >> 28) == 3 ? ".\n" : " ";
    }
    const int total = (int)text.size();
    const int nStreams = 3, chunk = 1 << 14;

    unsigned char *h_text;
    HANDLE_ERROR(cudaHostAlloc((void **)&h_text, total, cudaHostAllocDefault));
    memcpy(h_text, text.data(), total);

    HANDLE_ERROR(cudaMemcpyToSymbol(c_pattern, pattern, plen));
    HANDLE_ERROR(cudaMemcpyToSymbol(c_patternLen, &plen, sizeof(int)));

    unsigned int *d_histo, *d_count;
    int *d_first, init = 0x7fffffff;
    HANDLE_ERROR(cudaMalloc((void **)&d_histo, 256 * sizeof(unsigned)));
    HANDLE_ERROR(cudaMemset(d_histo, 0, 256 * sizeof(unsigned)));
    HANDLE_ERROR(cudaMalloc((void **)&d_count, sizeof(unsigned)));
    HANDLE_ERROR(cudaMemset(d_count, 0, sizeof(unsigned)));
    HANDLE_ERROR(cudaMalloc((void **)&d_first, sizeof(int)));
    HANDLE_ERROR(cudaMemcpy(d_first, &init, sizeof(int), cudaMemcpyHostToDevice));

    cudaStream_t streams[nStreams];
    unsigned char *d_buf[nStreams];
    for (int s = 0; s < nStreams; s++) {
        HANDLE_ERROR(cudaStreamCreate(&streams[s]));
        HANDLE_ERROR(cudaMalloc((void **)&d_buf[s], chunk + MAX_PATTERN));
    }
    int nChunks = 0;
    for (int off = 0; off < total; off += chunk, nChunks++) {
        int s = nChunks % nStreams;
        int size = std::min(chunk, total - off);
        int avail = std::min(chunk + plen - 1, total - off);
        HANDLE_ERROR(cudaMemcpyAsync(d_buf[s], h_text + off, avail, cudaMemcpyHostToDevice, streams[s]));
        histo_kernel<<<4, 256, 0, streams[s]>>>(d_buf[s], size, d_histo);
        search_kernel<<<(size + 127) / 128, 128, 0, streams[s]>>>(d_buf[s], size, avail, off, d_count, d_first);
        HANDLE_ERROR(cudaGetLastError());
    }
    for (int s = 0; s < nStreams; s++) HANDLE_ERROR(cudaStreamSynchronize(streams[s]));

    unsigned histo[256], count;
    int first;
    HANDLE_ERROR(cudaMemcpy(histo, d_histo, sizeof histo, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaMemcpy(&count, d_count, sizeof count, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaMemcpy(&first, d_first, sizeof first, cudaMemcpyDeviceToHost));

    unsigned ref[256] = {0}, refCount = 0;
    for (unsigned char c : text) ref[c]++;
    size_t refFirst = text.find(pattern);
    for (size_t p = refFirst; p != std::string::npos; p = text.find(pattern, p + 1)) refCount++;

    std::vector<int> order(256);
    for (int i = 0; i < 256; i++) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return histo[a] > histo[b]; });
    printf("%d bytes in %d chunks\n", total, nChunks);
    for (int i = 0; i < 8; i++) printf("  '%c' %u\n", order[i], histo[order[i]]);
    printf("\"%s\": %u occurrences, first at %d\n", pattern, count, count ? first : -1);

    bool ok = memcmp(ref, histo, sizeof ref) == 0 && count == refCount &&
              (count == 0 || (size_t)first == refFirst);
    for (int s = 0; s < nStreams; s++) {
        HANDLE_ERROR(cudaFree(d_buf[s]));
        HANDLE_ERROR(cudaStreamDestroy(streams[s]));
    }
    HANDLE_ERROR(cudaFreeHost(h_text));
    cudaFree(d_histo); cudaFree(d_count); cudaFree(d_first);
    printf("%s\n", ok ? "PASSED" : "FAILED");
    return ok ? 0 : 1;
}
