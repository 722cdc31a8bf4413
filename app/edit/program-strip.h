/* program-strip.h: the steps of a program from left to right: its launches, of which a click
 * records one, and the copies between them; its output at the right end. */
#pragma once

#include "edit/program-story.h"
#include "job/job.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_PROGRAM_STRIP (ws_program_strip_get_type ())
G_DECLARE_FINAL_TYPE (WsProgramStrip, ws_program_strip, WS, PROGRAM_STRIP, GtkBox)

/* Signals: chosen (guint): a launch was chosen, counted from 0; save-file (const char *): save one
 * of the files that it wrote; longer: raise its time limit. */
void ws_program_strip_set_story (WsProgramStrip *self, WsProgramStory *story);
const WsProgramStory *ws_program_strip_get_story (WsProgramStrip *self);
void ws_program_strip_set_job (WsProgramStrip *self, const WsJob *job);
void ws_program_strip_set_shown (WsProgramStrip *self, guint launch);
guint ws_program_strip_get_shown (WsProgramStrip *self);

G_END_DECLS
