#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void collatz(int *steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long v = i + 1;
    int count = 0;
    while (v != 1) {
        v = v & 1 ? 3 * v + 1 : v / 2;
        count++;
    }
    steps[i] = count;
}

int main()
{
    const int n = 1 << 18;
    std::vector<int> h(n);
    int *d;
    cudaMalloc(&d, n * sizeof(int));
    collatz<<<n / 256, 256>>>(d, n);
    cudaMemcpy(h.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost);
    int best = 0;
    for (int i = 0; i < n; i++) if (h[i] > h[best]) best = i;
    printf("%d takes %d\n", best + 1, h[best]);
}
