#include "catalog/catalog-private.h"
#include "catalog/blueprint.h"

#include "bundle/bundle.h"

#include <glib/gi18n.h>
#include <string.h>

struct _WsCatalog {
  char *dir;            /* NULL for the bundle */
  GPtrArray *kernels;   /* WsCatalogKernel */
  GPtrArray *libraries; /* WsCatalogKernel */
  GPtrArray *specs;     /* WsSpec */
  GKeyFile *registers;  /* registers.ini */
};

#define BUNDLE_PREFIX  "/warpstage/"
#define REGISTERS_PATH "registers.ini"

/* ---- files: in a folder, or bundled ---- */

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
      g_set_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_DAMAGED, _ ("%s is not UTF-8 text."),
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

/* Whether a blueprint can be planned with the catalogue's defaults. */
static gboolean
try_plan (WsCatalog *self, const WsCatalogKernel *kernel, GError **error)
{
  WsPlanParameters parameters;
  g_autoptr (WsPlan) plan = NULL;
  g_autoptr (GError) cause = NULL;
  guint64 n_bytes;

  if (kernel->blueprint == NULL)
    return TRUE;
  ws_plan_parameters_init (&parameters, kernel);
  plan = ws_plan_new (self, kernel, &parameters, NULL, &cause);
  return (plan != NULL && ws_blueprint_count_bytes (plan, &n_bytes, &cause))
         || ws_catalog_damaged (error, kernel->id, "%s", cause->message);
}

/* The kernels, or the libraries, that a group lists under @key. */
static gboolean
read_group (WsCatalog *self, GKeyFile *key_file, const char *section, const char *key,
            GPtrArray *to, GError **error)
{
  g_auto (GStrv) ids = g_key_file_get_string_list (key_file, section, key, NULL, NULL);

  for (guint i = 0; ids != NULL && ids[i] != NULL; i++)
    {
      g_autoptr (WsCatalogKernel) kernel =
          ws_catalog_read_kernel (key_file, section + strlen ("group "), i + 1, ids[i], error);
      g_autofree char *path = NULL;

      if (kernel == NULL || !try_plan (self, kernel, error))
        return FALSE;
      path = g_build_filename ("kernels", kernel->file, NULL);
      kernel->source = load_text (self->dir, path, error);
      if (kernel->source == NULL)
        return FALSE;
      if (to == self->libraries)
        kernel->library = g_strdup (kernel->id);
      g_ptr_array_add (to, g_steal_pointer (&kernel));
    }
  return TRUE;
}

static gboolean
read_kernels (WsCatalog *self, GError **error)
{
  g_autoptr (GKeyFile) key_file = g_key_file_new ();
  g_autoptr (GError) local_error = NULL;
  g_autofree char *text = load_text (self->dir, WS_CATALOG_PATH, error);
  g_auto (GStrv) sections = NULL;

  if (text == NULL)
    return FALSE;
  if (!g_key_file_load_from_data (key_file, text, -1, G_KEY_FILE_NONE, &local_error))
    {
      g_set_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_DAMAGED, "%s: %s", WS_CATALOG_PATH,
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
    return ws_catalog_damaged (error, _ ("no kernels."), _ ("there are no kernels."));
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
                           _ ("specs: no GPU models."));
      return FALSE;
    }
  g_ptr_array_sort (self->specs, compare_specs);
  return TRUE;
}

/* ---- registers ---- */

/* A folder of resources may lack it: then registers are unknown. */
static gboolean
read_registers (WsCatalog *self, GError **error)
{
  g_autoptr (GError) local_error = NULL;
  g_autofree char *text = load_text (self->dir, REGISTERS_PATH, &local_error);

  self->registers = g_key_file_new ();
  if (text == NULL
      || g_key_file_load_from_data (self->registers, text, -1, G_KEY_FILE_NONE, &local_error)
      || g_error_matches (local_error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_NOT_FOUND))
    return TRUE;
  g_set_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_DAMAGED, "%s: %s", REGISTERS_PATH,
               local_error->message);
  return FALSE;
}

/* Returns: (transfer none): registers.ini: registers per thread of its kernels, from ptxas */
GKeyFile *
ws_catalog_get_registers (WsCatalog *self)
{
  return self->registers;
}

/* ---- public ---- */

/**
 * ws_catalog_new:
 * @resources_dir: (nullable) (type filename): a folder with `kernels/`, `ptx/` and `specs/`; %NULL
 * for the bundled resources
 *
 * Reads `kernels/catalog.ini`, the kernels' sources and the specs. PTX is read on demand, by
 * ws_catalog_load_ptx().
 *
 * Returns: (transfer full) (nullable): the catalogue; %NULL with %WS_CATALOG_ERROR_DAMAGED, an
 *   error of #GFileError, or one of ws_spec_new_from_key_file()
 */
WsCatalog *
ws_catalog_new (const char *resources_dir, GError **error)
{
  g_autoptr (WsCatalog) self = g_atomic_rc_box_new0 (WsCatalog);

  self->dir = g_strdup (resources_dir);
  self->kernels = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_catalog_kernel_free);
  self->libraries = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_catalog_kernel_free);
  self->specs = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_spec_unref);
  if (!read_kernels (self, error) || !read_specs (self, error) || !read_registers (self, error))
    return NULL;
  return g_steal_pointer (&self);
}

static void
clear (gpointer data)
{
  WsCatalog *self = data;

  g_free (self->dir);
  g_clear_pointer (&self->kernels, g_ptr_array_unref);
  g_clear_pointer (&self->libraries, g_ptr_array_unref);
  g_clear_pointer (&self->specs, g_ptr_array_unref);
  g_clear_pointer (&self->registers, g_key_file_unref);
}

WsCatalog *
ws_catalog_ref (WsCatalog *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return g_atomic_rc_box_acquire (self);
}

void
ws_catalog_unref (WsCatalog *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, clear);
}

/* Returns: (transfer none) (element-type WsCatalogKernel): third-party compiled code that does a
 * kernel's job, for comparing times; it cannot be recorded */
GPtrArray *
ws_catalog_get_libraries (WsCatalog *self)
{
  return self->libraries;
}

/* Returns: kernels of all groups */
guint
ws_catalog_get_n_kernels (WsCatalog *self)
{
  return self->kernels->len;
}

/**
 * ws_catalog_get_kernel:
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
 * @id: as in "reduce1"
 *
 * Returns: (transfer none) (nullable): the kernel; %NULL with %WS_CATALOG_ERROR_UNKNOWN_KERNEL
 */
const WsCatalogKernel *
ws_catalog_find (WsCatalog *self, const char *id, GError **error)
{
  for (guint i = 0; i < self->kernels->len; i++)
    {
      const WsCatalogKernel *kernel = g_ptr_array_index (self->kernels, i);

      if (strcmp (kernel->id, id) == 0)
        return kernel;
    }
  for (guint i = 0; i < self->libraries->len; i++)
    {
      const WsCatalogKernel *library = g_ptr_array_index (self->libraries, i);

      if (strcmp (library->id, id) == 0)
        return library;
    }
  g_set_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_UNKNOWN_KERNEL,
               _ ("Unknown kernel “%s”; “warpstage-cli kernels” lists all kernels."), id);
  return NULL;
}

/* Returns: (transfer none) (element-type WsSpec): the specs of resources/specs, and those added, in
 * order of age */
GPtrArray *
ws_catalog_get_specs (WsCatalog *self)
{
  return self->specs;
}

static guint
distance (const WsSpec *a, const WsSpec *b)
{
  int one = (int)ws_spec_get_capability (a);
  int other = (int)ws_spec_get_capability (b);

  return (guint)ABS (one - other);
}

/**
 * ws_catalog_complete_run:
 * @run: a run that is not shared yet
 *
 * A real GPU does not report the timing of its memory or arithmetic, and old runs of the virtual
 * one did not store it: for estimates, gives @run's spec the timing of the spec with the nearest
 * compute capability. A run that has it is unchanged.
 */
void
ws_catalog_complete_run (WsCatalog *self, WsRun *run)
{
  const WsSpec *model = NULL;
  WsSpec *spec;

  g_return_if_fail (self != NULL && run != NULL);

  if (run->spec->latency_arithmetic > 0)
    return;
  for (guint i = 0; i < self->specs->len; i++)
    {
      const WsSpec *each = g_ptr_array_index (self->specs, i);

      if (each->latency_arithmetic > 0
          && (model == NULL || distance (each, run->spec) < distance (model, run->spec)))
        model = each;
    }
  if (model == NULL)
    return;
  spec = ws_spec_new_with_timing (run->spec, model);
  ws_spec_unref (run->spec);
  run->spec = spec;
}

/**
 * ws_catalog_find_spec:
 * @id: as in "h200"
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
               _ ("Unknown GPU model “%s”; known are %s."), id, known->str);
  return NULL;
}

/* Returns: (transfer none): the virtual GPU that is most like a real one: see ws_spec_is_nearer()
 */
const WsSpec *
ws_catalog_find_nearest_spec (WsCatalog *self, const WsSpec *like)
{
  const WsSpec *best = g_ptr_array_index (self->specs, 0);

  for (guint i = 1; i < self->specs->len; i++)
    if (ws_spec_is_nearer (g_ptr_array_index (self->specs, i), best, like))
      best = g_ptr_array_index (self->specs, i);
  return best;
}

/**
 * ws_catalog_add_spec:
 * @spec: (transfer none): of a model that is not bundled
 *
 * Adds it to the others. Must not be called while another thread uses the catalogue.
 */
void
ws_catalog_add_spec (WsCatalog *self, WsSpec *spec)
{
  g_return_if_fail (self != NULL && spec != NULL);
  g_ptr_array_add (self->specs, ws_spec_ref (spec));
  g_ptr_array_sort (self->specs, compare_specs);
}

/**
 * ws_catalog_load_ptx:
 * @self: the catalogue that made @plan
 *
 * Returns: (transfer full) (nullable): the text of the PTX module that @plan runs; %NULL with an
 *   error of #GFileError or #GResourceError
 */
GBytes *
ws_catalog_load_ptx (WsCatalog *self, const WsPlan *plan, GError **error)
{
  return load_file (self->dir, plan->ptx_path, error);
}
