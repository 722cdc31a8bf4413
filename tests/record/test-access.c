#include "record/access.h"

/* What the fast paths must agree with: a set of pieces, and a set of words per bank. */
static guint
count_pieces (const guint64 *addresses, guint n, guint bytes, guint size)
{
  g_autoptr (GHashTable) pieces = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < bytes; k++)
      {
        guint64 piece = (addresses[i] + k) / size;
        g_hash_table_add (pieces, g_memdup2 (&piece, sizeof piece));
      }
  return g_hash_table_size (pieces);
}

static guint
count_wavefronts (guint32 mask, const guint64 *addresses, guint bytes, guint banks, guint *ideal)
{
  guint per_pass = banks * 4 / MAX (bytes, 4);
  guint sum = 0;
  guint next = 0;

  *ideal = 0;
  for (guint first = 0; first < 32; first += per_pass)
    {
      guint most = 0;
      guint n = 0;
      guint64 words[32][64];
      guint n_words[32] = { 0 };

      for (guint lane = first; lane < first + per_pass; lane++)
        if ((mask & 1u << lane) != 0)
          {
            for (guint k = 0; k < bytes; k++)
              {
                guint64 word = (addresses[next] + k) / 4;
                guint bank = word % banks;
                guint i = 0;

                while (i < n_words[bank] && words[bank][i] != word)
                  i++;
                words[bank][i] = word;
                n_words[bank] = MAX (n_words[bank], i + 1);
                most = MAX (most, n_words[bank]);
              }
            next++;
            n++;
          }
      sum += most;
      *ideal += n > 0;
    }
  return sum;
}

static WsAccessCost
cost_of_stride (guint stride_bytes, guint offset, guint bytes, gboolean shared, guint banks)
{
  guint64 addresses[32];
  WsAccessCost cost;

  for (guint i = 0; i < 32; i++)
    addresses[i] = offset + (guint64)stride_bytes * i;
  if (shared)
    ws_access_cost_shared (addresses, 32, bytes, banks, &cost);
  else
    ws_access_cost_global (addresses, 32, bytes, &cost);
  return cost;
}

static void
test_global (void)
{
  static const struct {
    guint stride, offset, bytes, sectors, segments;
  } cases[] = {
    { 4, 0, 4, 4, 1 },      /* coalesced */
    { 4, 128, 4, 4, 1 },    /* on the next segment */
    { 4, 4, 4, 5, 2 },      /* misaligned by one word */
    { 4, 16, 4, 5, 2 },     /* misaligned by half a sector */
    { 4, 32, 4, 4, 2 },     /* misaligned by a sector */
    { 0, 64, 4, 1, 1 },     /* broadcast */
    { 8, 0, 4, 8, 2 },      /* every other word */
    { 32, 0, 4, 32, 8 },    /* one word of each sector */
    { 128, 0, 4, 32, 32 },  /* one word of each segment */
    { 16, 0, 16, 16, 4 },   /* 16-byte loads */
    { 8, 0, 8, 8, 2 },      /* 8-byte loads */
    { 1, 0, 1, 1, 1 },      /* bytes */
    { 1, 31, 1, 2, 1 },     /* bytes, misaligned */
    { 4096, 30, 4, 64, 32 } /* words that straddle two sectors */
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      WsAccessCost cost =
          cost_of_stride (cases[i].stride, cases[i].offset, cases[i].bytes, FALSE, 0);

      g_assert_cmpuint (cost.sectors, ==, cases[i].sectors);
      g_assert_cmpuint (cost.segments, ==, cases[i].segments);
      g_assert_cmpuint (cost.bytes, ==, 32 * cases[i].bytes);
    }
}

/* Words @stride apart meet in gcd (stride, banks) banks' worth of conflict. */
static void
test_shared_strides (void)
{
  for (guint stride = 1; stride <= 64; stride++)
    {
      guint ways = 1;
      WsAccessCost cost;

      while (ways < 32 && stride % (ways * 2) == 0)
        ways *= 2;
      cost = cost_of_stride (4 * stride, 0, 4, TRUE, 32);
      g_assert_cmpuint (cost.wavefronts, ==, ways);
      g_assert_cmpuint (cost.ideal_wavefronts, ==, 1);

      /* 16 banks serve half a warp at a time */
      ways = MIN (ways, 16);
      cost = cost_of_stride (4 * stride, 0, 4, TRUE, 16);
      g_assert_cmpuint (cost.wavefronts, ==, 2 * ways);
      g_assert_cmpuint (cost.ideal_wavefronts, ==, 2);
    }
}

static void
test_shared_cases (void)
{
  guint64 addresses[32] = { 0 };
  WsAccessCost cost;

  cost = cost_of_stride (0, 12, 4, TRUE, 32); /* all want one word */
  g_assert_cmpuint (cost.wavefronts, ==, 1);
  cost = cost_of_stride (1, 0, 1, TRUE, 32); /* four lanes a word */
  g_assert_cmpuint (cost.wavefronts, ==, 1);
  cost = cost_of_stride (8, 0, 8, TRUE, 32);
  g_assert_cmpuint (cost.wavefronts, ==, 2);
  g_assert_cmpuint (cost.ideal_wavefronts, ==, 2);
  cost = cost_of_stride (16, 0, 16, TRUE, 32);
  g_assert_cmpuint (cost.wavefronts, ==, 4);
  g_assert_cmpuint (cost.ideal_wavefronts, ==, 4);
  g_assert_cmpuint (cost.bytes, ==, 512);
  cost = cost_of_stride (16, 0, 8, TRUE, 32); /* two lanes of each half-warp a bank */
  g_assert_cmpuint (cost.wavefronts, ==, 4);
  g_assert_cmpuint (cost.ideal_wavefronts, ==, 2);

  /* two words of one bank, sixteen lanes each */
  for (guint i = 0; i < 32; i++)
    addresses[i] = i % 2 * 128;
  ws_access_cost_shared (addresses, 32, 4, 32, &cost);
  g_assert_cmpuint (cost.wavefronts, ==, 2);

  /* every other lane of a warp, 16 banks: eight lanes of each half-warp, no two in one bank */
  for (guint i = 0; i < 16; i++)
    addresses[i] = 8 * i;
  ws_access_cost_shared_masked (0x55555555, addresses, 4, 16, &cost);
  g_assert_cmpuint (cost.wavefronts, ==, 2);
  g_assert_cmpuint (cost.ideal_wavefronts, ==, 2);

  ws_access_cost_shared (addresses, 0, 4, 32, &cost);
  g_assert_cmpuint (cost.wavefronts, ==, 0);
  g_assert_cmpuint (cost.ideal_wavefronts, ==, 0);
  ws_access_cost_global (addresses, 0, 4, &cost);
  g_assert_cmpuint (cost.sectors, ==, 0);
}

static void
test_random (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (17);

  for (guint round = 0; round < 2000; round++)
    {
      guint bytes = 1u << g_rand_int_range (random, 0, 5);
      guint32 mask = g_rand_int (random) | (round % 3 == 0 ? g_rand_int (random) : 0);
      guint n = __builtin_popcount (mask);
      guint banks = round % 2 == 0 ? 32 : 16;
      guint64 addresses[32];
      guint ideal;
      WsAccessCost cost;

      for (guint i = 0; i < n; i++)
        addresses[i] = (guint64)g_rand_int_range (random, 0, 1 << (round % 12 + 1)) * bytes;
      ws_access_cost_global (addresses, n, bytes, &cost);
      g_assert_cmpuint (cost.sectors, ==, count_pieces (addresses, n, bytes, 32));
      g_assert_cmpuint (cost.segments, ==, count_pieces (addresses, n, bytes, 128));
      ws_access_cost_shared_masked (mask, addresses, bytes, banks, &cost);
      g_assert_cmpuint (cost.wavefronts, ==,
                        count_wavefronts (mask, addresses, bytes, banks, &ideal));
      g_assert_cmpuint (cost.ideal_wavefronts, ==, ideal);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/record/access/global", test_global);
  g_test_add_func ("/record/access/shared-strides", test_shared_strides);
  g_test_add_func ("/record/access/shared-cases", test_shared_cases);
  g_test_add_func ("/record/access/random", test_random);
  return g_test_run ();
}
