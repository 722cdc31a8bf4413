/* calls.c: finds CUDA's libcudart, and hands on what is not watched: by a jump, so that no argument
 * is touched, whatever the arguments are. */
#include "calls.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define STATUS_NO_RUNTIME 126 /* as a shell has it of what cannot be run */

void *ws_passing_calls[WS_N_CALLS] = { NULL };

#define TEXT_OF(what) #what
#define TEXT(what)    TEXT_OF (what)

/* Weak: where a call is watched, there is a function of its name. */
#if defined(__x86_64__)
#define WS_CALL(number, call)                  \
  __asm__(".text\n.weak " #call "\n"           \
          ".type " #call ", @function\n" #call \
          ":\n  endbr64\n  jmp *ws_passing_calls+8*" TEXT (number) "(%rip)\n");
#elif defined(__aarch64__)
#define WS_CALL(number, call)                    \
  __asm__(                                       \
      ".text\n.weak " #call "\n"                 \
      ".type " #call ", %function\n" #call ":\n" \
      "  bti c\n"                                \
      "  adrp x16, ws_passing_calls+8*" TEXT (   \
          number) "\n"                           \
                  "  ldr x16, [x16, #:lo12:ws_passing_calls+8*" TEXT (number) "]\n  br x16\n");
#else
#error "how a call is handed on is not known for this processor"
#endif
#include "calls.def"
#undef WS_CALL

static const char *const names[WS_N_CALLS] = {
#define WS_CALL(number, call) #call,
#include "calls.def"
#undef WS_CALL
};

/* An older or newer runtime has not all of them. */
static cudaError_t
lack (void)
{
  return cudaErrorNotSupported;
}

/* Before the program's own constructors, which already call. */
__attribute__ ((constructor)) static void
find_calls (void)
{
  const char *path = g_getenv ("WARPSTAGE_PASSED_TO");
  void *library = path != NULL ? dlopen (path, RTLD_NOW | RTLD_LOCAL) : NULL;

  if (library == NULL)
    {
      fprintf (stderr, "%s\n",
               path != NULL ? dlerror ()
                            : "this libcudart is Warpstage's: start the program by "
                              "“warpstage-cli run --device cuda:0 -- PROGRAM”.");
      _exit (STATUS_NO_RUNTIME);
    }
  for (guint i = 0; i < WS_N_CALLS; i++)
    {
      void *found = dlsym (library, names[i]);

      ws_passing_calls[i] = found != NULL ? found : (void *)lack;
    }
}
