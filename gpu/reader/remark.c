#include "reader/remark.h"

#include "job/job.h"

#include <string.h>

/* As Python has them, with dots. */
static gboolean
is_name (const char *text)
{
  return *text != '\0' && *text != '.' && !g_ascii_isdigit (*text)
         && strlen (text) < WS_JOB_MAX_NAME
         && text[strspn (text, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_.")] == '\0';
}

/**
 * ws_user_remark_read:
 * @ptx: which may be a stranger's
 * @entry: a kernel of it, as PTX names it
 * @n: its parameters
 *
 * Returns: (transfer full) (nullable): their names, all different; %NULL if it does not say them
 */
char **
ws_user_remark_read (const char *ptx, const char *entry, guint n)
{
  g_autofree char *begin = g_strdup_printf ("\n// parameters of %s: ", entry);
  const char *found = strstr (ptx, begin);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree char *line = NULL;
  g_auto (GStrv) names = NULL;

  if (found == NULL)
    return NULL;
  found += strlen (begin);
  line = g_strndup (found, strcspn (found, "\n"));
  names = g_strsplit (line, " ", (int)n + 1);
  if (g_strv_length (names) != n)
    return NULL;
  for (guint i = 0; i < n; i++)
    if (!is_name (names[i]) || !g_hash_table_add (seen, names[i]))
      return NULL;
  return g_steal_pointer (&names);
}
