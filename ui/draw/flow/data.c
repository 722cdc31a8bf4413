#include "flow/private.h"
#include "table/private.h"

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
  ws_data_put_index (self, staged ? node->stage : WS_NONE);
  ws_data_put_text_or_nothing (self, staged ? scene->stages->stages[node->stage].title : NULL);
  ws_data_put_index (self, node->thread);
  ws_data_put_space (self, node->space);
  if (node->space == WS_SPACE_NONE)
    ws_data_put_nothing (self);
  else
    ws_data_put_hex (self, node->address, 0);
  if (node->has_value)
    ws_data_put_value (self, node->value_type, node->value);
  else
    ws_data_put_nothing (self);
  ws_data_put_text_or_nothing (self, node->op_site != WS_NONE ? ws_kernel_get_string (
                                         kernel, kernel->sites[node->op_site].opcode)
                                                              : NULL);
  put_operands (self, scene->dataflow, node);
  ws_data_put_index (self, node->event);
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
    ws_data_set_text (self, "note", "The block did more than was followed: the nodes end early.");
  ws_data_add_columns (self, columns);
  for (guint i = 0; i < scene->dataflow->n_nodes; i++)
    put_node (self, scene, i);
  return self;
}
