/* table.c: the lines of the kernel that reach memory, that which loses most first, or takes most
 * time. */
#include "memory/private.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <math.h>

#define LEAST_BAR  4    /* in heights of the text */
#define MOST_SHARE 0.14 /* of the width: a column of text and a bar */
#define SHARE_STEP 0.02

static double
get_widest (WsMemoryDrawing *self, WsFace face, double least, const char *text)
{
  return MAX (least, ws_text_width (self->text, face, self->layout.note_px, text));
}

/* (transfer full): what a request of the line takes, on average: "2.68 sectors" */
static char *
make_per (const WsMemoryDrawing *self, const WsMemoryLine *line)
{
  double per = ws_memory_line_get_per_request (line);
  guint n = per > 1 ? 2 : 1;

  if (line->space == WS_SPACE_SHARED)
    return g_strdup_printf (ngettext ("%.3g pass", "%.3g passes", n), per);
  if (self->scene->run->spec->transaction_bytes == WS_MEMORY_REQUEST_SEGMENT_BYTES)
    return g_strdup_printf (ngettext ("%.3g segment", "%.3g segments", n), per);
  return g_strdup_printf (ngettext ("%.3g sector", "%.3g sectors", n), per);
}

static gboolean
is_by_time (const WsMemoryDrawing *self)
{
  return self->options->ranking == WS_MEMORY_RANK_TIME;
}

/**
 * ws_memory_weigh_lines:
 * @self: a drawing of lines
 *
 * Returns: (transfer full) (array): of each line, the bytes that it loses, or the cycles that warps
 * spend on it: none if unknown
 */
guint64 *
ws_memory_weigh_lines (const WsMemoryDrawing *self)
{
  const WsMemoryUse *use = self->scene->memory;
  guint64 *weights = g_new0 (guint64, use->lines->len + 1);

  for (guint i = 0; i < use->lines->len && !is_by_time (self); i++)
    weights[i] = ws_memory_line_get_lost_bytes (&g_array_index (use->lines, WsMemoryLine, i),
                                                self->scene->run->spec);
  for (guint site = 0; site < self->kernel->n_sites && self->stalls != NULL; site++)
    {
      guint32 line = ws_memory_use_find_line (use, site);

      if (line != WS_NONE)
        weights[line] += ws_launch_stalls_get_site_cycles (self->stalls, site);
    }
  return weights;
}

static int
compare_weights (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint64 *weights = data;
  const guint one = *(const guint *)a;
  const guint two = *(const guint *)b;

  return weights[one] != weights[two] ? (weights[one] > weights[two] ? -1 : 1)
                                      : (one < two ? -1 : one > two);
}

/* That which weighs most first; where costs are kept back, as the source has them. */
static void
rank (WsMemoryDrawing *self)
{
  WsMemoryTable *t = &self->table;
  const GArray *lines = self->scene->memory->lines;

  ws_memory_end (self);
  *t = (WsMemoryTable){ .order = g_array_new (FALSE, FALSE, sizeof (guint)),
                        .weights = ws_memory_weigh_lines (self) };
  for (guint i = 0; i < lines->len; i++)
    {
      g_array_append_val (t->order, i);
      t->most = MAX (t->most, t->weights[i]);
      t->sum += t->weights[i];
    }
  if (is_by_time (self))
    t->sum = self->stalls != NULL ? self->stalls->warp_cycles : 0;
  if (!ws_memory_hides (self))
    g_array_sort_with_data (t->order, compare_weights, t->weights);
}

/* Returns: index of the line in a row of the table */
guint
ws_memory_get_ranked (const WsMemoryDrawing *self, guint row)
{
  return g_array_index (self->table.order, guint, row);
}

/* (transfer full): as in "3.1 MB", "12 345" cycles */
static char *
make_weight (const WsMemoryDrawing *self, guint64 weight)
{
  if (is_by_time (self))
    return ws_format_count (weight);
  return weight < 1000 ? ws_words_count (WS_NOUN_BYTE, weight) : g_format_size (weight);
}

/* Bars are below the numbers, or where rows are low between those: right of @value and left of
 * @share, if that is wide enough to compare them. */
static void
place_bars (WsMemoryDrawing *self, double value, double share)
{
  double px = self->layout.note_px;
  WsMemoryTable *t = &self->table;

  t->bars =
      (WsBox){ t->lost_x, t->rows.y + t->row_h * 0.72, t->lost_w, MIN (px * 0.5, t->row_h * 0.16) };
  if (!t->is_stacked)
    t->bars = (WsBox){ t->lost_x + value, t->rows.y + (t->row_h - px * 0.6) / 2,
                       t->lost_w - value - share, px * 0.6 };
  if (t->bars.w < px * LEAST_BAR - 1)
    t->bars.w = 0;
}

/* Columns from the right to the left. @share: of the width, for each of those that have more than
 * text in them; @value, @requests, @kind: widest texts. */
static void
place_columns (WsMemoryDrawing *self, double share, double value, double requests, double kind,
               gboolean has_levels)
{
  const WsMemoryLayout *l = &self->layout;
  WsMemoryTable *t = &self->table;
  const double air = l->note_px * 1.1;
  const double percent = ws_text_width (self->text, WS_FACE_SANS, l->note_px, "100.0\u00a0%");
  const double bar = l->note_px * 2.5;
  double rest;

  t->lost_w = MAX (l->body.w * share * 1.7,
                   value + percent + l->note_px * (1.2 + (t->is_stacked ? 0 : LEAST_BAR)));
  t->lost_x = l->body.x + l->body.w - t->lost_w;
  place_bars (self, value + l->note_px * 0.6, percent + l->note_px * 0.6);
  t->share_w =
      l->body.w > l->note_px * 36 ? get_widest (self, WS_FACE_SANS, percent, _ ("efficiency")) : 0;
  t->share_x = t->lost_x - (t->share_w > 0 ? air : 0) - t->share_w;
  t->cache_w =
      has_levels && l->body.w > l->note_px * 48
          ? MAX (l->body.w * share, get_widest (self, WS_FACE_SANS, percent + bar, _ ("in caches")))
          : 0;
  t->cache_x = t->share_x - air - t->cache_w;
  t->per_x = (t->cache_w > 0 ? t->cache_x : t->share_x) - air
             - CLAMP (l->body.w * share, t->per_w, MAX (t->per_w, l->note_px * 8));
  t->request_x = t->per_x - air;
  rest = t->request_x - requests - air - t->source_x;
  t->kind_w = t->is_stacked ? 0 : rest > kind + l->note_px * 8 ? kind : MAX (MIN (rest, kind), 0);
  t->kind_x = t->request_x - requests - air - t->kind_w;
  if (rest < l->note_px * 3)
    t->kind_w = 0;
}

/**
 * ws_memory_lay_out_table:
 * @self: (inout): a drawing of lines
 *
 * Finds out where rows and columns stand. In a narrow place the source goes first, then the kind.
 */
void
ws_memory_lay_out_table (WsMemoryDrawing *self)
{
  WsMemoryLayout *l = &self->layout;
  WsMemoryTable *t = &self->table;
  const GArray *lines = self->scene->memory->lines;
  double kind = 0;
  double requests = ws_text_width (self->text, WS_FACE_SANS, l->note_px, _ ("requests"));
  double number = ws_text_width (self->text, WS_FACE_MONO, l->note_px, "1000") + l->note_px * 1.1;
  gboolean has_levels = FALSE;
  gboolean fits = FALSE;
  double source = 0;
  double caches;
  double value;

  rank (self);
  for (guint i = 0; i < lines->len; i++)
    {
      const WsMemoryLine *line = &g_array_index (lines, WsMemoryLine, i);
      g_autofree char *count = ws_format_count (line->requests);
      g_autofree char *per = make_per (self, line);

      g_autofree char *lost = make_weight (self, t->weights[i]);
      g_autofree char *text = ws_memory_dup_source (self->kernel, line->line);

      if (text != NULL)
        source = get_widest (self, WS_FACE_MONO, source, text);
      t->per_w = get_widest (self, WS_FACE_SANS, t->per_w, per);
      t->lost_w = get_widest (self, WS_FACE_BOLD, t->lost_w, lost);
      kind =
          get_widest (self, WS_FACE_SANS, kind, ws_memory_name_deed (line->op_class, line->space));
      requests = get_widest (self, WS_FACE_SANS, requests, count);
      has_levels = has_levels || ws_memory_level_count_get_sum (&line->levels) > 0;
    }
  l->label_w = number;
  t->head = (WsBox){ l->body.x, l->body.y, l->body.w, l->note_px * 2 };
  caches = has_levels && l->body.h > l->note_px * (6 + 2 * lines->len) ? l->note_px * 3 : 0;
  t->rows = (WsBox){ l->body.x, t->head.y + t->head.h, l->body.w,
                     MAX (l->body.h - t->head.h - caches, 0) };
  t->row_h = CLAMP (t->rows.h / MAX (lines->len, 1), l->note_px * 2, l->note_px * 4);
  t->is_stacked = t->row_h >= l->note_px * 3;
  t->n_rows = MIN (lines->len, (guint)(t->rows.h / t->row_h));
  if (t->n_rows < lines->len && t->n_rows > 1)
    t->n_rows--; /* the last place says how many more there are */
  t->caches = (WsBox){ l->body.x, t->rows.y + t->n_rows * t->row_h, l->body.w, caches };
  value = t->lost_w;
  t->source_x = l->body.x + number;
  /* bars give way to the text that they are about */
  for (double most = MOST_SHARE; most == MOST_SHARE || (most >= 0 && !fits); most -= SHARE_STEP)
    {
      place_columns (self, most, value, requests, kind, has_levels);
      fits = t->kind_x - l->note_px - t->source_x >= source;
    }
}

static WsBox
get_row (const WsMemoryDrawing *self, guint row)
{
  const WsMemoryTable *t = &self->table;

  return (WsBox){ t->rows.x, t->rows.y + row * t->row_h, t->rows.w, t->row_h };
}

static void
draw_head (WsMemoryDrawing *self)
{
  const WsMemoryLayout *l = &self->layout;
  const WsMemoryTable *t = &self->table;
  double y = t->head.y + t->head.h * 0.5;
  double line = ws_snap_line (self->cr, self->theme->line_px * l->scale);
  double requests = ws_text_width (self->text, WS_FACE_SANS, l->note_px, _ ("requests"));
  WsColor ink = self->theme->muted;

  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, ink },
                    &(WsTextPlace){ l->body.x, y, 0 },
                    (t->kind_w > 0 ? t->kind_x : t->request_x - requests) - l->body.x - l->note_px,
                    _ ("line"));
  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, ink },
                    &(WsTextPlace){ t->request_x, y, 1 }, t->request_x - t->kind_x - t->kind_w,
                    _ ("requests"));
  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, ink },
                    &(WsTextPlace){ t->per_x, y, 0 }, t->per_w, _ ("each"));
  if (t->cache_w > 0)
    ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, ink },
                      &(WsTextPlace){ t->cache_x, y, 0 }, t->cache_w, _ ("in caches"));
  if (t->share_w > 0)
    ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, ink },
                      &(WsTextPlace){ t->share_x, y, 0 }, t->share_w, _ ("efficiency"));
  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, ink },
                    &(WsTextPlace){ t->lost_x, y, 0 }, t->lost_w,
                    is_by_time (self) ? _ ("cycles of warps") : _ ("bytes lost"));
  cairo_rectangle (self->cr, t->head.x, ws_snap (self->cr, t->head.y + t->head.h - line), t->head.w,
                   line);
  ws_paint_set (self->cr, self->theme->faint);
  cairo_fill (self->cr);
}

/* Returns: the bar of a row of the table; without a width where there is none, or no room for any
 */
WsBox
ws_memory_get_bar (const WsMemoryDrawing *self, guint row)
{
  const WsMemoryTable *t = &self->table;
  guint64 weight = t->weights[ws_memory_get_ranked (self, row)];

  return (WsBox){ t->bars.x, t->bars.y + row * t->row_h,
                  t->bars.w * (double)weight / (double)MAX (t->most, 1), t->bars.h };
}

/* Bytes, their share of what all lines lose, and a bar, whole for the line that loses most; or
 * cycles, likewise. What is lost is hatched: told apart without colour. */
static void
draw_weight (WsMemoryDrawing *self, guint index)
{
  const WsMemoryLayout *l = &self->layout;
  const WsMemoryTable *t = &self->table;
  const WsTheme *theme = self->theme;
  const guint64 weight = t->weights[ws_memory_get_ranked (self, index)];
  g_autofree char *text = make_weight (self, weight);
  g_autofree char *share = ws_memory_format_share ((double)weight / (double)MAX (t->sum, 1));
  const WsBox row = get_row (self, index);
  const double y = row.y + (t->is_stacked ? row.h * 0.36 : row.h / 2);
  WsBox bar = ws_memory_get_bar (self, index);

  /* not known, or not yet */
  if (is_by_time (self) && t->sum == 0)
    return;
  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_BOLD, l->note_px, theme->ink },
                    &(WsTextPlace){ t->lost_x, y, 0 }, t->lost_w * 0.6, text);
  if (weight > 0)
    ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, theme->muted },
                      &(WsTextPlace){ t->lost_x + t->lost_w, y, 1 }, t->lost_w * 0.4, share);
  if (bar.w <= 0)
    return;
  bar = ws_box_snap (self->cr, bar);
  if (is_by_time (self))
    ws_hatch_fill (self->cr, &(WsHatchFill){ WS_HATCH_NONE, 1, 1, theme->warp[0], theme->warp[0] },
                   &bar, 1);
  else
    ws_hatch_fill (
        self->cr,
        &(WsHatchFill){ WS_HATCH_RISING, CLAMP (bar.h * 0.6, 4, 10), MAX (bar.h * 0.1, 0.8),
                        ws_color_mix (theme->background, theme->warp[1], 0.35), theme->warp[1] },
        &bar, 1);
}

/* What the caches answer for, and what of it each of them. */
static void
draw_cached (WsMemoryDrawing *self, const WsBox *row, const WsMemoryLevelCount *levels)
{
  const WsMemoryLayout *l = &self->layout;
  const WsMemoryTable *t = &self->table;
  double text_w = ws_text_width (self->text, WS_FACE_SANS, l->note_px, "100.0\u00a0%");
  double h = l->note_px * 0.95;
  WsBox bar = { t->cache_x, row->y + (row->h - h) / 2, t->cache_w - text_w - l->note_px * 0.6, h };
  g_autofree char *text = NULL;

  if (t->cache_w <= 0 || ws_memory_level_count_get_sum (levels) == 0)
    return;
  text = ws_memory_format_share (ws_memory_draw_cached (self, &bar, levels));
  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->ink },
                    &(WsTextPlace){ t->cache_x + t->cache_w, row->y + row->h / 2, 1 }, t->cache_w,
                    text);
}

static void
draw_row (WsMemoryDrawing *self, guint index)
{
  const WsMemoryLayout *l = &self->layout;
  const WsMemoryTable *t = &self->table;
  const WsMemoryLine *line =
      &g_array_index (self->scene->memory->lines, WsMemoryLine, ws_memory_get_ranked (self, index));
  WsBox row = get_row (self, index);
  double y = row.y + row.h / 2;
  double source_y = t->is_stacked ? row.y + row.h * 0.34 : y;
  double source_w =
      (t->kind_w > 0 ? t->kind_x : t->request_x - l->note_px * 4) - t->source_x - l->note_px * 0.8;
  gboolean present = self->has_request && ws_memory_get_site (self)->line == line->line
                     && ws_memory_get_site (self)->op_class == line->op_class
                     && self->request.space == line->space;
  g_autofree char *number = g_strdup_printf ("%u", line->line);
  g_autofree char *source = ws_memory_dup_source (self->kernel, line->line);
  g_autofree char *count = ws_format_count (line->requests);
  g_autofree char *per = NULL;
  g_autofree char *share = NULL;

  if (present)
    {
      WsBox band = { row.x - l->pad * 0.4, row.y, row.w + l->pad * 0.8, row.h };

      ws_rounded_path (self->cr, &band, 4 * l->scale);
      ws_paint_set (self->cr, self->theme->band);
      cairo_fill (self->cr);
    }
  ws_text_show_fit (
      self->text,
      &(WsTextStyle){ present ? WS_FACE_BOLD : WS_FACE_SANS, l->note_px, self->theme->ink },
      &(WsTextPlace){ row.x, source_y, 0 }, l->label_w - l->note_px * 0.5,
      line->line > 0 ? number : "–");
  if (source != NULL && source_w > l->note_px * 4)
    ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_MONO, l->note_px, self->theme->ink },
                      &(WsTextPlace){ t->source_x, source_y, 0 }, source_w, source);
  if (t->is_stacked && source_w > l->note_px * 4)
    ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                      &(WsTextPlace){ t->source_x, row.y + row.h * 0.7, 0 }, source_w,
                      ws_memory_name_deed (line->op_class, line->space));
  if (t->kind_w > 0)
    ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                      &(WsTextPlace){ t->kind_x, y, 0 }, t->kind_w,
                      ws_memory_name_deed (line->op_class, line->space));
  if (ws_memory_hides (self))
    {
      WsBox veil = { t->per_x, row.y + row.h * 0.1, t->lost_x + t->lost_w - t->per_x, row.h * 0.8 };

      ws_veil_draw (self->cr, self->text, self->theme, &veil, 4 * l->scale, l->note_px);
      return;
    }
  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->ink },
                    &(WsTextPlace){ t->request_x, y, 1 }, t->request_x - t->kind_x - t->kind_w,
                    count);
  per = make_per (self, line);
  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->ink },
                    &(WsTextPlace){ t->per_x, y, 0 }, t->per_w, per);
  draw_cached (self, &row, &line->levels);
  share = ws_memory_format_share (ws_memory_line_get_efficiency (line));
  if (t->share_w > 0)
    ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->ink },
                      &(WsTextPlace){ t->share_x, y, 0 }, t->share_w, share);
  draw_weight (self, index);
}

/* What the caches answer for, of all lines. */
static void
sum_levels (const WsMemoryDrawing *self, WsMemoryLevelCount *count)
{
  const GArray *lines = self->scene->memory->lines;

  *count = (WsMemoryLevelCount){ 0 };
  for (guint i = 0; i < lines->len; i++)
    for (guint level = 0; level < WS_N_MEMORY_LEVELS; level++)
      count->sectors[level] += g_array_index (lines, WsMemoryLine, i).levels.sectors[level];
}

/* The share of a level, after its sign. Returns: where the next one begins; @draw: or only that */
static double
draw_level_share (WsMemoryDrawing *self, double x, WsMemoryLevel level, double share,
                  gboolean is_short, gboolean draw)
{
  const WsMemoryLayout *l = &self->layout;
  const WsBox *row = &self->table.caches;
  double side = l->note_px * 0.95;
  double y = row->y + row->h * 0.55;
  g_autofree char *percent = ws_memory_format_share (share);
  /* Translators: a share, and where, as in "12.5 % in device memory" */
  g_autofree char *words =
      is_short ? g_strdup_printf ("%s %s", ws_memory_name_level_short (level), percent)
               : g_strdup_printf (_ ("%1$s %2$s"), percent, ws_memory_name_level (level));

  if (draw)
    {
      ws_memory_draw_level (self, (WsBox){ x, y - side / 2, side * 1.3, side }, level);
      ws_text_show (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->ink },
                    &(WsTextPlace){ x + side * 1.8, y, 0 }, words);
    }
  return x + side * 1.8 + ws_text_width (self->text, WS_FACE_SANS, l->note_px, words)
         + l->note_px * 1.6;
}

/* Of all lines: the share that each level answers for. It is the legend of the bars above, too. */
static void
draw_caches (WsMemoryDrawing *self)
{
  const WsMemoryLayout *l = &self->layout;
  const WsBox *row = &self->table.caches;
  const char *title = _ ("all lines:");
  double first = row->x + ws_text_width (self->text, WS_FACE_SANS, l->note_px, title) + l->note_px;
  WsMemoryLevelCount count;
  double sum;

  sum_levels (self, &count);
  sum = (double)ws_memory_level_count_get_sum (&count);
  if (row->h <= 0 || sum <= 0 || ws_memory_hides (self))
    return;
  for (guint is_short = 0; is_short < 2; is_short++)
    for (guint draw = 0; draw < 2; draw++)
      {
        double x = first;

        for (guint level = 0; level < WS_N_MEMORY_LEVELS; level++)
          x = draw_level_share (self, x, (WsMemoryLevel)level, (double)count.sectors[level] / sum,
                                is_short != 0, draw != 0);
        if (x - l->note_px * 1.6 > row->x + row->w)
          break;
        if (draw == 0)
          continue;
        ws_text_show (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                      &(WsTextPlace){ row->x, row->y + row->h * 0.55, 0 }, title);
        return;
      }
}

/**
 * ws_memory_draw_table:
 * @self: a drawing of lines
 *
 * Draws a row for each line, the present one on a band.
 */
void
ws_memory_draw_table (WsMemoryDrawing *self)
{
  const WsMemoryLayout *l = &self->layout;
  const WsMemoryTable *t = &self->table;
  guint n = self->scene->memory->lines->len;

  if (n == 0)
    return;
  draw_head (self);
  for (guint i = 0; i < t->n_rows; i++)
    draw_row (self, i);
  draw_caches (self);
  if (t->n_rows < n && t->n_rows > 0)
    {
      WsBox row = get_row (self, t->n_rows);
      g_autofree char *more = g_strdup_printf (
          ngettext ("and %u more line", "and %u more lines", n - t->n_rows), n - t->n_rows);

      if (row.y + row.h <= l->height)
        ws_text_show_fit (self->text,
                          &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                          &(WsTextPlace){ row.x, row.y + row.h / 2, 0 }, row.w, more);
    }
}

/* The chosen warp's first access there, or the first of any. */
static void
find_event (const WsMemoryDrawing *self, const WsMemoryLine *line, WsMemoryHit *hit)
{
  const WsScene *scene = self->scene;

  for (guint i = 0; i < scene->record->n_events; i++)
    {
      const WsEvent *event = &scene->run->events[scene->record->first_event + i];
      const WsSite *site = &self->kernel->sites[event->site];

      if (site->line != line->line || (WsOpClass)site->op_class != line->op_class
          || (WsSpace)event->space != line->space || !ws_memory_request_is_access (site, event))
        continue;
      if (event->warp == self->warp || hit->event == WS_NONE)
        {
          hit->event = i;
          hit->warp = event->warp;
        }
      if (event->warp == self->warp)
        return;
    }
}

/**
 * ws_memory_pick_table:
 * @self: a drawing of lines
 * @hit: (inout): the hit: the line, and its first access in this block
 *
 * Returns: whether a line is there
 */
gboolean
ws_memory_pick_table (const WsMemoryDrawing *self, double x, double y, WsMemoryHit *hit)
{
  for (guint i = 0; i < self->table.n_rows; i++)
    {
      WsBox row = get_row (self, i);

      if (!ws_box_contains (&row, x, y))
        continue;
      hit->kind = WS_MEMORY_HIT_LINE;
      hit->index = ws_memory_get_ranked (self, i);
      find_event (self, &g_array_index (self->scene->memory->lines, WsMemoryLine, hit->index), hit);
      return TRUE;
    }
  return FALSE;
}
