__inline__ __device__ float warpReduceSum(float val)
{
  for (int offset = warpSize / 2; offset > 0; offset /= 2)
    val += __shfl_down_sync(0xffffffff, val, offset);
  return val;
}

__inline__ __device__ float blockReduceSum(float val)
{
  static __shared__ float shared[32];
  int lane = threadIdx.x % warpSize;
  int wid = threadIdx.x / warpSize;

  val = warpReduceSum(val);
  if (lane == 0) shared[wid] = val;
  __syncthreads();
  val = (threadIdx.x < blockDim.x / warpSize) ? shared[lane] : 0;
  if (wid == 0) val = warpReduceSum(val);
  return val;
}

__global__ void deviceReduceKernel(float *in, float *out, int N)
{
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += blockDim.x * gridDim.x)
    sum += in[i];
  sum = blockReduceSum(sum);
  if (threadIdx.x == 0)
    out[blockIdx.x] = sum;
}

void deviceReduce(float *in, float *out, int N)
{
  int threads = 512;
  int blocks = min((N + threads - 1) / threads, 64);

  deviceReduceKernel<<<blocks, threads>>>(in, out, N);
  deviceReduceKernel<<<1, 64>>>(out, out, blocks);
}

int main()
{
  int N = 1 << 22;
  float *in, *out;

  cudaMalloc(&in, N * sizeof(float));
  cudaMalloc(&out, 64 * sizeof(float));
  deviceReduce(in, out, N);
}
