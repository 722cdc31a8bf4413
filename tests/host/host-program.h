/* host-program.h: a program of tests/host, run by warpstage-host, and what came of it. */
#pragma once

#include "history/history.h"

G_BEGIN_DECLS

/**
 * HostProgram:
 * @folder: where its source would be; a file in it is made by host_program_write()
 * @own: where it runs
 * @sees_folder: whether it is told of @folder: at first it is
 * @home: (nullable): home folder of its user, where it is another than the test's
 * @starter: (nullable): what starts warpstage-host, and is before it on the command line
 * @history: (nullable): what was read of its history
 * @refusal: (nullable): why nothing could be
 * @output: what it printed
 * @errors: what was said of it
 * @status: as waitpid() has it
 */
typedef struct {
  char *folder;
  char *own;
  gboolean sees_folder;
  const char *home;
  const char *starter;
  WsHistory *history;
  GError *refusal;
  char *output;
  char *errors;
  int status;
} HostProgram;

void host_program_init (HostProgram *self);
void host_program_clear (HostProgram *self);
void host_program_write (const HostProgram *self, const char *name, const char *text);
/* @options: (nullable): of warpstage-host, but for folders and history; @words: the program and its
 * arguments; @input: (nullable): its standard input */
void host_program_run (HostProgram *self, const char *const *options, const char *const *words,
                       const char *input);
gboolean host_program_exited (const HostProgram *self, int status);
/* (nullable): what a step that is refused says */
const char *host_program_find_refusal (const HostProgram *self);
/* (transfer full): the names in @folder, sorted, with a space between */
char *host_program_list (const char *folder);

/* Where programs can be confined; it says that the test is left out where they cannot. */
gboolean host_program_can_run (void);

G_END_DECLS
