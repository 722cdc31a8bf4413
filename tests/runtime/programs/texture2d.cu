// Rotates an image by a texture with the linear filter, as the samples' simpleTexture does it.
#include "check.h"
#include <cmath>
#include <vector>

__global__ void
rotate (float *out, int width, int height, float theta, cudaTextureObject_t image)
{
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  float u = (float)x - (float)width / 2;
  float v = (float)y - (float)height / 2;
  float tu = (u * cosf (theta) - v * sinf (theta)) / width;
  float tv = (v * cosf (theta) + u * sinf (theta)) / height;

  out[y * width + x] = tex2D<float> (image, tu + 0.5f, tv + 0.5f);
}

__global__ void
negate (cudaSurfaceObject_t surface, int width, int height)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float value;

  if (x >= width || y >= height)
    return;
  surf2Dread (&value, surface, x * 4, y);
  surf2Dwrite (-value, surface, x * 4, y);
}

int
main ()
{
  const int width = 64, height = 32;
  std::vector<float> image (width * height), out (width * height);
  cudaChannelFormatDesc texel = cudaCreateChannelDesc<float> ();
  cudaArray_t array;
  cudaResourceDesc resource = {};
  cudaTextureDesc how = {};
  cudaTextureObject_t texture;
  cudaSurfaceObject_t surface;
  float *device;
  int wrong = 0;

  for (int i = 0; i < width * height; i++)
    image[i] = (float)i;
  CHECK (cudaMallocArray (&array, &texel, width, height, cudaArraySurfaceLoadStore));
  CHECK (cudaMemcpy2DToArray (array, 0, 0, image.data (), width * 4, width * 4, height,
                              cudaMemcpyHostToDevice));
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeWrap;
  how.filterMode = cudaFilterModePoint;
  how.readMode = cudaReadModeElementType;
  how.normalizedCoords = 1;
  CHECK (cudaCreateTextureObject (&texture, &resource, &how, NULL));
  CHECK (cudaMalloc (&device, width * height * 4));
  rotate<<<dim3 (width / 8, height / 8), dim3 (8, 8)>>> (device, width, height, 0.f, texture);
  CHECK (cudaMemcpy (out.data (), device, width * height * 4, cudaMemcpyDeviceToHost));
  for (int i = 0; i < width * height; i++)
    wrong += out[i] != image[i];
  std::printf ("rotated by 0: %d wrong\n", wrong);
  CHECK (cudaCreateSurfaceObject (&surface, &resource));
  negate<<<dim3 (8, 4), dim3 (8, 8)>>> (surface, width, height);
  rotate<<<dim3 (width / 8, height / 8), dim3 (8, 8)>>> (device, width, height, 0.f, texture);
  CHECK (cudaMemcpy (out.data (), device, width * height * 4, cudaMemcpyDeviceToHost));
  for (int i = 0; i < width * height; i++)
    wrong += out[i] != -image[i];
  std::printf ("negated: %d wrong\n", wrong);
  CHECK (cudaMemcpy2DFromArray (out.data (), 8 * 4, array, 4 * 4, 2, 8 * 4, 4,
                                cudaMemcpyDeviceToHost));
  std::printf ("row 2, column 4: %g, row 5: %g\n", out[0], out[3 * 8]);
  CHECK (cudaDestroyTextureObject (texture));
  CHECK (cudaDestroySurfaceObject (surface));
  CHECK (cudaFreeArray (array));
  std::printf (wrong == 0 && out[0] == -132.f && out[24] == -324.f ? "PASSED\n" : "FAILED\n");
  return wrong != 0;
}
