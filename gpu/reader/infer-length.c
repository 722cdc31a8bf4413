#include "reader/infer-length.h"

#include "reader/plan-values.h"

#define MOST_SIZES 6 /* that are tried with each other */

typedef struct {
  const WsUserPlan *plan;
  const WsUserLaunch *launch;
  double length;
  double most;
} Fit;

/* The launch's whole numbers over 1. (transfer container) (element-type utf8) */
static GPtrArray *
list_sizes (const Fit *self)
{
  GPtrArray *sizes = g_ptr_array_new ();

  for (guint i = 0; i < self->launch->arguments->len && sizes->len < MOST_SIZES; i++)
    {
      const WsUserArgument *one = ws_user_launch_get_argument (self->launch, i);
      WsRange range;

      if (one->buffer < 0 && one->value.text != NULL
          && ws_user_plan_evaluate (self->plan, self->launch, one->value.text, &range)
          && !range.is_float && range.low >= 2)
        g_ptr_array_add (sizes, one->name);
    }
  return sizes;
}

/* Whether @text is a little more than the length, or just as much. */
static gboolean
fits (const Fit *self, const char *text)
{
  WsRange range;

  return ws_user_plan_evaluate (self->plan, self->launch, text, &range) && range.low >= self->length
         && range.low <= self->most;
}

/**
 * ws_user_infer_length:
 * @launch: of it, with its numbers
 * @length: elements that are needed
 * @most: greatest length that still fits
 *
 * Tries the launch's numbers, one more than each, their products, and their squares.
 *
 * Returns: (transfer full): an expression of them, as in "rows * cols"; @length itself where none
 * fits
 */
char *
ws_user_infer_length (const WsUserPlan *plan, const WsUserLaunch *launch, double length,
                      double most)
{
  const Fit self = { plan, launch, length, most };
  g_autoptr (GPtrArray) sizes = list_sizes (&self);
  guint n = sizes->len;

  for (guint form = 0; form < 4; form++)
    for (guint code = 0; code < n * n * n; code++)
      {
        guint i = code % n, j = code / n % n, k = code / n / n;
        const char *a = g_ptr_array_index (sizes, i);
        const char *b = g_ptr_array_index (sizes, j);
        const char *c = g_ptr_array_index (sizes, k);
        g_autofree char *text = form == 0   ? g_strdup (a)
                                : form == 1 ? g_strconcat (a, " + 1", NULL)
                                : form == 2 ? g_strconcat (a, " * ", b, NULL)
                                            : g_strconcat (a, " * ", b, " * ", c, NULL);
        /* different ones before a square, which may be one by chance */
        gboolean again = (form == 2 && i >= j) || (form == 3 && (i >= j || j >= k));

        if (!again && fits (&self, text))
          return g_steal_pointer (&text);
      }
  for (guint i = 0; i < n; i++)
    {
      const char *a = g_ptr_array_index (sizes, i);
      g_autofree char *text = g_strconcat (a, " * ", a, NULL);

      if (fits (&self, text))
        return g_steal_pointer (&text);
    }
  return g_strdup_printf ("%.0f", length);
}
