/* The least of many keys, against looking at all of them. */
#include "clock/min-tree.h"

static guint
look_at_all (const guint64 *keys, guint n)
{
  guint least = 0;

  for (guint i = 1; i < n; i++)
    least = keys[i] < keys[least] ? i : least;
  return least;
}

/* As many as a GPU has SMs, and numbers about powers of two; few values, so that many are equal. */
static void
test_random (void)
{
  static const guint sizes[] = { 1, 2, 3, 7, 8, 9, 64, 65, 132 };

  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      guint n = sizes[s];
      WsMinTree *least = ws_min_tree_new (n, 5);
      g_autofree guint64 *keys = g_new (guint64, n);

      for (guint i = 0; i < n; i++)
        keys[i] = 5;
      g_assert_cmpuint (ws_min_tree_find (least), ==, 0);
      for (guint i = 0; i < 2000; i++)
        {
          guint index = (guint)g_test_rand_int_range (0, (gint32)n);
          guint64 key = g_test_rand_int_range (0, 9) == 8 ? G_MAXUINT64
                                                          : (guint64)g_test_rand_int_range (0, 8);

          keys[index] = key;
          ws_min_tree_set (least, index, key);
          g_assert_cmpuint (ws_min_tree_get (least, index), ==, key);
          g_assert_cmpuint (ws_min_tree_find (least), ==, look_at_all (keys, n));
        }
      ws_min_tree_free (least);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/min-tree/random", test_random);
  return g_test_run ();
}
