#include "catalog/registers.h"

#include <stdio.h>

/**
 * ws_registers_find:
 * @table: registers.ini, as gpu/kernels/registers.sh makes it
 * @file: base name of the PTX file
 * @entry: the kernel in it
 * @cc_major: compute capability, before the point
 * @cc_minor: behind it
 * @exact: (out): whether @table knows that architecture. If not, what is returned is for the
 * nearest one before it, or for the first that there is
 *
 * Returns: registers per thread, 0 where they are not known
 */
guint
ws_registers_find (GKeyFile *table, const char *file, const char *entry, guint cc_major,
                   guint cc_minor, gboolean *exact)
{
  g_auto (GStrv) known = g_key_file_get_string_list (table, "architectures", "known", NULL, NULL);
  g_auto (GStrv) steps = g_key_file_get_string_list (table, file, entry, NULL, NULL);
  g_autofree char *wanted = g_strdup_printf ("%u%u", cc_major, cc_minor);
  guint found = 0;

  *exact = known != NULL && g_strv_contains ((const char *const *)known, wanted);
  for (guint i = 0; steps != NULL && steps[i] != NULL; i++)
    {
      guint arch;
      guint registers;
      char rest;

      if (sscanf (steps[i], "%u:%u%c", &arch, &registers, &rest) != 2)
        return 0;
      if (found == 0 || arch <= cc_major * 10 + cc_minor)
        found = registers;
    }
  return found;
}
