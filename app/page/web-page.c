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

  g_clear_pointer (&self->scene, ws_scene_unref);
  g_free (self->file);
  g_free (self->text);
  g_free (self);
}

/* Returns: (transfer full): a page with nothing on it */
WsWebPage *
ws_web_page_new (void)
{
  WsWebPage *self = g_new0 (WsWebPage, 1);

  self->steps = g_ptr_array_new_with_free_func (step_free);
  self->codes = g_ptr_array_new_with_free_func (code_free);
  self->runs = ws_web_runs_new ();
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
  g_ptr_array_unref (self->runs);
  g_free (self);
}

/**
 * ws_web_page_set_brief:
 *
 * Runs that are added from now on stand only where stages are explained, at a few of them, and
 * are seen as a block; pictures are drawn for a wide page alone: for many pages, of which each must
 * cost little.
 */
void
ws_web_page_set_brief (WsWebPage *self)
{
  self->is_brief = TRUE;
}

/* Returns: (transfer none): a step with nothing in it, after all others */
WsWebStep *
ws_web_page_add_step (WsWebPage *self)
{
  WsWebStep *step = g_new0 (WsWebStep, 1);

  step->views = g_ptr_array_new_with_free_func (ws_web_view_free);
  step->right = -1;
  g_ptr_array_add (self->steps, step);
  return step;
}

/**
 * ws_web_page_add_words:
 * @title: above it, and of the page where that has none
 * @markup: Pango markup, a line for each paragraph
 *
 * Adds a step that has words alone.
 */
void
ws_web_page_add_words (WsWebPage *self, const char *title, const char *markup)
{
  WsWebStep *step = ws_web_page_add_step (self);

  if (self->title == NULL)
    self->title = g_strdup (title);
  step->title = g_strdup (title);
  step->words = g_strdup (markup);
  step->stops = TRUE;
}

static const char *
get_source (const WsScene *scene)
{
  return ws_run_get_kernel (scene->run, scene->launch)->source;
}

static gboolean
is_same_code (const WsScene *a, const WsScene *b)
{
  return a == b
         || (g_str_equal (get_source (a), get_source (b)) && a->run == b->run
             && a->launch == b->launch);
}

/* Number of the listing of the kernel's source, which is added where there is none yet. */
static guint
add_code (WsWebPage *self, WsScene *scene)
{
  WsWebCode *code;

  for (guint i = 0; i < self->codes->len; i++)
    {
      code = g_ptr_array_index (self->codes, i);
      if (code->scene != NULL && is_same_code (code->scene, scene))
        return i;
    }
  code = g_new0 (WsWebCode, 1);
  code->scene = ws_scene_ref (scene);
  g_ptr_array_add (self->codes, code);
  return self->codes->len - 1;
}

/* A text is listed once, with what the first of two runs does there. */
static gboolean
lists (const WsWebPage *self, const WsWebStep *step, const char *source)
{
  for (guint i = 0; i < step->n_listings; i++)
    if (g_str_equal (
            source,
            get_source (((const WsWebCode *)self->codes->pdata[step->listings[i].code])->scene)))
      return TRUE;
  return FALSE;
}

/**
 * ws_web_page_add_listing:
 * @step: at most %WS_WEB_MAX_LISTINGS times
 * @picture: of a run
 *
 * Adds the code of @picture's kernel, if its source is known, and the line that the warp is at
 * where @picture is of a block. A fault that is hidden hides the line: it may be the faulting one.
 */
void
ws_web_page_add_listing (WsWebPage *self, WsWebStep *step, const WsPicture *picture)
{
  const char *source = get_source (picture->scene);
  WsWebListing *listing;

  if (source == NULL || lists (self, step, source))
    return;
  g_assert (step->n_listings < WS_WEB_MAX_LISTINGS);
  listing = &step->listings[step->n_listings++];
  listing->code = add_code (self, picture->scene);
  if (picture->scene->record != NULL && ws_view_get_class (picture->view)->needs == WS_VIEW_OF_BLOCK
      && (picture->options.emphasis.hide & WS_HIDE_FAULT) == 0)
    listing->line = ws_code_get_line (picture->scene, &picture->moment);
  if ((picture->options.emphasis.hide & (WS_HIDE_MASKS | WS_HIDE_COUNTS)) != 0)
    step->veils = TRUE;
}

/**
 * ws_web_page_add_text:
 * @step: to which nothing that ran is added any more
 * @file: what it is called
 * @text: what stands in it
 *
 * Adds the listing of a text that has not run, where the step has room for it.
 */
void
ws_web_page_add_text (WsWebPage *self, WsWebStep *step, const char *file, const char *text)
{
  WsWebCode *code;

  if (step->n_listings == WS_WEB_MAX_LISTINGS)
    return;
  code = g_new0 (WsWebCode, 1);
  code->file = g_strdup (file);
  code->text = g_strdup (text);
  g_ptr_array_add (self->codes, code);
  step->listings[step->n_listings++] = (WsWebListing){ .code = self->codes->len - 1 };
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

/**
 * ws_web_view_add_strip:
 * @alt: what it says, for a screen reader
 * @picture: copied
 * @n_rows: of text
 *
 * It stands below the pictures that were added before, as wide as the page.
 */
void
ws_web_view_add_strip (WsWebView *self, const char *alt, const WsPicture *picture, guint n_rows)
{
  WsWebPicture *added = g_new0 (WsWebPicture, 1);

  added->alt = g_strdup (alt);
  added->n_rows = n_rows;
  added->picture = ws_picture_copy (picture);
  g_ptr_array_add (self->pictures, added);
}
