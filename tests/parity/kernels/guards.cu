// Guarded instructions, written in PTX since the compiler leaves them to ptxas: loads, stores, arithmetic, exit; @p and @!p.
extern "C" __global__ void guards (const int *in, int *out, unsigned n)
{
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const int *from = in + i;
  int *to = out + i;
  int v = -5;
  int w = 100;

  // no lane beyond the end loads; of the others, each works on what it loaded
  asm volatile ("{\n\t"
                ".reg .pred inside, odd, low, both;\n\t"
                ".reg .u32 bit;\n\t"
                "setp.lt.u32 inside, %3, %4;\n\t"
                "@inside ld.global.u32 %0, [%2];\n\t"
                "and.b32 bit, %0, 1;\n\t"
                "setp.ne.and.u32 odd, bit, 0, inside;\n\t"
                "@odd add.s32 %1, %1, %0;\n\t"
                "@!odd mul.lo.s32 %1, %1, 3;\n\t"
                "setp.lt.s32 low|both, %0, 0;\n\t"
                "@low xor.b32 %1, %1, 255;\n\t"
                "and.pred both, both, odd;\n\t"
                "@both shl.b32 %1, %1, 1;\n\t"
                "@!inside mov.u32 %1, 77;\n\t"
                "}"
                : "+r"(v), "+r"(w)
                : "l"(from), "r"(i), "r"(n)
                : "memory");

  // two stores, each by some; then some lanes end, without a branch
  asm volatile ("{\n\t"
                ".reg .pred p, q;\n\t"
                ".reg .u32 bits;\n\t"
                "and.b32 bits, %0, 6;\n\t"
                "setp.eq.u32 p, bits, 2;\n\t"
                "@p st.global.u32 [%2], %0;\n\t"
                "@!p st.global.u32 [%2], %1;\n\t"
                "setp.eq.u32 q, bits, 6;\n\t"
                "@q exit;\n\t"
                "}"
                :
                : "r"(v), "r"(w), "l"(to)
                : "memory");
  out[i + gridDim.x * blockDim.x] = v - w;
}
