// Half precision: axpy with half2, dot product with float accumulation,
// rounding modes and special values, small half matrix product.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <cuda_runtime.h>
#include <cuda_fp16.h>

#define CHK(c) do { cudaError_t r = (c); if (r) { printf("%d: %s\n", __LINE__, cudaGetErrorString(r)); exit(1); } } while (0)

__global__ void to_half(const float *in, __half *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = __float2half(in[i]);
}

__global__ void haxpy2(__half a, const __half2 *x, __half2 *y, int n2)
{
    __half2 aa = __half2half2(a);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n2; i += gridDim.x * blockDim.x)
        y[i] = __hfma2(aa, x[i], y[i]);
}

__global__ void hdot(const __half2 *x, const __half2 *y, int n2, float *out)
{
    __shared__ float s[128];
    float acc = 0.f;
    for (int i = threadIdx.x; i < n2; i += blockDim.x) {
        float2 a = __half22float2(x[i]), b = __half22float2(y[i]);
        acc += a.x * b.x + a.y * b.y;
    }
    s[threadIdx.x] = acc;
    __syncthreads();
    for (int k = 64; k > 0; k >>= 1) {
        if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0) *out = s[0];
}

__global__ void hmatmul(const __half *A, const __half *B, __half *C, int n)
{
    int r = blockIdx.y * blockDim.y + threadIdx.y, c = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= n || c >= n) return;
    __half acc = __float2half(0.0f);
    for (int k = 0; k < n; k++) acc = acc + A[r * n + k] * B[k * n + c];
    C[r * n + c] = acc;
}

__global__ void corner_cases(unsigned short *out, int *flags)
{
    out[0] = __half_as_ushort(__float2half_rn(1.0f / 3.0f));
    out[1] = __half_as_ushort(__float2half_rz(1.0f / 3.0f));
    out[2] = __half_as_ushort(__float2half_ru(1.0f / 3.0f));
    out[3] = __half_as_ushort(__float2half_rd(-1.0f / 3.0f));
    out[4] = __half_as_ushort(__float2half_rn(65504.0f));
    out[5] = __half_as_ushort(__float2half_rn(70000.0f));   /* infinity */
    out[6] = __half_as_ushort(__float2half_rn(6.0e-8f));    /* smallest denormal */
    out[7] = __half_as_ushort(__hneg(__float2half_rn(0.0f)));
    out[8] = __half_as_ushort(__int2half_rn(2049));         /* ties to even */
    out[9] = __half_as_ushort(__hadd_sat(__float2half(0.75f), __float2half(0.75f)));
    __half inf = __ushort_as_half(0x7c00), nan = __ushort_as_half(0x7e00), one = __float2half(1.0f);
    flags[0] = __hisinf(inf);
    flags[1] = __hisnan(nan);
    flags[2] = __heq(nan, nan);
    flags[3] = __hgt(inf, one);
    flags[4] = __half2int_rz(__float2half(-7.9f));
    flags[5] = __hbeq2(__floats2half2_rn(1.f, 2.f), __floats2half2_rn(1.f, 2.f));
}

int main(void)
{
    const int n = 8192;
    float *hx = (float *)malloc(n * sizeof(float)), *hy = (float *)malloc(n * sizeof(float));
    for (int i = 0; i < n; i++) {
        hx[i] = (float)((i * 7) % 32) / 8.0f - 2.0f; /* exact in half */
        hy[i] = (float)(i % 13) * 0.25f;
    }
    float *df, *dres;
    __half *dx, *dy;
    CHK(cudaMalloc((void **)&df, n * sizeof(float)));
    CHK(cudaMalloc((void **)&dres, sizeof(float)));
    CHK(cudaMalloc((void **)&dx, n * sizeof(__half)));
    CHK(cudaMalloc((void **)&dy, n * sizeof(__half)));
    CHK(cudaMemcpy(df, hx, n * sizeof(float), cudaMemcpyHostToDevice));
    to_half<<<n / 256, 256>>>(df, dx, n);
    CHK(cudaMemcpy(df, hy, n * sizeof(float), cudaMemcpyHostToDevice));
    to_half<<<n / 256, 256>>>(df, dy, n);
    haxpy2<<<8, 128>>>(__float2half(1.5f), (const __half2 *)dx, (__half2 *)dy, n / 2);
    hdot<<<1, 128>>>((const __half2 *)dx, (const __half2 *)dy, n / 2, dres);
    CHK(cudaGetLastError());
    float dot;
    CHK(cudaMemcpy(&dot, dres, sizeof dot, cudaMemcpyDeviceToHost));
    __half *hr = (__half *)malloc(n * sizeof(__half));
    CHK(cudaMemcpy(hr, dy, n * sizeof(__half), cudaMemcpyDeviceToHost));
    double ref = 0;
    int bad = 0;
    for (int i = 0; i < n; i++) {
        float y = 1.5f * hx[i] + hy[i];
        bad += __half2float(hr[i]) != y;
        ref += (double)y * hx[i];
    }
    printf("axpy mismatches: %d, dot = %.2f (reference %.2f)\n", bad, dot, ref);
    int ok = bad == 0 && fabs(dot - ref) < 1e-3 * fabs(ref);

    const int m = 48;
    for (int i = 0; i < m * m; i++) { hx[i] = (float)(i % 5) - 2; hy[i] = (float)(i % 7) * 0.5f - 1.5f; }
    for (int i = 0; i < m * m; i++) hr[i] = __float2half(hx[i]);
    CHK(cudaMemcpy(dx, hr, m * m * sizeof(__half), cudaMemcpyHostToDevice));
    for (int i = 0; i < m * m; i++) hr[i] = __float2half(hy[i]);
    CHK(cudaMemcpy(dy, hr, m * m * sizeof(__half), cudaMemcpyHostToDevice));
    __half *dc;
    CHK(cudaMalloc((void **)&dc, m * m * sizeof(__half)));
    hmatmul<<<dim3(m / 16, m / 16), dim3(16, 16)>>>(dx, dy, dc, m);
    CHK(cudaGetLastError());
    CHK(cudaMemcpy(hr, dc, m * m * sizeof(__half), cudaMemcpyDeviceToHost));
    float worst = 0;
    for (int r = 0; r < m; r++)
        for (int c = 0; c < m; c++) {
            float s = 0;
            for (int k = 0; k < m; k++) s += hx[r * m + k] * hy[k * m + c];
            worst = fmaxf(worst, fabsf(s - __half2float(hr[r * m + c])));
        }
    printf("matmul max error %.3f, C[5][6] = %.1f\n", worst, __half2float(hr[5 * m + 6]));
    ok = ok && worst < 0.05f;

    unsigned short *dbits, bits[10], want[10] = {0x3555, 0x3555, 0x3556, 0xb556, 0x7bff, 0x7c00, 0x0001, 0x8000, 0x6800, 0x3c00};
    int *dflags, flags[6], wantf[6] = {1, 1, 0, 1, -7, 1};
    CHK(cudaMalloc((void **)&dbits, sizeof bits));
    CHK(cudaMalloc((void **)&dflags, sizeof flags));
    corner_cases<<<1, 1>>>(dbits, dflags);
    CHK(cudaMemcpy(bits, dbits, sizeof bits, cudaMemcpyDeviceToHost));
    CHK(cudaMemcpy(flags, dflags, sizeof flags, cudaMemcpyDeviceToHost));
    printf("bits:");
    for (int i = 0; i < 10; i++) printf(" %04x%s", bits[i], bits[i] == want[i] ? "" : "(!)");
    printf("\nflags:");
    for (int i = 0; i < 6; i++) printf(" %d", flags[i]);
    printf("\n");
    for (int i = 0; i < 10; i++) ok = ok && bits[i] == want[i];
    for (int i = 0; i < 6; i++) ok = ok && (i == 4 ? flags[i] == wantf[i] : !flags[i] == !wantf[i]);
    cudaFree(df); cudaFree(dres); cudaFree(dx); cudaFree(dy); cudaFree(dc); cudaFree(dbits); cudaFree(dflags);
    free(hx); free(hy); free(hr);
    printf("%s\n", ok ? "PASSED" : "FAILED");
    return ok ? 0 : 1;
}
