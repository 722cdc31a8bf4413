#include "user/plan-text.h"

/* A group's name must not have brackets, as in "sum<a[2]>", or newlines. */
static char *
escape_group (char *name)
{
  GString *escaped = g_string_new (NULL);

  for (const char *c = name; *c != '\0'; c++)
    if (*c == '[' || *c == ']' || g_ascii_iscntrl (*c))
      g_string_append_printf (escaped, "%%%02X", (guint)*c);
    else
      g_string_append_c (escaped, *c);
  g_free (name);
  return g_string_free (escaped, FALSE);
}

/* Returns: (transfer full): the name of a group of its .wsjob file, prefixed with the kernel in a
 * plan of one kernel: "scale<float>: launch 1" */
char *
ws_user_plan_name_group (const WsUserPlan *self, const char *what)
{
  return escape_group (self->kernel != NULL ? g_strconcat (self->kernel, ": ", what, NULL)
                                            : g_strdup (what));
}

/* Returns: (transfer full): the name of its group */
char *
ws_user_plan_name_launch (const WsUserPlan *self, guint index)
{
  g_autofree char *what = g_strdup_printf ("launch %u", index + 1);

  return ws_user_plan_name_group (self, what);
}

/* Returns: (transfer full): the name of its group */
char *
ws_user_plan_name_buffer (const WsUserPlan *self, const WsUserBuffer *buffer)
{
  g_autofree char *what = g_strconcat ("buffer ", buffer->name, NULL);

  return ws_user_plan_name_group (self, what);
}

static void
put (GKeyFile *file, const char *group, const char *key, const WsUserField *field)
{
  if (field->text == NULL)
    return;
  g_key_file_set_string (file, group, key, field->text);
  if (field->why != NULL)
    g_key_file_set_comment (file, group, key, field->why, NULL);
}

static void
put_fields (GKeyFile *file, const char *group, const WsUserKey *keys, gconstpointer of)
{
  for (guint i = 0; keys[i].name != NULL; i++)
    put (file, group, keys[i].name, G_STRUCT_MEMBER_P (of, keys[i].offset));
}

/* The buffer of an address argument, if its name differs. */
static void
put_buffer (GKeyFile *file, const char *group, const WsUserPlan *plan,
            const WsUserArgument *argument)
{
  const char *name = argument->buffer >= 0
                         ? ws_user_plan_get_buffer (plan, (guint)argument->buffer)->name
                         : argument->name;
  g_autofree char *key = g_strconcat ("buffer.", argument->name, NULL);

  if (!g_str_equal (name, argument->name))
    g_key_file_set_string (file, group, key, name);
}

/**
 * ws_user_plan_put:
 * @file: (inout): receives its groups; guesses have their reason in a comment above
 */
void
ws_user_plan_put (const WsUserPlan *self, GKeyFile *file)
{
  for (guint i = 0; i < self->launches->len; i++)
    {
      const WsUserLaunch *launch = ws_user_plan_get_launch (self, i);
      g_autofree char *group = ws_user_plan_name_launch (self, i);

      g_key_file_set_string (file, group, "kernel", launch->kernel);
      put_fields (file, group, ws_user_launch_keys, launch);
      for (guint j = 0; j < launch->arguments->len; j++)
        {
          const WsUserArgument *argument = ws_user_launch_get_argument (launch, j);
          g_autofree char *key = g_strconcat ("argument.", argument->name, NULL);

          put (file, group, key, &argument->value);
          put_buffer (file, group, self, argument);
        }
    }
  for (guint i = 0; i < self->buffers->len; i++)
    {
      const WsUserBuffer *buffer = ws_user_plan_get_buffer (self, i);
      g_autofree char *group = ws_user_plan_name_buffer (self, buffer);

      put_fields (file, group, ws_user_buffer_keys, buffer);
    }
}

/* Returns: (transfer full): it as the text of a .wsjob file with nothing else */
char *
ws_user_plan_write (const WsUserPlan *self)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();

  ws_user_plan_put (self, file);
  return g_key_file_to_data (file, NULL, NULL);
}
