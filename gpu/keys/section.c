#include "keys/section.h"

#include <glib/gi18n.h>
#include <inttypes.h>

static const char *
group_of (const WsSection *self, const char *key)
{
  return self->otherwise == NULL || g_key_file_has_key (self->file, self->group, key, NULL)
             ? self->group
             : self->otherwise;
}

/**
 * ws_section_has:
 * @key: as in "n"
 *
 * Returns: whether it or the other section has it
 */
gboolean
ws_section_has (const WsSection *self, const char *key)
{
  return g_key_file_has_key (self->file, group_of (self, key), key, NULL);
}

/**
 * ws_section_dup:
 * @key: as in "title"
 *
 * Returns: (transfer full) (nullable): its text; %NULL if there is none
 */
char *
ws_section_dup (const WsSection *self, const char *key)
{
  g_autofree char *text = g_key_file_get_string (self->file, group_of (self, key), key, NULL);

  return text != NULL && *text != '\0' ? g_steal_pointer (&text) : NULL;
}

/**
 * ws_section_dup_list:
 * @key: as in "types"
 *
 * Returns: (transfer full) (array zero-terminated=1): what semicolons part, without the blanks
 *   round it; nothing where there is no such key
 */
char **
ws_section_dup_list (const WsSection *self, const char *key)
{
  char **list = g_key_file_get_string_list (self->file, group_of (self, key), key, NULL, NULL);

  for (guint i = 0; list != NULL && list[i] != NULL; i++)
    g_strstrip (list[i]);
  return list != NULL ? list : g_new0 (char *, 1);
}

/**
 * ws_section_check_text:
 * @key: (nullable): that has it
 * @text: a text
 *
 * Returns: whether it is short enough and can be shown; else the error is set
 */
gboolean
ws_section_check_text (const WsSection *self, const char *key, const char *text)
{
  if (self->most == 0)
    return TRUE;
  if (g_utf8_strlen (text, -1) > self->most)
    return ws_section_refuse (self, key, _ ("it has more than %u characters."), self->most);
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    if (!g_unichar_isprint (g_utf8_get_char (p)))
      return ws_section_refuse (self, key, _ ("it contains an invalid character."));
  return TRUE;
}

/**
 * ws_section_read_optional:
 * @key: as in "words"
 * @text: (out) (transfer full) (nullable): its text; %NULL if there is none
 *
 * Returns: whether what there is can be read
 */
gboolean
ws_section_read_optional (const WsSection *self, const char *key, char **text)
{
  g_autoptr (GError) wrong = NULL;
  g_autofree char *found = g_key_file_get_string (self->file, group_of (self, key), key, &wrong);

  *text = NULL;
  if (found == NULL)
    return g_error_matches (wrong, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_KEY_NOT_FOUND)
           || g_error_matches (wrong, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_GROUP_NOT_FOUND)
           || ws_section_refuse (self, key, _ ("it is not valid text."));
  if (!ws_section_check_text (self, key, g_strstrip (found)))
    return FALSE;
  if (*found != '\0')
    *text = g_steal_pointer (&found);
  return TRUE;
}

/**
 * ws_section_read_text:
 * @key: as in "title"
 * @text: (out) (transfer full): its text
 *
 * Returns: whether there is one
 */
gboolean
ws_section_read_text (const WsSection *self, const char *key, char **text)
{
  return ws_section_read_optional (self, key, text)
         && (*text != NULL || ws_section_refuse (self, key, _ ("it is missing.")));
}

/**
 * ws_section_read_list:
 * @key: as in "types"
 * @list: (out) (transfer full) (array zero-terminated=1): what semicolons part
 *
 * Returns: whether there is anything
 */
gboolean
ws_section_read_list (const WsSection *self, const char *key, char ***list)
{
  *list = ws_section_dup_list (self, key);
  return **list != NULL || ws_section_refuse (self, key, _ ("it is missing."));
}

/**
 * ws_section_read_number:
 * @key: as in "block"
 * @min: least
 * @max: greatest
 * @number: (out): the number
 *
 * Returns: whether there is one between the limits
 */
gboolean
ws_section_read_number (const WsSection *self, const char *key, guint64 min, guint64 max,
                        guint64 *number)
{
  g_autofree char *text = NULL;

  if (!ws_section_read_text (self, key, &text))
    return FALSE;
  return g_ascii_string_to_unsigned (text, 10, min, max, number, NULL)
         || ws_section_refuse (self, key,
                               _ ("“%s” is not an integer from %" PRIu64 " to %" PRIu64 "."), text,
                               min, max);
}

/**
 * ws_section_refuse:
 * @key: (nullable): that is wrong; %NULL of the whole section, which may have no name either
 * @format: what is wrong, as of printf()
 *
 * Sets an error that names the file, the section and the key.
 *
 * Returns: always %FALSE, to be returned
 */
gboolean
ws_section_refuse (const WsSection *self, const char *key, const char *format, ...)
{
  g_autoptr (GString) where = g_string_new (self->path);
  g_autofree char *what = NULL;
  va_list args;

  va_start (args, format);
  what = g_strdup_vprintf (format, args);
  va_end (args);
  if (self->group != NULL)
    g_string_append_printf (where, ": [%s]", self->group);
  if (key != NULL)
    g_string_append_printf (where, " %s", key);
  g_set_error (self->error, self->domain, self->code, "%s: %s", where->str, what);
  return FALSE;
}
