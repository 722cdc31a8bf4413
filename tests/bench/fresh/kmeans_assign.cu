#include <cstdio>
#include <cstdlib>
#include <vector>

#define K 16
#define DIM 8

__global__ void assign(const float *points, const float *centres, int *label, float *sums, int *counts, int n)
{
    __shared__ float c[K * DIM];
    for (int i = threadIdx.x; i < K * DIM; i += blockDim.x) c[i] = centres[i];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float p[DIM];
    for (int d = 0; d < DIM; d++) p[d] = points[i * DIM + d];
    int best = 0;
    float least = 1e30f;
    for (int k = 0; k < K; k++) {
        float dist = 0;
        for (int d = 0; d < DIM; d++) { float t = p[d] - c[k * DIM + d]; dist += t * t; }
        if (dist < least) { least = dist; best = k; }
    }
    label[i] = best;
    atomicAdd(&counts[best], 1);
    for (int d = 0; d < DIM; d++) atomicAdd(&sums[best * DIM + d], p[d]);
}

int main()
{
    const int n = 1 << 16;
    std::vector<float> pts(n * DIM), cen(K * DIM);
    unsigned s = 99;
    for (auto &v : pts) { s = s * 1664525u + 1013904223u; v = (s >> 8) / 16777216.0f; }
    for (auto &v : cen) { s = s * 1664525u + 1013904223u; v = (s >> 8) / 16777216.0f; }
    float *d_p, *d_c, *d_s; int *d_l, *d_n;
    cudaMalloc(&d_p, pts.size() * 4); cudaMalloc(&d_c, cen.size() * 4); cudaMalloc(&d_s, cen.size() * 4);
    cudaMalloc(&d_l, n * 4); cudaMalloc(&d_n, K * 4);
    cudaMemset(d_s, 0, cen.size() * 4); cudaMemset(d_n, 0, K * 4);
    cudaMemcpy(d_p, pts.data(), pts.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(d_c, cen.data(), cen.size() * 4, cudaMemcpyHostToDevice);
    assign<<<n / 256, 256>>>(d_p, d_c, d_l, d_s, d_n, n);
    std::vector<int> counts(K);
    cudaMemcpy(counts.data(), d_n, K * 4, cudaMemcpyDeviceToHost);
    for (int k = 0; k < K; k++) printf("%d ", counts[k]);
    printf("\n");
}
