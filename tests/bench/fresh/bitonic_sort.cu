#include <cstdio>
#include <cstdlib>
#include <vector>

#define BLOCK 512

// sorts chunks of 2*BLOCK keys in shared memory
__global__ void bitonic_chunk(unsigned *keys)
{
    __shared__ unsigned s[2 * BLOCK];
    unsigned *mine = keys + blockIdx.x * 2 * BLOCK;
    s[threadIdx.x] = mine[threadIdx.x];
    s[threadIdx.x + BLOCK] = mine[threadIdx.x + BLOCK];
    for (int size = 2; size <= 2 * BLOCK; size <<= 1) {
        bool up = (threadIdx.x & (size / 2)) == 0;
        for (int stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            int pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            unsigned a = s[pos], b = s[pos + stride];
            if ((a > b) == up) {
                s[pos] = b;
                s[pos + stride] = a;
            }
        }
    }
    __syncthreads();
    mine[threadIdx.x] = s[threadIdx.x];
    mine[threadIdx.x + BLOCK] = s[threadIdx.x + BLOCK];
}

int main()
{
    const int n = 1 << 20;
    std::vector<unsigned> h(n);
    unsigned x = 12345;
    for (auto &v : h) { x = x * 1664525u + 1013904223u; v = x; }
    unsigned *d;
    cudaMalloc(&d, n * sizeof(unsigned));
    cudaMemcpy(d, h.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
    bitonic_chunk<<<n / (2 * BLOCK), BLOCK>>>(d);
    cudaMemcpy(h.data(), d, n * sizeof(unsigned), cudaMemcpyDeviceToHost);
    printf("%u %u\n", h[0], h[1023]);
}
