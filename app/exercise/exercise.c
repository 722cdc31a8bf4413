#include "exercise/exercise.h"

#include "words/words.h"

#define MISTAKES "mistakes"

G_DEFINE_QUARK (ws - exercise - error - quark, ws_exercise_error)

/* Returns: (transfer full): an exercise in which nothing stands yet */
WsExercise *
ws_exercise_new (const char *id)
{
  WsExercise *self = g_new0 (WsExercise, 1);

  g_atomic_ref_count_init (&self->refs);
  self->id = g_strdup (id);
  self->words = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_lesson_text_free);
  self->hints = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_lesson_text_free);
  return self;
}

WsExercise *
ws_exercise_ref (WsExercise *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
ws_exercise_unref (WsExercise *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_free (self->id);
  g_free (self->title);
  g_free (self->spec);
  g_ptr_array_unref (self->words);
  g_ptr_array_unref (self->hints);
  g_strfreev (self->requirements);
  g_free (self->kernels);
  for (guint i = 0; i < WS_EXERCISE_N_BLOCKS; i++)
    g_free (self->blocks[i]);
  g_free (self);
}

static gboolean
names_mistakes (const WsExercise *self)
{
  for (guint i = 0; self->requirements[i] != NULL; i++)
    if (g_str_has_prefix (self->requirements[i], MISTAKES))
      return TRUE;
  return FALSE;
}

/**
 * ws_exercise_list_requirements:
 *
 * Mistakes are never good, unless the exercise itself says how many there must be.
 *
 * Returns: (transfer full) (array zero-terminated=1): all that must hold
 */
char **
ws_exercise_list_requirements (const WsExercise *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  g_strv_builder_addv (builder, (const char **)self->requirements);
  if (!names_mistakes (self))
    g_strv_builder_add (builder, MISTAKES " == 0");
  return g_strv_builder_end (builder);
}

/* Returns: (transfer full): what must hold */
WsGate *
ws_exercise_make_gate (const WsExercise *self)
{
  g_auto (GStrv) requirements = ws_exercise_list_requirements (self);
  WsGate *gate = ws_gate_new ((const char *const *)requirements, self->kernels, NULL, NULL);

  g_assert (gate != NULL); /* it was checked when it was read */
  return gate;
}

/* As po/ has it: on one line. (transfer full) */
static char *
dup_text (GPtrArray *texts, guint paragraph)
{
  const WsLessonText *text = g_ptr_array_index (texts, paragraph);
  g_autofree char *spaced = g_strdelimit (g_strdup (text->text), "\n\t", ' ');

  return g_strdup (ws_words_translate (spaced));
}

/* Returns: (transfer full): what is asked for, as Pango markup: a line for each paragraph */
char *
ws_exercise_dup_words (const WsExercise *self)
{
  GString *words = g_string_new (NULL);

  for (guint i = 0; i < self->words->len; i++)
    {
      g_autofree char *paragraph = dup_text (self->words, i);

      g_string_append_printf (words, "%s%s", i > 0 ? "\n" : "", paragraph);
    }
  return g_string_free (words, FALSE);
}

/**
 * ws_exercise_dup_hint:
 * @hint: of @hints, from 0
 *
 * Returns: (transfer full): Pango markup, on one line
 */
char *
ws_exercise_dup_hint (const WsExercise *self, guint hint)
{
  return dup_text (self->hints, hint);
}
