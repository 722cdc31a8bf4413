// Homework 3: a histogram of bytes
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define CHECK(call) do { cudaError_t e = call; if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); exit(1); } } while (0)
#define BINS 256

__global__ void histogram(const unsigned char *data, int size, unsigned int *bins)
{
    __shared__ unsigned int local[BINS];

    local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < size; i += blockDim.x * gridDim.x)
        atomicAdd(&local[data[i]], 1);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

int main()
{
    int size = 4096 * 1024;
    unsigned char *buffer = (unsigned char *)malloc(size), *dev_buffer;
    unsigned int *dev_histo;

    for (int i = 0; i < size; i++)
        buffer[i] = rand() % 256;
    CHECK(cudaMalloc((void **)&dev_buffer, size));
    CHECK(cudaMemcpy(dev_buffer, buffer, size, cudaMemcpyHostToDevice));
    CHECK(cudaMalloc((void **)&dev_histo, BINS * sizeof(int)));
    CHECK(cudaMemset(dev_histo, 0, BINS * sizeof(int)));
    histogram<<<8, BINS>>>(dev_buffer, size, dev_histo);
    return 0;
}
