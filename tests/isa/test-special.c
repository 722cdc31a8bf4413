/* Instructions that want more than the numbers of their lane: exchanges between lanes, atomics,
 * addresses, registers of other widths; and what nvcc makes of __int128. */
#include "paths.h"
#include "specs.h"
#include "virtual/virtual.h"

#include <string.h>

#define HEADER ".version 8.0\n.target sm_90\n.address_size 64\n"

/* One launch: @in goes in, what the kernel "test" writes comes out. */
static void
run (const char *text, const void *in, gsize in_bytes, void *out, gsize out_bytes, guint n_lanes)
{
  g_autoptr (WsSpec) spec = specs_load ("h200");
  g_autoptr (WsDevice) device = ws_vm_device_new (spec, 1);
  g_autoptr (GError) error = NULL;
  guint64 params[2];
  WsLaunchRequest request = { .entry = "test",
                              .grid = { (n_lanes + 255) / 256, 1, 1 },
                              .block = { MIN (n_lanes, 256), 1, 1 },
                              .params = (const guint8 *)params,
                              .params_size = sizeof params };

  device->klass->load (device, text, -1, "test.ptx", &error);
  g_assert_no_error (error);
  device->klass->alloc (device, in_bytes, "in", &params[0], &error);
  device->klass->alloc (device, out_bytes, "out", &params[1], &error);
  device->klass->write (device, params[0], in, in_bytes, &error);
  device->klass->launch (device, &request, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  device->klass->read (device, params[1], out, out_bytes, &error);
  g_assert_no_error (error);
}

/* %rd1: in, %rd2: out, of this lane, 4 words each; %r1: lane; %r2 to %r5: its words. */
#define PROLOGUE                                                                             \
  HEADER ".visible .entry test (.param .u64 in, .param .u64 out)\n{\n"                       \
         ".reg .pred %p<8>; .reg .b16 %h<16>; .reg .b32 %r<24>; .reg .b64 %rd<24>;\n"        \
         ".shared .align 8 .b8 s[64]; .local .align 8 .b8 l[64];\n"                          \
         "ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; mov.u32 %r1, %tid.x;\n"         \
         "mul.wide.u32 %rd3, %r1, 16; add.s64 %rd1, %rd1, %rd3; add.s64 %rd2, %rd2, %rd3;\n" \
         "ld.global.v4.u32 {%r2, %r3, %r4, %r5}, [%rd1];\n"
#define EPILOGUE "st.global.v4.u32 [%rd2], {%r10, %r11, %r12, %r13}; ret;\n}\n"

/* ---- __int128 ---- */

#define N_QUOTIENTS 4096

/* As nvcc 13 compiles it; int128.sh makes int128.ptx. */
static void
test_int128 (void)
{
  g_autofree char *text = NULL;
  g_autofree guint64 (*in)[4] = g_malloc (N_QUOTIENTS * sizeof *in);
  g_autofree guint64 (*out)[4] = g_malloc (N_QUOTIENTS * sizeof *out);
  g_autoptr (GRand) random = g_rand_new_with_seed (128);
  g_autoptr (GError) error = NULL;

  g_file_get_contents (WS_TEST_DIR "/int128.ptx", &text, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < N_QUOTIENTS; i++)
    for (guint half = 0; half < 2; half++)
      {
        unsigned __int128 value =
            (unsigned __int128)((guint64)g_rand_int (random) << 32 | g_rand_int (random)) << 64
            | ((guint64)g_rand_int (random) << 32 | g_rand_int (random));

        value >>= g_rand_int_range (random, 0, 127);
        if (g_rand_boolean (random))
          value = -value;
        if (half == 1 && value == 0)
          value = 3;
        in[i][2 * half] = (guint64)value;
        in[i][2 * half + 1] = (guint64)(value >> 64);
      }
  run (text, in, N_QUOTIENTS * sizeof *in, out, N_QUOTIENTS * sizeof *out, N_QUOTIENTS);
  for (guint i = 0; i < N_QUOTIENTS; i++)
    {
      __int128 a = (__int128)((unsigned __int128)in[i][1] << 64 | in[i][0]);
      __int128 b = (__int128)((unsigned __int128)in[i][3] << 64 | in[i][2]);

      g_assert_cmphex (out[i][0], ==, (guint64)(a / b));
      g_assert_cmphex (out[i][1], ==, (guint64)((a / b) >> 64));
      g_assert_cmphex (out[i][2], ==, (guint64)(a % b));
      g_assert_cmphex (out[i][3], ==, (guint64)((a % b) >> 64));
    }
}

/* ---- special registers ---- */

/* What an H200 says: dynamic memory begins at a multiple of its alignment, and all of it is
 * allocated in units of 128 bytes. */
static void
test_shared_size (void)
{
  static const char text[] =
      HEADER ".extern .shared .align 16 .b8 s[];\n"
             ".visible .entry test (.param .u64 in, .param .u64 out)\n{\n"
             ".reg .b32 %r<4>; .reg .b64 %rd<4>; .shared .align 4 .b8 t[132];\n"
             "ld.param.u64 %rd1, [out]; mov.u32 %r1, %total_smem_size;\n"
             "mov.u32 %r2, %dynamic_smem_size; st.global.v2.u32 [%rd1], {%r1, %r2};\n"
             "mov.u32 %r3, t; st.shared.u32 [%r3], %r1; mov.u32 %r3, s; ret;\n}\n";
  static const struct {
    guint32 dynamic;
    guint32 total;
  } cases[] = { { 0, 256 },     { 1, 256 },     { 100, 256 },   { 124, 384 },   { 129, 384 },
                { 1000, 1152 }, { 1020, 1280 }, { 1024, 1280 }, { 4096, 4352 }, { 48000, 48256 } };
  g_autoptr (WsSpec) spec = specs_load ("h200");
  g_autoptr (WsDevice) device = ws_vm_device_new (spec, 1);
  g_autoptr (GError) error = NULL;
  guint64 params[2] = { 0 };
  guint32 out[2];
  WsLaunchRequest request = { .entry = "test",
                              .grid = { 1, 1, 1 },
                              .block = { 1, 1, 1 },
                              .params = (const guint8 *)params,
                              .params_size = sizeof params };

  device->klass->load (device, text, -1, "test.ptx", &error);
  g_assert_no_error (error);
  device->klass->alloc (device, sizeof out, "out", &params[1], &error);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      request.dynamic_shared_bytes = cases[i].dynamic;
      device->klass->launch (device, &request, NULL, NULL, NULL, &error);
      g_assert_no_error (error);
      device->klass->read (device, params[1], out, sizeof out, &error);
      g_assert_cmpuint (out[0], ==, cases[i].total);
      g_assert_cmpuint (out[1], ==, cases[i].dynamic);
    }
}

/* ---- atomics ---- */

/* atom.add.f32 flushes subnormal numbers in global memory, and does not in shared memory. */
static void
test_atomic_subnormal (void)
{
  static const struct {
    guint32 there, added, global, shared;
  } cases[] = {
    { 0x00000001, 0x00000001, 0x00000000, 0x00000002 },
    { 0x80000001, 0x80000001, 0x80000000, 0x80000002 },
    { 0x00800001, 0x80800000, 0x00000000, 0x00000001 },
    { 0x3f800000, 0x00000001, 0x3f800000, 0x3f800000 },
    { 0x00400000, 0x00400000, 0x00000000, 0x00800000 },
  };
  const char *text = PROLOGUE
      "atom.global.add.f32 %r10, [%rd2], %r3; ld.global.u32 %r11, [%rd2];\n"
      "mov.u32 %r14, s; st.shared.u32 [%r14], %r2; atom.shared.add.f32 %r12, [%r14], %r3;\n"
      "ld.shared.u32 %r13, [%r14];\n" EPILOGUE;
  const char *begun = "atom.global";
  g_autofree char *filled = NULL;
  const char *at = strstr (text, begun);

  /* what the global one adds to */
  filled = g_strdup_printf ("%.*sst.global.u32 [%%rd2], %%r2;\n%s", (int)(at - text), text, at);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const guint32 in[4] = { cases[i].there, cases[i].added };
      guint32 out[4];

      run (filled, in, sizeof in, out, sizeof out, 1);
      g_assert_cmphex (out[0], ==, cases[i].there);
      g_assert_cmphex (out[1], ==, cases[i].global);
      g_assert_cmphex (out[2], ==, cases[i].there);
      g_assert_cmphex (out[3], ==, cases[i].shared);
    }
}

typedef struct {
  const char *words;
  guint32 (*apply) (guint32 old, guint32 b);
} Atomic;

static guint32
apply_add (guint32 old, guint32 b)
{
  return old + b;
}

static guint32
apply_min_s32 (guint32 old, guint32 b)
{
  return (guint32)MIN ((gint32)old, (gint32)b);
}

static guint32
apply_max_s32 (guint32 old, guint32 b)
{
  return (guint32)MAX ((gint32)old, (gint32)b);
}

static guint32
apply_min_u32 (guint32 old, guint32 b)
{
  return MIN (old, b);
}

static guint32
apply_max_u32 (guint32 old, guint32 b)
{
  return MAX (old, b);
}

static guint32
apply_inc (guint32 old, guint32 b)
{
  return old >= b ? 0 : old + 1;
}

static guint32
apply_dec (guint32 old, guint32 b)
{
  return old == 0 || old > b ? b : old - 1;
}

static guint32
apply_and (guint32 old, guint32 b)
{
  return old & b;
}

static guint32
apply_or (guint32 old, guint32 b)
{
  return old | b;
}

static guint32
apply_xor (guint32 old, guint32 b)
{
  return old ^ b;
}

static guint32
apply_exch (guint32 old, guint32 b)
{
  return b;
}

static const Atomic atomics[] = {
  { "add.u32", apply_add },     { "add.s32", apply_add },     { "min.s32", apply_min_s32 },
  { "max.s32", apply_max_s32 }, { "min.u32", apply_min_u32 }, { "max.u32", apply_max_u32 },
  { "inc.u32", apply_inc },     { "dec.u32", apply_dec },     { "and.b32", apply_and },
  { "or.b32", apply_or },       { "xor.b32", apply_xor },     { "exch.b32", apply_exch },
};

static const guint32 odd[] = { 0,          1,          2,          5,         0x7fffffff,
                               0x80000000, 0x80000001, 0xfffffffe, 0xffffffff };

static void
test_atomics (void)
{
  for (guint a = 0; a < G_N_ELEMENTS (atomics); a++)
    {
      g_autofree char *text =
          g_strdup_printf ("%sst.global.u32 [%%rd2], %%r2; atom.global.%s %%r10, [%%rd2], %%r3;\n"
                           "ld.global.u32 %%r11, [%%rd2]; mov.u32 %%r12, 0; mov.u32 %%r13, 0;\n%s",
                           PROLOGUE, atomics[a].words, EPILOGUE);
      guint32 in[81][4] = { 0 };
      guint32 out[81][4];

      for (guint i = 0; i < 81; i++)
        {
          in[i][0] = odd[i / 9];
          in[i][1] = odd[i % 9];
        }
      run (text, in, sizeof in, out, sizeof out, 81);
      for (guint i = 0; i < 81; i++)
        {
          g_assert_cmphex (out[i][0], ==, in[i][0]);
          g_assert_cmphex (out[i][1], ==, atomics[a].apply (in[i][0], in[i][1]));
        }
    }
}

/* Numbers of 16 bits are added as add does it, subnormal ones too, each half by itself; what was
 * there comes back, and the neighbour in memory stays. */
static void
test_atomic_halves (void)
{
  static const struct {
    const char *type;
    const char *register_of;
    guint32 there, added, sum;
  } cases[] = {
    { "f16", "%h", 0xabcd3c00, 0x00003c00, 0xabcd4000 },
    { "f16", "%h", 0xabcd0001, 0x00000001, 0xabcd0002 },
    { "f16", "%h", 0xabcd7bff, 0x00007bff, 0xabcd7c00 },
    { "bf16", "%h", 0xabcd3f80, 0x00003b80, 0xabcd3f80 },
    { "bf16", "%h", 0xabcd3f80, 0x00003c80, 0xabcd3f82 },
    { "f16x2", "%r", 0x3c007bff, 0x40007bff, 0x42007c00 },
    { "bf16x2", "%r", 0x3f807f7f, 0x40007f7f, 0x40407f80 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gboolean is_one = cases[i].register_of[1] == 'h';
      g_autofree char *text = g_strdup_printf (
          "%sst.global.u32 [%%rd2], %%r2; cvt.u16.u32 %%h3, %%r3; mov.b16 %%h10, 0; mov.u32 %%r10, "
          "0;\n"
          "atom.global.add.noftz.%s %s10, [%%rd2], %s3; ld.global.u32 %%r11, [%%rd2];\n"
          "cvt.u32.u16 %%r12, %%h10; mov.u32 %%r13, s; st.shared.u32 [%%r13], %%r2;\n"
          "red.shared.add.noftz.%s [%%r13], %s3; ld.shared.u32 %%r13, [%%r13];\n%s",
          PROLOGUE, cases[i].type, cases[i].register_of, cases[i].register_of, cases[i].type,
          cases[i].register_of, EPILOGUE);
      const guint32 in[4] = { cases[i].there, cases[i].added };
      guint32 out[4];

      run (text, in, sizeof in, out, sizeof out, 1);
      g_assert_cmphex (is_one ? out[2] : out[0], ==,
                       is_one ? cases[i].there & 0xffff : cases[i].there);
      g_assert_cmphex (out[1], ==, cases[i].sum);
      g_assert_cmphex (out[3], ==, cases[i].sum);
    }
}

/* ---- between lanes ---- */

typedef enum {
  UP,
  DOWN,
  BFLY,
  IDX,
} Mode;

/* PTX ISA, shfl.sync, as its pseudocode says it. */
static gboolean
shuffle (Mode mode, guint32 lane, guint32 b, guint32 c, guint32 *source)
{
  guint32 bval = b & 0x1f;
  guint32 cval = c & 0x1f;
  guint32 mask = (c >> 8) & 0x1f;
  gint32 max_lane = (gint32)((lane & mask) | (cval & ~mask));
  gint32 min_lane = (gint32)(lane & mask);
  gint32 j;
  gboolean inside;

  if (mode == UP)
    {
      j = (gint32)lane - (gint32)bval;
      inside = j >= max_lane;
    }
  else
    {
      j = mode == DOWN   ? (gint32)(lane + bval)
          : mode == BFLY ? (gint32)(lane ^ bval)
                         : min_lane | (gint32)(bval & ~mask);
      inside = j <= max_lane;
    }
  *source = inside ? (guint32)j : lane;
  return inside;
}

/* Each lane's own operands; where it reads is a lane that is there. */
static void
test_shuffle (void)
{
  static const char *const names[] = { "up", "down", "bfly", "idx" };
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (guint k = 0; k < 4 * 64; k++)
    {
      Mode mode = (Mode)(k % 4);
      g_autofree char *text =
          g_strdup_printf ("%sshfl.sync.%s.b32 %%r10|%%p1, %%r2, %%r3, %%r4, -1;\n"
                           "selp.u32 %%r11, 1, 0, %%p1; mov.u32 %%r12, %%r2;\n"
                           "setp.lt.u32 %%p2, %%r1, 13; mov.u32 %%r13, 77;\n"
                           "@%%p2 shfl.sync.%s.b32 %%r13, %%r2, %%r5, %%r4, 0x1fff;\n%s",
                           PROLOGUE, names[mode], names[mode], EPILOGUE);
      guint32 in[32][4];
      guint32 out[32][4];

      for (guint lane = 0; lane < 32; lane++)
        {
          in[lane][0] = g_rand_int (random);
          in[lane][1] = k < 128 ? k / 4 : g_rand_int (random);
          in[lane][2] = k < 64 ? 0x1f : (guint32)g_rand_int (random) & 0x1f1f;
          in[lane][3] = 0;
        }
      run (text, in, sizeof in, out, sizeof out, 32);
      for (guint lane = 0; lane < 32; lane++)
        {
          guint32 source;
          gboolean inside = shuffle (mode, lane, in[lane][1], in[lane][2], &source);

          g_assert_cmphex (out[lane][0], ==, in[source][0]);
          g_assert_cmpuint (out[lane][1], ==, inside);
          shuffle (mode, lane, 0, in[lane][2], &source);
          if (lane >= 13)
            g_assert_cmpuint (out[lane][3], ==, 77);
          else if (source < 13)
            g_assert_cmphex (out[lane][3], ==, in[source][0]);
        }
    }
}

/* By all lanes, and by those that have an odd word. */
static void
test_votes (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (6);

  for (guint k = 0; k < 64; k++)
    {
      const char *text = PROLOGUE
          "and.b32 %r6, %r2, 1; setp.ne.u32 %p1, %r6, 0; setp.ne.u32 %p2, %r3, 0;\n"
          "vote.ballot.sync.b32 %r10, %p2, -1;\n" /* as CUB writes it */
          "vote.sync.all.pred %p3, %p2, -1; vote.sync.any.pred %p4, %p2, -1;\n"
          "vote.sync.uni.pred %p5, !%p2, -1; selp.u32 %r11, 1, 0, %p3;\n"
          "selp.u32 %r6, 2, 0, %p4; or.b32 %r11, %r11, %r6; selp.u32 %r6, 4, 0, %p5;\n"
          "or.b32 %r11, %r11, %r6; match.any.sync.b32 %r12, %r4, -1;\n"
          "match.all.sync.b32 %r7|%p6, %r4, -1; selp.u32 %r6, 8, 0, %p6;\n"
          "or.b32 %r11, %r11, %r6; mov.u32 %r13, 0;\n"
          "@%p1 match.any.sync.b32 %r13, %r4, %r5;\n"
          "xor.b32 %r6, %r7, %r10; shl.b32 %r6, %r6, 8; or.b32 %r11, %r11, %r6;\n" EPILOGUE;
      guint32 in[32][4];
      guint32 out[32][4];
      guint32 ballot = 0;
      guint32 odd_lanes = 0;
      guint range = 1 + k % 5;

      for (guint lane = 0; lane < 32; lane++)
        {
          in[lane][0] = g_rand_int (random);
          in[lane][1] = k == 0 ? 0 : k == 1 ? 1 : (guint32)g_rand_int (random) & 1;
          in[lane][2] = (guint32)g_rand_int (random) % range;
          ballot |= in[lane][1] << lane;
          odd_lanes |= (in[lane][0] & 1) << lane;
        }
      for (guint lane = 0; lane < 32; lane++)
        in[lane][3] = odd_lanes;
      run (text, in, sizeof in, out, sizeof out, 32);
      for (guint lane = 0; lane < 32; lane++)
        {
          guint32 same = 0;
          guint32 all;

          for (guint other = 0; other < 32; other++)
            same |= (guint32)(in[other][2] == in[lane][2]) << other;
          all = same == 0xffffffff ? same : 0;
          g_assert_cmphex (out[lane][0], ==, ballot);
          g_assert_cmphex (out[lane][1], ==,
                           ((all ^ ballot) << 8) | (ballot == 0xffffffff) | (ballot != 0) * 2
                               | (ballot == 0xffffffff || ballot == 0) * 4 | (all != 0) * 8);
          g_assert_cmphex (out[lane][2], ==, same);
          g_assert_cmphex (out[lane][3], ==, (in[lane][0] & 1) ? same & odd_lanes : 0);
        }
    }
}

/* Only the lanes with an odd word take part. */
static void
test_redux (void)
{
  static const char *const words[] = { "add.u32", "min.s32", "max.s32", "min.u32", "max.u32",
                                       "and.b32", "or.b32",  "xor.b32", "add.s32" };
  static guint32 (*const apply[]) (
      guint32, guint32) = { apply_add, apply_min_s32, apply_max_s32, apply_min_u32, apply_max_u32,
                            apply_and, apply_or,      apply_xor,     apply_add };
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (guint k = 0; k < 8 * G_N_ELEMENTS (words); k++)
    {
      g_autofree char *text =
          g_strdup_printf ("%sand.b32 %%r6, %%r2, 1; setp.ne.u32 %%p1, %%r6, 0; mov.u32 %%r11, 5;\n"
                           "redux.sync.%s %%r10, %%r2, -1; @%%p1 redux.sync.%s %%r11, %%r2, %%r5;\n"
                           "elect.sync %%r12|%%p2, -1; selp.u32 %%r13, 1, 0, %%p2;\n%s",
                           PROLOGUE, words[k / 8], words[k / 8], EPILOGUE);
      guint32 in[32][4] = { 0 };
      guint32 out[32][4];
      guint32 all = 0;
      guint32 some = 0;
      guint32 odd_lanes = 0;

      for (guint lane = 0; lane < 32; lane++)
        {
          guint32 value = (guint32)g_rand_int (random) | (k % 8 == 0);

          in[lane][0] = value;
          all = lane == 0 ? value : apply[k / 8](all, value);
          if (value & 1)
            {
              some = odd_lanes == 0 ? value : apply[k / 8](some, value);
              odd_lanes |= 1u << lane;
            }
        }
      for (guint lane = 0; lane < 32; lane++)
        in[lane][3] = odd_lanes;
      run (text, in, sizeof in, out, sizeof out, 32);
      for (guint lane = 0; lane < 32; lane++)
        {
          g_assert_cmphex (out[lane][0], ==, all);
          g_assert_cmphex (out[lane][1], ==, (in[lane][0] & 1) ? some : 5);
          g_assert_cmphex (out[lane][2], ==, 0);
          g_assert_cmphex (out[lane][3], ==, lane == 0);
        }
    }
}

/* Lanes that name different members: each group has its own answer, whether all come together or
 * from both ways of a branch. */
static void
test_groups (void)
{
  static const char *const bodies[] = {
    "redux.sync.add.u32 %r10, %r2, %r5; elect.sync %r11|%p2, %r5; selp.u32 %r12, 1, 0, %p2;\n"
    "vote.sync.ballot.b32 %r13, %p1, %r5;\n",
    "@%p1 bra other;\n"
    "redux.sync.add.u32 %r10, %r2, %r5; elect.sync %r11|%p2, %r5; selp.u32 %r12, 1, 0, %p2;\n"
    "vote.sync.ballot.b32 %r13, %p1, %r5; bra done;\n"
    "other: add.u32 %r6, %r2, 0; redux.sync.add.u32 %r10, %r6, %r5;\n"
    "elect.sync %r11|%p2, %r5; selp.u32 %r12, 1, 0, %p2; vote.sync.ballot.b32 %r5, %p1, %r5;\n"
    "mov.u32 %r13, %r5;\n"
    "done:\n",
  };
  g_autoptr (GRand) random = g_rand_new_with_seed (8);

  for (guint k = 0; k < 64; k++)
    {
      g_autofree char *text =
          g_strconcat (PROLOGUE, "and.b32 %r6, %r3, 1; setp.ne.u32 %p1, %r6, 0;\n", bodies[k % 2],
                       EPILOGUE, NULL);
      guint32 in[32][4];
      guint32 out[32][4];

      for (guint lane = 0; lane < 32; lane++)
        {
          in[lane][0] = g_rand_int (random);
          in[lane][1] = g_rand_int (random);
          in[lane][2] = (guint32)g_rand_int_range (random, 0, 1 + (gint)k / 4);
        }
      for (guint lane = 0; lane < 32; lane++)
        {
          in[lane][3] = 0;
          for (guint other = 0; other < 32; other++)
            in[lane][3] |= (guint32)(in[other][2] == in[lane][2]) << other;
        }
      run (text, in, sizeof in, out, sizeof out, 32);
      for (guint lane = 0; lane < 32; lane++)
        {
          guint leader = (guint)g_bit_nth_lsf (in[lane][3], -1);
          guint32 sum = 0;
          guint32 ballot = 0;

          for (guint other = 0; other < 32; other++)
            if (in[lane][3] >> other & 1)
              {
                sum += in[other][0];
                ballot |= (in[other][1] & 1) << other;
              }
          g_assert_cmphex (out[lane][0], ==, sum);
          g_assert_cmpuint (out[lane][1], ==, leader);
          g_assert_cmpuint (out[lane][2], ==, lane == leader);
          g_assert_cmphex (out[lane][3], ==, ballot);
        }
    }
}

/* Of .f32: the one that is a number, unless .NaN asks for another; of magnitudes. */
static void
test_redux_floats (void)
{
  static const struct {
    const char *words;
    guint32 result;
  } cases[] = {
    { "min", 0xc0400000 },         { "max", 0x40000000 },         { "min.abs", 0x00000000 },
    { "max.abs", 0x40400000 },     { "min.NaN", 0x7fffffff },     { "max.NaN", 0x7fffffff },
    { "min.abs.NaN", 0x7fffffff }, { "max.abs.NaN", 0x7fffffff },
  };

  for (guint k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      g_autofree char *text =
          g_strdup_printf ("%smov.b32 %%r11, 0; mov.b32 %%r12, 0; mov.b32 %%r13, 0;\n"
                           "redux.sync.%s.f32 %%r10, %%r2, -1;\n%s",
                           PROLOGUE, cases[k].words, EPILOGUE);
      guint32 in[32][4] = { 0 };
      guint32 out[32][4];

      for (guint lane = 0; lane < 32; lane++)
        in[lane][0] = lane == 3   ? 0x7fc00000
                      : lane == 5 ? 0xc0400000
                      : lane == 9 ? 0x40000000
                                  : 0x80000000 * (lane & 1);
      run (text, in, sizeof in, out, sizeof out, 32);
      for (guint lane = 0; lane < 32; lane++)
        g_assert_cmphex (out[lane][0], ==, cases[k].result);
    }
}

/* ---- registers and addresses ---- */

/* What is said to caches changes nothing; orders of memory neither, in a thread. */
static void
test_hints (void)
{
  const char *text = PROLOGUE
      "createpolicy.fractional.L2::evict_last.b64 %rd4;\n"
      "createpolicy.fractional.L2::evict_last.L2::evict_unchanged.b64 %rd5, 0f3F000000;\n"
      "createpolicy.range.global.L2::evict_last.L2::evict_first.b64 %rd6, [%rd1], 16, 32;\n"
      "createpolicy.cvt.L2.b64 %rd7, %rd4; prefetch.global.L2::evict_last [%rd1];\n"
      "prefetch.L1 [%rd1]; prefetchu.L1 [%rd1]; applypriority.global.L2::evict_normal [%rd1], "
      "128;\n"
      "ld.global.L2::cache_hint.u32 %r10, [%rd1], %rd4;\n"
      "ld.global.nc.L1::no_allocate.L2::cache_hint.L2::128B.v2.u32 {%r11, %r12}, [%rd1+8], %rd5;\n"
      "ld.mmio.relaxed.sys.global.u32 %r13, [%rd1+12]; st.release.gpu.global.u32 [%rd2], %r10;\n"
      "st.global.L1::no_allocate.L2::cache_hint.v4.u32 [%rd2], {%r13, %r12, %r11, %r10}, %rd4;\n"
      "fence.gpu; fence.sc.cta; fence.acquire.cluster; fence.proxy.async; fence.proxy.alias;\n"
      "fence.proxy.async.shared::cta; fence.mbarrier_init.release.cluster; membar.gl;\n"
      "membar.proxy.alias; ld.acquire.gpu.global.u32 %r10, [%rd2];\n"
      "ld.relaxed.cta.global.u32 %r11, [%rd2+4]; ld.volatile.global.u32 %r12, [%rd2+8];\n"
      "atom.relaxed.gpu.global.add.L2::cache_hint.u32 %r13, [%rd2+12], %r2, %rd4;\n"
      "red.global.add.L2::cache_hint.u32 [%rd2], 1, %rd4; discard.global.L2 [%rd1], "
      "128;\n" EPILOGUE;
  const guint32 in[4] = { 11, 22, 33, 44 };
  guint32 out[4];

  run (text, in, sizeof in, out, sizeof out, 1);
  g_assert_cmpuint (out[0], ==, 44);
  g_assert_cmpuint (out[1], ==, 44);
  g_assert_cmpuint (out[2], ==, 33);
  g_assert_cmpuint (out[3], ==, 11);
}

/* cvt takes registers wider than its types, and mov special registers narrower than its own. */
static void
test_widths (void)
{
  const char *text =
      PROLOGUE "mov.u64 %rd4, 0x1122334455667788; cvt.u64.u32 %rd5, %r2; shl.b64 %rd6, %rd5, 32;\n"
               "or.b64 %rd6, %rd6, %rd5; cvt.s16.s32 %rd7, %r2; mov.b64 {%r6, %r10}, %rd7;\n"
               "cvt.u32.s8 %r11, %rd6; cvt.rn.f32.s16 %r12, %rd6; mov.u64 %rd8, %tid.x;\n"
               "cvt.u32.u64 %r13, %rd8; cvt.u64.u32 %rd9, %ntid.x; cvt.u32.u64 %r7, %rd9;\n"
               "add.u32 %r13, %r13, %r7;\n" EPILOGUE;
  static const guint32 words[] = { 0x00000000, 0x00008001, 0x12347fff, 0x000000ff, 0x0000ff80 };
  guint32 in[32][4] = { 0 };
  guint32 out[32][4];

  for (guint lane = 0; lane < 32; lane++)
    in[lane][0] = words[lane % G_N_ELEMENTS (words)] + lane;
  run (text, in, sizeof in, out, sizeof out, 32);
  for (guint lane = 0; lane < 32; lane++)
    {
      gint16 narrow = (gint16)in[lane][0];
      float as_float = (float)narrow;
      guint32 bits;

      memcpy (&bits, &as_float, 4);
      g_assert_cmphex (out[lane][0], ==, narrow < 0 ? 0xffffffff : 0);
      g_assert_cmphex (out[lane][1], ==, (guint32)(gint32)(gint8)in[lane][0]);
      g_assert_cmphex (out[lane][2], ==, bits);
      g_assert_cmphex (out[lane][3], ==, lane + 32);
    }
}

/* To a generic address and back; what stands there is the same, and which space it is in is told.
 */
static void
test_addresses (void)
{
  const char *text =
      PROLOGUE "mov.u64 %rd4, s; cvta.shared.u64 %rd5, %rd4; mov.u64 %rd6, l;\n"
               "cvta.local.u64 %rd7, %rd6; st.shared.u32 [%rd4], %r2; ld.u32 %r10, [%rd5];\n"
               "st.u32 [%rd7+4], %r3; ld.local.u32 %r11, [%rd6+4]; cvta.global.u64 %rd8, %rd1;\n"
               "ld.u32 %r12, [%rd8]; cvta.to.shared.u64 %rd9, %rd5; setp.eq.u64 %p1, %rd9, %rd4;\n"
               "cvta.to.local.u64 %rd9, %rd7; setp.eq.and.u64 %p1, %rd9, %rd6, %p1;\n"
               "isspacep.shared %p2, %rd5; and.pred %p1, %p1, %p2; isspacep.local %p2, %rd7;\n"
               "and.pred %p1, %p1, %p2; isspacep.global %p2, %rd8; and.pred %p1, %p1, %p2;\n"
               "isspacep.global %p2, %rd5; not.pred %p2, %p2; and.pred %p1, %p1, %p2;\n"
               "selp.u32 %r13, 1, 0, %p1;\n" EPILOGUE;
  const guint32 in[4] = { 11, 22 };
  guint32 out[4];

  run (text, in, sizeof in, out, sizeof out, 1);
  g_assert_cmpuint (out[0], ==, 11);
  g_assert_cmpuint (out[1], ==, 22);
  g_assert_cmpuint (out[2], ==, 11);
  g_assert_cmpuint (out[3], ==, 1);
}

/* Two words make a long one, the first of them the low half; four halves, too. */
static void
test_packs (void)
{
  const char *text = PROLOGUE
      "mov.b64 %rd4, {%r2, %r3}; mov.b64 {%r10, %r11}, %rd4; mov.b32 {%h1, %h2}, %r4;\n"
      "mov.b32 %r12, {%h2, %h1}; mov.b64 {%h1, %h2, %h3, %h4}, %rd4;\n"
      "mov.b64 %rd5, {%h4, %h3, %h2, %h1}; shr.u64 %rd6, %rd5, 32; cvt.u32.u64 %r13, %rd5;\n"
      "setp.lt.u32 %p1, %r1, 16; @%p1 mov.b64 {%r10, %r11}, %rd6;\n" EPILOGUE;
  guint32 in[32][4];
  guint32 out[32][4];

  for (guint i = 0; i < 128; i++)
    in[i / 4][i % 4] = 2654435769u * (i + 1);
  run (text, in, sizeof in, out, sizeof out, 32);
  for (guint lane = 0; lane < 32; lane++)
    {
      const guint32 *w = in[lane];

      g_assert_cmphex (out[lane][0], ==, lane < 16 ? w[0] << 16 | w[0] >> 16 : w[0]);
      g_assert_cmphex (out[lane][1], ==, lane < 16 ? 0 : w[1]);
      g_assert_cmphex (out[lane][2], ==, w[2] << 16 | w[2] >> 16);
      g_assert_cmphex (out[lane][3], ==, w[1] << 16 | w[1] >> 16);
    }
}

/* ---- copies that go on beside ---- */

/* The words of all lanes are different. */
static void
number_words (guint32 (*in)[4], guint n_lanes)
{
  for (guint i = 0; i < 4 * n_lanes; i++)
    in[i / 4][i % 4] = 100 + i;
}

/* What was there before is seen until the copy is waited for; of fewer bytes the rest is 0. */
static void
test_copies (void)
{
  const char *text = PROLOGUE
      "mov.u32 %r6, s; st.shared.u32 [s], 7; st.shared.u32 [s+4], 8; st.shared.u32 [s+8], 9;\n"
      "cp.async.ca.shared.global [s], [%rd1], 4; cp.async.commit_group;\n"
      "cp.async.ca.shared.global [%r6+4], [%rd1+4], 4, 4; cp.async.commit_group;\n"
      "cp.async.ca.shared::cta.global.L2::128B [%r6+8], [%rd1+8], 8, 4;\n"
      "ld.shared.u32 %r10, [s]; cp.async.wait_group 1; ld.shared.u32 %r11, [s];\n"
      "ld.shared.u32 %r12, [s+4]; cp.async.wait_group 0; ld.shared.u32 %r13, [s+4];\n"
      "ld.shared.u32 %r7, [s+8]; mad.lo.u32 %r13, %r13, 100, %r7; st.shared.u32 [s+12], 5;\n"
      "cp.async.wait_all; ld.shared.u32 %r7, [s+8]; mad.lo.u32 %r13, %r13, 100, %r7;\n"
      "ld.shared.u32 %r7, [s+12]; mad.lo.u32 %r13, %r13, 100, %r7;\n"
      "cp.async.cg.shared.global [s+16], [%rd1], 16, 0; cp.async.wait_all;\n"
      "ld.shared.u32 %r7, [s+16]; add.u32 %r13, %r13, %r7;\n"
      "cp.async.cg.shared.global [s+32], [%rd1], 16; cp.async.wait_all;\n"
      "ld.shared.u32 %r7, [s+44]; mad.lo.u32 %r13, %r13, 100, %r7;\n" EPILOGUE;
  const guint32 in[4] = { 11, 22, 33, 44 };
  guint32 out[4];

  run (text, in, sizeof in, out, sizeof out, 1);
  g_assert_cmpuint (out[0], ==, 7);
  g_assert_cmpuint (out[1], ==, 11);
  g_assert_cmpuint (out[2], ==, 8);
  /* 22; 9 still; then 33; 0; 44 at last */
  g_assert_cmpuint (out[3], ==, (guint32)22093300 * 100u + 44);
}

/* Of lanes that close groups of their own, each waits for its own. */
static void
test_copies_of_lanes (void)
{
  const char *text = PROLOGUE
      "and.b32 %r6, %r1, 15; mov.u32 %r8, s; mad.lo.u32 %r7, %r6, 4, %r8;\n"
      "st.shared.u32 [%r7], 1; bar.sync 0; setp.lt.u32 %p1, %r1, 16;\n"
      "@%p1 cp.async.ca.shared.global [%r7], [%rd1], 4; setp.lt.u32 %p2, %r1, 8;\n"
      "@%p2 cp.async.commit_group; cp.async.wait_group 0; bar.sync 0;\n"
      "ld.shared.u32 %r10, [%r7]; cp.async.wait_all; bar.sync 0; ld.shared.u32 %r11, [%r7];\n"
      "mov.u32 %r12, 0; mov.u32 %r13, 0;\n" EPILOGUE;
  guint32 in[32][4];
  guint32 out[32][4];

  number_words (in, G_N_ELEMENTS (in));
  run (text, in, sizeof in, out, sizeof out, 32);
  for (guint lane = 0; lane < 32; lane++)
    {
      g_assert_cmpuint (out[lane][0], ==, lane % 16 < 8 ? in[lane % 16][0] : 1);
      g_assert_cmpuint (out[lane][1], ==, in[lane % 16][0]);
    }
}

/* Two warps meet at an mbarrier, twice; the copies that it tracks are there behind it. */
static void
test_mbarrier (void)
{
  const char *text = PROLOGUE
      ".shared .align 8 .b64 bar; .shared .align 4 .b8 tile[256];\n"
      "setp.eq.u32 %p1, %r1, 0; @%p1 mbarrier.init.shared::cta.b64 [bar], 64; bar.sync 0;\n"
      "mov.u32 %r6, tile; mad.lo.u32 %r7, %r1, 4, %r6; xor.b32 %r8, %r1, 63;\n"
      "mad.lo.u32 %r8, %r8, 4, %r6;\n"
      "cp.async.ca.shared.global [%r7], [%rd1], 4; cp.async.mbarrier.arrive.noinc.shared.b64 "
      "[bar];\n"
      "FIRST: mbarrier.test_wait.parity.shared.b64 %p2, [bar], 0; @!%p2 bra FIRST;\n"
      "ld.shared.u32 %r10, [%r8]; bar.sync 0; st.shared.u32 [%r7], %r3;\n"
      "mbarrier.arrive.release.cta.shared::cta.b64 %rd4, [bar];\n"
      "SECOND: mbarrier.try_wait.shared.b64 %p2, [bar], %rd4; @!%p2 bra SECOND;\n"
      "ld.shared.u32 %r11, [%r8]; mbarrier.pending_count.b64 %r12, %rd4;\n"
      "setp.lt.u32 %p3, %r12, 65; selp.u32 %r12, 1, 0, %p3; bar.sync 0;\n"
      "cp.async.ca.shared.global [%r7], [%rd1], 4; cp.async.mbarrier.arrive.shared.b64 [bar];\n"
      "mbarrier.arrive.shared.b64 _, [bar];\n"
      "THIRD: mbarrier.try_wait.parity.shared.b64 %p2, [bar], 0, 100; @!%p2 bra THIRD;\n"
      "ld.shared.u32 %r13, [%r8];\n" EPILOGUE;
  guint32 in[64][4];
  guint32 out[64][4];

  number_words (in, G_N_ELEMENTS (in));
  run (text, in, sizeof in, out, sizeof out, 64);
  for (guint lane = 0; lane < 64; lane++)
    {
      g_assert_cmpuint (out[lane][0], ==, in[63 - lane][0]);
      g_assert_cmpuint (out[lane][1], ==, in[63 - lane][1]);
      g_assert_cmpuint (out[lane][2], ==, 1);
      g_assert_cmpuint (out[lane][3], ==, in[63 - lane][0]);
    }
}

/* A phase waits for bytes, too; who drops out is expected no more. */
static void
test_mbarrier_counts (void)
{
  const char *text = PROLOGUE
      ".shared .align 8 .b64 bar; mbarrier.init.shared.b64 [bar], 2;\n"
      "mbarrier.arrive.expect_tx.shared.b64 %rd4, [bar], 24; "
      "mbarrier.expect_tx.relaxed.cta.shared.b64 [bar], 8;\n"
      "mbarrier.complete_tx.shared.b64 [bar], 16; mbarrier.arrive_drop.shared.b64 %rd5, [bar];\n"
      "mbarrier.test_wait.shared.b64 %p1, [bar], %rd4; selp.u32 %r10, 1, 0, %p1;\n"
      "mbarrier.complete_tx.shared.b64 [bar], 16; mbarrier.test_wait.shared.b64 %p1, [bar], %rd4;\n"
      "selp.u32 %r11, 1, 0, %p1; mbarrier.arrive.noComplete.shared.b64 %rd6, [bar], 1;\n"
      "mbarrier.test_wait.parity.shared.b64 %p1, [bar], 1; selp.u32 %r12, 1, 0, %p1;\n"
      "mbarrier.pending_count.b64 %r13, %rd5; mbarrier.pending_count.b64 %r7, %rd4;\n"
      "mad.lo.u32 %r13, %r7, 10, %r13; mbarrier.inval.shared.b64 [bar];\n" EPILOGUE;
  const guint32 in[4] = { 0 };
  guint32 out[4];

  run (text, in, sizeof in, out, sizeof out, 1);
  g_assert_cmpuint (out[0], ==, 0);
  g_assert_cmpuint (out[1], ==, 1);
  g_assert_cmpuint (out[2], ==, 1);
  g_assert_cmpuint (out[3], ==, 21);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/isa/special/int128", test_int128);
  g_test_add_func ("/isa/special/shared-size", test_shared_size);
  g_test_add_func ("/isa/special/atomic-subnormal", test_atomic_subnormal);
  g_test_add_func ("/isa/special/atomics", test_atomics);
  g_test_add_func ("/isa/special/atomic-halves", test_atomic_halves);
  g_test_add_func ("/isa/special/shuffle", test_shuffle);
  g_test_add_func ("/isa/special/votes", test_votes);
  g_test_add_func ("/isa/special/redux", test_redux);
  g_test_add_func ("/isa/special/groups", test_groups);
  g_test_add_func ("/isa/special/redux-floats", test_redux_floats);
  g_test_add_func ("/isa/special/hints", test_hints);
  g_test_add_func ("/isa/special/widths", test_widths);
  g_test_add_func ("/isa/special/addresses", test_addresses);
  g_test_add_func ("/isa/special/packs", test_packs);
  g_test_add_func ("/isa/special/copies", test_copies);
  g_test_add_func ("/isa/special/copies-of-lanes", test_copies_of_lanes);
  g_test_add_func ("/isa/special/mbarrier", test_mbarrier);
  g_test_add_func ("/isa/special/mbarrier-counts", test_mbarrier_counts);
  return g_test_run ();
}
