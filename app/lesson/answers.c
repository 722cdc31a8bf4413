/* answers.c: in which order the answers of a question are offered, and what is kept of the one that
 * was chosen. */
#include "lesson/lesson-private.h"

/* FNV-1a of 32 bits, which no version of GLib changes. */
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
 * @answers: (inout) (element-type WsLessonAnswer): as the lesson's file has them
 * @id: of the lesson
 * @step: that asks, from 0
 *
 * Puts them in the order in which they are offered: always the same for a question at this place of
 * this lesson.
 */
void
ws_lesson_answers_shuffle (GPtrArray *answers, const char *id, guint step)
{
  g_autofree char *number = g_strdup_printf ("/%u", step + 1);
  guint32 state = hash (hash (FNV_BASIS, id), number);

  state += state == 0;
  for (guint i = 0; i < 4; i++) /* seeds that differ by a digit have orders that differ */
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
 * Returns: a number that stands for this answer to this question, wherever the step stands in the
 * lesson, and however its answers are shuffled; it is another where
 * either is rewritten
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
