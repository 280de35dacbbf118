// SPDX-License-Identifier: MIT
// Every name of the standard library needs its header, included directly or by one of our headers.
// Another standard header may happen to include it, but only with one compiler.
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace attn::includes_test {

namespace {

namespace fs = std::filesystem;

/// The names of each header, without "std::" and with the character that follows them in use.
const std::map<std::string, std::vector<std::string>> names_of_headers = {
    {"algorithm",
     {"min(",         "max(",         "clamp(",          "sort(",      "stable_sort(", "find(",
      "find_if(",     "any_of(",      "all_of(",         "none_of(",   "count(",       "count_if(",
      "copy(",        "fill(",        "transform(",      "equal(",     "reverse(",     "rotate(",
      "unique(",      "max_element(", "min_element(",    "remove_if(", "replace(",     "search(",
      "lower_bound(", "upper_bound(", "minmax_element(", "generate(",  "mismatch(",    "ranges:"}},
    {"array", {"array<"}},
    {"atomic", {"atomic<", "atomic_flag "}},
    {"bit", {"bit_cast<", "endian:"}},
    {"charconv", {"to_chars(", "from_chars("}},
    {"chrono", {"chrono:"}},
    {"cmath",
     {"sqrt(", "exp(", "log(", "log2(", "log10(", "floor(", "ceil(", "round(", "pow(", "isnan(",
      "isinf(", "hypot(", "signbit(", "isfinite(", "fmod(", "copysign(", "lround(", "trunc(",
      "nearbyint("}},
    {"cstdint",
     {"uint8_t", "uint16_t", "uint32_t", "uint64_t", "int8_t", "int16_t", "int32_t", "int64_t",
      "uintptr_t", "intptr_t"}},
    {"cstdlib", {"getenv(", "exit(", "abort("}},
    {"cstring", {"memcpy(", "memcmp(", "memset(", "strlen(", "strerror("}},
    {"filesystem", {"filesystem:"}},
    {"fstream", {"ifstream", "ofstream", "fstream"}},
    {"functional", {"function<"}},
    {"limits", {"numeric_limits<"}},
    {"map", {"map<"}},
    {"memory", {"unique_ptr<", "shared_ptr<", "make_unique<", "make_shared<"}},
    {"mutex", {"mutex", "lock_guard", "unique_lock"}},
    {"numbers", {"numbers:"}},
    {"numeric", {"accumulate(", "iota(", "gcd(", "inner_product(", "transform_reduce("}},
    {"optional", {"optional<"}},
    {"random", {"mt19937", "mt19937_64"}},
    {"set", {"set<"}},
    {"span", {"span<"}},
    {"sstream", {"stringstream", "istringstream", "ostringstream"}},
    {"thread", {"thread", "jthread", "this_thread:"}},
    {"tuple", {"tuple<", "tie("}},
    {"variant", {"variant<", "visit(", "get_if<", "holds_alternative<", "monostate"}},
};

/// The header for `name` followed by `next`; empty if the table does not have it.
std::string header_of(const std::string& name, char next) {
    static const std::map<std::string, std::string> headers = [] {
        std::map<std::string, std::string> made;
        for (const auto& [header, names] : names_of_headers)
            for (const std::string& one : names)
                made.emplace(one, header);
        return made;
    }();
    for (const std::string& key : {name + next, name})
        if (const auto found = headers.find(key); found != headers.end())
            return found->second;
    return {};
}

/// The line without comments and quoted text.
std::string code_of(const std::string& line) {
    std::string code;
    bool quoted = false;
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] == '\\')
            ++at;
        else if (line[at] == '"')
            quoted = !quoted;
        else if (!quoted && line.compare(at, 2, "//") == 0)
            break;
        else if (!quoted)
            code += line[at];
    }
    return code + '\n';
}

struct Source {
    std::string code; // without comments
    std::set<std::string> standard;
    std::vector<std::string> ours;
};

/// Removes from the line what belongs to a raw string of several lines. `end` closes the open
/// string; it is empty if none is open.
std::string without_raw_text(std::string line, std::string& end) {
    if (!end.empty()) {
        const auto at = line.find(end);
        if (at == std::string::npos)
            return "";
        line.erase(0, at + end.size());
        end.clear();
    }
    if (const auto at = line.find("R\""); at != std::string::npos) {
        const auto open = line.find('(', at);
        const std::string close = ")" + line.substr(at + 2, open - at - 2) + "\"";
        if (open != std::string::npos && line.find(close, open) == std::string::npos) {
            end = close;
            line.erase(at);
        }
    }
    return line;
}

Source read(const fs::path& path) {
    Source source;
    std::ifstream file(path);
    std::string raw_end;
    for (std::string line; std::getline(file, line);) {
        line = without_raw_text(std::move(line), raw_end);
        if (line.starts_with("#include <"))
            source.standard.insert(line.substr(10, line.find('>') - 10));
        else if (line.starts_with("#include \""))
            source.ours.push_back(line.substr(10, line.find('"', 10) - 10));
        else
            source.code += code_of(line);
    }
    return source;
}

std::map<std::string, Source> read_all() {
    const fs::path root = ATTENTION_SOURCE_DIR;
    std::map<std::string, Source> sources;
    for (const char* top : {"core", "app", "tests"})
        for (const auto& entry : fs::recursive_directory_iterator(root / top))
            if (const fs::path& path = entry.path();
                path.extension() == ".h" || path.extension() == ".cpp")
                sources.emplace(fs::relative(path, root).generic_string(), read(path));
    return sources;
}

/// The standard headers that `name` includes, directly or through our headers.
void collect(const std::map<std::string, Source>& sources, const std::string& name,
             std::set<std::string>& seen, std::set<std::string>& headers) {
    const auto found = sources.find(name);
    if (found == sources.end() || !seen.insert(name).second)
        return;
    headers.insert(found->second.standard.begin(), found->second.standard.end());
    for (const std::string& next : found->second.ours)
        collect(sources, next, seen, headers);
}

} // namespace

TEST(Includes, EveryStandardNameHasItsHeader) {
    const auto sources = read_all();
    ASSERT_GT(sources.size(), 50U);
    for (const auto& [name, source] : sources) {
        std::set<std::string> seen, headers;
        collect(sources, name, seen, headers);
        std::set<std::string> missing;
        for (std::size_t at = source.code.find("std::"); at != std::string::npos;
             at = source.code.find("std::", at)) {
            at += 5;
            std::size_t end = at;
            while (std::isalnum(static_cast<unsigned char>(source.code[end])) ||
                   source.code[end] == '_')
                ++end;
            const std::string said = source.code.substr(at, end - at);
            const std::string header = header_of(said, source.code[end]);
            if (!header.empty() && !headers.contains(header) && missing.insert(header).second)
                ADD_FAILURE() << name << " says std::" << said << " and does not include <"
                              << header << ">";
        }
    }
}

} // namespace attn::includes_test
