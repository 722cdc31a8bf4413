#include <stdio.h>
#include <stdlib.h>

#define N 4096
#define THREADS 256

__global__ void vectorAdd(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

int main(void)
{
    float *h_a, *h_b, *h_c;
    float *d_a, *d_b, *d_c;
    size_t bytes = N * sizeof(float);

    h_a = (float *)malloc(bytes);
    h_b = (float *)malloc(bytes);
    h_c = (float *)malloc(bytes);
    for (int i = 0; i < N; i++) {
        h_a[i] = i;
        h_b[i] = 2.0f * i;
    }
    cudaMalloc((void **)&d_a, bytes);
    cudaMalloc((void **)&d_b, bytes);
    cudaMalloc((void **)&d_c, bytes);
    cudaMemcpy(d_a, h_a, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, h_b, bytes, cudaMemcpyHostToDevice);
    vectorAdd<<<(N + THREADS - 1) / THREADS, THREADS>>>(d_a, d_b, d_c, N);
    cudaMemcpy(h_c, d_c, bytes, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        if (h_c[i] != 3.0f * i) {
            fprintf(stderr, "wrong at %d\n", i);
            return EXIT_FAILURE;
        }
    printf("ok\n");
    cudaFree(d_a);
    return 0;
}
