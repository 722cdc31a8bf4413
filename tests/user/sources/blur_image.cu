#include <cuda_runtime.h>
#include <iostream>
#include <string>

#define BLUR 1

// a filter over pixels of four bytes
__global__ void blur(const uchar4 *in, uchar4 *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x < width && y < height) {
        int r = 0, g = 0, b = 0, n = 0;

        for (int dy = -BLUR; dy <= BLUR; dy++)
            for (int dx = -BLUR; dx <= BLUR; dx++) {
                int u = x + dx, v = y + dy;
                if (u >= 0 && u < width && v >= 0 && v < height) {
                    uchar4 p = in[v * width + u];
                    r += p.x;
                    g += p.y;
                    b += p.z;
                    n++;
                }
            }
        out[y * width + x] = make_uchar4(r / n, g / n, b / n, 255);
    }
}
