#include "slide/slide.h"

#include <math.h>
#include <string.h>

/* Shares of the slide's height. Nothing is smaller than 2.2 %. */
#define MIN_SHARE   0.022
#define TITLE_SHARE 0.036
#define WORDS_SHARE 0.031
#define NOTE_SHARE  0.0225
#define PAD_SHARE   0.028
#define WORDS_MOST  0.40 /* of words, question, answers and what is revealed */
#define WARPS_ROW   1.55 /* of the small text */
#define WARPS_REST  3.0
#define GAP         0.55 /* between what is said, of its size */
#define ANSWER_PAD  0.55 /* round an answer, of its size */
#define WIDE        1.15 /* width to height from which on two parts stand beside each other */

typedef struct {
  const WsSlide *slide;
  WsText *text;
  WsSlideLayout *l;
  double width;
  double height;
  double room; /* of a line of what is said */
} Layout;

static gboolean
has (const char *string)
{
  return string != NULL && *string != '\0';
}

static double
measure (const Layout *self, double px, const char *markup)
{
  return has (markup) ? ws_text_measure_markup (self->text, px, self->room, markup, NULL) : 0;
}

static guint
count_answers (const WsSlide *slide)
{
  guint n = slide->answers != NULL ? g_strv_length (slide->answers) : 0;

  return MIN (n, WS_SLIDE_MAX_ANSWERS);
}

/* Places the answers below @y, in rows as few as have room. Returns: their height */
static double
place_answers (Layout *self, double y, double px)
{
  WsSlideLayout *l = self->l;
  double height = px * (1.3 + 2 * ANSWER_PAD * 0.7);
  double gap = px * 0.7;
  double widths[WS_SLIDE_MAX_ANSWERS];
  double top = y;

  l->n_answers = count_answers (self->slide);
  for (guint i = 0; i < l->n_answers; i++)
    {
      /* room for its number before it, and for its sign behind it */
      ws_text_measure_markup (self->text, px, self->room * 0.8, self->slide->answers[i],
                              &widths[i]);
      widths[i] = MIN (widths[i] + px * (2 * ANSWER_PAD + 2.6), self->room);
    }
  for (guint first = 0; first < l->n_answers;)
    {
      guint end = first + 1;
      double used = widths[first];
      double x;

      while (end < l->n_answers && used + gap + widths[end] <= self->room)
        used += gap + widths[end++];
      x = (self->width - used) / 2;
      for (guint i = first; i < end; i++)
        {
          l->answers[i] = (WsBox){ x, y, widths[i], height };
          x += widths[i] + gap;
        }
      first = end;
      y += height + (first < l->n_answers ? gap * 0.6 : 0);
    }
  return y - top;
}

/* Places what is said so that it ends at @bottom. Returns: where it begins */
static double
place_words (Layout *self, double px, double bottom)
{
  const WsSlide *slide = self->slide;
  WsSlideLayout *l = self->l;
  double gap = px * GAP;
  double words = MAX (measure (self, px, slide->words), measure (self, px, slide->words_room));
  double question = measure (self, px, slide->question);
  double reveal = MAX (measure (self, px, slide->reveal), measure (self, l->note_px, slide->hint));
  double answers = place_answers (self, 0, px * 0.92);
  double heights[] = { words, question, answers, reveal };
  double y = bottom;
  double x = (self->width - self->room) / 2;

  l->words_px = px;
  for (guint i = 0; i < G_N_ELEMENTS (heights); i++)
    y -= heights[i] > 0 ? heights[i] + gap : 0;
  bottom = y;
  l->words = (WsBox){ x, y, self->room, words };
  y += words > 0 ? words + gap : 0;
  l->question = (WsBox){ x, y, self->room, question };
  y += question > 0 ? question + gap : 0;
  place_answers (self, y, px * 0.92);
  y += answers > 0 ? answers + gap : 0;
  l->reveal = (WsBox){ x, y, self->room, reveal };
  return bottom;
}

/* Of all notes, in panels of @width, the height that has room for each; 0 if there is none. */
static double
get_note_height (const Layout *self, double width)
{
  double most = 0;

  for (guint i = 0; i < self->slide->parts->len; i++)
    {
      const WsSlidePart *part = g_ptr_array_index (self->slide->parts, i);

      const char *const notes[] = { part->note, part->note_room };

      for (guint k = 0; k < G_N_ELEMENTS (notes); k++)
        if (has (notes[k]))
          most = MAX (most, ws_text_measure_markup (self->text, self->l->note_px,
                                                    width - self->l->pad * 0.5, notes[k], NULL));
    }
  return most > 0 ? most + self->l->note_px * 0.6 : 0;
}

/* Headings and notes of all parts have one height, so that the pictures stand level. */
static void
place_parts (Layout *self, const WsBox *area)
{
  const WsSlide *slide = self->slide;
  WsSlideLayout *l = self->l;
  gboolean beside = area->w >= area->h * WIDE;
  double gap = l->pad * 0.7;
  double line = l->note_px * 1.75;
  gboolean heading = FALSE;
  double note = 0;

  l->n_parts = MIN (slide->parts->len, WS_SLIDE_MAX_PARTS);
  for (guint i = 0; i < l->n_parts; i++)
    {
      const WsSlidePart *part = g_ptr_array_index (slide->parts, i);

      heading |= has (part->heading);
    }
  for (guint i = 0; i < l->n_parts; i++)
    {
      WsBox panel = *area;
      double inset = l->n_parts > 1 ? l->pad * 0.35 : 0;

      if (l->n_parts > 1 && beside)
        {
          panel.w = (area->w - gap) / 2;
          panel.x += i * (panel.w + gap);
        }
      else if (l->n_parts > 1)
        {
          panel.h = (area->h - gap) / 2;
          panel.y += i * (panel.h + gap);
        }
      l->panels[i] = panel;
      panel = ws_box_inset (&panel, inset);
      if (i == 0)
        note = get_note_height (self, panel.w);
      if (heading)
        {
          l->headings[i] = (WsBox){ panel.x, panel.y, panel.w, line };
          panel.y += line;
          panel.h -= line;
        }
      if (note > 0)
        {
          l->notes[i] = (WsBox){ panel.x, panel.y + panel.h - note, panel.w, note };
          panel.h -= note;
        }
      panel.h = MAX (panel.h, 1);
      panel.w = MAX (panel.w, 1);
      l->parts[i] = panel;
    }
}

/* The warps stand in one row or two, with a line below that says what the lanes do. */
static double
get_warps_height (const Layout *self)
{
  const WsSlidePart *part;
  guint n_rows;

  if (!self->slide->shows_warps || self->slide->parts->len == 0)
    return 0;
  part = g_ptr_array_index (self->slide->parts, 0);
  if (part->picture->scene == NULL || part->picture->scene->warps == NULL)
    return 0;
  n_rows = MIN (part->picture->scene->warps->len, 2);
  return self->l->note_px * (n_rows * WARPS_ROW + WARPS_REST);
}

/**
 * ws_slide_layout:
 * @theme: how it looks
 * @layout: (out caller-allocates): where everything stands
 *
 * What is said is as large as two fifths of the height allow, down to the least size that is read
 * in the last row; the pictures take the rest.
 */
void
ws_slide_layout (const WsSlide *self, const WsTheme *theme, double width, double height,
                 WsSlideLayout *layout)
{
  Layout l = { .slide = self, .l = layout, .width = width, .height = height };
  double least = MAX (ws_theme_get_min_text (theme, height), height * MIN_SHARE);
  double top;
  double bottom;
  double px;
  double warps;

  memset (layout, 0, sizeof *layout); /* what lies between its fields, too: layouts are compared */
  memcpy (&layout->theme, theme, sizeof *theme);
  layout->pad = MIN (height * PAD_SHARE, width * 0.04);
  layout->title_px = MAX (height * TITLE_SHARE, least);
  layout->note_px = MAX (height * NOTE_SHARE, least);
  layout->theme.min_px = least;
  layout->theme.min_share = 0;
  l.text = ws_text_new (NULL, theme);
  l.room = MIN (width - 2 * layout->pad, height * 1.62);

  top = layout->pad;
  layout->title = (WsBox){ layout->pad, top, width - 2 * layout->pad,
                           has (self->title) ? layout->title_px * 1.25 : 0 };
  top += layout->title.h;
  if (has (self->subtitle))
    {
      layout->subtitle = (WsBox){ layout->pad, top, layout->title.w, layout->note_px * 1.6 };
      top += layout->subtitle.h;
    }
  top += layout->pad * 0.4;

  bottom = height - layout->pad * 0.7;
  if (has (self->source))
    {
      bottom -= layout->note_px * 1.3;
      layout->source =
          (WsBox){ layout->pad, bottom, width - 2 * layout->pad, layout->note_px * 1.3 };
    }
  for (px = height * WORDS_SHARE;; px *= 0.95)
    {
      double begin = place_words (&l, MAX (px, least), bottom);

      if (px <= least || bottom - begin <= height * WORDS_MOST)
        {
          bottom = begin;
          break;
        }
    }
  if (self->strip != NULL)
    {
      double strip = layout->note_px * self->strip_lines;

      bottom -= strip + layout->pad * 0.5;
      layout->strip = (WsBox){ layout->pad, bottom, width - 2 * layout->pad, strip };
    }
  warps = get_warps_height (&l);
  if (warps > 0)
    {
      bottom -= warps;
      layout->warps = (WsBox){ layout->pad, bottom, width - 2 * layout->pad, warps };
    }
  place_parts (&l, &(WsBox){ layout->pad, top, width - 2 * layout->pad,
                             MAX (bottom - top - layout->pad * 0.3, 1) });
  ws_text_free (l.text);
}

/* Returns: the answer there, -1 if there is none */
int
ws_slide_pick_answer (const WsSlideLayout *layout, double x, double y)
{
  for (guint i = 0; i < layout->n_answers; i++)
    if (ws_box_contains (&layout->answers[i], x, y))
      return (int)i;
  return -1;
}
