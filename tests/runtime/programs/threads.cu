// nvcc: --default-stream=per-thread
// Four threads, each with a stream of its own.
#include "check.h"
#include <thread>
#include <vector>
__global__ void
k (int *x, int v)
{
  x[blockIdx.x * blockDim.x + threadIdx.x] += v;
}
int
main ()
{
  std::vector<std::thread> all;
  std::vector<int> r (4);
  for (int t = 0; t < 4; t++)
    all.emplace_back ([t, &r] {
      int *x;
      std::vector<int> h (256);
      cudaStream_t s;
      CHECK (cudaSetDevice (0));
      CHECK (cudaStreamCreate (&s));
      CHECK (cudaMalloc (&x, 1024));
      CHECK (cudaMemsetAsync (x, 0, 1024, s));
      for (int i = 0; i < 20; i++)
        k<<<2, 128, 0, s>>> (x, t + 1);
      CHECK (cudaMemcpyAsync (h.data (), x, 1024, cudaMemcpyDeviceToHost, s));
      CHECK (cudaStreamSynchronize (s));
      r[t] = h[255];
      CHECK (cudaFree (x));
    });
  for (auto &t : all)
    t.join ();
  std::printf ("%d %d %d %d\n%s\n", r[0], r[1], r[2], r[3], r[3] == 80 ? "PASSED" : "FAILED");
}
