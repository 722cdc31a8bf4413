/* The telling instant of each stage of every reduction: what its caption says is what the panes
 * show there. */
#include "recorded.h"
#include "lanes/private.h"
#include "record/access.h"
#include "scene/tree-model.h"

#include <stdlib.h>

static const guint blocks[] = { 32, 64, 128, 512, 1024 };

typedef struct {
  const WsScene *scene;
  const WsEvent *events;
  const WsSite *sites;
  guint stage;
  double position;
  char *caption;
} Instant;

/* The number that stands at @group of @pattern in the caption; 0 where it says no such thing. */
static guint
read_number (const Instant *self, const char *pattern)
{
  g_autoptr (GRegex) regex = g_regex_new (pattern, 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *number = NULL;

  g_assert_nonnull (regex);
  if (!g_regex_match (regex, self->caption, 0, &match))
    return 0;
  number = g_match_info_fetch (match, 1);
  return (guint)strtoul (number, NULL, 10);
}

/* Lanes of each state that the pane of warps shows of @warp. */
static guint32
count_lanes (const Instant *self, guint warp, guint n[WS_LANE_WORKS + 1])
{
  WsLaneState states[WS_WARP_SIZE];
  guint32 event = ws_lanes_get_states (self->scene, warp, self->position, states);

  for (guint i = 0; i <= WS_LANE_WORKS; i++)
    n[i] = 0;
  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    n[states[lane]]++;
  return event;
}

/* "Every warp diverges: 8 lanes work, 24 wait." */
static void
check_lanes (const Instant *self)
{
  guint working = read_number (self, "([0-9]+) lanes? works?, ");
  guint waiting = read_number (self, " works?, ([0-9]+) waits?\\.");
  gboolean seen = FALSE;

  if (working == 0)
    return;
  for (guint warp = 0; warp < self->scene->warps->len && !seen; warp++)
    {
      guint n[WS_LANE_WORKS + 1];
      guint32 event = count_lanes (self, warp, n);

      seen = event != WS_NONE && self->scene->stages->stage_of_event[event] == self->stage
             && n[WS_LANE_WORKS] == working && n[WS_LANE_WAITS] == waiting
             && (guint)__builtin_popcount (self->events[event].taken) == working;
    }
  g_assert_true (seen);
}

/* "An 8-way bank conflict ..." */
static void
check_conflict (const Instant *self)
{
  guint ways = read_number (self, "([0-9]+)-way bank conflict");
  const WsEvent *event = &self->events[(guint)self->position];
  guint64 addresses[WS_WARP_SIZE];
  WsAccessCost cost;

  if (ways == 0)
    return;
  g_assert_cmpuint (event->space, ==, WS_SPACE_SHARED);
  g_assert_cmpuint (event->access, !=, WS_NONE);
  g_assert_cmpuint (self->sites[event->site].vector, ==, 1);
  for (gint i = 0; i < __builtin_popcount (event->taken); i++)
    addresses[i] = self->scene->run->lanes[event->access + i].address;
  ws_access_cost_shared_masked (event->taken, addresses, self->sites[event->site].width_bytes,
                                self->scene->run->spec->shared_banks, &cost);
  g_assert_cmpuint (cost.wavefronts, ==, ways * cost.ideal_wavefronts);
}

/* "128 threads load 128 elements." */
static void
check_barriers (const Instant *self)
{
  if (read_number (self, ": ([0-9]+) threads ") == 0)
    return;
  for (guint warp = 0; warp < self->scene->warps->len; warp++)
    {
      guint n[WS_LANE_WORKS + 1];

      count_lanes (self, warp, n);
      g_assert_cmpuint (n[WS_LANE_PARKED], ==, 0);
    }
}

/* What the stage makes is there, and is the row that the eye is led to; of a stage that has none,
 * for all values stay what they are, it is that of a stage before. */
static void
check_tree (const Instant *self)
{
  const WsTreeModel *model = self->scene->tree;
  guint row = ws_tree_model_row_at (model, self->position);
  gboolean has_row = FALSE;

  for (guint r = 0; r < model->n_rows; r++)
    has_row = has_row || model->rows[r].stage == self->stage;
  if (has_row)
    g_assert_cmpuint (model->rows[row].stage, ==, self->stage);
  else
    {
      g_assert_nonnull (model->thinned);
      g_assert_cmpuint (model->rows[row].stage, <, self->stage);
    }
  for (guint i = 0; i < self->scene->dataflow->n_nodes; i++)
    {
      const WsNode *node = &self->scene->dataflow->nodes[i];

      if (node->event != WS_NONE && node->stage == self->stage)
        g_assert_cmpfloat (node->told, <=, self->position);
      if (node->event != WS_NONE && node->stage > self->stage)
        g_assert_cmpfloat (node->told, >, self->position);
    }
}

static void
check_scene (const WsScene *scene)
{
  double before = -1;

  for (guint stage = 0; stage < scene->stages->n_stages; stage++)
    {
      Instant instant = { .scene = scene,
                          .events = scene->run->events + scene->record->first_event,
                          .sites = ws_run_get_kernel (scene->run, scene->launch)->sites,
                          .stage = stage,
                          .position = ws_scene_stage_moment (scene, stage) };

      instant.caption =
          ws_stages_caption (scene->stages, scene->run, scene->launch, scene->block, stage);
      g_test_message ("at %g: %s", instant.position, instant.caption);
      g_assert_cmpfloat (instant.position, >, before);
      g_assert_cmpuint (ws_scene_stage_at (scene, instant.position), ==, stage);
      check_lanes (&instant);
      check_conflict (&instant);
      check_barriers (&instant);
      check_tree (&instant);
      before = instant.position;
      g_free (instant.caption);
    }
}

static void
test_kernel (gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (blocks); i++)
    {
      g_autoptr (WsRun) run = recorded_new (&(Recorded){ data, "h200", 16384, blocks[i] });

      g_test_message ("block %u", blocks[i]);
      for (guint launch = 0; launch < run->n_launches; launch++)
        {
          g_autoptr (WsScene) scene = ws_scene_new_first (run, launch);

          check_scene (scene);
        }
    }
}

int
main (int argc, char **argv)
{
  static const char *const kernels[] = { "reduce1", "reduce2",  "reduce3",  "reduce4",
                                         "reduce5", "reduce6",  "reduce7",  "reduce8",
                                         "reduce9", "reduce10", "reduce11", "reduce12" };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (kernels); i++)
    {
      g_autofree char *path = g_strdup_printf ("/draw/instant/%s", kernels[i]);

      g_test_add_data_func (path, kernels[i], test_kernel);
    }
  return g_test_run ();
}
