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
tell (const Form *form, const ModelInput *inputs, const FormResult *results, gpointer data)
{
  FormVerdict verdict = forms_judge (form, inputs, results);

  if (verdict.n_wrong > 0)
    g_print ("# %s: %u of %u lanes differ from the model\n", form->name, verdict.n_wrong,
             FORMS_N_LANES);
  if (verdict.is_approximate)
    g_print ("%s within %.4g\n", form->name, verdict.worst_ulps);
  else
    g_print ("%s %016" G_GINT64_MODIFIER "x\n", form->name, forms_digest (results));
}

/* A form that the device's compiler does not take is a comment: the others have modules of their
 * own then. */
static void
run (WsDevice *device)
{
  for (guint opcode = 0; opcode < WS_PTX_N_OPCODES; opcode++)
    {
      g_autoptr (GPtrArray) forms = forms_list (opcode);
      g_autoptr (GError) error = NULL;

      if (forms->len == 0 || forms_run (device, forms, tell, NULL, &error))
        continue;
      g_print ("# %s: %s\n", ws_ptx_opcode_get_name (opcode),
               g_strdelimit (error->message, "\n", ' '));
      for (guint k = 0; k < forms->len; k++)
        {
          g_autoptr (GPtrArray) one = g_ptr_array_new ();
          g_autoptr (GError) why = NULL;

          g_ptr_array_add (one, g_ptr_array_index (forms, k));
          if (!forms_run (device, one, tell, NULL, &why))
            g_print ("# %s: %s\n", ((Form *)g_ptr_array_index (forms, k))->name,
                     g_strdelimit (why->message, "\n", ' '));
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
