/* What is drawn of the schedulers of an SM, and of its warps, is what was found: each cell against
 * the spans, for the kernels of the catalogue on two GPUs. */
#include "catalog/catalog.h"
#include "picture.h"
#include "recorded.h"
#include "schedule.h"
#include "sms/private.h"
#include "stalls/stalls.h"

#include <math.h>
#include <string.h>

#define WIDTH  1920
#define HEIGHT 1080
#define GAP    0.16 /* of a lane, at least a pixel */

typedef struct {
  cairo_surface_t *surface;
  GArray *texts; /* WsTextBox */
  WsSmsLayout layout;
} Picture;

static void
draw (const WsScene *scene, const WsMoment *moment, WsThemeKind kind, Picture *self)
{
  const WsTheme *theme = ws_theme_get (kind);
  const WsFrame frame = { scene, moment, theme, WIDTH, HEIGHT };
  const WsSmsOptions options = WS_SMS_OPTIONS_INIT;
  g_autoptr (WsText) text = ws_text_new (NULL, theme);
  cairo_t *cr = picture_begin (theme, WIDTH, HEIGHT);

  self->texts = ws_text_watch (cr);
  ws_draw_sms (cr, &frame, &options);
  ws_sms_layout_init (&self->layout, text, &frame, &options);
  self->surface = picture_finish (cr);
}

static void
clear (Picture *self)
{
  cairo_surface_destroy (self->surface);
  g_array_unref (self->texts);
}

static gboolean
is_color (const Picture *self, double x, double y, WsColor color)
{
  const guint8 *row = cairo_image_surface_get_data (self->surface)
                      + (gsize)y * (gsize)cairo_image_surface_get_stride (self->surface);
  guint32 pixel = ((const guint32 *)(const void *)row)[(gsize)x];

  return fabs ((pixel >> 16 & 0xff) / 255. - color.r) < 0.02
         && fabs ((pixel >> 8 & 0xff) / 255. - color.g) < 0.02
         && fabs ((pixel & 0xff) / 255. - color.b) < 0.02;
}

/* Of each scheduler and column, looked up in no order. */
static double *
add_up (const WsStalls *stalls, guint n_lanes, guint n_bins)
{
  double *shares = g_new0 (double, (gsize)n_lanes *n_bins *WS_N_STALLS);
  double each = (double)stalls->end / n_bins;

  for (guint i = 0; i < stalls->slots->len; i++)
    {
      const WsStallSpan *slot = &g_array_index (stalls->slots, WsStallSpan, i);
      guint lane = slot->warp % stalls->n_schedulers;

      for (guint bin = (guint)((double)slot->begin / each);
           bin < n_bins && bin * each < (double)slot->end; bin++)
        shares[((gsize)lane * n_bins + bin) * WS_N_STALLS + slot->reason] +=
            MAX (MIN ((double)slot->end, (bin + 1) * each) - MAX ((double)slot->begin, bin * each),
                 0)
            / each;
    }
  return shares;
}

/* Returns: how many colours were looked at */
static guint
check_column (const Picture *self, const WsTheme *theme, const double *shares, const WsBox *column)
{
  double foot = column->y + column->h;
  guint n = 0;

  for (guint i = 0; i < WS_N_STALLS; i++)
    {
      double top = foot - shares[i] * column->h;

      /* edges are on whole pixels */
      if (foot - top >= 2.5)
        {
          g_assert_true (is_color (self, column->x + column->w / 2, (foot + top) / 2,
                                   ws_stall_get_color (theme, (WsStall)i)));
          n++;
        }
      foot = top;
    }
  g_assert_cmpfloat_with_epsilon (foot, column->y, 1e-3);
  return n;
}

static void
check_lanes (const Picture *self, const WsTheme *theme, const WsStalls *stalls)
{
  const WsSmsLayout *l = &self->layout;
  guint n_bins = ws_sms_get_n_bins (l);
  g_autofree double *shares = add_up (stalls, l->n_lanes, n_bins);
  guint n = 0;

  g_assert_cmpuint (l->n_lanes, ==, stalls->n_schedulers);
  g_assert_cmpuint (n_bins, >, 300);
  for (guint lane = 0; lane < l->n_lanes; lane++)
    for (guint bin = 0; bin < n_bins; bin++)
      {
        WsBox column = { l->lanes.x + l->lanes.w * bin / n_bins, l->lanes.y + lane * l->lane_h,
                         l->lanes.w / n_bins, l->lane_h - MAX (floor (l->lane_h * GAP), 1) };

        n += check_column (self, theme, &shares[((gsize)lane * n_bins + bin) * WS_N_STALLS],
                           &column);
      }
  g_assert_cmpuint (n, >=, l->n_lanes * n_bins);
}

/* The ground of a hatch is in its corner or beside it. */
static gboolean
has_color (const Picture *self, const WsBox *box, WsColor color)
{
  for (double y = ceil (box->y); y < box->y + box->h - 1; y++)
    for (double x = ceil (box->x); x < box->x + box->w - 1; x++)
      if (is_color (self, x, y, color))
        return TRUE;
  return FALSE;
}

static void
check_warps (const Picture *self, const WsTheme *theme, const WsScene *scene, double time)
{
  const WsSmsOptions options = WS_SMS_OPTIONS_INIT;
  const WsLaunchStalls *stalls = ws_scene_peek_stalls (scene);
  guint sm = ws_sms_get_looked_at (scene, &options);
  guint64 cycle = G_MAXUINT64 - 1;
  guint n_warps = stalls->n_resident * stalls->n_warps;
  g_autofree guint8 *states = g_malloc (n_warps);

  memset (states, WS_STALL_NO_WARP, n_warps);
  ws_sms_find_cycle (scene, sm, time, &cycle);
  for (guint i = 0; i < stalls->stalls->spans->len; i++)
    {
      const WsStallSpan *span = &g_array_index (stalls->stalls->spans, WsStallSpan, i);

      if (span->begin <= cycle && cycle < span->end)
        states[span->warp] = span->reason;
    }
  for (guint w = 0; w < n_warps; w++)
    {
      WsBox box = ws_sms_get_warp (&self->layout, w);

      box.h -= MAX (floor (self->layout.lane_h * GAP), 1);
      g_assert_true (has_color (self, &box, ws_stall_get_color (theme, (WsStall)states[w])));
    }
}

static gboolean
has_text (const Picture *self, const char *string)
{
  for (guint i = 0; i < self->texts->len; i++)
    if (g_str_equal (g_array_index (self->texts, WsTextBox, i).string, string))
      return TRUE;
  return FALSE;
}

/* What stands out has a name, and each scheduler its share. */
static void
check_words (const Picture *self, const WsStalls *stalls)
{
  for (guint i = 0; i < WS_N_STALLS; i++)
    if (stalls->warps[i] > 0 || i == WS_STALL_NO_WARP)
      g_assert_true (has_text (self, ws_stall_get_title ((WsStall)i)));
  for (guint s = 0; s < stalls->n_schedulers; s++)
    {
      guint64 issued = 0;
      g_autofree char *percent = NULL;

      for (guint i = 0; i < stalls->slots->len; i++)
        {
          const WsStallSpan *slot = &g_array_index (stalls->slots, WsStallSpan, i);

          if (slot->warp % stalls->n_schedulers == s && slot->reason == WS_STALL_SELECTED)
            issued += MIN (slot->end, stalls->end) - slot->begin;
        }
      percent = g_strdup_printf ("%.0f %%", 100. * (double)issued / (double)stalls->end);
      g_assert_true (has_text (self, percent));
    }
}

static gboolean
is_plain (const WsCatalogKernel *kernel)
{
  return !kernel->faults && !kernel->races && !kernel->tries && kernel->library == NULL;
}

static void
test_all (gconstpointer spec)
{
  g_autoptr (WsCatalog) catalog = ws_catalog_new (NULL, NULL);
  gboolean is_old = g_str_equal (spec, "k40c");
  guint n = 0;

  for (guint i = 0; i < ws_catalog_get_n_kernels (catalog); i++)
    {
      const WsCatalogKernel *kernel = ws_catalog_get_kernel (catalog, i);
      WsThemeKind kind = (WsThemeKind)(i % WS_N_THEMES);
      g_autoptr (WsRun) run = NULL;
      g_autoptr (WsScene) scene = NULL;

      if (!is_plain (kernel) || (is_old && kernel->cc_min_major * 10 + kernel->cc_min_minor > 35))
        continue;
      run = recorded_new (&(Recorded){ kernel->id, spec, MIN (kernel->default_n, 4096),
                                       MIN (kernel->default_block, 512) });
      scene = ws_scene_new_for_launch (run, 0, NULL);
      g_test_message ("%s on %s", kernel->id, run->device);
      g_assert_nonnull (ws_scene_get_stalls (scene)->stalls);
      /* the last time, when no block is there, no playhead is in the way */
      for (guint step = 0; step < 4; step++)
        {
          WsMoment moment = { .time = (double)scene->timeline->last_leave * (step + 0.5) / 3,
                              .hover_x = -1,
                              .hover_y = -1 };
          Picture picture;

          draw (scene, &moment, kind, &picture);
          if (step == 3)
            {
              check_lanes (&picture, ws_theme_get (kind), scene->stalls->stalls);
              check_words (&picture, scene->stalls->stalls);
            }
          check_warps (&picture, ws_theme_get (kind), scene, moment.time);
          clear (&picture);
        }
      n++;
    }
  g_assert_cmpuint (n, >, is_old ? 50 : 60);
}

/* What the pointer is told is what is drawn there, in numbers. */
static void
test_pointed (void)
{
  g_autoptr (WsRun) run = recorded_new (&(Recorded){ "reduce2", "h200", 1 << 18, 256 });
  g_autoptr (WsScene) scene = ws_scene_new_for_launch (run, 0, NULL);
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  const WsStalls *stalls = ws_scene_get_stalls (scene)->stalls;
  WsMoment moment = { .time = (double)scene->timeline->end / 3, .hover_x = -1 };
  const WsFrame frame = { scene, &moment, theme, WIDTH, HEIGHT };
  Picture picture;
  const WsSmsLayout *l = &picture.layout;
  g_autofree double *shares = NULL;
  guint n_bins;
  guint64 cycle;
  WsSmsHit hit;

  draw (scene, &moment, WS_THEME_LIGHT, &picture);
  n_bins = ws_sms_get_n_bins (l);
  shares = add_up (stalls, l->n_lanes, n_bins);
  for (guint bin = 0; bin < n_bins; bin += 7)
    {
      guint lane = bin % l->n_lanes;
      g_autofree char *words = NULL;

      g_assert_true (ws_sms_pick (&frame, NULL, l->lanes.x + (bin + 0.5) * l->lanes.w / n_bins,
                                  l->lanes.y + (lane + 0.5) * l->lane_h, &hit));
      g_assert_cmpint (hit.kind, ==, WS_SMS_HIT_ISSUE);
      g_assert_cmpuint (hit.slot, ==, lane);
      words = ws_sms_hit_describe (scene, &moment, &hit);
      for (guint i = 0; i < WS_N_STALLS; i++)
        {
          double share = shares[((gsize)lane * n_bins + bin) * WS_N_STALLS + i];
          g_autofree char *part =
              g_strdup_printf ("\n%s %.0f %%", ws_stall_get_title ((WsStall)i), 100 * share);

          if (share >= 0.006)
            g_assert_nonnull (strstr (words, part));
        }
    }
  g_assert_true (ws_sms_find_cycle (scene, 0, moment.time, &cycle));
  for (guint w = 0; w < 32; w++)
    {
      WsBox box = ws_sms_get_warp (l, w);
      const WsStallSpan *span = ws_stalls_find_warp (stalls, w, cycle);
      g_autofree char *words = NULL;

      g_assert_true (ws_sms_pick (&frame, NULL, box.x + box.w / 2, box.y + box.h / 2, &hit));
      g_assert_cmpint (hit.kind, ==, WS_SMS_HIT_WARP);
      g_assert_cmpuint (hit.slot, ==, w);
      words = ws_sms_hit_describe (scene, &moment, &hit);
      g_assert_nonnull (
          strstr (words, span != NULL ? ws_stall_get_title ((WsStall)span->reason) : "not there"));
    }
  clear (&picture);
}

/* Where it is not known, that is said; while it is being found out, nothing is drawn. */
static void
test_unknown (void)
{
  static const Schedule schedule = {
    .spec = "h200", .blocks = 3200, .threads = 128, .per_sm = 16, .cycles = 9000, .spans = TRUE
  };
  g_autoptr (WsScene) without = schedule_scene_new (&schedule);
  g_autoptr (WsRun) run = recorded_new (&(Recorded){ "reduce1", "h200", 1024, 128 });
  g_autoptr (WsScene) scene = ws_scene_new_for_launch (run, 0, NULL);
  WsSpec other = *run->spec;
  WsMoment moment = { .time = 5, .hover_x = -1 };
  Picture picture;

  draw (without, &moment, WS_THEME_LIGHT, &picture);
  g_assert_true (has_text (&picture, "What the schedulers do is not known: no block of this launch "
                                     "was recorded in full."));
  clear (&picture);
  draw (scene, &moment, WS_THEME_LIGHT, &picture);
  g_assert_true (has_text (&picture, "Schedulers of SM 0"));
  g_assert_false (has_text (&picture, "issues"));
  clear (&picture);
  other.latency_arithmetic = 0;
  {
    WsSpec *own = run->spec;

    run->spec = &other;
    g_assert_nonnull (strstr (ws_sms_say_no_issue (scene), "no latencies of this GPU"));
    run->spec = own;
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/draw-sms-issue/h200", "h200", test_all);
  g_test_add_data_func ("/draw-sms-issue/k40c", "k40c", test_all);
  g_test_add_func ("/draw-sms-issue/pointed", test_pointed);
  g_test_add_func ("/draw-sms-issue/unknown", test_unknown);
  return g_test_run ();
}
