/* Web pages: what pictures share, light and dark, and texts that would like to be more. */
#include "lesson-fixture.h"
#include "scratch.h"
#include "synthetic.h"

#include "page/outline.h"
#include "page/style.h"
#include "page/vectors.h"
#include "page/web-page-private.h"

#include <math.h>
#include <string.h>

#define HOSTILE  "</script><script>alert(1)</script>\"'&<!--]]>\u202e\u2028"
#define MAX_CODE 20000 /* bytes of the script */
#define MAX_RUN  400000

static WsCatalog *catalog;

static const WsWebPageWatch nobody = { NULL, NULL, NULL };

/* ---- outlines ---- */

static void
test_outline (void)
{
  static const struct {
    const char *data;
    const char *parts; /* "x,y rest" of each, in hundredths */
  } all[] = {
    { "M 1 2 L 3.5 2 L 3.5 4 L 1 4 Z M 1 2 ", "100,200 h2.5v2h-2.5z" },
    { "M 0 0 L 1.25 -0.5 M 10 10 C 10 11 11 12 12 12 ", "0,0 l1.25-.5;1000,1000 c0 1 1 2 2 2" },
    /* what is rounded does not add up */
    { "M 0.004 0 L 0.333 0 L 0.666 0 L 0.999 0", "0,0 h.33h.34h.33" },
    { "M 5 5 ", "" },
    { "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autoptr (GArray) parts = ws_outline_parse (all[i].data, &(WsOutlineMap)WS_OUTLINE_MAP_INIT);
      g_autoptr (GString) text = g_string_new (NULL);

      g_assert_nonnull (parts);
      for (guint j = 0; j < parts->len; j++)
        {
          const WsOutlinePart *part = &g_array_index (parts, WsOutlinePart, j);

          g_string_append_printf (text, "%s%d,%d %s", j > 0 ? ";" : "", (int)part->x, (int)part->y,
                                  part->rest);
        }
      g_assert_cmpstr (text->str, ==, all[i].parts);
    }
  g_assert_null (ws_outline_parse ("M 1 2 A 3 4", &(WsOutlineMap)WS_OUTLINE_MAP_INIT));
  g_assert_null (ws_outline_parse ("M 1", &(WsOutlineMap)WS_OUTLINE_MAP_INIT));
}

/* However a number is written, it is read as g_ascii_strtod() reads it, and written as printf. */
static void
test_numbers (void)
{
  static const char *const formats[] = { "%f", "%.18f", "%.2f", "%.0f", "%.12e", "%.15g" };
  GRand *random = g_rand_new_with_seed (4);

  for (guint i = 0; i < 20000; i++)
    {
      double size = pow (10, g_rand_int_range (random, -6, 7));
      char number[64];
      const char *written =
          g_ascii_formatd (number, sizeof number, formats[i % G_N_ELEMENTS (formats)],
                           g_rand_double_range (random, -size, size));
      g_autofree char *data = g_strdup_printf ("M 0 0 L %s 7", written);
      gint64 hundredths = ws_outline_round (g_ascii_strtod (written, NULL));
      g_autofree char *digits = g_strdup_printf ("%.2f", (double)ABS (hundredths) / 100);
      g_autoptr (GArray) parts = ws_outline_parse (data, &(WsOutlineMap)WS_OUTLINE_MAP_INIT);
      g_autoptr (GString) text = g_string_new (hundredths == 0  ? "v7"
                                               : hundredths < 0 ? "l-"
                                                                : "l");

      if (hundredths != 0)
        {
          char *end = digits + strlen (digits);

          while (end[-1] == '0')
            *--end = '\0';
          if (end[-1] == '.')
            end[-1] = '\0';
          g_string_append_printf (text, "%s 7", digits[0] == '0' ? digits + 1 : digits);
        }
      g_assert_nonnull (parts);
      g_assert_cmpstr (g_array_index (parts, WsOutlinePart, 0).rest, ==, text->str);
    }
  g_rand_free (random);
}

static void
test_lists (void)
{
  static const guint32 numbers[] = { 4, 5, 6, 35, 36, 1296, 0 };
  g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GString) text = g_string_new (NULL);

  g_array_append_vals (list, numbers, G_N_ELEMENTS (numbers));
  ws_ids_append_list (text, list);
  g_assert_cmpstr (text->str, ==, "4-6,z,10,100,0");
}

/* ---- styles ---- */

static void
check_style (const char *attributes, const char *expected)
{
  g_autofree char *text = g_strdup_printf ("<path %s/>", attributes);
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr (WsSvgNode) node = ws_svg_parse (bytes, NULL);
  g_autofree char *style = ws_style_make (node, NULL, 2);

  g_assert_cmpstr (style, ==, expected);
}

static void
test_styles (void)
{
  /* as cairo 1.16 writes it, and as 1.18 does */
  check_style ("style=\" stroke:none;fill-rule:nonzero;fill:rgb(0%,44.705882%,69.803922%);"
               "fill-opacity:1;\"",
               "fill:#0072b2");
  check_style ("fill-rule=\"nonzero\" fill=\"rgb(0%, 44.705882%, 69.803922%)\" fill-opacity=\"1\"",
               "fill:#0072b2");
  check_style ("style=\"fill:none;stroke-width:1.6;stroke-linecap:round;stroke:rgb(100%,100%,100%);"
               "stroke-opacity:0.5;stroke-dasharray:3,2;stroke-miterlimit:10;\"",
               "fill:none;stroke:#fff;stroke-opacity:0.5;stroke-width:3.2;stroke-linecap:round;"
               "stroke-dasharray:6 4");
  /* what is no colour, and what is none of cairo's words */
  check_style ("style=\"fill:url(#linear0);\"", NULL);
  check_style ("style=\"fill:rgb(0%,0%,0%);stroke-linecap:red}body{\"", NULL);
}

/* ---- pictures ---- */

static WsPicture
make_picture (WsScene *scene, guint stage)
{
  WsPicture picture = { .view = WS_VIEW_TREE, .scene = scene, .options = WS_FIGURE_OPTIONS_INIT };

  picture.moment.position = ws_scene_stage_moment (scene, stage);
  picture.options.bare = TRUE;
  return picture;
}

static guint32
add_picture (WsVectors *vectors, const WsPicture *picture)
{
  g_autoptr (WsDrawings) drawings = ws_drawings_new ();
  g_autoptr (WsDrawing) drawing = NULL;
  g_autoptr (GError) error = NULL;
  guint32 number = 0;

  ws_drawings_ask (drawings, picture, 600, 400);
  drawing = ws_drawings_take (drawings);
  g_assert_no_error (drawing->error);
  g_assert_true (ws_vectors_add (vectors, drawing, &number, &error));
  g_assert_no_error (error);
  return number;
}

/* The second picture costs what it has anew; the same once more, nothing. */
static void
test_shared (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_INTERLEAVED, 32, SYNTHETIC_SMALL);
  g_autoptr (WsVectors) vectors = ws_vectors_new ();
  WsPicture pictures[] = { make_picture (scene, 1), make_picture (scene, 2),
                           make_picture (scene, 1) };
  guint32 numbers[3];
  guint n_parts[3];

  for (guint i = 0; i < 3; i++)
    {
      numbers[i] = add_picture (vectors, &pictures[i]);
      n_parts[i] = vectors->parts.texts->len;
    }
  g_assert_cmpuint (numbers[0], ==, 0);
  g_assert_cmpuint (numbers[1], ==, 1);
  g_assert_cmpuint (numbers[2], ==, 0);
  g_assert_cmpuint (n_parts[0], >, 100);
  g_assert_cmpuint (n_parts[1] - n_parts[0], <, n_parts[0] / 3);
  g_assert_cmpuint (n_parts[2], ==, n_parts[1]);
}

/* A style has a colour of each theme; hardly anything is of one alone. */
static void
test_themes (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_INTERLEAVED, 64, SYNTHETIC_SMALL);
  g_autoptr (WsVectors) vectors = ws_vectors_new ();
  g_autofree char *css = NULL;
  guint alone = 0;
  gboolean background = FALSE;
  WsPicture picture = make_picture (scene, 1);

  add_picture (vectors, &picture);
  for (guint i = 0; i < vectors->styles.texts->len; i++)
    {
      const char *style = g_ptr_array_index (vectors->styles.texts, i);

      alone += style[0] == '/' || g_str_has_suffix (style, "/");
      background |= g_str_equal (style, "fill:#fff/fill:#1e1e22");
    }
  g_assert_true (background);
  g_assert_cmpuint (alone * 4, <=, vectors->styles.texts->len);
  css = ws_vectors_make_css (vectors);
  g_assert_nonnull (strstr (css, "@media print,(prefers-color-scheme:light){"));
  g_assert_nonnull (strstr (css, "@media screen and (prefers-color-scheme:dark){"));
}

/* ---- pages ---- */

/* (transfer full): what stands between @begin and @end */
static char *
cut (const char *html, const char *begin, const char *end)
{
  const char *from = strstr (html, begin);
  const char *to;

  g_assert_nonnull (from);
  from += strlen (begin);
  to = strstr (from, end);
  g_assert_nonnull (to);
  return g_strndup (from, (gsize)(to - from));
}

static guint
count (const char *text, const char *what)
{
  guint n = 0;

  for (; (text = strstr (text, what)) != NULL; text += strlen (what))
    n++;
  return n;
}

/* The policy names what is in the page, and lets in nothing else. */
static void
check_policy (const char *html)
{
  static const struct {
    const char *begin;
    const char *end;
    const char *directive;
  } all[] = { { "\n<script>", "</script>", "script-src" }, { "<style>", "</style>", "style-src" } };
  g_autofree char *policy = cut (html, "Content-Security-Policy\" content=\"", "\"");

  g_assert_true (g_str_has_prefix (policy, "default-src 'none';"));
  g_assert_null (strstr (policy, "unsafe"));
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autofree char *text = cut (html, all[i].begin, all[i].end);
      g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
      guint8 digest[32];
      gsize size = sizeof digest;
      g_autofree char *base64 = NULL;
      g_autofree char *wanted = NULL;

      g_checksum_update (checksum, (const guchar *)text, -1);
      g_checksum_get_digest (checksum, digest, &size);
      base64 = g_base64_encode (digest, size);
      wanted = g_strdup_printf ("%s 'sha256-%s'", all[i].directive, base64);
      g_assert_nonnull (strstr (policy, wanted));
    }
}

/* (transfer full): what its script reads */
static JsonNode *
check_page (const char *html)
{
  g_autofree char *data = cut (html, "id=\"data\">", "</script>");
  g_autofree char *script = cut (html, "\n<script>", "</script>");
  g_autoptr (GError) error = NULL;
  JsonNode *root;

  check_policy (html);
  g_assert_cmpuint (count (html, "<script"), ==, 3);
  g_assert_cmpuint (count (html, "</script"), ==, 3);
  g_assert_null (strpbrk (data, "<>&"));
  g_assert_null (strstr (data, "\u2028"));
  g_assert_cmpuint (strlen (script), <, MAX_CODE);
  g_assert_null (strstr (script, "innerHTML"));
  /* the name of SVG's elements is no address that is asked */
  g_assert_cmpuint (count (html, "http"), ==, 2); /* and "http-equiv" */
  root = json_from_string (data, &error);
  g_assert_no_error (error);
  return root;
}

/* (transfer full) */
static char *
write_page (const WsWebPage *page)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = ws_web_page_to_bytes (page, &nobody, &error);

  g_assert_no_error (error);
  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

static JsonObject *
get_step (JsonNode *root, guint step)
{
  return json_array_get_object_element (
      json_object_get_array_member (json_node_get_object (root), "steps"), step);
}

/* The words of a step, without their tags. (transfer full) */
static char *
get_words (JsonObject *step, const char *name)
{
  JsonArray *paragraphs = json_object_get_array_member (step, name);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < json_array_get_length (paragraphs); i++)
    {
      JsonArray *pieces = json_array_get_array_element (paragraphs, i);

      for (guint j = 1; j < json_array_get_length (pieces); j += 2)
        g_string_append (text, json_array_get_string_element (pieces, j));
    }
  return g_string_free (text, FALSE);
}

/* The line that is lit in one of its listings. */
static guint
get_line (JsonObject *step, guint listing)
{
  return (guint)json_array_get_int_element (
      json_array_get_array_element (json_object_get_array_member (step, "listings"), listing), 1);
}

/* (transfer full): of a cell of the table: the value, what it is of, or how it is known */
static char *
get_cell (JsonObject *row, guint run, guint piece)
{
  JsonArray *cells = json_object_get_array_member (row, "cells");

  return g_strdup (
      json_array_get_string_element (json_array_get_array_element (cells, run), piece));
}

/* The table has a row for each metric that one of the runs knows, with the number of each. */
static void
check_metrics (JsonNode *root, WsScene *const *scenes, guint n_scenes)
{
  JsonObject *table = json_object_get_object_member (json_node_get_object (root), "metrics");
  JsonArray *rows = json_object_get_array_member (table, "rows");
  guint n_groups = 0, n_known = 0;

  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (table, "heads")), ==,
                    n_scenes);
  for (guint i = 0; i < json_array_get_length (rows); i++)
    n_groups += json_object_has_member (json_array_get_object_element (rows, i), "group");
  g_assert_cmpuint (n_groups, >=, 4);
  for (guint run = 0; run < n_scenes; run++)
    {
      g_autoptr (GArray) metrics = ws_metrics_new (scenes[run]->run, WS_NONE);

      for (guint i = 0; i < json_array_get_length (rows); i++)
        {
          JsonObject *row = json_array_get_object_element (rows, i);
          const char *title = json_object_get_string_member (row, "title");
          g_autofree char *value = get_cell (row, run, 0);
          g_autofree char *source = get_cell (row, run, 1);
          g_autofree char *origin = get_cell (row, run, 2);
          const WsMetric *metric = NULL;

          for (guint k = 0; k < metrics->len; k++)
            if (g_str_equal (g_array_index (metrics, WsMetric, k).title, title))
              metric = &g_array_index (metrics, WsMetric, k);
          g_assert_nonnull (metric);
          if (!metric->valid)
            {
              g_assert_cmpstr (value, ==, "–");
              g_assert_cmpstr (origin, ==, "");
              continue;
            }
          n_known++;
          g_assert_cmpstr (origin, ==, ws_origin_get_name (metric->origin));
          if (g_str_equal (metric->unit, "%"))
            g_assert_cmpfloat_with_epsilon (g_ascii_strtod (value, NULL), metric->value, 0.051);
          if (metric->numerator < 1000 && *source != '\0')
            g_assert_cmpfloat (g_ascii_strtod (source, NULL), ==, metric->numerator);
          if (*source != '\0')
            g_assert_nonnull (strstr (source, metric->numerator_name));
        }
      for (guint k = 0; k < metrics->len; k++)
        n_known -= g_array_index (metrics, WsMetric, k).valid;
    }
  g_assert_cmpuint (n_known, ==, 0); /* each once */
}

/* Each stop says what the program says, and lights the line that the program does. */
static void
test_run (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_INTERLEAVED, 32, SYNTHETIC_SMALL);
  g_autoptr (WsWebPage) page = ws_web_page_new ();
  const WsPicture picture = make_picture (scene, 0);
  g_autofree char *html = NULL;
  g_autoptr (JsonNode) root = NULL;
  guint stage = 0;

  ws_web_page_add_run (page, &picture);
  html = write_page (page);
  root = check_page (html);
  g_assert_cmpuint (strlen (html), <, MAX_RUN);
  for (guint i = 0; i < page->steps->len; i++)
    {
      JsonObject *step = get_step (root, i);
      const WsWebStep *from = g_ptr_array_index (page->steps, i);
      const WsWebView *view = g_ptr_array_index (from->views, 0);
      const WsMoment *moment =
          &((const WsWebPicture *)g_ptr_array_index (view->pictures, 0))->picture->moment;
      g_autofree char *said = get_words (step, "words");
      g_autofree char *expected =
          ws_scene_caption (scene, ws_scene_stage_at (scene, moment->position), TRUE);

      g_assert_cmpstr (said, ==, expected);
      if (!json_object_has_member (step, "stops"))
        continue;
      g_assert_cmpfloat (moment->position, ==, ws_scene_stage_moment (scene, stage));
      g_assert_cmpuint (get_line (step, 0), ==, ws_code_get_line (scene, moment));
      stage++;
    }
  g_assert_cmpuint (stage, ==, scene->stages->n_stages);
  g_assert_cmpuint (page->steps->len, >=, stage);
  check_metrics (root, &scene, 1);
}

/* A brief page stands at a few stages, from the first to the last, shows blocks, and has no picture
 * for a narrow page. */
static void
test_brief (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_INTERLEAVED, 256, SYNTHETIC_SMALL);
  g_autoptr (WsWebPage) page = ws_web_page_new ();
  const WsPicture picture = make_picture (scene, 0);
  g_autofree char *html = NULL;
  g_autoptr (JsonNode) root = NULL;
  double before = -1;

  g_assert_cmpuint (scene->stages->n_stages, >, 5);
  ws_web_page_set_brief (page);
  ws_web_page_add_run (page, &picture);
  html = write_page (page);
  root = check_page (html);
  g_assert_cmpuint (page->steps->len, ==, 5);
  g_assert_false (json_object_has_member (json_node_get_object (root), "metrics"));
  for (guint i = 0; i < page->steps->len; i++)
    {
      const WsWebStep *step = g_ptr_array_index (page->steps, i);
      const WsWebView *view = g_ptr_array_index (step->views, 0);
      const WsPicture *drawn =
          ((const WsWebPicture *)g_ptr_array_index (view->pictures, 0))->picture;
      JsonArray *views = json_object_get_array_member (get_step (root, i), "views");

      g_assert_true (step->stops);
      g_assert_cmpfloat (drawn->moment.position, >, before);
      before = drawn->moment.position;
      if (i == 0)
        g_assert_cmpfloat (before, ==, ws_scene_stage_moment (scene, 0));
      g_assert_cmpuint (json_array_get_length (views), ==, step->views->len);
      for (guint k = 0; k < step->views->len; k++)
        {
          JsonObject *of_view = json_array_get_object_element (views, k);
          JsonObject *one =
              json_array_get_object_element (json_object_get_array_member (of_view, "pictures"), 0);

          view = g_ptr_array_index (step->views, k);
          drawn = ((const WsWebPicture *)g_ptr_array_index (view->pictures, 0))->picture;
          g_assert_cmpint (drawn->view, !=, WS_VIEW_SMS);
          g_assert_true (json_object_has_member (one, "wide"));
          g_assert_false (json_object_has_member (one, "narrow"));
        }
    }
  g_assert_cmpfloat (before, ==, ws_scene_stage_moment (scene, scene->stages->n_stages - 1));
}

/* Each step says what the program says of both, and has both where they belong together: at the
 * left's moment and at what that is on the right, each with its own code. */
static void
test_beside (void)
{
  g_autoptr (WsScene) left = synthetic_scene_new (SYNTHETIC_INTERLEAVED, 16, SYNTHETIC_SMALL);
  g_autoptr (WsScene) right = synthetic_scene_new (SYNTHETIC_SEQUENTIAL, 16, SYNTHETIC_SMALL);
  g_autoptr (WsBeside) beside = ws_beside_new (left, right);
  g_autoptr (WsWebPage) page = ws_web_page_new ();
  const WsPicture picture = make_picture (left, 0);
  WsKernel *kernel = (WsKernel *)ws_run_get_kernel (right->run, 0);
  g_autofree char *source = kernel->source;
  g_autofree char *html = NULL;
  g_autofree char *title = ws_beside_title (beside);
  g_autoptr (JsonNode) root = NULL;
  guint stage = 0;

  kernel->source = g_strconcat (source, "// of its own\n", NULL);
  ws_web_page_add_beside (page, beside, &picture);
  html = write_page (page);
  root = check_page (html);
  check_metrics (root, beside->scenes, WS_BESIDE_N_SIDES);
  g_assert_cmpstr (json_object_get_string_member (json_node_get_object (root), "title"), ==, title);
  for (guint i = 0; i < page->steps->len; i++)
    {
      JsonObject *step = get_step (root, i);
      const WsWebStep *from = g_ptr_array_index (page->steps, i);
      const WsWebView *view = g_ptr_array_index (from->views, 0);
      const WsPicture *sides[] = {
        ((const WsWebPicture *)g_ptr_array_index (view->pictures, WS_BESIDE_LEFT))->picture,
        ((const WsWebPicture *)g_ptr_array_index (view->pictures, WS_BESIDE_RIGHT))->picture,
      };
      g_autofree char *said = get_words (step, "words");
      g_autofree char *expected = ws_beside_sentence (
          beside, ws_scene_stage_at (left, sides[WS_BESIDE_LEFT]->moment.position));

      g_assert_cmpstr (said, ==, expected);
      g_assert_cmpuint (view->pictures->len, ==, 3);
      g_assert_cmpuint (((const WsWebPicture *)view->pictures->pdata[2])->n_rows, >, 0);
      for (guint side = 0; side < G_N_ELEMENTS (sides); side++)
        {
          g_assert_true (sides[side]->scene == beside->scenes[side]);
          g_assert_cmpuint (get_line (step, side), ==,
                            ws_code_get_line (sides[side]->scene, &sides[side]->moment));
        }
      if (!from->stops)
        continue;
      g_assert_cmpfloat (sides[WS_BESIDE_RIGHT]->moment.position, ==,
                         ws_scene_stage_moment (right, beside->stage_of[stage]));
      stage++;
    }
  g_assert_cmpuint (stage, ==, left->stages->n_stages);
}

/* Names and a source that would like to run. */
static void
test_hostile (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_COPY, 32, SYNTHETIC_SMALL);
  WsKernel *kernel = (WsKernel *)ws_run_get_kernel (scene->run, 0);
  g_autoptr (WsWebPage) page = ws_web_page_new ();
  const WsPicture picture = make_picture (scene, 0);
  g_autofree char *html = NULL;
  g_autofree char *title = NULL;
  g_autoptr (JsonNode) root = NULL;
  JsonObject *data;

  g_free (scene->run->title);
  scene->run->title = g_strdup (HOSTILE);
  g_free (kernel->file);
  kernel->file = g_strdup (HOSTILE);
  g_free (kernel->source);
  kernel->source = g_strdup ("a\n" HOSTILE "\nb");
  ws_web_page_add_run (page, &picture);
  html = write_page (page);
  root = check_page (html);
  data = json_node_get_object (root);
  g_assert_cmpstr (json_object_get_string_member (data, "title"), ==, HOSTILE);
  title = cut (html, "<title>", "</title>");
  g_assert_null (strpbrk (title, "<>\""));
  g_assert_null (strstr (title, "\u202e"));
  g_assert_cmpuint (
      json_array_get_length (json_object_get_array_member (
          json_array_get_object_element (json_object_get_array_member (data, "codes"), 0),
          "lines")),
      ==, 3);
}

/* ---- lessons ---- */

static const char lesson_text[] =
    "# A <lesson>\nkernel: reduce1\nelements: 32\nblock: 32\n\nWhat it is about.\n\n"
    "## First\nview: code\n\nIt <b>begins &lt;here&gt;</b>.\n\n"
    "## Values\nview: tree\nat: stride 2\nhide: values\nanswers: in order\n\nPredict them.\n\n"
    "? What <i>comes</i> out?\n- none\n* something\n- all\n= It is <b>this</b>.\n\n"
    "## Counts\nview: lanes\nat: stride 2\nhide: masks, counts\n\nHow many?\n\n"
    "? Say it.\n= So many.\n\n"
    "## Only words\nview: words\n\nThe end.\n";

static void
test_lesson (void)
{
  g_autoptr (WsLesson) lesson = lesson_fixture_read (catalog, "test", lesson_text);
  g_autoptr (WsLessonRuns) runs = ws_lesson_runs_new ();
  g_autoptr (WsWebPage) page = ws_web_page_new ();
  g_autoptr (GPtrArray) problems = g_ptr_array_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *html = NULL;
  g_autofree char *words = NULL;
  g_autofree char *question = NULL;
  g_autofree char *told = NULL;
  JsonArray *pieces;

  for (guint i = 0; i < ws_lesson_get_n_steps (lesson); i++)
    lesson_fixture_run_step (catalog, lesson, i, runs);
  ws_web_page_add_lesson (page, lesson, runs, problems);
  g_assert_cmpuint (problems->len, ==, 0);
  html = write_page (page);
  root = check_page (html);

  /* tags are beside the text, entities are none any more; code is a picture here, not a listing */
  words = get_words (get_step (root, 0), "words");
  g_assert_cmpstr (words, ==, "It begins <here>.");
  pieces =
      json_array_get_array_element (json_object_get_array_member (get_step (root, 0), "words"), 0);
  g_assert_cmpstr (json_array_get_string_element (pieces, 2), ==, "b");
  g_assert_false (json_object_has_member (get_step (root, 0), "listings"));
  g_assert_false (json_object_has_member (get_step (root, 0), "hides"));

  question = get_words (get_step (root, 1), "question");
  g_assert_cmpstr (question, ==, "What comes out?");
  g_assert_cmpint (json_object_get_int_member (get_step (root, 1), "right"), ==, 1);
  told = get_words (get_step (root, 1), "reveal");
  g_assert_cmpstr (told, ==, "It is this.");
  /* values are another picture once they are told */
  g_assert_true (json_object_has_member (get_step (root, 1), "told"));
  g_assert_true (json_object_has_member (get_step (root, 1), "listings"));
  g_assert_false (json_object_has_member (get_step (root, 1), "veiled"));
  /* and the shares beside the code would tell the counts */
  g_assert_true (json_object_has_member (get_step (root, 2), "veiled"));
  g_assert_false (json_object_has_member (get_step (root, 2), "answers"));
  g_assert_cmpuint (
      json_array_get_length (json_object_get_array_member (get_step (root, 3), "views")), ==, 0);
}

/* ---- the file ---- */

/* Whole, or not there. */
static void
test_file (Scratch *scratch, gconstpointer data)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_COPY, 32, SYNTHETIC_SMALL);
  g_autoptr (WsWebPage) page = ws_web_page_new ();
  const WsPicture picture = make_picture (scene, 0);
  g_autoptr (GFile) file = g_file_new_for_path (scratch->path);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  ws_web_page_add_run (page, &picture);
  g_cancellable_cancel (cancellable);
  g_assert_false (
      ws_web_page_write (page, file, &(WsWebPageWatch){ NULL, NULL, cancellable }, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_cmpuint (scratch_count_entries (scratch->folder), ==, 0);
  g_assert_true (ws_web_page_write (page, file, &nobody, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (scratch_count_entries (scratch->folder), ==, 1);
}

static const ScratchTest scratch_tests[] = { { "/page/file", test_file } };

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  catalog = ws_catalog_new (NULL, &error);
  g_assert_no_error (error);
  g_test_add_func ("/page/outline", test_outline);
  g_test_add_func ("/page/numbers", test_numbers);
  g_test_add_func ("/page/lists", test_lists);
  g_test_add_func ("/page/styles", test_styles);
  g_test_add_func ("/page/shared", test_shared);
  g_test_add_func ("/page/themes", test_themes);
  g_test_add_func ("/page/run", test_run);
  g_test_add_func ("/page/brief", test_brief);
  g_test_add_func ("/page/beside", test_beside);
  g_test_add_func ("/page/hostile", test_hostile);
  g_test_add_func ("/page/lesson", test_lesson);
  scratch_add_tests (scratch_tests, G_N_ELEMENTS (scratch_tests), "page.html");
  status = g_test_run ();
  ws_catalog_unref (catalog);
  return status;
}
