# SPDX-License-Identifier: MIT
# Settings of CPack: a .deb and a folder that runs from anywhere, both from the same install rules.
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME ${PROJECT_NAME})
set(CPACK_PACKAGE_VENDOR "Attention Lab")
string(TOLOWER "${PROJECT_NAME}-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}"
  CPACK_PACKAGE_FILE_NAME)
string(REGEX REPLACE "^The " "" CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DESCRIPTION "\
Attention Lab shows how the attention of a transformer is calculated:
embeddings, queries, keys, values, scores, weights and output, each with
its numbers. Drag a number, and everything that follows from it changes.
.
It has presets, lessons and a way to present them; it reads arrays of
NumPy, safetensors and CSV, and writes figures, tables, LaTeX and programs,
in its window and on the command line.")
set(CPACK_PACKAGE_HOMEPAGE_URL ${PROJECT_HOMEPAGE_URL})
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE
  GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
# Packs only what the default targets build; scripts/package builds them.
set(CPACK_PACKAGE_CONTACT ${package_maintainer})

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION education)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
# Dependencies: the linked libraries, in the versions whose functions are called.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# libepoxy opens libGL at run time, and ends the program if it is missing. libglfw3 depends on libGL on
# Debian 12, but not on 13.
set(CPACK_DEBIAN_PACKAGE_DEPENDS libgl1)
# Looked for only at run time, and optional: typefaces (others replace
# them), OpenGL (on X11 the processor can draw), and the icon theme whose folders the icons are in.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS
  "fonts-inter, fonts-jetbrains-mono, fonts-dejavu-core, libgl1-mesa-dri, libegl1, hicolor-icon-theme")
# The desktop's file dialog, and the clipboard of Wayland.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "xdg-desktop-portal, wl-clipboard")
include(CPack)
