/* cli-picture.h: how a picture is wanted, as options of a command line. */
#pragma once

#include "draw/theme.h"

#include <glib.h>

G_BEGIN_DECLS

/* @bare: without title and caption; @output: NULL where it was not said */
typedef struct {
  char *theme;
  char *size;
  char *output;
  gboolean bare;
} CliPictureOptions;

void cli_picture_add_options (GOptionContext *context, CliPictureOptions *self);
void cli_picture_clear (CliPictureOptions *self);
gboolean cli_picture_read (const CliPictureOptions *self, WsThemeKind *theme, int *width,
                           int *height, GError **error);

G_END_DECLS
