/* tried.h: what the user has tried at an exercise, as it stands on the slide in place of the
 * slide's own picture. */
#pragma once

#include "lesson/lesson.h"

#include "playback/playhead.h"
#include "slide/slide.h"

G_BEGIN_DECLS

/**
 * WsTried:
 * @run: what was recorded, up to a fault
 * @heading: whose code it was: "Your code"
 * @view: that it is seen in, where the step itself shows none of a run
 * @launch: of @run: the one that something is wrong with, else the first
 * @block: of @launch, likewise
 * @scene: (nullable): that block; %NULL until it is worked out
 * @moment: of it, that tells most
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
