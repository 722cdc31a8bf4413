__global__ void stencil_2d (const float *in, float *out, int w, int h)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
    out[y * w + x] = 0.2f * (in[y * w + x] + in[y * w + x - 1] + in[y * w + x + 1] + in[(y - 1) * w + x] + in[(y + 1) * w + x]);
}
int main ()
{
  int w = 2048, h = 2048;
  float *in, *out;
  cudaMalloc (&in, w * h * sizeof (float));
  cudaMalloc (&out, w * h * sizeof (float));
  cudaMemset (in, 0, w * h * sizeof (float));
  stencil_2d<<<dim3 (w / 32, h / 8), dim3 (32, 8)>>> (in, out, w, h);
}
