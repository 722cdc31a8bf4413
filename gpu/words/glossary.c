#include "words/glossary.h"

#include <glib/gi18n.h>
#include <string.h>

/* A term in its forms, the one that names it first, and what it means. In the order of the
 * alphabet. To translators: the forms of a language stand between semicolons, as they occur in
 * sentences. */
static const struct {
  const char *forms;
  const char *meaning;
} terms[] = {
  { N_ ("achieved occupancy"), N_ ("The occupancy that a launch had: active warps on average while "
                                   "an SM had work, as a share of the maximum.") },
  { N_ ("atomic;atomics"), N_ ("An operation that reads, changes and writes a memory location as "
                               "one step: no other thread can access it in between.") },
  { N_ ("bank;banks"), N_ ("Shared memory has 32 banks, each one word of four bytes wide. Lanes "
                           "that access different banks are served at the same time.") },
  { N_ ("bank conflict;bank conflicts;conflict;conflicts"),
    N_ ("Lanes of a warp access different words of the same bank, and are served one after "
        "another. A 2-way conflict takes two passes.") },
  { N_ ("barrier;barriers"),
    N_ ("A point where each thread of a block waits until all have arrived: __syncthreads(). "
        "What was written before it can be read after it.") },
  { N_ ("block;blocks"), N_ ("Threads that run on the same SM, share its shared memory, and can "
                             "wait for each other at barriers.") },
  { N_ ("branch efficiency"),
    N_ ("The share of branches at which all active lanes of the warp took the same path.") },
  { N_ ("coalesced;coalescing"), N_ ("Lanes of a warp that access neighbouring addresses need few "
                                     "memory transactions: their accesses are coalesced.") },
  { N_ ("compute capability"), N_ ("The version of a GPU's architecture. It sets the threads, "
                                   "registers and shared memory of an SM, and the instructions.") },
  { N_ ("diverge;diverges;divergent;divergence"),
    N_ ("At a branch, some lanes of a warp take one path and some the other. The warp executes "
        "both in turn, with the other lanes inactive.") },
  { N_ ("grid;grids"), N_ ("All blocks of one launch.") },
  { N_ ("instruction;instructions"),
    N_ ("One step of the compiled kernel. A warp executes it for all its active lanes at once.") },
  { N_ ("kernel;kernels"), N_ ("A function that runs on the GPU, once for each thread.") },
  { N_ ("lane;lanes"), N_ ("The position of a thread in its warp, from 0 to 31.") },
  { N_ ("latency"), N_ ("The time from an instruction to its result. While one warp waits for it, "
                        "other warps can issue.") },
  { N_ ("launch;launches;launched"),
    N_ ("One start of a kernel, with a number of blocks and of threads in each.") },
  { N_ ("mask;masks"), N_ ("The active lanes of a warp: one bit for each lane, written in "
                           "hexadecimal. ffffffff is all 32.") },
  { N_ ("measured"), N_ ("Timed or counted on a real GPU.") },
  { N_ ("modelled"), N_ ("Computed by the virtual GPU from the constants of its specification.") },
  { N_ ("occupancy"), N_ ("The number of active warps on an SM, as a share of the maximum.") },
  { N_ ("pass;passes"), N_ ("Shared memory serves an access of a warp in one pass, or in several "
                            "if lanes conflict. Nsight Compute calls a pass a wavefront.") },
  { N_ ("predicate;predicates;predicated"),
    N_ ("A condition of an instruction: lanes for which it is false execute the instruction "
        "without effect.") },
  { N_ ("register;registers"),
    N_ ("Holds a value that a thread works with. An SM has a fixed number for all its threads: the "
        "more each uses, the fewer fit.") },
  { N_ ("resident"),
    N_ ("A block or warp is resident from its start on an SM until it finishes.") },
  { N_ ("roofline"), N_ ("A chart of performance against the work for each byte. The roof is the "
                         "limit that memory bandwidth and arithmetic set.") },
  { N_ ("scheduler;schedulers"), N_ ("The part of an SM that selects, in each cycle, a warp that "
                                     "is ready and issues its next instruction.") },
  { N_ ("sector;sectors"),
    N_ ("32 bytes of memory. They are moved together, however few of them are used.") },
  { N_ ("segment;segments"), N_ ("128 consecutive bytes of memory, or four sectors. Older GPUs, "
                                 "such as the Tesla K40c, move whole segments.") },
  { N_ ("shared memory"), N_ ("Fast memory of an SM, shared by the threads of a block. Its "
                              "contents are lost when the block finishes.") },
  { N_ ("shuffle;shuffles"),
    N_ ("An instruction by which the lanes of a warp exchange registers without memory.") },
  { N_ ("slot;slots"), N_ ("Room for a block or a warp on an SM.") },
  { N_ ("SM;SMs"), N_ ("Streaming multiprocessor: the part of a GPU that executes blocks. A GPU "
                       "has from a few to well over a hundred, and each runs independently.") },
  { N_ ("SM efficiency"), N_ ("The share of the launch's time in which an SM had at least one "
                              "warp, averaged over all SMs.") },
  { N_ ("stage;stages"), N_ ("What happens between two points where threads synchronise or "
                             "exchange values: a row of the tree.") },
  { N_ ("stride;strides"),
    N_ ("The distance between two elements that are combined, counted in elements.") },
  { N_ ("tail"), N_ ("The end of a launch, when no blocks are waiting and one SM after another "
                     "runs out of work.") },
  { N_ ("theoretical occupancy"),
    N_ ("The highest occupancy that the block size, registers and shared memory allow.") },
  { N_ ("thread;threads"), N_ ("One execution of the kernel's code, with its own registers and an "
                               "index that selects its elements.") },
  { N_ ("transaction;transactions"),
    N_ ("A memory transfer of fixed size: 32 bytes, or 128 on old GPUs.") },
  { N_ ("warp;warps"), N_ ("32 threads of a block that execute each instruction together.") },
  { N_ ("wave;waves"),
    N_ ("As many blocks as all SMs can hold at once. The other blocks wait for the next wave.") },
  { N_ ("wavefront;wavefronts"), N_ ("What shared memory serves in one pass. An access without "
                                     "conflicts takes one wavefront.") },
};

/* Returns: how many terms there are; they are counted from 0 */
guint
ws_glossary_get_n_terms (void)
{
  return G_N_ELEMENTS (terms);
}

/**
 * ws_glossary_dup_name:
 * @term: index of a term
 *
 * Returns: (transfer full): the term, as it stands in a sentence
 */
char *
ws_glossary_dup_name (guint term)
{
  const char *forms;

  g_return_val_if_fail (term < G_N_ELEMENTS (terms), NULL);
  forms = _ (terms[term].forms);
  return g_strndup (forms, strcspn (forms, ";"));
}

/**
 * ws_glossary_get_meaning:
 * @term: index of a term
 *
 * Returns: (transfer none): what it means, one sentence or two
 */
const char *
ws_glossary_get_meaning (guint term)
{
  g_return_val_if_fail (term < G_N_ELEMENTS (terms), NULL);
  return _ (terms[term].meaning);
}

static gboolean
is_boundary (const char *text, const char *at)
{
  return at == text || !g_unichar_isalnum (g_utf8_get_char (g_utf8_find_prev_char (text, at)));
}

/* Returns: the length of the term's longest form that stands at the beginning of @at, in bytes */
static gsize
match (const char *at, guint term)
{
  gsize longest = 0;

  for (const char *form = _ (terms[term].forms); *form != '\0';)
    {
      gsize length = strcspn (form, ";");

      if (length > longest && g_ascii_strncasecmp (at, form, length) == 0
          && !g_unichar_isalnum (g_utf8_get_char (at + length)))
        longest = length;
      form += length + (form[length] == ';');
    }
  return longest;
}

/**
 * ws_glossary_find:
 * @text: a sentence, valid UTF-8
 * @from: where to begin in it, bytes
 * @hit: (out): the first term that stands there, whole: of several at one place, the longest
 */
gboolean
ws_glossary_find (const char *text, gsize from, WsGlossaryHit *hit)
{
  g_return_val_if_fail (text != NULL && hit != NULL, FALSE);

  for (const char *at = text + from; *at != '\0'; at = g_utf8_next_char (at))
    {
      gsize longest = 0;

      for (guint i = 0; is_boundary (text, at) && i < G_N_ELEMENTS (terms); i++)
        {
          gsize length = match (at, i);

          if (length <= longest)
            continue;
          longest = length;
          *hit = (WsGlossaryHit){ i, (gsize)(at - text), (gsize)(at - text) + length };
        }
      if (longest > 0)
        return TRUE;
    }
  return FALSE;
}
