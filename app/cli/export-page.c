/* export-page.c: a run or a lesson as a web page. */
#include "cli/lesson.h"
#include "cli/output.h"
#include "cli/page.h"

#include "page/web-page.h"

#include <glib/gi18n.h>

static gboolean
write_page (const CliPageRequest *request, const WsWebPage *page, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (request->output);

  return ws_web_page_write (page, file, &(WsWebPageWatch){ cli_output_count, NULL, NULL }, error);
}

static int
export_beside (WsCatalog *catalog, const CliPageRequest *request, WsRun *left)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) right =
      cli_beside_get_run (catalog, request->beside, left, request->run, &error);
  WsRun *const runs[] = { left, right };
  g_autoptr (WsBeside) beside = NULL;
  g_autoptr (WsWebPage) page = ws_web_page_new ();
  WsPicture picture;

  if (right == NULL
      || !cli_beside_look (runs, WS_VIEW_TREE, request->look, &beside, &picture, &error))
    return cli_fail (error);
  ws_web_page_add_beside (page, beside, &picture);
  if (!write_page (request, page, &error))
    return cli_fail (error);
  return cli_finish_run (cli_finish_run (left) == CLI_OK ? right : left);
}

static int
export_run (WsCatalog *catalog, const CliPageRequest *request)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) run =
      cli_look_get_run (catalog, request->look, request->run, request->kernel, &error);
  g_autoptr (WsScene) scene = NULL;
  g_autoptr (WsWebPage) page = ws_web_page_new ();
  WsPicture picture;

  if (run == NULL)
    return cli_fail (error);
  if (cli_beside_is_wanted (request->beside))
    return export_beside (catalog, request, run);
  if (!cli_look (run, WS_VIEW_TREE, request->look, &scene, &picture, &error))
    return cli_fail (error);
  ws_web_page_add_run (page, &picture);
  return write_page (request, page, &error) ? cli_finish_run (run) : cli_fail (error);
}

static int
export_lesson (WsCatalog *catalog, const CliPageRequest *request)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsLessonRuns) runs = NULL;
  g_autoptr (WsLesson) lesson = cli_lesson_load (catalog, request->lesson, &runs, &error);
  g_autoptr (WsWebPage) page = ws_web_page_new ();
  g_autoptr (GPtrArray) problems = g_ptr_array_new ();

  if (lesson == NULL || !cli_lesson_run (catalog, request->run->device, lesson, runs, &error))
    return cli_fail (error);
  ws_web_page_add_lesson (page, lesson, runs, problems);
  cli_lesson_say_problems (problems, lesson->id);
  return write_page (request, page, &error) ? CLI_OK : cli_fail (error);
}

/**
 * cli_export_page:
 * @catalog: the kernels to run
 * @request: the request
 *
 * warpstage-cli export page: a run or a lesson as one HTML file.
 *
 * Returns: the exit status
 */
int
cli_export_page (WsCatalog *catalog, const CliPageRequest *request)
{
  if (request->output == NULL)
    {
      cli_say (_ ("No output file: use -o page.html."));
      return CLI_USAGE;
    }
  if (request->lesson == NULL)
    return export_run (catalog, request);
  if (request->kernel == NULL && request->look->kernel == NULL && request->look->run == NULL
      && !cli_beside_is_wanted (request->beside))
    return export_lesson (catalog, request);
  cli_say (_ ("A page has a lesson or a run, not both."));
  return CLI_USAGE;
}
