#include "draw/figure.h"
#include "draw/frame.h"
#include "draw/sheet-words.h"

static const char *const view_names[WS_N_VIEWS] = { "tree", "lanes", "code", "sms", "occupancy" };

const char *
ws_view_get_name (WsView view)
{
  g_return_val_if_fail ((guint)view < WS_N_VIEWS, NULL);

  return view_names[view];
}

gboolean
ws_view_parse (const char *name, WsView *view)
{
  for (guint i = 0; i < WS_N_VIEWS; i++)
    if (g_strcmp0 (name, view_names[i]) == 0)
      {
        *view = i;
        return TRUE;
      }
  return FALSE;
}

typedef struct {
  cairo_t *cr;
  const WsScene *scene;
  const WsMoment *moment;
  const WsTheme *theme;
  const WsFigureOptions *options;
  const WsCalculator *calculator; /* of the view of occupancy; NULL where none is known */
  WsView view;
} Figure;

static void
draw_view (const Figure *self, const WsBox *box)
{
  cairo_save (self->cr);
  cairo_translate (self->cr, box->x, box->y);
  switch (self->view)
    {
    case WS_VIEW_LANES:
      ws_draw_lanes (self->cr, self->scene, self->moment, &self->options->lanes, self->theme,
                     box->w, box->h);
      break;
    case WS_VIEW_CODE:
      ws_draw_code (self->cr, self->scene, self->moment, &self->options->code, self->theme, box->w,
                    box->h);
      break;
    case WS_VIEW_SMS:
      ws_draw_sms (self->cr, self->scene, self->moment, &self->options->sms, self->theme, box->w,
                   box->h);
      break;
    case WS_VIEW_OCCUPANCY:
      if (self->calculator != NULL)
        ws_draw_calculator (self->cr, self->calculator, &self->options->occupancy, self->theme,
                            box->w, box->h);
      break;
    case WS_VIEW_TREE:
    default:
      ws_draw_tree (self->cr, self->scene, self->moment, &self->options->tree, self->theme, box->w,
                    box->h);
      break;
    }
  cairo_restore (self->cr);
}

/* (transfer full) */
static char *
get_subtitle (const Figure *self, const WsBox *box)
{
  switch (self->view)
    {
    case WS_VIEW_LANES:
      return ws_lanes_subtitle (self->scene, self->moment);
    case WS_VIEW_CODE:
      return g_strdup_printf ("%s  ·  bars: lanes at work",
                              ws_run_get_kernel (self->scene->run, self->scene->launch)->file);
    case WS_VIEW_SMS:
      return ws_sms_subtitle (self->scene, &self->options->sms);
    case WS_VIEW_OCCUPANCY:
      return self->calculator != NULL ? ws_calculator_subtitle (self->calculator)
                                      : g_strdup ("compute capability not known");
    case WS_VIEW_TREE:
    default:
      return ws_tree_subtitle (self->scene, &self->options->tree, self->theme, box->w, box->h);
    }
}

/* (transfer full): the kernel, as people call it */
static char *
get_title (const Figure *self)
{
  const WsRun *run = self->scene != NULL ? self->scene->run : NULL;

  if (run == NULL)
    return ws_calculator_title (self->calculator);
  if (run->title != NULL && *run->title != '\0')
    return g_strdup (run->title);
  return g_strdup (ws_run_get_kernel (run, self->scene->launch)->title);
}

/* (transfer full) */
static char *
get_caption (const Figure *self)
{
  const WsScene *scene = self->scene;

  if (self->view == WS_VIEW_OCCUPANCY)
    return self->calculator != NULL ? ws_calculator_caption (self->calculator) : g_strdup ("");
  if (self->view == WS_VIEW_SMS)
    return ws_sms_caption (scene, self->moment->time);
  return ws_stages_caption (scene->stages, scene->run, scene->launch, scene->block,
                            ws_scene_stage_at (scene, self->moment->position));
}

/* (transfer full): what the figures were read off, as in "NVIDIA H200, driver 580.159, measured ·
 * n 4 194 304, block 128, grid 32 768 · 2026-11-21" */
static char *
get_run_source (const Figure *self)
{
  const WsRun *run = self->scene->run;
  const WsLaunch *launch = &run->launches[self->scene->launch];
  g_autofree char *n = ws_format_count (launch->n_elements);
  g_autofree char *grid = ws_format_extent (launch->grid);
  g_autofree char *block = ws_format_extent (launch->block);
  GString *text = g_string_new (NULL);

  ws_sheet_append_device (text, run->device_name, run->driver);
  g_string_append_printf (text, ", %s", ws_origin_get_name (launch->origin));
  g_string_append (text, WS_SHEET_DOT);
  if (launch->n_elements > 0)
    g_string_append_printf (text, "n %s, ", n);
  g_string_append_printf (text, "block %s, grid %s", block, grid);
  if (run->n_launches > 1)
    g_string_append_printf (text, ", launch %u of %" G_GSIZE_FORMAT, self->scene->launch + 1,
                            run->n_launches);
  ws_sheet_append_day (text, run->date);
  return g_string_free (text, FALSE);
}

/* (transfer full) */
static char *
get_source (const Figure *self)
{
  if (self->view == WS_VIEW_OCCUPANCY && self->calculator != NULL)
    return ws_calculator_source (self->calculator);
  return get_run_source (self);
}

static void
figure_init (Figure *self, WsView view, const WsScene *scene, const WsMoment *moment,
             const WsFigureOptions *options)
{
  static const WsFigureOptions defaults = WS_FIGURE_OPTIONS_INIT;

  *self = (Figure){
    .scene = scene, .moment = moment, .options = options != NULL ? options : &defaults, .view = view
  };
  self->calculator = self->options->calculator;
}

/**
 * ws_draw_figure:
 * @cr: where to
 * @view: which view
 * @scene: (nullable): of what; only %WS_VIEW_SMS does without a block; %NULL only where @options
 * have a calculator, and @view shows it
 * @moment: (nullable): when
 * @options: (nullable): how much of it
 * @theme: how
 * @width: of the drawing
 * @height: of the drawing
 *
 * Draws the view on the theme's background, with the kernel's name above it and below what happens,
 * and on which device.
 */
void
ws_draw_figure (cairo_t *cr, WsView view, const WsScene *scene, const WsMoment *moment,
                const WsFigureOptions *options, const WsTheme *theme, double width, double height)
{
  Figure self;
  g_autoptr (WsCalculator) of_launch = NULL;
  g_autofree char *title = NULL;
  g_autofree char *caption = NULL;
  g_autofree char *source = NULL;
  WsFrameWords words = { NULL };
  WsFrame frame;

  figure_init (&self, view, scene, moment, options);
  self.cr = cr;
  if (view == WS_VIEW_OCCUPANCY && self.calculator == NULL)
    self.calculator = of_launch = ws_calculator_new_for_launch (scene->run, scene->launch);
  g_return_if_fail (scene != NULL || (view == WS_VIEW_OCCUPANCY && self.calculator != NULL));

  if (!self.options->bare)
    {
      words.title = title = get_title (&self);
      words.caption = caption = get_caption (&self);
      words.source = source = get_source (&self);
      words.caption_lines = self.options->caption_lines;
    }
  ws_frame_begin (&frame, cr, self.options->bare ? NULL : &words, theme, width, height);
  self.theme = &frame.theme;
  if (frame.has_words)
    {
      /* what a tree shows depends on the room that it has */
      g_autofree char *subtitle = get_subtitle (&self, &frame.box);

      ws_frame_draw_words (&frame, title, subtitle);
    }
  draw_view (&self, &frame.box);
  ws_frame_end (&frame);
}

/**
 * ws_figure_count_caption_lines:
 * @view: as it is drawn
 * @scene: (nullable): as it is drawn
 * @moment: (nullable): as it is drawn
 * @options: (nullable): as it is drawn
 * @theme: as it is drawn
 * @width: as it is drawn
 * @height: as it is drawn
 *
 * Returns: lines that its caption has; 0 where it has none
 */
guint
ws_figure_count_caption_lines (WsView view, const WsScene *scene, const WsMoment *moment,
                               const WsFigureOptions *options, const WsTheme *theme, double width,
                               double height)
{
  g_autofree char *caption = NULL;
  Figure self;

  figure_init (&self, view, scene, moment, options);
  caption = self.options->bare ? NULL : get_caption (&self);
  return caption != NULL ? ws_frame_count_caption_lines (caption, theme, width, height) : 0;
}

/**
 * ws_figure_describe:
 * @view: as it is drawn
 * @scene: (nullable): as it is drawn
 * @moment: (nullable): as it is drawn
 * @options: (nullable): as it is drawn
 * @title: (out) (transfer full): above it, as in "Kernel 1: interleaved addressing"
 * @caption: (out) (transfer full): below it: what happens
 * @source: (out) (transfer full): where its figures are from: device, measured or modelled, n,
 * block
 *
 * The words of a figure, for those who do not see it.
 */
void
ws_figure_describe (WsView view, const WsScene *scene, const WsMoment *moment,
                    const WsFigureOptions *options, char **title, char **caption, char **source)
{
  g_autoptr (WsCalculator) of_launch = NULL;
  Figure self;

  figure_init (&self, view, scene, moment, options);
  if (view == WS_VIEW_OCCUPANCY && self.calculator == NULL && scene != NULL)
    self.calculator = of_launch = ws_calculator_new_for_launch (scene->run, scene->launch);
  g_return_if_fail (scene != NULL || (view == WS_VIEW_OCCUPANCY && self.calculator != NULL));
  *title = get_title (&self);
  *caption = get_caption (&self);
  *source = get_source (&self);
}
