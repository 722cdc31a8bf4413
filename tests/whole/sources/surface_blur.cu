// Repeated 3x3 box blur, ping-pong between two CUDA arrays bound as surfaces,
// a 1D linear-memory texture provides a gamma table for the final image.
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <utility>
#include <vector>
#include <cuda_runtime.h>

#define E(x) { cudaError_t e = (x); if (e != cudaSuccess) { printf("%s at %d\n", cudaGetErrorString(e), __LINE__); std::exit(1); } }

class SurfaceImage {
    cudaArray_t array_ = nullptr;
    cudaSurfaceObject_t surf_ = 0;
    int w_, h_;

public:
    SurfaceImage(int w, int h) : w_(w), h_(h)
    {
        cudaChannelFormatDesc d = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
        E(cudaMallocArray(&array_, &d, w, h, cudaArraySurfaceLoadStore));
        cudaResourceDesc r = {};
        r.resType = cudaResourceTypeArray;
        r.res.array.array = array_;
        E(cudaCreateSurfaceObject(&surf_, &r));
    }
    SurfaceImage(const SurfaceImage &) = delete;
    ~SurfaceImage()
    {
        cudaDestroySurfaceObject(surf_);
        cudaFreeArray(array_);
    }
    cudaSurfaceObject_t handle() const { return surf_; }
    void upload(const std::vector<float> &v)
    {
        E(cudaMemcpy2DToArray(array_, 0, 0, v.data(), w_ * sizeof(float), w_ * sizeof(float), h_, cudaMemcpyHostToDevice));
    }
    std::vector<float> download() const
    {
        std::vector<float> v(w_ * h_);
        E(cudaMemcpy2DFromArray(v.data(), w_ * sizeof(float), array_, 0, 0, w_ * sizeof(float), h_, cudaMemcpyDeviceToHost));
        return v;
    }
};

__global__ void box(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int w, int h)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float s = 0.f;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            float v;
            // the x coordinate of a surface is in bytes; outside reads give zero
            surf2Dread(&v, in, (x + dx) * (int)sizeof(float), y + dy, cudaBoundaryModeZero);
            s += v;
        }
    surf2Dwrite(s / 9.0f, out, x * (int)sizeof(float), y);
}

__global__ void tonemap(cudaSurfaceObject_t in, cudaTextureObject_t gamma, unsigned char *out, int w, int h)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float v = surf2Dread<float>(in, x * (int)sizeof(float), y, cudaBoundaryModeClamp);
    int idx = min(255, max(0, (int)(v * 255.0f)));
    out[y * w + x] = tex1Dfetch<unsigned char>(gamma, idx);
}

int main(int argc, char **argv)
{
    const int w = 64, h = 48, passes = argc > 1 ? std::atoi(argv[1]) : 10;
    std::vector<float> img(w * h, 0.f);
    for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x)
            if ((x / 8 + y / 8) % 2) img[y * w + x] = 1.0f;
    img[20 * w + 30] = 5.0f;

    unsigned char table[256], *d_table;
    for (int i = 0; i < 256; ++i) table[i] = (unsigned char)(i < 128 ? i / 2 : 64 + (i - 128) * 191 / 127);
    E(cudaMalloc(&d_table, 256));
    E(cudaMemcpy(d_table, table, 256, cudaMemcpyHostToDevice));
    cudaResourceDesc rd = {};
    rd.resType = cudaResourceTypeLinear;
    rd.res.linear.devPtr = d_table;
    rd.res.linear.desc = cudaCreateChannelDesc<unsigned char>();
    rd.res.linear.sizeInBytes = 256;
    cudaTextureDesc td = {};
    td.readMode = cudaReadModeElementType;
    cudaTextureObject_t gamma = 0;
    E(cudaCreateTextureObject(&gamma, &rd, &td, nullptr));

    SurfaceImage a(w, h), b(w, h);
    a.upload(img);
    const dim3 blk(16, 8), grd((w + 15) / 16, (h + 7) / 8);
    const SurfaceImage *src = &a, *dst = &b;
    for (int p = 0; p < passes; ++p) {
        box<<<grd, blk>>>(src->handle(), dst->handle(), w, h);
        E(cudaGetLastError());
        std::swap(src, dst);
    }
    unsigned char *d_out;
    E(cudaMalloc(&d_out, w * h));
    tonemap<<<grd, blk>>>(src->handle(), gamma, d_out, w, h);
    E(cudaGetLastError());
    std::vector<unsigned char> out(w * h);
    E(cudaMemcpy(out.data(), d_out, w * h, cudaMemcpyDeviceToHost));
    std::vector<float> got = src->download();

    std::vector<float> cur = img, nxt(w * h);
    for (int p = 0; p < passes; ++p) {
        for (int y = 0; y < h; ++y)
            for (int x = 0; x < w; ++x) {
                float s = 0;
                for (int dy = -1; dy <= 1; dy++)
                    for (int dx = -1; dx <= 1; dx++)
                        if (x + dx >= 0 && x + dx < w && y + dy >= 0 && y + dy < h) s += cur[(y + dy) * w + x + dx];
                nxt[y * w + x] = s / 9.0f;
            }
        cur.swap(nxt);
    }
    float worst = 0;
    int badTable = 0;
    for (int i = 0; i < w * h; ++i) {
        worst = std::fmax(worst, std::fabs(cur[i] - got[i]));
        int idx = (int)(got[i] * 255.0f);
        badTable += out[i] != table[idx > 255 ? 255 : idx < 0 ? 0 : idx];
    }
    const char *ramp = " .:-=+*#%@";
    for (int y = 2; y < h; y += 4) {
        for (int x = 0; x < w; ++x) putchar(ramp[out[y * w + x] * 10 / 256]);
        putchar('\n');
    }
    E(cudaDestroyTextureObject(gamma));
    E(cudaFree(d_table));
    E(cudaFree(d_out));
    bool ok = worst < 1e-5f && badTable == 0;
    printf("max error below 1e-5: %s, table errors: %d\n%s\n", worst < 1e-5f ? "yes" : "no", badTable, ok ? "PASSED" : "FAILED");
    return ok ? 0 : 1;
}
