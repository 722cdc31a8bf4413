/* web-data.c: the contents of a page as JSON, for its script. Names are those of the script. */
#include "page/web-page-private.h"

#include "code/layout.h"
#include "lines/lines.h"
#include "page/vectors.h"

#include <glib/gi18n.h>
#include <string.h>

/* In pixels. A wide picture is that of a page beside its code; a narrow one of a telephone. */
#define WIDE_PX          880
#define WIDE_HEIGHT_PX   495
#define PAIR_PX          430
#define PAIR_HEIGHT_PX   430
#define NARROW_PX        344
#define NARROW_HEIGHT_PX 400
#define ROW_PX           15
#define ROWS_REST_PX     34

typedef struct {
  const WsWebPage *page;
  const WsWebPageWatch *watch;
  JsonBuilder *json;
  WsDrawings *drawings;
  WsVectors *vectors;
  GError **error;
  gboolean failed;
} Maker;

/* What the page itself says; the name is the script's. */
static const struct {
  const char *name;
  const char *words;
} said[] = {
  { "previous", N_ ("Previous (Page Up)") },
  { "next", N_ ("Next (Page Down)") },
  { "first", N_ ("To the beginning (Home)") },
  { "last", N_ ("To the end (End)") },
  { "play", N_ ("Play (Space)") },
  { "pause", N_ ("Pause (Space)") },
  { "reveal", N_ ("Show the answer (Space)") },
  { "right", N_ ("Right") },
  { "wrong", N_ ("Wrong") },
  { "views", N_ ("Views") },
  { "code", N_ ("Code") },
  { "metrics", N_ ("Metrics of all launches") },
  { "answers", N_ ("Answers") },
  { "step", N_ ("Step") },
  /* Translators: where a page stands: the 3rd of 12 steps */
  { "place", N_ ("{0} of {1}") },
  /* Translators: the line of the source that a warp is at; for a screen reader */
  { "line", N_ ("Line {0}: {1}") },
  { "keys", N_ ("Page Down and Page Up: next and previous stage. Right and Left: next and previous "
                "line. Space: play.") },
  { "old", N_ ("This browser is too old for this page: it needs one of 2023 or later.") },
  { "lessonKeys", N_ ("Page Down and Page Up: next and previous step. 1 to 6: choose an answer. "
                      "Space: show the right one.") },
};

/* ---- texts ---- */

static void
add_text (Maker *self, const char *name, const char *text)
{
  if (text == NULL || *text == '\0')
    return;
  json_builder_set_member_name (self->json, name);
  json_builder_add_string_value (self->json, text);
}

static void
add_number (Maker *self, const char *name, guint number)
{
  json_builder_set_member_name (self->json, name);
  json_builder_add_int_value (self->json, number);
}

/* Markup that is read: pieces of text, each with the tags that it is in. */
typedef struct {
  JsonBuilder *json;
  GString *tags; /* blanks between them, one behind each */
} Pieces;

static void
begin_tag (GMarkupParseContext *context, const char *name, const char **names, const char **values,
           gpointer data, GError **error)
{
  if (!g_str_equal (name, "markup"))
    g_string_append_printf (((Pieces *)data)->tags, "%s ", name);
}

static void
end_tag (GMarkupParseContext *context, const char *name, gpointer data, GError **error)
{
  Pieces *self = data;

  if (!g_str_equal (name, "markup"))
    g_string_truncate (self->tags, self->tags->len - strlen (name) - 1);
}

/* Pairs: the tags, and the text. */
static void
take_text (GMarkupParseContext *context, const char *text, gsize size, gpointer data,
           GError **error)
{
  Pieces *self = data;
  g_autofree char *tags = g_strndup (self->tags->str, MAX (self->tags->len, 1) - 1);
  g_autofree char *piece = g_strndup (text, size);

  json_builder_add_string_value (self->json, tags);
  json_builder_add_string_value (self->json, piece);
}

/* Invalid markup is taken as plain text. */
static void
add_paragraph (Maker *self, const char *markup)
{
  static const GMarkupParser parser = { begin_tag, end_tag, take_text, NULL, NULL };
  g_autofree char *whole = g_strdup_printf ("<markup>%s</markup>", markup);
  g_autoptr (GString) tags = g_string_new (NULL);
  Pieces pieces = { self->json, tags };
  g_autoptr (GMarkupParseContext) context = NULL;
  gboolean is_markup = pango_parse_markup (markup, -1, 0, NULL, NULL, NULL, NULL);

  json_builder_begin_array (self->json);
  if (!is_markup)
    {
      json_builder_add_string_value (self->json, "");
      json_builder_add_string_value (self->json, markup);
    }
  else
    {
      context = g_markup_parse_context_new (&parser, G_MARKUP_TREAT_CDATA_AS_TEXT, &pieces, NULL);
      g_markup_parse_context_parse (context, whole, -1, NULL);
    }
  json_builder_end_array (self->json);
}

/* A line each. */
static void
add_paragraphs (Maker *self, const char *name, const char *markup)
{
  g_auto (GStrv) lines = g_strsplit (markup != NULL ? markup : "", "\n", -1);

  if (lines[0] == NULL)
    return;
  json_builder_set_member_name (self->json, name);
  json_builder_begin_array (self->json);
  for (guint i = 0; lines[i] != NULL; i++)
    if (*lines[i] != '\0')
      add_paragraph (self, lines[i]);
  json_builder_end_array (self->json);
}

/* ---- pictures ---- */

/* What is done with a drawing of a page, in the order in which they stand on it. */
typedef void (*DrawingFunc) (Maker *self, const char *name, const WsPicture *picture, int width,
                             int height);

static void
ask_drawing (Maker *self, const char *name, const WsPicture *picture, int width, int height)
{
  ws_drawings_ask (self->drawings, picture, width, height);
}

/* Width, height, and its number. */
static void
add_drawing (Maker *self, const char *name, const WsPicture *picture, int width, int height)
{
  g_autoptr (WsDrawing) drawing = self->failed ? NULL : ws_drawings_take (self->drawings);
  guint32 number = 0;

  if (drawing == NULL)
    return;
  if (drawing->error != NULL)
    {
      g_propagate_error (self->error, g_steal_pointer (&drawing->error));
      self->failed = TRUE;
      return;
    }
  self->failed = !ws_vectors_add (self->vectors, drawing, &number, self->error);
  json_builder_set_member_name (self->json, name);
  json_builder_begin_array (self->json);
  json_builder_add_int_value (self->json, width);
  json_builder_add_int_value (self->json, height);
  json_builder_add_int_value (self->json, number);
  json_builder_end_array (self->json);
}

static void
do_drawings (Maker *self, const WsWebPicture *picture, gboolean is_one_of_two, DrawingFunc func)
{
  int rows_px = MAX ((int)picture->n_rows * ROW_PX + ROWS_REST_PX, WS_EXPORT_MIN_SIZE);
  int width = is_one_of_two ? PAIR_PX : WIDE_PX;
  int height = is_one_of_two ? PAIR_HEIGHT_PX : WIDE_HEIGHT_PX;
  gboolean has_rows = picture->n_rows > 0;

  func (self, "wide", picture->picture, has_rows ? WIDE_PX : width, has_rows ? rows_px : height);
  if (!self->page->is_brief)
    func (self, "narrow", picture->picture, NARROW_PX, has_rows ? rows_px : NARROW_HEIGHT_PX);
}

static void
add_picture (Maker *self, const WsWebPicture *picture, gboolean is_one_of_two)
{
  json_builder_begin_object (self->json);
  add_text (self, "heading", picture->heading);
  if (picture->note != NULL)
    add_paragraphs (self, "note", picture->note);
  add_text (self, "alt", picture->alt);
  if (picture->n_rows > 0)
    add_number (self, "rows", picture->n_rows);
  do_drawings (self, picture, is_one_of_two, add_drawing);
  json_builder_end_object (self->json);
}

static gboolean
has_two (const WsWebView *view)
{
  guint n = 0;

  for (guint i = 0; i < view->pictures->len; i++)
    n += ((const WsWebPicture *)g_ptr_array_index (view->pictures, i))->n_rows == 0;
  return n > 1;
}

static void
add_views (Maker *self, const char *name, const GPtrArray *views)
{
  json_builder_set_member_name (self->json, name);
  json_builder_begin_array (self->json);
  for (guint i = 0; i < views->len; i++)
    {
      const WsWebView *view = g_ptr_array_index (views, i);

      json_builder_begin_object (self->json);
      add_text (self, "name", view->name);
      add_text (self, "figure", view->figure);
      json_builder_set_member_name (self->json, "pictures");
      json_builder_begin_array (self->json);
      for (guint j = 0; j < view->pictures->len; j++)
        add_picture (self, g_ptr_array_index (view->pictures, j), has_two (view));
      json_builder_end_array (self->json);
      json_builder_end_object (self->json);
    }
  json_builder_end_array (self->json);
}

/* ---- steps ---- */

static void
add_question (Maker *self, const WsWebStep *step)
{
  add_paragraphs (self, "question", step->question);
  if (step->answers != NULL)
    {
      json_builder_set_member_name (self->json, "answers");
      json_builder_begin_array (self->json);
      for (guint i = 0; step->answers[i] != NULL; i++)
        add_paragraph (self, step->answers[i]);
      json_builder_end_array (self->json);
    }
  if (step->right >= 0)
    add_number (self, "right", (guint)step->right);
  add_number (self, "hides", 1);
  add_paragraphs (self, "reveal", step->reveal);
  if (step->told != NULL)
    add_views (self, "told", step->told);
}

/* Of each its number and the line that is lit, from 1. */
static void
add_listings (Maker *self, const WsWebStep *step)
{
  if (step->n_listings == 0)
    return;
  json_builder_set_member_name (self->json, "listings");
  json_builder_begin_array (self->json);
  for (guint i = 0; i < step->n_listings; i++)
    {
      json_builder_begin_array (self->json);
      json_builder_add_int_value (self->json, step->listings[i].code);
      json_builder_add_int_value (self->json, step->listings[i].line);
      json_builder_end_array (self->json);
    }
  json_builder_end_array (self->json);
}

static void
add_step (Maker *self, const WsWebStep *step)
{
  json_builder_begin_object (self->json);
  add_text (self, "title", step->title);
  add_text (self, "subtitle", step->subtitle);
  add_paragraphs (self, "words", step->words);
  add_text (self, "source", step->source);
  if (step->stops)
    add_number (self, "stops", 1);
  add_listings (self, step);
  if (step->veils)
    add_number (self, "veiled", 1);
  if (step->hides)
    add_question (self, step);
  add_views (self, "views", step->views);
  json_builder_end_object (self->json);
}

static void
ask_views (Maker *self, const GPtrArray *views)
{
  for (guint i = 0; views != NULL && i < views->len; i++)
    {
      const WsWebView *view = g_ptr_array_index (views, i);

      for (guint j = 0; j < view->pictures->len; j++)
        do_drawings (self, g_ptr_array_index (view->pictures, j), has_two (view), ask_drawing);
    }
}

/* All drawings, in the order in which add_step() takes them. */
static void
ask_steps (Maker *self)
{
  for (guint i = 0; i < self->page->steps->len; i++)
    {
      const WsWebStep *step = g_ptr_array_index (self->page->steps, i);

      ask_views (self, step->hides ? step->told : NULL);
      ask_views (self, step->views);
    }
}

static void
add_steps (Maker *self)
{
  const GPtrArray *steps = self->page->steps;

  json_builder_set_member_name (self->json, "steps");
  json_builder_begin_array (self->json);
  for (guint i = 0; i < steps->len && !self->failed; i++)
    {
      if (g_cancellable_set_error_if_cancelled (self->watch->cancellable, self->error))
        self->failed = TRUE;
      else
        add_step (self, g_ptr_array_index (steps, i));
      if (self->watch->progress != NULL && !self->failed)
        self->watch->progress (i + 1, steps->len, self->watch->user_data);
    }
  json_builder_end_array (self->json);
}

/* ---- code ---- */

/* Pairs: the kind of a token, and the token. */
static void
add_line (Maker *self, const char *source, gsize length, gboolean *in_comment)
{
  g_autofree char *line = ws_code_expand_tabs (source, length);
  gsize size = strlen (line);
  gsize at = 0;
  gsize begin;
  WsTokenKind kind;

  json_builder_begin_array (self->json);
  while (ws_code_next_token (line, size, &at, &begin, in_comment, &kind))
    {
      g_autofree char *token = g_strndup (line + begin, at - begin);

      json_builder_add_int_value (self->json, kind);
      json_builder_add_string_value (self->json, token);
    }
  json_builder_end_array (self->json);
}

/* Of each line the share of lanes that were active on it, in per cent; null where no warp was. */
static void
add_shares (Maker *self, const GArray *uses)
{
  json_builder_set_member_name (self->json, "shares");
  json_builder_begin_array (self->json);
  for (guint i = 1; uses != NULL && i < uses->len; i++)
    {
      const WsLineUse *use = &g_array_index (uses, WsLineUse, i);

      if (use->executed > 0)
        json_builder_add_int_value (self->json,
                                    (gint64)(ws_clamp01 (ws_line_use_share (use)) * 100 + 0.5));
      else
        json_builder_add_null_value (self->json);
    }
  json_builder_end_array (self->json);
}

static void
add_code (Maker *self, const WsWebCode *code)
{
  const WsScene *scene = code->scene;
  const WsKernel *kernel = scene != NULL ? ws_run_get_kernel (scene->run, scene->launch) : NULL;
  gboolean in_comment = FALSE;

  json_builder_begin_object (self->json);
  add_text (self, "file", kernel != NULL ? kernel->file : code->file);
  json_builder_set_member_name (self->json, "lines");
  json_builder_begin_array (self->json);
  for (const char *at = kernel != NULL ? kernel->source : code->text; *at != '\0';)
    {
      gsize length = strcspn (at, "\n");

      add_line (self, at, length, &in_comment);
      at += length + (at[length] == '\n');
    }
  json_builder_end_array (self->json);
  add_shares (self, scene != NULL ? scene->line_use : NULL);
  json_builder_end_object (self->json);
}

/* ---- the whole ---- */

static void
add_words (Maker *self)
{
  json_builder_set_member_name (self->json, "words");
  json_builder_begin_object (self->json);
  for (guint i = 0; i < G_N_ELEMENTS (said); i++)
    add_text (self, said[i].name, _ (said[i].words));
  json_builder_end_object (self->json);
}

static void
add_all (Maker *self)
{
  const WsWebPage *page = self->page;

  json_builder_begin_object (self->json);
  add_text (self, "title", page->title);
  add_text (self, "about", page->about);
  add_number (self, "milliseconds", (guint)(page->seconds * 1000));
  add_words (self);
  json_builder_set_member_name (self->json, "codes");
  json_builder_begin_array (self->json);
  for (guint i = 0; i < page->codes->len; i++)
    add_code (self, g_ptr_array_index (page->codes, i));
  json_builder_end_array (self->json);
  add_steps (self);
  ws_web_metrics_add (self->json, page->runs);
  json_builder_end_object (self->json);
}

/**
 * ws_web_data_make:
 * @drawings: (out) (transfer full): as ws_vectors_pack() has them
 * @css: (out) (transfer full): how they are painted
 *
 * Draws all pictures.
 *
 * Returns: (transfer full) (nullable): JSON
 */
char *
ws_web_data_make (const WsWebPage *self, const WsWebPageWatch *watch, char **drawings, char **css,
                  GError **error)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  g_autoptr (WsDrawings) asked = ws_drawings_new ();
  g_autoptr (WsVectors) vectors = ws_vectors_new ();
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  g_autoptr (JsonNode) root = NULL;
  Maker maker = { self, watch, json, asked, vectors, error, FALSE };

  ask_steps (&maker);
  add_all (&maker);
  if (maker.failed)
    return NULL;
  *css = ws_vectors_make_css (vectors);
  *drawings = ws_vectors_pack (vectors);
  root = json_builder_get_root (json);
  json_generator_set_root (generator, root);
  return json_generator_to_data (generator, NULL);
}
