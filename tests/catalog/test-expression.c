/* What catalog.ini computes: by value, and with what is wrong. */
#include "catalog/catalog.h"
#include "catalog/expression.h"

static const char *const names[] = { "n", "block", "tile.x", "zero", "less", "huge" };
static const gint64 values[] = { 1000, 128, 32, 0, -7, G_MAXINT64 };

static void
test_values (void)
{
  static const struct {
    const char *text;
    gint64 value;
  } rows[] = {
    { "7", 7 },
    { " n ", 1000 },
    { "1 + 2 * 3", 7 },
    { "(1 + 2) * 3", 9 },
    { "10 - 4 - 3", 3 },
    { "100 / 7 / 2", 7 },
    { "n % block", 104 },
    { "-less", 7 },
    { "2 - -3", 5 },
    { "less / 2", -3 },
    { "less % 2", -1 },
    { "2 ^ 10", 1024 },
    { "2 ^ 3 ^ 2", 512 },
    { "-2 ^ 2", -4 },
    { "zero ^ 0", 1 },
    { "1 ^ huge", 1 },
    { "ceil(n, block)", 8 },
    { "ceil(1024, block)", 8 },
    { "ceil(n + 25, block)", 9 },
    { "ceil(zero, block)", 0 },
    { "ceil(huge, 2)", (gint64)(G_GUINT64_CONSTANT (1) << 62) },
    { "min(n, block)", 128 },
    { "max(n, block) - min(less, 3)", 1007 },
    { "log2(n)", 9 },
    { "log2(1)", 0 },
    { "log2(huge)", 62 },
    { "sqrt(n)", 31 },
    { "sqrt(1024)", 32 },
    { "sqrt(huge)", G_GINT64_CONSTANT (3037000499) },
    { "tile.x * tile.x", 1024 },
    { "n = 1000", 1 },
    { "n = 1001", 0 },
    { "sqrt(n) * sqrt(n) = n", 0 },
    { "block <= 128", 1 },
    { "block >= 129", 0 },
    { "2 * (n >= 1000)", 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WsExpression) expression =
          ws_expression_new (rows[i].text, names, G_N_ELEMENTS (names), &error);
      gint64 value = 0;

      g_assert_no_error (error);
      g_assert_true (ws_expression_evaluate (expression, values, &value, &error));
      g_assert_no_error (error);
      if (value != rows[i].value)
        g_error ("%s is %" G_GINT64_FORMAT ", not %" G_GINT64_FORMAT, rows[i].text, value,
                 rows[i].value);
      g_assert_cmpstr (ws_expression_get_text (expression), ==, rows[i].text);
    }
}

static void
test_uses (void)
{
  g_autoptr (WsExpression) expression =
      ws_expression_new ("ceil(n, block) + 3", names, G_N_ELEMENTS (names), NULL);

  g_assert_true (ws_expression_uses (expression, 0));
  g_assert_true (ws_expression_uses (expression, 1));
  g_assert_false (ws_expression_uses (expression, 2));
  g_assert_false (ws_expression_uses (expression, 3)); /* the number 3 is no name */
  g_assert_true (ws_expression_is_name ("tile.x"));
  g_assert_false (ws_expression_is_name ("min"));
  g_assert_false (ws_expression_is_name ("2n"));
  g_assert_false (ws_expression_is_name ("a b"));
  g_assert_false (ws_expression_is_name (""));
}

static void
test_refused (void)
{
  static const struct {
    const char *text;
    const char *message;
  } rows[] = {
    { "", "“”: a number or name is missing at the end." },
    { "1 +", "“1 +”: a number or name is missing at the end." },
    { "1 2", "“1 2”: “2” is not allowed here." },
    { "(n", "“(n”: “)” is missing at the end." },
    { "(n, 2)", "“(n, 2)”: “)” is missing before “, 2)”." },
    { "m * 2", "“m * 2”: unknown name “m”." },
    { "ceil(n)", "“ceil(n)”: “,” is missing before “)”." },
    { "min(n, 2, 3)", "“min(n, 2, 3)”: “)” is missing before “, 3)”." },
    { "cube(n)", "“cube(n)”: unknown function “cube”." },
    { "99999999999999999999", "“99999999999999999999”: a number is too large." },
    { "n ** 2", "“n ** 2”: a number or name is missing before “* 2”." },
    { "n; 2", "“n; 2”: “; 2” is not allowed here." },
  };
  g_autoptr (GString) deep = g_string_new (NULL);
  g_autoptr (GString) wide = g_string_new ("1");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) one = NULL;

      g_assert_null (ws_expression_new (rows[i].text, names, G_N_ELEMENTS (names), &one));
      g_assert_error (one, WS_CATALOG_ERROR, WS_CATALOG_ERROR_DAMAGED);
      g_assert_cmpstr (one->message, ==, rows[i].message);
    }
  for (guint i = 0; i < 100000; i++)
    {
      g_string_append_c (deep, i % 2 == 0 ? '(' : '-');
      g_string_append (wide, "+1");
    }
  g_assert_null (ws_expression_new (deep->str, names, G_N_ELEMENTS (names), &error));
  g_assert_true (g_str_has_suffix (error->message, "parentheses nested too deeply."));
  g_clear_error (&error);
  g_assert_null (ws_expression_new (wide->str, names, G_N_ELEMENTS (names), &error));
  g_assert_nonnull (strstr (error->message, "at most 256"));
}

/* Whatever the user's numbers are: an error, and no wrong value. */
static void
test_without_value (void)
{
  static const char *const rows[] = {
    "n / zero",      "n % zero",      "huge + 1",         "less - huge - 10", "huge * 2",
    "2 ^ 63",        "2 ^ -1",        "10 ^ huge",        "log2(zero)",       "sqrt(-1)",
    "ceil(n, zero)", "ceil(less, 2)", "(-huge - 1) / -1",
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WsExpression) expression =
          ws_expression_new (rows[i], names, G_N_ELEMENTS (names), &error);
      gint64 value;

      g_assert_no_error (error);
      if (ws_expression_evaluate (expression, values, &value, &error))
        g_error ("%s has the value %" G_GINT64_FORMAT, rows[i], value);
      g_assert_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_N);
      g_assert_true (g_str_has_prefix (error->message, "“"));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/expression/values", test_values);
  g_test_add_func ("/expression/uses", test_uses);
  g_test_add_func ("/expression/refused", test_refused);
  g_test_add_func ("/expression/without-value", test_without_value);
  return g_test_run ();
}
