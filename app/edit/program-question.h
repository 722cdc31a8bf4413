/* program-question.h: asks whether a program's own main() may run: a bar at the code, until the
 * user answers or closes it. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_PROGRAM_QUESTION (ws_program_question_get_type ())
G_DECLARE_FINAL_TYPE (WsProgramQuestion, ws_program_question, WS, PROGRAM_QUESTION, GtkBox)

/* Signals: run: permission granted; closed: not asked again. */
WsProgramQuestion *ws_program_question_new (void);

G_END_DECLS
