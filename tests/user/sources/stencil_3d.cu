__global__ void heat(const double *now, double *next, int nx, int ny, int nz, double k)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;

    if (x > 0 && y > 0 && z > 0 && x < nx - 1 && y < ny - 1 && z < nz - 1) {
        int i = (z * ny + y) * nx + x;

        next[i] = now[i] + k * (now[i - 1] + now[i + 1] + now[i - nx] + now[i + nx]
                                + now[i - nx * ny] + now[i + nx * ny] - 6 * now[i]);
    }
}
