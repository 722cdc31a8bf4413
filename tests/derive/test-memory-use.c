/* What a launch did to memory: its lines, where a block has been. */
#include "play.h"
#include "derive/memory-use.h"

static const WsMemoryLine *
find_line (const WsMemoryUse *use, WsSpace space, WsOpClass op_class)
{
  for (guint i = 0; i < use->lines->len; i++)
    {
      const WsMemoryLine *line = &g_array_index (use->lines, WsMemoryLine, i);

      if (line->space == space && line->op_class == op_class)
        return line;
    }
  g_assert_not_reached ();
}

/* A warp loads 32 words in order, another 32 that are eight words apart, and a store of both: of
 * one instruction each, so of one line. */
static WsRun *
play_spread (const char *spec)
{
  Play *p = play_new (64);
  guint load = play_site (p, WS_OP_LOAD, "ld.global.u32", "r0 = [r9]");
  guint store = play_site (p, WS_OP_STORE, "st.shared.u32", "r0 [r9]");

  for (guint warp = 0; warp < 2; warp++)
    {
      guint64 from[32];
      guint64 to[32];

      for (guint i = 0; i < 32; i++)
        {
          from[i] = PLAY_INPUT + 4 * (guint64)i * (warp == 0 ? 1 : 8);
          to[i] = 4 * (guint64)i * (warp == 0 ? 1 : 4);
        }
      play_access (p, load, warp, G_MAXUINT32, G_MAXUINT32, from);
      play_access (p, store, warp, G_MAXUINT32, G_MAXUINT32, to);
    }
  return play_end (p, spec);
}

static void
test_lines (void)
{
  static const struct {
    const char *spec;
    guint transactions;
    double efficiency;
  } cases[] = { { "h200", 4 + 32, 256. / (36 * 32) }, { "k40c", 1 + 8, 256. / (9 * 128) } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WsRun) run = play_spread (cases[i].spec);
      g_autoptr (WsMemoryUse) use = ws_memory_use_new (run, 0, 0);
      const WsMemoryLine *load = find_line (use, WS_SPACE_GLOBAL, WS_OP_LOAD);
      const WsMemoryLine *store = find_line (use, WS_SPACE_SHARED, WS_OP_STORE);

      g_assert_false (use->of_all_blocks);
      g_assert_cmpuint (load->requests, ==, 2);
      g_assert_cmpuint (load->asked_bytes, ==, 256);
      g_assert_cmpuint (load->transactions, ==, cases[i].transactions);
      g_assert_cmpfloat (ws_memory_line_get_per_request (load), ==, cases[i].transactions / 2.);
      g_assert_cmpfloat (ws_memory_line_get_efficiency (load), ==, cases[i].efficiency);
      g_assert_cmpuint (store->wavefronts, ==, 1 + 4);
      g_assert_cmpfloat (ws_memory_line_get_efficiency (store), ==, 2. / 5);
    }
}

static void
test_places (void)
{
  g_autoptr (WsRun) run = play_spread ("h200");
  g_autoptr (WsMemoryUse) use = ws_memory_use_new (run, 0, 0);

  /* events: warp 0 loads, stores, warp 1 loads, stores */
  g_assert_cmpuint (run->n_events, ==, 4);
  g_assert_false (ws_memory_use_was_touched (use, PLAY_INPUT, 0));
  g_assert_true (ws_memory_use_was_touched (use, PLAY_INPUT, 2));
  g_assert_true (ws_memory_use_was_touched (use, PLAY_INPUT + 127, 2));
  g_assert_false (ws_memory_use_was_touched (use, PLAY_INPUT + 128, 2));
  g_assert_true (ws_memory_use_has_word (use, 31));
  g_assert_false (ws_memory_use_has_word (use, 33));
  g_assert_true (ws_memory_use_has_word (use, 124));
  /* the last access at the event or before it, else the first */
  g_assert_cmpuint (ws_memory_use_find_access (use, 0, 1), ==, 1);
  g_assert_cmpuint (ws_memory_use_find_access (use, 0, WS_NONE), ==, 0);
  g_assert_cmpuint (ws_memory_use_find_access (use, 1, WS_NONE), ==, 2);
  g_assert_cmpuint (ws_memory_use_find_access (use, 7, WS_NONE), ==, WS_NONE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/memory-use/lines", test_lines);
  g_test_add_func ("/memory-use/places", test_places);
  return g_test_run ();
}
