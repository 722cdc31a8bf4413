// Branches: early exit, nested ifs, an if/else chain, a switch (nvcc makes a search tree of it), a table of labels. Blocks and grid are two-dimensional.
extern "C" __global__ void ladder (const int *in, int *out, unsigned n)
{
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  unsigned i = y * (gridDim.x * blockDim.x) + x;

  // some threads leave before all others
  if (i >= n)
    return;
  int v = in[i];
  if ((v & 15) == 7)
    {
      out[i] = -1;
      return;
    }

  // nested, with a way of its own for each
  int r = v;
  if (v & 16)
    {
      if (v & 32)
        {
          r += in[(i + 1) % n];
          if (v & 64)
            r ^= in[(i + 2) % n];
          else
            out[i + n] = r;
        }
      else
        r -= in[(i + 3) % n];
      out[i + 2 * n] = r;
    }

  // one after another
  unsigned bits = (unsigned)v >> 8 & 255;
  if (bits < 40)
    r += in[bits % n];
  else if (bits < 90)
    r -= in[(bits + 5) % n] * 3;
  else if (bits < 170)
    {
      if (bits & 1)
        return; // from within; out[i] stays as it was
      r ^= in[(bits + 9) % n];
    }
  else
    out[i + 3 * n] = r;

  // thirteen cases, two of them the same, one that falls through
  switch ((unsigned)v >> 16 & 15)
    {
    case 0: r += in[(i + 11) % n]; break;
    case 1: r = r * 3 + in[(i + 13) % n]; break;
    case 2: r ^= out[i + 2 * n]; break;
    case 3: out[i + 4 * n] = r; // falls through
    case 4: r -= in[(i + 17) % n]; break;
    case 5:
    case 6: out[i + 5 * n] = r + 1; break;
    case 7:
      for (int k = 0; k < (v & 3); k++)
        r += in[(i + 19 * k) % n];
      break;
    case 8: r = -in[(i + 23) % n]; break;
    case 9: out[i + 4 * n] = r * 7; r = 9; break;
    case 10: r = in[(i + 29) % n] | 1; break;
    case 11: out[i + 4 * n] = r - in[(i + 31) % n]; break;
    case 12: r += 2 * in[(i + 37) % n]; out[i + 5 * n] = r; break;
    default: r++; break;
    }

  // a jump table; two of its eight ways lead to one place, and one way runs on into the next
  asm volatile ("{\n\t"
                ".reg .u32 way;\n\t"
                "and.b32 way, %0, 7;\n\t"
                "ways: .branchtargets A, B, C, B, D, E, F, A;\n\t"
                "brx.idx way, ways;\n\t"
                "A: add.s32 %0, %0, 1;\n\t"
                "bra.uni MEET;\n\t"
                "B: mul.lo.s32 %0, %0, 5;\n\t"
                "bra.uni MEET;\n\t"
                "C: xor.b32 %0, %0, 85;\n\t"
                "D: sub.s32 %0, %0, 9;\n\t"
                "bra.uni MEET;\n\t"
                "E: shl.b32 %0, %0, 1;\n\t"
                "bra.uni MEET;\n\t"
                "F: neg.s32 %0, %0;\n\t"
                "MEET: add.s32 %0, %0, 2;\n\t"
                "}"
                : "+r"(r));
  out[i] = r;
}
