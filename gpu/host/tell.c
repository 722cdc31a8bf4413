#include "tell.h"

#include "history/step.h"
#include "runtime/runtime.h"
#include "wire/protocol.h"

#include <glib/gi18n.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#define ADDRESS "0x000000000000" /* where the address goes, digit by digit */

/* What the handler writes, made before: a handler can make nothing. */
static struct {
  int history;
  char *frame;
  gsize size;
  char *digit; /* the last one of the address, in the frame */
} fault = { .history = -1 };

/* A frame of these is shorter than what a pipe takes whole (pipe(7), PIPE_BUF). */
static void
write_frame (int history, gconstpointer frame, gsize size)
{
  gssize written = write (history, frame, size);

  (void)written; /* nobody reads: then there is nobody to tell */
}

/**
 * ws_host_tell:
 * @history: descriptor of the history; -1: there is none
 * @message: of a frame of the history
 * @body: (transfer floating): what it says
 */
void
ws_host_tell (int history, const char *message, GVariant *body)
{
  g_autoptr (GVariant) owned = g_variant_ref_sink (body);
  g_autoptr (GBytes) frame = ws_protocol_pack (message, owned, NULL);

  if (history >= 0 && frame != NULL)
    write_frame (history, g_bytes_get_data (frame, NULL), g_bytes_get_size (frame));
}

/* Returns: (transfer floating): the body of a frame "step" that says why a program ended */
GVariant *
ws_host_make_refusal (const char *words)
{
  return ws_step_to_variant (&(WsStep){ .kind = WS_STEP_REFUSED, .words = (char *)words });
}

/* ---- faults ---- */

/* Told or not, the signal comes again, and ends the program. */
static void
fault_cb (int number, siginfo_t *info, void *data)
{
  guintptr address = (guintptr)info->si_addr;
  char *digit = fault.digit;

  if (info->si_code > 0 && ws_runtime_reserves (info->si_addr))
    {
      for (; *digit != 'x'; digit--, address /= 16)
        *digit = "0123456789abcdef"[address % 16];
      write_frame (fault.history, fault.frame, fault.size);
    }
  raise (number);
}

/**
 * ws_host_catch_faults:
 * @history: descriptor of the history; -1: there is none
 *
 * From now on the history of a program that is killed for accessing device memory from the host has
 * a step that says so.
 */
void
ws_host_catch_faults (int history)
{
  struct sigaction action = { .sa_sigaction = fault_cb,
                              .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND };
  g_autofree char *words =
      g_strdup_printf (_ ("main() accesses device memory at address %s directly: copy it with "
                          "cudaMemcpy() first."),
                       ADDRESS);
  g_autoptr (GVariant) body = g_variant_ref_sink (ws_host_make_refusal (words));
  char *address;

  if (history < 0)
    return;
  fault.history = history;
  fault.frame = g_bytes_unref_to_data (ws_protocol_pack ("step", body, NULL), &fault.size);
  address = memmem (fault.frame, fault.size, ADDRESS, strlen (ADDRESS));
  g_return_if_fail (address != NULL);
  fault.digit = address + strlen (ADDRESS) - 1;
  sigaction (SIGSEGV, &action, NULL);
}
