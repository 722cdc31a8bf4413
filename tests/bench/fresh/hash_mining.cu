#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cstdint>

__device__ uint32_t rotl(uint32_t x, int r) { return (x << r) | (x >> (32 - r)); }

// murmur-like rounds over a nonce
__global__ void mine(uint32_t seed, uint32_t target, uint32_t *found)
{
    uint32_t nonce = blockIdx.x * blockDim.x + threadIdx.x;
    uint32_t h = seed;
    for (int round = 0; round < 64; round++) {
        uint32_t k = nonce + round;
        k *= 0xcc9e2d51u;
        k = rotl(k, 15);
        k *= 0x1b873593u;
        h ^= k;
        h = rotl(h, 13);
        h = h * 5 + 0xe6546b64u;
    }
    h ^= h >> 16;
    h *= 0x85ebca6bu;
    h ^= h >> 13;
    if (h < target)
        atomicMin(found, nonce);
}

int main()
{
    uint32_t *d, h = 0xffffffffu;
    cudaMalloc(&d, 4);
    cudaMemcpy(d, &h, 4, cudaMemcpyHostToDevice);
    mine<<<4096, 256>>>(42, 1u << 14, d);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    printf("%u\n", h);
}
