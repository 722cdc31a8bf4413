// Mandelbrot in ASCII. Pitched allocation, cudaMemset2D, cudaMemcpy2D of a sub-rectangle.
// Arithmetic is written with explicit rounding so that host and device agree exactly.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call)                                                           \
    {                                                                         \
        const cudaError_t error = call;                                       \
        if (error != cudaSuccess) {                                           \
            printf("Error: %s:%d, ", __FILE__, __LINE__);                     \
            printf("code: %d, reason: %s\n", error, cudaGetErrorString(error)); \
            exit(-10 * error);                                                \
        }                                                                     \
    }

#ifdef __CUDA_ARCH__
#define MUL(a, b) __fmul_rn(a, b)
#define ADD(a, b) __fadd_rn(a, b)
#else
#define MUL(a, b) ((a) * (b))
#define ADD(a, b) ((a) + (b))
#endif

struct View {
    float x0, y0, dx, dy;
    int maxIter;
};

__host__ __device__ int escape(float cx, float cy, int maxIter)
{
    float x = 0.f, y = 0.f;
    int it = 0;
    while (it < maxIter) {
        float xx = MUL(x, x), yy = MUL(y, y);
        if (ADD(xx, yy) > 4.f) break;
        float xy = MUL(x, y);
        x = ADD(ADD(xx, -yy), cx);
        y = ADD(ADD(xy, xy), cy);
        ++it;
    }
    return it;
}

__global__ void mandel(unsigned short *img, size_t pitch, int w, int h, View v)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= w || py >= h) return;
    unsigned short *row = (unsigned short *)((char *)img + py * pitch);
    row[px] = (unsigned short)escape(ADD(v.x0, MUL((float)px, v.dx)), ADD(v.y0, MUL((float)py, v.dy)), v.maxIter);
}

int main(int argc, char **argv)
{
    const int w = 117, h = 61;
    View v;
    v.maxIter = argc > 1 ? atoi(argv[1]) : 100;
    v.x0 = -2.25f;
    v.y0 = -1.2f;
    v.dx = 3.0f / w;
    v.dy = 2.4f / h;

    unsigned short *d_img;
    size_t pitch;
    CHECK(cudaMallocPitch(&d_img, &pitch, w * sizeof(unsigned short), h));
    bool ok = pitch >= w * sizeof(unsigned short) && pitch % 32 == 0;
    printf("pitch is padded: %s\n", ok ? "yes" : "no");
    CHECK(cudaMemset2D(d_img, pitch, 0xAB, w * sizeof(unsigned short), h));

    // check the fill on a narrow column strip first
    unsigned short strip[h][3];
    CHECK(cudaMemcpy2D(strip, sizeof strip[0], d_img + 50, pitch, sizeof strip[0], h, cudaMemcpyDeviceToHost));
    for (auto &r : strip)
        for (auto s : r) ok = ok && s == 0xABAB;

    dim3 block(32, 4);
    dim3 grid((w + block.x - 1) / block.x, (h + block.y - 1) / block.y);
    mandel<<<grid, block>>>(d_img, pitch, w, h, v);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    std::vector<unsigned short> img(w * h);
    CHECK(cudaMemcpy2D(img.data(), w * sizeof(unsigned short), d_img, pitch, w * sizeof(unsigned short), h,
                       cudaMemcpyDeviceToHost));
    const char *ramp = " .,:;-=+*oO%$@#";
    for (int y = 0; y < h; y += 3) {
        for (int x = 0; x < w; x += 2) {
            int it = img[y * w + x];
            putchar(it >= v.maxIter ? '#' : ramp[it % 14]);
        }
        putchar('\n');
    }
    int diff = 0;
    long total = 0;
    for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x) {
            float cx = ADD(v.x0, MUL((float)x, v.dx));
            float cy = ADD(v.y0, MUL((float)y, v.dy));
            diff += escape(cx, cy, v.maxIter) != img[y * w + x];
            total += img[y * w + x];
        }
    // copy back into a window of another pitched image, device to device
    unsigned short *d_big;
    size_t pitch2;
    CHECK(cudaMallocPitch((void **)&d_big, &pitch2, 300 * sizeof(unsigned short), 100));
    CHECK(cudaMemset2D(d_big, pitch2, 0, 300 * sizeof(unsigned short), 100));
    char *dst = (char *)d_big + 20 * pitch2 + 70 * sizeof(unsigned short);
    CHECK(cudaMemcpy2D(dst, pitch2, d_img, pitch, w * sizeof(unsigned short), h, cudaMemcpyDeviceToDevice));
    std::vector<unsigned short> big(300 * 100);
    CHECK(cudaMemcpy2D(big.data(), 600, d_big, pitch2, 600, 100, cudaMemcpyDeviceToHost));
    long total2 = 0;
    for (auto b : big) total2 += b;
    ok = ok && total2 == total && big[(20 + 30) * 300 + 70 + 40] == img[30 * w + 40];

    printf("total iterations %ld, %d pixels differ from the CPU\n", total, diff);
    ok = ok && diff == 0;
    CHECK(cudaFree(d_img));
    CHECK(cudaFree(d_big));
    printf("%s\n", ok ? "PASSED" : "FAILED");
    return ok ? 0 : 1;
}
