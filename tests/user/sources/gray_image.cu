#include "helper_image.h"
#include <stdio.h>
#define CHANNELS 3

__global__ void colorToGray(unsigned char *Pout, unsigned char *Pin, int width, int height)
{
    int Col = threadIdx.x + blockIdx.x * blockDim.x;
    int Row = threadIdx.y + blockIdx.y * blockDim.y;

    if (Col < width && Row < height) {
        int grayOffset = Row * width + Col;
        int rgbOffset = grayOffset * CHANNELS;
        unsigned char r = Pin[rgbOffset];
        unsigned char g = Pin[rgbOffset + 1];
        unsigned char b = Pin[rgbOffset + 2];

        Pout[grayOffset] = 0.21f * r + 0.71f * g + 0.07f * b;
    }
}

void convert(unsigned char *in, unsigned char *out, int w, int h)
{
    unsigned char *dIn, *dOut;

    cudaMalloc((void **)&dIn, w * h * CHANNELS);
    cudaMalloc((void **)&dOut, w * h);
    cudaMemcpy(dIn, in, w * h * CHANNELS, cudaMemcpyHostToDevice);
    dim3 dimGrid(ceil(w / 16.0), ceil(h / 16.0), 1);
    dim3 dimBlock(16, 16, 1);
    colorToGray<<<dimGrid, dimBlock>>>(dOut, dIn, w, h);
    cudaMemcpy(out, dOut, w * h, cudaMemcpyDeviceToHost);
}

int main(int argc, char *argv[])
{
    int w = 100, h = 62;
    unsigned char *in = (unsigned char *)malloc(w * h * CHANNELS), *out = (unsigned char *)malloc(w * h);

    convert(in, out, w, h);
    return 0;
}
