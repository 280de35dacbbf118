// SPDX-License-Identifier: MIT
#include "core/document/commands/new_documents.h"
#include "core/document/explaining/derivation.h"
#include "core/document/explaining/sensitivity.h"
#include "core/document/model/covers.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/figure/base/figure.h"
#include "core/figure/spotlight/spotlight_figure.h"
#include "core/figure/spotlight/spotlight_map.h"
#include "core/io/document/lesson.h"
#include "core/io/document/library.h"
#include "tests/support/scenes.h"
#include "tests/support/tidy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace attn::spotlight_test {

using figure::Size;
using figure::Spotlight;

namespace {

Document opened(const std::string& name) {
    auto document = io::open_document(name);
    EXPECT_TRUE(document) << name;
    return *document;
}

std::string names_of(const Spotlight& light) {
    std::string list;
    for (const figure::LitSheet& one : light.sheets)
        list += (list.empty() ? "" : " ") + to_text(one.sheet) + (one.is_needed ? "" : "?");
    return list;
}

LessonStep step_of(const std::string& text) {
    LessonStep step;
    const auto parsed = parse_lesson_text(text);
    EXPECT_TRUE(parsed) << text;
    step.text = *parsed;
    return step;
}

figure::CanvasOptions room(float width, float height, float text = 14) {
    figure::CanvasOptions options;
    options.available = {width, height};
    options.text = text;
    return options;
}

figure::Figure drawn(const Document& document, const Spotlight& light,
                     const figure::CanvasOptions& options, const View& view = {}) {
    return figure::spotlight_figure(document, evaluate(document), view, light, options);
}

/// The matrices that the figure shows, each once, from left to right.
std::string shown(const figure::Figure& figure) {
    std::vector<std::pair<float, std::string>> list;
    for (const figure::GridRegion& grid : figure.grids)
        list.emplace_back(grid.cells.x, to_text(grid.sheet));
    std::sort(list.begin(), list.end());
    std::string names;
    for (const auto& [x, name] : list)
        names += (names.empty() ? "" : " ") + name;
    return names;
}

figure::Rect cells(const figure::Figure& figure, const SheetId& sheet) {
    const auto found =
        std::find_if(figure.grids.begin(), figure.grids.end(),
                     [&](const figure::GridRegion& grid) { return grid.sheet == sheet; });
    EXPECT_NE(found, figure.grids.end()) << to_text(sheet);
    return found->cells;
}

std::vector<float> digit_sizes(const figure::Figure& figure) {
    std::set<float> sizes;
    for (const figure::Shape& shape : figure.shapes)
        if (const auto* text = std::get_if<figure::Text>(&shape))
            for (const figure::GridRegion& grid : figure.grids)
                if (text->font == figure::Font::Mono && grid.cells.contains(text->at))
                    sizes.insert(text->size);
    return {sizes.begin(), sizes.end()};
}

} // namespace

TEST(Spotlight, OfAStageIsWhatItIsMadeFrom) {
    const Document document = opened("four-words");
    const auto light = [&](const char* sheet) {
        return names_of(figure::spotlight_of(document, *parse_sheet(sheet)));
    };
    EXPECT_EQ(light("Q"), "X? W_Q? Q");
    EXPECT_EQ(light("scores"), "Q? K? scores");
    EXPECT_EQ(light("output"), "weights? V? output");
    EXPECT_EQ(light("X"), "X");
    EXPECT_EQ(light("masked"), light("scaled"))
        << "a stage that repeats the one before is that one";
}

TEST(Spotlight, OfWeightsIsTheTableOfTheQueryWord) {
    Document document = opened("four-words");
    const auto light = [&] { return figure::spotlight_of(document, {Stage::Weights}); };
    EXPECT_FALSE(figure::spotlight_of(document, {Stage::Output}).is_softmax_of_query);
    ASSERT_TRUE(light().is_softmax_of_query);
    View view;
    view.query = 2;
    const figure::Figure table = drawn(document, light(), room(1010, 620), view);
    for (Index row = 0; row < 4; ++row)
        EXPECT_EQ(
            figure::lit_rect(table, document, {{Stage::Weights}, {row, 1}, {0, 4}}).has_value(),
            row == 2);
    document.switches.axis = Axis::Columns;
    EXPECT_FALSE(light().is_softmax_of_query);
    EXPECT_EQ(names_of(light()), "scaled? weights");
}

TEST(Spotlight, OfAStepIsWhatItsTextPointsAt) {
    const Document document = opened("four-words");
    LessonStep step =
        step_of("{pin Q[2,:]}The query is {pin X[2,:]}its word times {pin W_Q}W_{Q}.");
    const auto light = [&](const std::optional<Step>& of = {}) {
        return names_of(figure::spotlight_of(document, step, of, {}));
    };
    EXPECT_EQ(light(), "X W_Q Q");
    EXPECT_EQ(light(Step{StepKind::Project, true}), "X W_Q Q") << "no keys, no values";
    step.view.figure = {{Stage::Scores}};
    EXPECT_EQ(light(), "X W_Q Q scores?") << "what the author shows as well";
    step = step_of("{pin output}The output follows.");
    EXPECT_EQ(light(Step{StepKind::Mix, true}), "weights? V? output");
    step = step_of("Nothing is pointed at.");
    EXPECT_EQ(light(Step{StepKind::Embed, true}), "X");
}

TEST(Spotlight, OfWeightsOfOneRowIsATable) {
    const Document document = opened("four-words");
    LessonStep step = step_of("{pin weights[1,0]}one and {pin weights[1,:]}all");
    const Step softmax{StepKind::Softmax, true};
    EXPECT_EQ(figure::spotlight_of(document, step, softmax, {}).softmax_row, 1);
    View view;
    view.show_row_sums = true; // The sums stand beside the matrix.
    EXPECT_FALSE(figure::spotlight_of(document, step, softmax, view).softmax_row);
    step = step_of("{pin weights[1,0]}one and {pin weights[2,:]}another");
    EXPECT_FALSE(figure::spotlight_of(document, step, softmax, {}).softmax_row);
    step = step_of("{pin weights[1,0]}one and {pin V}values");
    EXPECT_FALSE(figure::spotlight_of(document, step, softmax, {}).softmax_row);
    Document columns = document;
    columns.switches.axis = Axis::Columns;
    step = step_of("{pin weights[1,0]}one");
    EXPECT_FALSE(figure::spotlight_of(columns, step, softmax, {}).softmax_row);
}

TEST(Spotlight, OfANumberPointsAtWhatItIsMadeOf) {
    const Document document = opened("four-words");
    const Trace trace = evaluate(document);
    const auto light = [&](const char* place) {
        return figure::spotlight_of(document, trace, *parse_place(place));
    };
    const auto pointed = [&](const char* place) {
        std::string list;
        for (const Region& region : light(place).pointed)
            list += (list.empty() ? "" : " ") + to_text(region);
        return list;
    };
    EXPECT_EQ(names_of(light("scores[1,2]")), "Q K scores");
    EXPECT_EQ(pointed("scores[1,2]"), "Q[1,0:3] K[2,0:3] scores[1,2]");
    EXPECT_EQ(light("scores[1,2]").number, *parse_place("scores[1,2]"));
    EXPECT_EQ(light("weights[1,2]").softmax_row, 1);
    EXPECT_EQ(pointed("weights[1,2]"), "weights[1,2]");
    EXPECT_EQ(names_of(light("X[0,0]")), "X");
}

TEST(SpotlightFigure, FactorsMeetInTheirProduct) {
    const Document document = opened("four-words");
    const auto figure =
        drawn(document, figure::spotlight_of(document, {Stage::Q}), room(1010, 620));
    const auto &x = cells(figure, {Stage::X}), &w = cells(figure, {Stage::W_Q}),
               &q = cells(figure, {Stage::Q});
    EXPECT_LT(x.right(), q.x);
    EXPECT_NEAR(x.y, q.y, 0.01) << "a row runs on into the product";
    EXPECT_LT(w.bottom(), q.y);
    EXPECT_NEAR(w.x, q.x, 0.01) << "a column runs on into the product";
    EXPECT_NEAR(x.height / 4, w.height / 3, 0.01) << "all cells have one size";
    EXPECT_NEAR(x.width / 3, q.width / 3, 0.01);
    const auto scores =
        drawn(document, figure::spotlight_of(document, {Stage::Scores}), room(1010, 620));
    const auto key = std::find_if(scores.grids.begin(), scores.grids.end(),
                                  [](const auto& grid) { return grid.sheet == SheetId{Stage::K}; });
    ASSERT_NE(key, scores.grids.end());
    EXPECT_TRUE(key->is_transposed) << "the product is Q times K transposed";
}

TEST(SpotlightFigure, AllNumbersHaveOneSize) {
    for (const char* preset : {"four-words", "the-cat-chased-the-mouse", "two-heads"}) {
        const Document document = opened(preset);
        for (const SheetId& sheet : sheets(document)) {
            const auto figure =
                drawn(document, figure::spotlight_of(document, sheet), room(1010, 620));
            const auto sizes = digit_sizes(figure);
            ASSERT_EQ(sizes.size(), 1U) << preset << ", " << to_text(sheet);
            EXPECT_GE(sizes.front(), figure::large_digits) << preset << ", " << to_text(sheet);
        }
    }
}

TEST(SpotlightFigure, IsAsLargeAsItsRoomAndStaysInIt) {
    for (const attn::test::Scene& scene : attn::test::scenes())
        for (const SheetId& sheet : sheets(scene.document)) {
            SheetId wanted = sheet;
            const Spotlight light = figure::spotlight_of(scene.document, wanted);
            const auto figure = figure::spotlight_figure(scene.document, scene.trace, scene.view,
                                                         light, room(900, 520));
            EXPECT_EQ(figure.size, (figure::Size{900, 520}));
            for (const figure::GridRegion& grid : figure.grids) {
                EXPECT_GE(grid.cells.x, 0) << scene.name << ", " << to_text(sheet);
                EXPECT_GE(grid.cells.y, 0) << scene.name << ", " << to_text(sheet);
                EXPECT_LE(grid.cells.right(), 900.01F) << scene.name << ", " << to_text(sheet);
                EXPECT_LE(grid.cells.bottom(), 520.01F) << scene.name << ", " << to_text(sheet);
            }
        }
}

TEST(SpotlightFigure, LeavesOutWhatIsNotNeededBeforeNumbersAreSmall) {
    const Document document = opened("the-cat-chased-the-mouse");
    LessonStep step = step_of("{pin weights[1,4]}A weight.");
    step.view.figure = {{Stage::X}, {Stage::W_Q}, {Stage::Q}, {Stage::K}, {Stage::Scores}};
    const Spotlight light = figure::spotlight_of(document, step, {}, {});
    EXPECT_NE(shown(drawn(document, light, room(1900, 900))).find("scores"), std::string::npos);
    const auto small = drawn(document, light, room(420, 260));
    EXPECT_EQ(shown(small), "weights");
    EXPECT_GE(digit_sizes(small).front(), figure::large_digits);
}

TEST(SpotlightFigure, EveryCellIsARegion) {
    const Document document = opened("four-words");
    const Trace trace = evaluate(document);
    for (const char* place : {"scores[1,2]", "weights[1,2]", "output[0,1]"}) {
        const Spotlight light = figure::spotlight_of(document, trace, *parse_place(place));
        const auto figure = drawn(document, light, room(1010, 620));
        for (const figure::LitSheet& lit : light.sheets) {
            const attn::Shape shape = shape_of(document, lit.sheet);
            for (Index row = 0; row < shape.rows; ++row)
                for (Index column = 0; column < shape.columns; ++column) {
                    const Place at{lit.sheet, row, column};
                    if (light.softmax_row && row != *light.softmax_row)
                        continue; // The table is of one row.
                    const auto rect =
                        figure::lit_rect(figure, document, {lit.sheet, {row, 1}, {column, 1}});
                    ASSERT_TRUE(rect) << place << ": " << to_text(at);
                    const auto found = figure::hit(
                        figure, {rect->x + rect->width / 2, rect->y + rect->height / 2});
                    EXPECT_EQ(found.place, at) << place;
                }
        }
    }
}

TEST(SpotlightFigure, BarsOfATableEndAtOne) {
    Document document = opened("four-words");
    const Trace trace = evaluate(document);
    const Spotlight light = figure::spotlight_of(document, trace, *parse_place("weights[1,2]"));
    const auto figure = drawn(document, light, room(1010, 620));
    const figure::Theme colours = figure::theme(ThemeName::Light);
    const Matrix weights = matrix_of(document, trace, {Stage::Weights});
    for (Index key = 0; key < token_count(document); ++key) {
        const auto line = figure::lit_rect(figure, document, {{Stage::Weights}, {1, 1}, {key, 1}});
        ASSERT_TRUE(line);
        float wide = 0;
        for (const figure::Shape& shape : figure.shapes)
            if (const auto* box = std::get_if<figure::Box>(&shape);
                box && box->fill == colours.weight &&
                line->contains({box->rect.x + 1, box->rect.y + box->rect.height / 2}))
                wide = box->rect.width;
        EXPECT_NEAR(wide / line->width, weights(1, key), 0.01) << key;
    }
}

/// The scores are there to compute it from; what would tell it is not.
TEST(Spotlight, OfACoveredWeightHasItsScoresAndNoPowers) {
    Document document = opened("four-words");
    document.covers = {*parse_region("weights[1,2]")};
    const Calculation seen = as_seen(document, evaluate(document));
    const Spotlight light =
        figure::spotlight_of(seen.document, seen.trace, *parse_place("weights[1,2]"));
    EXPECT_EQ(names_of(light), "scaled weights");
    const figure::Figure table =
        figure::spotlight_figure(seen.document, seen.trace, {}, light, room(1010, 620));
    EXPECT_EQ(shown(table), "scaled weights");
    std::size_t covered = 0;
    for (const figure::Shape& shape : table.shapes)
        if (const auto* const text = std::get_if<figure::Text>(&shape))
            covered += text->text == "?" ? 1 : 0;
    EXPECT_EQ(covered, 4U) << "the power, the weight, and both sums";
    EXPECT_TRUE(figure::lit_rect(table, document, *parse_region("weights[1,2]")));
    EXPECT_TRUE(figure::lit_rect(table, document, *parse_region("scaled[1,2]")));
    // A matrix that follows from what is covered has what it is made from as well.
    document.covers = {*parse_region("output[1,0]")};
    const Calculation other = as_seen(document, evaluate(document));
    EXPECT_EQ(
        names_of(figure::spotlight_of(other.document, other.trace, *parse_place("output[1,0]"))),
        "weights V output");
}

TEST(SpotlightFigure, ATableIsDrawnAsMatricesWhereThereAreNoPowers) {
    const auto lesson = io::open_lesson("fully-masked-row");
    ASSERT_TRUE(lesson);
    const Document& document = lesson->documents[1]; // Its weights of one row are NaN.
    Spotlight light = figure::spotlight_of(document, {Stage::Weights});
    light.softmax_row = 1;
    const auto figure = drawn(document, light, room(1010, 620));
    EXPECT_EQ(figure.grids.size(), light.sheets.size());
    for (const figure::LitSheet& one : light.sheets)
        EXPECT_EQ(shown(figure).find(to_text(one.sheet)) == std::string::npos, false);
}

TEST(SpotlightFigure, AFrameUnderThePointerIsThicker) {
    const Document document = opened("four-words");
    const Trace trace = evaluate(document);
    const Spotlight light = figure::spotlight_of(document, trace, *parse_place("scores[1,2]"));
    const auto one = figure::spotlight_figure(document, trace, {}, light, room(1010, 620));
    const auto lit = figure::spotlight_figure(document, trace, {}, light, room(1010, 620), 2);
    EXPECT_NE(one.shapes, lit.shapes);
    EXPECT_EQ(one.grids.size(), lit.grids.size());
}

TEST(SpotlightMap, HasABoxForEveryStageAndThoseInTheLightBright) {
    for (const char* preset :
         {"four-words", "causal-decoder-block", "concepts", "additive-score"}) {
        const Document document = opened(preset);
        const std::vector<figure::LitSheet> lit{
            {sheet_of_head(document, stages(document.model).front().stage, 0), true}};
        figure::CanvasOptions options = room(1400, 48);
        const auto map = figure::spotlight_map(document, {}, lit, options);
        EXPECT_EQ(map.size, options.available);
        std::set<std::string> boxes;
        for (const figure::TitleRegion& box : map.titles) {
            boxes.insert(to_text(box.sheet));
            EXPECT_LE(box.rect.right(), 1400.01F) << preset;
            EXPECT_LE(box.rect.bottom(), 48.01F) << preset;
            for (const figure::TitleRegion& other : map.titles)
                EXPECT_TRUE(&box == &other || box.rect.x >= other.rect.right() - 0.01F ||
                            other.rect.x >= box.rect.right() - 0.01F ||
                            box.rect.y >= other.rect.bottom() - 0.01F ||
                            other.rect.y >= box.rect.bottom() - 0.01F)
                    << preset << ": " << to_text(box.sheet) << " and " << to_text(other.sheet);
        }
        EXPECT_TRUE(boxes.count("X")) << preset;
        const figure::Theme colours = figure::theme(ThemeName::Light);
        EXPECT_EQ(std::count_if(map.shapes.begin(), map.shapes.end(),
                                [&](const figure::Shape& shape) {
                                    const auto* box = std::get_if<figure::Box>(&shape);
                                    return box && box->stroke == colours.query;
                                }),
                  1)
            << preset;
    }
}

TEST(SpotlightMap, SaysWhichLayerIsOpenAndOpensOthers) {
    const Document document = opened("induction");
    View view;
    view.layer = 1;
    const auto map = figure::spotlight_map(document, view, {}, room(900, 48));
    std::set<Index> layers;
    for (const figure::TitleRegion& box : map.titles)
        if (box.sheet.stage == Stage::Weights)
            layers.insert(box.sheet.layer);
    EXPECT_EQ(layers, (std::set<Index>{0, 1}));
    const auto says = [&](const std::string& what) {
        return std::any_of(map.shapes.begin(), map.shapes.end(), [&](const figure::Shape& shape) {
            const auto* text = std::get_if<figure::Text>(&shape);
            return text && text->text == what;
        });
    };
    EXPECT_TRUE(says("layer 1"));
    EXPECT_TRUE(says("2 layers"));
}

namespace {

std::string texts(const figure::Figure& figure) {
    std::string all = "\n";
    for (const figure::Shape& shape : figure.shapes)
        if (const auto* text = std::get_if<figure::Text>(&shape))
            all += text->text + "\n";
    return all;
}

Document of_forty_words() {
    NewFromWords asked;
    for (int word = 0; word < 40; ++word)
        asked.words.push_back("word" + std::to_string(word));
    asked.d_model = 16;
    asked.heads = 1;
    return document_of(asked).value();
}

} // namespace

TEST(Spotlight, OfAGradientIsWhatItIsMadeOf) {
    const Document document = opened("four-words");
    const Trace trace = evaluate(document);
    const Sensitivity moved = sensitivity(document, trace, *parse_place("weights[1,2]"));
    ASSERT_TRUE(moved.has_gradient());
    const auto light = [&](const char* sheet) {
        return figure::spotlight_of(document, {}, moved, *parse_sheet(sheet));
    };
    EXPECT_EQ(names_of(light("W_Q")), "Q? X? W_Q");
    EXPECT_EQ(names_of(light("weights")), "weights scaled?") << "the number itself";
    EXPECT_EQ(names_of(light("V")), "V") << "it does not move the number";
    figure::CanvasOptions options = room(1010, 620);
    options.gradients = &moved;
    for (const Size size : {Size{1010, 620}, Size{700, 420}}) {
        options.available = size;
        const figure::Figure figure = drawn(document, light("W_Q"), options);
        const std::string all = texts(figure);
        if (size.width > 1000) {
            EXPECT_EQ(shown(figure), "Q X W_Q");
        }
        for (const char* const said : {"\n∂Q\n", "\n∂W_{Q}\n", "\n= X^{T} ∂Q"})
            EXPECT_NE(all.find(said), std::string::npos) << said << all;
        EXPECT_GE(digit_sizes(figure).front(), figure::large_digits);
    }
    EXPECT_NE(texts(drawn(document, light("V"), options)).find("does not move it"),
              std::string::npos);
}

TEST(Spotlight, GradientsOfEveryStageAndLayerAreInside) {
    for (const char* const name : {"causal-decoder-block", "two-heads", "translation"}) {
        const Document document = opened(name);
        const Trace trace = evaluate(document);
        SheetId last;
        for (const SheetId& sheet : sheets(document))
            if (!is_given(document, sheet.stage))
                last = sheet;
        const Sensitivity moved = sensitivity(document, trace, {last, 0, 0});
        ASSERT_TRUE(moved.has_gradient()) << name << moved.why;
        figure::CanvasOptions options = room(950, 560);
        options.gradients = &moved;
        for (const SheetId& sheet : sheets(document)) {
            const Spotlight light = figure::spotlight_of(document, {}, moved, sheet);
            const figure::Figure figure =
                figure::spotlight_figure(document, trace, {}, light, options);
            attn::test::expect_tidy(figure, name + to_text(sheet));
            attn::test::expect_matrices_apart(figure, name + to_text(sheet));
        }
    }
}

TEST(Spotlight, BeyondTwentyLinesThoseOfTheQueryAndTheKeyStandOpen) {
    const Document document = of_forty_words();
    View view;
    view.query = 11;
    view.key = 25;
    for (const Size size : {Size{960, 600}, Size{640, 560}})
        for (const char* const name : {"Q", "X", "scores", "output"}) {
            const Spotlight light = figure::spotlight_of(document, *parse_sheet(name));
            const figure::Figure figure =
                drawn(document, light, room(size.width, size.height), view);
            const std::string where = name + std::to_string(size.width);
            float open = 0, thin = 1000, wide = 0, narrow = 1000;
            for (const figure::GridRegion& grid : figure.grids) {
                const float width = grid.cells.width / static_cast<float>(grid.columns);
                const float height = grid.cells.height / static_cast<float>(grid.rows);
                if (grid.rows == 1)
                    open = std::max(open, height);
                if (grid.rows == 40)
                    thin = std::min(thin, height);
                if (grid.columns == 16) {
                    wide = std::max(wide, width);
                    narrow = std::min(narrow, width);
                }
            }
            EXPECT_GE(open, figure::least_large_digits) << where << ": a word's row";
            EXPECT_GE(thin, 3.5F) << where << ": a row of another word";
            if (narrow < 1000) {
                EXPECT_NEAR(wide, narrow, 0.01F) << where << ": columns of one kind are alike";
            }
            attn::test::expect_tidy(figure, where);
        }
    const figure::Figure figure =
        drawn(document, figure::spotlight_of(document, {Stage::Q}), room(1300, 620), view);
    EXPECT_GE(digit_sizes(figure).front(), figure::least_large_digits)
        << "numbers of W_Q and of the open rows";
}

TEST(Spotlight, ATextThatPointsAtNothingLightsItsNumbers) {
    const Document document = opened("the-cat-chased-the-mouse");
    const auto light = [&](const std::string& text) {
        return names_of(figure::spotlight_of(document, step_of(text), {}, {}));
    };
    EXPECT_EQ(light("{weights[1,4]} of {token[1]} and {row_sum output[1]}"), "weights output");
    EXPECT_EQ(light("{d_k} of {token[1]}"), "");
    EXPECT_EQ(light("{pin scores[1,4]}scores, {weights[1,4]}"), light("{pin scores[1,4]}scores"));
}

// A reader who adds up what is shown gets the shown sum, or sees ≈ before it.
TEST(Spotlight, TheSumOfASoftmaxSaysWhereItIsRounded) {
    int marked = 0, plain = 0;
    for (const char* const name : {"the-cat-chased-the-mouse", "four-words", "three-inputs"}) {
        const Document document = opened(name);
        for (Index query = 0; query < token_count(document); ++query) {
            View view;
            view.query = query;
            const auto light = figure::spotlight_of(document, evaluate(document),
                                                    Place{{Stage::Weights}, query, 0});
            const figure::Figure figure = drawn(document, light, room(1366, 600), view);
            std::vector<std::pair<float, std::string>>
                column; // each power with its height, then their sum
            int signs = 0;
            float right = 0;
            for (const figure::Shape& shape : figure.shapes)
                if (const auto* const text = std::get_if<figure::Text>(&shape)) {
                    signs += text->text == "≈";
                    if (text->anchor == figure::Anchor::Right && text->font == figure::Font::Mono)
                        right = text->at.x; // the sum is the last
                }
            for (const figure::Shape& shape : figure.shapes)
                if (const auto* const text = std::get_if<figure::Text>(&shape);
                    text && text->anchor == figure::Anchor::Right && text->at.x == right &&
                    text->font == figure::Font::Mono)
                    column.emplace_back(text->at.y, text->text);
            ASSERT_EQ(static_cast<Index>(column.size()), key_count(document) + 1) << name;
            std::sort(column.begin(), column.end());
            Real sum = 0;
            for (std::size_t key = 0; key + 1 < column.size(); ++key)
                sum += column[key].second.starts_with("<") ? 0 : std::stod(column[key].second);
            const bool adds_up = std::abs(sum - std::stod(column.back().second)) < 1e-9;
            EXPECT_TRUE(adds_up || signs > 0) << name << ", query " << query;
            (adds_up ? plain : marked) += 1;
        }
    }
    EXPECT_GT(marked, 0);
    EXPECT_GT(plain, 0);
}

} // namespace attn::spotlight_test
