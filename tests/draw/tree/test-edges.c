/* The lines of the tree of every kernel of the catalogue: each begins at the cell that has the
 * value which was read, and that is what the last to write there, as recorded, has left. */
#include "plans.h"
#include "tree/private.h"
#include "virtual/virtual.h"

#define WIDTH  1920
#define HEIGHT 1080

typedef struct {
  const WsScene *scene;
  const WsEvent *events;
  const WsSite *sites;
  WsTree tree;
  guint n_lines;
} Drawn;

/* The row that the line begins below; its cell must be there. */
static guint
find_row (const Drawn *self, const WsTreeLine *line)
{
  const WsTreeModel *model = self->tree.model;
  guint32 column = model->column_of[line->source];

  for (guint r = 0; r < model->n_rows; r++)
    {
      WsBox cell = ws_tree_layout_get_cell (&self->tree.layout, r, column);

      if (ABS (cell.y + cell.h - line->y0) < 0.01)
        return r;
    }
  g_error ("a line to row %u begins at no cell", model->row_of[line->source]);
}

/* What stands in the cell that the line begins at. */
static void
check_cell (const Drawn *self, const WsTreeLine *line)
{
  const WsTreeModel *model = self->tree.model;
  guint row = find_row (self, line);
  guint32 column = model->column_of[line->source];
  guint32 own = ws_tree_model_get_node (model, row, column);

  if (model->rows[row].kind == WS_TREE_ROW_INPUTS && !model->has_own_inputs)
    {
      g_assert_cmpuint (model->row_of[line->source], ==, row);
      return;
    }
  if (own == WS_NONE)
    own = ws_tree_model_get_latest (model, row, column);
  if (own != line->source)
    g_error ("%s: a line begins at node %u, and its source is %u",
             ws_run_get_kernel (self->scene->run, self->scene->launch)->entry, own, line->source);
}

/* Whether the event touched the address, and of which lane; that of @thread if it did. */
static gboolean
touches (const Drawn *self, guint32 index, const WsNode *cell, guint32 thread, guint32 *by)
{
  const WsEvent *event = &self->events[index];
  const WsSite *site = &self->sites[event->site];
  const WsLane *access = &self->scene->run->lanes[event->access];

  if (event->access == WS_NONE || event->space != cell->space)
    return FALSE;
  for (guint32 left = event->taken; left != 0; left &= left - 1)
    for (guint i = 0; i < site->vector; i++, access++)
      {
        *by = event->warp * WS_WARP_SIZE + __builtin_ctz (left);
        if (access->address < cell->address + cell->width_bytes
            && cell->address < access->address + site->width_bytes
            && (thread == WS_NONE || thread == *by))
          return TRUE;
      }
  return FALSE;
}

static gboolean
reads (const WsSite *site)
{
  return site->op_class == WS_OP_LOAD || site->op_class == WS_OP_ATOMIC;
}

static gboolean
writes (const WsSite *site)
{
  return site->op_class == WS_OP_STORE || site->op_class == WS_OP_ATOMIC;
}

/* The thread read what the source's thread had written, before another wrote there; or it is the
 * one that wrote it, and kept it in a register. */
static void
check_writer (const Drawn *self, const WsNode *node, const WsNode *source)
{
  guint32 by;

  /* where rows are left out that keep all values, lines go past them */
  if (self->tree.model->thinned != NULL || source->event == WS_NONE
      || source->space == WS_SPACE_NONE || source->space == WS_SPACE_LOCAL || source->is_atomic
      || source->thread == node->thread)
    return;
  for (guint32 i = source->event + 1; i <= node->event; i++)
    {
      /* from register to register */
      if (self->sites[self->events[i].site].op_class == WS_OP_SHUFFLE)
        return;
      if (reads (&self->sites[self->events[i].site])
          && touches (self, i, source, node->thread, &by))
        return;
      if (writes (&self->sites[self->events[i].site]) && touches (self, i, source, WS_NONE, &by))
        g_error ("%s: a line to what thread %u makes at %u comes from 0x%" G_GINT64_MODIFIER
                 "x as %u left it, which %u wrote over before it was read",
                 ws_run_get_kernel (self->scene->run, self->scene->launch)->entry, node->thread,
                 node->event, source->address, source->event, i);
    }
  g_error ("thread %u did not read what a line to it comes from", node->thread);
}

static void
check_row (Drawn *self, guint r)
{
  const WsTreeModel *model = self->tree.model;
  WsTreeLine lines[16];

  for (guint i = 0; i < model->rows[r].n_nodes; i++)
    {
      guint32 id = model->nodes[model->rows[r].first + i];
      guint n = ws_tree_get_lines (&self->tree, r, id, lines, G_N_ELEMENTS (lines));

      for (guint k = 0; k < n; k++)
        {
          check_cell (self, &lines[k]);
          check_writer (self, &model->dataflow->nodes[id],
                        &model->dataflow->nodes[lines[k].source]);
          self->n_lines++;
        }
    }
}

/* Rows of the same kind have names of their own: "results, results" does not tell which is which.
 */
static void
check_titles (const Drawn *self)
{
  const WsTreeModel *model = self->tree.model;

  for (guint r = 1; r < model->n_rows; r++)
    if (model->rows[r].stage != model->rows[r - 1].stage
        && model->rows[r].kind != WS_TREE_ROW_INPUTS)
      g_assert_false (g_str_has_prefix (model->rows[r].title, "result")
                      && g_str_has_prefix (model->rows[r - 1].title, "result"));
}

static guint
check_run (WsRun *run, WsTreeFocus focus)
{
  WsTreeOptions options = WS_TREE_OPTIONS_INIT;
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  guint n_lines = 0;

  options.focus = focus;
  for (guint launch = 0; launch < run->n_launches; launch++)
    {
      g_autoptr (WsScene) scene = ws_scene_new (run, launch, 0, NULL);
      const WsMoment moment = { .position = ws_scene_get_n_events (scene), .hover_x = -1 };
      g_autoptr (WsText) text = ws_text_new (NULL, theme);
      Drawn self = { .scene = scene,
                     .sites = ws_run_get_kernel (run, launch)->sites,
                     .tree = { .scene = scene,
                               .moment = &moment,
                               .theme = theme,
                               .text = text,
                               .model = scene->tree } };

      if (scene->record == NULL || scene->tree->n_rows == 0)
        continue;
      self.events = run->events + scene->record->first_event;
      ws_tree_layout_init (&self.tree.layout, text,
                           &(WsFrame){ scene, &moment, theme, WIDTH, HEIGHT }, &options);
      for (guint r = 1; r < scene->tree->n_rows; r++)
        check_row (&self, r);
      check_titles (&self);
      n_lines += self.n_lines;
    }
  return n_lines;
}

static void
test_kernels (void)
{
  static const guint64 sizes[] = { 16, 64, 256 };
  static const guint blocks[] = { 8, 64 };
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCatalog) catalog = ws_catalog_new (NULL, &error);
  WsSpec *spec = (WsSpec *)ws_catalog_find_spec (catalog, "h200", NULL);
  g_autoptr (WsDevice) device = ws_vm_device_new (spec, 1);
  guint n_drawn = 0;

  for (guint k = 0; k < ws_catalog_get_n_kernels (catalog); k++)
    {
      const WsCatalogKernel *kernel = ws_catalog_get_kernel (catalog, k);
      guint n_lines = 0;

      if (kernel->faults)
        continue;
      for (guint s = 0; s < G_N_ELEMENTS (sizes) * G_N_ELEMENTS (blocks); s++)
        {
          WsPlanParameters parameters;
          g_autoptr (WsPlan) plan = NULL;
          g_autoptr (WsRun) run = NULL;

          ws_plan_parameters_init (&parameters, kernel);
          parameters.n = sizes[s / G_N_ELEMENTS (blocks)];
          parameters.repeats = MIN (parameters.repeats, 4);
          if (ws_catalog_kernel_has_block (kernel))
            parameters.block = blocks[s % G_N_ELEMENTS (blocks)];
          plan = ws_plan_new (catalog, kernel, &parameters, spec, NULL);
          if (plan == NULL)
            continue;
          run = plan_record (device, catalog, plan, NULL, 0, NULL, &error);
          g_assert_no_error (error);
          for (WsTreeFocus focus = 0; focus <= WS_TREE_FOCUS_FOLDED; focus++)
            n_lines += check_run (run, focus);
        }
      g_test_message ("%s: %u lines", kernel->id, n_lines);
      n_drawn += n_lines > 0;
    }
  g_assert_cmpuint (n_drawn, >=, 24);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/edges/kernels", test_kernels);
  return g_test_run ();
}
