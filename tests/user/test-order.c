/* What a worker is asked to make of a source, and what it answers, here without a worker: an answer
 * is understood by the client, and one that is none is refused. No compiler is needed. */
#include "reader/answer.h"
#include "paths.h"

#include <glib/gstdio.h>
#include <string.h>

#define NAME "add.ptx"

typedef struct {
  char *text;
  WsUserSource *source;
  WsUserPlan *plan;
  WsCompileResult *compiled;
  WsUserOrder order;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autofree char *path = g_build_filename (WS_TEST_DIR, "ptx", "vector_add.ptx", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_get_contents (path, &self->text, NULL, NULL));
  self->source = ws_user_source_new_for_ptx (NAME, self->text, NULL, &error);
  g_assert_no_error (error);
  self->plan = ws_user_plan_guess (self->source, NULL, &error);
  g_assert_no_error (error);
  self->compiled = ws_user_plan_take_ptx (self->plan, self->source);
  self->order = (WsUserOrder){ .question = { .name = NAME, .text = self->text },
                               .plan = self->plan,
                               .compiled = self->compiled,
                               .buffer = -1 };
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  ws_user_plan_free (self->plan);
  ws_user_source_free (self->source);
  ws_compile_result_free (self->compiled);
  g_free (self->text);
}

static WsUserField *
get_contents (Fixture *self)
{
  return &ws_user_plan_get_buffer (self->plan, 0)->contents;
}

static WsUserField *
get_expect (Fixture *self, guint buffer)
{
  return &ws_user_plan_get_buffer (self->plan, buffer)->expect;
}

/* ---- jobs ---- */

/* (transfer full) (nullable): what a worker answers */
static GVariant *
follow (const WsUserOrder *order, GError **error)
{
  GVariant *floating = ws_user_order_to_variant (order, error);
  g_autoptr (GVariant) variant = floating != NULL ? g_variant_ref_sink (floating) : NULL;
  g_autoptr (WsUserWork) work = variant != NULL ? ws_user_work_new (variant, error) : NULL;
  GVariant *answer = work != NULL ? ws_user_work_make (work, error) : NULL;

  return answer != NULL ? g_variant_ref_sink (answer) : NULL;
}

static WsUserMade *
make (const WsUserOrder *order, GError **error)
{
  g_autoptr (GVariant) answer = follow (order, error);

  return answer != NULL ? ws_user_made_from_variant (answer, order, error) : NULL;
}

/* What a worker makes is what is made here. */
static void
test_made (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserMade) made = make (&self->order, &error);
  g_autoptr (WsJob) here = NULL;
  g_autoptr (GVariant) there = NULL;
  g_autoptr (GVariant) same = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (made->expected->len, ==, 0);
  here = ws_user_make_job (self->source, self->plan, self->compiled, NULL, &error);
  g_assert_no_error (error);
  there = g_variant_ref_sink (ws_job_to_variant (made->job));
  same = g_variant_ref_sink (ws_job_to_variant (here));
  g_assert_true (g_variant_equal (there, same));
}

/* What has to be computed first is said with the job, in the order of the plan's buffers. */
static void
test_expected (Fixture *self, gconstpointer data)
{
  const char *kernel = ws_user_plan_get_launch (self->plan, 0)->kernel;
  g_autofree char *said = g_strdup_printf ("kernel %s within 0.5", kernel);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserMade) made = NULL;
  g_autoptr (WsUserMade) reference = NULL;
  const WsUserExpected *one;

  ws_user_field_set (get_expect (self, 0), "before", NULL);
  ws_user_field_set (get_expect (self, 1), "zeros", NULL);
  ws_user_field_set (get_expect (self, 2), said, NULL);
  made = make (&self->order, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (made->expected->len, ==, 2);
  one = &g_array_index (made->expected, WsUserExpected, 0);
  g_assert_cmpuint (one->buffer, ==, 0);
  g_assert_true (one->is_before);
  g_assert_false (one->has_bound);
  one = &g_array_index (made->expected, WsUserExpected, 1);
  g_assert_cmpuint (one->buffer, ==, 2);
  g_assert_false (one->is_before);
  g_assert_cmpfloat (one->bound, ==, 0.5);
  self->order.buffer = 2;
  reference = make (&self->order, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (reference->expected->len, ==, 0);
  g_assert_cmpuint (ws_job_get_launch (reference->job, 0)->block[0], ==, 1);
}

/* What the plan says is wrong is said as it is said here. */
static void
test_wrong (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) same = NULL;

  ws_user_field_set (&ws_user_plan_get_buffer (self->plan, 0)->length, "0", NULL);
  g_assert_null (make (&self->order, &error));
  g_assert_error (error, WS_USER_PLAN_ERROR, WS_USER_PLAN_ERROR_FIELD);
  g_assert_null (ws_user_make_job (self->source, self->plan, self->compiled, NULL, &same));
  g_assert_cmpstr (error->message, ==, same->message);
}

static void
assert_order_refused (const WsUserOrder *order, const char *key, GVariant *value)
{
  g_autoptr (GVariant) good = g_variant_ref_sink (ws_user_order_to_variant (order, NULL));
  g_autoptr (GVariant) odd = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserWork) work = NULL;
  GVariant *answer;
  GVariantDict dict;

  g_variant_dict_init (&dict, good);
  g_variant_dict_remove (&dict, key);
  if (value != NULL)
    g_variant_dict_insert_value (&dict, key, value);
  odd = g_variant_ref_sink (g_variant_dict_end (&dict));
  work = ws_user_work_new (odd, &error);
  answer = work != NULL ? ws_user_work_make (work, &error) : NULL;
  g_assert_null (answer);
  g_assert_nonnull (error);
  g_test_message ("%s: %s", key, error->message);
}

/* Only a client asks so; a worker does not fall for it. */
static void
test_order_refused (Fixture *self, gconstpointer data)
{
  GVariant *text = g_variant_new_variant (g_variant_new_string ("x"));

  assert_order_refused (&self->order, "text", NULL);
  assert_order_refused (&self->order, "text", g_variant_new_string ("no PTX"));
  assert_order_refused (&self->order, "name", g_variant_new_string ("../a.cu"));
  assert_order_refused (&self->order, "plan", NULL);
  assert_order_refused (&self->order, "plan", text);
  assert_order_refused (&self->order, "compiled", NULL);
  assert_order_refused (&self->order, "compiled",
                        g_variant_new_variant (g_variant_new_string ("x")));
  assert_order_refused (&self->order, "contents",
                        g_variant_new_variant (g_variant_new_string ("x")));
  assert_order_refused (&self->order, "buffer", g_variant_new_uint32 (3));
}

/* @value: (nullable): as GVariant's text; %NULL to leave it out */
static void
assert_made_refused (const WsUserOrder *order, const char *key, const char *value, const char *why)
{
  g_autoptr (GVariant) good = follow (order, NULL);
  g_autoptr (GVariant) odd = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *message =
      g_strdup_printf ("Invalid reply from the worker about a source: %s.", why);
  GVariantDict dict;

  g_variant_dict_init (&dict, good);
  g_variant_dict_remove (&dict, key);
  if (value != NULL)
    g_variant_dict_insert_value (&dict, key, g_variant_new_parsed (value));
  odd = g_variant_ref_sink (g_variant_dict_end (&dict));
  g_assert_null (ws_user_made_from_variant (odd, order, &error));
  g_assert_error (error, WS_USER_PLAN_ERROR, WS_USER_PLAN_ERROR_NONSENSE);
  g_assert_cmpstr (error->message, ==, message);
}

/* An answer is checked: a job as one of a stranger's, and that it is one of the user's; and that
 * there are such buffers. */
static void
test_made_refused (Fixture *self, gconstpointer data)
{
  g_autoptr (GVariant) none = g_variant_ref_sink (g_variant_new_string ("x"));
  g_autoptr (WsUserMade) made = NULL;
  g_autoptr (GVariant) odd = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_null (ws_user_made_from_variant (none, &self->order, NULL));
  assert_made_refused (&self->order, "job", NULL, "no job");
  assert_made_refused (&self->order, "job", "<'x'>", "no job");
  assert_made_refused (&self->order, "expected", "[(@u 3, @u 0, false, false, 0.0)]",
                       "no such buffer");
  assert_made_refused (&self->order, "expected", "[(@u 0, @u 3, false, false, 0.0)]",
                       "no such buffer");
  assert_made_refused (&self->order, "expected",
                       "[(@u 1, @u 1, false, false, 0.0), (1, 1, false, false, 0.0)]",
                       "no such buffer");
  assert_made_refused (&self->order, "expected", "[(@u 0, @u 0, false, true, -1.0)]",
                       "a bound is not a number");
  made = make (&self->order, NULL);
  g_free (made->job->words.id);
  made->job->words.id = g_strdup ("reduce1");
  odd = g_variant_ref_sink (ws_user_made_to_variant (made));
  g_assert_null (ws_user_made_from_variant (odd, &self->order, &error));
  g_assert_error (error, WS_USER_PLAN_ERROR, WS_USER_PLAN_ERROR_NONSENSE);
}

/* ---- files ---- */

/* A worker is given what its process may not read, and of what could not be read the reader that
 * tried says why. */
static void
test_files (Fixture *self, gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("order-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.csv", NULL);
  g_autoptr (GFile) directory = g_file_new_for_path (folder);
  const WsInputScope scope = { directory, NULL };
  g_autoptr (WsUserContents) contents = NULL;
  g_autoptr (WsUserContents) none = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserMade) made = NULL;
  float first;

  g_assert_true (g_file_set_contents (path, "7 8", -1, NULL));
  ws_user_field_set (get_contents (self), " file  a.csv", NULL);
  contents = ws_user_contents_read (self->plan, &scope, NULL);
  self->order.contents = contents;
  made = make (&self->order, &error);
  g_assert_no_error (error);
  memcpy (&first, g_bytes_get_data (ws_job_get_buffer (made->job, 0)->contents.values, NULL),
          sizeof first);
  g_assert_cmpfloat (first, ==, 7);
  g_assert_cmpint (g_remove (path), ==, 0);
  none = ws_user_contents_read (self->plan, &scope, NULL);
  self->order.contents = none;
  g_assert_null (make (&self->order, &error));
  g_assert_error (error, WS_INPUT_ERROR, WS_INPUT_ERROR_MISSING);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* A file that no job needs may lack. */
static void
test_needless_file (Fixture *self, gconstpointer data)
{
  const WsInputScope nothing = { NULL, NULL };
  g_autoptr (WsUserContents) contents = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserMade) made = NULL;

  ws_user_field_set (get_contents (self), "file a.csv", NULL);
  contents = ws_user_contents_read (self->plan, &nothing, NULL);
  ws_user_field_set (get_contents (self), "zeros", NULL);
  self->order.contents = contents;
  made = make (&self->order, &error);
  g_assert_no_error (error);
}

/* ---- forms and settings ---- */

static const WsUserRemark *
find (Fixture *self, GArray *remarks, const WsUserField *field)
{
  g_autoptr (GPtrArray) fields = ws_user_form_list (self->plan);
  guint index;

  g_assert_true (g_ptr_array_find (fields, field, &index));
  return &g_array_index (remarks, WsUserRemark, index);
}

static void
test_form (Fixture *self, gconstpointer data)
{
  WsUserLaunch *launch = ws_user_plan_get_launch (self->plan, 0);
  WsUserBuffer *buffer = ws_user_plan_get_buffer (self->plan, 2);
  g_autoptr (GVariant) form = NULL;
  g_autoptr (GVariant) answer = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) remarks = NULL;

  ws_user_field_set (&launch->grid, "2 * 3, 4", NULL);
  ws_user_field_set (&launch->block, "40, 40", NULL);
  ws_user_field_set (&launch->shared, "-1", NULL);
  ws_user_field_set (&buffer->length, "block.x + 2", NULL);
  ws_user_field_set (&buffer->contents, "nonsense", NULL);
  ws_user_field_set (&buffer->expect, "zeros within x", NULL);
  ws_user_field_set (get_contents (self), "= i % 7", NULL);
  form = g_variant_ref_sink (ws_user_form_to_variant (self->plan));
  answer = g_variant_ref_sink (ws_user_form_answer (form, &error));
  g_assert_no_error (error);
  remarks = ws_user_remarks_from_variant (answer, self->plan, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (find (self, remarks, &launch->grid)->value, ==, "6, 4");
  g_assert_cmpstr (find (self, remarks, &launch->block)->problem, ==,
                   "A block has at most 1024 threads");
  g_assert_cmpstr (find (self, remarks, &launch->shared)->problem, ==, "A number of bytes");
  g_assert_cmpstr (find (self, remarks, &buffer->length)->value, ==, "42");
  g_assert_nonnull (find (self, remarks, &buffer->contents)->problem);
  g_assert_nonnull (find (self, remarks, &buffer->expect)->problem);
  g_assert_null (find (self, remarks, get_contents (self))->problem);
  g_clear_pointer (&remarks, g_array_unref);
  ws_user_plan_add_buffer (self->plan, "more");
  g_assert_null (ws_user_remarks_from_variant (answer, self->plan, &error));
  g_assert_error (error, WS_USER_PLAN_ERROR, WS_USER_PLAN_ERROR_NONSENSE);
}

/* What the file says of other kernels stays. */
static void
test_settings (Fixture *self, gconstpointer data)
{
  g_autoptr (GVariant) asked = g_variant_ref_sink (ws_user_settings_to_variant (
      self->plan, "[launch 1]\ngrid=99\n[other: launch 1]\ngrid=77\n"));
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) answer = g_variant_ref_sink (ws_user_settings_answer (asked, &error));
  g_autoptr (GVariant) none = g_variant_ref_sink (g_variant_new_parsed ("{'text': <1>}"));
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  text = ws_user_settings_from_variant (answer, &error);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (text, "[other: launch 1]\ngrid=77\n"));
  g_assert_nonnull (strstr (text, "[launch 1]\n"));
  g_assert_null (strstr (text, "grid=99"));
  g_assert_null (ws_user_settings_from_variant (none, &error));
  g_assert_error (error, WS_USER_PLAN_ERROR, WS_USER_PLAN_ERROR_NONSENSE);
}

/* ---- brackets ---- */

static void
test_brackets (void)
{
  static const struct {
    const char *text;
    const char *bracket; /* NULL: all meet */
    guint line;
    gboolean has_main;
  } rows[] = {
    { "int a[2] = { 1, 2 };\n", NULL, 0 },
    { "int f (int a)\n{\n  g (a;\n}\n", "(", 3 },
    { "int f ()\n{\n}\n}\n", "}", 4 },
    { "// (\nchar c = '{';\n", NULL, 0 },
    { "void f ();\nint main ()\n{\n}\n", NULL, 0, TRUE },
    { "int main ();\n", NULL, 0 },
    { "int main ()\n{\n", "{", 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const WsUserQuestion self = { .name = "a.cu", .text = rows[i].text };
      g_autoptr (GVariant) question =
          g_variant_ref_sink (ws_user_question_to_variant (&self, NULL));
      GVariant *floating = ws_user_question_remark (question);
      g_autoptr (GVariant) said = floating != NULL ? g_variant_ref_sink (floating) : NULL;
      g_autoptr (WsUserBracket) bracket = said != NULL ? ws_user_answer_get_bracket (said) : NULL;

      g_test_message ("%s", rows[i].text);
      g_assert_cmpstr (bracket != NULL ? bracket->text : NULL, ==, rows[i].bracket);
      g_assert_cmpuint (bracket != NULL ? bracket->line : 0, ==, rows[i].line);
      g_assert_cmpint (said != NULL && ws_user_answer_has_main (said), ==, rows[i].has_main);
    }
}

static void
test_brackets_refused (void)
{
  static const char *const rows[] = { "'x'",
                                      "{'bracket': <(@u 1, 'x')>}",
                                      "{'bracket': <(@u 1, '((')>}",
                                      "{'bracket': <(@u 1, '')>}",
                                      "{'bracket': <(@u 4294967295, '(')>}",
                                      "{'bracket': <1>}" };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GVariant) said = g_variant_ref_sink (g_variant_new_parsed (rows[i]));

      g_assert_null (ws_user_answer_get_bracket (said));
    }
}

int
main (int argc, char **argv)
{
  static const struct {
    const char *name;
    void (*test) (Fixture *self, gconstpointer data);
  } tests[] = {
    { "/own-order/made", test_made },
    { "/own-order/expected", test_expected },
    { "/own-order/wrong", test_wrong },
    { "/own-order/order-refused", test_order_refused },
    { "/own-order/made-refused", test_made_refused },
    { "/own-order/files", test_files },
    { "/own-order/needless-file", test_needless_file },
    { "/own-order/form", test_form },
    { "/own-order/settings", test_settings },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].name, Fixture, NULL, set_up, tests[i].test, tear_down);
  g_test_add_func ("/own-order/brackets", test_brackets);
  g_test_add_func ("/own-order/brackets-refused", test_brackets_refused);
  return g_test_run ();
}
