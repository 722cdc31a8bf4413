/* lesson.h: a lesson: steps for a class, each with words, the work to run, its views, and the
 * instant to show. A plain text file that a lecturer writes in an editor; docs/formats.md describes
 * it.
 *
 * Here it is parsed and checked; every error has its line and column. Nothing is run here: see
 * job.h for the work of a step, runs.h for results, and lesson-slide.h for slides.
 */
#pragma once

#include "catalog/catalog.h"
#include "scenario/data.h"
#include "sweeps/sweep-plan.h"
#include "view/view.h"

G_BEGIN_DECLS

#define WS_LESSON_MAX_BYTES   (1u << 20)
#define WS_LESSON_MAX_STEPS   500
#define WS_LESSON_MAX_VIEWS   2
#define WS_LESSON_MAX_MINUTES 600

#define WS_LESSON_ERROR (ws_lesson_error_quark ())
GQuark ws_lesson_error_quark (void);

/**
 * WsLessonError:
 * @WS_LESSON_ERROR_DAMAGED: not a valid lesson: the message says what is wrong, and where
 * @WS_LESSON_ERROR_UNKNOWN: there is no lesson of that name
 * @WS_LESSON_ERROR_FIGURE: a figure that the results lack
 * @WS_LESSON_ERROR_INSTANT: an instant that the step's run lacks
 * @WS_LESSON_ERROR_OUTCOME: a run ended differently from what its step declares
 */
typedef enum {
  WS_LESSON_ERROR_DAMAGED,
  WS_LESSON_ERROR_UNKNOWN,
  WS_LESSON_ERROR_FIGURE,
  WS_LESSON_ERROR_INSTANT,
  WS_LESSON_ERROR_OUTCOME,
} WsLessonError;

/**
 * WsLessonPlace:
 * @line: of the file, from 1
 * @column: in characters, from 1
 */
typedef struct {
  guint line;
  guint column;
} WsLessonPlace;

/**
 * WsLessonProblem:
 * @place: where
 * @is_warning: whether the lesson can be shown nevertheless
 * @sentence: what is wrong
 */
typedef struct {
  WsLessonPlace place;
  gboolean is_warning;
  char *sentence;
} WsLessonProblem;

/**
 * WsLessonText:
 * @place: of its first character
 * @text: markup, with names of figures in braces; line breaks as in the file
 *
 * A paragraph.
 */
typedef struct {
  WsLessonPlace place;
  char *text;
} WsLessonText;

/**
 * WsLessonAnswer:
 * @text: its text
 * @is_right: whether it is correct
 */
typedef struct {
  WsLessonText text;
  gboolean is_right;
} WsLessonAnswer;

/* ---- what is run ---- */

/**
 * WsLessonDeviceKind:
 * @WS_LESSON_DEVICE_ANY: the device at hand
 * @WS_LESSON_DEVICE_VIRTUAL: the virtual GPU, of any model at hand
 * @WS_LESSON_DEVICE_REAL: a real GPU; without one, the virtual GPU, which the step then states
 * @WS_LESSON_DEVICE_SPEC: the virtual GPU, of one model
 */
typedef enum {
  WS_LESSON_DEVICE_ANY,
  WS_LESSON_DEVICE_VIRTUAL,
  WS_LESSON_DEVICE_REAL,
  WS_LESSON_DEVICE_SPEC,
} WsLessonDeviceKind;

/**
 * WsLessonDevice:
 * @kind: the requested kind
 * @spec: (nullable): id of the model, as in "k40c"; with %WS_LESSON_DEVICE_SPEC
 */
typedef struct {
  WsLessonDeviceKind kind;
  const char *spec; /* of the catalogue */
} WsLessonDevice;

/**
 * WsLessonOutcome:
 * @WS_LESSON_OUTCOME_RIGHT: it runs to its end, with the right result
 * @WS_LESSON_OUTCOME_FAULT: a kernel faults, and is stopped
 * @WS_LESSON_OUTCOME_REFUSAL: the launch is refused, and nothing runs
 *
 * The outcome of a run.
 */
typedef enum {
  WS_LESSON_OUTCOME_RIGHT,
  WS_LESSON_OUTCOME_FAULT,
  WS_LESSON_OUTCOME_REFUSAL,
} WsLessonOutcome;

/**
 * WsLessonWork:
 * @kernel: (nullable): of the catalogue; %NULL in a step without a run
 * @parameters: its parameters
 * @device: requested
 * @launch: launch of the plan to show, from 0; %WS_NONE for the last
 * @outcome: expected
 * @block: block of that launch to show, linear; %WS_NONE for the first, or the faulting one
 * @warp: warp of that block for weave and code; %WS_NONE for the first, or the faulting one
 *
 * A kernel with its parameters: a step has one, or two side by side.
 */
typedef struct {
  const WsCatalogKernel *kernel;
  WsPlanParameters parameters;
  WsLessonDevice device;
  guint launch;
  WsLessonOutcome outcome;
  guint block;
  guint warp;
} WsLessonWork;

/* ---- what is shown ---- */

typedef enum {
  WS_LESSON_VIEW_OF_RUN,      /* a view of the table of views */
  WS_LESSON_VIEW_OF_SWEEP,    /* a chart of timings */
  WS_LESSON_VIEW_OF_SCENARIO, /* a table of launches */
} WsLessonViewKind;

/**
 * WsLessonView:
 * @kind: its subject
 * @view: of a run
 * @layout: of a tree
 * @chart: of a sweep
 * @scenario: (nullable): a scenario, without results
 * @column: column of the scenario to show as bars; %WS_SCENARIO_N_COLUMNS for the table
 * @row: row of the chosen cell, from 1; 0 for none
 * @group: group of that cell, from 1
 */
typedef struct {
  WsLessonViewKind kind;
  WsView view;
  WsPattern layout;
  WsSweepKind chart;
  WsScenario *scenario;
  WsScenarioColumn column;
  guint row;
  guint group;
} WsLessonView;

typedef enum {
  WS_LESSON_AT_START,
  WS_LESSON_AT_LOAD,   /* the telling instant of the first stage that loads */
  WS_LESSON_AT_STAGE,  /* of a stage by its number in the caption, from 1 */
  WS_LESSON_AT_STRIDE, /* of the first stage whose nodes combine cells at that distance */
  WS_LESSON_AT_RESULT, /* of the last stage */
  WS_LESSON_AT_END,
  WS_LESSON_AT_TIME, /* a share of the launch's time */
  WS_LESSON_AT_LINE, /* the first time that the first warp reaches a line, or accesses memory there
                      */
} WsLessonInstantKind;

/**
 * WsLessonInstant:
 * @kind: how it is specified
 * @number: of the stage, or the stride
 * @line: of the source, from 1: when the first warp reaches it in that stage; 0 if not given
 * @share: of the launch, 0 to 1
 * @place: in the file
 */
typedef struct {
  WsLessonInstantKind kind;
  guint number;
  guint line;
  double share;
  WsLessonPlace place;
} WsLessonInstant;

/**
 * WsLessonStep:
 * @title: as in the file
 * @place: of its heading
 * @work: what is run
 * @has_beside: whether there is a second
 * @beside: the second work: as @work except for its own keys
 * @views: (array length=n_views): the views to show
 * @at: the instant
 * @chart: the sweep of its chart, if it has one: from the step's own keys, not the lesson's
 * @emphasis: what is highlighted, and what is hidden until the reveal
 * @show: number of bars of a chart to show; 0: all. The last one is hidden until the reveal, if
 * there is one
 * @words: (element-type WsLessonText): paragraphs to speak and show
 * @question: (nullable): question before the reveal
 * @answers: (element-type WsLessonAnswer): the choices, in the order in which they are offered; may
 * be empty
 * @keeps_order: whether that is the order in which they are written
 * @exercise: (nullable): name of an exercise to solve
 * @reveal: (element-type WsLessonText): paragraphs of the reveal
 * @notes: (element-type WsLessonText): for the lecturer alone
 */
typedef struct {
  char *title;
  WsLessonPlace place;
  WsLessonWork work;
  gboolean has_beside;
  WsLessonWork beside;
  WsLessonView views[WS_LESSON_MAX_VIEWS];
  guint n_views;
  WsLessonInstant at;
  WsSweepRequest chart;
  WsEmphasis emphasis;
  guint show;
  GPtrArray *words;
  WsLessonText *question;
  GPtrArray *answers;
  gboolean keeps_order;
  char *exercise;
  GPtrArray *reveal;
  GPtrArray *notes;
} WsLessonStep;

/**
 * WsLesson:
 * @id: of files and command lines, as in "why-kernel-1-diverges"
 * @title: its title
 * @about: (nullable): its summary, a paragraph
 * @order: place among the lessons; %G_MAXUINT if not given
 * @minutes: duration in class; 0 if not given
 * @before: (nullable): prerequisites, as plain text
 * @steps: (element-type WsLessonStep): at least one
 * @catalog: of its kernels
 * @text: contents of its file
 *
 * All fields are read-only.
 */
typedef struct {
  char *id;
  char *title;
  WsLessonText *about;
  guint order;
  guint minutes;
  char *before;
  GPtrArray *steps;
  WsCatalog *catalog;
  GBytes *text;
  /*< private >*/
  GHashTable *scenarios; /* char * -> WsScenario: the scenarios of its steps */
  GPtrArray *published;  /* WsSweep; NULL until ws_lesson_get_published() */
  GHashTable *exercises; /* char * -> GBytes: files of bundled exercises */
  gatomicrefcount refs;
} WsLesson;

WsLesson *ws_lesson_new_from_data (const char *id, const char *data, gsize size, WsCatalog *catalog,
                                   GPtrArray **problems);
WsLesson *ws_lesson_ref (WsLesson *self);
void ws_lesson_unref (WsLesson *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsLesson, ws_lesson_unref)

void ws_lesson_bring_exercise (WsLesson *self, const char *name, GBytes *text);
GBytes *ws_lesson_get_exercise (const WsLesson *self, const char *name);
guint ws_lesson_get_n_steps (const WsLesson *self);
const WsLessonStep *ws_lesson_get_step (const WsLesson *self, guint step);
char *ws_lesson_describe (const WsLesson *self);
char *ws_lesson_describe_course (GPtrArray *lessons);
gboolean ws_lesson_step_can_reveal (const WsLessonStep *self);
guint32 ws_lesson_step_make_mark (const WsLessonStep *self, guint answer);
guint ws_lesson_problems_count (GPtrArray *problems, gboolean warnings);
char *ws_lesson_problem_format (const WsLessonProblem *self, const char *file);
char *ws_lesson_problems_dup_error (GPtrArray *problems, const char *file);

/* ---- shared by the parsers of lessons and of exercises ---- */

void ws_lesson_problem_add (GPtrArray *problems, WsLessonPlace place, const char *format, ...)
    G_GNUC_PRINTF (3, 4);
void ws_lesson_problem_warn (GPtrArray *problems, WsLessonPlace place, const char *format, ...)
    G_GNUC_PRINTF (3, 4);
void ws_lesson_problems_sort (GPtrArray *problems);
WsLessonPlace ws_lesson_find_place (const char *data, const char *at);
gboolean ws_lesson_is_heading (const char *line);

WsLessonText *ws_lesson_text_new (const char *text, WsLessonPlace place);
void ws_lesson_text_free (WsLessonText *self);

/**
 * WsLessonTextRules:
 * @digits: whether typed digits are errors
 * @hidden: of #WsHide: what is hidden while the text is shown
 */
typedef struct {
  gboolean digits;
  guint hidden;
} WsLessonTextRules;

void ws_lesson_text_check (const WsLesson *lesson, const WsLessonStep *step,
                           const WsLessonText *text, const WsLessonTextRules *rules,
                           GPtrArray *problems);

G_END_DECLS
