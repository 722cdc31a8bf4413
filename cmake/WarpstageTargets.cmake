# Warnings, hardening, sanitizers and the include rule, in one place.
include (CheckCSourceCompiles)

# A cache of what was compiled, where there is one: it serves all build folders and all clones, so paths below the tree are told to it as
# relative ones, and the folder that a debugger would look in is not asked for.
find_program (CCACHE ccache)
mark_as_advanced (CCACHE)
if (CCACHE AND NOT CMAKE_C_COMPILER_LAUNCHER)
  set (CMAKE_C_COMPILER_LAUNCHER env "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1
    CCACHE_SLOPPINESS=pch_defines,time_macros "${CCACHE}")
endif ()

add_library (ws-warnings INTERFACE)
target_compile_options (ws-warnings INTERFACE
  -Wall -Wextra -Werror -Wshadow -Wpointer-arith -Wstrict-prototypes -Wmissing-prototypes -Wmissing-declarations
  -Wold-style-definition -Wundef -Wwrite-strings -Wformat=2 -Wvla -Wdate-time -Wno-unused-parameter
  -Wno-missing-field-initializers -fno-common -fno-strict-aliasing)
# precompiled headers that ccache can keep
target_compile_options (ws-warnings INTERFACE
  "$<IF:$<STREQUAL:${CMAKE_C_COMPILER_ID},Clang>,SHELL:-Xclang -fno-pch-timestamp,-fpch-preprocess>")
target_compile_definitions (ws-warnings INTERFACE G_LOG_USE_STRUCTURED _GNU_SOURCE)
# The oldest libraries that it is written for (Debian 12): newer API is an error there and here, and what newer libraries deprecate is not.
target_compile_definitions (ws-warnings INTERFACE
  GLIB_VERSION_MIN_REQUIRED=GLIB_VERSION_2_74 GLIB_VERSION_MAX_ALLOWED=GLIB_VERSION_2_74
  GDK_VERSION_MIN_REQUIRED=GDK_VERSION_4_8 GDK_VERSION_MAX_ALLOWED=GDK_VERSION_4_8
  ADW_VERSION_MIN_REQUIRED=ADW_VERSION_1_2 ADW_VERSION_MAX_ALLOWED=ADW_VERSION_1_2
  GTK_SOURCE_VERSION_MIN_REQUIRED=GTK_SOURCE_VERSION_5_6 GTK_SOURCE_VERSION_MAX_ALLOWED=GTK_SOURCE_VERSION_5_6)

# What makes a mistake harder to use: programs and stacks at random places, guarded; tables of addresses that are read-only once filled;
# sizes checked in libc's functions. Of optimised programs: without optimisation the last has nothing to go by, and sanitizers see more.
# A target with the property WS_HOT has no guards round each call and jump, and says why.
add_library (ws-hardened INTERFACE)
set (CMAKE_REQUIRED_FLAGS "-O2 -Werror -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3")
check_c_source_compiles ("#include <string.h>\nint main (void) { return 0; }" FORTIFY_3)
unset (CMAKE_REQUIRED_FLAGS)
set (hardening "$<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-fPIE>" -fstack-clash-protection -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=$<IF:$<BOOL:${FORTIFY_3}>,3,2>)
set (guards -fstack-protector-strong)
set (no_guards -fno-stack-protector)
if (CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|i.86)$")
  list (APPEND guards -fcf-protection)
  list (APPEND no_guards -fcf-protection=none)
endif ()
set (hot "$<BOOL:$<TARGET_PROPERTY:WS_HOT>>")
target_compile_options (ws-hardened INTERFACE
  "$<$<CONFIG:Release,RelWithDebInfo>:${hardening};$<${hot}:${no_guards}>;$<$<NOT:${hot}>:${guards}>>")
target_link_options (ws-hardened INTERFACE "$<$<CONFIG:Release,RelWithDebInfo>:-pie;LINKER:-z,now;LINKER:-z,relro;LINKER:-z,noexecstack>")

add_library (ws-flags INTERFACE)
target_link_libraries (ws-flags INTERFACE ws-warnings)
# The fuzzers see where an input leads only in what is compiled with them in mind: all of it, with the sanitizers.
if (FUZZ)
  if (NOT CMAKE_C_COMPILER_ID STREQUAL "Clang")
    message (FATAL_ERROR "The fuzzers need clang: -DCMAKE_C_COMPILER=clang.")
  endif ()
  set (SANITIZE ON)
  # what counts its branches is not turned into vector instructions, and clang would warn of each loop
  target_compile_options (ws-flags INTERFACE -fsanitize=fuzzer-no-link -Wno-pass-failed)
endif ()
if (SANITIZE STREQUAL "THREAD")
  target_compile_options (ws-flags INTERFACE -fsanitize=thread -fno-omit-frame-pointer)
  target_link_options (ws-flags INTERFACE -fsanitize=thread)
  # Every program tells the sanitizer what GLib's locks order.
  add_library (ws-tsan OBJECT "${PROJECT_SOURCE_DIR}/tests/tsan/glib.c")
  target_link_libraries (ws-tsan PRIVATE PkgConfig::GLIB)
  target_link_libraries (ws-flags INTERFACE
    "$<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:$<TARGET_OBJECTS:ws-tsan>>")
elseif (SANITIZE)
  # a number that its integer cannot hold is undefined too, and not among "undefined"
  set (sanitizers address,undefined,float-cast-overflow)
  target_compile_options (ws-flags INTERFACE -fsanitize=${sanitizers} -fno-sanitize-recover=undefined,float-cast-overflow -fno-omit-frame-pointer)
  # half the time to compile and to link: the sanitizers' own work hides what more optimisation would gain, and their reports need lines only
  target_compile_options (ws-flags INTERFACE -O1 -g1)
  target_link_options (ws-flags INTERFACE -fsanitize=${sanitizers})
else ()
  target_link_libraries (ws-flags INTERFACE ws-hardened)
endif ()

# ws_library (record SOURCES run.c … LINK PkgConfig::GLIB …)
#
# A static library ws-<folder> for the folder that calls it. Who links it may write #include "<folder>/x.h"; nobody else can: the
# include path of a target is a folder of its own in the build tree that holds one link, to the sources.
function (ws_library name)
  cmake_parse_arguments (ARG "" "" "SOURCES;LINK;PRIVATE_LINK" ${ARGN})
  set (root "${PROJECT_BINARY_DIR}/include/ws-${name}")
  file (MAKE_DIRECTORY "${root}")
  file (CREATE_LINK "${CMAKE_CURRENT_SOURCE_DIR}" "${root}/${name}" SYMBOLIC)
  add_library (ws-${name} STATIC ${ARG_SOURCES})
  # some of them are parts of a shared library, too: the CUDA runtime's
  set_target_properties (ws-${name} PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
  target_include_directories (ws-${name} PUBLIC "${root}")
  target_link_libraries (ws-${name} PUBLIC ${ARG_LINK} PRIVATE ws-flags ${ARG_PRIVATE_LINK})
endfunction ()

# ws_test_paths (TARGET): what it reads of the tree it finds by tests/paths.h.in, and what it may leave out by tests/tier/part.h.
function (ws_test_paths target)
  file (RELATIVE_PATH area "${PROJECT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}")
  target_include_directories (${target} PRIVATE "${PROJECT_BINARY_DIR}/include/paths" "${PROJECT_SOURCE_DIR}/tests/tier")
  target_compile_definitions (${target} PRIVATE WS_TEST_AREA="${area}")
endfunction ()

# ws_test_limit (NAME SECONDS): ends a test that hangs. SECONDS is more than it takes on two free cores, with the sanitizers;
# a machine may be eight times as busy. The limit of a test that names none is a minute, in the same way.
function (ws_test_limit name seconds)
  if (NOT seconds)
    set (seconds 60)
  endif ()
  math (EXPR limit "8 * ${seconds}")
  set_tests_properties (${name} PROPERTIES TIMEOUT ${limit})
endfunction ()

# ws_test_labels (NAME TIER LABEL …): the tier of a test, the folder of tests/ that it is in, as in "vm" or "draw/tree", and other labels.
# The tiers: fast, the least time for the most cases; ui, with a display; slow, exact and heavy; once, of the tree itself, which no
# sanitizer changes. A test that is not fast may have the label "sanitized": it runs in build-asan, too. tests/quick.sh runs the fast ones;
# tests/run.sh says which build runs which.
function (ws_test_labels name tier)
  file (RELATIVE_PATH area "${PROJECT_SOURCE_DIR}/tests" "${CMAKE_CURRENT_SOURCE_DIR}")
  set_property (TEST ${name} PROPERTY LABELS "${tier};${area};${ARGN}")
endfunction ()

# ws_test_list (NAME TARGET LIBRARY …): a line "TIER NAME AREA TARGET LIBRARY…" of tests.list in the build folder, for tests/quick.sh. TARGET
# has to be built for the test; "-" is none.
function (ws_test_list name target)
  get_test_property (${name} LABELS labels)
  list (GET labels 0 tier)
  list (GET labels 1 area)
  list (JOIN ARGN " " libraries)
  set_property (GLOBAL APPEND_STRING PROPERTY WS_TESTS "${tier} ${name} ${area} ${target} ${libraries}\n")
endfunction ()

# ws_tier (VARIABLE UI SLOW ONCE): the tier that the first option that is true names; fast where none is.
function (ws_tier variable ui slow once)
  set (tier fast)
  if (once)
    set (tier once)
  elseif (slow)
    set (tier slow)
  elseif (ui)
    set (tier ui)
  endif ()
  set (${variable} ${tier} PARENT_SCOPE)
endfunction ()

# ws_test (name SOURCES … LINK … [SLOW] [LABELS …] [TIMEOUT seconds] [COST seconds]): a GLib test program, run under CTest. TIMEOUT is that of
# ws_test_limit(). COST is what it takes, of long ones: they begin first, so that none is left alone at the end. tests/tap.sh sees to it that
# what a case skips shows as skipped. PLAIN: without sanitizers, whatever the build. OWN_DISPLAY: the pointer and the focus are its alone.
# FAST: of that tier, although it wants a display. SLOW: of that tier; such a program does all it has to where g_test_thorough(), and a part that stands for it elsewhere.
function (ws_test name)
  cmake_parse_arguments (ARG "PLAIN;OWN_DISPLAY;SLOW;FAST" "TIMEOUT;COST" "SOURCES;LINK;LABELS" ${ARGN})
  add_executable (test-${name} ${ARG_SOURCES})
  set (flags ws-flags)
  if (ARG_PLAIN)
    set (flags ws-warnings ws-hardened)
  endif ()
  target_link_libraries (test-${name} PRIVATE ${flags} ${ARG_LINK})
  ws_test_paths (test-${name})
  set (command "${PROJECT_SOURCE_DIR}/tests/tap.sh" $<TARGET_FILE:test-${name}>)
  if (ARG_OWN_DISPLAY)
    list (PREPEND command "${PROJECT_SOURCE_DIR}/tests/own-display.sh")
  endif ()
  add_test (NAME ${name} COMMAND ${command})
  # A test sees no settings of the user and none of his data, and no GL: cairo draws, and Mesa's leaks stay out. It has ten times the patience with a worker: the machine may be busy. leaks.supp has those of the others.
  set (environment
    G_DEBUG=fatal-warnings
    GDK_DEBUG=gl-disable
    GSK_RENDERER=cairo
    GSETTINGS_BACKEND=memory
    GSETTINGS_SCHEMA_DIR=${PROJECT_BINARY_DIR}/share/glib-2.0/schemas
    LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/leaks.supp:print_suppressions=0
    UBSAN_OPTIONS=print_stacktrace=1
    TSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/tsan/races.supp:halt_on_error=1
    XDG_DATA_HOME=${PROJECT_BINARY_DIR}/test-data/${name}
    WARPSTAGE_PATIENCE=10
    WARPSTAGE_WORKER=${PROJECT_BINARY_DIR}/bin/warpstage-worker)
  set_tests_properties (${name} PROPERTIES
    ENVIRONMENT "${environment}"
    SKIP_RETURN_CODE 77)
  set (ui ${ARG_OWN_DISPLAY})
  foreach (fixture test-helpers test-window-helpers)
    if (fixture IN_LIST ARG_LINK AND NOT ARG_FAST)
      set (ui ON)
    endif ()
  endforeach ()
  ws_tier (tier ${ui} ${ARG_SLOW} OFF)
  ws_test_labels (${name} ${tier} ${ARG_LABELS})
  ws_test_list (${name} test-${name} ${ARG_LINK})
  ws_test_limit (${name} "${ARG_TIMEOUT}")
  if (ARG_COST)
    set_tests_properties (${name} PROPERTIES COST ${ARG_COST})
  endif ()
endfunction ()

# ws_script_test (name SCRIPT ARGUMENTS … [SLOW] [ONCE] [TIMEOUT seconds] [COST seconds]): a script of the folder that calls it, run under CTest;
# it ends with 77 where it is skipped. SLOW and ONCE are tiers; TIMEOUT and COST are those of ws_test().
function (ws_script_test name script)
  cmake_parse_arguments (ARG "SLOW;ONCE" "TIMEOUT;COST" "" ${ARGN})
  add_test (NAME ${name} COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/${script}" ${ARG_UNPARSED_ARGUMENTS})
  set_tests_properties (${name} PROPERTIES SKIP_RETURN_CODE 77
    ENVIRONMENT "LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/leaks.supp:print_suppressions=0")
  ws_tier (tier OFF ${ARG_SLOW} ${ARG_ONCE})
  ws_test_labels (${name} ${tier})
  ws_test_list (${name} -)
  ws_test_limit (${name} "${ARG_TIMEOUT}")
  if (ARG_COST)
    set_tests_properties (${name} PROPERTIES COST ${ARG_COST})
  endif ()
endfunction ()

# ws_locale (TARGET LANGUAGE): LANGUAGE.UTF-8 in the folder "locale" of the build folder that calls it, with German conventions: a comma in
# numbers is seen. Where there is no localedef, there is no such target.
function (ws_locale target language)
  find_program (LOCALEDEF localedef)
  mark_as_advanced (LOCALEDEF)
  if (NOT LOCALEDEF OR NOT EXISTS /usr/share/i18n/locales/de_DE)
    return ()
  endif ()
  set (folder "${CMAKE_CURRENT_BINARY_DIR}/locale")
  add_custom_command (
    OUTPUT "${folder}/${language}.UTF-8/LC_NUMERIC"
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${folder}"
    COMMAND "${LOCALEDEF}" --no-archive -i de_DE -f UTF-8 "${folder}/${language}.UTF-8"
    COMMENT "Making the locale ${language}" VERBATIM)
  add_custom_target (${target} ALL DEPENDS "${folder}/${language}.UTF-8/LC_NUMERIC")
endfunction ()

# ws_fixture (name SOURCES … LINK …): a static library test-<name> of what several test programs share; who links it finds its headers.
function (ws_fixture name)
  cmake_parse_arguments (ARG "" "" "SOURCES;LINK" ${ARGN})
  add_library (test-${name} STATIC ${ARG_SOURCES})
  target_include_directories (test-${name} PUBLIC "${CMAKE_CURRENT_SOURCE_DIR}")
  ws_test_paths (test-${name})
  target_link_libraries (test-${name} PUBLIC ${ARG_LINK} PRIVATE ws-flags)
endfunction ()

# ws_same_labels (NAME OTHER LABEL …): OTHER is the test NAME under other circumstances, and of its tier.
function (ws_same_labels name other)
  get_test_property (${name} LABELS labels)
  set_property (TEST ${other} PROPERTY LABELS "${labels};${ARGN}")
endfunction ()

# ws_fake_gpu_test (name COST seconds): the test program of that name once more, with a GPU that is none: see tests/fixture/fake-devices.c.
function (ws_fake_gpu_test name)
  cmake_parse_arguments (ARG "" "COST" "" ${ARGN})
  add_test (NAME ${name}-gpu COMMAND "${PROJECT_SOURCE_DIR}/tests/tap.sh" $<TARGET_FILE:test-${name}>)
  get_test_property (${name} ENVIRONMENT environment)
  get_test_property (${name} TIMEOUT limit)
  set_tests_properties (${name}-gpu PROPERTIES SKIP_RETURN_CODE 77 COST ${ARG_COST} TIMEOUT ${limit}
    ENVIRONMENT "${environment};WARPSTAGE_WORKER=$<TARGET_FILE:fake-gpu-worker>;FAKE_GPU=1")
  ws_same_labels (${name} ${name}-gpu)
  add_dependencies (test-${name} fake-gpu-worker)
endfunction ()

# ws_pseudo_test (name OPTIONS …): the test program of that name once more, in the pseudo-locale en_XA, with OPTIONS of GLib's tests. Where
# there is no localedef or no gettext, there is no such test.
function (ws_pseudo_test name)
  if (NOT TARGET warpstage-en_XA OR NOT TARGET pseudo-locale)
    return ()
  endif ()
  add_test (NAME pseudo-${name} COMMAND "${PROJECT_SOURCE_DIR}/tests/tap.sh" $<TARGET_FILE:test-${name}> -k ${ARGN})
  get_test_property (${name} ENVIRONMENT environment)
  get_test_property (${name} TIMEOUT limit)
  set_tests_properties (pseudo-${name} PROPERTIES
    ENVIRONMENT "${environment};WS_PSEUDO=1;LC_ALL=en_XA.UTF-8;LOCPATH=${PROJECT_BINARY_DIR}/po/locale;WARPSTAGE_LOCALEDIR=${PROJECT_BINARY_DIR}/${CMAKE_INSTALL_LOCALEDIR}"
    TIMEOUT ${limit})
  ws_same_labels (${name} pseudo-${name} pseudo)
endfunction ()

set (CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
