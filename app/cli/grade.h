/* grade.h: the results of a class's submissions, row by row, and its reports. */
#pragma once

#include "exercise/attempt.h"
#include "exercise/exercise.h"

G_BEGIN_DECLS

/**
 * CliSubmission:
 * @name: name of its author: of its file, or of its folder
 * @path: of its file, relative to the folder of the class
 * @page: (nullable): name of its page's file
 * @attempt: (nullable): its result, without its run; %NULL if not graded
 */
typedef struct {
  char *name;
  char *path;
  char *page;
  WsAttempt *attempt;
} CliSubmission;

/**
 * CliGrades:
 * @exercise: the exercise
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
