/* chosen.h: a kernel of the catalogue and what it is run with, in one line, for the tests of those
 * who ask a worker for it. */
#pragma once

#include "catalog/catalog.h"
#include "client/client.h"

G_BEGIN_DECLS

/**
 * Chosen:
 * @repeats: rounds of a kernel that repeats its work; others ignore it
 * @blocks: (nullable): blocks recorded in full
 * @keeps_input: as a timing has it
 * @n_source_bytes: of a source that is as long as that; 0 for the kernel's own
 *
 * As #WsPlanParameters; 0 and %NULL are the kernel's own.
 */
typedef struct {
  const char *device;
  const char *kernel;
  guint64 n;
  guint32 block;
  WsValueType type;
  const char *op;
  guint64 seed;
  guint32 max_grid;
  guint32 repeats;
  const char *blocks;
  gboolean keeps_input;
  gsize n_source_bytes;
} Chosen;

/* (transfer full): where the catalogue does not have the kernel, making the job says so */
WsJobSource *chosen_new_source (const Chosen *self);
void chosen_record_async (WsClient *client, const Chosen *self, GCancellable *cancellable,
                          WsClientProgress progress, gpointer progress_data,
                          GAsyncReadyCallback callback, gpointer user_data);
void chosen_time_async (WsClient *client, const Chosen *self, const WsTimeRequest *request,
                        GCancellable *cancellable, WsClientSamples samples, gpointer samples_data,
                        GAsyncReadyCallback callback, gpointer user_data);
void chosen_count_async (WsClient *client, const Chosen *self, guint launch,
                         GCancellable *cancellable, GAsyncReadyCallback callback,
                         gpointer user_data);

G_END_DECLS
