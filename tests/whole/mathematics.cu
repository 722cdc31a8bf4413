/* Functions of a double that kernels call, against the host's: by how many units in the last place
 * they differ at most. */
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define N 2048
#define FUNCTIONS(F)                                                                        \
  F (exp, x * 0.7)                                                                          \
  F (exp2, x)                                                                               \
  F (log, fabs (x) + 1e-3)                                                                  \
  F (log2, fabs (x) + 1e-3)                                                                 \
  F (log10, fabs (x) + 1e-3)                                                                \
  F (sin, x)                                                                                \
  F (cos, x)                                                                                \
  F (tan, x)                                                                                \
  F (tanh, x / 9)                                                                           \
  F (atan, x)                                                                               \
  F (asin, x / 101)                                                                         \
  F (acos, x / 101)                                                                         \
  F (sinh, x / 2 + copysign (1.0, x))                                                       \
  F (cosh, x / 2)                                                                           \
  F (cbrt, x)                                                                               \
  F (rint, x)                                                                               \
  F (round, x)                                                                              \
  F (pow_of_two, pow (x, 2.0))                                                              \
  F (pow_of_any, pow (fabs (x) / 9 + 0.1, x / 10))                                          \
  F (atan_of_two, atan2 (x, 3 - x * x))

#define pow_of_two(x)  (x)
#define pow_of_any(x)  (x)
#define atan_of_two(x) (x)

#define KERNEL(NAME, X)                            \
  __global__ void of_##NAME (double *a)            \
  {                                                \
    int i = blockIdx.x * blockDim.x + threadIdx.x; \
    double x = a[i];                               \
                                                   \
    a[i] = NAME (X);                               \
  }
FUNCTIONS (KERNEL)

static double in[N], out[N];

/* So that those that follow each other differ by one. */
static long long
find_order (double x)
{
  long long bits;

  memcpy (&bits, &x, sizeof bits);
  return bits < 0 ? (long long)(0x8000000000000000ull - (unsigned long long)bits) : bits;
}

template <typename F>
static void
hold (const char *name, void (*kernel) (double *), F of_host)
{
  double *a;
  long long worst = 0;

  cudaMalloc (&a, sizeof in);
  cudaMemcpy (a, in, sizeof in, cudaMemcpyHostToDevice);
  kernel<<<N / 128, 128>>> (a);
  cudaMemcpy (out, a, sizeof in, cudaMemcpyDeviceToHost);
  for (int i = 0; i < N; i++)
    {
      long long apart = llabs (find_order (out[i]) - find_order (of_host (in[i])));

      worst = apart > worst ? apart : worst;
    }
  printf ("%s %lld\n", name, worst);
  cudaFree (a);
}

int
main ()
{
  for (int i = 0; i < N; i++)
    in[i] = (i - N / 2) * 0.0976 + 1e-5;
#define HOLD(NAME, X) hold (#NAME, of_##NAME, [] (double x) { return NAME (X); });
  FUNCTIONS (HOLD)
}
