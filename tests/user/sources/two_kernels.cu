#include <cstdio>

__global__ void square(float *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] *= data[i];
}

__global__ void addScalar(float *data, float s, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] += s;
}

static int divUp(int a, int b) { return (a + b - 1) / b; }

int main()
{
    const int n = 3000;
    const int block = 128;
    float host[n];
    float *dev = nullptr;

    for (int i = 0; i < n; i++)
        host[i] = 0.5f * i;
    cudaMalloc(&dev, n * sizeof(float));
    cudaMemcpy(dev, host, n * sizeof(float), cudaMemcpyHostToDevice);
    square<<<divUp(n, block), block>>>(dev, n);
    addScalar<<<divUp(n, block), block>>>(dev, -1.0f, n);
    cudaMemcpy(host, dev, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f\n", host[10]);
}
