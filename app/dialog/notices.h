/* notices.h: what a window tells its user: errors in a bar below the header, possibly with a
 * remedy; news and background work as signs at the bottom. */
#pragma once

#include "dialog/sign.h"

G_BEGIN_DECLS

/* Remedies for an error. */
typedef enum {
  WS_REMEDY_FIND_LINE, /* of a fault, on the virtual GPU */
  WS_REMEDY_GET_COMPILER,
  WS_REMEDY_ALLOW_FOLDER,   /* which may not be read */
  WS_REMEDY_CONNECT_AGAIN,  /* of a line to another computer */
  WS_REMEDY_INSTALL_WORKER, /* on another computer */
  WS_N_REMEDIES
} WsRemedy;

#define WS_TYPE_NOTICES (ws_notices_get_type ())
G_DECLARE_FINAL_TYPE (WsNotices, ws_notices, WS, NOTICES, GObject)

/* Signal: find-line: the user wants to see the line of the fault. */
WsNotices *ws_notices_new (GtkInfoBar *bar, GtkLabel *label, GtkBox *signs);
void ws_notices_show_error (WsNotices *self, const char *sentence);
void ws_notices_offer (WsNotices *self, WsRemedy remedy, gboolean helps);
void ws_notices_hide_error (WsNotices *self);
gboolean ws_notices_shows_error (WsNotices *self);
const char *ws_notices_get_error (WsNotices *self);
GtkWidget *ws_notices_get_remedy (WsNotices *self, WsRemedy remedy);
void ws_notices_tell (WsNotices *self, const char *sentence);
void ws_notices_tell_and_offer (WsNotices *self, const char *sentence, const char *label,
                                const char *action, GVariant *target);
void ws_notices_add_news (WsNotices *self, const char *sentence);
WsSign *ws_notices_add_work (WsNotices *self, const char *sentence, const char *action);
WsSign *ws_notices_get_news (WsNotices *self);
GtkBox *ws_notices_get_signs (WsNotices *self);

G_END_DECLS
