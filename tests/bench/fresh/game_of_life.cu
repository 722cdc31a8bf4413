#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void step(const unsigned char *in, unsigned char *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int alive = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx || dy)
                alive += in[(y + dy + h) % h * w + (x + dx + w) % w];
    out[y * w + x] = alive == 3 || (alive == 2 && in[y * w + x]);
}

int main()
{
    const int w = 1024, h = 1024;
    std::vector<unsigned char> a(w * h);
    unsigned s = 1;
    for (auto &c : a) { s = s * 1103515245u + 12345u; c = (s >> 16) & 1; }
    unsigned char *d_a, *d_b;
    cudaMalloc(&d_a, w * h);
    cudaMalloc(&d_b, w * h);
    cudaMemcpy(d_a, a.data(), w * h, cudaMemcpyHostToDevice);
    step<<<dim3(w / 16, h / 16), dim3(16, 16)>>>(d_a, d_b, w, h);
    cudaMemcpy(a.data(), d_b, w * h, cudaMemcpyDeviceToHost);
    int n = 0;
    for (auto c : a) n += c;
    printf("%d\n", n);
}
