/* read.c: a kernel's section of catalog.ini. */
#include "catalog/catalog-private.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

/* The kernels' index arithmetic is 32 bits wide and goes one step of the grid past n. */
#define GREATEST_N (G_GUINT64_CONSTANT (1) << 31)

/**
 * ws_catalog_kernel_free:
 * @self: (transfer full): a kernel
 */
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
  g_strfreev (self->inputs);
  g_strfreev (self->outputs);
  g_strfreev (self->arguments);
  g_free (self->map);
  g_free (self);
}

/**
 * ws_catalog_damaged:
 * @error: return location for a #GError
 * @section: of catalog.ini
 * @format: what is wrong with it, as of printf()
 * @...: its arguments
 *
 * Sets a %WS_CATALOG_ERROR_DAMAGED that names the section.
 *
 * Returns: always %FALSE, to be returned
 */
gboolean
ws_catalog_damaged (GError **error, const char *section, const char *format, ...)
{
  g_autofree char *what = NULL;
  va_list args;

  va_start (args, format);
  what = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_DAMAGED, "%s, [%s]: %s", WS_CATALOG_PATH,
               section, what);
  return FALSE;
}

/* What a kernel's section leaves out stands in its group's. */
static const char *
section_of (GKeyFile *key_file, const char *id, const char *group_section, const char *key)
{
  return g_key_file_has_key (key_file, id, key, NULL) ? id : group_section;
}

static gboolean
read_text (GKeyFile *key_file, const char *id, const char *group_section, const char *key,
           char **text, GError **error)
{
  const char *section = section_of (key_file, id, group_section, key);

  *text = g_key_file_get_string (key_file, section, key, NULL);
  if (*text == NULL || **text == '\0')
    return ws_catalog_damaged (error, id, _ ("%s is missing."), key);
  return TRUE;
}

static gboolean
read_number (GKeyFile *key_file, const char *id, const char *group_section, const char *key,
             guint64 min, guint64 max, guint64 *number, GError **error)
{
  g_autofree char *text = NULL;

  if (!read_text (key_file, id, group_section, key, &text, error))
    return FALSE;
  if (!g_ascii_string_to_unsigned (text, 10, min, max, number, NULL))
    return ws_catalog_damaged (
        error, id, _ ("%s must be a whole number from %" PRIu64 " to %" PRIu64 ", not “%s”."), key,
        min, max, text);
  return TRUE;
}

static gboolean
read_flag (GKeyFile *key_file, const char *id, const char *group_section, const char *key,
           gboolean *flag, GError **error)
{
  g_autofree char *text = NULL;

  if (!read_text (key_file, id, group_section, key, &text, error))
    return FALSE;
  if (strcmp (text, "true") != 0 && strcmp (text, "false") != 0)
    return ws_catalog_damaged (error, id, _ ("%s must be true or false, not “%s”."), key, text);
  *flag = strcmp (text, "true") == 0;
  return TRUE;
}

/* cc-min, as in "8.0" */
static gboolean
read_capability (GKeyFile *key_file, const char *id, const char *group_section,
                 WsCatalogKernel *kernel, GError **error)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) parts = NULL;
  guint64 major, minor;

  if (!read_text (key_file, id, group_section, "cc-min", &text, error))
    return FALSE;
  parts = g_strsplit (text, ".", 3);
  if (g_strv_length (parts) != 2 || !g_ascii_string_to_unsigned (parts[0], 10, 1, 99, &major, NULL)
      || !g_ascii_string_to_unsigned (parts[1], 10, 0, 9, &minor, NULL))
    return ws_catalog_damaged (error, id,
                               _ ("cc-min must be a compute capability as 8.0, not “%s”."), text);
  kernel->cc_min_major = major;
  kernel->cc_min_minor = minor;
  return TRUE;
}

static gboolean
read_names (GKeyFile *key_file, const char *id, const char *group_section, const char *key,
            gboolean types, char ***names, GError **error)
{
  const char *section = section_of (key_file, id, group_section, key);

  *names = g_key_file_get_string_list (key_file, section, key, NULL, NULL);
  if (*names == NULL || **names == NULL)
    return ws_catalog_damaged (error, id, _ ("%s is missing."), key);
  for (guint i = 0; (*names)[i] != NULL; i++)
    {
      WsValueType type;

      if (types ? !ws_plan_type_parse ((*names)[i], &type) : !ws_plan_is_op ((*names)[i]))
        return ws_catalog_damaged (error, id, _ ("%s: “%s” is unknown."), key, (*names)[i]);
    }
  return TRUE;
}

/* A file name of the catalogue stays in its folder. */
static gboolean
check_base_name (const char *id, const char *name, GError **error)
{
  if (strchr (name, '/') != NULL || name[0] == '.')
    return ws_catalog_damaged (error, id, _ ("“%s” is not the name of a file."), name);
  return TRUE;
}

/* ---- buffers and arguments ---- */

static gboolean
names_it (char **names, const char *name)
{
  return g_strv_contains ((const char *const *)names, name);
}

static gboolean
read_list (GKeyFile *key_file, const char *id, const char *group_section, const char *key,
           char ***list, GError **error)
{
  const char *section = section_of (key_file, id, group_section, key);

  *list = g_key_file_get_string_list (key_file, section, key, NULL, NULL);
  if (*list == NULL || **list == NULL)
    return ws_catalog_damaged (error, id, _ ("%s is missing."), key);
  return TRUE;
}

/* inputs, outputs, arguments and map of a plan "map" */
static gboolean
read_map (GKeyFile *key_file, const char *id, const char *from, WsCatalogKernel *kernel,
          GError **error)
{
  guint n_inputs;

  if (!read_list (key_file, id, from, "inputs", &kernel->inputs, error)
      || !read_list (key_file, id, from, "outputs", &kernel->outputs, error)
      || !read_list (key_file, id, from, "arguments", &kernel->arguments, error)
      || !read_text (key_file, id, from, "map", &kernel->map, error))
    return FALSE;
  if (ws_map_find (kernel->map, &n_inputs) == NULL)
    return ws_catalog_damaged (error, id, _ ("map “%s” is unknown."), kernel->map);
  if (g_strv_length (kernel->inputs) != n_inputs || g_strv_length (kernel->outputs) != 1)
    return ws_catalog_damaged (error, id, _ ("map “%s” has %u inputs and 1 output."), kernel->map,
                               n_inputs);
  if (g_strv_length (kernel->types) != 1 || strcmp (kernel->types[0], "float") != 0)
    return ws_catalog_damaged (error, id, _ ("a plan “map” is of type float."));
  return TRUE;
}

static gboolean
check_arguments (const char *id, const WsCatalogKernel *kernel, GError **error)
{
  guint n = g_strv_length (kernel->arguments);

  if (n > WS_PLAN_MAX_ARGUMENTS)
    return ws_catalog_damaged (error, id, _ ("a kernel has at most %u arguments."),
                               WS_PLAN_MAX_ARGUMENTS);
  for (guint i = 0; i < n; i++)
    {
      const char *name = kernel->arguments[i];

      if (!names_it (kernel->inputs, name) && !names_it (kernel->outputs, name)
          && strcmp (name, "n") != 0 && strcmp (name, "repeats") != 0)
        return ws_catalog_damaged (error, id, _ ("argument “%s” is no buffer, nor n, nor repeats."),
                                   name);
    }
  if (names_it (kernel->arguments, "repeats") != (kernel->max_repeats > 0))
    return ws_catalog_damaged (
        error, id, _ ("repeats-max goes with an argument “repeats”, and it with that."));
  return TRUE;
}

static gboolean
read_plan (GKeyFile *key_file, const char *id, const char *from, WsCatalogKernel *kernel,
           GError **error)
{
  static const char *const reduce_inputs[] = { "in", NULL };
  static const char *const reduce_outputs[] = { "out", NULL };
  static const char *const reduce_arguments[] = { "in", "out", "n", NULL };
  g_autofree char *plan = NULL;
  g_autofree char *check = NULL;

  if (!read_text (key_file, id, from, "plan", &plan, error)
      || !read_text (key_file, id, from, "check", &check, error))
    return FALSE;
  if (strcmp (plan, "map") == 0 && strcmp (check, "map") == 0)
    {
      if (!read_map (key_file, id, from, kernel, error))
        return FALSE;
    }
  else if (strcmp (plan, "reduce") == 0 && strcmp (check, "reduce") == 0)
    {
      kernel->inputs = g_strdupv ((char **)reduce_inputs);
      kernel->outputs = g_strdupv ((char **)reduce_outputs);
      kernel->arguments = g_strdupv ((char **)reduce_arguments);
    }
  else
    return ws_catalog_damaged (error, id, _ ("plan “%s” with check “%s” is unknown."), plan, check);
  if (names_it (kernel->ops, "map") != (kernel->map != NULL))
    return ws_catalog_damaged (error, id, _ ("the operator of a plan “map” is map."));
  return check_arguments (id, kernel, error);
}

/* What most kernels do not have. */
static gboolean
read_optional (GKeyFile *key_file, const char *id, const char *from, WsCatalogKernel *kernel,
               GError **error)
{
  guint64 repeats = 0;
  guint64 max_repeats = 0;
  guint64 residency = 100;

  if (g_key_file_has_key (key_file, section_of (key_file, id, from, "repeats"), "repeats", NULL)
      && (!read_number (key_file, id, from, "repeats-max", 1, 1000000, &max_repeats, error)
          || !read_number (key_file, id, from, "repeats", 1, max_repeats, &repeats, error)))
    return FALSE;
  if (g_key_file_has_key (key_file, section_of (key_file, id, from, "residency"), "residency", NULL)
      && !read_number (key_file, id, from, "residency", 1, 100, &residency, error))
    return FALSE;
  kernel->faults = g_key_file_get_boolean (key_file, from, "faults", NULL);
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
  guint64 elements, shared_per_thread, shared_min, block, max_block, max_grid;

  if (!g_key_file_has_group (key_file, id))
    {
      ws_catalog_damaged (error, id, _ ("there is no such section."));
      return NULL;
    }
  kernel->id = g_strdup (id);
  kernel->number = number;
  kernel->group = g_strdup (group);
  if (!read_text (key_file, id, from, "title", &kernel->title, error)
      || !read_text (key_file, id, from, "name", &kernel->name, error)
      || !read_text (key_file, id, from, "idea", &kernel->idea, error)
      || !read_text (key_file, id, from, "defect", &kernel->defect, error)
      || !read_text (key_file, id, from, "file", &kernel->file, error)
      || !read_text (key_file, id, from, "entry", &kernel->entry, error)
      || !read_text (key_file, id, from, "call", &kernel->call, error)
      || !read_text (key_file, id, from, "ptx", &kernel->ptx, error)
      || !read_names (key_file, id, from, "types", TRUE, &kernel->types, error)
      || !read_names (key_file, id, from, "ops", FALSE, &kernel->ops, error)
      || !read_optional (key_file, id, from, kernel, error)
      || !read_plan (key_file, id, from, kernel, error)
      || !read_number (key_file, id, from, "elements", 1, 16, &elements, error)
      || !read_flag (key_file, id, from, "stride", &kernel->strides, error)
      || !read_flag (key_file, id, from, "single", &kernel->single, error)
      || !read_number (key_file, id, from, "shared-per-thread", 0, 16, &shared_per_thread, error)
      || !read_number (key_file, id, from, "shared-min", 0, 1024, &shared_min, error)
      || !read_capability (key_file, id, from, kernel, error)
      || !read_text (key_file, id, from, "cc-for", &kernel->cc_for, error)
      || !read_number (key_file, id, from, "block-max", 1, 1024, &max_block, error)
      || !read_number (key_file, id, from, "block", 1, max_block, &block, error)
      || !read_number (key_file, id, from, "n-max", 1, GREATEST_N, &kernel->max_n, error)
      || !read_number (key_file, id, from, "n", 1, kernel->max_n, &kernel->default_n, error)
      || !read_number (key_file, id, from, "seed", 0, G_MAXUINT64, &kernel->default_seed, error)
      || !read_number (key_file, id, from, "max-grid", 1, 1 << 20, &max_grid, error)
      || !check_base_name (id, kernel->file, error) || !check_base_name (id, kernel->ptx, error))
    return NULL;
  if (kernel->single && !kernel->strides)
    {
      ws_catalog_damaged (error, id,
                          _ ("a kernel of a single launch must stride over all elements."));
      return NULL;
    }
  kernel->elements_per_thread = elements;
  kernel->shared_per_thread = shared_per_thread;
  kernel->shared_min = shared_min;
  kernel->default_block = block;
  kernel->max_block = max_block;
  kernel->default_max_grid = max_grid;
  return g_steal_pointer (&kernel);
}
