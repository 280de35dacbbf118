// SPDX-License-Identifier: MIT
// What a crash leaves beside the journals: a readable report (app/system/crash_writer.h writes it),
// of which the next start tells once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace app {

/// Where the reports are kept; empty where there is no state folder.
std::string crash_folder(const std::string& state_folder);
/// The name of a report that nobody was told of yet, for a program that started then, in seconds
/// since 1970.
std::string untold_report_name(std::int64_t started, long process);

struct CrashReport {
    std::string file;
    std::string text;
};

/// The newest report that nobody was told of. It and older ones count as told from now on; of those
/// that were told the newest ten are kept. Nothing where there is none.
std::optional<CrashReport> take_untold_report(const std::string& folder);

/// The line of the report that begins with the word, without it: "fault", "when", "doing".
std::string line_of(const CrashReport& report, const std::string& word);

} // namespace app
