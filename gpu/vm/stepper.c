/* stepper.c: selects a variant of step.c and step-memory.c: the same code, compiled for instruction
 * sets that the host may or may not have.
 *
 * The program chooses at run time rather than by an ifunc, which the loader would call before a
 * sanitizer has initialised, and which would not allow another choice.
 */
#include "vm/vm.h"

#include <string.h>

extern const WsStepper ws_stepper_plain;
#ifdef WS_HAS_VARIANTS
extern const WsStepper ws_stepper_avx2;
extern const WsStepper ws_stepper_avx512;
#endif

static gboolean
is_there (const char *name)
{
#ifdef WS_HAS_VARIANTS
  if (strcmp (name, "avx2") == 0)
    return __builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma")
           && __builtin_cpu_supports ("bmi") && __builtin_cpu_supports ("bmi2")
           && __builtin_cpu_supports ("popcnt");
  if (strcmp (name, "avx512") == 0)
    return is_there ("avx2") && __builtin_cpu_supports ("avx512f")
           && __builtin_cpu_supports ("avx512cd") && __builtin_cpu_supports ("avx512bw")
           && __builtin_cpu_supports ("avx512dq") && __builtin_cpu_supports ("avx512vl");
#endif
  return TRUE;
}

/* Narrowest first. */
static const WsStepper *const steppers[] = {
  &ws_stepper_plain,
#ifdef WS_HAS_VARIANTS
  &ws_stepper_avx2,
  &ws_stepper_avx512,
#endif
};

/**
 * ws_stepper_find:
 * @name: (nullable): one of ws_stepper_get_names(); %NULL for the widest that the host supports
 *
 * Returns: (transfer none) (nullable): it; %NULL if the host does not support it
 */
const WsStepper *
ws_stepper_find (const char *name)
{
  for (guint i = G_N_ELEMENTS (steppers); i-- > 0;)
    if ((name == NULL || strcmp (steppers[i]->name, name) == 0) && is_there (steppers[i]->name))
      return steppers[i];
  return NULL;
}

/* Returns: (transfer none) (array zero-terminated=1): the instruction sets that lane loops are
 * compiled for, the narrowest first; the host may lack some */
const char *const *
ws_stepper_get_names (void)
{
  static const char *const names[] = { "plain",
#ifdef WS_HAS_VARIANTS
                                       "avx2", "avx512",
#endif
                                       NULL };

  return names;
}
