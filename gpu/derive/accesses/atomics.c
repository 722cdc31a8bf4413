#include "accesses/atomics.h"

#define MOST_STEPS 32

/* Whether values that steps have in common connect all of them: else something came between. */
static gboolean
hang_together (const WsAtomicStep *steps, guint n)
{
  guint32 reached = 1;
  guint32 before = 0;

  while (reached != before)
    {
      before = reached;
      for (guint i = 0; i < n; i++)
        for (guint k = 0; k < n; k++)
          if ((reached >> i & 1) != 0
              && (steps[i].before == steps[k].before || steps[i].before == steps[k].after
                  || steps[i].after == steps[k].before || steps[i].after == steps[k].after))
            reached |= 1u << k;
    }
  return reached == (guint32)((G_GUINT64_CONSTANT (1) << n) - 1);
}

/* The order is not recorded, but the value that one lane leaves is the one that the next returns: a
 * value that no other lane returned is the last, and a value that no other lane left is the first.
 * If all cancel out, the first equals the last, and it is known only if there is a single value. */
static gboolean
find_ends (const WsAtomicStep *steps, guint n, guint64 *first, guint64 *last)
{
  guint32 returned = 0; /* steps whose value another step left */
  guint n_last = 0;
  gboolean is_one = TRUE;

  for (guint i = 0; i < n; i++)
    {
      guint k = 0;

      if (!steps[i].has_after)
        return FALSE;
      while (k < n && ((returned >> k & 1) != 0 || steps[k].before != steps[i].after))
        k++;
      if (k < n)
        returned |= 1u << k;
      else
        {
          *last = steps[i].after;
          n_last++;
        }
      is_one = is_one && steps[i].after == steps[0].after;
    }
  if (n_last == 0 && is_one)
    {
      *first = *last = steps[0].after;
      return TRUE;
    }
  for (guint i = 0; i < n; i++)
    if ((returned >> i & 1) == 0)
      *first = steps[i].before;
  return n_last == 1 && hang_together (steps, n);
}

/**
 * ws_atomics_find_first:
 * @steps: (array length=n): of lanes that did it in one instruction, on one word
 * @n: 1 to 32
 * @value: (out): what stood there before
 *
 * Returns: whether that can be told
 */
gboolean
ws_atomics_find_first (const WsAtomicStep *steps, guint n, guint64 *value)
{
  guint64 last;

  g_return_val_if_fail (n >= 1 && n <= MOST_STEPS, FALSE);
  *value = steps[0].before;
  return n == 1 || find_ends (steps, n, value, &last);
}

/**
 * ws_atomics_find_last:
 * @steps: (array length=n): of lanes that did it in one instruction, on one word
 * @n: 1 to 32
 * @value: (out): what stood there then
 *
 * Returns: whether that can be told
 */
gboolean
ws_atomics_find_last (const WsAtomicStep *steps, guint n, guint64 *value)
{
  guint64 first;

  g_return_val_if_fail (n >= 1 && n <= MOST_STEPS, FALSE);
  *value = steps[0].after;
  return n == 1 ? steps[0].has_after : find_ends (steps, n, &first, value);
}
