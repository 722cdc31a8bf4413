#include "client/ending.h"

#include "wire/protocol.h"

#include <signal.h>

#define NEXT " The next run starts a new one."

/**
 * ws_ending_describe:
 * @signal_number: the signal that ended a worker; 0 where none did, or nobody knows
 *
 * Returns: what happened, and what comes next
 */
const char *
ws_ending_describe (int signal_number)
{
  static const struct {
    int signal_number;
    const char *sentence;
  } sentences[] = {
    { SIGSYS, "The worker was stopped: it tried to do what its sandbox forbids." NEXT },
    { SIGXCPU, "The worker was stopped: the request took more than its processor time "
               "of " G_STRINGIFY (WS_PROTOCOL_CORE_SECONDS) " s of each core." NEXT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (sentences); i++)
    if (sentences[i].signal_number == signal_number)
      return sentences[i].sentence;
  return "The worker ended while it worked." NEXT;
}
