#include "play.h"
#include "record/bounds.h"
#include "stages/divergence.h"
#include "record/file.h"
#include "metrics/metrics.h"
#include "stages/stages.h"

#include <string.h>

#define DRIVER    "580.159"
#define DATE      G_GINT64_CONSTANT (1795219200)
#define LAST_DATE G_GINT64_CONSTANT (253402300799) /* of the year 9999 */

/* A .wsrun file in memory, and the run in it. */
typedef struct {
  GBytes *bytes;
  WsRun *run;
} Saved;

static GBytes *
save (WsRun *run)
{
  g_autofree char *dir = g_dir_make_tmp ("warpstage-XXXXXX", NULL);
  g_autoptr (GFile) file = g_file_new_build_filename (dir, "run.wsrun", NULL);
  g_autoptr (GFile) parent = g_file_new_for_path (dir);
  g_autoptr (GError) error = NULL;
  GBytes *bytes;

  g_assert_true (ws_run_save (run, file, NULL, &error));
  g_assert_no_error (error);
  bytes = g_file_load_bytes (file, NULL, NULL, &error);
  g_assert_no_error (error);
  g_file_delete (file, NULL, NULL);
  g_file_delete (parent, NULL, NULL);
  return bytes;
}

/* reduce1 of 40 threads, with residencies, counts, a timing, a counter and a finding. */
static Saved
make_saved (void)
{
  g_autoptr (WsRun) played = play_reduce1 (40, 33, "h200");
  g_autoptr (WsRunBuilder) builder =
      ws_run_builder_new (played->spec, "vm:h200", "Virtual H200", WS_ORIGIN_MODELLED);
  const WsKernel *kernel = ws_run_get_kernel (played, 0);
  WsResidency residency = { .end = 10 };
  WsWarpSpan spans[2] = { { 0, 10 }, { 1, 5 } };
  g_autofree WsSiteCount *counts = g_new0 (WsSiteCount, kernel->n_sites);
  WsFinding finding = { .kind = WS_FINDING_RACE, .message = (char *)"a race" };
  g_autoptr (WsRun) run = NULL;
  Saved self;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) shared = g_ptr_array_new_with_free_func (g_free);
  WsKernel like = *kernel;

  ws_run_builder_set_driver (builder, DRIVER);
  ws_run_builder_set_date (builder, DATE);
  ws_run_builder_set_about (builder, "reduce1", "Kernel 1", g_variant_new_parsed ("{'n': <@t 33>}"),
                            WS_VALUE_S32, ws_run_words_find ("sum"));
  ws_run_builder_set_result (builder, 1, 1, 0, TRUE, 1);
  ws_run_builder_add_note (builder, "A note.");
  g_ptr_array_add (shared,
                   g_memdup2 (&(WsRegion){ (char *)"sdata", WS_SPACE_SHARED, 0, 160, WS_VALUE_S32 },
                              sizeof (WsRegion)));
  like.source = (char *)"text";
  like.shared = shared;
  ws_run_builder_add_kernel (builder, ws_kernel_new (&like));
  ws_run_builder_add_region (builder, &(WsRegion){ .name = (char *)"input",
                                                   .space = WS_SPACE_GLOBAL,
                                                   .address = 0x10000,
                                                   .size_bytes = 160,
                                                   .value_type = WS_VALUE_S32,
                                                   .columns = 10 });
  ws_run_builder_add_launch (builder, &played->launches[0]);
  ws_run_builder_add_block (builder, 0,
                            &(WsRecordedBlock){ .events = played->events,
                                                .n_events = played->n_events,
                                                .lanes = played->lanes,
                                                .n_lanes = played->n_lanes });
  ws_run_builder_add_residencies (builder, 0, &residency, 1);
  ws_run_builder_add_warp_spans (builder, 0, spans, G_N_ELEMENTS (spans));
  ws_run_builder_add_counts (builder, 0, counts, kernel->n_sites);
  ws_run_builder_add_sample (builder, 0, 100, WS_ORIGIN_MODELLED);
  ws_run_builder_add_counter (builder, 0, "cycles", "", 1);
  ws_run_builder_add_finding (builder, &finding);
  run = ws_run_builder_end (builder);
  self.bytes = save (run);
  self.run = ws_run_load_bytes (self.bytes, &error);
  g_assert_no_error (error);
  return self;
}

static void
clear (Saved *self)
{
  ws_run_unref (self->run);
  g_bytes_unref (self->bytes);
}

/* Derives everything of a run, for the sanitizers to watch. */
static void
use (const WsRun *run)
{
  for (guint launch = 0; launch < run->n_launches; launch++)
    {
      g_autoptr (GArray) metrics = ws_metrics_new (run, launch);
      g_assert_cmpuint (metrics->len, >, 0);
    }
  for (guint i = 0; i < run->n_blocks; i++)
    {
      guint launch = run->blocks[i].launch;
      guint block = run->blocks[i].block;
      g_autoptr (WsDataflow) flow = ws_dataflow_new (run, launch, block);
      g_autoptr (WsStages) stages = ws_stages_new (run, launch, block, flow);

      for (guint k = 0; k < stages->n_stages; k++)
        g_free (ws_stages_caption (stages, run, launch, block, k));
      for (guint k = 0; k < ws_launch_get_n_warps (&run->launches[launch]); k++)
        ws_warp_trace_free (ws_warp_trace_new (run, launch, block, k));
    }
}

/* Loads @data: a run that can be used, or an error that says something. */
static gboolean
try_load (gconstpointer data, gsize size, char **message)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) run = ws_run_load_bytes (bytes, &error);

  if (run != NULL)
    {
      g_assert_no_error (error);
      use (run);
      return TRUE;
    }
  g_assert_nonnull (error);
  g_assert_true (error->domain == WS_RECORD_ERROR);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  if (message != NULL)
    *message = g_strdup (error->message);
  return FALSE;
}

static void
test_truncated (void)
{
  Saved saved = make_saved ();
  gsize size;
  const char *data = g_bytes_get_data (saved.bytes, &size);

  g_assert_true (try_load (data, size, NULL));
  for (gsize i = 0; i < size; i++)
    g_assert_false (try_load (data, i, NULL));
  clear (&saved);
}

static void
test_flipped (void)
{
  Saved saved = make_saved ();
  g_autoptr (GRand) random = g_rand_new_with_seed (2026);
  gsize size;
  const char *data = g_bytes_get_data (saved.bytes, &size);
  g_autofree char *copy = g_memdup2 (data, size);
  guint n_loaded = 0;
  guint n_refused = 0;

  for (guint i = 0; i < 3000; i++)
    {
      gsize at[3];
      guint n = i % 2 == 0 ? 1 : 3;

      for (guint k = 0; k < n; k++)
        {
          /* a third of them in the framing and the small parts at either end */
          gsize window = i % 3 == 0 ? MIN (size, 600) : size;
          at[k] = g_rand_int_range (random, 0, window);
          if (i % 6 == 3)
            at[k] = size - 1 - at[k];
          if (i % 5 == 0)
            copy[at[k]] ^= 1 << g_rand_int_range (random, 0, 8);
          else
            copy[at[k]] = g_rand_int (random);
        }
      if (try_load (copy, size, NULL))
        n_loaded++;
      else
        n_refused++;
      for (guint k = 0; k < n; k++)
        copy[at[k]] = data[at[k]];
    }
  /* a value that a lane read may be any, the site of an event may not */
  g_assert_cmpuint (n_loaded, >, 100);
  g_assert_cmpuint (n_refused, >, 100);
  clear (&saved);
}

static void
test_garbage (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  char data[512];

  for (guint i = 0; i < 200; i++)
    {
      for (guint k = 0; k < sizeof data; k++)
        data[k] = i % 2 == 0 ? g_rand_int (random) : 0;
      memcpy (data, "WSRUN\0\0\1\4\0\0\0\0\0\0", 16);
      data[8] = (char)(1 + i / 2 % 3);
      g_assert_false (try_load (data, 16 + g_rand_int_range (random, 0, 496), NULL));
    }
}

/* Overwrites @n bytes at @place, which lies in the saved run, and expects to be told so. */
static void
assert_damage (Saved *saved, gconstpointer place, gconstpointer value, gsize n,
               const char *expected)
{
  gsize size;
  const char *data = g_bytes_get_data (saved->bytes, &size);
  g_autofree char *copy = g_memdup2 (data, size);
  g_autofree char *message = NULL;
  gsize offset = (const char *)place - data;

  g_assert_cmpuint (offset + n, <=, size);
  memcpy (copy + offset, value, n);
  g_assert_false (try_load (copy, size, &message));
  if (strstr (message, expected) == NULL)
    g_error ("“%s” does not say “%s”", message, expected);
}

#define ASSERT_DAMAGE(saved, field, number, expected)                      \
  G_STMT_START                                                             \
  {                                                                        \
    __typeof__ (field) damaged_ = (__typeof__ (field))(number);            \
    assert_damage (saved, &(field), &damaged_, sizeof damaged_, expected); \
  }                                                                        \
  G_STMT_END

static void
test_header (void)
{
  Saved saved = make_saved ();
  gsize size;
  const guint8 *data = g_bytes_get_data (saved.bytes, &size);
  g_autofree guint8 *copy = g_memdup2 (data, size);
  g_autoptr (GBytes) other = NULL;
  g_autoptr (GError) error = NULL;

  ASSERT_DAMAGE (&saved, data[0], 'w', "not a .wsrun file");
  ASSERT_DAMAGE (&saved, data[12], 1, "byte 12 of the file is not 0");
  copy[8] = 99;
  other = g_bytes_new (copy, size);
  g_assert_null (ws_run_load_bytes (other, &error));
  g_assert_error (error, WS_RECORD_ERROR, WS_RECORD_ERROR_VERSION);
  g_assert_nonnull (strstr (error->message, "version 99"));
  clear (&saved);
}

/* Where @n bytes stand in the saved run. They stand there once. */
static const char *
find (const Saved *saved, gconstpointer bytes, gsize n)
{
  gsize size;
  const char *data = g_bytes_get_data (saved->bytes, &size);
  const char *place = memmem (data, size, bytes, n);

  g_assert_nonnull (place);
  g_assert_null (memmem (place + 1, size - (gsize)(place + 1 - data), bytes, n));
  return place;
}

/* A driver that is no text, and dates that no calendar has. */
static void
test_driver_and_date (void)
{
  static const gint64 bad[] = { -1, G_MININT64, G_MAXINT64, LAST_DATE + 1 };
  static const gint64 good[] = { 0, 1, LAST_DATE };
  Saved saved = make_saved ();
  const gint64 now = GINT64_TO_LE (DATE);
  const char *date = find (&saved, &now, sizeof now);
  const char *driver = find (&saved, DRIVER, sizeof DRIVER);
  gsize size;
  const char *data = g_bytes_get_data (saved.bytes, &size);
  g_autofree char *copy = g_memdup2 (data, size);

  g_assert_cmpstr (saved.run->driver, ==, DRIVER);
  g_assert_cmpint (saved.run->date, ==, DATE);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      gint64 value = GINT64_TO_LE (bad[i]);
      g_autofree char *expected = g_strdup_printf ("its date is %" G_GINT64_FORMAT, bad[i]);

      assert_damage (&saved, date, &value, sizeof value, expected);
    }
  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      gint64 value = GINT64_TO_LE (good[i]);

      memcpy (copy + (date - data), &value, sizeof value);
      g_assert_true (try_load (copy, size, NULL));
    }
  assert_damage (&saved, driver, "\xff", 1, "its part 1 is malformed");
  assert_damage (&saved, driver, "", 1, "its part 1 is malformed");
  clear (&saved);
}

/* (transfer full): the buffers of @run without their rows */
static GVariant *
make_old_buffers (const WsRun *run)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(sytty)"));
  for (guint i = 0; i < run->regions->len; i++)
    {
      const WsRegion *region = g_ptr_array_index (run->regions, i);

      g_variant_builder_add (&builder, "(sytty)", region->name, (guchar)region->space,
                             region->address, region->size_bytes, (guchar)region->value_type);
    }
  return g_variant_ref_sink (g_variant_builder_end (&builder));
}

/* (transfer full): the findings of @run as faults of one thread */
static GVariant *
make_old_findings (const WsRun *run)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(uuuuuuts)"));
  for (guint i = 0; i < run->findings->len; i++)
    {
      const WsFinding *finding = g_ptr_array_index (run->findings, i);

      g_variant_builder_add (&builder, "(uuuuuuts)", finding->kind, finding->launch, finding->site,
                             finding->block, finding->warp, finding->lane, finding->address,
                             finding->message);
    }
  return g_variant_ref_sink (g_variant_builder_end (&builder));
}

/* (transfer full): the launches as they stood before kernels launched any */
static GVariant *
make_old_launches (const WsRun *run)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(uuuuuuuuuuttttuuuuuyyyy)"));
  for (gsize i = 0; i < run->n_launches; i++)
    {
      const WsLaunch *l = &run->launches[i];

      g_variant_builder_add (
          &builder, "(uuuuuuuuuuttttuuuuuyyyy)", l->kernel, l->grid[0], l->grid[1], l->grid[2],
          l->block[0], l->block[1], l->block[2], l->static_shared_bytes, l->dynamic_shared_bytes,
          l->registers_per_thread, l->n_elements, l->n_results, l->duration_cycles, l->duration_ns,
          l->first_residency, l->n_residencies, l->first_count, l->first_warp_span,
          l->driver_blocks, l->registers_from, l->has_duration, l->has_counts, l->origin);
    }
  return g_variant_ref_sink (g_variant_builder_end (&builder));
}

/* The run of @saved as version 2 to 6 wrote it: the host launched all; before 6 findings knew no
 * other access; before 5 buffers had no rows; before 4 there was no job,
 * the header had an operator instead of words, and how many values were left instead of an element;
 * and in version 2 neither driver nor date. */
static GBytes *
save_as (const Saved *saved, guint8 version)
{
  g_autoptr (GVariant) run = ws_run_to_variant (saved->run);
  g_autoptr (GVariant) header = g_variant_get_child_value (run, 1);
  gsize n = g_variant_n_children (run) - (version < 4);
  g_autofree GVariant **children = g_new (GVariant *, n);
  GVariant *parts[12];
  gsize n_parts = version == 2 ? 10 : 12;
  g_autoptr (GVariant) old = NULL;
  gsize size;
  char *data;

  for (gsize i = 0; i < n_parts; i++)
    parts[i] = i == 7   ? g_variant_ref_sink (g_variant_new_string (version == 2 ? "max" : "own"))
               : i == 8 ? g_variant_ref_sink (g_variant_new ("(bttdbt)", TRUE, (guint64)1,
                                                             (guint64)1, 0.0, TRUE, (guint64)5))
                        : g_variant_get_child_value (header, i);
  for (gsize i = 0; i < n; i++)
    children[i] = i == 1 && version < 4 ? g_variant_ref_sink (g_variant_new_tuple (parts, n_parts))
                  : i == 3 && version < 5 ? make_old_buffers (saved->run)
                  : i == 5 && version < 6 ? make_old_findings (saved->run)
                  : i == 6                ? make_old_launches (saved->run)
                                          : g_variant_get_child_value (run, i);
  old = g_variant_ref_sink (g_variant_new_tuple (children, n));
  for (gsize i = 0; i < n_parts; i++)
    g_variant_unref (parts[i]);
  for (gsize i = 0; i < n; i++)
    g_variant_unref (children[i]);
  size = 16 + g_variant_get_size (old);
  data = g_malloc (size);
  memcpy (data, "WSRUN\0\0\1\2\0\0\0\0\0\0", 16);
  data[8] = (char)version;
  g_variant_store (old, data + 16);
  return g_bytes_new_take (data, size);
}

/* All stays, and the launches are the host's. */
static void
test_version_6 (void)
{
  Saved saved = make_saved ();
  g_autoptr (GBytes) old = save_as (&saved, 6);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) run = ws_run_load_bytes (old, &error);
  g_autoptr (GVariant) before = g_variant_ref_sink (ws_run_to_variant (saved.run));
  g_autoptr (GVariant) after = NULL;
  gsize size;
  const char *data = g_bytes_get_data (old, &size);

  g_assert_no_error (error);
  g_assert_cmpuint (run->launches[0].parent, ==, WS_NONE);
  after = g_variant_ref_sink (ws_run_to_variant (run));
  g_assert_true (g_variant_equal (before, after));
  use (run);
  for (gsize i = 0; i < size; i++)
    g_assert_false (try_load (data, i, NULL));
  clear (&saved);
}

/* The rows of buffers stay, and findings have the lane that they are of. */
static void
test_version_5 (void)
{
  Saved saved = make_saved ();
  g_autoptr (GBytes) old = save_as (&saved, 5);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) run = ws_run_load_bytes (old, &error);
  gsize size;
  const char *data = g_bytes_get_data (old, &size);
  const WsFinding *finding;

  g_assert_no_error (error);
  g_assert_cmpuint (((WsRegion *)g_ptr_array_index (run->regions, 0))->columns, ==, 10);
  g_assert_cmpuint (run->findings->len, ==, 1);
  finding = g_ptr_array_index (run->findings, 0);
  g_assert_cmpstr (finding->message, ==, "a race");
  g_assert_cmpuint (finding->kind, ==, WS_FINDING_RACE);
  g_assert_cmpuint (finding->lanes, ==, 1);
  g_assert_cmpuint (finding->count, ==, 1);
  g_assert_false (finding->has_other);
  g_assert_null (finding->place);
  use (run);
  for (gsize i = 0; i < size; i++)
    g_assert_false (try_load (data, i, NULL));
  clear (&saved);
}

static void
test_version_4 (void)
{
  Saved saved = make_saved ();
  g_autoptr (GBytes) old = save_as (&saved, 4);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) run = ws_run_load_bytes (old, &error);
  gsize size;
  const char *data = g_bytes_get_data (old, &size);
  const WsRegion *before = g_ptr_array_index (saved.run->regions, 0);
  const WsRegion *after;

  g_assert_no_error (error);
  g_assert_cmpstr (run->words.result, ==, saved.run->words.result);
  g_assert_cmpuint (run->regions->len, ==, saved.run->regions->len);
  after = g_ptr_array_index (run->regions, 0);
  g_assert_cmpstr (after->name, ==, before->name);
  g_assert_cmpuint (after->address, ==, before->address);
  g_assert_cmpuint (before->columns, ==, 10);
  g_assert_cmpuint (after->columns, ==, 0);
  use (run);
  for (gsize i = 0; i < size; i++)
    g_assert_false (try_load (data, i, NULL));
  clear (&saved);
}

/* Rows are longer than all that the buffer has. */
static void
test_columns (void)
{
  g_autoptr (WsRun) played = play_reduce1 (40, 33, "h200");
  g_autoptr (WsRunBuilder) builder =
      ws_run_builder_new (played->spec, "vm:h200", "Virtual H200", WS_ORIGIN_MODELLED);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) run = NULL;

  ws_run_builder_add_region (builder, &(WsRegion){ .name = (char *)"wide",
                                                   .space = WS_SPACE_GLOBAL,
                                                   .address = 0x1000,
                                                   .size_bytes = 160,
                                                   .value_type = WS_VALUE_S32,
                                                   .columns = 161 });
  run = ws_run_builder_finish (builder, &error);
  g_assert_null (run);
  g_assert_error (error, WS_RECORD_ERROR, WS_RECORD_ERROR_DAMAGED);
  g_assert_nonnull (strstr (error->message, "rows of 161 elements"));
}

static void
test_version_3 (void)
{
  Saved saved = make_saved ();
  g_autoptr (GBytes) old = save_as (&saved, 3);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) run = ws_run_load_bytes (old, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (run->driver, ==, saved.run->driver);
  g_assert_cmpint (run->date, ==, saved.run->date);
  g_assert_cmpstr (run->words.result, ==, "own");
  g_assert_null (run->words.combine);
  g_assert_null (run->job);
  use (run);
  clear (&saved);
}

static void
test_version_2 (void)
{
  Saved saved = make_saved ();
  g_autoptr (GBytes) old = save_as (&saved, 2);
  g_autoptr (GRand) random = g_rand_new_with_seed (2);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) run = ws_run_load_bytes (old, &error);
  g_autoptr (GBytes) again = NULL;
  g_autoptr (WsRun) saved_again = NULL;
  gsize size;
  const char *data = g_bytes_get_data (old, &size);
  g_autofree char *copy = g_memdup2 (data, size);
  char *title = memmem (copy, size, "Virtual H200", 13);

  g_assert_no_error (error);
  g_assert_null (run->driver);
  g_assert_cmpint (run->date, ==, 0);
  g_assert_cmpstr (run->title, ==, "Kernel 1");
  g_assert_cmpstr (run->words.result, ==, "max");
  g_assert_cmpstr (run->words.combines, ==, "keep the larger");
  g_assert_true (run->has_result && run->correct);
  g_assert_cmpuint (run->element, ==, 0);
  g_assert_null (run->job);
  g_assert_cmpstr (run->notes[0], ==, "A note.");
  g_assert_cmpuint (run->n_events, ==, saved.run->n_events);
  use (run);
  /* it is saved as a run of today */
  again = save (run);
  g_assert_cmpint (((const char *)g_bytes_get_data (again, NULL))[8], ==, 7);
  saved_again = ws_run_load_bytes (again, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (saved_again->device_name, ==, "Virtual H200");
  /* and is as suspicious as one */
  *title = '\xff';
  g_assert_false (try_load (copy, size, NULL));
  memcpy (copy, data, size);
  for (gsize i = 0; i < size; i++)
    g_assert_false (try_load (data, i, NULL));
  for (guint i = 0; i < 1000; i++)
    {
      gsize at = (gsize)g_rand_int_range (random, 12, i % 2 == 0 ? 700 : (gint32)size);

      copy[at] = (char)g_rand_int (random);
      try_load (copy, size, NULL);
      copy[at] = data[at];
    }
  clear (&saved);
}

static void
test_events (void)
{
  Saved saved = make_saved ();
  const WsEvent *event = &saved.run->events[2];
  const WsLane *shared;
  guint i = 0;

  g_assert_cmpuint (event->access, !=, WS_NONE);
  ASSERT_DAMAGE (&saved, event->site, 999, "event 2: the kernel does not have its site");
  ASSERT_DAMAGE (&saved, event->block, 1, "event 2: it belongs to another block");
  ASSERT_DAMAGE (&saved, event->warp, 2, "event 2: the block does not have its warp");
  ASSERT_DAMAGE (&saved, event->active, 0, "event 2: its active lanes do not belong to its warp");
  ASSERT_DAMAGE (&saved, event->time, 1000, "event 3: it is out of order");
  ASSERT_DAMAGE (&saved, event->space, 9, "event 2: its memory space is invalid");
  ASSERT_DAMAGE (&saved, event->flags, 2, "event 2: it has unknown flags");
  ASSERT_DAMAGE (&saved, event->access, saved.run->n_lanes - 31, "event 2: its access is outside");
  ASSERT_DAMAGE (&saved, event->access, WS_NONE - 1, "event 2: its access is outside");
  shared = &saved.run->lanes[event->access];
  g_assert_cmpint (event->space, ==, WS_SPACE_SHARED);
  ASSERT_DAMAGE (&saved, shared->address, 233472 - 3,
                 "event 2: an address of its access is invalid");
  while (saved.run->events[i].warp == 0)
    i++;
  event = &saved.run->events[i]; /* of the second warp, which has 8 lanes */
  ASSERT_DAMAGE (&saved, event->active, 0x1ff, "its active lanes do not belong to its warp");
  ASSERT_DAMAGE (&saved, event->taken, 0x1ff, "inactive lanes take the branch");
  clear (&saved);
}

/* Each bound holds to the last, and no further. */
static void
test_bounds (void)
{
  g_autofree char *line = g_strnfill (ws_bound_get (WS_BOUND_LINE_BYTES), 'x');
  g_autofree char *long_line = g_strconcat ("short\n", line, "x\nshort", NULL);
  g_autofree char *good_line = g_strconcat ("short\r\n", line, "\n", NULL);
  g_autofree char *lines = g_strnfill (ws_bound_get (WS_BOUND_TEXT_LINES), '\n');
  g_autofree char *more_lines = g_strconcat (lines, "x", NULL);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < WS_N_BOUNDS; i++)
    {
      g_assert_true (ws_bound_check (i, ws_bound_get (i), NULL));
      g_assert_false (ws_bound_check (i, ws_bound_get (i) + 1, NULL));
      g_assert_false (ws_bound_check (i, G_MAXUINT64, NULL));
    }
  g_assert_true (ws_bound_check_lines (NULL, NULL));
  g_assert_true (ws_bound_check_lines ("", NULL));
  g_assert_true (ws_bound_check_lines (good_line, NULL));
  g_assert_false (ws_bound_check_lines (long_line, NULL));
  g_assert_true (ws_bound_check_lines (lines, NULL));
  g_assert_false (ws_bound_check_lines (more_lines, NULL));
  while (text->len < ws_bound_get (WS_BOUND_TEXT_BYTES))
    g_string_append (text, "a line of eight times eight, which is sixty-four letters longer\n");
  g_string_truncate (text, ws_bound_get (WS_BOUND_TEXT_BYTES));
  g_assert_true (ws_bound_check_lines (text->str, NULL));
  g_string_append_c (text, 'x');
  g_assert_false (ws_bound_check_lines (text->str, NULL));
  g_string_free (text, TRUE);
}

/* A run without a single span of a warp, and a launch that says where its own begin: no pointer
 * goes there before that is known (clang's sanitizer sees one that does). */
static void
test_no_spans (void)
{
  g_autoptr (WsRun) played = play_reduce1 (40, 33, "h200");
  Saved saved = { .bytes = save (played) };
  g_autoptr (GError) error = NULL;

  saved.run = ws_run_load_bytes (saved.bytes, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (saved.run->n_warp_spans, ==, 0);
  g_assert_cmpuint (saved.run->launches->first_warp_span, ==, WS_NONE);
  ASSERT_DAMAGE (&saved, saved.run->launches->first_warp_span, 0,
                 "launch 0 has spans of warps from 0 on");
  ASSERT_DAMAGE (&saved, saved.run->launches->first_warp_span, WS_NONE - 1,
                 "launch 0 has spans of warps from 4294967294 on");
  clear (&saved);
}

/* What was refused may have asked for blocks that no GPU has; but none of them has run. */
static void
test_asked (void)
{
  g_autoptr (WsRun) played = play_reduce1 (40, 33, "h200");
  Saved saved = { .bytes = save (played) };
  g_autoptr (GError) error = NULL;
  WsLaunch asked;

  saved.run = ws_run_load_bytes (saved.bytes, &error);
  g_assert_no_error (error);
  asked = saved.run->launches[0];
  asked.n_residencies = 0;
  asked.block[0] = 2048;
  assert_damage (&saved, saved.run->launches, &asked, sizeof asked,
                 "launch 0, block 0: a block cannot have 64 warps");
  asked.block[0] = 65537;
  assert_damage (&saved, saved.run->launches, &asked, sizeof asked,
                 "launch 0 has blocks of 65537 x 1 x 1");
  clear (&saved);
}

/* There is never more to say than a run may have: it can be read. */
static void
test_many_notes (void)
{
  g_autoptr (WsRun) played = play_reduce1 (40, 33, "h200");
  g_autoptr (WsRunBuilder) builder =
      ws_run_builder_new (played->spec, "vm:h200", "Virtual H200", WS_ORIGIN_MODELLED);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) run = NULL;

  ws_run_builder_add_kernel (builder, ws_kernel_new (ws_run_get_kernel (played, 0)));
  ws_run_builder_add_launch (builder, &played->launches[0]);
  for (guint i = 0; i < 1000; i++)
    ws_run_builder_add_note (builder, "Note %u.", i);
  run = ws_run_builder_finish (builder, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_strv_length (run->notes), ==, 256);
  g_assert_cmpstr (run->notes[254], ==, "Note 254.");
  g_assert_cmpstr (run->notes[255], ==, "Further notes were omitted.");
}

/* A grid that a kernel launched is of a thread that is there. */
static void
test_parent (void)
{
  g_autoptr (WsRun) played = play_reduce1 (40, 33, "h200");
  g_autoptr (WsRunBuilder) builder =
      ws_run_builder_new (played->spec, "vm:h200", "Virtual H200", WS_ORIGIN_MODELLED);
  WsLaunch child = { .grid = { 2, 1, 1 },
                     .block = { 32, 1, 1 },
                     .parent_thread = 39,
                     .parent_site = 3,
                     .depth = 1,
                     .begin_cycles = 100,
                     .stream = WS_STREAM_TAIL };
  Saved saved = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) made = NULL;
  const WsLaunch *launch;

  ws_run_builder_add_kernel (builder, ws_kernel_new (ws_run_get_kernel (played, 0)));
  ws_run_builder_add_launch (builder, &played->launches[0]);
  ws_run_builder_add_launch (builder, &child);
  made = ws_run_builder_finish (builder, &error);
  g_assert_no_error (error);
  saved.bytes = save (made);
  saved.run = ws_run_load_bytes (saved.bytes, &error);
  g_assert_no_error (error);
  launch = &saved.run->launches[1];
  g_assert_cmpuint (launch->parent, ==, 0);
  g_assert_cmpuint (launch->parent_thread, ==, 39);
  g_assert_cmpuint (launch->begin_cycles, ==, 100);
  ASSERT_DAMAGE (&saved, launch->parent, 1, "launch 1 was launched by thread 39 of block 0 of");
  ASSERT_DAMAGE (&saved, launch->parent, WS_NONE, "launch 1 was launched by");
  ASSERT_DAMAGE (&saved, launch->parent_block, 1, "launch 1 was launched by thread 39 of block 1");
  ASSERT_DAMAGE (&saved, launch->parent_thread, 40, "launch 1 was launched by thread 40");
  ASSERT_DAMAGE (&saved, launch->parent_site, 1u << 30, "launch 1 was launched by");
  ASSERT_DAMAGE (&saved, launch->depth, 2, "launch 1 was launched by");
  ASSERT_DAMAGE (&saved, launch->stream, WS_STREAM_LAST + 1, "launch 1 was launched by");
  ASSERT_DAMAGE (&saved, launch->stream, WS_STREAM_HOST, "launch 1 was launched by");
  ASSERT_DAMAGE (&saved, saved.run->launches->depth, 1, "launch 0 was launched by");
  ASSERT_DAMAGE (&saved, launch->begin_cycles, G_MAXUINT64, "cycles; at most");
  clear (&saved);
}

static void
test_records (void)
{
  Saved saved = make_saved ();
  const WsRun *run = saved.run;
  const WsLaunch *launch = run->launches;
  const WsBlockRecord *block = run->blocks;

  ASSERT_DAMAGE (&saved, launch->kernel, 1, "launch 0 is of kernel 1 of 1");
  ASSERT_DAMAGE (&saved, launch->grid[1], 0, "launch 0 has a grid of 1 x 0 x 1");
  ASSERT_DAMAGE (&saved, launch->grid[2], WS_NONE, "launch 0 has a grid of");
  ASSERT_DAMAGE (&saved, launch->block[0], 1025, "launch 0 has blocks of 1025 x 1 x 1");
  ASSERT_DAMAGE (&saved, launch->has_counts, 2, "launch 0 has unknown flags");
  ASSERT_DAMAGE (&saved, launch->origin, 7, "launch 0 has unknown flags");
  ASSERT_DAMAGE (&saved, launch->n_residencies, 2, "launch 0 has 2 residencies");
  ASSERT_DAMAGE (&saved, launch->first_residency, 1, "launch 0 has 1 residencies from 1 on");
  ASSERT_DAMAGE (&saved, launch->first_count, 1, "launch 0 has counts from 1 on");
  ASSERT_DAMAGE (&saved, block->launch, 1, "record 0 is of launch 1");
  ASSERT_DAMAGE (&saved, block->block, 1, "record 0 is of launch 0, block 1");
  ASSERT_DAMAGE (&saved, block->first_event, 1, "record 0 has");
  ASSERT_DAMAGE (&saved, block->n_events, run->n_events + 1, "record 0 has");
  ASSERT_DAMAGE (&saved, block->n_events, run->n_events - 1, "1 events belong to no block");
  ASSERT_DAMAGE (&saved, run->residencies->sm, 132, "residency 0: block 0 on SM 132");
  ASSERT_DAMAGE (&saved, run->residencies->slot, 32, "slot 32");
  ASSERT_DAMAGE (&saved, run->residencies->block, 1, "residency 0: block 1");
  ASSERT_DAMAGE (&saved, launch->first_warp_span, 1, "launch 0 has spans of warps from 1 on");
  ASSERT_DAMAGE (&saved, run->warp_spans[1].end, 11, "warp 1 is present from 1 to 11");
  ASSERT_DAMAGE (&saved, run->warp_spans[1].start, 6, "warp 1 is present from 6 to 5");
  ASSERT_DAMAGE (&saved, run->residencies->start, 11, "from 11 to 10");
  ASSERT_DAMAGE (&saved, run->residencies->end, (G_GUINT64_CONSTANT (1) << 48) + 1,
                 "it has 281474976710657 cycles; at most 281474976710656 can be read");
  ASSERT_DAMAGE (&saved, run->counts->taken_lanes, 1, "counts of site 0 contradict each other");
  ASSERT_DAMAGE (&saved, run->counts->ideal_wavefronts, 1, "counts of site 0 contradict");
  ASSERT_DAMAGE (&saved, run->samples->launch, 1, "timing 0 is of launch 1");
  ASSERT_DAMAGE (&saved, run->samples->origin, 2, "timing 0 is of launch 0, origin 2");
  clear (&saved);
}

static void
test_kernel (void)
{
  Saved saved = make_saved ();
  const WsKernel *kernel = ws_run_get_kernel (saved.run, 0);
  const WsSite *site = &kernel->sites[2]; /* st.shared */

  ASSERT_DAMAGE (&saved, site->text, kernel->strings_size, "site 2: its text is invalid");
  ASSERT_DAMAGE (&saved, site->opcode, WS_NONE, "site 2: its text is invalid");
  ASSERT_DAMAGE (&saved, site->file, kernel->strings_size, "site 2: its text is invalid");
  ASSERT_DAMAGE (&saved, site->target, kernel->n_sites, "site 2: its target is invalid");
  ASSERT_DAMAGE (&saved, site->reconverge, kernel->n_sites, "site 2: its point of reconvergence");
  ASSERT_DAMAGE (&saved, site->first_register, kernel->n_registers - 1,
                 "its register list is invalid");
  ASSERT_DAMAGE (&saved, site->first_register, WS_NONE, "site 2: its register list is invalid");
  ASSERT_DAMAGE (&saved, site->n_uses, 255, "site 2: its register list is invalid");
  ASSERT_DAMAGE (&saved, site->op_class, WS_OP_LAST + 1, "site 2: its class is invalid");
  ASSERT_DAMAGE (&saved, site->space, WS_SPACE_LAST + 1, "site 2: its space is invalid");
  ASSERT_DAMAGE (&saved, site->value_type, WS_VALUE_LAST + 1, "site 2: its type is invalid");
  ASSERT_DAMAGE (&saved, site->width_bytes, 17, "site 2: its width is invalid");
  ASSERT_DAMAGE (&saved, site->width_bytes, 0, "site 2: it moves 1 x 0 bytes");
  ASSERT_DAMAGE (&saved, site->vector, 3, "site 2: its vector is invalid");
  ASSERT_DAMAGE (&saved, site->vector, 0, "site 2: its vector is invalid");
  ASSERT_DAMAGE (&saved, kernel->registers[0], PLAY_REGISTERS, "entry 0 of its register lists");
  ASSERT_DAMAGE (&saved, kernel->register_names[1], kernel->strings_size, "register 1: its name");
  ASSERT_DAMAGE (&saved, kernel->strings[kernel->strings_size - 1], 'x',
                 "its strings are unterminated");
  ASSERT_DAMAGE (&saved, kernel->strings[3], 0xff, "is not UTF-8");
  clear (&saved);
}

/* The run with another value in place of child @child. */
static GVariant *
replace (GVariant *run, gsize child, GVariant *value)
{
  gsize n = g_variant_n_children (run);
  g_autofree GVariant **children = g_new (GVariant *, n);
  GVariant *replaced;

  for (gsize i = 0; i < n; i++)
    children[i] = i == child ? value : g_variant_get_child_value (run, i);
  replaced = g_variant_ref_sink (g_variant_new_tuple (children, n));
  for (gsize i = 0; i < n; i++)
    if (i != child)
      g_variant_unref (children[i]);
  return replaced;
}

static void
assert_replaced (GVariant *run, gsize child, GVariant *value, const char *expected)
{
  g_autoptr (GVariant) damaged = replace (run, child, value);
  g_autoptr (GError) error = NULL;

  g_assert_null (ws_run_new_from_variant (damaged, &error));
  g_assert_error (error, WS_RECORD_ERROR, WS_RECORD_ERROR_DAMAGED);
  if (strstr (error->message, expected) == NULL)
    g_error ("“%s” does not say “%s”", error->message, expected);
}

/* @n counters of each of the launch and the whole plan, and @more of the launch. */
static GVariant *
make_counters (guint n, guint more)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(ussd)"));
  for (guint i = 0; i < n; i++)
    {
      g_variant_builder_add (&builder, "(ussd)", 0, "x", "", 1.0);
      g_variant_builder_add (&builder, "(ussd)", WS_NONE, "x", "", 1.0);
    }
  for (guint i = 0; i < more; i++)
    g_variant_builder_add (&builder, "(ussd)", 0, "x", "", 1.0);
  return g_variant_builder_end (&builder);
}

/* What one launch has is not counted to another, nor to the plan. */
static void
test_counters (void)
{
  Saved saved = make_saved ();
  g_autoptr (GVariant) run = ws_run_to_variant (saved.run);
  g_autoptr (GVariant) many = replace (run, 4, make_counters (64, 0));
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) loaded = ws_run_new_from_variant (many, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (loaded->counters->len, ==, 128);
  assert_replaced (run, 4, make_counters (64, 1),
                   "it has 65 hardware counters of one launch; at most 64 can be read");
  assert_replaced (run, 4, g_variant_new_parsed ("[(@u 3, 'x', '', 1.0)]"),
                   "counter “x” is of launch 3");
  assert_replaced (run, 4, g_variant_new_parsed ("[(@u 1, 'x', '', 1.0)]"),
                   "counter “x” is of launch 1");
  clear (&saved);
}

G_STATIC_ASSERT (WS_FINDING_LAST == 13);

static void
test_lists (void)
{
  Saved saved = make_saved ();
  g_autoptr (GVariant) run = ws_run_to_variant (saved.run);
  static const char *const findings[] = {
    "[(14, 0, 0, 0, 0, 0, 0, '', 1, 1, 0, nothing, nothing)]", /* beyond WS_FINDING_LAST */
    "[(0, 1, 0, 0, 0, 0, 0, '', 1, 1, 0, nothing, nothing)]",
    "[(0, 0, 999, 0, 0, 0, 0, '', 1, 1, 0, nothing, nothing)]",
    "[(0, 0, 0, 1, 0, 0, 0, '', 1, 1, 0, nothing, nothing)]",
    "[(0, 0, 0, 0, 2, 0, 0, '', 1, 1, 0, nothing, nothing)]",
    "[(0, 0, 0, 0, 0, 32, 0, '', 1, 1, 0, nothing, nothing)]",
    "[(6, 0, 0, 0, 0, 0, 0, '', 1, 1, 6, nothing, nothing)]",
    "[(6, 0, 0, 0, 0, 0, 0, '', 1, 1, 1, nothing, (0, 0, 0, 1, 6))]",
    "[(6, 0, 0, 0, 0, 0, 0, '', 1, 1, 1, nothing, (999, 0, 0, 1, 1))]",
    "[(6, 0, 0, 0, 0, 0, 0, '', 1, 1, 1, nothing, (0, 1, 0, 1, 1))]",
    "[(6, 0, 0, 0, 0, 0, 0, '', 1, 1, 1, nothing, (0, 0, 2, 1, 1))]",
  };

  for (guint i = 0; i < G_N_ELEMENTS (findings); i++)
    {
      g_autoptr (GError) error = NULL;
      GVariant *value = g_variant_parse (G_VARIANT_TYPE ("a(uuuuuutsutymsm(uuuuy))"), findings[i],
                                         NULL, NULL, &error);
      g_assert_no_error (error);
      assert_replaced (run, 5, value, "finding 0 ");
      g_variant_unref (value);
    }
  assert_replaced (run, 3, g_variant_new_parsed ("[('b', @y 9, @t 0, @t 1, @y 0, @t 0)]"),
                   "buffer “b” has an invalid type");
  assert_replaced (
      run, 3, g_variant_new_parsed ("[('b', @y 2, @t 16, @t 18446744073709551615, @y 0, @t 0)]"),
      "buffer “b” exceeds the end of memory");
  assert_replaced (run, 0, g_variant_new_string ("no spec"), "it has the wrong type");
  assert_replaced (run, 0, g_variant_new_parsed ("('a', 'b', [@t 9, 0])"),
                   "the spec has 2 figures");
  clear (&saved);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/record/damage/truncated", test_truncated);
  g_test_add_func ("/record/damage/flipped", test_flipped);
  g_test_add_func ("/record/damage/garbage", test_garbage);
  g_test_add_func ("/record/damage/header", test_header);
  g_test_add_func ("/record/damage/driver-and-date", test_driver_and_date);
  g_test_add_func ("/record/damage/parent", test_parent);
  g_test_add_func ("/record/damage/many-notes", test_many_notes);
  g_test_add_func ("/record/damage/version-2", test_version_2);
  g_test_add_func ("/record/damage/version-3", test_version_3);
  g_test_add_func ("/record/damage/version-4", test_version_4);
  g_test_add_func ("/record/damage/version-5", test_version_5);
  g_test_add_func ("/record/damage/version-6", test_version_6);
  g_test_add_func ("/record/damage/columns", test_columns);
  g_test_add_func ("/record/damage/events", test_events);
  g_test_add_func ("/record/damage/bounds", test_bounds);
  g_test_add_func ("/record/damage/no-spans", test_no_spans);
  g_test_add_func ("/record/damage/asked", test_asked);
  g_test_add_func ("/record/damage/records", test_records);
  g_test_add_func ("/record/damage/kernel", test_kernel);
  g_test_add_func ("/record/damage/counters", test_counters);
  g_test_add_func ("/record/damage/lists", test_lists);
  return g_test_run ();
}
