/* protocol.h: the frames that a worker and its client exchange on the worker's stdin and
 * stdout.
 *
 * A frame is the four bytes "WSF1", the length of the payload as 32 bits, little-endian, and the
 * payload: a serialised GVariant of type (sv), little-endian, in normal form: the name of a message
 * and what it says.
 *
 *   to the worker    devices ()
 *                    record, time, count a{sv}: device (s), job (a{sv}: see job/job.h); to time,
 *                    repeats (u), warmup (u), rotate (b), copy (b); to count, launch (u)
 *                    compute a{sv}: device (s), job (a{sv})
 *                    calibrate a{sv}: device (s)
 *                    compiler ()
 *                    compile a{sv}: see compile/compile.h
 *                    guess a{sv}: what a source is: see own/outline.h
 *                    build, make a{sv}: what is to be made of it: see own/order.h
 *                    examine a{sv}, write a{sv}: a form, and settings: see own/order.h
 *                    capture a{sv}: a program's history and its source: see reader/captured.h
 *                    edit a{sv}: a program's source before and after: see
 *                    reader/device-edit.h; its answer is that of compile
 *                    cancel ()
 *                    far (): the client is far away: from now on the worker squeezes what is
 * large, and a newline follows each message, for a line that is read by lines, as srun's
 *                    ping (t): to be answered at once, whatever runs
 *   from the worker  hello (uus): version, pid, the program's version; the version stays first
 *                    pong (t): the number of the ping
 *                    devices a(sssssbbmsmv): id, name, spec's id, state, uuid, usable, measured,
 *                    driver, spec
 *                    progress (ds)
 *                    alive (u): once a second while there is a request to answer, from a thread
 * that does nothing else: a number that differs from the last one where the work has gone on since
 *                    timing a{sv}: what samples are to be held against: bytes (t), grid (t),
 *                    copies (u), rotates (b), peak_bytes_per_s (t), copy_bytes_per_s (t), origin
 *                    (u); again after the last sample, with correct (b)
 *                    samples at: durations in ns, in the order in which they were measured: of
 *                    one kept back for 10 ms at most, and of 256 at most
 *                    counters a(ssd): name, unit, value
 *                    run v, partial v
 *                    computed aay: what each buffer that is written holds in the end
 *                    calibrated a{sv}: text (s): of a spec file
 *                    compiler a{sv}: name (s), library (s), include (s), place (u),
 *                    kind (u); for whole programs, host (s): its C++ compiler
 *                    compiled a{sv}: see compile/compile.h
 *                    guessed a{sv}: see own/outline.h; before an error, a bracket that may be to
 *                    blame
 *                    made, examined, written a{sv}: see own/order.h
 *                    captured a{sv}: see job/job.h
 *                    bye (): after this job the worker ends: its device is lost to it
 *                    again (): nothing was done: a new worker can serve this request, this one
 *                    cannot (sandbox/sandbox.h says why)
 *                    error (sis)
 *                    done ()
 *
 * A squeezed frame begins with "WSZ1", and has instead of the payload a frame of Zstandard that is
 * one: see wire/squeeze.h. Newlines may stand between frames. Both are read at any time. A client
 * that is far away says so before it has heard anything, and squeezes what it says itself.
 *
 * A timing of no repeats goes on until it is cancelled. A cancel gives up all that was asked for
 * before it, whether it has begun or not.
 *
 * A worker that was started with --compiler answers "compiler", "compile", "guess", "build",
 * "make", "examine" and "write", and nothing else; others do not. One that was started with
 * --programs answers "compiler" and "compile", and compiles a source with its main() to a shared
 * object.
 *
 * So a working worker is never silent, and two ways to hang differ: one that says nothing
 * is stopped, or its machine is; one that says the same number again and again waits for something
 * inside it that does not come. The number counts launches, messages, and what the virtual GPU
 * executes: a driver that compiles for long, or the host that fills a large input, does not move
 * it. So the same number is a reason to ask the user, and none to end the worker. Every job ends
 * with done, error or again. What arrives is taken from strangers: a length over the limit, a wrong
 * magic, or a payload that is not what it says is an error, never a crash.
 */
#pragma once

#include "record/run.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define WS_PROTOCOL_VERSION   14
#define WS_PROTOCOL_MAX_BYTES (G_GUINT64_CONSTANT (2) << 30)
/* Of each core's time, that a worker may take from one request or word of progress to the next. */
#define WS_PROTOCOL_CORE_SECONDS 600

#define WS_PROTOCOL_ERROR (ws_protocol_error_quark ())
GQuark ws_protocol_error_quark (void);
typedef enum {
  WS_PROTOCOL_ERROR_NONSENSE,
  WS_PROTOCOL_ERROR_CLOSED, /* the other end is gone, between two frames */
  WS_PROTOCOL_ERROR_CUT,    /* it is gone within a frame */
  WS_PROTOCOL_ERROR_REMOTE, /* of the other end's, in a domain that is not known here */
} WsProtocolError;

gboolean ws_protocol_write (GOutputStream *stream, const char *message, GVariant *body,
                            GCancellable *cancellable, GError **error);
GBytes *ws_protocol_pack (const char *message, GVariant *body, GError **error);
GBytes *ws_protocol_pack_squeezed (const char *message, GVariant *body, GError **error);
GVariant *ws_protocol_read (GInputStream *stream, char **message, GCancellable *cancellable,
                            GError **error);
GVariant *ws_protocol_read_counted (GInputStream *stream, gsize *n_read, char **message,
                                    GCancellable *cancellable, GError **error);

GVariant *ws_protocol_error_to_variant (const GError *error);
GError *ws_protocol_error_from_variant (GVariant *variant);

G_END_DECLS
