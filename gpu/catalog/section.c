#include "catalog/section.h"

#include "catalog/error.h"

#include <glib/gi18n.h>
#include <inttypes.h>

static const char *
section_of (const WsSection *self, const char *key)
{
  return g_key_file_has_key (self->key_file, self->id, key, NULL) ? self->id : self->group;
}

/**
 * ws_section_has:
 * @key: as in "n"
 *
 * Returns: whether it or its group's has it
 */
gboolean
ws_section_has (const WsSection *self, const char *key)
{
  return g_key_file_has_key (self->key_file, section_of (self, key), key, NULL);
}

/**
 * ws_section_dup:
 * @key: as in "title"
 *
 * Returns: (transfer full) (nullable): its text; %NULL where there is none
 */
char *
ws_section_dup (const WsSection *self, const char *key)
{
  g_autofree char *text = g_key_file_get_string (self->key_file, section_of (self, key), key, NULL);

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
  char **list =
      g_key_file_get_string_list (self->key_file, section_of (self, key), key, NULL, NULL);

  for (guint i = 0; list != NULL && list[i] != NULL; i++)
    g_strstrip (list[i]);
  return list != NULL ? list : g_new0 (char *, 1);
}

/**
 * ws_section_read_text:
 * @key: as in "title"
 * @text: (out) (transfer full): its text
 * @error: return location: %WS_CATALOG_ERROR_DAMAGED where there is none
 */
gboolean
ws_section_read_text (const WsSection *self, const char *key, char **text, GError **error)
{
  *text = ws_section_dup (self, key);
  return *text != NULL || ws_section_damaged (self, error, _ ("%s is missing."), key);
}

/**
 * ws_section_read_list:
 * @key: as in "types"
 * @list: (out) (transfer full) (array zero-terminated=1): what semicolons part
 * @error: return location: %WS_CATALOG_ERROR_DAMAGED where there is nothing
 *
 * Returns: whether there is anything
 */
gboolean
ws_section_read_list (const WsSection *self, const char *key, char ***list, GError **error)
{
  *list = ws_section_dup_list (self, key);
  return **list != NULL || ws_section_damaged (self, error, _ ("%s is missing."), key);
}

/**
 * ws_section_read_number:
 * @key: as in "block"
 * @min: least
 * @max: greatest
 * @number: (out): the number
 * @error: return location: %WS_CATALOG_ERROR_DAMAGED, with the two limits
 *
 * Returns: whether there is one between the limits
 */
gboolean
ws_section_read_number (const WsSection *self, const char *key, guint64 min, guint64 max,
                        guint64 *number, GError **error)
{
  g_autofree char *text = NULL;

  if (!ws_section_read_text (self, key, &text, error))
    return FALSE;
  if (!g_ascii_string_to_unsigned (text, 10, min, max, number, NULL))
    return ws_section_damaged (
        self, error, _ ("%s must be an integer from %" PRIu64 " to %" PRIu64 ", not “%s”."), key,
        min, max, text);
  return TRUE;
}

/**
 * ws_section_damaged:
 * @format: what is wrong with it, as of printf()
 *
 * Sets a %WS_CATALOG_ERROR_DAMAGED that names the section.
 *
 * Returns: always %FALSE, to be returned
 */
gboolean
ws_section_damaged (const WsSection *self, GError **error, const char *format, ...)
{
  g_autofree char *what = NULL;
  va_list args;

  va_start (args, format);
  what = g_strdup_vprintf (format, args);
  va_end (args);
  return ws_catalog_damaged (error, self->id, "%s", what);
}
