// SPDX-License-Identifier: MIT
// Laws of documents with options: files, commands, changes, and everything made from them.
#include "core/document/commands/command.h"
#include "core/document/explaining/derivation_latex.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/option_inputs.h"
#include "core/document/model/sheet.h"
#include "core/document/telling/step.h"
#include "core/engine/pass/change.h"
#include "core/figure/paper/figures.h"
#include "core/io/document/command_json.h"
#include "core/io/document/document_json.h"
#include "core/publish/code/code.h"
#include "core/publish/text/latex.h"
#include "core/publish/text/sheet_formats.h"
#include "tests/support/random_document.h"
#include "tests/support/random_without_x.h"
#include "tests/support/same_bits.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cctype>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

using namespace attn;
using attn::test::Random;
using attn::test::random_document;
using attn::test::random_document_of_any_kind;
using attn::test::random_joined_document;

namespace {

constexpr std::uint32_t seeds = 210, parts = 7;

/// A seventh of the seeds, so that tests can run in parallel; every second document has words as
/// columns.
class OptionsOfPart : public ::testing::TestWithParam<std::uint32_t> {
protected:
    static std::vector<Document> documents(std::uint32_t count = seeds) {
        std::vector<Document> list;
        for (std::uint32_t seed = GetParam(); seed <= count; seed += parts) {
            list.push_back(random_document_of_any_kind(seed));
            if (seed / parts % 2 == 1)
                list.back().convention = Convention::TokensAsColumns;
        }
        for (std::uint32_t seed = GetParam(); seed <= count / 2; seed += parts) {
            list.push_back(attn::test::random_document_without_x(seed));
            if (seed / parts % 2 == 1)
                list.back().convention = Convention::TokensAsColumns;
        }
        return list;
    }
};
INSTANTIATE_TEST_SUITE_P(Seeds, OptionsOfPart, ::testing::Range(1U, parts + 1));

void expect_same_traces(const Document& document, const Trace& a, const Trace& b) {
    for (const SheetId& sheet : sheets(document))
        EXPECT_TRUE(test::is_same(matrix_of(document, a, sheet), matrix_of(document, b, sheet)))
            << to_text(sheet);
}

/// Changes a number, a switch, the words or the options.
Command random_change(const Document& document, Random& random) {
    switch (random.whole(0, 6)) {
    case 0:
        return SetTemperature{random.real(0.5, 3)};
    case 1:
        return SetMask{{Mask::Kind::Causal, {}}};
    case 2:
        return InsertToken{
            random.whole(0, token_count(document)), attn::test::some_word(document), {}};
    case 3:
        return SetOptions{
            random_document_of_any_kind(static_cast<std::uint32_t>(random.whole(1, 200))).options,
            "Options"};
    default: {
        std::vector<SheetId> given;
        for (const SheetId& sheet : sheets(document))
            if (is_given(document, sheet.stage))
                given.push_back(sheet);
        const SheetId& sheet =
            given[static_cast<std::size_t>(random.whole(0, static_cast<Index>(given.size()) - 1))];
        const Shape shape = shape_of(document, sheet);
        return SetCell{{sheet, random.whole(0, shape.rows - 1), random.whole(0, shape.columns - 1)},
                       random.real(-2, 2)};
    }
    }
}

/// The values of the document's options and switches: "mask 3", "score 0".
std::set<std::string> values_of(const Document& document) {
    const AttentionOptions& options = document.options;
    const Switches& switches = document.switches;
    std::set<std::string> seen;
    const auto add = [&seen](const std::string& what, auto value) {
        seen.insert(what + " " + std::to_string(static_cast<int>(value)));
    };
    add("projections", document.projections);
    add("join", document.join);
    add("biases", options.has_biases);
    add("groups", group_count(document) == head_count(document) ? 0 : group_count(document));
    add("memory", options.has_memory);
    add("score", options.score.kind);
    add("positions", options.positions.kind);
    add("pairs", options.positions.are_neighbours);
    add("waves", options.positions.waves);
    add("part turns", options.positions.turned > 0);
    add("mean weights", options.has_mean_weights);
    add("qk norm", options.has_qk_norm);
    add("limit", options.soft_limit.has_value());
    add("sink", options.has_sink);
    add("table", options.has_table);
    add("score bias", options.has_score_bias);
    add("given", !given_stages(document).empty());
    add("scale", switches.scale.kind);
    add("mask", switches.mask.kind);
    add("normaliser", switches.normaliser);
    add("axis", switches.axis);
    add("temperature", switches.temperature == 1);
    add("block", options.block.has_value());
    if (!options.block)
        return seen;
    add("norm", options.block->norm);
    add("place", options.block->place);
    add("mlp", options.block->mlp);
    add("words out", options.block->has_words_out);
    add("own words out", options.block->has_own_words_out);
    add("final norm", options.block->has_final_norm);
    return seen;
}

} // namespace

TEST(Options, SixtyDocumentsHaveEveryValue) {
    for (const std::uint32_t first : {1U, 61U, 121U}) {
        std::set<std::string> seen;
        for (std::uint32_t seed = first; seed < first + 60; ++seed) {
            const Document document = random_document_of_any_kind(seed);
            const auto valid = validate(document);
            ASSERT_TRUE(valid) << document.title << ": " << valid.error().text();
            seen.merge(values_of(document));
        }
        std::string list;
        for (const std::string& value : seen)
            list += value + ", ";
        // Switches and flags must have as many values as listed here, kinds as many as they have
        // rows.
        EXPECT_EQ(seen.size(), count_of<Positions::Kind>() + count_of<Score::Kind>() +
                                   count_of<Block::Norm>() + count_of<Block::Mlp>() + 2 + 2 + 3 +
                                   2 + 3 + 2 + 2 + 3 + 2 + 2 + 2 + 2 + 5 + 7 + normalisers.size() +
                                   2 + 2 + 2 + 2 + 2 + 2 + 2 + 2 + 2 + 2)
            << list;
    }
}

/// Tries each option alone, because another one may also keep a document from the fast pass.
TEST(Options, TheFastPassRunsOnlyIfItKnowsEveryStage) {
    std::set<Stage> known(head_stages.begin(), head_stages.end());
    known.insert({Stage::Joined, Stage::WO, Stage::Attention});
    std::set<std::string> tried, keys;
    for (std::uint32_t seed = 1; seed <= 120; ++seed) {
        const nlohmann::json all = nlohmann::json::parse(
            io::write_command(SetOptions{random_document_of_any_kind(seed).options, "Options"}));
        for (const auto& [key, value] : all["to"].items()) {
            nlohmann::json alone = all;
            alone["to"] = {{key, value}};
            if (key == "unembedding") // the block says the next word
                alone["to"]["block"] = all["to"]["block"];
            keys.insert(key);
            const auto one = io::read_command(alone.dump(), "options");
            ASSERT_TRUE(one) << one.error().text();
            const auto after = attn::apply(random_joined_document(seed), *one);
            if (!after)
                continue;
            tried.insert(key);
            const Graph stages = graph(*after);
            for (const Node& node : stages.nodes())
                EXPECT_TRUE(!is_of_heads(*after) || known.contains(node.sheet.stage))
                    << key << " makes " << to_text(node.sheet);
        }
    }
    EXPECT_EQ(tried, keys);
    EXPECT_GT(keys.size(), 10U);
}

/// Without its row for what is missing, a stage would be blamed on a missing block.
TEST(Options, AMissingStageNamesWhatItNeeds) {
    std::set<Stage> found;
    for (std::uint32_t seed = 1; seed <= 120; ++seed)
        if (const Document document = random_document_of_any_kind(seed); !document.options.block)
            for (const SheetId& sheet : sheets(document))
                found.insert(sheet.stage);
    const Document plain = random_document(1);
    std::size_t count = 0;
    for (const Stage stage : found)
        if (!has_stage(plain, stage)) {
            EXPECT_NE(model_of(plain).lack(plain, stage), "it has no block") << stage.name();
            ++count;
        }
    EXPECT_GT(count, 20U);
}

TEST_P(OptionsOfPart, AreReadBackAsWritten) {
    for (const Document& document : documents()) {
        SCOPED_TRACE(document.title);
        const std::string text = io::write_document(document);
        const auto back = io::read_document(text, "options.attn");
        ASSERT_TRUE(back) << back.error().text();
        EXPECT_EQ(*back, document);
        EXPECT_EQ(io::write_document(*back), text);
    }
}

TEST_P(OptionsOfPart, InDamagedFilesAreRefusedOrValid) {
    for (const Document& document : documents(21)) {
        SCOPED_TRACE(document.title);
        const std::string text = io::write_document(document);
        // About 200 places of a file, however long it is.
        const std::size_t apart = std::max<std::size_t>(23, text.size() / 200);
        for (std::size_t length = 0; length < text.rfind('}'); length += 1 + length % apart)
            EXPECT_FALSE(io::read_document(std::string_view(text).substr(0, length), "cut.attn"));
        const auto expect_valid = [](const std::string& changed) {
            const auto read = io::read_document(changed, "changed.attn");
            if (!read) {
                EXPECT_FALSE(read.error().message.empty());
                return;
            }
            EXPECT_TRUE(validate(*read));
            const Trace trace = evaluate(*read);
            for (const SheetId& sheet : sheets(*read))
                EXPECT_GT(matrix_of(*read, trace, sheet).size(), 0) << to_text(sheet);
        };
        Random random(7);
        for (std::size_t at = 0; at < text.size(); at += apart) {
            std::string changed = text;
            changed[at] = static_cast<char>(32 + random.whole(0, 94));
            expect_valid(changed);
        }
        // Replaces each digit of the model by values of other documents and of none.
        constexpr std::array of_others = {"0", "1", "3", "9"},
                             of_none = {"-1", "1e400", "null", "[1]"};
        for (std::size_t at = text.find("\"model\""); at < text.find("\"inputs\""); ++at)
            if (std::isdigit(static_cast<unsigned char>(text[at])) != 0)
                for (const char* const digit : {of_others[at % 4], of_none[at / 4 % 4]}) {
                    std::string changed = text;
                    expect_valid(changed.replace(at, 1, digit));
                }
    }
}

TEST_P(OptionsOfPart, InCommandsAreReadBackAsWritten) {
    for (const Document& document : documents()) {
        SCOPED_TRACE(document.title);
        const Command command = SetOptions{document.options, "Options"};
        const std::string text = io::write_command(command);
        const auto back = io::read_command(text, "journal");
        ASSERT_TRUE(back) << back.error().text();
        EXPECT_EQ(io::write_command(*back), text);
        const auto* const set = std::get_if<SetOptions>(&*back);
        ASSERT_NE(set, nullptr);
        EXPECT_EQ(set->options, document.options);
    }
}

TEST_P(OptionsOfPart, FromAnotherDocumentAreValidOrRefused) {
    std::size_t done = 0, count = 0;
    for (const Document& document : documents())
        for (std::uint32_t seed = 1; seed <= 60; seed += 9) {
            SCOPED_TRACE(document.title + " with those of " + std::to_string(seed));
            const AttentionOptions options = random_document_of_any_kind(seed).options;
            const auto after = attn::apply(document, SetOptions{options, "Options"});
            ++count;
            if (!after) {
                EXPECT_FALSE(after.error().message.empty());
                continue;
            }
            ++done;
            const auto back = io::read_document(io::write_document(*after), "changed.attn");
            ASSERT_TRUE(back) << back.error().text();
            EXPECT_EQ(*back, *after);
        }
    EXPECT_GT(done, count / 10);
}

/// The list of stages must match the graph: a stage that only one of them has would lack numbers or
/// a name.
TEST_P(OptionsOfPart, HaveTheStagesOfTheirGraphAndNoOthers) {
    for (const Document& document : documents()) {
        SCOPED_TRACE(document.title);
        const Graph stages = graph(document);
        std::size_t count = 0;
        for (const StageInfo& about : attn::stages(Model::Attention))
            for (Index head = 0; head < sheet_count(document, about.stage); ++head)
                for (Index layer = 0; layer < layer_count(document); ++layer)
                    for (const bool is_cross : {false, true}) {
                        const SheetId sheet{about.stage, head, 0, layer, is_cross};
                        EXPECT_EQ(exists(document, sheet), stages.find(sheet).has_value())
                            << to_text(sheet);
                        count += exists(document, sheet) ? 1 : 0;
                    }
        EXPECT_EQ(count, stages.nodes().size());
    }
}

/// Choosing a kind drops what it does not read, because a file would not store it.
TEST(Options, DropWhatTheChosenKindDoesNotRead) {
    for (const Positions::Kind kind : all_of<Positions::Kind>())
        for (const Score::Kind score : all_of<Score::Kind>()) {
            AttentionOptions options;
            options.positions = {kind, 500, true, 8, 20, Waves::Halves, 2};
            options.score = {score, 2.5};
            const auto after =
                attn::apply(random_document(2), SetOptions{options, "Positions and scores"});
            if (!after)
                continue; // such as rotary positions of an odd width
            const auto back = io::read_document(io::write_document(*after), "changed.attn");
            ASSERT_TRUE(back) << back.error().text();
            EXPECT_EQ(*back, *after) << static_cast<int>(kind) << " " << static_cast<int>(score);
        }
}

/// Biases of 0, separate sinks, blocks that add 0: new parts change no existing number.
TEST_P(OptionsOfPart, NewOnesChangeNoOutput) {
    for (std::uint32_t seed = GetParam(); seed <= 70; seed += parts) {
        const Document document = random_document(seed);
        SCOPED_TRACE(document.title);
        AttentionOptions options;
        options.has_biases = true;
        options.positions.kind =
            seed % 2 == 0 ? Positions::Kind::Learned : Positions::Kind::Buckets;
        options.score.kind = seed % 3 == 0 ? Score::Kind::General : Score::Kind::Dot;
        options.has_memory = seed % 5 == 0;
        const auto after = attn::apply(document, SetOptions{options, "Options"});
        ASSERT_TRUE(after) << after.error().text();
        const Trace before = evaluate(document), now = evaluate(*after);
        for (Index head = 0; head < head_count(document); ++head) {
            const SheetId output{Stage::Output, head};
            const Matrix a = matrix_of(document, before, output),
                         b = matrix_of(*after, now, output);
            if (a.allFinite()) {
                EXPECT_LE((a - b).cwiseAbs().maxCoeff(), 1e-9 * (1 + a.cwiseAbs().maxCoeff()));
            }
        }
    }
}

TEST_P(OptionsOfPart, ChangesEqualAFreshEvaluation) {
    for (const Document& first : documents(140)) {
        SCOPED_TRACE(first.title);
        Random random(GetParam());
        Document document = first;
        Trace trace = evaluate(document);
        for (int step = 0; step < 20; ++step) {
            const Command command = random_change(document, random);
            const auto after = attn::apply(document, command);
            if (!after)
                continue;
            trace = evaluate(*after, document, std::move(trace));
            document = *after;
            expect_same_traces(document, trace, evaluate(document));
        }
    }
}

TEST_P(OptionsOfPart, DocumentsWithEqualShapesHaveTheSamePlaces) {
    const std::vector<Document> list = documents(70);
    for (const Document& a : list)
        for (const Document& b : list) {
            bool is_expected = sheets(a) == sheets(b);
            for (const SheetId& sheet : sheets(a))
                is_expected =
                    is_expected && exists(b, sheet) && shape_of(a, sheet) == shape_of(b, sheet);
            EXPECT_EQ(have_same_places(a, b), is_expected) << a.title << ", " << b.title;
        }
}

TEST_P(OptionsOfPart, ShownPlacesHaveTheSameNumber) {
    for (const Document& document : documents()) {
        SCOPED_TRACE(document.title);
        const Trace trace = evaluate(document);
        for (SheetId sheet : sheets(document)) {
            const Shape shape = shape_of(document, sheet);
            for (Index at = 0; at < shape.rows * shape.columns; ++at) {
                const Place place{sheet, at / shape.columns, at % shape.columns};
                const Place shown = shown_place(document, place);
                ASSERT_TRUE(exists(document, shown)) << to_text(shown);
                const Real a = value_at(document, trace, place),
                           b = value_at(document, trace, shown);
                EXPECT_TRUE(a == b || std::isnan(a) || !std::isfinite(a))
                    << to_text(place) << " is shown as " << to_text(shown);
            }
        }
    }
}

TEST_P(OptionsOfPart, EveryStageHasATitleAFormulaAndATable) {
    for (const Document& document : documents(21)) {
        SCOPED_TRACE(document.title);
        const Trace trace = evaluate(document);
        const View view;
        std::map<Stage, SheetId> last_of; // the sheet of the last head and layer
        for (const SheetId& sheet : sheets(document))
            last_of[sheet.stage] = sheet;
        for (const auto& [stage, sheet] : last_of) {
            EXPECT_FALSE(title(document, sheet.stage).empty());
            EXPECT_EQ(formula(document, sheet.stage).empty(), is_given(document, sheet.stage))
                << to_text(sheet);
            const auto table = publish::sheet_table(document, trace, sheet);
            EXPECT_FALSE(table.grids.empty());
            const Shape shape = shape_of(document, sheet);
            const Place last{sheet, shape.rows - 1, shape.columns - 1};
            EXPECT_FALSE(describe(document, last).empty());
            EXPECT_NE(to_latex(derivation_chain(document, trace, last, 3)).find("aligned"),
                      std::string::npos);
        }
        for (const Step& step : steps(document)) {
            EXPECT_FALSE(to_text(title(document, trace, view, step)).empty());
            EXPECT_FALSE(sentence(document, trace, view, step).empty());
            EXPECT_FALSE(formula(document, step).empty());
            EXPECT_EQ(step_of(document, number(document, step)), step);
        }
        for (const auto kind : {publish::LatexKind::Steps, publish::LatexKind::Matrix,
                                publish::LatexKind::Table, publish::LatexKind::Heatmap}) {
            publish::LatexRequest request;
            request.kind = kind;
            const auto made = publish::latex(document, request);
            EXPECT_TRUE(made) << made.error().text();
        }
        for (const auto language : {publish::Language::NumPy, publish::Language::PyTorch,
                                    publish::Language::Cpp, publish::Language::Matlab})
            EXPECT_TRUE(publish::program(document, language));
    }
}

TEST_P(OptionsOfPart, AreDrawnInEveryFigure) {
    std::size_t count = 0;
    for (const Document& document : documents(28)) {
        SCOPED_TRACE(document.title);
        const Trace trace = evaluate(document);
        View view;
        view.query = token_count(document) - 1;
        view.head = head_count(document) - 1;
        for (const figure::NamedFigure& named : figure::figures(document)) {
            EXPECT_FALSE(named.draw(document, trace, view, {}).shapes.empty()) << named.name;
            ++count;
        }
    }
    EXPECT_GT(count, 100U);
}
