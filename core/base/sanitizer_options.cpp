// SPDX-License-Identifier: MIT
// Default options of the address sanitizer, which ASAN_OPTIONS overrides. The sanitizer keeps freed
// memory for a while to find late uses of it: 4 MB, which stay in a processor's cache; usual are
// 256 MB. It does not fill new memory, nor return freed memory to the system, and a report does not
// say which code allocated or freed what was misused; ASAN_OPTIONS=malloc_context_size=30 says it.
// Together this saves a few hundredths of the time of the tests.

extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
    return "quarantine_size_mb=4:thread_local_quarantine_size_kb=64:max_malloc_fill_size=0:"
           "allocator_release_to_os_interval_ms=-1:malloc_context_size=0";
}
