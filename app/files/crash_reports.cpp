// SPDX-License-Identifier: MIT
#include "app/files/crash_reports.h"

#include "core/io/journal/file.h"

#include <signal.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <functional>
#include <system_error>
#include <vector>

namespace app {
namespace {

namespace fs = std::filesystem;

constexpr const char* unfinished = ".part";
constexpr const char* untold = ".new";
constexpr const char* told = ".txt";
constexpr std::size_t most_kept_reports = 10, most_report = std::size_t{1} << 20;

/// Lists the files of the folder with this ending, newest first: their names begin with their time.
std::vector<fs::path> files_of(const std::string& folder, const char* ending) {
    std::vector<fs::path> files;
    std::error_code code;
    for (fs::directory_iterator at(folder, code), end; !code && at != end; at.increment(code))
        if (at->path().extension() == ending)
            files.push_back(at->path());
    std::sort(files.begin(), files.end(), std::greater<>());
    return files;
}

std::string report_name(std::int64_t started, long process, const char* ending) {
    return std::to_string(started) + "-" + std::to_string(process) + ending;
}

/// Whether the program runs that the report's name tells.
bool is_still_written(const fs::path& file) {
    const std::string name = file.stem().string();
    const char* const end = name.data() + name.size();
    pid_t process = 0;
    const auto read =
        std::from_chars(name.data() + std::min(name.find('-'), name.size() - 1) + 1, end, process);
    return read.ec == std::errc() && read.ptr == end && process > 0 &&
           (::kill(process, 0) == 0 || errno == EPERM);
}

} // namespace

std::string crash_folder(const std::string& state_folder) {
    return state_folder.empty() ? "" : state_folder + "/crashes";
}

std::string untold_report_name(std::int64_t started, long process) {
    return report_name(started, process, untold);
}

std::string unfinished_report_name(std::int64_t started, long process) {
    return report_name(started, process, unfinished);
}

std::optional<CrashReport> take_untold_report(const std::string& folder) {
    if (folder.empty())
        return std::nullopt;
    std::vector<fs::path> files = files_of(folder, unfinished);
    std::erase_if(files, is_still_written);
    const std::vector<fs::path> whole = files_of(folder, untold);
    files.insert(files.end(), whole.begin(), whole.end());
    std::sort(files.begin(), files.end(), std::greater<>());
    std::optional<CrashReport> newest;
    for (const fs::path& file : files) {
        const auto text = attn::io::read_file(file, most_report);
        // One that cannot be renamed is not returned, because every start would show it again.
        fs::path kept = file;
        kept.replace_extension(told);
        std::error_code code;
        fs::rename(file, kept, code);
        if (!newest && text && !text->empty() && !code)
            newest = CrashReport{kept, *text};
    }
    const auto old = files_of(folder, told);
    for (std::size_t at = most_kept_reports; at < old.size(); ++at) {
        std::error_code code;
        fs::remove(old[at], code);
    }
    return newest;
}

std::string line_of(const CrashReport& report, const std::string& word) {
    const auto at = ("\n" + report.text).find("\n" + word + " ");
    if (at == std::string::npos)
        return "";
    const auto from = report.text.find_first_not_of(' ', at + word.size());
    if (from == std::string::npos)
        return "";
    return report.text.substr(from, report.text.find('\n', from) - from);
}

} // namespace app
