#include "model/trace.h"

#define LINES_OF_STEP 4   /* that are kept, on average */
#define LOOK_BACK     256 /* operations of a warp: iterations of longer loops are not recognised */

/**
 * ws_trace_new:
 * @most_steps: that are kept
 *
 * Returns: (transfer full): of a block that has executed nothing yet
 */
WsTrace *
ws_trace_new (guint32 block, guint n_warps, guint most_steps)
{
  WsTrace *self = g_new0 (WsTrace, 1);

  self->block = block;
  self->most_steps = most_steps;
  self->n_warps = n_warps;
  self->steps = g_new (GArray *, n_warps);
  for (guint w = 0; w < n_warps; w++)
    self->steps[w] = g_array_new (FALSE, FALSE, sizeof (WsTraceStep));
  self->asks = g_array_new (FALSE, FALSE, sizeof (WsAsk));
  self->lines = g_array_new (FALSE, FALSE, sizeof (WsAskLine));
  return self;
}

void
ws_trace_free (WsTrace *self)
{
  if (self == NULL)
    return;
  for (guint w = 0; w < self->n_warps; w++)
    g_array_unref (self->steps[w]);
  g_free (self->steps);
  g_array_unref (self->asks);
  g_array_unref (self->lines);
  g_free (self);
}

/* The last time that the warp executed @op, if recent. */
static const WsAsk *
find_before (const WsTrace *self, guint warp, guint32 op)
{
  const GArray *steps = self->steps[warp];

  for (guint i = 1; i <= MIN (steps->len, LOOK_BACK); i++)
    {
      const WsTraceStep *step = &g_array_index (steps, WsTraceStep, steps->len - i);

      if (step->op == op)
        return step->ask != WS_NONE ? &g_array_index (self->asks, WsAsk, step->ask) : NULL;
    }
  return NULL;
}

/* Whether a warp's access has a regular stride, or jumps around. */
static void
find_pace (const WsTrace *self, guint warp, guint32 op, const WsAskLine *lines, WsAsk *ask)
{
  const WsAsk *before = ask->n_lines > 0 ? find_before (self, warp, op) : NULL;

  if (before == NULL || before->n_lines == 0)
    return;
  ask->pace = (gint64)(lines[0].line - g_array_index (self->lines, WsAskLine, before->first).line);
  ask->has_pace = TRUE;
  ask->is_astray = before->has_pace && ask->pace != before->pace
                   && (ABS (ask->pace) > 1 || ABS (before->pace) > 1);
}

/**
 * ws_trace_add:
 * @ask: (nullable): the operation's request
 * @lines: the lines that it touches
 *
 * Adds an operation, while there is room.
 */
void
ws_trace_add (WsTrace *self, guint warp, guint32 op, guint flags, const WsAsk *ask,
              const WsAskLine *lines)
{
  WsTraceStep step = { .op = op, .ask = WS_NONE, .flags = (guint8)flags };

  if (self->is_cut || self->n_steps == self->most_steps
      || self->lines->len > self->most_steps * LINES_OF_STEP)
    {
      self->is_cut = TRUE;
      return;
    }
  if (ask != NULL)
    {
      WsAsk kept = *ask;

      find_pace (self, warp, op, lines, &kept);
      kept.first = self->lines->len;
      step.ask = self->asks->len;
      g_array_append_vals (self->lines, lines, ask->n_lines);
      g_array_append_val (self->asks, kept);
    }
  g_array_append_val (self->steps[warp], step);
  self->n_steps++;
}
