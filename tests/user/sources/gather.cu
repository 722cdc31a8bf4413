template <typename T>
__global__ void gather(const T *source, const int *map, T *result, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        result[i] = source[map[i]];
}

template __global__ void gather<double>(const double *, const int *, double *, int);
