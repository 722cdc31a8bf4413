/* lesson-private.h: shared by parse.c (lines and paragraphs), keys.c (keys below a heading) and
 * text.c (markup, figures, digits). Private to lesson/. */
#pragma once

#include "lesson/lesson.h"

G_BEGIN_DECLS

/* ---- parts ---- */

WsLesson *ws_lesson_new (const char *id, WsCatalog *catalog);
GPtrArray *ws_lesson_get_published (const WsLesson *self);
WsScenario *ws_lesson_find_scenario (WsLesson *self, const char *id, GError **error);
WsLessonStep *ws_lesson_step_new (const char *title, WsLessonPlace place);
void ws_lesson_step_free (WsLessonStep *self);
WsLessonAnswer *ws_lesson_answer_new (const char *text, WsLessonPlace place, gboolean is_right);

/* answers.c */
void ws_lesson_answers_shuffle (GPtrArray *answers, const char *id, guint step);

/* ---- work ---- */

WsPlan *ws_lesson_work_plan (const WsLessonWork *self, WsCatalog *catalog, GError **error);
void ws_lesson_work_set_kernel (WsLessonWork *self, const WsCatalogKernel *kernel);
char *ws_lesson_work_make_key (const WsLessonWork *self);
const char *ws_lesson_outcome_get_name (WsLessonOutcome self);
const char *ws_lesson_device_get_name (const WsLessonDevice *self);

/* job.c */
char *ws_lesson_view_make_key (const WsLessonView *self, const WsLessonStep *step);

/* ---- keys ---- */

typedef enum {
  /* of the work: the lesson sets defaults for all steps, a step overrides them */
  WS_LESSON_KEY_KERNEL,
  WS_LESSON_KEY_ELEMENTS,
  WS_LESSON_KEY_BLOCK,
  WS_LESSON_KEY_OP,
  WS_LESSON_KEY_TYPE,
  WS_LESSON_KEY_SEED,
  WS_LESSON_KEY_GRID,
  WS_LESSON_KEY_REPEATS,
  WS_LESSON_KEY_SET,
  WS_LESSON_KEY_DEVICE,
  WS_LESSON_KEY_LAUNCH,
  WS_LESSON_KEY_OUTCOME,
  WS_LESSON_KEY_FOLLOW,
  WS_LESSON_N_WORK_KEYS,
  /* of a step */
  WS_LESSON_KEY_BESIDE = WS_LESSON_N_WORK_KEYS,
  WS_LESSON_KEY_VIEW,
  WS_LESSON_KEY_AT,
  WS_LESSON_KEY_HIGHLIGHT,
  WS_LESSON_KEY_HIDE,
  WS_LESSON_KEY_SHOW,
  WS_LESSON_KEY_ANSWERS,
  WS_LESSON_KEY_EXERCISE,
  /* of a lesson */
  WS_LESSON_N_STEP_KEYS,
  WS_LESSON_KEY_ORDER = WS_LESSON_N_STEP_KEYS,
  WS_LESSON_KEY_TIME,
  WS_LESSON_KEY_BEFORE,
  WS_LESSON_N_KEYS
} WsLessonKey;

/**
 * WsLessonValue:
 * @text: (nullable): text after the colon; %NULL if not given
 * @place: of it
 * @is_inherited: whether it is the lesson's, not the step's
 */
typedef struct {
  char *text;
  WsLessonPlace place;
  gboolean is_inherited;
} WsLessonValue;

typedef struct {
  WsLessonValue values[WS_LESSON_N_KEYS];
} WsLessonKeys;

void ws_lesson_keys_clear (WsLessonKeys *self);
void ws_lesson_keys_inherit (WsLessonKeys *self, const WsLessonKeys *lesson);
void ws_lesson_keys_take (WsLessonKeys *self, const char *name, WsLessonPlace place,
                          const WsLessonValue *value, gboolean in_step, GPtrArray *problems);
void ws_lesson_keys_fill_step (const WsLessonKeys *self, WsLesson *lesson, WsLessonStep *step,
                               GPtrArray *problems);
void ws_lesson_keys_fill_lesson (const WsLessonKeys *self, WsLesson *lesson, GPtrArray *problems);

/* ---- texts ---- */

/* The reading position in a text. */
typedef struct {
  const char *at;
  WsLessonPlace place;
} WsLessonCursor;

void ws_lesson_cursor_next (WsLessonCursor *self);

/* ---- figures ---- */

/**
 * WsLessonFigureKind:
 * @WS_LESSON_FIGURE_OF_RUN: of the run: "block", "result"
 * @WS_LESSON_FIGURE_OF_STAGE: of a stage: "stage.threads", "stage 2.threads"
 * @WS_LESSON_FIGURE_OF_REQUEST: of the first warp's memory request: "request.transactions"
 * @WS_LESSON_FIGURE_OF_FAULT: of the fault: "fault.line"
 * @WS_LESSON_FIGURE_OF_VALUE: value of an element at the instant: "value 0"
 * @WS_LESSON_FIGURE_OF_METRIC: of the launch, or of the plan: "branch-efficiency", "plan.duration"
 * @WS_LESSON_FIGURE_OF_POINT: of the step's chart: "reduce3: time"
 * @WS_LESSON_FIGURE_OF_PUBLISHED: "published g80 reduce3 time"
 * @WS_LESSON_FIGURE_OF_CELL: of the step's scenario: "row 4 group 1 time"
 * @WS_LESSON_FIGURE_OF_PUBLISHED_CELL: "published row 4 group 1 time"
 */
typedef enum {
  WS_LESSON_FIGURE_OF_RUN,
  WS_LESSON_FIGURE_OF_STAGE,
  WS_LESSON_FIGURE_OF_REQUEST,
  WS_LESSON_FIGURE_OF_FAULT,
  WS_LESSON_FIGURE_OF_VALUE,
  WS_LESSON_FIGURE_OF_METRIC,
  WS_LESSON_FIGURE_OF_POINT,
  WS_LESSON_FIGURE_OF_PUBLISHED,
  WS_LESSON_FIGURE_OF_CELL,
  WS_LESSON_FIGURE_OF_PUBLISHED_CELL,
} WsLessonFigureKind;

/* words.c */
guint ws_lesson_figure_find_name (WsLessonFigureKind kind, const char *name);
char *ws_lesson_figure_list_names (WsLessonFigureKind kind);

/**
 * WsLessonFigure:
 * @is_beside: whether it refers to the second run
 * @kernel: (nullable): kernel of the run or point; else the step's own
 * @index: in the table of its kind; for a value, the element
 * @stage: its number, from 1; 0: the instant's
 * @metric: id
 * @of_plan: whether it is of all launches
 * @point: (nullable): of a published sweep
 * @first: (nullable): the first of that sweep
 * @row: of a cell, from 0
 * @group: of a cell, from 0
 *
 * A parsed name of a figure. It borrows from the lesson.
 */
typedef struct {
  WsLessonFigureKind kind;
  gboolean is_beside;
  const WsCatalogKernel *kernel;
  guint index;
  guint stage;
  const char *metric;
  gboolean of_plan;
  const WsSweepPoint *point;
  const WsSweepPoint *first;
  guint row;
  guint group;
  WsScenarioColumn column;
} WsLessonFigure;

/* A figure, or two with "/" between them. */
typedef struct {
  WsLessonFigure figures[2];
  guint n;
} WsLessonExpression;

gboolean ws_lesson_figure_is_time (const WsLessonFigure *self);
guint ws_lesson_figure_get_hide (const WsLessonFigure *self);
char *ws_lesson_expression_parse (const WsLesson *lesson, const WsLessonStep *step,
                                  const char *text, WsLessonExpression *expression);
char *ws_lesson_text_next_figure (const char **at);
gboolean ws_lesson_figure_get_work (const WsLessonFigure *self, const WsLessonStep *step,
                                    WsLessonWork *work);
gboolean ws_lesson_step_is_of_launch (const WsLessonStep *self);
const WsLessonView *ws_lesson_step_find_view (const WsLessonStep *self, WsLessonViewKind kind);

G_END_DECLS
