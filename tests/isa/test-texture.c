/* Textures and surfaces, executed: what a fetch gives is what the formulas of the CUDA C++
 * Programming Guide, "Texture Fetching", say, by a model that shares nothing with the virtual GPU,
 * and, to the bit, what an H200 gave: golden/textures.txt, which textures.sh makes.
 */
#include "paths.h"
#include "record/texture.h"
#include "specs.h"
#include "virtual/virtual.h"

#include <math.h>
#include <string.h>

#define HEADER  ".version 8.0\n.target sm_90\n.address_size 64\n"
#define N_LANES 256
#define N_BYTES 16384 /* of texels */

typedef struct {
  float x[3];
  guint32 pad;
} Spot;

typedef struct {
  guint32 words[4];
} Texel;

typedef struct {
  WsSpec *spec;
  WsDevice *device;
  guint64 in;
  guint64 out;
  guint64 texels;
  guint64 object;
} Fixture;

static void
fixture_init (Fixture *self, const char *text, const WsTexture *texture, const void *in,
              gsize in_bytes, gsize out_bytes, const void *texels)
{
  g_autoptr (GError) error = NULL;

  self->spec = specs_load ("h200");
  self->device = ws_vm_device_new (self->spec, 1);
  self->device->klass->load (self->device, text, -1, "test.ptx", &error);
  g_assert_no_error (error);
  self->device->klass->alloc (self->device, in_bytes, "in", &self->in, &error);
  self->device->klass->alloc (self->device, out_bytes, "out", &self->out, &error);
  self->device->klass->alloc (self->device, N_BYTES, "texels", &self->texels, &error);
  self->device->klass->write (self->device, self->in, in, in_bytes, &error);
  self->device->klass->write (self->device, self->texels, texels, N_BYTES, &error);
  g_assert_no_error (error);
  if (texture != NULL)
    g_assert_true (self->device->klass->bind_texture (self->device, texture, self->texels,
                                                      &self->object, &error));
  g_assert_no_error (error);
}

static gboolean
fixture_launch (Fixture *self, guint n_lanes, GError **error)
{
  const guint64 params[3] = { self->in, self->out, self->object };
  const WsLaunchRequest request = { .entry = "test",
                                    .grid = { 1, 1, 1 },
                                    .block = { n_lanes, 1, 1 },
                                    .params = (const guint8 *)params,
                                    .params_size = sizeof params };

  return self->device->klass->launch (self->device, &request, NULL, NULL, NULL, error);
}

static void
fixture_clear (Fixture *self)
{
  ws_device_close (self->device);
  ws_spec_unref (self->spec);
}

/* %rd1: in, %rd2: out, of this lane, 16 bytes each; %rd3: the object; %f1 to %f3, %r1 to %r3: what
 * stands there. */
#define PROLOGUE                                                                      \
  HEADER                                                                              \
  ".visible .entry test (.param .u64 in, .param .u64 out, .param .u64 object)\n{\n"   \
  ".reg .b16 %h<9>; .reg .b32 %r<24>; .reg .f32 %f<9>; .reg .b64 %rd<9>;\n"           \
  "ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; ld.param.u64 %rd3, [object];\n" \
  "mov.u32 %r0, %tid.x; mul.wide.u32 %rd4, %r0, 16; add.s64 %rd1, %rd1, %rd4;\n"      \
  "add.s64 %rd2, %rd2, %rd4; ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%rd1];\n"        \
  "ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1];\n"
#define EPILOGUE "st.global.v4.u32 [%rd2], {%r10, %r11, %r12, %r13}; ret;\n}\n"

/* ---- the model ---- */

static guint
count (const WsTexture *texture, guint axis)
{
  const guint n[3] = { texture->width, texture->height, texture->depth };

  return MAX (n[axis], 1);
}

/* Steps from one end to the other until it is inside. */
static gint
walk_in (const WsTexture *texture, guint axis, gint i)
{
  const gint n = (gint)count (texture, axis);
  const gboolean repeats = (texture->flags & WS_TEXTURE_NORMALIZED) != 0;

  if (texture->address == WS_TEXTURE_BORDER || (texture->flags & WS_TEXTURE_BUFFER) != 0)
    return i < 0 || i >= n ? -1 : i;
  if (repeats && texture->address == WS_TEXTURE_WRAP)
    {
      while (i < 0)
        i += n;
      while (i >= n)
        i -= n;
    }
  if (repeats && texture->address == WS_TEXTURE_MIRROR)
    while (i < 0 || i >= n)
      i = i < 0 ? -1 - i : 2 * n - 1 - i;
  return MIN (MAX (i, 0), n - 1);
}

static guint32
raw (const WsTexture *texture, const guint8 *texels, gint x, gint y, gint z, guint channel)
{
  const gint i[3] = { walk_in (texture, 0, x), walk_in (texture, 1, y), walk_in (texture, 2, z) };
  guint32 bits = 0;
  gsize at;

  if (channel >= texture->channels || i[0] < 0 || i[1] < 0 || i[2] < 0)
    return 0;
  at = ((gsize)i[2] * count (texture, 1) + (gsize)i[1]) * count (texture, 0) + (gsize)i[0];
  memcpy (&bits, texels + (at * texture->channels + channel) * (texture->bits / 8),
          texture->bits / 8);
  return bits;
}

static double
half_to_double (guint32 bits)
{
  gint exponent = (gint)(bits >> 10 & 31);
  double fraction = (double)(bits & 1023);
  double value = exponent == 0    ? ldexp (fraction, -24)
                 : exponent == 31 ? (fraction == 0 ? (double)INFINITY : (double)NAN)
                                  : ldexp (1024 + fraction, exponent - 25);

  return bits & 0x8000 ? -value : value;
}

static double
to_double (const WsTexture *texture, guint32 bits)
{
  float single;

  switch (texture->kind)
    {
    case WS_TEXEL_FLOAT:
      memcpy (&single, &bits, 4);
      return texture->bits == 16 ? half_to_double (bits) : (double)single;
    case WS_TEXEL_SIGNED:
      return texture->bits == 8 ? (double)(gint8)bits / 127 : (double)(gint16)bits / 32767;
    default:
      return (double)bits / (texture->bits == 8 ? 255 : 65535);
    }
}

/* Between two texels of each axis, one axis after another. */
static double
interpolate (const WsTexture *texture, const guint8 *texels, const double *u, gint axis,
             gint *place, guint channel)
{
  double low;
  double high;
  double part;

  if (axis < 0)
    return to_double (texture, raw (texture, texels, place[0], place[1], place[2], channel));
  if (count (texture, (guint)axis) == 1 && (guint)axis >= ws_texture_get_dimensions (texture))
    {
      place[axis] = 0;
      return interpolate (texture, texels, u, axis - 1, place, channel);
    }
  place[axis] = (gint)floor (u[axis] - 0.5);
  part = floor ((u[axis] - 0.5 - place[axis]) * 256 + 0.5) / 256;
  low = interpolate (texture, texels, u, axis - 1, place, channel);
  place[axis] = (gint)floor (u[axis] - 0.5) + 1;
  high = interpolate (texture, texels, u, axis - 1, place, channel);
  place[axis]--;
  return part == 0 ? low : part == 1 ? high : (1 - part) * low + part * high;
}

/* What the hardware's sum may be off: weights of several texels are rounded to 8 bits each, numbers
 * between 0 and 1 to 16. Floats here are below 4. */
static double
find_rounding (const WsTexture *texture)
{
  const double most = texture->kind == WS_TEXEL_FLOAT ? 4 : 1;
  const guint n_axes =
      ws_texture_get_dimensions (texture) + (texture->address == WS_TEXTURE_BORDER);

  if (n_axes > 1)
    return (double)(1u << n_axes) * most / 512;
  return texture->kind != WS_TEXEL_FLOAT ? 1.01 / 32767 : texture->bits == 16 ? 1e-3 : 1e-6;
}

/* What the register holds, of a texel that is not filtered. */
static guint32
extend (const WsTexture *texture, guint32 bits)
{
  float value;

  if (ws_texture_is_float (texture))
    {
      value = (float)to_double (texture, bits);
      if (texture->kind == WS_TEXEL_SIGNED)
        value = MAX (value, -1);
      memcpy (&bits, &value, 4);
      return bits;
    }
  if (texture->kind == WS_TEXEL_SIGNED)
    return texture->bits == 8    ? (guint32)(gint8)bits
           : texture->bits == 16 ? (guint32)(gint16)bits
                                 : bits;
  return bits;
}

/* ---- fetches ---- */

static void
compare (const WsTexture *texture, const guint8 *texels, const Spot *spot, const Texel *texel,
         gboolean is_whole)
{
  double u[3] = { 0 };
  gint place[3] = { 0 };

  for (guint axis = 0; axis < ws_texture_get_dimensions (texture); axis++)
    {
      u[axis] = (double)spot->x[axis];
      if ((texture->flags & WS_TEXTURE_NORMALIZED) != 0 && !is_whole)
        u[axis] *= count (texture, axis);
    }
  for (guint c = 0; c < texture->channels; c++)
    if (is_whole || (texture->flags & WS_TEXTURE_LINEAR) == 0)
      {
        guint32 bits =
            raw (texture, texels, (gint)floor (u[0]), (gint)floor (u[1]), (gint)floor (u[2]), c);

        g_assert_cmphex (texel->words[c], ==, extend (texture, bits));
      }
    else
      {
        double expected = interpolate (texture, texels, u, 2, place, c);
        float got;

        memcpy (&got, &texel->words[c], 4);
        if (texture->address == WS_TEXTURE_BORDER && ws_texture_get_dimensions (texture) == 1)
          expected /= 2; /* half of it is beyond its only row */
        if (texture->kind == WS_TEXEL_SIGNED)
          expected = MAX (expected, -1); /* not each texel before */
        g_assert_cmpfloat_with_epsilon ((double)got, expected, find_rounding (texture));
      }
}

static char *
write_fetch (const WsTexture *texture, gboolean is_whole)
{
  static const char *const coordinates[2][3] = {
    { "{%f1}", "{%f1, %f2}", "{%f1, %f2, %f3, %f3}" },
    { "{%r14}", "{%r14, %r15}", "{%r14, %r15, %r16, %r16}" },
  };
  const char *type = ws_texture_is_float (texture)      ? "f32"
                     : texture->kind == WS_TEXEL_SIGNED ? "s32"
                                                        : "u32";
  guint n = ws_texture_get_dimensions (texture);
  g_autofree char *fetch = NULL;

  fetch = g_strdup_printf ("tex.%ud.v4.%s.%s {%%%s5, %%%s6, %%%s7, %%%s8}, [%%rd3, %s];\n", n, type,
                           is_whole ? "s32" : "f32", type[0] == 'f' ? "f" : "r",
                           type[0] == 'f' ? "f" : "r", type[0] == 'f' ? "f" : "r",
                           type[0] == 'f' ? "f" : "r", coordinates[is_whole][n - 1]);
  return g_strconcat (PROLOGUE,
                      "cvt.rmi.s32.f32 %r14, %f1; cvt.rmi.s32.f32 %r15, %f2; "
                      "cvt.rmi.s32.f32 %r16, %f3;\n",
                      fetch,
                      type[0] == 'f' ? "mov.b32 %r10, %f5; mov.b32 %r11, %f6; mov.b32 %r12, %f7; "
                                       "mov.b32 %r13, %f8;\n"
                                     : "mov.b32 %r10, %r5; mov.b32 %r11, %r6; mov.b32 %r12, %r7; "
                                       "mov.b32 %r13, %r8;\n",
                      EPILOGUE, NULL);
}

/* Texels that are numbers. */
static void
fill (const WsTexture *texture, GRand *random, guint8 *texels)
{
  for (guint i = 0; i < N_BYTES; i++)
    texels[i] = (guint8)g_rand_int_range (random, 0, 256);
  for (guint i = 0; texture->kind == WS_TEXEL_FLOAT && i < N_BYTES / 4; i++)
    if (texture->bits == 32)
      ((float *)(void *)texels)[i] = (float)g_rand_double_range (random, -4, 4);
    else
      ((guint32 *)(void *)texels)[i] &= 0xbbffbbff;
}

static void
try_fetch (const WsTexture *texture, gboolean is_whole, GRand *random)
{
  g_autofree char *text = write_fetch (texture, is_whole);
  g_autofree guint8 *texels = g_malloc (N_BYTES);
  g_autofree Spot *in = g_new0 (Spot, N_LANES);
  g_autofree Texel *out = g_new0 (Texel, N_LANES);
  g_autoptr (GError) error = NULL;
  Fixture fixture = { 0 };

  fill (texture, random, texels);
  for (guint lane = 0; lane < N_LANES; lane++)
    for (guint axis = 0; axis < 3; axis++)
      {
        double n = count (texture, axis);
        double x = g_rand_double_range (random, -2 * n, 3 * n);

        /* in the middle and at the edges of texels, too; halves of 256ths would be ties */
        if (lane % 4 == 0 || is_whole)
          x = floor (x);
        else if (lane % 4 == 1)
          x = floor (x) + 0.5;
        else
          x = floor (x) + (floor (x * 256) - floor (x) * 256 + (lane % 4 == 2 ? 0.25 : 0.75)) / 256;
        if ((texture->flags & WS_TEXTURE_NORMALIZED) != 0 && !is_whole)
          x /= n;
        in[lane].x[axis] = (float)x;
      }
  fixture_init (&fixture, text, texture, in, N_LANES * sizeof *in, N_LANES * sizeof *out, texels);
  fixture_launch (&fixture, N_LANES, &error);
  g_assert_no_error (error);
  fixture.device->klass->read (fixture.device, fixture.out, out, N_LANES * sizeof *out, &error);
  for (guint lane = 0; lane < N_LANES; lane++)
    compare (texture, texels, &in[lane], &out[lane], is_whole);
  fixture_clear (&fixture);
}

/* Sizes are powers of two, so that coordinates between 0 and 1 lose nothing. */
static void
test_fetch (gconstpointer data)
{
  static const guint sizes[4][3] = { { 0 }, { 32, 0, 0 }, { 16, 8, 0 }, { 8, 4, 16 } };
  const char *format = data;
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (guint n = 1; n <= 3; n++)
    for (guint address = 0; address <= WS_TEXTURE_ADDRESS_LAST; address++)
      for (guint32 flags = 0; flags <= WS_TEXTURE_FLAGS; flags++)
        {
          WsTexture texture = { .width = sizes[n][0],
                                .height = sizes[n][1],
                                .depth = sizes[n][2],
                                .address = (guint8)address,
                                .flags = flags };

          g_assert_true (ws_texture_read_format (&texture, format));
          if ((flags & WS_TEXTURE_SURFACE) != 0 || ws_texture_find_wrong (&texture) != NULL)
            continue;
          if ((flags & WS_TEXTURE_BUFFER) == 0)
            try_fetch (&texture, FALSE, random);
          try_fetch (&texture, TRUE, random);
        }
}

/* ---- surfaces ---- */

#define WIDTH     8
#define HEIGHT    4
#define DEPTH     2
#define N_NUMBERS (WIDTH * HEIGHT * DEPTH * 2)

/* Each lane reads 8 bytes of a surface, or writes there, some of them beyond it. */
static void
try_surface (const char *mode, gboolean writes)
{
  const WsTexture texture = { .width = WIDTH,
                              .height = HEIGHT,
                              .depth = DEPTH,
                              .kind = WS_TEXEL_UNSIGNED,
                              .bits = 32,
                              .channels = 2,
                              .flags = WS_TEXTURE_SURFACE };
  const gboolean clamps = g_str_equal (mode, "clamp");
  g_autofree char *text = g_strconcat (PROLOGUE, "mov.u32 %r10, 8; mov.u32 %r11, 9;\n",
                                       writes ? "sust.b.3d.v2.b32." : "suld.b.3d.v2.b32.", mode,
                                       writes ? " [%rd3, {%r1, %r2, %r3, 0}], {%r10, %r11};\n"
                                              : " {%r10, %r11}, [%rd3, {%r1, %r2, %r3, %r3}];\n",
                                       "mov.u32 %r12, 0; mov.u32 %r13, 0;\n", EPILOGUE, NULL);
  g_autofree guint32 *texels = g_malloc (N_BYTES);
  guint32 expected[N_NUMBERS];
  guint32 after[N_NUMBERS];
  gint32 in[6][6][2][4];
  guint32 out[6][6][2][4];
  g_autoptr (GError) error = NULL;
  Fixture fixture = { 0 };

  for (guint i = 0; i < N_BYTES / 4; i++)
    texels[i] = 1000 + i;
  memcpy (expected, texels, sizeof expected);
  for (gint i = 0; i < 72; i++)
    memcpy (in[i / 12][i / 2 % 6][i % 2],
            (const gint32[4]){ 8 * (2 * (i / 12) - 1), i / 2 % 6 - 1, i % 2 }, sizeof in[0][0][0]);
  fixture_init (&fixture, text, &texture, in, sizeof in, sizeof out, texels);
  fixture_launch (&fixture, 72, &error);
  g_assert_no_error (error);
  fixture.device->klass->read (fixture.device, fixture.out, out, sizeof out, &error);
  fixture.device->klass->read (fixture.device, fixture.texels, after, sizeof after, &error);
  for (gint i = 0; i < 72; i++)
    {
      const guint32 *got = out[i / 12][i / 2 % 6][i % 2];
      gint column = 2 * (i / 12) - 1;
      gint row = i / 2 % 6 - 1;
      gboolean is_inside = clamps || (column >= 0 && column < WIDTH && row >= 0 && row < HEIGHT);
      guint at;

      column = CLAMP (column, 0, WIDTH - 1);
      row = CLAMP (row, 0, HEIGHT - 1);
      at = (guint)(((i % 2) * HEIGHT + row) * WIDTH + column) * 2;
      if (writes && is_inside)
        {
          expected[at] = 8;
          expected[at + 1] = 9;
        }
      g_assert_cmpuint (got[0], ==, writes ? 8 : is_inside ? texels[at] : 0);
      g_assert_cmpuint (got[1], ==, writes ? 9 : is_inside ? texels[at + 1] : 0);
    }
  g_assert_cmpmem (after, sizeof after, expected, sizeof expected);
  fixture_clear (&fixture);
}

static void
test_surface (gconstpointer data)
{
  try_surface (data, FALSE);
  try_surface (data, TRUE);
}

/* Bytes of one component, and rows of one dimension. */
static void
test_bytes (void)
{
  const WsTexture texture = {
    .width = 16, .kind = WS_TEXEL_UNSIGNED, .bits = 8, .channels = 4, .flags = WS_TEXTURE_SURFACE
  };
  const char *text = PROLOGUE
      "suld.b.1d.v4.b8.trap {%h1, %h2, %h3, %h4}, [%rd3, {%r1}];\n"
      "cvt.u32.u16 %r10, %h1; cvt.u32.u16 %r11, %h2; cvt.u32.u16 %r12, %h3; cvt.u32.u16 %r13, "
      "%h4;\n"
      "sust.b.1d.v4.b8.trap [%rd3, {%r1}], {%h4, %h3, %h2, %h1};\n"
      "suld.b.1d.b64.trap %rd5, [%rd3, 56]; shr.u64 %rd5, %rd5, 32; cvt.u32.u64 %r5, %rd5;\n"
      "add.u32 %r13, %r13, %r5;\n" EPILOGUE;
  guint32 in[8][4] = { 0 };
  guint32 out[8][4];
  guint8 texels[N_BYTES];
  guint8 after[64];
  guint32 last;
  g_autoptr (GError) error = NULL;
  Fixture fixture = { 0 };

  for (guint i = 0; i < N_BYTES; i++)
    texels[i] = (guint8)(200 + i);
  memcpy (&last, texels + 60, 4);
  for (guint lane = 0; lane < 8; lane++)
    in[lane][0] = 4 * lane;
  fixture_init (&fixture, text, &texture, in, sizeof in, sizeof out, texels);
  fixture_launch (&fixture, 8, &error);
  g_assert_no_error (error);
  fixture.device->klass->read (fixture.device, fixture.out, out, sizeof out, &error);
  fixture.device->klass->read (fixture.device, fixture.texels, after, sizeof after, &error);
  for (guint lane = 0; lane < 8; lane++)
    for (guint c = 0; c < 4; c++)
      {
        g_assert_cmpuint (out[lane][c], ==, texels[4 * lane + c] + (c == 3 ? last : 0));
        g_assert_cmpuint (after[4 * lane + c], ==, texels[4 * lane + 3 - c]);
      }
  fixture_clear (&fixture);
}

/* ---- what is wrong ---- */

typedef struct {
  const char *name;
  const char *code;
  guint height;
  guint32 flags;
  gboolean is_bound;
  const char *said;
} Wrong;

static const Wrong wrongs[] = {
  { "nothing", "tex.1d.v4.f32.f32 {%f5, %f6, %f7, %f8}, [%rd1, {%f1}];\n", 0, 0, TRUE,
    "as a texture object" },
  { "unbound", "tex.1d.v4.f32.f32 {%f5, %f6, %f7, %f8}, [%rd3, {%f1}];\n", 0, 0, FALSE,
    "uses 0x0 as a texture object" },
  { "flat", "tex.2d.v4.f32.f32 {%f5, %f6, %f7, %f8}, [%rd3, {%f1, %f2}];\n", 0, 0, TRUE,
    "uses a 1-dimensional texture as a 2-dimensional one" },
  { "surface", "suld.b.1d.b32.trap %r10, [%rd3, {%r1}];\n", 0, 0, TRUE,
    "uses a texture object as a surface object" },
  { "texture", "tex.1d.v4.f32.f32 {%f5, %f6, %f7, %f8}, [%rd3, {%f1}];\n", 0, WS_TEXTURE_SURFACE,
    TRUE, "uses a surface object as a texture object" },
  { "beyond", "suld.b.2d.b32.trap %r10, [%rd3, {32, 2}];\n", 4, WS_TEXTURE_SURFACE, TRUE,
    "accesses byte 32, row 2, slice 0 of surface “texels”, whose size is 32 x 4 x 1" },
  { "misaligned", "sust.b.2d.b32.zero [%rd3, {2, 0}], %r10;\n", 4, WS_TEXTURE_SURFACE, TRUE,
    "accesses byte 2 of a surface row, which is not a multiple of 4" },
};

static void
test_wrong (gconstpointer data)
{
  const Wrong *wrong = data;
  const WsTexture texture = { .width = 8,
                              .height = wrong->height,
                              .kind = WS_TEXEL_FLOAT,
                              .bits = 32,
                              .channels = 1,
                              .flags = wrong->flags };
  g_autofree char *text = g_strconcat (PROLOGUE, wrong->code, EPILOGUE, NULL);
  guint8 texels[N_BYTES] = { 0 };
  const guint32 in[4] = { 0 };
  g_autoptr (GError) error = NULL;
  Fixture fixture = { 0 };

  fixture_init (&fixture, text, wrong->is_bound ? &texture : NULL, in, sizeof in, 16, texels);
  g_assert_false (fixture_launch (&fixture, 1, &error));
  g_assert_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_FAULT);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, wrong->said));
  fixture_clear (&fixture);
}

/* Memory that is too small for the texture is refused when that is made. */
static void
test_too_small (void)
{
  const WsTexture texture = { .width = 4097, .kind = WS_TEXEL_FLOAT, .bits = 32, .channels = 1 };
  guint8 texels[N_BYTES] = { 0 };
  const guint32 in[4] = { 0 };
  g_autoptr (GError) error = NULL;
  Fixture fixture = { 0 };

  fixture_init (&fixture, PROLOGUE EPILOGUE, NULL, in, sizeof in, 16, texels);
  g_assert_false (fixture.device->klass->bind_texture (fixture.device, &texture, fixture.texels,
                                                       &fixture.object, &error));
  g_assert_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_MEMORY);
  fixture_clear (&fixture);
}

/* ---- what a GPU gave ---- */

/* One texture of the file: its line, its texels, and a line for each fetch. */
typedef struct {
  WsTexture texture;
  guint8 texels[N_BYTES];
  Spot at[N_LANES];
  guint32 given[N_LANES];
  guint n;
} Golden;

static void
read_texture (Golden *self, char **words)
{
  *self = (Golden){ 0 };
  g_assert_true (ws_texture_read_format (&self->texture, words[1]));
  self->texture.width = (guint32)g_ascii_strtoull (words[2], NULL, 10);
  self->texture.height = (guint32)g_ascii_strtoull (words[3], NULL, 10);
  self->texture.depth = (guint32)g_ascii_strtoull (words[4], NULL, 10);
  for (guint address = 0; address <= WS_TEXTURE_ADDRESS_LAST; address++)
    if (g_str_equal (words[5], ws_texture_get_address_name (address)))
      self->texture.address = (guint8)address;
  g_assert_cmpstr (words[5], ==, ws_texture_get_address_name (self->texture.address));
  for (guint i = 6; words[i] != NULL; i++)
    self->texture.flags |=
        g_str_equal (words[i], "linear") ? WS_TEXTURE_LINEAR : WS_TEXTURE_NORMALIZED;
  if (self->texture.kind != WS_TEXEL_FLOAT)
    self->texture.flags |= WS_TEXTURE_READS_FLOAT;
  g_assert_null (ws_texture_find_wrong (&self->texture));
}

static void
read_texels (Golden *self, const char *digits)
{
  const gsize n = strlen (digits) / 2;

  g_assert_cmpuint (n, ==, ws_texture_get_bytes (&self->texture));
  for (gsize i = 0; i < n; i++)
    self->texels[i] = (guint8)(g_ascii_xdigit_value (digits[2 * i]) * 16
                               + g_ascii_xdigit_value (digits[2 * i + 1]));
}

static void
read_fetch (Golden *self, char **words)
{
  const guint n_axes = ws_texture_get_dimensions (&self->texture);

  g_assert_cmpuint (self->n, <, N_LANES);
  g_assert_cmpuint (g_strv_length (words), ==, n_axes + 1);
  for (guint axis = 0; axis < n_axes; axis++)
    {
      guint32 bits = (guint32)g_ascii_strtoull (words[axis], NULL, 16);

      memcpy (&self->at[self->n].x[axis], &bits, 4);
    }
  self->given[self->n++] = (guint32)g_ascii_strtoull (words[n_axes], NULL, 16);
}

/* Returns: how many fetches were held against what is given */
static guint
try_golden (const Golden *self)
{
  g_autofree char *format = ws_texture_dup_format (&self->texture);
  g_autofree char *text = NULL;
  Texel out[N_LANES];
  g_autoptr (GError) error = NULL;
  Fixture fixture = { 0 };

  if (self->n == 0)
    return 0;
  text = write_fetch (&self->texture, FALSE);
  fixture_init (&fixture, text, &self->texture, self->at, sizeof self->at, sizeof out,
                self->texels);
  fixture_launch (&fixture, self->n, &error);
  g_assert_no_error (error);
  fixture.device->klass->read (fixture.device, fixture.out, out, sizeof out, &error);
  for (guint i = 0; i < self->n; i++)
    if (out[i].words[0] != self->given[i])
      g_error ("%s, %u × %u × %u, %s, flags %u: at %.9g %.9g %.9g it is %08x, and %08x on the GPU",
               format, self->texture.width, self->texture.height, self->texture.depth,
               ws_texture_get_address_name (self->texture.address), self->texture.flags,
               (double)self->at[i].x[0], (double)self->at[i].x[1], (double)self->at[i].x[2],
               out[i].words[0], self->given[i]);
  fixture_clear (&fixture);
  return self->n;
}

static void
test_golden (void)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autofree Golden *golden = g_new0 (Golden, 1);
  g_autoptr (GError) error = NULL;
  guint n = 0;

  g_file_get_contents (WS_SOURCE_DIR "/tests/isa/golden/textures.txt", &text, NULL, &error);
  g_assert_no_error (error);
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) words = g_strsplit (lines[i], " ", -1);

      if (words[0] == NULL || *words[0] == '#')
        continue;
      if (g_str_equal (words[0], "texture"))
        {
          n += try_golden (golden);
          read_texture (golden, words);
        }
      else if (g_str_equal (words[0], "texels"))
        read_texels (golden, words[1]);
      else
        read_fetch (golden, words);
    }
  n += try_golden (golden);
  g_test_message ("%u fetches are those of the GPU", n);
  g_assert_cmpuint (n, >=, 1000);
}

int
main (int argc, char **argv)
{
  static const char *const formats[] = { "u8",  "u8x2",  "u8x4",  "s8",    "s8x4",  "u16",
                                         "s16", "u16x4", "s16x2", "u32",   "s32x4", "u32x2",
                                         "f16", "f16x4", "f32",   "f32x2", "f32x4" };
  static const char *const modes[] = { "zero", "clamp" };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autofree char *path = g_strdup_printf ("/isa/texture/fetch/%s", formats[i]);

      g_test_add_data_func (path, formats[i], test_fetch);
    }
  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      g_autofree char *path = g_strdup_printf ("/isa/texture/surface/%s", modes[i]);

      g_test_add_data_func (path, modes[i], test_surface);
    }
  g_test_add_func ("/isa/texture/bytes", test_bytes);
  for (guint i = 0; i < G_N_ELEMENTS (wrongs); i++)
    {
      g_autofree char *path = g_strdup_printf ("/isa/texture/wrong/%s", wrongs[i].name);

      g_test_add_data_func (path, &wrongs[i], test_wrong);
    }
  g_test_add_func ("/isa/texture/too-small", test_too_small);
  g_test_add_func ("/isa/texture/golden", test_golden);
  return g_test_run ();
}
