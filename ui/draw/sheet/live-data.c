/* live-data.c: the figures behind live timings: each kept sample. */
#include "table/private.h"
#include "sheet/sheet.h"

#include <math.h>

static void
set_summary (WsData *self, const WsLive *live)
{
  WsTimingSummary summary;

  ws_data_set_number (self, "samples", (double)ws_live_get_n_total (live));
  ws_data_set_number (self, "samples_kept", ws_live_get_n_kept (live));
  if (ws_live_get_n_kept (live) == 0)
    return;
  ws_live_summarise (live, &summary);
  ws_data_set_number (self, "median_ns", (double)summary.median_ns);
  ws_data_set_number (self, "p5_ns", (double)summary.p5_ns);
  ws_data_set_number (self, "p95_ns", (double)summary.p95_ns);
  ws_data_set_number (self, "min_ns", (double)summary.min_ns);
  ws_data_set_number (self, "max_ns", (double)summary.max_ns);
}

/**
 * ws_data_new_for_live:
 * @live: timings
 *
 * Returns: (transfer full): a table with a row for each kept sample, oldest first
 */
WsData *
ws_data_new_for_live (const WsLive *live)
{
  static const char *const columns[] = { "sample", "duration_ns", "input_bytes_per_s", NULL };
  WsData *self;
  guint n;
  guint64 first;

  g_return_val_if_fail (live != NULL, NULL);

  n = ws_live_get_n_kept (live);
  first = ws_live_get_n_total (live) - n;
  self = ws_data_new ("live");
  ws_data_set_device (self, live->device_name, live->device, live->driver);
  ws_data_set_origin (self, live->origin);
  ws_data_set_date (self, "date", live->date);
  ws_data_set_text (self, "kernel", live->kernel);
  ws_data_set_text (self, "kernel_title", live->title);
  ws_data_set_number (self, "n", (double)live->n);
  ws_data_set_number (self, "block", live->block);
  ws_data_set_number (self, "grid", live->grid > 0 ? (double)live->grid : NAN);
  ws_data_set_number (self, "input_bytes", live->n_bytes > 0 ? (double)live->n_bytes : NAN);
  ws_data_set_text (self, "l2_cache", live->rotates ? "kept out" : "may answer");
  ws_data_set_number (self, "peak_bytes_per_s",
                      live->peak_bytes_per_s > 0 ? (double)live->peak_bytes_per_s : NAN);
  ws_data_set_number (self, "copy_bytes_per_s",
                      live->copy_bytes_per_s > 0 ? (double)live->copy_bytes_per_s : NAN);
  set_summary (self, live);
  ws_data_add_columns (self, columns);
  for (guint i = 0; i < n; i++)
    {
      double ns = (double)ws_live_get_duration_ns (live, i);

      ws_data_add_row (self);
      ws_data_put_number (self, (double)(first + i));
      ws_data_put_number (self, ns);
      ws_data_put_number (self,
                          ns > 0 && live->n_bytes > 0 ? (double)live->n_bytes / (ns * 1e-9) : NAN);
    }
  return self;
}
