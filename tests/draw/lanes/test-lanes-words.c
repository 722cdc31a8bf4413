/* What is said of the warps of every kernel of the catalogue, against the recording: as many
 * entries of the divergence stack as are drawn, only of lanes that are still there, and no lane
 * that the launch never had is gone. */
#include "lanes/private.h"
#include "plans.h"
#include "virtual/virtual.h"

#include <stdlib.h>
#include <string.h>

#define MOST_INSTANTS 48 /* of a block */

typedef struct {
  const WsScene *scene;
  guint warp;
  guint32 ended; /* lanes whose end the recording has up to now */
  GArray *texts; /* WsTextBox */
} Instant;

static const char *
find (const Instant *self, const char *part)
{
  for (guint i = 0; i < self->texts->len; i++)
    if (strstr (g_array_index (self->texts, WsTextBox, i).string, part) != NULL)
      return g_array_index (self->texts, WsTextBox, i).string;
  return NULL;
}

/* Whether one of the texts is @string. */
static gboolean
says (const Instant *self, const char *string)
{
  for (guint i = 0; i < self->texts->len; i++)
    if (g_str_equal (g_array_index (self->texts, WsTextBox, i).string, string))
      return TRUE;
  return FALSE;
}

/* The number before @word in what is said. */
static guint
read_before (const Instant *self, const char *word)
{
  const char *text = find (self, word);
  g_autofree char *pattern = g_strdup_printf ("([0-9]+)%s", word);
  g_autoptr (GRegex) regex = g_regex_new (pattern, 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *number = NULL;

  if (text == NULL || !g_regex_match (regex, text, 0, &match))
    return 0;
  number = g_match_info_fetch (match, 1);
  return (guint)strtoul (number, NULL, 10);
}

static guint
count_places (const Instant *self, const WsLanesLayout *l)
{
  guint n = 0;

  for (guint i = 0; i < self->texts->len; i++)
    {
      const WsTextBox *text = &g_array_index (self->texts, WsTextBox, i);

      n += text->box.y > l->stack.y - 1 && text->box.y + text->box.h < l->stack.y + l->stack.h + 1
           && text->box.x < l->stack.x + l->label_w;
    }
  return n;
}

static void
check_stack (const Instant *self, const WsLanes *lanes)
{
  const char *title = find (self, "divergence stack of warp");
  WsPath paths[WS_LANES_MAX_PATHS];
  guint n = ws_lanes_get_paths (lanes, paths);
  guint drawn = MIN (n, lanes->layout.n_slots);

  if (title == NULL || strstr (title, "…") != NULL)
    return;
  if (lanes->layout.stack.h > 0 && lanes->layout.label_w > 3 * lanes->layout.note_px)
    g_assert_cmpuint (count_places (self, &lanes->layout), ==, drawn);
  if (n > 1 && n == drawn)
    g_assert_cmpuint (read_before (self, " entries, the top one runs"), ==, drawn);
  if (n > drawn)
    {
      g_assert_nonnull (strstr (title, "the bottom one and the top"));
      g_assert_cmpuint (strtoul (strstr (title, "the top ") + strlen ("the top "), NULL, 10) + 1,
                        ==, drawn);
    }
  for (guint i = 0; i < n; i++)
    g_assert_cmphex (paths[i].mask & self->ended, ==, 0);
}

/* Where an entry goes on, all of its lanes do. */
static void
check_places (const WsLanes *lanes)
{
  WsPath paths[WS_LANES_MAX_PATHS];
  guint n = ws_lanes_get_paths (lanes, paths);

  for (guint i = 0; i < n; i++)
    {
      guint32 left = paths[i].mask;
      guint32 now = lanes->instruction;

      for (; left != 0 && now < lanes->trace->n_events; now++)
        {
          const WsEvent *event = &lanes->events[lanes->trace->events[now]];

          if (event->site == paths[i].pc)
            left &= ~event->active;
        }
      if (left != 0)
        g_error ("%s: lanes %08x of warp %u are said to go on at line %u, and never do",
                 lanes->kernel->entry, left, lanes->warp, lanes->kernel->sites[paths[i].pc].line);
    }
}

static void
check_absent (const Instant *self)
{
  const WsLaunch *launch = &self->scene->run->launches[self->scene->launch];
  guint32 mask = ws_launch_get_warp_mask (launch, self->warp);
  guint n_gone = read_before (self, " exited");

  g_assert_cmpuint (n_gone, <=, (guint)__builtin_popcount (self->ended));
  if (find (self, " active") != NULL && find (self, "unused") != NULL)
    g_assert_cmpuint (read_before (self, " unused"), ==,
                      WS_WARP_SIZE - (guint)__builtin_popcount (mask));
}

/* How often the shares of a warp and its block were different, and the same. */
static guint n_of_two;
static guint n_of_one;

/* "50 % of the warp's lanes active, 12.5 % of the block's", counted again; one figure where both
 * are the same. */
static void
check_shares (const Instant *self, double position)
{
  guint n_of_warp = 0;
  guint n = 0;
  g_autofree char *of_warp = NULL;
  g_autofree char *of_block = NULL;
  g_autofree char *whole = NULL;
  g_autofree char *brief = NULL;

  if (self->scene->warps->len < 2 || find (self, " %") == NULL)
    return;
  for (guint warp = 0; warp < self->scene->warps->len; warp++)
    {
      WsLaneState states[WS_WARP_SIZE];

      ws_lanes_get_states (self->scene, warp, position, states);
      for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
        {
          n += states[lane] == WS_LANE_WORKS;
          n_of_warp += warp == self->warp && states[lane] == WS_LANE_WORKS;
        }
    }
  of_warp = g_strdup_printf ("%.4g %%", n_of_warp * 100. / WS_WARP_SIZE);
  of_block = g_strdup_printf ("%.4g %%", n * 100. / (self->scene->warps->len * WS_WARP_SIZE));
  if (n_of_warp * self->scene->warps->len == n)
    {
      whole = g_strconcat (of_warp, " of lanes active, in warp and block", NULL);
      brief = g_strconcat (of_warp, " active in warp and block", NULL);
      n_of_one++;
    }
  else
    {
      whole =
          g_strconcat (of_warp, " of the warp’s lanes active, ", of_block, " of the block’s", NULL);
      brief = g_strconcat (of_warp, " of warp, ", of_block, " of block", NULL);
      n_of_two++;
    }
  g_assert_cmpuint (says (self, whole) + says (self, brief), ==, 1);
}

static guint32
find_ended (const WsScene *scene, guint warp, guint now)
{
  const WsEvent *events = scene->run->events + scene->record->first_event;
  const WsSite *sites = ws_run_get_kernel (scene->run, scene->launch)->sites;
  guint32 ended = 0;

  for (guint i = 0; i < now; i++)
    if (events[i].warp == warp && sites[events[i].site].op_class == WS_OP_EXIT)
      ended |= events[i].taken;
  return ended;
}

static void
check_instant (const WsScene *scene, guint warp, double position, double width, double height)
{
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  const WsMoment moment = { .position = position, .warp = warp, .hover_x = -1 };
  WsLanesOptions options = { 0 };
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR, NULL);
  cairo_t *cr = cairo_create (surface);
  g_autoptr (GArray) texts = ws_text_watch (cr);
  g_autoptr (WsText) text = ws_text_new (NULL, theme);
  Instant self = { .scene = scene,
                   .warp = warp,
                   .ended = find_ended (scene, warp, ws_scene_event_at (scene, position)),
                   .texts = texts };
  WsLanes lanes = { 0 };

  ws_draw_lanes (cr, &(WsFrame){ scene, &moment, theme, width, height }, &options);
  g_assert_true (ws_lanes_init (&lanes, scene, &moment, theme));
  lanes.text = text;
  ws_lanes_layout_init (&lanes.layout, text, &(WsFrame){ scene, &moment, theme, width, height },
                        &options);
  check_stack (&self, &lanes);
  check_places (&lanes);
  check_absent (&self);
  check_shares (&self, position);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
check_run (WsRun *run)
{
  g_autoptr (WsScene) scene = ws_scene_new (run, 0, 0, NULL);
  guint n = (guint)ws_scene_get_n_events (scene);
  guint step = MAX (n / MOST_INSTANTS, 1);

  if (scene->record == NULL || scene->warps->len == 0)
    return;
  for (guint i = 0; i <= n; i += step)
    {
      check_instant (scene, i % scene->warps->len, i, 1280, 720);
      check_instant (scene, i % scene->warps->len, i, 900, 360);
    }
  for (guint warp = 0; warp < scene->warps->len; warp++)
    check_instant (scene, warp, n, 1280, 720);
}

static void
test_kernels (void)
{
  static const guint blocks[] = { 16, 64 };
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCatalog) catalog = ws_catalog_new (NULL, &error);
  WsSpec *spec = (WsSpec *)ws_catalog_find_spec (catalog, "h200", NULL);
  g_autoptr (WsDevice) device = ws_vm_device_new (spec, 1);

  for (guint k = 0; k < ws_catalog_get_n_kernels (catalog); k++)
    for (guint b = 0; b < G_N_ELEMENTS (blocks); b++)
      {
        const WsCatalogKernel *kernel = ws_catalog_get_kernel (catalog, k);
        WsPlanParameters parameters;
        g_autoptr (WsPlan) plan = NULL;
        g_autoptr (WsRun) run = NULL;

        if (kernel->faults)
          continue;
        ws_plan_parameters_init (&parameters, kernel);
        parameters.n = 64;
        parameters.repeats = MIN (parameters.repeats, 4);
        if (ws_catalog_kernel_has_block (kernel))
          parameters.block = blocks[b];
        plan = ws_plan_new (catalog, kernel, &parameters, spec, NULL);
        if (plan == NULL)
          continue;
        run = plan_record (device, catalog, plan, NULL, 0, NULL, &error);
        g_assert_no_error (error);
        g_test_message ("%s, block %u", kernel->id, parameters.block);
        check_run (run);
      }
  g_assert_cmpuint (n_of_two, >, 0);
  g_assert_cmpuint (n_of_one, >, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/lanes-words/kernels", test_kernels);
  return g_test_run ();
}
