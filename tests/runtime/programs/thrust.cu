// nvcc: --extended-lambda
// Thrust: reduce, scan, sort, unique, transform.
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/sort.h>
#include <thrust/scan.h>
#include <thrust/reduce.h>
#include <thrust/unique.h>
#include <thrust/sequence.h>
#include <thrust/transform.h>
#include <thrust/copy.h>
#include <cstdio>
#include <vector>
#include <algorithm>
#include <numeric>
int
main ()
{
  int n = 5000;
  std::vector<int> h (n);
  unsigned s = 1;
  for (auto &x : h)
    {
      s = s * 1664525u + 1013904223u;
      x = (int)(s >> 20) % 1000;
    }
  thrust::device_vector<int> d (h.begin (), h.end ());
  bool ok = true;
  int sum = thrust::reduce (d.begin (), d.end ());
  std::printf ("sum %d\n", sum);
  ok &= sum == std::accumulate (h.begin (), h.end (), 0);
  thrust::device_vector<int> sc (n);
  thrust::inclusive_scan (d.begin (), d.end (), sc.begin ());
  std::printf ("scan %d\n", (int)sc[n - 1]);
  ok &= sc[n - 1] == sum;
  thrust::sort (d.begin (), d.end ());
  std::sort (h.begin (), h.end ());
  std::vector<int> b (n);
  thrust::copy (d.begin (), d.end (), b.begin ());
  std::printf ("sort %d\n", b == h);
  ok &= b == h;
  auto e = thrust::unique (d.begin (), d.end ());
  auto e2 = std::unique (h.begin (), h.end ());
  std::printf ("unique %d %d\n", (int)(e - d.begin ()), (int)(e2 - h.begin ()));
  ok &= (e - d.begin ()) == (e2 - h.begin ());
  thrust::device_vector<float> f (1000);
  thrust::sequence (f.begin (), f.end ());
  thrust::transform (f.begin (), f.end (), f.begin (), [] __device__ (float x) { return x * 2; });
  ok &= f[999] == 1998.f;
  thrust::sort (f.begin (), f.end (), thrust::greater<float> ());
  std::printf ("greatest %g\n", (float)f[0]);
  thrust::device_vector<int> k (d.begin (), d.begin () + 100), v (100);
  thrust::sequence (v.begin (), v.end ());
  thrust::sort_by_key (k.begin (), k.end (), v.begin (), thrust::greater<int> ());
  std::printf ("by key %d\n", (int)v[0]);
  ok &= v[0] == 99;
  std::puts (ok ? "PASSED" : "FAILED");
}
