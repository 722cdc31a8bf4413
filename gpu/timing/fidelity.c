#include "timing/fidelity.h"

#include "bundle/bundle.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <math.h>

#define PATH           "/warpstage/fidelity.ini"
#define GROUP          "group "
#define VIRTUAL        "vm:"
#define LEAST_LAUNCHES 3  /* of a group: with fewer, the mean is meaningless */
#define LEAST_PERCENT  5  /* real times vary as much from day to day */
#define MOST_PERCENT   50 /* beyond, "too short by 70 %" and "too long by 70 %" are not alike */
#define ROUNDING       1e-6

/* Returns: (transfer none): the bundled file, read once and never modified */
static GKeyFile *
get_file (void)
{
  static GKeyFile *file;

  if (g_once_init_enter (&file))
    {
      GKeyFile *read = g_key_file_new ();
      g_autoptr (GBytes) bytes = g_resource_lookup_data (ws_bundle_get_resource (), PATH,
                                                         G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

      if (bytes != NULL)
        g_key_file_load_from_bytes (read, bytes, G_KEY_FILE_NONE, NULL);
      g_once_init_leave (&file, read);
    }
  return file;
}

/* (transfer full) (nullable): the group of all the kernels; NULL if they have none in common */
static char *
find_group (const char *const *kernels)
{
  g_auto (GStrv) sections = g_key_file_get_groups (get_file (), NULL);

  for (guint i = 0; kernels[0] != NULL && sections[i] != NULL; i++)
    {
      g_auto (GStrv) members =
          g_str_has_prefix (sections[i], GROUP)
              ? g_key_file_get_string_list (get_file (), sections[i], "kernels", NULL, NULL)
              : NULL;
      gboolean has_all = members != NULL;

      for (guint k = 0; has_all && kernels[k] != NULL; k++)
        has_all = g_strv_contains ((const char *const *)members, kernels[k]);
      if (has_all)
        return g_strdup (sections[i] + strlen (GROUP));
    }
  return NULL;
}

/* Returns: whether the section is complete */
static gboolean
read_section (const char *section, WsFidelity *fidelity)
{
  int launches = g_key_file_get_integer (get_file (), section, "launches", NULL);
  double factor = g_key_file_get_double (get_file (), section, "factor", NULL);

  if (launches < 1 || factor < 1)
    return FALSE;
  fidelity->launches = (guint)launches;
  fidelity->factor = factor;
  return TRUE;
}

/* The GPU that a virtual one models, also on another computer; empty for a real one. */
static const char *
find_spec (const char *device)
{
  const char *far = g_str_has_prefix (device, VIRTUAL) ? NULL : strchr (device, '/');
  const char *own = far != NULL ? far + 1 : device;

  return g_str_has_prefix (own, VIRTUAL) ? own + strlen (VIRTUAL) : "";
}

/**
 * ws_fidelity_find:
 * @device: id of the device with the times, as in "vm:h200" or "gpu-server/vm:h200"
 * @kernels: (array zero-terminated=1): their ids in the catalogue, as in "reduce1"; a user's kernel
 * has none
 * @fidelity: (out caller-allocates): of the group of @kernels, if they have one with enough
 * compared launches; otherwise of all launches on that device
 *
 * Returns: whether times of @device are modelled, and were compared with those of a real GPU
 */
gboolean
ws_fidelity_find (const char *device, const char *const *kernels, WsFidelity *fidelity)
{
  const char *spec = find_spec (device);
  g_autofree char *times = g_key_file_get_string (get_file (), spec, "times", NULL);
  g_autofree char *gpu = g_key_file_get_string (get_file (), spec, "name", NULL);
  g_autofree char *group = find_group (kernels);
  WsFidelity of_group;

  *fidelity = (WsFidelity){ 0 };
  if (times == NULL || gpu == NULL || !read_section (spec, fidelity))
    return FALSE;
  fidelity->gpu = g_intern_string (gpu);
  fidelity->is_published = g_str_equal (times, "published");
  of_group = *fidelity;
  if (group != NULL)
    {
      g_autofree char *section = g_strdup_printf ("%s %s", spec, group);

      of_group.is_of_group =
          read_section (section, &of_group) && of_group.launches >= LEAST_LAUNCHES;
    }
  if (of_group.is_of_group)
    *fidelity = of_group;
  return TRUE;
}

/* Returns: error of times in percent, rounded up */
guint
ws_fidelity_get_percent (const WsFidelity *self)
{
  return MAX (LEAST_PERCENT, (guint)ceil ((self->factor - 1) * 100 - ROUNDING));
}

/* (transfer full): "9 %", "a factor of 1.8" */
static char *
format_off (const WsFidelity *self)
{
  guint percent = ws_fidelity_get_percent (self);

  if (percent <= MOST_PERCENT)
    return g_strdup_printf (_ ("%u %%"), percent);
  return g_strdup_printf (_ ("a factor of %.1f"), ceil (self->factor * 10 - ROUNDING) / 10);
}

/**
 * ws_fidelity_describe:
 * @device: as for ws_fidelity_find()
 * @kernels: (array zero-terminated=1): likewise
 *
 * Returns: (transfer full) (nullable): a sentence on the error of modelled times, or that it is
 * unknown; %NULL if they are not modelled
 */
char *
ws_fidelity_describe (const char *device, const char *const *kernels)
{
  WsFidelity fidelity;
  g_autofree char *off = NULL;

  if (!g_str_has_prefix (device, VIRTUAL))
    return NULL;
  if (!ws_fidelity_find (device, kernels, &fidelity))
    return g_strdup (_ ("Modelled times of this GPU have not been compared with a real one."));
  off = format_off (&fidelity);
  /* Translators: in each of the four, "9 %" or "a factor of 1.8", and the name of a GPU */
  if (fidelity.is_of_group)
    return g_strdup_printf (
        fidelity.is_published ? _ (
            "Modelled times of such kernels are on average %1$s off those published for an %2$s.")
                              : _ ("Modelled times of such kernels are on average %1$s off those "
                                   "measured on an %2$s."),
        off, fidelity.gpu);
  return g_strdup_printf (fidelity.is_published
                              ? _ ("Modelled times are on average %1$s off those published for an "
                                   "%2$s, of the kernels compared.")
                              : _ ("Modelled times are on average %1$s off those measured on an "
                                   "%2$s, of the kernels compared."),
                          off, fidelity.gpu);
}

/* Returns: (transfer full) (nullable): as ws_fidelity_describe() has it */
char *
ws_fidelity_describe_run (const WsRun *run)
{
  const char *kernels[] = { run->id, NULL };

  return run->origin == WS_ORIGIN_MODELLED ? ws_fidelity_describe (run->device, kernels) : NULL;
}

/* (transfer container): the kernels of a sweep, and NULL */
static GPtrArray *
list_kernels (const WsSweep *sweep)
{
  GPtrArray *kernels = g_ptr_array_new ();

  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    g_ptr_array_add (kernels, ws_sweep_get_point (sweep, i)->kernel);
  g_ptr_array_add (kernels, NULL);
  return kernels;
}

static gboolean
is_modelled (const WsSweep *sweep)
{
  return sweep->source == NULL && sweep->origin == WS_ORIGIN_MODELLED;
}

/* Returns: (transfer full) (nullable): as ws_fidelity_describe() has it, of all its kernels */
char *
ws_fidelity_describe_sweep (const WsSweep *sweep)
{
  g_autoptr (GPtrArray) kernels = list_kernels (sweep);

  return is_modelled (sweep)
             ? ws_fidelity_describe (sweep->device, (const char *const *)kernels->pdata)
             : NULL;
}

/* Returns: (transfer full) (nullable): a short form, as in "off by 9 % on average"; %NULL also if
 * it is unknown */
char *
ws_fidelity_format_sweep (const WsSweep *sweep)
{
  g_autoptr (GPtrArray) kernels = list_kernels (sweep);
  g_autofree char *off = NULL;
  WsFidelity fidelity;

  if (!is_modelled (sweep)
      || !ws_fidelity_find (sweep->device, (const char *const *)kernels->pdata, &fidelity))
    return NULL;
  off = format_off (&fidelity);
  /* Translators: "9 %" or "a factor of 1.8" */
  return g_strdup_printf (_ ("off by %s on average"), off);
}
