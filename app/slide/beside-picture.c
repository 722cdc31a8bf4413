#include "slide/beside-picture.h"

#include "slide/slide.h"

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

/* What is said of a stage: by one side, or where @side is %WS_BESIDE_N_SIDES, of both. */
static char *
say (const WsBeside *beside, guint side, guint stage, const WsTheme *theme)
{
  return side < WS_BESIDE_N_SIDES ? ws_beside_note (beside, side, stage, theme)
                                  : ws_beside_sentence_markup (beside, stage);
}

/* (transfer full) (nullable): the longest that is said of any stage: whatever stage is shown, the
 * pictures stand where they stand at the others */
static char *
find_longest (const WsPicture *self, guint side, const WsTheme *theme)
{
  const WsBeside *beside = self->subject;
  char *longest = NULL;
  glong most = 0;

  if (ws_picture_get_beside_stage (self) == WS_NONE)
    return NULL;
  for (guint stage = 0; stage < beside->n_stages[WS_BESIDE_LEFT]; stage++)
    {
      g_autofree char *said = say (beside, side, stage, theme);
      glong length = g_utf8_strlen (said, -1);

      if (length <= most)
        continue;
      most = length;
      g_free (longest);
      longest = g_steal_pointer (&said);
    }
  return longest;
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

  if (side == WS_BESIDE_RIGHT)
    ws_beside_moment_of (beside, &self->moment, &picture.moment);
  part = ws_slide_add_part (slide, heading, &picture);
  part->note = say (beside, side, ws_picture_get_beside_stage (self), theme);
  part->note_room = find_longest (self, side, theme);
}

static void
draw (const WsPicture *self, cairo_t *cr, const WsTheme *theme, double width, double height)
{
  const WsBeside *beside = self->subject;
  g_autofree char *title = ws_beside_title (beside);
  g_autoptr (WsSlide) slide = ws_slide_new (self->options.bare ? NULL : title);

  for (guint i = 0; i < WS_BESIDE_N_SIDES; i++)
    add_part (self, slide, i, theme);
  if (!self->options.bare)
    {
      slide->words = say (beside, WS_BESIDE_N_SIDES, ws_picture_get_beside_stage (self), theme);
      slide->words_room = find_longest (self, WS_BESIDE_N_SIDES, theme);
      slide->source = ws_beside_source (beside);
    }
  ws_draw_slide (cr, slide, theme, width, height);
}

static char *
describe (const WsPicture *self, char **title, char **caption, char **source)
{
  const WsBeside *beside = self->subject;
  GString *text = g_string_new (NULL);

  *title = ws_beside_title (beside);
  *caption = ws_beside_sentence (beside, ws_picture_get_beside_stage (self));
  *source = ws_beside_source (beside);
  for (guint i = 0; i < WS_BESIDE_N_SIDES; i++)
    {
      g_autofree char *heading = ws_beside_heading (beside, i);

      g_string_append_printf (text, "%s. ", heading);
    }
  g_string_append (text, *caption);
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
}
