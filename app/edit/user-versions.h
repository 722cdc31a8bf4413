/* user-versions.h: the versions of the user's kernel that ran, and their results. */
#pragma once

#include "record/run.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define WS_USER_MAX_VERSIONS 50

/**
 * WsUserVersion:
 * @text: of the source
 * @time: of its last run, as in "12:03:11"
 * @took: total time of its launches, as in "41.2 µs"; empty if unknown
 * @origin: whether @took is measured or modelled
 * @has_verdict: whether its result was checked
 * @is_right: whether it was right
 * @n_findings: number of findings
 * @cause: (nullable): main cause of its first launch's time; %NULL until known
 * @run: (nullable): kept for the newest versions only
 *
 * A text that ran.
 */
typedef struct {
  char *text;
  char *time;
  char *took;
  WsOrigin origin;
  gboolean has_verdict;
  gboolean is_right;
  guint n_findings;
  char *cause;
  WsRun *run;
} WsUserVersion;

#define WS_TYPE_USER_VERSIONS (ws_user_versions_get_type ())
G_DECLARE_FINAL_TYPE (WsUserVersions, ws_user_versions, WS, USER_VERSIONS, GObject)

/* Signal: changed. */
WsUserVersions *ws_user_versions_new (void);
void ws_user_versions_take (WsUserVersions *self, WsRun *run);
void ws_user_versions_clear (WsUserVersions *self);
guint ws_user_versions_get_n (WsUserVersions *self);
const WsUserVersion *ws_user_versions_get (WsUserVersions *self, guint index);
guint ws_user_versions_get_present (WsUserVersions *self);

G_END_DECLS
