/* A virtual GPU is a device like any other: its calibration, which is not told its spec, finds the
 * figures that it models time with. */
#include "calibrate/calibrate.h"
#include "specs.h"
#include "virtual/virtual.h"

#include <math.h>
#include <string.h>

/* By how much a figure may be off: the larger of the two, percent or the figure itself. */
typedef struct {
  const char *key;
  double percent;
  guint64 least;
} Bound;

static const Bound bounds[] = {
  { "arithmetic", 1, 0 },      { "shared", 1, 0 },     { "near", 3, 1 },
  { "memory", 3, 1 },          { "barrier", 5, 0 },    { "barrier_warp", 0, 0 },
  { "fp64_lanes", 2, 0 },      { "sfu_lanes", 2, 0 },  { "port_bytes", 2, 0 },
  { "block_launch_ps", 2, 0 }, { "launch_ns", 2, 40 }, { "event_ns", 0, 0 },
};

static const Bound l1[] = { { "l2", 3, 1 } };

/* Those that a newer GPU has; of others they are not known, and what is found is what other figures
 * let through. */
static const Bound newer[] = {
  { "branch", 5, 0 },
  { "int_lanes", 2, 0 },
  { "slow_division", 2, 0 },
  { "l2_bytes_per_cycle", 5, 0 },
  { "l2_requests", 10, 0 },
  { "partial_writes", 10, 0 },
  { "bandwidth_percent", 3, 0 },
  { "granule_bytes", 0, 0 },
  { "atomic_tenths", 5, 0 },
  { "block_gap", 15, 0 },
};

typedef struct {
  guint n;
  double last;
  GCancellable *cancellable; /* cancelled at the third word of progress */
} Told;

static void
progress_cb (double fraction, const char *sentence, gpointer data)
{
  Told *told = data;

  g_assert_cmpfloat (fraction, >=, told->last);
  g_assert_cmpfloat (fraction, <, 1);
  g_assert_null (strstr (sentence, "%s"));
  told->last = fraction;
  told->n++;
  if (told->cancellable != NULL && told->n == 3)
    g_cancellable_cancel (told->cancellable);
}

static guint64
get (const WsSpec *spec, const char *key)
{
  WsSpecFigure figure;

  for (guint i = 0; i < ws_spec_get_n_figures (); i++)
    {
      ws_spec_get_figure (spec, i, &figure);
      if (ws_spec_is_timing (i) && g_str_equal (figure.key, key))
        return figure.value;
    }
  g_assert_not_reached ();
}

static void
check_bounds (const WsSpec *spec, const WsSpec *twin, const Bound *list, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      guint64 expected = get (spec, list[i].key);
      guint64 found = get (twin, list[i].key);
      double off = fabs ((double)found - (double)expected);

      g_test_message ("%s: %s is %" G_GUINT64_FORMAT ", found %" G_GUINT64_FORMAT, spec->id,
                      list[i].key, expected, found);
      g_assert_cmpfloat (off, <=,
                         MAX ((double)expected * list[i].percent / 100, (double)list[i].least));
    }
}

/* What a device says, its twin says. */
static void
check_limits (const WsSpec *spec, const WsSpec *twin)
{
  g_assert_cmpstr (twin->name, ==, spec->name);
  g_assert_cmpuint (twin->cc_major, ==, spec->cc_major);
  g_assert_cmpuint (twin->cc_minor, ==, spec->cc_minor);
  for (guint i = 0; i < ws_spec_get_n_figures (); i++)
    {
      WsSpecFigure said;
      WsSpecFigure kept;

      ws_spec_get_figure (spec, i, &said);
      ws_spec_get_figure (twin, i, &kept);
      /* the clock is measured */
      if (!ws_spec_is_timing (i) && !g_str_equal (said.key, "clock_khz"))
        g_assert_cmpuint (kept.value, ==, said.value);
    }
  g_assert_cmpfloat (fabs ((double)twin->clock_khz / spec->clock_khz - 1), <, 0.001);
}

/* Every figure of the file has a comment, unless the device says it. */
static void
check_comments (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  gboolean is_timing = FALSE;

  for (guint i = 1; lines[i] != NULL; i++)
    {
      is_timing = is_timing || g_str_equal (lines[i], "[timing]");
      if (is_timing && strchr (lines[i], '=') != NULL)
        {
          g_assert_true (g_str_has_prefix (lines[i - 1], "# "));
          g_assert_null (strstr (lines[i - 1], "%s"));
        }
    }
  g_assert_true (is_timing);
}

static void
test_twin (gconstpointer data)
{
  const char *id = data;
  g_autoptr (WsSpec) spec = specs_load (id);
  /* one that has other figures: what is not measured would be told from what is */
  g_autoptr (WsSpec) model = specs_load (g_str_equal (id, "g80") ? "h200" : "g80");
  g_autoptr (WsDevice) device = ws_vm_device_new (spec, 0);
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (WsSpec) twin = NULL;
  g_autoptr (GError) error = NULL;
  Told told = { 0 };
  const WsCalibrateRequest request = { model, progress_cb, &told };
  g_autofree char *text = ws_calibrate (device, &request, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (told.n, >, 20);
  check_comments (text);
  g_key_file_load_from_data (file, text, -1, G_KEY_FILE_NONE, &error);
  g_assert_no_error (error);
  twin = ws_spec_new_from_key_file (file, "mine", &error);
  g_assert_no_error (error);
  check_limits (spec, twin);
  check_bounds (spec, twin, bounds, G_N_ELEMENTS (bounds));
  /* what the model makes of its size: sets, a power of two of them */
  g_assert_cmpuint (twin->l1_bytes, ==,
                    spec->l1_bytes > 0 ? 1u << (g_bit_storage (spec->l1_bytes) - 1) : 0);
  /* without a cache nearer to the SM, what L2 answers is what is near */
  check_bounds (spec, twin, l1, spec->l1_bytes > 0 ? 1 : 0);
  if (spec->block_gap > 0)
    {
      /* no more than the requests that L2 takes can be seen of its parts */
      double parts = MIN (spec->atomic_slices, spec->l2_requests * spec->atomic_tenths / 10.);

      check_bounds (spec, twin, newer, G_N_ELEMENTS (newer));
      g_assert_cmpfloat (fabs (twin->atomic_slices - parts), <=, parts / 10);
    }
  g_assert_cmpuint (twin->page_cycles, ==, model->page_cycles);
}

static void
test_cancel (void)
{
  g_autoptr (WsSpec) spec = specs_load ("k40c");
  g_autoptr (WsDevice) device = ws_vm_device_new (spec, 0);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  Told told = { .cancellable = cancellable };
  const WsCalibrateRequest request = { spec, progress_cb, &told };

  g_assert_null (ws_calibrate (device, &request, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (told.n, ==, 3);
}

/* A spec of the user's may say anything within the bounds: all at their least, all at their most.
 * What is modelled by it ends. */
static void
test_extreme (gconstpointer data)
{
  gboolean most = GPOINTER_TO_INT (data);
  g_autoptr (GKeyFile) file = specs_load_file ("rtx2080ti");
  g_autoptr (WsSpec) model = specs_load ("h200");
  g_autoptr (WsSpec) spec = NULL;
  g_autoptr (WsDevice) device = NULL;
  g_autoptr (GError) error = NULL;
  const WsCalibrateRequest request = { .model = model };
  g_autofree char *text = NULL;

  for (guint i = 0; i < ws_spec_get_n_figures (); i++)
    {
      WsSpecFigure figure;

      ws_spec_get_figure (model, i, &figure);
      if (ws_spec_is_timing (i))
        g_key_file_set_uint64 (file, figure.group, figure.key, most ? figure.max : figure.min);
    }
  spec = ws_spec_new_from_key_file (file, "extreme", &error);
  g_assert_no_error (error);
  device = ws_vm_device_new (spec, 0);
  text = ws_calibrate (device, &request, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (text);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/calibrate/k40c", "k40c", test_twin);
  if (g_test_thorough ())
    {
      g_test_add_data_func ("/calibrate/h200", "h200", test_twin);
      g_test_add_data_func ("/calibrate/h100", "h100", test_twin);
      g_test_add_data_func ("/calibrate/rtx2080ti", "rtx2080ti", test_twin);
      g_test_add_data_func ("/calibrate/least", GINT_TO_POINTER (FALSE), test_extreme);
    }
  g_test_add_data_func ("/calibrate/most", GINT_TO_POINTER (TRUE), test_extreme);
  g_test_add_func ("/calibrate/cancel", test_cancel);
  return g_test_run ();
}
