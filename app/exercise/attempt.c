#include "exercise/attempt.h"

#include <glib/gi18n.h>

/* Of each state its name in files, and what a reader is told. */
static const struct {
  const char *name;
  const char *title;
} states[WS_ATTEMPT_N_STATES] = {
  [WS_ATTEMPT_PASSED] = { "passed", N_ ("passed") },
  [WS_ATTEMPT_FAILED] = { "failed", N_ ("failed") },
  [WS_ATTEMPT_NOT_COMPILED] = { "not-compiled", N_ ("does not compile") },
  [WS_ATTEMPT_STOPPED] = { "stopped", N_ ("stopped") },
};

/* Returns: (transfer full): one of which nothing is known yet */
WsAttempt *
ws_attempt_new (void)
{
  WsAttempt *self = g_new0 (WsAttempt, 1);

  self->state = WS_ATTEMPT_FAILED;
  self->results = g_ptr_array_new ();
  return self;
}

void
ws_attempt_free (WsAttempt *self)
{
  g_free (self->message);
  g_clear_pointer (&self->run, ws_run_unref);
  g_ptr_array_unref (self->results);
  g_clear_pointer (&self->diagnostics, g_ptr_array_unref);
  g_free (self->output);
  g_free (self);
}

/* Returns: its name in files, which stays the same */
const char *
ws_attempt_state_get_name (WsAttemptState self)
{
  return states[self].name;
}

/* Returns: it in words */
const char *
ws_attempt_state_get_title (WsAttemptState self)
{
  return _ (states[self].title);
}
