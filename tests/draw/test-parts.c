/* A drawing in parts is the drawing, however many of them were kept from moments before. */
#include "draw/sms-painter.h"
#include "draw/stamp.h"
#include "draw/tree-painter.h"
#include "picture.h"
#include "schedule.h"

/* A painter of either kind, and what was recorded of its parts. */
typedef struct {
  WsTreePainter *tree;
  WsSmsPainter *sms;
  GHashTable *kept; /* key: cairo_surface_t */
  guint n_drawn;
  guint n_kept;
} Show;

static void
show_init (Show *self, gboolean tree)
{
  *self = (Show){ .tree = tree ? ws_tree_painter_new (NULL) : NULL,
                  .sms = tree ? NULL : ws_sms_painter_new (NULL) };
  self->kept = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free,
                                      (GDestroyNotify)cairo_surface_destroy);
}

static void
show_clear (Show *self)
{
  g_clear_pointer (&self->tree, ws_tree_painter_free);
  g_clear_pointer (&self->sms, ws_sms_painter_free);
  g_clear_pointer (&self->kept, g_hash_table_unref);
}

static cairo_surface_t *
record (Show *self, const WsPart *part, guint i)
{
  const WsBox *box = &part->bounds;
  cairo_surface_t *recording = cairo_recording_surface_create (
      CAIRO_CONTENT_COLOR_ALPHA, &(cairo_rectangle_t){ box->x, box->y, box->w, box->h });
  cairo_t *cr = cairo_create (recording);

  ws_stamps_set_scale (cr, 1);
  if (self->tree != NULL)
    ws_tree_painter_draw (self->tree, i, cr);
  else
    ws_sms_painter_draw (self->sms, i, cr);
  cairo_destroy (cr);
  return recording;
}

/* Parts as a widget shows them. */
static cairo_surface_t *
show (Show *self, const WsPart *parts, guint n_parts, const WsTheme *theme, int width, int height)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  cairo_t *cr = cairo_create (surface);

  ws_paint_set (cr, theme->background);
  cairo_paint (cr);
  for (guint i = 0; i < n_parts; i++)
    {
      const WsBox *box = &parts[i].bounds;
      cairo_surface_t *recording = g_hash_table_lookup (self->kept, &parts[i].key);

      g_assert_cmpfloat (box->x, >=, 0);
      g_assert_cmpfloat (box->y, >=, 0);
      if (box->w <= 0 || box->h <= 0)
        continue;
      g_assert_cmpfloat (box->x + box->w, <=, width);
      g_assert_cmpfloat (box->y + box->h, <=, height);
      if (recording != NULL)
        self->n_kept++;
      else
        {
          recording = record (self, &parts[i], i);
          g_hash_table_insert (self->kept, g_memdup2 (&parts[i].key, sizeof (guint64)), recording);
          self->n_drawn++;
        }
      cairo_set_source_surface (cr, recording, 0, 0);
      ws_box_path (cr, box);
      cairo_fill (cr);
    }
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static cairo_surface_t *
show_tree (Show *self, const WsScene *scene, const WsMoment *moment, const WsTreeOptions *options,
           const WsTheme *theme, int width, int height)
{
  const WsPart *parts;
  guint n_parts;

  ws_tree_painter_set (self->tree, scene, moment, options, theme, width, height);
  parts = ws_tree_painter_get_parts (self->tree, &n_parts);
  return show (self, parts, n_parts, theme, width, height);
}

static cairo_surface_t *
show_sms (Show *self, const WsScene *scene, const WsMoment *moment, const WsSmsOptions *options,
          const WsTheme *theme, int width, int height)
{
  const WsPart *parts;
  guint n_parts;

  ws_sms_painter_set (self->sms, scene, moment, options, theme, width, height);
  parts = ws_sms_painter_get_parts (self->sms, &n_parts);
  return show (self, parts, n_parts, theme, width, height);
}

static void
assert_same (cairo_surface_t *kept, cairo_surface_t *anew, cairo_surface_t *whole, const char *what)
{
  /* what is kept is what it would be; the parts are the drawing, but for the edges of stamps */
  g_test_message ("%s", what);
  g_assert_cmpfloat (picture_compare (kept, anew, 0), ==, 0);
  g_assert_cmpfloat (picture_compare (kept, whole, PICTURE_TOLERANCE), <=, 0.0005);
  cairo_surface_destroy (kept);
  cairo_surface_destroy (anew);
  cairo_surface_destroy (whole);
}

static const struct {
  int width;
  int height;
} sizes[] = { { 1000, 700 }, { 640, 360 }, { 420, 900 } };

/* Forward as it is played, with a jump now and then, and with the pointer on it. */
static WsMoment
next_tree_moment (const WsScene *scene, double *position, guint step, int width, int height)
{
  double end = ws_scene_get_n_events (scene) - 1;

  *position += g_test_rand_double_range (0, 1.2);
  if (step % 9 == 8)
    *position = g_test_rand_double_range (0, MAX (end, 0.01));
  *position = CLAMP (*position, 0, MAX (end, 0));
  return (WsMoment){ .position = *position,
                     .hover_x = step % 5 == 4 ? g_test_rand_double_range (0, width) : -1,
                     .hover_y = g_test_rand_double_range (0, height) };
}

static void
test_tree (void)
{
  guint n_kept = 0;
  guint n_drawn = 0;

  for (guint kernel = 0; kernel < SYNTHETIC_N_KERNELS; kernel++)
    for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
      {
        g_autoptr (WsScene) scene = synthetic_scene_new (kernel, s == 1 ? 512 : 64, s);
        const WsTheme *theme = ws_theme_get (s == 0 ? WS_THEME_LIGHT : WS_THEME_PROJECTOR);
        WsTreeOptions options = WS_TREE_OPTIONS_INIT;
        double position = 0;
        Show kept;

        show_init (&kept, TRUE);
        for (guint step = 0; step < 22; step++)
          {
            WsMoment moment =
                next_tree_moment (scene, &position, step, sizes[s].width, sizes[s].height);
            g_autofree char *what = g_strdup_printf (
                "%s, %d x %d, at %.17g, pointer %g, %g", synthetic_get_name (kernel),
                sizes[s].width, sizes[s].height, position, moment.hover_x, moment.hover_y);
            cairo_surface_t *whole =
                cairo_image_surface_create (CAIRO_FORMAT_RGB24, sizes[s].width, sizes[s].height);
            cairo_t *cr = cairo_create (whole);
            Show anew;

            if (step == 11)
              options.first = 8;
            show_init (&anew, TRUE);
            ws_paint_set (cr, theme->background);
            cairo_paint (cr);
            ws_draw_tree (cr, scene, &moment, &options, theme, sizes[s].width, sizes[s].height);
            cairo_destroy (cr);
            assert_same (
                show_tree (&kept, scene, &moment, &options, theme, sizes[s].width, sizes[s].height),
                show_tree (&anew, scene, &moment, &options, theme, sizes[s].width, sizes[s].height),
                whole, what);
            show_clear (&anew);
          }
        n_kept += kept.n_kept;
        n_drawn += kept.n_drawn;
        show_clear (&kept);
      }
  /* most of a tree stands still */
  g_test_message ("%u parts kept, %u drawn", n_kept, n_drawn);
  g_assert_cmpuint (n_kept, >, 2 * n_drawn);
}

static void
test_sms (void)
{
  static const Schedule schedule = { .spec = "k40c",
                                     .blocks = 90,
                                     .threads = 256,
                                     .per_sm = 4,
                                     .cycles = 5000,
                                     .uneven = 0.6,
                                     .spans = TRUE };
  g_autoptr (WsScene) scene = schedule_scene_new (&schedule);

  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    for (guint single = 0; single < 2; single++)
      {
        const WsTheme *theme = ws_theme_get (s == 1 ? WS_THEME_DARK : WS_THEME_LIGHT);
        WsSmsOptions options = WS_SMS_OPTIONS_INIT;
        Show kept;

        options.sm = single ? 3 : WS_NONE;
        show_init (&kept, FALSE);
        for (guint step = 0; step < 30; step++)
          {
            WsMoment moment = { .time = (double)scene->timeline->end * (step / 2) / 14,
                                .hover_x = step % 3 == 2 ? g_test_rand_double_range (0, 420) : -1,
                                .hover_y = g_test_rand_double_range (0, sizes[s].height) };
            g_autofree char *what =
                g_strdup_printf ("%d x %d, at %.17g, pointer %g, %g", sizes[s].width,
                                 sizes[s].height, moment.time, moment.hover_x, moment.hover_y);
            cairo_surface_t *whole =
                cairo_image_surface_create (CAIRO_FORMAT_RGB24, sizes[s].width, sizes[s].height);
            cairo_t *cr = cairo_create (whole);
            Show anew;

            options.mark = step > 10 && !single ? 5 : WS_NONE;
            show_init (&anew, FALSE);
            ws_paint_set (cr, theme->background);
            cairo_paint (cr);
            ws_draw_sms (cr, scene, &moment, &options, theme, sizes[s].width, sizes[s].height);
            cairo_destroy (cr);
            assert_same (
                show_sms (&kept, scene, &moment, &options, theme, sizes[s].width, sizes[s].height),
                show_sms (&anew, scene, &moment, &options, theme, sizes[s].width, sizes[s].height),
                whole, what);
            show_clear (&anew);
          }
        g_assert_cmpuint (kept.n_kept, >, 30);
        show_clear (&kept);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/parts/tree", test_tree);
  g_test_add_func ("/parts/sms", test_sms);
  return g_test_run ();
}
