/* Reading a program's history. It comes from a process that ran a stranger's code. */
#include "history/fold.h"
#include "wire/protocol.h"

#include <string.h>

static GVariant *
step_new (WsStepKind kind, guint module)
{
  return ws_step_to_variant (&(WsStep){ .kind = kind,
                                        .name = (char *)"add",
                                        .module = module,
                                        .grid = { 1, 2, 3 },
                                        .block = { 4, 5, 6 },
                                        .duration_ns = 10 });
}

static GVariant *
capture_new (guint64 first, guint64 second, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new_take (g_malloc0 (size), size);
  g_autoptr (GPtrArray) memories = g_ptr_array_new ();
  WsHistoryMemory a = { first, (char *)"", bytes };
  WsHistoryMemory b = { second, (char *)"count", bytes };
  g_autoptr (GBytes) params = g_bytes_new_static ("12345678", 8);
  g_autoptr (GPtrArray) textures = g_ptr_array_new ();
  WsCapture capture = { .params = params, .memories = memories, .textures = textures };

  g_ptr_array_add (memories, &a);
  g_ptr_array_add (memories, &b);
  return ws_capture_to_variant (&capture);
}

static gboolean
take (WsHistory *self, const char *message, GVariant *body)
{
  g_autoptr (GVariant) owned = g_variant_ref_sink (body);
  g_autoptr (GError) error = NULL;
  gboolean taken = ws_history_take (self, message, owned, &error);

  g_assert_true (taken == (error == NULL));
  g_assert_true (taken || error->domain == WS_HISTORY_ERROR);
  return taken;
}

static WsHistory *
history_new (void)
{
  WsHistory *self = ws_history_new ();

  g_assert_true (take (self, "begin", g_variant_new ("(us)", WS_HISTORY_VERSION, "vm:h200")));
  g_assert_true (take (self, "module", g_variant_new ("(ss)", "module-0.ptx", ".version 8.0")));
  return self;
}

static void
test_good (void)
{
  g_autoptr (WsHistory) self = history_new ();
  const WsStep *step;

  g_assert_true (take (self, "step", step_new (WS_STEP_ALLOC, 0)));
  g_assert_true (take (self, "step", step_new (WS_STEP_LAUNCH, 0)));
  g_assert_true (take (self, "capture", capture_new (256, 512, 16)));
  g_assert_true (take (self, "end", g_variant_new ("(i)", 3)));
  step = ws_history_get_launch (self, 0);
  g_assert_cmpstr (step->name, ==, "add");
  g_assert_cmpuint (step->grid[1], ==, 2);
  g_assert_cmpuint (step->block[2], ==, 6);
  g_assert_null (ws_history_get_launch (self, 1));
  g_assert_cmpuint (ws_history_find_longest (self), ==, 0);
  g_assert_cmpuint (self->capture->memories->len, ==, 2);
  g_assert_cmpint (self->status, ==, 3);
}

static GVariant *
ran_new (guint32 step, guint64 begin, guint64 duration)
{
  return g_variant_new_parsed ("[(%u, %t, %t, uint32 700, 'why')]", step, begin, duration);
}

/* How long a launch took, said later; of a step that is none it is refused. */
static void
test_ran (void)
{
  g_autoptr (WsHistory) self = history_new ();
  const WsStep *step;

  g_assert_true (take (self, "step", step_new (WS_STEP_ALLOC, 0)));
  g_assert_true (take (self, "step", step_new (WS_STEP_LAUNCH, 0)));
  g_assert_true (take (self, "ran", ran_new (1, 7000, 1234)));
  step = ws_history_get_launch (self, 0);
  g_assert_cmpuint (step->begin_ns, ==, 7000);
  g_assert_cmpuint (step->duration_ns, ==, 1234);
  g_assert_cmpuint (step->error, ==, 700);
  g_assert_cmpstr (step->words, ==, "why");
  g_assert_false (take (self, "ran", ran_new (0, 7000, 1234)));
  g_assert_false (take (self, "ran", ran_new (2, 7000, 1234)));
  g_assert_false (take (self, "ran", ran_new (1, G_MAXINT64, 1)));
  g_assert_false (take (self, "ran", ran_new (1, 1, G_MAXUINT64)));
  g_assert_false (take (self, "ran", g_variant_new ("(u)", 1)));
  g_assert_cmpuint (step->duration_ns, ==, 1234);
}

/* Each is refused, by a sentence. */
static void
test_hostile (void)
{
  g_autoptr (WsHistory) self = history_new ();

  g_assert_false (take (self, "begin", g_variant_new ("(us)", WS_HISTORY_VERSION, "vm:h200")));
  g_assert_false (take (self, "secret", g_variant_new ("(s)", "x")));
  g_assert_false (take (self, "module", g_variant_new ("(s)", "x")));
  g_assert_false (take (self, "step", g_variant_new ("(s)", "x")));
  g_assert_false (take (self, "step", step_new (WS_STEP_LAST + 1, 0)));
  g_assert_false (take (self, "step", step_new (WS_STEP_LAUNCH, 1)));
  /* memories that overlap, that run round the end, that are nothing */
  g_assert_false (take (self, "capture", capture_new (256, 271, 16)));
  g_assert_false (take (self, "capture", capture_new (256, G_MAXUINT64 - 8, 16)));
  g_assert_false (take (self, "capture", capture_new (256, 512, 0)));
  g_assert_null (self->capture);
}

static void
test_long (void)
{
  g_autoptr (WsHistory) self = history_new ();
  g_autoptr (GVariant) step = g_variant_ref_sink (step_new (WS_STEP_ALLOC, 0));

  for (guint i = 0; i < WS_HISTORY_MAX_STEPS; i++)
    g_assert_true (ws_history_take (self, "step", step, NULL));
  g_assert_false (take (self, "step", step_new (WS_STEP_ALLOC, 0)));
  for (guint i = 1; i < WS_HISTORY_MAX_MODULES; i++)
    g_assert_true (take (self, "module", g_variant_new ("(ss)", "m", "")));
  g_assert_false (take (self, "module", g_variant_new ("(ss)", "m", "")));
}

/* a b (c d) (c d) (c d) e e: rounds of a loop are one entry, whatever their times. */
static void
test_fold (void)
{
  static const char steps[] = "abcdcdcdee";
  static const WsRounds expected[] = { { 0, 1, 1 }, { 1, 1, 1 }, { 2, 2, 3 }, { 8, 1, 2 } };
  g_autoptr (WsHistory) self = history_new ();
  g_autoptr (GArray) folds = NULL;

  for (guint i = 0; i < strlen (steps); i++)
    {
      const char name[] = { steps[i], '\0' };

      g_assert_true (take (self, "step",
                           ws_step_to_variant (&(WsStep){
                               .kind = WS_STEP_LAUNCH, .name = (char *)name, .duration_ns = i })));
    }
  folds = ws_history_fold (self);
  g_assert_cmpuint (folds->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < folds->len; i++)
    {
      const WsRounds *rounds = &g_array_index (folds, WsRounds, i);

      g_assert_cmpuint (rounds->first, ==, expected[i].first);
      g_assert_cmpuint (rounds->n_steps, ==, expected[i].n_steps);
      g_assert_cmpuint (rounds->n_rounds, ==, expected[i].n_rounds);
    }
}

/* A program that was ended while it wrote leaves half a frame. */
static void
test_cut (void)
{
  g_autoptr (GBytes) begin =
      ws_protocol_pack ("begin", g_variant_new ("(us)", WS_HISTORY_VERSION, "vm:h200"), NULL);
  g_autoptr (GBytes) end = ws_protocol_pack ("end", g_variant_new ("(i)", 0), NULL);
  gsize size = g_bytes_get_size (begin) + g_bytes_get_size (end);
  g_autofree guint8 *all = g_malloc (size);

  memcpy (all, g_bytes_get_data (begin, NULL), g_bytes_get_size (begin));
  memcpy (all + g_bytes_get_size (begin), g_bytes_get_data (end, NULL), g_bytes_get_size (end));
  for (gsize length = g_bytes_get_size (begin); length <= size; length++)
    {
      g_autoptr (GInputStream) stream =
          g_memory_input_stream_new_from_data (all, (gssize)length, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (WsHistory) self = ws_history_read (stream, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (self->device, ==, "vm:h200");
      g_assert_true (self->has_ended == (length == size));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/history/good", test_good);
  g_test_add_func ("/history/ran", test_ran);
  g_test_add_func ("/history/hostile", test_hostile);
  g_test_add_func ("/history/long", test_long);
  g_test_add_func ("/history/fold", test_fold);
  g_test_add_func ("/history/cut", test_cut);
  return g_test_run ();
}
