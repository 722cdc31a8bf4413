/* The inspector: groups, rows that open, copies, search, names, and text that is never cut.
 * WS_PICTURES=FOLDER writes what it shows. */
#include "helpers.h"
#include "paths.h"
#include "recorded.h"
#include "synthetic.h"
#include "inspector/cause-list.h"
#include "inspector/inspector.h"
#include "inspector/metric-row.h"

#include <adwaita.h>
#include <string.h>

typedef struct {
  WsPlayhead *playhead;
  WsRun *run;
  GtkWidget *inspector;
  GtkWidget *window;
} Fixture;

static void
load_style (void)
{
  GtkCssProvider *provider = gtk_css_provider_new ();

  gtk_css_provider_load_from_path (provider, WS_SOURCE_DIR "/resources/style.css");
  gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                              GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  g_object_unref (provider);
}

static WsInspection *
get_inspection (Fixture *fixture)
{
  return ws_metric_list_get_inspection (ws_inspector_get_list (WS_INSPECTOR (fixture->inspector)));
}

static gboolean
has_all (gpointer data)
{
  Fixture *fixture = data;
  guint n = get_inspection (fixture)->figures->len;

  return helper_find (fixture->inspector, WS_TYPE_METRIC_ROW, n - 1) != NULL
         && helper_find (fixture->inspector, WS_TYPE_METRIC_ROW, n) == NULL;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->playhead = ws_playhead_new ();
  fixture->run = recorded_new (&(Recorded){ "reduce1", "h200", 1 << 16, 128 });
  fixture->inspector = g_object_new (WS_TYPE_INSPECTOR, NULL);
  fixture->window = helper_open (fixture->inspector, 262, 900);
  ws_inspector_set_playhead (WS_INSPECTOR (fixture->inspector), fixture->playhead);
  ws_playhead_set_run (fixture->playhead, fixture->run);
  helper_iterate (60);
  g_assert_true (helper_wait (has_all, fixture));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  helper_close (fixture->window);
  g_object_unref (fixture->playhead);
  ws_run_unref (fixture->run);
}

static const WsFigure *
find_figure (WsInspection *inspection, const char *id)
{
  for (guint i = 0; i < inspection->figures->len; i++)
    if (g_str_equal (g_array_index (inspection->figures, WsFigure, i).id, id))
      return &g_array_index (inspection->figures, WsFigure, i);
  return NULL;
}

static WsMetricRow *
find_row (Fixture *fixture, const char *id)
{
  GtkWidget *row;

  for (guint i = 0; (row = helper_find (fixture->inspector, WS_TYPE_METRIC_ROW, i)) != NULL; i++)
    if (g_str_equal (ws_metric_row_get_figure (WS_METRIC_ROW (row))->id, id))
      return WS_METRIC_ROW (row);
  g_error ("there is no row %s", id);
}

static guint
count_rows (Fixture *fixture)
{
  guint n = 0;
  GtkWidget *row;

  for (guint i = 0; (row = helper_find (fixture->inspector, WS_TYPE_METRIC_ROW, i)) != NULL; i++)
    n += gtk_widget_get_child_visible (row);
  return n;
}

/* (transfer full): the run as a real GPU's, with two counters of its first launch */
static WsRun *
add_counters (WsRun *run)
{
  g_autoptr (GPtrArray) counters = ws_counters_new ();
  static const WsCounter read[] = {
    { 0, (char *)"smsp__thread_inst_executed_per_inst_executed.ratio", (char *)"", 16 },
    { 0, (char *)"smsp__inst_executed.sum", (char *)"", 1000000 },
    { 0, (char *)"dram__bytes_read.sum", (char *)"bytes", 12345 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (read); i++)
    {
      WsCounter *counter = g_memdup2 (&read[i], sizeof read[i]);

      counter->name = g_strdup (read[i].name);
      counter->unit = g_strdup (read[i].unit);
      g_ptr_array_add (counters, counter);
    }
  return ws_run_with_counters (run, 0, counters);
}

/* What is derived, what is of the clock and what hardware counted stand apart, in that order. */
static void
test_groups (Fixture *fixture, gconstpointer data)
{
  WsInspection *shown = get_inspection (fixture);
  g_autoptr (WsRun) counted = add_counters (fixture->run);
  g_autoptr (WsInspection) with = ws_inspection_new (counted, 0, NULL);
  guint n[WS_N_FIGURE_KINDS] = { 0 };
  WsFigureKind kind = WS_FIGURE_DERIVED;

  for (guint i = 0; i < with->figures->len; i++)
    {
      const WsFigure *figure = &g_array_index (with->figures, WsFigure, i);

      g_assert_cmpuint (figure->kind, >=, kind);
      kind = figure->kind;
      n[kind]++;
      if (kind != WS_FIGURE_HARDWARE)
        g_assert_cmpint (kind == WS_FIGURE_CLOCK, ==, figure->metric.group == WS_METRIC_CLOCK);
    }
  g_assert_cmpuint (n[WS_FIGURE_DERIVED], >, 15);
  g_assert_cmpuint (n[WS_FIGURE_CLOCK], >=, 7);
  g_assert_cmpuint (n[WS_FIGURE_HARDWARE], ==, 3);
  g_assert_cmpuint (shown->figures->len, ==, n[WS_FIGURE_DERIVED] + n[WS_FIGURE_CLOCK]);
  g_assert_cmpuint (count_rows (fixture), ==, shown->figures->len);
  g_assert_nonnull (helper_find_label (fixture->inspector, "Derived"));
  g_assert_nonnull (helper_find_label (fixture->inspector, "Modelled"));
  g_assert_nonnull (helper_find_label (fixture->inspector, "Global memory"));
  g_assert_null (helper_find_label (fixture->inspector, "Hardware"));
  g_assert_nonnull (helper_find_label (fixture->inspector, "Launch 1 of 3 · Virtual NVIDIA H200"));
}

/* A row opens by a key, says how its figure was computed, and stays open when the run changes. */
static void
test_opens (Fixture *fixture, gconstpointer data)
{
  const char *label = "Warp execution efficiency: 74.5\u00a0%";
  WsMetricRow *row = find_row (fixture, "warp-execution-efficiency");
  g_autoptr (WsRun) other = recorded_new (&(Recorded){ "reduce1", "h200", 1 << 15, 128 });
  static const char *const said[] = { "active lanes / (warp instructions × 32)",
                                      "execution_\u200befficiency", "smsp__", "divide it by 32",
                                      "Copy" };

  g_assert_false (ws_metric_row_get_expanded (row));
  g_signal_emit_by_name (gtk_widget_get_parent (GTK_WIDGET (row)), "row-activated", row);
  g_assert_true (ws_metric_row_get_expanded (row));
  for (guint i = 0; i < G_N_ELEMENTS (said); i++)
    g_assert_nonnull (helper_find_label (GTK_WIDGET (row), said[i]));
  gtk_test_accessible_assert_state (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_STATE_EXPANDED, TRUE);
  /* the same rows, of another run */
  ws_playhead_set_run (fixture->playhead, other);
  g_assert_true (row == find_row (fixture, "warp-execution-efficiency"));
  g_assert_true (ws_metric_row_get_expanded (row));
  /* other rows */
  ws_playhead_set_run (fixture->playhead, NULL);
  g_assert_cmpuint (count_rows (fixture), ==, 0);
  ws_playhead_set_run (fixture->playhead, fixture->run);
  row = find_row (fixture, "warp-execution-efficiency");
  g_assert_true (ws_metric_row_get_expanded (row));
  g_signal_emit_by_name (gtk_widget_get_parent (GTK_WIDGET (row)), "row-activated", row);
  g_assert_false (ws_metric_row_get_expanded (row));
  /* by a name: the macro makes its arguments part of a format */
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, label);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "active lanes / (warp instructions × 32)");
}

/* Another block changes nothing; another launch and the plan do. */
static void
test_scope (Fixture *fixture, gconstpointer data)
{
  GtkWidget *plan = helper_find (fixture->inspector, GTK_TYPE_TOGGLE_BUTTON, 1);
  WsInspection *of_launch = get_inspection (fixture);
  double instructions = find_figure (of_launch, "warp-instructions")->metric.value;

  ws_playhead_set_block (fixture->playhead, 511);
  g_assert_true (get_inspection (fixture) == of_launch);
  ws_playhead_set_block (fixture->playhead, 3); /* not recorded: the launch's figures are there */
  g_assert_true (get_inspection (fixture) == of_launch);
  ws_playhead_set_launch (fixture->playhead, 1);
  g_assert_cmpuint (get_inspection (fixture)->launch, ==, 1);
  g_assert_nonnull (helper_find_label (fixture->inspector, "Launch 2 of 3"));
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (plan)), ==, "Plan");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (plan), TRUE);
  g_assert_cmpuint (get_inspection (fixture)->launch, ==, WS_NONE);
  g_assert_nonnull (helper_find_label (fixture->inspector, "All 3 launches"));
  g_assert_cmpfloat (find_figure (get_inspection (fixture), "warp-instructions")->metric.value, >,
                     instructions);
  gtk_toggle_button_set_active (
      GTK_TOGGLE_BUTTON (helper_find (fixture->inspector, GTK_TYPE_TOGGLE_BUTTON, 0)), TRUE);
  g_assert_cmpuint (get_inspection (fixture)->launch, ==, 1);
}

/* Hardware's value of the same figure stands beside ours, in its unit, with the difference. */
/* The rows are the figures', in their order. */
static void
check_rows (Fixture *fixture)
{
  WsInspection *inspection = get_inspection (fixture);

  g_assert_true (helper_wait (has_all, fixture)); /* they do not come all at once */
  for (guint i = 0; i < inspection->figures->len; i++)
    g_assert_true (ws_metric_row_get_figure (
                       WS_METRIC_ROW (helper_find (fixture->inspector, WS_TYPE_METRIC_ROW, i)))
                   == &g_array_index (inspection->figures, WsFigure, i));
}

/* Another run: what it has in common with the last stays where it is, open or closed; the rest
 * comes and goes. */
static void
test_runs (Fixture *fixture, gconstpointer data)
{
  static const char *const kernels[] = { "vector_add", "reduce8", "bank_stride", "reduce1" };
  WsMetricRow *row = find_row (fixture, "branch-efficiency");
  guint n_least = G_MAXUINT;
  guint n_most = 0;

  ws_metric_row_set_expanded (row, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (kernels); i++)
    {
      g_autoptr (WsRun) run = recorded_new (&(Recorded){ kernels[i], "h200", 1 << 12, 128 });

      ws_playhead_set_run (fixture->playhead, run);
      check_rows (fixture);
      g_assert_true (find_row (fixture, "branch-efficiency") == row);
      g_assert_true (ws_metric_row_get_expanded (row));
      n_least = MIN (n_least, get_inspection (fixture)->figures->len);
      n_most = MAX (n_most, get_inspection (fixture)->figures->len);
    }
  g_assert_cmpuint (n_least, <, n_most);
  /* one that comes while the rows of another do */
  for (guint i = 0; i < G_N_ELEMENTS (kernels); i++)
    {
      g_autoptr (WsRun) run = recorded_new (&(Recorded){ kernels[i], "h200", 1 << 12, 128 });

      ws_playhead_set_run (fixture->playhead, i % 2 == 0 ? NULL : run);
      ws_playhead_set_run (fixture->playhead, run);
    }
  check_rows (fixture);
  ws_playhead_set_run (fixture->playhead, NULL);
  helper_iterate (60);
  g_assert_null (helper_find (fixture->inspector, WS_TYPE_METRIC_ROW, 0));
}

static void
test_counters (Fixture *fixture, gconstpointer data)
{
  g_autoptr (WsRun) counted = add_counters (fixture->run);
  const WsFigure *figure;
  g_autofree char *share = NULL;
  g_autofree char *count = NULL;

  ws_playhead_set_run (fixture->playhead, counted);
  figure = find_figure (get_inspection (fixture), "warp-execution-efficiency");
  g_assert_true (figure->has_hardware);
  g_assert_cmpfloat (figure->hardware, ==, 50);
  share = ws_figure_format_hardware (figure);
  g_assert_cmpstr (share, ==, "50.0\u00a0%, −24.5\u00a0points");
  figure = find_figure (get_inspection (fixture), "warp-instructions");
  count = ws_figure_format_hardware (figure);
  g_assert_true (g_str_has_prefix (count, "1\u202f000\u202f000, +"));
  g_assert_true (g_str_has_suffix (count, "\u00a0%"));
  g_assert_false (find_figure (get_inspection (fixture), "branch-efficiency")->has_hardware);
  g_assert_cmpuint (helper_count_labels (fixture->inspector, "Hardware counter: "), >=, 2);
  g_assert_nonnull (helper_find_label (fixture->inspector, "Hardware counters"));
  g_assert_nonnull (helper_find_label (fixture->inspector, "Bytes read from DRAM"));
  /* of another launch they are not known */
  ws_playhead_set_launch (fixture->playhead, 1);
  g_assert_null (helper_find_label (fixture->inspector, "Hardware counters"));
}

/* Modelled times say how far they are off. */
static void
test_fidelity (Fixture *fixture, gconstpointer data)
{
  g_assert_nonnull (
      helper_find_label (fixture->inspector, "Modelled times of such kernels are on average "));
}

static void
test_copies (Fixture *fixture, gconstpointer data)
{
  WsInspection *shown = get_inspection (fixture);
  const WsFigure *figure = find_figure (shown, "global-load-transactions-per-request");
  g_autofree char *one = ws_inspection_figure_to_text (shown, figure);
  g_autofree char *all = ws_inspection_to_text (shown, NULL);
  g_autofree char *html = ws_inspection_to_html (shown, NULL);
  g_auto (GStrv) lines = g_strsplit (all, "\n", -1);

  g_assert_cmpstr (
      one, ==,
      "Global load transactions per request: 4 (modelled)\n"
      "= 32-byte sectors / load requests\n"
      "8192 32-byte sectors of 2048 load requests\n"
      "nvprof: gld_transactions_per_request\n"
      "Nsight Compute: l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio\n"
      "Kernel 1: interleaved addressing · n = 65536, 512 blocks of 128 threads · "
      "Launch 1 of 3 · Virtual NVIDIA H200 · modelled · 2026-11-21\n");
  g_assert_cmpuint (g_strv_length (lines), ==, 2 + shown->figures->len + 1);
  g_assert_cmpstr (lines[1], ==,
                   "group\tfigure\tvalue\tunit\tformula\tnumerator\tcounts\tdenominator\tcounts\t"
                   "hardware\tnvprof\tNsight Compute");
  for (guint i = 0; i < shown->figures->len; i++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[2 + i], "\t", -1);

      g_assert_cmpuint (g_strv_length (cells), ==, 12);
      g_assert_cmpstr (cells[1], ==, g_array_index (shown->figures, WsFigure, i).title);
      if (g_str_equal (cells[10], "gld_transactions_per_request"))
        g_assert_cmpstr (lines[2 + i], ==,
                         "Derived\tGlobal load transactions per request\t4\t\t"
                         "32-byte sectors / load requests\t8192\t32-byte sectors\t2048\t"
                         "load requests\t\tgld_transactions_per_request\t"
                         "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio");
    }
  g_assert_true (g_str_has_prefix (html, "<meta charset=\"utf-8\">\n<table>"));
  g_assert_nonnull (strstr (html, "<td>gld_transactions_per_request</td>"));
}

/* Below the figures, why it is slow. */
static void
test_cause_copies (Fixture *fixture, gconstpointer data)
{
  WsInspection *shown = get_inspection (fixture);
  g_autoptr (WsCauses) causes = ws_causes_new (shown->run, shown->launch);
  g_autofree char *all = ws_inspection_to_text (shown, causes);
  g_autofree char *html = ws_inspection_to_html (shown, causes);
  g_auto (GStrv) lines = g_strsplit (all, "\n", -1);
  guint first = 2 + shown->figures->len;

  g_assert_cmpuint (causes->n_causes, >, 0);
  g_assert_cmpuint (g_strv_length (lines), ==, first + 2 + causes->n_causes + 1);
  g_assert_cmpstr (lines[first], ==, "");
  g_assert_cmpstr (lines[first + 1], ==,
                   "cause\ttimes as fast\tshare of the time\tfigure\twhere\testimate\tcure");
  for (guint i = 0; i < causes->n_causes; i++)
    {
      const WsCause *cause = &causes->causes[i];
      g_auto (GStrv) cells = g_strsplit (lines[first + 2 + i], "\t", -1);
      g_autofree char *place = ws_cause_describe_place (cause, shown->run, shown->launch);

      g_assert_cmpuint (g_strv_length (cells), ==, 7);
      g_assert_cmpstr (cells[0], ==, cause->title);
      g_assert_cmpfloat (ABS (g_ascii_strtod (cells[1], NULL) - cause->factor), <, 1e-6);
      g_assert_cmpfloat (ABS (g_ascii_strtod (cells[2], NULL) - cause->share), <, 1e-6);
      g_assert_cmpstr (cells[3], ==, cause->figure);
      g_assert_cmpstr (cells[4], ==, place != NULL ? place : "");
      g_assert_cmpstr (cells[5], ==, cause->how);
      g_assert_cmpstr (cells[6], ==, cause->cure != NULL ? cause->cure : "");
    }
  g_assert_nonnull (strstr (html, "<th>cause</th>"));
}

/* Of a real GPU they say its driver. */
static void
test_measured_copies (void)
{
  g_autoptr (WsRun) run = synthetic_measured_run_new (SYNTHETIC_INTERLEAVED, 128, SYNTHETIC_SMALL);
  g_autoptr (WsInspection) figures = ws_inspection_new (run, 0, NULL);
  g_autofree char *all = ws_inspection_to_text (figures, NULL);
  g_autofree char *html = ws_inspection_to_html (figures, NULL);
  static const char expected[] = "NVIDIA H200 · measured · driver 580.159 · 2026-11-21";
  g_auto (GStrv) lines = g_strsplit (all, "\n", 2);

  g_assert_true (g_str_has_suffix (lines[0], expected));
  g_assert_nonnull (strstr (html, expected));
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  *(char **)data = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
}

static gboolean
is_there (gpointer text)
{
  return *(char **)text != NULL;
}

/* The keys put them on the clipboard, as text and as a table. */
static void
test_clipboard (Fixture *fixture, gconstpointer data)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (fixture->window);
  WsMetricRow *row = find_row (fixture, "branch-efficiency");
  g_autofree char *one = NULL;
  g_autofree char *all = NULL;

  g_assert_true (helper_press (GTK_WIDGET (row), GDK_KEY_c, GDK_CONTROL_MASK));
  gdk_clipboard_read_text_async (clipboard, NULL, read_cb, &one);
  g_assert_true (helper_wait (is_there, &one));
  g_assert_true (g_str_has_prefix (one, "Branch efficiency: "));
  g_assert_true (helper_press (fixture->inspector, GDK_KEY_c, GDK_CONTROL_MASK | GDK_SHIFT_MASK));
  gdk_clipboard_read_text_async (clipboard, NULL, read_cb, &all);
  g_assert_true (helper_wait (is_there, &all));
  g_assert_nonnull (strstr (all, "\tBranch efficiency\t"));
  g_assert_true (
      gdk_content_formats_contain_mime_type (gdk_clipboard_get_formats (clipboard), "text/html"));
  gdk_clipboard_set_content (clipboard, NULL);
}

static void
test_search (Fixture *fixture, gconstpointer data)
{
  guint n = count_rows (fixture);
  GtkWidget *entry = helper_find (fixture->inspector, GTK_TYPE_SEARCH_ENTRY, 0);
  WsMetricList *list = ws_inspector_get_list (WS_INSPECTOR (fixture->inspector));

  ws_metric_row_set_expanded (find_row (fixture, "warp-instructions"), TRUE);
  g_assert_true (helper_press (fixture->inspector, GDK_KEY_f, GDK_CONTROL_MASK));
  gtk_editable_set_text (GTK_EDITABLE (entry), "GLD_ request");
  helper_iterate (400); /* it waits until typing pauses */
  g_assert_cmpuint (count_rows (fixture), ==, 1);
  ws_metric_list_set_filter (list, "branch");
  g_assert_cmpuint (count_rows (fixture), ==, 2);
  ws_metric_list_set_filter (list, "no such thing \\ %s");
  g_assert_cmpuint (count_rows (fixture), ==, 0);
  ws_metric_list_set_filter (list, "branch");
  g_assert_true (helper_press (entry, GDK_KEY_Down, 0));
  g_assert_true (
      gtk_widget_is_ancestor (gtk_root_get_focus (gtk_widget_get_root (entry)), GTK_WIDGET (list)));
  g_signal_emit_by_name (entry, "stop-search");
  helper_iterate (400);
  ws_metric_list_set_filter (list, "");
  g_assert_cmpuint (count_rows (fixture), ==, n);
  /* what was open is open, though its row was not among those found */
  g_assert_true (ws_metric_row_get_expanded (find_row (fixture, "warp-instructions")));
  g_assert_false (ws_metric_row_get_expanded (find_row (fixture, "branch-efficiency")));
}

/* NVIDIA, Nsight Compute CLI manual, "nvprof Metric Comparison". */
static void
test_names (Fixture *fixture, gconstpointer data)
{
  static const char *const pairs[][2] = {
    { "achieved_occupancy", "sm__warps_active.avg.pct_of_peak_sustained_active" },
    { "branch_efficiency", "smsp__sass_average_branch_targets_threads_uniform.pct" },
    { "warp_execution_efficiency", "smsp__thread_inst_executed_per_inst_executed.ratio" },
    { "sm_efficiency", "smsp__cycles_active.avg.pct_of_peak_sustained_elapsed" },
    { "gld_efficiency", "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct" },
    { "gst_efficiency", "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct" },
    { "gld_throughput", "l1tex__t_bytes_pipe_lsu_mem_global_op_ld.sum.per_second" },
    { "gst_throughput", "l1tex__t_bytes_pipe_lsu_mem_global_op_st.sum.per_second" },
    { "gld_transactions", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum" },
    { "gst_transactions", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum" },
    { "gld_transactions_per_request",
      "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio" },
    { "gst_transactions_per_request",
      "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio" },
    { "global_load_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum" },
    { "global_store_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum" },
    { "shared_efficiency", "smsp__sass_average_data_bytes_per_wavefront_mem_shared.pct" },
    { "shared_load_transactions", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum" },
    { "shared_store_transactions", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum" },
    { "shared_load_transactions_per_request", NULL },
    { "shared_store_transactions_per_request", NULL },
    { "inst_executed", "smsp__inst_executed.sum" },
    { "inst_per_warp", "smsp__average_inst_executed_per_warp.ratio" },
    { "inst_integer", "smsp__sass_thread_inst_executed_op_integer_pred_on.sum" },
    { "flop_count_sp", "smsp__sass_thread_inst_executed_ops_fadd_fmul_ffma_pred_on.sum" },
    { "tex_cache_hit_rate", "l1tex__t_sector_hit_rate.pct" },
    { "l2_tex_hit_rate", "lts__t_sector_hit_rate.pct" },
    /* not of that table: the share of loads, where the table has a quotient of sums of all; an
     * event each, and what leaves predicated-off lanes out */
    { "global_hit_rate", "l1tex__t_sector_pipe_lsu_mem_global_op_ld_hit_rate.pct" },
    { "divergent_branch", "smsp__sass_branch_targets_threads_divergent.sum" },
    { "shared_ld_bank_conflict", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum" },
    { "shared_st_bank_conflict", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum" },
    { "warp_nonpred_execution_efficiency",
      "smsp__thread_inst_executed_pred_on_per_inst_executed.ratio" },
  };
  WsInspection *shown = get_inspection (fixture);
  guint n = 0;

  for (guint i = 0; i < shown->figures->len; i++)
    {
      const WsMetric *metric = &g_array_index (shown->figures, WsFigure, i).metric;
      gboolean found = metric->nvprof == NULL;

      for (guint k = 0; k < G_N_ELEMENTS (pairs) && !found; k++)
        if (g_str_equal (metric->nvprof, pairs[k][0]))
          {
            g_assert_cmpstr (metric->ncu, ==, pairs[k][1]);
            found = TRUE;
            n++;
          }
      if (!found)
        g_error ("%s is not in the table", metric->nvprof);
    }
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (pairs));
}

/* A figure's parts at their limits. */
static void
test_formats (void)
{
  WsFigure figure = { .metric = { .unit = "", .numerator_name = "", .denominator_name = "" } };
  static const struct {
    const char *unit;
    double value;
    double hardware;
    const char *text;
    const char *beside;
  } cases[] = {
    { "", 0, 0, "0", "0, equal" },
    { "", 0, 72915, "0", "72\u202f915, not 0" },
    { "", 1000, 1000.01, "1000", "1000.01, nearly equal" },
    { "", 4, 5, "4", "5, +25.0\u00a0%" },
    { "%", 66.66, 50, "66.7\u00a0%", "50.0\u00a0%, −16.7\u00a0points" },
    { "ns", 29258, 31000, "29.3 µs", "31.0 µs, +6.0\u00a0%" },
    { "GB/s", 573.4, 573.4, "573 GB/s", "573 GB/s, equal" },
    { "bytes", 1e14, 1e14, "100\u202f000\u202f000\u202f000\u202f000\u00a0bytes",
      "100\u202f000\u202f000\u202f000\u202f000\u00a0bytes, equal" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *value = NULL;
      g_autofree char *beside = NULL;

      figure.metric.unit = cases[i].unit;
      figure.metric.value = cases[i].value;
      figure.hardware = cases[i].hardware;
      value = ws_metric_format_value (&figure.metric);
      beside = ws_figure_format_hardware (&figure);
      g_assert_cmpstr (value, ==, cases[i].text);
      g_assert_cmpstr (beside, ==, cases[i].beside);
    }
}

/* No label shows less than its text, whatever the width and the size of the type. */
static void
check_labels (GtkWidget *widget)
{
  if (!gtk_widget_get_child_visible (widget) || !gtk_widget_get_visible (widget))
    return;
  if (GTK_IS_LABEL (widget) && gtk_widget_get_width (widget) > 0)
    {
      PangoLayout *layout = gtk_label_get_layout (GTK_LABEL (widget));
      int width;
      int height;

      pango_layout_get_pixel_size (layout, &width, &height);
      g_assert_false (pango_layout_is_ellipsized (layout));
      g_assert_cmpint (width, <=, gtk_widget_get_width (widget) + 1);
      g_assert_cmpint (height, <=, gtk_widget_get_height (widget) + 1);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    check_labels (child);
}

static void
open_all (Fixture *fixture)
{
  GtkWidget *row;

  for (guint i = 0; (row = helper_find (fixture->inspector, WS_TYPE_METRIC_ROW, i)) != NULL; i++)
    ws_metric_row_set_expanded (WS_METRIC_ROW (row), TRUE);
  helper_iterate (500); /* until they have unfolded */
}

static void
test_widths (Fixture *fixture, gconstpointer data)
{
  static const int widths[] = { 230, 262, 300, 420, 1000 };
  g_autoptr (WsRun) counted = add_counters (fixture->run);
  const char *folder = g_getenv ("WS_PICTURES");

  ws_playhead_set_run (fixture->playhead, counted);
  open_all (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      g_autofree char *path =
          folder != NULL ? g_strdup_printf ("%s/inspector-%d.png", folder, widths[i]) : NULL;

      gtk_window_set_default_size (GTK_WINDOW (fixture->window), widths[i], 900);
      helper_iterate (120);
      g_assert_cmpint (gtk_widget_get_width (fixture->inspector), <=, widths[i] + 40);
      check_labels (fixture->inspector);
      helper_write_picture (fixture->window, path);
    }
  g_assert_cmpint (gtk_widget_get_width (fixture->inspector), >=, 900);
}

static void
show_pane_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  char **pane = data;

  g_free (*pane);
  *pane = g_variant_dup_string (parameter, NULL);
}

static WsCauseList *
wait_for_causes (Fixture *fixture)
{
  GtkWidget *list = helper_find (fixture->inspector, WS_TYPE_CAUSE_LIST, 0);

  g_assert_nonnull (list);
  while (ws_cause_list_get_causes (WS_CAUSE_LIST (list)) == NULL)
    g_main_context_iteration (NULL, TRUE);
  helper_iterate (60);
  return WS_CAUSE_LIST (list);
}

static GtkWidget *
find_cause_row (WsCauseList *list, guint n)
{
  return helper_find (GTK_WIDGET (list), GTK_TYPE_LIST_BOX_ROW, n);
}

/* First of all stands what would make it faster: a click, or a key, goes to where that is seen. */
static void
test_causes (Fixture *fixture, gconstpointer data)
{
  WsCauseList *list = wait_for_causes (fixture);
  const WsCauses *causes = ws_cause_list_get_causes (list);
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();
  g_autoptr (GSimpleAction) action = g_simple_action_new ("show-pane", G_VARIANT_TYPE_STRING);
  g_autofree char *pane = NULL;
  guint n_seen = 0;
  GtkWidget *row;

  g_signal_connect (action, "activate", G_CALLBACK (show_pane_cb), &pane);
  g_action_map_add_action (G_ACTION_MAP (actions), G_ACTION (action));
  gtk_widget_insert_action_group (fixture->window, "win", G_ACTION_GROUP (actions));
  g_assert_cmpuint (causes->n_causes, >, 0);
  g_assert_cmpuint (causes->n_causes, <=, WS_CAUSES_MOST);
  g_assert_nonnull (find_cause_row (list, causes->n_causes - 1));
  g_assert_null (find_cause_row (list, causes->n_causes));
  for (guint i = 0; i < causes->n_causes; i++)
    {
      const WsCause *cause = &causes->causes[i];

      ws_playhead_set_position (fixture->playhead, 0);
      row = find_cause_row (list, i);
      g_assert_nonnull (helper_find_label (row, cause->title));
      g_assert_nonnull (helper_find_label (row, cause->figure));
      if (i == 0)
        {
          GtkWidget *box = gtk_widget_get_parent (row);
          double x;
          double y;

          g_assert_true (gtk_widget_translate_coordinates (row, box, 20, 10, &x, &y));
          helper_click (box, x, y);
        }
      else
        {
          gtk_widget_grab_focus (row);
          g_signal_emit_by_name (row, "activate");
        }
      g_assert_nonnull (pane);
      if (cause->event == WS_NONE)
        continue;
      g_assert_cmpuint (ws_playhead_get_block (fixture->playhead), ==, cause->block);
      g_assert_cmpuint (ws_playhead_get_warp (fixture->playhead), ==, cause->warp);
      g_assert_cmpfloat (ws_playhead_get_position (fixture->playhead), ==, cause->event);
      g_assert_cmpstr (pane, ==, cause->place == WS_CAUSE_SEEN_IN_MEMORY ? "memory" : "lanes");
      n_seen++;
    }
  g_assert_cmpuint (n_seen, >, 0);
  /* another launch, other causes; none of no run */
  ws_playhead_set_launch (fixture->playhead, 2);
  g_assert_null (ws_cause_list_get_causes (list));
  causes = ws_cause_list_get_causes (wait_for_causes (fixture));
  /* one block: more work would be no gain of this launch */
  g_assert_true (causes->is_small);
  for (guint i = 0; i < causes->n_causes; i++)
    g_assert_cmpint (causes->causes[i].kind, !=, WS_CAUSE_FEW_BLOCKS);
  {
    g_autofree char *remark = ws_cause_describe_remark (&causes->remark);

    g_assert_nonnull (helper_find_label (GTK_WIDGET (list), remark));
  }
  ws_playhead_set_run (fixture->playhead, NULL);
  g_assert_null (ws_cause_list_get_causes (list));
  g_assert_null (find_cause_row (list, 0));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (!helper_init_gtk ())
    return 77;
  adw_init ();
  load_style ();
#define ADD(name, test) g_test_add (name, Fixture, NULL, set_up, test, tear_down)
  ADD ("/inspector/groups", test_groups);
  ADD ("/inspector/opens", test_opens);
  ADD ("/inspector/scope", test_scope);
  ADD ("/inspector/runs", test_runs);
  ADD ("/inspector/counters", test_counters);
  ADD ("/inspector/fidelity", test_fidelity);
  ADD ("/inspector/copies", test_copies);
  ADD ("/inspector/cause-copies", test_cause_copies);
  ADD ("/inspector/clipboard", test_clipboard);
  ADD ("/inspector/search", test_search);
  ADD ("/inspector/names", test_names);
  ADD ("/inspector/widths", test_widths);
  ADD ("/inspector/causes", test_causes);
  g_test_add_func ("/inspector/formats", test_formats);
  g_test_add_func ("/inspector/measured-copies", test_measured_copies);
  return g_test_run ();
}
