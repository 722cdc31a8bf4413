__global__ void spmv_csr(const int *row_ptr, const int *col_idx, const float *values,
                         const float *x, float *y, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;

    if (row < rows) {
        float dot = 0.0f;
        int start = row_ptr[row];
        int end = row_ptr[row + 1];

        for (int j = start; j < end; j++)
            dot += values[j] * x[col_idx[j]];
        y[row] = dot;
    }
}
