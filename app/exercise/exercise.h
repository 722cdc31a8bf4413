/* exercise.h: an exercise: code with a gap, expected results, requirements on its run, hints, and a
 * solution. A plain text file that a lecturer writes in an editor; docs/formats.md describes it. It
 * refers to no other file.
 *
 * Here it is parsed and checked; every error has its line and column. Nothing is run here: see
 * examiner.h.
 */
#pragma once

#include "catalog/catalog.h"
#include "gate/gate.h"
#include "lesson/lesson.h"

G_BEGIN_DECLS

#define WS_EXERCISE_MAX_BYTES        (1u << 18)
#define WS_EXERCISE_MAX_HINTS        16
#define WS_EXERCISE_MAX_REQUIREMENTS 32

#define WS_EXERCISE_ERROR (ws_exercise_error_quark ())
GQuark ws_exercise_error_quark (void);

/**
 * WsExerciseError:
 * @WS_EXERCISE_ERROR_DAMAGED: not a valid exercise: the message says what is wrong, and where
 * @WS_EXERCISE_ERROR_UNKNOWN: there is no exercise of that name
 * @WS_EXERCISE_ERROR_SOLUTION: its own solution cannot be run
 * @WS_EXERCISE_ERROR_KEPT: the attempt lacks a buffer that must be checked
 */
typedef enum {
  WS_EXERCISE_ERROR_DAMAGED,
  WS_EXERCISE_ERROR_UNKNOWN,
  WS_EXERCISE_ERROR_SOLUTION,
  WS_EXERCISE_ERROR_KEPT,
} WsExerciseError;

/**
 * WsExerciseBlock:
 * @WS_EXERCISE_CODE: with the gap
 * @WS_EXERCISE_JOB: how its kernels are run, as a .wsjob file; without it, its main() runs
 * @WS_EXERCISE_OUTPUT: what its main() must print
 * @WS_EXERCISE_SOLUTION: the whole solution
 *
 * A fenced block.
 */
typedef enum {
  WS_EXERCISE_CODE,
  WS_EXERCISE_JOB,
  WS_EXERCISE_OUTPUT,
  WS_EXERCISE_SOLUTION,
  WS_EXERCISE_N_BLOCKS
} WsExerciseBlock;

/**
 * WsExercise:
 * @id: of files and command lines, as in "sum-without-conflicts"
 * @title: its title
 * @spec: id of the virtual GPU that it runs on
 * @words: (element-type WsLessonText): the task, in paragraphs
 * @hints: (element-type WsLessonText): revealed one after another
 * @requirements: (array zero-terminated=1): requirements, as written
 * @kernels: (nullable): a regular expression: the kernels that count
 * @view: view to show its run in; a tree by default
 * @blocks: (array length=WS_EXERCISE_N_BLOCKS): texts; %NULL for missing ones
 *
 * All fields are read-only.
 */
typedef struct {
  char *id;
  char *title;
  char *spec;
  GPtrArray *words;
  GPtrArray *hints;
  char **requirements;
  char *kernels;
  WsView view;
  char *blocks[WS_EXERCISE_N_BLOCKS];
  /*< private >*/
  gatomicrefcount refs;
} WsExercise;

WsExercise *ws_exercise_new_from_data (const char *id, const char *data, gsize size,
                                       WsCatalog *catalog, GPtrArray **problems);
WsExercise *ws_exercise_new (const char *id);
WsExercise *ws_exercise_ref (WsExercise *self);
void ws_exercise_unref (WsExercise *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsExercise, ws_exercise_unref)

char **ws_exercise_list_requirements (const WsExercise *self);
char *ws_exercise_dup_words (const WsExercise *self);
char *ws_exercise_dup_hint (const WsExercise *self, guint hint);
WsGate *ws_exercise_make_gate (const WsExercise *self);

G_END_DECLS
