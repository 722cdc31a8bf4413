/* Memory: what is said and drawn of an access, of the lines, of a buffer; what is under the pointer
 * is what was drawn there. */
#include "memory/private.h"
#include "part.h"
#include "picture.h"
#include "play.h"
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
  check_sentence (
      strided, 0, WS_MEMORY_BUFFER,
      "in: the recorded block accesses 256 of 2\u202f097\u202f152 elements. Each once; the "
      "colours show when.");
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
      g_assert_true (ws_memory_pick (&(WsFrame){ scene, &moment, theme, width, height }, NULL,
                                     box.x + box.w / 2, box.y + box.h / 2, &hit));
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
      g_assert_true (ws_memory_pick (&(WsFrame){ scene, &moment, theme, 900, 500 }, NULL, box.x + 2,
                                     box.y + 2, &hit));
      g_assert_cmpuint (hit.lane, ==, lane);
      told = ws_memory_hit_describe (scene, &moment, &hit);
      g_assert_true (g_str_has_prefix (told, start));
      g_free (told);
      g_assert_true (ws_memory_pick (&(WsFrame){ scene, &moment, theme, 900, 500 }, NULL,
                                     sector.x + 1, sector.y + 1, &hit));
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

      if (!ws_memory_pick (&(WsFrame){ scene, &moment, theme, 1280, 720 }, &modes[WS_MEMORY_LINES],
                           600, y, &hit)
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

/* A click on an element goes to the block's first access to it. */
static void
check_element (const WsScene *scene, WsMemoryHit *hit)
{
  const WsEvent *event;
  gboolean found = FALSE;

  g_assert_true (ws_memory_hit_find_event (scene, hit));
  event = &scene->run->events[scene->record->first_event + hit->event];
  g_assert_cmpuint (event->warp, ==, hit->warp);
  for (guint i = 0; i < (guint)__builtin_popcount (event->taken); i++)
    found = found || scene->run->lanes[event->access + i].address == hit->address;
  g_assert_true (found);
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

        if (ws_memory_pick (&(WsFrame){ scene, &moment, theme, 900, 500 }, &modes[WS_MEMORY_BUFFER],
                            x, y, &hit)
            && g_hash_table_add (seen, GUINT_TO_POINTER (hit.index + 1)))
          {
            g_autofree char *told = ws_memory_hit_describe (scene, &moment, &hit);

            g_assert_nonnull (strstr (told, "read 1 times, written 0 times; first by block 0"));
            check_element (scene, &hit);
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
      if (ws_memory_pick (&(WsFrame){ scene, &moment, theme, 900, 500 }, &modes[WS_MEMORY_BUFFER],
                          x, y, &hit))
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

/* ---- caches ---- */

enum { CACHED_FIRST, CACHED_AGAIN, CACHED_STORED };

/* A warp loads sectors 0 to 3; then every fourth word of sectors 0 to 15; stores sectors 15 to 18;
 * updates one word of sector 0. */
static WsScene *
make_cached_scene (const char *spec, WsOrigin origin)
{
  static const guint from[] = { 0, 0, 120, 0 };
  static const guint step[] = { 1, 4, 1, 0 };
  static const guint which[] = { 0, 0, 1, 2 };
  Play *p = play_new (32);
  g_autoptr (WsRun) run = NULL;

  play_site (p, WS_OP_LOAD, "ld.global.u32", "r0 = [r9]");
  play_site (p, WS_OP_STORE, "st.global.u32", "r0 [r9]");
  play_site (p, WS_OP_ATOMIC, "atom.global.add.u32", "r0 = [r9]");
  for (guint i = 0; i < G_N_ELEMENTS (from); i++)
    {
      guint64 addresses[32];

      for (guint lane = 0; lane < 32; lane++)
        addresses[lane] = PLAY_INPUT + 4 * (from[i] + (guint64)step[i] * lane);
      play_access (p, which[i], 0, G_MAXUINT32, G_MAXUINT32, addresses);
    }
  run = play_end (p, spec);
  run->origin = origin;
  return ws_scene_new_first (run, 0);
}

static void
check_note (const WsScene *scene, double position, const char *expected)
{
  WsMoment moment = at (position);
  WsMemoryDrawing m;
  g_autofree char *note = NULL;

  g_assert_true (ws_memory_begin (&m, scene, &moment, &modes[WS_MEMORY_REQUEST], NULL));
  note = ws_memory_make_note (&m);
  g_assert_cmpstr (note, ==, expected);
}

/* Where sectors are found is said, drawn and exported as what it is: modelled, of a measured run,
 * too. */
static void
test_caches (void)
{
  g_autoptr (WsScene) h200 = make_cached_scene ("h200", WS_ORIGIN_MEASURED);
  g_autoptr (WsScene) k40c = make_cached_scene ("k40c", WS_ORIGIN_MODELLED);
  g_autoptr (WsData) requests = ws_data_new_for_memory (h200, NULL, &modes[WS_MEMORY_REQUEST]);
  g_autoptr (WsData) lines = ws_data_new_for_memory (h200, NULL, &modes[WS_MEMORY_LINES]);
  static const guint expected[][3] = { { 0, 0, 4 }, { 4, 0, 12 }, { 0, 1, 3 }, { 0, 1, 0 } };
  static const guint of_lines[][3] = { { 4, 0, 16 }, { 0, 1, 3 }, { 0, 1, 0 } };
  static const char *const columns[] = { "l1_sectors", "l2_sectors", "device_memory_sectors" };
  WsMoment moment = at (CACHED_AGAIN);
  WsMemoryHit hit = { .kind = WS_MEMORY_HIT_SECTOR, .address = PLAY_INPUT + 96 };
  g_autofree char *near = ws_memory_hit_describe (h200, &moment, &hit);
  g_autofree char *far = NULL;
  g_autofree char *line = NULL;

  check_note (h200, CACHED_FIRST, "sectors, as modelled: 4 in device memory · line 1");
  check_note (h200, CACHED_AGAIN,
              "sectors, as modelled: 4 in the L1 cache and 12 in device memory · line 1");
  check_note (k40c, CACHED_AGAIN,
              "sectors, as modelled: 4 in the L2 cache and 12 in device memory · line 1");
  check_note (h200, CACHED_STORED,
              "sectors, as modelled: 1 in the L2 cache and 3 in device memory · line 2");
  g_assert_nonnull (strstr (near, "Found in the L1 cache, as modelled"));
  hit.address = PLAY_INPUT + 128;
  far = ws_memory_hit_describe (h200, &moment, &hit);
  g_assert_nonnull (strstr (far, "Found in device memory, as modelled"));
  hit = (WsMemoryHit){ .kind = WS_MEMORY_HIT_LINE };
  line = ws_memory_hit_describe (h200, &moment, &hit);
  g_assert_nonnull (strstr (line, "4 in the L1 cache and 16 in device memory"));
  for (guint i = 0; i < 4; i++)
    for (guint level = 0; level < 3; level++)
      g_assert_cmpfloat (get_number (requests, i, columns[level]), ==, expected[i][level]);
  for (guint i = 0; i < 3; i++)
    for (guint level = 0; level < 3; level++)
      g_assert_cmpfloat (get_number (lines, i, columns[level]), ==, of_lines[i][level]);
}

/* What the hardware counted stands beside what is modelled. */
static void
test_counted (void)
{
  g_autoptr (WsScene) scene = make_cached_scene ("h200", WS_ORIGIN_MEASURED);
  g_autoptr (GPtrArray) counters = ws_counters_new ();
  static const char *const names[] = { "lts__t_sector_hit_rate.pct",
                                       "l1tex__t_sector_hit_rate.pct" };
  g_autoptr (WsRun) counted = NULL;
  g_autoptr (WsScene) after = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      WsCounter *counter = g_new0 (WsCounter, 1);

      counter->name = g_strdup (names[i]);
      counter->unit = g_strdup ("%");
      counter->value = 48.25 + 12 * i;
      g_ptr_array_add (counters, counter);
    }
  counted = ws_run_with_counters (scene->run, 0, counters);
  after = ws_scene_new_first (counted, 0);
  for (guint i = 0; i < 2; i++)
    {
      const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
      g_autoptr (WsText) text = ws_text_new (NULL, theme);
      WsMoment moment = at (0);
      WsMemoryDrawing m;
      g_autofree char *note = NULL;

      g_assert_true (
          ws_memory_begin (&m, i == 0 ? scene : after, &moment, &modes[WS_MEMORY_LINES], theme));
      m.text = text;
      ws_memory_lay_out (&m, 1280, 720);
      note = ws_memory_make_note (&m);
      g_assert_cmpstr (note, ==,
                       i == 0 ? "counted in the blocks recorded in full · caches as modelled"
                              : "counted in the blocks recorded in full · caches as modelled · hit "
                                "rates measured by hardware: L1 60.3\u00a0% and L2 48.3\u00a0%");
      ws_memory_end (&m);
    }
}

static void
test_golden_caches (gconstpointer data)
{
  WsThemeKind kind = GPOINTER_TO_UINT (data) / WS_N_MEMORY_MODES;
  WsMemoryMode mode = GPOINTER_TO_UINT (data) % WS_N_MEMORY_MODES;
  WsTheme theme = picture_get_wordless_theme (kind);
  g_autoptr (WsScene) scene = make_cached_scene ("h200", WS_ORIGIN_MODELLED);
  WsMoment moment = at (mode == WS_MEMORY_REQUEST ? CACHED_AGAIN : CACHED_STORED);
  cairo_t *cr = picture_begin (&theme, 640, 360);
  cairo_surface_t *drawn;

  ws_draw_memory (cr, &(WsFrame){ scene, &moment, &theme, 640, 360 }, &modes[mode]);
  drawn = picture_finish (cr);
  picture_check_golden (drawn, mode == WS_MEMORY_REQUEST ? "memory-caches-projector"
                                                         : "memory-caches-lines-light");
  cairo_surface_destroy (drawn);
}

/* ---- constant memory ---- */

/* A warp reads one word, then four of them, each by eight lanes. */
static WsScene *
make_constant_scene (void)
{
  Play *p = play_new (32);
  guint load = play_site (p, WS_OP_LOAD, "ld.const.f32", "r0 = [r9]");
  g_autoptr (WsRun) run = NULL;

  for (guint n = 1; n <= 4; n *= 4)
    {
      guint64 addresses[32];

      for (guint lane = 0; lane < 32; lane++)
        addresses[lane] = PLAY_INPUT + 4 * (guint64)(lane % n);
      play_access (p, load, 0, G_MAXUINT32, G_MAXUINT32, addresses);
    }
  run = play_end (p, "h200");
  return ws_scene_new_first (run, 0);
}

static void
test_constant (void)
{
  g_autoptr (WsScene) scene = make_constant_scene ();
  g_autoptr (WsData) requests = ws_data_new_for_memory (scene, NULL, &modes[WS_MEMORY_REQUEST]);
  WsTheme theme = picture_get_wordless_theme (WS_THEME_LIGHT);
  WsMoment moment = at (1);
  WsMemoryHit hit = { .kind = WS_MEMORY_HIT_SECTOR, .address = PLAY_INPUT };
  g_autofree char *told = ws_memory_hit_describe (scene, &moment, &hit);
  g_autofree char *subtitle = ws_memory_subtitle (scene, &moment, &modes[WS_MEMORY_REQUEST]);
  cairo_t *cr = picture_begin (&theme, 640, 360);
  cairo_surface_t *drawn;

  check_sentence (scene, 0, WS_MEMORY_REQUEST,
                  "Warp 0 reads constant memory: one address, a broadcast to 32 lanes.");
  check_sentence (
      scene, 1, WS_MEMORY_REQUEST,
      "Warp 0 reads constant memory: 4 addresses; the constant cache serves one after another.");
  g_assert_cmpstr (told, ==, "From 0x10000: 16 of 32 bytes are read");
  g_assert_cmpstr (subtitle, ==, "constant load at line 1");
  g_assert_cmpfloat (get_number (requests, 0, "passes"), ==, 1);
  g_assert_cmpfloat (get_number (requests, 1, "passes"), ==, 4);
  g_assert_cmpuint (scene->memory->lines->len, ==, 0);
  ws_draw_memory (cr, &(WsFrame){ scene, &moment, &theme, 640, 360 }, &modes[WS_MEMORY_REQUEST]);
  drawn = picture_finish (cr);
  picture_check_golden (drawn, "memory-constant-light");
  cairo_surface_destroy (drawn);
}

/* ---- atomics ---- */

enum { MEET_SHARED_WORD, MEET_SHARED_BANK, MEET_SHARED_NOWHERE, MEET_GLOBAL, MEET_GLOBAL_NOWHERE };

/* A warp updates eight words of shared memory, four lanes each; 16 words of two banks; 32 words;
 * eight elements of global memory, four lanes each; 32 elements. */
static WsScene *
make_atomic_scene (const char *spec)
{
  static const guint modulo[] = { 8, 16, 32, 8, 32 };
  static const guint step[] = { 1, 16, 1, 1, 1 };
  Play *p = play_new (32);
  g_autoptr (WsRun) run = NULL;

  play_site (p, WS_OP_ATOMIC, "atom.shared.add.u32", "r0 = r1 [r9]");
  play_site (p, WS_OP_ATOMIC, "atom.global.add.u32", "r0 = r1 [r9]");
  for (guint i = 0; i < G_N_ELEMENTS (modulo); i++)
    {
      guint64 addresses[32];

      for (guint lane = 0; lane < 32; lane++)
        addresses[lane] =
            (i < MEET_GLOBAL ? 0 : PLAY_INPUT) + 4 * (guint64)(lane % modulo[i] * step[i]);
      play_access (p, i < MEET_GLOBAL ? 0 : 1, 0, G_MAXUINT32, G_MAXUINT32, addresses);
    }
  run = play_end (p, spec);
  return ws_scene_new_first (run, 0);
}

static void
test_atomics (void)
{
  g_autoptr (WsScene) scene = make_atomic_scene ("h200");
  g_autoptr (WsScene) g80 = make_atomic_scene ("g80");
  g_autoptr (WsData) requests = ws_data_new_for_memory (scene, NULL, &modes[WS_MEMORY_REQUEST]);
  static const guint meeting[] = { 4, 2, 1, 4, 1 };
  static const guint words[] = { 8, 16, 32 };
  static const guint passes[] = { 4, 16, 1 };

  check_sentence (scene, MEET_SHARED_WORD, WS_MEMORY_REQUEST,
                  "Warp 0 updates 8 words in 4 passes: up to 4 lanes hit 0x0 and are served one "
                  "after another.");
  check_sentence (scene, MEET_SHARED_BANK, WS_MEMORY_REQUEST,
                  "Warp 0 updates 16 words in 16 passes: up to 16 lanes hit one bank and are "
                  "served one after another.");
  check_sentence (scene, MEET_SHARED_NOWHERE, WS_MEMORY_REQUEST,
                  "Warp 0 updates 32 words in 1 pass: no two lanes hit the same bank.");
  check_sentence (scene, MEET_GLOBAL, WS_MEMORY_REQUEST,
                  "Warp 0 updates global memory: 1 sector of 32 bytes; up to 4 lanes share 0x10000 "
                  "and take turns in L2.");
  check_sentence (
      scene, MEET_GLOBAL_NOWHERE, WS_MEMORY_REQUEST,
      "Warp 0 updates global memory: 4 sectors of 32 bytes; all lanes have different addresses.");
  check_sentence (
      g80, MEET_GLOBAL, WS_MEMORY_REQUEST,
      "Warp 0 updates global memory: 32 transactions; up to 4 lanes share 0x10000 and take turns.");
  for (guint i = 0; i < G_N_ELEMENTS (meeting); i++)
    g_assert_cmpfloat (get_number (requests, i, "lanes_at_an_address"), ==, meeting[i]);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_assert_cmpfloat (get_number (requests, i, "words"), ==, words[i]);
      g_assert_cmpfloat (get_number (requests, i, "passes"), ==, passes[i]);
    }
}

/* Lanes that meet at an element stand on one another above it, none over another, and each is found
 * under the pointer. */
static void
test_stacks (void)
{
  g_autoptr (WsScene) scene = make_atomic_scene ("h200");
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  g_autoptr (WsText) text = ws_text_new (NULL, theme);
  WsMoment moment = at (MEET_GLOBAL);
  WsMemoryDrawing m;

  g_assert_true (ws_memory_begin (&m, scene, &moment, &modes[0], theme));
  m.text = text;
  ws_memory_lay_out (&m, 900, 500);
  for (guint lane = 0; lane < 32; lane++)
    {
      WsBox box = ws_memory_get_stack_box (&m, lane);
      WsBox first = ws_memory_get_stack_box (&m, lane % 8);
      WsMemoryHit hit;

      g_assert_cmpfloat (box.h, >, 8);
      g_assert_cmpfloat (box.x, ==, first.x);
      g_assert_cmpfloat_with_epsilon (
          first.y - box.y, (lane / 8) * (first.y - ws_memory_get_stack_box (&m, lane % 8 + 8).y),
          1e-6);
      g_assert_cmpfloat (first.y + first.h, <=, m.segments.band.y);
      g_assert_cmpfloat (box.y, >, m.segments.lanes.y + m.segments.lanes.h);
      g_assert_true (ws_memory_pick (&(WsFrame){ scene, &moment, theme, 900, 500 }, NULL,
                                     box.x + box.w / 2, box.y + box.h / 2, &hit));
      g_assert_cmpint (hit.kind, ==, WS_MEMORY_HIT_LANE);
      g_assert_cmpuint (hit.lane, ==, lane);
    }
}

static void
test_golden_atomics (gconstpointer data)
{
  gboolean shared = GPOINTER_TO_INT (data) != 0;
  WsTheme theme = picture_get_wordless_theme (shared ? WS_THEME_LIGHT : WS_THEME_DARK);
  g_autoptr (WsScene) scene = make_atomic_scene ("h200");
  WsMoment moment = at (shared ? MEET_SHARED_WORD : MEET_GLOBAL);
  cairo_t *cr = picture_begin (&theme, 640, 360);
  cairo_surface_t *drawn;

  ws_draw_memory (cr, &(WsFrame){ scene, &moment, &theme, 640, 360 }, &modes[WS_MEMORY_REQUEST]);
  drawn = picture_finish (cr);
  picture_check_golden (drawn, shared ? "memory-atomic-shared-light" : "memory-atomic-global-dark");
  cairo_surface_destroy (drawn);
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
  ws_draw_memory (cr, &(WsFrame){ scene, &moment, &theme, 480, 300 }, &golden->options);
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

  for (guint k = 0; k <= G_N_ELEMENTS (kernels) + 1; k++)
    {
      g_autoptr (WsScene) scene =
          k < G_N_ELEMENTS (kernels)    ? synthetic_scene_new (kernels[k], 256, SYNTHETIC_WIDE)
          : k == G_N_ELEMENTS (kernels) ? make_cached_scene ("h200", WS_ORIGIN_MODELLED)
                                        : make_atomic_scene ("h200");

      /* the copy's buffers in rows */
      set_columns (scene, k == 1 ? 300 : 0);
      for (guint i = 0; i < G_N_ELEMENTS (sizes) * WS_N_THEMES * WS_N_MEMORY_MODES; i++)
        {
          if (!part_has (i + k, 4))
            continue;

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
              ws_draw_memory (cr, &(WsFrame){ scene, &moment, theme, size[0], size[1] }, &options);
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

      ws_memory_painter_set (
          painter, &(WsFrame){ scene, &moment, ws_theme_get (WS_THEME_LIGHT), 900, 600 }, NULL);
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
      g_test_add_func ("/draw/memory/constant", test_constant);
      g_test_add_func ("/draw/memory/atomics", test_atomics);
      g_test_add_func ("/draw/memory/stacks", test_stacks);
      g_test_add_data_func ("/draw/memory/golden/atomic-shared", GINT_TO_POINTER (1),
                            test_golden_atomics);
      g_test_add_data_func ("/draw/memory/golden/atomic-global", GINT_TO_POINTER (0),
                            test_golden_atomics);
      g_test_add_func ("/draw/memory/caches", test_caches);
      g_test_add_func ("/draw/memory/counted", test_counted);
      g_test_add_data_func (
          "/draw/memory/golden/caches",
          GUINT_TO_POINTER (WS_THEME_PROJECTOR * WS_N_MEMORY_MODES + WS_MEMORY_REQUEST),
          test_golden_caches);
      g_test_add_data_func ("/draw/memory/golden/caches-lines",
                            GUINT_TO_POINTER (WS_THEME_LIGHT * WS_N_MEMORY_MODES + WS_MEMORY_LINES),
                            test_golden_caches);
      for (guint i = 0; i < G_N_ELEMENTS (goldens); i++)
        {
          g_autofree char *path = g_strconcat ("/draw/memory/golden/", goldens[i].name, NULL);

          g_test_add_data_func (path, &goldens[i], test_golden);
        }
    }
  return g_test_run ();
}
