#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void heat(const double *in, double *out, int n, double k)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
    for (int z = 1; z < n - 1; z++) {
        size_t i = ((size_t)z * n + y) * n + x;
        out[i] = in[i] + k * (in[i - 1] + in[i + 1] + in[i - n] + in[i + n] + in[i - n * n] + in[i + n * n] - 6 * in[i]);
    }
}

int main()
{
    const int n = 128;
    std::vector<double> h((size_t)n * n * n, 1.0);
    double *a, *b;
    cudaMalloc(&a, h.size() * 8); cudaMalloc(&b, h.size() * 8);
    cudaMemcpy(a, h.data(), h.size() * 8, cudaMemcpyHostToDevice);
    heat<<<dim3(n / 32, n / 4), dim3(32, 4)>>>(a, b, n, 0.1);
    cudaMemcpy(h.data(), b, h.size() * 8, cudaMemcpyDeviceToHost);
    printf("%f\n", h[n * n + n + 1]);
}
