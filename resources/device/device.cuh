/* device.cuh: what CUDA C++ has beside the language, for a clang that has no CUDA Toolkit: the words
 * for kernels and memories, the indices, barriers, shuffles, votes, atomics, and what of mathematics
 * one instruction or a few give. Functions of a double that no instruction gives are missing, and
 * say so; those of a float are the fast ones. After the CUDA C++ Programming Guide and clang's list
 * of builtins for NVPTX.
 */
#pragma once

#define __host__        __attribute__ ((host))
#define __device__      __attribute__ ((device))
#define __global__      __attribute__ ((global))
#define __shared__      __attribute__ ((shared))
#define __constant__    __attribute__ ((constant))
#define __managed__     __attribute__ ((device))
#define __forceinline__ inline __attribute__ ((always_inline))
#define __noinline__    __attribute__ ((noinline))
#define __align__(n)    __attribute__ ((aligned (n)))
#define __launch_bounds__(...) __attribute__ ((launch_bounds (__VA_ARGS__)))
#define __restrict      __restrict__
#define __grid_constant__
#define CUDART_INF_F    __builtin_inff ()
#define CUDART_PI_F     3.141592654f
#define warpSize        32

/* each is shown as the line that calls it */
#define WS_DEVICE static inline __attribute__ ((device, always_inline, nodebug))
#define WS_INLINE __device__ __attribute__ ((always_inline, nodebug))

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef unsigned long long cudaTextureObject_t;
typedef int cudaError_t;

/* ---- vectors ---- */

#define WS_VECTORS(T, N, ALIGN2, ALIGN4)                                                     \
  struct N##1 { T x; };                                                                      \
  struct __align__ (ALIGN2) N##2 { T x, y; };                                                \
  struct N##3 { T x, y, z; };                                                                \
  struct __align__ (ALIGN4) N##4 { T x, y, z, w; };                                          \
  static inline __host__ __device__ N##1 make_##N##1 (T x) { return { x }; }                 \
  static inline __host__ __device__ N##2 make_##N##2 (T x, T y) { return { x, y }; }         \
  static inline __host__ __device__ N##3 make_##N##3 (T x, T y, T z) { return { x, y, z }; } \
  static inline __host__ __device__ N##4 make_##N##4 (T x, T y, T z, T w)                    \
  {                                                                                          \
    return { x, y, z, w };                                                                   \
  }

WS_VECTORS (signed char, char, 2, 4)
WS_VECTORS (unsigned char, uchar, 2, 4)
WS_VECTORS (short, short, 4, 8)
WS_VECTORS (unsigned short, ushort, 4, 8)
WS_VECTORS (int, int, 8, 16)
WS_VECTORS (unsigned, uint, 8, 16)
WS_VECTORS (long, long, 16, 16)
WS_VECTORS (unsigned long, ulong, 16, 16)
WS_VECTORS (long long, longlong, 16, 16)
WS_VECTORS (unsigned long long, ulonglong, 16, 16)
WS_VECTORS (float, float, 8, 16)
WS_VECTORS (double, double, 16, 16)

struct dim3 {
  unsigned x, y, z;
  constexpr __host__ __device__ dim3 (unsigned x = 1, unsigned y = 1, unsigned z = 1)
      : x (x), y (y), z (z)
  {
  }
  constexpr __host__ __device__ dim3 (uint3 v) : x (v.x), y (v.y), z (v.z) {}
  constexpr __host__ __device__ operator uint3 () const { return { x, y, z }; }
};

/* ---- indices ---- */

#define WS_INDEX(NAME, REGISTER)                                                       \
  struct ws_##NAME {                                                                   \
    __declspec(property (get = get_x)) unsigned x;                                     \
    __declspec(property (get = get_y)) unsigned y;                                     \
    __declspec(property (get = get_z)) unsigned z;                                     \
    static WS_INLINE unsigned get_x ()                                      \
    {                                                                                  \
      return (unsigned)__nvvm_read_ptx_sreg_##REGISTER##_x ();                         \
    }                                                                                  \
    static WS_INLINE unsigned get_y ()                                      \
    {                                                                                  \
      return (unsigned)__nvvm_read_ptx_sreg_##REGISTER##_y ();                         \
    }                                                                                  \
    static WS_INLINE unsigned get_z ()                                      \
    {                                                                                  \
      return (unsigned)__nvvm_read_ptx_sreg_##REGISTER##_z ();                         \
    }                                                                                  \
    WS_INLINE operator uint3 () const { return { get_x (), get_y (), get_z () }; }    \
    WS_INLINE operator dim3 () const { return dim3 (get_x (), get_y (), get_z ()); }  \
  };                                                                                   \
  extern const __device__ __attribute__ ((weak)) ws_##NAME NAME;

WS_INDEX (threadIdx, tid)
WS_INDEX (blockIdx, ctaid)
WS_INDEX (blockDim, ntid)
WS_INDEX (gridDim, nctaid)

/* ---- barriers, fences, clocks ---- */

/* __syncthreads () is clang's own */
WS_DEVICE int __syncthreads_count (int p) { return __nvvm_bar0_popc (p); }
WS_DEVICE int __syncthreads_and (int p) { return __nvvm_bar0_and (p); }
WS_DEVICE int __syncthreads_or (int p) { return __nvvm_bar0_or (p); }
WS_DEVICE void __syncwarp (unsigned mask = ~0u) { __nvvm_bar_warp_sync (mask); }
WS_DEVICE void __threadfence () { __nvvm_membar_gl (); }
WS_DEVICE void __threadfence_block () { __nvvm_membar_cta (); }
WS_DEVICE void __threadfence_system () { __nvvm_membar_sys (); }
WS_DEVICE long long clock64 () { return __nvvm_read_ptx_sreg_clock64 (); }
WS_DEVICE int clock () { return __nvvm_read_ptx_sreg_clock (); }
WS_DEVICE void __trap () { asm volatile ("trap;"); }
WS_DEVICE void __brkpt () { asm volatile ("brkpt;"); }
extern "C" __device__ int printf (const char *, ...);
extern "C" __device__ void *malloc (size_t);
extern "C" __device__ void free (void *);

/* ---- shuffles and votes ---- */

#define WS_SHUFFLE(NAME, BUILTIN, SECOND, CLAMP)                                             \
  WS_DEVICE int NAME (unsigned mask, int v, SECOND at, int width = 32)                       \
  {                                                                                          \
    return __nvvm_shfl_sync_##BUILTIN##_i32 (mask, v, (int)at, ((32 - width) << 8) | CLAMP); \
  }                                                                                          \
  WS_DEVICE unsigned NAME (unsigned mask, unsigned v, SECOND at, int width = 32)             \
  {                                                                                          \
    return (unsigned)NAME (mask, (int)v, at, width);                                         \
  }                                                                                          \
  WS_DEVICE float NAME (unsigned mask, float v, SECOND at, int width = 32)                   \
  {                                                                                          \
    return __nvvm_shfl_sync_##BUILTIN##_f32 (mask, v, (int)at, ((32 - width) << 8) | CLAMP); \
  }                                                                                          \
  WS_DEVICE long long NAME (unsigned mask, long long v, SECOND at, int width = 32)           \
  {                                                                                          \
    unsigned low = (unsigned)NAME (mask, (int)v, at, width);                                 \
    unsigned high = (unsigned)NAME (mask, (int)(v >> 32), at, width);                        \
    return (long long)(((unsigned long long)high << 32) | low);                              \
  }                                                                                          \
  WS_DEVICE unsigned long long NAME (unsigned mask, unsigned long long v, SECOND at,         \
                                     int width = 32)                                         \
  {                                                                                          \
    return (unsigned long long)NAME (mask, (long long)v, at, width);                         \
  }                                                                                          \
  WS_DEVICE double NAME (unsigned mask, double v, SECOND at, int width = 32)                 \
  {                                                                                          \
    return __builtin_bit_cast (                                                              \
        double, NAME (mask, __builtin_bit_cast (long long, v), at, width));                  \
  }

WS_SHUFFLE (__shfl_sync, idx, int, 0x1f)
WS_SHUFFLE (__shfl_up_sync, up, unsigned, 0)
WS_SHUFFLE (__shfl_down_sync, down, unsigned, 0x1f)
WS_SHUFFLE (__shfl_xor_sync, bfly, int, 0x1f)

WS_DEVICE int __all_sync (unsigned mask, int p) { return __nvvm_vote_all_sync (mask, p); }
WS_DEVICE int __any_sync (unsigned mask, int p) { return __nvvm_vote_any_sync (mask, p); }
WS_DEVICE unsigned __ballot_sync (unsigned mask, int p)
{
  return __nvvm_vote_ballot_sync (mask, p);
}
WS_DEVICE unsigned __activemask ()
{
  unsigned mask;
  asm volatile ("activemask.b32 %0;" : "=r"(mask));
  return mask;
}

/* ---- atomics ---- */

#define WS_ATOMIC(NAME, T, BUILTIN, AS) \
  WS_DEVICE T NAME (T *p, T v) { return (T)__nvvm_atom_##BUILTIN ((AS *)p, (AS)v); }

WS_ATOMIC (atomicAdd, int, add_gen_i, int)
WS_ATOMIC (atomicAdd, unsigned, add_gen_i, int)
WS_ATOMIC (atomicAdd, unsigned long long, add_gen_ll, long long)
WS_ATOMIC (atomicAdd, float, add_gen_f, float)
WS_ATOMIC (atomicAdd, double, add_gen_d, double)
WS_ATOMIC (atomicExch, int, xchg_gen_i, int)
WS_ATOMIC (atomicExch, unsigned, xchg_gen_i, int)
WS_ATOMIC (atomicExch, unsigned long long, xchg_gen_ll, long long)
WS_ATOMIC (atomicMax, int, max_gen_i, int)
WS_ATOMIC (atomicMax, unsigned, max_gen_ui, unsigned)
WS_ATOMIC (atomicMin, int, min_gen_i, int)
WS_ATOMIC (atomicMin, unsigned, min_gen_ui, unsigned)
WS_ATOMIC (atomicAnd, int, and_gen_i, int)
WS_ATOMIC (atomicAnd, unsigned, and_gen_i, int)
WS_ATOMIC (atomicOr, int, or_gen_i, int)
WS_ATOMIC (atomicOr, unsigned, or_gen_i, int)
WS_ATOMIC (atomicXor, int, xor_gen_i, int)
WS_ATOMIC (atomicXor, unsigned, xor_gen_i, int)
WS_ATOMIC (atomicInc, unsigned, inc_gen_ui, unsigned)
WS_ATOMIC (atomicDec, unsigned, dec_gen_ui, unsigned)
WS_DEVICE int atomicSub (int *p, int v) { return atomicAdd (p, -v); }
WS_DEVICE unsigned atomicSub (unsigned *p, unsigned v) { return atomicAdd (p, 0u - v); }
WS_DEVICE float atomicExch (float *p, float v)
{
  return __builtin_bit_cast (float, atomicExch ((int *)p, __builtin_bit_cast (int, v)));
}
WS_DEVICE int atomicCAS (int *p, int old, int v) { return __nvvm_atom_cas_gen_i (p, old, v); }
WS_DEVICE unsigned atomicCAS (unsigned *p, unsigned old, unsigned v)
{
  return (unsigned)__nvvm_atom_cas_gen_i ((int *)p, (int)old, (int)v);
}
WS_DEVICE unsigned long long atomicCAS (unsigned long long *p, unsigned long long old,
                                        unsigned long long v)
{
  return (unsigned long long)__nvvm_atom_cas_gen_ll ((long long *)p, (long long)old,
                                                     (long long)v);
}

/* ---- bits ---- */

template <typename T> WS_DEVICE T __ldg (const T *p) { return *p; }
WS_DEVICE int __popc (unsigned x) { return __builtin_popcount (x); }
WS_DEVICE int __popcll (unsigned long long x) { return __builtin_popcountll (x); }
WS_DEVICE int __clz (int x) { return x == 0 ? 32 : __builtin_clz ((unsigned)x); }
WS_DEVICE int __clzll (long long x)
{
  return x == 0 ? 64 : __builtin_clzll ((unsigned long long)x);
}
WS_DEVICE int __ffs (int x) { return __builtin_ffs (x); }
WS_DEVICE int __ffsll (long long x) { return __builtin_ffsll (x); }
WS_DEVICE unsigned __brev (unsigned x) { return __builtin_bitreverse32 (x); }
WS_DEVICE int __mul24 (int a, int b) { return __nvvm_mul24_i (a, b); }
WS_DEVICE unsigned __umul24 (unsigned a, unsigned b) { return __nvvm_mul24_ui (a, b); }
WS_DEVICE int __mulhi (int a, int b) { return __nvvm_mulhi_i (a, b); }
WS_DEVICE unsigned __umulhi (unsigned a, unsigned b) { return __nvvm_mulhi_ui (a, b); }
WS_DEVICE int __float_as_int (float x) { return __builtin_bit_cast (int, x); }
WS_DEVICE unsigned __float_as_uint (float x) { return __builtin_bit_cast (unsigned, x); }
WS_DEVICE float __int_as_float (int x) { return __builtin_bit_cast (float, x); }
WS_DEVICE float __uint_as_float (unsigned x) { return __builtin_bit_cast (float, x); }
WS_DEVICE int __float2int_rn (float x) { return __nvvm_f2i_rn (x); }
WS_DEVICE int __float2int_rz (float x) { return (int)x; }
WS_DEVICE float __int2float_rn (int x) { return (float)x; }

/* ---- mathematics ---- */

#define WS_LEAST(T)                                        \
  WS_DEVICE T min (T a, T b) { return b < a ? b : a; }     \
  WS_DEVICE T max (T a, T b) { return a < b ? b : a; }

WS_LEAST (int)
WS_LEAST (unsigned)
WS_LEAST (long)
WS_LEAST (unsigned long)
WS_LEAST (long long)
WS_LEAST (unsigned long long)
WS_DEVICE int abs (int x) { return x < 0 ? -x : x; }
WS_DEVICE long labs (long x) { return x < 0 ? -x : x; }
WS_DEVICE long long llabs (long long x) { return x < 0 ? -x : x; }

/* a function of a float, with its own name and the overloaded one, and of a double */
#define WS_BOTH(NAME, OF_FLOAT, OF_DOUBLE)                     \
  WS_DEVICE float NAME##f (float x) { return OF_FLOAT; }       \
  WS_DEVICE float NAME (float x) { return OF_FLOAT; }          \
  WS_DEVICE double NAME (double x) { return OF_DOUBLE; }
#define WS_FAST(NAME, OF_FLOAT)                                \
  WS_DEVICE float NAME##f (float x) { return OF_FLOAT; }       \
  WS_DEVICE float NAME (float x) { return OF_FLOAT; }          \
  __device__ double NAME (double) = delete;

WS_BOTH (sqrt, __nvvm_sqrt_rn_f (x), __nvvm_sqrt_rn_d (x))
WS_BOTH (fabs, __nvvm_fabs_f (x), __nvvm_fabs_d (x))
WS_BOTH (floor, __nvvm_floor_f (x), __nvvm_floor_d (x))
WS_BOTH (ceil, __nvvm_ceil_f (x), __nvvm_ceil_d (x))
WS_BOTH (trunc, __nvvm_trunc_f (x), __nvvm_trunc_d (x))
WS_BOTH (rint, __builtin_rintf (x), __builtin_rint (x))
WS_BOTH (round, __nvvm_trunc_f (x + (x < 0 ? -0.5f : 0.5f)),
         __nvvm_trunc_d (x + (x < 0 ? -0.5 : 0.5)))
WS_BOTH (rsqrt, __nvvm_rsqrt_approx_f (x), 1 / __nvvm_sqrt_rn_d (x))
WS_FAST (exp2, __nvvm_ex2_approx_f (x))
WS_FAST (exp, __nvvm_ex2_approx_f (x * 1.4426950408889634f))
WS_FAST (exp10, __nvvm_ex2_approx_f (x * 3.3219280948873623f))
WS_FAST (log2, __nvvm_lg2_approx_f (x))
WS_FAST (log, __nvvm_lg2_approx_f (x) * 0.69314718055994531f)
WS_FAST (log10, __nvvm_lg2_approx_f (x) * 0.30102999566398120f)
WS_FAST (sin, __nvvm_sin_approx_f (x))
WS_FAST (cos, __nvvm_cos_approx_f (x))
WS_FAST (tan, __nvvm_sin_approx_f (x) / __nvvm_cos_approx_f (x))
WS_FAST (tanh, 1 - 2 / (1 + __nvvm_ex2_approx_f (x * 2.8853900817779268f)))

WS_DEVICE float __expf (float x) { return expf (x); }
WS_DEVICE float __logf (float x) { return logf (x); }
WS_DEVICE float __log2f (float x) { return log2f (x); }
WS_DEVICE float __sinf (float x) { return sinf (x); }
WS_DEVICE float __cosf (float x) { return cosf (x); }
WS_DEVICE float __fsqrt_rn (float x) { return sqrtf (x); }
WS_DEVICE float __frsqrt_rn (float x) { return 1 / sqrtf (x); }
WS_DEVICE float __saturatef (float x) { return __nvvm_saturate_f (x); }
WS_DEVICE float __fdividef (float a, float b) { return __nvvm_div_approx_f (a, b); }
WS_DEVICE float fdividef (float a, float b) { return a / b; }
WS_DEVICE float __fmul_rn (float a, float b) { return __nvvm_mul_rn_f (a, b); }
WS_DEVICE float __fadd_rn (float a, float b) { return __nvvm_add_rn_f (a, b); }
WS_DEVICE void sincosf (float x, float *s, float *c)
{
  *s = sinf (x);
  *c = cosf (x);
}

#define WS_OF_TWO(NAME, OF_FLOAT, OF_DOUBLE)                         \
  WS_DEVICE float NAME##f (float a, float b) { return OF_FLOAT; }    \
  WS_DEVICE float NAME (float a, float b) { return OF_FLOAT; }       \
  WS_DEVICE double NAME (double a, double b) { return OF_DOUBLE; }

WS_OF_TWO (fmin, __nvvm_fmin_f (a, b), __nvvm_fmin_d (a, b))
WS_OF_TWO (fmax, __nvvm_fmax_f (a, b), __nvvm_fmax_d (a, b))
WS_OF_TWO (copysign, __builtin_copysignf (a, b), __builtin_copysign (a, b))
WS_OF_TWO (fmod, a - b * __nvvm_trunc_f (a / b), a - b * __nvvm_trunc_d (a / b))
WS_OF_TWO (hypot, __nvvm_sqrt_rn_f (a * a + b * b), __nvvm_sqrt_rn_d (a * a + b * b))
WS_DEVICE float min (float a, float b) { return fminf (a, b); }
WS_DEVICE float max (float a, float b) { return fmaxf (a, b); }
WS_DEVICE double min (double a, double b) { return fmin (a, b); }
WS_DEVICE double max (double a, double b) { return fmax (a, b); }
WS_DEVICE float abs (float x) { return fabsf (x); }
WS_DEVICE double abs (double x) { return fabs (x); }
WS_DEVICE float powf (float a, float b)
{
  float size = __nvvm_ex2_approx_f (b * __nvvm_lg2_approx_f (fabsf (a)));
  return b == 0 ? 1 : a < 0 && fmodf (b, 2) != 0 ? -size : size;
}
WS_DEVICE float __powf (float a, float b) { return powf (a, b); }
WS_DEVICE float pow (float a, float b) { return powf (a, b); }
WS_DEVICE float pow (float a, int b) { return powf (a, (float)b); }
__device__ double pow (double, double) = delete;
WS_DEVICE float fmaf (float a, float b, float c) { return __nvvm_fma_rn_f (a, b, c); }
WS_DEVICE double fma (double a, double b, double c) { return __nvvm_fma_rn_d (a, b, c); }
WS_DEVICE float __fmaf_rn (float a, float b, float c) { return __nvvm_fma_rn_f (a, b, c); }
WS_DEVICE bool isnan (float x) { return x != x; }
WS_DEVICE bool isnan (double x) { return x != x; }
WS_DEVICE bool isinf (float x) { return fabsf (x) == __builtin_inff (); }
WS_DEVICE bool isinf (double x) { return fabs (x) == __builtin_inf (); }
WS_DEVICE bool isfinite (float x) { return fabsf (x) < __builtin_inff (); }

namespace std {
using ::abs;
using ::ceil;
using ::cos;
using ::exp;
using ::fabs;
using ::floor;
using ::fmax;
using ::fmin;
using ::log;
using ::max;
using ::min;
using ::pow;
using ::size_t;
using ::sin;
using ::sqrt;
}
