#include <curand_kernel.h>
#include <stdio.h>

#define N_THREADS 256

// pi, by darts
__global__ void setup(curandState *states, unsigned long seed)
{
    int id = threadIdx.x + blockIdx.x * blockDim.x;

    curand_init(seed, id, 0, &states[id]);
}

__global__ void darts(curandState *states, int *hits, int n)
{
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    curandState local = states[id];
    int inside = 0;

    for (int i = 0; i < n; i++) {
        float x = curand_uniform(&local);
        float y = curand_uniform(&local);
        inside += x * x + y * y <= 1.0f;
    }
    states[id] = local;
    hits[id] = inside;
}

int main()
{
    curandState *states;
    int *hits, total = 0;
    int host[N_THREADS];

    cudaMalloc((void **)&states, N_THREADS * sizeof(curandState));
    cudaMalloc((void **)&hits, N_THREADS * sizeof(int));
    setup<<<N_THREADS / 64, 64>>>(states, 42);
    darts<<<N_THREADS / 64, 64>>>(states, hits, 20);
    cudaMemcpy(host, hits, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N_THREADS; i++)
        total += host[i];
    printf("%f\n", 4.0 * total / (N_THREADS * 20));
}
