/* read.c: a kernel's section of catalog.ini. */
#include "catalog/catalog-private.h"
#include "catalog/blueprint.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

/* The kernels' index arithmetic is 32 bits wide and goes one step of the grid past n. */
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
read_flag (const WsSection *section, const char *key, gboolean *flag, GError **error)
{
  g_autofree char *text = NULL;

  if (!ws_section_read_text (section, key, &text, error))
    return FALSE;
  if (strcmp (text, "true") != 0 && strcmp (text, "false") != 0)
    return ws_section_damaged (section, error, _ ("%s must be true or false, not “%s”."), key,
                               text);
  *flag = strcmp (text, "true") == 0;
  return TRUE;
}

/* cc-min, as in "8.0" */
static gboolean
read_capability (const WsSection *section, WsCatalogKernel *kernel, GError **error)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) parts = NULL;
  guint64 major, minor;

  if (!ws_section_read_text (section, "cc-min", &text, error))
    return FALSE;
  parts = g_strsplit (text, ".", 3);
  if (g_strv_length (parts) != 2 || !g_ascii_string_to_unsigned (parts[0], 10, 1, 99, &major, NULL)
      || !g_ascii_string_to_unsigned (parts[1], 10, 0, 9, &minor, NULL))
    return ws_section_damaged (
        section, error, _ ("cc-min must be a compute capability such as 8.0, not “%s”."), text);
  kernel->cc_min_major = major;
  kernel->cc_min_minor = minor;
  return TRUE;
}

static gboolean
read_names (const WsSection *section, const char *key, gboolean types, char ***names,
            GError **error)
{
  if (!ws_section_read_list (section, key, names, error))
    return FALSE;
  for (guint i = 0; (*names)[i] != NULL; i++)
    {
      WsValueType type;

      if (types ? !ws_plan_type_parse ((*names)[i], &type) : !ws_plan_is_op ((*names)[i]))
        return ws_section_damaged (section, error, _ ("%s: “%s” is unknown."), key, (*names)[i]);
    }
  return TRUE;
}

/* A file name of the catalogue stays in its folder. */
static gboolean
check_base_name (const char *id, const char *name, GError **error)
{
  if (strchr (name, '/') != NULL || name[0] == '.')
    return ws_catalog_damaged (error, id, _ ("“%s” is not a file name."), name);
  return TRUE;
}

/* ---- plans ---- */

/* What only a plan "reduce" has. */
static gboolean
read_reduction (const WsSection *section, WsCatalogKernel *kernel, GError **error)
{
  guint64 elements, shared_per_thread, shared_min;

  if (!ws_section_read_number (section, "elements", 1, 16, &elements, error)
      || !read_flag (section, "stride", &kernel->strides, error)
      || !read_flag (section, "single", &kernel->single, error)
      || !ws_section_read_number (section, "shared-per-thread", 0, 16, &shared_per_thread, error)
      || !ws_section_read_number (section, "shared-min", 0, 1024, &shared_min, error)
      || (ws_section_has (section, "in-place")
          && !read_flag (section, "in-place", &kernel->in_place, error)))
    return FALSE;
  if (kernel->single && !kernel->strides)
    return ws_section_damaged (section, error,
                               _ ("a kernel of a single launch must stride over all elements."));
  kernel->elements_per_thread = (guint)elements;
  kernel->shared_per_thread = (guint)shared_per_thread;
  kernel->shared_min = (guint)shared_min;
  return TRUE;
}

static gboolean
read_plan (const WsSection *section, WsCatalogKernel *kernel, GError **error)
{
  g_autofree char *plan = NULL;
  g_autofree char *check = NULL;
  gboolean maps = g_strv_contains ((const char *const *)kernel->ops, "map");

  if (!ws_section_read_text (section, "plan", &plan, error)
      || !ws_section_read_text (section, "check", &check, error))
    return FALSE;
  kernel->options = ws_options_read (section, error);
  if (kernel->options == NULL)
    return FALSE;
  if (strcmp (plan, "launches") == 0)
    {
      kernel->blueprint = ws_blueprint_read (section, kernel, error);
      return kernel->blueprint != NULL;
    }
  if (strcmp (plan, "reduce") != 0 || strcmp (check, "reduce") != 0)
    return ws_section_damaged (section, error, _ ("unknown plan “%s” with check “%s”."), plan,
                               check);
  if (maps)
    return ws_section_damaged (section, error,
                               _ ("a plan “reduce” combines: its operator is not map."));
  return read_reduction (section, kernel, error);
}

/* What most kernels do not have. */
static gboolean
read_optional (const WsSection *section, WsCatalogKernel *kernel, GError **error)
{
  guint64 repeats = 0;
  guint64 max_repeats = 0;
  guint64 residency = 100;

  if (ws_section_has (section, "repeats")
      && (!ws_section_read_number (section, "repeats-max", 1, 1000000, &max_repeats, error)
          || !ws_section_read_number (section, "repeats", 1, max_repeats, &repeats, error)))
    return FALSE;
  if (ws_section_has (section, "residency")
      && !ws_section_read_number (section, "residency", 1, 100, &residency, error))
    return FALSE;
  kernel->tries = g_key_file_get_boolean (section->key_file, section->group, "tries", NULL);
  kernel->look = ws_section_dup (section, "look");
  kernel->races = g_key_file_get_boolean (section->key_file, section->group, "races", NULL);
  kernel->faults = g_key_file_get_boolean (section->key_file, section->group, "faults", NULL);
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
 * Returns: (transfer full) (nullable): the kernel, but for @source
 */
WsCatalogKernel *
ws_catalog_read_kernel (GKeyFile *key_file, const char *group, guint number, const char *id,
                        GError **error)
{
  g_autoptr (WsCatalogKernel) kernel = g_new0 (WsCatalogKernel, 1);
  g_autofree char *from = g_strconcat ("group ", group, NULL);
  const WsSection section = { key_file, id, from };
  guint64 block, max_block, max_grid;

  if (!g_key_file_has_group (key_file, id))
    {
      ws_catalog_damaged (error, id, _ ("no such section."));
      return NULL;
    }
  kernel->id = g_strdup (id);
  kernel->number = number;
  kernel->group = g_strdup (group);
  if (!ws_section_read_text (&section, "title", &kernel->title, error)
      || !ws_section_read_text (&section, "name", &kernel->name, error)
      || !ws_section_read_text (&section, "idea", &kernel->idea, error)
      || !ws_section_read_text (&section, "defect", &kernel->defect, error)
      || !ws_section_read_text (&section, "file", &kernel->file, error)
      || !ws_section_read_text (&section, "entry", &kernel->entry, error)
      || !ws_section_read_text (&section, "call", &kernel->call, error)
      || !ws_section_read_text (&section, "ptx", &kernel->ptx, error)
      || !read_names (&section, "types", TRUE, &kernel->types, error)
      || !read_names (&section, "ops", FALSE, &kernel->ops, error)
      || !read_optional (&section, kernel, error) || !read_plan (&section, kernel, error)
      || !read_capability (&section, kernel, error)
      || !ws_section_read_text (&section, "cc-for", &kernel->cc_for, error)
      || !ws_section_read_number (&section, "block-max", 1, 1024, &max_block, error)
      || !ws_section_read_number (&section, "block", 1, max_block, &block, error)
      || !ws_section_read_number (&section, "n-max", 1, GREATEST_N, &kernel->max_n, error)
      || !ws_section_read_number (&section, "n", 1, kernel->max_n, &kernel->default_n, error)
      || !ws_section_read_number (&section, "seed", 0, G_MAXUINT64, &kernel->default_seed, error)
      || !ws_section_read_number (&section, "max-grid", 1, 1 << 20, &max_grid, error)
      || !check_base_name (id, kernel->file, error) || !check_base_name (id, kernel->ptx, error))
    return NULL;
  kernel->default_block = block;
  kernel->max_block = max_block;
  kernel->default_max_grid = max_grid;
  return g_steal_pointer (&kernel);
}
