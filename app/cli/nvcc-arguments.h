/* nvcc-arguments.h: what nvcc is called with, so that what it makes runs on the virtual GPU. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * CliNvcc:
 * @nvcc: the program
 * @host: the compiler of the host's code, where the user names none
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
 * @architecture: the least that nvcc is too new for, and that has become the least that it has; 0:
 * there is none
 * @standard: (nullable): of C++, that CUDA's headers are too new for, and that has become C++17
 */
typedef struct {
  guint architecture;
  const char *standard;
} CliNvccRaised;

GPtrArray *cli_nvcc_make_command (const CliNvcc *self, const char *const *arguments,
                                  CliNvccRaised *raised);

G_END_DECLS
