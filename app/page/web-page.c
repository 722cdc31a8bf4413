#include "page/web-page-private.h"

static void
picture_free (gpointer data)
{
  WsWebPicture *self = data;

  g_free (self->heading);
  g_free (self->note);
  g_free (self->alt);
  ws_picture_free (self->picture);
  g_free (self);
}

static void
step_free (gpointer data)
{
  WsWebStep *self = data;

  g_free (self->title);
  g_free (self->subtitle);
  g_free (self->words);
  g_ptr_array_unref (self->views);
  g_free (self->question);
  g_strfreev (self->answers);
  g_free (self->reveal);
  g_clear_pointer (&self->told, g_ptr_array_unref);
  g_free (self->source);
  g_free (self);
}

static void
code_free (gpointer data)
{
  WsWebCode *self = data;

  ws_scene_unref (self->scene);
  g_free (self);
}

/* Returns: (transfer full): a page with nothing on it */
WsWebPage *
ws_web_page_new (void)
{
  WsWebPage *self = g_new0 (WsWebPage, 1);

  self->steps = g_ptr_array_new_with_free_func (step_free);
  self->codes = g_ptr_array_new_with_free_func (code_free);
  return self;
}

void
ws_web_page_free (WsWebPage *self)
{
  if (self == NULL)
    return;
  g_free (self->title);
  g_free (self->about);
  g_ptr_array_unref (self->steps);
  g_ptr_array_unref (self->codes);
  g_free (self);
}

/* Returns: (transfer none): a step with nothing in it, after all others */
WsWebStep *
ws_web_page_add_step (WsWebPage *self)
{
  WsWebStep *step = g_new0 (WsWebStep, 1);

  step->views = g_ptr_array_new_with_free_func (ws_web_view_free);
  step->code = WS_NONE;
  step->right = -1;
  g_ptr_array_add (self->steps, step);
  return step;
}

static gboolean
is_same_code (const WsScene *a, const WsScene *b)
{
  const WsKernel *kernels[] = { ws_run_get_kernel (a->run, a->launch),
                                ws_run_get_kernel (b->run, b->launch) };

  return a == b
         || (g_str_equal (kernels[0]->source, kernels[1]->source) && a->run == b->run
             && a->launch == b->launch);
}

/**
 * ws_web_page_add_code:
 * @scene: of a kernel
 *
 * Returns: number of the listing of its source, which is added where there is none yet; %WS_NONE
 * where the source is not known
 */
guint
ws_web_page_add_code (WsWebPage *self, WsScene *scene)
{
  WsWebCode *code;

  if (ws_run_get_kernel (scene->run, scene->launch)->source == NULL)
    return WS_NONE;
  for (guint i = 0; i < self->codes->len; i++)
    if (is_same_code (((const WsWebCode *)g_ptr_array_index (self->codes, i))->scene, scene))
      return i;
  code = g_new (WsWebCode, 1);
  code->scene = ws_scene_ref (scene);
  g_ptr_array_add (self->codes, code);
  return self->codes->len - 1;
}

/**
 * ws_web_view_new:
 * @name: on its button
 * @figure: (nullable): below that
 *
 * Returns: (transfer full): a view without pictures
 */
WsWebView *
ws_web_view_new (const char *name, const char *figure)
{
  WsWebView *self = g_new0 (WsWebView, 1);

  self->name = g_strdup (name);
  self->figure = g_strdup (figure);
  self->pictures = g_ptr_array_new_with_free_func (picture_free);
  return self;
}

void
ws_web_view_free (gpointer view)
{
  WsWebView *self = view;

  g_free (self->name);
  g_free (self->figure);
  g_ptr_array_unref (self->pictures);
  g_free (self);
}

/**
 * ws_web_view_add_picture:
 * @heading: (nullable): above it
 * @note: (nullable): Pango markup: below it
 * @picture: copied
 *
 * The picture stands alone: without title and caption of its own.
 *
 * Returns: (transfer none): it
 */
WsWebPicture *
ws_web_view_add_picture (WsWebView *self, const char *heading, const char *note,
                         const WsPicture *picture)
{
  WsWebPicture *added = g_new0 (WsWebPicture, 1);
  g_autofree char *title = NULL;
  g_autofree char *caption = NULL;
  g_autofree char *source = NULL;

  added->heading = g_strdup (heading);
  added->note = g_strdup (note);
  added->alt = ws_picture_describe (picture, &title, &caption, &source);
  added->picture = ws_picture_copy (picture);
  added->picture->options.bare = TRUE;
  g_ptr_array_add (self->pictures, added);
  return added;
}
