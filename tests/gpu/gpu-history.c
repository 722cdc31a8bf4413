/* gpu-history: for tests/gpu/whole.sh.
 *
 *   gpu-history spec ID FILE    writes the GPU model of that name, for WARPSTAGE_SPEC
 *   gpu-history compare A B     compares what a program did on the virtual GPU (A) and on a real
 *                               one (B), and prints how long each of its launches was modelled and
 *                               measured to take; 1 where they differ
 */
#include "catalog/catalog.h"
#include "histories.h"

#include <stdio.h>
#include <stdlib.h>

static int
fail (const GError *error)
{
  fprintf (stderr, "%s\n", error->message);
  return EXIT_FAILURE;
}

static int
write_spec (const char *id, const char *path)
{
  g_autoptr (GError) error = NULL;
  WsCatalog *catalog = ws_catalog_new (NULL, &error);
  const WsSpec *spec = catalog != NULL ? ws_catalog_find_spec (catalog, id, &error) : NULL;
  g_autoptr (GVariant) variant = NULL;

  if (spec == NULL)
    return fail (error);
  variant = g_variant_ref_sink (ws_spec_to_variant ((WsSpec *)spec));
  return g_file_set_contents (path, g_variant_get_data (variant),
                              (gssize)g_variant_get_size (variant), &error)
             ? EXIT_SUCCESS
             : fail (error);
}

/* Of launches that both have a time of. */
static void
print_times (const WsHistory *virtual, const WsHistory *real)
{
  for (guint i = 0; i < MIN (virtual->steps->len, real->steps->len); i++)
    {
      const WsStep *modelled = g_ptr_array_index (virtual->steps, i);
      const WsStep *measured = g_ptr_array_index (real->steps, i);

      if (modelled->kind == WS_STEP_LAUNCH && measured->kind == WS_STEP_LAUNCH
          && modelled->duration_ns > 0 && measured->duration_ns > 0)
        printf ("launch %.3f %.3f %s\n", (double)modelled->duration_ns / 1e3,
                (double)measured->duration_ns / 1e3, measured->name);
    }
}

static int
compare (const char *first, const char *second)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsHistory) virtual = histories_read (first, &error);
  g_autoptr (WsHistory) real = virtual != NULL ? histories_read (second, &error) : NULL;
  g_autofree char *difference = NULL;

  if (real == NULL)
    return fail (error);
  print_times (virtual, real);
  printf ("steps %u\n", real->steps->len);
  difference = histories_compare (virtual, real);
  if (difference != NULL)
    printf ("differs: %s\n", difference);
  return difference == NULL ? EXIT_SUCCESS : EXIT_FAILURE;
}

int
main (int argc, char **argv)
{
  if (argc == 4 && g_str_equal (argv[1], "spec"))
    return write_spec (argv[2], argv[3]);
  if (argc == 4 && g_str_equal (argv[1], "compare"))
    return compare (argv[2], argv[3]);
  fprintf (stderr, "gpu-history spec ID FILE\ngpu-history compare A B\n");
  return 2;
}
