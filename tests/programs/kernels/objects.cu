// Objects on the heap, virtual functions, functions through tables, variable arrays, random numbers.
#include <curand_kernel.h>
#define I (blockIdx.x * blockDim.x + threadIdx.x)

struct Node {
  unsigned value;
  Node *left, *right;
};

__device__ Node *insert (Node *node, unsigned value)
{
  if (node == nullptr) {
    node = (Node *)malloc (sizeof (Node));
    node->value = value;
    node->left = node->right = nullptr;
  } else if (value < node->value)
    node->left = insert (node->left, value);
  else
    node->right = insert (node->right, value);
  return node;
}

__device__ unsigned depth (const Node *node)
{
  if (node == nullptr)
    return 0;
  unsigned l = depth (node->left), r = depth (node->right);
  return 1 + max (l, r);
}

__device__ void drop (Node *node)
{
  if (node == nullptr)
    return;
  drop (node->left);
  drop (node->right);
  free (node);
}

// How deep a search tree of a word's bytes is.
extern "C" __global__ void tree (const unsigned *in, unsigned *out)
{
  Node *root = nullptr;
  for (int i = 0; i < 8; i++)
    root = insert (root, in[I] >> 4 * i & 15);
  out[I] = depth (root);
  drop (root);
}

struct Shape {
  __device__ virtual unsigned area () const = 0;
  __device__ virtual ~Shape () {}
};
struct Square : Shape {
  unsigned side;
  __device__ explicit Square (unsigned s) : side (s) {}
  __device__ unsigned area () const override { return side * side; }
};
struct Ring : Shape {
  unsigned inner, outer;
  __device__ Ring (unsigned i, unsigned o) : inner (i), outer (o) {}
  __device__ unsigned area () const override { return outer * outer - inner * inner; }
};

extern "C" __global__ void shapes (const unsigned *in, unsigned *out)
{
  Shape *shape = in[I] & 1 ? (Shape *)new Square (in[I] >> 20) : (Shape *)new Ring (in[I] >> 24, in[I] >> 20);
  out[I] = shape->area ();
  delete shape;
}

typedef unsigned (*Step) (unsigned a, unsigned b);
__device__ __noinline__ unsigned add (unsigned a, unsigned b) { return a + b; }
__device__ __noinline__ unsigned exclude (unsigned a, unsigned b) { return a ^ b * 3; }
__device__ __noinline__ unsigned turn (unsigned a, unsigned b) { return a << (b & 7) | a >> (32 - (b & 7)); }
__device__ __noinline__ unsigned repeat (unsigned a, unsigned b);
__device__ Step steps[4] = { add, exclude, turn, repeat };
__device__ __noinline__ unsigned repeat (unsigned a, unsigned b)
{
  return b < 4 ? a : steps[b >> 2 & 3] (a, b >> 2);
}

// A word is a program of a small machine.
extern "C" __global__ void machine (const unsigned *in, unsigned *out)
{
  unsigned a = 1;
  for (int i = 0; i < 8; i++)
    a = steps[in[I] >> 4 * i & 3] (a, in[I] >> i);
  out[I] = a;
}

// An array as long as the word says.
extern "C" __global__ void variable (const unsigned *in, unsigned *out)
{
  unsigned n = in[I] % 20 + 1, sum = 0;
  unsigned *a = (unsigned *)__builtin_alloca (n * sizeof *a);
  for (unsigned i = 0; i < n; i++)
    a[i] = i * in[I];
  for (unsigned i = 0; i < n; i++)
    sum = sum * 31 + a[in[I] / 20 % n * (i + 1) % n];
  out[I] = sum;
}

extern "C" __global__ void dice (const unsigned *in, unsigned *out)
{
  curandStatePhilox4_32_10_t state;
  curand_init (in[0], I, 0, &state);
  unsigned sum = 0;
  for (int i = 0; i < 6; i++)
    sum = sum * 5 + curand (&state);
  out[I] = sum;
}
