#include <complex>
#include <fstream>
#include <vector>

struct View { double x0, y0, x1, y1; };

__host__ __device__ inline int escape(double cr, double ci, int limit)
{
    double zr = 0, zi = 0;
    int i = 0;

    while (i < limit && zr * zr + zi * zi < 4.0) {
        double t = zr * zr - zi * zi + cr;
        zi = 2 * zr * zi + ci;
        zr = t;
        ++i;
    }
    return i;
}

__global__ void mandelbrot(int *iterations, int w, int h, double x0, double y0, double dx, double dy, int max_iter)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y;

    if (px >= w || py >= h)
        return;
    iterations[py * w + px] = escape(x0 + px * dx, y0 + py * dy, max_iter);
}

int main()
{
    const int w = 2048, h = 1536;
    std::vector<int> result(w * h);
    int *d;

    cudaMalloc(&d, result.size() * sizeof(int));
    dim3 threads(16, 16), blocks((w + 15) / 16, (h + 15) / 16);
    mandelbrot<<<blocks, threads>>>(d, w, h, -2.0, -1.2, 3.0 / w, 2.4 / h, 100);
    cudaMemcpy(result.data(), d, w * h * sizeof(int), cudaMemcpyDeviceToHost);
    std::ofstream out("mandelbrot.pgm");
    out << "P2 " << w << " " << h << " 100\n";
    for (int v : result)
        out << v << "\n";
}
