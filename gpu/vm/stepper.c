/* stepper.c: which of the variants of step.c and step-memory.c executes: the same code, compiled
 * for instruction sets that this computer may or may not have.
 *
 * The program chooses, and not the loader by an indirect function: that would be called before a
 * sanitizer has begun, and could not be asked for another.
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
 * @name: (nullable): one of ws_stepper_get_names(); %NULL for the widest that this computer runs
 *
 * Returns: (transfer none) (nullable): it; %NULL where this computer does not run it
 */
const WsStepper *
ws_stepper_find (const char *name)
{
  for (guint i = G_N_ELEMENTS (steppers); i-- > 0;)
    if ((name == NULL || strcmp (steppers[i]->name, name) == 0) && is_there (steppers[i]->name))
      return steppers[i];
  return NULL;
}

/* Returns: (transfer none) (array zero-terminated=1): the instruction sets that the loops over
 * lanes are compiled for, the narrowest first; this computer need not have all of them */
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
