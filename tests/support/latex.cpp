// SPDX-License-Identifier: MIT
#include "tests/support/latex.h"

#include <algorithm>
#include <charconv>
#include <sstream>

namespace attn::test {
namespace {

/// A line may be this many points too wide: invisible to the eye.
constexpr double unseen = 1;

bool is_too_wide(const std::string& line) {
    constexpr std::string_view begin = "Overfull \\hbox (";
    if (!line.starts_with(begin))
        return false;
    double points = 0;
    const char* first = line.data() + begin.size();
    std::from_chars(first, line.data() + line.size(), points);
    return points > unseen;
}

bool is_fault(const std::string& line) {
    constexpr std::string_view harmless = "LaTeX Font Warning"; // only a substituted size
    const auto has = [&](std::string_view part) { return line.find(part) != std::string::npos; };
    return line.starts_with("!") || has("Missing character") || is_too_wide(line) ||
           (has("Warning:") && !has(harmless) && !has("Label(s) may have changed"));
}

int number_after(const std::string& text, const std::string& key) {
    const auto at = text.find(key);
    return at == std::string::npos ? 0 : std::atoi(text.c_str() + at + key.size());
}

} // namespace

Typeset typeset(const TempDir& folder, const std::string& name, const std::string& source,
                const std::string& engine) {
    const std::string tex = folder.file(name + ".tex", source);
    const std::string command = "cd '" + folder.path().string() + "' && max_print_line=1000 " +
                                engine + " -interaction=nonstopmode -halt-on-error '" + name +
                                ".tex'";
    Typeset result;
    result.code = run_shell("(" + command + ")").code;
    if (bytes_of(folder / (name + ".log")).find("Rerun ") != std::string::npos)
        result.code = run_shell("(" + command + ")").code;
    std::istringstream log(bytes_of(folder / (name + ".log")));
    bool is_error = false;
    for (std::string line; std::getline(log, line);) {
        if (is_fault(line))
            result.faults.push_back(line);
        else if (is_error && line.starts_with("l.")) // the place of the error
            result.faults.push_back(line);
        is_error = is_error || line.starts_with("!");
    }
    const std::string pdf = folder / (name + ".pdf");
    result.text = run_shell("pdftotext -layout '" + pdf + "' -").out;
    result.pages = number_after(run_shell("pdfinfo '" + pdf + "'").out, "Pages:");
    if (const char* keep = std::getenv("ATTENTION_KEEP_LATEX"))
        (void)run_shell("mkdir -p '" + std::string(keep) + "' && cp '" + tex + "' '" + pdf + "' '" +
                        keep + "'");
    return result;
}

std::string with_amsmath(const std::string& body, const std::string& options) {
    return "\\documentclass[" + options +
           "]{article}\n\\usepackage{amsmath,graphicx}\n\\begin{document}\n" + body +
           "\\end{document}\n";
}

std::string complaints(const Typeset& result) {
    std::string text;
    for (const std::string& fault : result.faults)
        text += fault + "\n";
    if (result.code != 0)
        text += "the engine ended with code " + std::to_string(result.code) + "\n";
    if (result.pages == 0)
        text += "there is no page\n";
    return text;
}

} // namespace attn::test
