#include "editor/code-folds.h"

#include "editor/code-blocks.h"

struct _WsCodeFolds {
  GObject parent_instance;

  GtkTextBuffer *buffer;
  GArray *blocks;   /* WsCodeBlock, of the text when last analysed */
  GPtrArray *marks; /* GtkTextMark: where the folded ones begin */
  guint look_idle;
};

enum { CHANGED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsCodeFolds, ws_code_folds, G_TYPE_OBJECT)

static guint
get_mark_line (WsCodeFolds *self, GtkTextMark *mark)
{
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_mark (self->buffer, &iter, mark);
  return (guint)gtk_text_iter_get_line (&iter) + 1;
}

/* (nullable) */
static const WsCodeBlock *
find_block (WsCodeFolds *self, guint line)
{
  for (guint i = 0; i < self->blocks->len; i++)
    {
      const WsCodeBlock *block = &g_array_index (self->blocks, WsCodeBlock, i);

      if (block->first == line)
        return block;
    }
  return NULL;
}

/* Returns: index of the mark of the block that begins in @line; %G_MAXUINT: it is open */
static guint
find_mark (WsCodeFolds *self, guint line)
{
  for (guint i = 0; i < self->marks->len; i++)
    if (get_mark_line (self, g_ptr_array_index (self->marks, i)) == line)
      return i;
  return G_MAXUINT;
}

static gboolean
hides (const WsCodeBlock *block, guint line)
{
  return line > block->first && line < block->last;
}

static void
drop_mark (WsCodeFolds *self, guint i)
{
  gtk_text_buffer_delete_mark (self->buffer, g_ptr_array_index (self->marks, i));
  g_ptr_array_remove_index (self->marks, i);
}

/* Hides exactly the lines of closed blocks. */
static void
hide_lines (WsCodeFolds *self)
{
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_bounds (self->buffer, &start, &end);
  gtk_text_buffer_remove_tag_by_name (self->buffer, WS_CODE_FOLDS_TAG, &start, &end);
  for (guint i = self->marks->len; i-- > 0;)
    {
      guint line = get_mark_line (self, g_ptr_array_index (self->marks, i));
      const WsCodeBlock *block = find_block (self, line);

      /* no block begins there any more */
      if (block == NULL)
        {
          drop_mark (self, i);
          continue;
        }
      gtk_text_buffer_get_iter_at_line (self->buffer, &start, (int)block->first);
      gtk_text_buffer_get_iter_at_line (self->buffer, &end, (int)block->last - 1);
      gtk_text_buffer_apply_tag_by_name (self->buffer, WS_CODE_FOLDS_TAG, &start, &end);
    }
  g_signal_emit (self, signals[CHANGED], 0);
}

static void open_hiding (WsCodeFolds *self, guint first, guint last);

static void
look (WsCodeFolds *self)
{
  GtkTextIter start;
  GtkTextIter end;
  guint cursor;
  g_autofree char *text = NULL;

  g_clear_handle_id (&self->look_idle, g_source_remove);
  gtk_text_buffer_get_bounds (self->buffer, &start, &end);
  text = gtk_text_buffer_get_text (self->buffer, &start, &end, TRUE);
  g_array_unref (self->blocks);
  self->blocks = ws_code_blocks_find (text);
  hide_lines (self);
  /* joined to a line that is hidden, say */
  cursor = get_mark_line (self, gtk_text_buffer_get_insert (self->buffer));
  open_hiding (self, cursor, cursor);
}

static gboolean
look_cb (gpointer data)
{
  WsCodeFolds *self = data;

  self->look_idle = 0;
  look (self);
  return G_SOURCE_REMOVE;
}

static void
changed_cb (WsCodeFolds *self)
{
  if (self->look_idle == 0)
    self->look_idle = g_idle_add_full (G_PRIORITY_HIGH_IDLE, look_cb, self, NULL);
}

/* Updates the blocks to the current text. */
static void
look_now (WsCodeFolds *self)
{
  if (self->look_idle != 0)
    look (self);
}

/* Opens each block that hides a line from @first to @last. */
static void
open_hiding (WsCodeFolds *self, guint first, guint last)
{
  gboolean opened = FALSE;

  look_now (self);
  for (guint i = self->marks->len; i-- > 0;)
    {
      const WsCodeBlock *block =
          find_block (self, get_mark_line (self, g_ptr_array_index (self->marks, i)));

      if (block == NULL || first >= block->last || last <= block->first)
        continue;
      drop_mark (self, i);
      opened = TRUE;
    }
  if (opened)
    hide_lines (self);
}

/* After moving the cursor, by keys or to a problem, or showing a line: the target must not be
 * hidden. Nor must the selection: GTK only copies visible text. */
static void
mark_set_cb (WsCodeFolds *self, const GtkTextIter *location, GtkTextMark *mark)
{
  guint line = (guint)gtk_text_iter_get_line (location) + 1;
  GtkTextIter start;
  GtkTextIter end;

  if (gtk_text_mark_get_name (mark) == NULL || self->marks->len == 0)
    return;
  open_hiding (self, line, line);
  if (gtk_text_buffer_get_selection_bounds (self->buffer, &start, &end))
    open_hiding (self, (guint)gtk_text_iter_get_line (&start) + 1,
                 (guint)gtk_text_iter_get_line (&end) + 1);
}

static void
ws_code_folds_dispose (GObject *object)
{
  WsCodeFolds *self = WS_CODE_FOLDS (object);

  g_clear_handle_id (&self->look_idle, g_source_remove);
  if (self->buffer != NULL)
    {
      ws_code_folds_open_all (self);
      g_signal_handlers_disconnect_by_data (self->buffer, self);
    }
  g_clear_object (&self->buffer);
  G_OBJECT_CLASS (ws_code_folds_parent_class)->dispose (object);
}

static void
ws_code_folds_finalize (GObject *object)
{
  WsCodeFolds *self = WS_CODE_FOLDS (object);

  g_array_unref (self->blocks);
  g_ptr_array_unref (self->marks);
  G_OBJECT_CLASS (ws_code_folds_parent_class)->finalize (object);
}

static void
ws_code_folds_class_init (WsCodeFoldsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ws_code_folds_dispose;
  G_OBJECT_CLASS (klass)->finalize = ws_code_folds_finalize;
  /**
   * WsCodeFolds::changed:
   *
   * The blocks, or which are closed, have changed.
   */
  signals[CHANGED] = g_signal_new ("changed", WS_TYPE_CODE_FOLDS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
}

static void
ws_code_folds_init (WsCodeFolds *self)
{
  self->blocks = g_array_new (FALSE, FALSE, sizeof (WsCodeBlock));
  self->marks = g_ptr_array_new_with_free_func (g_object_unref);
}

/**
 * ws_code_folds_new:
 * @buffer: (transfer none): a text of C
 *
 * Returns: (transfer full): its blocks, all open
 */
WsCodeFolds *
ws_code_folds_new (GtkTextBuffer *buffer)
{
  WsCodeFolds *self = g_object_new (WS_TYPE_CODE_FOLDS, NULL);

  self->buffer = g_object_ref (buffer);
  if (gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (buffer), WS_CODE_FOLDS_TAG) == NULL)
    gtk_text_buffer_create_tag (buffer, WS_CODE_FOLDS_TAG, "invisible", TRUE, NULL);
  g_signal_connect_swapped (buffer, "changed", G_CALLBACK (changed_cb), self);
  g_signal_connect_swapped (buffer, "mark-set", G_CALLBACK (mark_set_cb), self);
  look (self);
  return self;
}

/**
 * ws_code_folds_get_state:
 * @self: the folds of a text
 * @line: of it, from 1
 *
 * Returns: whether a block begins there, and whether it is closed
 */
WsFoldState
ws_code_folds_get_state (WsCodeFolds *self, guint line)
{
  g_return_val_if_fail (WS_IS_CODE_FOLDS (self), WS_FOLD_NONE);

  if (find_block (self, line) == NULL)
    return WS_FOLD_NONE;
  return find_mark (self, line) != G_MAXUINT ? WS_FOLD_CLOSED : WS_FOLD_OPEN;
}

/* A cursor that would be hidden moves to the end of the block's first line. */
static void
take_cursor_out (WsCodeFolds *self, const WsCodeBlock *block)
{
  GtkTextIter iter;

  if (!hides (block, get_mark_line (self, gtk_text_buffer_get_insert (self->buffer)))
      && !hides (block, get_mark_line (self, gtk_text_buffer_get_selection_bound (self->buffer))))
    return;
  gtk_text_buffer_get_iter_at_line (self->buffer, &iter, (int)block->first - 1);
  if (!gtk_text_iter_ends_line (&iter))
    gtk_text_iter_forward_to_line_end (&iter);
  gtk_text_buffer_place_cursor (self->buffer, &iter);
}

/**
 * ws_code_folds_set_closed:
 * @self: the folds of a text
 * @line: in which a block begins, from 1
 * @closed: whether its lines between the first and the last are hidden
 */
void
ws_code_folds_set_closed (WsCodeFolds *self, guint line, gboolean closed)
{
  const WsCodeBlock *block;
  GtkTextIter iter;
  guint i;

  g_return_if_fail (WS_IS_CODE_FOLDS (self));

  look_now (self);
  block = find_block (self, line);
  i = find_mark (self, line);
  if (block == NULL || closed == (i != G_MAXUINT))
    return;
  if (closed)
    {
      take_cursor_out (self, block);
      gtk_text_buffer_get_iter_at_line (self->buffer, &iter, (int)line - 1);
      g_ptr_array_add (self->marks, g_object_ref (gtk_text_buffer_create_mark (self->buffer, NULL,
                                                                               &iter, TRUE)));
    }
  else
    drop_mark (self, i);
  hide_lines (self);
}

/**
 * ws_code_folds_set_around:
 * @self: the folds of a text
 * @line: any of it, from 1
 * @closed: what becomes of the block
 *
 * Closes the innermost open block that has @line, or opens the closed one that begins or ends
 * there.
 */
void
ws_code_folds_set_around (WsCodeFolds *self, guint line, gboolean closed)
{
  guint found = 0;

  g_return_if_fail (WS_IS_CODE_FOLDS (self));

  look_now (self);
  for (guint i = 0; i < self->blocks->len; i++)
    {
      const WsCodeBlock *block = &g_array_index (self->blocks, WsCodeBlock, i);

      if (block->first <= line && block->last >= line
          && (find_mark (self, block->first) != G_MAXUINT) != closed)
        found = block->first;
    }
  if (found > 0)
    ws_code_folds_set_closed (self, found, closed);
}

/**
 * ws_code_folds_open_all:
 * @self: the folds of a text
 *
 * Shows all of it.
 */
void
ws_code_folds_open_all (WsCodeFolds *self)
{
  g_return_if_fail (WS_IS_CODE_FOLDS (self));

  while (self->marks->len > 0)
    drop_mark (self, self->marks->len - 1);
  hide_lines (self);
}
