#include "machine/usage.h"

#include <string.h>

#define ENTRY "Compiling entry function '"

static void
usage_free (gpointer data)
{
  WsUsage *self = data;

  g_free (self->entry);
  g_free (self);
}

/* The number that stands before a word: "12 bytes smem". */
static guint
read_before (const char *line, const char *word)
{
  const char *at = strstr (line, word);

  if (at == NULL || at == line || at[-1] != ' ')
    return 0;
  for (at--; at > line && g_ascii_isdigit (at[-1]);)
    at--;
  return (guint)g_ascii_strtoull (at, NULL, 10);
}

static void
read_line (const char *line, WsUsage *usage)
{
  if (strstr (line, "bytes stack frame") != NULL)
    {
      usage->stack_bytes = read_before (line, "bytes stack frame");
      usage->spill_store_bytes = read_before (line, "bytes spill stores");
      usage->spill_load_bytes = read_before (line, "bytes spill loads");
    }
  else if (strstr (line, "Used ") != NULL)
    {
      usage->registers = read_before (line, "registers");
      usage->shared_bytes = read_before (line, "bytes smem");
    }
}

/**
 * ws_usage_parse:
 * @text: what "ptxas -v" said
 *
 * Returns: (transfer full) (element-type WsUsage): of each kernel
 */
GPtrArray *
ws_usage_parse (const char *text)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (usage_free);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  WsUsage *usage = NULL;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *entry = strstr (lines[i], ENTRY);

      if (entry != NULL)
        {
          entry += strlen (ENTRY);
          usage = g_new0 (WsUsage, 1);
          usage->entry = g_strndup (entry, strcspn (entry, "'"));
          g_ptr_array_add (list, usage);
        }
      else if (strstr (lines[i], "Function properties for ") != NULL)
        {
          /* of a function that is called, what follows is none of the kernel's */
          const char *name = strstr (lines[i], "for ") + strlen ("for ");

          usage = (WsUsage *)ws_usage_find (list, name);
        }
      else if (usage != NULL)
        read_line (lines[i], usage);
    }
  return list;
}

/**
 * ws_usage_find:
 * @list: (element-type WsUsage): of ws_usage_parse()
 * @entry: of a kernel, as in PTX
 *
 * Returns: (transfer none) (nullable): what its threads take
 */
const WsUsage *
ws_usage_find (GPtrArray *list, const char *entry)
{
  for (guint i = 0; i < list->len; i++)
    if (g_str_equal (((const WsUsage *)g_ptr_array_index (list, i))->entry, entry))
      return g_ptr_array_index (list, i);
  return NULL;
}
