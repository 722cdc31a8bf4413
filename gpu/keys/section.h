/* section.h: reads texts, lists and numbers from a section of a key file. Every error names the
 * file, the section and the key.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * WsSection:
 * @file: the key file
 * @path: what messages call it
 * @group: name of the section
 * @otherwise: (nullable): name of the section with defaults for missing keys
 * @most: maximum length of a text, which must be printable; 0: any text is accepted
 * @domain: of the errors
 * @code: of the errors
 * @error: error location of the caller
 */
typedef struct {
  GKeyFile *file;
  const char *path;
  const char *group;
  const char *otherwise;
  guint most;
  GQuark domain;
  gint code;
  GError **error;
} WsSection;

gboolean ws_section_has (const WsSection *self, const char *key);
char *ws_section_dup (const WsSection *self, const char *key);
char **ws_section_dup_list (const WsSection *self, const char *key);
gboolean ws_section_check_text (const WsSection *self, const char *key, const char *text);
gboolean ws_section_read_optional (const WsSection *self, const char *key, char **text);
gboolean ws_section_read_text (const WsSection *self, const char *key, char **text);
gboolean ws_section_read_list (const WsSection *self, const char *key, char ***list);
gboolean ws_section_read_number (const WsSection *self, const char *key, guint64 min, guint64 max,
                                 guint64 *number);
gboolean ws_section_refuse (const WsSection *self, const char *key, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

G_END_DECLS
