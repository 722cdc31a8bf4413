#include <cstdio>
#include <cstdlib>
#include <vector>

#define T 32

__global__ void gemm(const float *a, const float *b, float *c, int n)
{
    __shared__ float sa[T][T], sb[T][T];
    int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < n / T; t++) {
        sa[threadIdx.y][threadIdx.x] = a[row * n + t * T + threadIdx.x];
        sb[threadIdx.y][threadIdx.x] = b[(t * T + threadIdx.y) * n + col];
        __syncthreads();
        for (int k = 0; k < T; k++)
            sum += sa[threadIdx.y][k] * sb[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

int main()
{
    const int n = 512;
    std::vector<float> h(n * n, 0.5f);
    float *a, *b, *c;
    cudaMalloc(&a, n * n * 4); cudaMalloc(&b, n * n * 4); cudaMalloc(&c, n * n * 4);
    cudaMemcpy(a, h.data(), n * n * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(b, h.data(), n * n * 4, cudaMemcpyHostToDevice);
    gemm<<<dim3(n / T, n / T), dim3(T, T)>>>(a, b, c, n);
    cudaMemcpy(h.data(), c, n * n * 4, cudaMemcpyDeviceToHost);
    printf("%f\n", h[0]);
}
