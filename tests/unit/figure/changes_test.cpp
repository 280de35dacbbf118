// SPDX-License-Identifier: MIT
#include "core/document/commands/command.h"
#include "core/document/model/covers.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/sheet.h"
#include "core/figure/base/colours.h"
#include "core/figure/base/figure.h"
#include "core/figure/canvas/canvas.h"
#include "core/figure/matrix/changes.h"
#include "core/figure/plots/derivation_figure.h"
#include "core/io/document/library.h"
#include "tests/support/scenes.h"
#include "tests/support/tidy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace attn::figure::changes_test {
namespace {

using test::expect_tidy;

Calculation calculated(const Document& document) {
    return {document, evaluate(document)};
}

Calculation changed(const Document& document, const Command& command) {
    return calculated(*attn::apply(document, command));
}

Document preset(const char* name) {
    return *io::open_document(name);
}

CanvasOptions options_of(Size size, float text, const Calculation* before) {
    CanvasOptions options;
    options.available = size;
    options.text = text;
    options.before = before;
    return options;
}

const SheetLook* find(const Contents& contents, Stage stage) {
    for (const SheetLook& look : contents.sheets)
        if (look.id.stage == stage)
            return &look;
    return nullptr;
}

const Command large_change = SetCell{{{Stage::X, 0, 0}, 0, 0}, 2.5};

std::string line_of(const Calculation& before, const Calculation& now, const std::string& cause) {
    const Figure figure =
        change_line(now.document, now.trace, {}, options_of({1366, 28}, 14, &before), cause);
    std::string all;
    for (const Shape& shape : figure.shapes)
        if (const auto* text = std::get_if<Text>(&shape))
            all += text->text + " ";
    return all;
}

} // namespace

TEST(Changes, MarkOnlyNumbersThatReadDifferently) {
    const Calculation before = calculated(preset("the-cat-chased-the-mouse"));
    const Calculation now = changed(before.document, SetCell{{{Stage::W_V, 0, 0}, 0, 0}, 9});
    Contents shown = contents(now.document, now.trace, {});
    compare_with(shown, before);
    for (const SheetLook& look : shown.sheets) {
        if (look.id.stage == Stage::WeightedValues)
            continue;
        ASSERT_TRUE(look.changes) << look.title;
        const Matrix was = matrix_of(before.document, before.trace, look.id);
        const Matrix is = matrix_of(now.document, now.trace, look.id);
        Index differing = 0;
        Real most = 0;
        for (Index at = 0; at < was.size(); ++at) {
            const bool differs = number_text(was.data()[at], look.numbers) !=
                                 number_text(is.data()[at], look.numbers);
            differing += differs;
            if (differs)
                most = std::max(most, std::abs(is.data()[at] - was.data()[at]));
        }
        EXPECT_EQ(look.changes->count, differing) << look.title;
        if (differing > 0) {
            const Place at = *look.changes->largest;
            EXPECT_EQ(std::abs(is(at.row, at.column) - was(at.row, at.column)), most);
        }
    }
    EXPECT_EQ(find(shown, Stage::W_V)->changes->count, 1);
    EXPECT_EQ(find(shown, Stage::Weights)->changes->count, 0);
    EXPECT_EQ(find(shown, Stage::V)->changes->count, 5) << "one column of V";
    EXPECT_EQ(count_of_changes(*find(shown, Stage::W_V)), "1 of 16 changed");
    EXPECT_EQ(count_of_changes(*find(shown, Stage::Weights)), "");
    EXPECT_EQ(text_before(*find(shown, Stage::W_V), 0, 0),
              number_text(matrix_of(before.document, before.trace, {Stage::W_V, 0, 0})(0, 0), {}));
}

TEST(Changes, MoveNoPlace) {
    for (const test::Scene& scene : test::scenes()) {
        const auto next = attn::apply(scene.document, large_change);
        ASSERT_TRUE(next) << scene.name;
        const Calculation before{scene.document, scene.trace}, now = calculated(*next);
        for (const Size size : {Size{1024, 470}, Size{1600, 600}, Size{3840, 1700}}) {
            const Figure plain =
                canvas(now.document, now.trace, scene.view, options_of(size, 14, nullptr));
            const Figure marked =
                canvas(now.document, now.trace, scene.view, options_of(size, 14, &before));
            ASSERT_EQ(plain.grids.size(), marked.grids.size());
            for (std::size_t at = 0; at < plain.grids.size(); ++at)
                EXPECT_EQ(plain.grids[at].cells, marked.grids[at].cells) << scene.name;
            ASSERT_EQ(plain.labels.size(), marked.labels.size());
            for (std::size_t at = 0; at < plain.labels.size(); ++at)
                EXPECT_EQ(plain.labels[at].rect, marked.labels[at].rect) << scene.name;
            expect_tidy(marked, scene.name);
        }
    }
}

TEST(Changes, AreDrawnOnlyIfThereAreAny) {
    for (const test::Scene& scene : test::scenes()) {
        const Calculation same{scene.document, scene.trace};
        const auto shapes = [&](const Calculation* before) {
            return canvas(scene.document, scene.trace, scene.view,
                          options_of({1600, 600}, 14, before))
                .shapes.size();
        };
        EXPECT_EQ(shapes(&same), shapes(nullptr)) << scene.name;
    }
}

TEST(Changes, AreLeftOutIfShapesDiffer) {
    const Calculation four = calculated(preset("four-words"));
    const Calculation cat = calculated(preset("the-cat-chased-the-mouse"));
    Contents shown = contents(cat.document, cat.trace, {});
    compare_with(shown, four);
    const SheetLook* weights = find(shown, Stage::Weights);
    EXPECT_NE(matrix_of(four.document, four.trace, weights->id).rows(), weights->values.rows());
    EXPECT_FALSE(weights->changes);
}

TEST(Changes, KeepTheQueryWordsOldBars) {
    const Calculation before = calculated(preset("the-cat-chased-the-mouse"));
    Document hot = before.document;
    hot.switches.temperature = 0.3;
    const Calculation now = calculated(hot);
    const Size size{1366, 140};
    const Figure plain = query_panel(now.document, now.trace, {}, options_of(size, 14, nullptr));
    const Figure marked = query_panel(now.document, now.trace, {}, options_of(size, 14, &before));
    const auto lines = [](const Figure& figure) {
        return std::count_if(figure.shapes.begin(), figure.shapes.end(), [](const Shape& shape) {
            return std::holds_alternative<Line>(shape);
        });
    };
    EXPECT_GT(lines(marked), lines(plain) + 20) << "dashed outlines";
    bool has_points = false;
    for (const Shape& shape : marked.shapes)
        if (const auto* text = std::get_if<Text>(&shape))
            has_points |= text->text.find("points") != std::string::npos;
    EXPECT_TRUE(has_points);
    expect_tidy(marked, "marked");
}

TEST(Changes, TheLineNamesTheLargestChange) {
    const Calculation before = calculated(preset("the-cat-chased-the-mouse"));
    const Calculation now = changed(before.document, SetCell{{{Stage::X, 0, 0}, 1, 1}, 2});
    const auto said = compare(before, now, {Stage::Weights, 0, 0}, 1);
    ASSERT_TRUE(said);
    const std::string all = line_of(before, now, "cat, 1: 0.65 → 2.00");
    EXPECT_NE(all.find("cat, 1: 0.65 → 2.00"), std::string::npos) << all;
    EXPECT_NE(all.find(number_text(said->largest.front().a, {}) + " → " +
                       number_text(said->largest.front().b, {})),
              std::string::npos)
        << all;
}

TEST(Changes, TheLineNamesTheResultsOfItsModel) {
    const Calculation before = calculated(preset("concepts"));
    const Calculation now = changed(before.document, SetCell{{{Stage::X, 0, 0}, 1, 1}, 2.5});
    const auto said = compare(before, now, {Stage::Reconstruction, 0, 0}, 1);
    ASSERT_TRUE(said);
    const std::string moved = line_of(before, now, "a rating");
    EXPECT_NE(moved.find(number_text(said->largest.front().a, {}) + " → "), std::string::npos)
        << moved;
    const std::string same = line_of(before, before, "a rating");
    EXPECT_NE(same.find("no reconstruction, cosine after or share changes"), std::string::npos)
        << same;
    const Calculation words = calculated(preset("the-cat-chased-the-mouse"));
    EXPECT_NE(line_of(words, words, "").find("no weight, output or score changes"),
              std::string::npos);
}

TEST(Expected, StandsInItsCellColouredByTheDifference) {
    const Calculation calculation = calculated(preset("the-cat-chased-the-mouse"));
    const Place place{{Stage::Weights}, 1, 4}; // 0.28
    View view;
    view.selected = place;
    // The colour of the cell's lowest box, and whether the number is written there.
    const auto seen = [&](Real thought, const char* written) {
        CanvasOptions options = options_of({1366, 383}, 14, nullptr);
        const ExpectedNumber expected{place, thought};
        options.expected_number = &expected;
        const Figure figure = canvas(calculation.document, calculation.trace, view, options);
        const Rect cell = *cell_rect(figure, place);
        const Point below{cell.x + cell.width / 2, cell.y + 0.77F * cell.height};
        Colour fill = transparent;
        bool is_written = false;
        for (const Shape& shape : figure.shapes) {
            if (const auto* box = std::get_if<Box>(&shape);
                box && box->fill.alpha > 0 && box->rect.contains(below))
                fill = box->fill;
            if (const auto* text = std::get_if<Text>(&shape))
                is_written |= text->text == written && cell.contains(text->at);
        }
        EXPECT_TRUE(is_written) << written;
        expect_tidy(figure, written);
        return fill;
    };
    const Colour less = seen(0.5, "0.50"), more = seen(0.05, "0.05"), same = seen(0.28, "0.28");
    const Colour far = seen(0.9, "0.90");
    EXPECT_GT(less.blue, less.red) << "the number is less than expected";
    EXPECT_GT(more.red, more.blue) << "the number is more than expected";
    EXPECT_LT(far.red, less.red) << "stronger where it is further off";
    EXPECT_EQ(same, theme(view.theme).panel_background) << "as it is written";
}

TEST(Expected, IsHiddenForACoveredNumber) {
    Calculation calculation = calculated(preset("the-cat-chased-the-mouse"));
    const Place place{{Stage::Weights}, 1, 4};
    calculation =
        changed(calculation.document, cover_command(calculation.document, range_of(place)));
    const Calculation seen = as_seen(calculation);
    CanvasOptions options = options_of({1366, 383}, 14, nullptr);
    const Figure without = canvas(seen.document, seen.trace, {}, options);
    const ExpectedNumber expected{place, 0.5};
    options.expected_number = &expected;
    const Figure with = canvas(seen.document, seen.trace, {}, options);
    EXPECT_EQ(with.shapes.size(), without.shapes.size());
}

namespace {

const SheetId given_weights{Stage::Weights};

std::vector<std::string> texts_shown(const Figure& figure) {
    std::vector<std::string> list;
    for (const Shape& shape : figure.shapes)
        if (const auto* text = std::get_if<Text>(&shape))
            list.push_back(text->text);
    return list;
}

bool shows_text(const Figure& figure, const std::string& text) {
    const auto list = texts_shown(figure);
    return std::find(list.begin(), list.end(), text) != list.end();
}

/// The given weights with one of them set.
Calculation with_given_weight(Real value) {
    const Document given = *attn::apply(preset("the-cat-chased-the-mouse"), Give{given_weights});
    return changed(given, SetCell{{given_weights, 1, 4}, value});
}

Figure canvas_of(const Calculation& now, const Calculation* before, bool has_offers,
                 bool is_picture = false, Size size = {3840, 1700}) {
    CanvasOptions options = options_of(size, 14, before);
    options.has_offers = has_offers;
    options.is_picture = is_picture;
    return canvas(now.document, now.trace, {}, options);
}

} // namespace

TEST(GivenMarks, TheTitleSaysThatTheNumbersAreGiven) {
    const Calculation computed = calculated(preset("the-cat-chased-the-mouse"));
    EXPECT_TRUE(canvas_of(computed, nullptr, true).given.empty());
    const Calculation now = changed(computed.document, Give{given_weights});
    for (const bool is_picture : {false, true}) {
        const Figure figure = canvas_of(now, nullptr, !is_picture, is_picture);
        ASSERT_EQ(figure.given.size(), 1U) << "in pictures too";
        const GivenRegion& mark = figure.given.front();
        EXPECT_EQ(mark.sheet, given_weights);
        EXPECT_EQ(mark.act, GivenRegion::Act::Release);
        EXPECT_TRUE(shows_text(figure, "given"));
        const Hit found =
            hit(figure, {mark.rect.x + mark.rect.width / 2, mark.rect.y + mark.rect.height / 2});
        ASSERT_TRUE(found.given);
        EXPECT_EQ(found.given->sheet, given_weights);
        EXPECT_FALSE(found.title);
        expect_tidy(figure, "given");
    }
}

TEST(GivenMarks, AreScaledAndMovedWithTheFigure) {
    const Figure figure = canvas_of(with_given_weight(0.9), nullptr, true);
    const Figure larger = magnified(figure, 2, {10, 20});
    ASSERT_EQ(larger.given.size(), 2U);
    EXPECT_FLOAT_EQ(larger.given[0].rect.x, 2 * figure.given[0].rect.x + 10);
    Figure both;
    append(both, figure);
    append(both, larger);
    EXPECT_EQ(both.given.size(), 4U);
}

TEST(GivenMarks, ALineThatDoesNotSumTo1IsOfferedToBeNormalised) {
    const auto offers = [](const Figure& figure) {
        return std::count_if(figure.given.begin(), figure.given.end(), [](const GivenRegion& one) {
            return one.act == GivenRegion::Act::Normalise;
        });
    };
    const Calculation now = with_given_weight(0.9);
    EXPECT_EQ(offers(canvas_of(now, nullptr, true)), 1);
    EXPECT_EQ(offers(canvas_of(now, nullptr, false)), 0) << "where it could not be clicked";
    const Document given = *attn::apply(preset("the-cat-chased-the-mouse"), Give{given_weights});
    EXPECT_EQ(offers(canvas_of(calculated(given), nullptr, true)), 0);
    const Calculation covered =
        changed(now.document, cover_command(now.document, range_of(Place{given_weights, 1, 0})));
    const Calculation seen = as_seen(covered);
    EXPECT_EQ(offers(canvas_of(seen, nullptr, true)), 0) << "a sum would tell a covered number";
}

TEST(GivenMarks, BelowAGivenNumberIsWhatItWouldBeIfItWereComputed) {
    const Calculation now = with_given_weight(0.9);
    Contents shown = contents(now.document, now.trace, {});
    compare_with_computed(shown, now.document, now.trace);
    for (const SheetLook& look : shown.sheets)
        EXPECT_EQ(look.changes.has_value(), look.id == given_weights) << look.title;
    const SheetLook& look = *find(shown, Stage::Weights);
    const Matrix computed = matrix_of(preset("the-cat-chased-the-mouse"),
                                      evaluate(preset("the-cat-chased-the-mouse")), given_weights);
    EXPECT_EQ(look.changes->count, 1);
    EXPECT_EQ(text_before(look, 1, 4), number_text(computed(1, 4), look.numbers));
    EXPECT_EQ(count_of_changes(look), "1 of 25 not as computed");
    EXPECT_FALSE(largest_change(shown, now.document)) << "nothing has changed";

    // It stands in the cell as well, where the numbers before a change stand.
    const auto count = [](const Figure& figure, const std::string& text) {
        const auto list = texts_shown(figure);
        return std::count_if(list.begin(), list.end(), [&](const std::string& one) {
            return one.find(text) != std::string::npos;
        });
    };
    const std::string would_be = text_before(look, 1, 4);
    const auto in_picture = count(canvas_of(now, nullptr, false, true), would_be);
    EXPECT_EQ(count(canvas_of(now, nullptr, true), would_be), in_picture + 1);
    const Calculation before = with_given_weight(0.1);
    const Figure compared = canvas_of(now, &before, true);
    EXPECT_EQ(count(compared, would_be), in_picture) << "the state before comes first";
}

} // namespace attn::figure::changes_test
