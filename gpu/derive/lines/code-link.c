#include "lines/code-link.h"

static gboolean
has (const GArray *lines, guint line)
{
  for (guint i = 0; i < lines->len; i++)
    if (g_array_index (lines, guint, i) == line)
      return TRUE;
  return FALSE;
}

static void
add (GArray *lines, guint line)
{
  if (line > 0 && !has (lines, line))
    g_array_append_val (lines, line);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  guint left = *(const guint *)a, right = *(const guint *)b;

  return left < right ? -1 : left > right;
}

/* (transfer full): the lines of the PTX that a line of a text is of: both others are linked by it
 */
static GArray *
find_ptx (const WsKernel *kernel, const WsMachineCode *code, WsCodeText from, guint line)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint));

  if (from == WS_CODE_MACHINE && code != NULL)
    add (found, ws_machine_code_get_ptx_line (code, line));
  else if (from == WS_CODE_PTX)
    add (found, line);
  for (guint i = 0; from == WS_CODE_SOURCE && i < kernel->n_sites; i++)
    if (kernel->sites[i].line == line)
      add (found, kernel->sites[i].ptx_line);
  return found;
}

/**
 * ws_code_link_find:
 * @kernel: whose source and PTX it is
 * @code: (nullable): its machine code
 * @from: the text of @line
 * @line: 1-based
 * @to: the text whose lines are wanted
 *
 * A line of the source and one of the machine code are of each other where both are of a line of
 * the PTX. What the compiler put in line is of the kernel's line that called it.
 *
 * Returns: (transfer full) (element-type guint): 1-based, ascending; empty where there are none
 */
GArray *
ws_code_link_find (const WsKernel *kernel, const WsMachineCode *code, WsCodeText from, guint line,
                   WsCodeText to)
{
  g_autoptr (GArray) ptx = NULL;
  GArray *found;

  g_return_val_if_fail (kernel != NULL && from < WS_N_CODE_TEXTS && to < WS_N_CODE_TEXTS, NULL);

  found = g_array_new (FALSE, FALSE, sizeof (guint));
  if (line == 0)
    return found;
  if (from == to)
    {
      add (found, line);
      return found;
    }
  ptx = find_ptx (kernel, code, from, line);
  for (guint i = 0; to == WS_CODE_PTX && i < ptx->len; i++)
    add (found, g_array_index (ptx, guint, i));
  for (guint i = 0; to == WS_CODE_SOURCE && i < kernel->n_sites; i++)
    if (has (ptx, kernel->sites[i].ptx_line))
      add (found, kernel->sites[i].line);
  for (guint i = 1; to == WS_CODE_MACHINE && code != NULL && i < code->ptx_lines->len; i++)
    if (has (ptx, ws_machine_code_get_ptx_line (code, i)))
      g_array_append_val (found, i);
  g_array_sort (found, compare);
  return found;
}
