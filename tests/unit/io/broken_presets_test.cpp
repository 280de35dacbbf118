// SPDX-License-Identifier: MIT
#include "core/io/document/document_json.h"
#include "core/io/document/library.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace attn::broken_presets_test {

using namespace io;

namespace {

/// Every preset, as a file.
std::vector<std::string> preset_paths() {
    std::vector<std::string> paths;
    const auto list = presets();
    for (const Preset& preset : list ? *list : std::vector<Preset>{})
        paths.push_back("assets/presets/" + preset.name + ".attn");
    return paths;
}

/// Lists where a file is cut or changed, up to `end`: at every byte of a small file. A larger one
/// takes long to read, so that only some bytes are taken: around its beginning and end, where most
/// is said, and between them at distances that fall on letters of every kind; fewer in a file of
/// more than 100 KB.
std::vector<std::size_t> places(std::size_t end) {
    constexpr std::size_t small = 3'000, large = 100'000;
    const std::size_t at_ends = end > large ? 20 : 100, between = end > large ? 20 : 300;
    std::vector<std::size_t> list;
    for (std::size_t at = 0; at < end; ++at) {
        const bool is_near_an_end = at < at_ends || end - at < at_ends / 2;
        if (end <= small || is_near_an_end || at % (end / between) == 0)
            list.push_back(at);
    }
    return list;
}

class BrokenPreset : public ::testing::TestWithParam<std::string> {
protected:
    std::string bytes() const { return test::bytes_of(ATTENTION_SOURCE_DIR "/" + GetParam()); }
};

} // namespace

INSTANTIATE_TEST_SUITE_P(Each, BrokenPreset, ::testing::ValuesIn(preset_paths()),
                         [](const auto& preset) {
                             std::string name = preset.param;
                             std::replace_if(
                                 name.begin(), name.end(),
                                 [](unsigned char letter) { return std::isalnum(letter) == 0; },
                                 '_');
                             return name;
                         });

TEST_P(BrokenPreset, IsRefusedAtEveryLengthItIsCutTo) {
    const std::string whole = bytes();
    for (const std::size_t length : places(whole.rfind('}') + 1))
        ASSERT_FALSE(read_document(std::string_view(whole).substr(0, length), "cut.attn"))
            << "cut to " << length << " bytes";
}

TEST_P(BrokenPreset, IsRefusedOrValidWithAnyByteFlipped) {
    std::string flipped = bytes();
    constexpr unsigned char flips[] = {0x01, 0x10, 0x80, 0xFF};
    for (const std::size_t at : places(flipped.size())) {
        const char before = flipped[at];
        flipped[at] = static_cast<char>(static_cast<unsigned char>(before) ^ flips[at % 4]);
        if (const auto document = read_document(flipped, "flipped.attn")) {
            ASSERT_TRUE(validate(*document)) << "byte " << at;
        } else {
            ASSERT_NE(document.error().message, "") << "byte " << at;
        }
        flipped[at] = before;
    }
}

} // namespace attn::broken_presets_test
