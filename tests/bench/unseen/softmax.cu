#include <cfloat>
#include <cmath>

// a row for each block
__global__ void softmax(const float *logits, float *probs, int rows, int cols)
{
    __shared__ float shared[256];
    int row = blockIdx.x;
    const float *in = logits + row * cols;
    float *out = probs + row * cols;
    float top = -FLT_MAX;

    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        top = fmaxf(top, in[i]);
    shared[threadIdx.x] = top;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s)
            shared[threadIdx.x] = fmaxf(shared[threadIdx.x], shared[threadIdx.x + s]);
        __syncthreads();
    }
    top = shared[0];
    __syncthreads();
    float sum = 0.0f;
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        sum += expf(in[i] - top);
    shared[threadIdx.x] = sum;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s)
            shared[threadIdx.x] += shared[threadIdx.x + s];
        __syncthreads();
    }
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        out[i] = expf(in[i] - top) / shared[0];
}

void forward(const float *x, float *y, int rows, int cols)
{
    softmax<<<rows, 256>>>(x, y, rows, cols);
}

int main()
{
    int rows = 4096, cols = 1000;
    float *x, *y;

    cudaMalloc(&x, rows * cols * sizeof(float));
    cudaMalloc(&y, rows * cols * sizeof(float));
    forward(x, y, rows, cols);
    return cudaDeviceSynchronize();
}
