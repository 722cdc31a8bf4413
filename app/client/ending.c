#include "client/ending.h"

#include "wire/protocol.h"

#include <glib/gi18n.h>
#include <signal.h>

/**
 * ws_ending_describe:
 * @signal_number: the signal that ended a worker; 0 if none did, or it is not known
 *
 * Returns: what happened, and what comes next
 */
const char *
ws_ending_describe (int signal_number)
{
  g_autofree char *sentence = NULL;

  if (signal_number == SIGSYS)
    return _ ("The worker was stopped: it tried something that its sandbox forbids. The next run "
              "starts a new one.");
  if (signal_number != SIGXCPU)
    return _ ("The worker ended unexpectedly. The next run starts a new one.");
  sentence = g_strdup_printf (_ ("The worker was stopped: the request exceeded the limit of %d s "
                                 "of processor time per core. The next run starts a new one."),
                              WS_PROTOCOL_CORE_SECONDS);
  return g_intern_string (sentence);
}
