/* align.c: which stage of one block belongs to which of another. */
#include "beside/private.h"

#include "scene/tree-model.h"

/* One stage, as the other side looks for it. */
typedef struct {
  WsStageKind kind;
  double cells; /* of the load, that went into each of its cells; 0 if unknown */
} Step;

/* Elements that each cell of @stage sums; 0 if they differ, or nothing is known. */
static guint
count_elements (const WsScene *scene, guint stage)
{
  const WsTreeModel *tree = scene->tree;
  guint most = 0;

  for (guint i = 0; i < tree->n_rows; i++)
    if (tree->rows[i].stage == stage && tree->rows[i].n_alive > 0)
      most = MAX (most, tree->rows[i].n_elements);
  return most;
}

/* (transfer full) */
static Step *
list_steps (const WsScene *scene)
{
  const WsStages *stages = scene->stages;
  Step *steps = g_new0 (Step, stages->n_stages + 1);
  double loaded = 0;

  for (guint i = 0; i < stages->n_stages; i++)
    {
      guint n = count_elements (scene, i);

      steps[i].kind = stages->stages[i].kind;
      if (loaded <= 0)
        loaded = n;
      steps[i].cells = loaded > 0 ? n / loaded : 0;
    }
  return steps;
}

static gboolean
combines (const Step *step)
{
  return step->kind != WS_STAGE_LOAD && step->kind != WS_STAGE_STORE;
}

/* Returns: the first of @steps of this kind, from @first on; @n where there is none */
static guint
find_kind (const Step *steps, guint n, guint first, WsStageKind kind)
{
  while (first < n && steps[first].kind != kind)
    first++;
  return first;
}

/* Returns: the first stage from @first on whose cells have as much in them as those of @wanted, or
 * more; where none has, the last that combines */
static guint
find_combining (const Step *steps, guint n, guint first, const Step *wanted)
{
  guint last = first;

  for (guint i = first; i < n; i++)
    {
      if (!combines (&steps[i]))
        continue;
      last = i;
      if (steps[i].cells >= wanted->cells && steps[i].cells > 0)
        return i;
    }
  return last;
}

/* Whether stage @i has as much in its cells as the one before it. */
static gboolean
repeats (const Step *steps, guint i)
{
  return i > 0 && combines (&steps[i - 1]) && combines (&steps[i])
         && !(steps[i].cells > steps[i - 1].cells);
}

/* Returns: the next after @before that combines; @before where there is none */
static guint
find_next (const Step *steps, guint n, guint before)
{
  for (guint i = before + 1; i < n; i++)
    if (combines (&steps[i]))
      return i;
  return before;
}

/**
 * ws_beside_align:
 * @left: of a block
 * @right: of a block with at least one stage
 *
 * Aligns load with load, store with store, the end with the end. Stages that combine are aligned by
 * what is in their cells, counted in cells of the load: a kernel that adds while it loads, or that
 * loads several elements with each thread, has its stages beside those that do the same work. Where
 * that is not known, they follow each other.
 *
 * Returns: (transfer full) (array): per stage of @left one of @right; it never goes back
 */
guint *
ws_beside_align (const WsScene *left, const WsScene *right)
{
  guint n_left = left->stages->n_stages;
  guint n_right = right->stages->n_stages;
  g_autofree Step *ours = list_steps (left);
  g_autofree Step *theirs = list_steps (right);
  guint *stage_of = g_new0 (guint, n_left + 1);
  guint before = 0;

  for (guint i = 0; i < n_left; i++)
    {
      guint found;

      if (i + 1 == n_left)
        found = n_right - 1;
      else if (!combines (&ours[i]))
        found = find_kind (theirs, n_right, before + (i > 0 && ours[i - 1].kind == ours[i].kind),
                           ours[i].kind);
      else if (ours[i].cells > 0)
        found = find_combining (
            theirs, n_right,
            before + (repeats (ours, i) && before + 1 < n_right && repeats (theirs, before + 1)),
            &ours[i]);
      else
        found = find_next (theirs, n_right, before);
      before = found < n_right ? found : before;
      stage_of[i] = before;
    }
  return stage_of;
}
