/* file.h: .wsrun files: magic "WSRUN\0\0\1", then a version, then the run as a GVariant,
 * little-endian. Version 3 adds driver and date; a file of version 2 is read without them. bounds.h
 * limits what a run may contain. */
#pragma once

#include "record/run.h"

#include <gio/gio.h>

G_BEGIN_DECLS

WsRun *ws_run_load (GFile *file, GCancellable *cancellable, GError **error);
WsRun *ws_run_load_bytes (GBytes *bytes, GError **error);
GBytes *ws_run_to_bytes (const WsRun *run, GError **error);
gboolean ws_run_save (const WsRun *run, GFile *file, GCancellable *cancellable, GError **error);
GBytes *ws_record_read_file (GFile *file, GCancellable *cancellable, GError **error);

G_END_DECLS
