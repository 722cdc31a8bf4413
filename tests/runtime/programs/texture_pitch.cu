// A texture of pitched memory, one of linear memory, and one of three dimensions.
#include "check.h"
#include <vector>

__global__ void
fetch (cudaTextureObject_t rows, cudaTextureObject_t line, cudaTextureObject_t box, float *out,
       int w, int h)
{
  int x = threadIdx.x, y = threadIdx.y;

  out[y * w + x] = tex2D<float> (rows, x + 0.5f, y + 0.5f) + tex1Dfetch<int> (line, y * w + x)
                   + tex3D<float> (box, x + 0.5f, y + 0.5f, 1.5f);
}

int
main ()
{
  const int w = 20, h = 10, d = 3;
  std::vector<float> rows (w * h), box (w * h * d), out (w * h);
  std::vector<int> line (w * h);
  float *pitched, *result;
  int *linear;
  size_t pitch;
  cudaArray_t array;
  cudaChannelFormatDesc texel = cudaCreateChannelDesc<float> ();
  cudaResourceDesc resource = {};
  cudaTextureDesc how = {};
  cudaTextureObject_t a, b, c;
  cudaMemcpy3DParms copy = {};
  int wrong = 0;

  for (int i = 0; i < w * h; i++)
    {
      rows[i] = i * 0.5f;
      line[i] = 1000 * i;
    }
  for (int i = 0; i < w * h * d; i++)
    box[i] = (float)(i % 77);
  CHECK (cudaMallocPitch (&pitched, &pitch, w * 4, h));
  CHECK (cudaMemcpy2D (pitched, pitch, rows.data (), w * 4, w * 4, h, cudaMemcpyHostToDevice));
  CHECK (cudaMalloc (&linear, w * h * 4));
  CHECK (cudaMemcpy (linear, line.data (), w * h * 4, cudaMemcpyHostToDevice));
  CHECK (cudaMalloc3DArray (&array, &texel, make_cudaExtent (w, h, d)));
  copy.srcPtr = make_cudaPitchedPtr (box.data (), w * 4, w, h);
  copy.dstArray = array;
  copy.extent = make_cudaExtent (w, h, d);
  copy.kind = cudaMemcpyHostToDevice;
  CHECK (cudaMemcpy3D (&copy));
  how.addressMode[0] = how.addressMode[1] = how.addressMode[2] = cudaAddressModeClamp;
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = pitched;
  resource.res.pitch2D.desc = texel;
  resource.res.pitch2D.width = w;
  resource.res.pitch2D.height = h;
  resource.res.pitch2D.pitchInBytes = pitch;
  CHECK (cudaCreateTextureObject (&a, &resource, &how, NULL));
  resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = linear;
  resource.res.linear.desc = cudaCreateChannelDesc<int> ();
  resource.res.linear.sizeInBytes = w * h * 4;
  CHECK (cudaCreateTextureObject (&b, &resource, &how, NULL));
  resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  CHECK (cudaCreateTextureObject (&c, &resource, &how, NULL));
  CHECK (cudaMalloc (&result, w * h * 4));
  fetch<<<1, dim3 (w, h)>>> (a, b, c, result, w, h);
  CHECK (cudaMemcpy (out.data (), result, w * h * 4, cudaMemcpyDeviceToHost));
  for (int i = 0; i < w * h; i++)
    wrong += out[i] != rows[i] + (float)line[i] + box[w * h + i];
  std::printf ("%d wrong, last %g\n%s\n", wrong, out[w * h - 1], wrong == 0 ? "PASSED" : "FAILED");
  return wrong != 0;
}
