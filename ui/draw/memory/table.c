/* table.c: the lines of the kernel that reach memory, and what each costs. */
#include "memory/private.h"

#include <glib/gi18n.h>
#include <math.h>

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
  double air = l->note_px * 1.1;
  double kind = 0;
  double requests = ws_text_width (self->text, WS_FACE_SANS, l->note_px, _ ("requests"));
  double number = ws_text_width (self->text, WS_FACE_MONO, l->note_px, "1000") + air;
  gboolean has_levels = FALSE;
  double caches;
  double rest;

  *t = (WsMemoryTable){ .row_h = l->note_px * 2 };
  for (guint i = 0; i < lines->len; i++)
    {
      const WsMemoryLine *line = &g_array_index (lines, WsMemoryLine, i);
      g_autofree char *count = ws_format_count (line->requests);
      g_autofree char *per = make_per (self, line);

      t->per_w = get_widest (self, WS_FACE_SANS, t->per_w, per);
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
  t->row_h = CLAMP (t->rows.h / MAX (lines->len, 1), l->note_px * 2, l->note_px * 3.2);
  t->n_rows = MIN (lines->len, (guint)(t->rows.h / t->row_h));
  if (t->n_rows < lines->len && t->n_rows > 1)
    t->n_rows--; /* the last place says how many more there are */
  t->caches = (WsBox){ l->body.x, t->rows.y + t->n_rows * t->row_h, l->body.w, caches };
  t->share_w = MAX (l->body.w * 0.22, l->note_px * 5.5);
  t->share_x = l->body.x + l->body.w - t->share_w;
  t->per_w = CLAMP (l->body.w * 0.14, t->per_w, MAX (t->per_w, l->note_px * 8));
  t->cache_w = has_levels && l->body.w > l->note_px * 48
                   ? MAX (l->body.w * 0.14,
                          ws_text_width (self->text, WS_FACE_SANS, l->note_px, _ ("in caches")))
                   : 0;
  t->cache_x = t->share_x - air - t->cache_w;
  t->per_x = (t->cache_w > 0 ? t->cache_x : t->share_x) - air - t->per_w;
  t->request_x = t->per_x - air;
  rest = t->request_x - requests - air - (l->body.x + number);
  t->source_x = l->body.x + number;
  t->kind_w = rest > kind + l->note_px * 8 ? kind : MAX (MIN (rest, kind), 0);
  t->kind_x = t->request_x - requests - air - t->kind_w;
  if (rest < l->note_px * 3)
    t->kind_w = 0;
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
  WsColor ink = self->theme->muted;

  ws_text_show_fit (self->text, WS_FACE_SANS, l->note_px, ink, l->body.x, y, 0,
                    (t->kind_w > 0 ? t->kind_x : t->request_x) - l->body.x - l->note_px,
                    _ ("line"));
  ws_text_show_fit (self->text, WS_FACE_SANS, l->note_px, ink, t->request_x, y, 1,
                    t->request_x - t->kind_x - t->kind_w, _ ("requests"));
  ws_text_show_fit (self->text, WS_FACE_SANS, l->note_px, ink, t->per_x, y, 0, t->per_w,
                    _ ("each"));
  if (t->cache_w > 0)
    ws_text_show_fit (self->text, WS_FACE_SANS, l->note_px, ink, t->cache_x, y, 0, t->cache_w,
                      _ ("in caches"));
  ws_text_show_fit (self->text, WS_FACE_SANS, l->note_px, ink, t->share_x, y, 0, t->share_w,
                    _ ("efficiency"));
  cairo_rectangle (self->cr, t->head.x, ws_snap (self->cr, t->head.y + t->head.h - line), t->head.w,
                   line);
  ws_paint_set (self->cr, self->theme->faint);
  cairo_fill (self->cr);
}

/* What is wasted is hatched: told apart without colour. */
static void
draw_share (WsMemoryDrawing *self, const WsBox *row, double share)
{
  const WsMemoryLayout *l = &self->layout;
  const WsMemoryTable *t = &self->table;
  const WsTheme *theme = self->theme;
  g_autofree char *text = ws_memory_format_share (share);
  double text_w = ws_text_width (self->text, WS_FACE_BOLD, l->note_px, "100.0\u00a0%");
  double h = l->note_px * 0.95;
  WsBox bar = { t->share_x, row->y + (row->h - h) / 2, t->share_w - text_w - l->note_px * 0.6, h };
  WsBox filled;

  ws_text_show_fit (self->text, WS_FACE_BOLD, l->note_px, theme->ink, t->share_x + t->share_w,
                    row->y + row->h / 2, 1, t->share_w, text);
  if (bar.w < l->note_px)
    return;
  bar = ws_box_snap (self->cr, bar);
  filled = bar;
  filled.w = bar.w * ws_clamp01 (share);
  if (share < 0.995)
    ws_hatch_fill (self->cr, WS_HATCH_RISING, &bar, 1, CLAMP (h * 0.4, 4, 10), MAX (h * 0.07, 0.8),
                   ws_color_mix (theme->background, theme->warp[1], 0.18), theme->warp[1]);
  ws_box_path (self->cr, &filled);
  ws_paint_set (self->cr, share < 0.995 ? theme->accent : theme->good);
  cairo_fill (self->cr);
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
  ws_text_show_fit (self->text, WS_FACE_SANS, l->note_px, self->theme->ink, t->cache_x + t->cache_w,
                    row->y + row->h / 2, 1, t->cache_w, text);
}

static void
draw_row (WsMemoryDrawing *self, guint index)
{
  const WsMemoryLayout *l = &self->layout;
  const WsMemoryTable *t = &self->table;
  const WsMemoryLine *line = &g_array_index (self->scene->memory->lines, WsMemoryLine, index);
  WsBox row = get_row (self, index);
  double y = row.y + row.h / 2;
  double source_w =
      (t->kind_w > 0 ? t->kind_x : t->request_x - l->note_px * 4) - t->source_x - l->note_px * 0.8;
  gboolean present = self->has_request && ws_memory_get_site (self)->line == line->line
                     && ws_memory_get_site (self)->op_class == line->op_class
                     && self->request.space == line->space;
  g_autofree char *number = g_strdup_printf ("%u", line->line);
  g_autofree char *source = ws_memory_dup_source (self->kernel, line->line);
  g_autofree char *count = ws_format_count (line->requests);
  g_autofree char *per = NULL;

  if (present)
    {
      WsBox band = { row.x - l->pad * 0.4, row.y, row.w + l->pad * 0.8, row.h };

      ws_rounded_path (self->cr, &band, 4 * l->scale);
      ws_paint_set (self->cr, self->theme->band);
      cairo_fill (self->cr);
    }
  ws_text_show_fit (self->text, present ? WS_FACE_BOLD : WS_FACE_SANS, l->note_px, self->theme->ink,
                    row.x, y, 0, l->label_w - l->note_px * 0.5, line->line > 0 ? number : "–");
  if (source != NULL && source_w > l->note_px * 4)
    ws_text_show_fit (self->text, WS_FACE_MONO, l->note_px, self->theme->ink, t->source_x, y, 0,
                      source_w, source);
  if (t->kind_w > 0)
    ws_text_show_fit (self->text, WS_FACE_SANS, l->note_px, self->theme->muted, t->kind_x, y, 0,
                      t->kind_w, ws_memory_name_deed (line->op_class, line->space));
  if (ws_memory_hides (self))
    {
      WsBox veil = { t->per_x, row.y + row.h * 0.1, t->share_x + t->share_w - t->per_x,
                     row.h * 0.8 };

      ws_veil_draw (self->cr, self->text, self->theme, &veil, 4 * l->scale, l->note_px);
      return;
    }
  ws_text_show_fit (self->text, WS_FACE_SANS, l->note_px, self->theme->ink, t->request_x, y, 1,
                    t->request_x - t->kind_x - t->kind_w, count);
  per = make_per (self, line);
  ws_text_show_fit (self->text, WS_FACE_SANS, l->note_px, self->theme->ink, t->per_x, y, 0,
                    t->per_w, per);
  draw_cached (self, &row, &line->levels);
  draw_share (self, &row, ws_memory_line_get_efficiency (line));
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
      ws_text_show (self->text, WS_FACE_SANS, l->note_px, self->theme->ink, x + side * 1.8, y, 0,
                    words);
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
        ws_text_show (self->text, WS_FACE_SANS, l->note_px, self->theme->muted, row->x,
                      row->y + row->h * 0.55, 0, title);
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
        ws_text_show_fit (self->text, WS_FACE_SANS, l->note_px, self->theme->muted, row.x,
                          row.y + row.h / 2, 0, row.w, more);
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
 * @hit: (inout): what is there: the line, and its first access in this block
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
      hit->index = i;
      find_event (self, &g_array_index (self->scene->memory->lines, WsMemoryLine, i), hit);
      return TRUE;
    }
  return FALSE;
}
