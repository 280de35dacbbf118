// SPDX-License-Identifier: MIT
#include "core/io/document/document_json.h"
#include "core/io/document/library.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

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
    for (std::size_t length = 0; length <= whole.rfind('}'); ++length)
        ASSERT_FALSE(read_document(std::string_view(whole).substr(0, length), "cut.attn"))
            << "cut to " << length << " bytes";
}

TEST_P(BrokenPreset, IsRefusedOrValidWithAnyByteFlipped) {
    std::string flipped = bytes();
    constexpr unsigned char flips[] = {0x01, 0x10, 0x80, 0xFF};
    for (std::size_t at = 0; at < flipped.size(); ++at) {
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
