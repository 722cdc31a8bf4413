#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void compact(const int *in, int *out, int *count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n ? in[i] : 0;
    bool keep = v > 500;
    unsigned mask = __ballot_sync(0xffffffff, keep);
    int lane = threadIdx.x & 31, base = 0;
    if (lane == 0 && mask) base = atomicAdd(count, __popc(mask));
    base = __shfl_sync(0xffffffff, base, 0);
    if (keep) out[base + __popc(mask & ((1u << lane) - 1))] = v;
}

int main()
{
    const int n = 1 << 21;
    std::vector<int> h(n);
    unsigned s = 3;
    for (auto &v : h) { s = s * 1664525u + 1013904223u; v = (s >> 12) % 1000; }
    int *d_in, *d_out, *d_n, kept;
    cudaMalloc(&d_in, n * 4); cudaMalloc(&d_out, n * 4); cudaMalloc(&d_n, 4);
    cudaMemset(d_n, 0, 4);
    cudaMemcpy(d_in, h.data(), n * 4, cudaMemcpyHostToDevice);
    compact<<<n / 256, 256>>>(d_in, d_out, d_n, n);
    cudaMemcpy(&kept, d_n, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", kept);
}
