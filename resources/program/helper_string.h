/* helper_string.h: arguments of a command line, as NVIDIA's samples read them: "-n=5", "--n=5". */
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <strings.h>

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif
#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef STRCASECMP
#define STRCASECMP              strcasecmp
#define STRNCASECMP             strncasecmp
#define STRCPY(to, size, from)  strncpy (to, from, size)
#define FOPEN(file, name, mode) (file = fopen (name, mode))
#define FOPEN_FAIL(result)      (result == NULL)
#define SSCANF                  sscanf
#define SPRINTF                 sprintf
#endif

inline int
stringRemoveDelimiter (char delimiter, const char *string)
{
  int start = 0;

  while (string[start] == delimiter)
    start++;
  return start < (int)strlen (string) ? start : 0;
}

inline int
getFileExtension (char *name, char **extension)
{
  char *dot = strrchr (name, '.');

  *extension = dot != NULL ? dot + 1 : NULL;
  return dot != NULL ? (int)(dot - name) : -1;
}

/* What stands behind the name of an argument; NULL where there is none of that name. */
inline const char *
ws_find_argument (int argc, const char **argv, const char *name)
{
  size_t length = strlen (name);

  for (int i = 1; i < argc; i++)
    {
      const char *argument = argv[i] + stringRemoveDelimiter ('-', argv[i]);

      if (strncasecmp (argument, name, length) == 0
          && (argument[length] == '\0' || argument[length] == '='))
        return argument + length;
    }
  return NULL;
}

inline bool
checkCmdLineFlag (int argc, const char **argv, const char *name)
{
  return ws_find_argument (argc, argv, name) != NULL;
}

inline int
getCmdLineArgumentInt (int argc, const char **argv, const char *name)
{
  const char *found = ws_find_argument (argc, argv, name);

  return found != NULL && *found == '=' ? atoi (found + 1) : 0;
}

inline float
getCmdLineArgumentFloat (int argc, const char **argv, const char *name)
{
  const char *found = ws_find_argument (argc, argv, name);

  return found != NULL && *found == '=' ? (float)atof (found + 1) : 0;
}

template <typename T>
bool
getCmdLineArgumentValue (int argc, const char **argv, const char *name, T *value)
{
  const char *found = ws_find_argument (argc, argv, name);

  if (found != NULL && *found == '=')
    *value = (T)atoi (found + 1);
  return found != NULL;
}

inline bool
getCmdLineArgumentString (int argc, const char **argv, const char *name, char **value)
{
  const char *found = ws_find_argument (argc, argv, name);

  *value = found != NULL && *found == '=' ? const_cast<char *> (found + 1) : NULL;
  return found != NULL;
}

/* Where a file of the program's lies: beside it, or in its folder "data". */
inline char *
sdkFindFilePath (const char *name, const char *program)
{
  static const char *const folders[] = { "./", "./data/", "../data/", "../../../Common/data/" };

  (void)program;
  for (const char *folder : folders)
    {
      size_t size = strlen (folder) + strlen (name) + 1;
      char *path = (char *)malloc (size);
      FILE *file;

      snprintf (path, size, "%s%s", folder, name);
      file = fopen (path, "rb");
      if (file != NULL)
        {
          fclose (file);
          return path;
        }
      free (path);
    }
  return NULL;
}
