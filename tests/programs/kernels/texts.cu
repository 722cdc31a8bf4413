// Texts and codes.
#define I (blockIdx.x * blockDim.x + threadIdx.x)

__constant__ unsigned crc_table[16] = { 0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
                                        0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c };

__device__ __noinline__ unsigned crc_of (const unsigned *table, unsigned word)
{
  unsigned crc = 0xffffffff;
  for (int i = 0; i < 8; i++)
    crc = crc >> 4 ^ table[(crc ^ word >> 4 * i) & 15];
  return ~crc;
}

// The table is reached through a generic pointer.
extern "C" __global__ void crc (const unsigned *in, unsigned *out)
{
  const unsigned *tables[2] = { crc_table, in };
  out[I] = crc_of (tables[in[0] == in[1] && in[1] == in[2]], in[I]);
}

__constant__ unsigned sha_k[64] = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
  0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
  0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
  0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
  0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
  0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
};

__device__ unsigned turn (unsigned x, unsigned n) { return x >> n | x << (32 - n); }

// SHA-256 of the four bytes of a word, the highest first.
extern "C" __global__ void sha256 (const unsigned *in, unsigned *out)
{
  unsigned w[64], h[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 }, v[8];
  for (int i = 0; i < 16; i++)
    w[i] = i == 0 ? in[I] : i == 1 ? 0x80000000u : i == 15 ? 32 : 0;
  for (int i = 16; i < 64; i++)
    w[i] = w[i - 16] + (turn (w[i - 15], 7) ^ turn (w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7]
           + (turn (w[i - 2], 17) ^ turn (w[i - 2], 19) ^ w[i - 2] >> 10);
  for (int i = 0; i < 8; i++)
    v[i] = h[i];
  for (int i = 0; i < 64; i++) {
    unsigned a = v[7] + (turn (v[4], 6) ^ turn (v[4], 11) ^ turn (v[4], 25)) + (v[4] & v[5] ^ ~v[4] & v[6]) + sha_k[i] + w[i];
    unsigned b = (turn (v[0], 2) ^ turn (v[0], 13) ^ turn (v[0], 22)) + (v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2]);
    for (int k = 7; k > 0; k--)
      v[k] = v[k - 1];
    v[4] += a;
    v[0] = a + b;
  }
  out[I] = h[0] + v[0];
}

// How far apart the hexadecimal digits of two words are (Levenshtein).
extern "C" __global__ void levenshtein (const unsigned *in, unsigned *out)
{
  unsigned a = in[I], b = in[I ^ 1], row[9];
  for (unsigned j = 0; j <= 8; j++)
    row[j] = j;
  for (unsigned i = 1; i <= 8; i++) {
    unsigned diagonal = row[0];
    row[0] = i;
    for (unsigned j = 1; j <= 8; j++) {
      unsigned cost = (a >> 4 * (i - 1) & 15) != (b >> 4 * (j - 1) & 15), above = row[j];
      row[j] = min (min (row[j] + 1, row[j - 1] + 1), diagonal + cost);
      diagonal = above;
    }
  }
  out[I] = row[8];
}

// The longest common prefix of a word's bytes and its right neighbour's.
extern "C" __global__ void prefix (const unsigned *in, unsigned *out)
{
  const unsigned char *a = (const unsigned char *)&in[I], *b = (const unsigned char *)&in[I ^ 1];
  unsigned n = 0;
  while (n < 4 && (a[n] & 3) == (b[n] & 3))
    n++;
  out[I] = n;
}

// How deep brackets are nested, bits being brackets; 99 where they do not match.
__device__ unsigned nested (unsigned bits, unsigned &at, unsigned depth)
{
  unsigned deepest = depth;
  while (at < 16)
    if (bits >> at++ & 1) {
      unsigned below = nested (bits, at, depth + 1);
      deepest = max (deepest, below);
    } else
      return depth == 0 ? 99 : deepest;
  return depth == 0 ? deepest : 99;
}

extern "C" __global__ void brackets (const unsigned *in, unsigned *out)
{
  unsigned at = 0;
  out[I] = nested (in[I] & 0x3fff, at, 0);
}
