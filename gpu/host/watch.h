/* watch.h: the watchdog of a program: the parent process waits for its end, and kills it when it
 * exceeds a limit. The program cannot reach it. */
#pragma once

#include "folder.h"

#include <sys/types.h>

G_BEGIN_DECLS

#define WS_HOST_MAX_BYTES   (G_GUINT64_CONSTANT (512) << 20) /* written, in sum */
#define WS_HOST_MAX_WRITTEN 10000                            /* files and folders */
#define WS_HOST_MAX_THREADS 1000

/* Exit statuses of this program, beside the program's own. */
enum {
  WS_HOST_STOPPED = 123,  /* at a limit; 124 is that of kernels: see runtime/launch.c */
  WS_HOST_UNSAFE = 125,   /* the sandbox failed, and it was not run */
  WS_HOST_UNUSABLE = 126, /* it cannot be loaded, or the options are wrong */
};

/**
 * WsHostEnd:
 * @status: to exit with
 * @number: of the signal that ended the program; 0: none did
 * @words: (nullable): a sentence, where it was stopped at a limit
 *
 * How it ended.
 */
typedef struct {
  int status;
  int number;
  const char *words;
} WsHostEnd;

/**
 * WsHostWatch:
 * @program: a child; SIGCHLD is blocked
 * @begun: shared with it: whether its main() has been called
 * @folder: where it writes
 * @seconds: time limit; 0: none
 * @history: descriptor that its end is written to; -1: none
 *
 * What is watched.
 */
typedef struct {
  pid_t program;
  const gint *begun;
  const WsHostFolder *folder;
  double seconds;
  int history;
} WsHostWatch;

WsHostEnd ws_host_watch (const WsHostWatch *self);

G_END_DECLS
