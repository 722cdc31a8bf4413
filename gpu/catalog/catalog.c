#include "catalog/catalog-private.h"

#include "bundle/bundle.h"

#include <string.h>

struct _WsCatalog {
  char *dir;            /* NULL for the bundle */
  GPtrArray *kernels;   /* WsCatalogKernel */
  GPtrArray *libraries; /* WsCatalogKernel */
  GPtrArray *specs;     /* WsSpec */
};

#define BUNDLE_PREFIX "/warpstage/"
#define CATALOG_PATH  "kernels/catalog.ini"

/* The kernels' index arithmetic is 32 bits wide and goes one step of the grid past n. */
#define GREATEST_N (G_GUINT64_CONSTANT (1) << 31)

G_DEFINE_QUARK (ws - catalog - error - quark, ws_catalog_error)

static void
catalog_kernel_free (WsCatalogKernel *self)
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
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsCatalogKernel, catalog_kernel_free)

/* ---- files: of a folder, or of the bundle ---- */

static GBytes *
load_file (const char *dir, const char *path, GError **error)
{
  if (dir != NULL)
    {
      g_autofree char *filename = g_build_filename (dir, path, NULL);
      char *contents;
      gsize length;

      if (!g_file_get_contents (filename, &contents, &length, error))
        return NULL;
      return g_bytes_new_take (contents, length);
    }

  g_autofree char *name = g_strconcat (BUNDLE_PREFIX, path, NULL);
  return g_resource_lookup_data (ws_bundle_get_resource (), name, G_RESOURCE_LOOKUP_FLAGS_NONE,
                                 error);
}

static char *
load_text (const char *dir, const char *path, GError **error)
{
  g_autoptr (GBytes) bytes = load_file (dir, path, error);
  const char *data;
  gsize length;

  if (bytes == NULL)
    return NULL;
  data = g_bytes_get_data (bytes, &length);
  if (!g_utf8_validate (data, length, NULL))
    {
      g_set_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_DAMAGED, "%s is not UTF-8 text.",
                   path);
      return NULL;
    }
  return g_strndup (data, length);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

/* (transfer full): names in @folder, sorted */
static char **
list_files (const char *dir, const char *folder, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  if (dir != NULL)
    {
      g_autofree char *path = g_build_filename (dir, folder, NULL);
      g_autoptr (GDir) handle = g_dir_open (path, 0, error);
      const char *name;

      if (handle == NULL)
        return NULL;
      while ((name = g_dir_read_name (handle)) != NULL)
        g_ptr_array_add (names, g_strdup (name));
    }
  else
    {
      g_autofree char *path = g_strconcat (BUNDLE_PREFIX, folder, NULL);
      g_auto (GStrv) children = g_resource_enumerate_children (ws_bundle_get_resource (), path,
                                                               G_RESOURCE_LOOKUP_FLAGS_NONE, error);

      if (children == NULL)
        return NULL;
      for (guint i = 0; children[i] != NULL; i++)
        g_ptr_array_add (names, g_strdup (children[i]));
    }

  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);
  return (char **)g_ptr_array_steal (names, NULL);
}

/* ---- catalog.ini ---- */

static gboolean damaged (GError **error, const char *section, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

static gboolean
damaged (GError **error, const char *section, const char *format, ...)
{
  g_autofree char *what = NULL;
  va_list args;

  va_start (args, format);
  what = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_DAMAGED, "%s, [%s]: %s", CATALOG_PATH,
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
    return damaged (error, id, "%s is missing.", key);
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
    return damaged (error, id,
                    "%s must be a whole number from %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT
                    ", not “%s”.",
                    key, min, max, text);
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
    return damaged (error, id, "%s must be true or false, not “%s”.", key, text);
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
    return damaged (error, id, "cc-min must be a compute capability as 8.0, not “%s”.", text);
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
    return damaged (error, id, "%s is missing.", key);
  for (guint i = 0; (*names)[i] != NULL; i++)
    {
      WsValueType type;
      WsPlanOp op;

      if (types ? !ws_plan_type_parse ((*names)[i], &type) : !ws_plan_op_parse ((*names)[i], &op))
        return damaged (error, id, "%s: “%s” is unknown.", key, (*names)[i]);
    }
  return TRUE;
}

/* A file name of the catalogue stays in its folder. */
static gboolean
check_base_name (const char *id, const char *name, GError **error)
{
  if (strchr (name, '/') != NULL || name[0] == '.')
    return damaged (error, id, "“%s” is not the name of a file.", name);
  return TRUE;
}

static WsCatalogKernel *
read_kernel (WsCatalog *self, GKeyFile *key_file, const char *group, guint number, const char *id,
             GError **error)
{
  g_autoptr (WsCatalogKernel) kernel = g_new0 (WsCatalogKernel, 1);
  g_autofree char *from = g_strconcat ("group ", group, NULL);
  g_autofree char *plan = NULL;
  g_autofree char *check = NULL;
  g_autofree char *path = NULL;
  guint64 elements, shared_per_thread, shared_min, block, max_block, max_grid;

  if (!g_key_file_has_group (key_file, id))
    {
      damaged (error, id, "there is no such section.");
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
      || !read_text (key_file, id, from, "plan", &plan, error)
      || !read_text (key_file, id, from, "check", &check, error)
      || !read_names (key_file, id, from, "types", TRUE, &kernel->types, error)
      || !read_names (key_file, id, from, "ops", FALSE, &kernel->ops, error)
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
  if (strcmp (plan, "reduce") != 0 || strcmp (check, "reduce") != 0)
    {
      damaged (error, id, "plan “%s” with check “%s” is unknown.", plan, check);
      return NULL;
    }
  if (kernel->single && !kernel->strides)
    {
      damaged (error, id, "a kernel of a single launch must stride over all elements.");
      return NULL;
    }
  kernel->faults = g_key_file_get_boolean (key_file, from, "faults", NULL);
  kernel->elements_per_thread = elements;
  kernel->shared_per_thread = shared_per_thread;
  kernel->shared_min = shared_min;
  kernel->default_block = block;
  kernel->max_block = max_block;
  kernel->default_max_grid = max_grid;

  path = g_build_filename ("kernels", kernel->file, NULL);
  kernel->source = load_text (self->dir, path, error);
  if (kernel->source == NULL)
    return NULL;
  return g_steal_pointer (&kernel);
}

/* The kernels, or the libraries, that a group lists under @key. */
static gboolean
read_group (WsCatalog *self, GKeyFile *key_file, const char *section, const char *key,
            GPtrArray *to, GError **error)
{
  g_auto (GStrv) ids = g_key_file_get_string_list (key_file, section, key, NULL, NULL);

  for (guint i = 0; ids != NULL && ids[i] != NULL; i++)
    {
      WsCatalogKernel *kernel =
          read_kernel (self, key_file, section + strlen ("group "), i + 1, ids[i], error);

      if (kernel == NULL)
        return FALSE;
      if (to == self->libraries)
        kernel->library = g_strdup (kernel->id);
      g_ptr_array_add (to, kernel);
    }
  return TRUE;
}

static gboolean
read_kernels (WsCatalog *self, GError **error)
{
  g_autoptr (GKeyFile) key_file = g_key_file_new ();
  g_autoptr (GError) local_error = NULL;
  g_autofree char *text = load_text (self->dir, CATALOG_PATH, error);
  g_auto (GStrv) sections = NULL;

  if (text == NULL)
    return FALSE;
  if (!g_key_file_load_from_data (key_file, text, -1, G_KEY_FILE_NONE, &local_error))
    {
      g_set_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_DAMAGED, "%s: %s", CATALOG_PATH,
                   local_error->message);
      return FALSE;
    }

  sections = g_key_file_get_groups (key_file, NULL);
  for (guint i = 0; sections[i] != NULL; i++)
    {
      if (g_str_has_prefix (sections[i], "group ")
          && (!read_group (self, key_file, sections[i], "kernels", self->kernels, error)
              || !read_group (self, key_file, sections[i], "libraries", self->libraries, error)))
        return FALSE;
    }
  if (self->kernels->len == 0)
    return damaged (error, "group …", "there are no kernels.");
  return TRUE;
}

/* ---- specs ---- */

static int
compare_specs (gconstpointer a, gconstpointer b)
{
  const WsSpec *left = *(const WsSpec *const *)a;
  const WsSpec *right = *(const WsSpec *const *)b;

  if (left->cc_major != right->cc_major)
    return left->cc_major < right->cc_major ? -1 : 1;
  if (left->cc_minor != right->cc_minor)
    return left->cc_minor < right->cc_minor ? -1 : 1;
  return strcmp (left->id, right->id);
}

static gboolean
read_specs (WsCatalog *self, GError **error)
{
  g_auto (GStrv) names = list_files (self->dir, "specs", error);

  if (names == NULL)
    return FALSE;
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autoptr (GKeyFile) key_file = g_key_file_new ();
      g_autofree char *path = g_build_filename ("specs", names[i], NULL);
      g_autofree char *text = NULL;
      g_autofree char *id = NULL;
      WsSpec *spec;

      if (!g_str_has_suffix (names[i], ".ini"))
        continue;
      text = load_text (self->dir, path, error);
      if (text == NULL || !g_key_file_load_from_data (key_file, text, -1, G_KEY_FILE_NONE, error))
        {
          g_prefix_error (error, "%s: ", path);
          return FALSE;
        }
      id = g_strndup (names[i], strlen (names[i]) - strlen (".ini"));
      spec = ws_spec_new_from_key_file (key_file, id, error);
      if (spec == NULL)
        return FALSE;
      g_ptr_array_add (self->specs, spec);
    }
  if (self->specs->len == 0)
    {
      g_set_error_literal (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_DAMAGED,
                           "specs: there is no spec of a GPU.");
      return FALSE;
    }
  g_ptr_array_sort (self->specs, compare_specs);
  return TRUE;
}

/* ---- public ---- */

/**
 * ws_catalog_new:
 * @resources_dir: (nullable) (type filename): a folder with `kernels/`, `ptx/` and `specs/`; %NULL
 *   for what is bundled into the program
 * @error: return location for a #GError
 *
 * Reads `kernels/catalog.ini`, the kernels' sources and the specs. PTX is read when it is asked
 * for, by ws_catalog_load_ptx().
 *
 * Returns: (transfer full) (nullable): the catalogue; %NULL with %WS_CATALOG_ERROR_DAMAGED, an
 *   error of #GFileError, or one of ws_spec_new_from_key_file()
 */
WsCatalog *
ws_catalog_new (const char *resources_dir, GError **error)
{
  g_autoptr (WsCatalog) self = g_new0 (WsCatalog, 1);

  self->dir = g_strdup (resources_dir);
  self->kernels = g_ptr_array_new_with_free_func ((GDestroyNotify)catalog_kernel_free);
  self->libraries = g_ptr_array_new_with_free_func ((GDestroyNotify)catalog_kernel_free);
  self->specs = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_spec_unref);
  if (!read_kernels (self, error) || !read_specs (self, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
ws_catalog_free (WsCatalog *self)
{
  if (self == NULL)
    return;
  g_free (self->dir);
  g_ptr_array_unref (self->kernels);
  g_ptr_array_unref (self->libraries);
  g_ptr_array_unref (self->specs);
  g_free (self);
}

/**
 * ws_catalog_get_libraries:
 * @self: a catalogue
 *
 * Returns: (transfer none) (element-type WsCatalogKernel): compiled code of others that does a
 *   kernel's job, to time kernels against; it cannot be recorded
 */
GPtrArray *
ws_catalog_get_libraries (WsCatalog *self)
{
  return self->libraries;
}

guint
ws_catalog_get_n_kernels (WsCatalog *self)
{
  return self->kernels->len;
}

/**
 * ws_catalog_get_kernel:
 * @self: a catalogue
 * @index: below ws_catalog_get_n_kernels()
 *
 * Returns: (transfer none): a kernel, in the order of catalog.ini
 */
const WsCatalogKernel *
ws_catalog_get_kernel (WsCatalog *self, guint index)
{
  g_return_val_if_fail (index < self->kernels->len, NULL);

  return g_ptr_array_index (self->kernels, index);
}

/**
 * ws_catalog_find:
 * @self: a catalogue
 * @id: as in "reduce1"
 * @error: return location for a #GError
 *
 * Returns: (transfer none) (nullable): the kernel; %NULL with %WS_CATALOG_ERROR_UNKNOWN_KERNEL
 */
const WsCatalogKernel *
ws_catalog_find (WsCatalog *self, const char *id, GError **error)
{
  g_autoptr (GString) known = g_string_new (NULL);

  for (guint i = 0; i < self->kernels->len; i++)
    {
      const WsCatalogKernel *kernel = g_ptr_array_index (self->kernels, i);

      if (strcmp (kernel->id, id) == 0)
        return kernel;
      g_string_append_printf (known, "%s%s", i > 0 ? ", " : "", kernel->id);
    }
  for (guint i = 0; i < self->libraries->len; i++)
    {
      const WsCatalogKernel *library = g_ptr_array_index (self->libraries, i);

      if (strcmp (library->id, id) == 0)
        return library;
    }
  g_set_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_UNKNOWN_KERNEL,
               "There is no kernel “%s”; there are %s.", id, known->str);
  return NULL;
}

GPtrArray *
ws_catalog_get_specs (WsCatalog *self)
{
  return self->specs;
}

/**
 * ws_catalog_find_spec:
 * @self: a catalogue
 * @id: as in "h200"
 * @error: return location for a #GError
 *
 * Returns: (transfer none) (nullable): the spec; %NULL with %WS_CATALOG_ERROR_BAD_PARAMETER
 */
const WsSpec *
ws_catalog_find_spec (WsCatalog *self, const char *id, GError **error)
{
  g_autoptr (GString) known = g_string_new (NULL);

  for (guint i = 0; i < self->specs->len; i++)
    {
      const WsSpec *spec = g_ptr_array_index (self->specs, i);

      if (strcmp (spec->id, id) == 0)
        return spec;
      g_string_append_printf (known, "%s%s", i > 0 ? ", " : "", spec->id);
    }
  g_set_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_PARAMETER,
               "There is no GPU model “%s”; there are %s.", id, known->str);
  return NULL;
}

/**
 * ws_catalog_load_ptx:
 * @self: the catalogue that made @plan
 * @plan: a plan
 * @error: return location for a #GError
 *
 * Returns: (transfer full) (nullable): the text of the PTX module that @plan runs; %NULL with an
 *   error of #GFileError or #GResourceError
 */
GBytes *
ws_catalog_load_ptx (WsCatalog *self, const WsPlan *plan, GError **error)
{
  return load_file (self->dir, plan->ptx_path, error);
}
