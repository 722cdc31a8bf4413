/* envelope.h: the header of the program's own files: eight bytes of magic, the version of the
 * format, four zeros; then a GVariant, little-endian. The sixteen bytes keep the variant on a
 * multiple of eight, so that what was read needs no second copy. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define WS_ENVELOPE_BYTES 16
#define WS_MAGIC_BYTES    8

/**
 * WsEnvelopeState:
 * @WS_ENVELOPE_GOOD: it is valid
 * @WS_ENVELOPE_SHORT: it ends before the variant begins
 * @WS_ENVELOPE_OTHER: its magic is another one
 * @WS_ENVELOPE_PADDED: the padding is not zero
 */
typedef enum {
  WS_ENVELOPE_GOOD,
  WS_ENVELOPE_SHORT,
  WS_ENVELOPE_OTHER,
  WS_ENVELOPE_PADDED,
} WsEnvelopeState;

GBytes *ws_envelope_pack (const char *magic, guint32 version, GVariant *variant, GError **error);
WsEnvelopeState ws_envelope_look (GBytes *bytes, const char *magic, guint32 *version);
GVariant *ws_envelope_open (GBytes *bytes, const GVariantType *type);
GVariant *ws_envelope_swap (GVariant *variant);

G_END_DECLS
