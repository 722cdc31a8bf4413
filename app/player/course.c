#include "player/course.h"

#define STEPS_KEY   "lesson-steps"
#define ANSWERS_KEY "lesson-answers"

struct _WsCourse {
  GObject parent_instance;

  GPtrArray *lessons; /* WsLesson */
  GSettings *settings;
};

enum { CHANGED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsCourse, ws_course, G_TYPE_OBJECT)

static void
ws_course_finalize (GObject *object)
{
  WsCourse *self = WS_COURSE (object);

  g_clear_pointer (&self->lessons, g_ptr_array_unref);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (ws_course_parent_class)->finalize (object);
}

static void
ws_course_class_init (WsCourseClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ws_course_finalize;
  signals[CHANGED] = g_signal_new ("changed", WS_TYPE_COURSE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
}

static void
ws_course_init (WsCourse *self)
{
}

/**
 * ws_course_new:
 * @lessons: (transfer full) (element-type WsLesson): in their order
 * @settings: (transfer none): remember how far each has been gone through
 */
WsCourse *
ws_course_new (GPtrArray *lessons, GSettings *settings)
{
  WsCourse *self = g_object_new (WS_TYPE_COURSE, NULL);

  self->lessons = lessons;
  self->settings = g_object_ref (settings);
  return self;
}

/* Returns: (transfer none) (element-type WsLesson): its lessons, in their order */
GPtrArray *
ws_course_get_lessons (WsCourse *self)
{
  g_return_val_if_fail (WS_IS_COURSE (self), NULL);
  return self->lessons;
}

/**
 * ws_course_get_seen:
 * @id: of a lesson
 *
 * Returns: steps that have been gone through, from the first on
 */
guint
ws_course_get_seen (WsCourse *self, const char *id)
{
  g_autoptr (GVariant) all = NULL;
  guint32 steps = 0;

  g_return_val_if_fail (WS_IS_COURSE (self), 0);

  all = g_settings_get_value (self->settings, STEPS_KEY);
  g_variant_lookup (all, id, "u", &steps);
  return steps;
}

/* Returns: whether its last step has been seen */
gboolean
ws_course_is_done (WsCourse *self, const WsLesson *lesson)
{
  return ws_course_get_seen (self, lesson->id) >= ws_lesson_get_n_steps (lesson);
}

/* A lesson of a file may have any name. */
static gboolean
has (WsCourse *self, const char *id)
{
  for (guint i = 0; i < self->lessons->len; i++)
    if (g_str_equal (((const WsLesson *)g_ptr_array_index (self->lessons, i))->id, id))
      return TRUE;
  return FALSE;
}

/* Stores @value for a lesson, leaving others unchanged. */
static void
put (WsCourse *self, const char *key, const char *id, GVariant *value)
{
  g_autoptr (GVariant) all = g_settings_get_value (self->settings, key);
  GVariantBuilder builder;
  GVariantIter iter;
  GVariant *entry;

  g_variant_builder_init (&builder, g_variant_get_type (all));
  g_variant_iter_init (&iter, all);
  while ((entry = g_variant_iter_next_value (&iter)) != NULL)
    {
      g_autoptr (GVariant) name = g_variant_get_child_value (entry, 0);

      if (!g_str_equal (g_variant_get_string (name, NULL), id))
        g_variant_builder_add_value (&builder, entry);
      g_variant_unref (entry);
    }
  g_variant_builder_add_value (&builder,
                               g_variant_new_dict_entry (g_variant_new_string (id), value));
  g_settings_set_value (self->settings, key, g_variant_builder_end (&builder));
}

/**
 * ws_course_note_seen:
 * @id: of a lesson
 * @steps: the step that is shown, from 1
 *
 * Stores it for a lesson of the course, unless a later step has been seen.
 */
void
ws_course_note_seen (WsCourse *self, const char *id, guint steps)
{
  g_return_if_fail (WS_IS_COURSE (self) && id != NULL);

  if (!has (self, id) || steps <= ws_course_get_seen (self, id))
    return;
  put (self, STEPS_KEY, id, g_variant_new_uint32 (steps));
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * ws_course_dup_answers:
 * @id: of a lesson
 *
 * Returns: (transfer full): the answers that were kept, as "au": marks of
 * ws_lesson_deck_save_answers()
 */
GVariant *
ws_course_dup_answers (WsCourse *self, const char *id)
{
  g_autoptr (GVariant) all = NULL;
  GVariant *marks;

  g_return_val_if_fail (WS_IS_COURSE (self) && id != NULL, NULL);

  all = g_settings_get_value (self->settings, ANSWERS_KEY);
  marks = g_variant_lookup_value (all, id, G_VARIANT_TYPE ("au"));
  return marks != NULL ? marks
                       : g_variant_ref_sink (g_variant_new_array (G_VARIANT_TYPE_UINT32, NULL, 0));
}

/**
 * ws_course_keep_answers:
 * @id: of a lesson
 * @marks: (transfer floating): as "au"
 *
 * Stores the answers to the questions of a lesson of the course, replacing earlier ones.
 */
void
ws_course_keep_answers (WsCourse *self, const char *id, GVariant *marks)
{
  g_autoptr (GVariant) owned = g_variant_ref_sink (marks);
  g_autoptr (GVariant) before = NULL;

  g_return_if_fail (WS_IS_COURSE (self) && id != NULL);

  before = ws_course_dup_answers (self, id);
  if (has (self, id) && !g_variant_equal (before, owned))
    put (self, ANSWERS_KEY, id, owned);
}

/**
 * ws_course_get_next:
 * @self: a course
 * @id: of a lesson
 *
 * Returns: (transfer none) (nullable): the next lesson; %NULL for the last one, and for a lesson
 * that is not of the course
 */
const WsLesson *
ws_course_get_next (WsCourse *self, const char *id)
{
  g_return_val_if_fail (WS_IS_COURSE (self), NULL);

  for (guint i = 0; i + 1 < self->lessons->len; i++)
    if (g_str_equal (((const WsLesson *)g_ptr_array_index (self->lessons, i))->id, id))
      return g_ptr_array_index (self->lessons, i + 1);
  return NULL;
}
