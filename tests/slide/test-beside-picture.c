/* Two runs beside each other as a picture: readable at every size, with what differs; what is kept
 * back is not said, and nothing moves when it is. */
#include "one-scale.h"
#include "recorded.h"
#include "slide/beside-picture.h"
#include "texts.h"

#include <string.h>

#define LEAST_SHARE 0.022

static WsScene *
make_scene (const char *kernel)
{
  g_autoptr (WsRun) run =
      recorded_new (&(Recorded){ .kernel = kernel, .spec = "h200", .n = 4096, .block = 128 });

  return ws_scene_new (run, 0, 0, NULL);
}

static WsBeside *
make_beside (void)
{
  g_autoptr (WsScene) left = make_scene ("reduce2");
  g_autoptr (WsScene) right = make_scene ("reduce3");

  return ws_beside_new (left, right);
}

static void
init (WsPicture *picture, WsBeside *beside, WsView view, guint stage)
{
  *picture = (WsPicture){ .view = view, .options = WS_FIGURE_OPTIONS_INIT };
  picture->moment.position = ws_scene_stage_moment (beside->scenes[WS_BESIDE_LEFT], stage);
  picture->moment.hover_x = picture->moment.hover_y = -1;
  ws_picture_set_beside (picture, beside);
}

/* (element-type WsTextBox): all that is written at this size */
static GArray *
draw (const WsPicture *picture, int width, int height)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  cairo_t *cr = cairo_create (surface);
  GArray *boxes = ws_text_watch (cr);

  ws_picture_draw (picture, cr, ws_theme_get (WS_THEME_PROJECTOR), width, height);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return boxes;
}

static void
test_sizes (void)
{
  static const int sizes[][2] = { { 1024, 768 }, { 1280, 720 }, { 1920, 1080 }, { 3840, 2160 } };
  static const WsView views[] = { WS_VIEW_TREE, WS_VIEW_LANES };
  g_autoptr (WsBeside) beside = make_beside ();

  for (guint v = 0; v < G_N_ELEMENTS (views); v++)
    for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
      {
        WsPicture picture;
        g_autoptr (GArray) boxes = NULL;

        init (&picture, beside, views[v], 2);
        boxes = draw (&picture, sizes[i][0], sizes[i][1]);
        g_assert_cmpuint (boxes->len, >, 20);
        for (guint k = 0; k < boxes->len; k++)
          {
            const WsTextBox *box = &g_array_index (boxes, WsTextBox, k);

            g_test_message ("%s at %dx%d", box->string, sizes[i][0], sizes[i][1]);
            g_assert_cmpfloat (box->px, >=, sizes[i][1] * LEAST_SHARE - 0.5);
            g_assert_cmpfloat (box->box.x, >=, 0);
            g_assert_cmpfloat (box->box.x + box->box.w, <=, sizes[i][0] + 1);
          }
      }
}

static gboolean
is_written (GArray *boxes, const char *text)
{
  for (guint i = 0; i < boxes->len; i++)
    if (strstr (g_array_index (boxes, WsTextBox, i).string, text) != NULL)
      return TRUE;
  return FALSE;
}

static void
test_hidden (void)
{
  g_autoptr (WsBeside) beside = make_beside ();
  g_autofree char *title = NULL;
  g_autofree char *told = NULL;
  g_autofree char *kept_back = NULL;
  g_autofree char *source = NULL;
  g_autofree char *described = NULL;
  g_autofree char *name = NULL;
  g_autoptr (GArray) shown = NULL;
  g_autoptr (GArray) hidden = NULL;
  WsPicture picture;

  init (&picture, beside, WS_VIEW_TREE, 2);
  name = ws_picture_make_name (&picture);
  g_assert_cmpstr (name, ==, "reduce2-beside-reduce3-tree-stage2");
  described = ws_picture_describe (&picture, &title, &told, &source);
  g_assert_true (g_str_has_prefix (
      told, "Stage 3 of 9, stride 2 | stride 32. 4-way bank conflict | none. Same result"));
  g_assert_nonnull (strstr (described, "Before: kernel 2, strided index"));
  shown = draw (&picture, 1280, 720);
  g_assert_nonnull (strstr (described, "Time of all 2 launches: "));
  g_assert_true (is_written (shown, "bank conflict | none"));
  g_assert_true (is_written (shown, "× as fast"));
  g_clear_pointer (&described, g_free);
  g_clear_pointer (&title, g_free);
  g_clear_pointer (&source, g_free);
  picture.options.emphasis.hide = WS_HIDE_COUNTS;
  described = ws_picture_describe (&picture, &title, &kept_back, &source);
  g_assert_cmpstr (kept_back, ==, "");
  hidden = draw (&picture, 1280, 720);
  g_assert_false (is_written (hidden, "bank conflict"));
  g_assert_false (is_written (hidden, "× as fast"));
}

/* A copy is a picture of its own, of the same moment. */
static void
test_copy (void)
{
  g_autoptr (WsBeside) beside = make_beside ();
  g_autoptr (WsPicture) copy = NULL;
  g_autoptr (WsData) data = NULL;
  WsPicture picture;

  init (&picture, beside, WS_VIEW_LANES, 1);
  copy = ws_picture_copy (&picture);
  g_clear_pointer (&beside, ws_beside_unref);
  data = ws_picture_make_data (copy);
  g_assert_cmpuint (ws_data_get_n_rows (data), >, 20);
  g_assert_cmpuint (ws_picture_get_beside_stage (copy), ==, 1);
}

static WsScene *
make_scene_on (const char *kernel, const char *spec, guint block)
{
  g_autoptr (WsRun) run =
      recorded_new (&(Recorded){ .kernel = kernel, .spec = spec, .n = 16384, .block = block });

  return ws_scene_new (run, 0, 0, NULL);
}

/* Of every pair, at any instant of either: over time both have one scale and one now, also with
 * another clock; weaves have one scale. */
static void
test_scale (void)
{
  static const int sizes[][2] = { { 1024, 768 }, { 1280, 720 }, { 1920, 1080 } };
  g_autoptr (GPtrArray) scenes = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_scene_unref);

  g_ptr_array_add (scenes, make_scene_on ("reduce1", "h200", 128));
  g_ptr_array_add (scenes, make_scene_on ("reduce7", "h200", 512));
  g_ptr_array_add (scenes, make_scene_on ("reduce3", "k40c", 1024));
  g_ptr_array_add (scenes, make_scene_on ("reduce5", "k40c", 64));
  for (guint i = 0; i < scenes->len; i++)
    for (guint k = 0; k < scenes->len; k++)
      {
        g_autoptr (WsBeside) beside = ws_beside_new (scenes->pdata[i], scenes->pdata[k]);
        double end = ws_scene_get_end_beside (scenes->pdata[i], scenes->pdata[k]);

        for (guint n = 0; n <= 4; n++)
          {
            const int *size = sizes[n % G_N_ELEMENTS (sizes)];
            const WsTheme *theme = ws_theme_get (n % WS_N_THEMES);
            g_autoptr (WsSlide) over_time = NULL;
            g_autoptr (WsSlide) by_stage = NULL;
            WsPicture picture;

            init (&picture, beside, WS_VIEW_SMS, 0);
            picture.moment.time = end * n / 4;
            over_time = ws_picture_make_beside_slide (&picture, theme);
            one_scale_check (over_time, theme, size[0], size[1]);
            init (&picture, beside, WS_VIEW_LANES, MIN (n, beside->n_stages[0] - 1));
            by_stage = ws_picture_make_beside_slide (&picture, theme);
            one_scale_check (by_stage, theme, size[0], size[1]);
          }
      }
}

/* What is said below each side holds at the instant that its picture shows: one is done while the
 * other works. */
static void
test_now (void)
{
  g_autoptr (WsScene) left = make_scene_on ("reduce1", "h200", 128);
  g_autoptr (WsScene) right = make_scene_on ("reduce3", "k40c", 1024);
  g_autoptr (WsBeside) beside = ws_beside_new (left, right);
  g_autoptr (WsSlide) slide = NULL;
  const WsSlidePart *parts[WS_BESIDE_N_SIDES];
  g_autoptr (GArray) written = NULL;
  WsPicture picture;

  init (&picture, beside, WS_VIEW_SMS, 0);
  picture.moment.time = (double)left->timeline->end * 1.1;
  g_assert_cmpfloat (picture.moment.time, <, ws_scene_get_end_beside (left, right));
  slide = ws_picture_make_beside_slide (&picture, ws_theme_get (WS_THEME_LIGHT));
  for (guint i = 0; i < WS_BESIDE_N_SIDES; i++)
    parts[i] = slide->parts->pdata[i];
  g_assert_nonnull (strstr (parts[WS_BESIDE_LEFT]->note, ", finished since "));
  g_assert_nonnull (strstr (parts[WS_BESIDE_RIGHT]->note, "of 15 SMs are busy"));
  g_assert_cmpint (strcspn (parts[WS_BESIDE_LEFT]->note, ","), ==,
                   strcspn (parts[WS_BESIDE_RIGHT]->note, ","));
  g_assert_true (strncmp (parts[WS_BESIDE_LEFT]->note, parts[WS_BESIDE_RIGHT]->note,
                          strcspn (parts[WS_BESIDE_LEFT]->note, ","))
                 == 0);
  written = draw (&picture, 1920, 1080);
  g_assert_true (is_written (written, "done"));
}

/* Which launch is done first is a time: with those it is kept back. */
static void
test_kept_back (void)
{
  g_autoptr (WsScene) left = make_scene_on ("reduce1", "h200", 128);
  g_autoptr (WsScene) right = make_scene_on ("reduce3", "k40c", 1024);
  g_autoptr (WsBeside) beside = ws_beside_new (left, right);
  g_autoptr (GArray) written = NULL;
  WsPicture picture;

  init (&picture, beside, WS_VIEW_SMS, 0);
  picture.options.emphasis.hide = WS_HIDE_TIMES;
  written = draw (&picture, 1920, 1080);
  g_assert_false (is_written (written, "done"));
  g_assert_false (is_written (written, "µs"));
}

int
main (int argc, char **argv)
{
  texts_init ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/beside-picture/sizes", test_sizes);
  g_test_add_func ("/beside-picture/hidden", test_hidden);
  g_test_add_func ("/beside-picture/copy", test_copy);
  g_test_add_func ("/beside-picture/scale", test_scale);
  g_test_add_func ("/beside-picture/now", test_now);
  g_test_add_func ("/beside-picture/kept-back", test_kept_back);
  return g_test_run ();
}
