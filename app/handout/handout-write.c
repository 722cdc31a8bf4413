/* handout-write.c: the PDF: text as text, an outline, and links between questions and answers. */
#include "handout/handout-private.h"

#include "export/export.h"
#include "export/sink.h"
#include "files/replacement.h"

#include <cairo-pdf.h>
#include <glib/gi18n.h>
#include <math.h>

/* Figures are drawn in CSS pixels, of which 96 are an inch. */
#define PT_OF_PX 0.75

typedef struct {
  const WsHandout *handout;
  const WsTheme *theme;
  WsHandoutLayout layout;
  cairo_surface_t *surface;
  cairo_t *cr;
  PangoContext *context;
  GHashTable *pages; /* char *, a place of the document: its page, from 1 */
  int parent;        /* of the outline */
} Writer;

/* ---- pieces ---- */

/* What PDF calls it: H1, H2, P. */
static const char *
get_tag (const WsHandoutItem *item)
{
  return item->style == WS_HANDOUT_TITLE ? "H1" : item->style == WS_HANDOUT_STEP ? "H2" : "P";
}

/* A box to tick before the first line, of that height. */
static void
draw_box (const Writer *self, double x, double y, double height, gboolean ticked)
{
  const double size = WS_HANDOUT_BOX_PT;
  cairo_t *cr = self->cr;

  y += (height - size) / 2;
  x -= size + 6;
  cairo_rectangle (cr, x, y, size, size);
  cairo_set_line_width (cr, 0.8);
  cairo_stroke (cr);
  if (!ticked)
    return;
  cairo_move_to (cr, x + size * 0.2, y + size * 0.5);
  cairo_line_to (cr, x + size * 0.42, y + size * 0.76);
  cairo_line_to (cr, x + size * 0.84, y + size * 0.2);
  cairo_set_line_width (cr, 1.5);
  cairo_stroke (cr);
}

static void
draw_lines (const Writer *self, PangoLayout *text, const WsHandoutPiece *piece, double x)
{
  double y = piece->y;

  for (guint i = 0; i < piece->n_lines; i++)
    {
      guint number = piece->first_line + i;
      PangoLayoutLine *line = pango_layout_get_line_readonly (text, (int)number);
      double height = ws_handout_get_line_height (text, number);
      PangoRectangle logical;
      PangoRectangle at;
      int shift = 0;

      pango_layout_line_get_extents (line, NULL, &logical);
      pango_layout_index_to_pos (text, line->start_index, &at);
      if (pango_layout_get_alignment (text) == PANGO_ALIGN_RIGHT)
        shift = pango_layout_get_width (text) - logical.width;
      cairo_move_to (self->cr, x + shift / (double)PANGO_SCALE,
                     y + (height - (logical.height / (double)PANGO_SCALE)) / 2
                         - (logical.y / (double)PANGO_SCALE));
      pango_cairo_show_layout_line (self->cr, line);
      y += height;
    }
}

static guint
find_page (const Writer *self, const char *name)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->pages, name));
}

/* The page of a line of the contents, at its right. */
static void
draw_page_number (const Writer *self, const WsHandoutItem *item, const WsHandoutPiece *piece)
{
  WsHandoutItem right = { .style = WS_HANDOUT_LINK };
  g_autofree char *number = g_strdup_printf ("%u", find_page (self, item->link));
  double x;
  g_autoptr (PangoLayout) text =
      ws_handout_set_text (&right, self->context, &self->layout, number, &x);
  WsHandoutPiece place = { .y = piece->y + 3, .n_lines = 1 };

  draw_lines (self, text, &place, x);
}

static void
draw_text (const Writer *self, const WsHandoutItem *item, const WsHandoutPiece *piece)
{
  gboolean quiet = item->style == WS_HANDOUT_SOURCE || item->style == WS_HANDOUT_FACTS
                   || item->style == WS_HANDOUT_LINK;
  g_autofree char *made = NULL;
  const char *markup = item->text;
  double x;

  if (item->style == WS_HANDOUT_LINK)
    {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral" /* marked for translation where it is made */
      made = g_strdup_printf (item->text, find_page (self, item->link));
#pragma GCC diagnostic pop
      markup = made;
    }
  {
    g_autoptr (PangoLayout) text =
        ws_handout_set_text (item, self->context, &self->layout, markup, &x);

    ws_paint_set (self->cr, quiet ? self->theme->muted : self->theme->ink);
    if (piece->first_line == 0
        && (item->style == WS_HANDOUT_ANSWER || item->style == WS_HANDOUT_RIGHT))
      draw_box (self, x, piece->y, ws_handout_get_line_height (text, 0),
                item->style == WS_HANDOUT_RIGHT);
    draw_lines (self, text, piece, x);
  }
  if (item->style == WS_HANDOUT_CONTENTS)
    draw_page_number (self, item, piece);
}

static void
draw_figure (const Writer *self, const WsHandoutItem *item, const WsHandoutPiece *piece)
{
  double width = self->layout.right - self->layout.left;
  cairo_t *cr = self->cr;

  cairo_save (cr);
  cairo_rectangle (cr, self->layout.left, piece->y, width, piece->height);
  cairo_clip (cr);
  cairo_translate (cr, self->layout.left, piece->y);
  cairo_scale (cr, PT_OF_PX, PT_OF_PX);
  ws_picture_draw (item->picture, cr, self->theme, width / PT_OF_PX, piece->height / PT_OF_PX);
  cairo_restore (cr);
}

static void
draw_ruled (const Writer *self, const WsHandoutItem *item, const WsHandoutPiece *piece)
{
  ws_paint_set (self->cr, self->theme->muted);
  cairo_set_line_width (self->cr, 0.4);
  for (guint i = 1; i <= item->n_lines; i++)
    {
      cairo_move_to (self->cr, self->layout.left, piece->y + i * WS_HANDOUT_LINE_PT - 1);
      cairo_line_to (self->cr, self->layout.right, piece->y + i * WS_HANDOUT_LINE_PT - 1);
    }
  cairo_stroke (self->cr);
}

static void
draw_piece (const Writer *self, const WsHandoutPiece *piece)
{
  const WsHandoutItem *item = ws_handout_get_item (self->handout, piece->item);
  const char *tag = item->picture != NULL ? "Figure" : get_tag (item);
  cairo_t *cr = self->cr;

  if (item->n_lines > 0)
    {
      draw_ruled (self, item, piece);
      return;
    }
  cairo_tag_begin (cr, tag, NULL);
  if (item->name != NULL && piece->first_line == 0)
    {
      g_autofree char *attributes = g_strdup_printf ("name='%s'", item->name);

      cairo_tag_begin (cr, CAIRO_TAG_DEST, attributes);
    }
  if (item->link != NULL)
    {
      g_autofree char *attributes = g_strdup_printf ("dest='%s'", item->link);

      cairo_tag_begin (cr, CAIRO_TAG_LINK, attributes);
    }
  if (item->picture != NULL)
    draw_figure (self, item, piece);
  else
    draw_text (self, item, piece);
  if (item->link != NULL)
    cairo_tag_end (cr, CAIRO_TAG_LINK);
  if (item->name != NULL && piece->first_line == 0)
    cairo_tag_end (cr, CAIRO_TAG_DEST);
  cairo_tag_end (cr, tag);
}

/* ---- pages ---- */

static void
draw_foot (const Writer *self, guint page)
{
  /* Translators: of a printed document */
  g_autofree char *number =
      g_strdup_printf (_ ("Page %1$u of %2$u"), page + 1, self->layout.n_pages);
  g_autoptr (WsText) text = ws_text_new (self->cr, self->theme);
  double y = self->layout.bottom + 24;
  double room = self->layout.right - self->layout.left;
  double used;

  used = ws_text_show (text, &(WsTextStyle){ WS_FACE_SANS, 8.5, self->theme->muted },
                       &(WsTextPlace){ self->layout.right, y, 1 }, number);
  ws_text_show_fit (text, &(WsTextStyle){ WS_FACE_SANS, 8.5, self->theme->muted },
                    &(WsTextPlace){ self->layout.left, y, 0 }, room - used - 12,
                    self->handout->title);
  ws_text_flush (text);
}

/* What begins here has a place in the outline. */
static void
add_outline (Writer *self, const WsHandoutPiece *piece)
{
  const WsHandoutItem *item = ws_handout_get_item (self->handout, piece->item);
  g_autofree char *place = NULL;
  char y[G_ASCII_DTOSTR_BUF_SIZE];
  int id;

  if (item->outline == NULL || piece->first_line > 0)
    return;
  g_ascii_formatd (y, sizeof y, "%.1f", MAX (piece->y - 12, 0));
  place = g_strdup_printf ("page=%u pos=[0 %s]", piece->page + 1, y);
  id = cairo_pdf_surface_add_outline (
      self->surface, item->depth > 0 ? self->parent : CAIRO_PDF_OUTLINE_ROOT, item->outline, place,
      item->depth > 0 ? 0 : CAIRO_PDF_OUTLINE_FLAG_OPEN);
  if (item->depth == 0)
    self->parent = id;
}

static void
find_pages (Writer *self)
{
  for (guint i = 0; i < self->layout.pieces->len; i++)
    {
      const WsHandoutPiece *piece = &g_array_index (self->layout.pieces, WsHandoutPiece, i);
      const WsHandoutItem *item = ws_handout_get_item (self->handout, piece->item);

      if (item->name != NULL && piece->first_line == 0)
        g_hash_table_insert (self->pages, item->name, GUINT_TO_POINTER (piece->page + 1));
    }
}

static gboolean
draw_pages (Writer *self, const WsHandoutWatch *watch, GError **error)
{
  const GArray *pieces = self->layout.pieces;
  guint i = 0;

  for (guint page = 0; page < self->layout.n_pages; page++)
    {
      if (g_cancellable_set_error_if_cancelled (watch->cancellable, error))
        return FALSE;
      for (; i < pieces->len && g_array_index (pieces, WsHandoutPiece, i).page == page; i++)
        {
          add_outline (self, &g_array_index (pieces, WsHandoutPiece, i));
          draw_piece (self, &g_array_index (pieces, WsHandoutPiece, i));
        }
      draw_foot (self, page);
      cairo_show_page (self->cr);
      if (watch->progress != NULL)
        watch->progress (page + 1, self->layout.n_pages, watch->user_data);
    }
  return TRUE;
}

static void
set_metadata (const Writer *self)
{
  cairo_pdf_surface_set_metadata (self->surface, CAIRO_PDF_METADATA_TITLE, self->handout->title);
  cairo_pdf_surface_set_metadata (self->surface, CAIRO_PDF_METADATA_CREATOR,
                                  "Warpstage " WS_VERSION);
}

static gboolean
write_pdf (WsHandout *handout, WsPaper paper, WsSink *sink, const WsHandoutWatch *watch,
           GError **error)
{
  Writer self = { .handout = handout, .theme = ws_theme_get (WS_THEME_LIGHT) };
  double width;
  double height;
  cairo_status_t status;
  gboolean good;

  ws_paper_get_size (paper, &width, &height);
  self.surface = cairo_pdf_surface_create_for_stream (ws_sink_write_cb, sink, width, height);
  self.cr = cairo_create (self.surface);
  self.context = pango_cairo_create_context (self.cr);
  self.pages = g_hash_table_new (g_str_hash, g_str_equal);
  set_metadata (&self);
  ws_handout_lay_out (handout, paper, self.context, &self.layout);
  find_pages (&self);
  good = draw_pages (&self, watch, error);
  status = cairo_status (self.cr);
  cairo_destroy (self.cr);
  cairo_surface_finish (self.surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (self.surface);
  cairo_surface_destroy (self.surface);
  g_object_unref (self.context);
  g_hash_table_unref (self.pages);
  ws_handout_layout_clear (&self.layout);
  if (!good)
    return FALSE;
  if (sink->error == NULL && status != CAIRO_STATUS_SUCCESS)
    g_set_error (error, WS_EXPORT_ERROR, WS_EXPORT_ERROR_DRAW,
                 _ ("The pages could not be drawn: %s."), cairo_status_to_string (status));
  return sink->error == NULL && status == CAIRO_STATUS_SUCCESS;
}

/**
 * ws_handout_write:
 * @self: a handout with at least one lesson
 * @paper: that it is to be printed on
 * @file: where to: a PDF, whatever its name
 * @watch: follows it
 * @error: return location: of #WsExportError, or of files
 *
 * Writes the pages. A file that is there is replaced when the new one is whole. May be called in
 * any thread.
 *
 * Returns: whether it was written
 */
gboolean
ws_handout_write (WsHandout *self, WsPaper paper, GFile *file, const WsHandoutWatch *watch,
                  GError **error)
{
  g_autoptr (WsReplacement) replacement = NULL;
  WsSink sink = { 0 };
  gboolean good;

  g_return_val_if_fail (self != NULL && self->n_lessons > 0 && G_IS_FILE (file), FALSE);

  replacement = ws_replacement_new (file, WS_REPLACE_NONE, watch->cancellable, error);
  if (replacement == NULL)
    return FALSE;
  sink.stream = ws_replacement_get_stream (replacement);
  good = write_pdf (self, paper, &sink, watch, error);
  if (sink.error != NULL)
    g_clear_error (error);
  return ws_sink_finish (&sink, error) && good
         && ws_replacement_commit (replacement, watch->cancellable, error);
}
