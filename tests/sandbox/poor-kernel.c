/* poor-kernel PROGRAM…: runs it as on a kernel that has neither seccomp nor Landlock. */
#include <errno.h>
#include <seccomp.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

int
main (int argc, char **argv)
{
  scmp_filter_ctx filter = seccomp_init (SCMP_ACT_ALLOW);

  if (argc < 2 || filter == NULL
      || seccomp_rule_add (filter, SCMP_ACT_ERRNO (ENOSYS), SCMP_SYS (seccomp), 0) < 0
      || seccomp_rule_add (filter, SCMP_ACT_ERRNO (EINVAL), SCMP_SYS (prctl), 1,
                           SCMP_A0 (SCMP_CMP_EQ, PR_SET_SECCOMP))
             < 0
      || seccomp_rule_add (filter, SCMP_ACT_ERRNO (ENOSYS), SCMP_SYS (landlock_create_ruleset), 0)
             < 0
      || seccomp_load (filter) < 0)
    {
      fprintf (stderr, "poor-kernel: it could not be made poorer.\n");
      return 77;
    }
  execv (argv[1], argv + 1);
  perror (argv[1]);
  return 1;
}
