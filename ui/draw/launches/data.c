/* data.c: the figures behind a plan: what each block leaves, and from which it takes what. */
#include "launches/launches.h"

#include "dataflow/pyramid.h"
#include "table/private.h"

static void
put_block (WsData *self, const WsPyramidBlock *block)
{
  ws_data_add_row (self);
  ws_data_put_number (self, block->launch + 1);
  ws_data_put_number (self, block->block);
  ws_data_put_text (self, block->is_recorded ? "yes" : "no");
  ws_data_put_number (self, block->n_values);
  if (block->n_values > 0 && block->has_value)
    ws_data_put_value (self, block->value_type, block->value);
  else
    ws_data_put_nothing (self);
}

static void
put_link (WsData *self, const WsPyramid *pyramid, const WsPyramidLink *link)
{
  ws_data_put_number (self, pyramid->blocks[link->from].launch + 1);
  ws_data_put_number (self, pyramid->blocks[link->from].block);
  ws_data_put_number (self, link->n_values);
  ws_data_put_value (self, (WsValueType)link->value_type, link->value);
}

/**
 * ws_data_new_for_launches:
 * @scene: of a plan of several launches
 *
 * Returns: (transfer full): a row for each block that is known and each that it takes from: how
 * many values it leaves and the first of them, how many it takes there and the first
 */
WsData *
ws_data_new_for_launches (const WsScene *scene)
{
  static const char *const columns[] = { "launch",      "block",       "recorded",   "values",
                                         "value",       "from_launch", "from_block", "taken",
                                         "taken_value", NULL };
  const WsPyramid *pyramid = scene->pyramid;
  WsData *self = ws_data_new_of_launch ("launches", scene->run, scene->launch);

  ws_data_set_number (self, "shown_block", scene->block);
  if (pyramid->truncated)
    ws_data_set_text (self, "note", "The blocks are too complex: some links are missing.");
  ws_data_add_columns (self, columns);
  for (guint i = 0; i < pyramid->n_blocks; i++)
    {
      const WsPyramidBlock *block = &pyramid->blocks[i];

      for (guint k = 0; k < MAX (block->n_sources, 1); k++)
        {
          put_block (self, block);
          if (k < block->n_sources)
            put_link (self, pyramid, &pyramid->links[block->first_source + k]);
        }
    }
  return self;
}
