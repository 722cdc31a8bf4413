// Sobel edge detection through a texture object on a cudaArray (clamped), with constant
// filter coefficients; then 2x upscaling through a second texture object with hardware
// bilinear filtering and normalised coordinates.
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CHECK_ERROR(e) checkError((e), __LINE__)
static void checkError(cudaError_t e, int line)
{
    if (e == cudaSuccess) return;
    fprintf(stderr, "line %d: %s (%s)\n", line, cudaGetErrorName(e), cudaGetErrorString(e));
    exit(1);
}

typedef unsigned char uchar;

__constant__ int sobelX[9] = {-1, 0, 1, -2, 0, 2, -1, 0, 1};
__constant__ int sobelY[9] = {-1, -2, -1, 0, 0, 0, 1, 2, 1};

__global__ void sobelKernel(cudaTextureObject_t tex, uchar *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int gx = 0, gy = 0;
    for (int j = -1; j <= 1; ++j)
        for (int i = -1; i <= 1; ++i) {
            int p = tex2D<uchar>(tex, x + i + 0.5f, y + j + 0.5f);
            int k = (j + 1) * 3 + i + 1;
            gx += sobelX[k] * p;
            gy += sobelY[k] * p;
        }
    int m = abs(gx) + abs(gy);
    out[y * w + x] = (uchar)min(m, 255);
}

__global__ void upscale(cudaTextureObject_t tex, float *out, int w2, int h2)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w2 && y < h2) out[y * w2 + x] = tex2D<float>(tex, (x + 0.5f) / w2, (y + 0.5f) / h2);
}

static int clampi(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }

int main()
{
    const int w = 72, h = 40;
    std::vector<uchar> img(w * h);
    for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x) {
            int v = 30 + x / 2;
            int dx = x - 22, dy = y - 20;
            if (dx * dx + dy * dy < 14 * 14) v = 200;
            if (x > 46 && x < 64 && y > 8 && y < 30) v = 120 + (x + y) % 3;
            img[y * w + x] = (uchar)v;
        }

    cudaChannelFormatDesc desc = cudaCreateChannelDesc<uchar>();
    cudaArray_t arr;
    CHECK_ERROR(cudaMallocArray(&arr, &desc, w, h));
    CHECK_ERROR(cudaMemcpy2DToArray(arr, 0, 0, img.data(), w, w, h, cudaMemcpyHostToDevice));

    cudaResourceDesc res;
    memset(&res, 0, sizeof res);
    res.resType = cudaResourceTypeArray;
    res.res.array.array = arr;

    cudaTextureDesc td;
    memset(&td, 0, sizeof td);
    td.addressMode[0] = td.addressMode[1] = cudaAddressModeClamp;
    td.filterMode = cudaFilterModePoint;
    td.readMode = cudaReadModeElementType;
    td.normalizedCoords = 0;
    cudaTextureObject_t pointTex = 0, linearTex = 0;
    CHECK_ERROR(cudaCreateTextureObject(&pointTex, &res, &td, nullptr));
    td.filterMode = cudaFilterModeLinear;
    td.readMode = cudaReadModeNormalizedFloat;
    td.normalizedCoords = 1;
    CHECK_ERROR(cudaCreateTextureObject(&linearTex, &res, &td, nullptr));

    uchar *d_edges;
    float *d_big;
    const int w2 = 2 * w, h2 = 2 * h;
    CHECK_ERROR(cudaMalloc(&d_edges, w * h));
    CHECK_ERROR(cudaMalloc(&d_big, w2 * h2 * sizeof(float)));
    dim3 b(16, 16);
    sobelKernel<<<dim3((w + 15) / 16, (h + 15) / 16), b>>>(pointTex, d_edges, w, h);
    CHECK_ERROR(cudaGetLastError());
    upscale<<<dim3((w2 + 15) / 16, (h2 + 15) / 16), b>>>(linearTex, d_big, w2, h2);
    CHECK_ERROR(cudaGetLastError());
    CHECK_ERROR(cudaDeviceSynchronize());

    std::vector<uchar> edges(w * h);
    std::vector<float> big(w2 * h2);
    CHECK_ERROR(cudaMemcpy(edges.data(), d_edges, edges.size(), cudaMemcpyDeviceToHost));
    CHECK_ERROR(cudaMemcpy(big.data(), d_big, big.size() * sizeof(float), cudaMemcpyDeviceToHost));

    auto px = [&](int x, int y) { return (int)img[clampi(y, 0, h - 1) * w + clampi(x, 0, w - 1)]; };
    int wrong = 0;
    long sum = 0;
    for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x) {
            int gx = px(x + 1, y - 1) + 2 * px(x + 1, y) + px(x + 1, y + 1) - px(x - 1, y - 1) - 2 * px(x - 1, y) - px(x - 1, y + 1);
            int gy = px(x - 1, y + 1) + 2 * px(x, y + 1) + px(x + 1, y + 1) - px(x - 1, y - 1) - 2 * px(x, y - 1) - px(x + 1, y - 1);
            int m = std::abs(gx) + std::abs(gy);
            if (m > 255) m = 255;
            wrong += m != edges[y * w + x];
            sum += edges[y * w + x];
        }
    // hardware interpolation weights have 8 fractional bits: tolerance
    double worst = 0;
    for (int y = 0; y < h2; ++y)
        for (int x = 0; x < w2; ++x) {
            double fx = (x + 0.5) / 2 - 0.5, fy = (y + 0.5) / 2 - 0.5;
            int x0 = (int)std::floor(fx), y0 = (int)std::floor(fy);
            double ax = fx - x0, ay = fy - y0;
            double v = (1 - ay) * ((1 - ax) * px(x0, y0) + ax * px(x0 + 1, y0)) +
                       ay * ((1 - ax) * px(x0, y0 + 1) + ax * px(x0 + 1, y0 + 1));
            worst = std::fmax(worst, std::fabs(v / 255.0 - big[y * w2 + x]));
        }
    for (int y = 0; y < h; y += 2) {
        for (int x = 0; x < w; ++x) putchar(edges[y * w + x] > 200 ? '#' : edges[y * w + x] > 60 ? '+' : ' ');
        putchar('|');
        putchar('\n');
    }
    printf("edge sum %ld, wrong pixels %d\n", sum, wrong);
    printf("bilinear within 0.01: %s\n", worst < 0.01 ? "yes" : "no");
    CHECK_ERROR(cudaDestroyTextureObject(pointTex));
    CHECK_ERROR(cudaDestroyTextureObject(linearTex));
    CHECK_ERROR(cudaFreeArray(arr));
    CHECK_ERROR(cudaFree(d_edges));
    CHECK_ERROR(cudaFree(d_big));
    bool ok = wrong == 0 && worst < 0.01;
    puts(ok ? "PASSED" : "FAILED");
    return ok ? 0 : 1;
}
