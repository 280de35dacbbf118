// SPDX-License-Identifier: MIT
// Known leaks that the leak sanitizer should ignore: fontconfig keeps a few hundred bytes for the
// thread in which Pango starts it.

extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
    return "leak:libfontconfig\n";
}
