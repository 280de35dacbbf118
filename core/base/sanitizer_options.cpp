// SPDX-License-Identifier: MIT
// What the address sanitizer does where ASAN_OPTIONS does not say otherwise. It keeps freed memory
// for a while, so that a late use of it is found. 16 MB are a hundred thousand freed texts and
// small matrices; the usual 256 MB double the time of the tests.

extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
    return "quarantine_size_mb=16";
}
