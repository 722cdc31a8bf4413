#include "window/machine-coder.h"

#include "compile/compile.h"
#include "machine/machine.h"

#include <glib/gi18n.h>

#define MAX_KEPT 24 /* texts, typically of 100 KB */

/* A request to the tools, and their answer. */
typedef struct {
  char *key;
  char *ptx;
  char *entry;
  guint architecture;
  WsMachineCode *code;
  char *usage;
  GError *error;
} Work;

struct _WsMachineCoder {
  GObject parent_instance;

  WsCodeView *view; /* a weak pointer */
  WsPlayhead *playhead;
  GCancellable *cancellable; /* cancels the running work */
  char *wanted;              /* nullable: the key of the text shown, or being made */
  GHashTable *kept;          /* of Work, by key */
  GQueue order;              /* keys of kept, oldest first */
  guint n_made;
};

G_DEFINE_FINAL_TYPE (WsMachineCoder, ws_machine_coder, G_TYPE_OBJECT)

static void
work_free (Work *work)
{
  g_free (work->key);
  g_free (work->ptx);
  g_free (work->entry);
  g_clear_pointer (&work->code, ws_machine_code_unref);
  g_free (work->usage);
  g_clear_error (&work->error);
  g_free (work);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Work, work_free)

/* ---- in a thread ---- */

/* A short summary. */
static char *
describe (const WsUsage *usage)
{
  g_autofree char *registers = g_strdup_printf (
      /* Translators: of a thread */
      ngettext ("%u register", "%u registers", usage->registers), usage->registers);
  g_autofree char *shared = g_strdup_printf (_ ("%u B static shared"), usage->shared_bytes);
  g_autofree char *spills =
      usage->spill_store_bytes + usage->spill_load_bytes > 0 ? g_strdup_printf (
          _ ("spills: %u B written, %u B read"), usage->spill_store_bytes, usage->spill_load_bytes)
                                                             : g_strdup (_ ("no spills"));

  if (usage->shared_bytes == 0)
    return g_strdup_printf ("%s · %s", registers, spills);
  /* Translators: registers of a thread, spills, and declared shared memory of a block: "22
   * registers · no spills · 512 B static shared" */
  return g_strdup_printf (_ ("%1$s · %2$s · %3$s"), registers, spills, shared);
}

static void
make (Work *work, GCancellable *cancellable)
{
  g_auto (WsMachineTools) tools = { 0 };
  g_autoptr (GPtrArray) usage = NULL;
  g_autofree char *listing = NULL;
  g_autofree char *cut = NULL;
  const WsUsage *one;

  ws_machine_tools_find (&tools);
  listing = ws_machine_disassemble (
      &tools, &(WsMachineInput){ work->ptx, work->architecture, WS_MACHINE_OF_PTX }, &usage,
      cancellable, &work->error);
  if (listing == NULL)
    return;
  cut = ws_machine_cut_kernel (listing, work->entry);
  work->code = ws_machine_code_parse (cut != NULL ? cut : listing);
  one = ws_usage_find (usage, work->entry);
  work->usage = one != NULL ? describe (one) : NULL;
}

static void
make_cb (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  make (data, cancellable);
  g_task_return_pointer (task, data, (GDestroyNotify)work_free);
}

/* ---- cache ---- */

static void
keep (WsMachineCoder *self, Work *work)
{
  if (g_queue_get_length (&self->order) >= MAX_KEPT)
    {
      g_autofree char *oldest = g_queue_pop_head (&self->order);

      g_hash_table_remove (self->kept, oldest);
    }
  g_clear_pointer (&work->ptx, g_free);
  g_queue_push_tail (&self->order, g_strdup (work->key));
  g_hash_table_insert (self->kept, work->key, work);
}

/* Of one kernel of a text, for one architecture. */
static char *
make_key (const WsKernel *kernel, guint architecture)
{
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, kernel->ptx, -1);

  return g_strdup_printf ("%u %s %s", architecture, sum, kernel->entry);
}

/* ---- display ---- */

static void
show (WsMachineCoder *self, const Work *work)
{
  WsMachineView *view = ws_code_view_get_machine (self->view);
  gboolean lacks = g_error_matches (work->error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_NO_COMPILER);

  if (work->error == NULL)
    ws_machine_view_set_code (view, work->code, work->usage);
  else
    ws_machine_view_set_message (view, work->error->message, lacks ? _ ("Get the Compiler…") : NULL,
                                 lacks ? "win.get-compiler" : NULL);
}

/* Whether the wanted machine code is shown: the view drops that of another PTX. */
static gboolean
has_answer (WsMachineCoder *self)
{
  WsMachineView *view = ws_code_view_get_machine (self->view);

  return ws_machine_view_get_code (view) != NULL || ws_machine_view_get_message (view) != NULL;
}

static void
give_up (WsMachineCoder *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->wanted, g_free);
}

static void
made_cb (GObject *object, GAsyncResult *result, gpointer data)
{
  WsMachineCoder *self = WS_MACHINE_CODER (object);
  GTask *task = G_TASK (result);
  g_autoptr (Work) work = g_task_propagate_pointer (task, NULL);

  if (g_task_get_cancellable (task) != self->cancellable || self->view == NULL)
    return; /* another text is wanted by now */
  g_clear_object (&self->cancellable);
  show (self, work);
  self->n_made++;
  if (work->error != NULL
      && !g_error_matches (work->error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_SOURCE))
    return; /* it may succeed the next time */
  keep (self, g_steal_pointer (&work));
}

static void
begin (WsMachineCoder *self, const WsKernel *kernel, guint architecture)
{
  Work *work = g_new0 (Work, 1);
  g_autoptr (GTask) task = NULL;

  work->key = g_strdup (self->wanted);
  work->ptx = g_strdup (kernel->ptx);
  work->entry = g_strdup (kernel->entry);
  work->architecture = architecture;
  self->cancellable = g_cancellable_new ();
  ws_machine_view_set_busy (ws_code_view_get_machine (self->view));
  task = g_task_new (self, self->cancellable, made_cb, NULL);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, work, NULL);
  g_task_run_in_thread (task, make_cb);
}

/* The architecture of the run's device, or the oldest that has machine code. */
static guint
prefer (WsMachineCoder *self, const WsRun *run)
{
  guint of_run = ws_spec_get_capability (run->spec);
  guint n;
  const guint *list = ws_machine_list_architectures (&n);
  gboolean is_known = FALSE;

  for (guint i = 0; i < n; i++)
    is_known |= list[i] == of_run;
  ws_machine_view_set_preferred (ws_code_view_get_machine (self->view), is_known ? of_run : list[0],
                                 is_known);
  return ws_machine_view_get_effective (ws_code_view_get_machine (self->view));
}

static void
update (WsMachineCoder *self)
{
  WsRun *run = ws_playhead_get_run (self->playhead);
  guint launch = ws_playhead_get_launch (self->playhead);
  const WsKernel *kernel =
      run != NULL && launch < run->n_launches ? ws_run_get_kernel (run, launch) : NULL;
  g_autofree char *key = NULL;
  const Work *kept;
  guint architecture;

  if (self->view == NULL || kernel == NULL)
    return;
  architecture = prefer (self, run);
  if (!ws_code_view_get_shown (self->view, WS_CODE_MACHINE))
    {
      give_up (self);
      return;
    }
  key = kernel->ptx != NULL ? make_key (kernel, architecture) : NULL;
  if (key != NULL && g_strcmp0 (key, self->wanted) == 0
      && (self->cancellable != NULL || has_answer (self)))
    return;
  give_up (self);
  if (key == NULL)
    {
      ws_machine_view_set_message (
          ws_code_view_get_machine (self->view),
          _ ("There is no PTX of this kernel: it is a library’s, in machine code."), NULL, NULL);
      return;
    }
  self->wanted = g_steal_pointer (&key);
  kept = g_hash_table_lookup (self->kept, self->wanted);
  if (kept != NULL)
    show (self, kept);
  else
    begin (self, kernel, architecture);
}

/* ---- life ---- */

static void
ws_machine_coder_dispose (GObject *object)
{
  WsMachineCoder *self = WS_MACHINE_CODER (object);

  give_up (self);
  g_clear_weak_pointer (&self->view);
  g_clear_object (&self->playhead);

  G_OBJECT_CLASS (ws_machine_coder_parent_class)->dispose (object);
}

static void
ws_machine_coder_finalize (GObject *object)
{
  WsMachineCoder *self = WS_MACHINE_CODER (object);

  g_hash_table_unref (self->kept);
  g_queue_clear_full (&self->order, g_free);

  G_OBJECT_CLASS (ws_machine_coder_parent_class)->finalize (object);
}

static void
ws_machine_coder_class_init (WsMachineCoderClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ws_machine_coder_dispose;
  G_OBJECT_CLASS (klass)->finalize = ws_machine_coder_finalize;
}

static void
ws_machine_coder_init (WsMachineCoder *self)
{
  self->kept = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify)work_free);
  g_queue_init (&self->order);
}

/**
 * ws_machine_coder_new:
 * @view: (transfer none): shows the machine code on request
 * @playhead: (transfer none): selects the kernel
 *
 * Returns: (transfer full): a coder that supplies @view's machine code
 */
WsMachineCoder *
ws_machine_coder_new (WsCodeView *view, WsPlayhead *playhead)
{
  WsMachineCoder *self = g_object_new (WS_TYPE_MACHINE_CODER, NULL);
  guint n;
  const guint *list = ws_machine_list_architectures (&n);

  g_set_weak_pointer (&self->view, view);
  self->playhead = g_object_ref (playhead);
  ws_machine_view_set_architectures (ws_code_view_get_machine (view), list, n);
  g_signal_connect_object (playhead, "notify::run", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (playhead, "notify::scene", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "notify::show-sass", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ws_code_view_get_machine (view), "notify::architecture",
                           G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
  return self;
}

/**
 * ws_machine_coder_find_tools:
 * @self: a coder
 *
 * To be called when new tools may have been installed.
 */
void
ws_machine_coder_find_tools (WsMachineCoder *self)
{
  g_return_if_fail (WS_IS_MACHINE_CODER (self));
  give_up (self);
  update (self);
}

/**
 * ws_machine_coder_get_n_made:
 * @self: a coder
 *
 * Returns: how often the tools answered: cached texts are not made again
 */
guint
ws_machine_coder_get_n_made (WsMachineCoder *self)
{
  g_return_val_if_fail (WS_IS_MACHINE_CODER (self), 0);
  return self->n_made;
}
