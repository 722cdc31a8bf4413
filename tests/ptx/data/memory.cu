// Variables in every space, with initial values and without, and parameters of every kind.

struct Pair
{
  char tag;
  double weight;
  int parts[3];
};

__constant__ float coefficients[4] = { 1.0f, 2.5f, -3.0f, 0.25f };
__constant__ int matrix[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
__device__ int counter = 7;
__device__ int values[4] = { 10, 20, 30, 40 };
__device__ int *pointers[3] = { &counter, values, values + 2 };
__device__ double untouched[16];

__global__ void spaces (int *out, struct Pair pair, float scale, unsigned char small)
{
  extern __shared__ int dynamic[];
  __shared__ float tile[8][9];
  __shared__ double fine[2];
  int frame[8];
  int i = threadIdx.x;

  for (int k = 0; k < 8; k++)
    frame[k] = out[k] + pair.parts[k % 3];
  dynamic[i] = frame[out[i] & 7];
  tile[i & 7][i >> 3 & 7] = coefficients[i & 3] * scale;
  fine[i & 1] = pair.weight;
  __syncthreads ();
  out[i] = dynamic[i ^ 1] + (int) tile[i >> 3 & 7][i & 7] + (int) fine[0] + *pointers[i % 3] + matrix[i & 1][i % 3] + small + pair.tag;
  untouched[i & 15] = out[i];
}

__global__ void only_static (int *out)
{
  __shared__ int first[32];
  __shared__ short second[3];

  first[threadIdx.x & 31] = out[threadIdx.x];
  second[threadIdx.x % 3] = out[1];
  __syncthreads ();
  out[threadIdx.x] = first[31 - (threadIdx.x & 31)] + second[0];
}
