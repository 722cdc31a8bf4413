/* Where buffers of the virtual GPU lie: aligned as a GPU's, and so far apart that an index that is
 * wrong by a power of two is beyond all memory. */
#include "vm/vm.h"

#define N_BUFFERS 24
#define ALIGN     256
#define GAP       65536
#define LIMIT     (G_GUINT64_CONSTANT (1) << 36)

static WsAllocation *
get (const WsMemory *memory, guint i)
{
  return g_ptr_array_index (memory->allocations, i);
}

static WsAllocation *
alloc (WsMemory *memory, guint64 size)
{
  g_autoptr (GError) error = NULL;
  WsAllocation *allocation = ws_memory_alloc (memory, size, "buffer", &error);

  g_assert_no_error (error);
  return allocation;
}

static void
assert_aligned (const WsMemory *memory)
{
  for (guint i = 0; i < memory->allocations->len; i++)
    {
      const WsAllocation *each = get (memory, i);

      g_assert_cmpuint (each->address % ALIGN, ==, 0);
      g_assert_cmpuint (each->address >> 47, ==, 0);
      if (i > 0)
        g_assert_cmpuint (each->address, >=,
                          get (memory, i - 1)->address + get (memory, i - 1)->size + GAP);
    }
}

/* Each buffer moved by each power of two, up and down, meets no other one. */
static void
assert_far_apart (const WsMemory *memory)
{
  for (guint i = 0; i < memory->allocations->len; i++)
    for (guint j = 0; j < i; j++)
      for (guint bit = 0; bit < 48; bit++)
        {
          const WsAllocation *low = get (memory, j);
          const WsAllocation *high = get (memory, i);
          guint64 first = low->address + (G_GUINT64_CONSTANT (1) << bit);
          guint64 last = first + low->size - 1;

          g_assert_true (last < high->address || first > high->address + high->size - 1);
        }
}

static void
test_apart (void)
{
  g_autoptr (GRand) chance = g_rand_new_with_seed (47);
  g_autoptr (WsHostMemory) host = ws_host_memory_new ();

  for (guint round = 0; round < 60; round++)
    {
      WsMemory *memory = ws_memory_new (LIMIT, host);
      guint most = (guint)g_rand_int_range (chance, 1, 21);

      for (guint i = 0; i < N_BUFFERS; i++)
        {
          guint64 size = G_GUINT64_CONSTANT (1) << g_rand_int_range (chance, 0, (gint)most + 1);

          /* powers of two, as buffers mostly are, and others */
          alloc (memory, round % 2 == 0 ? size : size + g_rand_int (chance) % (size + 1));
        }
      assert_aligned (memory);
      assert_far_apart (memory);
      ws_memory_free (memory);
    }
}

/* Buffers of a plan: two of the same size, and what the next launch reads. */
static void
test_plan (void)
{
  static const guint64 sizes[] = { 1 << 24, 1 << 24, 1 << 17, 1 << 10, 4 };
  g_autoptr (WsHostMemory) host = ws_host_memory_new ();
  WsMemory *memory = ws_memory_new (LIMIT, host);

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    alloc (memory, sizes[i]);
  assert_aligned (memory);
  assert_far_apart (memory);
  /* and not farther than it takes */
  g_assert_cmpuint (get (memory, G_N_ELEMENTS (sizes) - 1)->address - get (memory, 0)->address, <,
                    G_GUINT64_CONSTANT (1) << 28);
  ws_memory_free (memory);
}

/* The same work finds the same addresses. */
static void
test_again (void)
{
  g_autoptr (WsHostMemory) host = ws_host_memory_new ();
  WsMemory *memory = ws_memory_new (LIMIT, host);
  guint64 addresses[4];

  for (guint i = 0; i < G_N_ELEMENTS (addresses); i++)
    addresses[i] = alloc (memory, 1000 * (i + 1))->address;
  g_assert_cmpuint (addresses[0], ==, WS_GLOBAL_BASE);
  ws_memory_clear (memory);
  for (guint i = 0; i < G_N_ELEMENTS (addresses); i++)
    g_assert_cmpuint (alloc (memory, 1000 * (i + 1))->address, ==, addresses[i]);
  ws_memory_free (memory);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/memory/apart", test_apart);
  g_test_add_func ("/memory/plan", test_plan);
  g_test_add_func ("/memory/again", test_again);
  return g_test_run ();
}
