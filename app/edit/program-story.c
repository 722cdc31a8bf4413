#include "edit/program-story.h"

#include "history/fold.h"
#include "pen/quantity.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <string.h>

static void
item_free (gpointer data)
{
  WsStoryItem *self = data;

  g_free (self->title);
  g_free (self->detail);
  g_free (self->time);
  g_free (self->sentence);
  g_free (self->problem);
  g_free (self);
}

static void
part_free (gpointer data)
{
  WsStoryPart *self = data;

  g_ptr_array_unref (self->items);
  g_free (self);
}

void
ws_program_story_free (WsProgramStory *self)
{
  g_ptr_array_unref (self->parts);
  g_array_unref (self->streams);
  g_ptr_array_unref (self->files);
  g_free (self->output);
  g_free (self->errors);
  g_free (self->ending);
  g_free (self->outcome);
  g_free (self->verdict);
  g_free (self);
}

/* ---- what a step is ---- */

/* What is waited for, marked and given back says nothing of what the device did. */
static gboolean
is_told (const WsStep *step)
{
  return step->kind == WS_STEP_LAUNCH || step->kind == WS_STEP_COPY || step->kind == WS_STEP_ALLOC
         || step->kind == WS_STEP_SET || step->kind == WS_STEP_REFUSED
         || step->kind == WS_STEP_LIBRARY || *step->words != '\0';
}

static const WsStep *
get_step (const WsHistory *history, guint index)
{
  return g_ptr_array_index (history->steps, index);
}

/* (transfer full): "heat" of "void heat<float>(float const*, int)" */
static char *
dup_kernel (const WsStep *step)
{
  const char *title = *step->title != '\0' ? step->title : step->name;
  const char *end = title + strcspn (title, "(");
  const char *start = title;
  guint depth = 0;

  /* the type that a template returns stands before its name */
  for (const char *at = title; at < end; at++)
    {
      depth += *at == '<';
      depth -= *at == '>' && depth > 0;
      if (*at == ' ' && depth == 0)
        start = at + 1;
    }
  return g_strndup (start, (gsize)(end - start));
}

/* (transfer full): "12.3 µs", or from the shortest to the longest; empty where none took any */
static char *
format_times (guint64 least, guint64 most)
{
  g_autofree char *first = NULL;
  g_autofree char *last = NULL;

  if (most == 0)
    return g_strdup ("");
  first = ws_quantity_format (WS_QUANTITY_TIME, (double)least);
  last = ws_quantity_format (WS_QUANTITY_TIME, (double)most);
  return g_str_equal (first, last) ? g_steal_pointer (&first)
                                   : g_strdup_printf ("%s – %s", first, last);
}

/* Of a copy; of others what the call is called. */
static const char *
get_mark (const WsStep *step)
{
  /* Translators: where memory is copied from and to; an arrow and a word or two */
  static const char *const copies[] = { N_ ("host → host"), N_ ("→ device"), N_ ("→ host"),
                                        N_ ("device → device") };

  switch (step->kind)
    {
    case WS_STEP_COPY:
      return _ (copies[step->copy]);
    case WS_STEP_ALLOC:
      /* Translators: memory of the device, as a noun: "allocated", in a word */
      return _ ("allocated");
    case WS_STEP_SET:
      /* Translators: bytes of memory that were set to one value, in a word */
      return _ ("set");
    default:
      return step->name;
    }
}

/* ---- marks: steps that are no launches ---- */

/* Several of one kind that follow each other, of the same stream, in a part that is no loop. */
typedef struct {
  const WsStep *step; /* nullable: the first */
  guint n;
  guint64 bytes;
} Mark;

static gboolean
goes_on (const Mark *self, const WsStep *step)
{
  return self->step != NULL && self->step->kind == step->kind && self->step->copy == step->copy
         && self->step->stream == step->stream && step->kind != WS_STEP_REFUSED
         && (step->kind != WS_STEP_LIBRARY || g_str_equal (self->step->name, step->name))
         && *self->step->words == '\0' && *step->words == '\0';
}

static guint
find_stream (const WsProgramStory *self, guint32 stream)
{
  for (guint i = 0; i < self->streams->len; i++)
    if (g_array_index (self->streams, guint32, i) == stream)
      return i;
  return 0;
}

static WsStoryItem *
new_item (const WsProgramStory *self, const WsStep *step)
{
  WsStoryItem *item = g_new0 (WsStoryItem, 1);

  item->kind = step->kind;
  item->stream = find_stream (self, step->stream);
  item->launch = G_MAXUINT;
  item->time = g_strdup ("");
  item->problem = *step->words != '\0' ? g_strdup (step->words) : NULL;
  return item;
}

/* (transfer full): what is said below a call of a library's, of @n that follow each other */
static char *
format_library (guint n)
{
  /* Translators: a call of a library (cuBLAS, cuRAND) that the host does: no launch of a kernel */
  const char *words = _ ("library, no kernel");

  return n > 1 ? g_strdup_printf ("%u × %s", n, words) : g_strdup (words);
}

static WsStoryItem *
make_mark (const WsProgramStory *self, const Mark *mark)
{
  WsStoryItem *item = new_item (self, mark->step);
  g_autofree char *size = g_format_size_full (mark->bytes, G_FORMAT_SIZE_IEC_UNITS);
  gboolean has_size = mark->bytes > 0;

  item->title = g_strdup (get_mark (mark->step));
  item->detail = mark->step->kind == WS_STEP_LIBRARY ? format_library (mark->n)
                                                     : g_strdup (has_size ? size : "");
  if (item->problem != NULL)
    item->sentence = g_strdup_printf ("%s: %s", mark->step->name, item->problem);
  else if (mark->step->kind == WS_STEP_LIBRARY)
    item->sentence = g_strdup_printf ("%s: %s", mark->step->name, item->detail);
  else if (mark->n > 1)
    /* Translators: calls of one kind: "cudaMalloc, 3 calls: 12 MiB" */
    item->sentence =
        g_strdup_printf (ngettext ("%1$s, %2$u call: %3$s", "%1$s, %2$u calls: %3$s", mark->n),
                         mark->step->name, mark->n, size);
  else
    item->sentence =
        has_size ? g_strdup_printf ("%s: %s", mark->step->name, size) : g_strdup (mark->step->name);
  return item;
}

static void
end_mark (WsProgramStory *self, WsStoryPart *part, Mark *mark)
{
  if (mark->step != NULL)
    g_ptr_array_add (part->items, make_mark (self, mark));
  *mark = (Mark){ .step = NULL };
}

/* ---- launches ---- */

/* @step_of_round: of @rounds, which is a launch there */
static WsStoryItem *
make_launch (const WsProgramStory *self, const WsHistory *history, const WsRounds *rounds,
             guint step_of_round)
{
  const WsStep *step = get_step (history, rounds->first + step_of_round);
  WsStoryItem *item = new_item (self, step);
  g_autofree char *grid = ws_words_format_extent (step->grid);
  g_autofree char *block = ws_words_format_extent (step->block);
  guint64 least = G_MAXUINT64;
  guint64 most = 0;
  guint n_repeated = 0;
  GString *sentence;

  for (guint i = 0; i < rounds->n_rounds; i++)
    {
      const WsStep *same = get_step (history, rounds->first + i * rounds->n_steps + step_of_round);

      least = MIN (least, same->duration_ns);
      most = MAX (most, same->duration_ns);
      n_repeated += same->is_repeated;
      if (item->problem == NULL && *same->words != '\0')
        item->problem = g_strdup (same->words);
    }
  item->title = dup_kernel (step);
  item->detail = g_strdup_printf ("%s × %s", grid, block);
  g_free (item->time);
  item->time = format_times (least, most);
  sentence = g_string_new (NULL);
  /* Translators: a kernel, its grid and its block */
  g_string_append_printf (sentence, _ ("%1$s, grid %2$s, block %3$s"), item->title, grid, block);
  if (*item->time != '\0')
    g_string_append_printf (sentence, ", %s", item->time);
  if (rounds->n_rounds > 1)
    g_string_append_printf (sentence, ngettext (", %u time", ", %u times", rounds->n_rounds),
                            rounds->n_rounds);
  if (n_repeated > 0)
    g_string_append_printf (sentence,
                            ngettext (", of which %u changes nothing and was not executed again",
                                      ", of which %u change nothing and were not executed again",
                                      n_repeated),
                            n_repeated);
  if (item->problem != NULL)
    g_string_append_printf (sentence, ": %s", item->problem);
  item->sentence = g_string_free (sentence, FALSE);
  return item;
}

/* ---- parts ---- */

static WsStoryPart *
add_part (WsProgramStory *self, guint n_rounds)
{
  WsStoryPart *part = g_new0 (WsStoryPart, 1);

  part->items = g_ptr_array_new_with_free_func (item_free);
  part->n_rounds = n_rounds;
  part->first_launch = self->n_launches;
  g_ptr_array_add (self->parts, part);
  return part;
}

static gboolean
has_launch (const WsHistory *history, const WsRounds *rounds)
{
  for (guint i = 0; i < rounds->n_steps; i++)
    if (get_step (history, rounds->first + i)->kind == WS_STEP_LAUNCH)
      return TRUE;
  return FALSE;
}

/* One round of @rounds behind what @part has. */
static void
tell (WsProgramStory *self, const WsHistory *history, const WsRounds *rounds, WsStoryPart *part,
      Mark *mark)
{
  for (guint i = 0; i < rounds->n_steps; i++)
    {
      const WsStep *step = get_step (history, rounds->first + i);

      if (!is_told (step))
        continue;
      if (!goes_on (mark, step))
        end_mark (self, part, mark);
      if (step->kind != WS_STEP_LAUNCH)
        {
          mark->step = mark->step != NULL ? mark->step : step;
          mark->n++;
          mark->bytes += step->size;
          continue;
        }
      g_ptr_array_add (part->items, make_launch (self, history, rounds, i));
      ((WsStoryItem *)g_ptr_array_index (part->items, part->items->len - 1))->launch =
          part->n_launches++;
      self->n_launches += rounds->n_rounds;
    }
}

/* A loop without a launch is told as the steps that it is. */
static void
tell_plain (WsProgramStory *self, const WsHistory *history, const WsRounds *rounds,
            WsStoryPart *part, Mark *mark)
{
  for (guint i = 0; i < rounds->n_rounds; i++)
    {
      const WsRounds round = { rounds->first + i * rounds->n_steps, rounds->n_steps, 1 };

      tell (self, history, &round, part, mark);
    }
}

static void
tell_history (WsProgramStory *self, const WsHistory *history)
{
  g_autoptr (GArray) folds = ws_history_fold (history);
  WsStoryPart *plain = NULL;
  Mark mark = { .step = NULL };

  for (guint i = 0; i < folds->len; i++)
    {
      const WsRounds *rounds = &g_array_index (folds, WsRounds, i);
      gboolean is_loop = rounds->n_rounds > 1 && has_launch (history, rounds);
      WsStoryPart *part;

      if (is_loop && plain != NULL)
        end_mark (self, plain, &mark);
      if (is_loop)
        {
          plain = NULL;
          part = add_part (self, rounds->n_rounds);
          tell (self, history, rounds, part, &mark);
          end_mark (self, part, &mark);
          continue;
        }
      if (plain == NULL)
        plain = add_part (self, 1);
      tell_plain (self, history, rounds, plain, &mark);
    }
  if (plain != NULL)
    end_mark (self, plain, &mark);
}

static int
compare_streams (gconstpointer a, gconstpointer b)
{
  guint32 first = *(const guint32 *)a, second = *(const guint32 *)b;

  return (first > second) - (first < second);
}

static void
list_streams (WsProgramStory *self, const WsHistory *history)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < history->steps->len; i++)
    {
      const WsStep *step = get_step (history, i);

      if ((step->kind == WS_STEP_LAUNCH || step->kind == WS_STEP_COPY
           || step->kind == WS_STEP_LIBRARY)
          && g_hash_table_add (seen, GUINT_TO_POINTER (step->stream)))
        g_array_append_val (self->streams, step->stream);
    }
  g_array_sort (self->streams, compare_streams);
}

/* ---- what it said ---- */

static gboolean
has_word (const char *line, const char *const *words)
{
  g_autofree char *plain = g_ascii_strdown (line, -1);

  for (guint i = 0; words[i] != NULL; i++)
    {
      const char *found = strstr (plain, words[i]);

      if (found != NULL && (found == plain || !g_ascii_isalpha (found[-1]))
          && !g_ascii_isalpha (found[strlen (words[i])]))
        return TRUE;
    }
  return FALSE;
}

/* The last line that is none of blanks alone, where it says whether all went well. */
static void
find_verdict (WsProgramStory *self)
{
  static const char *const good[] = { "passed",     "pass",         "success", "succeeded",
                                      "successful", "successfully", "correct", NULL };
  static const char *const bad[] = { "failed",    "fail",  "failure",  "error", "errors",
                                     "incorrect", "wrong", "mismatch", "not",   NULL };
  g_autofree char *output = g_strchomp (g_strdup (self->output));
  const char *line = strrchr (output, '\n') != NULL ? strrchr (output, '\n') + 1 : output;
  gboolean is_bad = has_word (line, bad);

  if (!is_bad && !has_word (line, good))
    return;
  self->verdict = g_strstrip (g_strdup (line));
  self->is_good &= !is_bad;
}

static void
tell_ending (WsProgramStory *self, const WsProgramRun *run)
{
  self->is_good = run->signal == 0 && run->status == 0;
  self->is_stopped = run->is_stopped;
  if (run->is_stopped)
    {
      guint n = ws_history_count_launches (run->history);

      self->ending = g_strdup_printf (
          ngettext ("The program was stopped after %u launch: its kernels had taken all the time "
                    "that they may.",
                    "The program was stopped after %u launches: its kernels had taken all the time "
                    "that they may.",
                    n),
          n);
      /* Translators: a program, before its end */
      self->outcome = g_strdup (_ ("Stopped"));
      return;
    }
  if (run->signal != 0)
    {
      self->ending = g_strdup_printf (_ ("The program was ended by signal %d (%s)."), run->signal,
                                      g_strsignal (run->signal));
      self->outcome = g_strdup_printf (_ ("Signal %d"), run->signal);
      return;
    }
  self->ending = g_strdup_printf (_ ("The program ended with status %d."), run->status);
  /* Translators: the exit status of a program */
  self->outcome = g_strdup_printf (_ ("Status %d"), run->status);
}

static void
tell_compiler (WsProgramStory *self, const WsProgramRun *run)
{
  g_autofree char *ending = g_steal_pointer (&self->ending);

  /* Translators: how a program ended, and what has compiled it */
  self->ending = run->compiler != NULL
                     ? g_strdup_printf (_ ("%s Compiled by %s."), ending, run->compiler)
                     : g_steal_pointer (&ending);
}

/**
 * ws_program_story_new:
 * @run: what came of a program
 *
 * Returns: (transfer full): its story; nothing of @run is needed for it any more
 */
WsProgramStory *
ws_program_story_new (const WsProgramRun *run)
{
  WsProgramStory *self = g_new0 (WsProgramStory, 1);

  self->parts = g_ptr_array_new_with_free_func (part_free);
  self->streams = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->output = g_strdup (run->output != NULL ? run->output : "");
  self->errors = g_strdup (run->errors != NULL ? run->errors : "");
  self->files = run->files != NULL ? g_ptr_array_ref (run->files) : g_ptr_array_new ();
  tell_ending (self, run);
  tell_compiler (self, run);
  list_streams (self, run->history);
  tell_history (self, run->history);
  find_verdict (self);
  return self;
}

/* Returns: (transfer none): it */
const WsStoryPart *
ws_program_story_get_part (const WsProgramStory *self, guint part)
{
  return g_ptr_array_index (self->parts, part);
}

/**
 * ws_program_story_find:
 * @launch: of all launches of the program, counted from 0
 * @place: (out): where it is told
 *
 * Returns: whether there is such a launch
 */
gboolean
ws_program_story_find (const WsProgramStory *self, guint launch, WsStoryPlace *place)
{
  for (guint i = 0; i < self->parts->len; i++)
    {
      const WsStoryPart *part = ws_program_story_get_part (self, i);

      if (launch < part->first_launch
          || launch - part->first_launch >= part->n_launches * part->n_rounds)
        continue;
      place->part = i;
      place->round = (launch - part->first_launch) / part->n_launches;
      place->launch = (launch - part->first_launch) % part->n_launches;
      return TRUE;
    }
  return FALSE;
}

/**
 * ws_program_story_get_launch:
 * @place: where a launch is told
 *
 * Returns: which it is of all launches of the program, counted from 0
 */
guint
ws_program_story_get_launch (const WsProgramStory *self, const WsStoryPlace *place)
{
  const WsStoryPart *part = ws_program_story_get_part (self, place->part);

  return part->first_launch + place->round * part->n_launches + place->launch;
}
