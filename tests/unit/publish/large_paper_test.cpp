// SPDX-License-Identifier: MIT
// Every figure of the presets as PDF, at every named size and at one in pixels: each preset at a
// third of the sizes, for a release (ATTENTION_TESTS_MORE) at all. The figure of heads is read with
// few and many heads and words.
#include "core/document/commands/new_documents.h"
#include "core/io/document/library.h"
#include "core/publish/pictures/style.h"
#include "tests/support/times.h"
#include "tests/unit/publish/paper.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

using namespace attn;

namespace {

std::vector<std::string> all_sizes() {
    std::vector<std::string> sizes = publish::size_names();
    sizes.emplace_back("800x600");
    return sizes;
}

struct LargePaper : ::testing::TestWithParam<std::string> {};

} // namespace

INSTANTIATE_TEST_SUITE_P(At, LargePaper, ::testing::ValuesIn(all_sizes()), [](const auto& size) {
    std::string name = size.param;
    std::erase(name, '-');
    return name;
});

TEST_P(LargePaper, EveryFigureOfEveryPresetIsReadable) {
    const publish::Type type = publish::typesetter();
    const auto presets = io::presets();
    ASSERT_TRUE(presets && !presets->empty());
    const std::vector<std::string> sizes = all_sizes();
    const auto size = std::find(sizes.begin(), sizes.end(), GetParam()) - sizes.begin();
    const int every = attn::test::times(1) > 1 ? 1 : 8;
    int looked_at = 0;
    for (std::size_t at = 0; at < presets->size(); ++at)
        if ((static_cast<int>(at) + size) % every == 0) {
            const io::Preset& preset = (*presets)[at];
            test::expect_readable_figures(*io::open_file(preset.path), preset.name, GetParam(),
                                          type);
            ++looked_at;
        }
    EXPECT_GE(looked_at, 3);
}

TEST(LargePaper, FewAndManyHeadsAndWordsAreReadable) {
    const publish::Type type = publish::typesetter();
    const std::vector<std::string> all{
        "When", "the",   "old", "dog",    "heard", "the", "small", "mouse", "run",   "across",
        "the",  "floor", "it",  "opened", "one",   "eye", "and",   "slept", "again", "quietly"};
    for (const Index heads : {2, 4, 12})
        for (const std::ptrdiff_t words : {3, 8, 20}) {
            NewFromWords asked;
            asked.words = {all.begin(), all.begin() + words};
            asked.d_model = 24;
            asked.heads = heads;
            const Document document = document_of(asked).value();
            for (const std::string size : {"paper-1", "paper-2", "note", "slide"})
                test::expect_readable_figures(
                    document, std::to_string(heads) + " heads, " + std::to_string(words) + " words",
                    size, type, "heads");
        }
}
