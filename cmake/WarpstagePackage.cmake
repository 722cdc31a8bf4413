# A package for Debian 12, Ubuntu 24.04 and newer, of what "cmake --install" installs:
#
#   cmake -S . -B build -G Ninja -DBUILD_TESTING=OFF && cmake --build build && cpack -B build --config build/CPackConfig.cmake
# example.org takes no mail (RFC 2606): distributors of packages put their own name here, and in resources/deb/changelog
set (WARPSTAGE_MAINTAINER "The Warpstage developers <warpstage@example.org>" CACHE STRING "Who makes packages: NAME <ADDRESS>")
mark_as_advanced (WARPSTAGE_MAINTAINER)

set (CPACK_GENERATOR DEB)
set (CPACK_PACKAGE_NAME warpstage)
set (CPACK_PACKAGE_VENDOR "The Warpstage developers")
set (CPACK_PACKAGE_CONTACT "${WARPSTAGE_MAINTAINER}")
set (CPACK_PACKAGE_DESCRIPTION_SUMMARY "viewer of what CUDA kernels do, warp by warp")
set (CPACK_PACKAGE_DESCRIPTION
"Warpstage runs a CUDA kernel, on an NVIDIA GPU or on the virtual GPU built
into it, records every warp, and plays the recording back, forwards and
backwards: the tree that a reduction builds, the lanes of each warp, the
blocks on each SM, and the line of code they are at.
.
Lessons lead a class through it slide by slide, with questions that hide what
is to be predicted. No GPU and no CUDA Toolkit are needed.")
if (WARPSTAGE_HOMEPAGE)
  set (CPACK_PACKAGE_HOMEPAGE_URL "${WARPSTAGE_HOMEPAGE}")
endif ()
set (CPACK_PACKAGING_INSTALL_PREFIX /usr)
set (CPACK_INSTALL_PREFIX /usr)
set (CPACK_SET_DESTDIR ON) # so that caches of the system are left to its own triggers
set (CPACK_STRIP_FILES ON)
set (CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set (CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set (CPACK_DEBIAN_PACKAGE_MAINTAINER "${WARPSTAGE_MAINTAINER}")
set (CPACK_DEBIAN_PACKAGE_SECTION devel)
set (CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set (CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set (CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${PROJECT_BINARY_DIR}/lib/warpstage") # its own libcudart
# what no library asks for: icons, what draws them, settings that last; and the fonts of window and drawings; and what compiles host code
set (CPACK_DEBIAN_PACKAGE_DEPENDS "adwaita-icon-theme, librsvg2-common, dconf-gsettings-backend | gsettings-backend")
set (CPACK_DEBIAN_PACKAGE_RECOMMENDS "fonts-cantarell, fonts-dejavu-core, g++")
set (CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set (CPACK_PRE_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/resources/deb/finish.cmake")

install (FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}" RENAME copyright)
install (FILES resources/deb/changelog DESTINATION "${CMAKE_INSTALL_DOCDIR}")
include (CPack)
