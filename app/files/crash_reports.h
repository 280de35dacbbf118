// SPDX-License-Identifier: MIT
// Reports of crashes (app/system/signals.h writes them). The next start tells the user of each
// once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace app {

/// The folder of the reports; empty if there is no state folder.
std::string crash_folder(const std::string& state_folder);
/// The name of a report that the user was not told of yet. `started`: when the program started, in
/// seconds since 1970.
std::string untold_report_name(std::int64_t started, long process);
/// The name that the report has while it is written: it gets the other one when it is whole.
std::string unfinished_report_name(std::int64_t started, long process);

struct CrashReport {
    std::string file;
    std::string text;
};

/// Returns the newest report that the user was not told of, or nothing. Marks all such reports as
/// told, and keeps the ten newest of the told ones. A report that a running program still writes
/// stays as it is; if that program is gone, what it wrote is all there will be.
std::optional<CrashReport> take_untold_report(const std::string& folder);

/// Returns the line of the report that begins with the word ("fault", "when", "doing"), without the
/// word.
std::string line_of(const CrashReport& report, const std::string& word);

} // namespace app
