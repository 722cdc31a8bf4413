/* clock.h: how long the main loop is held: from one wait for events to the next. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  double cpu_ms;  /* of the main thread: what a busy machine does not lengthen */
  double wall_ms; /* in that hold */
  double longest_wall_ms;
  guint action; /* the number that clock_name() gave */
} Hold;

/* Of the default main context. */
void clock_init (void);
/* What is done from now on. */
void clock_name (guint action);
/* The longest so far. */
const Hold *clock_get_longest (void);
/* How many took longer than 100 ms of the processor. */
guint clock_count_over (void);

G_END_DECLS
