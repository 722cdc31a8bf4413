/* What the blocks of a launch hand to those of a later one: held against what the host adds up, of
 * blocks that were recorded and of those that their places tell. */
#include "dataflow/pyramid.h"
#include "job/job.h"
#include "recorded.h"

#include <string.h>

/* (transfer full): what a buffer of the run's job holds at first */
static GBytes *
get_input (const WsRun *run, guint buffer)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsJob) job = ws_job_from_variant (run->job, &error);
  GBytes *bytes;

  g_assert_no_error (error);
  bytes = ws_job_make_contents (job, buffer, &error);
  g_assert_no_error (error);
  return bytes;
}

static gint32
add_up (const gint32 *values, gsize n)
{
  gint32 sum = 0;

  for (gsize i = 0; i < n; i++)
    sum = (gint32)((guint32)sum + (guint32)values[i]);
  return sum;
}

/* Each launch's blocks leave the sum of as many values of the launch before. */
static void
check_reduction (const char *kernel, guint64 n, guint block, guint per_block, guint n_told[],
                 guint n_launches)
{
  g_autoptr (WsRun) run =
      recorded_new (&(Recorded){ .kernel = kernel, .spec = "h200", .n = n, .block = block });
  g_autoptr (WsPyramid) pyramid = ws_pyramid_new (run);
  g_autoptr (GBytes) input = get_input (run, 0);
  gsize size;
  const gint32 *values = g_bytes_get_data (input, &size);
  g_autofree gint32 *now = g_memdup2 (values, size);

  g_test_message ("%s", kernel);
  g_assert_cmpuint (run->n_launches, ==, n_launches);
  g_assert_false (pyramid->truncated);
  for (guint launch = 0; launch < n_launches; launch++)
    {
      guint n_known;
      const WsPyramidBlock *blocks = ws_pyramid_get_launch (pyramid, launch, &n_known);
      guint64 n_blocks = ws_launch_get_n_blocks (&run->launches[launch]);

      g_assert_cmpuint (n_known, ==, n_told[launch]);
      for (guint64 i = 0; i < n_blocks; i++)
        now[i] = add_up (now + i * per_block, MIN (per_block, n - i * per_block));
      for (guint i = 0; i < n_known; i++)
        {
          guint taken = 0;

          g_assert_cmpuint (blocks[i].launch, ==, launch);
          g_assert_cmpuint (blocks[i].n_values, ==, 1);
          g_assert_true (blocks[i].has_value);
          g_assert_cmpint (blocks[i].value_type, ==, WS_VALUE_S32);
          g_assert_cmpint ((gint32)blocks[i].value, ==, now[blocks[i].block]);
          g_assert_cmpint (blocks[i].is_recorded != 0, ==,
                           ws_run_find_block (run, launch, blocks[i].block) != NULL);
          g_assert_cmpint (blocks[i].told != WS_NONE, ==, blocks[i].is_recorded);
          if (!blocks[i].is_recorded)
            continue;
          for (guint k = 0; k < blocks[i].n_sources; k++)
            {
              const WsPyramidLink *link = &pyramid->links[blocks[i].first_source + k];
              const WsPyramidBlock *from = &pyramid->blocks[link->from];

              g_assert_cmpuint (from->launch, ==, launch - 1);
              g_assert_cmpuint (from->block, ==, blocks[i].block * per_block + k);
              g_assert_cmpuint (link->n_values, ==, 1);
              g_assert_cmpuint (link->value, ==, from->value);
              g_assert_true (&pyramid->blocks[link->to] == &blocks[i]);
              taken++;
            }
          g_assert_cmpuint (blocks[i].n_unknown, ==, 0);
          g_assert_cmpuint (taken + blocks[i].n_before, ==,
                            MIN (per_block, n - (guint64)blocks[i].block * per_block));
          g_assert_cmpint (blocks[i].n_before > 0, ==, launch == 0);
          if (launch + 1 < n_launches)
            g_assert_cmpuint (blocks[i].n_users, ==, 1);
        }
      n = n_blocks;
    }
  g_assert_cmpint (now[0], ==, (gint32)run->result);
}

/* 65536 elements in blocks of 128: 512 blocks, 4 and 1. Of the 512 all are known that the first,
 * the third and the last of the 4 add up; of the 4 all, by the last. */
static void
test_reductions (void)
{
  static const char *const kernels[] = { "reduce1", "reduce3", "reduceNeighbored",
                                         "reduceInterleaved" };

  for (guint i = 0; i < G_N_ELEMENTS (kernels); i++)
    check_reduction (kernels[i], 65536, 128, 128, (guint[]){ 384, 4, 1 }, 3);
  check_reduction ("reduce6", 65536, 128, 256, (guint[]){ 256, 1 }, 2);
  check_reduction ("reduceCompleteUnroll", 65536, 128, 1024, (guint[]){ 64, 1 }, 2);
  /* one more: the last block of the 513 and of the 5 has one alone */
  check_reduction ("reduce3", 65537, 128, 128, (guint[]){ 257, 5, 1 }, 3);
}

/* How many values go from the blocks of a launch to a block. */
static guint
count_from (const WsPyramid *pyramid, const WsPyramidBlock *block, guint launch)
{
  guint n = 0;

  for (guint k = 0; k < block->n_sources; k++)
    {
      const WsPyramidLink *link = &pyramid->links[block->first_source + k];

      if (pyramid->blocks[link->from].launch == launch)
        n += link->n_values;
    }
  return n;
}

/* A scan of 1024 elements in 8 sections: each leaves its sum and its own scan; the sums are scanned
 * by one block; what comes of them goes to all but the first, and is added to the section that the
 * first launch left. */
static void
test_scan (void)
{
  static const guint recorded[] = { 0, 4, 7 };
  g_autoptr (WsRun) run =
      recorded_new (&(Recorded){ .kernel = "scan_array", .spec = "h200", .n = 1024, .block = 64 });
  g_autoptr (WsPyramid) pyramid = ws_pyramid_new (run);
  g_autoptr (GBytes) input = get_input (run, 0);
  const gint32 *values = g_bytes_get_data (input, NULL);
  guint n;
  const WsPyramidBlock *sections = ws_pyramid_get_launch (pyramid, 0, &n);
  const WsPyramidBlock *block;

  /* that of the sums takes one of each */
  g_assert_cmpuint (n, ==, 8);
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpuint (sections[i].block, ==, i);
      g_assert_cmpuint (sections[i].n_values, ==, 1);
      g_assert_cmpint ((gint32)sections[i].value, ==, add_up (values + i * 128, 128));
      /* block 0 of the last launch takes nothing; the others the section of their own number */
      g_assert_cmpuint (sections[i].n_left, ==, i == 4 || i == 7 ? 129 : 1);
    }
  block = ws_pyramid_get_launch (pyramid, 1, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (block->n_sources, ==, 8);
  /* two of which are known to be taken */
  g_assert_cmpuint (block->n_values, ==, 8);
  g_assert_cmpuint (count_from (pyramid, block, 0), ==, 8);
  block = ws_pyramid_get_launch (pyramid, 2, &n);
  g_assert_cmpuint (n, ==, 3);
  for (guint i = 0; i < n; i++)
    {
      const WsPyramidLink *links = &pyramid->links[block[i].first_source];

      g_assert_cmpuint (block[i].block, ==, recorded[i]);
      g_assert_cmpuint (block[i].n_before + block[i].n_unknown, ==, 0);
      g_assert_cmpuint (block[i].n_sources, ==, i > 0 ? 2 : 0);
      g_assert_cmpuint (block[i].n_values, ==, i > 0 ? 128 : 0);
      /* nothing lies before the first */
      if (i == 0)
        continue;
      g_assert_cmpuint (count_from (pyramid, &block[i], 0), ==, 128);
      g_assert_cmpuint (pyramid->blocks[links[0].from].block, ==, block[i].block);
      g_assert_cmpuint (links[1].n_values, ==, 1);
      g_assert_cmpint ((gint32)links[1].value, ==, add_up (values, block[i].block * 128));
      g_assert_cmpuint (pyramid->blocks[links[1].from].launch, ==, 1);
    }
}

/* ---- runs made up block by block ---- */

#define PLACE G_GUINT64_CONSTANT (0x10000)

/* What one thread does. */
typedef struct {
  WsOpClass op_class;
  guint64 address;
  gint32 value;
} Deed;

typedef struct {
  WsRun *like;
  WsRunBuilder *builder;
} Story;

static void
story_begin (Story *self)
{
  self->like =
      recorded_new (&(Recorded){ .kernel = "reduce3", .spec = "h200", .n = 256, .block = 128 });
  self->builder =
      ws_run_builder_new (self->like->spec, "vm:h200", "Virtual H200", WS_ORIGIN_MODELLED);
  ws_run_builder_add_kernel (self->builder, ws_kernel_new (ws_run_get_kernel (self->like, 0)));
  ws_run_builder_add_region (self->builder, &(WsRegion){ .name = (char *)"out",
                                                         .space = WS_SPACE_GLOBAL,
                                                         .address = PLACE,
                                                         .size_bytes = 0x400000,
                                                         .value_type = WS_VALUE_S32 });
}

static void
story_add_launch (Story *self, guint n_blocks)
{
  const WsLaunch launch = { .grid = { n_blocks, 1, 1 }, .block = { 128, 1, 1 } };

  ws_run_builder_add_launch (self->builder, &launch);
}

static void
story_add_block (Story *self, guint launch, guint block, const Deed *deeds, guint n)
{
  const WsKernel *kernel = ws_run_get_kernel (self->like, 0);
  g_autofree WsEvent *events = g_new0 (WsEvent, n);
  g_autofree WsLane *lanes = g_new0 (WsLane, n);

  for (guint i = 0; i < n; i++)
    {
      guint site = 0;

      while (kernel->sites[site].op_class != deeds[i].op_class
             || kernel->sites[site].space != WS_SPACE_GLOBAL)
        site++;
      events[i] = (WsEvent){ .time = i,
                             .site = site,
                             .block = block,
                             .active = 1,
                             .taken = 1,
                             .access = i,
                             .space = WS_SPACE_GLOBAL };
      lanes[i] = (WsLane){ deeds[i].address, (guint32)deeds[i].value };
    }
  ws_run_builder_add_block (
      self->builder, launch,
      &(WsRecordedBlock){
          .block = block, .events = events, .n_events = n, .lanes = lanes, .n_lanes = n });
}

/* (transfer full) */
static WsPyramid *
story_end (Story *self)
{
  g_autoptr (WsRun) run = ws_run_builder_end (self->builder);
  WsPyramid *pyramid = ws_pyramid_new (run);

  ws_run_builder_free (self->builder);
  ws_run_unref (self->like);
  return pyramid;
}

static Deed
store (guint element, gint32 value)
{
  return (Deed){ WS_OP_STORE, PLACE + 4 * element, value };
}

static Deed
load (guint element, gint32 value)
{
  return (Deed){ WS_OP_LOAD, PLACE + 4 * element, value };
}

/* What was overwritten in between comes from the last writer; where a value is another than
 * any that was recorded, nobody is said to have left it; and what a block stored itself comes from
 * none. */
static void
test_overwritten (void)
{
  Story story;
  g_autoptr (WsPyramid) pyramid = NULL;
  const WsPyramidBlock *blocks;
  guint n;

  story_begin (&story);
  for (guint i = 0; i < 3; i++)
    story_add_launch (&story, 1);
  story_add_block (&story, 0, 0, (Deed[]){ store (0, 5), store (1, 6), store (2, 7) }, 3);
  story_add_block (&story, 1, 0, (Deed[]){ store (0, 8) }, 1);
  story_add_block (&story, 2, 0,
                   (Deed[]){ load (0, 8), load (1, 66), store (2, 9), load (2, 9), load (3, 1) },
                   5);
  pyramid = story_end (&story);
  g_assert_cmpuint (pyramid->n_links, ==, 1);
  blocks = ws_pyramid_get_launch (pyramid, 2, &n);
  g_assert_cmpuint (pyramid->blocks[pyramid->links[0].from].launch, ==, 1);
  g_assert_cmpuint (pyramid->links[0].value, ==, 8);
  g_assert_cmpuint (blocks[0].n_unknown, ==, 2);
  g_assert_cmpuint (blocks[0].n_before, ==, 0);
  /* what it leaves is not taken: all of it is told */
  blocks = ws_pyramid_get_launch (pyramid, 0, &n);
  g_assert_cmpuint (blocks[0].n_users, ==, 0);
  g_assert_cmpuint (blocks[0].n_values, ==, 3);
  g_assert_cmpuint (blocks[0].value, ==, 5);
  g_assert_cmpuint (blocks[0].told, ==, 2);
}

/* A hundred thousand blocks, three of them recorded: the places of all others are on one line with
 * theirs, upwards or downwards. */
static void
test_places (void)
{
  static const guint recorded[] = { 0, 50000, 99999 };

  for (gint direction = -1; direction <= 1; direction += 2)
    {
      Story story;
      g_autoptr (WsPyramid) pyramid = NULL;
      Deed deeds[64];
      const WsPyramidBlock *blocks;
      guint n;

      story_begin (&story);
      story_add_launch (&story, 100000);
      story_add_launch (&story, 1);
      for (guint i = 0; i < 3; i++)
        {
          guint at = direction > 0 ? recorded[i] : 99999 - recorded[i];

          story_add_block (&story, 0, recorded[i], (Deed[]){ store (2 * at, (gint32)at) }, 1);
        }
      /* every second place is unused */
      for (guint i = 0; i < 64; i++)
        deeds[i] = load (i, (gint32)i / 2);
      story_add_block (&story, 1, 0, deeds, 64);
      pyramid = story_end (&story);
      blocks = ws_pyramid_get_launch (pyramid, 0, &n);
      /* the 32 that are read, one of them recorded, and the two others that were recorded */
      g_assert_cmpuint (n, ==, 34);
      g_assert_cmpuint (pyramid->n_links, ==, 32);
      for (guint i = 0; i < n; i++)
        {
          g_assert_cmpuint (blocks[i].n_values, ==, 1);
          g_assert_cmpuint (blocks[i].value, ==,
                            direction > 0 ? blocks[i].block : 99999 - blocks[i].block);
        }
      blocks = ws_pyramid_get_launch (pyramid, 1, &n);
      g_assert_cmpuint (blocks[0].n_unknown, ==, 32);
    }
}

/* Two recorded blocks are always on a line: that tells nothing of a third; nor do three that are
 * on none. */
static void
test_no_places (void)
{
  static const guint places[][3] = { { 0, 10, G_MAXUINT }, { 0, 11, 20 } };

  for (guint k = 0; k < G_N_ELEMENTS (places); k++)
    {
      Story story;
      g_autoptr (WsPyramid) pyramid = NULL;
      guint n;

      story_begin (&story);
      story_add_launch (&story, 30);
      story_add_launch (&story, 1);
      for (guint i = 0; i < 3; i++)
        if (places[k][i] != G_MAXUINT)
          story_add_block (&story, 0, 10 * i, (Deed[]){ store (places[k][i], 3) }, 1);
      story_add_block (&story, 1, 0, (Deed[]){ load (5, 3) }, 1);
      pyramid = story_end (&story);
      g_assert_cmpuint (pyramid->n_links, ==, 0);
      g_assert_cmpuint (ws_pyramid_get_launch (pyramid, 1, &n)->n_unknown, ==, 1);
    }
}

/* Nothing is known of launches without recorded blocks. */
static void
test_nothing (void)
{
  Story story;
  g_autoptr (WsPyramid) pyramid = NULL;
  guint n;

  story_begin (&story);
  story_add_launch (&story, 100000);
  story_add_launch (&story, 7);
  pyramid = story_end (&story);
  g_assert_cmpuint (pyramid->n_blocks + pyramid->n_links, ==, 0);
  for (guint i = 0; i < 2; i++)
    {
      ws_pyramid_get_launch (pyramid, i, &n);
      g_assert_cmpuint (n, ==, 0);
      g_assert_cmpuint (ws_pyramid_find (pyramid, i, 0), ==, WS_NONE);
    }
  g_assert_cmpuint (ws_pyramid_find (pyramid, 2, 0), ==, WS_NONE);
}

/* One launch hands nothing to another. */
static void
test_single (void)
{
  g_autoptr (WsRun) run =
      recorded_new (&(Recorded){ .kernel = "reduce11", .spec = "h200", .n = 4096, .block = 128 });

  g_assert_cmpuint (run->n_launches, ==, 1);
  g_assert_null (ws_pyramid_new (run));
}

/* What a check finds in one block or two of each launch is wrong in all of those that were
 * recorded; of others it is not known, and a run that was not checked has nothing. */
static void
test_found (void)
{
  static const Recorded runs[] = {
    { .kernel = "reduce3", .spec = "h200", .n = 65536, .block = 128 },
    { .kernel = "race1",
      .spec = "h200",
      .n = 65536,
      .block = 128,
      .checked = TRUE,
      .order = WS_ORDER_WARPS },
  };

  for (guint r = 0; r < G_N_ELEMENTS (runs); r++)
    {
      g_autoptr (WsRun) run = recorded_new (&runs[r]);
      g_autoptr (WsPyramid) pyramid = ws_pyramid_new (run);

      g_assert_cmpuint (pyramid->n_launches, ==, 3);
      for (guint i = 0; i < pyramid->n_blocks; i++)
        g_assert_cmpint (pyramid->blocks[i].is_found, ==,
                         runs[r].checked && pyramid->blocks[i].is_recorded);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/derive/pyramid/reductions", test_reductions);
  g_test_add_func ("/derive/pyramid/scan", test_scan);
  g_test_add_func ("/derive/pyramid/single", test_single);
  g_test_add_func ("/derive/pyramid/overwritten", test_overwritten);
  g_test_add_func ("/derive/pyramid/places", test_places);
  g_test_add_func ("/derive/pyramid/no-places", test_no_places);
  g_test_add_func ("/derive/pyramid/nothing", test_nothing);
  g_test_add_func ("/derive/pyramid/found", test_found);
  return g_test_run ();
}
