/* The views of a run: their names; golden pictures, without text. WS_UPDATE_GOLDEN=1 writes them
 * anew: look at each before it is committed. */
#include "picture.h"

typedef struct {
  const char *name;
  WsView view;
  SyntheticKernel kernel;
  guint block;
  double stage; /* 2.5: in the middle of stage 2; a whole one: where its picture is best taken */
  WsThemeKind theme;
} Golden;

static const Golden goldens[] = {
  { "tree-interleaved-light", WS_VIEW_TREE, SYNTHETIC_INTERLEAVED, 128, 2, WS_THEME_LIGHT },
  { "tree-interleaved-dark", WS_VIEW_TREE, SYNTHETIC_INTERLEAVED, 128, 2, WS_THEME_DARK },
  { "tree-interleaved-projector", WS_VIEW_TREE, SYNTHETIC_INTERLEAVED, 128, 2, WS_THEME_PROJECTOR },
  { "tree-sequential-moving", WS_VIEW_TREE, SYNTHETIC_SEQUENTIAL, 32, 2.55, WS_THEME_LIGHT },
  { "tree-cascade-light", WS_VIEW_TREE, SYNTHETIC_CASCADE, 64, 3, WS_THEME_LIGHT },
  { "tree-first-add-dark", WS_VIEW_TREE, SYNTHETIC_FIRST_ADD, 1024, 1, WS_THEME_DARK },
  { "tree-shuffle-light", WS_VIEW_TREE, SYNTHETIC_SHUFFLE, 64, 3, WS_THEME_LIGHT },
  { "tree-one-thread", WS_VIEW_TREE, SYNTHETIC_SEQUENTIAL, 1, 1, WS_THEME_LIGHT },
  { "lanes-interleaved-light", WS_VIEW_LANES, SYNTHETIC_INTERLEAVED, 128, 2.6, WS_THEME_LIGHT },
  { "lanes-interleaved-projector", WS_VIEW_LANES, SYNTHETIC_INTERLEAVED, 128, 2.4,
    WS_THEME_PROJECTOR },
  { "lanes-sequential-dark", WS_VIEW_LANES, SYNTHETIC_SEQUENTIAL, 1024, 4, WS_THEME_DARK },
  { "code-light", WS_VIEW_CODE, SYNTHETIC_INTERLEAVED, 128, 2, WS_THEME_LIGHT },
};

static double
get_position (const WsScene *scene, double stage)
{
  guint index = MIN ((guint)stage, scene->stages->n_stages - 1);
  const WsStage *s = &scene->stages->stages[index];

  if (stage == index)
    return ws_scene_stage_moment (scene, index);
  return s->first_event + (s->last_event - s->first_event) * (stage - index);
}

static void
test_golden (gconstpointer data)
{
  const Golden *golden = data;
  g_autoptr (WsScene) scene = synthetic_scene_new (golden->kernel, golden->block, SYNTHETIC_SMALL);
  WsMoment moment = { .position = get_position (scene, golden->stage),
                      .hover_x = -1,
                      .hover_y = -1 };
  WsTheme theme = picture_get_wordless_theme (golden->theme);
  cairo_surface_t *drawn = picture_new (golden->view, scene, &moment, &theme, 480, 300);

  picture_check_golden (drawn, golden->name);
  cairo_surface_destroy (drawn);
}

/* The comparison itself can fail: one row more lit is seen. */
static void
test_difference (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_INTERLEAVED, 128, SYNTHETIC_SMALL);
  WsTheme theme = picture_get_wordless_theme (WS_THEME_LIGHT);
  WsMoment one = { .position = ws_scene_stage_moment (scene, 1) };
  WsMoment two = { .position = ws_scene_stage_moment (scene, 2) };

  for (guint view = 0; view < WS_VIEW_SMS; view++) /* whose scenes are others: test-sms.c */
    {
      cairo_surface_t *a = picture_new (view, scene, &one, &theme, 480, 300);
      cairo_surface_t *b = picture_new (view, scene, &two, &theme, 480, 300);

      g_assert_cmpfloat (picture_compare (a, a, 0), ==, 0);
      if (view != WS_VIEW_CODE) /* the same line twice */
        g_assert_cmpfloat (picture_compare (a, b, PICTURE_TOLERANCE), >, PICTURE_MAX_SHARE);
      cairo_surface_destroy (a);
      cairo_surface_destroy (b);
    }
}

/* A drawing is a function of scene and moment, and of nothing that was drawn before. */
static void
test_independent (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_FIRST_ADD, 128, SYNTHETIC_SMALL);
  const WsTheme *theme = ws_theme_get (WS_THEME_DARK);
  guint n = ws_scene_get_n_events (scene);

  for (guint view = 0; view < WS_N_VIEWS; view++)
    {
      WsMoment moment = { .position = n * 0.4, .warp = 1 };
      cairo_surface_t *first = picture_new (view, scene, &moment, theme, 500, 300);
      cairo_surface_t *again;

      for (guint i = 0; i < 6; i++)
        {
          WsMoment other = { .position = n * (1 - i / 5.), .warp = i % 4 };
          cairo_surface_destroy (picture_new (view, scene, &other, theme, 300 + 40 * i, 400));
        }
      again = picture_new (view, scene, &moment, theme, 500, 300);
      g_assert_cmpfloat (picture_compare (first, again, 0), ==, 0);
      cairo_surface_destroy (first);
      cairo_surface_destroy (again);
    }
}

/* What is pointed at is marked, and nothing else changes. */
static void
test_hover (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_INTERLEAVED, 128, SYNTHETIC_SMALL);
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  static const struct {
    WsView view;
    double y;
  } cases[] = { { WS_VIEW_TREE, 0 }, { WS_VIEW_LANES, 0.8 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      WsMoment away = { .position = ws_scene_stage_moment (scene, 2),
                        .hover_x = -1,
                        .hover_y = -1 };
      WsMoment on = away;
      cairo_surface_t *plain = picture_new (cases[i].view, scene, &away, theme, 700, 430);
      cairo_surface_t *marked;
      double share;

      on.hover_x = 350;
      on.hover_y = cases[i].y * 430;
      if (cases[i].view == WS_VIEW_TREE)
        {
          static const WsTreeOptions options = WS_TREE_OPTIONS_INIT;
          WsTreeHit hit = { .kind = WS_TREE_HIT_NONE };

          for (on.hover_y = 0; on.hover_y < 430 && hit.kind != WS_TREE_HIT_CELL; on.hover_y += 4)
            for (on.hover_x = 100; on.hover_x < 400 && hit.kind != WS_TREE_HIT_CELL;
                 on.hover_x += 4)
              ws_tree_pick (&(WsFrame){ scene, &away, theme, 700, 430 }, &options, on.hover_x + 4,
                            on.hover_y, &hit);
          on.hover_y -= 4;
          g_assert_cmpint (hit.kind, ==, WS_TREE_HIT_CELL);
        }
      marked = picture_new (cases[i].view, scene, &on, theme, 700, 430);
      share = picture_compare (plain, marked, 8);
      g_assert_cmpfloat (share, >, 0);
      g_assert_cmpfloat (share, <, 0.01);
      cairo_surface_destroy (plain);
      cairo_surface_destroy (marked);
    }
}

static void
test_names (void)
{
  WsView view;

  for (guint i = 0; i < WS_N_VIEWS; i++)
    {
      g_assert_true (ws_view_parse (ws_view_get_name (i), &view));
      g_assert_cmpint (view, ==, i);
    }
  g_assert_false (ws_view_parse ("pie", &view));
  g_assert_true (ws_view_parse ("occupancy", &view)); /* its old name */
  g_assert_cmpint (view, ==, WS_VIEW_CALCULATOR);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (goldens); i++)
    {
      g_autofree char *path = g_strconcat ("/draw/golden/", goldens[i].name, NULL);
      g_test_add_data_func (path, &goldens[i], test_golden);
    }
  g_test_add_func ("/draw/golden/a-difference-is-seen", test_difference);
  g_test_add_func ("/draw/independent-of-before", test_independent);
  g_test_add_func ("/draw/hover", test_hover);
  g_test_add_func ("/draw/view/names", test_names);
  return g_test_run ();
}
