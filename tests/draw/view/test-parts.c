/* A drawing in parts is the drawing, however many of them were kept from moments before. */
#include "lanes/lanes.h"
#include "part.h"
#include "paths.h"
#include "sms/sms.h"
#include "sheet/stamp.h"
#include "flow/flow.h"
#include "picture.h"
#include "schedule.h"

/* A painter of one kind, and what was recorded of its parts. */
typedef struct {
  WsView view;
  WsPainter *painter;
  WsTreeOptions tree_options;
  WsLanesOptions lanes_options;
  WsSmsOptions sms_options;
  GHashTable *kept; /* key: cairo_surface_t */
  guint n_drawn;
  guint n_kept;
} Show;

static void
show_init (Show *self, WsView view)
{
  *self = (Show){ .view = view,
                  .painter = view == WS_VIEW_TREE    ? ws_flow_painter_new (NULL)
                             : view == WS_VIEW_LANES ? ws_lanes_painter_new (NULL)
                                                     : ws_sms_painter_new (NULL),
                  .tree_options = WS_TREE_OPTIONS_INIT,
                  .sms_options = WS_SMS_OPTIONS_INIT };
  self->kept = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free,
                                      (GDestroyNotify)cairo_surface_destroy);
}

/* Nothing kept: @options are those of another. */
static void
show_init_anew (Show *self, const Show *options)
{
  show_init (self, options->view);
  self->tree_options = options->tree_options;
  self->lanes_options = options->lanes_options;
  self->sms_options = options->sms_options;
}

static void
show_clear (Show *self)
{
  ws_painter_free (self->painter);
  g_hash_table_unref (self->kept);
}

static const WsPart *
get_parts (Show *self, const WsScene *scene, const WsMoment *moment, const WsTheme *theme,
           int width, int height, guint *n_parts)
{
  if (self->view == WS_VIEW_TREE)
    ws_flow_painter_set (self->painter, &(WsFrame){ scene, moment, theme, width, height },
                         &self->tree_options);
  else if (self->view == WS_VIEW_LANES)
    ws_lanes_painter_set (self->painter, &(WsFrame){ scene, moment, theme, width, height },
                          &self->lanes_options);
  else
    ws_sms_painter_set (self->painter, &(WsFrame){ scene, moment, theme, width, height },
                        &self->sms_options);
  return ws_painter_get_parts (self->painter, n_parts);
}

static cairo_surface_t *
record (Show *self, const WsPart *part, guint i)
{
  const WsBox *box = &part->bounds;
  cairo_surface_t *recording = cairo_recording_surface_create (
      CAIRO_CONTENT_COLOR_ALPHA, &(cairo_rectangle_t){ box->x, box->y, box->w, box->h });
  cairo_t *cr = cairo_create (recording);

  ws_stamps_set_scale (cr, 1);
  ws_painter_draw (self->painter, i, cr);
  cairo_destroy (cr);
  return recording;
}

/* Parts as a widget shows them. */
static cairo_surface_t *
show (Show *self, const WsScene *scene, const WsMoment *moment, const WsTheme *theme, int width,
      int height)
{
  guint n_parts;
  const WsPart *parts = get_parts (self, scene, moment, theme, width, height, &n_parts);
  cairo_t *cr = picture_begin (theme, width, height);

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
  return picture_finish (cr);
}

/* As a view does where another scene comes. */
static void
forget (Show *self)
{
  guint n_parts;

  ws_painter_forget (self->painter);
  ws_painter_get_parts (self->painter, &n_parts);
  g_assert_cmpuint (n_parts, ==, 0);
}

static cairo_surface_t *
draw_whole (const Show *self, const WsScene *scene, const WsMoment *moment, const WsTheme *theme,
            int width, int height)
{
  cairo_t *cr = picture_begin (theme, width, height);

  if (self->view == WS_VIEW_TREE)
    ws_draw_flow (cr, &(WsFrame){ scene, moment, theme, width, height }, &self->tree_options);
  else if (self->view == WS_VIEW_LANES)
    ws_draw_lanes (cr, &(WsFrame){ scene, moment, theme, width, height }, &self->lanes_options);
  else
    ws_draw_sms (cr, &(WsFrame){ scene, moment, theme, width, height }, &self->sms_options);
  return picture_finish (cr);
}

/* What is kept is what it would be; the parts are the drawing, but for the edges of stamps. */
static void
check (Show *kept, const WsScene *scene, const WsMoment *moment, const WsTheme *theme, int width,
       int height)
{
  Show anew;
  cairo_surface_t *pictures[3];

  show_init_anew (&anew, kept);
  pictures[0] = show (kept, scene, moment, theme, width, height);
  pictures[1] = show (&anew, scene, moment, theme, width, height);
  pictures[2] = draw_whole (kept, scene, moment, theme, width, height);
  if (picture_compare (pictures[0], pictures[1], 0) > 0
      || picture_compare (pictures[0], pictures[2], PICTURE_TOLERANCE) > 0.0005)
    {
      static const char *const names[] = { "kept", "anew", "whole" };

      for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
        {
          g_autofree char *path = g_strdup_printf ("%s/parts.%s.png", WS_BUILD_DIR, names[i]);
          cairo_surface_write_to_png (pictures[i], path);
        }
      g_test_message ("%d x %d, position %.17g, time %.17g, pointer %g, %g; see %s/parts.*.png",
                      width, height, moment->position, moment->time, moment->hover_x,
                      moment->hover_y, WS_BUILD_DIR);
    }
  g_assert_cmpfloat (picture_compare (pictures[0], pictures[1], 0), ==, 0);
  g_assert_cmpfloat (picture_compare (pictures[0], pictures[2], PICTURE_TOLERANCE), <=, 0.0005);
  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
    cairo_surface_destroy (pictures[i]);
  show_clear (&anew);
}

static const struct {
  int width;
  int height;
} sizes[] = { { 1000, 700 }, { 640, 360 }, { 420, 900 } };

/* Forward as it is played, with a jump now and then, and with the pointer on it. */
static WsMoment
next_moment (const WsScene *scene, double *position, guint step, int width, int height)
{
  double end = ws_scene_get_n_events (scene) - 1;

  *position += g_test_rand_double_range (0, 1.2);
  if (step % 6 == 5)
    *position = g_test_rand_double_range (0, MAX (end, 0.01));
  *position = CLAMP (*position, 0, MAX (end, 0));
  return (WsMoment){ .position = *position,
                     .warp = step >= 10,
                     .hover_x = step % 5 == 4 ? g_test_rand_double_range (0, width) : -1,
                     .hover_y = g_test_rand_double_range (0, height) };
}

static void
test_block (gconstpointer data)
{
  WsView view = GPOINTER_TO_INT (data);
  guint n_kept = 0;
  guint n_drawn = 0;

  for (guint kernel = 0; kernel < SYNTHETIC_N_KERNELS; kernel++)
    for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
      {
        if (!part_has (kernel + s, G_N_ELEMENTS (sizes)))
          continue;

        g_autoptr (WsScene) scene = synthetic_scene_new (kernel, s == 1 ? 512 : 64, s);
        const WsTheme *theme = ws_theme_get (s == 0 ? WS_THEME_LIGHT : WS_THEME_PROJECTOR);
        double position = 0;
        Show kept;

        show_init (&kept, view);
        for (guint step = 0; step < 14; step++)
          {
            WsMoment moment = next_moment (scene, &position, step, sizes[s].width, sizes[s].height);

            if (step == 7)
              {
                kept.tree_options.first = 8;
                kept.lanes_options.first = 3;
                kept.lanes_options.count = 20;
              }
            if (step == 4)
              forget (&kept);
            check (&kept, scene, &moment, theme, sizes[s].width, sizes[s].height);
          }
        n_kept += kept.n_kept;
        n_drawn += kept.n_drawn;
        show_clear (&kept);
      }
  /* most of it stands still */
  g_test_message ("%u parts kept, %u drawn", n_kept, n_drawn);
  g_assert_cmpuint (n_kept, >, n_drawn);
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
        Show kept;

        show_init (&kept, WS_VIEW_SMS);
        kept.sms_options.sm = single ? 3 : WS_NONE;
        for (guint step = 0; step < 30; step++)
          {
            WsMoment moment = { .time = (double)scene->timeline->end * (step / 2) / 14,
                                .hover_x = step % 3 == 2 ? g_test_rand_double_range (0, 420) : -1,
                                .hover_y = g_test_rand_double_range (0, sizes[s].height) };

            kept.sms_options.mark = step > 10 && !single ? 5 : WS_NONE;
            if (step == 8)
              forget (&kept);
            check (&kept, scene, &moment, theme, sizes[s].width, sizes[s].height);
          }
        g_assert_cmpuint (kept.n_kept, >, 30);
        show_clear (&kept);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/parts/tree", GINT_TO_POINTER (WS_VIEW_TREE), test_block);
  g_test_add_data_func ("/parts/lanes", GINT_TO_POINTER (WS_VIEW_LANES), test_block);
  g_test_add_func ("/parts/sms", test_sms);
  return g_test_run ();
}
