#include "remote/remotes.h"

#include <glib/gi18n.h>

#define SCHEMA "org.warpstage.Warpstage"
#define KEY    "remote-devices"
#define TYPE   "a(ss)" /* name, command */
#define MOST   64

struct _WsRemotes {
  GObject parent_instance;

  GSettings *settings; /* nullable: where the program is not installed there is no schema */
  GPtrArray *list;     /* WsRemote */
};

enum { CHANGED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsRemotes, ws_remotes, G_TYPE_OBJECT)

static guint
find (const WsRemotes *self, const char *name)
{
  for (guint i = 0; i < self->list->len; i++)
    if (g_str_equal (ws_remote_get_name (self->list->pdata[i]), name))
      return i;
  return self->list->len;
}

/* What is wrong in the settings is left out. */
static void
load (WsRemotes *self)
{
  g_autoptr (GVariant) pairs = g_settings_get_value (self->settings, KEY);
  GVariantIter iter;
  const char *name, *command;

  g_ptr_array_set_size (self->list, 0);
  g_variant_iter_init (&iter, pairs);
  while (self->list->len < MOST && g_variant_iter_next (&iter, "(&s&s)", &name, &command))
    {
      WsRemote *remote = ws_remote_new (name, command, NULL);

      if (remote != NULL && find (self, name) == self->list->len)
        g_ptr_array_add (self->list, remote);
      else
        g_clear_pointer (&remote, ws_remote_unref);
    }
}

static void
settings_cb (WsRemotes *self)
{
  load (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Ends with "changed" where it was kept. */
static gboolean
save (WsRemotes *self, GError **error)
{
  GVariantBuilder builder;
  g_autoptr (GVariant) wanted = NULL;
  g_autoptr (GVariant) kept = NULL;

  g_variant_builder_init (&builder, G_VARIANT_TYPE (TYPE));
  for (guint i = 0; i < self->list->len; i++)
    g_variant_builder_add (&builder, "(ss)", ws_remote_get_name (self->list->pdata[i]),
                           ws_remote_get_command (self->list->pdata[i]));
  wanted = g_variant_ref_sink (g_variant_builder_end (&builder));
  if (g_settings_set_value (self->settings, KEY, wanted))
    {
      /* dconf takes all at first, and forgets it where no session bus leads to its service */
      g_settings_sync ();
      kept = g_settings_get_value (self->settings, KEY);
      if (g_variant_equal (kept, wanted))
        return TRUE;
      load (self);
      g_set_error_literal (error, WS_REMOTE_ERROR, WS_REMOTE_ERROR_SETTINGS,
                           _ ("The settings were not kept, since no D-Bus session runs here. Set "
                              "GSETTINGS_BACKEND=keyfile for this command and for all after it."));
      return FALSE;
    }
  load (self);
  g_set_error_literal (error, WS_REMOTE_ERROR, WS_REMOTE_ERROR_SETTINGS,
                       _ ("The settings of this computer cannot be changed."));
  return FALSE;
}

static gboolean
can_keep (WsRemotes *self, GError **error)
{
  if (self->settings != NULL)
    return TRUE;
  g_set_error_literal (error, WS_REMOTE_ERROR, WS_REMOTE_ERROR_SETTINGS,
                       _ ("Nothing can be kept: the schema of Warpstage's settings is not "
                          "installed."));
  return FALSE;
}

/* ---- the object ---- */

static void
ws_remotes_dispose (GObject *object)
{
  g_clear_object (&WS_REMOTES (object)->settings);

  G_OBJECT_CLASS (ws_remotes_parent_class)->dispose (object);
}

static void
ws_remotes_finalize (GObject *object)
{
  g_ptr_array_unref (WS_REMOTES (object)->list);

  G_OBJECT_CLASS (ws_remotes_parent_class)->finalize (object);
}

static void
ws_remotes_class_init (WsRemotesClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = ws_remotes_dispose;
  object_class->finalize = ws_remotes_finalize;
  signals[CHANGED] = g_signal_new ("changed", WS_TYPE_REMOTES, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
}

/* (transfer full) (nullable): beside the running program, which was built or installed elsewhere */
static GSettingsSchema *
find_own_schema (void)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = program != NULL ? g_path_get_dirname (program) : g_strdup (".");
  g_autofree char *schemas = g_build_filename (folder, "..", "share", "glib-2.0", "schemas", NULL);
  g_autoptr (GSettingsSchemaSource) source = g_settings_schema_source_new_from_directory (
      schemas, g_settings_schema_source_get_default (), FALSE, NULL);

  return source != NULL ? g_settings_schema_source_lookup (source, SCHEMA, FALSE) : NULL;
}

static void
ws_remotes_init (WsRemotes *self)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema =
      source != NULL ? g_settings_schema_source_lookup (source, SCHEMA, TRUE) : NULL;

  self->list = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_remote_unref);
  if (schema == NULL)
    schema = find_own_schema ();
  if (schema == NULL || !g_settings_schema_has_key (schema, KEY))
    return;
  self->settings = g_settings_new_full (schema, NULL, NULL);
  load (self);
  g_signal_connect_object (self->settings, "changed::" KEY, G_CALLBACK (settings_cb), self,
                           G_CONNECT_SWAPPED);
}

/* Returns: (transfer full): what the settings have */
WsRemotes *
ws_remotes_new (void)
{
  return g_object_new (WS_TYPE_REMOTES, NULL);
}

guint
ws_remotes_get_n (WsRemotes *self)
{
  g_return_val_if_fail (WS_IS_REMOTES (self), 0);
  return self->list->len;
}

/* Returns: (transfer none): of ws_remotes_get_n() */
WsRemote *
ws_remotes_get (WsRemotes *self, guint i)
{
  g_return_val_if_fail (WS_IS_REMOTES (self) && i < self->list->len, NULL);
  return self->list->pdata[i];
}

/* Returns: (transfer none) (nullable): the one of that name */
WsRemote *
ws_remotes_find (WsRemotes *self, const char *name)
{
  guint i;

  g_return_val_if_fail (WS_IS_REMOTES (self) && name != NULL, NULL);
  i = find (self, name);
  return i < self->list->len ? self->list->pdata[i] : NULL;
}

/**
 * ws_remotes_find_of:
 * @device: (nullable): id of any device
 * @error: set where it is of a remote that is not here, or the name of one without a slash
 *
 * Returns: (transfer none) (nullable): whose device it is; %NULL without an error of this
 * computer's
 */
WsRemote *
ws_remotes_find_of (WsRemotes *self, const char *device, GError **error)
{
  g_autofree char *name = ws_remote_dup_name_of (device);
  WsRemote *remote = name != NULL ? ws_remotes_find (self, name) : NULL;

  if (name != NULL && remote == NULL)
    g_set_error (error, WS_REMOTE_ERROR, WS_REMOTE_ERROR_UNKNOWN,
                 _ ("No device “%1$s” was added. To add one: warpstage-cli devices --add %1$s "
                    "COMMAND"),
                 name);
  else if (name == NULL && device != NULL && ws_remotes_find (self, device) != NULL)
    g_set_error (error, WS_REMOTE_ERROR, WS_REMOTE_ERROR_UNKNOWN,
                 _ ("“%1$s” is another computer: write “%1$s/” for its first GPU, or as in "
                    "“%1$s/vm:h200”."),
                 device);
  return remote;
}

/**
 * ws_remotes_put:
 * @remote: (transfer none): takes the place of the one of its name
 *
 * Returns: whether it is kept
 */
gboolean
ws_remotes_put (WsRemotes *self, WsRemote *remote, GError **error)
{
  guint i;

  g_return_val_if_fail (WS_IS_REMOTES (self) && remote != NULL, FALSE);
  if (!can_keep (self, error))
    return FALSE;
  i = find (self, ws_remote_get_name (remote));
  if (i >= MOST)
    {
      g_set_error (error, WS_REMOTE_ERROR, WS_REMOTE_ERROR_SETTINGS,
                   _ ("There are %d devices of other computers already: remove one first."), MOST);
      return FALSE;
    }
  if (i < self->list->len)
    g_ptr_array_remove_index (self->list, i);
  g_ptr_array_insert (self->list, (gint)i, ws_remote_ref (remote));
  return save (self, error);
}

/* Returns: whether it was there, and is no longer */
gboolean
ws_remotes_remove (WsRemotes *self, const char *name, GError **error)
{
  guint i;

  g_return_val_if_fail (WS_IS_REMOTES (self) && name != NULL, FALSE);
  i = find (self, name);
  if (i == self->list->len)
    {
      g_set_error (error, WS_REMOTE_ERROR, WS_REMOTE_ERROR_UNKNOWN, _ ("No device “%s” was added."),
                   name);
      return FALSE;
    }
  g_ptr_array_remove_index (self->list, i);
  return can_keep (self, error) && save (self, error);
}
