// SPDX-License-Identifier: MIT
// The tasks that teach learning: each is trained as its lesson says, falls below the loss stated
// here, and then shows a pattern that it did not show before.
#include "core/document/learning/training_run.h"
#include "core/document/model/sheet.h"
#include "core/io/document/lesson.h"
#include "core/io/document/library.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <ostream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace attn;

namespace {

Matrix stage(const Document& document, const SheetId& sheet) {
    return matrix_of(document, evaluate(document), sheet);
}

/// Whether the largest weight of each row exceeds one half and is at the key that the rule names.
bool each_row_looks_at(const Document& document, const std::function<Index(Index)>& key_of) {
    const Matrix weights = stage(document, {Stage::Weights});
    for (Index row = 0; row < weights.rows(); ++row) {
        Index largest = 0;
        if (weights.row(row).maxCoeff(&largest) < 0.5 || largest != key_of(row))
            return false;
    }
    return true;
}

bool looks_at_the_word_before(const Document& document) {
    return each_row_looks_at(document, [](Index row) { return std::max<Index>(row - 1, 0); });
}

/// The same word's last occurrence, or the word itself if it is new.
bool looks_at_the_same_word(const Document& document) {
    return each_row_looks_at(document, [&](Index row) {
        const std::vector<std::string>& words = document.tokens.list();
        for (Index earlier = row - 1; earlier >= 0; --earlier)
            if (words[static_cast<std::size_t>(earlier)] == words[static_cast<std::size_t>(row)])
                return earlier;
        return row;
    });
}

bool looks_at_its_partner(const Document& document) {
    const std::vector<std::pair<std::string, std::string>> pairs = {
        {"Paris", "France"}, {"Rome", "Italy"}, {"Tokyo", "Japan"}};
    return each_row_looks_at(document, [&](Index row) {
        const std::vector<std::string>& words = document.tokens.list();
        const std::string& word = words[static_cast<std::size_t>(row)];
        for (const auto& [city, country] : pairs)
            if (word == city || word == country)
                return static_cast<Index>(
                    std::find(words.begin(), words.end(), word == city ? country : city) -
                    words.begin());
        return row;
    });
}

/// Every vote up to the row counts equally, and the majority has the larger share.
bool counts(const Document& document) {
    const Matrix weights = stage(document, {Stage::Weights});
    const Matrix output = stage(document, {Stage::Output});
    Index yes = 0;
    for (Index row = 0; row < weights.rows(); ++row) {
        const Real even = 1 / static_cast<Real>(row + 1);
        for (Index key = 0; key <= row; ++key)
            if (std::abs(weights(row, key) - even) > 0.1 * even)
                return false;
        yes += document.tokens[static_cast<std::size_t>(row)] == "yes" ? 1 : 0;
        const Index no = row + 1 - yes;
        if (yes != no && (output(row, 0) > output(row, 1)) != (yes > no))
            return false;
    }
    return true;
}

/// The rank of each number, whatever the target is.
bool looks_at_its_number(const Document& document) {
    const Matrix& numbers = *document.of_options.at({Stage::Memory, 0});
    return each_row_looks_at(document, [&](Index row) {
        for (Index at = 0; at < numbers.rows(); ++at)
            if ((numbers.col(0).array() < numbers(at, 0)).count() == row)
                return at;
        return Index{-1};
    });
}

bool has_the_four_words_table(const Document& document) {
    const Document four = *io::open_document("four-words");
    return (stage(document, {Stage::Weights}) - stage(four, {Stage::Weights}))
               .cwiseAbs()
               .maxCoeff() < 0.01;
}

/// The first layer attends one word back, the second to what followed the last occurrence of the
/// same word.
bool looks_at_what_came_next(const Document& document) {
    const Matrix back = stage(document, {Stage::Weights}),
                 found = stage(document, {Stage::Weights, 0, 0, 1}),
                 next = stage(document, {Stage("probabilities")});
    const std::vector<std::string>& words = document.tokens.list();
    const auto word = [&](Index at) { return words[static_cast<std::size_t>(at)]; };
    int again = 0;
    for (Index row = 1; row < back.rows(); ++row) {
        if (back(row, row - 1) < 0.6)
            return false;
        Index last = row - 1;
        while (last >= 0 && word(last) != word(row))
            --last;
        if (last < 0)
            continue;
        Index says = 0;
        (void)next.row(row).maxCoeff(&says);
        if (found(row, last + 1) < 0.99 ||
            document.words_out[static_cast<std::size_t>(says)] != word(last + 1))
            return false;
        ++again;
    }
    return again > 0;
}

struct Task {
    std::string name;
    Real loss; // below which it comes
    bool (*has_pattern)(const Document&);

    friend void PrintTo(const Task& task, std::ostream* out) { *out << task.name; }
};

class Tasks : public ::testing::TestWithParam<Task> {};

/// Which step of the lesson trains.
std::size_t training_step(const OpenedLesson& lesson) {
    const std::vector<LessonStep>& steps = lesson.lesson.steps;
    return static_cast<std::size_t>(
        std::find_if(steps.begin(), steps.end(),
                     [](const LessonStep& step) { return step.training.has_value(); }) -
        steps.begin());
}

} // namespace

TEST_P(Tasks, ReachTheStatedLossAndShowTheirPattern) {
    const auto& [name, loss, has_pattern] = GetParam();
    const Document start = *io::open_document(name);
    const auto lesson = io::open_lesson(name);
    ASSERT_TRUE(lesson) << lesson.error().text();
    const std::size_t at = training_step(*lesson);
    ASSERT_LT(at, lesson->lesson.steps.size());
    const TrainingSettings run = settings_of(*lesson->lesson.steps[at].training, start);
    ASSERT_TRUE(run.seed);
    ASSERT_TRUE(start.training) << "the preset has its settings";
    EXPECT_FALSE(start.training->seed) << "a hand-made beginning is not drawn over";
    const auto learned = trained(start, run);
    ASSERT_TRUE(learned) << learned.error().text();
    EXPECT_LT(stage(*learned, {Stage::Loss})(0, 0), loss);
    EXPECT_GT(stage(start, {Stage::Loss})(0, 0), 100 * loss);
    EXPECT_TRUE(has_pattern(*learned));
    EXPECT_FALSE(has_pattern(start));
    EXPECT_EQ(lesson->documents[at], *learned) << "the lesson shows what was learned";
}

TEST_P(Tasks, BeginWithTheNumbersOfTheirSeed) {
    const Task& task = GetParam();
    const Document start = *io::open_document(task.name);
    const auto lesson = io::open_lesson(task.name);
    ASSERT_TRUE(lesson);
    TrainingSettings run =
        settings_of(*lesson->lesson.steps[training_step(*lesson)].training, start);
    const auto drawn = begin_training(start, run);
    run.seed.reset();
    const auto own = begin_training(start, run);
    ASSERT_TRUE(drawn && own);
    EXPECT_EQ(drawn->document(), own->document());
}

/// If a lesson continues with other words after the training, the rule still holds.
TEST(TasksThatAreRules, HoldForOtherWords) {
    for (const auto& [name, loss, has_pattern] :
         {Task{"copy-the-word-before", 0, looks_at_the_word_before},
          Task{"match-pairs", 0, looks_at_its_partner}, Task{"majority", 0, counts}}) {
        const auto lesson = io::open_lesson(name);
        ASSERT_TRUE(lesson) << lesson.error().text();
        const Document& last = lesson->documents.back();
        EXPECT_NE(last.tokens, io::open_document(name)->tokens) << name;
        EXPECT_TRUE(has_pattern(last)) << name;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Each, Tasks,
    ::testing::Values(Task{"copy-the-word-before", 2e-4, looks_at_the_word_before},
                      Task{"find-the-same-word", 3e-3, looks_at_the_same_word},
                      Task{"induction", 6e-5, looks_at_what_came_next},
                      Task{"match-pairs", 2e-6, looks_at_its_partner},
                      Task{"majority", 1e-6, counts},
                      Task{"sort-by-position", 8e-3, looks_at_its_number},
                      Task{"learn-four-words", 6e-6, has_the_four_words_table}));

TEST(LessonTraining, IsWrittenAsTheCommandLineTakesIt) {
    const std::string file = R"({"title": "A lesson", "preset": "majority", "steps": [
        {"title": "A", "text": "B"},
        {"title": "C", "text": "{training} in {steps} steps",
         "commands": [{"command": "set_training",
             "to": {"optimiser": "gradient", "steps": 7, "learning_rate": 0.25,
                    "weight_decay": 0.5, "learn": ["W_Q", "W_V"]}}],
         "train": {"seed": 9}},
        {"title": "D", "text": "{training}", "preset": "match-pairs"}]})";
    const auto read = io::read_lesson(file, "test.json");
    ASSERT_TRUE(read) << read.error().text();
    const auto opened = io::opened(*read, io::open_document);
    ASSERT_TRUE(opened) << opened.error().text();
    const auto said = [&](std::size_t at) {
        return to_text(*filled(*opened, at, opened->lesson.steps[at].text, opened->documents[at],
                               opened->traces[at], {}));
    };
    const std::string command =
        "attention-lab train majority --optimiser gradient --steps 7 --rate 0.25 "
        "--weight-decay 0.5 --seed 9 --learn W_Q,W_V";
    EXPECT_EQ(said(1), command + " in 7 steps");
    EXPECT_EQ(said(2), command);
}

TEST(LessonTraining, ImpossibleOnesAreRefusedWithTheirStep) {
    const auto fault = [](const std::string& preset, const std::string& step) {
        const std::string file = R"({"title": "A lesson", "preset": ")" + preset +
                                 R"(", "steps": [{"title": "A", "text": "B", )" + step + "}]}";
        const auto read = io::read_lesson(file, "test.json");
        if (!read)
            return read.error().text();
        const auto opened = io::opened(*read, io::open_document);
        return opened ? std::string() : opened.error().text();
    };
    const auto set = [](const std::string& settings) {
        return R"("train": {}, "commands": [{"command": "set_training", "to": {)" + settings +
               "}}]";
    };
    EXPECT_EQ(fault("majority", R"("train": {})"), "");
    EXPECT_EQ(fault("majority", set(R"("steps": 2)")), "");
    for (const auto& [preset, step, said] :
         {std::tuple<const char*, std::string, const char*>{"four-words", R"("train": {})",
                                                            "has no loss"},
          {"majority", R"("train": {"seed": -1})", "train.seed"},
          {"majority", R"("train": {"steps": 2})", "train.steps"},
          {"majority", R"("train": 2)", "expected an object"},
          {"majority", set(R"("learning_rate": -1)"), "learning_rate: the learning rate is -1"},
          {"majority", set(R"("learn": ["P"])"), "its inputs are"},
          {"majority", set(R"("steps": 10001)"), "a lesson has time for 10000"},
          {"majority", R"("notes": "{training}")", "trains; give one of them"}}) {
        const std::string found = fault(preset, step);
        EXPECT_NE(found.find(said), std::string::npos) << step << ": " << found;
    }
}
