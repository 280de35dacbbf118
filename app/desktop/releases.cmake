# SPDX-License-Identifier: MIT
# Reads CHANGELOG.md once for both who tell of releases: debian_changelog and metainfo_releases hold
# the same sentences in their two forms, release_day the day of this version. The newest release has
# to be the version of the project.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/CHANGELOG.md)
file(STRINGS ${PROJECT_SOURCE_DIR}/CHANGELOG.md changelog_lines ENCODING UTF-8)

set(releases "")   # "version day" of each
set(debian_changelog "")
set(metainfo_releases "")
set(debian_end "")
set(metainfo_end "")
set(item_end "")
foreach(line IN LISTS changelog_lines)
  if(line MATCHES "^## ([0-9]+[.][0-9]+[.][0-9]+), ([0-9]+-[0-9]+-[0-9]+)$")
    set(version ${CMAKE_MATCH_1})
    set(day ${CMAKE_MATCH_2})
    list(APPEND releases "${version} ${day}")
    execute_process(COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C date --utc --rfc-email --date=${day}
      OUTPUT_VARIABLE debian_day OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    string(APPEND debian_changelog
      "${debian_end}${PROJECT_NAME} (${version}) unstable; urgency=medium\n\n")
    set(debian_end "\n -- ${package_maintainer}  ${debian_day}\n\n")
    string(APPEND metainfo_releases "${item_end}${metainfo_end}"
      "    <release version=\"${version}\" date=\"${day}\">\n      <description>\n        <ul>\n")
    set(metainfo_end "        </ul>\n      </description>\n    </release>\n")
    set(item_end "")
  elseif(line MATCHES "^(- |  )(.+)$" AND releases)
    set(mark "${CMAKE_MATCH_1}")
    set(text "${CMAKE_MATCH_2}")
    string(REPLACE "&" "&amp;" escaped "${text}")
    string(REPLACE "<" "&lt;" escaped "${escaped}")
    if(mark STREQUAL "- ")
      string(APPEND debian_changelog "  * ${text}\n")
      string(APPEND metainfo_releases "${item_end}          <li>${escaped}")
      set(item_end "</li>\n")
    else()
      string(APPEND debian_changelog "    ${text}\n")
      string(APPEND metainfo_releases " ${escaped}")
    endif()
  endif()
endforeach()
string(APPEND debian_changelog "${debian_end}")
string(STRIP "${debian_changelog}" debian_changelog)
string(APPEND metainfo_releases "${item_end}${metainfo_end}")

list(GET releases 0 newest)
string(REPLACE " " ";" newest "${newest}")
list(GET newest 0 newest_version)
list(GET newest 1 release_day)
if(NOT newest_version VERSION_EQUAL PROJECT_VERSION)
  message(FATAL_ERROR "The newest release in CHANGELOG.md is ${newest_version}, but the version of "
    "the project in CMakeLists.txt is ${PROJECT_VERSION}; correct one of them")
endif()
