/* tried.h: the user's attempt at an exercise, as shown on the slide instead of its own picture. */
#pragma once

#include "lesson/lesson.h"

#include "playback/playhead.h"
#include "slide/slide.h"

G_BEGIN_DECLS

/**
 * WsTried:
 * @run: its recording, up to a fault
 * @heading: author of the code: "Your code"
 * @view: its view, if the step has none of a run
 * @launch: of @run: the first with an error, else the first
 * @block: of @launch, likewise
 * @scene: (nullable): of that block; %NULL until derived
 * @moment: the most telling one
 */
typedef struct {
  WsRun *run;
  char *heading;
  WsView view;
  guint launch;
  guint block;
  WsScene *scene;
  WsMoment moment;
} WsTried;

WsTried *ws_tried_new (WsRun *run, const char *heading, WsView view);
void ws_tried_free (WsTried *self);
gboolean ws_tried_take_scene (WsTried *self, const WsLessonStep *step, WsPlayhead *playhead);
void ws_tried_fill_slide (const WsTried *self, const WsLessonStep *step, WsSlide *slide);

G_END_DECLS
