/* nvcc-arguments.h: the arguments of nvcc for programs that run on the virtual GPU. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * CliNvcc:
 * @nvcc: the program
 * @host: the compiler of host code, unless the user names one
 * @libraries: (nullable): the folder of Warpstage's libcudart
 * @headers: (nullable): the folder of its headers
 */
typedef struct {
  const char *nvcc;
  const char *host;
  const char *libraries;
  const char *headers;
} CliNvcc;

/**
 * CliNvccRaised:
 * @architecture: an architecture that nvcc no longer supports, raised to its lowest; 0: none
 * @standard: (nullable): a C++ standard that CUDA's headers no longer support, raised to C++17
 */
typedef struct {
  guint architecture;
  const char *standard;
} CliNvccRaised;

GPtrArray *cli_nvcc_make_command (const CliNvcc *self, const char *const *arguments,
                                  CliNvccRaised *raised);

G_END_DECLS
