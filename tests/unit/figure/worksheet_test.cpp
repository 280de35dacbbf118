// SPDX-License-Identifier: MIT
#include "core/document/commands/placing.h"
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/region.h"
#include "core/document/model/sheet.h"
#include "core/figure/matrix/sheet_look.h"
#include "core/figure/paper/worksheet.h"
#include "tests/support/random_document.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

using namespace attn;
using namespace attn::figure;

namespace {

struct Made {
    std::vector<Place> blanks;
    std::vector<Figure> pages;
};

Made made(const Document& document, const WorksheetOptions& options, const View& view = {}) {
    const Trace trace = evaluate(document);
    const auto blanks = worksheet_blanks(document, trace, view, options);
    const auto pages = worksheet(document, trace, view, options);
    EXPECT_TRUE(blanks) << blanks.error().text();
    EXPECT_TRUE(pages) << pages.error().text();
    return blanks && pages ? Made{*blanks, *pages} : Made{};
}

/// How often each number text is on the pages, without the sentences at the top.
std::map<std::string, int> numbers(const std::vector<Figure>& pages) {
    std::map<std::string, int> count;
    for (const Figure& page : pages)
        for (const figure::Shape& shape : page.shapes)
            if (const auto* text = std::get_if<Text>(&shape);
                text && text->anchor == Anchor::Centre)
                ++count[text->text];
    return count;
}

/// The number as a worksheet writes it: without decimals if its whole matrix is integral.
std::string answer(const Document& document, const Trace& trace, const Place& place) {
    const Matrix numbers = matrix_of(document, trace, place.sheet);
    const bool is_whole =
        std::all_of(numbers.data(), numbers.data() + numbers.size(), [](Real number) {
            return !std::isfinite(number) || std::abs(number - std::round(number)) <= 1e-9;
        });
    return number_text(value_at(document, trace, place),
                       {NumberFormat::Kind::Decimals, is_whole ? 0 : 2});
}

std::string refusal(const Document& document, const WorksheetOptions& options) {
    const auto pages = worksheet(document, evaluate(document), View{}, options);
    EXPECT_FALSE(pages);
    return pages ? "" : pages.error().text();
}

Document small(std::uint32_t seed) {
    Document document = attn::test::random_document(seed);
    document.switches.scale.kind = Scale::Kind::None;
    document.switches.temperature = 1;
    document.switches.mask.kind = Mask::Kind::None;
    return document;
}

} // namespace

TEST(Worksheet, EmptyBoxesFollowTheSeed) {
    const Document document = new_document();
    std::set<std::vector<std::string>> all;
    for (std::uint32_t seed = 1; seed <= 10; ++seed) {
        WorksheetOptions options;
        options.seed = seed;
        const Made first = made(document, options);
        EXPECT_EQ(first.blanks, made(document, options).blanks);
        std::vector<std::string> names;
        for (const Place& place : first.blanks)
            names.push_back(to_text(place));
        all.insert(names);
    }
    EXPECT_GT(all.size(), 4U);
    // The same boxes on every machine. V is an identity matrix, so that the output repeats them.
    WorksheetOptions options;
    options.seed = 7;
    options.stages = std::vector{Stage::Weights};
    options.share = 0.5;
    std::string text;
    for (const Place& place : made(document, options).blanks)
        text += to_text(place) + " ";
    EXPECT_EQ(text, "weights[1,0] weights[1,1] output[1,0] output[1,1] ");
}

TEST(Worksheet, TheShareAppliesToEachStage) {
    for (std::uint32_t seed = 1; seed <= 40; ++seed) {
        const Document document = small(seed);
        for (const double share : {0.01, 0.5, 1.0}) {
            WorksheetOptions options;
            options.share = share;
            const Made sheet = made(document, options);
            for (const Stage stage : usual_stages) {
                const auto count = std::count_if(
                    sheet.blanks.begin(), sheet.blanks.end(),
                    [stage](const Place& place) { return place.sheet.stage == stage; });
                const attn::Shape shape = shape_of(document, {stage, 0, 0});
                const auto all = static_cast<double>(shape.rows * shape.columns);
                EXPECT_EQ(count, std::max(1L, std::lround(share * all))) << seed;
            }
        }
    }
}

TEST(Worksheet, OnlyTheKeyHasTheAnswers) {
    for (std::uint32_t seed = 1; seed <= 180; ++seed) {
        const Document document = attn::test::random_document(seed);
        View view;
        view.head = static_cast<Index>(seed) % head_count(document);
        WorksheetOptions options;
        options.seed = seed;
        options.share = 0.6;
        const Made sheet = made(document, options, view);
        options.is_key = true;
        const Made key = made(document, options, view);
        EXPECT_EQ(sheet.blanks, key.blanks);
        EXPECT_EQ(sheet.pages.size(), key.pages.size());
        // Numbers in the key but not on the worksheet are the answers, each as often as asked.
        std::map<std::string, int> missing = numbers(key.pages);
        for (const auto& [text, count] : numbers(sheet.pages))
            missing[text] -= count;
        const Trace trace = evaluate(document);
        for (const Place& place : sheet.blanks)
            --missing[answer(document, trace, place)];
        for (const auto& [text, count] : missing)
            EXPECT_EQ(count, 0) << seed << " " << text;
    }
}

/// Counts the empty boxes if all scores are asked for, under a causal mask, and the words.
std::pair<Index, Index> empty_boxes_of_scores(Scale scale) {
    Document document = attn::test::random_document(3);
    document.switches = {};
    document.switches.scale = scale;
    document.switches.mask.kind = Mask::Kind::Causal;
    WorksheetOptions options;
    options.stages = std::vector{Stage::Scores};
    options.share = 1;
    return {static_cast<Index>(made(document, options).blanks.size()), token_count(document)};
}

TEST(Worksheet, AnEmptyScoreIsAlsoEmptyIfScaled) {
    const auto [boxes, words] = empty_boxes_of_scores({Scale::Kind::Number, 2});
    // All scores, all scaled scores, and the masked scores that the mask leaves open.
    EXPECT_EQ(boxes, 2 * words * words + words * (words + 1) / 2);
}

TEST(Worksheet, AnEmptyScoreIsAlsoEmptyIfOnlyMasked) {
    const auto [boxes, words] = empty_boxes_of_scores({Scale::Kind::None, 1});
    // All scores, and the masked ones that the mask leaves open.
    EXPECT_EQ(boxes, words * words + words * (words + 1) / 2);
}

TEST(Worksheet, AnEmptyNumberIsAlsoEmptyIfJoined) {
    for (std::uint32_t seed = 1; seed <= 40; ++seed) {
        const Document document = attn::test::random_joined_document(seed);
        const Trace trace = evaluate(document);
        View view;
        view.head = static_cast<Index>(seed) % head_count(document);
        WorksheetOptions options;
        options.stages = std::vector{Stage::Output};
        options.share = 1;
        const Made sheet = made(document, options, view);
        Index before = 0;
        for (Index head = 0; head < view.head; ++head)
            before += shape_of(document, {Stage::Output, head, 0}).columns;
        const attn::Shape output = shape_of(document, {Stage::Output, view.head, 0});
        for (Index row = 0; row < output.rows; ++row)
            for (Index column = 0; column < output.columns; ++column) {
                const Place place{{Stage::Output, view.head, 0}, row, column};
                const Place joined{{Stage::Joined}, row, before + column};
                const auto is_empty = [&](const Place& one) {
                    return std::count(sheet.blanks.begin(), sheet.blanks.end(), one) == 1;
                };
                EXPECT_EQ(is_empty(place), is_empty(joined)) << seed << " " << to_text(joined);
                EXPECT_EQ(is_empty(place), std::isfinite(value_at(document, trace, place)));
            }
    }
}

TEST(Worksheet, AnEmptyNumberIsAlsoEmptyBehindAnIdentity) {
    Document document = attn::test::random_joined_document(1);
    const Index width = shape_of(document, {Stage::Joined}).columns;
    document.join = Join::WO;
    document.w_o = Matrix(Matrix::Identity(width, width));
    WorksheetOptions options;
    options.stages = std::vector{Stage::Output};
    options.share = 1;
    const Made sheet = made(document, options);
    const auto empty_in = [&](Stage stage) {
        return std::count_if(sheet.blanks.begin(), sheet.blanks.end(),
                             [&](const Place& place) { return place.sheet.stage == stage; });
    };
    EXPECT_GT(empty_in(Stage::Joined), 0);
    EXPECT_EQ(empty_in(Stage::Attention), empty_in(Stage::Joined));
}

TEST(Worksheet, SaysUpToWhereItIsOfOneHead) {
    const auto text_of = [](Document document) {
        std::string all;
        for (const Figure& page : made(document, {}).pages)
            for (const figure::Shape& shape : page.shapes)
                if (const auto* text = std::get_if<Text>(&shape))
                    all += text->text + " ";
        return all;
    };
    Document document = *attn::apply(new_document(), AddHead{});
    EXPECT_NE(text_of(document).find("is of head 0 (1st of 2)"), std::string::npos);
    EXPECT_EQ(text_of(document).find("up to the output"), std::string::npos);
    document = *attn::apply(document, SetJoin{Join::WO});
    EXPECT_NE(text_of(document).find("up to the output"), std::string::npos)
        << "joined and attention are of all heads";
}

TEST(Worksheet, CoveredNumbersAreEmpty) {
    Document document = new_document();
    document.covers = {parse_region("weights[1,:]").value(), parse_region("W_Q[0,1]").value()};
    WorksheetOptions options;
    std::vector<Place> expected{{{Stage::W_Q, 0, 0}, 0, 1}};
    for (Index key = 0; key < token_count(document); ++key)
        expected.push_back({{Stage::Weights, 0, 0}, 1, key});
    const std::size_t covered = expected.size();
    // V is an identity matrix, so that the output would tell the weights.
    for (Index column = 0; column < 2; ++column)
        expected.push_back({{Stage::Output, 0, 0}, 1, column});
    const Made sheet = made(document, options);
    EXPECT_EQ(sheet.blanks, expected);
    options.seed = 2;
    EXPECT_EQ(made(document, options).blanks, expected);
    options.is_key = true;
    const Trace trace = evaluate(document);
    std::map<std::string, int> answers = numbers(made(document, options).pages);
    for (const auto& [text, count] : numbers(sheet.pages))
        answers[text] -= count;
    for (const Place& place : expected)
        --answers[answer(document, trace, place)];
    for (const auto& [text, count] : answers)
        EXPECT_EQ(count, 0) << text;
    // Boxes of the requested stages are added.
    options.stages = std::vector{Stage::Output};
    options.share = 1;
    const Made more = made(document, options);
    const attn::Shape output = shape_of(document, {Stage::Output, 0, 0});
    EXPECT_EQ(more.blanks.size(), covered + static_cast<std::size_t>(output.rows * output.columns));
}

TEST(Worksheet, CoversInOtherHeadsApplyIfHeadsAreJoined) {
    Document document;
    for (std::uint32_t seed = 1; head_count(document) < 2; ++seed)
        document = attn::test::random_joined_document(seed);
    document.covers = {parse_region("output/1[0,0]").value()};
    const Index before = shape_of(document, {Stage::Output, 0, 0}).columns;
    View view;
    EXPECT_EQ(made(document, {}, view).blanks,
              (std::vector<Place>{{{Stage::Joined, 0, 0}, 0, before}}));
    view.head = 1;
    EXPECT_EQ(
        made(document, {}, view).blanks,
        (std::vector<Place>{{{Stage::Output, 1, 0}, 0, 0}, {{Stage::Joined, 0, 0}, 0, before}}));
    document.covers = {parse_region("weights/1[0,0]").value()};
    EXPECT_NE(refusal(document, {}).find("covers no number of head 0"), std::string::npos);
}

TEST(Worksheet, ShowsAndNamesTheOpenAttention) {
    std::uint32_t seed = 1;
    while (true) {
        const Document one = attn::test::random_document_with_options(seed);
        if (layer_count(one) > 1 && has_cross(one))
            break;
        ++seed;
    }
    Document document = attn::test::random_document_with_options(seed);
    document.convention = Convention::TokensAsRows;
    const Trace trace = evaluate(document);
    WorksheetOptions options;
    options.level = WorksheetLevel::FromQK;
    options.is_key = true;
    std::set<std::string> said;
    for (Index part = 0; part < part_count(document); ++part) {
        View view;
        open_part(document, part, view);
        const auto pages = worksheet(document, trace, view, options);
        ASSERT_TRUE(pages) << pages.error().text();
        const auto shown = numbers(*pages);
        const SheetId scores{Stage::Scores, 0, 0, view.layer, view.is_cross};
        const attn::Shape shape = shape_of(document, scores);
        for (Index row = 0; row < shape.rows; ++row)
            for (Index column = 0; column < shape.columns; ++column)
                EXPECT_TRUE(shown.contains(answer(document, trace, {scores, row, column})))
                    << part_text(document, view);
        WorksheetOptions task = options;
        task.is_key = false;
        std::string text;
        const auto asked = worksheet(document, trace, view, task);
        for (const figure::Shape& one : asked->front().shapes)
            if (const auto* line = std::get_if<Text>(&one))
                text += line->text + " ";
        EXPECT_NE(text.find("layer " + std::to_string(view.layer) + " ("), std::string::npos);
        said.insert(text);
    }
    EXPECT_EQ(said.size(), static_cast<std::size_t>(part_count(document)));
}

TEST(Worksheet, OfALayerHasItsCoversAndStages) {
    AttentionOptions block;
    block.block = Block{};
    block.block->layers = 2;
    Document document = *apply_all(new_document(), {SetOptions{block, "Two layers"}});
    document.covers = {*parse_region("weights@1[0,0]")};
    ASSERT_TRUE(validate(document)) << validate(document).error().text();
    const Trace trace = evaluate(document);
    View second;
    second.layer = 1;
    const auto asked = [&](const View& view, const WorksheetOptions& options) {
        const auto pages = worksheet(document, trace, view, options);
        if (!pages)
            return pages.error().text();
        std::string text;
        for (const figure::Shape& one : pages->front().shapes)
            if (const auto* line = std::get_if<Text>(&one))
                text += line->text + " ";
        return text;
    };
    EXPECT_NE(asked(second, {}).find("Fill in the 1 empty box,"), std::string::npos)
        << asked(second, {});
    EXPECT_NE(asked({}, {}).find("the document covers no number of layer 0 (1st of 2)"),
              std::string::npos);
    WorksheetOptions stages;
    stages.stages = {{Stage::Scores}};
    EXPECT_EQ(asked({}, stages).find("the document covers"), std::string::npos);
    stages.stages = {{Stage("logits")}};
    EXPECT_NE(asked(second, stages).find("layer 1 (2nd of 2) has no logits"), std::string::npos);
}

TEST(Worksheet, NonFiniteNumbersAreNotAsked) {
    Document document = new_document();
    Matrix x = Matrix::Ones(token_count(document), d_model(document));
    x(0, 0) = std::nan("");
    document.embeddings = x;
    WorksheetOptions options;
    options.share = 1;
    const Trace trace = evaluate(document);
    const Made sheet = made(document, options);
    EXPECT_FALSE(sheet.blanks.empty());
    for (const Place& place : sheet.blanks)
        EXPECT_TRUE(std::isfinite(value_at(document, trace, place))) << to_text(place);
    document.embeddings = Matrix::Constant(token_count(document), d_model(document), std::nan(""));
    EXPECT_NE(refusal(document, options).find("worked out by hand"), std::string::npos);
}

TEST(Worksheet, EverythingIsOnThePage) {
    for (std::uint32_t seed = 1; seed <= 60; ++seed)
        for (const Figure& page : made(attn::test::random_document(seed), {}).pages) {
            EXPECT_EQ(page.size, a4);
            for (const figure::Shape& shape : page.shapes) {
                if (const auto* box = std::get_if<Box>(&shape)) {
                    EXPECT_GE(box->rect.x, 20) << seed;
                    EXPECT_LE(box->rect.right(), a4.width - 20) << seed;
                    EXPECT_LE(box->rect.bottom(), a4.height - 60) << seed;
                }
                if (const auto* text = std::get_if<Text>(&shape)) {
                    const float width = approximate_width(text->text, text->font, text->size);
                    EXPECT_GE(text->at.x, 20) << seed;
                    EXPECT_LE(text->at.x + (text->anchor == Anchor::Left ? width : 0),
                              a4.width - 10)
                        << seed << " " << text->text;
                }
            }
        }
}

TEST(Worksheet, ImpossibleOnesAreRefusedWithAReason) {
    const Document document = new_document();
    WorksheetOptions options;
    options.share = 0;
    EXPECT_NE(refusal(document, options).find("above 0"), std::string::npos);
    options = {};
    options.stages = std::vector{Stage::X};
    EXPECT_NE(refusal(document, options).find("X is given"), std::string::npos);
    EXPECT_NE(refusal(document, options).find("in Q, K, V, scores, scaled, weights and output"),
              std::string::npos)
        << refusal(document, options);
    options.stages = std::vector{Stage::Masked};
    EXPECT_NE(refusal(document, options).find("same numbers"), std::string::npos);
    options.stages = std::vector{Stage::WeightedValues};
    EXPECT_NE(refusal(document, options).find("weighted values"), std::string::npos);
    options.stages.emplace();
    EXPECT_NE(refusal(document, options).find("no stage"), std::string::npos);
    Document large = document;
    large.projections = Projections::None;
    large.heads.clear();
    large.tokens.own().assign(30, "x");
    large.embeddings = Matrix::Zero(30, 4);
    EXPECT_NE(refusal(large, {}).find("no room for the 30 × 30 numbers of Scores"),
              std::string::npos)
        << refusal(large, {});
}
