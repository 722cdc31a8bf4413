// Small device matrix class: RAII memory, templated tiled multiply and
// coalesced transpose (padding against bank conflicts). Checks (A*B)^T == B^T*A^T.
#include <cuda_runtime.h>
#include <algorithm>
#include <cmath>
#include <iostream>
#include <iomanip>
#include <stdexcept>
#include <string>
#include <vector>

inline void check(cudaError_t e, const char *what)
{
    if (e != cudaSuccess)
        throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(e));
}

template <typename T, int TILE>
__global__ void matmulKernel(const T *A, const T *B, T *C, int M, int K, int N)
{
    __shared__ T As[TILE][TILE];
    __shared__ T Bs[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    T acc = T(0);
    for (int t = 0; t < (K + TILE - 1) / TILE; ++t) {
        int ka = t * TILE + threadIdx.x;
        int kb = t * TILE + threadIdx.y;
        As[threadIdx.y][threadIdx.x] = (row < M && ka < K) ? A[row * K + ka] : T(0);
        Bs[threadIdx.y][threadIdx.x] = (kb < K && col < N) ? B[kb * N + col] : T(0);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; ++k) acc += As[threadIdx.y][k] * Bs[k][threadIdx.x];
        __syncthreads();
    }
    if (row < M && col < N) C[row * N + col] = acc;
}

template <typename T, int TILE, int ROWS>
__global__ void transposeKernel(const T *in, T *out, int rows, int cols)
{
    __shared__ T tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        if (x < cols && y + j < rows) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * cols + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        if (x < rows && y + j < cols) out[(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
}

template <typename T>
class Matrix {
public:
    Matrix(int r, int c) : rows_(r), cols_(c)
    {
        check(cudaMalloc(reinterpret_cast<void **>(&data_), bytes()), "cudaMalloc");
    }
    Matrix(int r, int c, const std::vector<T> &v) : Matrix(r, c)
    {
        check(cudaMemcpy(data_, v.data(), bytes(), cudaMemcpyHostToDevice), "upload");
    }
    Matrix(const Matrix &) = delete;
    Matrix &operator=(const Matrix &) = delete;
    Matrix(Matrix &&o) noexcept : rows_(o.rows_), cols_(o.cols_), data_(o.data_) { o.data_ = nullptr; }
    ~Matrix() { if (data_) cudaFree(data_); }

    Matrix operator*(const Matrix &o) const
    {
        if (cols_ != o.rows_) throw std::invalid_argument("shape mismatch");
        constexpr int TILE = 16;
        Matrix r(rows_, o.cols_);
        dim3 b(TILE, TILE), g((o.cols_ + TILE - 1) / TILE, (rows_ + TILE - 1) / TILE);
        matmulKernel<T, TILE><<<g, b>>>(data_, o.data_, r.data_, rows_, cols_, o.cols_);
        check(cudaGetLastError(), "matmul");
        return r;
    }
    Matrix transposed() const
    {
        constexpr int TILE = 32, ROWS = 8;
        Matrix r(cols_, rows_);
        dim3 b(TILE, ROWS), g((cols_ + TILE - 1) / TILE, (rows_ + TILE - 1) / TILE);
        transposeKernel<T, TILE, ROWS><<<g, b>>>(data_, r.data_, rows_, cols_);
        check(cudaGetLastError(), "transpose");
        return r;
    }
    std::vector<T> host() const
    {
        std::vector<T> v(size_t(rows_) * cols_);
        check(cudaMemcpy(v.data(), data_, bytes(), cudaMemcpyDeviceToHost), "download");
        return v;
    }
    size_t bytes() const { return sizeof(T) * rows_ * cols_; }

private:
    int rows_, cols_;
    T *data_ = nullptr;
};

template <typename T>
bool run(const char *name, double tol)
{
    const int M = 70, K = 93, N = 101;
    std::vector<T> a(M * K), b(K * N);
    for (int i = 0; i < M * K; ++i) a[i] = T((i * 37 % 19) - 9);
    for (int i = 0; i < K * N; ++i) b[i] = T((i * 53 % 23) - 11);
    Matrix<T> A(M, K, a), B(K, N, b);
    auto C = A * B;
    auto Ct = C.transposed().host();
    auto Dt = (B.transposed() * A.transposed()).host();

    double worst = 0, ref = 0, trace = 0;
    for (int i = 0; i < M; ++i)
        for (int j = 0; j < N; ++j) {
            double s = 0;
            for (int k = 0; k < K; ++k) s += double(a[i * K + k]) * double(b[k * N + j]);
            ref = std::max(ref, std::fabs(s));
            worst = std::max(worst, std::fabs(s - double(Ct[j * M + i])));
            worst = std::max(worst, std::fabs(s - double(Dt[j * M + i])));
            if (i == j) trace += double(Ct[j * M + i]);
        }
    bool ok = worst <= tol;
    std::cout << std::left << std::setw(8) << name << " trace=" << std::fixed << std::setprecision(1) << trace
              << " max|C|=" << ref << (ok ? "  ok" : "  BAD") << '\n';
    return ok;
}

int main()
{
    try {
        bool ok = run<float>("float", 1e-2);
        ok &= run<double>("double", 1e-9);
        ok &= run<int>("int", 0.0);
        try {
            Matrix<float> x(3, 4), y(5, 6);
            auto z = x * y;
            ok = false;
        } catch (const std::invalid_argument &e) {
            std::cout << "caught: " << e.what() << '\n';
        }
        std::cout << (ok ? "PASSED" : "FAILED") << std::endl;
        return ok ? 0 : 1;
    } catch (const std::exception &e) {
        std::cerr << e.what() << std::endl;
        return 1;
    }
}
