__global__ void copy_vec4(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n / 4)
        reinterpret_cast<float4 *>(out)[i] = reinterpret_cast<const float4 *>(in)[i];
    if (i == 0)
        for (int j = n - n % 4; j < n; j++)
            out[j] = in[j];
}
