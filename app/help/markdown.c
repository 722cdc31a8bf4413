#include "help/markdown.h"

#include <cmark.h>
#include <string.h>

/* What is written into: the blocks so far, and the one that is being read. */
typedef struct {
  GPtrArray *blocks;
  GString *markup;
  GString *plain; /* the same without markup */
  char *picture;  /* (nullable): path of a picture that it holds */
  guint depth;    /* of lists */
  gboolean is_first_of_item;
} Reading;

static void
block_free (gpointer data)
{
  WsMarkdownBlock *block = data;

  g_free (block->markup);
  g_free (block->target);
  g_free (block);
}

/* (transfer full): as GitHub makes anchors: lower case, hyphens for blanks, no punctuation */
static char *
make_anchor (const char *text)
{
  GString *anchor = g_string_new (NULL);

  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar letter = g_utf8_get_char (at);

      if (letter == ' ')
        g_string_append_c (anchor, '-');
      else if (g_unichar_isalnum (letter) || letter == '-' || letter == '_')
        g_string_append_unichar (anchor, g_unichar_tolower (letter));
    }
  return g_string_free (anchor, FALSE);
}

/* @target: (transfer full) (nullable) */
static void
add_block (Reading *self, WsMarkdownKind kind, guint level, const char *markup, char *target)
{
  WsMarkdownBlock *block = g_new0 (WsMarkdownBlock, 1);

  block->kind = kind;
  block->level = level;
  block->markup = g_strdup (markup);
  block->target = target;
  g_ptr_array_add (self->blocks, block);
}

static void
append_text (Reading *self, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  g_string_append (self->markup, escaped);
  g_string_append (self->plain, text);
}

static void
append_link (Reading *self, cmark_node *node, gboolean enters)
{
  g_autofree char *tag = NULL;

  if (enters)
    tag = g_markup_printf_escaped ("<a href=\"%s\">", cmark_node_get_url (node));
  g_string_append (self->markup, enters ? tag : "</a>");
}

static void
append_inline (Reading *self, cmark_node *node, gboolean enters)
{
  switch (cmark_node_get_type (node))
    {
    case CMARK_NODE_TEXT:
      append_text (self, cmark_node_get_literal (node));
      break;
    case CMARK_NODE_SOFTBREAK:
      append_text (self, " ");
      break;
    case CMARK_NODE_LINEBREAK:
      append_text (self, "\n");
      break;
    case CMARK_NODE_CODE:
      g_string_append (self->markup, "<tt>");
      append_text (self, cmark_node_get_literal (node));
      g_string_append (self->markup, "</tt>");
      break;
    case CMARK_NODE_EMPH:
      g_string_append (self->markup, enters ? "<i>" : "</i>");
      break;
    case CMARK_NODE_STRONG:
      g_string_append (self->markup, enters ? "<b>" : "</b>");
      break;
    case CMARK_NODE_LINK:
      append_link (self, node, enters);
      break;
    case CMARK_NODE_IMAGE:
      if (enters)
        {
          g_free (self->picture);
          self->picture = g_strdup (cmark_node_get_url (node));
        }
      break;
    default: /* HTML */
      break;
    }
}

static void
begin_block (Reading *self)
{
  g_string_truncate (self->markup, 0);
  g_string_truncate (self->plain, 0);
  g_clear_pointer (&self->picture, g_free);
}

static void
end_paragraph (Reading *self)
{
  gboolean is_item = self->depth > 0 && self->is_first_of_item;

  self->is_first_of_item = FALSE;
  if (self->picture != NULL)
    add_block (self, WS_MARKDOWN_PICTURE, 0, self->plain->str, g_steal_pointer (&self->picture));
  else if (self->markup->len > 0)
    add_block (self, is_item ? WS_MARKDOWN_ITEM : WS_MARKDOWN_PARAGRAPH, self->depth,
               self->markup->str, NULL);
}

static void
add_code (Reading *self, const char *literal)
{
  g_autofree char *code = g_strchomp (g_strdup (literal));
  g_autofree char *escaped = g_markup_escape_text (code, -1);

  add_block (self, WS_MARKDOWN_CODE, self->depth, escaped, NULL);
}

static void
read_node (Reading *self, cmark_node *node, gboolean enters)
{
  switch (cmark_node_get_type (node))
    {
    case CMARK_NODE_HEADING:
      if (enters)
        begin_block (self);
      else
        add_block (self, WS_MARKDOWN_HEADING, (guint)cmark_node_get_heading_level (node),
                   self->markup->str, make_anchor (self->plain->str));
      break;
    case CMARK_NODE_PARAGRAPH:
      if (enters)
        begin_block (self);
      else
        end_paragraph (self);
      break;
    case CMARK_NODE_LIST:
      self->depth += enters ? 1 : (guint)-1;
      break;
    case CMARK_NODE_ITEM:
      self->is_first_of_item = enters;
      break;
    case CMARK_NODE_CODE_BLOCK:
      add_code (self, cmark_node_get_literal (node));
      break;
    default:
      append_inline (self, node, enters);
      break;
    }
}

/**
 * ws_markdown_parse:
 * @text: Markdown, in UTF-8
 *
 * Returns: (transfer full) (element-type WsMarkdownBlock): its blocks, from the first
 */
GPtrArray *
ws_markdown_parse (const char *text)
{
  Reading self = { .blocks = g_ptr_array_new_with_free_func (block_free),
                   .markup = g_string_new (NULL),
                   .plain = g_string_new (NULL) };
  cmark_node *document = cmark_parse_document (text, strlen (text), CMARK_OPT_DEFAULT);
  cmark_iter *iter = cmark_iter_new (document);
  cmark_event_type event;

  while ((event = cmark_iter_next (iter)) != CMARK_EVENT_DONE)
    read_node (&self, cmark_iter_get_node (iter), event == CMARK_EVENT_ENTER);
  cmark_iter_free (iter);
  cmark_node_free (document);
  g_string_free (self.markup, TRUE);
  g_string_free (self.plain, TRUE);
  g_free (self.picture);
  return self.blocks;
}
