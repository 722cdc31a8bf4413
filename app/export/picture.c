#include "export/picture.h"

#include "export/export-private.h"
#include "export/place.h"
#include "words/words.h"

#include <glib/gi18n.h>

static WsCalculator *
copy_calculator (const WsCalculator *self)
{
  WsCalculatorCase cases[2] = { { NULL } };

  for (guint i = 0; i < self->n_sides; i++)
    cases[i] = (WsCalculatorCase){ self->sides[i].limits, self->sides[i].launch,
                                   self->sides[i].registers_from };
  return ws_calculator_new (&cases[0], self->n_sides > 1 ? &cases[1] : NULL, self->before);
}

/* Takes a snapshot of what can change: the copy can be drawn and written in another thread.
 *
 * Returns: (transfer full): the picture of this moment */
WsPicture *
ws_picture_copy (const WsPicture *self)
{
  WsPicture *copy = g_memdup2 (self, sizeof *self);

  if (copy->scene != NULL)
    ws_scene_ref (copy->scene);
  if (copy->options.beside != NULL)
    ws_scene_ref ((WsScene *)copy->options.beside);
  if (copy->calculator != NULL)
    copy->calculator = copy_calculator (copy->calculator);
  if (copy->scenario != NULL)
    copy->scenario = ws_scenario_copy (copy->scenario);
  if (copy->sheet != NULL)
    ws_sheet_ref (copy->sheet);
  copy->name = self->sheet != NULL ? ws_picture_make_name (self) : NULL;
  copy->data = self->sheet != NULL ? ws_picture_make_data (self) : NULL;
  if (self->klass != NULL)
    copy->subject = self->klass->copy (self->subject);
  copy->sweeps = NULL;
  copy->live = NULL;
  return copy;
}

/**
 * ws_picture_free:
 * @self: (transfer full) (nullable): a picture that ws_picture_copy() made
 */
void
ws_picture_free (WsPicture *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->scene, ws_scene_unref);
  if (self->options.beside != NULL)
    ws_scene_unref ((WsScene *)self->options.beside);
  g_clear_pointer (&self->calculator, ws_calculator_free);
  g_clear_pointer (&self->scenario, ws_scenario_unref);
  g_clear_pointer (&self->sheet, ws_sheet_unref);
  g_clear_pointer (&self->sweeps, g_ptr_array_unref);
  g_clear_pointer (&self->live, ws_live_unref);
  g_clear_pointer (&self->data, ws_data_unref);
  if (self->klass != NULL)
    self->klass->free (self->subject);
  g_free (self->name);
  g_free (self);
}

/* Returns: whether it shows a view of a run, which has what the view looks at; and not a sheet, a
 * scenario, a calculator or a picture made of others */
gboolean
ws_picture_is_of_view (const WsPicture *self)
{
  return self->klass == NULL && self->sheet == NULL && self->scenario == NULL
         && self->calculator == NULL && ws_view_shows (self->view, self->scene);
}

/* (transfer full): "ladder-vm-h200", "live-reduce1-vm-h200" */
static char *
make_sheet_name (const WsPicture *self)
{
  const WsSweep *sweep =
      self->sweeps != NULL && self->sweeps->len > 0 ? self->sweeps->pdata[0] : NULL;

  if (self->live != NULL)
    return g_strdup_printf ("%s-%s-%s", self->sheet->name, self->live->kernel, self->live->device);
  if (sweep == NULL)
    return g_strdup (self->sheet->name);
  return g_strdup_printf ("%s-%s", self->sheet->name,
                          sweep->source != NULL ? "published" : sweep->device);
}

/* Returns: (transfer full): a name for the file, without suffix, as in
 * "reduce1-tree-stage2-vm-h200" */
char *
ws_picture_make_name (const WsPicture *self)
{
  const char *view = ws_view_get_name (self->view);
  const WsRun *run = self->scene != NULL ? self->scene->run : NULL;
  g_autofree char *name = NULL;

  if (self->name != NULL)
    return g_strdup (self->name);
  if (self->klass != NULL)
    name = self->klass->make_name (self);
  else if (self->sheet != NULL)
    name = make_sheet_name (self);
  else if (self->scenario != NULL)
    name = self->scenario->device != NULL
               ? g_strdup_printf ("%s-%s", self->scenario->id, self->scenario->device->id)
               : g_strdup (self->scenario->id);
  else if (run == NULL)
    name = g_strdup (view);
  else if (ws_view_get_class (self->view)->needs != WS_VIEW_OF_BLOCK || self->scene->record == NULL)
    name = g_strdup_printf ("%s-%s-%s", run->id, view, run->device);
  else
    name = g_strdup_printf ("%s-%s-stage%u-%s", run->id, view,
                            ws_scene_stage_at (self->scene, self->moment.position), run->device);
  return ws_place_make_stem (name);
}

/**
 * ws_picture_draw:
 * @theme: how it looks
 *
 * Draws it on the theme's background.
 */
void
ws_picture_draw (const WsPicture *self, cairo_t *cr, const WsTheme *theme, double width,
                 double height)
{
  WsFigureOptions options = self->options;

  if (self->klass != NULL)
    {
      self->klass->draw (self, cr, theme, width, height);
      return;
    }
  if (self->sheet != NULL)
    {
      WsSheetOptions charts = self->charts;

      /* the pointer, and what the keys chose, are the screen's */
      charts.main.hover_x = charts.main.hover_y = charts.side.hover_x = charts.side.hover_y = -1;
      charts.main.focus = charts.side.focus = -1;
      ws_draw_sheet_figure (cr, self->sheet, &charts, options.bare,
                            &(WsArea){ theme, width, height });
      return;
    }
  if (self->scenario != NULL)
    {
      ws_paint_set (cr, theme->background);
      cairo_paint (cr);
      ws_draw_scenario (cr, self->scenario, &self->table, &(WsArea){ theme, width, height });
      return;
    }
  if (self->calculator != NULL)
    options.calculator = self->calculator;
  ws_draw_figure (cr, self->view, &(WsFrame){ self->scene, &self->moment, theme, width, height },
                  &options);
}

static void
draw_cb (cairo_t *cr, gconstpointer data, const WsTheme *theme, double width, double height)
{
  ws_picture_draw (data, cr, theme, width, height);
}

/**
 * ws_picture_describe:
 * @title: (out) (transfer full): above it
 * @caption: (out) (transfer full): below it: what happens
 * @source: (out) (transfer full): where its figures are from
 *
 * Returns: (transfer full): what there is to see, for a screen reader
 */
char *
ws_picture_describe (const WsPicture *self, char **title, char **caption, char **source)
{
  WsFigureOptions options = self->options;

  if (self->klass != NULL)
    return self->klass->describe (self, title, caption, source);
  if (self->sheet != NULL)
    {
      gboolean told = !ws_sheet_keeps_back (self->sheet, &self->charts);

      *title = g_strdup (self->sheet->title);
      *caption = g_strdup (told ? self->sheet->caption : "");
      *source = g_strdup (self->sheet->source);
      return told ? ws_sheet_describe (self->sheet)
                  : g_strdup_printf (_ ("%s: some figures are still hidden."),
                                     self->sheet->title != NULL ? self->sheet->title : "");
    }
  if (self->scenario != NULL)
    {
      *title = ws_scenario_dup_heading (self->scenario);
      *caption = g_strdup (ws_words_translate (self->scenario->words));
      *source = ws_scenario_describe_source (self->scenario);
      return ws_scenario_describe (self->scenario, &self->table);
    }
  if (self->calculator != NULL)
    options.calculator = self->calculator;
  return ws_figure_describe (self->view,
                             &(WsFrame){ .scene = self->scene, .moment = &self->moment }, &options,
                             title, caption, source);
}

/* Whether there are figures behind it. */
gboolean
ws_picture_has_data (const WsPicture *self)
{
  if (self->sheet != NULL)
    return self->data != NULL || self->live != NULL
           || (self->sweeps != NULL && self->sweeps->len > 0);
  return self->scenario != NULL || self->calculator != NULL
         || ws_view_shows (self->view, self->scene);
}

static WsData *
make_sheet_data (const WsPicture *self)
{
  if (self->data != NULL)
    return ws_data_ref (self->data);
  if (self->live != NULL)
    return ws_data_new_for_live (self->live);
  if (self->sweeps != NULL && self->sweeps->len > 0)
    return ws_data_new_for_sweeps ((WsSweep *const *)self->sweeps->pdata, self->sweeps->len);
  return NULL;
}

/* Returns: (transfer full) (nullable): the figures behind it; %NULL if it has none */
WsData *
ws_picture_make_data (const WsPicture *self)
{
  WsFigureOptions options = self->options;

  if (self->klass != NULL)
    return self->klass->make_data (self);
  if (self->sheet != NULL)
    return make_sheet_data (self);
  if (self->scenario != NULL)
    return ws_data_new_for_scenario (self->scenario);
  if (self->calculator != NULL)
    options.calculator = self->calculator;
  return ws_data_new_for_view (self->view, self->scene, &self->moment, &options);
}

/**
 * ws_picture_write:
 * @form: theme, size and scale
 * @path: where to; its suffix determines the format
 * @cancellable: (nullable): cancelling keeps the old file
 * @error: return location: of #WsExportError, or of files
 *
 * Writes it as PNG, SVG or PDF, or the figures behind it as CSV or JSON.
 *
 * Returns: whether it was written
 */
gboolean
ws_picture_write (const WsPicture *self, const WsExportForm *form, const char *path,
                  GCancellable *cancellable, GError **error)
{
  g_autoptr (WsData) data = NULL;

  g_return_val_if_fail (self != NULL && form != NULL && path != NULL, FALSE);

  if (!ws_data_is_path (path))
    return ws_export_drawing (draw_cb, self, form, path, cancellable, error);
  data = ws_picture_make_data (self);
  if (data != NULL)
    return ws_data_write (data, path, cancellable, error);
  g_set_error (error, WS_EXPORT_ERROR, WS_EXPORT_ERROR_DRAW,
               _ ("This picture has no numbers to export."));
  return FALSE;
}

/**
 * ws_picture_to_svg:
 * @form: theme and size
 *
 * Returns: (transfer full) (nullable): what a file of SVG would hold
 */
GBytes *
ws_picture_to_svg (const WsPicture *self, const WsExportForm *form, GError **error)
{
  return ws_export_to_bytes (draw_cb, self, form, "svg", error);
}
