// SPDX-License-Identifier: MIT
// What the leak sanitizer need not report: fontconfig keeps a few hundred bytes for the thread in
// which Pango starts it.

extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
    return "leak:libfontconfig\n";
}
