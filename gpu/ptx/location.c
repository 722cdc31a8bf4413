/* location.c: source locations of instructions: .file and .loc. PTX ISA, section 11.5 (debugging
 * directives). */
#include "ptx/parser.h"

#include <glib/gi18n.h>

static int
compare_places (gconstpointer a, gconstpointer b, gpointer data)
{
  const WsPlace *p = a;
  const WsPlace *q = b;

  if (p->file != q->file)
    return p->file < q->file ? -1 : 1;
  if (p->line != q->line)
    return p->line < q->line ? -1 : 1;
  return p->column < q->column ? -1 : p->column > q->column;
}

/* Here and for registers, a tree rather than a hash table: the author of a text chooses the keys,
 * and could make them all collide.
 *
 * Returns: (transfer full): a tree of #WsInlined, by the location of the inlined code */
GTree *
ws_parser_new_inlined (void)
{
  return g_tree_new_full (compare_places, NULL, NULL, g_free);
}

/**
 * ws_parser_file:
 * @self: a parser, after ".file"
 *
 * file = ".file" number string ("," number "," number)?
 *
 * Adds to the module's files; invalid UTF-8 in a name is replaced. PTX ISA, section 11.5.
 *
 * Returns: %FALSE once it has reported an error
 */
gboolean
ws_parser_file (WsParser *self)
{
  GPtrArray *files = self->module->files;
  guint64 number = 0, ignored;

  if (!ws_parser_read_number (self, WS_MAX_FILE_NUMBER, _ ("the file number"), &number))
    return FALSE;
  if (self->token.kind != WS_TOKEN_STRING)
    {
      g_autofree char *found = ws_parser_dup_token (self, &self->token);

      return ws_parser_error (self, &self->token, _ ("expected a file name in quotes, not '%s'"),
                              found);
    }
  if (files->len <= number)
    g_ptr_array_set_size (files, (int)number + 1);
  g_free (g_ptr_array_index (files, number));
  g_ptr_array_index (files, number) =
      g_utf8_make_valid (self->module->text + self->token.start + 1, self->token.length - 2);
  ws_parser_next (self);
  /* time stamp and size of the file */
  while (ws_parser_accept (self, ','))
    if (!ws_parser_read_number (self, G_MAXUINT64, _ ("a number"), &ignored))
      return FALSE;
  return TRUE;
}

static gboolean
read_place (WsParser *self, WsPlace *place)
{
  guint64 file, line, column;

  if (!ws_parser_read_number (self, G_MAXINT32, _ ("the file number"), &file)
      || !ws_parser_read_number (self, G_MAXINT32, _ ("the line number"), &line)
      || !ws_parser_read_number (self, G_MAXINT32, _ ("the column number"), &column))
    return FALSE;
  *place = (WsPlace){ (guint32)file, (guint32)line, (guint32)column };
  return TRUE;
}

/* The location of inlined code in the kernel's source, the file it was finally inlined into: its
 * own, or for code in a header, that of the call. The compiler gives the location of a call; if
 * that was inlined in turn, an earlier .loc said so. @outer: (out): the outermost location */
static WsPlace
find_place (WsParser *self, const WsPlace *own, const WsPlace *into, WsPlace *outer)
{
  WsPlace chain[WS_MAX_DEPTH + 2] = { *own, *into };
  guint n = 2;
  guint i = 0;

  for (const WsInlined *inlined;
       n < G_N_ELEMENTS (chain)
       && (inlined = g_tree_lookup (self->inlined, &chain[n - 1])) != NULL;)
    chain[n++] = inlined->into;
  *outer = chain[n - 1];
  while (i + 1 < n && (chain[i].line == 0 || chain[i].file != outer->file))
    i++;
  return chain[i];
}

/**
 * ws_parser_location:
 * @self: a parser, after ".loc"
 *
 * location = ".loc" file line column ("," "function_name" name ("+" number)? | "," "inlined_at"
 * file line column)*
 *
 * Sets the location of the following instructions; see find_place(). PTX ISA, section 11.5.
 *
 * Returns: %FALSE once it has reported an error
 */
gboolean
ws_parser_location (WsParser *self)
{
  WsPlace place, into, outer;
  gboolean is_inlined = FALSE;
  guint64 ignored;

  if (!read_place (self, &place))
    return FALSE;
  into = place;
  while (ws_parser_accept (self, ','))
    {
      if (ws_parser_accept_keyword (self, WS_KW_FUNCTION_NAME))
        {
          if (self->token.kind != WS_TOKEN_NAME)
            {
              g_autofree char *found = ws_parser_dup_token (self, &self->token);

              return ws_parser_error (self, &self->token,
                                      _ ("expected the label of a name, not '%s'"), found);
            }
          ws_parser_next (self);
          if (ws_parser_accept (self, '+')
              && !ws_parser_read_number (self, G_MAXUINT64, _ ("an offset"), &ignored))
            return FALSE;
        }
      else if (ws_parser_accept_keyword (self, WS_KW_INLINED_AT))
        {
          if (!read_place (self, &into))
            return FALSE;
          is_inlined = TRUE;
        }
      else
        {
          g_autofree char *found = ws_parser_dup_token (self, &self->token);

          return ws_parser_error (self, &self->token,
                                  _ ("expected function_name or inlined_at, not '%s'"), found);
        }
    }
  if (is_inlined)
    {
      WsInlined *inlined = g_new (WsInlined, 1);

      *inlined = (WsInlined){ place, into };
      g_tree_replace (self->inlined, &inlined->at, inlined);
      place = find_place (self, &place, &into, &outer);
    }
  else
    {
      g_tree_remove (self->inlined, &place);
      outer = place;
    }
  /* Line 0 means "no line": such code belongs to the previous line. */
  self->is_of_many = place.line == 0;
  if (place.line == 0)
    return TRUE;
  self->place = place;
  self->call_line = is_inlined && compare_places (&place, &outer, NULL) != 0 ? outer.line : 0;
  return TRUE;
}

/* Resets the location: each function starts without one. */
void
ws_parser_reset_location (WsParser *self)
{
  self->place = (WsPlace){ WS_NONE, 0, 0 };
  self->call_line = 0;
  self->is_of_many = FALSE;
  g_tree_remove_all (self->inlined);
}
