// Products of matrices that a warp holds.
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

// One tile: c = a b, of 16 by 16.
extern "C" __global__ void tile_f16 (const __half *a, const __half *b, float *c, int)
{
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> x;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> y;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;

  wmma::fill_fragment (sum, 0.0f);
  wmma::load_matrix_sync (x, a, 16);
  wmma::load_matrix_sync (y, b, 16);
  wmma::mma_sync (sum, x, y, sum);
  wmma::store_matrix_sync (c, sum, 16, wmma::mem_row_major);
}

// 64 by 64, a tile for each of 16 warps, both matrices in shared memory, row by row.
extern "C" __global__ void product_f16 (const __half *a, const __half *b, float *c, int n)
{
  __shared__ __half rows[64 * 64];
  __shared__ __half columns[64 * 64];
  int warp = threadIdx.x / 32;
  int top = warp / 4 * 16, left = warp % 4 * 16;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;

  for (int i = threadIdx.x; i < n * n; i += blockDim.x)
    {
      rows[i] = a[i];
      columns[i] = b[i];
    }
  __syncthreads ();
  wmma::fill_fragment (sum, 0.0f);
  for (int k = 0; k < n; k += 16)
    {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> x;
      wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> y;

      wmma::load_matrix_sync (x, rows + top * n + k, n);
      wmma::load_matrix_sync (y, columns + k * n + left, n);
      wmma::mma_sync (sum, x, y, sum);
    }
  for (int i = 0; i < sum.num_elements; i++)
    sum.x[i] *= 0.5f;
  wmma::store_matrix_sync (c + top * n + left, sum, n, wmma::mem_row_major);
}

// Signed bytes, exact.
extern "C" __global__ void tile_s8 (const signed char *a, const signed char *b, int *c, int)
{
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> x;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> y;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> sum;

  wmma::fill_fragment (sum, 7);
  wmma::load_matrix_sync (x, a, 16);
  wmma::load_matrix_sync (y, b, 16);
  wmma::mma_sync (sum, x, y, sum);
  wmma::store_matrix_sync (c, sum, 16, wmma::mem_col_major);
}

// tf32, 16 by 16 by 8.
extern "C" __global__ void tile_tf32 (const float *a, const float *b, float *c, int)
{
  wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> x;
  wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> y;
  wmma::fragment<wmma::accumulator, 16, 16, 8, float> sum;

  wmma::load_matrix_sync (x, a, 8);
  wmma::load_matrix_sync (y, b, 16);
  for (int i = 0; i < x.num_elements; i++)
    x.x[i] = wmma::__float_to_tf32 (x.x[i]);
  for (int i = 0; i < y.num_elements; i++)
    y.x[i] = wmma::__float_to_tf32 (y.x[i]);
  wmma::fill_fragment (sum, 0.0f);
  wmma::mma_sync (sum, x, y, sum);
  wmma::store_matrix_sync (c, sum, 16, wmma::mem_row_major);
}

// As libraries write it: rows by ldmatrix, and mma itself; c = a b of 16 by 8, k is 16.
extern "C" __global__ void ldmatrix_mma (const __half *a, const __half *b, float *c, int)
{
  __shared__ alignas (16) __half x[16][16];
  __shared__ alignas (16) __half y[16][8];
  unsigned lane = threadIdx.x;
  unsigned ra[4], rb[2];
  float d[4] = { 0, 0, 0, 0 };

  for (int i = lane; i < 256; i += 32)
    x[i / 16][i % 16] = a[i];
  for (int i = lane; i < 128; i += 32)
    y[i / 8][i % 8] = b[i];
  __syncwarp ();
  unsigned at = (unsigned)__cvta_generic_to_shared (&x[lane % 16][lane / 16 * 8]);
  asm volatile ("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                : "=r"(ra[0]), "=r"(ra[1]), "=r"(ra[2]), "=r"(ra[3]) : "r"(at));
  at = (unsigned)__cvta_generic_to_shared (&y[lane % 16][0]);
  asm volatile ("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(rb[0]), "=r"(rb[1]) : "r"(at));
  asm volatile ("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]));
  for (int i = 0; i < 4; i++)
    c[(lane / 4 + i / 2 * 8) * 8 + lane % 4 * 2 + i % 2] = d[i];
}
