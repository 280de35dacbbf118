// SPDX-License-Identifier: MIT
// Documents whose X is looked up in a table: the same word has the same row, an edit of a row
// reaches every place of its word, and words stay within the vocabulary.
#include "core/document/commands/command.h"
#include "core/document/commands/difference.h"
#include "core/document/explaining/derivation.h"
#include "core/document/explaining/sensitivity.h"
#include "core/document/learning/training.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/document/model/table.h"
#include "core/document/telling/next_word.h"
#include "core/document/telling/step.h"
#include "core/io/document/document_json.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace attn::tables_test {

namespace {

/// "the cat the", of a vocabulary in which "dog" is not used. Two layers, a final norm.
std::string text(const std::string& unembedding = R"("tied")", const std::string& more = "",
                 const std::string& words = R"(["the", "cat", "the"])",
                 const std::string& vocabulary = R"(["cat", "dog", "the"])") {
    return R"({"format": "attention-lab", "version": [2, 0], "title": "T",
      "model": {"kind": "block", "embedding": "table", "unembedding": )" +
           unembedding + R"(, "mask": "causal",
        "block": {"norm": "layer", "mlp": "none", "layers": 2, "final_norm": true}},
      "lists": {"words": )" +
           words + R"(, "vocabulary": )" + vocabulary + R"(},
      "inputs": {"E": [[1, 0.5], [0, 1], [0.25, -1]], )" +
           more + R"("W_Q/0": [[1, 0], [0.5, 1]], "W_K/0": [[1, 1], [0, 1]],
        "W_V/0": [[0.5, 0], [1, 1]], "W_O": [[1, 0.25], [0, 1]],
        "gamma_1": [[1, 2]], "beta_1": [[0.5, 0]],
        "W_Q@1": [[1, 0], [0.5, 1]], "W_K@1": [[1, 1], [0, 1]],
        "W_V@1": [[0.5, 0], [1, 1]], "W_O@1": [[1, 0.25], [0, 1]],
        "gamma_1@1": [[1, 2]], "beta_1@1": [[0.5, 0]],
        "gamma_f": [[2, 1]], "beta_f": [[0, 0.5]]}})";
}

Document read(const std::string& json) {
    auto document = io::read_document(json, "t.attn");
    EXPECT_TRUE(document) << (document ? "" : document.error().text());
    return document ? *std::move(document) : new_document();
}

std::string error_of(const std::string& json) {
    const auto document = io::read_document(json, "t.attn");
    return document ? "" : document.error().text();
}

const std::string own = R"("U": [[1, 0], [0, 1], [1, 1]], )";

Document tied() {
    return read(text());
}

Document after(const Document& document, const Command& command) {
    auto made = attn::apply(document, command);
    EXPECT_TRUE(made) << (made ? "" : made.error().text());
    return made ? *std::move(made) : document;
}

std::string fault(const Document& document, const Command& command) {
    const auto made = attn::apply(document, command);
    return made ? "" : made.error().text();
}

Matrix numbers(const Document& document, const std::string& sheet) {
    return matrix_of(document, evaluate(document), parse_sheet(sheet).value());
}

std::string replaced(std::string whole, const std::string& from, const std::string& to) {
    return whole.replace(whole.find(from), from.size(), to);
}

} // namespace

TEST(Table, EveryPlaceOfAWordHasItsRow) {
    const Document document = tied();
    EXPECT_EQ(token_count(document), 3);
    EXPECT_EQ(d_model(document), 2);
    EXPECT_EQ(numbers(document, "X"), (Matrix{{0.25, -1}, {1, 0.5}, {0.25, -1}}));
    EXPECT_EQ(embeddings_of(document), numbers(document, "X"));
    EXPECT_FALSE(input(document, {Stage::X}));
    EXPECT_TRUE(input(document, {Stage("E")}));
    EXPECT_EQ(formula(document, Stage::X), "E[word]");
    EXPECT_EQ(shape_of(document, {Stage("logits")}), (Shape{3, 3}));
    EXPECT_EQ(column_names(document, {Stage("logits")}), document.vocabulary.list());
}

TEST(Table, AnEditOfARowReachesEveryPlaceOfItsWord) {
    const Document before = tied();
    const Trace trace = evaluate(before);
    const Document now = after(before, SetCell{{{Stage("E")}, 2, 1}, 3});
    const Trace fast = evaluate(now, before, trace), whole = evaluate(now);
    EXPECT_EQ(numbers(now, "X"), (Matrix{{0.25, 3}, {1, 0.5}, {0.25, 3}}));
    for (const SheetId& sheet : sheets(now))
        EXPECT_EQ(matrix_of(now, fast, sheet), matrix_of(now, whole, sheet)) << to_text(sheet);
    EXPECT_FALSE(attn::apply(before, SetCell{{{Stage::X}, 0, 0}, 1}));
}

/// The same stages with other words: the kept plan must not be taken.
TEST(Table, AnotherWordIsLookedUpAgain) {
    const Document before = tied();
    const Trace trace = evaluate(before);
    for (const Command& command : {Command(RenameToken{1, "dog"}), Command(MoveToken{0, 1}),
                                   Command(RemoveToken{0}), Command(InsertToken{0, "dog", {}})}) {
        const Document now = after(before, command);
        const Trace fast = evaluate(now, before, trace), whole = evaluate(now);
        for (const SheetId& sheet : sheets(now))
            EXPECT_EQ(matrix_of(now, fast, sheet), matrix_of(now, whole, sheet))
                << to_text(sheet) << " " << describe(before, command);
    }
    EXPECT_EQ(numbers(after(before, InsertToken{3, "dog", {}}), "X").row(3), (Matrix{{0, 1}}));
}

TEST(Table, CommandsKeepToTheVocabulary) {
    const Document document = tied();
    EXPECT_EQ(fault(document, RenameToken{1, "cats"}),
              "the word \"cats\" is not in the vocabulary, whose nearest words are \"cat\", "
              "\"dog\" and \"the\"");
    EXPECT_NE(fault(document, InsertToken{0, "fog", {}}).find("nearest words are \"dog\""),
              std::string::npos);
    EXPECT_NE(fault(document, InsertToken{0, "dog", Matrix{{1, 2}}}).find("its row of E"),
              std::string::npos);
    EXPECT_EQ(fault(document, RenameToken{1, "dog"}), "");
    EXPECT_NE(fault(document, Give{{Stage("E")}}).find("input already"), std::string::npos);
}

TEST(Table, AGivenXStandsBeforeTheTable) {
    const Document document = tied();
    const Document given = after(document, Give{{Stage::X}, Matrix{{1, 2}, {3, 4}, {5, 6}}});
    EXPECT_EQ(numbers(given, "X"), (Matrix{{1, 2}, {3, 4}, {5, 6}}));
    EXPECT_EQ(embeddings_of(given), numbers(given, "X"));
    EXPECT_NE(numbers(given, "Q"), numbers(document, "Q"));
    EXPECT_EQ(after(given, Release{{Stage::X}}), document);
    EXPECT_EQ(read(io::write_document(given)), given);
}

TEST(Table, FilesComeBackAsTheyWere) {
    for (const std::string& json : {text(), text(R"("own")", own)}) {
        const Document document = read(json);
        const std::string written = io::write_document(document);
        EXPECT_EQ(read(written), document);
        EXPECT_EQ(written.find("\"X\""), std::string::npos) << written;
        EXPECT_EQ(written.find("words_out\": ["), std::string::npos) << written;
    }
    // A block that reads a table says the next word, with that table, unless it says otherwise.
    const std::string silent = replaced(text(), R"("unembedding": "tied", )", "");
    EXPECT_EQ(read(silent), tied());
    const Document mute =
        read(replaced(replaced(silent, R"("final_norm": true)", R"("words_out": false)"),
                      R"(,
        "gamma_f": [[2, 1]], "beta_f": [[0, 0.5]])",
                      ""));
    EXPECT_FALSE(has_stage(mute, Stage("logits")));
    EXPECT_EQ(read(io::write_document(mute)), mute);
    const Document plain = read(
        R"({"format": "attention-lab", "version": [2, 0], "model": {"embedding": "table"},
            "lists": {"words": ["b", "a", "b"], "vocabulary": ["a", "b"]},
            "inputs": {"E": [[1], [2]], "W_Q": [[1]], "W_K": [[1]], "W_V": [[3]]}})");
    EXPECT_EQ(numbers(plain, "V"), (Matrix{{6}, {3}, {6}}));
    EXPECT_EQ(read(io::write_document(plain)), plain);
}

TEST(Table, BadFilesAreRefusedWithPlaceAndRemedy) {
    const auto expect = [](const std::string& json, const std::vector<std::string>& parts) {
        const std::string error = error_of(json);
        for (const std::string& part : parts)
            EXPECT_NE(error.find(part), std::string::npos) << part << "\n" << error;
    };
    expect(text(R"("tied")", "", R"(["the", "fox"])"),
           {"t.attn:4:34", "lists.words[1]", "the word \"fox\" is not in the vocabulary",
            "nearest words are \"dog\""});
    expect(
        text(R"("tied")", "", R"(["cat"])", R"(["cat", "dog", "cat"])"),
        {"lists.vocabulary[2]", "\"cat\" is in the vocabulary already, as word 0", "remove one"});
    expect(text(R"("tied")", "", R"(["cat"])", R"(["cat", "dog"])"),
           {"inputs.E", "3 × 2, expected 2 × 2", "one row for each word of the vocabulary"});
    expect(replaced(text(), R"(, "vocabulary": ["cat", "dog", "the"])", ""),
           {"the list \"vocabulary\" is missing"});
    expect(replaced(text(), R"("vocabulary")", R"("words_out": ["a"], "vocabulary")"),
           {"lists.words_out", "leave this list out"});
    expect(replaced(text(), R"("E")", R"("F")"), {"no input of this name", "\"E\""});
    expect(text(R"("other")"), {"model.unembedding", "\"tied\", \"own\""});
    expect(text(R"("own")"), {"the input \"U\" is missing"});
    expect(replaced(text(), R"("table")", R"("rows")"),
           {"model.embedding", "\"given\", \"table\""});
    expect(R"({"format": "attention-lab", "version": [2, 0],
               "model": {"kind": "block", "embedding": "table",
                 "block": {"norm": "none", "mlp": "none", "final_norm": true}},
               "lists": {"words": ["a"], "vocabulary": ["a"]},
               "inputs": {"E": [[1]], "W_Q": [[1]], "W_K": [[1]], "W_V": [[1]], "W_O": [[1]]}})",
           {"block.final_norm", "the block has no norm"});
    expect(replaced(text(), R"("final_norm": true)", R"("words_out": false, "final_norm": true)"),
           {"model.unembedding", "words_out"});
    expect(replaced(text(), R"("embedding": "table", "unembedding": "tied", )", ""),
           {"lists.vocabulary", "\"embedding\": \"table\""});
    std::string many;
    for (int word = 0; word < 50'000; ++word)
        many += (word == 0 ? "[\"w" : ", \"w") + std::to_string(word) + "\"";
    expect(text(R"("tied")", "", R"(["w1"])", many + "]"),
           {"lists.vocabulary", "50000 words are more than the limit of 4096", "leave out"});
}

TEST(Table, ALookedUpNumberComesFromItsRow) {
    const Document document = tied();
    const Trace trace = evaluate(document);
    const Derivation made = derive(document, trace, {{Stage::X}, 2, 1});
    EXPECT_EQ(made.result, -1);
    ASSERT_EQ(made.terms.size(), 1U);
    EXPECT_EQ(made.terms[0].factors[0].place, (Place{{Stage("E")}, 2, 1}));
    EXPECT_EQ(made.formula, "E[2,1]");
}

/// The gradient of a word that stands twice is the sum over its places; one of a tied table has
/// what the logits add as well.
TEST(Table, GradientsEqualCentralDifferences) {
    for (const std::string& json : {text(), text(R"("own")", own)}) {
        const Document document = read(json);
        const Place of{{Stage("probabilities")}, 2, 1};
        const auto found = sensitivity(document, evaluate(document), of);
        for (const SheetId& sheet : {SheetId{Stage("E")}, SheetId{Stage("gamma_f")}}) {
            const auto one = std::find_if(found.gradients.begin(), found.gradients.end(),
                                          [&](const auto& each) { return each.sheet == sheet; });
            ASSERT_NE(one, found.gradients.end()) << to_text(sheet);
            for (Index row = 0; row < one->values.rows(); ++row)
                for (Index column = 0; column < one->values.cols(); ++column) {
                    constexpr Real step = 1e-5;
                    const auto moved = [&](Real by) {
                        const Place place{sheet, row, column};
                        const Document now =
                            after(document, SetCell{place, value_at(document, {}, place) + by});
                        return value_at(now, evaluate(now), of);
                    };
                    EXPECT_NEAR(one->values(row, column), (moved(step) - moved(-step)) / (2 * step),
                                1e-9)
                        << to_text(sheet) << row << column;
                }
        }
    }
}

TEST(Table, ATrainingLearnsTheTable) {
    Document document = tied();
    AttentionOptions options = document.options;
    options.loss = Loss{{Stage("probabilities")}, Loss::Kind::CrossEntropy};
    document = after(document, SetOptions{options, "Loss"});
    document = after(document,
                     SetMatrix{{Stage::Target}, Matrix{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, "Target"});
    const auto learned = learned_inputs(document);
    EXPECT_NE(std::find(learned.begin(), learned.end(), SheetId{Stage("E")}), learned.end());
    TrainingSettings settings;
    settings.steps = 50;
    auto training = begin_training(document, settings);
    ASSERT_TRUE(training) << training.error().text();
    const Real before = training->loss();
    for (int step = 0; step < settings.steps; ++step)
        ASSERT_TRUE(training->step());
    EXPECT_LT(training->loss(), 0.8 * before);
    EXPECT_NE(numbers(training->document(), "E"), numbers(document, "E"));
}

TEST(Table, SwitchingItOnAndOffKeepsTheNumbers) {
    Document document = new_document();
    const Trace before = evaluate(document);
    AttentionOptions options = document.options;
    options.has_table = true;
    const Document table = after(document, SetOptions{options, "Table"});
    EXPECT_EQ(table.vocabulary.list(), document.tokens.list());
    EXPECT_EQ(numbers(table, "X"), numbers(document, "X"));
    EXPECT_EQ(numbers(table, "output"), matrix_of(document, before, {Stage::Output}));
    options.has_table = false;
    EXPECT_EQ(after(table, SetOptions{options, "Given"}), document);

    // With a next word, the table is E of before; a word that stood twice has one row from now on.
    const Document whole = tied();
    options = whole.options;
    options.has_table = false;
    const Document given = after(whole, SetOptions{options, "Given"});
    EXPECT_EQ(given.words_out.list(), whole.vocabulary.list());
    for (const char* const sheet : {"X", "logits", "probabilities"})
        EXPECT_EQ(numbers(given, sheet), numbers(whole, sheet)) << sheet;
    EXPECT_TRUE(input(given, {Stage::X}));
}

TEST(Table, CommandsLeadFromOneDocumentToAnother) {
    const Document first = tied();
    const Document second =
        after(after(first, InsertToken{1, "dog", {}}), SetCell{{{Stage("E")}, 0, 1}, -2});
    AttentionOptions options = first.options;
    options.has_table = false;
    const Document given = after(first, SetOptions{options, "Given"});
    for (const auto& [from, to] : {std::pair(first, second), std::pair(second, first),
                                   std::pair(given, second), std::pair(second, given)}) {
        Document now = from;
        for (const Command& command : commands_between(from, to))
            now = after(now, command);
        EXPECT_EQ(now, to);
    }
    EXPECT_EQ(commands_between(first, second).size(), 2U);
}

TEST(Table, TheFinalNormFollowsTheBlock) {
    Document document = tied();
    AttentionOptions options = document.options;
    options.block->norm = Block::Norm::None;
    const Document bare = after(document, SetOptions{options, "No norm"});
    EXPECT_FALSE(bare.options.block->has_final_norm);
    EXPECT_FALSE(has_stage(bare, Stage("norm_f")));
    options = document.options;
    options.block->has_own_words_out = true;
    const Document with_u = after(document, SetOptions{options, "U"});
    EXPECT_EQ(numbers(with_u, "logits"), numbers(document, "logits")); // U begins as E
    EXPECT_TRUE(input(with_u, {Stage::U}));
}

TEST(Table, WordsOutKeepTheirNumbersUnderEitherNameAndInEitherPlace) {
    AttentionOptions options = tied().options;
    options.has_table = false;
    const Document e = after(tied(), SetOptions{options, "Given"});
    options.block->has_own_words_out = true;
    const Document u = after(e, SetOptions{options, "U"});
    EXPECT_FALSE(input(u, {Stage("E")}));
    EXPECT_EQ(numbers(u, "logits"), numbers(e, "logits"));
    options.block->has_own_words_out = false;
    EXPECT_EQ(after(u, SetOptions{options, "E"}), e);

    const Document trained = after(u, SetCell{{{Stage::U}, 1, 0}, 7});
    options = trained.options;
    options.has_table = true;
    const Document looked_up = after(trained, SetOptions{options, "Table"});
    ASSERT_TRUE(input(looked_up, {Stage::U}));
    const Matrix before = numbers(trained, "logits"), now = numbers(looked_up, "logits");
    for (std::size_t word = 0; word < trained.words_out.size(); ++word) {
        const auto& all = looked_up.vocabulary.list();
        const auto row = std::find(all.begin(), all.end(), trained.words_out[word]) - all.begin();
        EXPECT_EQ(now.col(row), before.col(static_cast<Index>(word))) << trained.words_out[word];
    }
}

TEST(Table, PartsOfLayersKeepTheirNumbers) {
    for (const std::string& json : {text(), text(R"("own")", own)}) {
        const Document document = read(json);
        const Trace trace = evaluate(document);
        std::set<std::string> shown;
        for (Index layer = 0; layer < 2; ++layer) {
            View view;
            view.layer = layer;
            const OpenPart part(document, trace, view);
            const Trace own_trace = evaluate(part.document());
            for (const SheetId& sheet : sheets(part.document())) {
                const SheetId whole = part.in_whole(sheet);
                shown.insert(to_text(whole));
                EXPECT_EQ(matrix_of(part.document(), own_trace, sheet),
                          matrix_of(document, trace, whole))
                    << to_text(sheet) << " of layer " << layer;
            }
        }
        for (const SheetId& sheet : sheets(document)) {
            EXPECT_TRUE(shown.contains(to_text(sheet))) << to_text(sheet);
            View view;
            open_part_of(document, sheet, view);
            const OpenPart part(document, trace, view);
            EXPECT_TRUE(part.in_part(sheet)) << to_text(sheet);
        }
    }
}

TEST(Table, TheNextWordHasItsRowAlready) {
    const Document document = tied();
    const auto next = next_word(document, evaluate(document), {});
    ASSERT_TRUE(next) << next.error().text();
    const Document longer = after(document, next->command);
    EXPECT_EQ(longer.tokens.back(), next->name);
    EXPECT_EQ(numbers(longer, "X").row(3),
              (**input(document, {Stage("E")})).row(*row_in_table(document, next->name)));
}

TEST(Table, LearnedPositionsStayAtTheirPlaces) {
    Document document = tied();
    AttentionOptions options = document.options;
    options.positions.kind = Positions::Kind::Learned;
    document = after(document, SetOptions{options, "Positions"});
    document = after(document, SetMatrix{{Stage::P}, Matrix{{1, 1}, {2, 2}, {3, 3}}, "P"});
    const Document moved = after(document, MoveToken{0, 2});
    EXPECT_EQ(**input(moved, {Stage::P}), **input(document, {Stage::P}));
    EXPECT_EQ(**input(after(document, RemoveToken{0}), {Stage::P}), (Matrix{{1, 1}, {2, 2}}));
}

TEST(Table, EveryStepIsTold) {
    const Document document = tied();
    const Trace trace = evaluate(document);
    std::string all;
    for (const Step& step : steps(document)) {
        all += formula(document, step);
        for (const attn::Run& run : sentence(document, trace, {}, step))
            all += run.text;
    }
    EXPECT_NE(all.find("looked up as row 2 of the table E"), std::string::npos) << all;
    EXPECT_NE(all.find("X = E[word]"), std::string::npos) << all;
    EXPECT_NE(all.find("norm_{f}"), std::string::npos) << all;
}

} // namespace attn::tables_test
