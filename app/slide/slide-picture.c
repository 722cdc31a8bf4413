#include "slide/slide-picture.h"

static gpointer
copy_subject (gpointer subject)
{
  return ws_slide_copy (subject);
}

static void
free_subject (gpointer subject)
{
  ws_slide_free (subject);
}

/* "slide-04", "slide-04-revealed" */
static char *
make_name (const WsPicture *self)
{
  const WsSlide *slide = self->subject;

  return g_strdup_printf ("slide-%02u%s", slide->step,
                          slide->question != NULL && slide->revealed ? "-revealed" : "");
}

static void
draw (const WsPicture *self, cairo_t *cr, const WsTheme *theme, double width, double height)
{
  ws_draw_slide (cr, self->subject, theme, width, height);
}

static char *
describe (const WsPicture *self, char **title, char **caption, char **source)
{
  const WsSlide *slide = self->subject;

  *title = g_strdup (slide->title);
  *caption = g_strdup (slide->words != NULL ? slide->words : "");
  *source = g_strdup (slide->source != NULL ? slide->source : "");
  return ws_slide_describe (slide);
}

/* The figures of its first picture. */
static WsData *
make_data (const WsPicture *self)
{
  const WsSlide *slide = self->subject;

  return slide->parts->len > 0 ? ws_picture_make_data (
             ((const WsSlidePart *)g_ptr_array_index (slide->parts, 0))->picture)
                               : NULL;
}

static const WsPictureClass klass = { copy_subject, free_subject, make_name,
                                      draw,         describe,     make_data };

/**
 * ws_picture_set_slide:
 * @self: (inout): a picture
 * @slide: (transfer none): what it shows; borrowed
 *
 * Makes it the picture of a slide, as that is now.
 */
void
ws_picture_set_slide (WsPicture *self, WsSlide *slide)
{
  g_return_if_fail (self != NULL && slide != NULL);
  *self = (WsPicture){ .klass = &klass, .subject = slide };
  if (slide->parts->len > 0)
    {
      const WsPicture *first = ((const WsSlidePart *)g_ptr_array_index (slide->parts, 0))->picture;

      self->scene = first->scene;
      self->moment = first->moment;
    }
}
