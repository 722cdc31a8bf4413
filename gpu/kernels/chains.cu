// Chains: arithmetic in one to four independent chains.
// Note:    a result is available only some cycles after its instruction issues. Meanwhile the scheduler needs an instruction that is
//          ready: from another chain of the same thread (instruction-level parallelism) or from another warp (thread-level parallelism).
// Limit:   once the schedulers issue in every cycle, neither more chains nor more warps help.

template <int chains>
__global__ void chains_of (const float *in, float *out, int n, int rounds)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float add = i < n ? in[i] : 0;
  float x[chains];

  for (int c = 0; c < chains; c++)
    x[c] = c;

  // the same number of operations for any number of chains
#pragma unroll 4
  for (int k = 0; k < rounds / chains; k++)
    for (int c = 0; c < chains; c++)
      x[c] = 0.5f * x[c] + add;

  float sum = x[0];
  for (int c = 1; c < chains; c++)
    sum += x[c];
  if (i < n)
    out[i] = sum;
}

template __global__ void chains_of<1> (const float *, float *, int, int);
template __global__ void chains_of<2> (const float *, float *, int, int);
template __global__ void chains_of<3> (const float *, float *, int, int);
template __global__ void chains_of<4> (const float *, float *, int, int);
