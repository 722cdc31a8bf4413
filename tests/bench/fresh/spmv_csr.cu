#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void spmv(int rows, const int *start, const int *col, const float *val, const float *x, float *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0;
    for (int k = start[row]; k < start[row + 1]; k++)
        sum += val[k] * x[col[k]];
    y[row] = sum;
}

int main()
{
    const int rows = 1 << 17;
    std::vector<int> start(rows + 1), col;
    std::vector<float> val, x(rows, 1.0f), y(rows);
    unsigned s = 7;
    for (int r = 0; r < rows; r++) {
        start[r] = (int)col.size();
        s = s * 1664525u + 1013904223u;
        int n = 4 + (s >> 28);
        for (int k = 0; k < n; k++) {
            s = s * 1664525u + 1013904223u;
            col.push_back((s >> 8) % rows);
            val.push_back(0.5f);
        }
    }
    start[rows] = (int)col.size();
    int *d_start, *d_col;
    float *d_val, *d_x, *d_y;
    cudaMalloc(&d_start, start.size() * 4);
    cudaMalloc(&d_col, col.size() * 4);
    cudaMalloc(&d_val, val.size() * 4);
    cudaMalloc(&d_x, rows * 4);
    cudaMalloc(&d_y, rows * 4);
    cudaMemcpy(d_start, start.data(), start.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(d_col, col.data(), col.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(d_val, val.data(), val.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(d_x, x.data(), rows * 4, cudaMemcpyHostToDevice);
    spmv<<<(rows + 127) / 128, 128>>>(rows, d_start, d_col, d_val, d_x, d_y);
    cudaMemcpy(y.data(), d_y, rows * 4, cudaMemcpyDeviceToHost);
    printf("%g %g\n", y[0], y[rows - 1]);
}
