// SPDX-License-Identifier: MIT
// Every character of the texts that the window shows is among the letters made at the start. In a
// widget another one would show as a box, and anywhere else it would cost a frame.
#include "app/ui/fonts.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

using namespace app;

namespace {

/// The characters beyond ASCII in the texts of a source file, each with its line.
std::map<char32_t, int> characters_of(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::string source{std::istreambuf_iterator<char>(file), {}};
    std::map<char32_t, int> found;
    bool is_text = false, is_comment = false;
    int line = 1;
    for (std::size_t at = 0; at < source.size(); ++at) {
        const auto first = static_cast<unsigned char>(source[at]);
        if (first == '\n') {
            ++line;
            is_text = is_comment = false;
        } else if (is_comment) {
            continue;
        } else if (is_text && first == '\\') {
            ++at;
        } else if (first == '"' && (at == 0 || source[at - 1] != '\'')) {
            is_text = !is_text;
        } else if (!is_text && first == '/' && source.compare(at, 2, "//") == 0) {
            is_comment = true;
        } else if (is_text && first >= 0xC0) {
            const int more = first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
            char32_t code = first & (0x3FU >> more);
            for (int byte = 0; byte < more; ++byte)
                code = code << 6U | (static_cast<unsigned char>(source[++at]) & 0x3FU);
            found.emplace(code, line);
        }
    }
    return found;
}

/// What the window writes: its own texts, the texts of figures, and the names of edits.
template <class See>
void see_every_source(const See& see) {
    const std::filesystem::path root = ATTENTION_SOURCE_DIR;
    for (const char* folder : {"app", "core/document/commands", "core/figure"})
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
            const std::string extension = entry.path().extension();
            const std::string name = std::filesystem::relative(entry.path(), root);
            const bool has_window = !name.starts_with("app/cli") && !name.starts_with("app/page");
            if (has_window && (extension == ".cpp" || extension == ".h"))
                see(name, characters_of(entry.path()));
        }
}

} // namespace

TEST(Characters, OfItsTextsAreThereFromTheStart) {
    std::size_t count = 0;
    see_every_source([&](const std::string& file, const auto& characters) {
        for (const auto& [code, line] : characters) {
            // U+FFFD, for broken words, would make every table of letters six times as large.
            EXPECT_TRUE(is_usual(code) || code == 0xFFFD)
                << file << ":" << line << ": U+" << std::hex << static_cast<unsigned>(code);
            ++count;
        }
    });
    EXPECT_GT(count, 40U);
    EXPECT_FALSE(is_usual(U'\u4E00'));
}

TEST(Characters, OfItsTextsAreInTheTypefaces) {
    const FontFiles faces = all_font_files();
    if (faces.front().empty())
        GTEST_SKIP() << "this machine has no outline font";
    see_every_source([&](const std::string& file, const auto& characters) {
        for (const auto& [code, line] : characters)
            EXPECT_FALSE(files_with(code).empty())
                << file << ":" << line << ": U+" << std::hex << static_cast<unsigned>(code);
    });
}
