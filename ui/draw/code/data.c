#include "code/private.h"
#include "table/private.h"

#include "lines/lines.h"

/* Whether any instruction comes from each line: others have no figures, rather than 0. */
static gboolean *
find_lines (const WsKernel *kernel, guint n_lines)
{
  gboolean *has = g_new0 (gboolean, n_lines + 1);

  for (guint i = 0; i < kernel->n_sites; i++)
    if (kernel->sites[i].line <= n_lines)
      has[kernel->sites[i].line] = TRUE;
  return has;
}

/**
 * ws_data_new_for_code:
 * @scene: of a block or a launch
 *
 * Returns: (transfer full): a row for each line of the source, with how often warps executed it,
 * and with how many lanes; nothing of lines without instructions
 */
WsData *
ws_data_new_for_code (const WsScene *scene)
{
  static const char *const columns[] = {
    "line", "source", "warp_instructions", "lanes", "lanes_at_work_share", NULL
  };
  WsData *self = ws_data_new_of_launch ("code", scene->run, scene->launch);
  const WsKernel *kernel = ws_run_get_kernel (scene->run, scene->launch);
  g_autoptr (GArray) uses = ws_line_use_new (scene->run, scene->launch);
  g_auto (GStrv) lines = g_strsplit (kernel->source != NULL ? kernel->source : "", "\n", -1);
  guint n_lines = MAX (g_strv_length (lines), uses->len > 0 ? uses->len - 1 : 0);
  g_autofree gboolean *has = find_lines (kernel, n_lines);

  ws_data_set_text (self, "file", kernel->file);
  ws_data_set_text (self, "counted_in",
                    scene->run->launches[scene->launch].has_counts ? "all blocks"
                                                                   : "the recorded blocks");
  ws_data_add_columns (self, columns);
  for (guint line = 1; line <= n_lines; line++)
    {
      const WsLineUse *use =
          has[line] && line < uses->len ? &g_array_index (uses, WsLineUse, line) : NULL;

      ws_data_add_row (self);
      ws_data_put_number (self, line);
      ws_data_put_text_or_nothing (
          self, line <= g_strv_length (lines) && kernel->source != NULL ? lines[line - 1] : NULL);
      if (use == NULL)
        continue;
      ws_data_put_number (self, (double)use->executed);
      ws_data_put_number (self, (double)use->lanes);
      if (use->executed > 0)
        ws_data_put_number (self, ws_line_use_share (use));
    }
  return self;
}
