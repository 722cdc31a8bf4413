/* answers.c: the order of a question's answers, and a stable number for the chosen one. */
#include "lesson/lesson-private.h"

/* 32-bit FNV-1a, independent of GLib's version. */
#define FNV_BASIS 2166136261u
#define FNV_PRIME 16777619u

static guint32
hash (guint32 seed, const char *bytes)
{
  for (; *bytes != '\0'; bytes++)
    seed = (seed ^ (guint8)*bytes) * FNV_PRIME;
  return seed;
}

/* The next number of xorshift; @state is never 0. */
static guint32
draw (guint32 *state)
{
  *state ^= *state << 13;
  *state ^= *state >> 17;
  *state ^= *state << 5;
  return *state;
}

/**
 * ws_lesson_answers_shuffle:
 * @answers: (inout) (element-type WsLessonAnswer): in the order of the lesson's file
 * @id: of the lesson
 * @step: that asks, from 0
 *
 * Shuffles them into the order shown, which is always the same for a question at this place of this
 * lesson.
 */
void
ws_lesson_answers_shuffle (GPtrArray *answers, const char *id, guint step)
{
  g_autofree char *number = g_strdup_printf ("/%u", step + 1);
  guint32 state = hash (hash (FNV_BASIS, id), number);

  state += state == 0;
  for (guint i = 0; i < 4; i++) /* seeds that differ in one digit give different orders */
    draw (&state);
  for (guint left = answers->len; left > 1; left--)
    {
      guint taken = draw (&state) % left;
      gpointer answer = answers->pdata[taken];

      answers->pdata[taken] = answers->pdata[left - 1];
      answers->pdata[left - 1] = answer;
    }
}

/**
 * ws_lesson_step_make_mark:
 * @self: a step with answers
 * @answer: one of them, from 0
 *
 * Returns: a number for this answer to this question, independent of the step's position and the
 * order of answers; it changes if either is rewritten
 */
guint32
ws_lesson_step_make_mark (const WsLessonStep *self, guint answer)
{
  const WsLessonAnswer *chosen;
  guint32 mark;

  g_return_val_if_fail (self->question != NULL && answer < self->answers->len, 0);

  chosen = g_ptr_array_index (self->answers, answer);
  mark = hash (hash (FNV_BASIS, self->title), "\n");
  mark = hash (hash (mark, self->question->text), "\n");
  return hash (mark, chosen->text.text);
}
