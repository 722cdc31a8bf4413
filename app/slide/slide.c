#include "slide/slide.h"

#include "words/words.h"

#include <glib/gi18n.h>
#include <math.h>

#define LEAST_LINE 0.5  /* of the room: shorter lines are not made */
#define KEY_SIZE   0.78 /* radius of the disc behind the key of an answer, of small text */
#define KEY_SHARE  0.16 /* of the ink in that disc */
#define ONE_LINE   1.9  /* of its size: what is not as high has one line */

static void
part_free (gpointer data)
{
  WsSlidePart *part = data;

  g_free (part->heading);
  g_free (part->note);
  g_free (part->note_room);
  ws_picture_free (part->picture);
  g_free (part);
}

/**
 * ws_slide_new:
 * @title: above it
 *
 * Returns: (transfer full): a slide with nothing on it; the caller fills its fields, which are the
 * slide's
 */
WsSlide *
ws_slide_new (const char *title)
{
  WsSlide *self = g_new0 (WsSlide, 1);

  self->title = g_strdup (title);
  self->parts = g_ptr_array_new_with_free_func (part_free);
  self->right = self->chosen = -1;
  return self;
}

/* Returns: (transfer full): the same; what its pictures show stays what it is now */
WsSlide *
ws_slide_copy (const WsSlide *self)
{
  WsSlide *copy = g_new (WsSlide, 1);

  *copy = *self;
  copy->title = g_strdup (self->title);
  copy->subtitle = g_strdup (self->subtitle);
  copy->parts = g_ptr_array_new_with_free_func (part_free);
  for (guint i = 0; i < self->parts->len; i++)
    {
      const WsSlidePart *part = g_ptr_array_index (self->parts, i);
      WsSlidePart *other = g_new (WsSlidePart, 1);

      *other = (WsSlidePart){ g_strdup (part->heading), g_strdup (part->note),
                              g_strdup (part->note_room), part->veils_note,
                              ws_picture_copy (part->picture) };
      g_ptr_array_add (copy->parts, other);
    }
  copy->strip = self->strip != NULL ? ws_picture_copy (self->strip) : NULL;
  copy->words = g_strdup (self->words);
  copy->words_room = g_strdup (self->words_room);
  copy->question = g_strdup (self->question);
  copy->answers = g_strdupv (self->answers);
  copy->reveal = g_strdup (self->reveal);
  copy->hint = g_strdup (self->hint);
  copy->source = g_strdup (self->source);
  copy->notes = g_strdup (self->notes);
  return copy;
}

void
ws_slide_free (WsSlide *self)
{
  if (self == NULL)
    return;
  g_free (self->title);
  g_free (self->subtitle);
  g_ptr_array_unref (self->parts);
  g_clear_pointer (&self->strip, ws_picture_free);
  g_free (self->words);
  g_free (self->words_room);
  g_free (self->question);
  g_strfreev (self->answers);
  g_free (self->reveal);
  g_free (self->hint);
  g_free (self->source);
  g_free (self->notes);
  g_free (self);
}

/**
 * ws_slide_add_part:
 * @self: a slide with fewer than %WS_SLIDE_MAX_PARTS parts
 * @heading: (nullable): above it
 * @picture: what it shows; copied
 *
 * The picture stands alone: no title and no caption of its own, and a tree without the strip of the
 * whole block.
 *
 * Returns: (transfer none): the part
 */
WsSlidePart *
ws_slide_add_part (WsSlide *self, const char *heading, const WsPicture *picture)
{
  WsSlidePart *part;

  g_return_val_if_fail (self->parts->len < WS_SLIDE_MAX_PARTS, NULL);

  part = g_new0 (WsSlidePart, 1);
  part->heading = g_strdup (heading);
  part->picture = ws_picture_copy (picture);
  part->picture->options.bare = TRUE;
  part->picture->options.tree.show_strip = FALSE; /* its room is the numbers' */
  g_ptr_array_add (self->parts, part);
  return part;
}

/**
 * ws_slide_set_moment:
 * @part: index of one of its parts
 * @moment: when it is, of that part's scene
 *
 * Moves the part on, as the playhead moves.
 */
void
ws_slide_set_moment (WsSlide *self, guint part, const WsMoment *moment)
{
  g_return_if_fail (part < self->parts->len);

  ((WsSlidePart *)g_ptr_array_index (self->parts, part))->picture->moment = *moment;
}

static void
draw_title (const WsSlide *self, const WsSlideLayout *l, WsText *text)
{
  const WsTheme *theme = &l->theme;
  double y = l->title.y + l->title.h / 2;
  double right = l->title.x + l->title.w;

  if (self->n_steps > 0)
    {
      g_autofree char *step = g_strdup_printf ("%u / %u", self->step, self->n_steps);

      right -= ws_text_show (text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, theme->muted },
                             &(WsTextPlace){ right, y, 1 }, step)
               + l->note_px;
    }
  ws_text_show_fit (text, &(WsTextStyle){ WS_FACE_BOLD, l->title_px, theme->ink },
                    &(WsTextPlace){ l->title.x, y, 0 }, right - l->title.x, self->title);
  if (l->subtitle.h > 0)
    ws_text_show_fit (text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, theme->muted },
                      &(WsTextPlace){ l->subtitle.x, l->subtitle.y + l->subtitle.h / 2, 0 },
                      l->subtitle.w, self->subtitle);
}

static void
draw_picture (const WsPicture *picture, cairo_t *cr, const WsTheme *theme, const WsBox *box)
{
  cairo_save (cr);
  ws_box_path (cr, box);
  cairo_clip (cr);
  cairo_translate (cr, box->x, box->y);
  ws_picture_draw (picture, cr, theme, box->w, box->h);
  cairo_restore (cr);
}

static void
draw_part (const WsSlide *self, const WsSlideLayout *l, cairo_t *cr, WsText *text, guint i)
{
  const WsSlidePart *part = g_ptr_array_index (self->parts, i);
  const WsTheme *theme = &l->theme;
  const WsBox *heading = &l->headings[i];
  const WsBox *note = &l->notes[i];

  if (l->n_parts > 1)
    {
      ws_rounded_path (cr, &l->panels[i], l->pad * 0.35);
      ws_paint_set (cr, theme->faint);
      cairo_set_line_width (cr, MAX (l->note_px * 0.06, 1));
      cairo_stroke (cr);
    }
  draw_picture (part->picture, cr, theme, &l->parts[i]);
  if (heading->h > 0 && part->heading != NULL)
    ws_text_show_fit (text, &(WsTextStyle){ WS_FACE_BOLD, l->note_px * 1.08, theme->ink },
                      &(WsTextPlace){ heading->x + l->pad * 0.25, heading->y + heading->h / 2, 0 },
                      heading->w - l->pad * 0.5, part->heading);
  if (note->h > 0 && part->veils_note)
    {
      const WsBox veil = { note->x + l->pad * 0.25, note->y + l->note_px * 0.3,
                           note->w - l->pad * 0.5, note->h - l->note_px * 0.6 };

      ws_veil_draw (cr, text, theme, &veil, l->pad * 0.2, l->note_px * 1.2);
    }
  else if (note->h > 0 && part->note != NULL)
    ws_text_show_markup (text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, theme->ink },
                         &(WsTextPlace){ note->x + l->pad * 0.25, note->y + l->note_px * 0.3, 0 },
                         note->w - l->pad * 0.5, part->note);
}

/* Returns: (transfer full) (nullable): the lanes of the block's warps at the moment of the first
 * part, as they stand below it; %NULL if the slide does not show them */
WsPicture *
ws_slide_make_warps (const WsSlide *self)
{
  const WsSlidePart *part =
      self->shows_warps && self->parts->len > 0 ? g_ptr_array_index (self->parts, 0) : NULL;
  WsPicture *lanes;

  if (part == NULL || part->picture->scene == NULL || part->picture->scene->warps == NULL)
    return NULL;
  lanes = ws_picture_copy (part->picture);
  lanes->view = WS_VIEW_LANES;
  lanes->options.lanes = (WsLanesOptions){ .hide_stack = TRUE, .hide_weave = TRUE };
  return lanes;
}

static void
draw_warps (const WsSlide *self, const WsSlideLayout *l, cairo_t *cr)
{
  g_autoptr (WsPicture) lanes = ws_slide_make_warps (self);

  draw_picture (lanes, cr, &l->theme, &l->warps);
}

static void
draw_answer (const WsSlide *self, const WsSlideLayout *l, cairo_t *cr, WsText *text, guint i)
{
  const WsTheme *theme = &l->theme;
  const WsBox *box = &l->answers[i];
  gboolean right = self->revealed && (int)i == self->right;
  gboolean chosen = (int)i == self->chosen;
  gboolean wrong = self->revealed && chosen && !right && self->right >= 0;
  WsColor fill = right ? theme->good : chosen ? theme->accent_soft : theme->background;
  WsColor ink = right || chosen  ? ws_color_ink_on (fill)
                : self->revealed ? theme->muted
                                 : theme->ink;
  double px = l->words_px * 0.92;
  double y = box->y + box->h / 2;
  double line = MAX (l->note_px * 0.08, 1);
  WsBox inner = ws_box_inset (box, line / 2);
  char number[16];
  double height;

  ws_rounded_path (cr, &inner, box->h * 0.3);
  ws_paint_set (cr, fill);
  cairo_fill_preserve (cr);
  ws_paint_set (cr, right ? theme->good : wrong ? theme->playhead : theme->muted);
  cairo_set_line_width (cr, line);
  cairo_stroke (cr);
  /* its key, which no one is to read as a part of it: answers are numbers, too */
  cairo_arc (cr, box->x + px * 0.95, y, l->note_px * KEY_SIZE, 0, 2 * G_PI);
  ws_paint_set (cr, ws_color_mix (fill, ink, KEY_SHARE));
  cairo_fill (cr);
  g_snprintf (number, sizeof number, "%u", i + 1);
  ws_text_show (text, &(WsTextStyle){ WS_FACE_BOLD, l->note_px, ink },
                &(WsTextPlace){ box->x + px * 0.95, y, 0.5 }, number);
  height = ws_text_measure_markup (text, px, box->w, self->answers[i], NULL);
  ws_text_show_markup (text, &(WsTextStyle){ WS_FACE_SANS, px, ink },
                       &(WsTextPlace){ box->x + px * 1.9, y - height / 2, 0 }, box->w - px * 2.9,
                       self->answers[i]);
  if (right || wrong)
    ws_text_show (text, &(WsTextStyle){ WS_FACE_BOLD, px, ink },
                  &(WsTextPlace){ box->x + box->w - px * 0.85, y, 0.5 }, right ? "✓" : "✗");
}

/* The least width at which it needs no more lines than in all of @width: so that no line has a
 * single word. */
static double
balance (WsText *text, double px, double width, const char *markup)
{
  double height = ws_text_measure_markup (text, px, width, markup, NULL);
  double low = width * LEAST_LINE;
  double high = width;

  if (height < px * ONE_LINE)
    return width;
  while (high - low > px)
    {
      double middle = (low + high) / 2;

      if (ws_text_measure_markup (text, px, middle, markup, NULL) > height + 0.5)
        low = middle;
      else
        high = middle;
    }
  return high;
}

static void
draw_said (WsText *text, const WsBox *box, double px, WsColor color, const char *markup)
{
  double width;

  if (box->h <= 0 || markup == NULL)
    return;
  width = balance (text, px, box->w, markup);
  ws_text_show_markup (text, &(WsTextStyle){ WS_FACE_SANS, px, color },
                       &(WsTextPlace){ box->x + (box->w - width) / 2, box->y, 0.5 }, width, markup);
}

static void
draw_words (const WsSlide *self, const WsSlideLayout *l, cairo_t *cr, WsText *text)
{
  const WsTheme *theme = &l->theme;

  draw_said (text, &l->words, l->words_px, theme->ink, self->words);
  draw_said (text, &l->question, l->words_px, theme->playhead, self->question);
  for (guint i = 0; i < l->n_answers; i++)
    draw_answer (self, l, cr, text, i);
  if (self->revealed)
    draw_said (text, &l->reveal, l->words_px, theme->good, self->reveal);
  else
    draw_said (text, &l->reveal, l->note_px, theme->muted, self->hint);
  if (l->source.h > 0)
    ws_text_show_fit (text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, theme->muted },
                      &(WsTextPlace){ l->source.x, l->source.y + l->source.h / 2, 0 }, l->source.w,
                      self->source);
}

/**
 * ws_draw_slide:
 * @theme: how it looks
 *
 * Draws it on the theme's background.
 */
void
ws_draw_slide (cairo_t *cr, const WsSlide *self, const WsTheme *theme, double width, double height)
{
  WsSlideLayout layout;
  WsText *text;

  ws_slide_layout (self, theme, width, height, &layout);
  cairo_save (cr);
  ws_paint_set (cr, theme->background);
  cairo_paint (cr);
  text = ws_text_new (cr, theme);
  for (guint i = 0; i < layout.n_parts; i++)
    draw_part (self, &layout, cr, text, i);
  if (layout.warps.h > 0)
    draw_warps (self, &layout, cr);
  if (layout.strip.h > 0)
    draw_picture (self->strip, cr, &layout.theme, &layout.strip);
  draw_title (self, &layout, text);
  draw_words (self, &layout, cr, text);
  ws_text_free (text);
  cairo_restore (cr);
}

/* Adds what is written in @markup, as a sentence of its own. */
static void
add_sentence (GString *string, const char *markup)
{
  g_autofree char *text = NULL;

  if (markup == NULL || *markup == '\0')
    return;
  if (!pango_parse_markup (markup, -1, 0, NULL, &text, NULL, NULL))
    text = g_strdup (markup);
  if (string->len > 0)
    g_string_append_c (string, '\n');
  g_string_append (string, text);
}

/* Returns: (transfer full): what it says, line by line, for a screen reader */
char *
ws_slide_describe (const WsSlide *self)
{
  GString *string = g_string_new (self->title);

  add_sentence (string, self->words);
  add_sentence (string, self->question);
  for (guint i = 0; self->answers != NULL && self->answers[i] != NULL; i++)
    {
      g_autofree char *answer = g_strdup_printf ("%u: %s", i + 1, self->answers[i]);

      add_sentence (string, answer);
    }
  add_sentence (string, self->revealed ? self->reveal : NULL);
  for (guint i = 0; i < self->parts->len; i++)
    {
      const WsSlidePart *part = g_ptr_array_index (self->parts, i);
      g_autofree char *title = NULL;
      g_autofree char *caption = NULL;
      g_autofree char *source = NULL;
      g_autofree char *described = ws_picture_describe (part->picture, &title, &caption, &source);
      g_autofree char *escaped = g_markup_escape_text (described, -1);

      add_sentence (string, escaped);
    }
  return g_string_free (string, FALSE);
}
