// Local memory of functions that have returned, what a call leaves of an earlier one, and the same done right. Functions stand behind the
// kernel that calls them.
#include <alloca.h>

#define KERNEL extern "C" __global__ void
#define APART  __device__ __noinline__
#define HIDE(p) asm volatile ("" : "+l"(p)) /* from the compiler, which would see the mistake, too */

APART int *make_row (int x);
APART int *make_column (int x);
APART int sum_of (const int *a, int x);
APART int fill_and_sum (int x);
APART int *dig (int depth);
APART int climb (int depth, int *total);
APART int *take (int x);
APART int sum_of_unwritten (int x);
APART int add_all (const int *a, int depth);
APART int *keep_one_of_two (int x);

// ---- functions that are put in line ----

// launch: 1 32
KERNEL reads_what_has_returned (int *in, int *out, int n)
{
  int *p = make_row (in[threadIdx.x]);
  out[threadIdx.x] = p[1]; // use-after-scope
}

APART int *
make_row (int x)
{
  int a[4];
  int *p = a;
  for (int i = 0; i < 4; i++)
    a[i] = x * i;
  HIDE (p);
  return p; // use-after-scope
}

// launch: 1 32
KERNEL hands_it_on (int *in, int *out, int n)
{
  int *p = make_column (in[threadIdx.x]);
  out[threadIdx.x] = sum_of (p, in[threadIdx.x]);
}

APART int
sum_of (const int *a, int x)
{
  int own[4];
  for (int i = 0; i < 4; i++)
    own[(i + x) & 3] = i;
  return a[x & 3] + own[x & 1]; // use-after-scope
}

APART int *
make_column (int x)
{
  int a[4];
  int *p = a;
  for (int i = 0; i < 4; i++)
    a[i] = x + i;
  HIDE (p);
  return p; // use-after-scope
}

// launch: 1 32
KERNEL caller_hands_its_own_on (int *in, int *out, int n)
{
  out[threadIdx.x] = fill_and_sum (in[threadIdx.x]);
}

APART int
fill_and_sum (int x)
{
  int a[4];
  for (int i = 0; i < 4; i++)
    a[(i + x) & 3] = x;
  return sum_of (a, x);
}

// launch: 1 32
KERNEL second_call_reads_the_first (int *in, int *out, int n)
{
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < 2; i++)
    sum += fill_and_sum (in[threadIdx.x]) + sum_of_unwritten (in[threadIdx.x] + i);
  out[threadIdx.x] = sum;
}

APART int
sum_of_unwritten (int x)
{
  int a[4];
  a[x & 1] = x;
  a[(x & 1) + 2] = x;
  return a[0] + a[2]; // uninitialised
}

// ---- functions that call themselves ----

// launch: 1 32
KERNEL reads_what_the_deepest_had (int *in, int *out, int n)
{
  int *p = dig (2 + (in[threadIdx.x] & 1));
  out[threadIdx.x] = p[0]; // use-after-scope
}

APART int *
dig (int depth)
{
  int a[2];
  int *p = a;
  a[depth & 1] = depth;
  a[~depth & 1] = depth;
  HIDE (p);
  if (depth > 0)
    p = dig (depth - 1);
  return p; // use-after-scope
}

// launch: 1 32
KERNEL next_call_reads_the_last (int *in, int *out, int n)
{
  int *p = keep_one_of_two (in[threadIdx.x] & 1);
  out[threadIdx.x] = add_all (p, 2);
}

APART int
add_all (const int *a, int depth)
{
  int own[2];
  own[depth & 1] = depth;
  own[~depth & 1] = 1;
  if (depth > 0)
    return own[depth & 1] + add_all (a, depth - 1);
  return own[0] + a[0]; // use-after-scope
}

APART int *
keep_one_of_two (int x)
{
  int a[2];
  int *p = a;
  a[x & 1] = x;
  a[~x & 1] = x;
  HIDE (p);
  if (x > 5)
    p = keep_one_of_two (x - 1);
  return p; // use-after-scope
}

// launch: 1 32
KERNEL callees_add_to_the_callers (int *in, int *out, int n)
{
  int total = 0;
  out[threadIdx.x] = climb (3, &total) + climb (2 + (in[threadIdx.x] & 1), &total) + total;
}

APART int
climb (int depth, int *total)
{
  int a[2];
  a[depth & 1] = depth;
  a[~depth & 1] = 1;
  *total += a[0];
  return depth == 0 ? a[1] : climb (depth - 1, total) + a[depth & 1];
}

// ---- alloca ----

// launch: 1 32
KERNEL writes_where_alloca_was (int *in, int *out, int n)
{
  int *p = take (in[threadIdx.x]);
  p[2] = 5; // use-after-scope
}

APART int *
take (int x)
{
  int *p = (int *)alloca ((x & 3) * 4 + 16);
  for (int i = 0; i < 4; i++)
    p[i] = x;
  HIDE (p);
  return p; // use-after-scope
}

// launch: 1 32
KERNEL alloca_of_its_own (int *in, int *out, int n)
{
  int *p = (int *)alloca ((in[threadIdx.x] & 3) * 4 + 16);
  for (int i = 0; i < 4; i++)
    p[i] = in[i];
  out[threadIdx.x] = p[in[threadIdx.x] & 3];
}

// launch: 1 32
KERNEL alloca_never_written (int *in, int *out, int n)
{
  int *p = (int *)alloca ((in[threadIdx.x] & 3) * 4 + 16);
  HIDE (p);
  p[0] = 1;
  out[threadIdx.x] = p[1 + (in[threadIdx.x] & 1)]; // uninitialised
}

// launch: 1 32
KERNEL behind_what_alloca_gave (int *in, int *out, int n)
{
  int *p = (int *)alloca ((in[threadIdx.x] & 1) * 4 + 16);
  HIDE (p);
  p[8] = in[threadIdx.x]; // out-of-bounds
}
