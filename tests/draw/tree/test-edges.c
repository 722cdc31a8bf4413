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
  guint n_guests;
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
  guint row;
  guint32 column = model->column_of[line->source];
  guint32 own;

  if (line->is_guest)
    return;
  row = find_row (self, line);
  own = ws_tree_model_get_node (model, row, column);
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

/* The thread in the circle is a lane that took part, and what stands in the cell is what that lane
 * stored. */
static void
check_node (const Drawn *self, const WsNode *node)
{
  const WsEvent *event = &self->events[node->event];
  guint lane = node->thread % WS_WARP_SIZE;
  const WsSite *site = &self->sites[event->site];

  g_assert_cmpuint (event->warp, ==, node->thread / WS_WARP_SIZE);
  g_assert_true ((event->taken >> lane & 1) != 0);
  if (site->op_class == WS_OP_STORE && site->vector == 1 && event->access != WS_NONE)
    {
      guint before = (guint)__builtin_popcount (event->taken & ((1u << lane) - 1));
      const WsLane *access = &self->scene->run->lanes[event->access + before];

      g_assert_cmpuint (access->address, ==, node->address);
      if (node->has_value)
        g_assert_cmpuint (access->value, ==, node->value);
    }
}

/* Whether the value stands anywhere that a line can come from. */
static gboolean
is_drawn (const Drawn *self, guint r, guint32 source)
{
  const WsTreeModel *model = self->tree.model;

  return model->row_of[source] != WS_NONE
         && (model->dataflow->nodes[source].event != WS_NONE || model->has_own_inputs
             || (r > 0 && model->rows[r - 1].kind == WS_TREE_ROW_INPUTS));
}

/* Where some columns stand for a warp: each combination in view is drawn in full, from every value
 * that it takes, and all others are counted. */
static void
check_whole (Drawn *self, guint r)
{
  const WsTreeModel *model = self->tree.model;
  const WsDataflow *flow = model->dataflow;
  guint n_drawn = 0;
  guint n_all = 0;

  for (guint i = 0; i < model->rows[r].n_nodes && model->rows[r].kind != WS_TREE_ROW_INPUTS; i++)
    {
      guint32 id = model->nodes[model->rows[r].first + i];
      const WsNode *node = &flow->nodes[id];
      WsTreeLine lines[64];
      guint n;

      if (!node->reaches_result || node->n_edges < 2 || node->n_edges > WS_TREE_MAX_INPUTS)
        {
          n_drawn += node->reaches_result && node->n_edges > 1
                     && ws_tree_is_seen (&self->tree, model->column_of[id])
                     && ws_tree_is_told (&self->tree, id);
          n_all += node->reaches_result && node->n_edges > 1;
          continue;
        }
      n_all++;
      if (!ws_tree_is_seen (&self->tree, model->column_of[id])
          || !ws_tree_is_told (&self->tree, id))
        continue;
      n_drawn++;
      check_node (self, node);
      n = ws_tree_get_lines (&self->tree, r, id, lines, G_N_ELEMENTS (lines));
      for (guint k = 0; k < node->n_edges; k++)
        {
          guint32 source = flow->edges[node->first_edge + k];
          guint n_lines = 0;

          for (guint j = 0; j < n; j++)
            n_lines += lines[j].source == source;
          if (is_drawn (self, r, source) && n_lines == 0)
            g_error (
                "%s, block %u, row %u (%s): nothing leads from column %u, row %u, to column %u",
                ws_run_get_kernel (self->scene->run, self->scene->launch)->entry,
                ws_launch_get_n_threads (&self->scene->run->launches[self->scene->launch]), r,
                model->rows[r].title, model->column_of[source], model->row_of[source],
                model->column_of[id]);
        }
    }
  if (self->tree.layout.has_guests)
    for (guint slot = 0; slot < self->tree.layout.count; slot++)
      {
        guint32 id =
            ws_tree_model_get_node (model, r, ws_tree_layout_get_column (&self->tree.layout, slot));

        g_assert_true (id == WS_NONE || !flow->nodes[id].reaches_result
                       || flow->nodes[id].n_edges == 0 || ws_tree_is_told (&self->tree, id));
      }
  g_assert_cmpuint (n_drawn + ws_tree_count_folded (&self->tree, r), ==, n_all);
}

/* A value from a folded column stands between two columns, below the row above and over the circle,
 * and over no other one. */
static void
check_guests (Drawn *self, guint r)
{
  const WsTreeModel *model = self->tree.model;
  const WsTreeLayout *l = &self->tree.layout;
  double right = 0;

  for (guint i = 0; i < model->rows[r].n_nodes && r > 0; i++)
    {
      guint32 id = model->nodes[model->rows[r].first + i];
      guint32 column = model->column_of[id];
      WsBox thread = ws_tree_layout_get_thread (l, r, column);
      WsBox above = ws_tree_layout_get_cell (l, r - 1, column);
      g_autofree char *value = NULL;
      guint32 source;
      WsBox box;

      if (ws_tree_layout_get_guest (l, model, r, id, &source, &box) != 1)
        continue;
      g_assert_cmpfloat (box.x, >=, right);
      g_assert_cmpfloat (box.y, >=, above.y + above.h);
      g_assert_cmpfloat (box.y + box.h, <=, thread.y + thread.h * 0.5);
      g_assert_cmpfloat (box.x + box.w, <=, WIDTH);
      g_assert_cmpuint (ws_tree_layout_get_slot (l, model->column_of[source]), ==, WS_NONE);
      value = ws_tree_model_format_value (&model->dataflow->nodes[source], WS_TREE_MAX_FLOAT_CHARS);
      g_assert_cmpfloat (ws_text_width (self->tree.text, WS_FACE_MONO, l->guest_px, value), <=,
                         box.w);
      right = box.x + box.w;
      self->n_guests++;
    }
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

/* Whether the thread had the last of what it made the value from by a shuffle. */
static gboolean
is_shuffled (const Drawn *self, const WsNode *node)
{
  for (guint32 i = node->event; i-- > 0;)
    {
      const WsEvent *event = &self->events[i];
      WsOpClass op_class = self->sites[event->site].op_class;

      if (event->warp == node->thread / WS_WARP_SIZE
          && (event->taken >> node->thread % WS_WARP_SIZE & 1) != 0
          && (op_class == WS_OP_SHUFFLE || reads (&self->sites[event->site])))
        return op_class == WS_OP_SHUFFLE;
    }
  return FALSE;
}

/* Rows of the same kind have names of their own: "results, results" does not tell which is which.
 * What is combined at one distance has its name by how it was brought there. */
static void
check_titles (const Drawn *self)
{
  const WsTreeModel *model = self->tree.model;

  for (guint r = 0; r < model->n_rows; r++)
    {
      gboolean is_shuffle = g_str_has_prefix (model->rows[r].title, "shuffle ");

      if (!is_shuffle && !g_str_has_prefix (model->rows[r].title, "stride "))
        continue;
      for (guint i = 0; i < model->rows[r].n_nodes; i++)
        g_assert_cmpint (
            is_shuffled (self, &model->dataflow->nodes[model->nodes[model->rows[r].first + i]]), ==,
            is_shuffle);
    }

  for (guint r = 1; r < model->n_rows; r++)
    if (model->rows[r].stage != model->rows[r - 1].stage
        && model->rows[r].kind != WS_TREE_ROW_INPUTS)
      g_assert_false (g_str_has_prefix (model->rows[r].title, "result")
                      && g_str_has_prefix (model->rows[r - 1].title, "result"));
}

/* @n_guests: (out) (optional): values of folded columns that were looked at */
static guint
check_run (WsRun *run, WsTreeFocus focus, guint count, guint *n_guests)
{
  WsTreeOptions options = WS_TREE_OPTIONS_INIT;
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  guint n_lines = 0;

  options.focus = focus;
  options.count = count;
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
        {
          check_row (&self, r);
          if (!self.tree.layout.folded)
            continue;
          check_whole (&self, r);
          check_guests (&self, r);
        }
      check_titles (&self);
      n_lines += self.n_lines;
      if (n_guests != NULL)
        *n_guests += self.n_guests;
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
            n_lines += check_run (run, focus, 0, NULL);
        }
      g_test_message ("%s: %u lines", kernel->id, n_lines);
      n_drawn += n_lines > 0;
    }
  g_assert_cmpuint (n_drawn, >=, 24);
}

/* Every reduction in blocks of several warps, as 16 and 32 columns, and as many as are legible. */
static void
test_blocks (void)
{
  static const guint blocks[] = { 64, 128, 256, 512 };
  static const guint counts[] = { 0, 16, 32 };
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCatalog) catalog = ws_catalog_new (NULL, &error);
  WsSpec *spec = (WsSpec *)ws_catalog_find_spec (catalog, "h200", NULL);
  g_autoptr (WsDevice) device = ws_vm_device_new (spec, 1);
  guint n_drawn = 0;

  for (guint k = 0; k < ws_catalog_get_n_kernels (catalog); k++)
    {
      const WsCatalogKernel *kernel = ws_catalog_get_kernel (catalog, k);
      guint n_guests = 0;

      if (kernel->faults || !ws_catalog_kernel_has_block (kernel)
          || !g_str_has_prefix (kernel->id, "reduce"))
        continue;
      for (guint b = 0; b < G_N_ELEMENTS (blocks); b++)
        {
          WsPlanParameters parameters;
          g_autoptr (WsPlan) plan = NULL;
          g_autoptr (WsRun) run = NULL;

          ws_plan_parameters_init (&parameters, kernel);
          parameters.n = 8192;
          parameters.block = blocks[b];
          plan = ws_plan_new (catalog, kernel, &parameters, spec, NULL);
          if (plan == NULL)
            continue;
          run = plan_record (device, catalog, plan, NULL, 0, NULL, &error);
          g_assert_no_error (error);
          for (guint c = 0; c < G_N_ELEMENTS (counts); c++)
            g_assert_cmpuint (check_run (run, WS_TREE_FOCUS_FOLDED, counts[c], &n_guests), >, 0);
        }
      g_test_message ("%s: %u values from folded columns", kernel->id, n_guests);
      n_drawn += n_guests > 0;
    }
  g_assert_cmpuint (n_drawn, >=, 17);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/edges/kernels", test_kernels);
  g_test_add_func ("/draw/edges/blocks", test_blocks);
  return g_test_run ();
}
