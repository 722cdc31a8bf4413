// Textures and surfaces: what a texture unit reads of the input, and writes of the output.
#define I (blockIdx.x * blockDim.x + threadIdx.x)

// A table of 256 colours of four bytes, looked up; beyond it there is nothing.
extern "C" __global__ void lookup (const unsigned *in, unsigned *out, cudaTextureObject_t table)
{
  uchar4 c = tex1Dfetch<uchar4> (table, (int)(in[I] >> 23) - 64);
  out[I] = c.x * 3 + c.y * 5 + c.z * 7 + c.w * 11;
}

// An image of 64 by 32 bytes, turned by an eighth and made larger, filtered between its pixels.
extern "C" __global__ void rotate (const unsigned *in, unsigned *out, cudaTextureObject_t image)
{
  float x = (float)(I % 64), y = (float)(I / 64);
  float u = 0.5f * x - 0.5f * y + 20.25f, v = 0.5f * x + 0.5f * y - 10.25f;
  out[I] = (unsigned)(tex2D<float> (image, u, v) * 255 + 1 / 32.f);
}

// A volume of 16 by 8 by 4, sampled at fractions of its size; it repeats.
extern "C" __global__ void volume (const unsigned *in, unsigned *out, cudaTextureObject_t cells)
{
  float x = (in[I] & 1023) / 256.f - 1, y = (in[I] >> 10 & 1023) / 256.f - 1, z = (in[I] >> 20 & 1023) / 256.f - 1;
  short2 s = tex3D<short2> (cells, x + 1 / 512.f, y + 1 / 512.f, z + 1 / 512.f);
  out[I] = s.x * 31 + s.y;
}

// Rows of 32 words, written back to front; what lies beside them is left out.
extern "C" __global__ void mirror (const unsigned *in, unsigned *out, cudaSurfaceObject_t picture)
{
  int x = 31 - (int)(I % 40), y = I / 40;
  surf2Dwrite (in[I], picture, x * 4, y, cudaBoundaryModeZero);
}
