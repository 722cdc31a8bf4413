#include "playback/track-launch.h"

#include "sms/sms.h"
#include "pen/text.h"

#include <glib/gi18n.h>
#include <math.h>

#define MARGIN_PX    14.
#define KNOB_PX      8.
#define WAVE_PX      15. /* height of the warps' shape */
#define LABEL_GAP_PX 8.
#define LINE_Y_PX    21.
#define MAX_CHAPTERS 24

static double
time_to_x (double end, double time, double width)
{
  return MARGIN_PX + CLAMP (time / MAX (end, 1), 0, 1) * (width - 2 * MARGIN_PX);
}

/**
 * ws_track_launch_x_to_time:
 * @end: of the track, cycles since the launch began
 * @x: a place on the track
 *
 * Returns: cycles since the launch began
 */
double
ws_track_launch_x_to_time (double end, double x, double width)
{
  double share = (x - MARGIN_PX) / MAX (width - 2 * MARGIN_PX, 1);

  return CLAMP (share, 0, 1) * end;
}

/* Active warps, above the groove: shows the launch's shape before it is played. */
static void
draw_shape (cairo_t *cr, const WsFrame *frame, double end, double from, double to)
{
  double left = MARGIN_PX;
  guint n = (guint)CLAMP ((frame->width - 2 * MARGIN_PX) / 2, 8, 1024);
  double column = (frame->width - 2 * MARGIN_PX) / n;
  double full = (double)frame->scene->run->spec->max_warps_per_sm * frame->scene->timeline->n_sms;
  double means[1024];

  ws_steps_sample (&frame->scene->timeline->warps, 0, MAX (end, 1), n, means);
  cairo_move_to (cr, MAX (left, from), LINE_Y_PX);
  for (guint i = 0; i < n; i++)
    {
      double x = left + (i + 0.5) * column;

      if (x >= from && x <= to)
        cairo_line_to (cr, x, LINE_Y_PX - CLAMP (means[i] / full, 0, 1) * WAVE_PX);
    }
  cairo_line_to (cr, MIN (frame->width - MARGIN_PX, to), LINE_Y_PX);
  cairo_close_path (cr);
  cairo_fill (cr);
}

static void
draw_labels (cairo_t *cr, const WsFrame *frame, double end, double px)
{
  g_autoptr (WsText) text = ws_text_new (cr, frame->theme);
  const WsTimeline *t = frame->scene->timeline;
  guint64 chapters[MAX_CHAPTERS];
  guint n = ws_timeline_get_chapters (t, MAX_CHAPTERS, chapters);
  double most = frame->width;
  double free = 0;
  double last = -G_MAXDOUBLE;

  cairo_set_line_width (cr, 1.5);
  for (guint i = 0; i < n; i++)
    {
      double x = round (time_to_x (end, (double)chapters[i], frame->width)) + 0.5;

      if (x < last + 8)
        continue;
      last = x;
      cairo_move_to (cr, x, LINE_Y_PX - 7);
      cairo_line_to (cr, x, LINE_Y_PX + 5);
    }
  ws_paint_set (cr, frame->theme->muted);
  cairo_stroke (cr);
  /* the tail comes first */
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < n; i++)
      {
        double x = time_to_x (end, (double)chapters[i], frame->width);
        gboolean tail = chapters[i] == t->tail && i > 0 && x > MARGIN_PX + 8;
        g_autofree char *label = NULL;
        double w;

        if (tail != (pass == 0))
          continue;
        if (tail)
          label = g_strdup (_ ("tail"));
        else
          label = g_strdup_printf (_ ("wave %u"), ws_timeline_wave_at (t, chapters[i]) + 1);
        w = ws_text_width (text, WS_FACE_SANS, px, label);
        x = CLAMP (x, 0, MAX (frame->width - w, 0));
        if (x < free || x + w > most)
          continue;
        ws_text_show (text, &(WsTextStyle){ WS_FACE_SANS, px, frame->theme->muted },
                      &(WsTextPlace){ x, LINE_Y_PX + 13 + px * 0.5, 0 }, label);
        if (tail)
          most = x - LABEL_GAP_PX;
        else
          free = x + w + LABEL_GAP_PX;
      }
}

/**
 * ws_track_launch_draw:
 * @frame: of a scene that has a timeline
 * @end: of the track, in cycles: the launch's end, or later
 * @label_px: size of its labels
 *
 * Draws a track whose length is the launch's time.
 */
void
ws_track_launch_draw (cairo_t *cr, const WsFrame *frame, double end, double label_px)
{
  const WsTheme *theme = frame->theme;
  double y = LINE_Y_PX;
  double x = time_to_x (end, frame->moment->time, frame->width);

  ws_paint_set (cr, theme->faint);
  draw_shape (cr, frame, end, x, frame->width);
  ws_paint_set (cr, theme->accent_soft);
  draw_shape (cr, frame, end, 0, x);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_width (cr, 4);
  ws_paint_set (cr, theme->faint);
  cairo_move_to (cr, MARGIN_PX, y);
  cairo_line_to (cr, frame->width - MARGIN_PX, y);
  cairo_stroke (cr);
  ws_paint_set (cr, theme->accent);
  cairo_move_to (cr, MARGIN_PX, y);
  cairo_line_to (cr, x, y);
  cairo_stroke (cr);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  draw_labels (cr, frame, end, label_px);
  ws_paint_set (cr, theme->background);
  cairo_arc (cr, x, y, KNOB_PX + 2, 0, 2 * G_PI);
  cairo_fill (cr);
  ws_paint_set (cr, theme->playhead);
  cairo_arc (cr, x, y, KNOB_PX, 0, 2 * G_PI);
  cairo_fill (cr);
}
