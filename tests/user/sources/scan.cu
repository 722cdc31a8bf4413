#include <cstdio>
#define BLOCK_SIZE 512

// an exclusive scan of one block, work-efficient
__global__ void scan(float *g_odata, float *g_idata, int n)
{
    __shared__ float temp[BLOCK_SIZE * 2];
    int thid = threadIdx.x;
    int offset = 1;

    temp[2 * thid] = g_idata[2 * thid];
    temp[2 * thid + 1] = g_idata[2 * thid + 1];
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            temp[bi] += temp[ai];
        }
        offset *= 2;
    }
    if (thid == 0)
        temp[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            float t = temp[ai];
            temp[ai] = temp[bi];
            temp[bi] += t;
        }
    }
    __syncthreads();
    g_odata[2 * thid] = temp[2 * thid];
    g_odata[2 * thid + 1] = temp[2 * thid + 1];
}

int main()
{
    int n = BLOCK_SIZE * 2;
    float *in, *out;

    cudaMallocManaged(&in, n * sizeof *in);
    cudaMallocManaged(&out, n * sizeof *out);
    for (int i = 0; i < n; i++)
        in[i] = 1;
    scan<<<1, BLOCK_SIZE>>>(out, in, n);
    cudaDeviceSynchronize();
    printf("%f\n", out[n - 1]);
}
