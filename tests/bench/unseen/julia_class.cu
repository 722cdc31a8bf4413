#include <stdio.h>
#define DIM 1024

struct cuComplexNumber {
    float r;
    float i;
    __device__ cuComplexNumber(float a, float b) : r(a), i(b) {}
    __device__ float magnitude2(void) { return r * r + i * i; }
    __device__ cuComplexNumber operator*(const cuComplexNumber &a) {
        return cuComplexNumber(r * a.r - i * a.i, i * a.r + r * a.i);
    }
    __device__ cuComplexNumber operator+(const cuComplexNumber &a) {
        return cuComplexNumber(r + a.r, i + a.i);
    }
};

__device__ int julia(int x, int y)
{
    const float scale = 1.5;
    float jx = scale * (float)(DIM / 2 - x) / (DIM / 2);
    float jy = scale * (float)(DIM / 2 - y) / (DIM / 2);
    cuComplexNumber c(-0.8, 0.156);
    cuComplexNumber a(jx, jy);

    for (int i = 0; i < 200; i++) {
        a = a * a + c;
        if (a.magnitude2() > 1000)
            return 0;
    }
    return 1;
}

__global__ void kernel(unsigned char *ptr)
{
    int x = blockIdx.x;
    int y = blockIdx.y;
    int offset = x + y * gridDim.x;
    int juliaValue = julia(x, y);

    ptr[offset * 4 + 0] = 255 * juliaValue;
    ptr[offset * 4 + 1] = 0;
    ptr[offset * 4 + 2] = 0;
    ptr[offset * 4 + 3] = 255;
}

struct Bitmap {
    unsigned char *pixels;
    int w, h;
    Bitmap(int width, int height) { w = width; h = height; pixels = new unsigned char[w * h * 4]; }
    ~Bitmap() { delete[] pixels; }
    long image_size() const { return w * h * 4; }
    unsigned char *get_ptr() { return pixels; }
};

int main(void)
{
    Bitmap bitmap(DIM, DIM);
    unsigned char *dev_bitmap;

    cudaMalloc((void **)&dev_bitmap, DIM * DIM * 4);
    dim3 grid(DIM, DIM);
    kernel<<<grid, 1>>>(dev_bitmap);
    cudaMemcpy(bitmap.get_ptr(), dev_bitmap, bitmap.image_size(), cudaMemcpyDeviceToHost);
    cudaFree(dev_bitmap);
}
