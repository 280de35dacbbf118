# Files are compiled sixteen at a time, as most of the time goes into what they include.
#
# attn_together(group files…): files that are compiled together and apart from the others of their
# library, as they have names of their own that one of the others has as well. A file that clashes
# with all others is a group by itself.
function(attn_together group)
  set_source_files_properties(${ARGN} PROPERTIES UNITY_GROUP ${group})
endfunction()

# attn_compile_together(): divides the other files of this directory's targets. Stands at its end.
function(attn_compile_together)
  if(NOT CMAKE_UNITY_BUILD)
    return()
  endif()
  get_property(targets DIRECTORY PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(kind ${target} TYPE)
    if(NOT kind MATCHES "^(STATIC_LIBRARY|EXECUTABLE)$")
      continue()
    endif()
    set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
    get_target_property(sources ${target} SOURCES)
    set(count 0)
    foreach(source IN LISTS sources)
      get_source_file_property(group ${source} UNITY_GROUP)
      if(NOT group)
        math(EXPR number "${count} / ${CMAKE_UNITY_BUILD_BATCH_SIZE}")
        math(EXPR count "${count} + 1")
        set_source_files_properties(${source} PROPERTIES UNITY_GROUP together_${number})
      endif()
    endforeach()
  endforeach()
endfunction()
