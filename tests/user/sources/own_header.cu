#include "own_header.cuh"
#include <cstdio>

__global__ void limit(const real *in, real *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = clamp_to(in[i], LEAST, MOST);
}

int main()
{
    real *in, *out;

    init(&in, SIZE);
    init(&out, SIZE);
    limit<<<SIZE / 64, 64>>>(in, out, SIZE);
    std::printf("%g\n", (double)out[0]);
}
