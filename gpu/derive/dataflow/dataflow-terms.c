#include "dataflow/dataflow-private.h"

#include <stdlib.h>

static guint32
add (WsTerms *self, WsTerm term)
{
  g_array_append_val (self->terms, term);
  return self->terms->len - 1;
}

/**
 * ws_terms_init:
 * @self: (out caller-allocates): terms: %WS_TERM_NONE alone
 */
void
ws_terms_init (WsTerms *self)
{
  self->terms = g_array_new (FALSE, FALSE, sizeof (WsTerm));
  self->stack = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->leaves = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->mark = 0;
  self->steps = 0;
  add (self, (WsTerm){ .site = WS_NONE });
}

void
ws_terms_clear (WsTerms *self)
{
  g_array_unref (self->terms);
  g_array_unref (self->stack);
  g_array_unref (self->leaves);
}

/**
 * ws_terms_add_leaf:
 * @node: whose value it is
 * @event: that read it
 * @loaded: whether it was read from its cell or got from another lane, and not kept in the register
 * that it was stored from
 * @has_value: whether @value is known
 *
 * Returns: a term: the value of a node
 */
guint32
ws_terms_add_leaf (WsTerms *self, guint32 node, guint32 event, gboolean loaded, gboolean has_value,
                   guint64 value)
{
  return add (self, (WsTerm){ .value = value,
                              .a = node,
                              .site = WS_NONE,
                              .event = event,
                              .kind = WS_TERM_LEAF,
                              .has_value = has_value,
                              .loaded = loaded });
}

/**
 * ws_terms_add_constant:
 * @event: that showed it
 *
 * Returns: a term that carries no data, and whose value has been seen
 */
guint32
ws_terms_add_constant (WsTerms *self, guint32 event, guint64 value)
{
  return add (self, (WsTerm){ .value = value,
                              .site = WS_NONE,
                              .event = event,
                              .kind = WS_TERM_CONSTANT,
                              .has_value = TRUE });
}

/* Whether the value comes from any node: neither %WS_TERM_NONE nor a constant does. */
gboolean
ws_terms_has_data (const WsTerms *self, guint32 term)
{
  return term != WS_TERM_NONE && ws_terms_get (self, term)->kind != WS_TERM_CONSTANT;
}

/**
 * ws_terms_add_union:
 * @a: what one source comes from
 * @b: what the other comes from
 * @site: index of the instruction that combined them; %WS_NONE if what joins them is no
 * arithmetic
 * @event: that did it
 *
 * Returns: the term of both; that of one of them where the other carries no data or is the same
 */
guint32
ws_terms_add_union (WsTerms *self, guint32 a, guint32 b, guint32 site, guint32 event)
{
  if (a == b || !ws_terms_has_data (self, b))
    return a;
  if (!ws_terms_has_data (self, a))
    return b;
  return add (self,
              (WsTerm){ .a = a, .b = b, .site = site, .event = event, .kind = WS_TERM_UNION });
}

/**
 * ws_terms_add_derived:
 * @a: what the source comes from
 * @event: that computed it
 *
 * Returns: the term of a value computed from @a and constants; %WS_TERM_NONE if @a is
 */
guint32
ws_terms_add_derived (WsTerms *self, guint32 a, guint32 event)
{
  const WsTerm *term = ws_terms_get (self, a);

  if (a == WS_TERM_NONE)
    return a;
  /* a value derived from a derived one comes from the same leaves: the chain of a long loop stays
   * one link long */
  if (term->kind == WS_TERM_DERIVED)
    a = term->a;
  return add (self, (WsTerm){ .a = a, .site = WS_NONE, .event = event, .kind = WS_TERM_DERIVED });
}

/* Shortens the way for those who ask next.
 *
 * Returns: what the value stands for by now: the leaf that it was stored as, where it was */
guint32
ws_terms_resolve (WsTerms *self, guint32 term)
{
  guint32 end = term;

  while (ws_terms_get (self, end)->forward != WS_TERM_NONE)
    end = ws_terms_get (self, end)->forward;
  while (term != end)
    {
      guint32 next = ws_terms_get (self, term)->forward;
      ws_terms_get (self, term)->forward = end;
      term = next;
    }
  return end;
}

static int
compare_terms (gconstpointer a, gconstpointer b)
{
  guint32 x = *(const guint32 *)a;
  guint32 y = *(const guint32 *)b;

  return (x > y) - (x < y);
}

/**
 * ws_terms_walk:
 * @self: terms; their leaves are replaced by those found
 *
 * Collects the leaves that a term comes from, each once, in the order in which they were read:
 * terms are numbered in time.
 *
 * Returns: the youngest union of arithmetic on the way, %WS_TERM_NONE if there is none
 */
guint32
ws_terms_walk (WsTerms *self, guint32 term)
{
  guint32 youngest = WS_TERM_NONE;

  self->mark = (self->mark + 1) & 0x3ffffff;
  g_array_set_size (self->leaves, 0);
  g_array_set_size (self->stack, 0);
  if (term != WS_TERM_NONE)
    g_array_append_val (self->stack, term);
  while (self->stack->len > 0)
    {
      guint32 id = g_array_index (self->stack, guint32, self->stack->len - 1);
      WsTerm *visited = ws_terms_get (self, id);
      guint32 sources[2] = { visited->a, visited->b };

      g_array_set_size (self->stack, self->stack->len - 1);
      self->steps++;
      if (visited->mark == self->mark)
        continue;
      visited->mark = self->mark;
      if (visited->kind == WS_TERM_LEAF)
        g_array_append_val (self->leaves, id);
      else if (visited->kind != WS_TERM_CONSTANT)
        {
          g_array_append_vals (self->stack, sources, visited->kind == WS_TERM_UNION ? 2 : 1);
          if (visited->kind == WS_TERM_UNION && visited->site != WS_NONE && id > youngest)
            youngest = id;
        }
    }
  if (self->leaves->len > 1)
    qsort (self->leaves->data, self->leaves->len, sizeof (guint32), compare_terms);
  return youngest;
}
