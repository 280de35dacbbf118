// SPDX-License-Identifier: MIT
#include "core/document/commands/command.h"
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/option_inputs.h"
#include "core/document/model/sheet.h"
#include "core/figure/base/colours.h"
#include "core/figure/base/figure.h"
#include "core/figure/base/text.h"
#include "core/figure/canvas/canvas.h"
#include "core/io/document/library.h"
#include "tests/support/scenes.h"
#include "tests/support/tidy.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace attn::figure {
namespace {

using test::expect_tidy;
using test::text_boxes;
using test::TextBox;

struct CanvasPage {
    Size size;
    float text;
};
const std::vector<CanvasPage> pages{{{1024, 470}, 14},  {{1280, 620}, 14},  {{1600, 600}, 14},
                                    {{1920, 900}, 22},  {{2560, 1200}, 16}, {{3840, 1700}, 14},
                                    {{3840, 1700}, 28}, {{700, 300}, 14}};

CanvasOptions options_of(const CanvasPage& page, float zoom = 1) {
    CanvasOptions options;
    options.available = page.size;
    options.text = page.text;
    options.zoom = zoom;
    return options;
}

std::string name(const test::Scene& scene, const CanvasPage& page) {
    return scene.name + " on " + std::to_string(static_cast<int>(page.size.width)) + " × " +
           std::to_string(static_cast<int>(page.size.height)) + " in " +
           std::to_string(static_cast<int>(page.text));
}

TEST(Canvas, KeepsTextsApartAndOnThePage) {
    for (const test::Scene& scene : test::scenes())
        for (const CanvasPage& page : pages)
            expect_tidy(canvas(scene.document, scene.trace, scene.view, options_of(page)),
                        name(scene, page));
}

/// How many numbers stand in the cells of a figure's matrices.
Index numbers_in_cells(const Figure& figure) {
    Index count = 0;
    for (const Shape& shape : figure.shapes)
        if (const auto* const text = std::get_if<Text>(&shape); text && text->font == Font::Mono)
            count +=
                std::any_of(figure.grids.begin(), figure.grids.end(),
                            [&](const GridRegion& grid) { return grid.cells.contains(text->at); });
    return count;
}

TEST(Canvas, NumbersAreNeverTakenAwayForWantOfRoom) {
    for (const Index words : {3, 5, 12, 16})
        for (const Index width : {3, 4, 16}) {
            const Document document = test::scene_document(words, width, width, width);
            const Trace trace = evaluate(document);
            for (const Size window : {Size{1024, 330}, Size{1366, 430}, Size{1920, 700}}) {
                float cell = 0;
                for (const float text : {14.0F, 17.0F, 20.0F, 25.0F, 28.0F}) {
                    const Figure figure = canvas(document, trace, {}, options_of({window, text}));
                    Index cells = 0;
                    for (const GridRegion& grid : figure.grids)
                        cells += grid.rows * grid.columns;
                    EXPECT_EQ(numbers_in_cells(figure), cells)
                        << words << " words, width " << width << ", " << window.width << ", "
                        << text;
                    const Rect one = cell_rect(figure, {{Stage::X}, 0, 0}).value();
                    EXPECT_GE(std::min(one.width, one.height), std::min(cell, 18.0F));
                    cell = std::min(one.width, one.height);
                }
            }
        }
}

/// The smallest letters of numbers in the cells of matrices.
float least_digits(const Figure& figure) {
    float least = 1000;
    for (const Shape& shape : figure.shapes)
        if (const auto* const text = std::get_if<Text>(&shape); text && text->font == Font::Mono)
            for (const GridRegion& grid : figure.grids)
                if (grid.cells.contains(text->at))
                    least = std::min(least, text->size);
    return least;
}

/// Two joined heads whose numbers have signs.
Document signed_heads() {
    Document document = io::open_document("two-heads").value();
    for (const Index head : {0, 1}) {
        const SheetId sheet{Stage::W_V, head};
        Matrix numbers = **input(document, sheet);
        numbers(0, 0) = -3.25;
        *input(document, sheet) = numbers;
    }
    return document;
}

TEST(Canvas, DigitsAreLargeWhereNamesCanGiveTheRoom) {
    std::vector<Document> documents{signed_heads()};
    for (const char* const preset : {"two-heads", "the-cat-chased-the-mouse", "three-inputs",
                                     "four-words", "general-attention"})
        documents.push_back(io::open_document(preset).value());
    for (const Document& document : documents)
        for (const Size window :
             {Size{1366, 385}, Size{1366, 430}, Size{1600, 520}, Size{1920, 640}}) {
            CanvasOptions options = options_of({window, 14});
            const Figure figure = canvas(document, evaluate(document), {}, options);
            const bool is_narrow = head_count(document) > 1 && window.width < 1600;
            EXPECT_GE(least_digits(figure), is_narrow ? 9 : 11)
                << document.title << ", " << window.width;
            EXPECT_EQ(figure.size.width, window.width) << document.title;
            EXPECT_EQ(figure.size.height, window.height) << document.title;
        }
}

TEST(Canvas, ASignCostsNoDecimalFrom1600On) {
    const Document document = signed_heads();
    const Figure figure = canvas(document, evaluate(document), {}, options_of({{1600, 520}, 14}));
    std::size_t signs = 0;
    for (const Shape& shape : figure.shapes)
        if (const auto* const text = std::get_if<Text>(&shape);
            text && text->font == Font::Mono && text->text.starts_with("−") &&
            std::any_of(figure.grids.begin(), figure.grids.end(),
                        [&](const GridRegion& grid) { return grid.cells.contains(text->at); })) {
            ++signs;
            EXPECT_EQ(text->text.size() - text->text.find('.'), 3U) << text->text;
        }
    EXPECT_GT(signs, 4U);
}

/// Larger digits would leave the cells of a canvas that scrolls room for whole numbers alone.
TEST(Canvas, WhatScrollsKeepsDecimals) {
    const Document document = *io::open_document("induction");
    View view;
    open_part(document, 1, view);
    const Trace trace = evaluate(document);
    const OpenPart part(document, trace, view);
    const Figure figure =
        canvas(part.document(), part.trace(), part.view(view), options_of({{1600, 460}, 15}));
    EXPECT_GT(figure.size.width, 1600);
    const auto has_decimals = [](const Shape& shape) {
        const auto* const text = std::get_if<Text>(&shape);
        return text && text->font == Font::Mono && text->text.find('.') != std::string::npos;
    };
    EXPECT_GT(std::count_if(figure.shapes.begin(), figure.shapes.end(), has_decimals), 400);
}

TEST(Canvas, TheLegendHasThreeLinesAndTheRangeOfWeightsStays) {
    for (const test::Scene& scene : test::scenes())
        for (const CanvasPage& page : pages) {
            if (!has_stage(scene.document, Stage::Weights) || has_parts(scene.document))
                continue;
            const Figure figure = canvas(scene.document, scene.trace, scene.view, options_of(page));
            const auto named =
                std::any_of(figure.shapes.begin(), figure.shapes.end(), [](const Shape& shape) {
                    const auto* const text = std::get_if<Text>(&shape);
                    return text && text->text == "weights" && text->font == Font::Sans;
                });
            EXPECT_TRUE(named) << name(scene, page);
        }
}

TEST(Canvas, PicturesTurnWordsUprightBeforeCuttingThem) {
    const Document document = io::open_document("the-cat-chased-the-mouse").value();
    CanvasOptions options = options_of({{1100, 619}, 14});
    const auto count = [&](const auto& holds) {
        const Figure figure = canvas(document, evaluate(document), {}, options);
        return std::count_if(figure.shapes.begin(), figure.shapes.end(), [&](const Shape& shape) {
            const auto* text = std::get_if<Text>(&shape);
            return text && holds(*text);
        });
    };
    const auto is_cut = [](const Text& text) { return text.text.ends_with("…"); };
    const auto is_turned = [](const Text& text) { return text.turn != 0; };
    const auto is_small = [](const Text& text) {
        return text.text == "chased" && text.size < 0.94F * 0.86F * 14 - 0.1F && text.size >= 9;
    };
    EXPECT_GT(count(is_cut), 0); // The window rotates no text.
    EXPECT_EQ(count(is_turned), 0);
    while (count(is_cut) > 0 && options.available.width < 2000)
        options.available.width += 10;
    EXPECT_EQ(count(is_cut), 0);
    EXPECT_GT(count(is_small), 0) << "words are smaller before they are cut";
    options.available.width = 1100;
    options.is_picture = true;
    EXPECT_EQ(count(is_cut), 0);
    EXPECT_EQ(count(is_turned), 4 * 5) << "of K, scores, scaled scores and weights";
    options.available.height = 300; // numbers disappear before words
    EXPECT_EQ(count(is_turned), 0);
}

TEST(Canvas, KeepsTheTextsOfManyWordsApart) {
    const test::Scene scene = test::large_scene();
    for (const std::size_t at : {0U, 2U, 5U})
        expect_tidy(canvas(scene.document, scene.trace, scene.view, options_of(pages[at])),
                    name(scene, pages[at]));
}

TEST(Canvas, KeepsTextsOffTheLabelOfTheQueryWord) {
    std::vector<test::Scene> scenes = test::scenes();
    scenes.push_back(test::large_scene());
    for (test::Scene& scene : scenes) {
        scene.view.query = 0; // its row is the one below all other text
        for (const std::size_t at : {0U, 2U, 5U}) {
            const Figure figure =
                canvas(scene.document, scene.trace, scene.view, options_of(pages[at]));
            const std::vector<TextBox> boxes = text_boxes(figure);
            for (std::size_t i = 0; i + 1 < figure.shapes.size(); ++i) {
                const Box* plate = std::get_if<Box>(&figure.shapes[i]);
                const Text* own = std::get_if<Text>(&figure.shapes[i + 1]);
                if (!plate || !own || plate->fill != theme(scene.view.theme).query ||
                    own->font != Font::Bold)
                    continue;
                const Rect& a = plate->rect;
                for (const auto& [b, text] : boxes)
                    EXPECT_TRUE(text == own || b.x >= a.right() || a.x >= b.right() ||
                                b.y >= a.bottom() || a.y >= b.bottom())
                        << name(scene, pages[at]) << ": “" << text->text << "” on the plate of “"
                        << own->text << "”";
            }
        }
    }
}

TEST(Canvas, KeepsTextsApartWhenItIsZoomed) {
    for (const test::Scene& scene : test::scenes())
        for (const float zoom : {0.75F, 1.5F, 3.0F})
            expect_tidy(canvas(scene.document, scene.trace, scene.view, options_of(pages[1], zoom)),
                        name(scene, pages[1]) + " zoomed " + std::to_string(zoom));
}

TEST(Canvas, KeepsTheTextsOfTheQueryPanelApart) {
    for (const test::Scene& scene : test::scenes())
        for (CanvasPage page : pages) {
            page.size.height = 14 * page.text;
            expect_tidy(query_panel(scene.document, scene.trace, scene.view, options_of(page)),
                        "panel of " + name(scene, page));
        }
}

TEST(Canvas, FitsTheWindowsOfTheProgram) {
    for (const test::Scene& scene : test::scenes())
        for (const CanvasPage& page : pages) {
            if (page.size.width < 1000)
                continue;
            const Figure figure = canvas(scene.document, scene.trace, scene.view, options_of(page));
            Index cells = 0, lines = 0; // Few numbers scroll rather than disappear.
            for (const GridRegion& grid : figure.grids) {
                cells += grid.rows * grid.columns;
                lines = std::max({lines, grid.rows, grid.columns});
            }
            if (figure.size == page.size || lines > few_lines) {
                EXPECT_EQ(figure.size, page.size) << name(scene, page);
            } else {
                EXPECT_EQ(numbers_in_cells(figure), cells) << name(scene, page);
            }
        }
}

TEST(Canvas, IsAtLeastAsLargeAsTheWindowAndScrollsWhenZoomed) {
    const test::Scene scene = test::scenes()[1];
    const Figure small =
        canvas(scene.document, scene.trace, scene.view, options_of(pages[2], 0.5F));
    EXPECT_EQ(small.size, pages[2].size);
    const Figure large = canvas(scene.document, scene.trace, scene.view, options_of(pages[2], 2));
    EXPECT_GT(large.size.width, 1.5F * pages[2].size.width);
}

TEST(Canvas, KeepsMatricesApart) {
    for (const test::Scene& scene : test::scenes())
        for (const CanvasPage& page : pages) {
            const Figure figure = canvas(scene.document, scene.trace, scene.view, options_of(page));
            for (std::size_t i = 0; i < figure.grids.size(); ++i)
                for (std::size_t j = i + 1; j < figure.grids.size(); ++j) {
                    const Rect &a = figure.grids[i].cells, &b = figure.grids[j].cells;
                    if (figure.grids[i].sheet == figure.grids[j].sheet)
                        continue; // An open line lies over its own matrix.
                    EXPECT_FALSE(a.x < b.right() && b.x < a.right() && a.y < b.bottom() &&
                                 b.y < a.bottom())
                        << name(scene, page) << ": " << to_text(figure.grids[i].sheet) << " and "
                        << to_text(figure.grids[j].sheet);
                }
        }
}

TEST(Canvas, ShowsEveryNumberOfFewWordsInTheSmallestWindow) {
    const test::Scene cat = test::scenes()[1];
    const Figure figure = canvas(cat.document, cat.trace, cat.view, options_of(pages[0]));
    const auto shows = [&](const std::string& text) {
        return std::count_if(figure.shapes.begin(), figure.shapes.end(), [&](const auto& shape) {
            const Text* found = std::get_if<Text>(&shape);
            return found && found->text == text && found->font == Font::Mono;
        });
    };
    // X, W and Q, K, V; scores, scaled, weights; output.
    EXPECT_EQ(numbers_in_cells(figure), 20 + 3 * 16 + 3 * 20 + 3 * 25 + 20);
    EXPECT_GE(shows(format(cat.trace.heads[0][Stage::Weights](1, 4), {})), 1);
}

TEST(Canvas, DrawsManyCellsAsOneImage) {
    const test::Scene scene = test::large_scene();
    const Figure figure = canvas(scene.document, scene.trace, scene.view, options_of(pages[2]));
    std::size_t largest = 0, boxes = 0;
    for (const figure::Shape& shape : figure.shapes) {
        if (const Image* image = std::get_if<Image>(&shape)) {
            largest = std::max(largest, image->pixels->colours.size());
            EXPECT_LE(static_cast<float>(image->pixels->width), image->rect.width * 1.01F + 64);
        }
        boxes += std::holds_alternative<Box>(shape);
    }
    EXPECT_GT(largest, 10000U);
    EXPECT_LT(boxes, 1000U) << "those of the open lines";
}

TEST(Canvas, IsTheSameForTheSameInputs) {
    const test::Scene scene = test::scenes()[2];
    const auto bytes = [&] {
        const Figure figure = canvas(scene.document, scene.trace, scene.view, options_of(pages[2]));
        std::string text;
        for (const figure::Shape& shape : figure.shapes) {
            text += std::to_string(shape.index());
            if (const Text* written = std::get_if<Text>(&shape))
                text +=
                    written->text + std::to_string(written->at.x) + std::to_string(written->at.y);
            if (const Box* box = std::get_if<Box>(&shape))
                text += std::to_string(box->rect.x) + std::to_string(box->rect.y) +
                        std::to_string(box->fill.red);
        }
        return text;
    };
    EXPECT_EQ(bytes(), bytes());
}

TEST(Canvas, StandsStillForAnyNumbers) {
    for (test::Scene scene : test::scenes()) {
        if (!has_stage(scene.document, Stage::Weights) || scene.name == "broken")
            continue; // NaN gets its own line at the bottom
        const auto made = [&] {
            const Trace trace = evaluate(scene.document);
            return canvas(scene.document, trace, scene.view, options_of(pages[2]));
        };
        const Figure before = made();
        const auto stands = [&](const std::string& what) {
            const Figure now = made();
            EXPECT_EQ(now.size, before.size) << scene.name << ": " << what;
            for (std::size_t at = 0; at < before.grids.size(); ++at) {
                const GridRegion& old = before.grids[at];
                if (at > 0 && before.grids[at - 1].sheet == old.sheet)
                    continue; // An open line lies over its own matrix.
                const auto same =
                    std::find_if(now.grids.begin(), now.grids.end(),
                                 [&](const GridRegion& one) { return one.sheet == old.sheet; });
                ASSERT_NE(same, now.grids.end()) << to_text(old.sheet);
                EXPECT_EQ(same->cells, old.cells)
                    << scene.name << ": " << what << ", " << to_text(old.sheet);
            }
            for (const LabelRegion& old : before.labels)
                EXPECT_TRUE(std::any_of(now.labels.begin(), now.labels.end(),
                                        [&](const LabelRegion& one) {
                                            return one.sheet == old.sheet &&
                                                   one.is_row == old.is_row && one.rect == old.rect;
                                        }))
                    << scene.name << ": " << what << ", labels of " << to_text(old.sheet);
        };
        const Document first = scene.document;
        for (const SheetId& sheet : sheets(first)) {
            if (!input(first, sheet))
                continue;
            for (const Real value : {0.0, -0.3, 9.99, 12.345, -1234.5, 1e9}) {
                auto after = apply(first, SetCell{{sheet, 0, 0}, value});
                ASSERT_TRUE(after);
                scene.document = *after;
                stands(to_text(sheet) + " = " + std::to_string(value));
            }
        }
        scene.document = first;
        scene.document.switches.temperature = 0.25;
        stands("temperature 0.25");
        scene.document.switches.temperature = 1;
        scene.document.switches.normaliser = Normaliser::Sum;
        stands("division by the sum");
    }
}

TEST(Canvas, ShowsEveryNumberOfAnAttentionPresetOnASmallLaptop) {
    const auto presets = io::presets();
    for (const io::Preset& preset : *presets) {
        const auto document = io::open_file(preset.path);
        if (!has_stage(*document, Stage::Weights) || d_model(*document) > 16)
            continue; // wider than the screen
        for (const CanvasPage& page : {CanvasPage{{1366, 400}, 14}, CanvasPage{{1024, 470}, 14}}) {
            const Figure figure = canvas(*document, evaluate(*document), View{}, options_of(page));
            for (const GridRegion& grid : figure.grids)
                for (Index row = 0; row < grid.rows; ++row)
                    for (Index column = 0; column < grid.columns; ++column) {
                        const float width = grid.cells.width / static_cast<float>(grid.columns);
                        const float height = grid.cells.height / static_cast<float>(grid.rows);
                        const Rect cell{grid.cells.x + static_cast<float>(column) * width,
                                        grid.cells.y + static_cast<float>(row) * height, width,
                                        height};
                        const auto boxes = text_boxes(figure);
                        EXPECT_TRUE(std::any_of(boxes.begin(), boxes.end(),
                                                [&](const TextBox& one) {
                                                    return one.rect.x >= cell.x - 1 &&
                                                           one.rect.right() <= cell.right() + 1 &&
                                                           one.rect.y >= cell.y &&
                                                           one.rect.bottom() <= cell.bottom();
                                                }))
                            << preset.name << ": " << to_text(grid.sheet) << "[" << row << ","
                            << column << "] on " << page.size.width;
                    }
        }
    }
}

TEST(Canvas, MarksTheQueryTheKeyAndTheChosenCell) {
    const test::Scene cat = test::scenes()[1];
    const Figure figure = canvas(cat.document, cat.trace, cat.view, options_of(pages[2]));
    const auto frames = [&](Colour colour, Place from, Place to) {
        const Rect first = *cell_rect(figure, from), last = *cell_rect(figure, to);
        return std::count_if(figure.shapes.begin(), figure.shapes.end(), [&](const auto& shape) {
            const Box* box = std::get_if<Box>(&shape);
            return box && box->stroke == colour && box->rect.x <= first.x &&
                   box->rect.y <= first.y && box->rect.right() >= last.right() &&
                   box->rect.bottom() >= last.bottom() &&
                   box->rect.width < last.right() - first.x + 12 &&
                   box->rect.height < last.bottom() - first.y + 12;
        });
    };
    const Theme colours = theme(cat.view.theme);
    for (const Stage stage : {Stage::X, Stage::Q, Stage::Output})
        EXPECT_EQ(frames(colours.query, {{stage}, 1, 0}, {{stage}, 1, 3}), 1);
    for (const Stage stage : {Stage::Scores, Stage::Scaled, Stage::Weights}) {
        EXPECT_EQ(frames(colours.query, {{stage}, 1, 0}, {{stage}, 1, 4}), 1);
        EXPECT_EQ(frames(colours.key, {{stage}, 0, 4}, {{stage}, 4, 4}), 1);
    }
    for (const Stage stage : {Stage::X, Stage::K, Stage::V})
        EXPECT_EQ(frames(colours.key, {{stage}, 4, 0}, {{stage}, 4, 3}), 1);
    EXPECT_EQ(frames(colours.accent, {{Stage::Weights}, 1, 4}, {{Stage::Weights}, 1, 4}), 1);
    EXPECT_EQ(frames(colours.mark, {{Stage::Scaled}, 1, 4}, {{Stage::Scaled}, 1, 4}), 1);
}

TEST(Canvas, DistinguishesQueryAndKeyWordWithoutColour) {
    test::Scene cat = test::scenes()[1];
    for (const ThemeName name :
         {ThemeName::Light, ThemeName::Dark, ThemeName::Projector, ThemeName::Print}) {
        cat.view.theme = name;
        const Theme colours = theme(name);
        const Figure figure = canvas(cat.document, cat.trace, cat.view, options_of(pages[2]));
        std::size_t filled = 0, outlined = 0;
        for (std::size_t i = 0; i + 1 < figure.shapes.size(); ++i) {
            const Box* plate = std::get_if<Box>(&figure.shapes[i]);
            const Text* label = std::get_if<Text>(&figure.shapes[i + 1]);
            if (!plate || !label || label->font != Font::Bold)
                continue;
            if (label->text == "cat" && plate->fill == colours.query)
                ++filled;
            if (label->text == "mouse" && plate->fill == transparent &&
                plate->stroke == colours.key)
                ++outlined;
        }
        EXPECT_EQ(filled, 3U);   // X, scores and weights
        EXPECT_EQ(outlined, 6U); // X and V; K, scores, scaled and weights
    }
}

TEST(Canvas, SaysWhatIsMaskedOrNotFinite) {
    const auto scenes = test::scenes();
    const auto texts = [&](const std::string& wanted) {
        std::string all;
        for (const test::Scene& scene : scenes) {
            if (scene.name != wanted)
                continue;
            const Figure figure =
                canvas(scene.document, scene.trace, scene.view, options_of(pages[2]));
            for (const figure::Shape& shape : figure.shapes)
                if (const Text* text = std::get_if<Text>(&shape))
                    all += text->text + "\n";
        }
        return all;
    };
    const std::string closed = texts("closed-row");
    EXPECT_NE(closed.find("\n−∞\n"), std::string::npos);
    EXPECT_NE(closed.find("\n–\n"), std::string::npos);
    EXPECT_NE(closed.find("Every key is masked for “chased”: it gets no weights"),
              std::string::npos);
    EXPECT_EQ(closed.find("NaN"), std::string::npos);
    const std::string broken = texts("broken");
    EXPECT_NE(broken.find("\nNaN\n"), std::string::npos);
    EXPECT_NE(broken.find("\n∞\n"), std::string::npos);
    EXPECT_NE(broken.find("first appears"), std::string::npos);
    EXPECT_NE(texts("four-heads").find("head 1 (2nd of 4)"), std::string::npos);
    EXPECT_NE(texts("no-projections").find("Q = K = V = X"), std::string::npos);
    EXPECT_NE(texts("causal").find("Σ"), std::string::npos);
}

TEST(Canvas, WritesReadableDigitsOnEveryCell) {
    for (const Sequential map :
         {Sequential::Viridis, Sequential::Cividis, Sequential::Grey, Sequential::Violet})
        for (const Colour& cell : table(map))
            EXPECT_GE(contrast(digit_colour(cell), cell), 4.5);
    for (const Diverging map : {Diverging::BlueRed, Diverging::Grey})
        for (const Colour& cell : table(map))
            EXPECT_GE(contrast(digit_colour(cell), cell), 4.5);
}

} // namespace
} // namespace attn::figure
