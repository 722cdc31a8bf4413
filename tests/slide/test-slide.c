/* What holds for every slide, whatever its words: nothing over another, nothing cut, nothing too
 * small for the last row; revealing moves nothing. */
#include "slide/slide-picture.h"
#include "recorded.h"
#include "texts.h"

#include <glib/gstdio.h>

typedef struct {
  int width;
  int height;
} Size;

static const Size sizes[] = {
  { 1024, 768 }, { 1280, 720 }, { 1280, 1024 }, { 1920, 1080 }, { 3840, 2160 }, { 1080, 1920 },
};

#define LEAST_SHARE    0.022
#define LEAST_CONTRAST 7

/* (transfer full) */
static WsScene *
make_scene (const char *kernel, guint block)
{
  g_autoptr (WsRun) run = recorded_new (
      &(Recorded){ .kernel = kernel, .spec = "h200", .n = 4 * block, .block = block });

  return ws_scene_new (run, 0, 0, NULL);
}

static void
set_stage (WsPicture *picture, WsScene *scene, guint stage)
{
  picture->scene = scene;
  picture->moment = (WsMoment){ .position = ws_scene_stage_moment (scene, stage) };
  picture->moment.time = ws_scene_time_at (scene, picture->moment.position);
}

/* (transfer full): as full as a slide can be */
static WsSlide *
make_slide (WsScene *one, WsScene *other, gboolean question)
{
  WsSlide *slide = ws_slide_new ("Kernel 1: interleaved addressing");
  WsPicture picture = { .view = WS_VIEW_TREE, .options = WS_FIGURE_OPTIONS_INIT };
  static const char *const answers[] = { "8 of 32 lanes", "16 of 32 lanes", "all 32 lanes", NULL };

  slide->subtitle =
      g_strdup ("Neighbours combine in pairs: every second thread works, then every fourth.");
  slide->step = 3;
  slide->n_steps = 12;
  slide->words = g_strdup ("Stage 2: 4 of 16 threads add. <b>The warp diverges</b>: 4 lanes work, "
                           "12 wait for them.");
  slide->source = g_strdup ("Virtual NVIDIA H200, modelled");
  set_stage (&picture, one, 2);
  ws_slide_add_part (slide, other != NULL ? "Kernel 1" : NULL, &picture);
  if (other != NULL)
    {
      set_stage (&picture, other, 2);
      ws_slide_add_part (slide, "Kernel 3", &picture)->note =
          g_strdup ("<b>one wavefront</b>: every lane has a bank of its own");
    }
  else
    slide->shows_warps = TRUE;
  if (!question)
    return slide;
  slide->question = g_strdup ("How many lanes of warp 0 work at the next stage?");
  slide->answers = g_strdupv ((char **)answers);
  slide->right = 0;
  slide->hint = g_strdup ("Space reveals");
  slide->reveal = g_strdup ("Eight lanes: the condition holds for every fourth thread.");
  return slide;
}

/* Boxes that stand on a slide, in their order downwards. */
static guint
list_boxes (const WsSlideLayout *l, WsBox boxes[24])
{
  guint n = 0;

  boxes[n++] = l->title;
  boxes[n++] = l->subtitle;
  for (guint i = 0; i < l->n_parts; i++)
    {
      boxes[n++] = l->headings[i];
      boxes[n++] = l->parts[i];
      boxes[n++] = l->notes[i];
    }
  boxes[n++] = l->warps;
  boxes[n++] = l->words;
  boxes[n++] = l->question;
  for (guint i = 0; i < l->n_answers; i++)
    boxes[n++] = l->answers[i];
  boxes[n++] = l->reveal;
  boxes[n++] = l->source;
  return n;
}

static void
check_layout (const WsSlide *slide, const WsTheme *theme, const Size *size)
{
  WsSlideLayout layout;
  WsBox boxes[24];
  guint n;

  ws_slide_layout (slide, theme, size->width, size->height, &layout);
  n = list_boxes (&layout, boxes);
  for (guint i = 0; i < n; i++)
    {
      if (boxes[i].h <= 0)
        continue;
      g_assert_cmpfloat (boxes[i].x, >=, 0);
      g_assert_cmpfloat (boxes[i].y, >=, 0);
      g_assert_cmpfloat (boxes[i].x + boxes[i].w, <=, size->width);
      g_assert_cmpfloat (boxes[i].y + boxes[i].h, <=, size->height);
      for (guint k = i + 1; k < n; k++)
        if (boxes[k].h > 0)
          g_assert_false (texts_do_overlap (&boxes[i], &boxes[k]));
    }
  for (guint i = 0; i < layout.n_parts; i++)
    g_assert_cmpfloat (layout.parts[i].h, >=, MIN (size->width, size->height) * 0.3);
}

static void
check_texts (const WsSlide *slide, const WsTheme *theme, const Size *size)
{
  cairo_rectangle_t extents = { 0, 0, size->width, size->height };
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &extents);
  cairo_t *cr = cairo_create (surface);
  g_autoptr (GArray) boxes = ws_text_watch (cr);

  ws_draw_slide (cr, slide, theme, size->width, size->height);
  g_assert_cmpuint (boxes->len, >, 20);
  for (guint i = 0; i < boxes->len; i++)
    {
      const WsTextBox *text = &g_array_index (boxes, WsTextBox, i);

      if (text->px < size->height * LEAST_SHARE - 0.1)
        g_error ("“%s” is %.1f px high at %dx%d", text->string, text->px, size->width,
                 size->height);
      g_assert_cmpfloat (text->box.x, >=, -0.5);
      g_assert_cmpfloat (text->box.x + text->box.w, <=, size->width + 0.5);
      g_assert_cmpfloat (text->box.y + text->box.h, <=, size->height + 0.5);
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
draw_cb (cairo_t *cr, gconstpointer data, const WsTheme *theme, double width, double height)
{
  ws_draw_slide (cr, data, theme, width, height);
}

/* For the eye: WS_KEEP_SLIDES names a folder. */
static void
keep (const WsSlide *slide, WsThemeKind theme, const Size *size, const char *name)
{
  const char *folder = g_getenv ("WS_KEEP_SLIDES");
  WsExportForm form = { theme, size->width, size->height, 1 };
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  if (folder == NULL)
    return;
  path = g_strdup_printf ("%s/%s-%s-%d.png", folder, name, ws_theme_get (theme)->name, size->width);
  ws_export_drawing (draw_cb, slide, &form, path, NULL, &error);
  g_assert_no_error (error);
}

static void
test_layout (void)
{
  static const guint blocks[] = { 16, 128 };

  for (guint b = 0; b < G_N_ELEMENTS (blocks); b++)
    {
      g_autoptr (WsScene) one = make_scene ("reduce1", blocks[b]);
      g_autoptr (WsScene) other = make_scene ("reduce3", blocks[b]);

      for (guint kind = 0; kind < 4; kind++)
        {
          g_autoptr (WsSlide) slide = make_slide (one, kind % 2 == 1 ? other : NULL, kind >= 2);
          g_autofree char *name = g_strdup_printf ("slide%u-%u", kind, blocks[b]);

          for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
            for (guint theme = 0; theme < WS_N_THEMES; theme++)
              {
                slide->revealed = theme == 2 && s == 3;
                slide->chosen = slide->revealed ? 1 : -1;
                check_layout (slide, ws_theme_get (theme), &sizes[s]);
                check_texts (slide, ws_theme_get (theme), &sizes[s]);
                keep (slide, theme, &sizes[s], name);
              }
        }
    }
}

static void
test_reveal (void)
{
  g_autoptr (WsScene) scene = make_scene ("reduce1", 16);
  g_autoptr (WsSlide) slide = make_slide (scene, NULL, TRUE);
  const WsTheme *theme = ws_theme_get (WS_THEME_PROJECTOR);

  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      WsSlideLayout before;
      WsSlideLayout after;
      const WsBox *answer;

      slide->revealed = FALSE;
      slide->chosen = -1;
      ws_slide_layout (slide, theme, sizes[s].width, sizes[s].height, &before);
      slide->revealed = TRUE;
      slide->chosen = 2;
      ws_slide_layout (slide, theme, sizes[s].width, sizes[s].height, &after);
      g_assert_cmpmem (&before, sizeof before, &after, sizeof after);
      g_assert_cmpuint (after.n_answers, ==, 3);
      answer = &after.answers[1];
      g_assert_cmpint (ws_slide_pick_answer (&after, answer->x + 2, answer->y + 2), ==, 1);
      g_assert_cmpint (ws_slide_pick_answer (&after, answer->x - 2, answer->y + 2), ==, -1);
    }
}

static gboolean
says (WsSlide *slide, const char *string)
{
  g_autofree char *described = ws_slide_describe (slide);
  g_autoptr (GArray) boxes = NULL;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 1280, 720);
  cairo_t *cr = cairo_create (surface);
  gboolean drawn = FALSE;

  boxes = ws_text_watch (cr);
  ws_draw_slide (cr, slide, ws_theme_get (WS_THEME_PROJECTOR), 1280, 720);
  for (guint i = 0; i < boxes->len; i++)
    drawn |= strstr (g_array_index (boxes, WsTextBox, i).string, string) != NULL;
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  g_assert_cmpint (drawn, ==, strstr (described, string) != NULL);
  return drawn;
}

/* What is to be revealed is not told before, neither to the eye nor to the ear. */
static void
test_words (void)
{
  g_autoptr (WsScene) scene = make_scene ("reduce1", 16);
  g_autoptr (WsSlide) slide = make_slide (scene, NULL, TRUE);

  g_assert_true (says (slide, "The warp diverges: 4 lanes"));
  g_assert_true (says (slide, "How many lanes of warp 0"));
  g_assert_true (says (slide, "16 of 32 lanes"));
  g_assert_false (says (slide, "Eight lanes"));
  slide->revealed = TRUE;
  g_assert_true (says (slide, "Eight lanes"));
  /* markup that is damaged is shown as it is */
  g_free (slide->words);
  slide->words = g_strdup ("a <b>b");
  g_assert_true (says (slide, "a <b>b"));
}

/* What is said, and every number, can be read in the last row of a bright room. */
static void
test_contrast (void)
{
  g_autoptr (WsScene) one = make_scene ("reduce1", 128);
  g_autoptr (WsScene) other = make_scene ("reduce3", 128);

  for (guint kind = 0; kind < 4; kind++)
    {
      g_autoptr (WsSlide) slide = make_slide (one, kind % 2 == 1 ? other : NULL, kind >= 2);
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 1920, 1080);
      cairo_t *cr = cairo_create (surface);
      g_autoptr (GArray) boxes = ws_text_watch (cr);

      ws_draw_slide (cr, slide, ws_theme_get (WS_THEME_PROJECTOR), 1920, 1080);
      cairo_surface_flush (surface);
      for (guint i = 0; i < boxes->len; i++)
        {
          const WsTextBox *text = &g_array_index (boxes, WsTextBox, i);
          double contrast = texts_measure_contrast (surface, text);

          if (contrast < LEAST_CONTRAST)
            {
              g_test_message ("“%s”: %.1f to 1", text->string, contrast);
              g_test_fail ();
            }
        }
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
}

/* (nullable): the text that begins so */
static const WsTextBox *
find_text (const GArray *texts, const char *begin)
{
  for (guint i = 0; i < texts->len; i++)
    if (g_str_has_prefix (g_array_index (texts, WsTextBox, i).string, begin))
      return &g_array_index (texts, WsTextBox, i);
  return NULL;
}

/* No line has a single word: those of a paragraph are about as long as each other. */
static void
test_balance (void)
{
  g_autoptr (WsScene) scene = make_scene ("reduce1", 128);
  g_autoptr (WsSlide) slide = make_slide (scene, NULL, FALSE);
  const WsTheme *theme = ws_theme_get (WS_THEME_PROJECTOR);
  g_autoptr (GString) words = g_string_new ("Words");
  guint n_two = 0;

  for (guint n = 0; n < 40; n++)
    {
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 1280, 720);
      cairo_t *cr = cairo_create (surface);
      g_autoptr (GArray) texts = ws_text_watch (cr);
      const WsTextBox *text;
      WsSlideLayout l;

      g_string_append (words, " more");
      g_free (slide->words);
      slide->words = g_strdup (words->str);
      ws_slide_layout (slide, theme, 1280, 720, &l);
      ws_draw_slide (cr, slide, theme, 1280, 720);
      text = find_text (texts, "Words");
      g_assert_nonnull (text);
      g_assert_cmpfloat_with_epsilon (text->box.h, l.words.h, 1);
      g_assert_cmpfloat_with_epsilon (text->box.x + text->box.w / 2, l.words.x + l.words.w / 2, 2);
      if (l.words.h > 1.9 * l.words_px && l.words.h < 3 * l.words_px)
        {
          g_autoptr (WsText) measure = ws_text_new (NULL, theme);
          double all = ws_text_width (measure, WS_FACE_SANS, l.words_px, words->str);

          g_assert_cmpfloat (text->box.w, <, all / 2 + 5 * l.words_px);
          n_two++;
        }
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
  g_assert_cmpuint (n_two, >, 5);
}

static cairo_surface_t *
draw_on_surface (void (*draw) (cairo_t *, gconstpointer), gconstpointer what)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 640, 400);
  cairo_t *cr = cairo_create (surface);

  draw (cr, what);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static void
draw_slide (cairo_t *cr, gconstpointer slide)
{
  ws_draw_slide (cr, slide, ws_theme_get (WS_THEME_LIGHT), 640, 400);
}

static void
draw_picture (cairo_t *cr, gconstpointer picture)
{
  ws_picture_draw (picture, cr, ws_theme_get (WS_THEME_LIGHT), 640, 400);
}

/* A slide is a picture as others are: a copy of it stays what it was, whatever becomes of the
 * slide.
 */
static void
test_picture (void)
{
  g_autoptr (WsScene) one = make_scene ("reduce1", 16);
  g_autoptr (WsScene) other = make_scene ("reduce3", 16);
  WsSlide *slide = make_slide (one, other, TRUE);
  cairo_surface_t *drawn = draw_on_surface (draw_slide, slide);
  g_autoptr (WsPicture) copy = NULL;
  g_autoptr (WsData) data = NULL;
  g_autoptr (WsData) of_view = NULL;
  g_autofree char *name = NULL;
  g_autofree char *revealed = NULL;
  g_autofree char *csv = NULL;
  g_autofree char *csv_of_view = NULL;
  cairo_surface_t *again;
  WsPicture picture;
  WsFigureOptions options = WS_FIGURE_OPTIONS_INIT;

  ws_picture_set_slide (&picture, slide);
  name = ws_picture_make_name (&picture);
  g_assert_cmpstr (name, ==, "slide-03");
  copy = ws_picture_copy (&picture);
  slide->revealed = TRUE;
  revealed = ws_picture_make_name (&picture);
  g_assert_cmpstr (revealed, ==, "slide-03-revealed");
  ws_slide_free (slide);
  again = draw_on_surface (draw_picture, copy);
  g_assert_cmpmem (cairo_image_surface_get_data (drawn), 640 * 400 * 4,
                   cairo_image_surface_get_data (again), 640 * 400 * 4);
  data = ws_picture_make_data (copy);
  of_view = ws_data_new_for_view (WS_VIEW_TREE, one, &copy->moment, &options);
  csv = ws_data_to_csv (data);
  csv_of_view = ws_data_to_csv (of_view);
  g_assert_cmpstr (csv, ==, csv_of_view);
  cairo_surface_destroy (drawn);
  cairo_surface_destroy (again);
}

int
main (int argc, char **argv)
{
  texts_init ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/slide/layout", test_layout);
  g_test_add_func ("/slide/reveal", test_reveal);
  g_test_add_func ("/slide/words", test_words);
  g_test_add_func ("/slide/contrast", test_contrast);
  g_test_add_func ("/slide/balance", test_balance);
  g_test_add_func ("/slide/picture", test_picture);
  return g_test_run ();
}
