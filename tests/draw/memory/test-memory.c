/* Memory: what is said and drawn of an access, of the lines, of a buffer; what is under the pointer
 * is what was drawn there. */
#include "memory/private.h"
#include "picture.h"
#include "synthetic.h"
#include "table/private.h"
#include "texts.h"

static const WsMemoryOptions modes[WS_N_MEMORY_MODES] = { { .mode = WS_MEMORY_REQUEST },
                                                          { .mode = WS_MEMORY_LINES },
                                                          { .mode = WS_MEMORY_BUFFER } };

/* The @nth access of @warp to @space, from 0. */
static guint
find_access (const WsScene *scene, guint warp, WsSpace space, guint nth)
{
  for (guint i = 0; i < scene->record->n_events; i++)
    {
      const WsEvent *event = &scene->run->events[scene->record->first_event + i];

      if (event->warp == warp && event->space == space
          && ws_memory_request_is_access (ws_run_get_site (scene->run, scene->launch, event->site),
                                          event)
          && nth-- == 0)
        return i;
    }
  g_assert_not_reached ();
}

static WsMoment
at (double position)
{
  return (WsMoment){ .position = position, .hover_x = -1, .hover_y = -1 };
}

static void
check_sentence (const WsScene *scene, double position, WsMemoryMode mode, const char *expected)
{
  WsMoment moment = at (position);
  g_autofree char *sentence = ws_memory_sentence (scene, &moment, &modes[mode]);

  g_assert_cmpstr (sentence, ==, expected);
}

/* Kernel 2 of 256 threads: the load of the fourth stage is the one of the slide. */
static void
test_sentences (void)
{
  g_autoptr (WsScene) strided = synthetic_scene_new (SYNTHETIC_STRIDED, 256, SYNTHETIC_SMALL);
  g_autoptr (WsScene) shuffle = synthetic_scene_new (SYNTHETIC_SHUFFLE, 64, SYNTHETIC_SMALL);
  WsMoment moment;
  WsMemoryOptions kept_back = { .emphasis = { .hide = WS_HIDE_COUNTS } };
  g_autofree char *less = NULL;

  check_sentence (strided, find_access (strided, 0, WS_SPACE_GLOBAL, 0), WS_MEMORY_REQUEST,
                  "Warp 0 reads “in”: 4 sectors of 32 bytes, 128 of 128 bytes used: 100\u00a0%.");
  check_sentence (strided, find_access (strided, 0, WS_SPACE_SHARED, 0), WS_MEMORY_REQUEST,
                  "Warp 0 writes 32 words in 1 pass: no bank conflict.");
  check_sentence (strided, ws_scene_stage_moment (strided, 4), WS_MEMORY_REQUEST,
                  "Warp 0 writes 16 words in 8 passes: 8-way conflict in banks 0 and 16.");
  check_sentence (strided, ws_scene_stage_moment (strided, 3), WS_MEMORY_REQUEST,
                  "Warp 0 writes 32 words in 8 passes: 8-way conflict in banks 0, 8, 16 and 24.");
  check_sentence (strided, 0, WS_MEMORY_BUFFER,
                  "in: the recorded block touches 256 of 2\u202f097\u202f152 elements.");
  moment = at (ws_scene_stage_moment (strided, 3));
  less = ws_memory_sentence (strided, &moment, &kept_back);
  g_assert_nonnull (strstr (less, "shared store"));
  g_assert_null (strstr (less, "way"));
  g_assert_cmpuint (shuffle->memory->lines->len, >, 0);
}

/* Between the access and the next event, its passes come one by one; on an event all are there. */
static void
test_passes (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_STRIDED, 256, SYNTHETIC_SMALL);
  guint event = find_access (scene, 0, WS_SPACE_SHARED, 7);
  static const WsMemoryOptions options;
  WsMemoryDrawing m;
  guint n;

  WsMoment stop = at (event);
  g_assert_true (ws_memory_begin (&m, scene, &stop, &options, NULL));
  g_assert_cmpuint (m.event, ==, event);
  n = m.request.n_passes;
  g_assert_cmpuint (n, >, 1);
  g_assert_cmpuint (m.n_served, ==, n);
  for (guint pass = 0; pass < n; pass++)
    {
      WsMoment moving = at (event + (pass + 0.5) / n);

      g_assert_true (ws_memory_begin (&m, scene, &moving, &options, NULL));
      g_assert_cmpuint (m.n_served, ==, pass + 1);
    }
  stop = at (event + 1);
  g_assert_true (ws_memory_begin (&m, scene, &stop, &options, NULL));
  g_assert_cmpuint (m.n_served, ==, m.request.n_passes);
  /* a warp that has not been at memory yet: what is to come */
  stop = at (0);
  g_assert_true (ws_memory_begin (&m, scene, &stop, &options, NULL));
  g_assert_true (m.is_to_come);
}

/* ---- the pointer ---- */

static void
check_words (const WsScene *scene, double position, double width, double height)
{
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  g_autoptr (WsText) text = ws_text_new (NULL, theme);
  WsMoment moment = at (position);
  WsMemoryDrawing m;

  g_assert_true (ws_memory_begin (&m, scene, &moment, &modes[0], theme));
  m.text = text;
  ws_memory_lay_out (&m, width, height);
  for (guint i = 0; i < m.request.n_words; i++)
    {
      WsBox box = ws_memory_get_word_box (&m, i);
      g_autofree char *place = g_strdup_printf ("sdata[%u]", (guint)m.request.words[i].word);
      g_autofree char *bank = g_strdup_printf ("bank %u: pass %u of", m.request.words[i].bank,
                                               m.request.words[i].pass + 1);
      g_autofree char *told = NULL;
      WsMemoryHit hit;

      g_assert_cmpfloat (box.x, >=, 0);
      g_assert_cmpfloat (box.x + box.w, <=, width);
      g_assert_cmpfloat (box.y + box.h, <=, height);
      g_assert_true (ws_memory_pick (scene, &moment, NULL, theme, width, height, box.x + box.w / 2,
                                     box.y + box.h / 2, &hit));
      g_assert_cmpint (hit.kind, ==, WS_MEMORY_HIT_WORD);
      g_assert_cmpuint (hit.index, ==, i);
      g_assert_cmphex (1u << hit.lane & m.request.words[i].lanes, !=, 0);
      told = ws_memory_hit_describe (scene, &moment, &hit);
      g_assert_nonnull (strstr (told, place));
      g_assert_nonnull (strstr (told, bank));
    }
}

static void
test_pick_banks (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_STRIDED, 256, SYNTHETIC_SMALL);

  for (guint stage = 0; stage + 1 < scene->stages->n_stages; stage++)
    {
      check_words (scene, ws_scene_stage_moment (scene, stage), 1280, 720);
      check_words (scene, ws_scene_stage_moment (scene, stage), 480, 300);
    }
}

static void
test_pick_segments (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_COPY, 64, SYNTHETIC_SMALL);
  const WsTheme *theme = ws_theme_get (WS_THEME_DARK);
  g_autoptr (WsText) text = ws_text_new (NULL, theme);
  WsMoment moment = at (find_access (scene, 1, WS_SPACE_GLOBAL, 0));
  WsMemoryHit hit;
  WsMemoryDrawing m;

  moment.warp = 1;
  g_assert_true (ws_memory_begin (&m, scene, &moment, &modes[0], theme));
  m.text = text;
  ws_memory_lay_out (&m, 900, 500);
  for (guint lane = 0; lane < 32; lane++)
    {
      WsBox box = ws_memory_get_lane_box (&m, lane);
      WsBox sector = ws_memory_get_sector_box (&m, m.request.address[lane] / 32 * 32);
      g_autofree char *start = g_strdup_printf ("Lane %u, thread %u: ", lane, 32 + lane);
      g_autofree char *told = NULL;

      /* lanes in order stand above their bytes */
      g_assert_cmpfloat (box.x + box.w, >, sector.x);
      g_assert_cmpfloat (box.x, <, sector.x + sector.w);
      g_assert_true (
          ws_memory_pick (scene, &moment, NULL, theme, 900, 500, box.x + 2, box.y + 2, &hit));
      g_assert_cmpuint (hit.lane, ==, lane);
      told = ws_memory_hit_describe (scene, &moment, &hit);
      g_assert_true (g_str_has_prefix (told, start));
      g_free (told);
      g_assert_true (
          ws_memory_pick (scene, &moment, NULL, theme, 900, 500, sector.x + 1, sector.y + 1, &hit));
      g_assert_cmpint (hit.kind, ==, WS_MEMORY_HIT_SECTOR);
      told = ws_memory_hit_describe (scene, &moment, &hit);
      g_assert_nonnull (strstr (told, "32 of 32 bytes moved are used"));
    }
}

/* A click on a line leads to the chosen warp's first access there. */
static void
test_pick_lines (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_STRIDED, 256, SYNTHETIC_SMALL);
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  WsMoment moment = at (0);
  guint n_hits = 0;
  guint last = WS_NONE;

  moment.warp = 2;
  for (double y = 0; y < 720; y += 4)
    {
      WsMemoryHit hit;
      const WsMemoryLine *line;
      const WsEvent *event;

      if (!ws_memory_pick (scene, &moment, &modes[WS_MEMORY_LINES], theme, 1280, 720, 600, y, &hit)
          || hit.index == last)
        continue;
      last = hit.index;
      n_hits++;
      line = &g_array_index (scene->memory->lines, WsMemoryLine, hit.index);
      event = &scene->run->events[scene->record->first_event + hit.event];
      g_assert_cmpuint (ws_run_get_site (scene->run, 0, event->site)->line, ==, line->line);
      g_assert_cmpuint (event->space, ==, line->space);
      g_assert_cmpuint (event->warp, ==, hit.warp);
    }
  g_assert_cmpuint (n_hits, ==, scene->memory->lines->len);
}

static void
test_pick_buffer (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_COPY, 64, SYNTHETIC_SMALL);
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  WsMoment moment = at (0);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (double y = 0; y < 500; y += 2)
    for (double x = 0; x < 900; x += 2)
      {
        WsMemoryHit hit;

        if (ws_memory_pick (scene, &moment, &modes[WS_MEMORY_BUFFER], theme, 900, 500, x, y, &hit)
            && g_hash_table_add (seen, GUINT_TO_POINTER (hit.index + 1)))
          {
            g_autofree char *told = ws_memory_hit_describe (scene, &moment, &hit);

            g_assert_nonnull (strstr (told, "read 1 times, written 0 times; first by block 0"));
          }
      }
  g_assert_cmpuint (g_hash_table_size (seen), ==, 64);
}

/* As if the job said that all buffers have rows of so many elements. */
static void
set_columns (WsScene *scene, guint64 columns)
{
  for (guint i = 0; i < scene->run->regions->len; i++)
    ((WsRegion *)g_ptr_array_index (scene->run->regions, i))->columns = columns;
}

/* A buffer in rows: below each other what is a row apart, beside each other what is an element
 * apart; all cells are squares. */
static void
test_rows (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_COPY, 64, SYNTHETIC_SMALL);
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  WsMoment moment = at (0);
  WsMemoryHit hit;
  WsBox boxes[64] = { 0 };
  g_autofree char *told = NULL;

  set_columns (scene, 16);
  for (double y = 0; y < 500; y++)
    for (double x = 0; x < 900; x++)
      if (ws_memory_pick (scene, &moment, &modes[WS_MEMORY_BUFFER], theme, 900, 500, x, y, &hit))
        {
          const WsMemoryTouch *touch =
              &g_array_index (scene->memory->touches, WsMemoryTouch, hit.index);
          WsBox *box = &boxes[touch->element];

          if (box->w == 0)
            *box = (WsBox){ x, y, 0, 0 };
          box->w = x - box->x + 1;
          box->h = y - box->y + 1;
          if (touch->element == 37 && told == NULL)
            told = ws_memory_hit_describe (scene, &moment, &hit);
        }
  g_assert_nonnull (strstr (told, "[37], row 2, column 5: read 1 times"));
  for (guint i = 0; i < G_N_ELEMENTS (boxes); i++)
    {
      g_assert_cmpfloat (ABS (boxes[i].w - boxes[i].h), <=, 1);
      g_assert_cmpfloat (ABS (boxes[i].y - boxes[i / 16 * 16].y), <, 0.5);
      g_assert_cmpfloat (ABS (boxes[i].x - boxes[i % 16].x), <, 0.5);
      if (i % 16 > 0)
        g_assert_cmpfloat (boxes[i].x, >, boxes[i - 1].x + boxes[i - 1].w - 0.5);
      if (i >= 16)
        g_assert_cmpfloat (boxes[i].y, >, boxes[i - 16].y + boxes[i - 16].h - 0.5);
    }
}

/* ---- figures ---- */

static double
get_number (const WsData *data, guint row, const char *column)
{
  for (guint i = 0; i < data->columns->len; i++)
    if (g_str_equal (g_ptr_array_index (data->columns, i), column))
      return ws_data_get_cell (data, row, i)->number;
  g_assert_not_reached ();
}

static void
test_data (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_STRIDED, 256, SYNTHETIC_SMALL);
  g_autoptr (WsData) requests = ws_data_new_for_memory (scene, NULL, &modes[WS_MEMORY_REQUEST]);
  g_autoptr (WsData) lines = ws_data_new_for_memory (scene, NULL, &modes[WS_MEMORY_LINES]);
  g_autoptr (WsData) buffer = ws_data_new_for_memory (scene, NULL, &modes[WS_MEMORY_BUFFER]);
  double n_requests = 0;
  double most = 0;

  for (guint i = 0; i < ws_data_get_n_rows (lines); i++)
    {
      n_requests += get_number (lines, i, "requests");
      g_assert_cmpfloat (get_number (lines, i, "efficiency"), <=, 1);
    }
  g_assert_cmpfloat (n_requests, ==, ws_data_get_n_rows (requests));
  for (guint i = 0; i < ws_data_get_n_rows (requests); i++)
    {
      const double passes = get_number (requests, i, "passes");

      most = passes > most ? passes : most;
    }
  g_assert_cmpfloat (most, ==, 8);
  g_assert_cmpuint (ws_data_get_n_rows (buffer), ==, 256);
  g_assert_cmpfloat (get_number (buffer, 255, "element"), ==, 255);
  g_assert_cmpfloat (get_number (buffer, 7, "reads"), ==, 1);
}

/* ---- drawings ---- */

typedef struct {
  const char *name;
  SyntheticKernel kernel;
  guint block;
  double position; /* below 0: that stage, from -1 */
  WsMemoryOptions options;
  WsThemeKind theme;
  guint64 columns;
} Golden;

static const Golden goldens[] = {
  { "memory-conflict-light", SYNTHETIC_STRIDED, 256, -4, { 0 }, WS_THEME_LIGHT },
  { "memory-conflict-projector", SYNTHETIC_STRIDED, 256, -4, { 0 }, WS_THEME_PROJECTOR },
  { "memory-no-conflict-dark", SYNTHETIC_SEQUENTIAL, 256, -4, { 0 }, WS_THEME_DARK },
  { "memory-coalesced-light", SYNTHETIC_COPY, 64, 0, { 0 }, WS_THEME_LIGHT },
  { "memory-lines-dark", SYNTHETIC_STRIDED, 256, -4, { .mode = WS_MEMORY_LINES }, WS_THEME_DARK },
  { "memory-buffer-light",
    SYNTHETIC_SEQUENTIAL,
    256,
    -4,
    { .mode = WS_MEMORY_BUFFER, .coloring = WS_MEMORY_BY_TIME },
    WS_THEME_LIGHT },
  { "memory-rows-light",
    SYNTHETIC_COPY,
    64,
    0,
    { .mode = WS_MEMORY_BUFFER, .coloring = WS_MEMORY_BY_BLOCK },
    WS_THEME_LIGHT,
    12 },
};

static void
test_golden (gconstpointer data)
{
  const Golden *golden = data;
  g_autoptr (WsScene) scene = synthetic_scene_new (golden->kernel, golden->block, SYNTHETIC_SMALL);
  WsTheme theme = picture_get_wordless_theme (golden->theme);
  WsMoment moment =
      at (golden->position < 0 ? ws_scene_stage_moment (scene, (guint)(-golden->position - 1))
                               : golden->position);
  cairo_t *cr = picture_begin (&theme, 480, 300);
  cairo_surface_t *drawn;

  set_columns (scene, golden->columns);
  ws_draw_memory (cr, scene, &moment, &golden->options, &theme, 480, 300);
  drawn = picture_finish (cr);
  picture_check_golden (drawn, golden->name);
  cairo_surface_destroy (drawn);
}

/* No text over another, outside or too small, in any mode, theme and size. */
static void
test_sizes (void)
{
  static const double sizes[][2] = { { 480, 300 },  { 320, 240 },   { 700, 430 },  { 560, 900 },
                                     { 2400, 400 }, { 1920, 1080 }, { 3840, 2160 } };
  static const SyntheticKernel kernels[] = { SYNTHETIC_STRIDED, SYNTHETIC_COPY, SYNTHETIC_SILENT };

  for (guint k = 0; k < G_N_ELEMENTS (kernels); k++)
    {
      g_autoptr (WsScene) scene = synthetic_scene_new (kernels[k], 256, SYNTHETIC_WIDE);

      set_columns (scene, kernels[k] == SYNTHETIC_COPY ? 300 : 0);
      for (guint i = 0; i < G_N_ELEMENTS (sizes) * WS_N_THEMES * WS_N_MEMORY_MODES; i++)
        {
          const double *size = sizes[i % G_N_ELEMENTS (sizes)];
          const WsTheme *theme = ws_theme_get (i / G_N_ELEMENTS (sizes) % WS_N_THEMES);
          WsMemoryOptions options = modes[i / G_N_ELEMENTS (sizes) / WS_N_THEMES];
          cairo_rectangle_t extents = { 0, 0, size[0], size[1] };

          for (double p = 0; p < 1; p += 0.21)
            {
              WsMoment moment = at (p * ws_scene_get_n_events (scene) + p);
              cairo_surface_t *surface =
                  cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &extents);
              cairo_t *cr = cairo_create (surface);
              g_autoptr (GArray) boxes = ws_text_watch (cr);

              options.coloring = (WsMemoryColoring)(i % WS_N_MEMORY_COLORINGS);
              ws_draw_memory (cr, scene, &moment, &options, theme, size[0], size[1]);
              texts_check (boxes, theme, ws_memory_mode_get_name (options.mode),
                           ws_run_get_kernel (scene->run, 0)->source, FALSE, size[0], size[1]);
              cairo_destroy (cr);
              cairo_surface_destroy (surface);
            }
        }
    }
}

/* While passes are served, the words above and the map below stay. */
static void
test_parts (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_STRIDED, 256, SYNTHETIC_SMALL);
  g_autoptr (WsPainter) painter = ws_memory_painter_new (NULL);
  guint event = find_access (scene, 0, WS_SPACE_SHARED, 7);
  g_autoptr (GArray) before = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint n;

  for (guint step = 0; step < 2; step++)
    {
      WsMoment moment = at (event + 0.1 + step * 0.8);
      const WsPart *parts;

      ws_memory_painter_set (painter, scene, &moment, NULL, ws_theme_get (WS_THEME_LIGHT), 900,
                             600);
      parts = ws_painter_get_parts (painter, &n);
      g_assert_cmpuint (n, ==, 3);
      for (guint i = 0; i < n && step == 0; i++)
        g_array_append_val (before, parts[i].key);
      for (guint i = 0; i < n && step == 1; i++)
        g_assert_true ((g_array_index (before, guint64, i) == parts[i].key) == (i != 1));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  texts_init ();
  g_test_add_func ("/draw/memory/sizes", test_sizes);
  if (!texts_is_pseudo ())
    {
      g_test_add_func ("/draw/memory/sentences", test_sentences);
      g_test_add_func ("/draw/memory/passes", test_passes);
      g_test_add_func ("/draw/memory/pick-banks", test_pick_banks);
      g_test_add_func ("/draw/memory/pick-segments", test_pick_segments);
      g_test_add_func ("/draw/memory/pick-lines", test_pick_lines);
      g_test_add_func ("/draw/memory/pick-buffer", test_pick_buffer);
      g_test_add_func ("/draw/memory/rows", test_rows);
      g_test_add_func ("/draw/memory/data", test_data);
      g_test_add_func ("/draw/memory/parts", test_parts);
      for (guint i = 0; i < G_N_ELEMENTS (goldens); i++)
        {
          g_autofree char *path = g_strconcat ("/draw/memory/golden/", goldens[i].name, NULL);

          g_test_add_data_func (path, &goldens[i], test_golden);
        }
    }
  return g_test_run ();
}
