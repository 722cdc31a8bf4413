/* The transport and the sentence above it: whatever the kernel, the stage and the length of a
 * sentence, the track stands where it stood, and the sentence is whole. In the pseudo-locale
 * sentences are a third longer. */
#include "helpers.h"
#include "recorded.h"
#include "texts.h"
#include "playback/caption.h"
#include "playback/track.h"
#include "playback/transport.h"

#define MAX_LINES          3
#define PRESENTING_PERCENT 120 /* .presenting .caption-line of style.css */

static const struct {
  int width;
  int height;
} screens[] = {
  { 1024, 768 },  { 1280, 720 },  { 1366, 768 },  { 1600, 900 },
  { 1920, 1080 }, { 2560, 1440 }, { 3840, 2160 },
};

typedef struct {
  WsPlayhead *playhead;
  GtkWidget *window;
  GtkWidget *box; /* of both */
  GtkWidget *sentence;
  GtkWidget *transport;
  GtkWidget *caption; /* the label of the sentence */
  GtkWidget *track;
  GtkCssProvider *type;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->playhead = ws_playhead_new ();
  self->transport = g_object_new (WS_TYPE_TRANSPORT, NULL);
  self->track = helper_find (self->transport, WS_TYPE_TRACK, 0);
  self->sentence = g_object_new (WS_TYPE_CAPTION, NULL);
  self->caption = gtk_widget_get_first_child (self->sentence);
  ws_follower_set_playhead (WS_FOLLOWER (self->sentence), self->playhead);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (self->box, "bottom");
  gtk_box_append (GTK_BOX (self->box), self->sentence);
  gtk_box_append (GTK_BOX (self->box), self->transport);
  ws_follower_set_playhead (WS_FOLLOWER (self->transport), self->playhead);
  self->window = helper_open (self->box, 1024, 120);
  self->type = gtk_css_provider_new ();
  gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                              GTK_STYLE_PROVIDER (self->type), G_MAXUINT);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  helper_close (self->window);
  gtk_style_context_remove_provider_for_display (gdk_display_get_default (),
                                                 GTK_STYLE_PROVIDER (self->type));
  g_object_unref (self->type);
  g_object_unref (self->playhead);
}

/* As large as in a window of @height, which presents or does not. */
static void
set_type (Fixture *self, int height, gboolean presenting)
{
  double px = height * ws_theme_get (WS_THEME_PROJECTOR)->min_share;
  g_autofree char *css = presenting ? g_strdup_printf (".bottom { font-size: %dpx; }"
                                                       ".bottom .caption-line { font-size: %d%%; }",
                                                       (int)ceil (px), PRESENTING_PERCENT)
                                    : g_strdup (".bottom .caption-line { font-size: 1.15em; }");

  gtk_css_provider_load_from_data (self->type, css, -1);
  ws_transport_set_theme (WS_TRANSPORT (self->transport),
                          presenting ? WS_THEME_PRESENTING : WS_THEME_LIGHT);
  helper_draw (self->window); /* the style is looked at with the next frame */
}

/* Returns: how high a line of the sentence is */
static int
get_line_height (Fixture *self)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (self->caption, "1");
  int height;

  pango_layout_get_pixel_size (layout, NULL, &height);
  return height;
}

static graphene_rect_t
place_of (Fixture *self, GtkWidget *widget)
{
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (widget, self->box, &bounds));
  return bounds;
}

/* Returns: how high both are at @width */
static int
lay_out (Fixture *self, int width)
{
  int height;

  gtk_widget_measure (self->box, GTK_ORIENTATION_VERTICAL, width, &height, NULL, NULL, NULL);
  gtk_widget_allocate (self->box, width, height, -1, NULL);
  return height;
}

/* Above the controls, all of it. */
static void
check_caption (Fixture *self)
{
  PangoLayout *layout = gtk_label_get_layout (GTK_LABEL (self->caption));
  graphene_rect_t bounds = place_of (self, self->caption);
  graphene_rect_t controls = place_of (self, gtk_widget_get_parent (self->track));
  int height;

  pango_layout_get_pixel_size (layout, NULL, &height);
  g_assert_false (pango_layout_is_ellipsized (layout));
  g_assert_cmpint (pango_layout_get_line_count (layout), <=, MAX_LINES);
  g_assert_cmpfloat (bounds.size.height, >=, height);
  g_assert_cmpfloat (bounds.origin.y, >=, 0);
  g_assert_cmpfloat (bounds.origin.y + bounds.size.height, <=, controls.origin.y);
  g_assert_cmpfloat (bounds.origin.x, ==, controls.origin.x);
  g_assert_cmpfloat (bounds.size.width, ==, controls.size.width);
}

/* Every stage of every launch of @run, and the launch's own sentences, at @width. */
static void
check_run (Fixture *self, WsRun *run, int width, graphene_rect_t *track)
{
  for (guint launch = 0; launch < run->n_launches; launch++)
    {
      WsScene *scene;
      int height = -1;

      ws_playhead_set_launch (self->playhead, launch);
      scene = ws_playhead_get_scene (self->playhead);
      for (guint stage = 0; stage < scene->stages->n_stages; stage++)
        {
          int other;

          ws_playhead_set_position (self->playhead, ws_scene_stage_moment (scene, stage));
          other = lay_out (self, width);
          check_caption (self);
          /* what is above the transport does not jump either */
          g_assert_true (height < 0 || other == height);
          height = other;
          if (track->size.width == 0)
            *track = place_of (self, self->track);
          g_assert_cmpfloat (place_of (self, self->track).origin.x, ==, track->origin.x);
          g_assert_cmpfloat (place_of (self, self->track).size.width, ==, track->size.width);
        }
      ws_playhead_set_clock (self->playhead, WS_CLOCK_LAUNCH);
      for (double share = 0; share <= 1; share += 0.25)
        {
          ws_playhead_set_time (self->playhead, share * ws_playhead_get_end_time (self->playhead));
          lay_out (self, width);
          check_caption (self);
          g_assert_cmpfloat (place_of (self, self->track).origin.x, ==, track->origin.x);
          g_assert_cmpfloat (place_of (self, self->track).size.width, ==, track->size.width);
        }
      ws_playhead_set_clock (self->playhead, WS_CLOCK_BLOCK);
    }
}

/* Of all twelve kernels, the track has one place; and every sentence is there. */
static void
test_one_place (Fixture *self, gconstpointer presenting)
{
  WsRun *runs[12];

  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      g_autofree char *kernel = g_strdup_printf ("reduce%u", i + 1);

      runs[i] = recorded_new (&(Recorded){ kernel, "h200", 65536, 128 });
    }
  for (guint i = 0; i < G_N_ELEMENTS (screens); i++)
    {
      graphene_rect_t track = GRAPHENE_RECT_INIT (0, 0, 0, 0);

      set_type (self, screens[i].height, GPOINTER_TO_INT (presenting));
      if (GPOINTER_TO_INT (presenting))
        g_assert_cmpint (get_line_height (self), >, screens[i].height / 40);
      for (guint k = 0; k < G_N_ELEMENTS (runs); k++)
        {
          ws_playhead_set_run (self->playhead, runs[k]);
          check_run (self, runs[k], screens[i].width, &track);
        }
      g_assert_cmpfloat (track.size.width, >, screens[i].width / 2.);
    }
  ws_playhead_set_run (self->playhead, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    ws_run_unref (runs[i]);
}

/* Its speed and its run's absence move it no more than a sentence does. */
static void
test_speed (Fixture *self, gconstpointer data)
{
  g_autoptr (WsRun) run = recorded_new (&(Recorded){ "reduce3", "h200", 4096, 128 });
  graphene_rect_t track;

  lay_out (self, 1280);
  track = place_of (self, self->track);
  ws_playhead_set_run (self->playhead, run);
  for (double speed = 0.125; speed <= 16; speed *= 2)
    {
      ws_playhead_set_speed (self->playhead, speed);
      helper_iterate (20);
      lay_out (self, 1280);
      g_assert_cmpfloat (place_of (self, self->track).origin.x, ==, track.origin.x);
      g_assert_cmpfloat (place_of (self, self->track).size.width, ==, track.size.width);
    }
}

/* What a chart has found stands in the place of the stage's sentence, as it is, and goes again. */
static void
test_finding (Fixture *self, gconstpointer data)
{
  g_autoptr (WsRun) run = recorded_new (&(Recorded){ "reduce3", "h200", 4096, 128 });
  GtkLabel *caption = GTK_LABEL (self->caption);
  g_autofree char *before = NULL;
  graphene_rect_t track;

  ws_playhead_set_run (self->playhead, run);
  lay_out (self, 1024);
  track = place_of (self, self->track);
  before = g_strdup (gtk_label_get_text (caption));
  ws_caption_set_finding (WS_CAPTION (self->sentence), "Kernel 7 is <8 times> as fast.");
  g_assert_cmpstr (gtk_label_get_text (caption), ==, "Kernel 7 is <8 times> as fast.");
  ws_playhead_step (self->playhead, WS_PLAYHEAD_STEP_STAGE, 1);
  g_assert_cmpstr (gtk_label_get_text (caption), ==, "Kernel 7 is <8 times> as fast.");
  lay_out (self, 1024);
  check_caption (self);
  g_assert_cmpfloat (place_of (self, self->track).origin.x, ==, track.origin.x);
  ws_playhead_step (self->playhead, WS_PLAYHEAD_STEP_STAGE, -1);
  ws_caption_set_finding (WS_CAPTION (self->sentence), NULL);
  g_assert_cmpstr (gtk_label_get_text (caption), ==, before);
}

int
main (int argc, char **argv)
{
  texts_init ();
  g_test_init (&argc, &argv, NULL);
  if (!helper_init_gtk ())
    return 77;
  g_test_add ("/transport/one-place", Fixture, GINT_TO_POINTER (FALSE), set_up, test_one_place,
              tear_down);
  g_test_add ("/transport/one-place/presenting", Fixture, GINT_TO_POINTER (TRUE), set_up,
              test_one_place, tear_down);
  g_test_add ("/transport/speed", Fixture, NULL, set_up, test_speed, tear_down);
  g_test_add ("/transport/finding", Fixture, NULL, set_up, test_finding, tear_down);
  return g_test_run ();
}
