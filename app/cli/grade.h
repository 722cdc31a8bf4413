/* grade.h: what came of the submissions of a class, row by row, and its reports. */
#pragma once

#include "exercise/attempt.h"
#include "exercise/exercise.h"

G_BEGIN_DECLS

/**
 * CliSubmission:
 * @name: whose it is: that of its file, or of the folder that it lies in
 * @path: of its file, from the folder of the class on
 * @page: (nullable): name of its page's file
 * @attempt: (nullable): what came of it, without its run; %NULL of one that was not graded
 */
typedef struct {
  char *name;
  char *path;
  char *page;
  WsAttempt *attempt;
} CliSubmission;

/**
 * CliGrades:
 * @exercise: that was to be solved
 * @submissions: (element-type CliSubmission): by their names
 */
typedef struct {
  const WsExercise *exercise;
  GPtrArray *submissions;
} CliGrades;

GPtrArray *cli_submissions_list (const char *folder, GFile **base, GError **error);
void cli_grades_print (const CliGrades *self);
gboolean cli_grades_write_csv (const CliGrades *self, const char *path, GError **error);
gboolean cli_grades_write_junit (const CliGrades *self, const char *path, GError **error);

G_END_DECLS
