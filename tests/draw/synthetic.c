#include "synthetic-kernel.h"

#include <stdlib.h>
#include <string.h>

#define N_PER_THREAD 24 /* of the cascade */
#define IN_ADDRESS   0x10000
#define OUT_ADDRESS  0x900000

typedef struct {
  SyntheticKernel kernel;
  SyntheticValues values;
  guint block;
  guint n_warps;
  GArray *events; /* WsEvent */
  GArray *lanes;  /* WsLane */
  guint64 clock[32];
  guint64 shared[2048]; /* bits */
  guint64 v[1024];      /* registers */
  guint64 a[1024];
} Machine;

static guint64
add (const Machine *self, guint64 a, guint64 b)
{
  guint32 x = a;
  guint32 y = b;
  float p;
  float q;

  if (self->values != SYNTHETIC_FLOAT)
    return (guint32)(x + y);
  memcpy (&p, &x, sizeof p);
  memcpy (&q, &y, sizeof q);
  p += q;
  memcpy (&x, &p, sizeof x);
  return x;
}

static guint64
get_input (const Machine *self, guint i)
{
  guint32 mixed = (i + 1) * 2654435761u;
  float value = (mixed >> 12) % 100000 / 1234.5f;
  guint32 bits;

  mixed ^= mixed >> 13;
  switch (self->values)
    {
    case SYNTHETIC_WIDE:
      return mixed % 2000000000u + 100000000u;
    case SYNTHETIC_FLOAT:
      memcpy (&bits, &value, sizeof bits);
      return bits;
    case SYNTHETIC_SMALL:
    default:
      return (guint32)(int)(mixed % 16) - 3;
    }
}

static guint32
get_mask (const Machine *self, guint warp)
{
  guint left = self->block - warp * 32;

  return left >= 32 ? G_MAXUINT32 : (1u << left) - 1;
}

static void
emit (Machine *self, guint warp, guint site, guint32 active, guint32 taken)
{
  WsEvent event = { .time = self->clock[warp],
                    .site = site,
                    .active = active,
                    .taken = taken,
                    .warp = warp,
                    .access = WS_NONE,
                    .space = synthetic_site_get_space (site) };

  g_array_append_val (self->events, event);
  self->clock[warp] += MAX (self->n_warps / 4, 1);
}

static void
emit_access (Machine *self, guint warp, guint site, guint32 active, const guint64 address[32],
             const guint64 value[32])
{
  emit (self, warp, site, active, active);
  g_array_index (self->events, WsEvent, self->events->len - 1).access = self->lanes->len;
  for (guint lane = 0; lane < 32; lane++)
    if (active >> lane & 1)
      {
        WsLane access = { address[lane], value[lane] };
        g_array_append_val (self->lanes, access);
      }
}

static void
synchronise (Machine *self, guint site)
{
  guint64 latest = 0;

  for (guint w = 0; w < self->n_warps; w++)
    {
      emit (self, w, site, get_mask (self, w), get_mask (self, w));
      latest = MAX (latest, self->clock[w]);
    }
  for (guint w = 0; w < self->n_warps; w++)
    self->clock[w] = latest + w / 4;
}

static void
load (Machine *self, guint warp, guint site, guint first, guint64 *registers)
{
  guint64 address[32];
  guint64 value[32];

  for (guint lane = 0; lane < 32; lane++)
    {
      address[lane] = IN_ADDRESS + (first + warp * 32 + lane) * 4;
      value[lane] = get_input (self, first + warp * 32 + lane);
      registers[lane] = value[lane];
    }
  emit_access (self, warp, site, get_mask (self, warp), address, value);
}

static void
load_all (Machine *self)
{
  guint n = self->kernel == SYNTHETIC_CASCADE     ? N_PER_THREAD
            : self->kernel == SYNTHETIC_FIRST_ADD ? 2
                                                  : 1;

  for (guint w = 0; w < self->n_warps; w++)
    {
      guint32 mask = get_mask (self, w);
      guint64 *v = self->v + w * 32;
      guint64 *a = self->a + w * 32;

      emit (self, w, SITE_TID, mask, mask);
      load (self, w, SITE_LOAD, 0, v);
      for (guint k = 1; k < n; k++)
        {
          load (self, w, SITE_LOAD_MORE, k * self->block, a);
          emit (self, w, SITE_ADD_MORE, mask, mask);
          for (guint lane = 0; lane < 32; lane++)
            v[lane] = add (self, v[lane], a[lane]);
        }
    }
}

static void
store_shared (Machine *self, guint warp, guint site, guint32 active, const guint *cell,
              const guint64 *registers)
{
  guint64 address[32];
  guint64 value[32];

  for (guint lane = 0; lane < 32; lane++)
    {
      address[lane] = cell[lane] * 4;
      value[lane] = registers[lane];
      if (active >> lane & 1)
        self->shared[cell[lane]] = registers[lane];
    }
  emit_access (self, warp, site, active, address, value);
}

static void
read_shared (Machine *self, guint warp, guint site, guint32 active, const guint *cell,
             guint64 *registers)
{
  guint64 address[32];
  guint64 value[32];

  for (guint lane = 0; lane < 32; lane++)
    {
      address[lane] = cell[lane] * 4;
      value[lane] = self->shared[cell[lane] % G_N_ELEMENTS (self->shared)];
      if (active >> lane & 1)
        registers[lane] = value[lane];
    }
  emit_access (self, warp, site, active, address, value);
}

/* One step of the tree: which lanes of a warp combine which cells. */
static guint32
choose_lanes (const Machine *self, guint warp, guint s, guint cell[32], guint other[32])
{
  guint32 active = 0;

  for (guint lane = 0; lane < 32; lane++)
    {
      guint tid = warp * 32 + lane;
      gboolean works;

      cell[lane] = tid;
      if (self->kernel == SYNTHETIC_INTERLEAVED)
        works = tid % (2 * s) == 0;
      else if (self->kernel == SYNTHETIC_STRIDED)
        {
          cell[lane] = 2 * s * tid;
          works = cell[lane] < self->block;
        }
      else
        works = tid < s;
      other[lane] = cell[lane] + s;
      if (works && tid < self->block)
        active |= 1u << lane;
    }
  return active;
}

static void
step (Machine *self, guint s)
{
  for (guint w = 0; w < self->n_warps; w++)
    {
      guint cell[32] = { 0 };
      guint other[32];
      guint32 mask = get_mask (self, w);
      guint32 active = choose_lanes (self, w, s, cell, other);
      guint64 *a = self->a + w * 32;
      guint64 b[32] = { 0 };

      emit (self, w, SITE_LOOP, mask, mask);
      emit (self, w, SITE_TEST, mask, mask);
      emit (self, w, SITE_BRANCH, mask, mask & ~active);
      if (active == 0)
        continue;
      read_shared (self, w, SITE_READ_A, active, cell, a);
      read_shared (self, w, SITE_READ_B, active, other, b);
      emit (self, w, SITE_ADD, active, active);
      for (guint lane = 0; lane < 32; lane++)
        a[lane] = add (self, a[lane], b[lane]);
      store_shared (self, w, SITE_WRITE, active, cell, a);
    }
  synchronise (self, SITE_LOOP_BARRIER);
  for (guint w = 0; w < self->n_warps; w++)
    emit (self, w, SITE_AGAIN, get_mask (self, w), get_mask (self, w));
}

static void
fold_last_warp (Machine *self, guint from)
{
  guint32 mask = get_mask (self, 0);
  guint cell[32] = { 0 };
  guint other[32];
  guint64 b[32] = { 0 };

  for (guint lane = 0; lane < 32; lane++)
    cell[lane] = lane;
  read_shared (self, 0, SITE_WARP_READ_A, mask, cell, self->v);
  for (guint s = from; s >= 1; s /= 2)
    {
      for (guint lane = 0; lane < 32; lane++)
        other[lane] = lane + s;
      read_shared (self, 0, SITE_WARP_READ_B, mask, other, b);
      emit (self, 0, SITE_WARP_ADD, mask, mask);
      for (guint lane = 0; lane < 32; lane++)
        self->v[lane] = add (self, self->v[lane], b[lane]);
      emit (self, 0, SITE_WARP_SYNC, mask, mask);
      store_shared (self, 0, SITE_WARP_WRITE, mask, cell, self->v);
      emit (self, 0, SITE_WARP_SYNC, mask, mask);
    }
}

static void
shuffle_warp (Machine *self, guint warp, guint32 mask)
{
  guint64 *v = self->v + warp * 32;

  for (guint delta = 16; delta >= 1; delta /= 2)
    {
      guint64 address[32];
      guint64 value[32];

      for (guint lane = 0; lane < 32; lane++)
        {
          guint from = lane + delta;
          address[lane] = from < 32 && mask >> from & 1 ? from : lane;
          value[lane] = v[address[lane]];
        }
      emit_access (self, warp, SITE_SHUFFLE, mask, address, value);
      emit (self, warp, SITE_ADD_SHUFFLED, mask, mask);
      for (guint lane = 0; lane < 32; lane++)
        v[lane] = add (self, v[lane], value[lane]);
    }
}

static void
store_result (Machine *self, guint site, guint32 active, guint warp)
{
  guint64 address[32];

  for (guint lane = 0; lane < 32; lane++)
    address[lane] = OUT_ADDRESS + (site == SITE_STORE_OWN ? warp * 32 + lane : 0) * 4;
  emit_access (self, warp, site, active, address, self->v + warp * 32);
}

static void
leave (Machine *self)
{
  for (guint w = 0; w < self->n_warps; w++)
    emit (self, w, SITE_EXIT, get_mask (self, w), get_mask (self, w));
}

static void
play_tree (Machine *self)
{
  guint stop = self->kernel == SYNTHETIC_CASCADE ? MIN (self->block / 2, 32) : 0;
  guint first[32] = { 0 };

  for (guint w = 0; w < self->n_warps; w++)
    {
      guint cell[32] = { 0 };
      for (guint lane = 0; lane < 32; lane++)
        cell[lane] = w * 32 + lane;
      store_shared (self, w, SITE_STORE_SHARED, get_mask (self, w), cell, self->v + w * 32);
    }
  synchronise (self, SITE_BARRIER);
  if (self->kernel == SYNTHETIC_INTERLEAVED || self->kernel == SYNTHETIC_STRIDED)
    for (guint s = 1; s < self->block; s *= 2)
      step (self, s);
  else
    for (guint s = self->block / 2; s > stop; s /= 2)
      step (self, s);
  for (guint w = 0; w < self->n_warps && self->kernel == SYNTHETIC_CASCADE; w++)
    emit (self, w, SITE_WARP_BRANCH, get_mask (self, w), w == 0 ? 0 : get_mask (self, w));
  if (stop > 0)
    fold_last_warp (self, stop);
  for (guint w = 0; w < self->n_warps; w++)
    emit (self, w, SITE_LAST_BRANCH, get_mask (self, w), get_mask (self, w) & ~(w == 0 ? 1u : 0u));
  read_shared (self, 0, SITE_READ_RESULT, 1, first, self->v);
  store_result (self, SITE_STORE_RESULT, 1, 0);
}

static void
play_shuffle (Machine *self)
{
  guint cell[32] = { 0 };

  for (guint w = 0; w < self->n_warps; w++)
    {
      shuffle_warp (self, w, get_mask (self, w));
      emit (self, w, SITE_BRANCH, get_mask (self, w), get_mask (self, w) & ~1u);
      cell[0] = w;
      store_shared (self, w, SITE_STORE_SHARED, 1, cell, self->v + w * 32);
    }
  synchronise (self, SITE_BARRIER);
  for (guint w = 0; w < self->n_warps; w++)
    emit (self, w, SITE_WARP_BRANCH, get_mask (self, w), w == 0 ? 0 : get_mask (self, w));
  if (self->n_warps > 1)
    {
      guint32 active = self->n_warps >= 32 ? G_MAXUINT32 : (1u << self->n_warps) - 1;

      emit (self, 0, SITE_NOTHING, get_mask (self, 0), get_mask (self, 0));
      for (guint lane = 0; lane < 32; lane++)
        {
          self->v[lane] = 0;
          cell[lane] = lane;
        }
      read_shared (self, 0, SITE_WARP_READ_A, active, cell, self->v);
      shuffle_warp (self, 0, get_mask (self, 0));
    }
  for (guint w = 0; w < self->n_warps; w++)
    emit (self, w, SITE_LAST_BRANCH, get_mask (self, w), get_mask (self, w) & ~(w == 0 ? 1u : 0u));
  store_result (self, SITE_STORE_RESULT, 1, 0);
}

static int
compare_events (gconstpointer a, gconstpointer b)
{
  const WsEvent *x = a;
  const WsEvent *y = b;

  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  return (x->warp > y->warp) - (x->warp < y->warp);
}

static void
play (Machine *self)
{
  for (guint w = 0; w < self->n_warps; w++)
    self->clock[w] = w / 4;
  load_all (self);
  switch (self->kernel)
    {
    case SYNTHETIC_SHUFFLE:
      play_shuffle (self);
      break;
    case SYNTHETIC_COPY:
      for (guint w = 0; w < self->n_warps; w++)
        store_result (self, SITE_STORE_OWN, get_mask (self, w), w);
      break;
    case SYNTHETIC_SILENT:
      break;
    default:
      play_tree (self);
      break;
    }
  leave (self);
  g_array_sort (self->events, compare_events);
}

WsSpec *
synthetic_load_spec (const char *id)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *name = g_strconcat (id, ".ini", NULL);
  g_autofree char *path = g_build_filename (WS_SOURCE_DIR, "resources", "specs", name, NULL);
  WsSpec *spec;

  g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, &error);
  g_assert_no_error (error);
  spec = ws_spec_new_from_key_file (file, id, &error);
  g_assert_no_error (error);
  return spec;
}

const char *
synthetic_get_name (SyntheticKernel kernel)
{
  static const char *const names[SYNTHETIC_N_KERNELS] = { "interleaved", "strided", "sequential",
                                                          "first-add",   "cascade", "shuffle",
                                                          "copy",        "silent" };

  return names[kernel];
}

/* What the machine records, into @builder. */
static WsRun *
run_machine (WsRunBuilder *builder, SyntheticKernel kernel, guint block, SyntheticValues values,
             WsOrigin origin)
{
  g_autofree Machine *machine = g_new0 (Machine, 1);
  WsValueType type = values == SYNTHETIC_FLOAT ? WS_VALUE_F32 : WS_VALUE_S32;
  GVariantDict parameters;
  WsLaunch launch = { .grid = { 32768, 1, 1 },
                      .block = { block, 1, 1 },
                      .dynamic_shared_bytes = block * 4,
                      .n_elements = 32768ull * block,
                      .n_results = 32768,
                      .origin = (guint8)origin };
  guint index;

  machine->kernel = kernel;
  machine->values = values;
  machine->block = block;
  machine->n_warps = (block + 31) / 32;
  machine->events = g_array_new (FALSE, FALSE, sizeof (WsEvent));
  machine->lanes = g_array_new (FALSE, FALSE, sizeof (WsLane));
  play (machine);

  g_variant_dict_init (&parameters, NULL);
  g_variant_dict_insert (&parameters, "n", "t", launch.n_elements);
  g_variant_dict_insert (&parameters, "block", "u", block);
  ws_run_builder_set_about (builder, synthetic_get_name (kernel), "A reduction",
                            g_variant_dict_end (&parameters), type, ws_run_words_find ("sum"));
  launch.kernel = ws_run_builder_add_kernel (builder, synthetic_kernel_new (kernel, values));
  ws_run_builder_add_region (builder, "in", WS_SPACE_GLOBAL, IN_ADDRESS, 0x800000, type);
  ws_run_builder_add_region (builder, "out", WS_SPACE_GLOBAL, OUT_ADDRESS, 32768 * 4, type);
  index = ws_run_builder_add_launch (builder, &launch);
  ws_run_builder_add_block (builder, index, 0, (const WsEvent *)machine->events->data,
                            machine->events->len, (const WsLane *)machine->lanes->data,
                            machine->lanes->len);
  g_array_unref (machine->events);
  g_array_unref (machine->lanes);
  return ws_run_builder_end (builder);
}

WsRun *
synthetic_run_new (SyntheticKernel kernel, guint block, SyntheticValues values)
{
  g_autoptr (WsSpec) spec = synthetic_load_spec ("h200");
  g_autoptr (WsRunBuilder) builder =
      ws_run_builder_new (spec, "vm:h200", "Virtual NVIDIA H200", WS_ORIGIN_MODELLED);

  return run_machine (builder, kernel, block, values, WS_ORIGIN_MODELLED);
}

WsRun *
synthetic_measured_run_new (SyntheticKernel kernel, guint block, SyntheticValues values)
{
  g_autoptr (WsSpec) spec = synthetic_load_spec ("h200");
  g_autoptr (WsRunBuilder) builder =
      ws_run_builder_new (spec, "cuda:0", "NVIDIA H200", WS_ORIGIN_MEASURED);

  ws_run_builder_set_driver (builder, SYNTHETIC_DRIVER);
  ws_run_builder_set_date (builder, SYNTHETIC_DATE);
  return run_machine (builder, kernel, block, values, WS_ORIGIN_MEASURED);
}

WsScene *
synthetic_scene_new (SyntheticKernel kernel, guint block, SyntheticValues values)
{
  g_autoptr (WsRun) run = synthetic_run_new (kernel, block, values);
  g_autoptr (GError) error = NULL;
  WsScene *scene = ws_scene_new (run, 0, 0, &error);

  g_assert_no_error (error);
  return scene;
}
