#include "slide/beside-picture.h"

#include "beside/times.h"
#include "slide/slide.h"
#include "words/words.h"

#define N_NOWS 64 /* instants at which what is said of a launch is measured */

/**
 * ws_picture_get_beside_stage:
 * @self: a picture of two runs
 *
 * Returns: the stage of the left that is spoken of; %WS_NONE of launches
 */
guint
ws_picture_get_beside_stage (const WsPicture *self)
{
  const WsBeside *beside = self->subject;

  return ws_view_get_class (self->view)->needs == WS_VIEW_OF_BLOCK && beside->stage_of != NULL
             ? ws_scene_stage_at (beside->scenes[WS_BESIDE_LEFT], self->moment.position)
             : WS_NONE;
}

static gpointer
copy_subject (gpointer subject)
{
  return ws_beside_ref (subject);
}

static void
free_subject (gpointer subject)
{
  ws_beside_unref (subject);
}

/* "reduce1-beside-reduce3-tree-stage2" */
static char *
make_name (const WsPicture *self)
{
  const WsBeside *beside = self->subject;
  const char *left = beside->scenes[WS_BESIDE_LEFT]->run->id;
  const char *right = beside->scenes[WS_BESIDE_RIGHT]->run->id;
  const char *view = ws_view_get_name (self->view);
  guint stage = ws_picture_get_beside_stage (self);

  if (stage == WS_NONE)
    return g_strdup_printf ("%s-beside-%s-%s", left, right, view);
  return g_strdup_printf ("%s-beside-%s-%s-stage%u", left, right, view, stage);
}

/* What is said of a stage, or of launches at @time: by one side, or where @side is
 * %WS_BESIDE_N_SIDES, of both. */
static char *
say (const WsBeside *beside, guint side, guint stage, double time, const WsTheme *theme)
{
  g_autofree char *note = NULL;
  g_autofree char *now = NULL;
  g_autofree char *escaped = NULL;

  if (side >= WS_BESIDE_N_SIDES)
    return ws_beside_sentence_markup (beside, stage);
  note = ws_beside_note (beside, side, stage, theme);
  if (stage != WS_NONE)
    return g_steal_pointer (&note);
  now = ws_beside_say_now (beside, side, time);
  escaped = g_markup_escape_text (now, -1);
  return g_strdup_printf ("%s%s%s", escaped, *escaped != '\0' ? "\n" : "", note);
}

/* Figures that are kept back are not said, either; their room stays. */
static gboolean
tells (const WsPicture *self)
{
  return (self->options.emphasis.hide
          & (WS_HIDE_VALUES | WS_HIDE_MASKS | WS_HIDE_COUNTS | WS_HIDE_TIMES))
         == 0;
}

/* The time at which most is said of what holds then. */
static double
find_longest_now (const WsBeside *beside, guint side)
{
  const WsScene *left = beside->scenes[WS_BESIDE_LEFT];
  double end;
  double found = 0;
  glong most = 0;

  if (left->timeline == NULL || side >= WS_BESIDE_N_SIDES)
    return 0;
  end = ws_scene_get_end_beside (left, beside->scenes[WS_BESIDE_RIGHT]);
  for (guint i = 0; i <= N_NOWS; i++)
    {
      g_autofree char *said = ws_beside_say_now (beside, side, end * i / N_NOWS);
      glong length = g_utf8_strlen (said, -1);

      if (length <= most)
        continue;
      most = length;
      found = end * i / N_NOWS;
    }
  return found;
}

/* (transfer full): the longest that is said of any stage: whatever stage is shown, the
 * pictures stand where they stand at the others */
static char *
find_longest (const WsPicture *self, guint side, const WsTheme *theme)
{
  const WsBeside *beside = self->subject;
  char *longest = NULL;
  glong most = 0;

  if (ws_picture_get_beside_stage (self) == WS_NONE)
    return say (beside, side, WS_NONE, find_longest_now (beside, side), theme);
  for (guint stage = 0; stage < beside->n_stages[WS_BESIDE_LEFT]; stage++)
    {
      g_autofree char *said = say (beside, side, stage, 0, theme);
      glong length = g_utf8_strlen (said, -1);

      if (length <= most)
        continue;
      most = length;
      g_free (longest);
      longest = g_steal_pointer (&said);
    }
  return longest;
}

/* The options are of the left, in cycles of its clock. */
static void
convert_zoom (const WsBeside *beside, WsSmsOptions *options)
{
  options->from = ws_beside_time_of (beside, options->from);
  options->to = ws_beside_time_of (beside, options->to);
}

static void
add_part (const WsPicture *self, WsSlide *slide, WsBesideSide side, const WsTheme *theme)
{
  const WsBeside *beside = self->subject;
  g_autofree char *heading = ws_beside_heading (beside, side);
  WsPicture picture = { .view = self->view,
                        .scene = beside->scenes[side],
                        .moment = self->moment,
                        .options = self->options };
  WsSlidePart *part;

  picture.options.beside = beside->scenes[WS_BESIDE_N_SIDES - 1 - side];
  if (side == WS_BESIDE_RIGHT)
    ws_beside_moment_of (beside, &self->moment, &picture.moment);
  if (side == WS_BESIDE_RIGHT)
    convert_zoom (beside, &picture.options.sms);
  part = ws_slide_add_part (slide, heading, &picture);
  if (tells (self))
    part->note = say (beside, side, ws_picture_get_beside_stage (self), self->moment.time, theme);
  part->note_room = find_longest (self, side, theme);
}

/* ---- the strip of time ---- */

static void
get_times (const WsPicture *self, WsBesideTimes *times)
{
  ws_beside_times_init (times, self->subject, &self->moment,
                        ws_picture_get_beside_stage (self) == WS_NONE);
}

static void
draw_times (const WsPicture *self, cairo_t *cr, const WsTheme *theme, double width, double height)
{
  WsBesideTimes times;

  if (tells (self))
    {
      get_times (self, &times);
      ws_draw_beside_times (cr, &times, self->subject, theme, width, height);
    }
  else
    {
      g_autoptr (WsText) text = ws_text_new (cr, theme);
      double px = height / WS_BESIDE_TIMES_LINES;

      ws_veil_draw (cr, text, theme, &(WsBox){ 0, 0, width, height }, px * 0.3, px * 1.5);
    }
}

static const WsPictureClass times_klass = { .copy = copy_subject,
                                            .free = free_subject,
                                            .draw = draw_times };

/**
 * ws_picture_make_beside_slide:
 * @self: a picture of two runs
 * @theme: how it will be drawn
 *
 * Returns: (transfer full): the slide that it is drawn as
 */
WsSlide *
ws_picture_make_beside_slide (const WsPicture *self, const WsTheme *theme)
{
  const WsBeside *beside = self->subject;
  g_autofree char *title = ws_beside_title (beside);
  WsSlide *slide = ws_slide_new (self->options.bare ? NULL : title);

  for (guint i = 0; i < WS_BESIDE_N_SIDES; i++)
    add_part (self, slide, i, theme);
  slide->strip = ws_picture_copy (self);
  slide->strip->klass = &times_klass;
  slide->strip_lines = WS_BESIDE_TIMES_LINES;
  if (!self->options.bare)
    {
      if (tells (self))
        slide->words =
            say (beside, WS_BESIDE_N_SIDES, ws_picture_get_beside_stage (self), 0, theme);
      slide->words_room = find_longest (self, WS_BESIDE_N_SIDES, theme);
      slide->source = ws_beside_source (beside);
    }
  return slide;
}

static void
draw (const WsPicture *self, cairo_t *cr, const WsTheme *theme, double width, double height)
{
  g_autoptr (WsSlide) slide = ws_picture_make_beside_slide (self, theme);

  ws_draw_slide (cr, slide, theme, width, height);
}

static char *
describe (const WsPicture *self, char **title, char **caption, char **source)
{
  const WsBeside *beside = self->subject;
  GString *text = g_string_new (NULL);
  WsBesideTimes times;

  *title = ws_beside_title (beside);
  *caption = tells (self) ? ws_beside_sentence (beside, ws_picture_get_beside_stage (self))
                          : g_strdup ("");
  *source = ws_beside_source (beside);
  for (guint i = 0; i < WS_BESIDE_N_SIDES; i++)
    {
      g_autofree char *heading = ws_beside_heading (beside, i);

      g_string_append (text, heading);
      if (ws_picture_get_beside_stage (self) == WS_NONE && tells (self))
        {
          g_autofree char *now = ws_beside_say_now (beside, i, self->moment.time);

          g_string_append_printf (text, "%s%s", *now != '\0' ? ". " : "", now);
        }
      g_string_append (text, ". ");
    }
  g_string_append (text, *caption);
  if (tells (self))
    {
      g_autofree char *said = NULL;

      get_times (self, &times);
      said = ws_beside_times_say (&times, beside);
      ws_words_append (text, said);
    }
  return g_string_free (text, FALSE);
}

static WsData *
make_data (const WsPicture *self)
{
  return ws_data_new_for_beside (self->subject, ws_picture_get_beside_stage (self));
}

static const WsPictureClass klass = { copy_subject, free_subject, make_name,
                                      draw,         describe,     make_data };

/**
 * ws_picture_set_beside:
 * @self: (inout): a picture with view, moment of the left, and options
 * @beside: (transfer none): what stands there; borrowed
 *
 * Makes it the picture of both, beside each other.
 */
void
ws_picture_set_beside (WsPicture *self, WsBeside *beside)
{
  g_return_if_fail (self != NULL && beside != NULL);
  self->scene = beside->scenes[WS_BESIDE_LEFT];
  self->klass = &klass;
  self->subject = beside;
  self->options.beside = beside->scenes[WS_BESIDE_RIGHT];
}
