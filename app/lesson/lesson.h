/* lesson.h: a lesson: steps for a class, each with words, what is run, how it is looked at, and
 * when. A plain text file that a lecturer writes in an editor; docs/formats.md describes it.
 *
 * Here it is read and checked, every mistake with its line and column. Nothing is run here: see
 * job.h for what a step asks for, runs.h for what came out, and lesson-slide.h for what is shown.
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
 * @WS_LESSON_ERROR_DAMAGED: a file that is no lesson: the message says what and where
 * @WS_LESSON_ERROR_UNKNOWN: there is no lesson of that name
 * @WS_LESSON_ERROR_FIGURE: a figure that what was run does not have
 * @WS_LESSON_ERROR_INSTANT: an instant that the step's own run does not have
 * @WS_LESSON_ERROR_OUTCOME: something else came of a run than its step says
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
 * @is_warning: whether the lesson can be shown all the same
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
 * @text: markup, figures by name between braces; its lines as they stand in the file
 *
 * A paragraph.
 */
typedef struct {
  WsLessonPlace place;
  char *text;
} WsLessonText;

/**
 * WsLessonAnswer:
 * @text: what is offered
 * @is_right: whether it is the one
 */
typedef struct {
  WsLessonText text;
  gboolean is_right;
} WsLessonAnswer;

/* ---- what is run ---- */

/**
 * WsLessonDeviceKind:
 * @WS_LESSON_DEVICE_ANY: the device at hand
 * @WS_LESSON_DEVICE_VIRTUAL: the virtual GPU, of whatever model is at hand
 * @WS_LESSON_DEVICE_REAL: a real GPU; where there is none, the virtual one, and the step says so
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
 * @kind: what is wished for
 * @spec: (nullable): id of the model, as in "k40c"; with %WS_LESSON_DEVICE_SPEC
 */
typedef struct {
  WsLessonDeviceKind kind;
  const char *spec; /* of the catalogue */
} WsLessonDevice;

/**
 * WsLessonOutcome:
 * @WS_LESSON_OUTCOME_RIGHT: it runs to its end, with the right result
 * @WS_LESSON_OUTCOME_FAULT: a kernel does something wrong, and is stopped
 * @WS_LESSON_OUTCOME_REFUSAL: what it asks for is refused, and nothing runs
 *
 * What comes of what is run.
 */
typedef enum {
  WS_LESSON_OUTCOME_RIGHT,
  WS_LESSON_OUTCOME_FAULT,
  WS_LESSON_OUTCOME_REFUSAL,
} WsLessonOutcome;

/**
 * WsLessonWork:
 * @kernel: (nullable): of the catalogue; %NULL in a step that runs none
 * @parameters: what it runs with
 * @device: where
 * @launch: of the plan, from 0, that is shown; %WS_NONE for the last
 * @outcome: what must come of it
 * @block: of that launch, linear, that is shown; %WS_NONE for the first, or the one that went wrong
 * @warp: of that block, that weave and code follow; %WS_NONE for the first, or the one that went
 * wrong
 *
 * A kernel with what it runs with: a step has one, or a second one beside it.
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
 * @kind: what it looks at
 * @view: of a run
 * @layout: of a tree: as what it is drawn
 * @chart: of a sweep
 * @scenario: (nullable): a scenario, without results
 * @column: of the scenario, that is shown as bars; %WS_SCENARIO_N_COLUMNS: the table is shown
 * @row: of the scenario, from 1: the cell that is chosen; 0 for none
 * @group: of that cell, from 1
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
  WS_LESSON_AT_LINE, /* where the first warp is first at a line, or first reaches memory there */
} WsLessonInstantKind;

/**
 * WsLessonInstant:
 * @kind: how it is said
 * @number: of the stage, or the stride
 * @line: of the source, from 1: when the first warp is there, in that stage; 0 where none is said
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
 * @title: as it stands in the file
 * @place: of its heading
 * @work: what is run
 * @has_beside: whether there is a second
 * @beside: what is run beside it: as @work but for what it says itself
 * @views: (array length=n_views): what is looked at
 * @at: when
 * @chart: what is timed for its chart, if it has one: what the step itself says, not the lesson
 * @emphasis: what is highlighted, and what is hidden until it is revealed
 * @show: bars of a chart that are shown; 0 for all. Where there is something to reveal, the last of
 * them is it
 * @words: (element-type WsLessonText): paragraphs to be spoken and shown
 * @question: (nullable): asked before it is revealed
 * @answers: (element-type WsLessonAnswer): to choose from, in the order in which they are offered;
 * may be empty
 * @keeps_order: whether that is the order in which they are written
 * @exercise: (nullable): name of an exercise that is to be solved
 * @reveal: (element-type WsLessonText): paragraphs that are said when it is revealed
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
 * @title: what it is called
 * @about: (nullable): a paragraph that says what it is about
 * @order: place among the lessons; %G_MAXUINT where it says none
 * @minutes: that it takes a class; 0 where it does not say
 * @before: (nullable): what to know before, as plain text
 * @steps: (element-type WsLessonStep): at least one
 * @catalog: that has its kernels
 * @text: its file
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
  GHashTable *scenarios; /* char * -> WsScenario: those that steps name */
  GPtrArray *published;  /* WsSweep; NULL until ws_lesson_get_published() */
  GHashTable *exercises; /* char * -> GBytes: files of those that it brings along */
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

/* ---- what readers of such texts share: those of lessons, and of exercises ---- */

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
 * @digits: whether figures must not be typed in
 * @hidden: of #WsHide: what is hidden when it is said
 */
typedef struct {
  gboolean digits;
  guint hidden;
} WsLessonTextRules;

void ws_lesson_text_check (const WsLesson *lesson, const WsLessonStep *step,
                           const WsLessonText *text, const WsLessonTextRules *rules,
                           GPtrArray *problems);

G_END_DECLS
