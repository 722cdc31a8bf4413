#include "history/history.h"

#include "wire/protocol.h"

#include <glib/gi18n.h>
#include <string.h>

#define TEXTURE_TYPE "(t(uuu)yyyyuay)"
#define CAPTURE_TYPE "(uuuuaya(tsay)a" TEXTURE_TYPE ")"

static void
module_free (WsHistoryModule *self)
{
  g_free (self->name);
  g_free (self->ptx);
  g_free (self);
}

void
ws_history_memory_free (WsHistoryMemory *self)
{
  g_free (self->symbol);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_free (self);
}

void
ws_history_texture_free (WsHistoryTexture *self)
{
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_free (self);
}

void
ws_capture_free (WsCapture *self)
{
  g_clear_pointer (&self->textures, g_ptr_array_unref);
  g_clear_pointer (&self->params, g_bytes_unref);
  g_clear_pointer (&self->memories, g_ptr_array_unref);
  g_free (self);
}

/* Returns: (transfer full): a history of nothing yet */
WsHistory *
ws_history_new (void)
{
  WsHistory *self = g_new0 (WsHistory, 1);

  self->device = g_strdup ("");
  self->modules = g_ptr_array_new_with_free_func ((GDestroyNotify)module_free);
  self->steps = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_step_free);
  return self;
}

void
ws_history_free (WsHistory *self)
{
  g_free (self->device);
  g_ptr_array_unref (self->modules);
  g_ptr_array_unref (self->steps);
  g_clear_pointer (&self->capture, ws_capture_free);
  g_free (self);
}

/* ---- what comes in ---- */

static gboolean
refuse (GError **error)
{
  g_set_error_literal (error, WS_HISTORY_ERROR, WS_HISTORY_ERROR_NONSENSE,
                       _ ("The program's history is damaged."));
  return FALSE;
}

static gboolean
refuse_length (GError **error)
{
  g_set_error (error, WS_HISTORY_ERROR, WS_HISTORY_ERROR_LONG,
               _ ("The program's history is too long: it may have %d steps and %d modules."),
               WS_HISTORY_MAX_STEPS, WS_HISTORY_MAX_MODULES);
  return FALSE;
}

static gboolean
take_begin (WsHistory *self, GVariant *body, GError **error)
{
  const char *device;
  guint32 version;

  g_variant_get (body, "(u&s)", &version, &device);
  if (version != WS_HISTORY_VERSION || strlen (device) > WS_HISTORY_MAX_NAME
      || *self->device != '\0')
    return refuse (error);
  g_free (self->device);
  self->device = g_strdup (device);
  return TRUE;
}

static gboolean
take_module (WsHistory *self, GVariant *body, GError **error)
{
  WsHistoryModule *module;

  if (self->modules->len >= WS_HISTORY_MAX_MODULES)
    return refuse_length (error);
  module = g_new0 (WsHistoryModule, 1);
  g_variant_get (body, "(ss)", &module->name, &module->ptx);
  g_ptr_array_add (self->modules, module);
  return strlen (module->name) <= WS_HISTORY_MAX_NAME || refuse (error);
}

static gboolean
take_step (WsHistory *self, GVariant *body, GError **error)
{
  WsStep *step;

  if (self->steps->len >= WS_HISTORY_MAX_STEPS)
    return refuse_length (error);
  step = ws_step_from_variant (body, error);
  if (step == NULL)
    return FALSE;
  g_ptr_array_add (self->steps, step);
  return (step->kind != WS_STEP_LAUNCH || step->module < self->modules->len) || refuse (error);
}

static gboolean
take_ran (WsHistory *self, GVariant *body, GError **error)
{
  GVariantIter iter;
  guint32 index;
  guint64 begin;
  guint64 duration;
  guint32 problem;
  const char *words;

  g_variant_iter_init (&iter, body);
  while (g_variant_iter_next (&iter, "(uttu&s)", &index, &begin, &duration, &problem, &words))
    {
      WsStep *step = index < self->steps->len ? g_ptr_array_index (self->steps, index) : NULL;

      if (step == NULL || step->kind != WS_STEP_LAUNCH
          || begin > G_MAXINT64 - MIN (duration, G_MAXINT64)
          || strlen (words) > WS_HISTORY_MAX_WORDS)
        return refuse (error);
      step->begin_ns = begin;
      step->duration_ns = duration;
      step->error = problem;
      g_free (step->words);
      step->words = g_strdup (words);
    }
  return TRUE;
}

/* Whether each is a texture, with as many texels as it says. */
static gboolean
take_textures (WsCapture *self, GVariant *textures)
{
  self->textures = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_history_texture_free);
  for (gsize i = 0; i < g_variant_n_children (textures); i++)
    {
      g_autoptr (GVariant) each = g_variant_get_child_value (textures, i);
      g_autoptr (GVariant) bytes = NULL;
      WsHistoryTexture *one = g_new0 (WsHistoryTexture, 1);
      WsTexture *texture = &one->texture;

      g_variant_get (each, "(t(uuu)yyyyu@ay)", &one->object, &texture->width, &texture->height,
                     &texture->depth, &texture->kind, &texture->bits, &texture->channels,
                     &texture->address, &texture->flags, &bytes);
      one->bytes = g_variant_get_data_as_bytes (bytes);
      g_ptr_array_add (self->textures, one);
      if (texture->width == 0 || ws_texture_find_wrong (texture) != NULL
          || ws_texture_get_bytes (texture) != g_bytes_get_size (one->bytes))
        return FALSE;
    }
  return TRUE;
}

/* (transfer full) (nullable): checked */
static WsCapture *
capture_from_variant (const WsHistory *history, GVariant *body)
{
  g_autoptr (WsCapture) self = g_new0 (WsCapture, 1);
  g_autoptr (GVariant) params = NULL;
  g_autoptr (GVariant) memories = NULL;
  g_autoptr (GVariant) textures = NULL;
  guint64 end = 0;

  g_variant_get (body, "(uuuu@ay@a(tsay)@a" TEXTURE_TYPE ")", &self->launch, &self->module,
                 &self->architecture, &self->registers, &params, &memories, &textures);
  self->params = g_variant_get_data_as_bytes (params);
  self->memories = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_history_memory_free);
  if (self->launch >= WS_HISTORY_MAX_STEPS || self->module >= history->modules->len
      || g_variant_n_children (memories) > WS_HISTORY_MAX_MEMORIES
      || g_variant_n_children (textures) > WS_HISTORY_MAX_MEMORIES
      || !take_textures (self, textures))
    return NULL;
  for (gsize i = 0; i < g_variant_n_children (memories); i++)
    {
      g_autoptr (GVariant) each = g_variant_get_child_value (memories, i);
      g_autoptr (GVariant) array = NULL;
      WsHistoryMemory *memory = g_new0 (WsHistoryMemory, 1);
      gsize size;

      g_variant_get (each, "(ts@ay)", &memory->address, &memory->symbol, &array);
      memory->bytes = g_variant_get_data_as_bytes (array);
      g_ptr_array_add (self->memories, memory);
      size = g_bytes_get_size (memory->bytes);
      if (size == 0 || memory->address < end || memory->address > G_MAXUINT64 - size
          || strlen (memory->symbol) > WS_HISTORY_MAX_NAME)
        return NULL;
      end = memory->address + size;
    }
  return g_steal_pointer (&self);
}

static gboolean
take_capture (WsHistory *self, GVariant *body, GError **error)
{
  WsCapture *capture = capture_from_variant (self, body);

  if (capture == NULL)
    return refuse (error);
  g_clear_pointer (&self->capture, ws_capture_free);
  self->capture = capture;
  return TRUE;
}

static gboolean
take_end (WsHistory *self, GVariant *body, GError **error)
{
  gint32 status;

  g_variant_get (body, "(i)", &status);
  self->status = status;
  self->has_ended = TRUE;
  return TRUE;
}

static const struct {
  const char *message;
  const char *type; /* NULL: it looks for itself */
  gboolean (*take) (WsHistory *self, GVariant *body, GError **error);
} frames[] = {
  { "begin", "(us)", take_begin }, { "module", "(ss)", take_module },
  { "step", NULL, take_step },     { "ran", "a(uttus)", take_ran },
  { "end", "(i)", take_end },      { "capture", CAPTURE_TYPE, take_capture },
};

/**
 * ws_history_take:
 * @message: name of a frame
 * @body: what it says
 * @error: return location for a #GError: a #WsHistoryError
 *
 * Adds what a frame of a program's process says.
 *
 * Returns: whether it could be; else nothing more is to be read
 */
gboolean
ws_history_take (WsHistory *self, const char *message, GVariant *body, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (frames); i++)
    if (g_str_equal (message, frames[i].message))
      return (frames[i].type == NULL || g_variant_is_of_type (body, G_VARIANT_TYPE (frames[i].type))
              || refuse (error))
             && frames[i].take (self, body, error);
  return refuse (error);
}

/**
 * ws_history_read:
 * @stream: where from
 * @error: return location for a #GError: a #WsHistoryError, or one of the stream
 *
 * Reads what a program's process writes, up to its end. Where that is in the middle of a frame, or
 * something else follows, the history ends before it, and has not ended well.
 *
 * Returns: (transfer full) (nullable): the history
 */
WsHistory *
ws_history_read (GInputStream *stream, GCancellable *cancellable, GError **error)
{
  g_autoptr (WsHistory) self = ws_history_new ();
  gsize n_read = 0;

  while (TRUE)
    {
      g_autoptr (GError) problem = NULL;
      g_autofree char *message = NULL;
      g_autoptr (GVariant) body =
          ws_protocol_read_counted (stream, &n_read, &message, cancellable, &problem);

      if (body == NULL && problem->domain == WS_PROTOCOL_ERROR)
        return g_steal_pointer (&self);
      if (body == NULL)
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return NULL;
        }
      if (n_read > WS_HISTORY_MAX_BYTES)
        {
          refuse_length (error);
          return NULL;
        }
      if (!ws_history_take (self, message, body, error))
        return NULL;
    }
}

/* ---- what it says ---- */

/**
 * ws_history_get_launch:
 * @launch: which, counted from 0
 *
 * Returns: (transfer none) (nullable): its step; %NULL if there are fewer
 */
const WsStep *
ws_history_get_launch (const WsHistory *self, guint launch)
{
  for (guint i = 0; i < self->steps->len; i++)
    {
      const WsStep *step = g_ptr_array_index (self->steps, i);

      if (step->kind == WS_STEP_LAUNCH && launch-- == 0)
        return step;
    }
  return NULL;
}

/* Returns: how many there are, those that failed included */
guint
ws_history_count_launches (const WsHistory *self)
{
  guint n = 0;

  for (guint i = 0; i < self->steps->len; i++)
    n += ((const WsStep *)g_ptr_array_index (self->steps, i))->kind == WS_STEP_LAUNCH;
  return n;
}

/* Returns: (transfer none) (nullable): why the last thing that was refused was, in a sentence */
const char *
ws_history_find_refusal (const WsHistory *self)
{
  for (guint i = self->steps->len; i-- > 0;)
    {
      const WsStep *step = g_ptr_array_index (self->steps, i);

      if (step->kind == WS_STEP_REFUSED && *step->words != '\0')
        return step->words;
    }
  return NULL;
}

/* Returns: the launch that takes longest, counted from 0: the first of those that take as long;
 * %G_MAXUINT if there is none that ran */
guint
ws_history_find_longest (const WsHistory *self)
{
  guint64 longest = 0;
  guint found = G_MAXUINT;
  guint launch = 0;

  for (guint i = 0; i < self->steps->len; i++)
    {
      const WsStep *step = g_ptr_array_index (self->steps, i);

      if (step->kind != WS_STEP_LAUNCH)
        continue;
      if (step->error == 0 && step->duration_ns > longest)
        {
          longest = step->duration_ns;
          found = launch;
        }
      launch++;
    }
  return found;
}

/**
 * ws_capture_to_variant:
 *
 * Returns: (transfer floating): the body of a frame "capture"
 */
GVariant *
ws_capture_to_variant (const WsCapture *self)
{
  GVariantBuilder memories;
  GVariantBuilder textures;

  g_variant_builder_init (&textures, G_VARIANT_TYPE ("a" TEXTURE_TYPE));
  for (guint i = 0; i < self->textures->len; i++)
    {
      const WsHistoryTexture *one = g_ptr_array_index (self->textures, i);
      const WsTexture *texture = &one->texture;

      g_variant_builder_add (
          &textures, "(t(uuu)yyyyu@ay)", one->object, texture->width, texture->height,
          texture->depth, texture->kind, texture->bits, texture->channels, texture->address,
          texture->flags, g_variant_new_from_bytes (G_VARIANT_TYPE_BYTESTRING, one->bytes, TRUE));
    }
  g_variant_builder_init (&memories, G_VARIANT_TYPE ("a(tsay)"));
  for (guint i = 0; i < self->memories->len; i++)
    {
      const WsHistoryMemory *memory = g_ptr_array_index (self->memories, i);

      g_variant_builder_add (
          &memories, "(ts@ay)", memory->address, memory->symbol,
          g_variant_new_from_bytes (G_VARIANT_TYPE_BYTESTRING, memory->bytes, TRUE));
    }
  return g_variant_new ("(uuuu@aya(tsay)a" TEXTURE_TYPE ")", self->launch, self->module,
                        self->architecture, self->registers,
                        g_variant_new_from_bytes (G_VARIANT_TYPE_BYTESTRING, self->params, TRUE),
                        &memories, &textures);
}
