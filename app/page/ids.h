/* ids.h: interned texts, each with a number; and lists of such numbers, compressed. Private to
 * page/.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * WsIds:
 * @texts: (element-type utf8): in the order of their numbers
 *
 * Texts, each once.
 */
typedef struct {
  GPtrArray *texts;
  /*< private >*/
  GHashTable *numbers;
} WsIds;

void ws_ids_init (WsIds *self);
void ws_ids_clear (WsIds *self);
guint32 ws_ids_add (WsIds *self, const char *text);
char *ws_ids_join (const WsIds *self);

void ws_ids_append_number (GString *text, guint32 number);
void ws_ids_append_list (GString *text, const GArray *numbers);

/* Separates the texts of a table, none of which contains it. */
#define WS_IDS_BORDER "|"

G_END_DECLS
