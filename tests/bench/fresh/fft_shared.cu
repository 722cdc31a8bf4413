#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cmath>
#define N 256

// one transform of N points for each block, N/2 threads
__global__ void fft(float2 *data)
{
    __shared__ float2 s[N];
    float2 *mine = data + blockIdx.x * N;
    for (int i = threadIdx.x; i < N; i += blockDim.x)
        s[__brev(i) >> 24] = mine[i];
    __syncthreads();
    for (int half = 1; half < N; half *= 2) {
        int k = threadIdx.x % half;
        int i = threadIdx.x / half * 2 * half + k;
        float angle = -3.14159265f * k / half;
        float c, sn;
        __sincosf(angle, &sn, &c);
        float2 a = s[i], b = s[i + half];
        float2 t = make_float2(b.x * c - b.y * sn, b.x * sn + b.y * c);
        s[i] = make_float2(a.x + t.x, a.y + t.y);
        s[i + half] = make_float2(a.x - t.x, a.y - t.y);
        __syncthreads();
    }
    for (int i = threadIdx.x; i < N; i += blockDim.x)
        mine[i] = s[i];
}

int main()
{
    const int batch = 4096;
    std::vector<float2> h(batch * N);
    for (size_t i = 0; i < h.size(); i++) h[i] = make_float2(i % 7, i % 5);
    float2 *d;
    cudaMalloc(&d, h.size() * sizeof(float2));
    cudaMemcpy(d, h.data(), h.size() * sizeof(float2), cudaMemcpyHostToDevice);
    fft<<<batch, N / 2>>>(d);
    cudaMemcpy(h.data(), d, h.size() * sizeof(float2), cudaMemcpyDeviceToHost);
    printf("%f %f\n", h[0].x, h[0].y);
}
