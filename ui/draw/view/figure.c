#include "view/figure.h"
#include "pen/page.h"
#include "sheet/words.h"
#include "words/words.h"

#include <glib/gi18n.h>

typedef struct {
  WsView view;
  const WsViewClass *klass;
  WsLook look;
  const WsFigureOptions *options;
  WsCalculator *of_launch; /* nullable: for limits, made for the launch */
} Figure;

/* (transfer full): the kernel's display name */
static char *
get_title (const Figure *self)
{
  const WsScene *scene = self->look.frame.scene;
  const WsRun *run = scene != NULL ? scene->run : NULL;

  if (run == NULL)
    return ws_calculator_title (self->look.calculator);
  if (run->title != NULL && *run->title != '\0')
    return g_strdup (ws_words_translate (run->title));
  return g_strdup (ws_run_get_kernel (run, scene->launch)->title);
}

/* (transfer full): the source of the figures, as in "NVIDIA H200, driver 580.159, measured · n 4
 * 194 304, block 128, grid 32 768 · 2026-11-21" */
static char *
get_run_source (const Figure *self)
{
  const WsScene *scene = self->look.frame.scene;
  const WsRun *run = scene->run;
  const WsLaunch *launch = &run->launches[scene->launch];
  g_autofree char *n = ws_format_count (launch->n_elements);
  g_autofree char *grid = ws_format_extent (launch->grid);
  g_autofree char *block = ws_format_extent (launch->block);
  GString *text = g_string_new (NULL);

  ws_sheet_append_device (text, run->device_name, run->driver);
  ws_words_add_item (text, _ (ws_origin_get_name (launch->origin)));
  g_string_append (text, WS_SHEET_DOT);
  if (launch->n_elements > 0)
    g_string_append_printf (text, _ ("n %1$s, block %2$s, grid %3$s"), n, block, grid);
  else
    g_string_append_printf (text, _ ("block %1$s, grid %2$s"), block, grid);
  if (run->n_launches > 1)
    {
      g_autofree char *which =
          g_strdup_printf (_ ("launch %1$u of %2$u"), scene->launch + 1, (guint)run->n_launches);

      ws_words_add_item (text, which);
    }
  ws_sheet_append_day (text, run->date);
  return g_string_free (text, FALSE);
}

/* (transfer full) */
static char *
get_source (const Figure *self)
{
  if (self->look.calculator != NULL)
    return ws_calculator_source (self->look.calculator);
  return get_run_source (self);
}

/* Returns: whether there is anything to show */
static gboolean
figure_init (Figure *self, WsView view, const WsFrame *frame, const WsFigureOptions *options)
{
  const WsScene *scene = frame->scene;
  static const WsFigureOptions defaults = WS_FIGURE_OPTIONS_INIT;
  gboolean of_limits = ws_view_get_class (view)->needs == WS_VIEW_OF_LIMITS;

  *self = (Figure){
    .view = view,
    .klass = ws_view_get_class (view),
    .options = options != NULL ? options : &defaults,
  };
  self->look = ws_view_look_at (self->klass, frame, self->options);
  if (!of_limits)
    return scene != NULL;
  if (self->look.calculator == NULL && scene != NULL)
    self->of_launch = ws_calculator_new_for_launch (scene->run, scene->launch);
  if (self->of_launch != NULL)
    self->look.calculator = self->of_launch;
  return scene != NULL || self->look.calculator != NULL;
}

/* (transfer full) (nullable): the caption once nothing is hidden: it determines the reserved
 * space */
static char *
get_whole_caption (const Figure *self)
{
  const WsEmphasis none = { 0 };
  WsLook look = self->look;

  look.emphasis = &none;
  return self->klass->caption (&look);
}

static void
figure_clear (Figure *self)
{
  g_clear_pointer (&self->of_launch, ws_calculator_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Figure, figure_clear)

/**
 * ws_draw_figure:
 * @view: which view
 * @frame: scene, moment, theme and size: only %WS_VIEW_SMS does without a block; the scene is %NULL
 * only where @options have a calculator, and @view shows it
 * @options: (nullable): which part of it
 *
 * Draws the view on the theme's background, with the kernel's name above, and the caption and
 * device below.
 */
void
ws_draw_figure (cairo_t *cr, WsView view, const WsFrame *frame, const WsFigureOptions *options)
{
  g_auto (Figure) self = { 0 };
  g_autofree char *title = NULL;
  g_autofree char *caption = NULL;
  g_autofree char *instead = NULL;
  g_autofree char *source = NULL;
  WsPageWords words = { NULL };
  WsPage page;
  gboolean bare;

  g_return_if_fail (figure_init (&self, view, frame, options));

  bare = self.options->bare;
  if (!bare)
    {
      words.title = title = get_title (&self);
      words.caption = caption = get_whole_caption (&self);
      if (self.options->emphasis.hide != 0)
        words.instead = instead = self.klass->caption (&self.look);
      words.source = source = get_source (&self);
      words.caption_lines = self.options->caption_lines;
    }
  ws_page_begin (&page, cr, bare ? NULL : &words, frame->theme, frame->width, frame->height);
  self.look.frame.theme = &page.theme;
  self.look.frame.width = page.box.w;
  self.look.frame.height = page.box.h;
  if (page.has_words)
    {
      /* the contents of a tree depend on the available space */
      g_autofree char *subtitle = self.klass->subtitle (&self.look);

      ws_page_draw_words (&page, title, subtitle);
    }
  cairo_save (cr);
  cairo_translate (cr, page.box.x, page.box.y);
  self.klass->draw (&self.look, cr);
  cairo_restore (cr);
  ws_page_end (&page);
}

/**
 * ws_figure_dup_caption:
 * @scene: (nullable): as it is drawn
 * @moment: (nullable): as it is drawn
 * @options: (nullable): as it is drawn
 *
 * Returns: (transfer full) (nullable): its caption, with nothing hidden; %NULL if there is none
 */
char *
ws_figure_dup_caption (WsView view, const WsScene *scene, const WsMoment *moment,
                       const WsFigureOptions *options)
{
  g_auto (Figure) self = { 0 };

  if (!figure_init (&self, view, &(WsFrame){ .scene = scene, .moment = moment }, options)
      || self.options->bare)
    return NULL;
  return get_whole_caption (&self);
}

/**
 * ws_figure_describe:
 * @frame: scene and moment as drawn; theme and size are ignored
 * @options: (nullable): as it is drawn
 * @title: (out) (transfer full): above it, as in "Kernel 1: interleaved addressing"
 * @caption: (out) (transfer full): below it: what happens
 * @source: (out) (transfer full): the source of its figures: device, measured or modelled, n, block
 *
 * The words of a figure, for a screen reader.
 *
 * Returns: (transfer full): the description
 */
char *
ws_figure_describe (WsView view, const WsFrame *frame, const WsFigureOptions *options, char **title,
                    char **caption, char **source)
{
  g_auto (Figure) self = { 0 };

  g_return_val_if_fail (figure_init (&self, view, frame, options), NULL);

  *title = get_title (&self);
  *caption = self.klass->caption (&self.look);
  *source = get_source (&self);
  return self.klass->describe (&self.look, *caption != NULL ? *caption : "");
}
