#include "editor/code-indenter.h"

#include <string.h>

struct _WsCodeIndenter {
  GObject parent_instance;
};

static void ws_code_indenter_iface_init (GtkSourceIndenterInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (WsCodeIndenter, ws_code_indenter, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (GTK_SOURCE_TYPE_INDENTER,
                                                      ws_code_indenter_iface_init))

/* (transfer full): the text of @line, from 0 */
static char *
get_line (GtkTextBuffer *buffer, int line)
{
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_iter_at_line (buffer, &start, line);
  end = start;
  if (!gtk_text_iter_ends_line (&end))
    gtk_text_iter_forward_to_line_end (&end);
  return gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
}

/* (transfer full): the blanks that a text begins with */
static char *
get_indentation (const char *text)
{
  return g_strndup (text, strspn (text, " \t"));
}

/* (transfer full): the indentation of the last non-empty line above, increased after an opening
 * brace */
static char *
indent_below (GtkTextBuffer *buffer, int line)
{
  for (int above = line - 1; above >= 0; above--)
    {
      g_autofree char *text = get_line (buffer, above);
      g_autofree char *blanks = get_indentation (text);
      gboolean opens;

      g_strchomp (text);
      if (*text == '\0')
        continue;
      opens = g_str_has_suffix (text, "{");
      return g_strconcat (blanks, opens ? "  " : "", NULL);
    }
  return g_strdup ("");
}

/* (transfer full) (nullable): the indentation of the line whose brace a closing one at @line, from
 * 0, would match */
static char *
indent_closing (GtkTextBuffer *buffer, int line)
{
  guint depth = 1;

  for (int above = line - 1; above >= 0; above--)
    {
      g_autofree char *text = get_line (buffer, above);

      for (gsize i = strlen (text); i-- > 0;)
        {
          if (text[i] == '}')
            depth++;
          else if (text[i] == '{' && --depth == 0)
            return get_indentation (text);
        }
    }
  return NULL;
}

static gboolean
ws_code_indenter_is_trigger (GtkSourceIndenter *indenter, GtkSourceView *view,
                             const GtkTextIter *location, GdkModifierType state, guint keyval)
{
  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0
      || ((state & GDK_SHIFT_MASK) != 0 && keyval != '}'))
    return FALSE;
  return keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter || keyval == '}';
}

/* Replaces the line's indentation by @blanks; @iter keeps its position in the text. */
static void
set_indentation (GtkTextBuffer *buffer, GtkTextIter *iter, const char *blanks)
{
  GtkTextMark *mark = gtk_text_buffer_create_mark (buffer, NULL, iter, FALSE);
  GtkTextIter start = *iter;
  GtkTextIter end;

  gtk_text_iter_set_line_offset (&start, 0);
  end = start;
  while (!gtk_text_iter_ends_line (&end)
         && (gtk_text_iter_get_char (&end) == ' ' || gtk_text_iter_get_char (&end) == '\t'))
    gtk_text_iter_forward_char (&end);
  gtk_text_buffer_delete (buffer, &start, &end);
  gtk_text_buffer_insert (buffer, &start, blanks, -1);
  gtk_text_buffer_get_iter_at_mark (buffer, iter, mark);
  gtk_text_buffer_delete_mark (buffer, mark);
}

static void
ws_code_indenter_indent (GtkSourceIndenter *indenter, GtkSourceView *view, GtkTextIter *iter)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  int line = gtk_text_iter_get_line (iter);
  g_autofree char *text = get_line (buffer, line);
  const char *first = text + strspn (text, " \t");
  gboolean closes = *first == '}' && gtk_text_iter_get_line_index (iter) <= first - text + 1;
  g_autofree char *blanks = closes ? indent_closing (buffer, line) : NULL;

  if (closes && blanks == NULL)
    return;
  if (!closes && gtk_text_iter_get_line_index (iter) > first - text)
    return; /* a brace behind something */
  if (!closes)
    blanks = indent_below (buffer, line);
  set_indentation (buffer, iter, blanks);
}

static void
ws_code_indenter_iface_init (GtkSourceIndenterInterface *iface)
{
  iface->is_trigger = ws_code_indenter_is_trigger;
  iface->indent = ws_code_indenter_indent;
}

static void
ws_code_indenter_class_init (WsCodeIndenterClass *klass)
{
}

static void
ws_code_indenter_init (WsCodeIndenter *self)
{
}

GtkSourceIndenter *
ws_code_indenter_new (void)
{
  return g_object_new (WS_TYPE_CODE_INDENTER, NULL);
}
