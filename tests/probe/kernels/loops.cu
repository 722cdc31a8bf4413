// Loops whose lanes make different numbers of turns; break, continue, a loop in a loop.
extern "C" __global__ void loops (const int *in, int *out, unsigned n)
{
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  if (i < n)
    {
      int turns = in[i] & 15;
#pragma unroll 1
      for (int k = 0; k < turns; k++)
        {
          if ((k ^ in[(i + k) % n]) % 7 == 3)
            continue;
          if (sum > 40)
            break;
#pragma unroll 1
          for (int j = k; j > (int) (i & 3); j -= 2)
            sum += in[(i + j) % n] & 3;
          sum += k;
        }
      while (sum & 1)
        sum = sum * 3 + in[sum % n & 7];
      out[i] = sum;
    }
}
