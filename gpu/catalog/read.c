/* read.c: a kernel's section of catalog.ini. */
#include "catalog/catalog-private.h"
#include "catalog/blueprint.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

/* The kernels' index arithmetic is 32 bits wide, and goes one grid stride past n. */
#define GREATEST_N (G_GUINT64_CONSTANT (1) << 31)

void
ws_catalog_kernel_free (WsCatalogKernel *self)
{
  g_free (self->id);
  g_free (self->group);
  g_free (self->title);
  g_free (self->name);
  g_free (self->idea);
  g_free (self->defect);
  g_free (self->file);
  g_free (self->source);
  g_free (self->cc_for);
  g_strfreev (self->types);
  g_strfreev (self->ops);
  g_free (self->entry);
  g_free (self->call);
  g_free (self->ptx);
  g_free (self->library);
  g_free (self->look);
  g_clear_pointer (&self->options, g_array_unref);
  g_clear_pointer (&self->blueprint, ws_blueprint_free);
  g_free (self);
}

static gboolean
read_flag (const WsSection *section, const char *key, gboolean *flag)
{
  g_autofree char *text = NULL;

  if (!ws_section_read_text (section, key, &text))
    return FALSE;
  *flag = strcmp (text, "true") == 0;
  return *flag || strcmp (text, "false") == 0
         || ws_section_refuse (section, key, _ ("“%s” is neither true nor false."), text);
}

/* cc-min, as in "8.0" */
static gboolean
read_capability (const WsSection *section, WsCatalogKernel *kernel)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) parts = NULL;
  guint64 major, minor;

  if (!ws_section_read_text (section, "cc-min", &text))
    return FALSE;
  parts = g_strsplit (text, ".", 3);
  if (g_strv_length (parts) != 2 || !g_ascii_string_to_unsigned (parts[0], 10, 1, 99, &major, NULL)
      || !g_ascii_string_to_unsigned (parts[1], 10, 0, 9, &minor, NULL))
    return ws_section_refuse (section, "cc-min",
                              _ ("“%s” is not a compute capability such as 8.0."), text);
  kernel->cc_min_major = major;
  kernel->cc_min_minor = minor;
  return TRUE;
}

static gboolean
read_names (const WsSection *section, const char *key, gboolean types, char ***names)
{
  if (!ws_section_read_list (section, key, names))
    return FALSE;
  for (guint i = 0; (*names)[i] != NULL; i++)
    {
      WsValueType type;

      if (types ? !ws_plan_type_parse ((*names)[i], &type) : !ws_plan_is_op ((*names)[i]))
        return ws_section_refuse (section, key, _ ("“%s” is unknown."), (*names)[i]);
    }
  return TRUE;
}

/* A file name of the catalogue must not leave its folder. */
static gboolean
check_base_name (const WsSection *section, const char *key, const char *name)
{
  return (strchr (name, '/') == NULL && name[0] != '.')
         || ws_section_refuse (section, key, _ ("“%s” is not a file name."), name);
}

/* ---- plans ---- */

/* The keys of a plan "reduce" only. */
static gboolean
read_reduction (const WsSection *section, WsCatalogKernel *kernel)
{
  guint64 elements, shared_per_thread, shared_min;

  if (!ws_section_read_number (section, "elements", 1, 16, &elements)
      || !read_flag (section, "stride", &kernel->strides)
      || !read_flag (section, "single", &kernel->single)
      || !ws_section_read_number (section, "shared-per-thread", 0, 16, &shared_per_thread)
      || !ws_section_read_number (section, "shared-min", 0, 1024, &shared_min)
      || (ws_section_has (section, "in-place")
          && !read_flag (section, "in-place", &kernel->in_place)))
    return FALSE;
  if (kernel->single && !kernel->strides)
    return ws_section_refuse (section, "single",
                              _ ("a kernel of a single launch must stride over all elements."));
  kernel->elements_per_thread = (guint)elements;
  kernel->shared_per_thread = (guint)shared_per_thread;
  kernel->shared_min = (guint)shared_min;
  return TRUE;
}

static gboolean
read_plan (const WsSection *section, WsCatalogKernel *kernel)
{
  g_autofree char *plan = NULL;
  g_autofree char *check = NULL;
  gboolean maps = g_strv_contains ((const char *const *)kernel->ops, "map");

  if (!ws_section_read_text (section, "plan", &plan)
      || !ws_section_read_text (section, "check", &check))
    return FALSE;
  kernel->options = ws_options_read (section);
  if (kernel->options == NULL)
    return FALSE;
  if (strcmp (plan, "launches") == 0)
    {
      kernel->blueprint = ws_blueprint_read (section, kernel);
      return kernel->blueprint != NULL;
    }
  if (strcmp (plan, "reduce") != 0 || strcmp (check, "reduce") != 0)
    return ws_section_refuse (section, "plan", _ ("unknown plan “%s” with check “%s”."), plan,
                              check);
  if (maps)
    return ws_section_refuse (section, "plan",
                              _ ("a plan “reduce” combines: its operator is not map."));
  return read_reduction (section, kernel);
}

/* Keys that most kernels lack. */
static gboolean
read_optional (const WsSection *section, WsCatalogKernel *kernel)
{
  guint64 repeats = 0;
  guint64 max_repeats = 0;
  guint64 residency = 100;

  if (ws_section_has (section, "repeats")
      && (!ws_section_read_number (section, "repeats-max", 1, 1000000, &max_repeats)
          || !ws_section_read_number (section, "repeats", 1, max_repeats, &repeats)))
    return FALSE;
  if (ws_section_has (section, "residency")
      && !ws_section_read_number (section, "residency", 1, 100, &residency))
    return FALSE;
  kernel->tries = g_key_file_get_boolean (section->file, section->otherwise, "tries", NULL);
  kernel->look = ws_section_dup (section, "look");
  kernel->races = g_key_file_get_boolean (section->file, section->otherwise, "races", NULL);
  kernel->faults = g_key_file_get_boolean (section->file, section->otherwise, "faults", NULL);
  kernel->default_repeats = repeats;
  kernel->max_repeats = max_repeats;
  kernel->residency_percent = residency;
  return TRUE;
}

/**
 * ws_catalog_read_kernel:
 * @key_file: catalog.ini
 * @group: as in "Reduction"
 * @number: position in the group, 1-based
 * @id: name of the section
 * @error: return location for %WS_CATALOG_ERROR_DAMAGED, which names the section
 *
 * Returns: (transfer full) (nullable): the kernel, without @source
 */
WsCatalogKernel *
ws_catalog_read_kernel (GKeyFile *key_file, const char *group, guint number, const char *id,
                        GError **error)
{
  g_autoptr (WsCatalogKernel) kernel = g_new0 (WsCatalogKernel, 1);
  g_autofree char *from = g_strconcat ("group ", group, NULL);
  const WsSection section = { .file = key_file,
                              .path = WS_CATALOG_PATH,
                              .group = id,
                              .otherwise = from,
                              .domain = WS_CATALOG_ERROR,
                              .code = WS_CATALOG_ERROR_DAMAGED,
                              .error = error };
  guint64 block, max_block, max_grid;

  if (!g_key_file_has_group (key_file, id))
    {
      ws_section_refuse (&section, NULL, _ ("no such section."));
      return NULL;
    }
  kernel->id = g_strdup (id);
  kernel->number = number;
  kernel->group = g_strdup (group);
  if (!ws_section_read_text (&section, "title", &kernel->title)
      || !ws_section_read_text (&section, "name", &kernel->name)
      || !ws_section_read_text (&section, "idea", &kernel->idea)
      || !ws_section_read_text (&section, "defect", &kernel->defect)
      || !ws_section_read_text (&section, "file", &kernel->file)
      || !ws_section_read_text (&section, "entry", &kernel->entry)
      || !ws_section_read_text (&section, "call", &kernel->call)
      || !ws_section_read_text (&section, "ptx", &kernel->ptx)
      || !read_names (&section, "types", TRUE, &kernel->types)
      || !read_names (&section, "ops", FALSE, &kernel->ops) || !read_optional (&section, kernel)
      || !read_plan (&section, kernel) || !read_capability (&section, kernel)
      || !ws_section_read_text (&section, "cc-for", &kernel->cc_for)
      || !ws_section_read_number (&section, "block-max", 1, 1024, &max_block)
      || !ws_section_read_number (&section, "block", 1, max_block, &block)
      || !ws_section_read_number (&section, "n-max", 1, GREATEST_N, &kernel->max_n)
      || !ws_section_read_number (&section, "n", 1, kernel->max_n, &kernel->default_n)
      || !ws_section_read_number (&section, "seed", 0, G_MAXUINT64, &kernel->default_seed)
      || !ws_section_read_number (&section, "max-grid", 1, 1 << 20, &max_grid)
      || !check_base_name (&section, "file", kernel->file)
      || !check_base_name (&section, "ptx", kernel->ptx))
    return NULL;
  kernel->default_block = block;
  kernel->max_block = max_block;
  kernel->default_max_grid = max_grid;
  return g_steal_pointer (&kernel);
}
