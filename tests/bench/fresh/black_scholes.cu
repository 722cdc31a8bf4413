#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cmath>

__device__ float cnd(float d)
{
    const float a1 = 0.31938153f, a2 = -0.356563782f, a3 = 1.781477937f, a4 = -1.821255978f, a5 = 1.330274429f;
    float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float c = 0.39894228040143267793994605993438f * expf(-0.5f * d * d) * (k * (a1 + k * (a2 + k * (a3 + k * (a4 + k * a5)))));
    return d > 0 ? 1.0f - c : c;
}

__global__ void black_scholes(float *call, float *put, const float *price, const float *strike, const float *years, float r, float v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = price[i], x = strike[i], t = years[i];
    float root = sqrtf(t);
    float d1 = (logf(s / x) + (r + 0.5f * v * v) * t) / (v * root);
    float d2 = d1 - v * root;
    float n1 = cnd(d1), n2 = cnd(d2);
    float e = expf(-r * t);
    call[i] = s * n1 - x * e * n2;
    put[i] = x * e * (1.0f - n2) - s * (1.0f - n1);
}

int main()
{
    const int n = 1 << 20;
    std::vector<float> s(n), x(n), t(n), c(n);
    for (int i = 0; i < n; i++) { s[i] = 5 + i % 25; x[i] = 1 + i % 99; t[i] = 0.25f + i % 10; }
    float *d[5];
    for (auto &p : d) cudaMalloc(&p, n * sizeof(float));
    cudaMemcpy(d[2], s.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d[3], x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d[4], t.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    black_scholes<<<(n + 255) / 256, 256>>>(d[0], d[1], d[2], d[3], d[4], 0.02f, 0.3f, n);
    cudaMemcpy(c.data(), d[0], n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f\n", c[100]);
}
