/* run-data.c: the figures behind the views of a block, tree, lanes and code, and behind metrics. */
#include "table/private.h"
#include "view/private.h"

#include "advice/causes.h"
#include "lines/lines.h"

#include <string.h>

static void
put_hex (WsData *self, guint64 value, int digits)
{
  g_autofree char *text = g_strdup_printf ("0x%0*" G_GINT64_MODIFIER "x", digits, value);

  ws_data_put_text (self, text);
}

/* An index, or nothing. */
static void
put_index (WsData *self, guint32 index)
{
  if (index == WS_NONE)
    ws_data_put_nothing (self);
  else
    ws_data_put_number (self, index);
}

/* ---- the tree ---- */

/* Its sources, by node and by value: "3 5", "11 7". */
static void
put_operands (WsData *self, const WsDataflow *flow, const WsNode *node)
{
  g_autoptr (GString) nodes = g_string_new (NULL);
  g_autoptr (GString) values = g_string_new (NULL);

  for (guint i = 0; i < node->n_edges; i++)
    {
      guint32 index = flow->edges[node->first_edge + i];
      const WsNode *source = &flow->nodes[index];
      g_autofree char *value = ws_value_format (source->value_type, source->value, 32);

      g_string_append_printf (nodes, "%s%u", i > 0 ? " " : "", index);
      g_string_append_printf (values, "%s%s", i > 0 ? " " : "", source->has_value ? value : "?");
    }
  if (node->n_edges == 0)
    {
      ws_data_put_nothing (self);
      ws_data_put_nothing (self);
      return;
    }
  ws_data_put_text (self, nodes->str);
  ws_data_put_text (self, values->str);
}

static void
put_node (WsData *self, const WsScene *scene, guint index)
{
  const WsNode *node = &scene->dataflow->nodes[index];
  const WsKernel *kernel = ws_run_get_kernel (scene->run, scene->launch);
  gboolean staged = node->event != WS_NONE && node->stage < scene->stages->n_stages;

  ws_data_add_row (self);
  ws_data_put_number (self, index);
  put_index (self, staged ? node->stage : WS_NONE);
  ws_data_put_text_or_nothing (self, staged ? scene->stages->stages[node->stage].title : NULL);
  put_index (self, node->thread);
  ws_data_put_space (self, node->space);
  if (node->space == WS_SPACE_NONE)
    ws_data_put_nothing (self);
  else
    put_hex (self, node->address, 0);
  if (node->has_value)
    ws_data_put_value (self, node->value_type, node->value);
  else
    ws_data_put_nothing (self);
  ws_data_put_text_or_nothing (self, node->op_site != WS_NONE ? ws_kernel_get_string (
                                         kernel, kernel->sites[node->op_site].opcode)
                                                              : NULL);
  put_operands (self, scene->dataflow, node);
  put_index (self, node->event);
  ws_data_put_text (self, node->reaches_result ? "yes" : "no");
}

/**
 * ws_data_new_for_tree:
 * @scene: of a block
 *
 * Returns: (transfer full): a row for each node of the block's dataflow: what was stored where, by
 * which thread, from which operands
 */
WsData *
ws_data_new_for_tree (const WsScene *scene)
{
  static const char *const columns[] = {
    "node",      "stage",         "stage_title",    "thread", "memory",         "address", "value",
    "operation", "operand_nodes", "operand_values", "event",  "reaches_result", NULL
  };
  WsData *self = ws_data_new_of_launch ("tree", scene->run, scene->launch);

  ws_data_set_number (self, "shown_block", scene->block);
  if (scene->dataflow->truncated)
    ws_data_set_text (self, "note", "The block is too complex: the nodes end early.");
  ws_data_add_columns (self, columns);
  for (guint i = 0; i < scene->dataflow->n_nodes; i++)
    put_node (self, scene, i);
  return self;
}

/* ---- the lanes ---- */

static void
put_event (WsData *self, const WsScene *scene, guint index)
{
  const WsKernel *kernel = ws_run_get_kernel (scene->run, scene->launch);
  const WsEvent *event = &scene->run->events[scene->record->first_event + index];
  const WsSite *site = &kernel->sites[event->site];

  ws_data_add_row (self);
  ws_data_put_number (self, index);
  ws_data_put_number (self, (double)event->time);
  ws_data_put_number (self, event->warp);
  ws_data_put_number (self, scene->stages->stage_of_event[index]);
  ws_data_put_number (self, event->site);
  ws_data_put_text (self, ws_kernel_get_string (kernel, site->opcode));
  if (site->line == 0 || site->line == WS_NONE)
    ws_data_put_nothing (self);
  else
    ws_data_put_number (self, site->line);
  put_hex (self, event->active, 8);
  put_hex (self, event->taken, 8);
  ws_data_put_number (self, __builtin_popcount (event->active));
  ws_data_put_number (self, __builtin_popcount (event->taken));
}

/**
 * ws_data_new_for_lanes:
 * @scene: of a block
 *
 * Returns: (transfer full): a row for each event of the block, with its masks
 */
WsData *
ws_data_new_for_lanes (const WsScene *scene)
{
  static const char *const columns[] = {
    "event",       "time_cycles",   "warp",         "stage",           "site", "opcode", "line",
    "active_mask", "executed_mask", "active_lanes", "executing_lanes", NULL
  };
  WsData *self = ws_data_new_of_launch ("lanes", scene->run, scene->launch);

  ws_data_set_number (self, "shown_block", scene->block);
  ws_data_add_columns (self, columns);
  for (guint i = 0; i < scene->record->n_events; i++)
    put_event (self, scene, i);
  return self;
}

/* ---- the code ---- */

/* Whether any instruction comes from each line: others have no figures, rather than 0. */
static gboolean *
find_lines (const WsKernel *kernel, guint n_lines)
{
  gboolean *has = g_new0 (gboolean, n_lines + 1);

  for (guint i = 0; i < kernel->n_sites; i++)
    if (kernel->sites[i].line <= n_lines)
      has[kernel->sites[i].line] = TRUE;
  return has;
}

/**
 * ws_data_new_for_code:
 * @scene: of a block or a launch
 *
 * Returns: (transfer full): a row for each line of the source, with how often warps executed it,
 * and with how many lanes; nothing of lines without instructions
 */
WsData *
ws_data_new_for_code (const WsScene *scene)
{
  static const char *const columns[] = {
    "line", "source", "warp_instructions", "lanes", "lanes_at_work_share", NULL
  };
  WsData *self = ws_data_new_of_launch ("code", scene->run, scene->launch);
  const WsKernel *kernel = ws_run_get_kernel (scene->run, scene->launch);
  g_autoptr (GArray) uses = ws_line_use_new (scene->run, scene->launch);
  g_auto (GStrv) lines = g_strsplit (kernel->source != NULL ? kernel->source : "", "\n", -1);
  guint n_lines = MAX (g_strv_length (lines), uses->len > 0 ? uses->len - 1 : 0);
  g_autofree gboolean *has = find_lines (kernel, n_lines);

  ws_data_set_text (self, "file", kernel->file);
  ws_data_set_text (self, "counted_in",
                    scene->run->launches[scene->launch].has_counts ? "all blocks"
                                                                   : "the recorded blocks");
  ws_data_add_columns (self, columns);
  for (guint line = 1; line <= n_lines; line++)
    {
      const WsLineUse *use =
          has[line] && line < uses->len ? &g_array_index (uses, WsLineUse, line) : NULL;

      ws_data_add_row (self);
      ws_data_put_number (self, line);
      ws_data_put_text_or_nothing (
          self, line <= g_strv_length (lines) && kernel->source != NULL ? lines[line - 1] : NULL);
      if (use == NULL)
        continue;
      ws_data_put_number (self, (double)use->executed);
      ws_data_put_number (self, (double)use->lanes);
      if (use->executed > 0)
        ws_data_put_number (self, ws_line_use_share (use));
    }
  return self;
}

/* ---- metrics ---- */

static const char *
name_source (const WsMetric *metric)
{
  if (metric->group == WS_METRIC_CACHES)
    return "modelled from the recorded accesses";
  return metric->origin == WS_ORIGIN_MEASURED ? "derived from a measured run"
                                              : "derived from a modelled run";
}

static void
put_metric (WsData *self, const WsMetric *metric)
{
  ws_data_add_row (self);
  ws_data_put_text (self, metric->id);
  ws_data_put_text (self, metric->title);
  if (metric->valid)
    ws_data_put_number (self, metric->value);
  else
    ws_data_put_nothing (self);
  ws_data_put_text_or_nothing (self, metric->unit);
  if (metric->valid)
    ws_data_put_number (self, metric->numerator);
  else
    ws_data_put_nothing (self);
  ws_data_put_text_or_nothing (self, metric->numerator_name);
  if (metric->valid)
    ws_data_put_number (self, metric->denominator);
  else
    ws_data_put_nothing (self);
  ws_data_put_text_or_nothing (self, metric->denominator_name);
  ws_data_put_text_or_nothing (self, metric->formula);
  ws_data_put_text_or_nothing (self, metric->nvprof);
  ws_data_put_text_or_nothing (self, metric->ncu);
  ws_data_put_text (self, name_source (metric));
}

/**
 * ws_data_new_for_metrics:
 * @run: a run
 * @launch: one of its launches, or %WS_NONE for all of its plan
 *
 * The figures derived from the run, then the hardware's own counters, where they were read.
 *
 * Returns: (transfer full): a table
 */
WsData *
ws_data_new_for_metrics (const WsRun *run, guint launch)
{
  static const char *const columns[] = { "id",          "title",          "value",
                                         "unit",        "numerator",      "numerator_is",
                                         "denominator", "denominator_is", "formula",
                                         "nvprof",      "nsight_compute", "figures",
                                         NULL };
  g_autoptr (GArray) metrics = NULL;
  WsData *self;

  g_return_val_if_fail (run != NULL && (launch == WS_NONE || launch < run->n_launches), NULL);

  metrics = ws_metrics_new (run, launch);
  self = ws_data_new ("metrics");
  ws_data_set_run (self, run);
  if (launch != WS_NONE)
    ws_data_set_launch (self, run, launch);
  ws_data_add_columns (self, columns);
  for (guint i = 0; i < metrics->len; i++)
    put_metric (self, &g_array_index (metrics, WsMetric, i));
  for (guint i = 0; i < run->counters->len; i++)
    {
      const WsCounter *counter = g_ptr_array_index (run->counters, i);

      if (launch != WS_NONE && counter->launch != launch)
        continue;
      ws_data_add_row (self);
      ws_data_put_text (self, counter->name);
      ws_data_put_text (self, counter->name);
      ws_data_put_number (self, counter->value);
      ws_data_put_text_or_nothing (self, counter->unit);
      for (guint k = 0; k < 7; k++)
        ws_data_put_nothing (self);
      ws_data_put_text (self, "measured by the hardware");
    }
  return self;
}

/* ---- causes ---- */

static void
put_cause (WsData *self, const WsCause *cause, const WsKernel *kernel, guint rank)
{
  ws_data_add_row (self);
  ws_data_put_number (self, rank);
  ws_data_put_text (self, cause->id);
  ws_data_put_text (self, cause->title);
  ws_data_put_number (self, cause->share);
  ws_data_put_number (self, cause->factor);
  ws_data_put_text (self, cause->figure);
  ws_data_put_text (self, cause->how);
  ws_data_put_text_or_nothing (self, cause->event != WS_NONE ? kernel->file : NULL);
  put_index (self, cause->event != WS_NONE && cause->line > 0 ? cause->line : WS_NONE);
  put_index (self, cause->event != WS_NONE ? cause->block : WS_NONE);
  put_index (self, cause->event != WS_NONE ? cause->warp : WS_NONE);
  if (cause->event != WS_NONE)
    put_hex (self, cause->lanes, 8);
  else
    ws_data_put_nothing (self);
  ws_data_put_text_or_nothing (self, cause->cure);
}

/**
 * ws_data_new_for_causes:
 * @run: a run
 * @launch: one of its launches
 *
 * Returns: (transfer full): a row for each cause that stands out, that which would give most first;
 * what is about the launch has no place
 */
WsData *
ws_data_new_for_causes (const WsRun *run, guint launch)
{
  static const char *const columns[] = { "rank",          "cause",  "title",    "saved_share",
                                         "times_as_fast", "figure", "estimate", "file",
                                         "line",          "block",  "warp",     "lanes",
                                         "cure",          NULL };
  g_autoptr (WsCauses) causes = NULL;
  WsData *self;

  g_return_val_if_fail (run != NULL && launch < run->n_launches, NULL);

  causes = ws_causes_new (run, launch);
  self = ws_data_new_of_launch ("causes", run, launch);
  ws_data_set_text (self, "summary", causes->summary);
  if (causes->is_small)
    {
      g_autofree char *remark = ws_cause_describe_remark (&causes->remark);

      ws_data_set_text (self, "remark", remark);
    }
  ws_data_add_columns (self, columns);
  for (guint i = 0; i < causes->n_causes; i++)
    put_cause (self, &causes->causes[i], ws_run_get_kernel (run, launch), i + 1);
  return self;
}

/**
 * ws_data_new_for_launch:
 * @scene: of a launch that was recorded
 * @calculator: asked for that launch
 *
 * Returns: (transfer full): what the calculator says, and of which launch of which run that is
 */
WsData *
ws_data_new_for_launch (const WsScene *scene, const WsCalculator *calculator)
{
  WsData *self = ws_data_new_for_calculator (calculator);

  ws_data_set_run (self, scene->run);
  ws_data_set_launch (self, scene->run, scene->launch);
  ws_data_set_text (self, "figures", "computed");
  return self;
}
