#include "draw/figure.h"
#include "draw/text.h"

#define MAX_CAPTION_LINES 2

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
  WsText *text;
  double width;
  double height;
  double pad;
  double title_px;
  double text_px;
  double note_px;
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

/* (transfer full): what the figures were read off, as in "Virtual NVIDIA H200, modelled · n 4 194
 * 304, block 128, grid 32 768" */
static char *
get_run_source (const Figure *self)
{
  const WsRun *run = self->scene->run;
  const WsLaunch *launch = &run->launches[self->scene->launch];
  g_autofree char *n = ws_format_count (launch->n_elements);
  g_autofree char *grid = ws_format_count (ws_launch_get_n_blocks (launch));
  GString *text = g_string_new (run->device_name);

  g_string_append_printf (text, ", %s",
                          launch->origin == WS_ORIGIN_MEASURED ? "measured" : "modelled");
  g_string_append_printf (text, "  ·  n %s, block %u, grid %s", n, ws_launch_get_n_threads (launch),
                          grid);
  if (run->n_launches > 1)
    g_string_append_printf (text, ", launch %u of %" G_GSIZE_FORMAT, self->scene->launch + 1,
                            run->n_launches);
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

static double
draw_title (Figure *self, const WsBox *box)
{
  double y = self->pad + self->title_px * 0.6;
  double room = self->width - 2 * self->pad;
  g_autofree char *title = get_title (self);
  g_autofree char *subtitle = get_subtitle (self, box);
  double used = ws_text_show_fit (self->text, WS_FACE_BOLD, self->title_px, self->theme->ink,
                                  self->pad, y, 0, room, title);

  used += self->title_px * 0.9;
  if (room - used > self->text_px * 6)
    ws_text_show_fit (self->text, WS_FACE_SANS, self->text_px, self->theme->muted, self->pad + used,
                      y, 0, room - used, subtitle);
  return y;
}

static void
draw_caption (Figure *self, char **lines, double y)
{
  g_autofree char *source = get_source (self);
  double step = self->text_px * 1.5;

  y += step * 0.5;
  for (guint i = 0; lines[i] != NULL; i++, y += step)
    ws_text_show (self->text, WS_FACE_SANS, self->text_px, self->theme->ink, self->pad, y, 0,
                  lines[i]);
  ws_text_show_fit (self->text, WS_FACE_SANS, self->note_px, self->theme->muted, self->pad, y, 0,
                    self->width - 2 * self->pad, source);
}

/* @theme: with the least size of text of the whole figure, which is not that of the view in it */
static void
figure_init (Figure *self, WsView view, const WsScene *scene, const WsMoment *moment,
             const WsFigureOptions *options, const WsTheme *theme, double width, double height)
{
  static const WsFigureOptions defaults = WS_FIGURE_OPTIONS_INIT;
  double scale = ws_theme_get_scale (theme, width, height);

  *self = (Figure){ .scene = scene,
                    .moment = moment,
                    .theme = theme,
                    .options = options != NULL ? options : &defaults,
                    .view = view,
                    .width = width,
                    .height = height };
  self->calculator = self->options->calculator;
  self->pad = MIN (30 * scale, MIN (width, height) * 0.05);
  self->title_px = MAX (theme->title_px * scale, theme->min_px);
  self->text_px = MAX (theme->text_px * scale, theme->min_px);
  self->note_px = MAX (theme->small_px * scale * 0.92, theme->min_px);
}

/* what is too small for words has none */
static gboolean
has_words (const Figure *self)
{
  return !self->options->bare && self->height > self->text_px * 16;
}

/* (transfer full): the caption's lines */
static char **
wrap_caption (const Figure *self, WsText *text)
{
  g_autofree char *caption = get_caption (self);

  return ws_text_wrap (text, WS_FACE_SANS, self->text_px, self->width - 2 * self->pad,
                       MAX_CAPTION_LINES, caption != NULL ? caption : "");
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
  WsTheme whole = *theme;
  WsBox box = { 0, 0, width, height };

  whole.min_px = ws_theme_get_min_text (theme, height);
  figure_init (&self, view, scene, moment, options, &whole, width, height);
  self.cr = cr;
  if (view == WS_VIEW_OCCUPANCY && self.calculator == NULL)
    self.calculator = of_launch = ws_calculator_new_for_launch (scene->run, scene->launch);
  g_return_if_fail (scene != NULL || (view == WS_VIEW_OCCUPANCY && self.calculator != NULL));

  cairo_save (cr);
  ws_paint_set (cr, theme->background);
  cairo_paint (cr);
  if (has_words (&self))
    {
      g_auto (GStrv) lines = NULL;
      double top = self.pad + self.title_px * 1.5;
      double bottom;
      guint n_lines;

      self.text = ws_text_new (cr, theme);
      lines = wrap_caption (&self, self.text);
      n_lines = MAX (g_strv_length (lines), MIN (self.options->caption_lines, MAX_CAPTION_LINES));
      bottom = self.text_px * 1.5 * (n_lines + 1) + self.pad * 0.6;
      box = (WsBox){ 0, top, width, height - top - bottom };
      /* title and caption begin where the view begins */
      self.pad = MIN (26 * ws_theme_get_scale (theme, box.w, box.h), MIN (box.w, box.h) * 0.04);
      draw_title (&self, &box);
      draw_caption (&self, lines, box.y + box.h);
      ws_text_free (self.text);
    }
  draw_view (&self, &box);
  cairo_restore (cr);
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
  g_autoptr (WsText) text = NULL;
  g_auto (GStrv) lines = NULL;
  WsTheme whole = *theme;
  Figure self;

  whole.min_px = ws_theme_get_min_text (theme, height);
  figure_init (&self, view, scene, moment, options, &whole, width, height);
  if (!has_words (&self))
    return 0;
  text = ws_text_new (NULL, &whole);
  lines = wrap_caption (&self, text);
  return g_strv_length (lines);
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

  figure_init (&self, view, scene, moment, options, ws_theme_get (WS_THEME_LIGHT), 1920, 1080);
  if (view == WS_VIEW_OCCUPANCY && self.calculator == NULL && scene != NULL)
    self.calculator = of_launch = ws_calculator_new_for_launch (scene->run, scene->launch);
  g_return_if_fail (scene != NULL || (view == WS_VIEW_OCCUPANCY && self.calculator != NULL));
  *title = get_title (&self);
  *caption = get_caption (&self);
  *source = get_source (&self);
}
