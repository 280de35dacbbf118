// SPDX-License-Identifier: MIT
// The page of a block: each number equals its stage's, nothing overlaps, and nothing moves while
// numbers change.
#include "core/document/commands/command.h"
#include "core/document/commands/new_documents.h"
#include "core/document/model/covers.h"
#include "core/document/model/model.h"
#include "core/document/model/region.h"
#include "core/document/model/sheet.h"
#include "core/figure/base/colours.h"
#include "core/figure/base/figure.h"
#include "core/figure/matrix/sheet_look.h"
#include "core/figure/pages/block_page.h"
#include "core/io/document/library.h"
#include "tests/support/option_scenes.h"
#include "tests/support/random_document.h"
#include "tests/support/tidy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <variant>
#include <vector>

namespace attn::figure::block_page_test {
namespace {

using test::expect_matrices_apart;
using test::expect_tidy;

struct Shown {
    std::string name;
    Document document;
    Trace trace;
    View view;

    BlockPage page(Size size, const FoldedCards& folded = {}) const {
        CanvasOptions options;
        options.available = size;
        return block_page(document, trace, view, folded, options);
    }
};

Shown preset(const char* name) {
    const Document document = io::open_document(name).value();
    return {name, document, evaluate(document), {}};
}

/// Every combination of norms and MLPs, with and without next words, positions and a memory.
std::vector<Shown> blocks(std::uint32_t every = 1) {
    std::vector<Shown> list;
    for (test::Scene& scene : test::option_scenes())
        if (has_block_page(scene.document))
            list.push_back({scene.name, scene.document, std::move(scene.trace), scene.view});
    for (std::uint32_t seed = 0; seed < 72; seed += every) {
        Document document = test::random_document_with_options(seed);
        if (!has_block_page(document))
            continue;
        View view;
        view.query = token_count(document) - 1;
        view.head = head_count(document) - 1;
        view.layer = layer_count(document) - 1;
        list.push_back({"seed " + std::to_string(seed), document, evaluate(document), view});
    }
    return list;
}

Shown of_words(Index words, Index d_model, Index heads) {
    NewFromWords asked;
    for (Index word = 0; word < words; ++word)
        asked.words.push_back("word" + std::to_string(word));
    asked.d_model = d_model;
    asked.heads = heads;
    asked.join = Join::WO;
    asked.has_block = true;
    const Document document = document_of(asked).value();
    View view;
    view.query = 2;
    view.head = heads - 1;
    return {std::to_string(words) + " words", document, evaluate(document), view};
}

const std::vector<Size> sizes{{1024, 470}, {1366, 416}, {1600, 600}, {3840, 1500}};
std::string named(const Shown& shown, Size size) {
    return shown.name + " on " + std::to_string(static_cast<int>(size.width));
}

std::string texts(const Figure& figure) {
    std::string all = "\n";
    for (const Shape& shape : figure.shapes)
        if (const Text* text = std::get_if<Text>(&shape))
            all += text->text + "\n";
    return all;
}

/// The rectangles of the cards' outlines.
std::vector<Rect> cards(const Figure& figure, const View& view) {
    std::vector<Rect> list;
    for (const Shape& shape : figure.shapes)
        if (const Box* box = std::get_if<Box>(&shape);
            box && box->fill == theme(view.theme).panel_background &&
            box->stroke == theme(view.theme).line)
            list.push_back(box->rect);
    return list;
}

bool overlap(const Rect& a, const Rect& b) {
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

/// The circles with a plus sign.
std::vector<Rect> sums(const Figure& figure, const View& view) {
    std::vector<Rect> list;
    for (const Shape& shape : figure.shapes)
        if (const Box* box = std::get_if<Box>(&shape);
            box && box->stroke == theme(view.theme).text && box->rect.width == 2 * box->radius)
            list.push_back(box->rect);
    return list;
}

TEST(BlockPage, DrawsEveryBlockWithoutOverlap) {
    for (const Shown& shown : blocks()) {
        for (const Size size : sizes) {
            const BlockPage page = shown.page(size);
            expect_matrices_apart(page.figure, named(shown, size));
            expect_tidy(page.figure, named(shown, size));
            const std::vector<Rect> outlines = cards(page.figure, shown.view);
            EXPECT_EQ(outlines.size(), page.cards.size()) << named(shown, size);
            for (const Rect& sum : sums(page.figure, shown.view)) // over the card that adds
                EXPECT_TRUE(std::any_of(outlines.begin(), outlines.end(), [&](const Rect& card) {
                    const float x = sum.x + sum.width / 2;
                    return card.x < x && x < card.right();
                })) << named(shown, size);
            for (std::size_t at = 0; at < outlines.size(); ++at) {
                EXPECT_GE(outlines[at].x, 0) << named(shown, size);
                EXPECT_LE(outlines[at].right(), page.figure.size.width) << named(shown, size);
                for (std::size_t other = 0; other < at; ++other)
                    EXPECT_FALSE(overlap(outlines[at], outlines[other])) << named(shown, size);
                // Each matrix lies in one card or in none.
                for (const GridRegion& grid : page.figure.grids)
                    if (overlap(grid.cells, outlines[at])) {
                        EXPECT_GE(grid.cells.x, outlines[at].x) << named(shown, size);
                        EXPECT_LE(grid.cells.right(), outlines[at].right() + 0.1F)
                            << named(shown, size) << ": " << to_text(grid.sheet);
                        EXPECT_LE(grid.cells.bottom(), outlines[at].bottom())
                            << named(shown, size) << ": " << to_text(grid.sheet);
                    }
            }
        }
        ASSERT_FALSE(::testing::Test::HasFailure()) << "one document says enough";
    }
}

/// Whether the text shows the number, to the decimals that it has; "–" stands for no key.
bool says(std::string text, Real number) {
    if (text == "–")
        return true;
    const std::string minus = "−";
    for (auto at = text.find(minus); at != std::string::npos; at = text.find(minus))
        text.replace(at, minus.size(), "-");
    if (text.empty() || text.find_first_of("0123456789") == std::string::npos)
        return false;
    const Real said = std::strtod(text.c_str(), nullptr);
    if (text.find('e') != std::string::npos) // has one or two digits
        return std::abs(said - number) <= 0.51 * std::abs(number);
    const auto point = text.find('.');
    const std::size_t decimals = point == std::string::npos ? 0 : text.size() - point - 1;
    return std::abs(said - number) <= 0.5000001 * std::pow(10.0, -static_cast<Real>(decimals));
}

TEST(BlockPage, ShowsTheNumbersOfItsStages) {
    for (const Shown& shown : blocks()) {
        const BlockPage page = shown.page({2400, 1200});
        const std::vector<test::TextBox> boxes = test::text_boxes(page.figure);
        for (const GridRegion& grid : page.figure.grids) {
            ASSERT_TRUE(exists(shown.document, grid.sheet)) << to_text(grid.sheet);
            const Matrix numbers = matrix_of(shown.document, shown.trace, grid.sheet);
            for (Index row = 0; row < grid.rows; ++row)
                for (Index column = 0; column < grid.columns; ++column) {
                    const float width = grid.cells.width / static_cast<float>(grid.columns);
                    const float height = grid.cells.height / static_cast<float>(grid.rows);
                    const Point middle{grid.cells.x + (static_cast<float>(column) + 0.5F) * width,
                                       grid.cells.y + (static_cast<float>(row) + 0.5F) * height};
                    const Hit found = hit(page.figure, middle);
                    ASSERT_TRUE(found.place) << shown.name;
                    const Real number = numbers(found.place->row, found.place->column);
                    if (!std::isfinite(number) || std::abs(number) > 9.9 ||
                        (number != 0 && std::abs(number) < 1e-6))
                        continue; // Narrow cells replace decimals or powers of ten.
                    EXPECT_TRUE(std::any_of(boxes.begin(), boxes.end(),
                                            [&](const test::TextBox& one) {
                                                return says(one.text->text, number) &&
                                                       one.rect.y <= middle.y &&
                                                       one.rect.bottom() >= middle.y &&
                                                       std::abs(one.rect.x + one.rect.width / 2 -
                                                                middle.x) < width / 2;
                                            }))
                        << shown.name << ": " << to_text(*found.place);
                }
        }
        ASSERT_FALSE(::testing::Test::HasFailure());
    }
}

TEST(BlockPage, StandsStillForAnyNumbers) {
    for (const Shown& shown : blocks(35)) {
        const BlockPage before = shown.page(sizes[1]);
        for (const SheetId& sheet : sheets(shown.document)) {
            if (!input(shown.document, sheet) || sheet.head > 0)
                continue;
            const auto after = apply(shown.document, SetCell{{sheet, 0, 0}, -1234.5});
            ASSERT_TRUE(after) << shown.name << ": " << to_text(sheet);
            const BlockPage now =
                Shown{shown.name, *after, evaluate(*after), shown.view}.page(sizes[1]);
            EXPECT_EQ(now.figure.size, before.figure.size) << shown.name;
            ASSERT_EQ(now.figure.grids.size(), before.figure.grids.size()) << shown.name;
            for (std::size_t at = 0; at < now.figure.grids.size(); ++at)
                EXPECT_EQ(now.figure.grids[at].cells, before.figure.grids[at].cells)
                    << shown.name << ": " << to_text(sheet) << " moves "
                    << to_text(now.figure.grids[at].sheet);
            EXPECT_EQ(cards(now.figure, shown.view), cards(before.figure, shown.view))
                << shown.name;
        }
        ASSERT_FALSE(::testing::Test::HasFailure());
    }
}

TEST(BlockPage, HasTheStreamAndACardForEachAddition) {
    for (const Block::Norm norm : {Block::Norm::Layer, Block::Norm::Rms, Block::Norm::None})
        for (const Block::Place place : {Block::Place::Before, Block::Place::After})
            for (const Block::Mlp mlp : {Block::Mlp::Relu, Block::Mlp::None})
                for (const bool has_words : {false, true}) {
                    Document document = io::open_document("causal-decoder-block").value();
                    AttentionOptions options = document.options;
                    Block& block = *options.block;
                    block.norm = norm;
                    block.place = place;
                    block.mlp = mlp;
                    block.has_words_out = has_words;
                    const auto made = apply(document, SetOptions{options, ""});
                    ASSERT_TRUE(made) << made.error().text();
                    const Shown shown{"block", *made, evaluate(*made), {}};
                    const BlockPage page = shown.page(sizes[2]);
                    const bool has_mlp = mlp != Block::Mlp::None;
                    std::vector<BlockCard> wanted;
                    const bool is_before = place == Block::Place::Before;
                    const auto add = [&](BlockCard card, BlockCard of_norm) {
                        if (norm != Block::Norm::None && is_before)
                            wanted.push_back(of_norm);
                        wanted.push_back(card);
                        if (norm != Block::Norm::None && !is_before)
                            wanted.push_back(of_norm);
                    };
                    add(BlockCard::Attention, BlockCard::FirstNorm);
                    if (has_mlp)
                        add(BlockCard::Mlp, BlockCard::SecondNorm);
                    if (has_words)
                        wanted.push_back(BlockCard::NextWord);
                    std::vector<BlockCard> drawn;
                    for (const BlockCardRegion& card : page.cards)
                        drawn.push_back(card.card);
                    EXPECT_EQ(drawn, wanted);
                    EXPECT_EQ(sums(page.figure, shown.view).size(), has_mlp ? 2U : 1U);
                    const std::string all = texts(page.figure);
                    EXPECT_NE(all.find("\nx_{1}\n"), std::string::npos);
                    EXPECT_EQ(all.find("\nx_{2}\n") != std::string::npos, has_mlp);
                    EXPECT_EQ(all.find("are cut to 0 by ReLU") != std::string::npos, has_mlp);
                    expect_tidy(page.figure, "block");
                }
}

TEST(BlockPage, CrossAttentionAddsACard) {
    for (const Shown& shown : blocks()) {
        if (!has_cross(shown.document))
            continue;
        const BlockPage page = shown.page(sizes[2]);
        const auto has = [&](const SheetId& sheet) {
            return std::any_of(page.figure.grids.begin(), page.figure.grids.end(),
                               [&](const GridRegion& grid) { return grid.sheet == sheet; });
        };
        const Index head = shown.view.head, layer = shown.view.layer;
        EXPECT_TRUE(has({Stage::Weights, head, 0, layer, false})) << shown.name;
        EXPECT_TRUE(has({Stage::Weights, head, 0, layer, true})) << shown.name;
        EXPECT_TRUE(std::any_of(page.cards.begin(), page.cards.end(), [](const auto& card) {
            return card.card == BlockCard::CrossAttention && card.opens.is_cross;
        }));
    }
}

TEST(BlockPage, AFoldedCardKeepsOnlyItsTitle) {
    const Shown shown = preset("causal-decoder-block");
    const BlockPage open = shown.page(sizes[2]);
    const BlockPage folded = shown.page(sizes[2], {BlockCard::Attention});
    const auto grids_of = [](const BlockPage& page, Stage stage) {
        return std::count_if(page.figure.grids.begin(), page.figure.grids.end(),
                             [&](const GridRegion& grid) { return grid.sheet.stage == stage; });
    };
    EXPECT_EQ(grids_of(open, Stage::Weights), 1);
    EXPECT_EQ(grids_of(folded, Stage::Weights), 0);
    EXPECT_EQ(grids_of(folded, Stage("mlp")), 1);
    EXPECT_NE(texts(folded.figure).find("\nAttention\n"), std::string::npos);
    EXPECT_LT(folded.cards[1].title.width, open.cards[1].title.width);
    EXPECT_TRUE(folded.cards[1].is_folded);
    FoldedCards all;
    for (const BlockCardRegion& one : open.cards)
        all.insert(one.card);
    for (const Size size : sizes) {
        const BlockPage closed = shown.page(size, all);
        EXPECT_EQ(closed.figure.grids.size(), 3U) << "the stream alone";
        expect_tidy(closed.figure, "all folded");
    }
}

TEST(BlockPage, ManyWordsAndDimensionsStayVisible) {
    for (const Shown& shown : {of_words(40, 48, 12), of_words(6, 64, 2), of_words(20, 20, 2)})
        for (const Size size : {sizes[0], sizes[2]}) {
            const BlockPage page = shown.page(size);
            // A page that scrolls leaves room for the bar.
            if (token_count(shown.document) > 16) { // fewer words have numbers in their columns
                EXPECT_LE(page.figure.size.width, size.width) << shown.name;
            }
            EXPECT_GE(page.figure.size.width, size.width - 12) << shown.name;
            expect_tidy(page.figure, named(shown, size));
            for (const GridRegion& grid : page.figure.grids)
                EXPECT_GE(grid.cells.width, 12) << named(shown, size) << to_text(grid.sheet);
            EXPECT_NE(texts(page.figure).find("weights of head"), std::string::npos);
        }
}

TEST(BlockPage, KeepsNumbersInCellsThatAreHighEnough) {
    for (const Shown& shown : {preset("qwen3-layer"), preset("causal-decoder-block"),
                               preset("why-residuals"), of_words(8, 8, 2), of_words(16, 16, 4)})
        for (const Size size : sizes) {
            const BlockPage page = shown.page(size);
            EXPECT_GE(page.figure.size.width, size.width - 12) << named(shown, size);
            for (const GridRegion& grid : page.figure.grids) {
                const float width = grid.cells.width / static_cast<float>(grid.columns);
                const float height = grid.cells.height / static_cast<float>(grid.rows);
                EXPECT_GE(height, 17.9F) << named(shown, size) << to_text(grid.sheet);
                EXPECT_GE(width, grid.columns <= 16 ? 22 : 5)
                    << named(shown, size) << to_text(grid.sheet);
            }
            expect_tidy(page.figure, named(shown, size));
            // Numbers between whole ones are told apart.
            for (const test::TextBox& one : test::text_boxes(page.figure))
                for (const GridRegion& grid : page.figure.grids)
                    if (grid.columns <= 16 && one.text->font == Font::Mono &&
                        grid.cells.contains(one.text->at) && shown.name == "qwen3-layer" &&
                        std::abs(std::strtod(one.text->text.c_str(), nullptr)) < 9.5) {
                        EXPECT_NE(one.text->text.find('.'), std::string::npos)
                            << named(shown, size) << to_text(grid.sheet) << one.text->text;
                    }
        }
}

/// The colours of a stage's cells.
std::vector<Colour> fills(const Figure& figure, Stage stage) {
    std::vector<Colour> list;
    for (const GridRegion& grid : figure.grids)
        if (grid.sheet.stage == stage)
            for (const Shape& shape : figure.shapes)
                if (const Box* box = std::get_if<Box>(&shape);
                    box && box->fill.alpha > 0 && box->rect.x >= grid.cells.x - 1 &&
                    box->rect.y >= grid.cells.y - 1 &&
                    box->rect.right() <= grid.cells.right() + 1 &&
                    box->rect.bottom() <= grid.cells.bottom() + 1)
                    list.push_back(box->fill);
    return list;
}

TEST(BlockPage, HugeNumbersMakeOnlyTheirOwnRangePale) {
    for (const char* const name : {"qwen3-layer", "causal-decoder-block"}) {
        const Shown shown = preset(name);
        const auto huge = apply(shown.document, SetCell{{{Stage("W_2")}, 0, 0}, 500});
        ASSERT_TRUE(huge);
        const Figure before = shown.page(sizes[2]).figure;
        const Figure after = Shown{name, *huge, evaluate(*huge), {}}.page(sizes[2]).figure;
        const bool is_gated = has_stage(shown.document, Stage("gated"));
        for (const Stage stage : {Stage::X, Stage::Weights, Stage("norm_1"), Stage("norm_2"),
                                  Stage(is_gated ? "gated" : "activated")}) {
            ASSERT_FALSE(fills(before, stage).empty()) << name << stage.name();
            EXPECT_EQ(fills(before, stage), fills(after, stage)) << name << stage.name();
        }
        EXPECT_NE(fills(before, Stage("block")), fills(after, Stage("block"))) << name;
        EXPECT_NE(fills(before, Stage("after_attention")), fills(after, Stage("after_attention")))
            << name << ": the states of the stream have one range";
    }
}

TEST(BlockPage, NamesEveryRangeInEveryWindow) {
    for (const Shown& shown : blocks(7))
        for (const Size size : sizes) {
            const Figure figure = shown.page(size).figure;
            const std::string all = texts(figure);
            const auto has = [&](std::initializer_list<Stage> stages) {
                return std::any_of(figure.grids.begin(), figure.grids.end(), [&](const auto& grid) {
                    return std::find(stages.begin(), stages.end(), grid.sheet.stage) !=
                           stages.end();
                });
            };
            const auto says_range = [&](const std::string& range) {
                return all.find("\n" + range + "\n") != std::string::npos;
            };
            const std::string where = named(shown, size);
            EXPECT_TRUE(says_range("weights")) << where;
            EXPECT_TRUE(says_range("stream")) << where;
            EXPECT_EQ(says_range("inputs"), has({Stage::X, Stage::P}) && shown.view.layer == 0 &&
                                                !shown.document.options.has_table)
                << where;
            const bool is_before = !shown.document.options.block->is_normed_after();
            EXPECT_EQ(says_range("normed"),
                      is_before && has({Stage("norm_1"), Stage("norm_2"), Stage("norm_3")}))
                << where;
            EXPECT_EQ(says_range("hidden"),
                      has({Stage("hidden"), Stage("activated"), Stage("gated")}))
                << where;
        }
}

TEST(BlockPage, SaysWhatTheNormDoesToTheQueryWord) {
    Shown shown = preset("layer-norm");
    shown.view.query = 1;
    const Matrix mean = matrix_of(shown.document, shown.trace, {Stage("norm_1.mean")});
    const Matrix deviation = matrix_of(shown.document, shown.trace, {Stage("norm_1.deviation")});
    const NumberFormat two{NumberFormat::Kind::Decimals, 2};
    const std::string all = texts(shown.page(sizes[2]).figure);
    EXPECT_NE(all.find(number_text(mean(1, 0), two) + " → 0.00"), std::string::npos) << all;
    EXPECT_NE(all.find(number_text(deviation(1, 0), two) + " → 1.00"), std::string::npos) << all;
}

TEST(BlockPage, CountsZerosOfReluAndListsTheLikeliestWords) {
    Shown shown = preset("causal-decoder-block");
    shown.view.query = 2;
    const Matrix hidden = matrix_of(shown.document, shown.trace, {Stage("activated")});
    const BlockPage page = shown.page(sizes[2]);
    const std::string all = texts(page.figure);
    EXPECT_NE(all.find(std::to_string((hidden.array() == 0).count()) + " of " +
                       std::to_string(hidden.size()) + " are cut to 0 by ReLU"),
              std::string::npos);
    const Matrix shares = matrix_of(shown.document, shown.trace, {Stage("probabilities")});
    Real before = 1;
    int listed = 0;
    for (const PlaceRegion& region : page.figure.places)
        if (region.place.sheet.stage == Stage("probabilities")) {
            EXPECT_EQ(region.place.row, 2);
            const Real share = shares(2, region.place.column);
            EXPECT_LE(share, before);
            before = share;
            ++listed;
        }
    EXPECT_EQ(listed, 5);
}

TEST(BlockPage, HidesCoveredNumbers) {
    Shown shown = preset("causal-decoder-block");
    Document& document = shown.document;
    for (const char* const stage : {"norm_1", "activated", "probabilities"})
        document.covers.push_back(parse_region(stage).value());
    const Seen seen(document, shown.trace);
    const Shown covered{shown.name, seen.document(), seen.trace(), shown.view};
    const BlockPage page = covered.page(sizes[2]);
    const std::string all = texts(page.figure);
    EXPECT_NE(all.find("→ ?"), std::string::npos) << all;
    EXPECT_NE(all.find("? of 20 are cut"), std::string::npos) << all;
}

TEST(BlockPage, MarksTheQueryWordInEveryState) {
    Shown shown = preset("causal-decoder-block");
    shown.view.query = 3;
    const BlockPage page = shown.page(sizes[2]);
    const Theme colours = theme(shown.view.theme);
    for (const GridRegion& grid : page.figure.grids) {
        const float height = grid.cells.height / static_cast<float>(grid.rows);
        const float y = grid.cells.y + 3.5F * height;
        EXPECT_TRUE(std::any_of(page.figure.shapes.begin(), page.figure.shapes.end(),
                                [&](const Shape& shape) {
                                    const Box* box = std::get_if<Box>(&shape);
                                    return box && box->stroke == colours.query &&
                                           box->rect.x <= grid.cells.x + 0.1F &&
                                           box->rect.right() >= grid.cells.right() - 0.1F &&
                                           box->rect.contains({grid.cells.x + 1, y});
                                }))
            << to_text(grid.sheet);
    }
}

TEST(BlockPage, ExistsOnlyForDocumentsWithABlock) {
    EXPECT_TRUE(has_block_page(preset("why-residuals").document));
    EXPECT_FALSE(has_block_page(io::open_document("concepts").value()));
}

} // namespace
} // namespace attn::figure::block_page_test
