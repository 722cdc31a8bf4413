/* beside-choice.h: chooses the run beside the one shown: another kernel, the previous run, another
 * block size, another device. */
#pragma once

#include "session/session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef enum {
  WS_BESIDE_KERNEL,
  WS_BESIDE_BEFORE,
  WS_BESIDE_BLOCK,
  WS_BESIDE_DEVICE,
  WS_BESIDE_N_KINDS
} WsBesideKind;

#define WS_TYPE_BESIDE_CHOICE (ws_beside_choice_get_type ())
G_DECLARE_FINAL_TYPE (WsBesideChoice, ws_beside_choice, WS, BESIDE_CHOICE, GtkBox)

/* Signal: changed: the choice. */
GtkWidget *ws_beside_choice_new (WsSession *session, GSettings *settings);
void ws_beside_choice_set_run (WsBesideChoice *self, WsRun *run);
WsBesideKind ws_beside_choice_get_kind (WsBesideChoice *self);
const char *ws_beside_choice_get_id (WsBesideChoice *self);
gboolean ws_beside_choice_is_next (WsBesideChoice *self);
void ws_beside_choice_choose_next (WsBesideChoice *self);
gboolean ws_beside_choice_has_next (WsBesideChoice *self, const char *id);

G_END_DECLS
