#include "playback/track.h"

#include "playback/track-launch.h"

#include "sms/sms.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <math.h>

#define MARGIN_PX      14.
#define KNOB_PX        8.
#define MIN_TICK_GAP   8.
#define LABEL_GAP      6.
#define SNAP_PX        6.
#define MARK_PX        5.
#define TRACK_HEIGHT   52
#define LABEL_Y        34
#define GROOVE_Y       17.
#define TRACK_WIDTH_PX 220

struct _WsTrack {
  WsCanvas parent_instance;
  gboolean resume; /* was playing when the drag began */
};

G_DEFINE_FINAL_TYPE (WsTrack, ws_track, WS_TYPE_CANVAS)

/* Whether the launch is on the track, and not the block. */
static gboolean
shows_launch (WsTrack *self)
{
  WsPlayhead *playhead = ws_canvas_get_playhead (WS_CANVAS (self));

  return playhead != NULL && ws_playhead_get_clock (playhead) == WS_CLOCK_LAUNCH;
}

static void
set_color (cairo_t *cr, const WsColor *color)
{
  cairo_set_source_rgba (cr, color->r, color->g, color->b, color->a);
}

static double
progress_to_x (const WsScene *scene, double progress, double width)
{
  guint n = MAX (scene->stages->n_stages, 1);

  return MARGIN_PX + progress / n * (width - 2 * MARGIN_PX);
}

static PangoLayout *
make_label (cairo_t *cr, const WsTheme *theme, const char *text, double size_px, gboolean bold)
{
  PangoLayout *layout = pango_cairo_create_layout (cr);
  PangoFontDescription *font = pango_font_description_from_string (theme->font);

  pango_font_description_set_absolute_size (font, size_px * PANGO_SCALE);
  pango_font_description_set_weight (font, bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_layout_set_font_description (layout, font);
  pango_layout_set_text (layout, text, -1);
  pango_font_description_free (font);
  return layout;
}

/* A projector's labels are as large as the text next to them. */
static double
get_label_px (GtkWidget *widget, const WsTheme *theme)
{
  const PangoFontDescription *font =
      pango_context_get_font_description (gtk_widget_get_pango_context (widget));
  double px = pango_font_description_get_size (font) / (double)PANGO_SCALE;

  if (theme->kind != WS_THEME_PROJECTOR)
    return 11.5;
  return MAX (pango_font_description_get_size_is_absolute (font) ? px : px * 96 / 72, 15);
}

/* Labels are centred below their stage; one that would touch its neighbour is omitted, except the
 * current one. */
static void
draw_labels (cairo_t *cr, const WsFrame *frame, guint present, double y, double size_px)
{
  const WsScene *scene = frame->scene;
  double width = frame->width;
  double taken_until = -G_MAXDOUBLE;
  double present_from = G_MAXDOUBLE;
  double present_to = -G_MAXDOUBLE;

  for (int pass = 0; pass < 2; pass++)
    for (guint i = 0; i < scene->stages->n_stages; i++)
      {
        gboolean is_present = i == present;
        g_autoptr (PangoLayout) layout = NULL;
        int text_width;
        double x;

        if (is_present != (pass == 0))
          continue;
        layout = make_label (cr, frame->theme, scene->stages->stages[i].label, size_px, is_present);
        pango_layout_get_pixel_size (layout, &text_width, NULL);
        x = (progress_to_x (scene, i, width) + progress_to_x (scene, i + 1, width)) / 2
            - text_width / 2.;
        x = CLAMP (x, 0, MAX (0, width - text_width));
        if (is_present)
          {
            present_from = x - LABEL_GAP;
            present_to = x + text_width + LABEL_GAP;
          }
        else if (x < taken_until + LABEL_GAP || (x < present_to && x + text_width > present_from))
          continue;
        else
          taken_until = x + text_width;
        set_color (cr, is_present ? &frame->theme->ink : &frame->theme->muted);
        cairo_move_to (cr, x, y);
        pango_cairo_show_layout (cr, layout);
      }
}

/* ---- what was found ---- */

/* Returns: x of a mark, pixels */
static double
place_mark (WsTrack *self, const WsScene *scene, const WsInstant *instant, double width)
{
  WsPlayhead *playhead = ws_canvas_get_playhead (WS_CANVAS (self));

  return progress_to_x (scene, ws_playhead_to_progress (playhead, instant->event), width);
}

/* A triangle on the groove, where a finding first happened. */
static void
draw_marks (WsTrack *self, cairo_t *cr, const WsScene *scene, const WsTheme *theme, double width,
            double y)
{
  for (guint i = 0; scene->hazards != NULL && i < scene->hazards->n_instants; i++)
    {
      double x = place_mark (self, scene, &scene->hazards->instants[i], width);

      cairo_move_to (cr, x, y - 1);
      cairo_line_to (cr, x - MARK_PX, y - 1 - 1.6 * MARK_PX);
      cairo_line_to (cr, x + MARK_PX, y - 1 - 1.6 * MARK_PX);
      cairo_close_path (cr);
      set_color (cr, &theme->warning);
      cairo_fill_preserve (cr);
      set_color (cr, &theme->background);
      cairo_set_line_width (cr, 1);
      cairo_stroke (cr);
    }
}

/* (nullable): the mark at a place of the track */
static const WsInstant *
find_mark (WsTrack *self, const WsScene *scene, double x, double y)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  const WsInstant *nearest = NULL;
  double least = MARK_PX + 2;

  if (scene == NULL || scene->hazards == NULL || y > GROOVE_Y || shows_launch (self))
    return NULL;
  for (guint i = 0; i < scene->hazards->n_instants; i++)
    {
      const WsInstant *instant = &scene->hazards->instants[i];
      double away = fabs (place_mark (self, scene, instant, width) - x);

      if (away <= least)
        nearest = instant;
      least = MIN (least, away);
    }
  return nearest;
}

static void
ws_track_draw (WsCanvas *canvas, cairo_t *cr, const WsFrame *frame)
{
  WsPlayhead *playhead = ws_canvas_get_playhead (canvas);
  double size_px = get_label_px (GTK_WIDGET (canvas), frame->theme);
  double y = GROOVE_Y;
  guint every;
  guint n;
  double x;

  if (shows_launch (WS_TRACK (canvas)))
    {
      ws_track_launch_draw (cr, frame, ws_playhead_get_end_time (playhead), size_px);
      return;
    }
  n = frame->scene->stages->n_stages;
  x = progress_to_x (frame->scene, ws_playhead_to_progress (playhead, frame->moment->position),
                     frame->width);
  every = MAX (1, (guint)ceil (n * MIN_TICK_GAP / MAX (frame->width - 2 * MARGIN_PX, 1)));

  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_width (cr, 4);
  set_color (cr, &frame->theme->faint);
  cairo_move_to (cr, MARGIN_PX, y);
  cairo_line_to (cr, frame->width - MARGIN_PX, y);
  cairo_stroke (cr);
  set_color (cr, &frame->theme->accent);
  cairo_move_to (cr, MARGIN_PX, y);
  cairo_line_to (cr, x, y);
  cairo_stroke (cr);

  cairo_set_line_width (cr, 1.5);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  set_color (cr, &frame->theme->muted);
  for (guint i = 0; i <= n; i += every)
    {
      double tick = round (progress_to_x (frame->scene, i, frame->width)) + 0.5;

      cairo_move_to (cr, tick, y - 7);
      cairo_line_to (cr, tick, y + 7);
    }
  cairo_stroke (cr);
  draw_marks (WS_TRACK (canvas), cr, frame->scene, frame->theme, frame->width, y);

  set_color (cr, &frame->theme->background);
  cairo_arc (cr, x, y, KNOB_PX + 2, 0, 2 * G_PI);
  cairo_fill (cr);
  set_color (cr, &frame->theme->playhead);
  cairo_arc (cr, x, y, KNOB_PX, 0, 2 * G_PI);
  cairo_fill (cr);
  draw_labels (cr, frame, ws_playhead_get_stage (playhead), y + 13, size_px);
}

static void
update_value (WsTrack *self)
{
  const WsScene *scene;
  WsMoment moment;
  const WsStage *stage;
  g_autofree char *text = NULL;

  if (!ws_canvas_get_moment (WS_CANVAS (self), &scene, &moment))
    return;
  if (shows_launch (self))
    {
      text = ws_sms_caption (scene, moment.time);
      gtk_accessible_update_property (
          GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, 0.,
          GTK_ACCESSIBLE_PROPERTY_VALUE_MAX,
          ws_playhead_get_end_time (ws_canvas_get_playhead (WS_CANVAS (self))),
          GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, moment.time, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text,
          -1);
      return;
    }
  if (scene->stages->n_stages == 0)
    return;
  stage = &scene->stages->stages[ws_scene_stage_at (scene, moment.position)];
  text = g_strdup_printf (
      _ ("%1$s, cycle %2$" PRIu64), stage->title,
      scene->run->events[scene->record->first_event + ws_scene_event_at (scene, moment.position)]
          .time);
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, 0.,
      GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, (double)scene->stages->n_stages,
      GTK_ACCESSIBLE_PROPERTY_VALUE_NOW,
      ws_playhead_to_progress (ws_canvas_get_playhead (WS_CANVAS (self)), moment.position),
      GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
}

static char *
ws_track_describe (WsCanvas *canvas, const WsScene *scene, const WsMoment *moment)
{
  update_value (WS_TRACK (canvas));
  if (shows_launch (WS_TRACK (canvas)))
    return ws_words_count (WS_NOUN_WAVE, scene->timeline->n_waves);
  return g_strdup_printf (ngettext ("%u stage", "%u stages", scene->stages->n_stages),
                          scene->stages->n_stages);
}

static char *
ws_track_tooltip (WsCanvas *canvas, const WsFrame *frame, double x, double y)
{
  const WsInstant *mark = find_mark (WS_TRACK (canvas), frame->scene, x, y);
  double progress;
  guint stage;

  if (mark != NULL)
    return g_strdup (
        ((WsFinding *)g_ptr_array_index (frame->scene->run->findings, mark->finding))->message);
  if (shows_launch (WS_TRACK (canvas)))
    return ws_sms_caption (
        frame->scene,
        ws_track_launch_x_to_time (ws_playhead_get_end_time (ws_canvas_get_playhead (canvas)), x,
                                   frame->width));
  if (frame->scene->stages->n_stages == 0)
    return NULL;
  progress = (x - MARGIN_PX) / (frame->width - 2 * MARGIN_PX) * frame->scene->stages->n_stages;
  stage = (guint)CLAMP (progress, 0, frame->scene->stages->n_stages - 1.);
  return ws_stages_caption (frame->scene->stages, frame->scene->run, frame->scene->launch,
                            frame->scene->block, stage);
}

static void
scrub (WsTrack *self, double x)
{
  WsPlayhead *playhead = ws_canvas_get_playhead (WS_CANVAS (self));
  const WsScene *scene;
  WsMoment moment;
  double width = gtk_widget_get_width (GTK_WIDGET (self)) - 2 * MARGIN_PX;

  if (width <= 0 || !ws_canvas_get_moment (WS_CANVAS (self), &scene, &moment))
    return;
  if (shows_launch (self))
    {
      ws_playhead_set_time (playhead,
                            ws_track_launch_x_to_time (ws_playhead_get_end_time (playhead), x,
                                                       width + 2 * MARGIN_PX));
      return;
    }
  ws_playhead_set_position (
      playhead,
      ws_playhead_from_progress (playhead, (x - MARGIN_PX) / width * scene->stages->n_stages));
}

/* The target of a press on a tick or a stage's name: the stage's telling instant; elsewhere,
 * negative. */
static double
find_stage (WsTrack *self, double x, double y)
{
  WsPlayhead *playhead = ws_canvas_get_playhead (WS_CANVAS (self));
  const WsScene *scene = ws_playhead_get_scene (playhead);
  double width = gtk_widget_get_width (GTK_WIDGET (self)) - 2 * MARGIN_PX;
  double gap;
  double tick;

  if (shows_launch (self) || scene == NULL || scene->stages->n_stages == 0 || width <= 0)
    return -1;
  gap = width / scene->stages->n_stages;
  if (y > GROOVE_Y + KNOB_PX + 2)
    return ws_scene_stage_moment (
        scene, (guint)CLAMP ((x - MARGIN_PX) / gap, 0, scene->stages->n_stages - 1.));
  tick = CLAMP (round ((x - MARGIN_PX) / gap), 0, scene->stages->n_stages);
  if (fabs (x - MARGIN_PX - tick * gap) > MIN (SNAP_PX, gap / 4))
    return -1;
  return tick > 0 ? ws_scene_stage_moment (scene, (guint)tick - 1) : 0;
}

static void
drag_begin_cb (GtkGestureDrag *drag, double x, double y, WsTrack *self)
{
  WsPlayhead *playhead = ws_canvas_get_playhead (WS_CANVAS (self));
  const WsInstant *mark;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (playhead == NULL)
    return;
  mark = find_mark (self, ws_playhead_get_scene (playhead), x, y);
  self->resume = ws_playhead_get_playing (playhead);
  ws_playhead_set_playing (playhead, FALSE);
  if (mark != NULL)
    ws_playhead_set_position (playhead, mark->event);
  else if (find_stage (self, x, y) >= 0)
    ws_playhead_set_position (playhead, find_stage (self, x, y));
  else
    scrub (self, x);
}

static void
drag_update_cb (GtkGestureDrag *drag, double dx, double dy, WsTrack *self)
{
  double x;
  double y;

  if (gtk_gesture_drag_get_start_point (drag, &x, &y))
    scrub (self, x + dx);
}

static void
drag_end_cb (GtkGestureDrag *drag, double dx, double dy, WsTrack *self)
{
  if (self->resume && ws_canvas_get_playhead (WS_CANVAS (self)) != NULL)
    ws_playhead_set_playing (ws_canvas_get_playhead (WS_CANVAS (self)), TRUE);
  self->resume = FALSE;
}

static gboolean
scroll_cb (WsTrack *self, double dx, double dy)
{
  WsPlayhead *playhead = ws_canvas_get_playhead (WS_CANVAS (self));
  double delta = fabs (dx) > fabs (dy) ? dx : dy;

  if (playhead != NULL && delta != 0)
    ws_playhead_step (playhead, WS_PLAYHEAD_STEP_INSTRUCTION, delta > 0 ? 1 : -1);
  return GDK_EVENT_STOP;
}

static void
ws_track_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                  int *natural, int *minimum_baseline, int *natural_baseline)
{
  const WsTheme *theme = ws_drawing_peek_theme (WS_DRAWING (widget));

  *minimum = *natural =
      orientation == GTK_ORIENTATION_HORIZONTAL
          ? TRACK_WIDTH_PX
          : MAX (TRACK_HEIGHT, LABEL_Y + (int)(get_label_px (widget, theme) * 1.4));
}

static void
ws_track_class_init (WsTrackClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  WsCanvasClass *canvas_class = WS_CANVAS_CLASS (klass);

  widget_class->measure = ws_track_measure;
  canvas_class->draw = ws_track_draw;
  canvas_class->tooltip = ws_track_tooltip;
  canvas_class->describe = ws_track_describe;
  canvas_class->follows_launch = TRUE; /* every position has a time, too */
  gtk_widget_class_set_css_name (widget_class, "track");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);
}

static void
ws_track_init (WsTrack *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (
      GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES | GTK_EVENT_CONTROLLER_SCROLL_DISCRETE);

  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end_cb), self);
  g_signal_connect_swapped (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), FALSE);
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Playhead"), -1);
}
