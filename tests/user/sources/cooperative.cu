#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

__device__ int sum_of_tile(cg::thread_block_tile<32> tile, int value)
{
    for (int offset = tile.size() / 2; offset > 0; offset /= 2)
        value += tile.shfl_down(value, offset);
    return value;
}

__global__ void sum(const int *in, int *out, int n)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int mine = sum_of_tile(tile, i < n ? in[i] : 0);

    if (tile.thread_rank() == 0)
        atomicAdd(out, mine);
}

int main()
{
    int n = 5000, *in, *out;

    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, sizeof(int));
    for (int i = 0; i < n; i++)
        in[i] = 1;
    *out = 0;
    sum<<<(n + 255) / 256, 256>>>(in, out, n);
    cudaDeviceSynchronize();
    printf("%d\n", *out);
}
