/* What a thread has at each step of its story, held against the recording's events: the memory is
 * carried along event by event here, and looked up there. */
#include "threads/thread-state.h"
#include "accesses/memory-use.h"
#include "recorded.h"

#include <string.h>

#define N_CELLS 9

/* What is known of an address: a value; or that it is not known. */
typedef struct {
  gboolean known;
  guint64 value;
} Word;

typedef struct {
  const WsRun *run;
  const WsKernel *kernel;
  const WsBlockRecord *block;
  const WsThreadStory *story;
  GHashTable *memory; /* of guint64 addresses, shared ones odd, to Word */
  guint n_arrows;
  guint n_changes;
  guint n_values;
} Walk;

static guint64
get_key (WsSpace space, guint64 address)
{
  return address << 1 | (space == WS_SPACE_SHARED);
}

static const WsThreadStep *
get_step (const WsThreadStory *story, guint step)
{
  return &g_array_index (story->steps, WsThreadStep, step);
}

static void
keep (Walk *self, WsSpace space, guint64 address, gboolean known, guint64 value)
{
  guint64 *key = g_new (guint64, 1);
  Word *word = g_new (Word, 1);

  *key = get_key (space, address);
  *word = (Word){ known, value };
  g_hash_table_replace (self->memory, key, word);
}

/* The kernels' atomics add 1, or else leave what is not known. */
static void
execute (Walk *self, const WsEvent *event)
{
  const WsSite *site = &self->kernel->sites[event->site];
  const char *text = ws_kernel_get_string (self->kernel, site->text);
  guint n = (guint)__builtin_popcount (event->taken);

  if (!ws_memory_request_is_access (site, event))
    return;
  for (guint i = 0; i < n * (site->op_class == WS_OP_ATOMIC ? 1 : site->vector); i++)
    {
      const WsLane *lane = &self->run->lanes[event->access + i];

      if (site->op_class != WS_OP_ATOMIC)
        keep (self, (WsSpace)event->space, lane->address, TRUE, lane->value);
      else if (g_str_has_suffix (text, ", 1") || g_str_has_suffix (text, ", 1;"))
        {
          guint64 most = 0;

          for (guint k = 0; k < n; k++)
            if (self->run->lanes[event->access + k].address == lane->address)
              most = MAX (most, self->run->lanes[event->access + k].value);
          keep (self, (WsSpace)event->space, lane->address, TRUE, most + 1);
        }
      else
        keep (self, (WsSpace)event->space, lane->address, FALSE, 0);
    }
}

static void
check_strips (Walk *self, const WsThreadState *state)
{
  for (guint i = 0; i < state->strips->len; i++)
    {
      const WsThreadStrip *strip = &g_array_index (state->strips, WsThreadStrip, i);

      g_assert_cmpuint (strip->cells->len, >, 0);
      g_assert_cmpuint (strip->cells->len, <=, N_CELLS);
      for (guint k = 0; k < strip->cells->len; k++)
        {
          const WsThreadCell *cell = &g_array_index (strip->cells, WsThreadCell, k);
          guint64 key =
              get_key (strip->region->space,
                       strip->region->address
                           + cell->element * ws_value_type_get_width (strip->region->value_type));
          const Word *word = g_hash_table_lookup (self->memory, &key);

          if (k > 0)
            g_assert_cmpuint (cell->element, >, (cell - 1)->element);
          g_assert_cmpint (cell->has_value, ==, word != NULL && word->known);
          if (cell->has_value)
            g_assert_cmphex (cell->value, ==, word->value);
          self->n_values += cell->has_value;
        }
    }
}

/* Each access of the step has its arrow, from or to its address, with its value at the other end.
 */
static void
check_arrows (Walk *self, const WsThreadState *state)
{
  const guint32 now = get_step (self->story, state->step)->event;
  guint n = 0;

  for (guint i = 0; i < self->story->steps->len; i++)
    {
      const WsThreadStep *step = get_step (self->story, i);
      gboolean accesses = step->kind == WS_THREAD_READS || step->kind == WS_THREAD_WRITES
                          || step->kind == WS_THREAD_UPDATES;
      const WsThreadArrow *arrow;
      const WsThreadStrip *strip;
      const WsThreadSlot *slot;
      guint64 element;

      if (step->event != now || !accesses)
        continue;
      g_assert_cmpuint (n, <, state->arrows->len);
      arrow = &g_array_index (state->arrows, WsThreadArrow, n++);
      strip = &g_array_index (state->strips, WsThreadStrip, arrow->strip);
      slot = &g_array_index (state->slots, WsThreadSlot, arrow->slot);
      element = g_array_index (strip->cells, WsThreadCell, arrow->cell).element;
      g_assert_cmphex (strip->region->address
                           + element * ws_value_type_get_width (strip->region->value_type),
                       ==, step->address);
      g_assert_cmpint (arrow->loads, ==, step->kind != WS_THREAD_WRITES);
      g_assert_cmpint (arrow->stores, ==, step->kind != WS_THREAD_READS);
      g_assert_true (slot->has_value);
      g_assert_cmphex (slot->value, ==, step->value);
      if (arrow->loads && *slot->name != '\0')
        g_assert_true (slot->changed);
      if (!arrow->loads)
        g_assert_cmphex (g_array_index (strip->cells, WsThreadCell, arrow->cell).value, ==,
                         step->value);
      self->n_arrows++;
    }
  g_assert_cmpuint (n, ==, state->arrows->len);
}

static const WsThreadSlot *
find_slot (const WsThreadState *state, const char *name)
{
  for (guint i = 0; i < state->slots->len; i++)
    if (g_str_equal (g_array_index (state->slots, WsThreadSlot, i).name, name))
      return &g_array_index (state->slots, WsThreadSlot, i);
  return NULL;
}

/* Whether the present step reads what the variable is set to. */
static gboolean
is_loaded (const Walk *self, const WsThreadState *state, const char *name)
{
  const guint32 now = get_step (self->story, state->step)->event;

  for (guint i = 0; i <= state->step; i++)
    if (get_step (self->story, i)->event == now
        && g_strcmp0 (get_step (self->story, i)->variable, name) == 0)
      return TRUE;
  return FALSE;
}

/* A variable that was set since the step before is marked, and no other is. */
static void
check_marks (Walk *self, const WsThreadState *state, const WsThreadState *before)
{
  for (guint i = 0; i < state->slots->len; i++)
    {
      const WsThreadSlot *slot = &g_array_index (state->slots, WsThreadSlot, i);
      const WsThreadSlot *old = before != NULL ? find_slot (before, slot->name) : NULL;
      gboolean is_set = slot->has_value
                        && (old == NULL || !old->has_value || is_loaded (self, state, slot->name));

      if (slot->is_register)
        continue;
      g_assert_cmpint (slot->changed, ==, is_set || (slot->has_value && old->value != slot->value));
      self->n_changes += slot->changed;
    }
}

static void
test_walk (gconstpointer data)
{
  const Recorded *what = data;
  g_autoptr (WsRun) run = recorded_new (what);
  g_autoptr (WsThreadStory) story = ws_thread_story_new (run, 0, 0, 0, 1);
  g_autoptr (WsVariables) variables = ws_variables_new (run, 0);
  g_autoptr (WsThreadState) before = NULL;
  Walk walk = { .run = run,
                .kernel = ws_run_get_kernel (run, 0),
                .block = ws_run_find_block (run, 0, 0),
                .story = story,
                .memory = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free) };
  guint32 next = 0;

  for (guint i = 0; i < story->steps->len; i++)
    {
      const guint32 now = get_step (story, i)->event;
      WsThreadState *state = ws_thread_state_new (story, variables, now, N_CELLS);

      for (; next <= now; next++)
        execute (&walk, &run->events[walk.block->first_event + next]);
      if (get_step (story, state->step)->event == now && state->step == i)
        {
          check_strips (&walk, state);
          check_arrows (&walk, state);
          check_marks (&walk, state, before);
        }
      if (i + 1 < story->steps->len && get_step (story, i + 1)->event == now)
        {
          ws_thread_state_free (state); /* of a vector, an element */
          continue;
        }
      g_clear_pointer (&before, ws_thread_state_free);
      before = state;
    }
  g_assert_cmpuint (walk.n_arrows, >=, 2);
  g_assert_cmpuint (walk.n_values, >, walk.n_arrows);
  if (ws_variables_get_n (variables) > 0)
    g_assert_cmpuint (walk.n_changes, >=, ws_variables_get_n (variables) - 1);
  g_hash_table_unref (walk.memory);
}

/* Before the first instruction of its line a variable is not set. */
static void
test_not_set (void)
{
  const Recorded what = { "reduce3", "h200", 128, 128 };
  g_autoptr (WsRun) run = recorded_new (&what);
  g_autoptr (WsThreadStory) story = ws_thread_story_new (run, 0, 0, 0, 5);
  g_autoptr (WsVariables) variables = ws_variables_new (run, 0);
  g_autoptr (WsThreadState) first = ws_thread_state_new (story, variables, 0, N_CELLS);
  g_autoptr (WsThreadState) last =
      ws_thread_state_new (story, variables, run->blocks[0].n_events - 1, N_CELLS);
  g_autofree char *words = ws_thread_state_describe (last);

  g_assert_cmpuint (first->step, ==, WS_NONE);
  g_assert_cmpuint (first->arrows->len, ==, 0);
  g_assert_cmpuint (first->slots->len, ==, 3);
  for (guint i = 0; i < first->slots->len; i++)
    g_assert_false (g_array_index (first->slots, WsThreadSlot, i).has_value);
  g_assert_cmpstr (words, ==, "tid = 5, i = 5"); /* the loop and its s are over */
}

/* What a load has set stays marked until the next step begins. */
static void
test_between_steps (void)
{
  const Recorded what = { "reduce3", "h200", 128, 128 };
  g_autoptr (WsRun) run = recorded_new (&what);
  g_autoptr (WsThreadStory) story = ws_thread_story_new (run, 0, 0, 0, 0);
  g_autoptr (WsVariables) variables = ws_variables_new (run, 0);
  guint n = 0;

  for (guint i = 0; i + 1 < story->steps->len; i++)
    for (guint32 e = get_step (story, i)->event; e < get_step (story, i + 1)->event; e++)
      {
        g_autoptr (WsThreadState) state = ws_thread_state_new (story, variables, e, N_CELLS);
        const WsThreadArrow *arrow = (const WsThreadArrow *)state->arrows->data;

        if (get_step (story, i)->kind != WS_THREAD_READS)
          continue;
        g_assert_cmpuint (state->arrows->len, ==, 1);
        if (g_array_index (state->slots, WsThreadSlot, arrow->slot).has_value)
          g_assert_true (g_array_index (state->slots, WsThreadSlot, arrow->slot).changed);
        n++;
      }
  g_assert_cmpuint (n, >, 10);
}

int
main (int argc, char **argv)
{
  static const Recorded walked[] = {
    { "reduce1", "h200", 256, 128 },
    { "reduce3", "h200", 256, 128 },
    { "reduce8", "h200", 256, 128 },
    { "reduce10", "h200", 8192, 512 },
    { "scan_hillis_steele", "h200", 256, 128 },
    { "transpose_shared", "h200", 64, 256 },
    { "histogram_shared", "h200", 512, 128 },
    { "histogram_global", "h200", 512, 128 },
    { "matrix_product_tiled", "h200", 32, 256 },
    { "few_blocks", "h200", 2048, 256, 2 },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (walked); i++)
    {
      g_autofree char *path = g_strdup_printf ("/thread-state/walk/%s", walked[i].kernel);

      g_test_add_data_func (path, &walked[i], test_walk);
    }
  g_test_add_func ("/thread-state/not-set", test_not_set);
  g_test_add_func ("/thread-state/between-steps", test_between_steps);
  return g_test_run ();
}
