// SPDX-License-Identifier: MIT
// Every figure of every preset, and of documents of any length with words of any script, at the
// sizes that have a name.
#include "core/document/new_from_words.h"
#include "core/io/library.h"
#include "tests/unit/publish/paper.h"

#include <string>

using namespace attn;

namespace {

struct LargePaper : ::testing::TestWithParam<const char*> {
    publish::Type type = publish::typesetter();
};

Document of_words(std::vector<std::string> words, Index d_model) {
    NewFromWords asked;
    asked.words = std::move(words);
    asked.d_model = d_model;
    return *document_of(asked);
}

Document of_length(Index count, Index d_model) {
    std::vector<std::string> words;
    for (Index at = 0; at < count; ++at)
        words.push_back("word" + std::to_string(at));
    return of_words(std::move(words), d_model);
}

} // namespace

INSTANTIATE_TEST_SUITE_P(Sizes, LargePaper,
                         testing::Values("paper-1", "paper-2", "neurips", "icml", "acl", "note",
                                         "slide"),
                         [](const auto& size) {
                             std::string name = size.param;
                             std::erase(name, '-');
                             return name;
                         });

TEST_P(LargePaper, HasEveryFigureOfEveryPreset) {
    const auto presets = io::presets();
    ASSERT_TRUE(presets && presets->size() > 10);
    for (const io::Preset& preset : *presets)
        test::expect_readable_figures(*io::open_document(preset.name), preset.name, GetParam(),
                                      type);
}

TEST_P(LargePaper, HasDocumentsOfAnyLengthAndScript) {
    for (const auto& [count, d_model] :
         {std::pair<Index, Index>(3, 4), {8, 8}, {20, 4}, {64, 4}, {300, 4}, {3, 64}})
        test::expect_readable_figures(of_length(count, d_model),
                                      std::to_string(count) + " words, " + std::to_string(d_model) +
                                          " dimensions",
                                      GetParam(), type);
    test::expect_readable_figures(
        of_words({"Donaudampfschifffahrtsgesellschaft", "می\u200cخواهم", "नमस्ते", "你好", "a"}, 4),
        "long words and many scripts", GetParam(), type);
}

TEST_P(LargePaper, HasNumbersOfAnyMagnitude) {
    for (const Real size : {1e-12, 1e-6, 1e3, 1e6}) {
        Document document = of_words({"one", "two", "three", "four"}, 3);
        Matrix x = *document.embeddings;
        x(0, 0) = size;
        document.embeddings = x;
        test::expect_readable_figures(document, "numbers of " + std::to_string(size), GetParam(),
                                      type);
    }
}
