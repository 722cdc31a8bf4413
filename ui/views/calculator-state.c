#include "views/calculator-state.h"

#include <glib/gi18n.h>

#define MAX_UNDO 256

static const char *const TYPED = N_ ("typed in");

/* The state for undo. Strings are interned, so that it can be copied. */
typedef struct {
  WsCalculatorCase shown;
  WsCalculatorCase pinned; /* no limits: none */
  const WsOccupancyLimits *before;
} Asked;

struct _WsCalculatorState {
  GObject parent_instance;

  Asked asked;
  WsCalculatorCase run; /* no limits: none */
  GArray *undo;         /* Asked */
  GArray *redo;
  guint gesture; /* of the latest change */
  WsCalculator *calculator;
};

enum { CHANGED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsCalculatorState, ws_calculator_state, G_TYPE_OBJECT)

static gboolean
is_same_case (const WsCalculatorCase *a, const WsCalculatorCase *b)
{
  const WsOccupancyLaunch *x = &a->launch;
  const WsOccupancyLaunch *y = &b->launch;

  return a->limits == b->limits && a->registers_from == b->registers_from
         && x->threads == y->threads && x->registers == y->registers
         && x->static_shared_bytes == y->static_shared_bytes
         && x->dynamic_shared_bytes == y->dynamic_shared_bytes && x->carve_out == y->carve_out
         && x->barriers == y->barriers;
}

static gboolean
is_same (const Asked *a, const Asked *b)
{
  return is_same_case (&a->shown, &b->shown) && is_same_case (&a->pinned, &b->pinned);
}

static void
compute (WsCalculatorState *self)
{
  const WsCalculatorCase *pinned = self->asked.pinned.limits != NULL ? &self->asked.pinned : NULL;

  g_clear_pointer (&self->calculator, ws_calculator_free);
  self->calculator = ws_calculator_new (&self->asked.shown, pinned, self->asked.before);
}

static void
apply (WsCalculatorState *self, const Asked *asked)
{
  self->asked = *asked;
  compute (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Applies @asked as an undoable step; one gesture is one step. */
static void
change (WsCalculatorState *self, const Asked *asked, guint gesture)
{
  if (is_same (asked, &self->asked))
    return;
  if (gesture == 0 || gesture != self->gesture || self->undo->len == 0)
    {
      if (self->undo->len >= MAX_UNDO)
        g_array_remove_index (self->undo, 0);
      g_array_append_val (self->undo, self->asked);
    }
  g_array_set_size (self->redo, 0);
  self->gesture = gesture;
  apply (self, asked);
}

static void
ws_calculator_state_finalize (GObject *object)
{
  WsCalculatorState *self = WS_CALCULATOR_STATE (object);

  g_array_unref (self->undo);
  g_array_unref (self->redo);
  g_clear_pointer (&self->calculator, ws_calculator_free);

  G_OBJECT_CLASS (ws_calculator_state_parent_class)->finalize (object);
}

static void
ws_calculator_state_class_init (WsCalculatorStateClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ws_calculator_state_finalize;

  signals[CHANGED] = g_signal_new ("changed", WS_TYPE_CALCULATOR_STATE, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
ws_calculator_state_init (WsCalculatorState *self)
{
  self->undo = g_array_new (FALSE, FALSE, sizeof (Asked));
  self->redo = g_array_new (FALSE, FALSE, sizeof (Asked));
  self->asked.shown = (WsCalculatorCase){
    .limits = ws_occupancy_limits_find (9, 0),
    .launch = { .threads = 256, .registers = 32, .carve_out = -1, .barriers = 1 },
    .registers_from = g_intern_string (_ (TYPED))
  };
  compute (self);
}

/* Returns: (transfer full): what a calculator shows at first */
WsCalculatorState *
ws_calculator_state_new (void)
{
  return g_object_new (WS_TYPE_CALCULATOR_STATE, NULL);
}

/* Returns: (transfer none): the answer, valid until the next "changed" */
const WsCalculator *
ws_calculator_state_get_calculator (WsCalculatorState *self)
{
  g_return_val_if_fail (WS_IS_CALCULATOR_STATE (self), NULL);
  return self->calculator;
}

/* Returns: (transfer none): the compute capability that is asked for */
const WsOccupancyLimits *
ws_calculator_state_get_limits (WsCalculatorState *self)
{
  g_return_val_if_fail (WS_IS_CALCULATOR_STATE (self), NULL);
  return self->asked.shown.limits;
}

/* Returns: (transfer none): the launch that is asked for, valid until the next "changed" */
const WsOccupancyLaunch *
ws_calculator_state_get_launch (WsCalculatorState *self)
{
  g_return_val_if_fail (WS_IS_CALCULATOR_STATE (self), NULL);
  return &self->asked.shown.launch;
}

/* Returns: (transfer none) (nullable): where its registers are from, as in "from ptxas for sm_86";
 * %NULL if unknown */
const char *
ws_calculator_state_get_registers_from (WsCalculatorState *self)
{
  g_return_val_if_fail (WS_IS_CALCULATOR_STATE (self), NULL);
  return self->asked.shown.registers_from;
}

/**
 * ws_calculator_state_set_launch:
 * @launch: what is asked now
 * @gesture: 0, or a number of the drag that it belongs to
 *
 * Registers that differ from those before are typed in.
 */
void
ws_calculator_state_set_launch (WsCalculatorState *self, const WsOccupancyLaunch *launch,
                                guint gesture)
{
  Asked asked;

  g_return_if_fail (WS_IS_CALCULATOR_STATE (self) && launch != NULL && launch->threads > 0);

  asked = self->asked;
  if (launch->registers != asked.shown.launch.registers)
    asked.shown.registers_from = g_intern_string (_ (TYPED));
  asked.shown.launch = *launch;
  asked.before = NULL;
  change (self, &asked, gesture);
}

/**
 * ws_calculator_state_set_limits:
 * @limits: of another compute capability
 * @gesture: 0, or a number of the drag that it belongs to
 *
 * The launch stays; what the step changed is kept as the calculator's change.
 */
void
ws_calculator_state_set_limits (WsCalculatorState *self, const WsOccupancyLimits *limits,
                                guint gesture)
{
  Asked asked;

  g_return_if_fail (WS_IS_CALCULATOR_STATE (self) && limits != NULL);

  asked = self->asked;
  if (limits == asked.shown.limits)
    return;
  asked.before = asked.shown.limits;
  asked.shown.limits = limits;
  change (self, &asked, gesture);
}

/**
 * ws_calculator_state_step_limits:
 * @direction: 1 for the next compute capability, -1 for the one before
 *
 * Returns: %FALSE at the ends
 */
gboolean
ws_calculator_state_step_limits (WsCalculatorState *self, int direction)
{
  int n = (int)ws_occupancy_limits_get_n ();

  g_return_val_if_fail (WS_IS_CALCULATOR_STATE (self), FALSE);

  for (int i = 0; i < n; i++)
    if (ws_occupancy_limits_get ((guint)i) == self->asked.shown.limits && i + direction >= 0
        && i + direction < n)
      {
        ws_calculator_state_set_limits (self, ws_occupancy_limits_get ((guint)(i + direction)), 0);
        return TRUE;
      }
  return FALSE;
}

/**
 * ws_calculator_state_set_run:
 * @limits: (nullable): of the run's device
 * @launch: (nullable): the launch that the run shows
 * @registers_from: (nullable): where its registers come from
 *
 * Shows it. What was typed in before can be had back by undo.
 */
void
ws_calculator_state_set_run (WsCalculatorState *self, const WsOccupancyLimits *limits,
                             const WsOccupancyLaunch *launch, const char *registers_from)
{
  g_return_if_fail (WS_IS_CALCULATOR_STATE (self));

  if (limits == NULL || launch == NULL || launch->threads == 0)
    {
      self->run = (WsCalculatorCase){ NULL };
      g_signal_emit (self, signals[CHANGED], 0);
      return;
    }
  self->run = (WsCalculatorCase){ .limits = limits,
                                  .launch = *launch,
                                  .registers_from = g_intern_string (registers_from) };
  ws_calculator_state_return_to_run (self);
}

/* Returns to the run's launch, undoably; does nothing if there is none. */
void
ws_calculator_state_return_to_run (WsCalculatorState *self)
{
  Asked asked;

  g_return_if_fail (WS_IS_CALCULATOR_STATE (self));

  if (self->run.limits == NULL)
    return;
  asked = self->asked;
  asked.shown = self->run;
  asked.before = NULL;
  change (self, &asked, 0);
}

/* Returns: whether there is a run's launch, and another is shown */
gboolean
ws_calculator_state_can_return (WsCalculatorState *self)
{
  g_return_val_if_fail (WS_IS_CALCULATOR_STATE (self), FALSE);
  return self->run.limits != NULL && !is_same_case (&self->run, &self->asked.shown);
}

/* Keeps what is shown as B, to compare with; again: lets it go. Can be undone. */
void
ws_calculator_state_toggle_pinned (WsCalculatorState *self)
{
  Asked asked;

  g_return_if_fail (WS_IS_CALCULATOR_STATE (self));

  asked = self->asked;
  asked.pinned = asked.pinned.limits == NULL ? asked.shown : (WsCalculatorCase){ NULL };
  change (self, &asked, 0);
}

/* Whether a launch is kept to compare with. */
gboolean
ws_calculator_state_get_pinned (WsCalculatorState *self)
{
  g_return_val_if_fail (WS_IS_CALCULATOR_STATE (self), FALSE);
  return self->asked.pinned.limits != NULL;
}

static gboolean
go (WsCalculatorState *self, GArray *from, GArray *to)
{
  Asked asked;

  /* a drag may have ended where it began */
  while (from->len > 0 && is_same (&g_array_index (from, Asked, from->len - 1), &self->asked))
    g_array_set_size (from, from->len - 1);
  if (from->len == 0)
    return FALSE;
  asked = g_array_index (from, Asked, from->len - 1);
  g_array_set_size (from, from->len - 1);
  g_array_append_val (to, self->asked);
  self->gesture = 0;
  apply (self, &asked);
  return TRUE;
}

/* Returns: whether there was anything to undo */
gboolean
ws_calculator_state_undo (WsCalculatorState *self)
{
  g_return_val_if_fail (WS_IS_CALCULATOR_STATE (self), FALSE);
  return go (self, self->undo, self->redo);
}

/* Returns: %FALSE if nothing was undone */
gboolean
ws_calculator_state_redo (WsCalculatorState *self)
{
  g_return_val_if_fail (WS_IS_CALCULATOR_STATE (self), FALSE);
  return go (self, self->redo, self->undo);
}

/* Whether there is anything to undo. */
gboolean
ws_calculator_state_can_undo (WsCalculatorState *self)
{
  g_return_val_if_fail (WS_IS_CALCULATOR_STATE (self), FALSE);
  return self->undo->len > 0;
}
