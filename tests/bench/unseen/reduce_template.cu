#include <cstdio>
#include <cstdlib>

template <typename T, unsigned int blockSize>
__global__ void reduce(const T *g_in, T *g_out, unsigned int n)
{
    extern __shared__ int memory[];
    T *sdata = (T *)memory;
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * (blockSize * 2) + tid;

    sdata[tid] = (i < n ? g_in[i] : 0) + (i + blockSize < n ? g_in[i + blockSize] : 0);
    __syncthreads();
    for (unsigned int s = blockSize / 2; s > 0; s >>= 1) {
        if (tid < s)
            sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        g_out[blockIdx.x] = sdata[0];
}

int main()
{
    const unsigned int n = 1 << 22;
    const int threads = 128;
    const int blocks = n / (threads * 2);
    int *d_in, *d_out;
    int *h_in = new int[n];

    for (unsigned int i = 0; i < n; i++)
        h_in[i] = rand() % 10;
    cudaMalloc(&d_in, n * sizeof(int));
    cudaMalloc(&d_out, blocks * sizeof(int));
    cudaMemcpy(d_in, h_in, n * sizeof(int), cudaMemcpyHostToDevice);
    reduce<int, threads><<<blocks, threads, threads * sizeof(int)>>>(d_in, d_out, n);
    reduce<int, 64><<<1, 64 / 2, 64 * sizeof(int)>>>(d_out, d_in, 0);
    cudaDeviceSynchronize();
    delete[] h_in;
}
