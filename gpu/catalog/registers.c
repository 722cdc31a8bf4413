/* registers.c: registers per thread of the catalogue's kernels, from ptxas, for devices that do not
 * compile: registers.ini, written by gpu/kernels/registers.sh. */
#include "catalog/catalog-private.h"

#include <stdio.h>

/* "75:10;80:11": registers from each architecture on */
static void
add_steps (GKeyFile *table, const char *file, WsEntry *entry)
{
  g_auto (GStrv) steps = g_key_file_get_string_list (table, file, entry->name, NULL, NULL);

  for (guint i = 0; steps != NULL && steps[i] != NULL; i++)
    {
      guint architecture;
      guint registers;
      char rest;

      if (sscanf (steps[i], "%u:%u%c", &architecture, &registers, &rest) != 2)
        {
          g_array_set_size (entry->registers, 0);
          return;
        }
      ws_entry_add_registers (entry, architecture, registers);
    }
}

/**
 * ws_registers_describe:
 * @table: registers.ini
 * @file: base name of the job's PTX
 * @job: receives the architectures of the table, and for each of its kernels the registers per
 * thread
 */
void
ws_registers_describe (GKeyFile *table, const char *file, WsJob *job)
{
  g_auto (GStrv) known = g_key_file_get_string_list (table, "architectures", "known", NULL, NULL);

  for (guint i = 0; known != NULL && known[i] != NULL; i++)
    {
      guint32 architecture = (guint32)g_ascii_strtoull (known[i], NULL, 10);

      g_array_append_val (job->program.architectures, architecture);
    }
  for (guint i = 0; i < job->program.entries->len; i++)
    add_steps (table, file, &g_array_index (job->program.entries, WsEntry, i));
}
