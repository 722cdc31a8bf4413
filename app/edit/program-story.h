/* program-story.h: a program's use of its device, for the window: its launches in order, loops
 * folded, and the copies between them; its output, and its end.
 */
#pragma once

#include "program/program-run.h"

G_BEGIN_DECLS

/**
 * WsStoryItem:
 * @kind: of the steps that it stands for
 * @title: the kernel's name; of other steps the operation: "to device", "cudaFoo"
 * @detail: "4 × 256"; of other steps the size: "4.0 MiB"
 * @time: of a launch, modelled: "12.3 µs", and of a loop "12.3–14 µs"; empty if it has none
 * @sentence: all of it, for screen readers
 * @problem: (nullable): its error, as a sentence
 * @stream: index of its row
 * @launch: of a launch: its index in the iteration; %G_MAXUINT for other steps
 *
 * A launch, or consecutive steps of one kind.
 */
typedef struct {
  WsStepKind kind;
  char *title;
  char *detail;
  char *time;
  char *sentence;
  char *problem;
  guint stream;
  guint launch;
} WsStoryItem;

/**
 * WsStoryPart:
 * @items: (element-type WsStoryItem): of one iteration
 * @n_rounds: number of iterations; 1: not a loop
 * @first_launch: the first one, its index among all launches of the program
 * @n_launches: of one iteration
 */
typedef struct {
  GPtrArray *items;
  guint n_rounds;
  guint first_launch;
  guint n_launches;
} WsStoryPart;

/**
 * WsProgramStory:
 * @parts: (element-type WsStoryPart): in their order
 * @streams: (element-type guint32): the streams with launches or copies, ascending: a row each
 * @n_launches: of the program
 * @output: its standard output
 * @errors: its standard error
 * @ending: how it ended, and its compiler, as sentences
 * @outcome: the same in two words
 * @verdict: (nullable): the line at the end of @output that tells success or failure
 * @is_good: whether it tells success, and the program ended normally
 * @is_stopped: whether its launches exceeded their time limit
 * @files: (element-type WsProgramFile): the files that it wrote
 */
typedef struct {
  GPtrArray *parts;
  GArray *streams;
  guint n_launches;
  char *output;
  char *errors;
  char *ending;
  char *outcome;
  char *verdict;
  gboolean is_good;
  gboolean is_stopped;
  GPtrArray *files;
} WsProgramStory;

/**
 * WsStoryPlace:
 * @part: index of a part
 * @round: iteration of it, counted from 0
 * @launch: of that iteration, counted from 0
 */
typedef struct {
  guint part;
  guint round;
  guint launch;
} WsStoryPlace;

WsProgramStory *ws_program_story_new (const WsProgramRun *run);
void ws_program_story_free (WsProgramStory *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsProgramStory, ws_program_story_free)
const WsStoryPart *ws_program_story_get_part (const WsProgramStory *self, guint part);
gboolean ws_program_story_find (const WsProgramStory *self, guint launch, WsStoryPlace *place);
guint ws_program_story_get_launch (const WsProgramStory *self, const WsStoryPlace *place);

G_END_DECLS
