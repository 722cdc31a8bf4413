#include "reader/planning.h"

#include "user/plan-text.h"

#include <glib/gi18n.h>
#include <string.h>

/* Those of another kernel's plan stay. */
static void
remove_groups (const WsUserPlan *self, GKeyFile *file)
{
  g_autofree char *prefix = ws_user_plan_name_group (self, "");
  g_auto (GStrv) groups = g_key_file_get_groups (file, NULL);

  for (guint i = 0; groups[i] != NULL; i++)
    if (self->kernel != NULL
            ? g_str_has_prefix (groups[i], prefix)
            : g_str_has_prefix (groups[i], "launch ") || g_str_has_prefix (groups[i], "buffer "))
      g_key_file_remove_group (file, groups[i], NULL);
}

/**
 * ws_user_plan_to_text:
 * @before: (nullable): the text of the file so far; of it stays what is said of other kernels
 *
 * Returns: (transfer full): it as the text of a .wsjob file; above what was guessed stands why
 */
char *
ws_user_plan_to_text (const WsUserPlan *self, const char *before)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();

  if (before != NULL
      && g_key_file_load_from_data (file, before, strlen (before), G_KEY_FILE_KEEP_COMMENTS, NULL))
    remove_groups (self, file);
  ws_user_plan_put (self, file);
  return g_key_file_to_data (file, NULL, NULL);
}

static void
get (GKeyFile *file, const char *group, const char *key, WsUserField *field)
{
  g_autofree char *text = g_key_file_get_string (file, group, key, NULL);
  g_autofree char *why = g_key_file_get_comment (file, group, key, NULL);

  if (text == NULL)
    return;
  if (why != NULL)
    g_strstrip (why);
  ws_user_field_set (field, text, why != NULL && *why != '\0' ? why : NULL);
}

static void
get_fields (GKeyFile *file, const char *group, const WsUserKey *keys, gpointer of)
{
  for (guint i = 0; keys[i].name != NULL; i++)
    get (file, group, keys[i].name, G_STRUCT_MEMBER_P (of, keys[i].offset));
}

static int
find_buffer_of_name (const WsUserPlan *plan, const char *name)
{
  for (guint i = 0; i < plan->buffers->len; i++)
    if (g_str_equal (ws_user_plan_get_buffer (plan, i)->name, name))
      return (int)i;
  return -1;
}

/* Where nothing is said, it has the argument's name. One that the plan does not have is as the one
 * that was guessed, until the file says more. */
static void
read_buffer (GKeyFile *file, const char *group, WsUserPlan *plan, WsUserArgument *argument)
{
  g_autofree char *key = g_strconcat ("buffer.", argument->name, NULL);
  g_autofree char *name = g_key_file_get_string (file, group, key, NULL);
  int found;

  if (argument->buffer < 0)
    return;
  if (name == NULL)
    {
      g_autofree char *of = g_strconcat ("buffer ", argument->name, NULL);

      if (!g_key_file_has_group (file, of))
        return;
      name = g_strdup (argument->name);
    }
  found = find_buffer_of_name (plan, name);
  if (found < 0)
    {
      WsUserBuffer *added = ws_user_plan_add_buffer (plan, name);

      ws_user_fields_copy (ws_user_buffer_keys, added,
                           ws_user_plan_get_buffer (plan, (guint)argument->buffer));
      ws_user_field_set (&added->expect, NULL, NULL);
      found = (int)plan->buffers->len - 1;
    }
  argument->buffer = found;
}

static gboolean
is_used (const WsUserPlan *plan, guint buffer)
{
  if (ws_user_plan_get_buffer (plan, buffer)->symbol != NULL)
    return TRUE;
  for (guint i = 0; i < plan->launches->len; i++)
    for (guint j = 0; j < ws_user_plan_get_launch (plan, i)->arguments->len; j++)
      if (ws_user_launch_get_argument (ws_user_plan_get_launch (plan, i), j)->buffer == (int)buffer)
        return TRUE;
  return FALSE;
}

/* Those that were guessed, and that the file has others for. */
static void
remove_unused (WsUserPlan *plan)
{
  for (guint b = plan->buffers->len; b-- > 0;)
    {
      if (is_used (plan, b))
        continue;
      g_ptr_array_remove_index (plan->buffers, b);
      for (guint i = 0; i < plan->launches->len; i++)
        for (guint j = 0; j < ws_user_plan_get_launch (plan, i)->arguments->len; j++)
          {
            WsUserArgument *argument =
                ws_user_launch_get_argument (ws_user_plan_get_launch (plan, i), j);

            argument->buffer -= argument->buffer > (int)b;
          }
    }
}

/**
 * ws_user_plan_list_launches:
 * @text: of a .wsjob file
 *
 * Returns: (transfer full): the kernels that it launches, in their order; none where it is no such
 * file
 */
char **
ws_user_plan_list_launches (const char *text)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  GPtrArray *kernels = g_ptr_array_new ();

  if (g_key_file_load_from_data (file, text, strlen (text), G_KEY_FILE_NONE, NULL))
    for (guint i = 0; i < WS_JOB_MAX_LAUNCHES; i++)
      {
        g_autofree char *group = g_strdup_printf ("launch %u", i + 1);
        char *kernel = g_key_file_get_string (file, group, "kernel", NULL);

        if (kernel == NULL)
          break;
        g_ptr_array_add (kernels, kernel);
      }
  g_ptr_array_add (kernels, NULL);
  return (char **)g_ptr_array_free (kernels, FALSE);
}

static void
read_launch (GKeyFile *file, const char *group, WsUserPlan *plan, WsUserLaunch *launch)
{
  get_fields (file, group, ws_user_launch_keys, launch);
  for (guint j = 0; j < launch->arguments->len; j++)
    {
      WsUserArgument *argument = ws_user_launch_get_argument (launch, j);
      g_autofree char *key = g_strconcat ("argument.", argument->name, NULL);

      get (file, group, key, &argument->value);
      read_buffer (file, group, plan, argument);
    }
}

/**
 * ws_user_plan_read_text:
 * @self: a plan of the same source
 * @text: of a .wsjob file
 * @error: return location for a #GError: %WS_USER_PLAN_ERROR_FILE
 *
 * Takes what the file says of the plan's launches and buffers: launches are known by their kernels,
 * and what has gone from the source is passed over.
 *
 * Returns: whether it is such a file
 */
gboolean
ws_user_plan_read_text (WsUserPlan *self, const char *text, GError **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GError) cause = NULL;

  if (!g_utf8_validate (text, -1, NULL))
    {
      g_set_error_literal (error, WS_USER_PLAN_ERROR, WS_USER_PLAN_ERROR_FILE,
                           _ ("The kernel's settings are not UTF-8 text."));
      return FALSE;
    }
  if (!g_key_file_load_from_data (file, text, strlen (text), G_KEY_FILE_KEEP_COMMENTS, &cause))
    {
      g_set_error (error, WS_USER_PLAN_ERROR, WS_USER_PLAN_ERROR_FILE,
                   _ ("The kernel's settings cannot be read: %s."), cause->message);
      return FALSE;
    }
  for (guint i = 0; i < self->launches->len; i++)
    {
      WsUserLaunch *launch = ws_user_plan_get_launch (self, i);
      g_autofree char *group = ws_user_plan_name_launch (self, i);
      g_autofree char *kernel = g_key_file_get_string (file, group, "kernel", NULL);

      if (g_strcmp0 (kernel, launch->kernel) == 0)
        read_launch (file, group, self, launch);
    }
  remove_unused (self);
  for (guint i = 0; i < self->buffers->len; i++)
    {
      WsUserBuffer *buffer = ws_user_plan_get_buffer (self, i);
      g_autofree char *group = ws_user_plan_name_buffer (self, buffer);

      get_fields (file, group, ws_user_buffer_keys, buffer);
    }
  return TRUE;
}

/**
 * ws_user_plan_make:
 * @kernel: (nullable): see ws_user_plan_guess()
 * @settings: (nullable): what the .wsjob file beside it says
 * @error: return location for a #GError: a #WsUserPlanError
 *
 * Returns: (transfer full) (nullable): how it is run: as the settings say, and guessed where they
 * say nothing
 */
WsUserPlan *
ws_user_plan_make (const WsUserSource *source, const char *kernel, const char *settings,
                   GError **error)
{
  gboolean is_asked = kernel != NULL && *kernel != '\0';
  g_auto (GStrv) launches =
      settings != NULL && !is_asked ? ws_user_plan_list_launches (settings) : NULL;
  g_autoptr (WsUserPlan) self = NULL;

  if (launches != NULL && launches[0] != NULL)
    self = ws_user_plan_guess_launches (source, (const char *const *)launches, error);
  else
    self = ws_user_plan_guess (source, kernel, error);
  if (self == NULL || (settings != NULL && !ws_user_plan_read_text (self, settings, error)))
    return NULL;
  return g_steal_pointer (&self);
}
