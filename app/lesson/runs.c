#include "lesson/runs.h"

/* The results under one key. */
typedef struct {
  WsRun *run;
  GPtrArray *scenes; /* WsScene: of launches that were looked at */
  WsSweep *sweep;
  WsScenario *scenario;
  char *note;
} Entry;

struct _WsLessonRuns {
  GHashTable *entries; /* char * -> Entry */
  int refs;
};

static void
entry_free (Entry *self)
{
  g_clear_pointer (&self->run, ws_run_unref);
  g_ptr_array_unref (self->scenes);
  g_clear_pointer (&self->sweep, ws_sweep_unref);
  g_clear_pointer (&self->scenario, ws_scenario_unref);
  g_free (self->note);
  g_free (self);
}

/* Returns: (transfer full): an empty store */
WsLessonRuns *
ws_lesson_runs_new (void)
{
  WsLessonRuns *self = g_new0 (WsLessonRuns, 1);

  self->refs = 1;
  self->entries =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)entry_free);
  return self;
}

WsLessonRuns *
ws_lesson_runs_ref (WsLessonRuns *self)
{
  self->refs++;
  return self;
}

void
ws_lesson_runs_unref (WsLessonRuns *self)
{
  if (--self->refs > 0)
    return;
  g_hash_table_unref (self->entries);
  g_free (self);
}

static const Entry *
find (WsLessonRuns *self, const char *key)
{
  return g_hash_table_lookup (self->entries, key);
}

static Entry *
get (WsLessonRuns *self, const char *key)
{
  Entry *entry = g_hash_table_lookup (self->entries, key);

  if (entry != NULL)
    return entry;
  entry = g_new0 (Entry, 1);
  entry->scenes = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_scene_unref);
  g_hash_table_insert (self->entries, g_strdup (key), entry);
  return entry;
}

/**
 * ws_lesson_runs_has:
 * @key: of a job
 *
 * Returns: whether its result is there
 */
gboolean
ws_lesson_runs_has (WsLessonRuns *self, const char *key)
{
  const Entry *entry = find (self, key);

  return entry != NULL && (entry->run != NULL || entry->sweep != NULL || entry->scenario != NULL);
}

/**
 * ws_lesson_runs_set_run:
 * @key: of a job
 * @run: the recording; replaces an earlier one
 */
void
ws_lesson_runs_set_run (WsLessonRuns *self, const char *key, WsRun *run)
{
  Entry *entry = get (self, key);

  ws_run_ref (run);
  g_clear_pointer (&entry->run, ws_run_unref);
  entry->run = run;
  g_ptr_array_set_size (entry->scenes, 0);
}

/**
 * ws_lesson_runs_set_scene:
 * @key: of a job whose run is there
 * @scene: of a launch of it, derived already
 *
 * Stores it, so that ws_lesson_runs_get_scene() need not derive it, which takes a while.
 */
void
ws_lesson_runs_set_scene (WsLessonRuns *self, const char *key, WsScene *scene)
{
  g_ptr_array_add (get (self, key)->scenes, ws_scene_ref (scene));
}

/**
 * ws_lesson_runs_set_sweep:
 * @key: of a job
 * @sweep: the sweep, which may still be running
 */
void
ws_lesson_runs_set_sweep (WsLessonRuns *self, const char *key, WsSweep *sweep)
{
  Entry *entry = get (self, key);

  ws_sweep_ref (sweep);
  g_clear_pointer (&entry->sweep, ws_sweep_unref);
  entry->sweep = sweep;
}

/**
 * ws_lesson_runs_set_scenario:
 * @key: of a job
 * @scenario: the scenario, whose cells may still be running
 */
void
ws_lesson_runs_set_scenario (WsLessonRuns *self, const char *key, WsScenario *scenario)
{
  Entry *entry = get (self, key);

  ws_scenario_ref (scenario);
  g_clear_pointer (&entry->scenario, ws_scenario_unref);
  entry->scenario = scenario;
}

/**
 * ws_lesson_runs_set_note:
 * @key: of a job
 * @note: (nullable): why it ran elsewhere than the lesson asks for; copied
 */
void
ws_lesson_runs_set_note (WsLessonRuns *self, const char *key, const char *note)
{
  Entry *entry = get (self, key);

  g_free (entry->note);
  entry->note = g_strdup (note);
}

/**
 * ws_lesson_runs_get_run:
 * @key: of a job
 *
 * Returns: (transfer none) (nullable): what was recorded
 */
WsRun *
ws_lesson_runs_get_run (WsLessonRuns *self, const char *key)
{
  const Entry *entry = find (self, key);

  return entry != NULL ? entry->run : NULL;
}

/* The scene of a block, or of a launch without a recorded block. */
static WsScene *
make_scene (WsRun *run, guint launch, guint block)
{
  WsScene *scene = ws_scene_new (run, launch, block, NULL);

  if (scene == NULL)
    scene = ws_scene_new_for_launch (run, launch, NULL);
  return scene != NULL ? scene : ws_scene_new_for_source (run, launch);
}

/* The faulty one, or the first. */
static guint
find_block (const WsRun *run, guint launch)
{
  const WsFinding *finding = ws_run_find_finding (run, launch);

  return finding != NULL && ws_run_find_block (run, launch, finding->block) != NULL
             ? finding->block
             : ws_run_get_first_block (run, launch);
}

/**
 * ws_lesson_runs_get_scene:
 * @key: of a job
 * @launch: from 0; the last where there are fewer, or of %WS_NONE
 * @block: of it; %WS_NONE for the one that went wrong, or the first that was recorded
 *
 * Returns: (transfer none) (nullable): the scene of that launch; derived now if not set
 */
WsScene *
ws_lesson_runs_get_scene (WsLessonRuns *self, const char *key, guint launch, guint block)
{
  const Entry *entry = find (self, key);
  WsScene *scene;

  if (entry == NULL || entry->run == NULL || entry->run->n_launches == 0)
    return NULL;
  launch = (guint)MIN (launch, entry->run->n_launches - 1);
  if (block == WS_NONE)
    block = find_block (entry->run, launch);
  for (guint i = 0; i < entry->scenes->len; i++)
    {
      scene = g_ptr_array_index (entry->scenes, i);
      if (scene->launch == launch && (scene->block == block || scene->record == NULL))
        return scene;
    }
  scene = make_scene (entry->run, launch, block);
  if (scene != NULL)
    g_ptr_array_add (entry->scenes, scene);
  return scene;
}

/**
 * ws_lesson_runs_get_sweep:
 * @key: of a job
 *
 * Returns: (transfer none) (nullable): what was timed
 */
WsSweep *
ws_lesson_runs_get_sweep (WsLessonRuns *self, const char *key)
{
  const Entry *entry = find (self, key);

  return entry != NULL ? entry->sweep : NULL;
}

/**
 * ws_lesson_runs_get_scenario:
 * @key: of a job
 *
 * Returns: (transfer none) (nullable): the scenario with its results
 */
WsScenario *
ws_lesson_runs_get_scenario (WsLessonRuns *self, const char *key)
{
  const Entry *entry = find (self, key);

  return entry != NULL ? entry->scenario : NULL;
}

/**
 * ws_lesson_runs_get_note:
 * @key: of a job
 *
 * Returns: (transfer none) (nullable): why it ran elsewhere than the lesson asks for
 */
const char *
ws_lesson_runs_get_note (WsLessonRuns *self, const char *key)
{
  const Entry *entry = find (self, key);

  return entry != NULL ? entry->note : NULL;
}
