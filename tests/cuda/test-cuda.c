/* What is made of the CUDA driver's answers: states and sentences, without a GPU. */
#include "cuda/cuda.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The sentence of opening and listing with these answers of the fake driver. */
static void
assert_state (const char *answers, int code, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCudaDriver) driver = NULL;

  g_setenv ("FAKE_CUDA", answers, TRUE);
  driver = ws_cuda_driver_open (FAKE_CUDA_LIBRARY, &error);
  g_unsetenv ("FAKE_CUDA");
  g_assert_null (driver);
  g_assert_error (error, WS_CUDA_ERROR, code);
  if (strstr (error->message, expected) == NULL)
    g_error ("“%s” does not say “%s”", error->message, expected);
}

static void
test_states (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (ws_cuda_driver_open ("/nowhere/libcuda.so.1", &error));
  g_assert_error (error, WS_CUDA_ERROR, WS_CUDA_ERROR_NO_DRIVER);
  g_clear_error (&error);
  /* a library that has none of the functions */
  g_assert_null (ws_cuda_driver_open ("libm.so.6", &error));
  g_assert_error (error, WS_CUDA_ERROR, WS_CUDA_ERROR_OLD_DRIVER);
  g_assert_nonnull (strstr (error->message, "it has no cuInit"));
  assert_state ("cuInit=100", WS_CUDA_ERROR_NO_DEVICE, "finds no GPU");
  assert_state ("cuInit=800", WS_CUDA_ERROR_NO_PERMISSION, "/dev/nvidia");
  assert_state ("cuInit=304", WS_CUDA_ERROR_NO_PERMISSION, "has no access to the NVIDIA GPU");
  assert_state ("cuInit=803", WS_CUDA_ERROR_OLD_DRIVER, "Restart");
  assert_state ("cuInit=34", WS_CUDA_ERROR_NO_DRIVER, "LD_LIBRARY_PATH");
  assert_state ("cuInit=999", WS_CUDA_ERROR_CALL, "CUDA_ERROR_FAKE");
}

typedef struct {
  WsCudaDriver *driver;
  GPtrArray *infos;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->driver = ws_cuda_driver_open (FAKE_CUDA_LIBRARY, &error);
  g_assert_no_error (error);
  fixture->infos = ws_cuda_list (fixture->driver, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_ptr_array_unref (fixture->infos);
  ws_cuda_driver_close (fixture->driver);
}

static void
test_list (Fixture *fixture, gconstpointer data)
{
  const WsCudaInfo *info = g_ptr_array_index (fixture->infos, 0);

  g_assert_cmpuint (fixture->infos->len, ==, 1);
  g_assert_true (info->usable);
  g_assert_cmpstr (info->uuid, ==, "GPU-00010203-0405-0607-0809-0a0b0c0d0e0f");
  g_assert_cmpstr (info->spec->name, ==, "NVIDIA Fake 9000");
  g_assert_cmpuint (info->spec->cc_major, ==, 9);
  g_assert_cmpuint (info->spec->n_sms, ==, 4);
  g_assert_cmpuint (info->spec->max_warps_per_sm, ==, 64);
  /* 1 GHz, twice a cycle, 512 bytes wide */
  g_assert_cmpuint (info->spec->memory_bandwidth_bytes_per_s, ==, 1024000000000);
  g_assert_cmpuint (info->spec->shared_reserved_bytes, ==, 1024);
}

static void
test_several (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCudaDriver) driver = ws_cuda_driver_open (FAKE_CUDA_LIBRARY, &error);
  g_autoptr (GPtrArray) infos = NULL;

  g_assert_no_error (error);
  g_setenv ("FAKE_CUDA_DEVICES", "3", TRUE);
  infos = ws_cuda_list (driver, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (infos->len, ==, 3);
  g_assert_cmpint (((WsCudaInfo *)g_ptr_array_index (infos, 2))->ordinal, ==, 2);
  g_setenv ("FAKE_CUDA_DEVICES", "0", TRUE);
  g_assert_null (ws_cuda_list (driver, &error));
  g_assert_error (error, WS_CUDA_ERROR, WS_CUDA_ERROR_NO_DEVICE);
  g_unsetenv ("FAKE_CUDA_DEVICES");
}

static void
test_prohibited (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCudaDriver) driver = ws_cuda_driver_open (FAKE_CUDA_LIBRARY, &error);
  g_autoptr (GPtrArray) infos = NULL;

  g_setenv ("FAKE_CUDA_PROHIBITED", "1", TRUE);
  infos = ws_cuda_list (driver, &error);
  g_unsetenv ("FAKE_CUDA_PROHIBITED");
  g_assert_no_error (error);
  g_assert_false (((WsCudaInfo *)g_ptr_array_index (infos, 0))->usable);
  g_assert_nonnull (
      strstr (((WsCudaInfo *)g_ptr_array_index (infos, 0))->state, "nvidia-smi -c DEFAULT"));
  g_assert_null (ws_cuda_device_new (driver, g_ptr_array_index (infos, 0), &error));
  g_assert_nonnull (error);
}

static void
test_busy (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  WsDevice *device;

  g_setenv ("FAKE_CUDA", "cuDevicePrimaryCtxRetain=46", TRUE);
  device = ws_cuda_device_new (fixture->driver, g_ptr_array_index (fixture->infos, 0), &error);
  g_unsetenv ("FAKE_CUDA");
  g_assert_null (device);
  g_assert_error (error, WS_CUDA_ERROR, WS_CUDA_ERROR_BUSY);
  g_assert_nonnull (strstr (error->message, "busy"));
}

static void
test_lost (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_setenv ("FAKE_CUDA", "cuDevicePrimaryCtxRetain=214", TRUE);
  g_assert_null (
      ws_cuda_device_new (fixture->driver, g_ptr_array_index (fixture->infos, 0), &error));
  g_unsetenv ("FAKE_CUDA");
  g_assert_error (error, WS_CUDA_ERROR, WS_CUDA_ERROR_LOST);
}

/* One call on an open device, with these answers. */
static void
assert_call (Fixture *fixture, const char *answers, gboolean (*call) (WsDevice *, GError **),
             GQuark domain, int code, const char *expected, gboolean lost)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsDevice) device =
      ws_cuda_device_new (fixture->driver, g_ptr_array_index (fixture->infos, 0), &error);

  g_assert_no_error (error);
  g_setenv ("FAKE_CUDA", answers, TRUE);
  g_assert_false (call (device, &error));
  g_unsetenv ("FAKE_CUDA");
  g_assert_error (error, domain, code);
  if (strstr (error->message, expected) == NULL)
    g_error ("“%s” does not say “%s”", error->message, expected);
  g_assert_true (device->lost == lost);
}

static gboolean
call_load (WsDevice *device, GError **error)
{
  return device->klass->load (device, ".version 9.0\n.target sm_75\n", -1, "k.ptx", error);
}

#define WITH_LAUNCH                                                                \
  ".version 9.0\n.target sm_75\n.address_size 64\n.extern .func (.param .b32 r)\n" \
  "__cudaCDP2LaunchDeviceV2 (.param .b64 p, .param .b64 s);\n.visible .entry k () { ret; }\n"

/* It launches kernels: it is linked. */
static gboolean
call_link (WsDevice *device, GError **error)
{
  return device->klass->load (device, WITH_LAUNCH, -1, "k.ptx", error);
}

static gboolean
call_link_and_record (WsDevice *device, GError **error)
{
  const WsLaunchRequest request = { .entry = "k", .grid = { 1, 1, 1 }, .block = { 32, 1, 1 } };
  const WsRecordRequest record = { .residencies = TRUE };

  return call_link (device, error)
         && device->klass->launch (device, &request, &record, NULL, NULL, error);
}

static gboolean
call_alloc (WsDevice *device, GError **error)
{
  guint64 address;

  return device->klass->alloc (device, G_GUINT64_CONSTANT (1) << 40, "in", &address, error);
}

#define WITH_CONSTANTS \
  ".version 9.0\n.target sm_75\n.address_size 64\n.const .u32 a;\n.const .align 4 .b8 mask[8];\n"

static gboolean
call_symbol (WsDevice *device, GError **error)
{
  WsDeviceSymbol symbol;

  return device->klass->load (device, WITH_CONSTANTS, -1, "k.ptx", error)
         && device->klass->find_symbol (device, "mask", &symbol, error);
}

static gboolean
call_other_symbol (WsDevice *device, GError **error)
{
  WsDeviceSymbol symbol;

  return device->klass->load (device, WITH_CONSTANTS, -1, "k.ptx", error)
         && device->klass->find_symbol (device, "task", &symbol, error);
}

static gboolean
call_launch (WsDevice *device, GError **error)
{
  const WsLaunchRequest request = { .entry = "k", .grid = { 1, 1, 1 }, .block = { 32, 1, 1 } };

  return device->klass->load (device, ".version 9.0\n.target sm_75\n", -1, "k.ptx", error)
         && device->klass->launch (device, &request, NULL, NULL, NULL, error);
}

static gboolean
call_too_large (WsDevice *device, GError **error)
{
  const WsLaunchRequest request = { .entry = "k", .grid = { 1, 1, 1 }, .block = { 2048, 1, 1 } };

  return device->klass->load (device, ".version 9.0\n.target sm_75\n", -1, "k.ptx", error)
         && device->klass->launch (device, &request, NULL, NULL, NULL, error);
}

static gboolean
call_cancelled (WsDevice *device, GError **error)
{
  const WsLaunchRequest request = { .entry = "k", .grid = { 1, 1, 1 }, .block = { 32, 1, 1 } };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  return device->klass->load (device, ".version 9.0\n.target sm_75\n", -1, "k.ptx", error)
         && device->klass->launch (device, &request, NULL, NULL, cancellable, error);
}

/* What launches kernels is linked with the device runtime of the toolkit that there is. */
static void
test_link (Fixture *fixture, gconstpointer data)
{
  g_autofree char *toolkit = g_dir_make_tmp ("toolkit-XXXXXX", NULL);
  g_autofree char *folder = g_build_filename (toolkit, "lib64", NULL);
  g_autofree char *library = g_build_filename (folder, "libcudadevrt.a", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsDevice) device =
      ws_cuda_device_new (fixture->driver, g_ptr_array_index (fixture->infos, 0), &error);

  g_assert_no_error (error);
  g_mkdir (folder, 0700);
  g_file_set_contents (library, "!<arch>\n", -1, &error);
  g_assert_no_error (error);
  g_setenv ("CUDA_HOME", toolkit, TRUE);
  g_assert_true (call_link (device, &error));
  g_assert_no_error (error);
  assert_call (fixture, "cuLinkCreate=1", call_link, WS_DEVICE_ERROR, WS_DEVICE_ERROR_UNSUPPORTED,
               "compiler rejects k.ptx", FALSE);
  assert_call (fixture, "cuLinkAddData=218", call_link, WS_DEVICE_ERROR,
               WS_DEVICE_ERROR_UNSUPPORTED, "compiler rejects k.ptx", FALSE);
  assert_call (fixture, "cuLinkAddFile=301", call_link, WS_DEVICE_ERROR,
               WS_DEVICE_ERROR_UNSUPPORTED, "compiler rejects k.ptx", FALSE);
  assert_call (fixture, "cuLinkComplete=209", call_link, WS_DEVICE_ERROR,
               WS_DEVICE_ERROR_UNSUPPORTED, "compute capability 9.0", FALSE);
  assert_call (fixture, "", call_link_and_record, WS_DEVICE_ERROR, WS_DEVICE_ERROR_UNSUPPORTED,
               "The virtual GPU records it", FALSE);
  /* nothing else is linked */
  g_setenv ("FAKE_CUDA", "cuLinkCreate=1", TRUE);
  g_assert_true (call_load (device, &error));
  g_assert_no_error (error);
  g_unsetenv ("FAKE_CUDA");
  g_unsetenv ("CUDA_HOME");
  g_remove (library);
  g_rmdir (folder);
  g_rmdir (toolkit);
}

static void
test_calls (Fixture *fixture, gconstpointer data)
{
  assert_call (fixture, "cuModuleLoadDataEx=222", call_load, WS_CUDA_ERROR,
               WS_CUDA_ERROR_OLD_DRIVER, "(for CUDA 12.8) is too old for PTX 9.0", FALSE);
  assert_call (fixture, "cuModuleLoadDataEx=209", call_load, WS_DEVICE_ERROR,
               WS_DEVICE_ERROR_UNSUPPORTED, "compute capability 9.0", FALSE);
  assert_call (fixture, "cuModuleLoadDataEx=218", call_load, WS_DEVICE_ERROR,
               WS_DEVICE_ERROR_UNSUPPORTED, "compiler rejects k.ptx", FALSE);
  assert_call (fixture, "cuMemAlloc=2", call_alloc, WS_DEVICE_ERROR, WS_DEVICE_ERROR_MEMORY,
               "Not enough memory", FALSE);
  assert_call (fixture, "cuModuleGetGlobal=500", call_symbol, WS_DEVICE_ERROR,
               WS_DEVICE_ERROR_NOT_FOUND, "“mask”", FALSE);
  assert_call (fixture, "", call_other_symbol, WS_DEVICE_ERROR, WS_DEVICE_ERROR_NOT_FOUND, "“task”",
               FALSE);
  assert_call (fixture, "cuModuleGetFunction=500", call_launch, WS_DEVICE_ERROR,
               WS_DEVICE_ERROR_NOT_FOUND, "“k”", FALSE);
  assert_call (fixture, "", call_too_large, WS_DEVICE_ERROR, WS_DEVICE_ERROR_LIMIT, "1024", FALSE);
  assert_call (fixture, "cuStreamQuery=700", call_launch, WS_DEVICE_ERROR, WS_DEVICE_ERROR_FAULT,
               "the virtual GPU does", TRUE);
  assert_call (fixture, "cuStreamQuery=702", call_launch, WS_DEVICE_ERROR, WS_DEVICE_ERROR_ENDLESS,
               "stopped the kernel", TRUE);
  assert_call (fixture, "cuStreamQuery=600", call_cancelled, G_IO_ERROR, G_IO_ERROR_CANCELLED, "",
               TRUE);
  /* given up while it runs; it ends soon, and the device is none the worse */
  g_setenv ("FAKE_CUDA_BUSY", "5", TRUE);
  assert_call (fixture, "", call_cancelled, G_IO_ERROR, G_IO_ERROR_CANCELLED, "", FALSE);
  g_unsetenv ("FAKE_CUDA_BUSY");
  assert_call (fixture, "cuLaunchKernel=701", call_launch, WS_CUDA_ERROR, WS_CUDA_ERROR_CALL,
               "cuLaunchKernel", FALSE);
}

static const WsTexture image = {
  .width = 4, .height = 4, .kind = WS_TEXEL_FLOAT, .bits = 32, .channels = 1
};

static gboolean
call_bind (WsDevice *device, GError **error)
{
  guint64 object;

  return device->klass->bind_texture (device, &image, 0x1000, &object, error);
}

/* What is written where a texture has its texels, it gets: behind its last byte it does not. */
static gboolean
write_at (WsDevice *device, guint64 address, GError **error)
{
  guint8 bytes[4] = { 0 };

  return call_bind (device, error)
         && device->klass->write (device, address, bytes, sizeof bytes, error);
}

static gboolean
call_write_first (WsDevice *device, GError **error)
{
  return write_at (device, 0x1000, error);
}

static gboolean
call_write_last (WsDevice *device, GError **error)
{
  return write_at (device, 0x103c, error);
}

static gboolean
call_copy (WsDevice *device, GError **error)
{
  return call_bind (device, error) && device->klass->copy (device, 0x0ff0, 0x9000, 17, error);
}

/* Of a texture nothing comes back, of a surface it does. */
static gboolean
call_read (WsDevice *device, guint32 flags, GError **error)
{
  WsTexture texture = image;
  guint64 object;
  guint8 bytes[4];

  texture.flags = flags;
  return device->klass->bind_texture (device, &texture, 0x1000, &object, error)
         && device->klass->read (device, 0x1010, bytes, sizeof bytes, error);
}

static gboolean
call_read_surface (WsDevice *device, GError **error)
{
  return call_read (device, WS_TEXTURE_SURFACE, error);
}

static gboolean
call_bind_surface (WsDevice *device, GError **error)
{
  WsTexture texture = image;
  guint64 object;

  texture.flags = WS_TEXTURE_SURFACE;
  return device->klass->bind_texture (device, &texture, 0x1000, &object, error);
}

static void
test_textures (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  WsDevice *device =
      ws_cuda_device_new (fixture->driver, g_ptr_array_index (fixture->infos, 0), &error);

  g_assert_no_error (error);
  assert_call (fixture, "cuArray3DCreate=2", call_bind, WS_CUDA_ERROR, WS_CUDA_ERROR_CALL,
               "cuArray3DCreate", FALSE);
  assert_call (fixture, "cuTexObjectCreate=1", call_bind, WS_CUDA_ERROR, WS_CUDA_ERROR_CALL,
               "cuTexObjectCreate", FALSE);
  assert_call (fixture, "cuSurfObjectCreate=1", call_bind_surface, WS_CUDA_ERROR,
               WS_CUDA_ERROR_CALL, "cuSurfObjectCreate", FALSE);
  assert_call (fixture, "cuMemcpy3DAsync=1", call_write_first, WS_CUDA_ERROR, WS_CUDA_ERROR_CALL,
               "cuMemcpy3DAsync", FALSE);
  assert_call (fixture, "cuMemcpy3DAsync=1", call_write_last, WS_CUDA_ERROR, WS_CUDA_ERROR_CALL,
               "cuMemcpy3DAsync", FALSE);
  assert_call (fixture, "cuMemcpy3DAsync=1", call_copy, WS_CUDA_ERROR, WS_CUDA_ERROR_CALL,
               "cuMemcpy3DAsync", FALSE);
  assert_call (fixture, "cuMemcpy3DAsync=1", call_read_surface, WS_CUDA_ERROR, WS_CUDA_ERROR_CALL,
               "cuMemcpy3DAsync", FALSE);
  g_setenv ("FAKE_CUDA", "cuMemcpy3DAsync=1", TRUE);
  g_assert_true (write_at (device, 0x1040, &error));
  g_assert_true (write_at (device, 0x0ffc, &error));
  g_assert_true (call_read (device, 0, &error));
  g_unsetenv ("FAKE_CUDA");
  g_assert_no_error (error);
  ws_device_close (device);
}

/* A module that is there is not compiled again, unless it has variables. */
static void
test_reload (Fixture *fixture, gconstpointer data)
{
  static const char plain[] = ".version 9.0\n.target sm_75\n// ld.global.u32 %r1, [%rd1];\n";
  static const char other[] = ".version 9.0\n.target sm_75\n// ld.global.u32 %r2, [%rd1];\n";
  static const char variable[] = ".version 9.0\n.target sm_75\n.global .align 4 .u32 count;\n";
  static const struct {
    const char *first;
    const char *second;
    gboolean kept;
  } cases[] = { { plain, plain, TRUE }, { plain, other, FALSE }, { variable, variable, FALSE } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WsDevice) device =
          ws_cuda_device_new (fixture->driver, g_ptr_array_index (fixture->infos, 0), &error);
      gboolean loaded;

      g_assert_no_error (error);
      g_assert_true (device->klass->load (device, cases[i].first, -1, "k.ptx", &error));
      g_setenv ("FAKE_CUDA", "cuModuleLoadDataEx=218", TRUE);
      loaded = device->klass->load (device, cases[i].second, -1, "k.ptx", &error);
      g_unsetenv ("FAKE_CUDA");
      g_assert_true (loaded == cases[i].kept);
      g_assert_true ((error == NULL) == cases[i].kept);
    }
}

/* What was found of a module's variables may have been written: the next load makes them new. */
static void
test_symbol (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsDevice) device =
      ws_cuda_device_new (fixture->driver, g_ptr_array_index (fixture->infos, 0), &error);
  WsDeviceSymbol symbol;

  g_assert_no_error (error);
  g_assert_true (device->klass->load (device, WITH_CONSTANTS, -1, "k.ptx", &error));
  g_setenv ("FAKE_CUDA", "cuModuleLoadDataEx=218", TRUE);
  g_assert_true (device->klass->load (device, WITH_CONSTANTS, -1, "k.ptx", &error));
  g_unsetenv ("FAKE_CUDA");
  for (guint i = 0; i < 2; i++)
    g_assert_true (device->klass->find_symbol (device, "mask", &symbol, &error));
  g_assert_cmpuint (symbol.space, ==, WS_SPACE_CONST);
  g_assert_cmphex (symbol.address, ==, 0x3000);
  g_assert_cmpuint (symbol.run_address, ==, 4);
  g_assert_cmpuint (symbol.size_bytes, ==, 8);
  g_setenv ("FAKE_CUDA", "cuModuleLoadDataEx=218", TRUE);
  g_assert_false (device->klass->load (device, WITH_CONSTANTS, -1, "k.ptx", &error));
  g_unsetenv ("FAKE_CUDA");
}

/* The driver's own version, wherever its file has it; else the CUDA that it is for. */
static void
test_version (void)
{
  static const struct {
    const char *text; /* NULL: no file */
    const char *version;
  } cases[] = {
    { "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.159.04  Thu Jan  8 12:00:00 UTC 2026\n"
      "GCC version:  gcc version 12.2.0 (Debian 12.2.0-14) \n",
      "580.159.04" },
    { "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  535.54  Release Build  (root@b) \n",
      "535.54" },
    { "GCC version:  gcc version 12.2.0 \n", "for CUDA 13.0" },
    { "\xff\xfe nothing", "for CUDA 13.0" },
    { "", "for CUDA 13.0" },
    { NULL, "for CUDA 13.0" },
  };
  const WsCudaDriver driver = { .version = 13000 };
  g_autofree char *folder = g_dir_make_tmp ("warpstage-driver-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (folder, "version", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *version = NULL;

      g_unlink (file);
      if (cases[i].text != NULL)
        g_assert_true (g_file_set_contents (file, cases[i].text, -1, NULL));
      version = ws_cuda_driver_dup_version (&driver, file);
      g_assert_cmpstr (version, ==, cases[i].version);
    }
  g_unlink (file);
  g_rmdir (folder);
}

/* What a GPU records says which driver it had: the one that the list of devices says. */
static void
test_driver (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsDevice) device =
      ws_cuda_device_new (fixture->driver, g_ptr_array_index (fixture->infos, 0), &error);
  g_autofree char *version = ws_cuda_driver_dup_version (fixture->driver, NULL);

  g_assert_no_error (error);
  g_assert_cmpuint (strlen (version), >, 0);
  g_assert_cmpstr (device->driver, ==, version);
}

/* How often standard output has the line "hello" after @run of a kernel that prints it. */
static guint
count_printed (WsDevice *device, gboolean (*run) (WsDevice *device, GError **error))
{
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  int file = g_file_open_tmp ("printed-XXXXXX", &path, &error);
  int before;
  guint n = 0;

  g_assert_no_error (error);
  fflush (stdout);
  before = dup (STDOUT_FILENO);
  dup2 (file, STDOUT_FILENO);
  g_setenv ("FAKE_CUDA_PRINTS", "hello", TRUE);
  run (device, &error);
  fflush (stdout);
  g_unsetenv ("FAKE_CUDA_PRINTS");
  dup2 (before, STDOUT_FILENO);
  close (before);
  close (file);
  g_assert_no_error (error);
  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  g_remove (path);
  for (const char *at = text; (at = strstr (at, "hello")) != NULL; at++)
    n++;
  return n;
}

static gboolean
call_print (WsDevice *device, GError **error)
{
  const WsLaunchRequest request = { .entry = "k", .grid = { 1, 1, 1 }, .block = { 32, 1, 1 } };

  return device->klass->load (device, ".version 9.0\n.target sm_75\n// vprintf\n", -1, "k.ptx",
                              error)
         && device->klass->launch (device, &request, NULL, NULL, NULL, error)
         && device->klass->launch (device, &request, NULL, NULL, NULL, error);
}

static gboolean
call_print_timed (WsDevice *device, GError **error)
{
  const WsLaunchRequest request = { .entry = "k", .grid = { 1, 1, 1 }, .block = { 32, 1, 1 } };
  guint64 duration_ns;

  return device->klass->time_start (device, error)
         && device->klass->launch (device, &request, NULL, NULL, NULL, error)
         && device->klass->time_stop (device, &duration_ns, NULL, error);
}

/* What kernels print is caught: who shows a run prints it, once. It does not stand beside that as
 * often as the kernel ran. */
static void
test_printed (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  WsDevice *device =
      ws_cuda_device_new (fixture->driver, g_ptr_array_index (fixture->infos, 0), &error);

  g_assert_no_error (error);
  g_assert_cmpuint (count_printed (device, call_print), ==, 0);
  g_assert_cmpuint (count_printed (device, call_print_timed), ==, 0);
  device->klass->close (device);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cuda/states", test_states);
  g_test_add_func ("/cuda/version", test_version);
  g_test_add ("/cuda/reload", Fixture, NULL, set_up, test_reload, tear_down);
  g_test_add ("/cuda/symbol", Fixture, NULL, set_up, test_symbol, tear_down);
  g_test_add ("/cuda/driver", Fixture, NULL, set_up, test_driver, tear_down);
  g_test_add ("/cuda/list", Fixture, NULL, set_up, test_list, tear_down);
  g_test_add_func ("/cuda/several", test_several);
  g_test_add_func ("/cuda/prohibited", test_prohibited);
  g_test_add ("/cuda/busy", Fixture, NULL, set_up, test_busy, tear_down);
  g_test_add ("/cuda/lost", Fixture, NULL, set_up, test_lost, tear_down);
  g_test_add ("/cuda/link", Fixture, NULL, set_up, test_link, tear_down);
  g_test_add ("/cuda/calls", Fixture, NULL, set_up, test_calls, tear_down);
  g_test_add ("/cuda/printed", Fixture, NULL, set_up, test_printed, tear_down);
  g_test_add ("/cuda/textures", Fixture, NULL, set_up, test_textures, tear_down);
  return g_test_run ();
}
