// What calls hand on: parameters that the caller never sets, results that the function never gives.
#define KERNEL extern "C" __global__ void
#define APART  extern "C" __device__ __noinline__

struct Pair
{
  int first;
  int second;
};

APART int twice (int x);
APART int third_of (int x);
APART Pair half_a_pair (int x);

// launch: 1 32
KERNEL sets_no_parameter (int *in, int *out, int n)
{
  int result;
  asm volatile ("{ .param .b32 x; .param .b32 y; call (y), twice, (x); ld.param.b32 %0, [y]; }" : "=r"(result));
  out[threadIdx.x] = result + in[threadIdx.x];
}

APART int
twice (int x) // uninitialised
{
  return 2 * x;
}

// launch: 1 32
KERNEL sets_it (int *in, int *out, int n)
{
  out[threadIdx.x] = twice (in[threadIdx.x]) + half_a_pair (in[threadIdx.x]).first;
}

APART Pair
half_a_pair (int x)
{
  Pair pair;
  pair.first = x;
  return pair;
}

// launch: 1 32
KERNEL takes_what_was_not_given (int *in, int *out, int n)
{
  out[threadIdx.x] = third_of (in[threadIdx.x]); // uninitialised
}

APART int
third_of (int x)
{
  if (x >= 0)
    asm volatile ("ret;");
  return x / 3;
}
