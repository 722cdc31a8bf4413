/* A lesson read by value; each mistake by its place and its sentence. */
#include "lesson/lesson.h"

#include <string.h>

static WsCatalog *catalog;

/* What a lesson begins with; a test's own lines begin with line 4. */
#define HEAD "# T\nkernel: reduce1\n## S\n"
#define NO_INSTANT                                                                \
  ": use start, load, stage 2, stride 4, line 19, stage 2 line 19, result, end, " \
  "or time 50 %."

/* (transfer full) (nullable) */
static WsLesson *
read_text (const char *text, GPtrArray **problems)
{
  return ws_lesson_new_from_data ("test", text, strlen (text), catalog, problems);
}

static const WsLessonText *
get_text (GPtrArray *texts, guint i)
{
  g_assert_cmpuint (i, <, texts->len);
  return g_ptr_array_index (texts, i);
}

/* ---- by value ---- */

static const char whole[] = "\xef\xbb\xbf# A <title>\r\n"
                            "kernel: reduce1\n"
                            "elements: 4K\n"
                            "block: 64\n"
                            "order: 7\n"
                            "time: 25 min\n"
                            "before: Nothing: it is the first\n"
                            "What it is about,\n"
                            "in two lines.\n"
                            "\n"
                            "## First\n"
                            "at: stride 4\n"
                            "view: lanes, pyramid\n"
                            "highlight: warp 1; line 17\n"
                            "hide: masks, times\n"
                            "device: k40c\n"
                            "launch: 2\n"
                            "follow: warp 0, block 0\n"
                            "\n"
                            "One <b>paragraph</b>\n"
                            "of two lines.\n"
                            "\n"
                            "\\- another\n"
                            "\n"
                            "> a note\n"
                            "> that goes on\n"
                            "? Why?\n"
                            "- no\n"
                            "* yes\n"
                            "= Because.\n"
                            "\n"
                            "And so on.\n"
                            "\n"
                            "## Second\n"
                            "kernel: reduce3\n"
                            "elements: 16\n"
                            "block: 16\n"
                            "beside: block 32 device virtual\n"
                            "at: time 25 %\n"
                            "\n"
                            "Words.\n"
                            "## Third\n"
                            "view: chart ladder\n"
                            "show: 3\n"
                            "\n"
                            "Words {{ and {reduce2: time}.\n"
                            "## Fourth\n"
                            "view: scenario occupancy-k40c 4 2\n"
                            "at: start\n"
                            "launch: last\n"
                            "\n"
                            "Words.";

static void
check_answer (const WsLessonStep *step, guint i, const char *text, gboolean is_right)
{
  const WsLessonAnswer *answer = g_ptr_array_index (step->answers, i);

  g_assert_cmpstr (answer->text.text, ==, text);
  g_assert_true (answer->is_right == is_right);
}

static void
check_first (const WsLessonStep *step)
{
  g_assert_cmpstr (step->title, ==, "First");
  g_assert_cmpuint (step->place.line, ==, 11);
  g_assert_cmpstr (step->work.kernel->id, ==, "reduce1");
  g_assert_cmpuint (step->work.parameters.n, ==, 4096);
  g_assert_cmpuint (step->work.parameters.block, ==, 64);
  g_assert_cmpint (step->work.device.kind, ==, WS_LESSON_DEVICE_SPEC);
  g_assert_cmpstr (step->work.device.spec, ==, "k40c");
  g_assert_cmpuint (step->work.launch, ==, 1);
  g_assert_cmpuint (step->work.block, ==, 0);
  g_assert_cmpuint (step->work.warp, ==, 0);
  g_assert_cmpint (step->work.outcome, ==, WS_LESSON_OUTCOME_RIGHT);
  g_assert_false (step->has_beside);
  g_assert_cmpuint (step->n_views, ==, 2);
  g_assert_cmpint (step->views[0].view, ==, WS_VIEW_LANES);
  g_assert_cmpint (step->views[0].layout, ==, WS_PATTERN_AUTO);
  g_assert_cmpint (step->views[1].view, ==, WS_VIEW_TREE);
  g_assert_cmpint (step->views[1].layout, ==, WS_PATTERN_PYRAMID);
  g_assert_cmpint (step->at.kind, ==, WS_LESSON_AT_STRIDE);
  g_assert_cmpuint (step->at.number, ==, 4);
  g_assert_cmpuint (step->words->len, ==, 2);
  g_assert_cmpstr (get_text (step->words, 0)->text, ==, "One <b>paragraph</b>\nof two lines.");
  g_assert_cmpuint (get_text (step->words, 0)->place.line, ==, 20);
  g_assert_cmpstr (get_text (step->words, 1)->text, ==, "- another");
  g_assert_cmpuint (get_text (step->words, 1)->place.column, ==, 2);
  g_assert_cmpuint (step->notes->len, ==, 1);
  g_assert_cmpstr (get_text (step->notes, 0)->text, ==, "a note\nthat goes on");
  g_assert_cmpstr (step->question->text, ==, "Why?");
  g_assert_cmpuint (step->question->place.column, ==, 3);
  g_assert_cmpuint (step->answers->len, ==, 2);
  /* shuffled */
  check_answer (step, 0, "yes", TRUE);
  check_answer (step, 1, "no", FALSE);
  g_assert_cmpuint (step->reveal->len, ==, 2);
  g_assert_cmpstr (get_text (step->reveal, 1)->text, ==, "And so on.");
  g_assert_true (ws_lesson_step_can_reveal (step));
}

static void
check_second (const WsLessonStep *step)
{
  g_assert_cmpstr (step->work.kernel->id, ==, "reduce3");
  g_assert_cmpuint (step->work.parameters.n, ==, 16);
  g_assert_cmpint (step->work.device.kind, ==, WS_LESSON_DEVICE_ANY);
  g_assert_true (step->has_beside);
  g_assert_cmpstr (step->beside.kernel->id, ==, "reduce3");
  g_assert_cmpuint (step->beside.parameters.block, ==, 32);
  g_assert_cmpuint (step->beside.parameters.n, ==, 16);
  g_assert_cmpuint (step->beside.block, ==, WS_NONE);
  g_assert_cmpint (step->beside.device.kind, ==, WS_LESSON_DEVICE_VIRTUAL);
  g_assert_cmpuint (step->n_views, ==, 1);
  g_assert_cmpint (step->views[0].view, ==, WS_VIEW_TREE);
  g_assert_cmpint (step->at.kind, ==, WS_LESSON_AT_TIME);
  g_assert_cmpfloat_with_epsilon (step->at.share, 0.25, 1e-9);
  g_assert_false (ws_lesson_step_can_reveal (step));
}

static void
test_value (void)
{
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (WsLesson) lesson = read_text (whole, &problems);
  const WsLessonStep *step;

  for (guint i = 0; i < problems->len; i++)
    g_test_message ("%s", ((WsLessonProblem *)problems->pdata[i])->sentence);
  g_assert_cmpuint (problems->len, ==, 0);
  g_assert_cmpstr (lesson->id, ==, "test");
  g_assert_cmpstr (lesson->title, ==, "A <title>");
  g_assert_cmpuint (lesson->order, ==, 7);
  g_assert_cmpuint (lesson->minutes, ==, 25);
  g_assert_cmpstr (lesson->before, ==, "Nothing: it is the first");
  g_assert_cmpstr (lesson->about->text, ==, "What it is about,\nin two lines.");
  g_assert_cmpuint (ws_lesson_get_n_steps (lesson), ==, 4);
  check_first (ws_lesson_get_step (lesson, 0));
  check_second (ws_lesson_get_step (lesson, 1));
  step = ws_lesson_get_step (lesson, 2);
  g_assert_cmpint (step->views[0].kind, ==, WS_LESSON_VIEW_OF_SWEEP);
  g_assert_cmpint (step->views[0].chart, ==, WS_SWEEP_LADDER);
  g_assert_cmpuint (step->chart.n, ==, 0); /* the lesson's is that of its trees */
  g_assert_cmpuint (step->show, ==, 3);
  step = ws_lesson_get_step (lesson, 3);
  g_assert_cmpint (step->views[0].kind, ==, WS_LESSON_VIEW_OF_SCENARIO);
  g_assert_cmpstr (step->views[0].scenario->id, ==, "occupancy-k40c");
  g_assert_cmpuint (step->views[0].row, ==, 4);
  g_assert_cmpuint (step->views[0].group, ==, 2);
  g_assert_cmpint (step->at.kind, ==, WS_LESSON_AT_START);
  g_assert_cmpuint (step->work.launch, ==, WS_NONE);
}

/* ---- mistakes ---- */

/* @said: all that is said, a line each: "LINE:COLUMN: sentence", or as much of it as is told */
typedef struct {
  const char *text;
  const char *said;
} Case;

static const Case cases[] = {
  { "text first\n", "1:1: A lesson must begin with its title, as in “# Why kernel 1 diverges”." },
  { "## S\nview: words\n\nW\n",
    "1:1: A lesson must begin with its title, as in “# Why kernel 1 diverges”." },
  { "# T\n# U\n## S\nview: words\n\nW\n",
    "2:1: The lesson has a title already; put “##” before the title of a step." },
  { "# T\n", "1:1: The lesson has no step; each step begins with “## ” and its title." },
  { "# T\n### S\n", "2:1: Put one “#” before the lesson's title, two before a step's; other levels "
                    "are not supported." },
  { "#\n## S\nview: words\n\nW\n", "1:1: The lesson has no title." },
  { "# T\n##\nview: words\n\nW\n", "2:1: The step has no title." },
  { "# T\nOne.\n\nTwo.\n## S\nview: words\n\nW\n",
    "4:1: The introduction of a lesson must be one paragraph; a step begins with “## ” and its "
    "title." },
  { "# T\n? Why\n## S\nview: words\n\nW\n",
    "2:3: “?” must be in a step, which begins with “## ” and its title." },
  { "# T\nview: tree\n## S\nview: words\n\nW\n", "2:1: “view” must be below the title of a step." },
  { "# T\n## S\norder: 3\nview: words\n\nW\n",
    "3:1: “order” must be below the title of the lesson." },
  { "# T\norder: 0\n## S\nview: words\n\nW\n",
    "2:8: The order must be an integer from 1 to 32767, not “0”." },
  { "# T\ntime: 601\n## S\nview: words\n\nW\n",
    "2:7: The time, in minutes, must be an integer from 1 to 600, not “601”." },
  { "# T\ntime: 2 h\n## S\nview: words\n\nW\n",
    "2:7: The time, in minutes, must be an integer from 1 to 600, not “2 h”." },
  { "# T\nbefore:\n## S\nview: words\n\nW\n", "2:1: “before:” needs a value." },
  { "# T\n## S\ntime: 3\nview: words\n\nW\n",
    "3:1: “time” must be below the title of the lesson." },
  { "# T\ncolour: red\n## S\nview: words\n\nW\n",
    "2:1: Unknown key “colour”; known are kernel, elements, block, op, type, seed, grid, repeats, "
    "set, device, launch, order, time and before. Text starts after an empty line." },
  { HEAD, "3:1: The step has no text." },
  { HEAD "Kernels: reduce1\n\nW\n",
    "4:1: Unknown key “Kernels”; known are kernel, elements, block, op, type, seed, grid, "
    "repeats, set, device, launch, outcome, follow, beside, view, at, highlight, hide, show, "
    "answers and exercise. Text starts after an empty line." },
  { HEAD "kernel: reduce3\nkernel: reduce4\n\nW\n", "5:1: “kernel” is set already, in line 4." },
  { HEAD "block:\n\nW\n", "4:1: “block:” needs a value." },
  { "# T\n## S\n\nW\n",
    "2:1: The step shows nothing: name a kernel with “kernel:”, or use “view: words”." },
  { "# T\n## S\nview: tree\n\nW\n",
    "3:7: The step has no kernel to show: name one with “kernel:”." },
  { HEAD "kernel: nosuch\n\nW\n",
    "4:9: Unknown kernel “nosuch”; “warpstage-cli kernels” lists all kernels." },
  { HEAD "kernel: cub\n\nW\n", "4:9: cub is compiled code, which cannot be recorded." },
  { HEAD "elements: many\n\nW\n", "4:11: “many” is not an integer: try 4194304, 2^20 or 4M." },
  { HEAD "elements: 2^40\n\nW\n",
    "4:11: 1099511627776 elements are too many for reduce1: it supports up to 268435456 (2^28)." },
  { HEAD "block: 48\n\nW\n",
    "4:8: The block size of reduce1 must be a power of two from 1 to 1024, not 48." },
  { HEAD "block: 4096\n\nW\n",
    "4:8: A block of 4096 threads exceeds the limit of the NVIDIA H200: 1024 threads per block." },
  { HEAD "op: mean\n\nW\n", "4:5: “mean” is not an operator: use sum, max, min or product." },
  { HEAD "type: half\n\nW\n", "4:7: “half” is not an element type: use int or float." },
  { HEAD "seed: -1\n\nW\n", "4:7: The seed must be an integer of at least 0, not “-1”." },
  { HEAD "grid: 0\n\nW\n", "4:7: The largest grid must be a number of blocks, not “0”." },
  { HEAD "set: stride=3\n\nW\n", "4:6: reduce1 has no option “stride”, nor any other option." },
  { HEAD "repeats: 3\n\nW\n", "4:10: reduce1 does not repeat its work." },
  { HEAD "device: cuda\n\nW\n", "4:9: Unknown device “cuda”: use any, virtual, real, or a model of "
                                "the virtual GPU, as in k40c." },
  { HEAD "launch: 9\nelements: 16\nblock: 16\n\nW\n",
    "4:9: The plan has 1 launch, counted from 1; there is no launch “9”." },
  { "# T\nkernel: reduce8\n## S\ndevice: g80\n\nW\n",
    "2:9: reduce8 uses the warp shuffle, which needs compute capability 3.0; the NVIDIA GeForce "
    "8800 GTX has 1.0." },
  { HEAD "answers: sorted\n\nW\n", "4:10: Answers can be “shuffled” or “in order”, not “sorted”." },
  { HEAD "beside: reduce99\n\nW\n",
    "4:9: Unknown kernel “reduce99”; “warpstage-cli kernels” lists all kernels." },
  { HEAD "beside: kernel\n\nW\n",
    "4:9: Unknown kernel “kernel”; “warpstage-cli kernels” lists all kernels." },
  { HEAD "beside: kernel reduce3 block\n\nW\n", "4:24: “block” needs a value." },
  { HEAD "beside: view lanes\n\nW\n", "4:9: “view” does not describe a run: give a kernel, or the "
                                      "differences, as in “kernel reduce3 block 256”." },
  { HEAD "beside: reduce3\nview: tree, lanes\n\nW\n",
    "5:7: Two runs side by side need one view of a run." },
  { "# T\n## S\nbeside: reduce3\nview: words\n\nW\n",
    "3:9: The step has no kernel to compare with." },
  { HEAD "view: trees\n\nW\n",
    "4:7: Unknown view “trees”: use tree, lanes, code, memory, sms, calculator, stalls, pyramid, "
    "words, a "
    "chart, as in “chart ladder”, or a scenario, as in “scenario occupancy-k40c”." },
  { HEAD "view: tree, lanes, code\n\nW\n", "4:20: A step can have at most two views." },
  { HEAD "view: chart pie\n\nW\n",
    "4:13: A chart must be ladder, scaling, heatmap, block-size, roofline, option or latency." },
  { HEAD "view: chart\n\nW\n",
    "4:7: A chart must be ladder, scaling, heatmap, block-size, roofline, option or latency." },
  { HEAD "view: scenario\n\nW\n", "4:7: A scenario needs a name, and may have a row and a group, "
                                  "as in “scenario occupancy-k40c 4 1”." },
  { HEAD "view: scenario nosuch\n\nW\n",
    "4:16: Unknown scenario “nosuch”; known are block-shape-k40c, block-sizes, "
    "coalescing-k40c, coalescing-large-k40c, divergence-k40c, global-reductions, low-achieved, "
    "occupancy-k40c, predication, utilisation." },
  { HEAD "view: scenario occupancy-k40c 99\n\nW\n",
    "4:31: The row must be an integer from 1 to 12, not “99”." },
  { HEAD "view: scenario divergence-k40c chart passes\n\nW\n",
    "4:38: The scenario has no chart of “passes”; known are time, warp-efficiency, "
    "branch-efficiency." },
  { HEAD "view: scenario occupancy-k40c 1 3\n\nW\n",
    "4:33: The group must be an integer from 1 to 2, not “3”." },
  { HEAD "at: stage\n\nW\n", "4:5: Unknown instant “stage”" NO_INSTANT },
  { HEAD "at: stage 0\n\nW\n", "4:5: Unknown instant “stage 0”" NO_INSTANT },
  { HEAD "at: noon\n\nW\n", "4:5: Unknown instant “noon”" NO_INSTANT },
  { HEAD "at: time 120 %\n\nW\n", "4:5: Unknown instant “time 120 %”" NO_INSTANT },
  { HEAD "at: end 3\n\nW\n", "4:5: Unknown instant “end 3”" NO_INSTANT },
  { HEAD "at: line\n\nW\n", "4:5: Unknown instant “line”" NO_INSTANT },
  { HEAD "at: line 0\n\nW\n", "4:5: Unknown instant “line 0”" NO_INSTANT },
  { HEAD "at: stride 2 line\n\nW\n", "4:5: Unknown instant “stride 2 line”" NO_INSTANT },
  { HEAD "at: load line 3\n\nW\n", "4:5: Unknown instant “load line 3”" NO_INSTANT },
  { HEAD "at: stage 2 row 3\n\nW\n", "4:5: Unknown instant “stage 2 row 3”" NO_INSTANT },
  { HEAD "highlight: warp 0; banana\n\nW\n",
    "4:20: “banana” cannot be highlighted; use warp, thread, lane, element, line, row or SM with a "
    "number, as in “warp 0”." },
  { HEAD "highlight: line 0\n\nW\n",
    "4:17: “0” is not the number of a line: they are counted from 1." },
  { HEAD "hide: masks, secrets\n\nW\n",
    "4:14: “secrets” cannot be hidden; use values, masks, counts, times, published or fault." },
  { HEAD "outcome: crash\n\nW\n", "4:10: Unknown outcome “crash”: use right, fault or refusal." },
  { "# T\noutcome: fault\n## S\nview: words\n\nW\n",
    "2:1: “outcome” must be below the title of a step." },
  { "# T\n## S\nkernel: alloc1\noutcome: refusal\nview: lanes\n\nW\n",
    "5:7: A refused launch has only code and calculator to show, but no lanes." },
  { "# T\n## S\nkernel: alloc1\noutcome: refusal\n\nW\n",
    "2:1: A refused launch has only code and calculator to show, but no tree." },
  { HEAD "elements: 4K\nblock: 64\nfollow: block 64, warp 2; lane 3\n\nW\n",
    "6:15: The launch has blocks 0 to 63; there is no block “64”.\n6:24: The block has warps 0 to "
    "1; there is no warp “2”.\n6:27: “lane 3” cannot be followed; use a block and a warp, as in "
    "“block 2, warp 1”." },
  { HEAD "elements: 4K\nblock: 64\nlaunch: 2\nfollow: block 1\n\nW\n",
    "7:15: The launch has blocks 0 to 0; there is no block “1”." },
  { HEAD "follow: block\n\nW\n",
    "4:9: “block” cannot be followed; use a block and a warp, as in “block 2, warp 1”." },
  { HEAD "show: 3\n\nW\n",
    "4:7: “show” gives the number of visible bars of a chart, but the step has no chart." },
  { HEAD "view: chart ladder\nshow: x\n\nW\n",
    "5:7: The number of visible bars must be an integer from 1 to 32767, not “x”." },
  { HEAD "\nW\n\n?\n", "7:2: “?” needs text after it." },
  { HEAD "\nW\n\n? Q\n", "7:3: No text to reveal: begin the answer to the question with “=”." },
  { HEAD "\nW\n\n? Q\n? R\n= A\n", "8:3: The step has a question already: use another step." },
  { HEAD "\nW\n\n- no\n",
    "7:3: These answers have no question; to begin text with “-” or “*”, put “\\” before it." },
  { HEAD "\nW\n\n? Q\n- a\n- b\n= A\n", "7:3: No answer is marked as right: put “*” before it." },
  { HEAD "\nW\n\n? Q\n* a\n* b\n= A\n", "9:3: Only one answer can be the right one." },
  { HEAD "\nW\n\n? Q\n* a\n= A\n", "7:3: One answer is no choice: give several, or none." },
  { HEAD "\nW\n\n? Q\n- a\n- b\n- c\n- d\n- e\n- f\n* g\n= A\n",
    "7:3: No answer is marked as right: put “*” before it.\n14:3: A question can have at most 6 "
    "answers." },
  { HEAD "\nW\n\n? Q\n= A\n- b\n* a\n", "9:3: Answers must come before the text to reveal.\n10:3: "
                                        "Answers must come before the text to reveal." },
  { HEAD "\nW\n\n? Q\n\nwords too late\n\n= A\n",
    "9:1: Text must come before the question; begin the text to reveal with “=”." },
  { HEAD "\nW\n\n= A\n", "7:3: Nothing to reveal: the step asks no question and hides nothing." },
  { HEAD "\nA <b>bold\nword.\n", "5:3: <b> is not closed." },
  { HEAD "\nA <i><b>bold</i></b>.\n", "5:13: </i> closes <b>, which was opened last.\n5:17: </b> "
                                      "closes <i>, which was opened last." },
  { HEAD "\nA </b>.\n", "5:3: </b> closes no open tag." },
  { HEAD "\nä <span size='9'>x</span>\n",
    "5:3: Unknown tag “<span”: use <b>, <i>, <u>, <s>, <tt>, <sub> or <sup>; write a literal “<” "
    "as “&lt;”.\n5:19: Unknown tag “</span”: use <b>, <i>, <u>, <s>, <tt>, <sub> or <sup>; write a "
    "literal “<” as “&lt;”." },
  { HEAD "\n1st: a < b && c\n",
    "5:1: warning: “1st” is a literal number: take it from the run by its name, as in "
    "{stage.threads}.\n5:8: Write a “<” that begins no tag as “&lt;”.\n5:12: Write “&” as "
    "“&amp;”.\n5:13: Write “&” as “&amp;”." },
  { HEAD "\nA {block.\n",
    "5:3: “{” begins a figure, but “}” is missing; write a literal “{” as “{{”." },
  { HEAD "\nA {}.\n", "5:3: The name of the figure is missing." },
  { HEAD "\nÄ {blok}.\n",
    "5:3: Unknown figure “blok”; a run has its metrics, and kernel, idea, defect, device, "
    "elements, results, block, threads, warps, blocks, launch, launches, stages, result, host, "
    "sms, waves, resident-blocks, registers, shared-bytes, warp-size and banks." },
  { HEAD "\nA {stage.lanes}.\n",
    "5:3: Unknown figure “lanes”; a stage has number, title, stride, threads, idle-threads, "
    "vain-threads, values, inputs, warps-working, warps-idle, warps-divergent, lanes-working, "
    "lanes-waiting, share, ways and cycles." },
  { HEAD "\nA {fault.bug}.\n",
    "5:3: Unknown figure “bug”; a fault has line, block, warp, lane and thread." },
  { HEAD "\nA {stage 0.threads}.\n",
    "5:3: Write a figure of a stage as “stage.threads”, or “stage 2.threads”." },
  { HEAD "\nA {reduce99: block}.\n",
    "5:3: The step has no kernel that “reduce99” could refer to." },
  { HEAD "\nA {cub: block}.\n", "5:3: cub is compiled code, which cannot be recorded." },
  { HEAD "\nA {beside: block}.\n", "5:3: The step has no second run." },
  { HEAD "\nA {block / }.\n", "5:3: The name of the figure is missing." },
  { HEAD "\nA {block / warps / 2}.\n", "5:3: Unexpected “/” after a figure." },
  { HEAD "\nA {value x}.\n", "5:3: “value” needs the number of an element after it." },
  { HEAD "\nA {row 1 time}.\n", "5:3: The step shows no scenario, so it has no row." },
  { "# T\n## S\nview: scenario occupancy-k40c\n\nA {row 99 time}, {row 1 group 3 time}, {row 1 "
    "mood}, {published row 1 profile}.\n",
    "5:3: The scenario has rows 1 to 12 and groups 1 to 2.\n5:18: The scenario has rows 1 to 12 "
    "and groups 1 to 2.\n5:40: The scenario has no figure “mood”.\n5:54: No published figure "
    "exists for this." },
  { HEAD "\nA {published g81 reduce1 time}, {published g80 reduce1 mood}.\n",
    "5:3: No published figure exists for “reduce1” on “g81”.\n5:33: Unknown figure “mood”; a "
    "timing has time, bandwidth, speed-up, step, elements, block, grid, occupancy and achieved." },
  { "# T\n## S\nview: words\n\nA {block}.\n",
    "5:3: The step has no run that “block” could refer to." },
  { HEAD "\nThe 128 threads of warps 0, 1 and 2 on an H200, stage 2: 32-bit, 8 lanes (Harris, "
         "2007), <tt>tid % 2 == 0</tt>, 3.\n",
    "5:5: warning: “128” is a literal number: take it from the run by its name, as in "
    "{stage.threads}.\n5:66: warning: “8” is a literal number: take it from the run by its name, "
    "as in {stage.threads}.\n5:113: warning: “3” is a literal number: take it from the run by its "
    "name, as in {stage.threads}." },
  { HEAD "hide: times, values, published\n\nIt takes {duration}, {value 0}, {published g80 reduce1 "
         "time / published g80 reduce2 time}, {block}.\n\n? {plan.bandwidth}\n= {duration}\n",
    "6:10: warning: “duration” is hidden until the step is revealed, but this text shows it "
    "before.\n6:22: warning: “value 0” is hidden until the step is revealed, but this text shows "
    "it before.\n6:33: warning: “published g80 reduce1 time / published g80 reduce2 time” is "
    "hidden until the step is revealed, but this text shows it before.\n8:3: warning: "
    "“plan.bandwidth” is hidden until the step is revealed, but this text shows it before." },
  { HEAD "hide: fault\n\nAt {fault.line}.\n", "6:4: warning: “fault.line” is hidden until the step "
                                              "is revealed, but this text shows it before." },
  { HEAD "\nW\n\n? How many of 4?\n- 3\n* 2\n= None of 4.\n> In 5 minutes.\n",
    "7:15: warning: “4” is a literal number: take it from the run by its name, as in "
    "{stage.threads}.\n10:11: warning: “4” is a literal number: take it from the run by its name, "
    "as in {stage.threads}." },
};

/* What a step says of its own kernel's rounds means nothing to another beside it. */
static void
test_beside (void)
{
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (WsLesson) lesson =
      read_text ("# T\n## S\nkernel: non_coalesced_access\nrepeats: 2\nbeside: "
                 "full_coalesced_access\n\nW\n## R\nkernel: vector_add\nrepeats: 3\nbeside: "
                 "block 64\n\nW\n",
                 &problems);

  g_assert_cmpuint (problems->len, ==, 0);
  g_assert_cmpuint (ws_lesson_get_step (lesson, 0)->work.parameters.repeats, ==, 2);
  g_assert_cmpuint (ws_lesson_get_step (lesson, 1)->beside.parameters.repeats, ==, 3);
}

static char *
say_all (GPtrArray *problems)
{
  GString *said = g_string_new (NULL);

  for (guint i = 0; i < problems->len; i++)
    {
      g_autofree char *line = ws_lesson_problem_format (problems->pdata[i], "F");

      g_string_append_printf (said, "%s%s", i > 0 ? "\n" : "", line + 2);
    }
  return g_string_free (said, FALSE);
}

static void
test_mistakes (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) problems = NULL;
      g_autoptr (WsLesson) lesson = read_text (cases[i].text, &problems);
      g_autofree char *said = say_all (problems);

      g_assert_cmpstr (said, ==, cases[i].said);
      g_assert_true ((lesson == NULL) == (ws_lesson_problems_count (problems, FALSE) > 0));
    }
}

/* ---- bytes ---- */

static void
expect_bytes (const char *data, gsize size, const char *said)
{
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (WsLesson) lesson = ws_lesson_new_from_data ("test", data, size, catalog, &problems);
  g_autofree char *all = say_all (problems);

  g_assert_cmpstr (all, ==, said);
  g_assert_null (lesson);
}

static void
test_bytes (void)
{
  static const char zero[] = "# T\nab\0c";
  g_autofree char *large = g_strnfill (WS_LESSON_MAX_BYTES + 1, 'a');
  g_autoptr (GString) steps = g_string_new ("# T\n");
  g_autoptr (GString) tags = g_string_new (HEAD "\n");
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (WsLesson) lesson = NULL;

  expect_bytes ("# T\n\xc3\xa4\xff", 7, "2:2: The lesson is not UTF-8 text.");
  expect_bytes (zero, sizeof zero - 1, "2:3: The lesson is not UTF-8 text.");
  expect_bytes (large, WS_LESSON_MAX_BYTES + 1,
                "1:1: A lesson can have at most 1048576 bytes; this has 1048577.");
  expect_bytes ("", 0,
                "1:1: The file is empty: a lesson must begin with its title, as in “# Why kernel 1 "
                "diverges”.");
  for (guint i = 0; i <= WS_LESSON_MAX_STEPS; i++)
    g_string_append (steps, "## S\nview: words\n\nW\n");
  expect_bytes (steps->str, steps->len, "2002:1: A lesson can have at most 500 steps.");
  while (tags->len < WS_LESSON_MAX_BYTES - 100)
    g_string_append (tags, "<b><x>{&</i>9 ");
  lesson = read_text (tags->str, &problems);
  g_assert_null (lesson);
  g_assert_cmpuint (problems->len, <=, 500);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  catalog = ws_catalog_new (NULL, NULL);
  g_test_add_func ("/lesson/parse/value", test_value);
  g_test_add_func ("/lesson/parse/mistakes", test_mistakes);
  g_test_add_func ("/lesson/parse/beside", test_beside);
  g_test_add_func ("/lesson/parse/bytes", test_bytes);
  status = g_test_run ();
  ws_catalog_unref (catalog);
  return status;
}
