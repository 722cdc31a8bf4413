/* words.c: the terms that describe a run. */
#include "record/record-private.h"

#include <glib/gi18n.h>
#include <string.h>

/* never written to */
#define WORD(text) ((char *)(text))

static const struct {
  const char *op;
  WsRunWords words;
} operators[] = {
  { "sum", { WORD (N_ ("sum")), WORD ("+"), WORD ("add"), WORD ("Σ") } },
  { "product", { WORD (N_ ("product")), WORD ("×"), WORD ("multiply"), WORD ("Π") } },
  { "max", { WORD (N_ ("max")), WORD ("max"), WORD ("keep the larger"), NULL } },
  { "min", { WORD (N_ ("min")), WORD ("min"), WORD ("keep the smaller"), NULL } },
  { "map", { NULL, NULL, WORD ("compute"), NULL } }, /* each element by itself */
};

/**
 * ws_run_words_find:
 * @op: (nullable): an operator of the catalogue, which runs before version 4 have instead of words
 *
 * Returns: (transfer none) (nullable): the words for "sum", "product", "max", "min" and "map",
 * which combines nothing; %NULL for others
 */
const WsRunWords *
ws_run_words_find (const char *op)
{
  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    if (g_strcmp0 (op, operators[i].op) == 0)
      return &operators[i].words;
  return NULL;
}

/* Frees them; the struct itself is the caller's. */
void
ws_run_words_clear (WsRunWords *self)
{
  g_clear_pointer (&self->result, g_free);
  g_clear_pointer (&self->combine, g_free);
  g_clear_pointer (&self->combines, g_free);
  g_clear_pointer (&self->many, g_free);
}

static void
drop_empty (char **word)
{
  if (*word != NULL && **word == '\0')
    g_clear_pointer (word, g_free);
}

/* Replaces empty words by %NULL. */
void
ws_run_words_drop_empty (WsRunWords *self)
{
  drop_empty (&self->result);
  drop_empty (&self->combine);
  drop_empty (&self->combines);
  drop_empty (&self->many);
}
