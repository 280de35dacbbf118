// SPDX-License-Identifier: MIT
// The trained model of the preset stories, in the lab's own engine, goes on with stories that no
// training has drawn: in each kind of story with the words that follow from what was said before.
#include "core/document/commands/texts.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/model/table.h"
#include "core/io/document/library.h"
#include "tests/support/python.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace attn::stories_test {
namespace {

/// Runs the grammar of the stories and returns the lines that it prints.
std::vector<std::string> lines_of_grammar(const std::string& arguments) {
    const auto ended = test::run_shell(
        "/usr/bin/python3 -B '" ATTENTION_SOURCE_DIR "/assets/stories/stories.py' " + arguments);
    EXPECT_EQ(ended.code, 0) << ended.err;
    std::vector<std::string> lines;
    std::istringstream text(ended.out);
    for (std::string line; std::getline(text, line);)
        lines.push_back(line);
    return lines;
}

struct Story {
    std::vector<std::string> words;
    std::vector<Index> following; // the words that follow from those before
};

/// Reads a line of the grammar, where a star stands before each word that follows.
Story story_of(const std::string& line) {
    Story story;
    std::istringstream text(line);
    for (std::string word; text >> word; story.words.push_back(word))
        if (word.starts_with('*')) {
            word.erase(0, 1);
            story.following.push_back(static_cast<Index>(story.words.size()));
        }
    return story;
}

Document preset() {
    return io::open_document("stories").value();
}

const std::vector<std::string> kinds = {"owns", "where", "because", "feels", "agrees"};

/// How often the model's likeliest word is the one that follows, in stories of a kind.
struct Score {
    Index asked = 0, right = 0;
    std::string wrong; // the others, to be read

    Real share() const { return static_cast<Real>(right) / static_cast<Real>(asked); }
};

Score score_of(const Document& document, const std::string& kind) {
    Score score;
    for (const std::string& line :
         lines_of_grammar("--for-tests --seed 2026 --number 100 --kind " + kind)) {
        const Story story = story_of(line);
        const auto read = with_words(document, story.words);
        EXPECT_TRUE(read) << read.error().text();
        const Matrix said = matrix_of(*read, evaluate(*read), {Stage("probabilities")});
        for (const Index at : story.following) {
            Index likeliest = 0;
            said.row(at - 1).maxCoeff(&likeliest);
            const std::string& word = document.vocabulary[static_cast<std::size_t>(likeliest)];
            ++score.asked;
            if (word == story.words[static_cast<std::size_t>(at)])
                ++score.right;
            else
                score.wrong += "\n" + word + " in " + line;
        }
    }
    return score;
}

} // namespace

TEST(Stories, TheModelHasTheWordsOfTheGrammar) {
    EXPECT_EQ(lines_of_grammar("--vocabulary"), std::vector<std::string>(preset().vocabulary));
}

TEST(Stories, TheModelGoesOnWithStoriesThatItHasNotSeen) {
    for (const std::string& kind : kinds) {
        const Score score = score_of(preset(), kind);
        EXPECT_GE(score.asked, 100) << kind;
        EXPECT_GE(score.share(), 0.99) << kind << score.wrong;
    }
}

/// Trained beside it in the same way: it does as well where one look is enough.
TEST(Stories, OneLayerCannotLookFactsUp) {
    const Document document = io::open_document("stories-one-layer").value();
    EXPECT_EQ(layer_count(document), 1);
    EXPECT_EQ(d_model(document), d_model(preset()));
    EXPECT_EQ(document.vocabulary, preset().vocabulary);
    for (const std::string kind : {"because", "feels", "agrees"})
        EXPECT_GE(score_of(document, kind).share(), 0.99) << kind;
    EXPECT_LT(score_of(document, "where").share(), 0.85);
    EXPECT_LT(score_of(document, "owns").share(), 0.95);
}

/// A table with three decimals fits in a window, in a lesson and in a reader's head.
TEST(Stories, TheModelsNumbersHaveThreeDecimals) {
    for (const std::string name : {"stories", "stories-one-layer"}) {
        const Document document = io::open_document(name).value();
        for (const SheetId& sheet : sheets(document))
            if (const SharedMatrix* const matrix = input(document, sheet)) {
                const Matrix thousandths = **matrix * 1000;
                EXPECT_LT((thousandths.array() - thousandths.array().round()).abs().maxCoeff(),
                          1e-6)
                    << name << ' ' << to_text(sheet);
            }
    }
}

} // namespace attn::stories_test
