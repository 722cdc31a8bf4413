/* program-question.h: whether a program's own main() may run: a line at the code, until the user
 * has said so or has closed it. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_PROGRAM_QUESTION (ws_program_question_get_type ())
G_DECLARE_FINAL_TYPE (WsProgramQuestion, ws_program_question, WS, PROGRAM_QUESTION, GtkBox)

/* Signals: run: it may; closed: it is asked no more. */
WsProgramQuestion *ws_program_question_new (void);

G_END_DECLS
