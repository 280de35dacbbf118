// SPDX-License-Identifier: MIT
// The canvas with a number's gradient instead of its numbers, and the list of what moves it.
#include "core/base/number_text.h"
#include "core/document/commands/command.h"
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/figure/base/colours.h"
#include "core/figure/base/figure.h"
#include "core/figure/matrix/gradient_look.h"
#include "core/figure/paper/figures.h"
#include "core/figure/plots/sensitivity_figure.h"
#include "core/io/document/library.h"
#include "tests/support/random_document.h"
#include "tests/support/scenes.h"
#include "tests/support/tidy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <variant>

namespace attn::figure {
namespace {

using test::expect_tidy;

Document preset(const char* name) {
    return *io::open_document(name);
}

constexpr Place weight{{Stage::Weights, 0, 0}, 1, 4};

CanvasOptions options_of(Size size, const Sensitivity* gradients, float text = 14) {
    CanvasOptions options;
    options.available = size;
    options.text = text;
    options.gradients = gradients;
    return options;
}

std::string texts(const Figure& figure) {
    std::string all;
    for (const Shape& shape : figure.shapes)
        if (const auto* text = std::get_if<Text>(&shape))
            all += text->text + " ";
    return all;
}

/// The text at the centre of a cell.
std::string text_in(const Figure& figure, const Place& place) {
    const auto cell = cell_rect(figure, place);
    if (!cell)
        return "no such cell";
    std::string found;
    for (const Shape& shape : figure.shapes)
        if (const auto* text = std::get_if<Text>(&shape); text && text->font == Font::Mono) {
            const float width = approximate_width(text->text, text->font, text->size);
            const float middle = text->anchor == Anchor::Right    ? text->at.x - width / 2
                                 : text->anchor == Anchor::Centre ? text->at.x
                                                                  : text->at.x + width / 2;
            if (cell->contains({middle, text->at.y}))
                found += text->text;
        }
    return found;
}

/// The number in a cell; NaN if it shows none.
Real number_in(const Figure& figure, const Place& place) {
    const auto number = parse_number(text_in(figure, place));
    return number ? *number : std::numeric_limits<Real>::quiet_NaN();
}

} // namespace

TEST(SensitivityFigure, ShowsTheGradientInEveryLayer) {
    std::size_t count = 0;
    for (std::uint32_t seed = 0; seed < 120; ++seed) {
        const Document document = test::random_document_with_options(seed);
        if (!has_parts(document))
            continue;
        const Trace trace = evaluate(document);
        const Place last{{Stage("block"), 0, 0, layer_count(document) - 1}, 0, 0};
        const Sensitivity found = sensitivity(document, trace, last);
        if (!found.has_gradient() || !std::isfinite(found.most))
            continue;
        for (Index at = 0; at < part_count(document); ++at) {
            View view;
            open_part(document, at, view);
            const std::string where =
                "seed " + std::to_string(seed) + ", " + part_text(document, view);
            const OpenPart part(document, trace, view);
            const View inside = within(part.document(), part.view(view));
            Contents shown = contents(part.document(), part.trace(), inside);
            const Sensitivity of_part = part.in_part(found);
            const GradientScale scale = show_gradients(shown, part.document(), of_part, inside);
            for (const SheetLook& look : shown.sheets) {
                const Matrix* const gradient = found.find(part.in_whole(look.id));
                if (look.is_blank || !gradient || look.values.rows() != gradient->rows() ||
                    !std::isfinite((*gradient)(0, 0)))
                    continue;
                EXPECT_NEAR(look.values(0, 0) * std::pow(10, scale.power), (*gradient)(0, 0),
                            1e-12 * std::max<Real>(1, found.most))
                    << where << ", " << to_text(part.in_whole(look.id));
                ++count;
            }
            expect_tidy(canvas(document, trace, view, options_of({1366, 700}, &found)), where);
        }
    }
    EXPECT_GT(count, 300U);
}

TEST(SensitivityFigure, ShowsTheGradientInsteadOfEveryNumber) {
    const Document document = preset("the-cat-chased-the-mouse");
    const Trace trace = evaluate(document);
    const Sensitivity found = sensitivity(document, trace, weight);
    const auto gradients = gradients_of(document, trace, weight);
    ASSERT_TRUE(gradients);
    Contents shown = contents(document, trace, {});
    const GradientScale scale = show_gradients(shown, document, found, {});
    const Figure figure = canvas(document, trace, {}, options_of({1600, 700}, &found));
    const Real unit = std::pow(10.0, scale.power);
    std::size_t compared = 0;
    for (const SheetGradient& one : *gradients)
        for (const SheetLook& look : shown.sheets) {
            if (look.id != one.sheet || look.chosen || look.is_blank)
                continue;
            ASSERT_EQ(look.values.rows(), one.values.rows());
            for (Index row = 0; row < one.values.rows(); ++row)
                for (Index column = 0; column < one.values.cols(); ++column) {
                    const Real expected = one.values(row, column) / unit;
                    EXPECT_EQ(look.values(row, column), expected) << to_text(look.id);
                    // A narrow cell shows one decimal.
                    EXPECT_NEAR(number_in(figure, {look.id, row, column}), expected, 0.0501)
                        << to_text(look.id);
                    ++compared;
                }
        }
    EXPECT_GT(compared, 100U);
    EXPECT_EQ(text_in(figure, weight), number_text(found.value, NumberFormat{}))
        << "the number itself is shown";
    EXPECT_EQ(text_in(figure, {{Stage::Weights, 0, 0}, 0, 0}), "") << "and no other of its matrix";
    EXPECT_EQ(text_in(figure, {{Stage::Output, 0, 0}, 0, 0}), "") << "nor what comes after it";
}

TEST(SensitivityFigure, HasOneRangeCentredOnZero) {
    for (const char* name : {"four-words", "the-cat-chased-the-mouse", "causal-decoder-block"}) {
        const Document document = preset(name);
        const Trace trace = evaluate(document);
        const Place of{{Stage::Output, 0, 0}, 0, 0};
        const Sensitivity found = sensitivity(document, trace, of);
        ASSERT_TRUE(found.has_gradient()) << name << ": " << found.why;
        Contents shown = contents(document, trace, {});
        const GradientScale scale = show_gradients(shown, document, found, {});
        EXPECT_EQ(scale.scale.low, -scale.scale.high) << name;
        EXPECT_GE(scale.scale.high * std::pow(10.0, scale.power) * (1 + 1e-9), found.most) << name;
        EXPECT_EQ(colour(scale.scale, 0), table(Diverging::BlueRed)[128]) << name;
        for (const SheetLook& look : shown.sheets)
            if (!look.is_blank) {
                EXPECT_EQ(look.scale, scale.scale) << name << " " << to_text(look.id);
            }
        const std::string all = texts(canvas(document, trace, {}, options_of({1600, 700}, &found)));
        EXPECT_NE(all.find(scale.low), std::string::npos) << name;
        EXPECT_NE(all.find(scale.high), std::string::npos) << name;
        EXPECT_NE(all.find("/ ∂ each input"), std::string::npos) << name;
    }
}

TEST(SensitivityFigure, MovesNothing) {
    for (const test::Scene& scene : test::scenes()) {
        const Sensitivity found =
            sensitivity(scene.document, scene.trace, {{Stage::Weights, 0, 0}, 0, 0});
        const Figure with =
            canvas(scene.document, scene.trace, scene.view, options_of({1366, 460}, &found));
        const Figure without =
            canvas(scene.document, scene.trace, scene.view, options_of({1366, 460}, nullptr));
        ASSERT_EQ(with.grids.size(), without.grids.size()) << scene.name;
        if (!found.has_gradient())
            continue;
        for (std::size_t at = 0; at < with.grids.size(); ++at)
            EXPECT_EQ(with.grids[at].cells, without.grids[at].cells) << scene.name;
    }
}

TEST(SensitivityFigure, IsTidyInEveryScene) {
    for (const test::Scene& scene : test::scenes())
        for (const Size size : {Size{1366, 420}, Size{1600, 620}, Size{1024, 480}}) {
            const Place of{{Stage::Output, 0, 0}, 0, 0};
            const Sensitivity found = sensitivity(scene.document, scene.trace, of);
            // A single word as a column leaves no space for a cell beside the row names.
            if (scene.name != "one-as-columns")
                expect_tidy(
                    canvas(scene.document, scene.trace, scene.view, options_of(size, &found)),
                    "canvas of " + scene.name);
            expect_tidy(sensitivity_panel(scene.document, scene.trace, scene.view, found,
                                          options_of({size.width / 2, 150}, nullptr)),
                        "list of " + scene.name);
            View pointing = scene.view;
            pointing.pointed = Place{{Stage::X}, 0, 0};
            for (const View& view : {scene.view, pointing})
                expect_tidy(sensitivity_line(scene.document, scene.trace, view, found,
                                             options_of({size.width, 28}, nullptr)),
                            "line of " + scene.name);
        }
}

TEST(SensitivityFigure, DimsWhatHasNoInfluence) {
    Document document = preset("the-cat-chased-the-mouse");
    document.switches.mask.kind = Mask::Kind::Causal;
    const Trace trace = evaluate(document);
    const Place of{{Stage::Weights, 0, 0}, 0, 3};
    const Sensitivity found = sensitivity(document, trace, of);
    Contents shown = contents(document, trace, {});
    show_gradients(shown, document, found, {});
    for (const SheetLook& look : shown.sheets) {
        EXPECT_TRUE(look.is_dimmed || look.chosen) << to_text(look.id);
        EXPECT_EQ(look.is_blank, !look.is_input) << to_text(look.id);
    }
    const Figure list =
        sensitivity_panel(document, trace, {}, found, options_of({640, 150}, nullptr));
    EXPECT_TRUE(list.places.empty());
    EXPECT_NE(texts(list).find("No input moves this number"), std::string::npos) << texts(list);
    EXPECT_NE(texts(list).find("mask blocks"), std::string::npos) << texts(list);
}

TEST(SensitivityFigure, WritesSmallGradientsByTheirPowerOfTen) {
    Document document = preset("four-words");
    const auto small = apply(
        document, SetMatrix{{Stage::W_V, 0, 0},
                            matrix_of(document, evaluate(document), {Stage::W_V, 0, 0}) * 1e-6,
                            "W_V"});
    ASSERT_TRUE(small);
    const auto quiet = apply(*small, SetMatrix{{Stage::X}, Matrix(*small->embeddings * 1e-3), "X"});
    ASSERT_TRUE(quiet);
    const Trace trace = evaluate(*quiet);
    const Sensitivity found = sensitivity(*quiet, trace, {{Stage::Output, 0, 0}, 0, 0});
    ASSERT_LT(found.most, 0.01);
    Contents shown = contents(*quiet, trace, {});
    const GradientScale scale = show_gradients(shown, *quiet, found, {});
    EXPECT_EQ(scale.power, static_cast<int>(std::floor(std::log10(found.most))) - 1);
    EXPECT_EQ(scale.unit(), "in 10^{−" + std::to_string(-scale.power) + "}");
    EXPECT_GE(scale.scale.high, 10);
    EXPECT_LE(scale.scale.high, 100);
}

TEST(SensitivityFigure, OnlyGrowsItsRangeDuringADrag) {
    const Document document = preset("four-words");
    const Trace trace = evaluate(document);
    const Sensitivity large = sensitivity(document, trace, {{Stage::Output, 0, 0}, 0, 0});
    Sensitivity small = large;
    small.most /= 8;
    KeptLooks kept;
    kept.follow(document, trace, 0, 1);
    const auto range_of = [&](const Sensitivity& of) {
        Contents shown = contents(document, trace, {}, &kept);
        const GradientScale scale = show_gradients(shown, document, of, {});
        return scale.scale.high * std::pow(10.0, scale.power);
    };
    kept.hold_ranges(true);
    const Real before = range_of(large);
    EXPECT_EQ(range_of(small), before);
    kept.hold_ranges(false);
    EXPECT_LT(range_of(small), before);
}

TEST(SensitivityFigure, ListsTheStrongestWithTheirChange) {
    const Document document = preset("the-cat-chased-the-mouse");
    const Trace trace = evaluate(document);
    const Sensitivity found = sensitivity(document, trace, weight);
    const Figure list =
        sensitivity_panel(document, trace, {}, found, options_of({640, 150}, nullptr));
    ASSERT_EQ(list.places.size(), named_inputs);
    const std::string all = texts(list);
    for (std::size_t at = 0; at < named_inputs; ++at) {
        const InputSlope& one = found.strongest[at];
        EXPECT_EQ(list.places[at].place, one.place);
        const Rect& row = list.places[at].rect;
        EXPECT_EQ(hit(list, {row.x + row.width / 2, row.y + row.height / 2}).place, one.place);
        const std::string change =
            number_text(one.slope * 0.01, {NumberFormat::Kind::Significant, 2});
        EXPECT_NE(all.find(change), std::string::npos) << change << " in " << all;
    }
    EXPECT_LE(list.size.height, 150) << "all five without scrolling";
}

TEST(SensitivityFigure, ListsTheLayerOfEachNumber) {
    const Document document = preset("induction");
    ASSERT_GT(layer_count(document), 1);
    const Trace trace = evaluate(document);
    const SheetId last{Stage::Weights, 0, 0, layer_count(document) - 1};
    const Sensitivity found = sensitivity(document, trace, {last, 5, 3});
    ASSERT_FALSE(found.strongest.empty()) << found.why;
    const std::string all =
        texts(sensitivity_panel(document, trace, {}, found, options_of({640, 150}, nullptr)));
    EXPECT_NE(all.find("of layer " + std::to_string(last.layer) + " "), std::string::npos) << all;
    std::size_t layers = 0;
    for (auto at = all.find("of layer "); at != std::string::npos;
         at = all.find("of layer ", at + 1))
        ++layers;
    std::size_t expected = 1; // the heading's number
    for (const InputSlope& one : found.strongest)
        expected += one.place.sheet.stage == Stage::X ? 0 : 1;
    EXPECT_EQ(layers, expected) << all;
}

TEST(SensitivityFigure, ShowsTheDerivativeUnderThePointer) {
    const Document document = preset("the-cat-chased-the-mouse");
    const Trace trace = evaluate(document);
    const Sensitivity found = sensitivity(document, trace, weight);
    View view;
    const auto line = [&](const std::string& cause = "") {
        return texts(
            sensitivity_line(document, trace, view, found, options_of({1366, 28}, nullptr), cause));
    };
    EXPECT_NE(line().find("/ ∂ each input"), std::string::npos);
    const GradientScale scale = gradient_scale(found, view, nullptr);
    EXPECT_NE(line().find(scale.unit()), std::string::npos) << line();
    EXPECT_NE(line().find("from " + scale.low + " to " + scale.high), std::string::npos) << line();
    view.pointed = found.strongest[0].place;
    const std::string slope =
        number_text(found.strongest[0].slope, {NumberFormat::Kind::Significant, 4});
    EXPECT_NE(line().find("≈ " + slope), std::string::npos)
        << "roughly, by the numbers as they are written: " << line();
    EXPECT_NE(line("Set a number").find("Set a number"), std::string::npos);
}

TEST(SensitivityFigure, WithoutAGradientShowsTheNumbersAndSaysWhy) {
    const Document document = test::random_ratings(3);
    const Trace trace = evaluate(document);
    const Place of{{Stage::Reconstruction}, 0, 0};
    const Sensitivity found = sensitivity(document, trace, of);
    ASSERT_FALSE(found.has_gradient());
    const std::string first = found.why.substr(0, found.why.find(' '));
    for (const Figure& figure :
         {canvas(document, trace, {}, options_of({1366, 600}, &found)),
          sensitivity_panel(document, trace, {}, found, options_of({640, 150}, nullptr)),
          sensitivity_line(document, trace, {}, found, options_of({1366, 28}, nullptr))})
        EXPECT_NE(texts(figure).find(first), std::string::npos) << texts(figure);
}

TEST(SensitivityFigure, CanBeMadeOfAnyNumberOfAnyDocument) {
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        const Document document =
            seed % 5 == 4 ? test::random_ratings(seed) : test::random_document_with_options(seed);
        const Trace trace = evaluate(document);
        const auto all = sheets(document);
        const SheetId sheet = all[seed % all.size()];
        const Sensitivity found = sensitivity(document, trace, {sheet, 0, 0});
        const Figure figure = canvas(document, trace, {}, options_of({1366, 600}, &found));
        EXPECT_FALSE(figure.shapes.empty()) << seed;
        if (info(sheet.stage).is_by_query) // a written place names no query
            continue;
        const auto named = named_figure(document, std::string(sensitivity_figure) + "/" +
                                                      to_text(sheet) + "[0,0]");
        ASSERT_TRUE(named) << seed << " " << (named ? "" : named.error().text());
    }
}

} // namespace attn::figure
