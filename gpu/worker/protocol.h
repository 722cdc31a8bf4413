/* protocol.h: the frames that a worker and whoever started it exchange on the worker's stdin and
 * stdout.
 *
 * A frame is the four bytes "WSF1", the length of the payload as 32 bits, little-endian, and the
 * payload: a serialised GVariant of type (sv), little-endian, in normal form: the name of a message
 * and what it says.
 *
 *   to the worker    devices ()                     record a{sv}, time a{sv}: see ws_protocol_job_*
 * cancel () from the worker  hello (version, pid)           devices a(ssssbbv)      progress (ds)
 * sample (tuu) run v      partial v           error (sis)             done ()
 *
 * Every job ends with done or error. What arrives is taken from strangers: a length over the limit,
 * a wrong magic, or a payload that is not what it says is an error, never a crash.
 */
#pragma once

#include "record/run.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define WS_PROTOCOL_VERSION   1
#define WS_PROTOCOL_MAX_BYTES (G_GUINT64_CONSTANT (2) << 30)

#define WS_PROTOCOL_ERROR (ws_protocol_error_quark ())
GQuark ws_protocol_error_quark (void);
typedef enum {
  WS_PROTOCOL_ERROR_NONSENSE,
  WS_PROTOCOL_ERROR_CLOSED, /* the other end is gone, between two frames */
} WsProtocolError;

/* @body: (nullable) (transfer floating) */
gboolean ws_protocol_write (GOutputStream *stream, const char *message, GVariant *body,
                            GCancellable *cancellable, GError **error);
/* (transfer full): the body; @message: (out) (transfer full) */
GVariant *ws_protocol_read (GInputStream *stream, char **message, GCancellable *cancellable,
                            GError **error);
/* A whole frame's payload. */
GVariant *ws_protocol_parse (GBytes *payload, char **message, GError **error);

GVariant *ws_protocol_error_to_variant (const GError *error);
GError *ws_protocol_error_from_variant (GVariant *variant);

G_END_DECLS
