/* device.cuh: what CUDA C++ has beside the language, for a clang that has no CUDA Toolkit: the words
 * for kernels and memories, the indices, barriers, shuffles, votes, atomics, and what mathematics
 * has. Functions of a float are the fast ones; those of a double are right to some units in the last
 * place. A program's main() is compiled with WS_HAS_HOST: what the host calls, too, is both's. After the CUDA C++ Programming Guide and clang's list
 * of builtins for NVPTX.
 */
#pragma once

#define __host__        __attribute__ ((host))
#define __device__      __attribute__ ((device))
#define __global__      __attribute__ ((global))
#define __shared__      __attribute__ ((shared))
#define __constant__    __attribute__ ((constant))
#ifdef WS_HAS_HOST /* clang would let the host use a variable of its own */
#define __managed__                                                                            \
  __attribute__ ((device, unavailable ("__managed__ variables need NVIDIA's nvcc")))
#else
#define __managed__     __attribute__ ((device))
#endif
#define __forceinline__ inline __attribute__ ((always_inline))
#ifndef WS_HAS_HOST /* without-cuda.cuh has it, behind the system's headers, which use the word */
#define __noinline__    __attribute__ ((noinline))
#endif
#define __align__(n)    __attribute__ ((aligned (n)))
#define __launch_bounds__(...) __attribute__ ((launch_bounds (__VA_ARGS__)))
#define __restrict      __restrict__
#define __grid_constant__
#define CUDART_INF_F    __builtin_inff ()
#define CUDART_PI_F     3.141592654f

/* each is shown as the line that calls it */
#define WS_DEVICE static inline __attribute__ ((device, always_inline, nodebug))
#ifdef WS_HAS_HOST
#define WS_ANYWHERE static inline __attribute__ ((host, device, always_inline, nodebug))
#else
#define WS_ANYWHERE WS_DEVICE
#endif
#define WS_INLINE __device__ __attribute__ ((always_inline, nodebug))

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef unsigned long long cudaTextureObject_t;
#ifndef WS_HAS_HOST
typedef int cudaError_t;
#endif
static constexpr int warpSize = 32;

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

/* Not by clang's builtins: for those, LLVM takes a __shared__ variable whose address nobody takes to
 * stay what it was. */
WS_DEVICE void ws_barrier () { asm volatile ("bar.sync 0;" ::: "memory"); }
#define __syncthreads ws_barrier
WS_DEVICE int __syncthreads_count (int p)
{
  int n;
  asm volatile ("{\n.reg .pred %%p;\nsetp.ne.s32 %%p, %1, 0;\nbar.red.popc.u32 %0, 0, %%p;\n}"
                : "=r"(n) : "r"(p) : "memory");
  return n;
}
#define WS_VOTE_AT_BARRIER(NAME, OP)                                                          \
  WS_DEVICE int NAME (int p)                                                                  \
  {                                                                                           \
    int v;                                                                                    \
    asm volatile ("{\n.reg .pred %%p, %%q;\nsetp.ne.s32 %%p, %1, 0;\nbar.red." OP ".pred %%q, 0, " \
                  "%%p;\nselp.s32 %0, 1, 0, %%q;\n}"                                          \
                  : "=r"(v) : "r"(p) : "memory");                                             \
    return v;                                                                                 \
  }
WS_VOTE_AT_BARRIER (__syncthreads_and, "and")
WS_VOTE_AT_BARRIER (__syncthreads_or, "or")
WS_DEVICE void __syncwarp (unsigned mask = ~0u)
{
  asm volatile ("bar.warp.sync %0;" ::"r"(mask) : "memory");
}
WS_DEVICE void __threadfence () { asm volatile ("membar.gl;" ::: "memory"); }
WS_DEVICE void __threadfence_block () { asm volatile ("membar.cta;" ::: "memory"); }
WS_DEVICE void __threadfence_system () { asm volatile ("membar.sys;" ::: "memory"); }
WS_DEVICE long long clock64 () { return __nvvm_read_ptx_sreg_clock64 (); }
WS_DEVICE int clock () { return __nvvm_read_ptx_sreg_clock (); }
WS_DEVICE void __trap () { asm volatile ("trap;"); }
WS_DEVICE void __brkpt () { asm volatile ("brkpt;"); }
WS_DEVICE void __nanosleep (unsigned ns) { asm volatile ("nanosleep.u32 %0;" ::"r"(ns)); }
extern "C" __device__ int printf (const char *, ...);
extern "C" __device__ void *malloc (size_t);
extern "C" __device__ void free (void *);
#ifdef WS_HAS_HOST
extern "C" __device__ void __assertfail (const char *, const char *, unsigned, const char *, size_t);
extern "C" inline WS_INLINE void __assert_fail (const char *what, const char *file, unsigned line,
                                         const char *function)
{
  __assertfail (what, file, line, function, 1);
}
WS_DEVICE void *memcpy (void *to, const void *from, size_t n)
{
  return __builtin_memcpy (to, from, n);
}
WS_DEVICE void *memset (void *to, int value, size_t n) { return __builtin_memset (to, value, n); }
#endif

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
WS_DEVICE unsigned __match_any_sync (unsigned mask, unsigned v)
{
  return (unsigned)__nvvm_match_any_sync_i32 (mask, v);
}
WS_DEVICE unsigned __match_any_sync (unsigned mask, int v)
{
  return __match_any_sync (mask, (unsigned)v);
}

#define WS_REDUCE(NAME, OP, T, WORD)                                                     \
  WS_DEVICE T NAME (unsigned mask, T v)                                                  \
  {                                                                                      \
    T r;                                                                                 \
    asm volatile ("redux.sync." OP "." WORD " %0, %1, %2;" : "=r"(r) : "r"(v), "r"(mask)); \
    return r;                                                                            \
  }

WS_REDUCE (__reduce_add_sync, "add", unsigned, "u32")
WS_REDUCE (__reduce_add_sync, "add", int, "s32")
WS_REDUCE (__reduce_min_sync, "min", unsigned, "u32")
WS_REDUCE (__reduce_min_sync, "min", int, "s32")
WS_REDUCE (__reduce_max_sync, "max", unsigned, "u32")
WS_REDUCE (__reduce_max_sync, "max", int, "s32")
WS_REDUCE (__reduce_and_sync, "and", unsigned, "b32")
WS_REDUCE (__reduce_or_sync, "or", unsigned, "b32")
WS_REDUCE (__reduce_xor_sync, "xor", unsigned, "b32")

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
WS_ATOMIC (atomicMax, long long, max_gen_ll, long long)
WS_ATOMIC (atomicMax, unsigned long long, max_gen_ull, unsigned long long)
WS_ATOMIC (atomicMin, long long, min_gen_ll, long long)
WS_ATOMIC (atomicMin, unsigned long long, min_gen_ull, unsigned long long)
WS_ATOMIC (atomicAnd, unsigned long long, and_gen_ll, long long)
WS_ATOMIC (atomicOr, unsigned long long, or_gen_ll, long long)
WS_ATOMIC (atomicXor, unsigned long long, xor_gen_ll, long long)
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

WS_DEVICE int __float2int_rd (float x) { return __nvvm_f2i_rm (x); }
WS_DEVICE int __float2int_ru (float x) { return __nvvm_f2i_rp (x); }
WS_DEVICE unsigned __float2uint_rn (float x) { return __nvvm_f2ui_rn (x); }
WS_DEVICE unsigned __float2uint_rz (float x) { return (unsigned)x; }
WS_DEVICE float __uint2float_rn (unsigned x) { return (float)x; }
WS_DEVICE int __double2int_rn (double x) { return __nvvm_d2i_rn (x); }
WS_DEVICE int __double2int_rz (double x) { return (int)x; }
WS_DEVICE long long __double_as_longlong (double x) { return __builtin_bit_cast (long long, x); }
WS_DEVICE double __longlong_as_double (long long x) { return __builtin_bit_cast (double, x); }

#define WS_FUNNEL(NAME, WORDS)                                                            \
  WS_DEVICE unsigned NAME (unsigned low, unsigned high, unsigned by)                      \
  {                                                                                       \
    unsigned r;                                                                           \
    asm ("shf." WORDS ".b32 %0, %1, %2, %3;" : "=r"(r) : "r"(low), "r"(high), "r"(by)); \
    return r;                                                                             \
  }

WS_FUNNEL (__funnelshift_l, "l.wrap")
WS_FUNNEL (__funnelshift_r, "r.wrap")
WS_FUNNEL (__funnelshift_lc, "l.clamp")
WS_FUNNEL (__funnelshift_rc, "r.clamp")
WS_DEVICE unsigned __byte_perm (unsigned a, unsigned b, unsigned by)
{
  unsigned r;
  asm ("prmt.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(by));
  return r;
}

/* ---- mathematics ---- */

#define WS_LEAST(T)                                        \
  WS_ANYWHERE T min (T a, T b) { return b < a ? b : a; }   \
  WS_ANYWHERE T max (T a, T b) { return a < b ? b : a; }
#define WS_LEAST_OF(T, A, B)                               \
  WS_ANYWHERE T min (A a, B b) { return min ((T)a, (T)b); } \
  WS_ANYWHERE T min (B a, A b) { return min ((T)a, (T)b); } \
  WS_ANYWHERE T max (A a, B b) { return max ((T)a, (T)b); } \
  WS_ANYWHERE T max (B a, A b) { return max ((T)a, (T)b); }

WS_LEAST (int)
WS_LEAST (unsigned)
WS_LEAST (long)
WS_LEAST (unsigned long)
WS_LEAST (long long)
WS_LEAST (unsigned long long)
WS_LEAST_OF (unsigned, int, unsigned)
WS_LEAST_OF (unsigned long, long, unsigned long)
WS_LEAST_OF (unsigned long long, long long, unsigned long long)
WS_DEVICE int abs (int x) { return x < 0 ? -x : x; }
WS_DEVICE long labs (long x) { return x < 0 ? -x : x; }
WS_DEVICE long long llabs (long long x) { return x < 0 ? -x : x; }

/* Of a double, by series, where the argument is small: what is left out is below the last place. */

/* 2^n */
WS_DEVICE double ws_power_of_two (int n)
{
  return __builtin_bit_cast (double, (long long)(n + 1023) << 52);
}

WS_DEVICE double ws_exp (double x)
{
  double n = __nvvm_floor_d (x * 1.4426950408889634074 + 0.5);
  double r = __nvvm_fma_rn_d (-n, 6.93147180559945286227e-01, x);
  double sum = 1;
  int half;

  if (!(x < 709.79))
    return x * __builtin_inf ();
  if (x < -745.2)
    return 0;
  r = __nvvm_fma_rn_d (-n, 2.31904681384629955842e-17, r);
  for (int i = 14; i > 0; i--)
    sum = __nvvm_fma_rn_d (sum, r / i, 1.0);
  half = (int)n / 2; /* so that what is below the least normal number comes out right */
  return sum * ws_power_of_two (half) * ws_power_of_two ((int)n - half);
}

WS_DEVICE double ws_log (double x)
{
  int e = 0;
  long long bits;
  double s, z, sum = 0;

  if (!(x > 0))
    return x == 0 ? -__builtin_inf () : __builtin_nan ("");
  if (x == __builtin_inf ())
    return x;
  if (x < 2.2250738585072014e-308)
    {
      x *= 18014398509481984.0;
      e = -54;
    }
  bits = __builtin_bit_cast (long long, x);
  e += (int)(bits >> 52) - 1023;
  x = __builtin_bit_cast (double, (bits & 0xfffffffffffffll) | 0x3ff0000000000000ll);
  if (x > 1.4142135623730951)
    {
      x *= 0.5;
      e++;
    }
  s = (x - 1) / (x + 1);
  z = s * s;
  for (int i = 23; i > 1; i -= 2)
    sum = __nvvm_fma_rn_d (sum, z, 1.0 / i);
  sum = __nvvm_fma_rn_d (2 * s * z, sum, e * 2.31904681384629955842e-17);
  return __nvvm_fma_rn_d (e, 6.93147180559945286227e-01, 2 * s + sum);
}

/* of |x| up to a quarter of a turn's half */
WS_DEVICE double ws_small_sin (double x)
{
  double z = x * x, sum = 0;

  for (int i = 18; i > 0; i -= 2)
    sum = z / (-i * (i + 1)) * (1 + sum);
  return __nvvm_fma_rn_d (x, sum, x);
}

WS_DEVICE double ws_small_cos (double x)
{
  double z = x * x, sum = 0;

  for (int i = 19; i > 0; i -= 2)
    sum = z / (-i * (i + 1)) * (1 + sum);
  return 1 + sum;
}

/* sine, of what lies @quarters of a turn behind it: cosine, where that is one */
WS_DEVICE double ws_turn (double r, int quarters)
{
  double v = (quarters & 1) != 0 ? ws_small_cos (r) : ws_small_sin (r);

  return (quarters & 2) != 0 ? -v : v;
}

WS_DEVICE double ws_sin_behind (double x, int quarters)
{
  double n = __builtin_rint (x * 6.36619772367581382433e-01);
  double r = __nvvm_fma_rn_d (-n, 1.57079632679489655800e+00, x);

  r = __nvvm_fma_rn_d (-n, 6.12323399573676603587e-17, r);
  return ws_turn (r, (int)((long long)n & 3) + quarters);
}

WS_DEVICE double ws_sinpi_behind (double x, int quarters)
{
  double n = __builtin_rint (2 * x);

  return ws_turn ((x - n / 2) * 3.14159265358979323846, (int)((long long)n & 3) + quarters);
}

WS_DEVICE double ws_atan (double x)
{
  double a = __nvvm_fabs_d (x), z, sum = 0;
  bool is_large = a > 1;

  if (is_large)
    a = 1 / a;
  a /= 1 + __nvvm_sqrt_rn_d (1 + a * a);
  a /= 1 + __nvvm_sqrt_rn_d (1 + a * a);
  z = a * a;
  for (int i = 23; i > 1; i -= 2)
    sum = z * (1.0 / i - sum);
  a = 4 * (a - a * sum);
  return __builtin_copysign (is_large ? 1.57079632679489661923 - a : a, x);
}

WS_DEVICE double ws_atan2 (double y, double x)
{
  double a = x == 0 && y == 0 ? 0 : ws_atan (__nvvm_fabs_d (y) / __nvvm_fabs_d (x));

  return __builtin_copysign (__builtin_copysign (1.0, x) < 0 ? 3.14159265358979323846 - a : a, y);
}

/* 2^x */
WS_DEVICE double ws_exp2 (double x)
{
  double n = __nvvm_floor_d (x + 0.5);

  if (!(__nvvm_fabs_d (x) < 1000))
    return ws_exp (x * 0.69314718055994530942);
  return ws_exp ((x - n) * 0.69314718055994530942) * ws_power_of_two ((int)n);
}

/* by multiplying */
WS_DEVICE double ws_whole_power (double a, int n)
{
  double product = 1;

  for (unsigned left = (unsigned)(n < 0 ? -n : n); left != 0; left >>= 1, a *= a)
    product *= (left & 1) != 0 ? a : 1;
  return n < 0 ? 1 / product : product;
}

WS_DEVICE double ws_pow (double a, double b)
{
  if (b == __nvvm_trunc_d (b) && __nvvm_fabs_d (b) <= 64)
    return ws_whole_power (a, (int)b);
  if (a == 1)
    return 1;
  if (a < 0 && b != __nvvm_trunc_d (b))
    return __builtin_nan ("");
  double size = ws_exp (b * ws_log (__nvvm_fabs_d (a)));
  return a < 0 && b / 2 != __nvvm_trunc_d (b / 2) ? -size : size;
}

WS_DEVICE double ws_tanh (double x)
{
  double e = ws_exp (-2 * __nvvm_fabs_d (x));

  return __nvvm_fabs_d (x) < 1e-4 ? x - x * x * x / 3 : __builtin_copysign ((1 - e) / (1 + e), x);
}

WS_DEVICE double ws_cbrt (double x)
{
  double a = __nvvm_fabs_d (x), r = ws_exp (ws_log (a) / 3);

  return a == 0 ? x : __builtin_copysign (r - (r * r * r - a) / (3 * r * r), x);
}

/* a function of a float, with its own name and the overloaded one, and of a double */
#define WS_BOTH(NAME, OF_FLOAT, OF_DOUBLE)                     \
  WS_DEVICE float NAME##f (float x) { return OF_FLOAT; }       \
  WS_DEVICE float NAME (float x) { return OF_FLOAT; }          \
  WS_DEVICE double NAME (double x) { return OF_DOUBLE; }
/* likewise, where a float is not worth a way of its own */
#define WS_DOUBLE(NAME, OF_DOUBLE)                                        \
  WS_DEVICE double NAME (double x) { return OF_DOUBLE; }                  \
  WS_DEVICE float NAME (float x) { return (float)NAME ((double)x); }      \
  WS_DEVICE float NAME##f (float x) { return (float)NAME ((double)x); }

WS_BOTH (sqrt, __nvvm_sqrt_rn_f (x), __nvvm_sqrt_rn_d (x))
WS_BOTH (fabs, __nvvm_fabs_f (x), __nvvm_fabs_d (x))
WS_BOTH (floor, __nvvm_floor_f (x), __nvvm_floor_d (x))
WS_BOTH (ceil, __nvvm_ceil_f (x), __nvvm_ceil_d (x))
WS_BOTH (trunc, __nvvm_trunc_f (x), __nvvm_trunc_d (x))
WS_BOTH (rint, __builtin_rintf (x), __builtin_rint (x))
WS_BOTH (round, __nvvm_trunc_f (x + (x < 0 ? -0.5f : 0.5f)),
         __nvvm_trunc_d (x + (x < 0 ? -0.5 : 0.5)))
WS_BOTH (rsqrt, __nvvm_rsqrt_approx_f (x), 1 / __nvvm_sqrt_rn_d (x))
WS_BOTH (exp2, __nvvm_ex2_approx_f (x),
         ws_exp2 (x))
WS_BOTH (exp, __nvvm_ex2_approx_f (x * 1.4426950408889634f),
         ws_exp (x))
WS_BOTH (exp10, __nvvm_ex2_approx_f (x * 3.3219280948873623f),
         ws_exp (x * 2.30258509299404568402))
WS_BOTH (log2, __nvvm_lg2_approx_f (x),
         ws_log (x) * 1.44269504088896340736)
WS_BOTH (log, __nvvm_lg2_approx_f (x) * 0.69314718055994531f,
         ws_log (x))
WS_BOTH (log10, __nvvm_lg2_approx_f (x) * 0.30102999566398120f,
         ws_log (x) * 0.43429448190325182765)
WS_BOTH (sin, __nvvm_sin_approx_f (x),
         ws_sin_behind (x, 0))
WS_BOTH (cos, __nvvm_cos_approx_f (x),
         ws_sin_behind (x, 1))
WS_BOTH (tan, __nvvm_sin_approx_f (x) / __nvvm_cos_approx_f (x),
         ws_sin_behind (x, 0) / ws_sin_behind (x, 1))
WS_BOTH (tanh, 1 - 2 / (1 + __nvvm_ex2_approx_f (x * 2.8853900817779268f)),
         ws_tanh (x))
WS_DOUBLE (sinpi, ws_sinpi_behind (x, 0))
WS_DOUBLE (cospi, ws_sinpi_behind (x, 1))
WS_DOUBLE (atan, ws_atan (x))
WS_DOUBLE (asin, ws_atan2 (x, __nvvm_sqrt_rn_d ((1 - x) * (1 + x))))
WS_DOUBLE (acos, ws_atan2 (__nvvm_sqrt_rn_d ((1 - x) * (1 + x)), x))
WS_DOUBLE (sinh, (ws_exp (x) - ws_exp (-x)) / 2)
WS_DOUBLE (cosh, (ws_exp (x) + ws_exp (-x)) / 2)
WS_DOUBLE (cbrt, ws_cbrt (x))
WS_DOUBLE (nearbyint, __builtin_rint (x))

/* to whole numbers: to the nearest, of two to the even one, or to the one farther from zero */
#define WS_WHOLE(NAME, T, ROUND)                                \
  WS_DEVICE T NAME (double x) { return (T)ROUND (x); }          \
  WS_DEVICE T NAME (float x) { return (T)ROUND (x); }           \
  WS_DEVICE T NAME##f (float x) { return (T)ROUND (x); }

WS_WHOLE (lrint, long, rint)
WS_WHOLE (llrint, long long, rint)
WS_WHOLE (lround, long, round)
WS_WHOLE (llround, long long, round)

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
/* what is rounded is not put together with the next; the host's code is read for kernels, too, and
 * may call these there */
#ifdef __CUDA_ARCH__
#define WS_ROUNDED(NAME, T, WORDS, LETTER)                              \
  WS_ANYWHERE T NAME (T a, T b)                                         \
  {                                                                     \
    T r;                                                                \
    asm (WORDS " %0, %1, %2;" : "=" LETTER (r) : LETTER (a), LETTER (b)); \
    return r;                                                           \
  }

WS_ROUNDED (__fmul_rn, float, "mul.rn.f32", "f")
WS_ROUNDED (__fadd_rn, float, "add.rn.f32", "f")
WS_ROUNDED (__fsub_rn, float, "sub.rn.f32", "f")
WS_ROUNDED (__dmul_rn, double, "mul.rn.f64", "d")
WS_ROUNDED (__dadd_rn, double, "add.rn.f64", "d")
WS_ROUNDED (__dsub_rn, double, "sub.rn.f64", "d")
#endif
WS_DEVICE float __fdiv_rn (float a, float b) { return __nvvm_div_rn_f (a, b); }
WS_DEVICE float __frcp_rn (float x) { return __nvvm_rcp_rn_f (x); }
WS_DEVICE float __log10f (float x) { return log10f (x); }
WS_DEVICE float __exp10f (float x) { return exp10f (x); }
WS_DEVICE float __tanf (float x) { return tanf (x); }

#define WS_TWO(NAME, S, C)                                       \
  WS_DEVICE void NAME##f (float x, float *s, float *c)           \
  {                                                              \
    *s = S##f (x);                                               \
    *c = C##f (x);                                               \
  }                                                              \
  WS_DEVICE void NAME (double x, double *s, double *c)           \
  {                                                              \
    *s = S (x);                                                  \
    *c = C (x);                                                  \
  }

WS_TWO (sincos, sin, cos)
WS_TWO (sincospi, sinpi, cospi)
WS_DEVICE void __sincosf (float x, float *s, float *c) { sincosf (x, s, c); }

#define WS_OF_TWO(NAME, OF_FLOAT, OF_DOUBLE)                         \
  WS_DEVICE float NAME##f (float a, float b) { return OF_FLOAT; }    \
  WS_DEVICE float NAME (float a, float b) { return OF_FLOAT; }       \
  WS_DEVICE double NAME (double a, double b) { return OF_DOUBLE; }

WS_OF_TWO (fmin, __nvvm_fmin_f (a, b), __nvvm_fmin_d (a, b))
WS_OF_TWO (fmax, __nvvm_fmax_f (a, b), __nvvm_fmax_d (a, b))
WS_OF_TWO (copysign, __builtin_copysignf (a, b), __builtin_copysign (a, b))
WS_OF_TWO (fmod, a - b * __nvvm_trunc_f (a / b), a - b * __nvvm_trunc_d (a / b))
WS_OF_TWO (hypot, __nvvm_sqrt_rn_f (a * a + b * b), __nvvm_sqrt_rn_d (a * a + b * b))
WS_OF_TWO (atan2, (float)ws_atan2 (a, b), ws_atan2 (a, b))
#ifdef __CUDA_ARCH__
WS_ANYWHERE float min (float a, float b) { return __nvvm_fmin_f (a, b); }
WS_ANYWHERE float max (float a, float b) { return __nvvm_fmax_f (a, b); }
WS_ANYWHERE double min (double a, double b) { return __nvvm_fmin_d (a, b); }
WS_ANYWHERE double max (double a, double b) { return __nvvm_fmax_d (a, b); }
#else
WS_LEAST (float)
WS_LEAST (double)
#endif
WS_LEAST_OF (double, float, double)
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
WS_DEVICE double pow (double a, double b) { return ws_pow (a, b); }
WS_DEVICE double pow (double a, int b) { return ws_pow (a, b); }
WS_DEVICE float fmaf (float a, float b, float c) { return __nvvm_fma_rn_f (a, b, c); }
WS_DEVICE double fma (double a, double b, double c) { return __nvvm_fma_rn_d (a, b, c); }
WS_DEVICE float __fmaf_rn (float a, float b, float c) { return __nvvm_fma_rn_f (a, b, c); }
WS_DEVICE bool isnan (float x) { return x != x; }
WS_DEVICE bool isnan (double x) { return x != x; }
WS_DEVICE bool isinf (float x) { return fabsf (x) == __builtin_inff (); }
WS_DEVICE bool isinf (double x) { return fabs (x) == __builtin_inf (); }
WS_DEVICE bool isfinite (float x) { return fabsf (x) < __builtin_inff (); }
WS_DEVICE bool isfinite (double x) { return fabs (x) < __builtin_inf (); }

/* ---- textures and surfaces ---- */

typedef unsigned long long cudaSurfaceObject_t;

/* What a texture gives, which are four numbers, as a texel of a type. */
template <typename T> struct ws_texel;
#define WS_TEXEL(NAME, T, READ)                                                           \
  template <> struct ws_texel<T> {                                                        \
    typedef READ read;                                                                    \
    static WS_INLINE T make (const read *v) { return (T)v[0]; }                           \
  };                                                                                      \
  template <> struct ws_texel<NAME##2> {                                                  \
    typedef READ read;                                                                    \
    static WS_INLINE NAME##2 make (const read *v) { return { (T)v[0], (T)v[1] }; }        \
  };                                                                                      \
  template <> struct ws_texel<NAME##4> {                                                  \
    typedef READ read;                                                                    \
    static WS_INLINE NAME##4 make (const read *v)                                         \
    {                                                                                     \
      return { (T)v[0], (T)v[1], (T)v[2], (T)v[3] };                                      \
    }                                                                                     \
  };

WS_TEXEL (char, signed char, int)
WS_TEXEL (uchar, unsigned char, unsigned)
WS_TEXEL (short, short, int)
WS_TEXEL (ushort, unsigned short, unsigned)
WS_TEXEL (int, int, int)
WS_TEXEL (uint, unsigned, unsigned)
WS_TEXEL (float, float, float)

#define WS_FETCH(T, WORD, LETTER)                                                             \
  WS_DEVICE void ws_fetch (cudaTextureObject_t t, int x, T *v)                                \
  {                                                                                           \
    asm volatile ("tex.1d.v4." WORD ".s32 {%0, %1, %2, %3}, [%4, {%5}];"                      \
                  : LETTER (v[0]), LETTER (v[1]), LETTER (v[2]), LETTER (v[3])                \
                  : "l"(t), "r"(x));                                                          \
  }                                                                                           \
  WS_DEVICE void ws_fetch (cudaTextureObject_t t, float x, T *v)                              \
  {                                                                                           \
    asm volatile ("tex.1d.v4." WORD ".f32 {%0, %1, %2, %3}, [%4, {%5}];"                      \
                  : LETTER (v[0]), LETTER (v[1]), LETTER (v[2]), LETTER (v[3])                \
                  : "l"(t), "f"(x));                                                          \
  }                                                                                           \
  WS_DEVICE void ws_fetch (cudaTextureObject_t t, float x, float y, T *v)                     \
  {                                                                                           \
    asm volatile ("tex.2d.v4." WORD ".f32 {%0, %1, %2, %3}, [%4, {%5, %6}];"                  \
                  : LETTER (v[0]), LETTER (v[1]), LETTER (v[2]), LETTER (v[3])                \
                  : "l"(t), "f"(x), "f"(y));                                                  \
  }                                                                                           \
  WS_DEVICE void ws_fetch (cudaTextureObject_t t, float x, float y, float z, T *v)            \
  {                                                                                           \
    asm volatile ("tex.3d.v4." WORD ".f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];"          \
                  : LETTER (v[0]), LETTER (v[1]), LETTER (v[2]), LETTER (v[3])                \
                  : "l"(t), "f"(x), "f"(y), "f"(z));                                          \
  }

#define WS_REAL(v) "=f"(v)
#define WS_INTEGER(v) "=r"(v)
WS_FETCH (float, "f32", WS_REAL)
WS_FETCH (int, "s32", WS_INTEGER)
WS_FETCH (unsigned, "u32", WS_INTEGER)

template <typename T, typename... Place> WS_DEVICE T ws_read_texture (cudaTextureObject_t t,
                                                                      Place... at)
{
  typename ws_texel<T>::read v[4];
  ws_fetch (t, at..., v);
  return ws_texel<T>::make (v);
}
template <typename T> WS_DEVICE T tex1Dfetch (cudaTextureObject_t t, int x)
{
  return ws_read_texture<T> (t, x);
}
template <typename T> WS_DEVICE T tex1D (cudaTextureObject_t t, float x)
{
  return ws_read_texture<T> (t, x);
}
template <typename T> WS_DEVICE T tex2D (cudaTextureObject_t t, float x, float y)
{
  return ws_read_texture<T> (t, x, y);
}
template <typename T> WS_DEVICE T tex3D (cudaTextureObject_t t, float x, float y, float z)
{
  return ws_read_texture<T> (t, x, y, z);
}

/* A surface's bytes, by as many as a type has; outside of it zero, the nearest, or an error. */
template <int Size> struct ws_bytes;
#define WS_SURFACE(SIZE, WORD, T, LETTER)                                                       \
  template <> struct ws_bytes<SIZE> {                                                           \
    static WS_INLINE void read (void *to, cudaSurfaceObject_t s, int x, int y, int mode)        \
    {                                                                                           \
      T v;                                                                                      \
      if (mode == 0)                                                                            \
        asm volatile ("suld.b.2d." WORD ".zero %0, [%1, {%2, %3}];"                             \
                      : "=" LETTER (v) : "l"(s), "r"(x), "r"(y));                               \
      else if (mode == 1)                                                                       \
        asm volatile ("suld.b.2d." WORD ".clamp %0, [%1, {%2, %3}];"                            \
                      : "=" LETTER (v) : "l"(s), "r"(x), "r"(y));                               \
      else                                                                                      \
        asm volatile ("suld.b.2d." WORD ".trap %0, [%1, {%2, %3}];"                             \
                      : "=" LETTER (v) : "l"(s), "r"(x), "r"(y));                               \
      __builtin_memcpy (to, &v, SIZE);                                                          \
    }                                                                                           \
    static WS_INLINE void write (const void *from, cudaSurfaceObject_t s, int x, int y, int mode) \
    {                                                                                           \
      T v = 0;                                                                                  \
      __builtin_memcpy (&v, from, SIZE);                                                        \
      if (mode == 0)                                                                            \
        asm volatile ("sust.b.2d." WORD ".zero [%0, {%1, %2}], %3;"                             \
                      ::"l"(s), "r"(x), "r"(y), LETTER (v) : "memory");                         \
      else if (mode == 1)                                                                       \
        asm volatile ("sust.b.2d." WORD ".clamp [%0, {%1, %2}], %3;"                            \
                      ::"l"(s), "r"(x), "r"(y), LETTER (v) : "memory");                         \
      else                                                                                      \
        asm volatile ("sust.b.2d." WORD ".trap [%0, {%1, %2}], %3;"                             \
                      ::"l"(s), "r"(x), "r"(y), LETTER (v) : "memory");                         \
    }                                                                                           \
  };

WS_SURFACE (1, "b8", unsigned short, "h")
WS_SURFACE (2, "b16", unsigned short, "h")
WS_SURFACE (4, "b32", unsigned, "r")
WS_SURFACE (8, "b64", unsigned long long, "l")
template <> struct ws_bytes<16> {
  static WS_INLINE void read (void *to, cudaSurfaceObject_t s, int x, int y, int mode)
  {
    ws_bytes<8>::read (to, s, x, y, mode);
    ws_bytes<8>::read ((char *)to + 8, s, x + 8, y, mode);
  }
  static WS_INLINE void write (const void *from, cudaSurfaceObject_t s, int x, int y, int mode)
  {
    ws_bytes<8>::write (from, s, x, y, mode);
    ws_bytes<8>::write ((const char *)from + 8, s, x + 8, y, mode);
  }
};

template <typename T> WS_DEVICE void surf2Dread (T *to, cudaSurfaceObject_t s, int x, int y,
                                                 int mode = 2)
{
  ws_bytes<sizeof (T)>::read (to, s, x, y, mode);
}
template <typename T> WS_DEVICE T surf2Dread (cudaSurfaceObject_t s, int x, int y, int mode = 2)
{
  T v;
  surf2Dread (&v, s, x, y, mode);
  return v;
}
template <typename T> WS_DEVICE void surf2Dwrite (T v, cudaSurfaceObject_t s, int x, int y,
                                                  int mode = 2)
{
  ws_bytes<sizeof (T)>::write (&v, s, x, y, mode);
}

/* Before the system's headers: where a function for kernels is there already, theirs are the
 * host's. */
namespace std {
using ::abs;
using ::acos;
using ::asin;
using ::atan;
using ::atan2;
using ::cbrt;
using ::ceil;
using ::copysign;
using ::cos;
using ::cosh;
using ::exp;
using ::exp2;
using ::fabs;
using ::floor;
using ::fma;
using ::fmax;
using ::fmin;
using ::fmod;
using ::hypot;
using ::log;
using ::log10;
using ::log2;
using ::lrint;
using ::lround;
#ifndef WS_HAS_HOST
using ::max;
using ::min;
#endif
using ::pow;
using ::rint;
using ::round;
using ::sin;
using ::sinh;
using ::size_t;
using ::sqrt;
using ::tan;
using ::tanh;
using ::trunc;
}
