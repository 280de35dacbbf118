// SPDX-License-Identifier: MIT
// A crash leaves a report that people can read: the version, the fault, what was being done, the
// text of an assertion or an exception, and the calls that led there. What a handler of a signal
// may look at has to be global, so there is at most one writer, and notes are kept beside it.
#pragma once

#include <pthread.h>

#include <string>
#include <string_view>

namespace app {

/// From now on SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT (of assertions too) and exceptions that
/// nobody caught leave a report; then the program ends as it would have. `folder` and those above
/// it are made only then; without one the report goes to standard error. Gives the report's file.
std::string write_reports_of_crashes(const std::string& folder, std::string_view version);

/// What a report says beside the fault: at most 255 bytes each. Of the thread that draws.
enum class CrashNote { Doing, Request, Document, Drawing };
void note_for_crashes(CrashNote which, std::string_view text);

/// Ends the program, which is no crash but no use either, with a report of the calls of that
/// thread. The fault is said on standard error as well. At most 511 bytes of it are.
void end_with_report(pthread_t thread, std::string_view fault, int code);

} // namespace app
