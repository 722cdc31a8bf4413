/* ptx.c: any bytes as PTX. What can be run is run on the virtual GPU: a few small blocks, small
 * buffers, few instructions; what was recorded is derived and drawn. The same with probes, as on a
 * real GPU: what can be run can be given them, and is PTX then, too. */
#include "fuzz.h"

#include "bundle/bundle.h"
#include "probe-device.h"
#include "record/file.h"
#include "virtual/virtual.h"

#include <string.h>

#define SPEC             "/warpstage/specs/h200.ini"
#define MEMORY_BYTES     "67108864"
#define BUFFER_BYTES     2048
#define MOST_PARAM_BYTES 4096
#define MAX_INSTRUCTIONS 2000 /* of a block */
#define MOST_ENTRIES     2    /* of a module */
#define SLOTS            256  /* for what probes write down, of a thread */

/* An H200 with little memory. */
static WsSpec *
load_spec (void)
{
  g_autoptr (GBytes) bytes =
      g_resource_lookup_data (ws_bundle_get_resource (), SPEC, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GError) error = NULL;
  WsSpec *spec;

  g_key_file_load_from_bytes (file, bytes, G_KEY_FILE_NONE, NULL);
  g_key_file_set_string (file, "memory", "size_bytes", MEMORY_BYTES);
  spec = ws_spec_new_from_key_file (file, "h200", &error);
  g_assert_no_error (error);
  return spec;
}

/* ---- a launch ---- */

typedef struct {
  WsDevice *device;
  const char *text;
  gssize length;
  WsPtxModule *module;
  WsPtxFunction *function;
  guint64 buffers[2];
  guint8 params[MOST_PARAM_BYTES];
  WsLaunchRequest request;
  guint32 choice;
} Launch;

/* Pointers get a buffer, numbers a small one. */
static void
fill_params (Launch *self)
{
  for (guint i = 0; i < self->function->params->len; i++)
    {
      const WsPtxVariable *param = g_ptr_array_index (self->function->params, i);
      guint64 value = param->size == 8 ? self->buffers[i % 2] : 32;

      if (param->offset < sizeof self->params && param->size <= 8
          && param->size <= sizeof self->params - param->offset)
        memcpy (self->params + param->offset, &value, param->size);
    }
}

/* The memory as it is before a launch. */
static gboolean
place_buffers (Launch *self, GError **error)
{
  const WsDeviceClass *klass = self->device->klass;
  guint32 words[BUFFER_BYTES / 4];

  klass->free_all (self->device);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    words[i] = i < G_N_ELEMENTS (words) / 2 ? i : 0x3f800000 + i;
  for (guint i = 0; i < G_N_ELEMENTS (self->buffers); i++)
    if (!klass->alloc (self->device, BUFFER_BYTES, i == 0 ? "in" : "out", &self->buffers[i], error)
        || !klass->write (self->device, self->buffers[i], words, BUFFER_BYTES, error))
      return FALSE;
  fill_params (self);
  return TRUE;
}

/* As its first line says, as in "// 2 blocks of 33, 64 bytes". */
static void
read_form (Launch *self)
{
  guint blocks = 2;
  guint threads = 40;
  guint bytes = 256;

  sscanf (self->text, "// %u blocks of %u, %u bytes", &blocks, &threads, &bytes);
  self->request = (WsLaunchRequest){
    .entry = self->function->name,
    .grid = { CLAMP (blocks, 1, 4), 1, 1 },
    .block = { CLAMP (threads, 1, 128), 1, 1 },
    .dynamic_shared_bytes = MIN (bytes, 4096),
    .params = self->params,
    .params_size = sizeof self->params,
  };
  for (guint i = 0; i < 3 && self->function->req_ntid[0] > 0; i++)
    self->request.block[i] = MIN (MAX (self->function->req_ntid[i], 1), 64);
}

static WsRunBuilder *
new_builder (const Launch *self, GError **error)
{
  const WsDevice *device = self->device;
  g_autoptr (WsRunBuilder) builder =
      ws_run_builder_new (device->spec, device->id, device->name, device->klass->origin);
  WsLaunch launch = {
    .grid = { self->request.grid[0], self->request.grid[1], self->request.grid[2] },
    .block = { self->request.block[0], self->request.block[1], self->request.block[2] },
    .dynamic_shared_bytes = self->request.dynamic_shared_bytes,
    .n_elements = 32,
    .n_results = 1,
    .origin = (guint8)device->klass->origin,
  };
  WsKernel *kernel = device->klass->describe (self->device, self->function->name,
                                              self->function->name, "k.cu", NULL, error);

  if (kernel == NULL)
    return NULL;
  device->klass->get_shared_bytes (self->device, self->function->name, &launch.static_shared_bytes,
                                   NULL);
  ws_run_builder_set_about (builder, "fuzz", "fuzz",
                            g_variant_new_array (G_VARIANT_TYPE ("{sv}"), NULL, 0), WS_VALUE_S32,
                            ws_run_words_find ("sum"));
  launch.kernel = ws_run_builder_add_kernel (builder, kernel);
  ws_run_builder_add_launch (builder, &launch);
  for (guint i = 0; i < G_N_ELEMENTS (self->buffers); i++)
    ws_run_builder_add_region (builder, &(WsRegion){ .name = (char *)(i == 0 ? "in" : "out"),
                                                     .space = WS_SPACE_GLOBAL,
                                                     .address = self->buffers[i],
                                                     .size_bytes = BUFFER_BYTES,
                                                     .value_type = WS_VALUE_U32 });
  return g_steal_pointer (&builder);
}

/* ---- as it is ---- */

/* A run that was recorded is one that can be kept. */
static void
keep (WsRun *run)
{
  g_autofree char *name =
      g_strdup_printf ("%s/warpstage-fuzz-%d.wsrun", g_get_tmp_dir (), (int)getpid ());
  g_autoptr (GFile) file = g_file_new_for_path (name);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) again = NULL;

  ws_run_save (run, file, NULL, &error);
  g_assert_no_error (error);
  again = ws_run_load (file, NULL, &error);
  g_assert_no_error (error);
  g_file_delete (file, NULL, NULL);
}

static WsRun *
check_run (WsRun *run)
{
  g_autoptr (WsRun) owned = run;
  g_autoptr (GVariant) variant = ws_run_to_variant (owned);
  g_autoptr (GError) error = NULL;
  WsRun *again = ws_run_new_from_variant (variant, &error);

  g_assert_no_error (error);
  return again;
}

static void
run_as_it_is (Launch *self)
{
  static const guint32 blocks[] = { 0, 1, 2, 3 };
  g_autoptr (WsRunBuilder) builder = NULL;
  g_autoptr (WsRun) run = NULL;
  WsLaunchResult result = { 0 };
  WsRecordRequest record = {
    .blocks = blocks,
    .n_blocks = MIN (self->request.grid[0], 2),
    .counts = TRUE,
    .residencies = TRUE,
    .max_instructions = MAX_INSTRUCTIONS,
  };

  if (!self->device->klass->load (self->device, self->text, self->length, "fuzz.ptx", NULL)
      || !place_buffers (self, NULL))
    return;
  builder = new_builder (self, NULL);
  if (builder == NULL)
    return;
  record.builder = builder;
  if (self->device->klass->launch (self->device, &self->request, &record, &result, NULL, NULL))
    {
      WsLaunch *launch = ws_run_builder_get_launch (builder, 0);

      launch->duration_cycles = result.duration_cycles;
      launch->duration_ns = result.duration_ns;
      launch->has_duration = TRUE;
      ws_run_builder_set_result (builder, 1, 1, 0, TRUE, 1);
    }
  run = check_run (ws_run_builder_end (builder));
  if (self->choice % 16 == 0)
    keep (run);
  ws_fuzz_look_at_run (run, self->choice);
}

/* ---- with probes ---- */

/* What was rewritten is PTX, or this fails; FALSE where the device has no memory for it, with
 * probes or without. */
static gboolean
load (Launch *self, const char *text)
{
  g_autoptr (GError) error = NULL;

  if (self->device->klass->load (self->device, text, -1, "probed.ptx", &error))
    return TRUE;
  if (!g_error_matches (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_MEMORY))
    g_error ("The kernel with probes is none: %s\n%s", error->message, text);
  return FALSE;
}

static void
run_with_probes (Launch *self)
{
  static const guint32 blocks[] = { 0 };
  const ProbeDevice on = { .device = self->device, .max_instructions = 10 * MAX_INSTRUCTIONS };
  const WsProbeTarget target = probe_device_target (&on);
  g_autoptr (WsProbe) probe = ws_probe_new (self->module, self->function->name, NULL);
  g_autoptr (WsRunBuilder) builder = NULL;
  g_autoptr (WsSpanReading) reading = NULL;
  g_autofree char *spans = NULL;
  g_autoptr (WsRun) run = NULL;
  WsRecordRequest record = { .blocks = blocks, .n_blocks = 1, .residencies = TRUE };
  WsProbeResult result;

  if (probe == NULL || !place_buffers (self, NULL) || (builder = new_builder (self, NULL)) == NULL)
    return;
  record.builder = builder;
  spans = ws_probe_make_spans_text (
      probe, self->choice % 2 == 0 && ws_probe_is_flat (&self->request), NULL);
  if (spans != NULL && load (self, spans))
    {
      reading = ws_probe_read_spans (probe, &target, &self->request, 0, NULL);
      if (reading != NULL)
        ws_span_reading_deliver (reading, NULL, self->device->spec, 0, &record);
    }
  record.residencies = FALSE;
  ws_probe_set_slots (probe, SLOTS);
  if (!load (self, ws_probe_get_text (probe)) || !place_buffers (self, NULL)
      || !ws_probe_record (probe, &target, &self->request, &record, &result, NULL))
    return;
  run = check_run (ws_run_builder_end (builder));
  if (self->choice % 4 == 0)
    ws_fuzz_look_at_run (run, self->choice);
}

/* ---- the target ---- */

static void
run_entry (const char *text, gsize size, WsPtxModule *module, WsPtxFunction *function,
           guint32 choice)
{
  g_autoptr (WsSpec) spec = load_spec ();
  g_autoptr (WsDevice) device = ws_vm_device_new (spec, 1);
  Launch launch = { .device = device,
                    .text = text,
                    .length = (gssize)size,
                    .module = module,
                    .function = function,
                    .choice = choice };

  if (function->param_bytes > MOST_PARAM_BYTES)
    return;
  read_form (&launch);
  run_as_it_is (&launch);
  run_with_probes (&launch);
}

void
ws_fuzz_ptx (const guint8 *data, gsize size)
{
  g_autofree char *text = g_strndup ((const char *)data, size);
  gboolean ok;
  g_autoptr (WsPtxModule) module = ws_ptx_parse_collect (text, (gssize)size, "fuzz.ptx", &ok);
  guint n_entries = 0;

  for (guint i = 0; i < module->diagnostics->len; i++)
    g_assert_true (
        g_utf8_validate (((WsPtxDiagnostic *)module->diagnostics->pdata[i])->rendered, -1, NULL));
  for (guint i = 0; ok && i < module->functions->len && n_entries < MOST_ENTRIES; i++)
    {
      WsPtxFunction *function = g_ptr_array_index (module->functions, i);

      if (!function->is_entry || !function->has_body
          || !ws_ptx_function_check (module, function, NULL))
        continue;
      n_entries++;
      run_entry (text, size, module, function, ws_fuzz_choose (data, size));
    }
}
