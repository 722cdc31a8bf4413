/* A lesson read by value; each mistake by its place and its sentence. */
#include "lesson/lesson.h"

#include <string.h>

static WsCatalog *catalog;

/* What a lesson begins with; a test's own lines begin with line 4. */
#define HEAD "# T\nkernel: reduce1\n## S\n"
#define NO_INSTANT                                                                               \
  "is no instant: it is start, load, stage 2, stride 4, line 19, stage 2 line 19, result, end, " \
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
                            "view: lanes, code\n"
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
  g_assert_cmpint (step->views[1].view, ==, WS_VIEW_CODE);
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
  g_assert_false (((WsLessonAnswer *)g_ptr_array_index (step->answers, 0))->is_right);
  g_assert_true (((WsLessonAnswer *)g_ptr_array_index (step->answers, 1))->is_right);
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
  { "text first\n", "1:1: A lesson begins with its title, as in “# Why kernel 1 diverges”." },
  { "## S\nview: words\n\nW\n",
    "1:1: A lesson begins with its title, as in “# Why kernel 1 diverges”." },
  { "# T\n# U\n## S\nview: words\n\nW\n",
    "2:1: The lesson has a title already; that of a step has “##” before it." },
  { "# T\n", "1:1: The lesson has no step; each begins with “## ” and its title." },
  { "# T\n### S\n",
    "2:1: The lesson's title has one “#” before it, that of a step two; there are no others." },
  { "#\n## S\nview: words\n\nW\n", "1:1: The lesson has no title." },
  { "# T\n##\nview: words\n\nW\n", "2:1: The step has no title." },
  { "# T\nOne.\n\nTwo.\n## S\nview: words\n\nW\n",
    "4:1: What a lesson is about is one paragraph; a step begins with “## ” and its title." },
  { "# T\n? Why\n## S\nview: words\n\nW\n",
    "2:3: “?” belongs to a step, which begins with “## ” and its title." },
  { "# T\nview: tree\n## S\nview: words\n\nW\n", "2:1: “view” belongs below a step's title." },
  { "# T\n## S\norder: 3\nview: words\n\nW\n", "3:1: “order” belongs below the lesson's title." },
  { "# T\norder: 0\n## S\nview: words\n\nW\n",
    "2:8: The order is a whole number from 1 to 32767, not “0”." },
  { "# T\ntime: 601\n## S\nview: words\n\nW\n",
    "2:7: The time, in minutes, is a whole number from 1 to 600, not “601”." },
  { "# T\ntime: 2 h\n## S\nview: words\n\nW\n",
    "2:7: The time, in minutes, is a whole number from 1 to 600, not “2 h”." },
  { "# T\nbefore:\n## S\nview: words\n\nW\n", "2:1: Nothing stands behind “before:”." },
  { "# T\n## S\ntime: 3\nview: words\n\nW\n", "3:1: “time” belongs below the lesson's title." },
  { "# T\ncolour: red\n## S\nview: words\n\nW\n",
    "2:1: There is no key “colour”; there are kernel, elements, block, op, type, seed, grid, "
    "repeats, set, device, launch, order, time and before. Words begin behind an empty line." },
  { HEAD, "3:1: The step has no words." },
  { HEAD "Kernels: reduce1\n\nW\n",
    "4:1: There is no key “Kernels”; there are kernel, elements, block, op, type, seed, grid, "
    "repeats, set, device, launch, outcome, follow, beside, view, at, highlight, hide and show. "
    "Words begin behind an empty line." },
  { HEAD "kernel: reduce3\nkernel: reduce4\n\nW\n", "5:1: “kernel” is said already, in line 4." },
  { HEAD "block:\n\nW\n", "4:1: Nothing stands behind “block:”." },
  { "# T\n## S\n\nW\n",
    "2:1: The step shows nothing: “kernel:” says what runs, “view: words” that nothing does." },
  { "# T\n## S\nview: tree\n\nW\n", "3:7: There is no kernel to look at: “kernel:” names it." },
  { HEAD "kernel: nosuch\n\nW\n",
    "4:9: There is no kernel “nosuch”; “warpstage-cli kernels” lists those there are." },
  { HEAD "kernel: cub\n\nW\n", "4:9: cub is compiled code, which cannot be recorded." },
  { HEAD "elements: many\n\nW\n", "4:11: “many” is not a whole number: try 4194304, 2^20 or 4M." },
  { HEAD "elements: 2^40\n\nW\n",
    "4:11: 1099511627776 elements are too many for reduce1: it takes up to 268435456 (2^28)." },
  { HEAD "block: 48\n\nW\n",
    "4:8: The block size of reduce1 must be a power of two from 1 to 1024, not 48." },
  { HEAD "block: 4096\n\nW\n",
    "4:8: A block of 4096 threads is over the limit of the NVIDIA H200: 1024 threads per block." },
  { HEAD "op: mean\n\nW\n", "4:5: “mean” is not an operator: it is sum, max, min or product." },
  { HEAD "type: half\n\nW\n", "4:7: “half” is not a type of element: it is int or float." },
  { HEAD "seed: -1\n\nW\n", "4:7: A seed is a whole number from 0 on, not “-1”." },
  { HEAD "grid: 0\n\nW\n", "4:7: The greatest grid is a number of blocks, not “0”." },
  { HEAD "set: stride=3\n\nW\n", "4:6: reduce1 has no option “stride”, nor any other." },
  { HEAD "repeats: 3\n\nW\n", "4:10: reduce1 does its work once: there is nothing to repeat." },
  { HEAD "device: cuda\n\nW\n", "4:9: “cuda” is no device: it is any, virtual, real, or a model of "
                                "the virtual GPU, as in k40c." },
  { HEAD "launch: 9\nelements: 16\nblock: 16\n\nW\n",
    "4:9: The plan has 1 launch, counted from 1; there is no launch “9”." },
  { "# T\nkernel: reduce8\n## S\ndevice: g80\n\nW\n",
    "2:9: reduce8 uses the warp shuffle, which needs compute capability 3.0; the NVIDIA GeForce "
    "8800 GTX has 1.0." },
  { HEAD "beside: reduce99\n\nW\n",
    "4:9: There is no kernel “reduce99”; “warpstage-cli kernels” lists those there are." },
  { HEAD "beside: kernel\n\nW\n",
    "4:9: There is no kernel “kernel”; “warpstage-cli kernels” lists those there are." },
  { HEAD "beside: kernel reduce3 block\n\nW\n", "4:24: Nothing stands behind “block”." },
  { HEAD "beside: view lanes\n\nW\n",
    "4:9: “view” says nothing about a run: beside it stands a kernel, or what differs, as in "
    "“kernel reduce3 block 256”." },
  { HEAD "beside: reduce3\nview: tree, lanes\n\nW\n",
    "5:7: Two runs beside each other are shown in one view of a run." },
  { "# T\n## S\nbeside: reduce3\nview: words\n\nW\n",
    "3:9: There is no kernel that this could stand beside." },
  { HEAD "view: trees\n\nW\n", "4:7: “trees” is no view: there are tree, lanes, code, memory, sms, "
                               "calculator, words, charts, as in "
                               "“chart ladder”, and scenarios, as in “scenario occupancy-k40c”." },
  { HEAD "view: tree, lanes, code\n\nW\n", "4:20: A step has at most two views." },
  { HEAD "view: chart pie\n\nW\n",
    "4:13: A chart is one of ladder, scaling, heatmap, block-size and roofline." },
  { HEAD "view: chart\n\nW\n",
    "4:7: A chart is one of ladder, scaling, heatmap, block-size and roofline." },
  { HEAD "view: scenario\n\nW\n", "4:7: A scenario has a name, and may have a row and a group, as "
                                  "in “scenario occupancy-k40c 4 1”." },
  { HEAD "view: scenario nosuch\n\nW\n",
    "4:16: There is no scenario “nosuch”; there are block-shape-k40c, block-sizes, "
    "coalescing-k40c, coalescing-large-k40c, divergence-k40c, global-reductions, low-achieved, "
    "occupancy-k40c, predication, utilisation." },
  { HEAD "view: scenario occupancy-k40c 99\n\nW\n",
    "4:31: A row is a whole number from 1 to 12, not “99”." },
  { HEAD "view: scenario divergence-k40c chart passes\n\nW\n",
    "4:38: The scenario has no chart of “passes”; there are time, warp-efficiency, "
    "branch-efficiency." },
  { HEAD "view: scenario occupancy-k40c 1 3\n\nW\n",
    "4:33: A group is a whole number from 1 to 2, not “3”." },
  { HEAD "at: stage\n\nW\n", "4:5: “stage” " NO_INSTANT },
  { HEAD "at: stage 0\n\nW\n", "4:5: “stage 0” " NO_INSTANT },
  { HEAD "at: noon\n\nW\n", "4:5: “noon” " NO_INSTANT },
  { HEAD "at: time 120 %\n\nW\n", "4:5: “time 120 %” " NO_INSTANT },
  { HEAD "at: end 3\n\nW\n", "4:5: “end 3” " NO_INSTANT },
  { HEAD "at: line\n\nW\n", "4:5: “line” " NO_INSTANT },
  { HEAD "at: line 0\n\nW\n", "4:5: “line 0” " NO_INSTANT },
  { HEAD "at: stride 2 line\n\nW\n", "4:5: “stride 2 line” " NO_INSTANT },
  { HEAD "at: load line 3\n\nW\n", "4:5: “load line 3” " NO_INSTANT },
  { HEAD "at: stage 2 row 3\n\nW\n", "4:5: “stage 2 row 3” " NO_INSTANT },
  { HEAD "highlight: warp 0; banana\n\nW\n",
    "4:20: “banana” cannot be highlighted; a warp, thread, lane, element, line, row or SM can, by "
    "its number, as in “warp 0”." },
  { HEAD "highlight: line 0\n\nW\n", "4:17: “0” is no number of a line: they are counted from 1." },
  { HEAD "hide: masks, secrets\n\nW\n",
    "4:14: “secrets” cannot be hidden; values, masks, counts, times, published and fault can." },
  { HEAD "outcome: crash\n\nW\n",
    "4:10: “crash” cannot come of a run: right, a fault or a refusal can." },
  { "# T\noutcome: fault\n## S\nview: words\n\nW\n",
    "2:1: “outcome” belongs below a step's title." },
  { "# T\n## S\nkernel: alloc1\noutcome: refusal\nview: lanes\n\nW\n",
    "5:7: What is refused never begins: its code can be seen, and its calculator, but no lanes." },
  { "# T\n## S\nkernel: alloc1\noutcome: refusal\n\nW\n",
    "2:1: What is refused never begins: its code can be seen, and its calculator, but no tree." },
  { HEAD "elements: 4K\nblock: 64\nfollow: block 64, warp 2; lane 3\n\nW\n",
    "6:15: The launch has the blocks 0 to 63; there is no block “64”.\n6:24: The block has the "
    "warps 0 to 1; there is no warp “2”.\n6:27: “lane 3” cannot be followed; a block and a warp "
    "can, as in “block 2, warp 1”." },
  { HEAD "elements: 4K\nblock: 64\nlaunch: 2\nfollow: block 1\n\nW\n",
    "7:15: The launch has the blocks 0 to 0; there is no block “1”." },
  { HEAD "follow: block\n\nW\n", "4:9: “block” cannot be followed; a block and a warp can, as in "
                                 "“block 2, warp 1”." },
  { HEAD "show: 3\n\nW\n",
    "4:7: “show” says how many bars of a chart there are to see, and the step has no chart." },
  { HEAD "view: chart ladder\nshow: x\n\nW\n",
    "5:7: What is shown of a chart is a whole number from 1 to 32767, not “x”." },
  { HEAD "\nW\n\n?\n", "7:2: Nothing stands behind “?”." },
  { HEAD "\nW\n\n? Q\n", "7:3: Nothing is revealed: what answers the question has “=” before it." },
  { HEAD "\nW\n\n? Q\n? R\n= A\n",
    "8:3: The step has a question already; another one is another step." },
  { HEAD "\nW\n\n- no\n", "7:3: There is no question that this answers; words that begin with “-” "
                          "or “*” have “\\” before it." },
  { HEAD "\nW\n\n? Q\n- a\n- b\n= A\n",
    "7:3: No answer is right; the right one has “*” before it." },
  { HEAD "\nW\n\n? Q\n* a\n* b\n= A\n", "9:3: Another answer is right already; one is." },
  { HEAD "\nW\n\n? Q\n* a\n= A\n", "7:3: One answer is no choice: give several, or none." },
  { HEAD "\nW\n\n? Q\n- a\n- b\n- c\n- d\n- e\n- f\n* g\n= A\n",
    "7:3: No answer is right; the right one has “*” before it.\n14:3: A question has at most 6 "
    "answers." },
  { HEAD "\nW\n\n? Q\n= A\n- b\n* a\n",
    "9:3: Answers stand before what is revealed.\n10:3: Answers stand before what is revealed." },
  { HEAD "\nW\n\n? Q\n\nwords too late\n\n= A\n",
    "9:1: Words stand before the question; what is said when it is revealed has “=” before it." },
  { HEAD "\nW\n\n= A\n",
    "7:3: There is nothing to reveal: the step asks no question and hides nothing." },
  { HEAD "\nA <b>bold\nword.\n", "5:3: <b> is not closed." },
  { HEAD "\nA <i><b>bold</i></b>.\n",
    "5:13: </i> closes <b>, the last to be open.\n5:17: </b> closes <i>, the last to be open." },
  { HEAD "\nA </b>.\n", "5:3: </b> closes nothing." },
  { HEAD "\nä <span size='9'>x</span>\n",
    "5:3: “<span” is no tag of a lesson: there are <b>, <i>, <u>, <s>, <tt>, <sub> and <sup>; a "
    "“<” of its own is written “&lt;”.\n5:19: “</span” is no tag of a lesson: there are <b>, <i>, "
    "<u>, <s>, <tt>, <sub> and <sup>; a “<” of its own is written “&lt;”." },
  { HEAD "\n1st: a < b && c\n",
    "5:1: warning: “1st” is typed in: a figure comes from the run, by its name, as in "
    "{stage.threads}.\n5:8: A “<” that begins no tag is written “&lt;”.\n5:12: An “&” is written "
    "“&amp;”.\n5:13: An “&” is written “&amp;”." },
  { HEAD "\nA {block.\n",
    "5:3: “{” begins a figure, and no “}” ends it; a “{” of its own is written “{{”." },
  { HEAD "\nA {}.\n", "5:3: The figure's name is missing." },
  { HEAD "\nÄ {blok}.\n",
    "5:3: There is no figure “blok”; a run has its metrics, and kernel, idea, defect, device, "
    "elements, results, block, threads, warps, blocks, launch, launches, stages, result, host, "
    "sms, waves, resident-blocks, registers, shared-bytes, warp-size and banks." },
  { HEAD "\nA {stage.lanes}.\n",
    "5:3: There is no figure “lanes”; a stage has number, title, stride, threads, idle-threads, "
    "vain-threads, values, inputs, warps-working, warps-idle, warps-divergent, lanes-working, "
    "lanes-waiting, share, ways and cycles." },
  { HEAD "\nA {fault.bug}.\n", "5:3: There is no figure “bug”; of a fault there are line, block, "
                               "warp, lane and thread." },
  { HEAD "\nA {stage 0.threads}.\n",
    "5:3: A figure of a stage is written “stage.threads”, or “stage 2.threads”." },
  { HEAD "\nA {reduce99: block}.\n",
    "5:3: There is no kernel “reduce99” whose figure this could be." },
  { HEAD "\nA {cub: block}.\n", "5:3: cub is compiled code, which cannot be recorded." },
  { HEAD "\nA {beside: block}.\n", "5:3: The step has no run beside its own." },
  { HEAD "\nA {block / }.\n", "5:3: The figure's name is missing." },
  { HEAD "\nA {block / warps / 2}.\n", "5:3: “/” is too much for a figure." },
  { HEAD "\nA {value x}.\n", "5:3: “value” has the number of an element behind it." },
  { HEAD "\nA {row 1 time}.\n", "5:3: The step shows no scenario whose row this could be." },
  { "# T\n## S\nview: scenario occupancy-k40c\n\nA {row 99 time}, {row 1 group 3 time}, {row 1 "
    "mood}, {published row 1 profile}.\n",
    "5:3: The scenario has the rows 1 to 12 and the groups 1 to 2.\n5:18: The scenario has the "
    "rows 1 to 12 and the groups 1 to 2.\n5:40: The scenario has no figure “mood”.\n5:54: Nobody "
    "has published this figure." },
  { HEAD "\nA {published g81 reduce1 time}, {published g80 reduce1 mood}.\n",
    "5:3: Nothing is published of “reduce1” on “g81”.\n5:33: There is no figure “mood”; a timing "
    "has time, bandwidth, speed-up, step, elements, block, grid, occupancy and achieved." },
  { "# T\n## S\nview: words\n\nA {block}.\n", "5:3: There is no run that “block” could be of." },
  { HEAD "\nThe 128 threads of warps 0, 1 and 2 on an H200, stage 2: 32-bit, 8 lanes (Harris, "
         "2007), <tt>tid % 2 == 0</tt>, 3.\n",
    "5:5: warning: “128” is typed in: a figure comes from the run, by its name, as in "
    "{stage.threads}.\n5:66: warning: “8” is typed in: a figure comes from the run, by its name, "
    "as in {stage.threads}.\n5:113: warning: “3” is typed in: a figure comes from the run, by its "
    "name, as in {stage.threads}." },
  { HEAD "hide: times, values, published\n\nIt takes {duration}, {value 0}, {published g80 reduce1 "
         "time / published g80 reduce2 time}, {block}.\n\n? {plan.bandwidth}\n= {duration}\n",
    "6:10: warning: “duration” is hidden until the step is revealed, and these words say it "
    "before.\n6:22: warning: “value 0” is hidden until the step is revealed, and these words say "
    "it before.\n6:33: warning: “published g80 reduce1 time / published g80 reduce2 time” is "
    "hidden until the step is revealed, and these words say it before.\n8:3: warning: "
    "“plan.bandwidth” is hidden until the step is revealed, and these words say it before." },
  { HEAD "hide: fault\n\nAt {fault.line}.\n",
    "6:4: warning: “fault.line” is hidden until the step is revealed, and these words say it "
    "before." },
  { HEAD "\nW\n\n? How many of 4?\n- 3\n* 2\n= None of 4.\n> In 5 minutes.\n",
    "7:15: warning: “4” is typed in: a figure comes from the run, by its name, as in "
    "{stage.threads}.\n10:11: warning: “4” is typed in: a figure comes from the run, by its name, "
    "as in {stage.threads}." },
};

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

  expect_bytes ("# T\n\xc3\xa4\xff", 7,
                "2:2: This is no text in UTF-8, which a lesson is written in.");
  expect_bytes (zero, sizeof zero - 1,
                "2:3: This is no text in UTF-8, which a lesson is written in.");
  expect_bytes (large, WS_LESSON_MAX_BYTES + 1,
                "1:1: A lesson has at most 1048576 bytes; this has 1048577.");
  expect_bytes ("", 0,
                "1:1: The file is empty: a lesson begins with its title, as in “# Why kernel 1 "
                "diverges”.");
  for (guint i = 0; i <= WS_LESSON_MAX_STEPS; i++)
    g_string_append (steps, "## S\nview: words\n\nW\n");
  expect_bytes (steps->str, steps->len, "2002:1: A lesson has at most 500 steps.");
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
  g_test_add_func ("/lesson/parse/bytes", test_bytes);
  status = g_test_run ();
  ws_catalog_unref (catalog);
  return status;
}
