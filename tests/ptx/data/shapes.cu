// Control flow of every shape, as nvcc writes it.

__global__ void nested (int *data, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    {
      if (data[i] % 3 == 0)
        data[i] = data[i + 1] / 3;
      else if (data[i] % 3 == 1)
        data[i] = data[i + 2] * data[i + 2];
      data[i + n] = i;
    }
}

__global__ void loops (float *out, int n)
{
  float sum = 0.0f;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    for (int j = 0; j < i; j++)
      {
        if (out[j] < 0.0f)
          continue;
        if (out[j] > 1000.0f)
          break;
        sum += out[j] * i;
      }
  out[threadIdx.x] = sum;
}

__global__ void choose (int *data)
{
  int v = data[threadIdx.x];
  switch (v)
    {
    case 0: v = data[100] + 1; break;
    case 1: v = data[200] * 5; break;
    case 2: v = data[300] - data[301]; break;
    case 3: v = data[400] ^ 77; break;
    case 4: v = __popc (data[500]); break;
    case 5: v = data[600] / 7; break;
    case 6: v = data[700] % 9; break;
    case 7: v = data[800] >> 3; break;
    case 8: v = max (data[900], 4); break;
    default: v = -1; break;
    }
  data[threadIdx.x] = v;
}

__global__ void forever (volatile int *flag)
{
  for (;;)
    {
      if (threadIdx.x & 1)
        *flag = 1;
      else
        *flag = 2;
    }
}

__global__ void early (int *data, int n)
{
  int i = threadIdx.x;
  if (i >= n)
    return;
  data[i] *= 2;
  if (data[i] > 10)
    return;
  data[i] += 1;
}
