#include "cuda/driver.h"

#include <dlfcn.h>
#include <glib/gi18n.h>
#include <string.h>

#define LIBRARY      "libcuda.so.1"
#define VERSION_FILE "/proc/driver/nvidia/version"

G_DEFINE_QUARK (ws - cuda - error - quark, ws_cuda_error)

typedef CUresult (*GetProcAddress) (const char *symbol, void **function, int version, guint64 flags,
                                    int *status);

static void *
find (WsCudaDriver *self, GetProcAddress get, const char *name, const char *symbol, int since)
{
  void *function = NULL;
  int status = 0;

  if (get != NULL && get (name, &function, since, 0, &status) == CUDA_SUCCESS && function != NULL)
    return function;
  return dlsym (self->library, symbol);
}

/* FALSE if a required function is missing; *missing: its name. */
static gboolean
find_all (WsCudaDriver *self, const char **missing)
{
  GetProcAddress get = (GetProcAddress)dlsym (self->library, "cuGetProcAddress_v2");
  void *function;

#define WS_CUDA(name, symbol, since, required, parameters) \
  function = find (self, get, #name, symbol, since);       \
  memcpy (&self->name, &function, sizeof function);        \
  if (function == NULL && required)                        \
    {                                                      \
      *missing = #name;                                    \
      return FALSE;                                        \
    }
#include "cuda/api.def"
#undef WS_CUDA
  return TRUE;
}

/* Why cuInit() failed, as a sentence with the remedy. */
static void
set_init_error (const WsCudaDriver *self, CUresult result, GError **error)
{
  g_autofree char *described = ws_cuda_result_describe (self, result);

  switch (result)
    {
    case CUDA_ERROR_NO_DEVICE:
    case CUDA_ERROR_INVALID_DEVICE:
      g_set_error (error, WS_CUDA_ERROR, WS_CUDA_ERROR_NO_DEVICE,
                   _ ("The NVIDIA driver finds no GPU; check CUDA_VISIBLE_DEVICES and the "
                      "container's settings. Use the virtual GPU meanwhile."));
      break;
    case CUDA_ERROR_NOT_PERMITTED:
    case CUDA_ERROR_OPERATING_SYSTEM:
      g_set_error (error, WS_CUDA_ERROR, WS_CUDA_ERROR_NO_PERMISSION,
                   _ ("This user has no access to the NVIDIA GPU: %s. Permit access to "
                      "/dev/nvidia*, often by adding the user to the group “video” or “render”."),
                   described);
      break;
    case CUDA_ERROR_SYSTEM_DRIVER_MISMATCH:
      g_set_error (error, WS_CUDA_ERROR, WS_CUDA_ERROR_OLD_DRIVER,
                   _ ("The NVIDIA kernel driver and libcuda.so.1 have different versions. Restart "
                      "the computer."));
      break;
    case CUDA_ERROR_STUB_LIBRARY:
      g_set_error (error, WS_CUDA_ERROR, WS_CUDA_ERROR_NO_DRIVER,
                   _ ("The first libcuda.so.1 found is the CUDA Toolkit's link-time library, not "
                      "the driver's. Remove its folder from LD_LIBRARY_PATH."));
      break;
    default:
      g_set_error (error, WS_CUDA_ERROR, WS_CUDA_ERROR_CALL,
                   _ ("The NVIDIA driver failed to initialise: %s."), described);
    }
}

/**
 * ws_cuda_driver_open:
 * @library: (nullable): a file other than libcuda.so.1
 * @error: return location: a sentence that says what is missing and how to fix it
 *
 * Returns: (transfer full) (nullable): the driver, started
 */
WsCudaDriver *
ws_cuda_driver_open (const char *library, GError **error)
{
  g_autoptr (WsCudaDriver) self = g_new0 (WsCudaDriver, 1);
  const char *missing = NULL;
  CUresult result;

  self->library = dlopen (library != NULL ? library : LIBRARY, RTLD_NOW | RTLD_GLOBAL);
  if (self->library == NULL)
    {
      g_set_error (error, WS_CUDA_ERROR, WS_CUDA_ERROR_NO_DRIVER,
                   _ ("No NVIDIA driver is installed (%s not found). If there is an NVIDIA GPU, "
                      "install its driver. Use the virtual GPU meanwhile."),
                   LIBRARY);
      return NULL;
    }
  if (!find_all (self, &missing))
    {
      g_set_error (
          error, WS_CUDA_ERROR, WS_CUDA_ERROR_OLD_DRIVER,
          _ ("The NVIDIA driver is too old: it has no %s. Install a driver for CUDA 12 or later."),
          missing);
      return NULL;
    }
  self->cuDriverGetVersion (&self->version);
  result = self->cuInit (0);
  if (result != CUDA_SUCCESS)
    {
      set_init_error (self, result, error);
      return NULL;
    }
  return g_steal_pointer (&self);
}

/* The library stays loaded: the driver cannot be unloaded safely. */
void
ws_cuda_driver_close (WsCudaDriver *self)
{
  g_free (self);
}

/**
 * ws_cuda_driver_dup_version:
 * @file: (nullable): where the kernel driver reports its version, if not in
 * /proc/driver/nvidia/version
 *
 * The driver's API only has its CUDA version. The file's first line has the version that nvidia-smi
 * shows, as in "NVRM version: NVIDIA UNIX x86_64 Kernel Module 580.159 Thu Jan ...".
 *
 * Returns: (transfer full): the version, as in "580.159"; as in "for CUDA 13.0" if there is no such
 * file
 */
char *
ws_cuda_driver_dup_version (const WsCudaDriver *self, const char *file)
{
  g_autofree char *text = NULL;
  g_autoptr (GMatchInfo) match = NULL;
  g_autoptr (GRegex) regex =
      g_regex_new ("\\ANVRM version:.*\\s(\\d{2,4}(\\.\\d{1,4}){1,3})\\s", G_REGEX_RAW, 0, NULL);

  if (g_file_get_contents (file != NULL ? file : VERSION_FILE, &text, NULL, NULL)
      && g_regex_match (regex, text, 0, &match))
    return g_match_info_fetch (match, 1);
  return g_strdup_printf (_ ("for CUDA %d.%d"), self->version / 1000, self->version % 1000 / 10);
}

/**
 * ws_cuda_result_describe:
 * @result: result of a call
 *
 * Returns: (transfer full): as in "CUDA_ERROR_ILLEGAL_ADDRESS (an illegal memory access was
 * encountered)"
 */
char *
ws_cuda_result_describe (const WsCudaDriver *self, CUresult result)
{
  const char *name = NULL;
  const char *text = NULL;

  self->cuGetErrorName (result, &name);
  self->cuGetErrorString (result, &text);
  return g_strdup_printf ("%s (%s)", name != NULL ? name : _ ("an unknown error"),
                          text != NULL ? text : _ ("no description"));
}

/**
 * ws_cuda_check:
 * @result: result of a call
 * @place: its place in the source
 * @error: return location for a #GError: a #WsCudaError with both
 *
 * Returns: %FALSE unless @result is CUDA_SUCCESS
 */
gboolean
ws_cuda_check (const WsCudaDriver *self, CUresult result, const char *call, const char *place,
               GError **error)
{
  g_autofree char *described = NULL;
  WsCudaError code = WS_CUDA_ERROR_CALL;

  if (result == CUDA_SUCCESS)
    return TRUE;
  described = ws_cuda_result_describe (self, result);
  if (result == CUDA_ERROR_DEVICE_UNAVAILABLE)
    code = WS_CUDA_ERROR_BUSY;
  else if (result == CUDA_ERROR_ECC_UNCORRECTABLE || result == CUDA_ERROR_SYSTEM_NOT_READY)
    code = WS_CUDA_ERROR_LOST;
  else if (result == CUDA_ERROR_NOT_PERMITTED)
    code = WS_CUDA_ERROR_NO_PERMISSION;
  g_set_error (error, WS_CUDA_ERROR, code, _ ("CUDA returned %s for %.*s: %s."), described,
               (int)strcspn (call, " ("), call, place);
  return FALSE;
}
