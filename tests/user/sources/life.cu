#include <cstdlib>
#include <utility>
#define W 64
#define H 64

__global__ void life(const char *now, char *next)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int n = 0;

    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx != 0 || dy != 0)
                n += now[(y + dy + H) % H * W + (x + dx + W) % W];
    next[y * W + x] = n == 3 || (n == 2 && now[y * W + x]);
}

int main()
{
    char *a, *b;

    cudaMallocManaged(&a, W * H);
    cudaMallocManaged(&b, W * H);
    for (int i = 0; i < W * H; i++)
        a[i] = rand() % 2;
    for (int step = 0; step < 100; step++) {
        life<<<dim3(W / 16, H / 16), dim3(16, 16)>>>(a, b);
        std::swap(a, b);
    }
    cudaDeviceSynchronize();
}
