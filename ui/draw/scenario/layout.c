#include "scenario/layout.h"

#include "words/words.h"

#include <math.h>
#include <string.h>

#define MAX_LABEL_SHARE 0.2 /* of the width */
#define PROFILE_EM      9   /* minimum width of a launch's profile, in text sizes */
#define WORDS_EM        17

/* Columns that are dropped first if space is short. */
static const WsScenarioColumn dispensable[] = {
  WS_SCENARIO_WORDS,    WS_SCENARIO_LAUNCH, WS_SCENARIO_DRIVER,      WS_SCENARIO_PROFILE_COLUMN,
  WS_SCENARIO_RESIDENT, WS_SCENARIO_TIME,   WS_SCENARIO_THEORETICAL, WS_SCENARIO_SM_EFFICIENCY,
};

/* ---- text that is either complete or absent ---- */

static gboolean
is_whole (char **lines, const char *string)
{
  gsize length = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      length += strlen (lines[i]) + (i > 0);
      if (g_str_has_suffix (lines[i], "…") && !g_str_has_suffix (string, "…"))
        return FALSE;
    }
  return length >= strlen (string);
}

/* Removes the last clause. Returns: whether anything is left */
static gboolean
shorten (char *string)
{
  char *end = g_strrstr (string, "; ");
  char *stop = g_strrstr (string, ". ");
  char *dot = g_strrstr (string, "  ·  ");

  end = MAX (MAX (end, stop), dot);
  if (end == NULL)
    return FALSE;
  *end = '\0';
  return TRUE;
}

static gboolean
is_narrow_enough (WsText *text, WsFace face, double px, double width, char **lines)
{
  for (guint i = 0; lines[i] != NULL; i++)
    if (ws_text_width (text, face, px, lines[i]) > width + 0.5)
      return FALSE;
  return TRUE;
}

/**
 * ws_scenario_wrap:
 * @face: of the font
 * @px: (inout): the maximum font size in pixels; then the one that fits
 * @room: for it
 * @string: the text
 *
 * Drops the last clauses if necessary, but never part of one.
 *
 * Returns: (transfer full) (array zero-terminated=1): its complete lines; empty if nothing fits
 */
char **
ws_scenario_wrap (WsText *text, WsFace face, double *px, const WsScenarioRoom *room,
                  const char *string)
{
  g_autofree char *shown = g_strdup (string);
  double largest = *px;

  do
    for (double size = largest;; size = MAX (size * 0.92, room->least_px))
      {
        /* too wide even for all lines together: no need to try */
        if (ws_text_width (text, face, size, shown) <= room->width * room->max_lines + 0.5)
          {
            g_auto (GStrv) lines =
                ws_text_wrap (text, face, size, room->width, room->max_lines, shown);

            if (is_whole (lines, shown) && is_narrow_enough (text, face, size, room->width, lines))
              {
                *px = size;
                return g_steal_pointer (&lines);
              }
          }
        if (size <= room->least_px)
          break;
      }
  while (shorten (shown));
  return g_new0 (char *, 1);
}

/* ---- columns ---- */

static double
get_ours_width (WsScenarioLayout *self, WsText *text, guint row, guint group,
                WsScenarioColumn column)
{
  g_autofree char *ours = ws_scenario_format (self->scenario, row, group, column, self->decimals);

  /* pending figures need space, too */
  if (ours == NULL)
    {
      if (ws_scenario_get_cell (self->scenario, row, group)->kernel == NULL)
        return 0;
      ours = g_strdup (ws_scenario_column_get_sample (column, self->decimals));
    }
  return ws_text_gather_width (text, WS_FACE_BOLD, self->big_px, ours);
}

static double
get_column_need (WsScenarioLayout *self, WsText *text, WsScenarioColumn column)
{
  const char *title = self->has_long_titles ? ws_scenario_column_get_title (column)
                                            : ws_scenario_column_get_short_title (column);
  double need = ws_text_width (text, WS_FACE_SANS, self->head_px, title);

  if (column == WS_SCENARIO_PROFILE_COLUMN)
    return self->small_px * PROFILE_EM;
  if (column == WS_SCENARIO_WORDS)
    return self->small_px * WORDS_EM;
  for (guint row = 0; row < self->scenario->n_rows; row++)
    for (guint g = 0; g < self->scenario->n_groups; g++)
      {
        g_autofree char *theirs = ws_scenario_format_published (self->scenario, row, g, column);

        double px = MAX (self->big_px * 0.9, self->small_px); /* for figures that are alone */

        need = MAX (need, get_ours_width (self, text, row, g, column) + self->mark_w);
        if (theirs != NULL)
          need = MAX (need, ws_text_gather_width (text, WS_FACE_SANS, px, theirs) + self->mark_w);
      }
  return need;
}

static gboolean
is_wide (WsScenarioColumn column)
{
  return column == WS_SCENARIO_PROFILE_COLUMN || column == WS_SCENARIO_WORDS;
}

/* Places the columns if they fit. Returns: whether they do */
static gboolean
place_columns (WsScenarioLayout *self, WsText *text)
{
  double gap = self->big_px * 0.75;
  double between = self->big_px * 1.3;
  double room = self->width - 2 * self->pad - self->label.w - between * self->n_groups;
  double need = 0;
  double extra;
  guint n_wide = 0;

  for (guint c = 0; c < self->n_columns; c++)
    {
      self->column_w[c] = get_column_need (self, text, self->columns[c]);
      need += self->column_w[c] + gap;
      n_wide += is_wide (self->columns[c]);
    }
  extra = room / self->n_groups - self->sign_w - need;
  if (extra < 0)
    return FALSE;
  for (guint c = 0; c < self->n_columns; c++)
    {
      double share = n_wide == 0                  ? extra / self->n_columns
                     : is_wide (self->columns[c]) ? extra * 0.8 / n_wide
                                                  : extra * 0.2 / (self->n_columns - n_wide);

      /* a narrow table is easier to read than a stretched one */
      if (n_wide == 0)
        share = MIN (share, self->big_px * 5);
      self->column_w[c] += share;
    }
  need = self->sign_w;
  for (guint c = 0; c < self->n_columns; c++)
    need += self->column_w[c] + gap;
  for (guint g = 0; g < self->n_groups; g++)
    {
      double x = self->pad + self->label.w + between + g * (need + between);

      self->group[g] = (WsBox){ x, 0, need, 0 };
      x += self->sign_w + gap / 2;
      for (guint c = 0; c < self->n_columns; c++)
        {
          self->column_x[g][c] = x;
          x += self->column_w[c] + gap;
        }
    }
  return TRUE;
}

static gboolean
drop_column (WsScenarioLayout *self)
{
  if (self->n_columns <= 1)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (dispensable); i++)
    for (guint c = 0; c < self->n_columns; c++)
      if (self->columns[c] == dispensable[i])
        {
          memmove (&self->columns[c], &self->columns[c + 1],
                   (self->n_columns - c - 1) * sizeof *self->columns);
          self->n_columns--;
          return TRUE;
        }
  self->n_columns--;
  return TRUE;
}

static void
set_sizes (WsScenarioLayout *self, double factor, double min_px)
{
  double scale = ws_theme_get_scale (self->theme, self->width, self->height);

  self->big_px = MAX (self->theme->text_px * scale * factor, min_px);
  self->small_px = MAX (self->theme->index_px * scale * factor, min_px);
  self->head_px = self->small_px;
  self->sign_w = self->big_px * 1.05;
  self->mark_w = self->big_px * 0.9;
}

static void
place_label (WsScenarioLayout *self, WsText *text)
{
  double room = self->width * MAX_LABEL_SHARE;
  double need = ws_text_width (text, WS_FACE_SANS, self->head_px,
                               ws_words_translate (self->scenario->row_title));

  need = MIN (need, room * 1.3);
  self->label_lines = 1;
  for (guint row = 0; row < self->scenario->n_rows; row++)
    {
      double width = ws_text_width (text, WS_FACE_BOLD, self->big_px,
                                    ws_words_translate (self->scenario->rows[row].label));

      if (width > room)
        self->label_lines = 3;
      need = MAX (need, MIN (width, room));
    }
  self->label = (WsBox){ self->pad, 0, need, 0 };
}

static void
take_all (WsScenarioLayout *self)
{
  self->n_columns = self->scenario->n_columns;
  memcpy (self->columns, self->scenario->columns, sizeof self->columns);
  self->first_group = 0;
  self->n_groups = self->scenario->n_groups;
}

/* Relative to the normal text size, largest first; those above 1 only if a table may grow. */
static const double factors[] = { 1.9, 1.7, 1.5, 1.3, 1.15, 1, 0.86, 0.74 };

/* At this size: with long titles; if necessary with short ones, and without decimals, which never
 * cause growth. */
static gboolean
fit_size (WsScenarioLayout *self, WsText *text, double factor, double min_px)
{
  set_sizes (self, factor, min_px);
  place_label (self, text);
  for (guint i = 0; i < (factor > 1 ? 1 : 3); i++)
    {
      self->decimals = i < 2 ? 1 : 0;
      self->has_long_titles = i == 0;
      if (place_columns (self, text))
        return TRUE;
    }
  return FALSE;
}

/* Nothing becomes larger than @factor of the text size. */
static void
fit_columns (WsScenarioLayout *self, WsText *text, const WsScenarioOptions *options, double factor,
             double min_px)
{
  take_all (self);
  for (guint i = 0; i < G_N_ELEMENTS (factors); i++)
    if (factors[i] <= factor && fit_size (self, text, factors[i], min_px))
      return;
  if (fit_size (self, text, 0, min_px))
    return;
  /* first columns also shown in words or elsewhere, then the other group, then the rest */
  while (self->n_columns > 3 && drop_column (self))
    if (place_columns (self, text))
      return;
  if (self->n_groups > 1)
    {
      take_all (self);
      self->first_group = MIN (options->group, self->n_groups - 1);
      self->n_groups = 1;
      if (place_columns (self, text))
        return;
    }
  while (drop_column (self))
    if (place_columns (self, text))
      return;
}

/* ---- rows ---- */

static gboolean
has_published (const WsScenario *scenario)
{
  for (guint row = 0; row < scenario->n_rows; row++)
    for (guint g = 0; g < scenario->n_groups; g++)
      for (guint c = 0; c < scenario->n_columns; c++)
        if (ws_scenario_get_cell (scenario, row, g)->published[scenario->columns[c]].text != NULL)
          return TRUE;
  return FALSE;
}

static gboolean
has_marks (const WsScenario *scenario)
{
  if (scenario->n_groups > 1)
    return TRUE;
  for (guint row = 0; row < scenario->n_rows; row++)
    if (scenario->rows[row].pair != NULL)
      return TRUE;
  return FALSE;
}

/* Whether the column is shown. */
static gboolean
has_column (const WsScenarioLayout *self, WsScenarioColumn column)
{
  for (guint c = 0; c < self->n_columns; c++)
    if (self->columns[c] == column)
      return TRUE;
  return FALSE;
}

static gboolean
has_tall (const WsScenarioLayout *self)
{
  return has_column (self, WS_SCENARIO_PROFILE_COLUMN) || has_column (self, WS_SCENARIO_WORDS);
}

static double
get_least_row (const WsScenarioLayout *self)
{
  double least = self->big_px * 1.6;

  if (has_published (self->scenario))
    least = (self->big_px + self->small_px) * 1.2;
  if (has_tall (self))
    return MAX (least, self->big_px * 3.1);
  return self->label_lines > 1 ? MAX (least, self->big_px * 2.4) : least;
}

static void
place_rows (WsScenarioLayout *self, const WsScenarioOptions *options)
{
  guint n = self->scenario->n_rows;
  double least = get_least_row (self);
  double most = self->big_px * (has_tall (self) ? 11 : 3.4);

  self->two_lines = has_published (self->scenario);
  /* if even one row is too high, published figures are dropped */
  if (self->two_lines && self->rows.h < least)
    {
      self->two_lines = FALSE;
      least = self->big_px * 1.5;
    }
  /* if not all rows fit, those shown have enough space */
  if (self->rows.h < least * n)
    least = MIN (least * 1.2, self->rows.h);
  self->n_shown = CLAMP ((guint)MAX (self->rows.h / least, 0), 1, n);
  self->row_h = CLAMP (self->rows.h / self->n_shown, MIN (least, self->rows.h), most);
  self->rows.h = self->row_h * self->n_shown;
  self->has_bars =
      self->row_h > (self->two_lines ? (self->big_px + self->small_px) * 1.5 : self->big_px * 2);
  if (options->top >= 0)
    self->first_row = (guint)options->top;
  else
    self->first_row = options->row > self->n_shown / 2 ? options->row - self->n_shown / 2 : 0;
  self->first_row = MIN (self->first_row, n - self->n_shown);
}

static double
place_head (WsScenarioLayout *self, double y, double room)
{
  double h = self->head_px * 1.7;

  self->has_names = self->scenario->n_groups > 1;
  self->has_words = FALSE;
  if (self->has_names)
    h += self->big_px * 1.5;
  for (guint g = 0; g < self->scenario->n_groups; g++)
    self->has_words |= self->scenario->group_words[g] != NULL && room > self->big_px * 22;
  if (self->has_words)
    h += self->head_px * 1.4;
  self->head = (WsBox){ self->pad, y, self->width - 2 * self->pad, h };
  return y + h;
}

static double
place_device (WsScenarioLayout *self, WsText *text, double y, double min_px)
{
  double room = self->width - 2 * self->pad;
  g_autofree char *place = ws_scenario_describe_place (self->scenario);

  if (place == NULL)
    return y;
  self->place_px = self->summary_px;
  self->place_lines = ws_scenario_wrap (text, WS_FACE_SANS, &self->place_px,
                                        &(WsScenarioRoom){ min_px, room, 2 }, place);
  self->place =
      (WsBox){ self->pad, y, room, self->place_px * 1.36 * g_strv_length (self->place_lines) };
  return y + self->place.h + self->place_px * 0.3;
}

static double
place_words (WsScenarioLayout *self, WsText *text, const WsScenarioOptions *options, double min_px)
{
  double room = self->width - 2 * self->pad;
  double y = self->pad;

  if (options->show_title)
    {
      self->title = (WsBox){ self->pad, y, room, self->title_px * 1.4 };
      y += self->title.h;
    }
  y = place_device (self, text, y, min_px);
  if (options->show_summary && self->height > self->summary_px * 13)
    {
      g_autofree char *told =
          ws_scenario_tell (self->scenario, MIN (options->row, self->scenario->n_rows - 1),
                            MIN (options->group, self->scenario->n_groups - 1));

      double px = self->summary_px;

      /* on one line, if slightly smaller text suffices */
      self->summary_lines = ws_scenario_wrap (
          text, WS_FACE_SANS, &px, &(WsScenarioRoom){ MAX (px * 0.88, min_px), room, 1 }, told);
      if (!is_whole (self->summary_lines, told))
        {
          px = self->summary_px;
          g_strfreev (self->summary_lines);
          self->summary_lines = ws_scenario_wrap (text, WS_FACE_SANS, &px,
                                                  &(WsScenarioRoom){ min_px, room, 2 }, told);
        }
      /* the same height for every cell, or the table would jump between cells */
      self->summary = (WsBox){ self->pad, y, room, self->summary_px * 2.9 };
      self->summary_px = px;
      y += self->summary.h;
    }
  return y;
}

static void
place_caption (WsScenarioLayout *self, WsText *text, double min_px)
{
  double room = self->width - 2 * self->pad;
  double h;

  self->has_legend = has_marks (self->scenario) && self->height > self->note_px * 26;
  if (self->height > self->note_px * 16)
    {
      g_autofree char *source = ws_scenario_describe_source (self->scenario);

      self->caption_lines = ws_scenario_wrap (
          text, WS_FACE_SANS, &self->note_px,
          &(WsScenarioRoom){ min_px, room, self->height > self->note_px * 30 ? 2 : 1 }, source);
    }
  h = self->note_px * 1.36
      * ((self->caption_lines != NULL ? g_strv_length (self->caption_lines) : 0)
         + self->has_legend);
  self->caption = (WsBox){ self->pad, self->height - self->pad * 0.7 - h, room, h };
}

/* Head and rows, between @y and the caption. */
static void
place_table (WsScenarioLayout *self, double y)
{
  double head_end = place_head (self, y, self->caption.y - y);

  self->rows = (WsBox){ self->pad, head_end, self->width - 2 * self->pad,
                        MAX (self->caption.y - self->note_px * 0.6 - head_end, 1) };
}

/* Relative to the text size: the largest at which all rows fit, or else the smallest. */
static double
choose_factor (WsScenarioLayout *self, WsText *text, const WsScenarioOptions *options, double y,
               double min_px)
{
  take_all (self);
  for (guint i = 0; i < G_N_ELEMENTS (factors); i++)
    {
      if (factors[i] > 1 && !options->grows)
        continue;
      set_sizes (self, factors[i], min_px);
      place_label (self, text);
      place_table (self, y);
      if (self->rows.h >= get_least_row (self) * self->scenario->n_rows)
        return factors[i];
    }
  return factors[G_N_ELEMENTS (factors) - 1];
}

/**
 * ws_scenario_layout_init:
 * @self: (out caller-allocates): the layout; to be cleared
 * @scenario: what is shown; must outlive @self
 * @options: the chosen cell, and the parts around the table
 *
 * The top of the header says what is dropped first if space is short.
 */
void
ws_scenario_layout_init (WsScenarioLayout *self, WsText *text, const WsScenario *scenario,
                         const WsScenarioOptions *options, const WsArea *area)
{
  double min_px = ws_theme_get_min_text (area->theme, area->height);
  double scale = ws_theme_get_scale (area->theme, area->width, area->height);
  double y;

  *self = (WsScenarioLayout){
    .scenario = scenario, .theme = area->theme, .width = area->width, .height = area->height
  };
  self->pad = MIN (28 * scale, MIN (area->width, area->height) * 0.04);
  self->title_px = MAX (area->theme->title_px * scale, min_px);
  self->summary_px = MAX (area->theme->text_px * scale, min_px);
  self->note_px = MAX (area->theme->index_px * scale, min_px);
  y = place_words (self, text, options, min_px);
  place_caption (self, text, min_px);
  fit_columns (self, text, options, choose_factor (self, text, options, y, min_px), min_px);
  place_table (self, y);
  place_rows (self, options);
}

/**
 * ws_scenario_layout_clear:
 * @self: the layout
 */
void
ws_scenario_layout_clear (WsScenarioLayout *self)
{
  g_clear_pointer (&self->place_lines, g_strfreev);
  g_clear_pointer (&self->summary_lines, g_strfreev);
  g_clear_pointer (&self->caption_lines, g_strfreev);
}

/**
 * ws_scenario_layout_get_cell:
 * @self: the layout
 * @row: index of a row that is shown
 * @group: index of a group that is shown
 *
 * Returns: the whole of the cell
 */
WsBox
ws_scenario_layout_get_cell (const WsScenarioLayout *self, guint row, guint group)
{
  const WsBox *box = &self->group[group - self->first_group];

  return (WsBox){ box->x, self->rows.y + (row - self->first_row) * self->row_h, box->w,
                  self->row_h };
}

/**
 * ws_scenario_layout_get_figure:
 * @self: the layout
 * @row: index of a row that is shown
 * @group: index of a group that is shown
 * @column: index among the columns shown
 *
 * Returns: one figure of the cell
 */
WsBox
ws_scenario_layout_get_figure (const WsScenarioLayout *self, guint row, guint group, guint column)
{
  return (WsBox){ self->column_x[group - self->first_group][column],
                  self->rows.y + (row - self->first_row) * self->row_h, self->column_w[column],
                  self->row_h };
}
