/* link.c: linking: PTX is linked to PTX, not to machine code: only this driver can load the result.
 */
#include "driver/api.h"
#include "driver/driver-private.h"
#include "driver/jit.h"

#include <glib/gi18n.h>
#include <string.h>

/**
 * WsLink:
 * @options: the options given at creation, kept by the program
 * @texts: (element-type utf8): added PTX
 * @ptx: (nullable): the result
 */
typedef struct _WsLink {
  WsJitOptions options;
  GPtrArray *texts;
  char *ptx;
} WsLink;

static cudaError_t
create (guint n, int *names, void **values, CUlinkState *link)
{
  if (link == NULL)
    return cudaErrorInvalidValue;
  *link = g_new0 (WsLink, 1);
  (*link)->options = (WsJitOptions){ n, names, values };
  (*link)->texts = g_ptr_array_new_with_free_func (g_free);
  return cudaSuccess;
}

CUresult
cuLinkCreate_v2 (unsigned int n, int *names, void **values, CUlinkState *link)
{
  WS_DRIVER_CALL (create (n, names, values, link));
}

static cudaError_t
add (WsRuntime *self, const char *call, CUlinkState link, CUjitInputType type, const char *data,
     gsize size)
{
  if (link == NULL || data == NULL)
    return link == NULL ? cudaErrorInvalidResourceHandle : cudaErrorInvalidValue;
  if (type == CU_JIT_INPUT_LIBRARY)
    return cudaSuccess; /* libcudadevrt: the virtual GPU has its own */
  if (type != CU_JIT_INPUT_PTX)
    {
      const char *words = _ ("%s: of what is linked, only PTX is supported.");

      ws_jit_say (&link->options, words + strlen ("%s: "));
      return ws_runtime_refuse (self, call, words);
    }
  g_ptr_array_add (link->texts, g_strndup (data, size));
  return cudaSuccess;
}

CUresult
cuLinkAddData_v2 (CUlinkState link, CUjitInputType type, void *data, size_t size, const char *name,
                  unsigned int n, int *names, void **values)
{
  WS_DRIVER_CALL (add (self, "cuLinkAddData", link, type, data, size));
}

static cudaError_t
add_file (WsRuntime *self, const char *call, CUlinkState link, CUjitInputType type,
          const char *path)
{
  g_autofree char *data = NULL;
  gsize size;

  if (path == NULL || !g_file_get_contents (path, &data, &size, NULL))
    return path == NULL ? cudaErrorInvalidValue : cudaErrorFileNotFound;
  return add (self, call, link, type, data, size);
}

CUresult
cuLinkAddFile_v2 (CUlinkState link, CUjitInputType type, const char *path, unsigned int n,
                  int *names, void **values)
{
  WS_DRIVER_CALL (add_file (self, "cuLinkAddFile", link, type, path));
}

/* A single text is left unchanged. */
static char *
link_texts (const WsLink *link, GError **error)
{
  if (link->texts->len == 1)
    return g_strdup (g_ptr_array_index (link->texts, 0));
  return ws_module_link ((const char *const *)link->texts->pdata, link->texts->len, error);
}

/* The size includes the terminating zero, so that a copy can be loaded. */
static cudaError_t
complete (WsRuntime *self, CUlinkState link, void **image, gsize *size)
{
  g_autoptr (GError) problem = NULL;

  if (link == NULL || link->texts->len == 0)
    return link == NULL ? cudaErrorInvalidResourceHandle : cudaErrorInvalidValue;
  g_free (link->ptx);
  link->ptx = link_texts (link, &problem);
  ws_jit_say (&link->options, problem != NULL ? problem->message : NULL);
  if (link->ptx == NULL)
    {
      ws_runtime_tell (self, &(WsStep){ .kind = WS_STEP_REFUSED,
                                        .name = (char *)"cuLinkComplete",
                                        .words = problem->message,
                                        .begin_ns = self->host_ns,
                                        .error = cudaErrorInvalidPtx });
      return cudaErrorInvalidPtx;
    }
  if (image != NULL)
    *image = link->ptx;
  if (size != NULL)
    *size = strlen (link->ptx) + 1;
  return cudaSuccess;
}

CUresult
cuLinkComplete (CUlinkState link, void **image, size_t *size)
{
  WS_DRIVER_CALL (complete (self, link, image, size));
}

static cudaError_t
destroy (CUlinkState link)
{
  if (link == NULL)
    return cudaErrorInvalidResourceHandle;
  g_ptr_array_unref (link->texts);
  g_free (link->ptx);
  g_free (link);
  return cudaSuccess;
}

CUresult
cuLinkDestroy (CUlinkState link)
{
  WS_DRIVER_CALL (destroy (link));
}
