// SPDX-License-Identifier: MIT
// Default options of the address sanitizer, which ASAN_OPTIONS overrides. The sanitizer keeps freed
// memory for a while to find late uses of it: 16 MB hold a hundred thousand freed texts and small
// matrices; the usual 256 MB would double the time of the tests. Freed memory is not returned to
// the system, and a report does not say which code allocated or freed what was misused; both save
// half of the time. ASAN_OPTIONS=malloc_context_size=30 says it.

extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
    return "quarantine_size_mb=16:allocator_release_to_os_interval_ms=-1:malloc_context_size=0";
}
