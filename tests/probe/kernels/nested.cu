// Branches in branches, an if chain, a switch with many cases, a table of branches.
extern "C" __global__ void nested (const int *in, int *out, unsigned n)
{
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = in[i];
  int r = 0;
  if (v > 0)
    {
      if (i & 1)
        {
          if (v > 5)
            r = in[(i + 1) % n];
          else
            r = in[(i + 2) % n] * 3;
          out[i] = r;
        }
      else if (v & 2)
        out[i] = r = in[(i + 3) % n] - 1;
    }
  else if (v == 0)
    out[i] = r = 77;
  switch (in[(i * 5) % n] & 15)
    {
    case 0: r += in[0]; break;
    case 1: r -= in[1 % n]; break;
    case 2: r *= in[2 % n]; break;
    case 3: r ^= in[3 % n]; break;
    case 4: r |= in[4 % n]; break;
    case 5: r &= in[5 % n]; break;
    case 6: out[i] = 6; r += in[6 % n] << 2; break;
    case 7: r += in[7 % n] >> 1; break;
    case 8: out[i] = 8; break;
    case 9: r = in[9 % n]; break;
    case 10: r = -in[10 % n]; break;
    case 11: r = ~in[11 % n]; break;
    case 12: r += 12;
    default: r += 100;
    }
  // a table of branches, as a compiler may make of a switch
  asm volatile ("{\n\t"
                "targets: .branchtargets $zero, $one, $two, $three;\n\t"
                "brx.idx %1, targets;\n\t"
                "$zero: add.s32 %0, %0, 10;\n\tbra.uni $end;\n\t"
                "$one: mul.lo.s32 %0, %0, 3;\n\tbra.uni $end;\n\t"
                "$two: neg.s32 %0, %0;\n\t"
                "$three: xor.b32 %0, %0, 5;\n\t"
                "$end:\n\t}"
                : "+r"(r) : "r"(in[(i * 3) % n] & 3));
  out[i] = r;
}
