#include "compare/beside-elsewhere.h"

#include "pen/quantity.h"

#include <glib/gi18n.h>
#include <math.h>

/* A figure of the launch, and the view that shows why it differs. */
typedef struct {
  const char *id;
  WsQuantity quantity;
  WsView view;
  const char *said;
  const char *unit; /* nullable */
} Row;

/* What is asked for first comes first. */
static const Row rows[] = {
  { "warp-instructions", WS_QUANTITY_COUNT, WS_VIEW_CODE, N_ ("The code differs"),
    N_ ("warp instructions") },
  { "global-load-transactions", WS_QUANTITY_COUNT, WS_VIEW_MEMORY, N_ ("Memory accesses differ"),
    N_ ("global load transactions") },
  { "launch-duration", WS_QUANTITY_TIME, WS_VIEW_SMS, N_ ("The time of the launch differs"), NULL },
};

/* (nullable) */
static const WsBesideFigure *
find_difference (GPtrArray *figures, const char *id)
{
  for (guint i = 0; i < figures->len; i++)
    {
      const WsBesideFigure *figure = figures->pdata[i];

      if (g_str_equal (figure->id, id) && figure->differs && !isnan (figure->values[WS_BESIDE_LEFT])
          && !isnan (figure->values[WS_BESIDE_RIGHT]))
        return figure;
    }
  return NULL;
}

/**
 * ws_beside_elsewhere_say:
 * @beside: runs that do the same, stage by stage
 * @view: (out): where one sees what differs; only written where something does
 *
 * Returns: (transfer full) (nullable): what differs in the launches, with its figure on both sides;
 * %NULL if nothing does
 */
char *
ws_beside_elsewhere_say (const WsBeside *beside, WsView *view)
{
  g_autoptr (GPtrArray) figures = ws_beside_list_figures (beside, WS_NONE);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const WsBesideFigure *figure = find_difference (figures, rows[i].id);
      g_autofree char *left = NULL;
      g_autofree char *right = NULL;

      if (figure == NULL)
        continue;
      *view = rows[i].view;
      left = ws_quantity_format (rows[i].quantity, figure->values[WS_BESIDE_LEFT]);
      right = ws_quantity_format (rows[i].quantity, figure->values[WS_BESIDE_RIGHT]);
      if (rows[i].unit == NULL)
        return g_strdup_printf ("%s: %s | %s.", _ (rows[i].said), left, right);
      return g_strdup_printf ("%s: %s | %s %s.", _ (rows[i].said), left, right, _ (rows[i].unit));
    }
  return NULL;
}
