/* picture.h: the form of a picture, as options of a command line. */
#pragma once

#include "export/picture.h"

G_BEGIN_DECLS

/**
 * CliPictureOptions:
 * @theme: (nullable): its name
 * @size: (nullable): pixels, as in "1920x1080"
 * @output: (nullable): file
 * @scale: pixels per pixel of @size; 0 if not given
 * @bare: without title and caption
 */
typedef struct {
  char *theme;
  char *size;
  char *output;
  double scale;
  gboolean bare;
} CliPictureOptions;

#define CLI_PICTURE_SIZE  "1920x1080"
#define CLI_PICTURE_FILES "F.png|.svg|.pdf|.csv|.json"

void cli_picture_add_options (GOptionContext *context, CliPictureOptions *self, const char *size,
                              const char *output);
void cli_picture_clear (CliPictureOptions *self);
gboolean cli_picture_read (const CliPictureOptions *self, WsThemeKind *theme, int *width,
                           int *height, GError **error);
gboolean cli_picture_read_form (const CliPictureOptions *self, WsExportForm *form, GError **error);
gboolean cli_picture_write (const CliPictureOptions *self, const WsPicture *picture,
                            GError **error);

G_END_DECLS
