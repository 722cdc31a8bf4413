// Kernels whose lanes name the wrong members in what they do together, and right ones.
#define KERNEL extern "C" __global__ void

// launch: 1 32
KERNEL not_in_its_own_mask (int *in, int *out, int n)
{
  int v = in[threadIdx.x];
  out[threadIdx.x] = __shfl_xor_sync (0xffff, v, 1); // wrong-mask
}

// launch: 1 32
KERNEL waits_without_being_named (int *in, int *out, int n)
{
  __shared__ int s[32];
  s[threadIdx.x] = in[threadIdx.x];
  __syncwarp (0x7fffffff); // wrong-mask
  out[threadIdx.x] = s[threadIdx.x];
}

// launch: 1 32
KERNEL others_go_another_way (int *in, int *out, int n)
{
  int v = in[threadIdx.x];
  if (threadIdx.x < 16)
    v = __shfl_xor_sync (0xffffffff, v, 1); // wrong-mask
  out[threadIdx.x] = v;
} // wrong-mask

// launch: 1 32
KERNEL votes_for_all (int *in, int *out, int n)
{
  unsigned votes = 0;
  if (in[threadIdx.x] > 20)
    votes = __ballot_sync (0xffffffff, in[threadIdx.x] & 1); // wrong-mask
  out[threadIdx.x] = (int)votes;
} // wrong-mask

// launch: 1 32
KERNEL some_have_ended (int *in, int *out, int n)
{
  if (threadIdx.x >= 20)
    return;
  out[threadIdx.x] = __shfl_xor_sync (0xffffffff, in[threadIdx.x], 1);
}

// launch: 1 32
KERNEL waits_for_the_ended (int *in, int *out, int n)
{
  __shared__ int s[32];
  s[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x >= 20)
    return;
  __syncwarp ();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}

// launch: 1 32
KERNEL each_half_its_own (int *in, int *out, int n)
{
  unsigned half = threadIdx.x < 16 ? 0xffff : 0xffff0000;
  out[threadIdx.x] = __shfl_xor_sync (half, in[threadIdx.x], 1);
}

// launch: 1 32
KERNEL those_of_the_ballot (int *in, int *out, int n)
{
  unsigned odd = __ballot_sync (0xffffffff, in[threadIdx.x] % 3);
  int v = in[threadIdx.x];
  if (v % 3)
    v = __shfl_sync (odd, v, __ffs ((int)odd) - 1);
  out[threadIdx.x] = v;
}

// launch: 1 32
KERNEL groups_of_equals (int *in, int *out, int n)
{
  __shared__ int s[32];
  unsigned group = __match_any_sync (0xffffffff, in[threadIdx.x] % 5);
  int first = __ffs ((int)group) - 1;
  s[threadIdx.x] = in[threadIdx.x];
  __syncwarp (group);
  out[threadIdx.x] = s[first] + __popc (__ballot_sync (group, in[threadIdx.x] > 9));
}

// launch: 1 32
KERNEL works_and_returns (int *in, int *out, int n)
{
  if (threadIdx.x >= 20)
    {
      *(char *)&out[threadIdx.x] = 1;
      return;
    }
  out[threadIdx.x] = __shfl_xor_sync (0xffffffff, in[threadIdx.x], 1); // wrong-mask
} // wrong-mask

// launch: 1 32
KERNEL returns_before_others_work (int *in, int *out, int n)
{
  if (threadIdx.x < 20)
    {
      out[threadIdx.x] = __shfl_xor_sync (0xffffffff, in[threadIdx.x], 1); // wrong-mask
      return;
    }
  *(char *)&out[threadIdx.x] = 1;
} // wrong-mask

// launch: 1 32
KERNEL works_and_returns_before_a_barrier (int *in, int *out, int n)
{
  if (threadIdx.x >= 20)
    {
      *(char *)&out[threadIdx.x] = 1;
      return;
    }
  __syncthreads ();
  out[threadIdx.x] = __shfl_xor_sync (0xffffffff, in[threadIdx.x], 1);
}

// launch: 1 32
KERNEL works_and_returns_before_two (int *in, int *out, int n)
{
  int v = in[threadIdx.x];
  if (threadIdx.x >= 20)
    {
      *(char *)&out[threadIdx.x] = 1;
      return;
    }
  v = __shfl_xor_sync (0xffffffff, v, 1); // wrong-mask
  out[threadIdx.x] = __shfl_xor_sync (0xffffffff, v, 2);
} // wrong-mask

// launch: 1 32
KERNEL reads_outside_of_the_mask (int *in, int *out, int n)
{
  int v = in[threadIdx.x];
  if (threadIdx.x < 16)
    v = __shfl_sync (0xffff, v, 20); // wrong-mask
  out[threadIdx.x] = v;
}

// launch: 1 32
KERNEL reads_the_other_half (int *in, int *out, int n)
{
  int v = in[threadIdx.x];
  if (threadIdx.x < 16)
    v = __shfl_xor_sync (0xffff, v, 16); // wrong-mask
  out[threadIdx.x] = v;
}

// launch: 1 32
KERNEL reads_within_its_segment (int *in, int *out, int n)
{
  int v = in[threadIdx.x];
  if (threadIdx.x < 16)
    v = __shfl_sync (0xffff, v, 20, 16);
  out[threadIdx.x] = v;
}

// launch: 1 32
KERNEL adds_up_half_a_warp (int *in, int *out, int n)
{
  int v = in[threadIdx.x];
  if (threadIdx.x < 16)
    for (int by = 8; by > 0; by /= 2)
      v += __shfl_down_sync (0xffff, v, by);
  if (threadIdx.x == 0)
    out[0] = v;
}
