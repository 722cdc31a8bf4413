// CUB's DeviceReduce as a reference: libwarpstage-cub.so, which the worker loads if it is installed.
//
// ws_cub_reduce() follows CUB's calling convention: if temp is NULL it returns the size that it needs.
#include <cub/device/device_reduce.cuh>
#include <cuda/functional>
#include <cstdint>
#include <limits>

namespace {
template <typename T> T lowest ()
{
  using limits = std::numeric_limits<T>;
  return limits::has_infinity ? -limits::infinity () : limits::lowest ();
}

template <typename T> T highest ()
{
  using limits = std::numeric_limits<T>;
  return limits::has_infinity ? limits::infinity () : limits::max ();
}

template <typename T>
cudaError_t reduce (void *temp, size_t &bytes, const void *in, void *out, uint64_t n, char op, cudaStream_t stream)
{
  const T *from = static_cast<const T *> (in);
  T *to = static_cast<T *> (out);
  unsigned count = static_cast<unsigned> (n);

  switch (op)
    {
    case 's': return cub::DeviceReduce::Sum (temp, bytes, from, to, count, stream);
    case 'x': return cub::DeviceReduce::Reduce (temp, bytes, from, to, count, cuda::maximum<> {}, lowest<T> (), stream);
    case 'n': return cub::DeviceReduce::Reduce (temp, bytes, from, to, count, cuda::minimum<> {}, highest<T> (), stream);
    case 'p': return cub::DeviceReduce::Reduce (temp, bytes, from, to, count, cuda::std::multiplies<> {}, T (1), stream);
    default: return cudaErrorInvalidValue;
    }
}
}

// type: 'i' or 'f'; op: 's'um, ma'x', mi'n', 'p'roduct. Returns a cudaError_t.
extern "C" int ws_cub_reduce (void *temp, size_t *temp_bytes, const void *in, void *out, uint64_t n, char type, char op,
                              void *stream)
{
  cudaStream_t to = static_cast<cudaStream_t> (stream);

  return type == 'f' ? reduce<float> (temp, *temp_bytes, in, out, n, op, to) : reduce<int> (temp, *temp_bytes, in, out, n, op, to);
}
