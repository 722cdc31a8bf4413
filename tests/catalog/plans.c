#include "plans.h"

WsJob *
plan_make_job (WsCatalog *catalog, const WsPlan *plan, const char *blocks, gboolean keeps_input)
{
  g_autoptr (GError) error = NULL;
  WsJob *job = ws_plan_make_job (plan, catalog, keeps_input, &error);

  g_assert_no_error (error);
  job->blocks = g_strdup (blocks);
  return job;
}

WsRun *
plan_record (WsDevice *device, WsCatalog *catalog, const WsPlan *plan, const char *blocks,
             gint64 date, WsRun **partial, GError **error)
{
  g_autoptr (WsJob) job = plan_make_job (catalog, plan, blocks, FALSE);

  return ws_session_record (device, job, date, NULL, NULL, NULL, partial, error);
}

gboolean
plan_compute (WsDevice *device, WsCatalog *catalog, const WsPlan *plan, WsVerdict *verdict,
              GError **error)
{
  g_autoptr (WsJob) job = plan_make_job (catalog, plan, NULL, FALSE);

  return ws_session_compute (device, job, verdict, error);
}

gboolean
plan_time (WsDevice *device, WsCatalog *catalog, const WsPlan *plan, const WsTimingRequest *request,
           WsSessionSample sample, gpointer user_data, WsTiming *timing, GError **error)
{
  g_autoptr (WsJob) job = plan_make_job (catalog, plan, NULL, TRUE);

  return ws_session_time (device, job, request, NULL, sample, user_data, timing, NULL, error);
}

GPtrArray *
plan_count (WsDevice *device, WsCatalog *catalog, const WsPlan *plan, guint launch, GError **error)
{
  g_autoptr (WsJob) job = plan_make_job (catalog, plan, NULL, FALSE);

  return ws_session_count (device, job, launch, NULL, error);
}

guint64
plan_expect (const WsPlan *plan, GBytes *input, double *bound)
{
  return ws_fold (ws_plan_get_fold (plan), plan->parameters.type, input,
                  ws_plan_count_roundings (plan), bound);
}

gsize
plan_fill_params (WsCatalog *catalog, const WsPlan *plan, const guint64 *buffers, guint8 *params)
{
  g_autoptr (WsJob) job = plan_make_job (catalog, plan, NULL, FALSE);

  return ws_job_fill_parameters (job, ws_job_get_launch (job, 0), buffers, params);
}
