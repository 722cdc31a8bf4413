/* lecturer.h: the lecturer's private view, on a separate screen: the current slide, the next one,
 * the words with answer and notes, and the clock. */
#pragma once

#include "present/presenter.h"

G_BEGIN_DECLS

#define WS_TYPE_LECTURER (ws_lecturer_get_type ())
G_DECLARE_FINAL_TYPE (WsLecturer, ws_lecturer, WS, LECTURER, GtkWindow)

GtkWidget *ws_lecturer_new (WsPresenter *presenter);
const char *ws_lecturer_get_script (WsLecturer *self);
const char *ws_lecturer_get_score (WsLecturer *self);

G_END_DECLS
