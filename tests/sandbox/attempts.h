/* attempts.h: what somebody would try who runs code of his own in a worker. */
#pragma once

#include <glib.h>
#include <sys/types.h>

typedef enum {
  ALLOWED, /* a driver needs it */
  REFUSED, /* with an error */
  ENDED,   /* by SIGSYS */
} Outcome;

/* Prepared by who is outside, before the sandbox closes. */
typedef struct {
  char *home;     /* a folder, which stands for the home folder */
  char *secret;   /* a file in it */
  int inherited;  /* a descriptor of the file, as a careless starter leaves it */
  pid_t outsider; /* a process of the same user */
  char *service;  /* the socket of a service of the same user */
  int listens;
} Target;

void target_init (Target *self);
void target_clear (Target *self);

typedef struct {
  const char *name;
  /* 0 where it got through, otherwise errno */
  int (*attempt) (const Target *target);
  Outcome of_virtual;
  Outcome of_driver;
  gboolean sure; /* it gets through wherever there is no sandbox, whatever the user and computer */
} Attempt;

extern const Attempt attempts[];
extern const guint n_attempts;

/* Whether @error is one that a sandbox answers. */
gboolean is_refusal (int error);
