// Sorts: bitonic in shared memory, radix by one bit at a time, and quicksort by recursion.
#define N 256

extern "C" __global__ void bitonic (const unsigned *in, unsigned *out)
{
  __shared__ unsigned s[N];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * N + t];
  for (unsigned k = 2; k <= N; k *= 2)
    for (unsigned j = k / 2; j > 0; j /= 2) {
      __syncthreads ();
      unsigned other = t ^ j;
      if (other > t) {
        unsigned a = s[t], b = s[other];
        if ((a > b) == ((t & k) == 0)) {
          s[t] = b;
          s[other] = a;
        }
      }
    }
  __syncthreads ();
  out[blockIdx.x * N + t] = s[t];
}

extern "C" __global__ void radix (const unsigned *in, unsigned *out)
{
  __shared__ unsigned s[N], ones[N];
  unsigned t = threadIdx.x;
  unsigned own = in[blockIdx.x * N + t];
  for (unsigned bit = 0; bit < 32; bit++) {
    unsigned one = own >> bit & 1;
    ones[t] = one;
    __syncthreads ();
    for (unsigned step = 1; step < N; step *= 2) {
      unsigned add = t >= step ? ones[t - step] : 0;
      __syncthreads ();
      ones[t] += add;
      __syncthreads ();
    }
    unsigned before = ones[t] - one, zeros = N - ones[N - 1];
    s[one ? zeros + before : t - before] = own;
    __syncthreads ();
    own = s[t];
    __syncthreads ();
  }
  out[blockIdx.x * N + t] = own;
}

__device__ void quicksort (int *a, int low, int high)
{
  if (low >= high)
    return;
  int pivot = a[(low + high) / 2], i = low, j = high;
  while (i <= j) {
    while (a[i] < pivot)
      i++;
    while (a[j] > pivot)
      j--;
    if (i <= j) {
      int x = a[i];
      a[i++] = a[j];
      a[j--] = x;
    }
  }
  quicksort (a, low, j);
  quicksort (a, i, high);
}

// Each thread sorts eight words of its own.
extern "C" __global__ void quick (const unsigned *in, unsigned *out)
{
  unsigned first = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
  int own[8];
  for (int i = 0; i < 8; i++)
    own[i] = (int)in[first + i];
  quicksort (own, 0, 7);
  for (int i = 0; i < 8; i++)
    out[first + i] = (unsigned)own[i];
}

// Odd-even transposition by the lanes of a warp.
extern "C" __global__ void transpose_sort (const unsigned *in, unsigned *out)
{
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  unsigned own = in[i];
  for (unsigned step = 0; step < 32; step++) {
    unsigned partner = (lane + step) & 1 ? lane - 1 : lane + 1;
    unsigned other = __shfl_sync (0xffffffffu, own, partner & 31);
    if (partner < 32)
      own = partner > lane ? min (own, other) : max (own, other);
  }
  out[i] = own;
}
