/* What a check found, in the window: the list that moves the playhead, the signs beside the code,
 * the mark on the track, the sentence, the picture, and what the kernel printed. */
#include "helpers.h"
#include "recorded.h"
#include "dataflow/hazards.h"
#include "editor/code-view.h"
#include "editor/finding-gutter.h"
#include "inspector/inspector.h"
#include "toolkit/text-section.h"
#include "playback/track.h"
#include "playback/caption.h"
#include "playback/transport.h"
#include "flow/flow.h"

#include <adwaita.h>
#include <math.h>
#include <string.h>

#define BLOCK     128
#define RACE_LINE 19 /* of race1.cu: it reads and writes */

typedef struct {
  WsPlayhead *playhead;
  WsRun *run;
  GtkWidget *inspector;
  GtkWidget *code;
  GtkWidget *caption;
  GtkWidget *transport;
  GtkWidget *window;
  GtkWidget *list;
} Fixture;

static WsRun *
record (const char *kernel, gboolean checked)
{
  return recorded_new (&(Recorded){
      .kernel = kernel, .spec = "h200", .n = BLOCK, .block = BLOCK, .checked = checked });
}

static void
set_up (Fixture *self, gconstpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->playhead = ws_playhead_new ();
  self->run = record ("race1", TRUE);
  self->inspector = g_object_new (WS_TYPE_INSPECTOR, NULL);
  self->code = ws_code_view_new ();
  self->caption = g_object_new (WS_TYPE_CAPTION, NULL);
  self->transport = g_object_new (WS_TYPE_TRANSPORT, NULL);
  gtk_widget_set_vexpand (self->code, TRUE);
  gtk_widget_set_vexpand (self->inspector, TRUE);
  gtk_box_append (GTK_BOX (box), self->code);
  gtk_box_append (GTK_BOX (box), self->inspector);
  gtk_box_append (GTK_BOX (box), self->caption);
  gtk_box_append (GTK_BOX (box), self->transport);
  self->window = helper_open (box, 700, 1000);
  ws_inspector_set_playhead (WS_INSPECTOR (self->inspector), self->playhead);
  ws_follower_set_playhead (WS_FOLLOWER (self->code), self->playhead);
  ws_follower_set_playhead (WS_FOLLOWER (self->caption), self->playhead);
  ws_follower_set_playhead (WS_FOLLOWER (self->transport), self->playhead);
  ws_playhead_set_run (self->playhead, self->run);
  self->list = GTK_WIDGET (ws_inspector_get_findings (WS_INSPECTOR (self->inspector)));
  helper_iterate (60);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  helper_close (self->window);
  g_object_unref (self->playhead);
  ws_run_unref (self->run);
}

static const WsFinding *
get_finding (Fixture *self)
{
  return g_ptr_array_index (self->run->findings, 0);
}

static void
keep_number_cb (WsFindingList *list, guint number, guint *kept)
{
  *kept = number;
}

static void
assert_there (Fixture *self)
{
  const WsFinding *finding = get_finding (self);

  g_assert_cmpuint (ws_playhead_get_launch (self->playhead), ==, finding->launch);
  g_assert_cmpuint (ws_playhead_get_block (self->playhead), ==, finding->block);
  g_assert_cmpuint (ws_playhead_get_warp (self->playhead), ==, finding->warp);
  g_assert_cmpfloat (ws_playhead_get_position (self->playhead), ==,
                     ws_hazards_find_event (self->run, 0));
  g_assert_false (ws_playhead_get_playing (self->playhead));
}

static gboolean
has_width (gpointer widget)
{
  return gtk_widget_get_width (widget) > 0;
}

static gboolean
has_none (gpointer widget)
{
  return gtk_widget_get_width (widget) == 0;
}

static gboolean
has_room (gpointer row)
{
  return gtk_widget_get_height (row) > 0;
}

/* Enter on a finding, or a click, moves launch, block, warp, lane and instant. */
static void
test_choose (Fixture *self, gconstpointer data)
{
  GtkWidget *row = helper_find (self->list, GTK_TYPE_LIST_BOX_ROW, 0);
  GtkWidget *rows = helper_find (self->list, GTK_TYPE_LIST_BOX, 0);
  graphene_rect_t bounds;
  guint lane = WS_NONE;

  g_assert_nonnull (row);
  g_assert_null (helper_find (self->list, GTK_TYPE_LIST_BOX_ROW, 1));
  g_assert_nonnull (helper_find_label (self->list, get_finding (self)->message));
  g_signal_connect (self->list, "lane-chosen", G_CALLBACK (keep_number_cb), &lane);
  ws_playhead_set_warp (self->playhead, 3);
  ws_playhead_set_position (self->playhead, 1);
  g_assert_true (gtk_widget_grab_focus (row));
  g_assert_true (gtk_widget_activate (row));
  assert_there (self);
  g_assert_cmpuint (lane, ==, get_finding (self)->lane);
  ws_playhead_set_position (self->playhead, 1);
  ws_playhead_set_playing (self->playhead, TRUE);
  g_assert_true (helper_wait (has_room, row));
  g_assert_true (gtk_widget_compute_bounds (row, rows, &bounds));
  helper_click (rows, bounds.origin.x + 40, bounds.origin.y + bounds.size.height / 2);
  assert_there (self);
}

/* A block that was not recorded is asked for; once it is there, it is shown. */
static void
test_awaits (Fixture *self, gconstpointer data)
{
  const WsFinding *finding = get_finding (self);
  g_autoptr (WsRun) again = record ("race1", TRUE);
  WsFinding *elsewhere;
  guint block = WS_NONE;

  elsewhere = g_ptr_array_index (self->run->findings, 0);
  g_signal_connect (self->list, "block-chosen", G_CALLBACK (keep_number_cb), &block);
  elsewhere->block = 7;
  ws_finding_list_choose (WS_FINDING_LIST (self->list), 0);
  elsewhere->block = 0;
  g_assert_cmpuint (block, ==, 7);
  g_assert_cmpfloat (ws_playhead_get_position (self->playhead), !=,
                     ws_hazards_find_event (self->run, 0));
  g_assert_cmpuint (finding->block, ==, 0);
  ws_playhead_set_run (self->playhead, again);
  assert_there (self);
}

static gboolean
is_shown (GtkWidget *widget, const char *text)
{
  GtkWidget *label = helper_find_label (widget, text);

  return label != NULL && gtk_widget_get_mapped (label);
}

/* Who checked and found nothing says so; who did not check says nothing. */
static void
test_nothing (Fixture *self, gconstpointer data)
{
  const char *nothing = "No findings: no race, no uninitialised read, no out-of-bounds access.";
  g_autoptr (WsRun) good = record ("reduce3", TRUE);
  g_autoptr (WsRun) unknown = record ("reduce3", FALSE);

  g_assert_true (is_shown (self->list, "Findings"));
  g_assert_false (is_shown (self->list, nothing));
  ws_playhead_set_run (self->playhead, good);
  g_assert_true (is_shown (self->list, nothing));
  g_assert_null (helper_find (self->list, GTK_TYPE_LIST_BOX_ROW, 0));
  ws_playhead_set_run (self->playhead, unknown);
  g_assert_false (is_shown (self->list, "Findings"));
  ws_playhead_set_run (self->playhead, NULL);
  g_assert_false (is_shown (self->list, "Findings"));
}

/* Beside the code: a sign at each line of it, which says the sentence; none once it is mended. */
static void
test_gutter (Fixture *self, gconstpointer data)
{
  WsFindingGutter *gutter = WS_FINDING_GUTTER (helper_find (self->code, WS_TYPE_FINDING_GUTTER, 0));
  const WsKernel *kernel = ws_run_get_kernel (self->run, 0);
  g_autoptr (WsRun) good = record ("reduce3", TRUE);
  g_autofree char *at = ws_finding_gutter_describe_line (gutter, RACE_LINE);

  g_assert_cmpstr (at, ==, get_finding (self)->message);
  g_assert_null (ws_finding_gutter_describe_line (gutter, RACE_LINE - 1));
  g_assert_null (ws_finding_gutter_describe_line (gutter, RACE_LINE + 1));
  g_assert_true (helper_wait (has_width, gutter));
  /* a launch that the run does not have, as while a shorter one takes its place */
  ws_finding_gutter_set_run (gutter, self->run, self->run->n_launches, FALSE);
  g_assert_null (ws_finding_gutter_describe_line (gutter, RACE_LINE));
  ws_finding_gutter_set_run (gutter, self->run, 0, TRUE);
  for (guint i = 0; i < 2; i++)
    {
      const WsFinding *finding = get_finding (self);
      guint32 site = i == 0 ? finding->site : finding->other.site;
      g_autofree char *ptx = ws_finding_gutter_describe_line (gutter, kernel->sites[site].ptx_line);

      g_assert_cmpstr (ptx, ==, finding->message);
    }
  g_assert_cmpuint (kernel->sites[get_finding (self)->site].ptx_line, !=,
                    kernel->sites[get_finding (self)->other.site].ptx_line);
  ws_playhead_set_run (self->playhead, good);
  g_assert_null (ws_finding_gutter_describe_line (gutter, RACE_LINE));
  g_assert_true (helper_wait (has_none, gutter));
}

static gboolean
has_icon (GtkWidget *list, const char *name)
{
  GtkWidget *sign = helper_find (list, GTK_TYPE_IMAGE, 0);

  return sign != NULL && g_strcmp0 (gtk_image_get_icon_name (GTK_IMAGE (sign)), name) == 0;
}

static gboolean
shows_mistake (gpointer data)
{
  const Fixture *self = data;

  return has_icon (self->list, "dialog-warning-symbolic")
         && ws_code_view_get_fault_line (WS_CODE_VIEW (self->code)) == RACE_LINE;
}

static gboolean
shows_remark (gpointer data)
{
  const Fixture *self = data;

  return has_icon (self->list, "dialog-information-symbolic")
         && ws_code_view_get_fault_line (WS_CODE_VIEW (self->code)) == 0;
}

/* What may go wrong with other input has another sign in the list, and marks no line as wrong; but
 * the margin has it. */
static void
test_remark (Fixture *self, gconstpointer data)
{
  WsFindingGutter *gutter = WS_FINDING_GUTTER (helper_find (self->code, WS_TYPE_FINDING_GUTTER, 0));
  g_autoptr (WsRun) run = record ("race1", TRUE);
  WsFinding *finding = g_ptr_array_index (run->findings, 0);
  g_autofree char *at = NULL;

  g_assert_true (helper_wait (shows_mistake, self));
  finding->kind = WS_FINDING_CONDITIONAL_BARRIER;
  ws_playhead_set_run (self->playhead, run);
  g_assert_true (helper_wait (shows_remark, self));
  at = ws_finding_gutter_describe_line (gutter, RACE_LINE);
  g_assert_cmpstr (at, ==, finding->message);
}

/* Returns: pixels of a view whose colour is nearest to that of warnings */
static guint
count_warning (Fixture *self, WsThemeKind kind, guint hide)
{
  const WsTheme *theme = ws_theme_get (kind);
  WsScene *scene = ws_playhead_get_scene (self->playhead);
  WsTreeOptions options = WS_TREE_OPTIONS_INIT;
  WsMoment moment = { .position = ws_scene_get_n_events (scene) - 1, .hover_x = -1 };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 700, 500);
  cairo_t *cr = cairo_create (surface);
  guint n = 0;

  options.emphasis.hide = hide;
  ws_paint_set (cr, theme->background);
  cairo_paint (cr);
  ws_draw_flow (cr, &(WsFrame){ scene, &moment, theme, 700, 500 }, &options);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  for (int y = 0; y < 500; y++)
    for (int x = 0; x < 700; x++)
      {
        const guint8 *pixel = cairo_image_surface_get_data (surface)
                              + y * cairo_image_surface_get_stride (surface) + 4 * x;

        n += fabs (pixel[2] - theme->warning.r * 255) + fabs (pixel[1] - theme->warning.g * 255)
                 + fabs (pixel[0] - theme->warning.b * 255)
             < 24;
      }
  cairo_surface_destroy (surface);
  return n;
}

/* The tree shows it in each theme, unless it is kept back. */
static void
test_picture (Fixture *self, gconstpointer data)
{
  g_autoptr (WsRun) good = record ("reduce3", TRUE);

  for (guint kind = 0; kind < WS_N_THEMES; kind++)
    {
      g_assert_cmpuint (count_warning (self, (WsThemeKind)kind, 0), >, 400);
      g_assert_cmpuint (count_warning (self, (WsThemeKind)kind, WS_HIDE_FAULT), ==, 0);
    }
  ws_playhead_set_run (self->playhead, good);
  g_assert_cmpuint (count_warning (self, WS_THEME_LIGHT, 0), ==, 0);
}

/* A press on the mark of the track goes to the instant, and the sentence names it. */
static void
test_track (Fixture *self, gconstpointer data)
{
  GtkWidget *track = helper_find (self->transport, WS_TYPE_TRACK, 0);
  const WsScene *scene = ws_playhead_get_scene (self->playhead);
  GtkEventController *drag = helper_find_controller (track, GTK_TYPE_GESTURE_DRAG);
  guint32 event = ws_hazards_find_event (self->run, 0);
  double progress = ws_playhead_to_progress (self->playhead, event);
  gboolean is_laid_out = helper_wait (has_width, track);
  double x = 14 + progress / scene->stages->n_stages * (gtk_widget_get_width (track) - 28);
  g_autofree char *told = ws_scene_caption (scene, ws_scene_stage_at (scene, event), TRUE);
  g_autofree char *untold = ws_scene_caption (scene, ws_scene_stage_at (scene, event), FALSE);

  g_assert_true (is_laid_out);
  ws_playhead_set_position (self->playhead, 0);
  g_signal_emit_by_name (drag, "drag-begin", x + 2, 10.);
  g_signal_emit_by_name (drag, "drag-end", 0., 0.);
  g_assert_cmpfloat (ws_playhead_get_position (self->playhead), ==, event);
  g_assert_nonnull (helper_find_label (self->caption, told));
  g_assert_nonnull (strstr (told, get_finding (self)->message));
  g_assert_null (strstr (untold, get_finding (self)->message));
}

/* Text under a heading; where there is none, nothing of it. */
static void
test_text (Fixture *self, gconstpointer data)
{
  GtkWidget *section = helper_find (self->inspector, WS_TYPE_TEXT_SECTION, 0);
  GtkWidget *label;

  g_assert_false (is_shown (section, "Compiler output"));
  ws_inspector_set_said (WS_INSPECTOR (self->inspector), "a.cu:3:7: warning: unused");
  g_assert_true (is_shown (section, "Compiler output"));
  g_assert_true (is_shown (section, "a.cu:3:7: warning: unused"));
  label = helper_find_label (section, "a.cu:3:7: warning: unused");
  g_assert_true (gtk_label_get_selectable (GTK_LABEL (label)));
  ws_inspector_set_said (WS_INSPECTOR (self->inspector), NULL);
  g_assert_false (is_shown (section, "Compiler output"));
  g_assert_cmpstr (ws_run_note_get_text ("Launch 1 printed:\none\ntwo"), ==, "one\ntwo");
  g_assert_null (ws_run_note_get_text ("Launch 1: a sentence."));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (!helper_init_gtk ())
    return 77;
  adw_init ();
#define ADD(name, test) g_test_add (name, Fixture, NULL, set_up, test, tear_down)
  ADD ("/finding-list/choose", test_choose);
  ADD ("/finding-list/awaits", test_awaits);
  ADD ("/finding-list/nothing", test_nothing);
  ADD ("/finding-list/gutter", test_gutter);
  ADD ("/finding-list/remark", test_remark);
  ADD ("/finding-list/picture", test_picture);
  ADD ("/finding-list/track", test_track);
  ADD ("/finding-list/text", test_text);
  return g_test_run ();
}
