// SPDX-License-Identifier: MIT
// What the address sanitizer does where ASAN_OPTIONS does not say otherwise. It keeps freed memory
// for a while, so that a late use of it is found. 16 MB are a hundred thousand freed texts and
// small matrices; the usual 256 MB double the time of the tests. Memory stays with the process, and
// a report names four callers of the function that took it: both spare a third of the time.
// ASAN_OPTIONS=malloc_context_size=30 names them all.

extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
    return "quarantine_size_mb=16:allocator_release_to_os_interval_ms=-1:malloc_context_size=4";
}
