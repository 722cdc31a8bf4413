// What a GPU's texture units give, as test-texture holds the virtual GPU against it: formats, sizes, modes, and coordinates of all
// kinds. textures N writes N fetches of each to standard output; see textures.sh.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <vector>

#define TRY(call) try_call (call, #call)

static void try_call (cudaError_t error, const char *call)
{
  if (error == cudaSuccess)
    return;
  fprintf (stderr, "%s: %s\n", call, cudaGetErrorString (error));
  exit (1);
}

static uint64_t state = 88172645463325252ull;

static uint32_t draw ()
{
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (uint32_t)(state >> 16);
}

static float draw_unit ()
{
  return (float)(draw () >> 8) * 0x1p-24f;
}

template <class T> __global__ void fetch (cudaTextureObject_t texture, int n_axes, const float3 *at, T *got, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  got[i] = n_axes == 1   ? tex1D<T> (texture, at[i].x)
           : n_axes == 2 ? tex2D<T> (texture, at[i].x, at[i].y)
                         : tex3D<T> (texture, at[i].x, at[i].y, at[i].z);
}

enum Texels { BYTES, SIGNED_BYTES, SHORTS, SIGNED_SHORTS, HALVES, FLOATS, WIDE_FLOATS };

static const struct {
  const char *format; // as ws_texture_read_format() reads it
  int bytes;
  cudaChannelFormatKind kind;
} formats[] = {
  { "u8", 1, cudaChannelFormatKindUnsigned },  { "s8", 1, cudaChannelFormatKindSigned }, { "u16", 2, cudaChannelFormatKindUnsigned },
  { "s16", 2, cudaChannelFormatKindSigned },   { "f16", 2, cudaChannelFormatKindFloat }, { "f32", 4, cudaChannelFormatKindFloat },
  { "f32", 4, cudaChannelFormatKindFloat },
};

static void fill (Texels texels, std::vector<uint8_t> &bytes)
{
  for (size_t i = 0; i < bytes.size (); i += formats[texels].bytes)
    {
      uint32_t bits = draw ();
      float value = draw_unit () * 2 - 1;
      if (texels == WIDE_FLOATS)
        value = ldexpf (value, (int)(draw () % 40) - 20);
      __half half = __float2half (value);
      if (texels == HALVES)
        memcpy (&bits, &half, 2);
      if (texels >= FLOATS)
        memcpy (&bits, &value, 4);
      if (i == 4 && texels == SIGNED_BYTES)
        bits = 0x80; // beyond -1
      if (i == 4 && texels == SIGNED_SHORTS)
        bits = 0x8000;
      memcpy (&bytes[i], &bits, formats[texels].bytes);
    }
}

static const struct {
  cudaTextureAddressMode mode;
  const char *name;
} modes[] = {
  { cudaAddressModeClamp, "clamp" }, { cudaAddressModeBorder, "border" }, { cudaAddressModeWrap, "wrap" }, { cudaAddressModeMirror, "mirror" },
};

static void try_texture (Texels texels, int n_axes, const int size[3], int mode, bool normalized, bool linear, int n)
{
  const int w = size[0], h = n_axes > 1 ? size[1] : 1, d = n_axes > 2 ? size[2] : 1, bytes = formats[texels].bytes;
  std::vector<uint8_t> content ((size_t)w * h * d * bytes);
  std::vector<float3> at (n);
  std::vector<float> got (n);
  cudaChannelFormatDesc format = cudaCreateChannelDesc (8 * bytes, 0, 0, 0, formats[texels].kind);
  cudaArray_t array;
  cudaMemcpy3DParms copy = {};
  cudaResourceDesc resource = {};
  cudaTextureDesc sampler = {};
  cudaTextureObject_t texture;
  float3 *device_at;
  float *device_got;

  fill (texels, content);
  for (float3 &place : at)
    {
      float *x = &place.x;
      for (int axis = 0; axis < 3; axis++)
        {
          x[axis] = draw () % 3 == 0 ? draw_unit () * 3 - 1 : draw_unit (); // of the texture; outside, too
          if (draw () % 8 == 0)
            x[axis] = (float)(int)(draw () % (2 * size[axis])) / (float)(2 * size[axis]); // edges and middles
          if (!normalized)
            x[axis] *= (float)size[axis];
        }
    }
  TRY (cudaMalloc3DArray (&array, &format, make_cudaExtent (w, n_axes > 1 ? h : 0, n_axes > 2 ? d : 0)));
  copy.srcPtr = make_cudaPitchedPtr (content.data (), (size_t)w * bytes, w, h);
  copy.dstArray = array;
  copy.extent = make_cudaExtent (w, h, d);
  copy.kind = cudaMemcpyHostToDevice;
  TRY (cudaMemcpy3D (&copy));
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  sampler.addressMode[0] = sampler.addressMode[1] = sampler.addressMode[2] = modes[mode].mode;
  sampler.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
  sampler.readMode = texels >= HALVES ? cudaReadModeElementType : cudaReadModeNormalizedFloat;
  sampler.normalizedCoords = normalized;
  TRY (cudaCreateTextureObject (&texture, &resource, &sampler, nullptr));
  TRY (cudaMalloc (&device_at, n * sizeof (float3)));
  TRY (cudaMalloc (&device_got, n * sizeof (float)));
  TRY (cudaMemcpy (device_at, at.data (), n * sizeof (float3), cudaMemcpyHostToDevice));
  fetch<float><<<(n + 255) / 256, 256>>> (texture, n_axes, device_at, device_got, n);
  TRY (cudaMemcpy (got.data (), device_got, n * sizeof (float), cudaMemcpyDeviceToHost));
  printf ("texture %s %d %d %d %s%s%s\n", formats[texels].format, w, n_axes > 1 ? h : 0, n_axes > 2 ? d : 0, modes[mode].name,
          normalized ? " normalized" : "", linear ? " linear" : "");
  printf ("texels ");
  for (uint8_t byte : content)
    printf ("%02x", byte);
  puts ("");
  for (int i = 0; i < n; i++)
    {
      const float *x = &at[i].x;
      for (int axis = 0; axis < n_axes; axis++)
        {
          uint32_t bits;
          memcpy (&bits, &x[axis], 4);
          printf ("%08x ", bits);
        }
      uint32_t bits;
      memcpy (&bits, &got[i], 4);
      printf ("%08x\n", bits);
    }
  TRY (cudaDestroyTextureObject (texture));
  TRY (cudaFreeArray (array));
  TRY (cudaFree (device_at));
  TRY (cudaFree (device_got));
}

int main (int n_words, char **words)
{
  static const int sizes[][3] = { { 7, 5, 3 }, { 20, 6, 3 }, { 97, 3, 5 }, { 8, 4, 4 } };
  const int n = n_words > 1 ? atoi (words[1]) : 16;
  int turn = 0;

  for (int n_axes = 1; n_axes <= 3; n_axes++)
    for (int mode = 0; mode < 4; mode++)
      for (int normalized = mode > 1; normalized < 2; normalized++)
        {
          for (int texels = BYTES; texels <= WIDE_FLOATS; texels++)
            try_texture ((Texels)texels, n_axes, sizes[turn++ % 4], mode, normalized, true, n);
          try_texture (BYTES, n_axes, sizes[turn++ % 4], mode, normalized, false, n);
        }
}
