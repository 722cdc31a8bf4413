#include <cstdio>
#include <vector>

constexpr int RADIUS = 4;
constexpr int WIDTH = 2 * RADIUS + 1;

__constant__ float mask[WIDTH];

__global__ void convolve(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (i >= n)
        return;
    for (int j = -RADIUS; j <= RADIUS; j++)
        if (i + j >= 0 && i + j < n)
            sum += in[i + j] * mask[j + RADIUS];
    out[i] = sum;
}

int main()
{
    int n = 10000;
    float h_mask[WIDTH] = { 1, 2, 3, 4, 5, 4, 3, 2, 1 };
    std::vector<float> h(n);
    float *d_in, *d_out;

    for (int i = 0; i < n; i++)
        h[i] = rand() / (float)RAND_MAX;
    cudaMemcpyToSymbol(mask, h_mask, sizeof(h_mask));
    cudaMalloc(&d_in, sizeof(float) * n);
    cudaMalloc(&d_out, sizeof(float) * n);
    cudaMemcpy(d_in, h.data(), sizeof(float) * n, cudaMemcpyHostToDevice);
    convolve<<<(n + 127) / 128, 128>>>(d_in, d_out, n);
    cudaMemcpy(h.data(), d_out, sizeof(float) * n, cudaMemcpyDeviceToHost);
}
