/* Copies of boxes, arrays, textures, surfaces and pools, called as nvcc's programs call them. */
#include "binary.h"
#include "runtime/api.h"
#include "runtime/runtime.h"
#include "specs.h"

#include <string.h>

#define W 20
#define H 10
#define D 3

/* out[y][x] of a block of W x H: what the texture has there; the surface gets it, plus 1. */
static const char ptx[] =
    ".version 8.0\n.target sm_75\n.address_size 64\n"
    ".visible .entry fetch (.param .u64 out, .param .u64 texture, .param .u64 surface)\n"
    "{\n"
    "  .reg .b32 %r<12>;\n  .reg .f32 %f<4>;\n  .reg .b64 %rd<8>;\n  .reg .pred %p1;\n"
    "  mov.u32 %r1, %tid.x;\n  mov.u32 %r2, %tid.y;\n  mov.u32 %r3, %ntid.x;\n"
    "  mad.lo.u32 %r4, %r2, %r3, %r1;\n  mul.wide.u32 %rd1, %r4, 4;\n"
    "  ld.param.u64 %rd2, [out];\n  add.s64 %rd3, %rd2, %rd1;\n"
    "  ld.param.u64 %rd4, [texture];\n  ld.param.u64 %rd5, [surface];\n"
    "  tex.2d.v4.u32.s32 {%r5, %r6, %r7, %r8}, [%rd4, {%r1, %r2}];\n"
    "  st.global.u32 [%rd3], %r5;\n  setp.eq.u64 %p1, %rd5, 0;\n  @%p1 ret;\n"
    "  shl.b32 %r9, %r1, 2;\n  add.u32 %r5, %r5, 1;\n"
    "  sust.b.2d.b32.trap [%rd5, {%r9, %r2}], {%r5};\n  ret;\n}\n";

static char fetch;

static void
launch (guint32 *out, guint64 texture, guint64 surface)
{
  void *arguments[] = { &out, &texture, &surface };

  g_assert_cmpint (
      cudaLaunchKernel (&fetch, (dim3){ 1, 1, 1 }, (dim3){ W, H, 1 }, arguments, 0, NULL), ==,
      cudaSuccess);
}

static void
fill (guint32 *all, guint n)
{
  for (guint i = 0; i < n; i++)
    all[i] = i * 7 + 1;
}

/* The middle of a box into pitched memory and back; what is around it stays. */
static void
test_boxes (void)
{
  g_autofree guint32 *host = g_new (guint32, W * H * D);
  g_autofree guint32 *back = g_new0 (guint32, W * H * D);
  cudaPitchedPtr memory;
  cudaMemcpy3DParms parms = { .srcPtr = { host, W * 4, W * 4, H },
                              .srcPos = { 4, 1, 1 },
                              .extent = { 3 * 4, 2, 2 },
                              .kind = cudaMemcpyHostToDevice };

  fill (host, W * H * D);
  g_assert_cmpint (cudaMalloc3D (&memory, (cudaExtent){ W * 4, H, D }), ==, cudaSuccess);
  g_assert_cmpint (cudaMemset3D (memory, 0xee, (cudaExtent){ W * 4, H, D }), ==, cudaSuccess);
  parms.dstPtr = memory;
  parms.dstPos = (cudaPos){ 8, 3, 0 };
  g_assert_cmpint (cudaMemcpy3D (&parms), ==, cudaSuccess);
  g_assert_cmpint (cudaMemcpy3D (&(cudaMemcpy3DParms){ .srcPtr = memory,
                                                       .dstPtr = { back, W * 4, W * 4, H },
                                                       .extent = { W * 4, H, D },
                                                       .kind = cudaMemcpyDeviceToHost }),
                   ==, cudaSuccess);
  for (guint z = 0; z < D; z++)
    for (guint y = 0; y < H; y++)
      for (guint i = 0; i < W; i++)
        {
          gboolean is_in = z < 2 && y >= 3 && y < 5 && i >= 2 && i < 5;

          g_assert_cmphex (back[(z * H + y) * W + i], ==,
                           is_in ? host[((z + 1) * H + y - 2) * W + i - 1] : 0xeeeeeeee);
        }
  parms.extent.depth = D + 1;
  g_assert_cmpint (cudaMemcpy3D (&parms), ==, cudaErrorInvalidValue);
  cudaGetLastError ();
  cudaFree (memory.ptr);
}

static void
test_arrays (void)
{
  const cudaChannelFormatDesc texel = cudaCreateChannelDesc (32, 0, 0, 0, 1);
  g_autofree guint32 *host = g_new (guint32, W * H);
  guint32 back[6];
  cudaChannelFormatDesc found;
  cudaExtent extent;
  cudaArray_t array, other;
  guint flags;

  fill (host, W * H);
  g_assert_cmpint (cudaMallocArray (&array, &texel, W, H, 0), ==, cudaSuccess);
  g_assert_cmpint (cudaMallocArray (&other, &texel, W, H, 0), ==, cudaSuccess);
  g_assert_cmpint (cudaMemcpy2DToArray (array, 0, 0, host, W * 4, W * 4, H, cudaMemcpyHostToDevice),
                   ==, cudaSuccess);
  g_assert_cmpint (cudaMemcpy2DToArray (array, 4, 0, host, W * 4, W * 4, H, cudaMemcpyHostToDevice),
                   ==, cudaErrorInvalidValue);
  g_assert_cmpint (
      cudaMemcpy2DArrayToArray (other, 8, 1, array, 4, 2, 3 * 4, 2, cudaMemcpyDeviceToDevice), ==,
      cudaSuccess);
  g_assert_cmpint (
      cudaMemcpy2DFromArray (back, 3 * 4, other, 8, 1, 3 * 4, 2, cudaMemcpyDeviceToHost), ==,
      cudaSuccess);
  for (guint i = 0; i < G_N_ELEMENTS (back); i++)
    g_assert_cmpuint (back[i], ==, host[(2 + i / 3) * W + 1 + i % 3]);
  g_assert_cmpint (cudaArrayGetInfo (&found, &extent, &flags, array), ==, cudaSuccess);
  g_assert_cmpint (found.x, ==, 32);
  g_assert_cmpint (found.f, ==, cudaChannelFormatKindUnsigned);
  g_assert_cmpuint (extent.width, ==, W);
  g_assert_cmpuint (extent.height, ==, H);
  g_assert_cmpint (cudaFreeArray (array), ==, cudaSuccess);
  g_assert_cmpint (cudaFreeArray (other), ==, cudaSuccess);
  /* layered */
  g_assert_cmpint (cudaMalloc3DArray (&array, &texel, (cudaExtent){ W, H, D }, 1), ==,
                   cudaErrorNotSupported);
  cudaGetLastError ();
}

/* Of an array, which a surface writes, and of rows that lie apart. */
static void
test_textures (void)
{
  const cudaChannelFormatDesc texel = cudaCreateChannelDesc (32, 0, 0, 0, 1);
  const cudaTextureDesc how = { .addressMode = { 1, 1, 1 } };
  cudaResourceDesc resource = { .resType = cudaResourceTypeArray };
  cudaResourceDesc found;
  g_autofree guint32 *host = g_new (guint32, W * H);
  g_autofree guint32 *back = g_new (guint32, W * H);
  cudaTextureObject_t texture;
  cudaSurfaceObject_t surface;
  guint32 *out, *rows;
  gsize pitch;

  fill (host, W * H);
  cudaMalloc ((void **)&out, W * H * 4);
  cudaMallocArray (&resource.res.array.array, &texel, W, H, 2);
  cudaMemcpy2DToArray (resource.res.array.array, 0, 0, host, W * 4, W * 4, H,
                       cudaMemcpyHostToDevice);
  g_assert_cmpint (cudaCreateTextureObject (&texture, &resource, &how, NULL), ==, cudaSuccess);
  g_assert_cmpint (cudaCreateSurfaceObject (&surface, &resource), ==, cudaSuccess);
  for (guint k = 0; k < 2; k++)
    {
      launch (out, texture, surface);
      g_assert_cmpint (cudaMemcpy (back, out, W * H * 4, cudaMemcpyDeviceToHost), ==, cudaSuccess);
      for (guint i = 0; i < W * H; i++)
        g_assert_cmpuint (back[i], ==, host[i] + k);
    }
  g_assert_cmpint (cudaGetTextureObjectResourceDesc (&found, texture), ==, cudaSuccess);
  g_assert_true (found.res.array.array == resource.res.array.array);
  g_assert_cmpint (cudaDestroyTextureObject (texture), ==, cudaSuccess);
  g_assert_cmpint (cudaGetTextureObjectResourceDesc (&found, texture), ==, cudaErrorInvalidValue);

  g_assert_cmpint (cudaFreeArray (resource.res.array.array), ==, cudaSuccess);
  g_assert_cmpint (cudaDestroySurfaceObject (surface), ==, cudaSuccess);
  cudaMallocPitch ((void **)&rows, &pitch, W * 4, H);
  cudaMemcpy2D (rows, pitch, host, W * 4, W * 4, H, cudaMemcpyHostToDevice);
  resource = (cudaResourceDesc){ .resType = cudaResourceTypePitch2D };
  resource.res.pitch2D.devPtr = rows;
  resource.res.pitch2D.desc = texel;
  resource.res.pitch2D.width = W;
  resource.res.pitch2D.height = H;
  resource.res.pitch2D.pitchInBytes = pitch;
  g_assert_cmpint (cudaCreateTextureObject (&texture, &resource, &how, NULL), ==, cudaSuccess);
  launch (out, texture, 0);
  g_assert_cmpint (cudaMemcpy (back, out, W * H * 4, cudaMemcpyDeviceToHost), ==, cudaSuccess);
  g_assert_cmpmem (back, W * H * 4, host, W * H * 4);
  g_assert_cmpint (cudaCreateSurfaceObject (&surface, &resource), ==, cudaErrorInvalidValue);
  /* a filter between whole numbers */
  g_assert_cmpint (cudaCreateTextureObject (
                       &texture, &resource,
                       &(cudaTextureDesc){ .addressMode = { 1, 1 }, .filterMode = 1 }, NULL),
                   ==, cudaErrorInvalidValue);
  cudaGetLastError ();
  cudaFree (rows);
  cudaFree (out);
}

static void
test_pools (void)
{
  cudaMemPool_t pool;
  guint64 value = 0;
  void *data;

  g_assert_cmpint (cudaDeviceGetDefaultMemPool (&pool, 0), ==, cudaSuccess);
  g_assert_cmpint (cudaMallocAsync (&data, 1000, NULL), ==, cudaSuccess);
  g_assert_cmpint (cudaMemPoolGetAttribute (pool, 7, &value), ==, cudaSuccess);
  g_assert_cmpuint (value, ==, 1000);
  g_assert_cmpint (cudaFreeAsync (data, NULL), ==, cudaSuccess);
  cudaMemPoolGetAttribute (pool, 7, &value);
  g_assert_cmpuint (value, ==, 0);
  cudaMemPoolGetAttribute (pool, 8, &value);
  g_assert_cmpuint (value, ==, 1000);
  value = 4096;
  g_assert_cmpint (cudaMemPoolSetAttribute (pool, 4, &value), ==, cudaSuccess);
  g_assert_cmpint (cudaMemPoolSetAttribute (pool, 7, &value), ==, cudaErrorInvalidValue);
  cudaGetLastError ();
}

int
main (int argc, char **argv)
{
  void **handle;

  g_test_init (&argc, &argv, NULL);
  ws_runtime_begin (
      &(WsRuntimeOptions){ .spec = specs_load ("h200"), .history = -1, .capture = G_MAXUINT32 });
  handle = __cudaRegisterFatBinary (binary_new (ptx));
  __cudaRegisterFunction (handle, &fetch, (char *)"fetch", "fetch", -1, NULL, NULL, NULL, NULL,
                          NULL);
  g_test_add_func ("/runtime/array/boxes", test_boxes);
  g_test_add_func ("/runtime/array/arrays", test_arrays);
  g_test_add_func ("/runtime/array/textures", test_textures);
  g_test_add_func ("/runtime/array/pools", test_pools);
  return g_test_run ();
}
