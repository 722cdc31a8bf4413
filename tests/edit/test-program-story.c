/* What is told of a program: its launches, loops folded, what was copied between them; what it said
 * in the end. */
#include "edit/program-story.h"

#include "pen/quantity.h"

#include <string.h>

typedef struct {
  WsStepKind kind;
  const char *title;
  guint32 stream;
  WsCopyKind copy;
  guint64 size;
  guint64 duration_ns;
  const char *words;
  const char *name; /* of a call; NULL: that of its kind */
} Row;

static WsProgramRun *
make_run (const Row *rows, guint n, const char *output)
{
  WsProgramRun *run = g_new0 (WsProgramRun, 1);

  run->history = ws_history_new ();
  run->output = g_strdup (output);
  for (guint i = 0; i < n; i++)
    {
      WsStep *step = g_new0 (WsStep, 1);

      *step = (WsStep){ .kind = rows[i].kind,
                        .name = g_strdup (rows[i].name != NULL             ? rows[i].name
                                          : rows[i].kind == WS_STEP_LAUNCH ? rows[i].title
                                          : rows[i].kind == WS_STEP_COPY   ? "cudaMemcpy"
                                          : rows[i].kind == WS_STEP_ALLOC  ? "cudaMalloc"
                                                                           : "cudaFoo"),
                        .title = g_strdup (rows[i].title != NULL ? rows[i].title : ""),
                        .words = g_strdup (rows[i].words != NULL ? rows[i].words : ""),
                        .stream = rows[i].stream,
                        .copy = rows[i].copy,
                        .size = rows[i].size,
                        .grid = { 4, 2, 1 },
                        .block = { 128, 1, 1 },
                        .duration_ns = rows[i].duration_ns };
      g_ptr_array_add (run->history->steps, step);
    }
  return run;
}

static const WsStoryItem *
get_item (const WsProgramStory *self, guint part, guint item)
{
  const WsStoryPart *of = ws_program_story_get_part (self, part);

  g_assert_cmpuint (item, <, of->items->len);
  return g_ptr_array_index (of->items, item);
}

#define HEAT(ns)                                                      \
  {                                                                   \
    .kind = WS_STEP_LAUNCH, .title = "heat(int)", .duration_ns = (ns) \
  }
#define SWAP(ns)                                                                        \
  {                                                                                     \
    .kind = WS_STEP_LAUNCH, .title = "void swap<float, 2>(float*)", .duration_ns = (ns) \
  }

static const Row loop[] = {
  { .kind = WS_STEP_ALLOC, .size = 4096 },
  { .kind = WS_STEP_ALLOC, .size = 1024 },
  { .kind = WS_STEP_COPY, .copy = WS_COPY_TO_DEVICE, .size = 4096 },
  { .kind = WS_STEP_LAUNCH, .title = "fill(float*)", .duration_ns = 500 },
  HEAT (1000),
  SWAP (20),
  HEAT (3000),
  SWAP (20),
  HEAT (2000),
  SWAP (20),
  { .kind = WS_STEP_WAIT },
  { .kind = WS_STEP_COPY, .copy = WS_COPY_FROM_DEVICE, .size = 4096 },
  { .kind = WS_STEP_FREE, .size = 4096 },
};

static void
test_loop (void)
{
  g_autoptr (WsProgramRun) run = make_run (loop, G_N_ELEMENTS (loop), "");
  g_autoptr (WsProgramStory) self = ws_program_story_new (run);
  g_autofree char *least = ws_quantity_format (WS_QUANTITY_TIME, 1000);
  g_autofree char *most = ws_quantity_format (WS_QUANTITY_TIME, 3000);
  g_autofree char *times = g_strdup_printf ("%s – %s", least, most);
  const WsStoryPart *part;

  g_assert_cmpuint (self->n_launches, ==, 7);
  g_assert_cmpuint (self->streams->len, ==, 1);
  g_assert_cmpuint (self->parts->len, ==, 3);
  /* allocations of one kind are one; what is waited for and given back is not told */
  part = ws_program_story_get_part (self, 0);
  g_assert_cmpuint (part->n_rounds, ==, 1);
  g_assert_cmpuint (part->items->len, ==, 3);
  g_assert_cmpint (get_item (self, 0, 0)->kind, ==, WS_STEP_ALLOC);
  g_assert_cmpstr (get_item (self, 0, 0)->sentence, ==, "cudaMalloc, 2 calls: 5.0\u00a0KiB");
  g_assert_cmpstr (get_item (self, 0, 1)->title, ==, "→ device");
  g_assert_cmpuint (get_item (self, 0, 1)->launch, ==, G_MAXUINT);
  g_assert_cmpstr (get_item (self, 0, 2)->title, ==, "fill");
  g_assert_cmpuint (get_item (self, 0, 2)->launch, ==, 0);
  part = ws_program_story_get_part (self, 1);
  g_assert_cmpuint (part->n_rounds, ==, 3);
  g_assert_cmpuint (part->n_launches, ==, 2);
  g_assert_cmpuint (part->first_launch, ==, 1);
  g_assert_cmpstr (get_item (self, 1, 0)->title, ==, "heat");
  g_assert_cmpstr (get_item (self, 1, 0)->detail, ==, "(4, 2) × 128");
  g_assert_cmpstr (get_item (self, 1, 0)->time, ==, times);
  g_assert_cmpstr (get_item (self, 1, 1)->title, ==, "swap<float, 2>");
  g_assert_nonnull (strstr (get_item (self, 1, 1)->sentence, ", 3 times"));
  part = ws_program_story_get_part (self, 2);
  g_assert_cmpuint (part->items->len, ==, 1);
  g_assert_cmpstr (get_item (self, 2, 0)->title, ==, "→ host");
}

/* Each launch has its place, and each place its launch. */
static void
test_places (void)
{
  g_autoptr (WsProgramRun) run = make_run (loop, G_N_ELEMENTS (loop), "");
  g_autoptr (WsProgramStory) self = ws_program_story_new (run);
  WsStoryPlace place;

  for (guint i = 0; i < self->n_launches; i++)
    {
      const WsStep *step = ws_history_get_launch (run->history, i);
      const WsStoryPart *part;
      gboolean is_there = FALSE;

      g_assert_true (ws_program_story_find (self, i, &place));
      g_assert_cmpuint (ws_program_story_get_launch (self, &place), ==, i);
      part = ws_program_story_get_part (self, place.part);
      g_assert_cmpuint (place.round, <, part->n_rounds);
      for (guint k = 0; k < part->items->len; k++)
        {
          const WsStoryItem *item = get_item (self, place.part, k);

          is_there |= item->launch == place.launch && strstr (step->title, item->title) != NULL;
        }
      g_assert_true (is_there);
    }
  g_assert_false (ws_program_story_find (self, self->n_launches, &place));
  g_assert_false (ws_program_story_find (self, G_MAXUINT, &place));
}

static void
test_problems (void)
{
  static const Row rows[] = {
    { .kind = WS_STEP_REFUSED, .words = "Clusters are not there." },
    { .kind = WS_STEP_LAUNCH, .title = "a()", .stream = 3, .words = "Out of bounds." },
    { .kind = WS_STEP_LAUNCH, .title = "b()", .stream = 1 },
  };
  g_autoptr (WsProgramRun) run = make_run (rows, G_N_ELEMENTS (rows), "");
  g_autoptr (WsProgramStory) self = ws_program_story_new (run);

  g_assert_cmpstr (get_item (self, 0, 0)->title, ==, "cudaFoo");
  g_assert_cmpstr (get_item (self, 0, 0)->problem, ==, "Clusters are not there.");
  g_assert_cmpstr (get_item (self, 0, 0)->sentence, ==, "cudaFoo: Clusters are not there.");
  g_assert_cmpstr (get_item (self, 0, 1)->problem, ==, "Out of bounds.");
  g_assert_cmpstr (get_item (self, 0, 1)->time, ==, "");
  g_assert_null (get_item (self, 0, 2)->problem);
  g_assert_cmpuint (self->streams->len, ==, 2);
  g_assert_cmpuint (get_item (self, 0, 1)->stream, ==, 1);
  g_assert_cmpuint (get_item (self, 0, 2)->stream, ==, 0);
}

/* A library's calls are told by their names, those of one name together, and that they are no
 * launches. */
static void
test_libraries (void)
{
  static const Row rows[] = {
    { .kind = WS_STEP_LIBRARY, .name = "cublasSgemm", .size = 64 },
    { .kind = WS_STEP_LIBRARY, .name = "cublasSaxpy", .size = 64 },
    { .kind = WS_STEP_LIBRARY, .name = "cublasSaxpy", .size = 32 },
  };
  g_autoptr (WsProgramRun) run = make_run (rows, G_N_ELEMENTS (rows), "");
  g_autoptr (WsProgramStory) self = ws_program_story_new (run);

  g_assert_cmpuint (self->n_launches, ==, 0);
  g_assert_cmpuint (ws_program_story_get_part (self, 0)->items->len, ==, 2);
  g_assert_cmpstr (get_item (self, 0, 0)->title, ==, "cublasSgemm");
  g_assert_cmpstr (get_item (self, 0, 0)->detail, ==, "library, no kernel");
  g_assert_cmpuint (get_item (self, 0, 0)->launch, ==, G_MAXUINT);
  g_assert_cmpstr (get_item (self, 0, 1)->title, ==, "cublasSaxpy");
  g_assert_cmpstr (get_item (self, 0, 1)->sentence, ==, "cublasSaxpy: 2 × library, no kernel");
}

static void
test_verdict (void)
{
  static const struct {
    const char *output;
    int status;
    const char *verdict; /* NULL: it says nothing of it */
    gboolean is_good;
  } rows[] = {
    { "", 0, NULL, TRUE },
    { "1 2 3\n", 0, NULL, TRUE },
    { "error 3\nTest PASSED\n\n", 0, "Test PASSED", TRUE },
    { "Test FAILED", 0, "Test FAILED", FALSE },
    { "Results do not match: wrong", 0, "Results do not match: wrong", FALSE },
    { "PASSED\nbypassed 3 times\n", 0, NULL, TRUE },
    { "PASSED\n", 1, "PASSED", FALSE },
    { "", 3, NULL, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (WsProgramRun) run = make_run (NULL, 0, rows[i].output);
      g_autoptr (WsProgramStory) self = NULL;

      run->status = rows[i].status;
      self = ws_program_story_new (run);
      g_assert_cmpstr (self->verdict, ==, rows[i].verdict);
      g_assert_cmpint (self->is_good, ==, rows[i].is_good);
    }
}

/* Launches that were not executed again are counted in words; files are listed; one that was
 * stopped says after how many launches. */
static void
test_rest (void)
{
  const Row rows[] = { HEAT (1000), HEAT (1000), HEAT (1000) };
  g_autoptr (WsProgramRun) run = make_run (rows, G_N_ELEMENTS (rows), "");
  g_autoptr (WsProgramStory) story = NULL;
  WsProgramFile *file = g_new (WsProgramFile, 1);

  ((WsStep *)g_ptr_array_index (run->history->steps, 2))->is_repeated = TRUE;
  *file = (WsProgramFile){ g_strdup ("a/out.csv"), 12 };
  run->files = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_program_file_free);
  g_ptr_array_add (run->files, file);
  run->status = 124;
  run->is_stopped = TRUE;
  story = ws_program_story_new (run);
  g_assert_nonnull (
      strstr (get_item (story, 0, 0)->sentence, "3 times, of which 1 changes nothing"));
  g_assert_cmpuint (story->files->len, ==, 1);
  g_assert_cmpstr (((WsProgramFile *)g_ptr_array_index (story->files, 0))->name, ==, "a/out.csv");
  g_assert_true (story->is_stopped);
  g_assert_false (story->is_good);
  g_assert_nonnull (strstr (story->ending, "stopped after 3 launches"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/program-story/loop", test_loop);
  g_test_add_func ("/program-story/places", test_places);
  g_test_add_func ("/program-story/problems", test_problems);
  g_test_add_func ("/program-story/libraries", test_libraries);
  g_test_add_func ("/program-story/verdict", test_verdict);
  g_test_add_func ("/program-story/rest", test_rest);
  return g_test_run ();
}
