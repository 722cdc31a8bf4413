#include <torch/extension.h>
#include <opencv2/opencv.hpp>
#include "common.h"
#include "stb_image.h"

template <typename scalar_t>
__global__ void relu_kernel (const scalar_t *__restrict__ in, scalar_t *__restrict__ out, size_t n)
{
  const size_t i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    out[i] = in[i] > 0 ? in[i] : scalar_t (0);
}

torch::Tensor relu (torch::Tensor input)
{
  auto out = torch::empty_like (input);
  const int threads = 256;
  const int blocks = (input.numel () + threads - 1) / threads;

  AT_DISPATCH_FLOATING_TYPES (input.scalar_type (), "relu", ([&] {
    relu_kernel<scalar_t><<<blocks, threads>>> (input.data_ptr<scalar_t> (), out.data_ptr<scalar_t> (),
                                               input.numel ());
  }));
  return out;
}

PYBIND11_MODULE (TORCH_EXTENSION_NAME, m)
{
  m.def ("relu", &relu, "ReLU");
}
