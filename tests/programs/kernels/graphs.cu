// What threads of all blocks change together.
#define I (blockIdx.x * blockDim.x + threadIdx.x)
#define EMPTY 0u

// A hash table of 1024 places behind the answers: how often each value was put in.
extern "C" __global__ void hash_table (const unsigned *in, unsigned *out)
{
  unsigned key = in[I] % 97 + 1, at = key * 2654435761u >> 22;
  for (;;) {
    unsigned old = atomicCAS (&out[2 * at], EMPTY, key);
    if (old == EMPTY || old == key)
      break;
    at = (at + 1) & 1023;
  }
  atomicAdd (&out[2 * at + 1], 1);
}

__device__ unsigned root_of (volatile unsigned *parent, unsigned v)
{
  while (parent[v] != v)
    v = parent[v];
  return v;
}

// A number's parent in union-find, itself where there is none yet; other blocks may set it meanwhile.
__device__ static unsigned parent_of (unsigned *out, unsigned x)
{
  unsigned parent = atomicAdd (&out[x - 1], 0);
  return parent ? parent : x;
}

// Union-find: numbers that share a remainder are one set, whose root is the least.
extern "C" __global__ void union_find (const unsigned *in, unsigned *out)
{
  unsigned n = gridDim.x * blockDim.x, b = in[I] % n;
  unsigned x = I + 1, y = b + 1;
  for (;;) {
    unsigned px = parent_of (out, x), py = parent_of (out, y);
    while (px != x) {
      x = px;
      px = parent_of (out, x);
    }
    while (py != y) {
      y = py;
      py = parent_of (out, y);
    }
    if (x == y)
      return;
    unsigned low = min (x, y), high = max (x, y);
    if (atomicCAS (&out[high - 1], 0, low) == 0)
      return;
  }
}

// A step of a breadth-first search: node i has edges to the four bytes of in[i].
extern "C" __global__ void search (const unsigned *in, unsigned *out)
{
  if (in[I] & 64)
    for (unsigned e = 0; e < 4; e++)
      atomicMin (&out[in[I] >> 8 * e & 255], 0u - 1 - I);
}

// A sparse matrix of four elements a row times a vector.
extern "C" __global__ void sparse (const unsigned *in, unsigned *out)
{
  unsigned sum = 0;
  for (unsigned e = 0; e < 4; e++)
    sum += (e + 1) * in[in[I] >> 8 * e & 255];
  out[I] = sum;
}

// A lock that lanes of one warp, and blocks, take in turn.
extern "C" __global__ void mutex (const unsigned *in, unsigned *out)
{
  bool done = false;
  while (!done)
    if (atomicCAS (&out[0], 0, 1) == 0) {
      volatile unsigned *sum = &out[1];
      *sum = *sum * 3 % 65537 + in[I] % 7 - in[I] % 7 + 1;
      __threadfence ();
      atomicExch (&out[0], 0);
      done = true;
    }
}

// A step of k-means: to which of eight means each number is nearest, and the sums of those.
extern "C" __global__ void means (const unsigned *in, unsigned *out)
{
  unsigned v = in[I] >> 16, best = 0, nearest = 0xffffffffu;
  for (unsigned k = 0; k < 8; k++) {
    unsigned mean = 4096 + k * 8192, d = v > mean ? v - mean : mean - v;
    if (d < nearest) {
      nearest = d;
      best = k;
    }
  }
  atomicAdd (&out[2 * best], v);
  atomicAdd (&out[2 * best + 1], 1);
}
