/* banks.c: an access to shared memory: a row for each pass, a column for each bank; below, where
 * the words lie. */
#include "memory/private.h"

#include <glib/gi18n.h>
#include <math.h>

#define MAX_MAP_ROWS 24

/* The rows of memory that are touched, in their order. */
static void
find_rows (WsMemoryDrawing *self)
{
  WsMemoryBanks *b = &self->banks;
  const WsMemoryRequest *r = &self->request;

  b->n_all_rows = 0;
  for (guint i = 0; i < r->n_words; i++)
    {
      guint64 row = r->words[i].word / r->banks;
      guint at = 0;

      while (at < b->n_all_rows && b->rows[at] < row)
        at++;
      if (at < b->n_all_rows && b->rows[at] == row)
        continue;
      for (guint k = b->n_all_rows; k > at; k--)
        b->rows[k] = b->rows[k - 1];
      b->rows[at] = row;
      b->n_all_rows++;
    }
}

/* Whether a row of memory belongs to a variable of the kernel. */
static gboolean
is_row_known (const WsMemoryDrawing *self, guint64 row)
{
  const WsLaunch *launch = &self->scene->run->launches[self->scene->launch];
  guint64 address = row * self->request.banks * 4;

  return address < (guint64)launch->static_shared_bytes + launch->dynamic_shared_bytes
         && ws_memory_find_region (self->scene->run, self->scene->launch, WS_SPACE_SHARED, address)
                != NULL;
}

/* Where there is more room, rows near those that are touched: first those between, then those
 * after, then those before. */
static void
add_near_rows (WsMemoryDrawing *self, guint n)
{
  WsMemoryBanks *b = &self->banks;

  for (guint i = 0; i + 1 < b->n_all_rows && b->n_all_rows < n; i++)
    if (b->rows[i] + 1 < b->rows[i + 1])
      {
        for (guint k = b->n_all_rows; k > i + 1; k--)
          b->rows[k] = b->rows[k - 1];
        b->rows[i + 1] = b->rows[i] + 1;
        b->n_all_rows++;
      }
  while (b->n_all_rows > 0 && b->n_all_rows < n
         && is_row_known (self, b->rows[b->n_all_rows - 1] + 1))
    {
      b->rows[b->n_all_rows] = b->rows[b->n_all_rows - 1] + 1;
      b->n_all_rows++;
    }
  while (b->n_all_rows > 0 && b->n_all_rows < n && b->rows[0] > 0
         && is_row_known (self, b->rows[0] - 1))
    {
      for (guint k = b->n_all_rows; k > 0; k--)
        b->rows[k] = b->rows[k - 1];
      b->rows[0]--;
      b->n_all_rows++;
    }
}

/* The map below the passes, where it has room for itself and a legend. */
static void
place_map (WsMemoryDrawing *self, double y)
{
  const WsMemoryLayout *l = &self->layout;
  WsMemoryBanks *b = &self->banks;
  double title = l->note_px * 2.2;
  double row = MAX (l->note_px * 1.3, MIN (b->column_w * 0.8, l->text_px * 1.5));
  double room = l->body.y + l->body.h - y - title;
  guint n = MIN (b->n_all_rows, MAX_MAP_ROWS);

  if (room < row * MIN (n, 2))
    return;
  add_near_rows (self, MIN ((guint)(room / row), MAX_MAP_ROWS));
  n = MIN (b->n_all_rows, MAX_MAP_ROWS);
  row = CLAMP (room / n, row, row * 1.5);
  b->n_rows = MIN (n, (guint)(room / row));
  /* the last line says how many more there are */
  if (b->n_rows < b->n_all_rows && b->n_rows > 1)
    b->n_rows--;
  b->map_row_h = row;
  b->map_title = (WsBox){ l->body.x, y, l->body.w, title };
  b->map = (WsBox){ b->grid.x, y + title, b->grid.w, b->n_rows * row };
}

/**
 * ws_memory_lay_out_banks:
 * @self: (inout): a drawing of an access to shared memory
 *
 * Finds out where passes, banks and words stand.
 */
void
ws_memory_lay_out_banks (WsMemoryDrawing *self)
{
  WsMemoryLayout *l = &self->layout;
  WsMemoryBanks *b = &self->banks;
  const WsMemoryRequest *r = &self->request;
  double numbers = l->note_px * 1.5;
  double label = MAX (ws_text_width (self->text, WS_FACE_SANS, l->note_px, _ ("bank")),
                      ws_text_width (self->text, WS_FACE_SANS, l->note_px, _ ("pass")));
  double most;
  double room;

  *b = (WsMemoryBanks){ .n_rows = 0 };
  find_rows (self);
  label = MAX (label, ws_text_width (self->text, WS_FACE_BOLD, l->note_px, "160"));
  label = MAX (label, ws_text_width (self->text, WS_FACE_MONO, l->note_px, "[4064]"));
  l->label_w = MIN (label + l->note_px * 0.9, l->body.w * 0.3);
  b->column_w = (l->body.w - l->label_w) / r->banks;
  most = MAX (b->column_w * 1.15, l->text_px * 2);
  room = l->body.h - numbers;
  /* the map has at least a third, where all passes are still read */
  if (room * 0.66 > r->n_passes * l->note_px * 1.25)
    room *= 0.66;
  b->row_h = MAX (MIN (most, room / MAX (r->n_passes, 1)), 0.5);
  b->numbers = (WsBox){ l->body.x, l->body.y, l->body.w, numbers };
  b->grid = (WsBox){ l->body.x + l->label_w, l->body.y + numbers, l->body.w - l->label_w,
                     b->row_h * r->n_passes };
  place_map (self, b->grid.y + b->grid.h + l->note_px * 0.4);
}

static WsBox
get_cell (const WsMemoryDrawing *self, const WsBox *area, double row_h, guint row, guint bank)
{
  const WsMemoryBanks *b = &self->banks;
  double gap_x = b->column_w > 4 ? CLAMP (b->column_w * 0.1, 1, 5 * self->layout.scale) : 0.4;
  double gap_y = row_h > 4 ? CLAMP (row_h * 0.13, 1, 6 * self->layout.scale) : row_h * 0.12;

  return (WsBox){ area->x + bank * b->column_w, area->y + row * row_h + gap_y, b->column_w - gap_x,
                  row_h - 2 * gap_y };
}

/**
 * ws_memory_get_word_box:
 * @word: of the request's words
 *
 * Returns: its cell: in the row of its pass, below its bank
 */
WsBox
ws_memory_get_word_box (const WsMemoryDrawing *self, guint word)
{
  return get_cell (self, &self->banks.grid, self->banks.row_h, self->request.words[word].pass,
                   self->request.words[word].bank);
}

/* Of the first pass, and of the others: those are what a conflict costs. Passes that parts of the
 * warp take anyway are no conflict. */
static WsColor
get_color (const WsMemoryDrawing *self, guint pass)
{
  return self->request.ways > 1 && pass > 0 ? self->theme->warp[1] : self->theme->accent;
}

static void
add_cell (GArray *cells, cairo_t *cr, WsBox box)
{
  box = ws_box_snap (cr, box);
  g_array_append_val (cells, box);
}

static void
fill_cells (WsMemoryDrawing *self, GArray *cells, double radius, WsColor color)
{
  for (guint i = 0; i < cells->len; i++)
    ws_rounded_path (self->cr, &g_array_index (cells, WsBox, i), radius);
  ws_paint_set (self->cr, color);
  cairo_fill (self->cr);
}

/* A frame is a fill between two outlines: much cheaper than a stroke. */
static void
frame_cells (WsMemoryDrawing *self, GArray *cells, double radius, double line, WsColor color)
{
  for (guint i = 0; i < cells->len; i++)
    {
      WsBox box = g_array_index (cells, WsBox, i);

      ws_rounded_path (self->cr, &box, radius);
      box = ws_box_inset (&box, MIN (line, MIN (box.w, box.h) * 0.4));
      ws_rounded_path (self->cr, &box, MAX (radius - line, 0));
    }
  cairo_set_fill_rule (self->cr, CAIRO_FILL_RULE_EVEN_ODD);
  ws_paint_set (self->cr, color);
  cairo_fill (self->cr);
  cairo_set_fill_rule (self->cr, CAIRO_FILL_RULE_WINDING);
}

/* Hatched beside the text, which stands on plain ground. */
static void
hatch_cells (WsMemoryDrawing *self, GArray *cells, double spacing, WsColor color)
{
  for (guint i = 0; i < cells->len; i++)
    ws_hatch_path (self->cr, WS_HATCH_RISING, &g_array_index (cells, WsBox, i), spacing);
  ws_paint_set (self->cr, color);
  cairo_set_line_width (self->cr, MAX (spacing * 0.2, 0.7));
  cairo_stroke (self->cr);
}

static double
get_radius (const WsMemoryDrawing *self, double row_h)
{
  double side = MIN (self->banks.column_w, row_h);

  return side < 9 ? 0 : MIN (4 * self->layout.scale, side * 0.18);
}

static void
draw_numbers (WsMemoryDrawing *self)
{
  const WsMemoryLayout *l = &self->layout;
  const WsMemoryBanks *b = &self->banks;
  double y = b->numbers.y + b->numbers.h * 0.45;
  guint step = 1;

  while (step < self->request.banks
         && b->column_w * step < ws_text_width (self->text, WS_FACE_MONO, l->note_px, "00") * 1.35)
    step *= 2;
  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                    &(WsTextPlace){ l->body.x, y, 0 }, l->label_w - l->note_px * 0.6, _ ("bank"));
  for (guint bank = 0; bank < self->request.banks; bank += step)
    {
      WsBox cell = get_cell (self, &b->grid, b->row_h, 0, bank);
      char number[8];

      g_snprintf (number, sizeof number, "%u", bank);
      ws_text_gather (self->text, &(WsTextStyle){ WS_FACE_MONO, l->note_px, self->theme->muted },
                      &(WsTextPlace){ cell.x + cell.w / 2, y, 0.5 }, number);
    }
}

/* Returns: the size of lanes' numbers in a cell; 0 if they have no room: all are written,
 * or none */
static double
get_number_px (WsMemoryDrawing *self, const WsBox *cell)
{
  double px = MIN (self->layout.note_px, cell->h * 0.95);

  if (px < ws_theme_get_min_text (self->theme, self->layout.height)
      || ws_text_gather_width (self->text, WS_FACE_MONO_BOLD, px, "00") > cell->w)
    return 0;
  return px;
}

/* The lane that asks for a word, or how many do. */
static void
write_lane (WsMemoryDrawing *self, const WsMemoryRequestWord *word, const WsBox *cell, WsColor ink)
{
  double px = get_number_px (self, cell);
  guint n = (guint)__builtin_popcount (word->lanes);
  char text[16];

  if (n == 1)
    g_snprintf (text, sizeof text, "%d", __builtin_ctz (word->lanes));
  else
    g_snprintf (text, sizeof text, "×%u", n);
  if (px <= 0 || ws_text_gather_width (self->text, WS_FACE_MONO_BOLD, px, text) > cell->w)
    return;
  ws_text_gather (self->text, &(WsTextStyle){ WS_FACE_MONO_BOLD, px, ink },
                  &(WsTextPlace){ cell->x + cell->w / 2, cell->y + cell->h / 2, 0.5 }, text);
}

/* Below a number in a hatched cell. */
static void
draw_ground (WsMemoryDrawing *self, const WsBox *cell, WsColor ground)
{
  double half = MIN (self->layout.note_px * 0.62, cell->w / 2);
  WsBox plain = { cell->x + cell->w / 2 - half, cell->y + cell->h / 2 - half, 2 * half, 2 * half };

  ws_rounded_path (self->cr, &plain, half * 0.5);
  ws_paint_set (self->cr, ground);
  cairo_fill (self->cr);
}

static void
draw_words (WsMemoryDrawing *self)
{
  const WsMemoryBanks *b = &self->banks;
  const WsMemoryRequest *r = &self->request;
  g_autoptr (GArray) first = g_array_new (FALSE, FALSE, sizeof (WsBox));
  g_autoptr (GArray) later = g_array_new (FALSE, FALSE, sizeof (WsBox));
  g_autoptr (GArray) to_come = g_array_new (FALSE, FALSE, sizeof (WsBox));
  g_autoptr (GArray) shared = g_array_new (FALSE, FALSE, sizeof (WsBox));
  double radius = get_radius (self, b->row_h);
  double spacing = CLAMP (b->column_w * 0.3, 2.5, 8 * self->layout.scale);
  double line = ws_snap_line (self->cr, self->theme->line_px * self->layout.scale);
  WsColor conflict = self->theme->warp[1];

  for (guint i = 0; i < r->n_words; i++)
    {
      WsBox box = ws_memory_get_word_box (self, i);
      gboolean is_conflict = r->ways > 1 && r->words[i].pass > 0;

      add_cell (r->words[i].pass >= self->n_served || self->is_to_come ? to_come
                : is_conflict                                          ? later
                                                                       : first,
                self->cr, box);
      if ((r->words[i].lanes & (r->words[i].lanes - 1)) != 0)
        add_cell (shared, self->cr, box);
    }
  fill_cells (self, first, radius, self->theme->accent);
  fill_cells (self, later, radius, conflict);
  hatch_cells (self, later, spacing, ws_color_mix (conflict, ws_color_ink_on (conflict), 0.4));
  frame_cells (self, to_come, radius, line, self->theme->muted);
  /* a word for several lanes has a double edge */
  frame_cells (self, shared, radius, line * 1.6, self->theme->good);
  for (guint i = 0; i < r->n_words; i++)
    {
      WsBox box = ws_memory_get_word_box (self, i);
      WsColor ground = get_color (self, r->words[i].pass);
      gboolean ghost = r->words[i].pass >= self->n_served || self->is_to_come;

      if (!ghost && r->ways > 1 && r->words[i].pass > 0 && get_number_px (self, &box) > 0)
        draw_ground (self, &box, ground);
      write_lane (self, &r->words[i], &box, ghost ? self->theme->muted : ws_color_ink_on (ground));
    }
}

/* Cells that no lane asks for. */
static void
draw_empty (WsMemoryDrawing *self)
{
  const WsMemoryBanks *b = &self->banks;
  g_autoptr (GArray) cells = g_array_new (FALSE, FALSE, sizeof (WsBox));
  double line = ws_snap_line (self->cr, self->theme->line_px * self->layout.scale * 0.7);

  for (guint pass = 0; pass < self->request.n_passes; pass++)
    for (guint bank = 0; bank < self->request.banks; bank++)
      add_cell (cells, self->cr, get_cell (self, &b->grid, b->row_h, pass, bank));
  frame_cells (self, cells, get_radius (self, b->row_h), line, self->theme->faint);
}

static void
draw_pass_names (WsMemoryDrawing *self)
{
  const WsMemoryLayout *l = &self->layout;
  const WsMemoryBanks *b = &self->banks;
  guint step = MAX ((guint)ceil (l->note_px * 1.2 / b->row_h), 1);

  for (guint pass = 0; pass < self->request.n_passes; pass += step)
    {
      WsBox cell = get_cell (self, &b->grid, b->row_h, pass, 0);
      gboolean present = pass + 1 == self->n_served && !self->is_to_come
                         && self->n_served < self->request.n_passes;
      double y = MIN (cell.y + cell.h / 2, l->height - l->note_px * 0.45);
      g_autofree char *name = g_strdup_printf ("%u", pass + 1);

      ws_text_show_fit (self->text,
                        &(WsTextStyle){ present ? WS_FACE_BOLD : WS_FACE_SANS, l->note_px,
                                        present ? self->theme->playhead : self->theme->ink },
                        &(WsTextPlace){ b->grid.x - l->note_px * 0.5, y, 1 },
                        l->label_w - l->note_px * 0.6, name);
    }
}

/**
 * ws_memory_draw_banks:
 * @self: a drawing of an access to shared memory
 *
 * Draws its passes.
 */
void
ws_memory_draw_banks (WsMemoryDrawing *self)
{
  draw_numbers (self);
  draw_empty (self);
  draw_words (self);
  draw_pass_names (self);
}

/* ---- where the words lie ---- */

static int
find_word (const WsMemoryRequest *self, guint64 word)
{
  for (guint i = 0; i < self->n_words; i++)
    if (self->words[i].word == word)
      return (int)i;
  return -1;
}

/* How many lanes update the word, of an atomic; else 1 for one that is asked for. */
static guint
count_entries (const WsMemoryRequest *self, guint64 word)
{
  guint n = 0;

  for (guint i = 0; i < self->n_words; i++)
    n += self->words[i].word == word;
  return n;
}

/* How many lanes meet in a word, where several do: of an atomic they stand in several passes. */
static void
write_meetings (WsMemoryDrawing *self)
{
  const WsMemoryBanks *b = &self->banks;
  const WsMemoryRequest *r = &self->request;

  for (guint row = 0; row < b->n_rows && r->is_atomic; row++)
    for (guint bank = 0; bank < r->banks; bank++)
      {
        guint n = count_entries (r, b->rows[row] * r->banks + bank);
        WsBox cell = get_cell (self, &b->map, b->map_row_h, row, bank);
        double px = get_number_px (self, &cell);
        char text[16];

        g_snprintf (text, sizeof text, "×%u", n);
        if (n < 2 || px <= 0
            || ws_text_gather_width (self->text, WS_FACE_MONO_BOLD, px, text) > cell.w)
          continue;
        draw_ground (self, &cell, self->theme->warp[1]);
        ws_text_gather (
            self->text,
            &(WsTextStyle){ WS_FACE_MONO_BOLD, px, ws_color_ink_on (self->theme->warp[1]) },
            &(WsTextPlace){ cell.x + cell.w / 2, cell.y + cell.h / 2, 0.5 }, text);
      }
}

/* Whether the word belongs to a variable of the kernel, though no thread of the block ever touches
 * it: padding, mostly. */
static gboolean
is_unused (const WsMemoryDrawing *self, guint64 word)
{
  const WsRegion *region =
      ws_memory_find_region (self->scene->run, self->scene->launch, WS_SPACE_SHARED, word * 4);

  return region != NULL && region->size_bytes > 0
         && !ws_memory_use_has_word (self->scene->memory, word);
}

/* The element at the left end of a row of words, and a mark where rows before it are left out. */
static void
draw_row_name (WsMemoryDrawing *self, guint row)
{
  const WsMemoryLayout *l = &self->layout;
  const WsMemoryBanks *b = &self->banks;
  WsBox cell = get_cell (self, &b->map, b->map_row_h, row, 0);
  guint64 address = b->rows[row] * self->request.banks * 4;
  const WsRegion *region =
      ws_memory_find_region (self->scene->run, self->scene->launch, WS_SPACE_SHARED, address);
  g_autofree char *name =
      region != NULL ? g_strdup_printf ("[%" G_GUINT64_FORMAT "]",
                                        (address - region->address)
                                            / MAX (ws_value_type_get_width (region->value_type), 1))
                     : g_strdup_printf ("%" G_GUINT64_FORMAT, address / 4);

  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_MONO, l->note_px, self->theme->muted },
                    &(WsTextPlace){ b->map.x - l->note_px * 0.5, cell.y + cell.h / 2, 1 },
                    l->label_w - l->note_px * 0.6, name);
  if (row > 0 && b->rows[row] != b->rows[row - 1] + 1)
    {
      double y = ws_snap (self->cr, b->map.y + row * b->map_row_h);
      double dash = 3 * MAX (l->scale, 0.6);

      cairo_save (self->cr);
      cairo_set_dash (self->cr, &dash, 1, 0);
      cairo_move_to (self->cr, b->map.x, y);
      cairo_line_to (self->cr, b->map.x + b->map.w, y);
      cairo_set_line_width (self->cr, ws_snap_line (self->cr, self->theme->line_px * l->scale));
      ws_paint_set (self->cr, self->theme->muted);
      cairo_stroke (self->cr);
      cairo_restore (self->cr);
    }
}

/* (transfer full) */
static char *
make_map_title (const WsMemoryDrawing *self, gboolean has_unused)
{
  const WsMemoryBanks *b = &self->banks;
  GString *title = g_string_new (NULL);

  g_string_append_printf (title, _ ("in the array, %u words per row"), self->request.banks);
  if (b->n_rows < b->n_all_rows)
    {
      guint n = b->n_all_rows - b->n_rows;

      g_string_append_printf (title, " · ");
      g_string_append_printf (title, ngettext ("%u more row below", "%u more rows below", n), n);
    }
  if (has_unused)
    g_string_append_printf (title, " · %s", _ ("crossed out: not used by any thread"));
  return g_string_free (title, FALSE);
}

/**
 * ws_memory_draw_map:
 * @self: a drawing of an access to shared memory
 *
 * Draws where its words lie in memory, if that has room.
 */
void
ws_memory_draw_map (WsMemoryDrawing *self)
{
  const WsMemoryLayout *l = &self->layout;
  const WsMemoryBanks *b = &self->banks;
  const WsMemoryRequest *r = &self->request;
  g_autoptr (GArray) first = g_array_new (FALSE, FALSE, sizeof (WsBox));
  g_autoptr (GArray) later = g_array_new (FALSE, FALSE, sizeof (WsBox));
  g_autoptr (GArray) others = g_array_new (FALSE, FALSE, sizeof (WsBox));
  g_autoptr (GArray) unused = g_array_new (FALSE, FALSE, sizeof (WsBox));
  double radius = get_radius (self, b->map_row_h);
  double line = ws_snap_line (self->cr, self->theme->line_px * l->scale * 0.7);
  WsColor conflict = self->theme->warp[1];
  g_autofree char *title = NULL;

  if (b->map.h <= 0)
    return;
  for (guint row = 0; row < b->n_rows; row++)
    for (guint bank = 0; bank < r->banks; bank++)
      {
        guint64 word = b->rows[row] * r->banks + bank;
        int index = find_word (r, word);
        gboolean waits =
            index >= 0 && r->ways > 1 && (r->words[index].pass > 0 || count_entries (r, word) > 1);
        GArray *cells = waits                    ? later
                        : index >= 0             ? first
                        : is_unused (self, word) ? unused
                                                 : others;

        add_cell (cells, self->cr, get_cell (self, &b->map, b->map_row_h, row, bank));
      }
  frame_cells (self, others, radius, line, self->theme->faint);
  fill_cells (self, first, radius, self->theme->accent);
  fill_cells (self, later, radius, conflict);
  hatch_cells (self, later, CLAMP (b->column_w * 0.3, 2.5, 8 * l->scale),
               ws_color_mix (conflict, ws_color_ink_on (conflict), 0.4));
  for (guint i = 0; i < unused->len; i++)
    {
      const WsBox *box = &g_array_index (unused, WsBox, i);
      double side = MIN (box->w, box->h) * 0.28;
      double x = box->x + box->w / 2;
      double y = box->y + box->h / 2;

      cairo_move_to (self->cr, x - side, y - side);
      cairo_line_to (self->cr, x + side, y + side);
      cairo_move_to (self->cr, x - side, y + side);
      cairo_line_to (self->cr, x + side, y - side);
    }
  ws_paint_set (self->cr, self->theme->muted);
  cairo_set_line_width (self->cr, MAX (line, 1));
  cairo_stroke (self->cr);
  write_meetings (self);
  for (guint row = 0; row < b->n_rows; row++)
    draw_row_name (self, row);
  title = make_map_title (self, unused->len > 0);
  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                    &(WsTextPlace){ b->map_title.x, b->map_title.y + b->map_title.h * 0.6, 0 },
                    b->map_title.w, title);
}

/**
 * ws_memory_pick_banks:
 * @self: a drawing of an access to shared memory
 * @hit: (inout): the hit
 *
 * Returns: whether a word is there, in its pass or where it lies
 */
gboolean
ws_memory_pick_banks (const WsMemoryDrawing *self, double x, double y, WsMemoryHit *hit)
{
  const WsMemoryBanks *b = &self->banks;
  const WsMemoryRequest *r = &self->request;
  int found = -1;

  for (guint i = 0; i < r->n_words && found < 0; i++)
    {
      WsBox box = ws_memory_get_word_box (self, i);

      if (ws_box_contains (&box, x, y))
        found = (int)i;
    }
  if (found < 0 && b->map.h > 0 && ws_box_contains (&b->map, x, y))
    {
      guint row = MIN ((guint)((y - b->map.y) / b->map_row_h), b->n_rows - 1);
      guint bank = MIN ((guint)((x - b->map.x) / b->column_w), r->banks - 1);

      found = find_word (r, b->rows[row] * r->banks + bank);
    }
  if (found < 0)
    return FALSE;
  hit->kind = WS_MEMORY_HIT_WORD;
  hit->index = (guint)found;
  hit->lane = (guint)__builtin_ctz (r->words[found].lanes);
  hit->address = r->words[found].word * 4;
  return TRUE;
}
