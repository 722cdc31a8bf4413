#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void sobel(const unsigned char *img, unsigned char *edge, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
    const unsigned char *p = img + y * w + x;
    int gx = -p[-w - 1] + p[-w + 1] - 2 * p[-1] + 2 * p[1] - p[w - 1] + p[w + 1];
    int gy = -p[-w - 1] - 2 * p[-w] - p[-w + 1] + p[w - 1] + 2 * p[w] + p[w + 1];
    float m = sqrtf((float)(gx * gx + gy * gy));
    edge[y * w + x] = m > 255 ? 255 : (unsigned char)m;
}

int main()
{
    const int w = 2048, h = 1024;
    std::vector<unsigned char> a(w * h);
    for (int y = 0; y < h; y++) for (int x = 0; x < w; x++) a[y * w + x] = (x * 3 + y * 5 + (x * y >> 6)) & 255;
    unsigned char *d_a, *d_b;
    cudaMalloc(&d_a, w * h);
    cudaMalloc(&d_b, w * h);
    cudaMemcpy(d_a, a.data(), w * h, cudaMemcpyHostToDevice);
    sobel<<<dim3(w / 32, h / 8), dim3(32, 8)>>>(d_a, d_b, w, h);
    cudaMemcpy(a.data(), d_b, w * h, cudaMemcpyDeviceToHost);
    printf("%d\n", a[w + 1]);
}
