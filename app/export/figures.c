/* figures.c: which pictures are in the folder. */
#include "export/figures-private.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_STAGES    12 /* of a tree, all of which have a picture */
#define TELLING_STAGE 2  /* where warps have begun to differ */

const char *const ws_figures_pictures[WS_FIGURES_N_PICTURES] = { "png", "svg", "pdf" };
const char *const ws_figures_tables[2] = { "csv", "json" };

static void
item_free (WsFigureItem *self)
{
  g_free (self->section);
  g_free (self->name);
  g_free (self->heading);
  g_free (self->caption);
  g_free (self->source);
  g_free (self->alt);
  ws_picture_free (self->picture);
  if (self->free_subject != NULL)
    self->free_subject (self->subject);
  g_free (self);
}

/* Returns: whether there are tables beside it */
gboolean
ws_figures_item_has_data (const WsFigureItem *self)
{
  return self->picture != NULL && ws_picture_has_data (self->picture);
}

/**
 * ws_figures_new:
 * @title: of the page
 * @form: theme, size and scale of all pictures; copied
 *
 * Returns: (transfer full): a folder of nothing yet
 */
WsFigureFolder *
ws_figures_new (const char *title, const WsExportForm *form)
{
  WsFigureFolder *self = g_new0 (WsFigureFolder, 1);

  g_return_val_if_fail (title != NULL && form != NULL, NULL);

  self->title = g_strdup (title);
  self->form = *form;
  self->items = g_ptr_array_new_with_free_func ((GDestroyNotify)item_free);
  return self;
}

void
ws_figures_free (WsFigureFolder *self)
{
  if (self == NULL)
    return;
  g_free (self->title);
  g_free (self->section);
  g_ptr_array_unref (self->items);
  g_clear_pointer (&self->run, ws_run_unref);
  g_free (self);
}

/**
 * ws_figures_begin_section:
 * @heading: (nullable): all pictures that are added from now on stand below it
 */
void
ws_figures_begin_section (WsFigureFolder *self, const char *heading)
{
  g_return_if_fail (self != NULL);

  g_free (self->section);
  self->section = g_strdup (heading);
}

/* Some file systems take "A" for "a". */
static gboolean
has_name (const WsFigureFolder *self, const char *name)
{
  static const char *const taken[] = { "index", "metrics", "causes" };

  for (guint i = 0; i < G_N_ELEMENTS (taken); i++)
    if (g_ascii_strcasecmp (taken[i], name) == 0)
      return TRUE;
  for (guint i = 0; i < self->items->len; i++)
    if (g_ascii_strcasecmp (((const WsFigureItem *)self->items->pdata[i])->name, name) == 0)
      return TRUE;
  return FALSE;
}

/* (transfer full): letters, digits and hyphens, and unused */
static char *
make_name (const WsFigureFolder *self, const char *wanted)
{
  g_autofree char *plain = g_strdup (*wanted != '\0' ? wanted : "figure");
  char *name;

  g_strcanon (plain, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "-_", '-');
  name = g_strdup (plain);
  for (guint i = 2; has_name (self, name); i++)
    {
      g_free (name);
      name = g_strdup_printf ("%s-%u", plain, i);
    }
  return name;
}

/**
 * ws_figures_add:
 * @name: of its files; made unlike all others
 * @heading: (nullable): above it on the page; the picture's own title else
 * @picture: what it shows; copied
 */
void
ws_figures_add (WsFigureFolder *self, const char *name, const char *heading,
                const WsPicture *picture)
{
  WsFigureItem *item;
  g_autofree char *title = NULL;

  g_return_if_fail (self != NULL && name != NULL && picture != NULL);

  item = g_new0 (WsFigureItem, 1);
  item->section = g_steal_pointer (&self->section);
  item->name = make_name (self, name);
  item->picture = ws_picture_copy (picture);
  item->alt = ws_picture_describe (picture, &title, &item->caption, &item->source);
  item->heading = g_strdup (heading != NULL ? heading : title);
  g_ptr_array_add (self->items, item);
}

/**
 * ws_figures_add_drawing:
 * @drawing: what it shows; its words are copied, its subject is taken
 */
void
ws_figures_add_drawing (WsFigureFolder *self, const WsFigureDrawing *drawing)
{
  WsFigureItem *item;

  g_return_if_fail (self != NULL && drawing != NULL);

  item = g_new0 (WsFigureItem, 1);
  item->section = g_steal_pointer (&self->section);
  item->name = make_name (self, drawing->name);
  item->heading = g_strdup (drawing->heading);
  item->caption = g_strdup (drawing->caption);
  item->source = g_strdup (drawing->source != NULL ? drawing->source : "");
  item->alt = g_strdup (drawing->alt);
  item->draw = drawing->draw;
  item->subject = drawing->subject;
  item->free_subject = drawing->free_subject;
  g_ptr_array_add (self->items, item);
}

/* Returns: pictures that were added */
guint
ws_figures_get_n (const WsFigureFolder *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return self->items->len;
}

/* ---- all views of a launch ---- */

static void
add_tree (WsFigureFolder *self, WsPicture *picture, guint stage)
{
  const WsStage *what = &picture->scene->stages->stages[stage];
  g_autofree char *name = g_strdup_printf ("tree-stage-%u", stage);
  g_autofree char *heading = g_strdup_printf (_ ("Reduction tree: %s"), what->title);

  picture->moment.position = ws_scene_stage_moment (picture->scene, stage);
  picture->moment.time = ws_scene_time_at (picture->scene, picture->moment.position);
  ws_figures_add (self, name, heading, picture);
}

static void
add_trees (WsFigureFolder *self, WsPicture *picture)
{
  guint n = picture->scene->stages->n_stages;

  picture->view = WS_VIEW_TREE;
  if (n <= MAX_STAGES)
    {
      for (guint stage = 0; stage < n; stage++)
        add_tree (self, picture, stage);
      return;
    }
  add_tree (self, picture, 0);
  add_tree (self, picture, n / 2);
  add_tree (self, picture, n - 1);
}

/* The access where the playhead stands, and all lines; not the mode that the screen has. */
static void
add_memory (WsFigureFolder *self, WsPicture *picture)
{
  WsMemoryMode mode = picture->options.memory.mode;

  picture->view = WS_VIEW_MEMORY;
  picture->options.memory.mode = WS_MEMORY_REQUEST;
  ws_figures_add (self, "memory", _ ("Memory: an access"), picture);
  picture->options.memory.mode = WS_MEMORY_LINES;
  ws_figures_add (self, "memory-lines", _ ("Memory: line by line"), picture);
  picture->options.memory.mode = mode;
}

static void
add_block (WsFigureFolder *self, WsPicture *picture)
{
  guint n = picture->scene->stages->n_stages;

  if (n > 0)
    {
      add_trees (self, picture);
      picture->moment.position = ws_scene_stage_moment (picture->scene, MIN (TELLING_STAGE, n - 1));
      picture->moment.time = ws_scene_time_at (picture->scene, picture->moment.position);
    }
  picture->view = WS_VIEW_LANES;
  ws_figures_add (self, "lanes", _ ("Lanes of the warps"), picture);
  picture->view = WS_VIEW_CODE;
  ws_figures_add (self, "code", _ ("Code"), picture);
  add_memory (self, picture);
}

/**
 * ws_figures_add_run:
 * @scene: (nullable): of the block shown
 * @launch_scene: (nullable): of the launch; may be @scene
 * @moment: (nullable): whose warp and time are taken
 * @options: (nullable): as on the screen
 *
 * The tree after each stage, or where there are many, after the first, the middle and the last; the
 * lanes, the code, memory, the SMs in the middle of the launch, and the calculator; and the
 * metrics.
 */
void
ws_figures_add_run (WsFigureFolder *self, WsScene *scene, WsScene *launch_scene,
                    const WsMoment *moment, const WsFigureOptions *options)
{
  const WsFigureOptions defaults = WS_FIGURE_OPTIONS_INIT;
  WsPicture picture = { .scene = scene, .options = options != NULL ? *options : defaults };
  WsScene *any = scene != NULL ? scene : launch_scene;
  g_autoptr (WsCalculator) calculator = NULL;

  g_return_if_fail (self != NULL && any != NULL);

  if (moment != NULL)
    picture.moment = *moment;
  picture.moment.hover_x = picture.moment.hover_y = -1;
  picture.options.calculator = NULL;
  if (scene != NULL && scene->record != NULL)
    add_block (self, &picture);
  if (launch_scene != NULL && launch_scene->timeline != NULL)
    {
      picture.scene = launch_scene;
      picture.view = WS_VIEW_SMS;
      picture.moment.time = (double)launch_scene->timeline->end / 2;
      ws_figures_add (self, "sms", _ ("SMs"), &picture);
    }
  calculator = ws_calculator_new_for_launch (any->run, any->launch);
  if (calculator != NULL)
    {
      picture.scene = any;
      picture.view = WS_VIEW_CALCULATOR;
      ws_figures_add (self, "calculator", _ ("Occupancy calculator"), &picture);
    }
  g_clear_pointer (&self->run, ws_run_unref);
  self->run = ws_run_ref (any->run);
  self->launch = any->launch;
}
