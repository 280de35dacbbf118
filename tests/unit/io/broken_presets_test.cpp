// SPDX-License-Identifier: MIT
#include "core/io/document_json.h"
#include "core/io/library.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace attn;
using namespace attn::io;

namespace {

std::vector<std::string> preset_names() {
    std::vector<std::string> names;
    const auto list = presets();
    for (const Preset& preset : list ? *list : std::vector<Preset>{})
        names.push_back(preset.name);
    return names;
}

class BrokenPreset : public testing::TestWithParam<std::string> {
protected:
    std::string bytes() const {
        return test::bytes_of(ATTENTION_SOURCE_DIR "/assets/presets/" + GetParam() + ".attn");
    }
};

} // namespace

INSTANTIATE_TEST_SUITE_P(Each, BrokenPreset, testing::ValuesIn(preset_names()),
                         [](const auto& preset) {
                             std::string name = preset.param;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

TEST_P(BrokenPreset, IsRefusedAtEveryLengthItIsCutTo) {
    const std::string whole = bytes();
    for (std::size_t length = 0; length <= whole.rfind('}'); ++length)
        ASSERT_FALSE(read_document(std::string_view(whole).substr(0, length), "cut.attn"))
            << "cut to " << length << " bytes";
}

TEST_P(BrokenPreset, IsRefusedOrValidWhicheverByteIsFlipped) {
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
