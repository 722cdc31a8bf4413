/* section.h: what a kernel's section of catalog.ini says, or, where it says nothing, its group's.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * WsSection:
 * @key_file: catalog.ini
 * @id: of the kernel: name of its section
 * @group: name of its group's section
 */
typedef struct {
  GKeyFile *key_file;
  const char *id;
  const char *group;
} WsSection;

gboolean ws_section_has (const WsSection *self, const char *key);
char *ws_section_dup (const WsSection *self, const char *key);
char **ws_section_dup_list (const WsSection *self, const char *key);
gboolean ws_section_read_text (const WsSection *self, const char *key, char **text, GError **error);
gboolean ws_section_read_list (const WsSection *self, const char *key, char ***list,
                               GError **error);
gboolean ws_section_read_number (const WsSection *self, const char *key, guint64 min, guint64 max,
                                 guint64 *number, GError **error);
gboolean ws_section_damaged (const WsSection *self, GError **error, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

G_END_DECLS
