// SPDX-License-Identifier: MIT
// Files are compiled several at a time. So a local function hides a shared one of the same name and
// parameters from the files after it, and no compiler reports that.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct Function {
    std::string file, name, parameters; // only their types
    bool is_own = false;                // in a namespace without a name
};

std::string without(std::string text, const std::regex& what) {
    return std::regex_replace(text, what, "");
}

/// The types of "const Matrix& a, Index row = 0": "Matrix,Index". Texts count as one type.
std::string types(const std::string& parameters) {
    static const std::regex noise(R"(\bconst\b|\b\w+::|&|=.*$)");
    static const std::regex text(R"(string_view)"), name(R"(^(.*[\w>*])\s+\w+$)");
    std::string all, one;
    int depth = 0;
    const auto add = [&] {
        one = std::regex_replace(without(one, noise), text, "string");
        const auto begin = one.find_first_not_of(' '), end = one.find_last_not_of(' ');
        one = begin == std::string::npos ? "" : one.substr(begin, end - begin + 1);
        all += std::regex_replace(one, name, "$1") + ",";
        one.clear();
    };
    for (const char letter : parameters) {
        depth += letter == '<' || letter == '(' ? 1 : letter == '>' || letter == ')' ? -1 : 0;
        if (letter == ',' && depth == 0)
            add();
        else
            one += letter;
    }
    add();
    return all;
}

/// Functions start at the left: the code in namespaces is not indented.
std::vector<Function> functions_of(const fs::path& path, const std::string& name) {
    static const std::regex head(
        R"(^(?:inline |constexpr |static )*[A-Za-z_][\w:<>,&* ]*[ &*>]([a-z_]\w*)\((.*)$)");
    std::vector<Function> found;
    std::ifstream file(path);
    bool is_own = false, has_body = false;
    for (std::string line; std::getline(file, line);) {
        if (line == "namespace {")
            is_own = true;
        // A namespace on one line ends without a comment, because no body was opened.
        if (line.starts_with("} // namespace") || (line == "}" && !has_body))
            is_own = false;
        if (!line.empty() && line[0] != ' ')
            has_body = false;
        if (line.ends_with("{") && line != "namespace {")
            has_body = true;
        std::smatch match;
        if (line.empty() || std::isalpha(static_cast<unsigned char>(line[0])) == 0 ||
            !std::regex_match(line, match, head))
            continue;
        Function one{name, match[1], "", is_own};
        std::string rest = match[2];
        int depth = 1;
        for (std::size_t at = 0; depth > 0; ++at) {
            if (at == rest.size()) {
                if (!std::getline(file, line))
                    break;
                has_body = line.ends_with("{");
                rest += " " + line.substr(std::min(line.size(), line.find_first_not_of(' ')));
            }
            depth += rest[at] == '(' ? 1 : rest[at] == ')' ? -1 : 0;
            if (depth == 0)
                one.parameters = types(rest.substr(0, at));
        }
        found.push_back(std::move(one));
    }
    return found;
}

} // namespace

TEST(Names, LocalFunctionsHideNoSharedOne) {
    const fs::path root = ATTENTION_SOURCE_DIR;
    std::map<std::string, std::string> shared; // name with parameters, and its place
    std::vector<Function> own;
    for (const char* top : {"core", "app"})
        for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
            const std::string ending = entry.path().extension();
            if (ending != ".h" && ending != ".cpp")
                continue;
            for (const Function& one :
                 functions_of(entry.path(), fs::relative(entry.path(), root).generic_string())) {
                if (ending == ".h")
                    shared.emplace(one.name + "(" + one.parameters, one.file);
                else if (one.is_own)
                    own.push_back(one);
            }
        }
    EXPECT_GT(shared.size(), 500U);
    EXPECT_GT(own.size(), 500U);
    for (const Function& one : own) {
        const auto found = shared.find(one.name + "(" + one.parameters);
        if (found == shared.end())
            continue;
        // A file of core never sees a header of the app.
        if (one.file.starts_with("core/") && found->second.starts_with("app/"))
            continue;
        ADD_FAILURE() << one.file << " has a function " << one.name << " of its own, as "
                      << found->second << " declares it. Give it another name";
    }
}
