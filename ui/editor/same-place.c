#include "editor/same-place.h"

#include "code/code.h"
#include "toolkit/line-diff.h"

/* The target: the @nth event of @warp at @line in its stage. */
typedef struct {
  guint warp;
  guint line;
  guint nth;
} Wanted;

/* Returns: the last event of @stage, up to @end, that is at most the @nth of the warp at the line;
 * %WS_NONE if there is none. @n: the number found */
static guint
find_event (const WsScene *scene, guint stage, guint end, const Wanted *wanted, guint *n)
{
  const WsStage *range = &scene->stages->stages[stage];
  const WsEvent *events = &scene->run->events[scene->record->first_event];
  guint found = WS_NONE;

  *n = 0;
  for (guint i = range->first_event; i <= MIN (range->last_event, end); i++)
    {
      if (events[i].warp != wanted->warp
          || ws_run_get_site (scene->run, scene->launch, events[i].site)->line != wanted->line)
        continue;
      if (++*n > wanted->nth)
        break;
      found = i;
    }
  return found;
}

static const char *
get_source (const WsScene *scene)
{
  const char *source = ws_run_get_kernel (scene->run, scene->launch)->source;

  return source != NULL ? source : "";
}

static gboolean
has_block (const WsScene *scene)
{
  return scene != NULL && scene->record != NULL && scene->stages->n_stages > 0;
}

/**
 * ws_same_place:
 * @before: (nullable): a block of a run
 * @after: a block of another run, of the same kernel or an edited one
 *
 * The same stage, and in it the same execution of the same line; if that does not exist, the
 * stage's telling instant.
 *
 * Returns: a position in @after, in events
 */
double
ws_same_place (const WsScene *before, const WsMoment *moment, const WsScene *after)
{
  g_autoptr (GArray) moved = NULL;
  Wanted wanted = { .warp = moment->warp, .nth = G_MAXUINT };
  guint stage;
  guint event;
  guint n;

  if (!has_block (before) || !has_block (after))
    return moment->position;
  stage = ws_scene_stage_at (before, moment->position);
  if (stage >= before->stages->n_stages)
    return 0;
  wanted.line = ws_code_get_line (before, moment);
  find_event (before, stage, ws_scene_event_at (before, moment->position), &wanted, &n);
  wanted.nth = n;
  moved = ws_line_diff_new (get_source (before), get_source (after));
  wanted.line = ws_line_diff_find (moved, wanted.line);
  stage = MIN (stage, after->stages->n_stages - 1);
  event = wanted.line > 0 ? find_event (after, stage, G_MAXUINT, &wanted, &n) : WS_NONE;
  return event != WS_NONE ? event : ws_scene_stage_moment (after, stage);
}
