// SPDX-License-Identifier: MIT
// Writes a readable report when the program crashes: the version, the fault, what was being done,
// the text of an assertion or exception, and the call stack. Signal handlers can only reach global
// data, so there is at most one writer, with its notes beside it.
#pragma once

#include <pthread.h>

#include <string>
#include <string_view>

namespace app {

/// Installs handlers: SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT (also from assertions) and uncaught
/// exceptions write a report, then the program ends as it would have. `folder` and its parents are
/// made only then; if it is empty, the report goes to standard error. Returns the report's path.
std::string write_reports_of_crashes(const std::string& folder, std::string_view version);

/// Notes in the report beside the fault, at most 255 bytes each, about the drawing thread.
enum class CrashNote { Doing, Request, Document, Drawing };
void note_for_crashes(CrashNote which, std::string_view text);

/// Ends the program with `code` and a report of that thread's call stack, for a fault that is not a
/// crash but leaves no way to continue. Also prints the fault, at most 511 bytes, to standard
/// error.
void end_with_report(pthread_t thread, std::string_view fault, int code);

} // namespace app
