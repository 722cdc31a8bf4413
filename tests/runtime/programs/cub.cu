// CUB for the whole device: radix sort, reduction, scan.
#include <cub/cub.cuh>
#include "check.h"
#include <vector>
#include <algorithm>
int
main ()
{
  int n = 3000;
  std::vector<unsigned> h (n), b (n);
  unsigned s = 7;
  for (auto &x : h)
    {
      s = s * 1664525u + 1013904223u;
      x = s;
    }
  unsigned *in, *out, *one;
  int *hist;
  void *tmp = nullptr;
  size_t bytes = 0;
  bool ok = true;
  CHECK (cudaMalloc (&in, n * 4));
  CHECK (cudaMalloc (&out, n * 4));
  CHECK (cudaMalloc (&one, 4));
  CHECK (cudaMalloc (&hist, 64));
  CHECK (cudaMemcpy (in, h.data (), n * 4, cudaMemcpyHostToDevice));
  CHECK (cub::DeviceRadixSort::SortKeys (nullptr, bytes, in, out, n));
  CHECK (cudaMalloc (&tmp, bytes));
  CHECK (cub::DeviceRadixSort::SortKeys (tmp, bytes, in, out, n));
  CHECK (cudaMemcpy (b.data (), out, n * 4, cudaMemcpyDeviceToHost));
  std::vector<unsigned> r = h;
  std::sort (r.begin (), r.end ());
  std::printf ("radix sort %d\n", r == b);
  ok &= r == b;
  CHECK (cudaFree (tmp));
  unsigned m = 0;
  tmp = nullptr;
  CHECK (cub::DeviceReduce::Max (tmp, bytes, in, one, n));
  CHECK (cudaMalloc (&tmp, bytes));
  CHECK (cub::DeviceReduce::Max (tmp, bytes, in, one, n));
  CHECK (cudaMemcpy (&m, one, 4, cudaMemcpyDeviceToHost));
  std::printf ("max %u\n", m);
  ok &= m == r.back ();
  CHECK (cudaFree (tmp));
  tmp = nullptr;
  CHECK (cub::DeviceScan::ExclusiveSum (tmp, bytes, in, out, n));
  CHECK (cudaMalloc (&tmp, bytes));
  CHECK (cub::DeviceScan::ExclusiveSum (tmp, bytes, in, out, n));
  CHECK (cudaMemcpy (b.data (), out, n * 4, cudaMemcpyDeviceToHost));
  unsigned t = 0;
  bool g = true;
  for (int i = 0; i < n; i++)
    {
      g &= b[i] == t;
      t += h[i];
    }
  std::printf ("scan %d\n", g);
  ok &= g;
  CHECK (cudaFree (tmp));
  std::puts (ok ? "PASSED" : "FAILED");
}
