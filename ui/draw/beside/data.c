/* data.c: two runs as a table: figure, left, right. */
#include "beside/private.h"

#include "table/private.h"

/* "left_kernel", "right_block" and the like. */
static void
set_side (WsData *self, const WsBeside *beside, WsBesideSide side)
{
  static const char *const names[] = { "left", "right" };
  const WsRun *run = beside->scenes[side]->run;
  const WsLaunch *launch = ws_beside_get_launch (beside, side);
  const struct {
    const char *what;
    const char *text;
    double number;
  } entries[] = {
    { "kernel", run->id, 0 },
    { "kernel_title", run->title, 0 },
    { "device", run->device_name, 0 },
    { "device_id", run->device, 0 },
    { "driver", run->driver, 0 },
    { "origin", ws_origin_get_name (run->origin), 0 },
    { "n", NULL, (double)(run->n_launches > 0 ? run->launches[0].n_elements : 0) },
    { "block", NULL, ws_launch_get_n_threads (launch) },
    { "launch", NULL, beside->scenes[side]->launch + 1 },
  };
  g_autofree char *date = g_strdup_printf ("%s_date", names[side]);

  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    {
      g_autofree char *key = g_strdup_printf ("%s_%s", names[side], entries[i].what);

      if (entries[i].text != NULL)
        ws_data_set_text (self, key, entries[i].text);
      else if (entries[i].number > 0)
        ws_data_set_number (self, key, entries[i].number);
    }
  ws_data_set_date (self, date, run->date);
}

/**
 * ws_data_new_for_beside:
 * @beside: two runs
 * @stage: one of the left; or %WS_NONE for what is of launch and plan alone
 *
 * Returns: (transfer full): a row for each figure, of both runs
 */
WsData *
ws_data_new_for_beside (const WsBeside *beside, guint stage)
{
  static const char *const columns[] = { "figure", "unit", "left", "right", "differs", NULL };
  g_autoptr (GPtrArray) figures = ws_beside_list_figures (beside, stage);
  WsData *self = ws_data_new ("beside");

  for (guint i = 0; i < WS_BESIDE_N_SIDES; i++)
    set_side (self, beside, i);
  ws_data_add_columns (self, columns);
  for (guint i = 0; i < figures->len; i++)
    {
      const WsBesideFigure *figure = figures->pdata[i];

      ws_data_add_row (self);
      ws_data_put_text (self, figure->id);
      ws_data_put_text (self, figure->unit);
      ws_data_put_number (self, figure->values[WS_BESIDE_LEFT]);
      ws_data_put_number (self, figure->values[WS_BESIDE_RIGHT]);
      ws_data_put_number (self, figure->differs);
    }
  return self;
}
