#include "paths.h"
#include "programs.h"

#include <stdlib.h>
#include <string.h>

#define EACH(i) for (guint32 i = 0; i < n; i++)

/* ---- sorts ---- */

static int
compare_unsigned (const void *a, const void *b)
{
  guint32 x = *(const guint32 *)a;
  guint32 y = *(const guint32 *)b;

  return x < y ? -1 : x > y;
}

static int
compare_signed (const void *a, const void *b)
{
  gint32 x = *(const gint32 *)a;
  gint32 y = *(const gint32 *)b;

  return x < y ? -1 : x > y;
}

static void
sort_parts (const guint32 *in, guint32 *out, guint32 n, guint32 size,
            int (*compare) (const void *a, const void *b))
{
  memcpy (out, in, n * sizeof *out);
  for (guint32 first = 0; first < n; first += size)
    qsort (out + first, size, sizeof *out, compare);
}

static void
sort_blocks (const guint32 *in, guint32 *out, guint32 n)
{
  sort_parts (in, out, n, 256, compare_unsigned);
}

static void
sort_warps (const guint32 *in, guint32 *out, guint32 n)
{
  sort_parts (in, out, n, 32, compare_unsigned);
}

static void
sort_threads (const guint32 *in, guint32 *out, guint32 n)
{
  sort_parts (in, out, 8 * n, 8, compare_signed);
}

/* ---- numbers ---- */

static void
collatz (const guint32 *in, guint32 *out, guint32 n)
{
  EACH (i)
  for (guint64 v = (in[i] & 0xffff) + 1; v != 1; v = v % 2 ? 3 * v + 1 : v / 2)
    out[i]++;
}

static void
mandelbrot (const guint32 *in, guint32 *out, guint32 n)
{
  EACH (i)
  {
    gint32 re = 0;
    gint32 im = 0;

    while (out[i] < 100 && re * re + im * im < 4 << 24)
      {
        gint32 next = (re * re - im * im) / 4096 + (gint32)(in[i] & 0x3fff) - 0x2400;

        im = 2 * re * im / 4096 + (gint32)(in[i] >> 16 & 0x1fff) - 0x1000;
        re = next;
        out[i]++;
      }
  }
}

/* By its closed forms, for m up to 2. */
static void
ackermann (const guint32 *in, guint32 *out, guint32 n)
{
  EACH (i)
  {
    guint32 k = in[i] / 3 % 5;

    out[i] = in[i] % 3 == 0 ? k + 1 : in[i] % 3 == 1 ? k + 2 : 2 * k + 3;
  }
}

/* By trying all permutations. */
static guint32
count_queens (guint32 n, guint32 row, guint32 *columns)
{
  guint32 found = 0;

  if (row == n)
    return 1;
  for (columns[row] = 0; columns[row] < n; columns[row]++)
    {
      gboolean free = TRUE;

      for (guint32 above = 0; above < row; above++)
        free = free && columns[above] != columns[row]
               && (guint32)abs ((gint32)columns[above] - (gint32)columns[row]) != row - above;
      found += free ? count_queens (n, row + 1, columns) : 0;
    }
  return found;
}

static void
queens (const guint32 *in, guint32 *out, guint32 n)
{
  EACH (i)
  {
    guint32 size = 4 + in[i] % 3;
    guint32 columns[8] = { in[i] / 3 % size };

    out[i] = count_queens (size, 1, columns);
  }
}

static void
wide_product (const guint32 *in, guint32 *out, guint32 n)
{
  EACH (i)
  {
    unsigned __int128 a = ((unsigned __int128)in[i] << 70) + in[i] + 12345;
    unsigned __int128 b = ((unsigned __int128)in[i] << 31) + 77;
    unsigned __int128 c = a * b + a / ((b >> 40) + 3);

    out[i] = (guint32)c ^ (guint32)(c >> 32) ^ (guint32)(c >> 64) ^ (guint32)(c >> 96);
  }
}

static guint32
gcd_of (guint32 a, guint32 b)
{
  return b == 0 ? a : gcd_of (b, a % b);
}

static void
gcd (const guint32 *in, guint32 *out, guint32 n)
{
  EACH (i)
  out[i] = gcd_of (in[i] >> 12, in[i] & 0xfff);
}

static guint32
power_of (guint64 base, guint64 exponent, guint64 modulus)
{
  guint64 result = 1;

  base %= modulus;
  for (guint bit = 64; bit-- > 0;)
    {
      result = result * result % modulus;
      if (exponent >> bit & 1)
        result = result * base % modulus;
    }
  return (guint32)result;
}

static void
power (const guint32 *in, guint32 *out, guint32 n)
{
  EACH (i)
  out[i] = power_of (in[i], in[i] >> 8, 1000003);
}

/* Term by term. */
static void
horner (const guint32 *in, guint32 *out, guint32 n)
{
  EACH (i)
  {
    guint32 x = in[i] & 0xff;
    guint32 y = in[i] >> 8 & 0xff;
    guint32 re = 0;
    guint32 im = 0;
    guint32 p = 1;
    guint32 q = 0;

    for (guint32 k = 8; k > 0; k--)
      {
        guint32 next = p * x - q * y;
        guint32 c = in[i] >> 16;

        re += p * k - q * c;
        im += p * c + q * k;
        q = p * y + q * x;
        p = next;
      }
    out[i] = re ^ im;
  }
}

/* ---- texts ---- */

/* Bit by bit. */
static void
crc (const guint32 *in, guint32 *out, guint32 n)
{
  EACH (i)
  {
    guint32 value = ~in[i];

    for (guint bit = 0; bit < 32; bit++)
      value = value >> 1 ^ (value & 1 ? 0xedb88320 : 0);
    out[i] = ~value;
  }
}

static void
sha256 (const guint32 *in, guint32 *out, guint32 n)
{
  EACH (i)
  {
    g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
    const guint8 bytes[4] = { (guint8)(in[i] >> 24), (guint8)(in[i] >> 16), (guint8)(in[i] >> 8),
                              (guint8)in[i] };
    char first[9] = { 0 };

    g_checksum_update (sum, bytes, 4);
    memcpy (first, g_checksum_get_string (sum), 8);
    out[i] = (guint32)g_ascii_strtoull (first, NULL, 16);
  }
}

static guint32
distance (guint32 a, guint32 b, guint i, guint j)
{
  guint32 table[9][9];

  for (guint x = 0; x <= i; x++)
    for (guint y = 0; y <= j; y++)
      if (x == 0 || y == 0)
        table[x][y] = x + y;
      else
        table[x][y] =
            MIN (MIN (table[x - 1][y], table[x][y - 1]) + 1,
                 table[x - 1][y - 1] + ((a >> 4 * (x - 1) & 15) != (b >> 4 * (y - 1) & 15)));
  return table[i][j];
}

static void
levenshtein (const guint32 *in, guint32 *out, guint32 n)
{
  EACH (i)
  out[i] = distance (in[i], in[i ^ 1], 8, 8);
}

static void
prefix (const guint32 *in, guint32 *out, guint32 n)
{
  EACH (i)
  while (out[i] < 4 && ((in[i] ^ in[i ^ 1]) >> 8 * out[i] & 3) == 0)
    out[i]++;
}

/* Brackets that never close are none of ours: the counter says how deep they are. */
static void
brackets (const guint32 *in, guint32 *out, guint32 n)
{
  EACH (i)
  {
    gint32 depth = 0;
    gint32 deepest = 0;
    gboolean matches = TRUE;

    for (guint bit = 0; bit < 16 && matches; bit++)
      {
        depth += (in[i] & 0x3fff) >> bit & 1 ? 1 : -1;
        deepest = MAX (deepest, depth);
        matches = depth >= 0;
      }
    out[i] = matches && depth == 0 ? (guint32)deepest : 99;
  }
}

/* ---- shared ---- */

static void
histogram (const guint32 *in, guint32 *out, guint32 n)
{
  EACH (i)
  out[in[i] & 15]++;
}

static void
scan (const guint32 *in, guint32 *out, guint32 n)
{
  EACH (i)
  out[i] = in[i] + (i % 256 > 0 ? out[i - 1] : 0);
}

/* By its definition. */
static void
transform (const guint32 *in, guint32 *out, guint32 n)
{
  EACH (i)
  {
    const guint32 *block = in + i / 256 * 256;
    guint32 sum = 0;

    for (guint32 k = 0; k < 256; k++)
      sum = (sum + block[k] % 257 * power_of (3, i % 256 * k % 256, 257)) % 257;
    out[i] = sum;
  }
}

static void
life (const guint32 *in, guint32 *out, guint32 n)
{
  EACH (i)
  {
    const guint32 *block = in + i / 256 * 256;
    guint32 x = i % 16;
    guint32 y = i / 16 % 16;
    guint32 alive = 0;

    for (guint32 k = 0; k < 9; k++)
      if (k != 4)
        alive += block[(y + k / 3 + 15) % 16 * 16 + (x + k % 3 + 15) % 16] & 1;
    out[i] = alive == 3 || (alive == 2 && in[i] & 1);
  }
}

static void
aggregated (const guint32 *in, guint32 *out, guint32 n)
{
  EACH (i)
  out[in[i] & 7]++;
}

/* By elimination with the columns first. */
static void
determinant (const guint32 *in, guint32 *out, guint32 n)
{
  const guint64 p = 65521;

  for (guint32 first = 0; first < n; first += 16)
    {
      guint64 a[16][16];
      guint64 det = 1;

      for (guint r = 0; r < 16; r++)
        for (guint c = 0; c < 16; c++)
          a[c][r] = (in[(first + r) * 16 + c] + (r == c)) % p;
      for (guint k = 0; k < 16; k++)
        {
          guint64 inverse = power_of (a[k][k], p - 2, p);

          det = det * a[k][k] % p;
          for (guint r = k + 1; r < 16; r++)
            {
              guint64 factor = a[r][k] * inverse % p;

              for (guint c = k; c < 16; c++)
                a[r][c] = (a[r][c] + p * p - factor * a[k][c]) % p;
            }
        }
      for (guint r = 0; r < 16; r++)
        out[first + r] = (guint32)det;
    }
}

static void
bodies (const guint32 *in, guint32 *out, guint32 n)
{
  EACH (i)
  for (guint32 j = i / 64 * 64; j < i / 64 * 64 + 64; j++)
    {
      gint32 d = (gint32)(in[j] & 0xfff) - (gint32)(in[i] & 0xfff);

      out[i] += d == 0 ? 0 : (guint32)(100000 / d);
    }
}

/* ---- graphs ---- */

/* Where each key lies depends on who came first: they are put in order below. */
static void
hash_table (const guint32 *in, guint32 *out, guint32 n)
{
  EACH (i)
  {
    out[2 * (in[i] % 97)] = in[i] % 97 + 1;
    out[2 * (in[i] % 97) + 1]++;
  }
}

static guint32
find_root (guint32 *parents, guint32 v)
{
  while (parents[v] != v)
    v = parents[v];
  return v;
}

static void
union_find (const guint32 *in, guint32 *out, guint32 n)
{
  EACH (i)
  out[i] = i;
  EACH (i)
  {
    guint32 a = find_root (out, i);
    guint32 b = find_root (out, in[i] % n);

    out[MAX (a, b)] = MIN (a, b);
  }
  EACH (i)
  out[i] = find_root (out, i);
}

static void
search (const guint32 *in, guint32 *out, guint32 n)
{
  memset (out, 0xff, 256 * sizeof *out);
  EACH (i)
  for (guint e = 0; e < 4 && in[i] & 64; e++)
    {
      guint32 *to = &out[in[i] >> 8 * e & 255];

      *to = MIN (*to, 0u - 1 - i);
    }
}

static void
sparse (const guint32 *in, guint32 *out, guint32 n)
{
  EACH (i)
  for (guint32 e = 0; e < 4; e++)
    out[i] += (e + 1) * in[in[i] >> 8 * e & 255];
}

static void
mutex (const guint32 *in, guint32 *out, guint32 n)
{
  EACH (i)
  out[1] = out[1] * 3 % 65537 + 1;
}

static void
means (const guint32 *in, guint32 *out, guint32 n)
{
  EACH (i)
  {
    gint32 v = (gint32)(in[i] >> 16);
    guint32 best = 0;

    for (guint32 k = 1; k < 8; k++)
      if (abs (v - 4096 - (gint32)k * 8192) < abs (v - 4096 - (gint32)best * 8192))
        best = k;
    out[2 * best] += (guint32)v;
    out[2 * best + 1]++;
  }
}

/* ---- waits ---- */

static void
grid_sync (const guint32 *in, guint32 *out, guint32 n)
{
  guint32 *row[2] = { out, out + n };

  EACH (i)
  row[0][i] = in[i] & 0xffff;
  for (guint step = 0; step < 4; step++)
    EACH (i)
  row[1 - step % 2][i] =
      (row[step % 2][i] + row[step % 2][(i + n - 37) % n] + row[step % 2][(i + 41) % n]) / 3;
}

static void
look_back (const guint32 *in, guint32 *out, guint32 n)
{
  EACH (i)
  out[i] = (in[i] & 0xff) + (i > 0 ? out[i - 1] : 0);
}

static void
consume (const guint32 *in, guint32 *out, guint32 n)
{
  guint32 half = n / 32 / 2;

  for (guint32 i = 0; i < half; i++)
    {
      out[4 * i] = in[half + i];
      out[4 * i + 1] = 1;
      out[4 * i + 2] = 2 * in[half + i];
    }
}

/* ---- groups ---- */

/* The threads of the warp of thread @i whose key is the same, a bit each. */
static guint32
find_group (const guint32 *in, guint32 i, guint32 key)
{
  guint32 group = 0;

  for (guint lane = 0; lane < 32; lane++)
    group |= (guint32)(((in[i / 32 * 32 + lane] ^ in[i]) & key) == 0) << lane;
  return group;
}

/* Those of @group whose word has a bit of @bits. */
static guint32
find_holding (const guint32 *in, guint32 i, guint32 group, guint32 bits)
{
  guint32 holding = 0;

  for (guint lane = 0; lane < 32; lane++)
    holding |= (guint32)((in[i / 32 * 32 + lane] & bits) != 0) << lane;
  return holding & group;
}

static void
group_votes (const guint32 *in, guint32 *out, guint32 n)
{
  EACH (i)
  {
    guint32 group = find_group (in, i, 7);
    guint32 uniform = find_holding (in, i, group, 0x200);

    out[i] = find_holding (in, i, group, 8) * 8
             + (find_holding (in, i, group, 0x70) != group ? 4 : 0)
             + (find_holding (in, i, group, 0x180) == group ? 2 : 0)
             + (uniform == 0 || uniform == group);
  }
}

static void
group_sums (const guint32 *in, guint32 *out, guint32 n)
{
  EACH (i)
  {
    guint32 group = find_group (in, i, 7);
    guint32 sum = 0;
    guint32 least = 0xffff;

    for (guint lane = 0; lane < 32; lane++)
      if (group >> lane & 1)
        {
          sum += in[i / 32 * 32 + lane] & 0xff0;
          least = MIN (least, in[i / 32 * 32 + lane] >> 16);
        }
    out[i] = sum ^ least << 16;
  }
}

/* Ballots of a group count its members, not the lanes of the warp. */
static void
partition (const guint32 *in, guint32 *out, guint32 n)
{
  EACH (i)
  {
    guint32 group = find_group (in, i, 3);
    guint32 ballot = 0;
    guint rank = 0;

    for (guint lane = 0; lane < 32; lane++)
      if (group >> lane & 1)
        ballot |= (find_holding (in, i, group, 0x100) >> lane & 1) << rank++;
    out[i] = (find_holding (in, i, group, 0x1c) != group ? 2 : 0)
             + (find_holding (in, i, group, 0xe0) == group) + ballot * 4;
  }
}

static void
group_ways (const guint32 *in, guint32 *out, guint32 n)
{
  g_autofree guint32 *changed = g_new (guint32, n);

  EACH (i)
  {
    changed[i] = in[i] & 4 ? in[i] * 5 + 1 : in[i] * 3 + 7;
    if (!(in[i] & 4) && changed[i] & 1024)
      changed[i] ^= 16;
  }
  EACH (i)
  out[i] = find_holding (changed, i, find_group (in, i, 3), 16);
}

/* ---- inlines ---- */

static void
inlined (const guint32 *in, guint32 *out, guint32 n)
{
  EACH (i)
  {
    out[i] = in[i] * 5 + i % 64;
    if (i % 64 < 16)
      out[i] += in[i + 1] * 5 + i % 64;
  }
}

/* ---- objects ---- */

static guint32
depth_of (const guint32 *values, guint n)
{
  guint32 below[2][8];
  guint n_below[2] = { 0, 0 };
  guint32 left;
  guint32 right;

  if (n == 0)
    return 0;
  for (guint i = 1; i < n; i++)
    {
      guint side = values[i] >= values[0];

      below[side][n_below[side]++] = values[i];
    }
  left = depth_of (below[0], n_below[0]);
  right = depth_of (below[1], n_below[1]);
  return 1 + MAX (left, right);
}

static void
tree (const guint32 *in, guint32 *out, guint32 n)
{
  EACH (i)
  {
    guint32 values[8];

    for (guint k = 0; k < 8; k++)
      values[k] = in[i] >> 4 * k & 15;
    out[i] = depth_of (values, 8);
  }
}

static void
shapes (const guint32 *in, guint32 *out, guint32 n)
{
  EACH (i)
  {
    guint32 large = in[i] >> 20;
    guint32 small = in[i] >> 24;

    out[i] = in[i] & 1 ? large * large : large * large - small * small;
  }
}

static guint32
step_of (guint32 way, guint32 a, guint32 b)
{
  for (;;)
    {
      guint32 next = b >> 2;

      switch (way)
        {
        case 0:
          return a + b;
        case 1:
          return a ^ b * 3;
        case 2:
          return (b & 7) == 0 ? a : a << (b & 7) | a >> (32 - (b & 7));
        default:
          if (b < 4)
            return a;
          way = next & 3;
          b = next;
        }
    }
}

static void
machine (const guint32 *in, guint32 *out, guint32 n)
{
  EACH (i)
  {
    out[i] = 1;
    for (guint k = 0; k < 8; k++)
      out[i] = step_of (in[i] >> 4 * k & 3, out[i], in[i] >> k);
  }
}

static void
variable (const guint32 *in, guint32 *out, guint32 n)
{
  EACH (i)
  {
    guint32 size = in[i] % 20 + 1;

    for (guint32 k = 0; k < size; k++)
      out[i] = out[i] * 31 + in[i] / 20 % size * (k + 1) % size * in[i];
  }
}

/* Philox 4x32, ten rounds: J. K. Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3"
 * (2011). cuRAND's sequence number is the high half of the counter. */
static void
philox (guint32 counter[4], guint32 seed)
{
  guint32 key[2] = { seed, 0 };

  for (guint round = 0; round < 10; round++)
    {
      guint64 a = (guint64)0xd2511f53 * counter[0];
      guint64 b = (guint64)0xcd9e8d57 * counter[2];
      const guint32 next[4] = { (guint32)(b >> 32) ^ counter[1] ^ key[0], (guint32)b,
                                (guint32)(a >> 32) ^ counter[3] ^ key[1], (guint32)a };

      memcpy (counter, next, sizeof next);
      key[0] += 0x9e3779b9;
      key[1] += 0xbb67ae85;
    }
}

static void
dice (const guint32 *in, guint32 *out, guint32 n)
{
  EACH (i)
  for (guint32 k = 0; k < 6; k++)
    {
      guint32 counter[4] = { k / 4, 0, i, 0 };

      philox (counter, in[0]);
      out[i] = out[i] * 5 + counter[k % 4];
    }
}

/* ---- textures ---- */

static void
lookup (const guint32 *in, guint32 *out, guint32 n)
{
  const guint8 *bytes = (const guint8 *)in;

  EACH (i)
  {
    const guint8 *c = bytes + 4 * (gsize)((in[i] >> 23) - 64);

    if (in[i] >> 23 >= 64 && in[i] >> 23 < 64 + 256)
      out[i] = c[0] * 3u + c[1] * 5u + c[2] * 7u + c[3] * 11u;
  }
}

/* In sixteenths of what two quarters and three quarters of each axis give. */
static void
rotate (const guint32 *in, guint32 *out, guint32 n)
{
  const guint8 *bytes = (const guint8 *)in;

  EACH (i)
  {
    gint32 u = 2 * (gint32)(i % 64) - 2 * (gint32)(i / 64) + 81 - 2;
    gint32 v = 2 * (gint32)(i % 64) + 2 * (gint32)(i / 64) - 41 - 2;
    guint32 sum = 0;

    /* both count quarters of a pixel from the middle of the first */
    for (gint32 corner = 0; corner < 4; corner++)
      {
        gint32 x = (u >> 2) + (corner & 1);
        gint32 y = (v >> 2) + (corner >> 1);
        guint32 weight =
            (guint32)((corner & 1 ? u & 3 : 4 - (u & 3)) * (corner >> 1 ? v & 3 : 4 - (v & 3)));

        sum += weight * bytes[CLAMP (y, 0, 31) * 64 + CLAMP (x, 0, 63)];
      }
    out[i] = sum / 16;
  }
}

static void
volume (const guint32 *in, guint32 *out, guint32 n)
{
  const gint16 *cells = (const gint16 *)(const void *)in;

  EACH (i)
  {
    guint32 x = (in[i] & 255) / 16;
    guint32 y = (in[i] >> 10 & 255) / 32;
    guint32 z = (in[i] >> 20 & 255) / 64;
    const gint16 *cell = cells + 2 * ((z * 8 + y) * 16 + x);

    out[i] = (guint32)(cell[0] * 31 + cell[1]);
  }
}

static void
mirror (const guint32 *in, guint32 *out, guint32 n)
{
  EACH (i)
  if (i % 40 < 32)
    out[i / 40 * 32 + 31 - i % 40] = in[i];
}

#define TEXTURE(w, h, d, k, b, c, a, f)                                                     \
  {                                                                                         \
    .width = w, .height = h, .depth = d, .kind = k, .bits = b, .channels = c, .address = a, \
    .flags = f                                                                              \
  }

const Program programs[] = {
  { "sorts", "bitonic", 3, 256, 768, 0, FALSE, sort_blocks },
  { "sorts", "radix", 2, 256, 512, 0, FALSE, sort_blocks },
  { "sorts", "quick", 2, 64, 1024, 0, FALSE, sort_threads },
  { "sorts", "transpose_sort", 2, 128, 256, 0, FALSE, sort_warps },
  { "numbers", "collatz", 3, 96, 288, 0, FALSE, collatz },
  { "numbers", "mandelbrot", 2, 128, 256, 0, FALSE, mandelbrot },
  { "numbers", "ackermann", 2, 48, 96, 0, FALSE, ackermann },
  { "numbers", "queens", 1, 64, 64, 0, FALSE, queens },
  { "numbers", "wide_product", 4, 64, 256, 0, FALSE, wide_product },
  { "numbers", "gcd", 4, 64, 256, 0, FALSE, gcd },
  { "numbers", "power", 4, 64, 256, 0, FALSE, power },
  { "numbers", "horner", 4, 64, 256, 0, FALSE, horner },
  { "texts", "crc", 2, 64, 128, 0, FALSE, crc },
  { "texts", "sha256", 2, 64, 128, 0, FALSE, sha256 },
  { "texts", "levenshtein", 2, 64, 128, 0, FALSE, levenshtein },
  { "texts", "prefix", 2, 64, 128, 0, FALSE, prefix },
  { "texts", "brackets", 4, 128, 512, 0, FALSE, brackets },
  { "shared", "histogram", 4, 128, 16, 0, FALSE, histogram },
  { "shared", "scan", 2, 256, 512, 0, FALSE, scan },
  { "shared", "transform", 2, 256, 512, 0, FALSE, transform },
  { "shared", "life", 2, 256, 512, 0, FALSE, life },
  { "shared", "aggregated", 3, 96, 8, 0, FALSE, aggregated },
  { "shared", "determinant", 4, 16, 64, 0, FALSE, determinant },
  { "shared", "bodies", 3, 64, 192, 0, FALSE, bodies },
  { "graphs", "hash_table", 4, 128, 2048, 0, FALSE, hash_table },
  { "graphs", "union_find", 2, 128, 256, 0, FALSE, union_find },
  { "graphs", "search", 2, 128, 256, 0, FALSE, search },
  { "graphs", "sparse", 2, 128, 256, 0, FALSE, sparse },
  { "graphs", "mutex", 3, 64, 2, 0, FALSE, mutex },
  { "graphs", "means", 4, 128, 16, 0, FALSE, means },
  { "waits", "grid_sync", 7, 64, 896, 0, TRUE, grid_sync },
  { "waits", "look_back", 9, 64, 594, 576, FALSE, look_back },
  { "waits", "consume", 12, 32, 24, 0, FALSE, consume },
  { "groups", "group_votes", 3, 64, 192, 0, FALSE, group_votes },
  { "groups", "group_sums", 3, 64, 192, 0, FALSE, group_sums },
  { "groups", "partition", 3, 64, 192, 0, FALSE, partition },
  { "groups", "group_ways", 3, 64, 192, 0, FALSE, group_ways },
  { "inlines", "inlined", 2, 64, 128, 0, FALSE, inlined },
  { "objects", "tree", 2, 64, 128, 0, FALSE, tree },
  { "objects", "shapes", 2, 64, 128, 0, FALSE, shapes },
  { "objects", "machine", 2, 64, 128, 0, FALSE, machine },
  { "objects", "variable", 2, 64, 128, 0, FALSE, variable },
  { "objects", "dice", 2, 64, 128, 0, FALSE, dice },
  { "textures", "lookup", 4, 128, 512, 0, FALSE, lookup,
    TEXTURE (256, 0, 0, WS_TEXEL_UNSIGNED, 8, 4, WS_TEXTURE_CLAMP, WS_TEXTURE_BUFFER) },
  { "textures", "rotate", 16, 128, 2048, 0, FALSE, rotate,
    TEXTURE (64, 32, 0, WS_TEXEL_UNSIGNED, 8, 1, WS_TEXTURE_CLAMP,
             WS_TEXTURE_LINEAR | WS_TEXTURE_READS_FLOAT) },
  { "textures", "volume", 4, 128, 512, 0, FALSE, volume,
    TEXTURE (16, 8, 4, WS_TEXEL_SIGNED, 16, 2, WS_TEXTURE_WRAP, WS_TEXTURE_NORMALIZED) },
  { "textures", "mirror", 5, 64, 256, 0, FALSE, mirror,
    TEXTURE (32, 8, 0, WS_TEXEL_UNSIGNED, 32, 1, WS_TEXTURE_CLAMP, WS_TEXTURE_SURFACE) },
};

const guint n_programs = G_N_ELEMENTS (programs);

/* ---- runs ---- */

#define N_IN 4096

/* Keys in ascending order, each with its count: first those of the table that are taken. */
static void
sort_table (guint32 *table, guint n)
{
  guint k = 0;

  for (guint i = 0; i < n; i++)
    if (table[2 * i] != 0)
      {
        table[2 * k] = table[2 * i];
        table[2 * k++ + 1] = table[2 * i + 1];
      }
  memset (table + 2 * k, 0, 2 * (n - k) * sizeof *table);
  qsort (table, k, 2 * sizeof *table, compare_unsigned);
}

/* Where each number's set has its root, from the links that lead there. */
static void
follow (guint32 *links, guint32 n)
{
  g_autofree guint32 *copy = g_memdup2 (links, n * sizeof *links);

  EACH (i)
  {
    guint32 v = i;

    while (copy[v] != 0)
      v = copy[v] - 1;
    links[i] = v;
  }
}

/* Says in a recording what is launched, and where its words lie. */
static gboolean
describe (const Program *self, WsDevice *device, const char *path, const guint64 *params,
          WsRecordRequest *record, GError **error)
{
  static const char *names[] = { "in", "out" };
  const guint64 sizes[] = { N_IN * 4, self->n_out * 4 };
  WsLaunch launch = { .grid = { self->grid, 1, 1 }, .block = { self->block, 1, 1 } };
  WsKernel *kernel = device->klass->describe (device, self->entry, self->entry, path, NULL, error);

  if (kernel == NULL)
    return FALSE;
  launch.kernel = ws_run_builder_add_kernel (record->builder, kernel);
  record->launch = ws_run_builder_add_launch (record->builder, &launch);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    ws_run_builder_add_region (record->builder, &(WsRegion){ .name = (char *)names[i],
                                                             .space = WS_SPACE_GLOBAL,
                                                             .address = params[i],
                                                             .size_bytes = sizes[i],
                                                             .value_type = WS_VALUE_S32 });
  return TRUE;
}

gboolean
program_run (const Program *self, WsDevice *device, const WsRecordRequest *wanted, GError **error)
{
  const char *named = g_getenv ("PROGRAMS");
  g_autofree char *name = g_strconcat (self->file, ".ptx", NULL);
  g_autofree char *path = g_build_filename (named != NULL ? named : WS_TEST_DIR, "ptx", name, NULL);
  g_autoptr (GRand) random = g_rand_new_with_seed (42);
  g_autofree guint32 *in = g_new (guint32, N_IN);
  g_autofree guint32 *out = g_new0 (guint32, self->n_out);
  g_autofree guint32 *expected = g_new0 (guint32, MAX (self->n_out, N_IN));
  g_autofree char *ptx = NULL;
  const gboolean is_surface = (self->texture.flags & WS_TEXTURE_SURFACE) != 0;
  guint64 params[3];
  const WsLaunchRequest request = { .entry = self->entry,
                                    .grid = { self->grid, 1, 1 },
                                    .block = { self->block, 1, 1 },
                                    .params = (const guint8 *)params,
                                    .params_size = self->texture.width > 0 ? 24 : 16 };
  const WsDeviceClass *klass = device->klass;
  WsRecordRequest record = wanted != NULL ? *wanted : (WsRecordRequest){ 0 };
  guint32 n = self->grid * self->block;

  for (guint i = 0; i < N_IN; i++)
    in[i] = g_rand_int (random);
  if (g_str_equal (self->entry, "search"))
    memset (out, 0xff, self->n_out * sizeof *out);
  klass->free_all (device);
  if (!g_file_get_contents (path, &ptx, NULL, error) || !klass->load (device, ptx, -1, name, error)
      || !klass->alloc (device, N_IN * 4, "in", &params[0], error)
      || !klass->alloc (device, self->n_out * 4, "out", &params[1], error)
      || (self->texture.width != 0
          && !klass->bind_texture (device, &self->texture, params[is_surface ? 1 : 0], &params[2],
                                   error))
      || !klass->write (device, params[0], in, N_IN * 4, error)
      || !klass->write (device, params[1], out, self->n_out * 4, error)
      || (wanted != NULL && !describe (self, device, path, params, &record, error))
      || !klass->launch (device, &request, wanted != NULL ? &record : NULL, NULL, NULL, error)
      || !klass->read (device, params[1], out, self->n_out * 4, error))
    return FALSE;
  self->compute (in, expected, n);
  /* where something lies depends on who came first */
  if (self->compute == hash_table)
    {
      sort_table (out, 1024);
      sort_table (expected, 1024);
    }
  if (self->compute == union_find)
    follow (out, n);
  for (guint i = 0; i < (self->n_checked > 0 ? self->n_checked : self->n_out); i++)
    if (out[i] != expected[i])
      g_error ("%s: out[%u] is 0x%x, not 0x%x", self->entry, i, out[i], expected[i]);
  return TRUE;
}
