/* isa-golden: what a device gives for each form of each instruction, for the file that test-isa
 * holds the virtual GPU against; see golden.sh.
 *
 *   isa-golden vm|cuda         a line for each form: its name and a digest of all results; of those
 *                              that are not what the model says, the first few, as comments
 *   isa-golden print FOLDER    the PTX of each instruction's forms
 */
#include "cuda/cuda.h"
#include "forms.h"
#include "specs.h"
#include "virtual/virtual.h"

#include <stdio.h>
#include <string.h>

#define MAX_SHOWN 4

static gboolean
print (const char *folder)
{
  for (guint opcode = 0; opcode < WS_PTX_N_OPCODES; opcode++)
    {
      g_autoptr (GPtrArray) forms = forms_list (opcode);
      g_autofree char *text = forms_write (forms);
      g_autofree char *name = g_strdup_printf ("%s.ptx", ws_ptx_opcode_get_name (opcode));
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autoptr (GError) error = NULL;

      if (forms->len > 0 && !g_file_set_contents (path, text, -1, &error))
        {
          fprintf (stderr, "isa-golden: %s\n", error->message);
          return FALSE;
        }
    }
  return TRUE;
}

/* Of an approximation the worst case counts, not the digest. */
static void
tell (const Form *form, const ModelInput *inputs, const FormResult *results)
{
  guint n_wrong = 0;
  double worst = 0;
  gboolean is_approximate = FALSE;

  for (guint i = 0; i < FORMS_N_LANES; i++)
    {
      ModelResult expected;
      double off;

      if (!forms_check (form, &inputs[i], &results[i], &expected, &off) && n_wrong++ < MAX_SHOWN)
        printf ("# %s of %016" G_GINT64_MODIFIER "x %016" G_GINT64_MODIFIER
                "x %016" G_GINT64_MODIFIER "x %016" G_GINT64_MODIFIER "x %x: %016" G_GINT64_MODIFIER
                "x %u, not %016" G_GINT64_MODIFIER "x %u (%.12Lg)\n",
                form->name, inputs[i].words[0], inputs[i].words[1], inputs[i].words[2],
                inputs[i].words[3], (guint)inputs[i].words[4], results[i].bits,
                (guint)results[i].carry, expected.bits, expected.carry, expected.value);
      worst = MAX (worst, off);
      is_approximate = is_approximate || expected.is_approximate;
    }
  if (n_wrong > 0)
    printf ("# %s: %u of %u lanes differ from the model\n", form->name, n_wrong, FORMS_N_LANES);
  if (is_approximate)
    printf ("%s within %.4g\n", form->name, worst);
  else
    printf ("%s %016" G_GINT64_MODIFIER "x\n", form->name, forms_digest (results));
}

/* A form that the device's compiler does not take is a comment: the others have modules of their
 * own then. */
static gboolean
run_forms (WsDevice *device, GPtrArray *forms, GError **error)
{
  g_autofree char *text = forms_write (forms);
  g_autofree FormResult *results = g_new (FormResult, FORMS_N_LANES);
  guint64 in;
  guint64 out;

  if (!device->klass->load (device, text, -1, "forms.ptx", error)
      || !device->klass->alloc (device, FORMS_IN_BYTES, "in", &in, error)
      || !device->klass->alloc (device, FORMS_OUT_BYTES, "out", &out, error))
    return FALSE;
  for (guint k = 0; k < forms->len; k++)
    {
      const Form *form = g_ptr_array_index (forms, k);
      g_autofree ModelInput *inputs = forms_make_inputs (form);

      if (!forms_run (device, forms, k, inputs, in, out, results, error))
        return FALSE;
      tell (form, inputs, results);
    }
  device->klass->free_all (device);
  return TRUE;
}

static void
run (WsDevice *device)
{
  for (guint opcode = 0; opcode < WS_PTX_N_OPCODES; opcode++)
    {
      g_autoptr (GPtrArray) forms = forms_list (opcode);
      g_autoptr (GError) error = NULL;

      if (forms->len == 0 || run_forms (device, forms, &error))
        continue;
      printf ("# %s: %s\n", ws_ptx_opcode_get_name (opcode),
              g_strdelimit (error->message, "\n", ' '));
      device->klass->free_all (device);
      for (guint k = 0; k < forms->len; k++)
        {
          g_autoptr (GPtrArray) one = g_ptr_array_new ();
          g_autoptr (GError) why = NULL;

          g_ptr_array_add (one, g_ptr_array_index (forms, k));
          if (!run_forms (device, one, &why))
            {
              printf ("# %s: %s\n", ((Form *)g_ptr_array_index (forms, k))->name,
                      g_strdelimit (why->message, "\n", ' '));
              device->klass->free_all (device);
            }
        }
    }
}

static int
run_vm (void)
{
  g_autoptr (WsSpec) spec = specs_load ("h200");
  g_autoptr (WsDevice) device = ws_vm_device_new (spec, 1);

  run (device);
  return 0;
}

static int
run_cuda (void)
{
  g_autoptr (GError) error = NULL;
  WsCudaDriver *driver = ws_cuda_driver_open (NULL, &error);
  g_autoptr (GPtrArray) infos = driver != NULL ? ws_cuda_list (driver, &error) : NULL;
  g_autoptr (WsDevice) device = NULL;

  if (infos != NULL)
    device = ws_cuda_device_new (driver, g_ptr_array_index (infos, 0), &error);
  if (device == NULL)
    {
      fprintf (stderr, "isa-golden: no CUDA device (%s)\n", error->message);
      return 77;
    }
  run (device);
  g_clear_pointer (&device, ws_device_close);
  g_clear_pointer (&driver, ws_cuda_driver_close);
  return 0;
}

int
main (int argc, char **argv)
{
  if (argc == 3 && strcmp (argv[1], "print") == 0)
    return print (argv[2]) ? 0 : 1;
  if (argc == 2 && strcmp (argv[1], "vm") == 0)
    return run_vm ();
  if (argc == 2 && strcmp (argv[1], "cuda") == 0)
    return run_cuda ();
  fprintf (stderr, "usage: isa-golden vm|cuda, isa-golden print FOLDER\n");
  return 2;
}
