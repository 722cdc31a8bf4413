/* Each form of each instruction on registers, executed: what it gives is what the model says, bit
 * for bit, or, of approximations, as near as the PTX manual says. */
#include "forms.h"
#include "part.h"
#include "paths.h"
#include "specs.h"
#include "virtual/virtual.h"

#include <string.h>

static void
judge (const Form *form, const ModelInput *inputs, const FormResult *results, gpointer data)
{
  FormVerdict verdict = forms_judge (form, inputs, results);
  guint *n_wrong_forms = data;

  if (verdict.is_approximate)
    g_test_message ("%s: at most %.3g units of the last place off", form->name, verdict.worst_ulps);
  *n_wrong_forms += verdict.n_wrong > 0;
}

static void
test_opcode (gconstpointer data)
{
  WsPtxOpcode opcode = GPOINTER_TO_UINT (data);
  g_autoptr (WsSpec) spec = specs_load ("h200");
  g_autoptr (GPtrArray) forms = forms_list (opcode);
  const char *const *variants = ws_vm_get_variants ();

  for (guint v = 0; variants[v] != NULL; v++)
    {
      if (!part_has (opcode + v, 4))
        continue;

      g_autoptr (WsDevice) device = ws_vm_device_new (spec, 1);
      g_autoptr (GError) error = NULL;
      guint n_wrong_forms = 0;

      if (!ws_vm_device_set_variant (device, variants[v]))
        continue;
      forms_run (device, forms, judge, &n_wrong_forms, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (n_wrong_forms, ==, 0);
    }
}

/* Forms that ptxas of CUDA 13.0 compiles wrong: they are executed whatever their guard says. */
static const char *const wrongly_compiled[] = {
  "vadd4.u32.u32.u32.add",
  "vsub4.u32.u32.u32.add",
  NULL,
};

/* Digests by form, as isa-golden wrote them on a GPU; NULL where it has not. */
static GHashTable *
read_golden (void)
{
  g_autoptr (GHashTable) golden = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  if (!g_file_get_contents (WS_TEST_DIR "/golden/gpu.txt", &text, NULL, NULL))
    return NULL;
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *space = strchr (lines[i], ' ');

      if (lines[i][0] == '#' || space == NULL || g_str_has_prefix (space, " within"))
        continue;
      *space = '\0';
      if (g_strv_contains (wrongly_compiled, lines[i]))
        continue;
      g_hash_table_insert (golden, g_strdup (lines[i]), g_strdup (space + 1));
    }
  return g_steal_pointer (&golden);
}

typedef struct {
  GHashTable *golden;
  guint n_compared;
  guint n_wrong;
} Comparison;

static void
compare (const Form *form, const ModelInput *inputs, const FormResult *results, gpointer data)
{
  Comparison *self = data;
  const char *expected = g_hash_table_lookup (self->golden, form->name);
  g_autofree char *digest = NULL;

  if (expected == NULL)
    return;
  digest = g_strdup_printf ("%016" G_GINT64_MODIFIER "x", forms_digest (results));
  self->n_compared++;
  if (g_str_equal (digest, expected))
    return;
  self->n_wrong++;
  g_printerr ("# %s is not what a GPU gives; see golden/gpu.txt\n", form->name);
}

/* The virtual GPU gives what a real one gave. */
static void
test_golden (void)
{
  g_autoptr (GHashTable) golden = read_golden ();
  g_autoptr (WsSpec) spec = specs_load ("h200");
  g_autoptr (WsDevice) device = ws_vm_device_new (spec, 1);
  Comparison comparison = { .golden = golden };

  if (golden == NULL)
    {
      g_test_skip ("No GPU has given its values yet: tests/isa/golden.sh has them made.");
      return;
    }
  for (guint opcode = 0; opcode < WS_PTX_N_OPCODES; opcode++)
    {
      g_autoptr (GPtrArray) forms = forms_list (opcode);
      g_autoptr (GError) error = NULL;

      if (forms->len == 0)
        continue;
      forms_run (device, forms, compare, &comparison, &error);
      g_assert_no_error (error);
    }
  g_assert_cmpuint (comparison.n_compared, ==, g_hash_table_size (golden));
  g_assert_cmpuint (comparison.n_wrong, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint opcode = 0; opcode < WS_PTX_N_OPCODES; opcode++)
    {
      g_autoptr (GPtrArray) forms = forms_list (opcode);
      g_autofree char *path = g_strdup_printf ("/isa/%s", ws_ptx_opcode_get_name (opcode));

      if (forms->len > 0)
        g_test_add_data_func (path, GUINT_TO_POINTER (opcode), test_opcode);
    }
  g_test_add_func ("/isa/golden", test_golden);
  return g_test_run ();
}
