// SPDX-License-Identifier: MIT
// Covered numbers are set by a command, stay with their words, and are hidden everywhere until they
// are revealed.
#include "core/base/covered.h"
#include "core/base/number_text.h"
#include "core/document/commands/history.h"
#include "core/document/explaining/derivation_text.h"
#include "core/document/model/covers.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/sheet.h"
#include "core/document/telling/step.h"
#include "tests/support/random_document.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace attn::covers_test {

using attn::test::Random;

namespace {

Document three_words() {
    Document document = new_document();
    document = apply(document, InsertToken{2, "third", {}}).value();
    Matrix x(3, 2);
    x << 0.3, 1, -0.5, 0.25, 2, 0.75;
    return apply(document, SetMatrix{{Stage::X}, x, "Numbers"}).value();
}

Document covered(const Document& document, const std::vector<std::string>& covers) {
    SetCovers set{{}, "Cover"};
    for (const std::string& one : covers)
        set.covers.push_back(parse_region(one).value());
    const auto after = apply(document, set);
    EXPECT_TRUE(after) << after.error().text();
    return after ? *after : document;
}

std::vector<std::string> texts(const std::vector<Region>& covers) {
    std::vector<std::string> list;
    for (const Region& region : covers)
        list.push_back(to_text(region));
    return list;
}

std::vector<std::string> covers_after(const Document& document, const Command& command) {
    const auto after = apply(document, command);
    EXPECT_TRUE(after) << after.error().text();
    return texts(after->covers);
}

std::string fault(const Document& document, const std::string& cover) {
    const auto after = apply(document, SetCovers{{parse_region(cover).value()}, "Cover"});
    return after ? "" : after.error().text();
}

std::set<std::pair<Index, Index>> covered_cells(const Document& document, const SheetId& sheet) {
    std::set<std::pair<Index, Index>> cells;
    const Shape shape = shape_of(document, sheet);
    for (Index row = 0; row < shape.rows; ++row)
        for (Index column = 0; column < shape.columns; ++column)
            if (is_covered(document, {sheet, row, column}))
                cells.emplace(row, column);
    return cells;
}

using Texts = std::vector<std::string>;

} // namespace

TEST(Covers, AreSetByACommandThatCanBeUndone) {
    const Document before = three_words();
    const CellRange row{{Stage::Weights}, 1, 0, 1, 3};
    const SetCovers set = cover_command(before, row);
    History history(before);
    history.push(apply(before, set).value(), describe(before, set), 0);
    EXPECT_EQ(texts(history.current().covers), Texts{"weights[1,:]"});
    EXPECT_EQ(history.undo_description(), "Cover weights[1,:]");
    history.undo();
    EXPECT_TRUE(history.current() == before);
}

TEST(Covers, StayWithTheirWords) {
    const Document document =
        covered(three_words(), {"weights[1,2]", "weights[0:2,:]", "X[1,0]", "W_Q[1,0]"});
    EXPECT_EQ(covers_after(document, InsertToken{0, "new", {}}),
              (Texts{"weights[2,3]", "weights[1:3,:]", "X[2,0]", "W_Q[1,0]"}));
    EXPECT_EQ(covers_after(document, InsertToken{1, "new", {}}),
              (Texts{"weights[2,3]", "weights[0,:]", "weights[2,:]", "X[2,0]", "W_Q[1,0]"}))
        << "what comes between is not covered";
    EXPECT_EQ(covers_after(document, RemoveToken{0}),
              (Texts{"weights[0,1]", "weights[0,:]", "X[0,0]", "W_Q[1,0]"}));
    EXPECT_EQ(covers_after(document, MoveToken{1, 2}),
              (Texts{"weights[2,1]", "weights[0,:]", "weights[2,:]", "X[2,0]", "W_Q[1,0]"}));
}

TEST(Covers, DisappearWithTheirPlaces) {
    Document document = apply(three_words(), AddHead{}).value();
    document = covered(document, {"weights[0,0]", "weights/1[2,2]", "W_Q/1", "Q[0,1]"});
    EXPECT_EQ(covers_after(document, RemoveHead{1}), (Texts{"weights[0,0]", "Q[0,1]"}));
    EXPECT_EQ(covers_after(document, RemoveHead{0}), (Texts{"weights[2,2]", "W_Q"}));
    EXPECT_EQ(covers_after(document, RemoveToken{2}), (Texts{"weights[0,0]", "W_Q/1", "Q[0,1]"}));
    EXPECT_EQ(covers_after(document, SetWidth{Width::QueryKey, 1}),
              (Texts{"weights[0,0]", "weights/1[2,2]", "W_Q/1"}));
}

TEST(Covers, AreRevealedCellByCell) {
    Random random(5);
    const Document plain = three_words();
    const SheetId sheet{Stage::Weights};
    for (int time = 0; time < 200; ++time) {
        const auto range = [&] {
            const Index row = random.whole(0, 2), column = random.whole(0, 2);
            return CellRange{sheet, row, column, random.whole(1, 3 - row),
                             random.whole(1, 3 - column)};
        };
        Document document = plain;
        std::set<std::pair<Index, Index>> expected;
        for (int step = 0; step < 6; ++step) {
            const CellRange cells = range();
            const bool covers = random.whole(0, 2) > 0;
            document.covers = covers ? with_cover(document, cells) : without_cover(document, cells);
            for (Index row = cells.row; row < cells.row + cells.rows; ++row)
                for (Index column = cells.column; column < cells.column + cells.columns; ++column)
                    covers ? void(expected.emplace(row, column))
                           : void(expected.erase({row, column}));
            ASSERT_EQ(covered_cells(document, sheet), expected);
            ASSERT_TRUE(validate(document));
        }
        while (const auto first = first_covered(document)) {
            ASSERT_EQ(std::pair(first->row, first->column), *expected.begin());
            expected.erase(expected.begin());
            document.covers = without_cover(document, {sheet, first->row, first->column, 1, 1});
        }
        ASSERT_TRUE(expected.empty());
    }
}

TEST(Covers, HideTheirNumbersEverywhere) {
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        Random random(seed);
        Document document = seed % 2 == 0 ? attn::test::random_document(seed)
                                          : attn::test::random_document_with_options(seed);
        const auto list = sheets(document);
        const SheetId sheet =
            list[static_cast<std::size_t>(random.whole(0, static_cast<Index>(list.size()) - 1))];
        if (!why_not_covered(document, sheet).empty())
            continue;
        const Shape shape = shape_of(document, sheet);
        const Place place{sheet, random.whole(0, shape.rows - 1),
                          random.whole(0, shape.columns - 1)};
        document.covers = with_cover(document, {sheet, place.row, place.column, 1, 1});
        const Trace trace = evaluate(document);
        const Seen seen(document, trace);
        EXPECT_TRUE(is_covered(value_at(seen.document(), seen.trace(), place))) << to_text(place);
        EXPECT_FALSE(is_covered(value_at(document, trace, place)));
        const Derivation derivation = derive(seen.document(), seen.trace(), place);
        EXPECT_EQ(derivation.rule, Rule::Covered);
        EXPECT_TRUE(one_line(derivation).ends_with(" = ?")) << one_line(derivation);
        EXPECT_TRUE(derivation.terms.empty());
        // Every other number is unchanged and can be explained.
        const Graph stages = graph_as_shown(seen.document());
        for (const SheetId& other : list) {
            const Shape all = shape_of(document, other);
            for (Index row = 0; row < all.rows; ++row)
                for (Index column = 0; column < all.columns; ++column) {
                    const Place at{other, row, column};
                    const Real value = value_at(seen.document(), seen.trace(), at);
                    const Real exact = value_at(document, trace, at);
                    static_cast<void>(one_line(derive(stages, seen.document(), seen.trace(), at)));
                    if (is_by_query(other.stage) || is_covered(document, at))
                        continue;
                    EXPECT_TRUE(value == exact || (std::isnan(value) && std::isnan(exact)))
                        << seed << " " << to_text(at);
                }
        }
    }
}

TEST(Covers, HideNumbersThatALaterStageTakesOver) {
    Document document = three_words();
    document.switches.scale.kind = Scale::Kind::None;
    document.switches.mask.kind = Mask::Kind::Causal;
    document = covered(document, {"scores"});
    const Trace trace = evaluate(document);
    const SheetId scores{Stage::Scores}, masked{Stage::Masked};
    const Seen seen(document, trace);
    const Cells shown = cells_of(seen.document(), seen.trace(), masked);
    for (Index row = 0; row < 3; ++row)
        for (Index column = 0; column < 3; ++column) {
            const bool is_open = column <= row;
            EXPECT_EQ(is_covered(shown(row, column)), is_open);
            EXPECT_EQ(is_covered(document, {masked, row, column}), is_open);
        }
    document.covers = without_cover(document, range_of({masked, 2, 0}));
    EXPECT_FALSE(is_covered(document, {masked, 2, 0}));
    EXPECT_FALSE(is_covered(document, {scores, 2, 0})) << "both show the same number";
    EXPECT_TRUE(is_covered(document, {scores, 2, 1}));
    EXPECT_TRUE(is_covered(document, {masked, 2, 1}));

    document.covers.clear();
    document.switches.scale.kind = Scale::Kind::SqrtDk;
    document = covered(document, {"scores"});
    EXPECT_FALSE(is_covered(document, {masked, 2, 0})) << "it is another number";
    document = covered(document, {"scaled[2,0]"});
    EXPECT_TRUE(is_covered(document, {masked, 2, 0}));
    EXPECT_EQ(first_covered(document, {masked, 0, 0, 3, 3}), (Place{masked, 2, 0}))
        << "a picture of the masked scores has a plate to go to";
}

/// Each number under its own cover; what is taken over has one with its origin.
TEST(Covers, OpenAndCoverOneNumberOnly) {
    Document document = three_words();
    document.switches.mask.kind = Mask::Kind::Causal;
    const SheetId scores{Stage::Scores}, scaled{Stage::Scaled}, masked{Stage::Masked};
    document = covered(document, {"scores[2,0]", "scaled[2,0]"});
    document.covers = without_cover(document, range_of({scaled, 2, 0}));
    EXPECT_FALSE(is_covered(document, {scaled, 2, 0}));
    EXPECT_TRUE(is_covered(document, {scores, 2, 0})) << "it is divided, and so another number";

    document.covers.clear();
    document.switches.scale.kind = Scale::Kind::None;
    document = covered(document, {"scores"});
    document.covers = with_cover(document, {masked, 0, 0, 3, 3});
    EXPECT_TRUE(is_covered(document, {scores, 2, 0})) << "covering opens nothing";
    EXPECT_TRUE(is_covered(document, {masked, 0, 2}));
    document.covers = without_cover(document, {masked, 0, 0, 3, 3});
    EXPECT_FALSE(has_covered(document, {masked, 0, 0, 3, 3}));
    EXPECT_FALSE(is_covered(document, {scores, 2, 0}));
    EXPECT_TRUE(is_covered(document, {scores, 0, 2})) << "the mask hides it from the masked scores";
}

TEST(Covers, HideNumbersOfALargeHeadEverywhere) {
    Random random(1);
    Document document = new_document();
    document.tokens = std::vector<std::string>(300, "word");
    document.embeddings = random.matrix(300, 2);
    document = covered(document, {"weights[7,9]"});
    const Trace trace = evaluate(document);
    ASSERT_FALSE(cells_of(document, trace, SheetId{Stage::Weights}).held()) << "it is derived";
    const Seen seen(document, trace);
    const Cells weights = cells_of(seen.document(), seen.trace(), SheetId{Stage::Weights});
    EXPECT_TRUE(is_covered(weights(7, 9)));
    EXPECT_EQ(weights(9, 7), cells_of(document, trace, SheetId{Stage::Weights})(9, 7));
}

TEST(Covers, CoverWhateverIsComputedFromThem) {
    EXPECT_EQ(shortest(covered_number), "?");
    EXPECT_EQ(decimals(-covered_number, 2), "?");
    EXPECT_EQ(significant(covered_number + 1, 3), "?");
    EXPECT_EQ(format(0.5 * covered_number, {NumberFormat::Kind::Fraction, 2}), "?");
    EXPECT_EQ(percent(covered_number), "?");
    EXPECT_FALSE(is_covered(std::numeric_limits<Real>::quiet_NaN()));
    const Document document = covered(three_words(), {"weights[1,2]"});
    const Trace trace = evaluate(document);
    const Seen seen(document, trace);
    EXPECT_EQ(sums_sentence(seen.document(),
                            cells_of(seen.document(), seen.trace(), SheetId{Stage::Weights})),
              "each row sums to 1")
        << "of the rows that can be seen";
}

TEST(Covers, HideTheirNumbersInSentences) {
    const Document plain = three_words();
    const Document document = covered(plain, {"weights[1,2]"});
    const Trace trace = evaluate(document);
    const Seen seen(document, trace);
    View view;
    const auto said = [&](const Document& of, const Trace& numbers) {
        return to_text(sentence(of, numbers, view, {StepKind::Softmax, false}));
    };
    view.query = 1;
    EXPECT_EQ(said(seen.document(), seen.trace()),
              "Some of the numbers that this step speaks of are covered.");
    view.query = 0;
    EXPECT_EQ(said(seen.document(), seen.trace()), said(plain, evaluate(plain)));
}

TEST(Covers, ShowHowFarOffAGuessIs) {
    EXPECT_EQ(guess_text(0.5, 0.45, {}), "You expected 0.50. It is 0.45: 0.05 less.");
    EXPECT_EQ(guess_text(-1, 0.25, {}), "You expected −1.00. It is 0.25: 1.25 more.");
    EXPECT_EQ(guess_text(0.451, 0.449, {}), "You expected 0.45, and that is what it is.");
}

TEST(Covers, RefusalsHaveAReason) {
    const Document document = three_words();
    EXPECT_EQ(fault(document, "weighted_values[0,1,1]"),
              "covers[0]: the weighted values are weights times values; cover numbers of weights "
              "or of V");
    EXPECT_EQ(fault(document, "weights[0,3]"),
              "covers[0]: there is no weights[0,3]; weights is 3 × 3, and rows and columns count "
              "from 0");
    EXPECT_EQ(fault(document, "joined"), "covers[0]: the document has no matrix joined");
    Document large = new_document();
    large.tokens = std::vector<std::string>(1025, "word");
    large.embeddings = Matrix::Ones(1025, 2);
    EXPECT_EQ(fault(large, "X[0,0]"),
              "covers[0]: a document with covers has at most 1024 words, and this one has 1025; "
              "reveal everything first");
}

} // namespace attn::covers_test
