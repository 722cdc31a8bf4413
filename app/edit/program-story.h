/* program-story.h: what a program did with its device, as it is told in the window: its launches in
 * their order, loops folded, and what was copied between them; what it printed, and how it ended.
 */
#pragma once

#include "program/program-run.h"

G_BEGIN_DECLS

/**
 * WsStoryItem:
 * @kind: of the steps that it stands for
 * @title: the kernel's name; of others what was done: "to device", "cudaFoo"
 * @detail: "4 × 256"; of others how much: "4.0 MiB"
 * @time: of a launch, modelled: "12.3 µs", and of a loop "12.3–14 µs"; empty where it has none
 * @sentence: all of it, as it is read aloud
 * @problem: (nullable): what went wrong, as a sentence
 * @stream: index of its row
 * @launch: of a launch: which of its round, counted from 0; %G_MAXUINT of others
 *
 * A launch, or steps of one kind that follow each other.
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
 * @items: (element-type WsStoryItem): of one round
 * @n_rounds: how often they came; 1 where they are no loop
 * @first_launch: the first one, of all launches of the program, counted from 0
 * @n_launches: of a round
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
 * @streams: (element-type guint32): those that have launches or copies, ascending: a row each
 * @n_launches: of the program
 * @output: what it printed
 * @errors: what it wrote to its standard error
 * @ending: how it ended, and what has compiled it, as sentences
 * @outcome: the same in two words
 * @verdict: (nullable): the line at the end of @output that says whether all went well
 * @is_good: whether that is what it says, and how it ended
 * @is_stopped: whether its launches had taken all the time that they may
 * @files: (element-type WsProgramFile): that it has written
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
 * @round: of it, counted from 0
 * @launch: of that round, counted from 0
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
