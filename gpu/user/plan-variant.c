#include "user/plan-variant.h"

#include <glib/gi18n.h>
#include <string.h>

/* A text that may be absent, and why it was guessed. Its source is not sent. */
#define FIELD    "(msmsb)"
#define FIELDS   "a" FIELD
#define ARGUMENT "(ssi" FIELD ")"
#define LAUNCH   "(su" FIELDS "a" ARGUMENT ")"
#define BUFFER   "(ssms" FIELDS ")"
#define PLAN     "(msa" BUFFER "a" LAUNCH "as)"

#define MOST_SKIPPED (1u << 16)

/* ---- to bytes ---- */

static GVariant *
fields_to_variant (const WsUserKey *keys, gconstpointer of)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE (FIELDS));
  for (guint i = 0; keys[i].name != NULL; i++)
    {
      const WsUserField *field = G_STRUCT_MEMBER_P (of, keys[i].offset);

      g_variant_builder_add (&builder, FIELD, field->text, field->why, field->is_unknown);
    }
  return g_variant_builder_end (&builder);
}

static GVariant *
launch_to_variant (const WsUserLaunch *self)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a" ARGUMENT));
  for (guint i = 0; i < self->arguments->len; i++)
    {
      const WsUserArgument *argument = ws_user_launch_get_argument (self, i);

      g_variant_builder_add (&builder, ARGUMENT, argument->name, argument->type, argument->buffer,
                             argument->value.text, argument->value.why, argument->value.is_unknown);
    }
  return g_variant_new ("(su@" FIELDS "@a" ARGUMENT ")", self->kernel, self->line,
                        fields_to_variant (ws_user_launch_keys, self),
                        g_variant_builder_end (&builder));
}

/* Returns: (transfer floating): it, without the sources of fields */
GVariant *
ws_user_plan_to_variant (const WsUserPlan *self)
{
  GVariantBuilder buffers, launches;

  g_variant_builder_init (&buffers, G_VARIANT_TYPE ("a" BUFFER));
  g_variant_builder_init (&launches, G_VARIANT_TYPE ("a" LAUNCH));
  for (guint i = 0; i < self->buffers->len; i++)
    {
      const WsUserBuffer *buffer = ws_user_plan_get_buffer (self, i);

      g_variant_builder_add (&buffers, "(ssms@" FIELDS ")", buffer->name, buffer->id,
                             buffer->symbol, fields_to_variant (ws_user_buffer_keys, buffer));
    }
  for (guint i = 0; i < self->launches->len; i++)
    g_variant_builder_add_value (&launches, launch_to_variant (ws_user_plan_get_launch (self, i)));
  return g_variant_new (
      "(ms@a" BUFFER "@a" LAUNCH "@as)", self->kernel, g_variant_builder_end (&buffers),
      g_variant_builder_end (&launches),
      g_variant_new_strv ((const char *const *)self->skipped->pdata, self->skipped->len));
}

/* ---- from bytes ---- */

static gboolean
refuse (GError **error, const char *why)
{
  g_set_error (error, WS_USER_PLAN_ERROR, WS_USER_PLAN_ERROR_NONSENSE,
               _ ("Invalid reply from the worker about a kernel: %s."), why);
  return FALSE;
}

static gboolean
is_short (const char *text)
{
  return text == NULL || strlen (text) <= WS_USER_PLAN_MAX_TEXT;
}

static gboolean
take_field (WsUserField *field, const char *text, const char *why, gboolean is_unknown,
            gboolean is_needed, GError **error)
{
  if (text == NULL && is_needed)
    return refuse (error, _ ("a field is missing"));
  if (!is_short (text) || !is_short (why))
    return refuse (error, _ ("a text is too long"));
  ws_user_field_set (field, text, why);
  field->is_unknown = is_unknown;
  return TRUE;
}

static gboolean
take_fields (const WsUserKey *keys, gpointer of, GVariant *fields, GError **error)
{
  guint n = 0;

  while (keys[n].name != NULL)
    n++;
  if (g_variant_n_children (fields) != n)
    return refuse (error, _ ("unexpected or missing fields"));
  for (guint i = 0; i < n; i++)
    {
      const char *text, *why;
      gboolean is_unknown;

      g_variant_get_child (fields, i, "(m&sm&sb)", &text, &why, &is_unknown);
      if (!take_field (G_STRUCT_MEMBER_P (of, keys[i].offset), text, why, is_unknown,
                       keys[i].is_needed, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
take_buffers (WsUserPlan *self, GVariant *buffers, GError **error)
{
  gsize n = g_variant_n_children (buffers);

  if (n > WS_JOB_MAX_BUFFERS)
    return refuse (error, _ ("too many buffers"));
  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (GVariant) fields = NULL;
      const char *name, *id, *symbol;
      WsUserBuffer *buffer;

      g_variant_get_child (buffers, i, "(&s&sm&s@" FIELDS ")", &name, &id, &symbol, &fields);
      if (!is_short (name) || !is_short (id) || !is_short (symbol))
        return refuse (error, _ ("a text is too long"));
      buffer = ws_user_plan_add_buffer (self, name);
      g_free (buffer->id);
      buffer->id = g_strdup (id);
      buffer->symbol = g_strdup (symbol);
      if (!take_fields (ws_user_buffer_keys, buffer, fields, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
take_arguments (WsUserLaunch *launch, guint n_buffers, GVariant *arguments, GError **error)
{
  gsize n = g_variant_n_children (arguments);

  if (n > WS_JOB_MAX_ARGUMENTS)
    return refuse (error, _ ("a kernel has too many parameters"));
  for (gsize i = 0; i < n; i++)
    {
      const char *name, *type, *text, *why;
      WsUserArgument *argument;
      gint32 buffer;
      gboolean is_unknown;

      g_variant_get_child (arguments, i, "(&s&si(m&sm&sb))", &name, &type, &buffer, &text, &why,
                           &is_unknown);
      if (buffer < -1 || (buffer >= 0 && (guint)buffer >= n_buffers))
        return refuse (error, _ ("no such buffer"));
      if (!is_short (name) || !is_short (type))
        return refuse (error, _ ("a text is too long"));
      argument = ws_user_launch_add_argument (launch, name, buffer);
      argument->type = g_strdup (type);
      if (!take_field (&argument->value, text, why, is_unknown, TRUE, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
take_launches (WsUserPlan *self, GVariant *launches, GError **error)
{
  gsize n = g_variant_n_children (launches);

  if (n == 0 || n > WS_JOB_MAX_LAUNCHES)
    return refuse (error, _ ("no launches, or too many"));
  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (GVariant) fields = NULL;
      g_autoptr (GVariant) arguments = NULL;
      const char *kernel;
      guint32 line;
      WsUserLaunch *launch;

      g_variant_get_child (launches, i, "(&su@" FIELDS "@a" ARGUMENT ")", &kernel, &line, &fields,
                           &arguments);
      if (*kernel == '\0' || !is_short (kernel))
        return refuse (error, _ ("a kernel has no name"));
      launch = ws_user_plan_add_launch (self, kernel);
      launch->line = line;
      if (!take_fields (ws_user_launch_keys, launch, fields, error)
          || !take_arguments (launch, self->buffers->len, arguments, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
take_skipped (WsUserPlan *self, GVariant *skipped, GError **error)
{
  gsize n = g_variant_n_children (skipped);

  if (n > MOST_SKIPPED)
    return refuse (error, _ ("too many omissions"));
  for (gsize i = 0; i < n; i++)
    {
      char *sentence;

      g_variant_get_child (skipped, i, "s", &sentence);
      g_ptr_array_add (self->skipped, sentence);
      if (!is_short (sentence))
        return refuse (error, _ ("a text is too long"));
    }
  return TRUE;
}

/**
 * ws_user_plan_from_variant:
 * @variant: of ws_user_plan_to_variant(), or any other variant
 * @error: return location for a #GError: %WS_USER_PLAN_ERROR_NONSENSE
 *
 * None of it counts as given by the user, so it cannot name files outside the source's folder.
 *
 * Returns: (transfer full) (nullable): the plan
 */
WsUserPlan *
ws_user_plan_from_variant (GVariant *variant, GError **error)
{
  g_autoptr (WsUserPlan) self = ws_user_plan_new ();
  g_autoptr (GVariant) buffers = NULL;
  g_autoptr (GVariant) launches = NULL;
  g_autoptr (GVariant) skipped = NULL;
  const char *kernel;

  if (!g_variant_is_of_type (variant, G_VARIANT_TYPE (PLAN)) || !g_variant_is_normal_form (variant))
    {
      refuse (error, _ ("not a plan"));
      return NULL;
    }
  g_variant_get (variant, "(m&s@a" BUFFER "@a" LAUNCH "@as)", &kernel, &buffers, &launches,
                 &skipped);
  if (!is_short (kernel))
    {
      refuse (error, _ ("a text is too long"));
      return NULL;
    }
  self->kernel = g_strdup (kernel);
  return take_buffers (self, buffers, error) && take_launches (self, launches, error)
                 && take_skipped (self, skipped, error)
             ? g_steal_pointer (&self)
             : NULL;
}
