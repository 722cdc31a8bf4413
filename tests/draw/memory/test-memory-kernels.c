/* The image of a buffer of several kernels against their recordings: each element has the colour of
 * what the events of the blocks say, and the legend reaches from the least to the most of it. */
#include "memory/private.h"
#include "picture.h"
#include "recorded.h"

#include <math.h>

#define WIDTH  900
#define HEIGHT 560

typedef struct {
  const char *kernel;
  guint64 n;
  guint block;
  WsMemoryColoring chosen; /* of itself */
} Case;

static const Case cases[] = {
  { "transpose_naive", 64, 256, WS_MEMORY_BY_TIME },
  { "transpose_shared", 64, 256, WS_MEMORY_BY_TIME },
  { "reduce1", 1024, 128, WS_MEMORY_BY_TIME },
  { "histogram_global", 1024, 128, WS_MEMORY_BY_COUNT },
  { "non_coalesced_access", 1024, 128, WS_MEMORY_BY_TIME },
};

/* What the events say of one element of the region. */
typedef struct {
  guint count;
  guint64 time;  /* of the first access */
  guint32 block; /* that made it */
} Told;

static void
take_event (const WsRun *run, const WsRegion *region, const WsEvent *event, guint bytes,
            GHashTable *told)
{
  const WsSite *site = ws_run_get_site (run, 0, event->site);
  guint n = (guint)__builtin_popcount (event->taken) * site->vector;

  if (event->space != WS_SPACE_GLOBAL || !ws_memory_request_is_access (site, event))
    return;
  for (guint i = 0; i < n; i++)
    {
      guint64 address = run->lanes[event->access + i].address;
      gpointer key = GUINT_TO_POINTER ((address - region->address) / bytes + 1);
      Told *t;

      if (address < region->address || address - region->address >= region->size_bytes)
        continue;
      t = g_hash_table_lookup (told, key);
      if (t == NULL)
        {
          t = g_new0 (Told, 1);
          t->time = G_MAXUINT64;
          g_hash_table_insert (told, key, t);
        }
      t->count++;
      if (event->time < t->time || (event->time == t->time && event->block < t->block))
        {
          t->time = event->time;
          t->block = event->block;
        }
    }
}

static GHashTable *
read_events (const WsScene *scene, const WsMemoryBuffer *buffer)
{
  const WsRegion *region = g_ptr_array_index (scene->run->regions, buffer->region);
  GHashTable *told = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  gsize n;
  const WsBlockRecord *blocks = ws_run_get_blocks (scene->run, 0, &n);

  for (gsize b = 0; b < n; b++)
    for (guint e = 0; e < blocks[b].n_events; e++)
      take_event (scene->run, region, &scene->run->events[blocks[b].first_event + e],
                  buffer->element_bytes, told);
  return told;
}

static double
get_expected (GHashTable *told, guint64 element, WsMemoryColoring coloring)
{
  const Told *of = g_hash_table_lookup (told, GUINT_TO_POINTER (element + 1));
  GHashTableIter iter;
  gpointer value;
  guint64 first = G_MAXUINT64;

  if (coloring == WS_MEMORY_BY_COUNT)
    return of->count;
  g_hash_table_iter_init (&iter, told);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    if (((Told *)value)->block == of->block)
      first = MIN (first, ((Told *)value)->time);
  return (double)(of->time - first);
}

static void
check_pixel (cairo_surface_t *drawn, double x, double y, WsColor color)
{
  const guchar *p = cairo_image_surface_get_data (drawn)
                    + (int)y * cairo_image_surface_get_stride (drawn) + 4 * (int)x;

  g_assert_cmpfloat_with_epsilon (p[2], color.r * 255, 2);
  g_assert_cmpfloat_with_epsilon (p[1], color.g * 255, 2);
  g_assert_cmpfloat_with_epsilon (p[0], color.b * 255, 2);
}

static gboolean
has_text (GArray *texts, double number)
{
  g_autofree char *wanted = ws_format_count ((guint64)number);

  for (guint i = 0; i < texts->len; i++)
    if (g_str_equal (g_array_index (texts, WsTextBox, i).string, wanted))
      return TRUE;
  return FALSE;
}

/* Where a cell is one element, its middle has the colour of what the events say. */
static void
check_image (const WsScene *scene, const WsMoment *moment, WsMemoryColoring coloring)
{
  const WsMemoryOptions options = { .mode = WS_MEMORY_BUFFER, .coloring = coloring };
  WsTheme wordless = picture_get_wordless_theme (WS_THEME_LIGHT);
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  cairo_t *cr = picture_begin (&wordless, WIDTH, HEIGHT);
  cairo_surface_t *drawn;
  cairo_surface_t *page = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *words = cairo_create (page);
  g_autoptr (GArray) texts = ws_text_watch (words);
  g_autoptr (WsText) text = ws_text_new (NULL, &wordless);
  g_autoptr (GHashTable) told = NULL;
  WsMemoryDrawing m;
  double least = G_MAXDOUBLE;
  double most = 0;
  guint n = 0;

  ws_draw_memory (cr, &(WsFrame){ scene, moment, &wordless, WIDTH, HEIGHT }, &options);
  drawn = picture_finish (cr);
  ws_draw_memory (words, &(WsFrame){ scene, moment, theme, WIDTH, HEIGHT }, &options);
  cairo_destroy (words);
  cairo_surface_destroy (page);
  g_assert_true (ws_memory_begin (&m, scene, moment, &options, &wordless));
  m.text = text;
  ws_memory_lay_out (&m, WIDTH, HEIGHT);
  g_assert_cmpint (m.image.coloring, ==, coloring);
  g_assert_cmpfloat_with_epsilon (m.image.rows.x + m.image.rows.w,
                                  m.layout.body.x + m.layout.body.w, 0.5);
  told = read_events (scene, m.image.buffer);
  g_assert_cmpuint (g_hash_table_size (told), ==, m.image.buffer->n_touches);
  for (guint i = 0; i < m.image.buffer->n_touches; i++)
    {
      double value = get_expected (
          told,
          g_array_index (scene->memory->touches, WsMemoryTouch, m.image.buffer->first + i).element,
          coloring);

      least = MIN (least, value);
      most = MAX (most, value);
    }
  g_assert_true (has_text (texts, least) && has_text (texts, most));
  g_assert_true (m.image.per_row == 1 && m.image.per_column == 1);
  for (guint row = 0; row < m.image.n_rows; row++)
    for (guint column = 0; column < m.image.n_columns; column++)
      {
        double x = m.image.rows.x + (column + 0.5) * m.image.column_w;
        double y = m.image.rows.y + (row + 0.5) * m.image.row_h;
        const WsRegion *region;
        WsMemoryHit hit;

        if (!ws_memory_pick (&(WsFrame){ scene, moment, &wordless, WIDTH, HEIGHT }, &options, x, y,
                             &hit))
          continue;
        region = g_ptr_array_index (scene->run->regions, m.image.buffer->region);
        n++;
        check_pixel (drawn, x, y,
                     ws_color_get_magnitude (
                         most > least ? (get_expected (told,
                                                       (hit.address - region->address)
                                                           / m.image.buffer->element_bytes,
                                                       coloring)
                                         - least)
                                            / (most - least)
                                      : 1));
      }
  g_assert_cmpuint (n, ==, m.image.buffer->n_touches);
  ws_memory_end (&m);
  cairo_surface_destroy (drawn);
}

static void
test_image (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (WsRun) run = recorded_new (
      &(Recorded){ .kernel = c->kernel, .spec = "h200", .n = c->n, .block = c->block });
  g_autoptr (WsScene) scene = ws_scene_new_first (run, 0);
  WsMoment moment = picture_get_end (scene);
  const WsMemoryOptions options = { .mode = WS_MEMORY_BUFFER };
  WsMemoryDrawing m;

  g_assert_true (ws_memory_begin (&m, scene, &moment, &options, NULL));
  g_assert_cmpint (ws_memory_choose_coloring (&m, ws_memory_get_buffer (&m)), ==, c->chosen);
  check_image (scene, &moment, WS_MEMORY_BY_COUNT);
  check_image (scene, &moment, WS_MEMORY_BY_TIME);
}

/* Of a warp, what it issues and what it waits for, charged to one line and kind, as the launch's
 * cycles have it. */
static guint64
count_cycles (const WsScene *scene, const WsMemoryLine *line)
{
  const WsLaunchStalls *stalls = ws_scene_get_stalls (scene);
  guint64 cycles = 0;

  for (guint s = 0; s < stalls->kernel->n_sites; s++)
    {
      const WsSite *site = &stalls->kernel->sites[s];

      if (site->line != line->line || (WsOpClass)site->op_class != line->op_class
          || (WsSpace)site->space != line->space)
        continue;
      for (guint i = 0; i < WS_N_STALLS; i++)
        if (i != WS_STALL_NOT_SELECTED && i != WS_STALL_NO_WARP)
          cycles += stalls->stalls->blamed[s][i];
    }
  return cycles;
}

/* Lines come by the cycles that warps spend on them, with bars as long as these; before they are
 * known, as the source has them. */
static void
test_time (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (WsRun) run = recorded_new (
      &(Recorded){ .kernel = c->kernel, .spec = "h200", .n = c->n, .block = c->block });
  g_autoptr (WsScene) scene = ws_scene_new_first (run, 0);
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  g_autoptr (WsText) text = ws_text_new (NULL, theme);
  WsMoment moment = picture_get_end (scene);
  const WsMemoryOptions options = { .mode = WS_MEMORY_LINES, .ranking = WS_MEMORY_RANK_TIME };

  for (guint known = 0; known < 2; known++)
    {
      WsMemoryDrawing m;
      guint64 last = G_MAXUINT64;
      guint64 most = 0;
      guint64 sum = 0;
      g_autofree char *sentence = NULL;

      if (known != 0)
        g_assert_cmpuint (ws_scene_get_stalls (scene)->warp_cycles, >, 0);
      sentence = ws_memory_sentence (scene, &moment, &options);
      g_assert_true (ws_memory_begin (&m, scene, &moment, &options, theme));
      m.text = text;
      ws_memory_lay_out (&m, WIDTH, HEIGHT);
      g_assert_cmpuint (m.table.n_rows, ==, scene->memory->lines->len);
      for (guint row = 0; row < m.table.n_rows; row++)
        {
          const guint index = ws_memory_get_ranked (&m, row);
          const WsMemoryLine *line = &g_array_index (scene->memory->lines, WsMemoryLine, index);
          WsBox bar = ws_memory_get_bar (&m, row);
          guint64 cycles;

          if (known == 0)
            {
              g_assert_cmpuint (index, ==, row);
              g_assert_cmpfloat (bar.w, ==, 0);
              g_assert_cmpstr (sentence, ==, "Timing again…");
              continue;
            }
          cycles = count_cycles (scene, line);
          most = MAX (most, cycles);
          sum += cycles;
          g_assert_cmpuint (cycles, >, 0);
          g_assert_cmpuint (cycles, <=, last);
          last = cycles;
          g_assert_cmpfloat (m.table.bars.w, >, 0);
          g_assert_cmpfloat_with_epsilon (bar.w / ws_memory_get_bar (&m, 0).w,
                                          (double)cycles / (double)most, 1e-9);
        }
      if (known != 0)
        {
          g_autofree char *all = ws_memory_format_share (
              (double)sum / (double)ws_scene_get_stalls (scene)->warp_cycles);

          g_assert_cmpuint (sum, <=, ws_scene_get_stalls (scene)->warp_cycles);
          g_assert_nonnull (strstr (sentence, all));
          g_assert_cmpfloat_with_epsilon (ws_memory_get_bar (&m, 0).w, m.table.bars.w, 1e-9);
        }
      ws_memory_end (&m);
    }
}

/* Lines come by the bytes that they lose; while costs are kept back their order tells nothing. */
static void
test_ranking (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (WsRun) run = recorded_new (
      &(Recorded){ .kernel = c->kernel, .spec = "h200", .n = c->n, .block = c->block });
  g_autoptr (WsScene) scene = ws_scene_new_first (run, 0);
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  g_autoptr (WsText) text = ws_text_new (NULL, theme);
  WsMoment moment = picture_get_end (scene);

  for (guint hidden = 0; hidden < 2; hidden++)
    {
      const WsMemoryOptions options = { .mode = WS_MEMORY_LINES,
                                        .emphasis = { .hide = hidden != 0 ? WS_HIDE_COUNTS : 0 } };
      WsMemoryDrawing m;
      guint64 last = G_MAXUINT64;

      g_assert_true (ws_memory_begin (&m, scene, &moment, &options, theme));
      m.text = text;
      ws_memory_lay_out (&m, WIDTH, HEIGHT);
      g_assert_cmpuint (m.table.n_rows, ==, scene->memory->lines->len);
      for (guint row = 0; row < m.table.n_rows; row++)
        {
          const guint index = ws_memory_get_ranked (&m, row);
          const WsMemoryLine *line = &g_array_index (scene->memory->lines, WsMemoryLine, index);
          const guint64 whole =
              line->space == WS_SPACE_SHARED ? line->wavefronts * 128 : line->moved_bytes;
          const guint64 used =
              line->space == WS_SPACE_SHARED ? line->ideal_wavefronts * 128 : line->asked_bytes;
          const guint64 lost = whole > used ? whole - used : 0;
          WsMemoryHit hit;

          g_assert_cmpuint (ws_memory_line_get_lost_bytes (line, run->spec), ==, lost);
          if (hidden != 0)
            {
              g_assert_cmpuint (index, ==, row);
              continue;
            }
          g_assert_cmpuint (lost, <=, last);
          last = lost;
          g_assert_true (ws_memory_pick (&(WsFrame){ scene, &moment, theme, WIDTH, HEIGHT },
                                         &options, m.table.rows.x + 5,
                                         m.table.rows.y + (row + 0.5) * m.table.row_h, &hit));
          g_assert_cmpuint (hit.index, ==, index);
        }
      ws_memory_end (&m);
    }
}

/* Where the source would be cut bars give way to it, but that of what is lost stays; where there is
 * room they have it. */
static void
test_source_room (void)
{
  static const struct {
    double width;
    double least_source; /* in heights of the text */
  } rooms[] = { { 800, 24 }, { 1400, 30 } };
  g_autoptr (WsRun) run = recorded_new (&(Recorded){
      .kernel = "reduceCompleteUnrollWarps8", .spec = "h200", .n = 65536, .block = 128 });
  g_autoptr (WsScene) scene = ws_scene_new_first (run, 0);
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  const WsMemoryOptions options = { .mode = WS_MEMORY_LINES };
  g_autoptr (WsText) text = ws_text_new (NULL, theme);
  WsMoment moment = picture_get_end (scene);

  for (guint i = 0; i < G_N_ELEMENTS (rooms); i++)
    {
      WsMemoryDrawing m;

      g_assert_true (ws_memory_begin (&m, scene, &moment, &options, theme));
      m.text = text;
      ws_memory_lay_out (&m, rooms[i].width, 300);
      g_assert_cmpfloat (m.table.kind_x - m.table.source_x, >=,
                         rooms[i].least_source * m.layout.note_px);
      g_assert_cmpfloat (ws_memory_get_bar (&m, 0).w, >=, 3.9 * m.layout.note_px);
      g_assert_cmpfloat (m.table.lost_x + m.table.lost_w, <=, rooms[i].width);
      ws_memory_end (&m);
    }
}

/* Values of the output appear as they are stored; those of the input are there from the beginning.
 */
static void
test_values (void)
{
  g_autoptr (WsRun) run = recorded_new (
      &(Recorded){ .kernel = "transpose_naive", .spec = "h200", .n = 64, .block = 256 });
  g_autoptr (WsScene) scene = ws_scene_new_first (run, 0);
  const WsMemoryOptions options = { .mode = WS_MEMORY_BUFFER, .coloring = WS_MEMORY_BY_VALUE };

  for (guint e = 0; e < scene->record->n_events; e += 7)
    {
      WsMoment moment = { .position = e, .hover_x = -1, .hover_y = -1 };
      guint n_stored = 0;
      guint n_known[2] = { 0 }; /* of what is read, and written */
      WsMemoryDrawing m;

      for (guint i = 0; i <= e; i++)
        {
          const WsEvent *event = &run->events[scene->record->first_event + i];

          if (ws_run_get_site (run, 0, event->site)->op_class == WS_OP_STORE)
            n_stored += (guint)__builtin_popcount (event->taken);
        }
      g_assert_true (ws_memory_begin (&m, scene, &moment, &options, NULL));
      for (guint b = 0; b < scene->memory->buffers->len; b++)
        {
          const WsMemoryBuffer *buffer = &g_array_index (scene->memory->buffers, WsMemoryBuffer, b);
          const WsMemoryTouch *touches =
              &g_array_index (scene->memory->touches, WsMemoryTouch, buffer->first);
          g_autofree double *values = ws_memory_find_values (&m, buffer, WS_MEMORY_BY_VALUE);

          for (guint i = 0; i < buffer->n_touches; i++)
            n_known[touches[i].writes > 0] += !isnan (values[i]);
        }
      g_assert_cmpuint (n_known[0], ==, 1024);
      g_assert_cmpuint (n_known[1], ==, n_stored);
    }
}

/* What the lanes of event @e leave in a bin: each added one to what its atomic returned, and the
 * last of those that met returned most. NAN where none was there. */
static double
count_bin (const WsScene *scene, guint e, guint64 address)
{
  const WsEvent *event = &scene->run->events[scene->record->first_event + e];
  double count = NAN;

  if (ws_run_get_site (scene->run, 0, event->site)->op_class != WS_OP_ATOMIC
      || event->space != WS_SPACE_GLOBAL)
    return NAN;
  for (guint i = 0; i < (guint)__builtin_popcount (event->taken); i++)
    if (scene->run->lanes[event->access + i].address == address)
      count = fmax (count, (double)scene->run->lanes[event->access + i].value + 1);
  return count;
}

/* After event @e; before the first, where the block has the launch for itself, the bin is empty. */
static double
find_bin (const WsScene *scene, guint e, guint64 address)
{
  double count = ws_launch_get_n_blocks (&scene->run->launches[0]) == 1 ? 0 : NAN;

  for (guint i = 0; i <= e; i++)
    {
      double left = count_bin (scene, i, address);

      count = isnan (left) ? count : left;
    }
  return count;
}

/* The bins of a histogram have what the atomics leave in them, lanes that meet too; but what other
 * blocks left there before is not known until an atomic returns. */
static void
test_atomic_values (gconstpointer data)
{
  const guint n = GPOINTER_TO_UINT (data);
  g_autoptr (WsRun) run = recorded_new (
      &(Recorded){ .kernel = "histogram_global", .spec = "h200", .n = n, .block = 128 });
  g_autoptr (WsScene) scene = ws_scene_new_first (run, 0);
  const WsMemoryOptions options = { .mode = WS_MEMORY_BUFFER, .coloring = WS_MEMORY_BY_VALUE };
  guint n_bins = 0;

  for (guint e = 0; e < scene->record->n_events; e += 3)
    {
      WsMoment moment = { .position = e, .hover_x = -1, .hover_y = -1 };
      WsMemoryDrawing m;

      g_assert_true (ws_memory_begin (&m, scene, &moment, &options, NULL));
      for (guint b = 0; b < scene->memory->buffers->len; b++)
        {
          const WsMemoryBuffer *buffer = &g_array_index (scene->memory->buffers, WsMemoryBuffer, b);
          const WsMemoryTouch *touches =
              &g_array_index (scene->memory->touches, WsMemoryTouch, buffer->first);
          const WsRegion *region = g_ptr_array_index (run->regions, buffer->region);
          g_autofree double *values = ws_memory_find_values (&m, buffer, WS_MEMORY_BY_VALUE);

          for (guint i = 0; i < buffer->n_touches; i++)
            {
              double count;

              if (touches[i].writes == 0 || touches[i].block != scene->block)
                continue;
              count = find_bin (scene, e, region->address + touches[i].element * 4);
              g_assert_cmpint (isnan (values[i]), ==, isnan (count));
              if (!isnan (count))
                g_assert_cmpfloat (values[i], ==, count);
              n_bins += count > 1;
            }
        }
      ws_memory_end (&m);
    }
  g_assert_cmpuint (n_bins, >, 8);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/draw/memory-kernels/image/", cases[i].kernel, NULL);

      g_autofree char *ranking = g_strconcat ("/draw/memory-kernels/lines/", cases[i].kernel, NULL);
      g_autofree char *time = g_strconcat ("/draw/memory-kernels/time/", cases[i].kernel, NULL);

      g_test_add_data_func (path, &cases[i], test_image);
      g_test_add_data_func (ranking, &cases[i], test_ranking);
      g_test_add_data_func (time, &cases[i], test_time);
    }
  g_test_add_func ("/draw/memory-kernels/source-room", test_source_room);
  g_test_add_func ("/draw/memory-kernels/values", test_values);
  g_test_add_data_func ("/draw/memory-kernels/values/one-block", GUINT_TO_POINTER (128),
                        test_atomic_values);
  g_test_add_data_func ("/draw/memory-kernels/values/blocks", GUINT_TO_POINTER (1024),
                        test_atomic_values);
  return g_test_run ();
}
