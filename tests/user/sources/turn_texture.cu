// An image on a texture, turned about its middle into a surface.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void turn (cudaTextureObject_t image, cudaSurfaceObject_t turned, float *sums, int width, int height, float angle)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  float u = x / (float)width - 0.5f, v = y / (float)height - 0.5f;
  float p = u * cosf (angle) - v * sinf (angle) + 0.5f;
  float q = v * cosf (angle) + u * sinf (angle) + 0.5f;
  float4 c = tex2D<float4> (image, p, q);
  surf2Dwrite<uchar4> (make_uchar4 (c.x * 255, c.y * 255, c.z * 255, c.w * 255), turned, x * sizeof (uchar4), y);
  sums[y * width + x] = c.x + c.y + c.z;
}

int main ()
{
  const int width = 80, height = 48;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4> ();
  cudaArray_t pixels, result;
  cudaMallocArray (&pixels, &format, width, height);
  cudaMallocArray (&result, &format, width, height, cudaArraySurfaceLoadStore);

  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = pixels;
  cudaTextureDesc sampler = {};
  sampler.addressMode[0] = sampler.addressMode[1] = cudaAddressModeWrap;
  sampler.filterMode = cudaFilterModeLinear;
  sampler.readMode = cudaReadModeNormalizedFloat;
  sampler.normalizedCoords = 1;
  cudaTextureObject_t image;
  cudaCreateTextureObject (&image, &resource, &sampler, nullptr);
  resource.res.array.array = result;
  cudaSurfaceObject_t turned;
  cudaCreateSurfaceObject (&turned, &resource);

  float *sums;
  cudaMalloc (&sums, width * height * sizeof (float));
  dim3 block (16, 16);
  dim3 grid ((width + 15) / 16, (height + 15) / 16);
  turn<<<grid, block>>> (image, turned, sums, width, height, 0.5f);
  cudaDeviceSynchronize ();
  return 0;
}
