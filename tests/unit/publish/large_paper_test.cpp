// SPDX-License-Identifier: MIT
// Every figure of every preset as PDF: in one column, across two, and for notes; and of three
// presets at every other size that has a name, and at one in pixels.
#include "core/io/library.h"
#include "core/publish/style.h"
#include "tests/unit/publish/paper.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

using namespace attn;

namespace {

const std::vector<std::string> main_sizes{"paper-1", "paper-2", "note"};

struct LargePaper : ::testing::TestWithParam<std::string> {};

} // namespace

INSTANTIATE_TEST_SUITE_P(At, LargePaper, ::testing::ValuesIn(main_sizes), [](const auto& size) {
    std::string name = size.param;
    std::erase(name, '-');
    return name;
});

TEST_P(LargePaper, EveryFigureOfEveryPresetCanBeRead) {
    const publish::Type type = publish::typesetter();
    const auto presets = io::presets();
    ASSERT_TRUE(presets && !presets->empty());
    for (const io::Preset& preset : *presets)
        test::expect_readable_figures(*io::open_file(preset.path), preset.name, GetParam(), type);
}

TEST(LargePaper, FiguresOfThreePresetsCanBeReadAtEverySize) {
    const publish::Type type = publish::typesetter();
    std::vector<std::string> sizes = publish::size_names();
    sizes.emplace_back("800x600");
    for (const std::string& size : sizes)
        if (std::find(main_sizes.begin(), main_sizes.end(), size) == main_sizes.end())
            for (const std::string preset :
                 {"ten-by-sixty-four", "causal-decoder-block", "concepts"})
                test::expect_readable_figures(io::open_document(preset).value(), preset, size,
                                              type);
}
